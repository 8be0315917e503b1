package reports

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func card(t *testing.T, f TarjetaFacts) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return Tarjeta(w, f, opcionesPrueba) })
}

func TestTarjeta(t *testing.T) {
	t.Run("22.3/what a card must carry", func(t *testing.T) {
		text := textOf(t, card(t, tarjetaPrueba()))
		wants(t, text, "TARJETA DE ENTRADA", "N.º 48213", "Íñigo Muñoz Cañadas", "DNI 50111222H", "n.º 9077",
			"30/11/2026 21:04", "jornada del 30/11/2026", "5,00 €",
			"GCR", "Gran Casino Ribera Alta", "Juegos del Manzanares, S.A.", "art. 22.3")
		lacks(t, text, "ANULADA", "REIMPRESIÓN", "especial", "demostración")
	})
	t.Run("22.3/no price, no amount", func(t *testing.T) {
		f := tarjetaPrueba()
		f.Precio = 0
		text := textOf(t, card(t, f))
		wants(t, text, "sin precio")
		lacks(t, text, "€")
	})
	t.Run("22.3/one card, one page", func(t *testing.T) {
		if got := len(pages(t, card(t, tarjetaAnulada()))); got != 1 {
			t.Errorf("the card has %d pages", got)
		}
	})
	t.Run("22.3/no letter of a long name is lost", func(t *testing.T) {
		f := tarjetaPrueba()
		f.Nombre, f.Apellidos = strings.Repeat("Wenceslao ", 12), strings.Repeat("Ñ", 90)
		text := strings.ReplaceAll(textOf(t, card(t, f)), " ", "")
		wants(t, text, strings.ReplaceAll(f.Nombre, " ", ""))
		if got := strings.Count(text, "Ñ"); got != 90 {
			t.Errorf("%d Ñ, want 90", got)
		}
	})
	t.Run("23.3/special card at a lower price", func(t *testing.T) {
		f := tarjetaPrueba()
		f.Especial, f.Precio = "viaje colectivo", 300
		wants(t, textOf(t, card(t, f)), "Tarjeta especial: viaje colectivo (art. 23.3)", "3,00 €")
	})
	t.Run("ADM-8/validity of several days", func(t *testing.T) {
		wants(t, textOf(t, card(t, tarjetaAnulada())), "del 30/11/2026 al 03/12/2026")
	})
	t.Run("ADM-4/void and reprint keep the number and say so", func(t *testing.T) {
		f := tarjetaPrueba()
		f.Anulada, f.Anulacion = true, madrid("2026-11-30 22:15:00")
		f.Reimpresa = 3
		wants(t, textOf(t, card(t, f)), "N.º 48213", "ANULADA 30/11/2026 22:15", "REIMPRESIÓN 3")
	})
	t.Run("demonstration", func(t *testing.T) {
		f := tarjetaPrueba()
		f.Casa.Demostracion = true
		wants(t, textOf(t, card(t, f)), "demostración sin valor")
	})
}

func TestTarjetaErrors(t *testing.T) {
	tests := map[string]func(*TarjetaFacts){
		"22.3/no number":          func(f *TarjetaFacts) { f.Numero = 0 },
		"22.3/no ficha":           func(f *TarjetaFacts) { f.Ficha = 0 },
		"22.3/no name":            func(f *TarjetaFacts) { f.Nombre, f.Apellidos = "", "" },
		"22.3/no document":        func(f *TarjetaFacts) { f.NumeroDoc = "" },
		"22.3/no day of issue":    func(f *TarjetaFacts) { f.Emision = f.Anulacion },
		"22.3/no validity":        func(f *TarjetaFacts) { f.Validez = "" },
		"22.3/no logotype":        func(f *TarjetaFacts) { f.Casa.Establecimiento = "" },
		"22.3/negative price":     func(f *TarjetaFacts) { f.Precio = -1 },
		"no token":                func(f *TarjetaFacts) { f.Token = "" },
		"token of two lines":      func(f *TarjetaFacts) { f.Token = "a\nb" },
		"no checkpoint":           func(f *TarjetaFacts) { f.Checkpoint = Checkpoint{} },
		"a root that is no root":  func(f *TarjetaFacts) { f.Checkpoint.Raiz = "AAAA" },
		"a checkpoint of nothing": func(f *TarjetaFacts) { f.Checkpoint.Tamano = 0 },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			f := tarjetaPrueba()
			spoil(&f)
			if err := Tarjeta(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("Tarjeta = %v, want ErrFacts", err)
			}
		})
	}
	t.Run("no instant", func(t *testing.T) {
		if err := Tarjeta(io.Discard, tarjetaPrueba(), Options{}); !errors.Is(err, ErrFacts) {
			t.Errorf("Tarjeta = %v, want ErrFacts", err)
		}
	})
}
