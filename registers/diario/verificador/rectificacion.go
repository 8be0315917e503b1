package verificador

import (
	"fmt"
	"slices"
	"strings"
)

// partesCierre are the parts of a closing count.
var partesCierre = []string{"fichas", "placas", "billetes"}

// contado adds up those parts of what a count found in the table.
func contado(a *asiento, partes ...string) (sum int64) {
	for _, nombre := range partes {
		n, _ := totalPiezas(a.dato(nombre))
		sum += n
	}
	return sum
}

// rectificacion holds a correction against the count that it corrects, which stays as it
// was: what stood, the difference and what stands now (criterio FIR-5).
func (e *estado) rectificacion(a *asiento) {
	j := e.current(a)
	if j == nil {
		return
	}
	s := e.sesiones[sesionOf(a)]
	if s == nil || a.dato("jornada_original") != s.jornada || a.dato("asiento") != decimal(s.cierre) {
		e.problem(ClaseJornada, a, "rectifica un recuento que no consta en ese folio")
		return
	}
	if j.cerrada {
		e.problem(ClaseJornada, a, "rectificación posterior al control de ingresos de su jornada")
		return
	}
	right := true
	partes := partesCierre
	if a.tipo == "RectificacionPozo" {
		partes = []string{"pozo"}
	}
	for _, nombre := range partes {
		_, ok := piezas(a, nombre, 0)
		right = right && ok
	}
	now := contado(a, partes...)
	for nombre, want := range map[string]int64{"contado_anterior": s.contado, "contado": now, "diferencia": now - s.contado,
		"resultado_anterior": s.resultado, "resultado": s.resultado + now - s.contado} {
		got, ok := amount(a, nombre)
		right = right && ok && got == want
	}
	if !right {
		e.problem(ClaseJornada, a, "la rectificación no parte de lo que consta, o no suma lo que dice (criterio FIR-5)")
	}
	j.corregido += now - s.contado
	j.correcciones = append(j.correcciones, strings.Join([]string{decimal(now - s.contado), a.dato("mesa"), decimal(a.folio), s.jornada}, " "))
	s.contado, s.resultado = now, s.resultado+now-s.contado
}

// correcciones wants a control de ingresos to carry each correction signed in its jornada,
// with the folio that it corrects, and no other.
func (e *estado) correcciones(a *asiento, j *jornada) {
	var stated []string
	for n := 1; ; n++ {
		k := fmt.Sprintf("rectificacion.%d", n)
		if a.dato(k) == "" {
			break
		}
		stated = append(stated, strings.Join([]string{a.dato(k), a.dato(k + ".mesa"), a.dato(k + ".folio"), a.dato(k + ".jornada")}, " "))
	}
	others := 0
	for _, d := range a.datos {
		if strings.HasPrefix(d.nombre, "rectificacion.") {
			others++
		}
	}
	if !slices.Equal(stated, j.correcciones) || others != 4*len(stated) {
		e.problem(ClaseJornada, a, "no lleva las rectificaciones firmadas en la jornada")
	}
}
