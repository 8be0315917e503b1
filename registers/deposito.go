package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about the depósito of cards and dice.
var (
	// ErrDeposito: the establecimiento has not opened the book of its depósito.
	ErrDeposito = errors.New("el libro del depósito de naipes no está abierto")
	// ErrDepositoAbierto: it has.
	ErrDepositoAbierto = errors.New("el libro del depósito de naipes ya está abierto")
	// ErrUnidad: the depósito has no such unit.
	ErrUnidad = errors.New("no consta esa unidad en el depósito")
	// ErrUnidadRepetida: the number was entered before, whatever became of the unit.
	ErrUnidadRepetida = errors.New("ese número ya consta anotado en el depósito")
	// ErrVariosFabricantes: two manufacturers have a unit of that number.
	ErrVariosFabricantes = errors.New("hay unidades de varios fabricantes con ese número: hay que decir cuál")
	// ErrSinUnidades: an opening that moves nothing, or too much.
	ErrSinUnidades = errors.New("no se dice qué unidades se mueven, o son demasiadas")
	// ErrModeloBaraja: no model of pack with that reference.
	ErrModeloBaraja = errors.New("no consta ese modelo de baraja")
	// ErrProveedorRepetido: that number is on record already.
	ErrProveedorRepetido = errors.New("ese proveedor ya consta")
	// ErrEmpleadoCargo: who takes charge of the cards is an employee of the house.
	ErrEmpleadoCargo = errors.New("de los naipes se hace cargo un empleado de la casa")
)

// LibroDeposito is the book of the depósito of an establecimiento: a folio for each opening
// of the cupboard, reception, examination, withdrawal and destruction.
const LibroDeposito = "deposito-naipes"

// Kinds of asiento of the depósito.
const (
	TipoDeposito           = "Deposito"           // the book is opened and the key is somebody's
	TipoTraspasoLlave      = "TraspasoLlave"      // the key passes to another (art. 46.3)
	TipoProveedor          = "Proveedor"          // who sells cards, with the number of its inscription (art. 43.2)
	TipoModeloBaraja       = "ModeloBaraja"       // a model of pack (art. 44.5)
	TipoRecepcionDeposito  = "RecepcionDeposito"  // units received (art. 46.2)
	TipoMovimientoDeposito = "MovimientoDeposito" // an opening of the cupboard and what it moved (art. 46.3)
	TipoExamenDeposito     = "ExamenDeposito"     // a unit examined, counted or checked (arts. 43.4, 46.5)
	TipoRetiradaNaipes     = "RetiradaNaipes"     // a box withdrawn (art. 46.7)
	TipoComunicacionNaipes = "ComunicacionNaipes" // and communicated
	TipoDestruccion        = "DestruccionDeposito"
)

// maxUnidades bounds the units of one opening.
const maxUnidades = 200

// Deposito is the depósito of an establecimiento. Instants UTC.
type Deposito struct {
	Establecimiento string
	Llave           string // persona who holds the key
	Desde           time.Time
	Armarios        int
	Resolucion      string // that makes the book the official one; "" copia auxiliar (criterio LIB-1)
	Apertura        time.Time
}

// DepositoFacts opens the book.
type DepositoFacts struct {
	Armarios   int    // cupboards labelled as depósito (art. 46.1)
	Llave      string // badge of who keeps the key
	Resolucion string
}

// OpenDeposito opens the book of the depósito of an establecimiento and records who keeps
// the key of its cupboards: somebody who directs (arts. 46.1, 46.3). From then on card and
// dice tables open with what the book handed to them. It returns ErrDepositoAbierto, ErrDatos,
// firma.ErrCredencial, or the breach of art. 46.3.
func (c *Casa) OpenDeposito(ctx context.Context, autor Autor, hora Hora, establecimiento string, f DepositoFacts) (Deposito, error) {
	var d Deposito
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		if _, err := findDeposito(db, establecimiento); !errors.Is(err, ErrDeposito) {
			return errors.Join(err, ErrDepositoAbierto)
		}
		if f.Armarios < 1 || f.Armarios > 99 {
			return fmt.Errorf("%w: número de armarios", ErrDatos)
		}
		p, err := titular(db, establecimiento, hora, f.Llave)
		if err != nil {
			return err
		}
		a, err := appendDeposito(tx, autor, hora, establecimiento, time.Time{}, diario.Borrador{Tipo: TipoDeposito, NuevoFolio: true, Datos: []diario.Dato{
			{Nombre: "llave", Valor: p.ID}, datoEntero("armarios", f.Armarios), {Nombre: "resolucion", Valor: f.Resolucion}}})
		if err != nil {
			return err
		}
		tx.Recurso(201, establecimiento)
		d = Deposito{establecimiento, p.ID, a.Hecho, f.Armarios, f.Resolucion, a.Hecho}
		return nil
	})
	return d, err
}

