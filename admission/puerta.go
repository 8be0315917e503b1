// Package admission is the admission service of arts. 20 to 25: who comes in, with
// which document, checked against which list, holding which card; and what is
// recorded of whoever may not.
package admission

import (
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/plazos"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

var art = norma.Reglamento.Art

// Libro is the book of the door in each establecimiento; LibroFichas that of the
// personal files, common to the entidad.
const (
	Libro       = "admision"
	LibroFichas = "fichas"
)

// Series of document numbers of the door.
const (
	SerieTarjetas     = "tarjetas"
	SerieDenegaciones = "denegaciones"
	SerieFichas       = "fichas"
)

// Errors of the door.
var (
	// ErrNoExiste: no card, ficha, comprobación or establecimiento has that name.
	ErrNoExiste = errors.New("no existe")
	// ErrCaducada: the comprobación was used already, or belongs to another jornada.
	ErrCaducada = errors.New("la comprobación ya no sirve: hay que comprobar de nuevo a la persona")
	// ErrCerrado: the establecimiento is not open to the public.
	ErrCerrado = errors.New("el establecimiento no está abierto al público")
	// ErrNoEntra: the comprobación does not let the person in.
	ErrNoEntra = errors.New("la comprobación no permite emitir la tarjeta")
	// ErrJornadaCerrada: the jornada of the card is closed, and its voids stated.
	ErrJornadaCerrada = errors.New("la jornada de esa tarjeta ya está cerrada: no puede anularse")
	// ErrYaAnulada: the card was void already.
	ErrYaAnulada = errors.New("la tarjeta ya estaba anulada")
	// ErrMotivo: what a person decides, or notes, is in writing.
	ErrMotivo = errors.New("hay que escribir el motivo")
)

// YaTieneTarjeta is the error of a second card for one person in one jornada.
type YaTieneTarjeta struct {
	Numero int64 // the card she holds
}

func (e *YaTieneTarjeta) Error() string {
	return fmt.Sprintf("esa persona ya tiene la tarjeta %d en esta jornada", e.Numero)
}

// Puerta holds the use cases of the door. Its methods are safe for concurrent use.
type Puerta struct {
	w       *escritor.Escritor
	casa    *registers.Casa
	semilla maphash.Seed // of the hashes of the barred list

	abiertas   sync.Map // establecimiento → *abierta
	conocidos  conocidos
	oficiales  sync.Map // establecimiento → *dentro
	lista      atomic.Pointer[Lista]
	cargando   sync.Mutex   // one load of a list at a time
	alterada   string       // id of a list found altered, under cargando: not read again
	importando sync.Mutex   // one import at a time
	avance     avance       // of that import
	mirada     atomic.Int64 // when another replica's import was last looked for, µs
	fichas     fichas

	conector *conector // register on line, nil none

	conservando sync.Mutex // one run of retention at a time
}

// Autor is who acts at the door: the persona of the session and her cargo.
type Autor = registers.Autor

// New returns the door of the house. It loads no list: Refresh does.
func New(w *escritor.Escritor, casa *registers.Casa) *Puerta {
	return &Puerta{w: w, casa: casa, semilla: maphash.MakeSeed()}
}

// Proyectores are the projectors of the door's kinds of asiento.
func Proyectores() map[string]escritor.Proyector {
	m := map[string]escritor.Proyector{}
	for _, subject := range []map[string]escritor.Proyector{
		proyectoresFicha,
		proyectoresTarjeta,
		proyectoresReimpresion,
		proyectoresEntrada,
		proyectoresGrupo,
		proyectoresVolante,
		proyectoresTurno,
		proyectoresOficial,
		proyectoresExcepcional,
		proyectoresControl,
		proyectoresSala,
		proyectoresPublicacion,
		proyectoresDenegacion,
		proyectoresExpulsion,
		proyectoresAlerta,
		proyectoresProhibicion,
		proyectoresCorte,
		proyectoresAcreditacion,
		proyectoresVestimenta,
		proyectoresLista,
		proyectoresConservacion,
		proyectoresRetencion,
	} {
		maps.Copy(m, subject)
	}
	return m
}

// Tablas lists the projections of the door, which verificar rebuilds.
func Tablas() []escritor.Tabla {
	return []escritor.Tabla{
		{Nombre: "visitantes", Clave: []string{"ficha"}},
		{Nombre: "documentos", Clave: []string{"tipo", "pais", "numero"}},
		{Nombre: "observaciones", Clave: []string{"posicion"}},
		{Nombre: "tarjetas", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "reimpresiones", Clave: []string{"establecimiento", "tarjeta", "ordinal"}},
		{Nombre: "perdidas", Clave: []string{"establecimiento", "tarjeta"}},
		{Nombre: "entradas", Clave: []string{"establecimiento", "tarjeta", "jornada"}},
		{Nombre: "grupos", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "miembros", Clave: []string{"establecimiento", "grupo", "orden"}},
		{Nombre: "turnos", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "volantes", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "visitas_oficiales", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "puntos_control", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "controles_tarjeta", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "salas_privadas", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "invitaciones", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "publicaciones", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "denegaciones", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "expulsiones", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "alertas", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "prohibiciones", Clave: []string{"numero"}},
		{Nombre: "acreditaciones", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "vestimentas", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "cortes_entrada", Clave: []string{"establecimiento", "jornada", "posicion"}},
		{Nombre: "listas", Clave: []string{"id"}},
		{Nombre: "archivo_pbc", Clave: []string{"posicion"}},
		{Nombre: "retenciones_datos", Clave: []string{"numero"}},
	}
}

// suprimibleDesde is the first date on which what the door recorded at t may be erased:
// the day after its six calendar months end (art. 20.4, criterio ADM-1).
func suprimibleDesde(t time.Time) domain.Fecha {
	return plazos.SuprimibleDesde(domain.FechaDe(t), plazos.MesesAdmision)
}

// borrador is an asiento of the door with personal values, at the instant of the act.
func borrador(t *escritor.Tx, establecimiento, libro, tipo string, autor Autor) diario.Borrador {
	return diario.Borrador{
		Establecimiento: establecimiento, Libro: libro, Tipo: tipo, Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(t.Ahora()),
	}
}

func dato(nombre, valor string) diario.Dato { return diario.Dato{Nombre: nombre, Valor: valor} }

func entero(nombre string, n int64) diario.Dato {
	return diario.Dato{Nombre: nombre, Valor: strconv.FormatInt(n, 10)}
}

// numero reads a whole number of a leaf.
func numero(a *diario.Asiento, nombre string) (int64, error) {
	n, err := strconv.ParseInt(a.Dato(nombre), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("asiento %d, %s: dato %s ilegible: %w", a.Posicion, a.Tipo, nombre, err)
	}
	return n, nil
}

// opcional reads a whole number of a leaf that may not be there, and then is 0.
func opcional(a *diario.Asiento, nombre string) (int64, error) {
	if a.Dato(nombre) == "" {
		return 0, nil
	}
	return numero(a, nombre)
}

// queryRow reads one row of the hot path, straight on the connection of db: gorm takes as
// long to build a raw statement as the database to answer it. Arguments are written $1.
func queryRow(db *gorm.DB, query string, args []any, into ...any) error {
	if db.Error != nil {
		return db.Error
	}
	return db.Statement.ConnPool.QueryRowContext(db.Statement.Context, query, args...).Scan(into...)
}

// findNumero reads the row of that number in an establecimiento; que names it in the log.
// Errors: ErrNoExiste.
func findNumero[T any](db *gorm.DB, que, establecimiento string, n int64) (T, error) {
	var f T
	err := db.Where("establecimiento = ? AND numero = ?", establecimiento, n).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, ErrNoExiste
	}
	if err != nil {
		return f, fmt.Errorf("read %s %d of %s: %w", que, n, establecimiento, err)
	}
	return f, nil
}

func instante(us int64) time.Time { return time.UnixMicro(us).UTC() }
