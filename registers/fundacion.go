package registers

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors of the foundation.
var (
	// ErrFundada: the log has an acta fundacional, or anything else, already.
	ErrFundada = errors.New("el diario ya tiene su acta fundacional")
	// ErrNoFundada: there is no acta fundacional yet.
	ErrNoFundada = errors.New("el diario todavía no tiene acta fundacional")
)

// TipoActaFundacional is the kind of the asiento at position 0: the root of trust.
const TipoActaFundacional = "ActaFundacional"

// Fundacion is what the acta fundacional says of the house.
type Fundacion struct {
	Instalacion  string // 32 hex digits, unique to this log
	Origen       string // name of the key of checkpoints: foliado/<instalacion>
	ClaveDiario  string // that key, as a note verifier
	Entidad      string
	Demostracion bool
	Version      string // of the program that founded
	Instante     time.Time
}

type filaFundacion struct {
	Instalacion  string
	Origen       string
	ClaveDiario  string
	Entidad      string
	Demostracion int64
	Version      string
	Instante     int64
	Posicion     int64
}

func (filaFundacion) TableName() string { return "fundacion" }

var tablasFundacion = []escritor.Tabla{{Nombre: "fundacion", Clave: []string{"instalacion"}}}

var proyectoresFundacion = map[string]escritor.Proyector{TipoActaFundacional: proyectarActa}

func proyectarActa(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaFundacion{Instalacion: d.texto("instalacion"), Origen: d.texto("origen"), ClaveDiario: d.texto("clave_diario"),
		Entidad: d.texto("entidad"), Version: d.texto("version"), Instante: micros(a.Anotacion), Posicion: a.Posicion}
	if d.si("demostracion") {
		f.Demostracion = 1
	}
	if d.err != nil {
		return d.err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	for n := 1; n <= fundadores; n++ {
		k := prefijoFundador(n)
		fila := &filaClave{Clave: d.texto(k + "id"), Persona: d.texto(k + "persona"), Publica: d.texto(k + "publica"),
			Desde: micros(a.Anotacion), Posicion: a.Posicion, RevocadaPosicion: -1}
		if err := l.Insert(fila); err != nil {
			return err
		}
	}
	return nil
}

// fundadores is how many keys the acta fundacional carries: that of the first director
// and a second one, so that together they can enrol the rest.
const fundadores = 2

func prefijoFundador(n int) string { return fmt.Sprintf("clave.%d.", n) }

// Fundacion returns what the acta fundacional says. It returns ErrNoFundada before it.
func (c *Casa) Fundacion(ctx context.Context) (Fundacion, error) {
	if f := c.acta.Load(); f != nil {
		return *f, nil
	}
	f, ok, err := findOne[filaFundacion](c.Escritor.Lectura().WithContext(ctx))
	if err != nil {
		return Fundacion{}, fmt.Errorf("read the acta fundacional: %w", err)
	}
	if !ok {
		return Fundacion{}, ErrNoFundada
	}
	acta := Fundacion{f.Instalacion, f.Origen, f.ClaveDiario, f.Entidad, f.Demostracion == 1, f.Version, fromMicros(f.Instante)}
	c.acta.Store(&acta)
	return acta, nil
}

// FundadorFacts is one of the two people who hold the first keys.
type FundadorFacts struct {
	AltaFacts
	PIN string
}

// FundacionFacts is what a house is founded with.
type FundacionFacts struct {
	Entidad          string
	Demostracion     bool
	Version          string
	ClaveDiario      string // note verifier of the key of checkpoints; its name is foliado/<instalacion>
	Establecimientos []domain.Establecimiento
	Director         FundadorFacts // cargo director; becomes titular in every establecimiento
	Segundo          FundadorFacts // any other cargo that may countersign
	Acuerdo          domain.Fecha  // date of the agreement that appoints the director
}

// Fundador is a founder on record. Credencial is the text of the badge: it is shown now
// and never again.
type Fundador struct {
	Persona    Persona
	Clave      string // key id
	Credencial string
}

// Fundada is a house just founded.
type Fundada struct {
	Fundacion         Fundacion
	Acta              diario.Asiento
	Director, Segundo Fundador
	Recibo            escritor.Recibo // its checkpoint is the first one, printed with the acta
}

var formaOrigen = regexp.MustCompile(`^foliado/([0-9a-f]{32})$`)

// Fundar writes the acta fundacional at position 0 and, in the same commit, the
// establecimientos, the two founders and who directs. It returns ErrFundada when the log
// is not empty, ErrDatos and the errors of AltaPersona when the facts are wrong.
func (c *Casa) Fundar(ctx context.Context, f FundacionFacts) (Fundada, error) {
	origen, instalacion, err := checkFundacion(&f)
	if err != nil {
		return Fundada{}, err
	}
	if c.Escritor.Tamano() != 0 {
		return Fundada{}, ErrFundada
	}
	people := [fundadores]*FundadorFacts{&f.Director, &f.Segundo}
	var keys [fundadores]claveNueva
	for k, p := range people {
		if keys[k], err = c.newClave(ctx, instalacion, fmt.Sprintf("p%d", k+1), p.PIN); err != nil {
			return Fundada{}, err
		}
		if p.digest, err = c.hashClave(ctx, p.Clave); err != nil {
			return Fundada{}, err
		}
	}
	done := Fundada{Fundacion: Fundacion{Instalacion: instalacion, Origen: origen, ClaveDiario: f.ClaveDiario,
		Entidad: f.Entidad, Demostracion: f.Demostracion, Version: f.Version}}
	done.Recibo, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error { return found(tx, f, keys, &done) })
	if err != nil {
		return Fundada{}, err
	}
	return done, nil
}