// HandLlave records that the key passes to another of the direction, at that hour (art.
// 46.3): whose badge is read last. It returns ErrDeposito, firma.ErrCredencial or the breach
// of art. 46.3.
func (c *Casa) HandLlave(ctx context.Context, autor Autor, hora Hora, establecimiento, credencial string) (Deposito, error) {
	var d Deposito
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		var err error
		if d, err = findDeposito(tx.DB(), establecimiento); err != nil {
			return err
		}
		p, err := titular(tx.DB(), establecimiento, hora, credencial)
		if err != nil {
			return err
		}
		a, err := appendDeposito(tx, autor, hora, establecimiento, d.Desde, diario.Borrador{Tipo: TipoTraspasoLlave, NuevoFolio: true, Datos: []diario.Dato{
			{Nombre: "saliente", Valor: d.Llave}, {Nombre: "llave", Valor: p.ID}}})
		d.Llave, d.Desde = p.ID, a.Hecho
		tx.Recurso(201, establecimiento)
		return err
	})
	return d, err
}

func init() {
	// The relevo says whether the key went with it: then the book of the depósito says so too.
	cierres[TipoRelevo] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		d, err := findDeposito(tx.DB(), a.Establecimiento)
		if errors.Is(err, ErrDeposito) || a.Dato("llave") != "si" || d.Llave == a.Dato("entrante") {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = tx.Append(diario.Borrador{Establecimiento: a.Establecimiento, Libro: LibroDeposito, NuevoFolio: true, Jornada: hoja.Jornada, Hecho: hoja.Hecho,
			Origen: hoja.Origen, Autor: hoja.Autor, Cargo: hoja.Cargo, Clase: diario.ClasePermanente, Tipo: TipoTraspasoLlave,
			Datos: []diario.Dato{{Nombre: "saliente", Valor: d.Llave}, {Nombre: "llave", Valor: a.Dato("entrante")}}})
		return err
	}
}

// titular is the persona of a badge that may keep the key: who directs then (art. 46.3).
func titular(db *gorm.DB, establecimiento string, hora Hora, credencial string) (Persona, error) {
	p, err := tap(db, credencial)
	if err != nil {
		return p, err
	}
	return p, checkDirige(db, Autor{Persona: p.ID}, establecimiento, hora, art("46.3"))
}

// tap tells whose badge was read, when it is the one in force. It signs nothing.
func tap(db *gorm.DB, credencial string) (Persona, error) {
	cred, err := firma.ParseCredencial(credencial)
	if err != nil {
		return Persona{}, err
	}
	defer cred.Wipe()
	s, err := selladaVigente(db, cred.Persona)
	if errors.Is(err, ErrSinClave) {
		return Persona{}, firma.ErrCredencial
	}
	if err != nil {
		return Persona{}, err
	}
	if err := firma.CheckCredencial(s, cred); err != nil {
		return Persona{}, err
	}
	return findPersona(db, cred.Persona)
}

// Presentes are the two badges read when the cupboard opens: one reading each, however many
// boxes move (art. 46.3, criterio NAI-1). Funcionario is the professional number of the
// inspector, in an inspection or a destruction.
type Presentes struct{ Llave, Empleado, Funcionario string }

// presentes judges who is there and returns what the asiento says of them.
func (d Deposito) presentes(db *gorm.DB, hora Hora, p Presentes, inspeccion bool) ([]diario.Dato, []diario.ValorPersonal, error) {
	a := deposito.Apertura{Titular: d.Llave, Funcionario: p.Funcionario, Inspeccion: inspeccion}
	if p.Llave != "" {
		llave, err := titular(db, d.Establecimiento, hora, p.Llave)
		if err != nil {
			return nil, nil, err
		}
		a.Llave = llave.ID
	}
	if p.Empleado != "" {
		empleado, err := tap(db, p.Empleado)
		if err != nil {
			return nil, nil, err
		}
		if !empleado.ServesIn(d.Establecimiento) || !countersigns(empleado.Cargo) {
			return nil, nil, norma.Breach(art("46.3"), ErrEmpleadoCargo)
		}
		a.Empleado = empleado.ID
	}
	if err := a.Check(); err != nil {
		return nil, nil, err
	}
	datos := []diario.Dato{{Nombre: "llave", Valor: a.Llave}}
	if a.Empleado != "" {
		datos = append(datos, diario.Dato{Nombre: "empleado", Valor: a.Empleado})
	}
	if p.Funcionario == "" {
		return datos, nil, nil
	}
	return datos, []diario.ValorPersonal{{Nombre: valorFuncionario, Valor: p.Funcionario}}, nil
}

