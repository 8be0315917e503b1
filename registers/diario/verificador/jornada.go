package verificador

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// jornada is the last gaming day of an establecimiento.
type jornada struct {
	fecha        string
	mesas        map[string]*recuentos // by table
	juegos       map[string]string     // that each table was opened for
	anticipos    map[string]int64      // of the open session of each table
	extraido     map[string]int64      // notes with their acta, by table in its session
	devuelto     map[string]int64      // chips returned, likewise
	cerrada      bool                  // its control de ingresos is written
	sinEstado    *Lugar                // that control, until an EstadoDeSeries follows it
	certificada  bool
	corregido    int64    // by the corrections signed in it
	correcciones []string // what each must say in its control
}

// sesion is a session of a table already counted: what stands of its count.
type sesion struct {
	jornada            string
	cierre             int64 // position of the count
	contado, resultado int64
}

// sesionOf names the folio of a table.
func sesionOf(a *asiento) string { return a.establecimiento + "/" + a.libro + "/" + decimal(a.folio) }

// recuentos are the counts of a table in a jornada.
type recuentos struct{ sesiones, resultado int64 }

// jornada follows the gaming days: none opens before the former is certified, and the
// control de ingresos is what the counts add up to (arts. 40.2, 42.1, 42.2).
func (e *estado) jornada(a *asiento) {
	switch a.tipo {
	case "Jornada":
		e.openJornada(a)
	case "AnticipoInicial", "Reposicion":
		e.anticipo(a)
	case "ActaBilletes", "DevolucionFichas":
		e.salida(a)
	case "CierreMesa":
		e.cierreMesa(a)
	case "AperturaCirculo":
		if j := e.current(a); j != nil {
			j.juegos[a.dato("mesa")] = a.dato("juego")
		}
	case "AperturaPozo":
		e.pozo(a)
	case "Rectificacion", "RectificacionPozo":
		e.rectificacion(a)
	case "ControlIngresos":
		e.controlIngresos(a)
	case "Certificacion":
		e.certificacion(a)
	}
}

func (e *estado) openJornada(a *asiento) {
	j := &jornada{fecha: a.dato("fecha"), mesas: map[string]*recuentos{}, juegos: map[string]string{},
		anticipos: map[string]int64{}, extraido: map[string]int64{}, devuelto: map[string]int64{}}
	before := e.jornadas[a.establecimiento]
	e.jornadas[a.establecimiento] = j
	e.wantEstado(before)
	switch {
	case j.fecha != a.jornada:
		e.problem(ClaseJornada, a, "la fecha no es la de su jornada")
	case before == nil:
	case !before.certificada:
		e.problem(ClaseJornada, a, fmt.Sprintf("se abre sin que conste la certificación de la jornada anterior, %s (art. 42.2)", before.fecha))
	case j.fecha <= before.fecha:
		e.problem(ClaseJornada, a, fmt.Sprintf("no es posterior a la jornada anterior, %s", before.fecha))
	}
}

// current returns the jornada that a leaf belongs to, nil (and a problem) when it is not
// the last of its establecimiento.
func (e *estado) current(a *asiento) *jornada {
	j := e.jornadas[a.establecimiento]
	if j == nil || j.fecha != a.jornada {
		e.problem(ClaseJornada, a, fmt.Sprintf("es de la jornada %s, que no es la última abierta", a.jornada))
		return nil
	}
	return j
}

// anticipo adds up what a table was given.
func (e *estado) anticipo(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	mesa := a.dato("mesa")
	importe, ok := amount(a, "importe")
	if _, counted := piezas(a, "anticipo", 0); !ok || !counted {
		e.problem(ClaseJornada, a, "el importe del anticipo no es el de sus piezas")
	}
	if a.tipo == "AnticipoInicial" {
		j.juegos[mesa], j.anticipos[mesa], j.extraido[mesa], j.devuelto[mesa] = a.dato("juego"), 0, 0, 0
	}
	j.anticipos[mesa] += importe
}

// salida adds up what left a table before its count: notes with their acta (art. 31.5), chips
// returned to the caja (criterio CAJ-C).
func (e *estado) salida(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	nombre, sum := "billetes", j.extraido
	if a.tipo == "DevolucionFichas" {
		nombre, sum = "fichas", j.devuelto
	}
	importe, ok := amount(a, "importe")
	if total, right := totalPiezas(a.dato(nombre)); !ok || !right || total != importe {
		e.problem(ClaseJornada, a, "el importe de lo que sale de la mesa no es el de sus piezas")
	}
	sum[a.dato("mesa")] += importe
}

// amount reads a dato in céntimos.
func amount(a *asiento, nombre string) (int64, bool) {
	n, err := strconv.ParseInt(a.dato(nombre), 10, 64)
	return n, err == nil
}

// piezas reads a count by pieces and reports whether its amount, with what left the table
// before, is the one stated beside it: nombre_importe, or importe for an anticipo.
func piezas(a *asiento, nombre string, before int64) (int64, bool) {
	total, right := totalPiezas(a.dato(nombre))
	stated := nombre + "_importe"
	if nombre == "anticipo" {
		stated = "importe"
	}
	n, ok := amount(a, stated)
	return n, right && ok && total+before == n
}

