package reports

import (
	"errors"
	"io"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/catalogo"
)

func folletoPrueba(j domain.Juego) FolletoFacts {
	f, err := catalogo.Of(j, catalogo.Casa{})
	if err != nil {
		panic(err)
	}
	return FolletoFacts{casaPrueba, f}
}

func tablaPagosPrueba(j domain.Juego) TablaPagosFacts {
	t, a, err := catalogo.TablaExpuesta(j)
	if err != nil {
		panic(err)
	}
	return TablaPagosFacts{casaPrueba, j.Nombre(), t, a}
}

// joined is a text without spaces: readers of PDF guess them.
func joined(s string) string { return strings.ReplaceAll(s, " ", "") }

func TestFolleto(t *testing.T) {
	of := func(j domain.Juego) string {
		return joined(textOf(t, render(t, func(w io.Writer) error { return Folleto(w, folletoPrueba(j), opcionesPrueba) })))
	}
	wants := func(t *testing.T, text string, wanted ...string) {
		t.Helper()
		for _, w := range wanted {
			wants(t, text, joined(w))
		}
	}
	t.Run("25.2/black jack", func(t *testing.T) {
		wants(t, of(domain.BlackJack), "Black jack", "Cómo se juega", "Black jack 3 a 2 art. 52.1.a", "50, 100 o 200 veces el mínimo", "art. 25.2 del Reglamento",
			"se anuncian las 5 últimas manos")
	})
	t.Run("25.2/every game, each number with its provision", func(t *testing.T) {
		for _, j := range catalogo.Juegos() {
			f := folletoPrueba(j)
			text := of(j)
			for _, tabla := range f.Ficha.Tablas {
				for _, p := range tabla.Pagos {
					wants(t, text, capital(p.Nombre)+" "+p.Paga()+" "+p.Articulo.String())
				}
			}
		}
	})
	t.Run("25.2/nothing to say", func(t *testing.T) {
		if err := Folleto(io.Discard, FolletoFacts{Casa: casaPrueba}, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
	t.Run("25.2/without house or instant", func(t *testing.T) {
		f := folletoPrueba(domain.Bola)
		if err := Folleto(io.Discard, f, Options{}); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
		f.Casa = Casa{}
		if err := Folleto(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
}

func TestTablaPagos(t *testing.T) {
	of := func(f TablaPagosFacts) string {
		return joined(textOf(t, render(t, func(w io.Writer) error { return TablaPagos(w, f, opcionesPrueba) })))
	}
	wants := func(t *testing.T, text string, wanted ...string) {
		t.Helper()
		for _, w := range wanted {
			wants(t, text, joined(w))
		}
	}
	t.Run("100.2/sin descarte", func(t *testing.T) {
		wants(t, of(tablaPagosPrueba(domain.PoquerSinDescarte)), "Póquer sin descarte", "Tabla de pagos: segunda apuesta", "Escalera real de color 100 a 1",
			"Escalera de color 25 a 1", "Póquer 20 a 1", "Full 7 a 1", "Color 5 a 1", "Escalera 4 a 1", "Trío 3 a 1", "Doble pareja 2 a 1", "Pareja 1 a 1", "Carta mayor 1 a 1", "art. 100.2")
	})
	t.Run("107.2/trijoker", func(t *testing.T) {
		wants(t, of(tablaPagosPrueba(domain.Trijoker)), "Escalera real de color 500 a 1", "200 a 1", "50 a 1", "11 a 1", "8 a 1", "5 a 1", "3 a 1", "2 a 1", "Pareja de jotas o más 1 a 1", "art. 107.2")
	})
	t.Run("100.2/empty", func(t *testing.T) {
		if err := TablaPagos(io.Discard, TablaPagosFacts{Casa: casaPrueba, Nombre: "bola"}, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
	t.Run("107.2/a demonstration says so", func(t *testing.T) {
		f := tablaPagosPrueba(domain.Trijoker)
		f.Casa.Demostracion = true
		wants(t, of(f), "demostración sin valor")
	})
}
