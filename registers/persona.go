package registers

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about people of the house.
var (
	// ErrPersona: nobody of the house has that id, or no longer serves.
	ErrPersona = errors.New("no existe esa persona o ya no trabaja en la casa")
	// ErrUsuarioRepetido: someone who serves in the house has that usuario.
	ErrUsuarioRepetido = errors.New("ese usuario ya lo tiene otra persona")
	// ErrEnDireccion: the person is in the set of those who act as director: cease first.
	ErrEnDireccion = errors.New("esa persona figura en la dirección: hay que anotar antes su cese")
	// ErrSinFirmantes: too few keys would be left to enrol another one.
	ErrSinFirmantes = errors.New("no quedarían un director y un segundo firmante con clave en vigor")
)

// Kinds of asiento about people.
const (
	TipoPersona       = "Persona"
	TipoCambioPersona = "CambioPersona"
	TipoBajaPersona   = "BajaPersona"
)

// Persona is somebody of the house, or a funcionario inspector.
type Persona struct {
	ID              string
	Usuario         string
	Cargo           domain.Cargo
	Establecimiento string // Todos when in every one
	Nombre          string // "" once suppressed on its legal date
	Apellidos       string
	Alta            time.Time
	Baja            time.Time // zero while serving
}

// NombreCompleto is the name and apellidos, or the id when they were suppressed.
func (p Persona) NombreCompleto() string {
	if n := strings.TrimSpace(p.Nombre + " " + p.Apellidos); n != "" {
		return n
	}
	return p.ID
}

// ServesIn reports whether the person serves in that establecimiento.
func (p Persona) ServesIn(establecimiento string) bool {
	return p.Establecimiento == Todos || p.Establecimiento == establecimiento
}

// Autor is the person as author of an asiento.
func (p Persona) Autor() Autor { return Autor{Persona: p.ID, Cargo: p.Cargo} }

type filaPersona struct {
	Persona         string
	Usuario         string
	Cargo           string
	Establecimiento string
	Nombre          string
	Apellidos       string
	Alta            int64
	Baja            int64
	Posicion        int64
}

func (filaPersona) TableName() string { return "personas" }

func (f filaPersona) persona() Persona {
	return Persona{ID: f.Persona, Usuario: f.Usuario, Cargo: domain.Cargo(f.Cargo), Establecimiento: f.Establecimiento,
		Nombre: f.Nombre, Apellidos: f.Apellidos, Alta: fromMicros(f.Alta), Baja: fromMicros(f.Baja)}
}

// filaCargo is one step of the history of cargos: what SIG-07 asks of.
type filaCargo struct {
	Persona         string
	Posicion        int64
	Desde           int64
	Cargo           string
	Establecimiento string
}

func (filaCargo) TableName() string { return "cargos" }

type filaDocumentoEmpleado struct {
	Persona string
	Tipo    string
	Numero  string
}

func (filaDocumentoEmpleado) TableName() string { return "documentos_empleado" }

var tablasPersona = []escritor.Tabla{
	{Nombre: "personas", Clave: []string{"persona"}},
	{Nombre: "cargos", Clave: []string{"persona", "posicion"}},
	{Nombre: "documentos_empleado", Clave: []string{"persona"}},
}

var proyectoresPersona = map[string]escritor.Proyector{
	TipoPersona:       proyectarAlta,
	TipoCambioPersona: proyectarCambio,
	TipoBajaPersona:   proyectarBaja,
}

func proyectarAlta(l *escritor.Lote, a *diario.Asiento, abiertos map[string]string) error {
	d := lector{a: a}
	f := &filaPersona{Persona: d.texto("persona"), Usuario: d.texto("usuario"), Cargo: d.texto("cargo"),
		Establecimiento: d.texto("establecimiento"), Nombre: abiertos["nombre"], Apellidos: abiertos["apellidos"],
		Alta: micros(a.Anotacion), Posicion: a.Posicion}
	if err := l.Insert(f); err != nil {
		return err
	}
	if err := proyectarDocumento(l, f.Persona, abiertos["documento"]); err != nil {
		return err
	}
	return l.Insert(&filaCargo{f.Persona, a.Posicion, micros(a.Anotacion), f.Cargo, f.Establecimiento})
}