// addsUp holds a count against itself and against what the table was given: result is
// chips, plaques and notes, those that left it before among them, less every anticipo (arts.
// 31.5, 36.3, 40.1.d; criterios CAJ-B and CAJ-C).
func (j *jornada) addsUp(a *asiento) bool {
	existencias, ok := amount(a, "existencias")
	mesa := a.dato("mesa")
	before := map[string]int64{"fichas": j.devuelto[mesa], "billetes": j.extraido[mesa]}
	var sum int64
	for _, nombre := range []string{"fichas", "placas", "billetes"} {
		n, right := piezas(a, nombre, before[nombre])
		sum += n
		ok = ok && right
	}
	anticipos, ok1 := amount(a, "anticipos")
	resultado, ok2 := amount(a, "resultado")
	return ok && ok1 && ok2 && sum == existencias && anticipos == j.anticipos[mesa] && resultado == existencias-anticipos
}

func (e *estado) cierreMesa(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	if j.cerrada {
		e.problem(ClaseJornada, a, "recuento posterior al control de ingresos de su jornada")
		return
	}
	resultado, err := strconv.ParseInt(a.dato("resultado"), 10, 64)
	mesa := a.dato("mesa")
	if err != nil || mesa == "" {
		e.problem(ClaseJornada, a, "recuento sin mesa o sin resultado")
		return
	}
	if !j.addsUp(a) {
		e.problem(ClaseJornada, a, "el recuento no suma lo que dice, o no descuenta los anticipos que constan (criterio CAJ-B)")
	}
	e.sesiones[sesionOf(a)] = &sesion{a.jornada, a.posicion, contado(a, partesCierre...), resultado}
	j.count(mesa, resultado)
}

// count adds what a session of a table made.
func (j *jornada) count(mesa string, resultado int64) {
	r := j.mesas[mesa]
	if r == nil {
		r = &recuentos{}
		j.mesas[mesa] = r
	}
	r.sesiones++
	r.resultado += resultado
}

// pozo holds the count of a pozo against its pieces and against what was called; the whole of
// it is what the house made at the table (arts. 41.1, 41.3).
func (e *estado) pozo(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	if j.cerrada {
		e.problem(ClaseJornada, a, "recuento posterior al control de ingresos de su jornada")
		return
	}
	total, right := totalPiezas(a.dato("pozo"))
	importe, ok1 := amount(a, "importe")
	cantado, ok2 := amount(a, "cantado")
	mesa := a.dato("mesa")
	if !right || !ok1 || !ok2 || mesa == "" || total != importe || cantado != importe {
		e.problem(ClaseJornada, a, "el importe del pozo no es el de sus piezas, o no es el cantado (art. 41.3)")
		return
	}
	j.count(mesa, importe)
	e.sesiones[sesionOf(a)] = &sesion{jornada: a.jornada, cierre: a.posicion, contado: importe, resultado: importe}
}

func (e *estado) controlIngresos(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	if j.cerrada {
		e.problem(ClaseJornada, a, "segundo control de ingresos de la misma jornada")
		return
	}
	j.cerrada, j.sinEstado = true, placeOf(a)
	e.correcciones(a, j)
	want := map[string]int64{"total": j.corregido}
	for mesa, r := range j.mesas {
		want["total"] += r.resultado
		want["mesa."+mesa] = r.resultado
		want["mesa."+mesa+".sesiones"] = r.sesiones
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got := a.dato(name); got != decimal(want[name]) {
			e.problem(ClaseJornada, a, fmt.Sprintf("declara %s = %q y los recuentos dan %d", name, got, want[name]))
		}
	}
	played := map[string]string{}
	for _, mesa := range slices.Sorted(maps.Keys(j.mesas)) {
		name := "mesa." + mesa + ".juego"
		played[name] = j.juegos[mesa]
		if got := a.dato(name); got != played[name] {
			e.problem(ClaseJornada, a, fmt.Sprintf("declara %s = %q y la mesa se abrió para %q", name, got, played[name]))
		}
	}
	for _, d := range a.datos {
		if _, known := played[d.nombre]; known {
			continue
		}
		if _, counted := want[d.nombre]; strings.HasPrefix(d.nombre, "mesa.") && !counted && d.valor != "0" {
			e.problem(ClaseJornada, a, fmt.Sprintf("declara %s = %s, y no hay recuento suyo", d.nombre, d.valor))
		}
	}
	if words := euros(want["total"]); a.dato("total_letra") != words {
		e.problem(ClaseJornada, a, "el total en letra no es el de la cifra")
	}
}

func (e *estado) certificacion(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	e.wantEstado(j)
	if !j.cerrada || j.certificada {
		e.problem(ClaseJornada, a, "certifica un control de ingresos que no está escrito, o ya estaba certificado")
		return
	}
	j.certificada = true
}

// wantEstado reports a jornada that was closed without stating the last number of every
// book and series: that nothing is missing could not be shown of its folios.
func (e *estado) wantEstado(j *jornada) {
	if j == nil || j.sinEstado == nil {
		return
	}
	e.informe.Problemas = append(e.informe.Problemas, Problema{ClaseEstado, j.sinEstado,
		fmt.Sprintf("la jornada %s se cierra sin EstadoDeSeries", j.fecha)})
	j.sinEstado = nil
}
