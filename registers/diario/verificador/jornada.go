package verificador

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/registers/diario"
)

// jornada is the last gaming day of an establecimiento.
type jornada struct {
	fecha       domain.Fecha
	mesas       map[string]*recuentos // by table
	juegos      map[string]string     // that each table was opened for
	cerrada     bool                  // its control de ingresos is written
	certificada bool
}

// recuentos are the counts of a table in a jornada.
type recuentos struct{ sesiones, resultado int64 }

// jornada follows the gaming days: none opens before the former is certified, and the
// control de ingresos is what the counts add up to (arts. 40.2, 42.1, 42.2).
func (e *estado) jornada(a *diario.Asiento) {
	switch a.Tipo {
	case "Jornada":
		e.openJornada(a)
	case "AnticipoInicial":
		if j := e.jornadas[a.Establecimiento]; j != nil && j.fecha == a.Jornada {
			j.juegos[a.Dato("mesa")] = a.Dato("juego")
		}
	case "CierreMesa":
		e.cierreMesa(a)
	case "ControlIngresos":
		e.controlIngresos(a)
	case "Certificacion":
		e.certificacion(a)
	}
}

func (e *estado) openJornada(a *diario.Asiento) {
	j := &jornada{fecha: domain.Fecha(a.Dato("fecha")), mesas: map[string]*recuentos{}, juegos: map[string]string{}}
	before := e.jornadas[a.Establecimiento]
	e.jornadas[a.Establecimiento] = j
	switch {
	case j.fecha != a.Jornada:
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
func (e *estado) current(a *diario.Asiento) *jornada {
	j := e.jornadas[a.Establecimiento]
	if j == nil || j.fecha != a.Jornada {
		e.problem(ClaseJornada, a, fmt.Sprintf("es de la jornada %s, que no es la última abierta", a.Jornada))
		return nil
	}
	return j
}

func (e *estado) cierreMesa(a *diario.Asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	if j.cerrada {
		e.problem(ClaseJornada, a, "recuento posterior al control de ingresos de su jornada")
		return
	}
	resultado, err := strconv.ParseInt(a.Dato("resultado"), 10, 64)
	mesa := a.Dato("mesa")
	if err != nil || mesa == "" {
		e.problem(ClaseJornada, a, "recuento sin mesa o sin resultado")
		return
	}
	r := j.mesas[mesa]
	if r == nil {
		r = &recuentos{}
		j.mesas[mesa] = r
	}
	r.sesiones++
	r.resultado += resultado
}

func (e *estado) controlIngresos(a *diario.Asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	if j.cerrada {
		e.problem(ClaseJornada, a, "segundo control de ingresos de la misma jornada")
		return
	}
	j.cerrada = true
	want := map[string]int64{"total": 0}
	for mesa, r := range j.mesas {
		want["total"] += r.resultado
		want["mesa."+mesa] = r.resultado
		want["mesa."+mesa+".sesiones"] = r.sesiones
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got := a.Dato(name); got != decimal(want[name]) {
			e.problem(ClaseJornada, a, fmt.Sprintf("declara %s = %q y los recuentos dan %d", name, got, want[name]))
		}
	}
	played := map[string]string{}
	for _, mesa := range slices.Sorted(maps.Keys(j.mesas)) {
		name := "mesa." + mesa + ".juego"
		played[name] = j.juegos[mesa]
		if got := a.Dato(name); got != played[name] {
			e.problem(ClaseJornada, a, fmt.Sprintf("declara %s = %q y la mesa se abrió para %q", name, got, played[name]))
		}
	}
	for _, d := range a.Datos {
		if _, known := played[d.Nombre]; known {
			continue
		}
		if _, counted := want[d.Nombre]; strings.HasPrefix(d.Nombre, "mesa.") && !counted && d.Valor != "0" {
			e.problem(ClaseJornada, a, fmt.Sprintf("declara %s = %s, y no hay recuento suyo", d.Nombre, d.Valor))
		}
	}
	if words := letras.Euros(domain.Importe(want["total"])); a.Dato("total_letra") != words {
		e.problem(ClaseJornada, a, "el total en letra no es el de la cifra")
	}
}

func (e *estado) certificacion(a *diario.Asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	if !j.cerrada || j.certificada {
		e.problem(ClaseJornada, a, "certifica un control de ingresos que no está escrito, o ya estaba certificado")
		return
	}
	j.certificada = true
}