func proyectarCambio(l *escritor.Lote, a *diario.Asiento, abiertos map[string]string) error {
	d := lector{a: a}
	persona, cargo, est := d.texto("persona"), d.texto("cargo"), d.texto("establecimiento")
	err := l.Exec(`UPDATE personas SET usuario = ?, cargo = ?, establecimiento = ?, nombre = ?, apellidos = ?, posicion = ? WHERE persona = ?`,
		d.texto("usuario"), cargo, est, abiertos["nombre"], abiertos["apellidos"], a.Posicion, persona)
	if err != nil {
		return err
	}
	if err := l.Exec(`DELETE FROM documentos_empleado WHERE persona = ?`, persona); err != nil {
		return err
	}
	if err := proyectarDocumento(l, persona, abiertos["documento"]); err != nil {
		return err
	}
	return l.Insert(&filaCargo{persona, a.Posicion, micros(a.Anotacion), cargo, est})
}

func proyectarBaja(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	persona := a.Dato("persona")
	err := l.Exec(`UPDATE personas SET baja = ?, posicion = ? WHERE persona = ?`, micros(a.Anotacion), a.Posicion, persona)
	if err != nil {
		return err
	}
	if err := l.Exec(`DELETE FROM documentos_empleado WHERE persona = ?`, persona); err != nil {
		return err
	}
	return l.Insert(&filaCargo{persona, a.Posicion, micros(a.Anotacion), "", ""})
}

func proyectarDocumento(l *escritor.Lote, persona, documento string) error {
	tipo, numero, ok := strings.Cut(documento, " ")
	if !ok {
		return nil
	}
	return l.Insert(&filaDocumentoEmpleado{persona, tipo, numero})
}

// AltaFacts is what a person enters the house with. Documento may be zero only for who
// shows none to the house: a funcionario inspector.
type AltaFacts struct {
	Usuario         string
	Clave           string // password, at least MinClave characters; "" gives no session
	Cargo           domain.Cargo
	Establecimiento string // Todos in every one
	Nombre          string
	Apellidos       string
	Documento       identidad.Documento // in normal form; keeps staff from a card (criterio ADM-9)

	digest string // of Clave, computed before the writer's turn
}

var formaUsuario = regexp.MustCompile(`^[a-z][a-z0-9._-]{1,31}$`)

// check judges the shape of the facts and cleans the names.
func (f *AltaFacts) check() error {
	switch {
	case !formaUsuario.MatchString(f.Usuario):
		return fmt.Errorf("%w: el usuario lleva de 2 a 32 letras minúsculas, cifras, puntos o guiones", ErrDatos)
	case !f.Cargo.Valid():
		return fmt.Errorf("%w: cargo %q", ErrDatos, f.Cargo)
	}
	nombre, apellidos, err := identidad.ParseNombre(f.Nombre, f.Apellidos)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDatos, errors.Unwrap(err))
	}
	f.Nombre, f.Apellidos = nombre, apellidos
	return nil
}

// personal is the part of the facts that is personal data.
func (f *AltaFacts) personal() []diario.ValorPersonal {
	v := []diario.ValorPersonal{{Nombre: "nombre", Valor: f.Nombre}, {Nombre: "apellidos", Valor: f.Apellidos}}
	if !f.Documento.IsZero() {
		v = append(v, diario.ValorPersonal{Nombre: "documento", Valor: string(f.Documento.Tipo) + " " + f.Documento.Numero})
	}
	return v
}

// AltaPersona records somebody of the house (art. 17.1). It returns ErrDatos,
// ErrUsuarioRepetido, ErrEstablecimiento or ErrClaveCorta.
func (c *Casa) AltaPersona(ctx context.Context, autor Autor, f AltaFacts) (Persona, error) {
	var err error
	if f.digest, err = c.hashClave(ctx, f.Clave); err != nil {
		return Persona{}, err
	}
	var p Persona
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
		p, err = alta(tx, autor, f)
		tx.Recurso(201, p.ID)
		return err
	})
	return p, err
}

func alta(tx *escritor.Tx, autor Autor, f AltaFacts) (Persona, error) {
	if err := f.check(); err != nil {
		return Persona{}, err
	}
	if err := checkPlace(tx.DB(), "", f.Usuario, f.Establecimiento); err != nil {
		return Persona{}, err
	}
	id := fmt.Sprintf("p%d", tx.Ultimo(diario.Entidad, SeriePersonas)+1)
	b := borradorRegistro(tx, autor, TipoPersona, datosPersona(id, f.Usuario, f.Cargo, f.Establecimiento)...)
	b.Serie, b.Clase, b.Personal = SeriePersonas, diario.ClasePersonal, f.personal()
	a, err := tx.Append(b)
	if err != nil {
		return Persona{}, err
	}
	if f.digest != "" {
		if err := tx.Insert(&filaUsuario{Persona: id, Clave: f.digest}); err != nil {
			return Persona{}, err
		}
	}
	return Persona{ID: id, Usuario: f.Usuario, Cargo: f.Cargo, Establecimiento: f.Establecimiento,
		Nombre: f.Nombre, Apellidos: f.Apellidos, Alta: a.Anotacion}, nil
}