// checkFundacion judges the facts and takes the origin apart.
func checkFundacion(f *FundacionFacts) (origen, instalacion string, err error) {
	v, err := note.NewVerifier(f.ClaveDiario)
	if err != nil {
		return "", "", fmt.Errorf("%w: la clave del diario no es un verificador de notas", ErrDatos)
	}
	m := formaOrigen.FindStringSubmatch(v.Name())
	switch {
	case m == nil:
		return "", "", fmt.Errorf("%w: el origen %q no es foliado/ y 32 cifras hexadecimales", ErrDatos, v.Name())
	case strings.TrimSpace(f.Entidad) == "" || len(f.Establecimientos) == 0:
		return "", "", fmt.Errorf("%w: faltan la entidad o sus establecimientos", ErrDatos)
	case f.Director.Cargo != domain.Director || f.Director.Establecimiento != Todos:
		return "", "", fmt.Errorf("%w: el primer firmante es el director, en todos los establecimientos", ErrDatos)
	case !countersigns(f.Segundo.Cargo):
		return "", "", fmt.Errorf("%w: el cargo %q no puede ser segundo firmante", ErrDatos, f.Segundo.Cargo)
	}
	if _, err := domain.ParseFecha(string(f.Acuerdo)); err != nil {
		return "", "", fmt.Errorf("%w: fecha del acuerdo: %w", ErrDatos, err)
	}
	return v.Name(), m[1], nil
}

func found(tx *escritor.Tx, f FundacionFacts, keys [fundadores]claveNueva, done *Fundada) error {
	if tx.Tamano() != 0 {
		return ErrFundada
	}
	people := [fundadores]FundadorFacts{f.Director, f.Segundo}
	datos := []diario.Dato{
		{Nombre: "instalacion", Valor: done.Fundacion.Instalacion},
		{Nombre: "origen", Valor: done.Fundacion.Origen},
		{Nombre: "clave_diario", Valor: f.ClaveDiario},
		{Nombre: "entidad", Valor: f.Entidad},
		datoSi("demostracion", f.Demostracion),
		{Nombre: "version", Valor: f.Version},
	}
	for k, key := range keys {
		p := prefijoFundador(k + 1)
		datos = append(datos, diario.Dato{Nombre: p + "persona", Valor: key.persona},
			diario.Dato{Nombre: p + "id", Valor: key.sellada.Clave},
			diario.Dato{Nombre: p + "publica", Valor: firma.Publica(key.sellada.Publica)},
			diario.Dato{Nombre: p + "posesion", Valor: key.posesion},
			diario.Dato{Nombre: p + "cargo", Valor: string(people[k].Cargo)})
	}
	acta, err := tx.Append(borradorRegistro(tx, AutorSistema, TipoActaFundacional, datos...))
	if err != nil {
		return err
	}
	done.Acta, done.Fundacion.Instante = acta, acta.Anotacion
	for _, e := range f.Establecimientos {
		if err := createEstablecimiento(tx, AutorSistema, tx.Ahora(), e); err != nil {
			return err
		}
	}
	return foundPeople(tx, f, people, keys, done)
}

// foundPeople records the two founders, keeps their sealed keys and appoints the director.
func foundPeople(tx *escritor.Tx, f FundacionFacts, people [fundadores]FundadorFacts, keys [fundadores]claveNueva, done *Fundada) error {
	for k, dst := range []*Fundador{&done.Director, &done.Segundo} {
		p, err := alta(tx, AutorSistema, people[k].AltaFacts)
		if err != nil {
			return err
		}
		if p.ID != keys[k].persona {
			return fmt.Errorf("found: persona %s has the key of %s", p.ID, keys[k].persona)
		}
		if err := tx.Insert(keys[k].row(true)); err != nil {
			return err
		}
		*dst = Fundador{Persona: p, Clave: keys[k].sellada.Clave, Credencial: keys[k].credencial}
	}
	return appoint(tx, AutorSistema, DireccionFacts{Persona: done.Director.Persona.ID, Calidad: CalidadTitular,
		Establecimiento: Todos, Desde: tx.Ahora(), Acuerdo: f.Acuerdo})
}

// instalacion is the id of this log, inside a transaction or out of one.
func (c *Casa) instalacion(ctx context.Context) (string, error) {
	f, err := c.Fundacion(ctx)
	return f.Instalacion, err
}