// valorFuncionario is the personal value that keeps the number of an inspector.
const valorFuncionario = "funcionario"

// appendDeposito writes an asiento in the book of the depósito: not before desde.
func appendDeposito(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, desde time.Time, b diario.Borrador) (diario.Asiento, error) {
	if err := checkHoraDeposito(tx, hora, establecimiento, desde); err != nil {
		return diario.Asiento{}, err
	}
	b.Establecimiento = establecimiento
	if b.Libro == "" {
		b.Libro = LibroDeposito
	}
	j, has, err := LastJornada(tx.DB(), establecimiento)
	if err != nil {
		return diario.Asiento{}, err
	}
	if has && j.AdmiteRecuentos() {
		b.Jornada = j.Fecha
	}
	hora.stamp(&b, autor)
	return tx.Append(b)
}

// checkHoraDeposito judges the hour of an act of the depósito.
func checkHoraDeposito(tx *escritor.Tx, hora Hora, establecimiento string, desde time.Time) error {
	a, err := CurrentAutorizacion(tx.DB(), establecimiento)
	if err != nil {
		return err
	}
	return hora.check(tx, desde, a.Parametros.Margen())
}

// RefUnidad names a unit of the depósito. Fabricante may be empty when the number is of one
// manufacturer alone.
type RefUnidad struct {
	Clase              deposito.Clase
	Fabricante, Numero string
}

// UnidadDeposito is a unit with what the book says of it. Instants UTC.
type UnidadDeposito struct {
	deposito.Unidad
	Establecimiento string
	Proveedor       string // number of its inscription
	Modelo          string // reference of the model of pack
	Recibida        time.Time
	Folio           int64 // of its reception
	Ultimo          time.Time
}

// findUnidad reads a unit. It returns ErrUnidad, ErrVariosFabricantes or the breach of a
// class that is none.
func findUnidad(db *gorm.DB, establecimiento string, r RefUnidad) (UnidadDeposito, error) {
	if _, err := deposito.ParseClase(string(r.Clase)); err != nil {
		return UnidadDeposito{}, err
	}
	q := db.Where("establecimiento = ? AND clase = ? AND numero = ?", establecimiento, string(r.Clase), deposito.Clave(r.Numero))
	if r.Fabricante != "" {
		q = q.Where("fabricante = ?", deposito.Clave(r.Fabricante))
	}
	var filas []filaUnidad
	if err := q.Limit(2).Find(&filas).Error; err != nil {
		return UnidadDeposito{}, fmt.Errorf("read a unit of the depósito of %s: %w", establecimiento, err)
	}
	switch len(filas) {
	case 0:
		return UnidadDeposito{}, fmt.Errorf("%w: %s %s", ErrUnidad, r.Clase.Nombre(), deposito.Clave(r.Numero))
	case 2:
		return UnidadDeposito{}, fmt.Errorf("%w: %s", ErrVariosFabricantes, deposito.Clave(r.Numero))
	}
	return filas[0].unidad(), nil
}

// Deposito returns the depósito of an establecimiento, or ErrDeposito.
func (c *Casa) Deposito(ctx context.Context, establecimiento string) (Deposito, error) {
	return findDeposito(c.Escritor.Lectura().WithContext(ctx), establecimiento)
}

func findDeposito(db *gorm.DB, establecimiento string) (Deposito, error) {
	f, ok, err := findOne[filaDeposito](db.Where("establecimiento = ?", establecimiento))
	if err == nil && !ok {
		err = ErrDeposito
	}
	return f.deposito(), err
}

// Unidades lists the units of the depósito by class, state and number; destroyed ones only
// when all.
func (c *Casa) Unidades(ctx context.Context, establecimiento string, all bool) ([]UnidadDeposito, error) {
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento)
	if !all {
		q = q.Where("estado <> ?", string(deposito.Destruida))
	}
	us, err := unidadesDe(q)
	slices.SortStableFunc(us, func(x, y UnidadDeposito) int {
		at := func(u UnidadDeposito) int { return slices.Index(deposito.Estados, u.Estado) }
		if x.Clase != y.Clase {
			return strings.Compare(string(x.Clase), string(y.Clase))
		}
		return at(x) - at(y)
	})
	return us, err
}