func datosPersona(id, usuario string, cargo domain.Cargo, establecimiento string) []diario.Dato {
	return []diario.Dato{
		{Nombre: "persona", Valor: id},
		{Nombre: "usuario", Valor: usuario},
		{Nombre: "cargo", Valor: string(cargo)},
		{Nombre: "establecimiento", Valor: establecimiento},
	}
}

// checkPlace returns ErrUsuarioRepetido when somebody who serves, other than persona, has
// that usuario (a person who left does not keep it), and ErrEstablecimiento.
func checkPlace(db *gorm.DB, persona, usuario, establecimiento string) error {
	_, taken, err := findOne[filaPersona](db.Where("usuario = ? AND baja = 0 AND persona <> ?", usuario, persona))
	switch {
	case err != nil:
		return err
	case taken:
		return ErrUsuarioRepetido
	case establecimiento == Todos:
		return nil
	}
	_, err = findEstablecimiento(db, establecimiento)
	return err
}

// CambioFacts is what changes of a person; what is empty stays as it was.
type CambioFacts struct {
	Usuario         string
	Cargo           domain.Cargo
	Establecimiento string
	Nombre          string
	Apellidos       string
	Documento       identidad.Documento
}

// CambioPersona records a change of cargo, place or name. What the person had signed in
// acts still open falls. It returns ErrPersona, ErrEnDireccion when who directs would
// cease to be of the direction, and the errors of AltaPersona.
func (c *Casa) CambioPersona(ctx context.Context, autor Autor, persona string, f CambioFacts) (Persona, error) {
	var p Persona
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
		if p, err = findPersona(tx.DB(), persona); err != nil {
			return err
		}
		n, err := changed(tx.DB(), p, f)
		if err != nil {
			return err
		}
		if err := checkChange(tx, p, n); err != nil {
			return err
		}
		b := borradorRegistro(tx, autor, TipoCambioPersona, datosPersona(p.ID, n.Usuario, n.Cargo, n.Establecimiento)...)
		b.Clase, b.Personal = diario.ClasePersonal, n.personal()
		if _, err := tx.Append(b); err != nil {
			return err
		}
		p.Usuario, p.Cargo, p.Establecimiento, p.Nombre, p.Apellidos = n.Usuario, n.Cargo, n.Establecimiento, n.Nombre, n.Apellidos
		tx.Recurso(200, p.ID)
		return dropFirmas(tx, p.ID)
	})
	return p, err
}

// changed is what the person will be: the present facts with those that change.
func changed(db *gorm.DB, p Persona, f CambioFacts) (AltaFacts, error) {
	n := AltaFacts{Usuario: p.Usuario, Cargo: p.Cargo, Establecimiento: p.Establecimiento, Nombre: p.Nombre, Apellidos: p.Apellidos}
	doc, ok, err := findOne[filaDocumentoEmpleado](db.Where("persona = ?", p.ID))
	if err != nil {
		return AltaFacts{}, err
	}
	if ok {
		n.Documento = identidad.Documento{Tipo: identidad.TipoDocumento(doc.Tipo), Numero: doc.Numero}
	}
	if !f.Documento.IsZero() {
		n.Documento = f.Documento
	}
	if f.Cargo != "" {
		n.Cargo = f.Cargo
	}
	for _, s := range []struct {
		dst *string
		src string
	}{{&n.Usuario, f.Usuario}, {&n.Establecimiento, f.Establecimiento}, {&n.Nombre, f.Nombre}, {&n.Apellidos, f.Apellidos}} {
		if s.src != "" {
			*s.dst = s.src
		}
	}
	return n, n.check()
}

