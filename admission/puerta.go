// Package admission is the admission service of arts. 20 to 25: who comes in, with
// which document, checked against which list, holding which card; and what is
// recorded of whoever may not.
package admission

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"

	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario/escritor"
)

var (
	art  = norma.Reglamento.Art
	ley6 = norma.Ley6.Art
)

// Libro is the book of the door in each establecimiento; LibroFichas that of the
// personal files, common to the entidad.
const (
	Libro       = "admision"
	LibroFichas = "fichas"

	registroEntidad = registers.LibroRegistro
)

// Series of document numbers of the door.
const (
	SerieTarjetas     = "tarjetas"
	SerieDenegaciones = "denegaciones"
	SerieFichas       = "fichas"
)

// Errors of the door.
var (
	// ErrNoExiste: no card, comprobación or establecimiento has that name.
	ErrNoExiste = errors.New("no existe")
	// ErrCaducada: the comprobación is older than its term, was used, or belongs to another jornada.
	ErrCaducada = errors.New("la comprobación ya no sirve: hay que comprobar de nuevo a la persona")
	// ErrCerrado: the establecimiento is not open to the public.
	ErrCerrado = errors.New("el establecimiento no está abierto al público")
	// ErrYaAnulada: the card was void already.
	ErrYaAnulada = errors.New("la tarjeta ya estaba anulada")
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
	w     *escritor.Escritor
	casa  *registers.Casa
	lista atomic.Pointer[Lista]

	lecturas   sync.Map     // establecimiento → lectura
	importando sync.Mutex   // one import at a time
	mirada     atomic.Int64 // when another replica's import was last looked for, µs
}

// Autor is who acts at the door: the persona of the session and her cargo.
type Autor = registers.Autor

// New returns the door of the house. It loads no list: Refresh does.
func New(w *escritor.Escritor, casa *registers.Casa) *Puerta {
	return &Puerta{w: w, casa: casa}
}

// Proyectores are the projectors of the door's kinds of asiento.
func Proyectores() map[string]escritor.Proyector {
	m := map[string]escritor.Proyector{}
	maps.Copy(m, proyectoresFicha)
	maps.Copy(m, proyectoresTarjeta)
	maps.Copy(m, proyectoresDenegacion)
	maps.Copy(m, proyectoresLista)
	return m
}

// Tablas lists the projections of the door, which verificar rebuilds.
func Tablas() []escritor.Tabla {
	return []escritor.Tabla{
		{Nombre: "visitantes", Clave: []string{"ficha"}},
		{Nombre: "documentos", Clave: []string{"tipo", "pais", "numero"}},
		{Nombre: "tarjetas", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "denegaciones", Clave: []string{"establecimiento", "numero"}},
		{Nombre: "listas", Clave: []string{"id"}},
	}
}