func unidadesDe(q *gorm.DB) ([]UnidadDeposito, error) {
	var filas []filaUnidad
	if err := q.Order("clase, numero, fabricante").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the units of the depósito: %w", err)
	}
	us := make([]UnidadDeposito, 0, len(filas))
	for _, f := range filas {
		us = append(us, f.unidad())
	}
	return us, nil
}

// SaldoDeposito is how many units of a class are in a state.
type SaldoDeposito struct {
	Clase  deposito.Clase
	Estado deposito.Estado
	N      int64
}

// Saldo is the balance of the depósito at an instant: of every unit received by then, where
// its last movement left it (art. 46.1).
func (c *Casa) Saldo(ctx context.Context, establecimiento string, instante time.Time) ([]SaldoDeposito, error) {
	var out []SaldoDeposito
	err := c.Escritor.Lectura().WithContext(ctx).Raw(`SELECT clase, estado, count(*) AS n FROM (
		SELECT clase, estado, row_number() OVER (PARTITION BY clase, fabricante, numero ORDER BY posicion DESC, orden DESC) AS k
		FROM movimientos_deposito WHERE establecimiento = ? AND hora <= ?) AS ultimos
		WHERE k = 1 GROUP BY clase, estado ORDER BY clase, estado`, establecimiento, micros(instante)).Scan(&out).Error
	if err != nil {
		return nil, fmt.Errorf("balance of the depósito of %s: %w", establecimiento, err)
	}
	return out, nil
}

// checkDeposito judges, at the opening of a table, that it has from the depósito what its
// game is played with; nothing while the establecimiento has not put its depósito into use
// (arts. 46.1, 48.2, 149.2.d).
func (s *sala) checkDeposito(db *gorm.DB) error {
	if _, err := findDeposito(db, s.mesa.Establecimiento); err != nil {
		if errors.Is(err, ErrDeposito) {
			return nil
		}
		return err
	}
	us, err := unidadesDe(db.Where("establecimiento = ? AND estado = ? AND mesa = ?", s.mesa.Establecimiento, string(deposito.EnMesa), s.mesa.Numero))
	if err != nil {
		return err
	}
	var m deposito.EnUso
	for _, u := range us {
		switch u.Clase {
		case deposito.Naipes:
			m.Naipes++
		case deposito.Sabot:
			m.Sabots++
		case deposito.Dado:
			m.Dados = append(m.Dados, u.Unidad)
		}
	}
	if s.mesa.Juego == domain.Dados {
		if m.Anteriores, err = s.dadosAnteriores(db); err != nil {
			return err
		}
	}
	return deposito.CheckApertura(s.mesa.Juego, m)
}

// dadosAnteriores are the dice handed to the table for its last session: between the close of
// the one before and its own (art. 149.2.d).
func (s *sala) dadosAnteriores(db *gorm.DB) ([]string, error) {
	var cierres []int64
	err := db.Model(&filaSesionMesa{}).Where("establecimiento = ? AND mesa = ? AND abierta = 0", s.mesa.Establecimiento, s.mesa.Numero).
		Order("folio DESC").Limit(2).Pluck("hora_cierre", &cierres).Error
	if err != nil || len(cierres) == 0 {
		return nil, err
	}
	q := db.Where("establecimiento = ? AND clase = ? AND movimiento = ? AND mesa = ? AND hora <= ?",
		s.mesa.Establecimiento, string(deposito.Dado), string(deposito.Extraccion), s.mesa.Numero, cierres[0])
	if len(cierres) == 2 {
		q = q.Where("hora > ?", cierres[1])
	}
	var filas []filaMovimientoDeposito
	if err := q.Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the dice of the last session of table %d: %w", s.mesa.Numero, err)
	}
	out := make([]string, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.Fabricante+"/"+f.Numero)
	}
	return out, nil
}

// avisosDados warn that a dice table opens with its pack still sealed by the record (art.
// 149.2.f).
func (s *sala) avisosDados(db *gorm.DB) ([]Aviso, error) {
	if s.mesa.Juego != domain.Dados {
		return nil, nil
	}
	us, err := unidadesDe(db.Where("establecimiento = ? AND clase = ? AND estado = ? AND mesa = ? AND integro = 1",
		s.mesa.Establecimiento, string(deposito.Dado), string(deposito.EnMesa), s.mesa.Numero))
	if err != nil || len(us) == 0 {
		return nil, err
	}
	return []Aviso{avisoDe(norma.Breach(art("149.2.f"), deposito.ErrSinRotura).Under("MAQ-1"))}, nil
}