func checkChange(tx *escritor.Tx, p Persona, n AltaFacts) error {
	if err := checkPlace(tx.DB(), p.ID, n.Usuario, n.Establecimiento); err != nil {
		return err
	}
	if n.Cargo.Direccion() {
		return nil
	}
	directs, err := inDireccion(tx.DB(), p.ID)
	if err != nil {
		return err
	}
	if directs {
		return ErrEnDireccion
	}
	if !countersigns(n.Cargo) && countersigns(p.Cargo) {
		return ensureFirmantes(tx.DB(), p.ID, tx.Ahora())
	}
	return nil
}

// BajaPersona records that a person left: no session, no key, no signature since. The
// usuario may be given again. It returns ErrPersona, ErrEnDireccion or ErrSinFirmantes.
func (c *Casa) BajaPersona(ctx context.Context, autor Autor, persona string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		p, err := findPersona(tx.DB(), persona)
		if err != nil {
			return err
		}
		if directs, err := inDireccion(tx.DB(), p.ID); err != nil {
			return err
		} else if directs {
			return ErrEnDireccion
		}
		if err := ensureFirmantes(tx.DB(), p.ID, tx.Ahora()); err != nil {
			return err
		}
		if _, err := tx.Append(borradorRegistro(tx, autor, TipoBajaPersona, diario.Dato{Nombre: "persona", Valor: p.ID})); err != nil {
			return err
		}
		for _, sql := range []string{`DELETE FROM usuarios WHERE persona = ?`, `DELETE FROM claves_selladas WHERE persona = ?`,
			`DELETE FROM intentos WHERE persona = ?`} {
			if err := tx.Exec(sql, p.ID); err != nil {
				return err
			}
		}
		return dropFirmas(tx, p.ID)
	})
	return err
}

// findPersona returns who serves in the house under that id, or ErrPersona.
func findPersona(db *gorm.DB, id string) (Persona, error) {
	f, ok, err := findOne[filaPersona](db.Where("persona = ? AND baja = 0", id))
	if err != nil {
		return Persona{}, fmt.Errorf("read persona %s: %w", id, err)
	}
	if !ok {
		return Persona{}, ErrPersona
	}
	return f.persona(), nil
}

// Persona returns who has that id, also after leaving. It returns ErrPersona.
func (c *Casa) Persona(ctx context.Context, id string) (Persona, error) {
	f, ok, err := findOne[filaPersona](c.Escritor.Lectura().WithContext(ctx).Where("persona = ?", id))
	if err != nil {
		return Persona{}, fmt.Errorf("read persona %s: %w", id, err)
	}
	if !ok {
		return Persona{}, ErrPersona
	}
	return f.persona(), nil
}

// PersonaByUsuario returns who serves under that usuario, or ErrPersona.
func (c *Casa) PersonaByUsuario(ctx context.Context, usuario string) (Persona, error) {
	f, ok, err := findOne[filaPersona](c.Escritor.Lectura().WithContext(ctx).Where("usuario = ? AND baja = 0", usuario))
	if err != nil {
		return Persona{}, fmt.Errorf("read a usuario: %w", err)
	}
	if !ok {
		return Persona{}, ErrPersona
	}
	return f.persona(), nil
}

// Personas lists who serves in the house, in the order they came.
func (c *Casa) Personas(ctx context.Context) ([]Persona, error) {
	var rows []filaPersona
	if err := c.Escritor.Lectura().WithContext(ctx).Where("baja = 0").Order("alta").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list personas: %w", err)
	}
	ps := make([]Persona, 0, len(rows))
	for _, f := range rows {
		ps = append(ps, f.persona())
	}
	return ps, nil
}

// EsEmpleado reports whether the holder of a document, in normal form, serves in the
// house: staff get no card (criterio ADM-9).
func (c *Casa) EsEmpleado(ctx context.Context, tipo, numero string) (bool, error) {
	_, ok, err := findOne[filaDocumentoEmpleado](c.Escritor.Lectura().WithContext(ctx).Where("numero = ? AND tipo = ?", numero, tipo))
	if err != nil {
		return false, fmt.Errorf("look for staff: %w", err)
	}
	return ok, nil
}

// cargoAt returns the cargo and place a person held at an instant, and since when;
// domain.Cargo("") when not in the house then.
func cargoAt(db *gorm.DB, persona string, t time.Time) (filaCargo, error) {
	f, _, err := findOne[filaCargo](db.Where("persona = ? AND desde <= ?", persona, micros(t)).Order("posicion DESC"))
	if err != nil {
		return filaCargo{}, fmt.Errorf("read the cargo of %s: %w", persona, err)
	}
	return f, nil
}
