package verificador

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// recuperacion follows the numbers that a restore declares lost: no other gap is lawful
// (docs/formato-diario.md, 7). The report names them.
func (e *estado) recuperacion(a *asiento) {
	var desde, hasta, libros int64
	if !readNumber(a.dato("desde"), 0, &desde) || !readNumber(a.dato("hasta"), desde, &hasta) {
		e.problem(ClaseNumero, a, "la Recuperacion no dice qué posiciones se perdieron")
		return
	}
	var lost []string
	for _, d := range a.datos {
		c, ok := readContador(d.nombre)
		if !ok {
			continue
		}
		first, last, ok := readTramo(d.valor)
		if !ok {
			e.problem(ClaseNumero, a, "declara perdidos de "+d.nombre+" unos números que no se entienden")
			continue
		}
		if c.kind == "libro" {
			libros += last - first + 1
		}
		lost = append(lost, d.nombre+" "+d.valor)
		e.jump(a, c, first, last)
	}
	if len(lost) > 0 && (desde != a.posicion || libros != hasta-desde+1) {
		e.problem(ClaseNumero, a, fmt.Sprintf("declara perdidas las posiciones %d a %d, y %d números de libro", desde, hasta, libros))
	}
	numbers := "no dice qué números se perdieron con ellas"
	if len(lost) > 0 {
		numbers = "los números " + strings.Join(lost, ", ")
	}
	e.informe.Avisos = append(e.informe.Avisos,
		fmt.Sprintf("%s: se restauró una copia y se declaran perdidas las posiciones %d a %d; %s", placeOf(a), desde, hasta, numbers))
}

// jump takes a run of lost numbers, which begins at the next one.
func (e *estado) jump(a *asiento, c contador, first, last int64) {
	if e.parcial != nil && (c.kind == "serie" || !e.parcial.tracks(c.establecimiento, c.nombre)) {
		return
	}
	if next := e.contadores[c] + 1; first != next {
		e.problem(ClaseNumero, a, fmt.Sprintf("%s: declara perdidos desde el %d y tocaba el %d", c, first, next))
	}
	e.contadores[c] = last
}

// readContador reads the name of a counter.
func readContador(name string) (c contador, ok bool) {
	kind, rest, _ := strings.Cut(name, ".")
	establecimiento, nombre, ok := strings.Cut(rest, "/")
	if !slices.Contains([]string{"libro", "folio", "serie"}, kind) {
		return c, false
	}
	return contador{kind, establecimiento, nombre}, ok
}

// readTramo reads a run of numbers: 12-15, or 12.
func readTramo(s string) (first, last int64, ok bool) {
	from, to, isRun := strings.Cut(s, "-")
	if !isRun {
		to = from
	}
	ok = readNumber(from, 1, &first) && readNumber(to, first, &last) && isRun == (last > first)
	return first, last, ok
}

// storedCounters holds the counters of a database against the last numbers of the leaves
// and those lost in a restore: the writer goes on from them.
func (e *estado) storedCounters() {
	if !e.cabeza.base {
		return
	}
	counted := map[string]int64{}
	for c, n := range e.contadores {
		counted[c.String()] = n
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(counted)), maps.Keys(e.cabeza.contadores))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		stored, there := e.cabeza.contadores[name]
		switch n, known := counted[name]; {
		case !known:
			e.problem(ClaseContador, nil, fmt.Sprintf("el contador %s guarda %d, y ningún asiento lleva un número suyo", name, stored))
		case !there:
			e.problem(ClaseContador, nil, fmt.Sprintf("falta el contador %s, que va por el %d", name, n))
		case stored != n:
			e.problem(ClaseContador, nil, fmt.Sprintf("el contador %s guarda %d, y el último número dado es el %d", name, stored, n))
		}
	}
}
