package registers

import (
	"fmt"
	"strconv"
	"time"

	"foliado/domain"
	"foliado/registers/diario"
)

func datoInstante(nombre string, t time.Time) diario.Dato {
	return diario.Dato{Nombre: nombre, Valor: diario.FormatInstante(t)}
}

func datoEntero[T ~int | ~int64](nombre string, n T) diario.Dato {
	return diario.Dato{Nombre: nombre, Valor: strconv.FormatInt(int64(n), 10)}
}

func datoSi(nombre string, v bool) diario.Dato {
	if v {
		return diario.Dato{Nombre: nombre, Valor: "si"}
	}
	return diario.Dato{Nombre: nombre, Valor: "no"}
}

// lector reads the datos of an asiento and keeps the first fault found: a leaf that
// this program did not write.
type lector struct {
	a   *diario.Asiento
	err error
}

func (l *lector) fail(nombre, valor string) {
	if l.err == nil {
		l.err = fmt.Errorf("asiento %d, %s: dato %s ilegible: %q", l.a.Posicion, l.a.Tipo, nombre, valor)
	}
}

func (l *lector) texto(nombre string) string { return l.a.Dato(nombre) }

func (l *lector) entero(nombre string) int64 {
	v := l.a.Dato(nombre)
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != v {
		l.fail(nombre, v)
	}
	return n
}

// enteroOpcional reads an absent dato as 0.
func (l *lector) enteroOpcional(nombre string) int64 {
	if l.a.Dato(nombre) == "" {
		return 0
	}
	return l.entero(nombre)
}

func (l *lector) importe(nombre string) domain.Importe { return domain.Importe(l.entero(nombre)) }

func (l *lector) si(nombre string) bool {
	switch v := l.a.Dato(nombre); v {
	case "si":
		return true
	case "no":
	default:
		l.fail(nombre, v)
	}
	return false
}

func (l *lector) instante(nombre string) time.Time {
	v := l.a.Dato(nombre)
	t, ok := diario.ParseInstante(v)
	if !ok {
		l.fail(nombre, v)
	}
	return t
}

func (l *lector) piezas(nombre string) domain.Piezas {
	v := l.a.Dato(nombre)
	p, err := domain.ParsePiezas(v)
	if err != nil {
		l.fail(nombre, v)
	}
	return p
}
