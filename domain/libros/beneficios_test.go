package libros

import (
	"testing"
	"time"

	"foliado/domain"
)

// pozo is a complete sheet of a dos paños: 860 euros in the pozo, one interruption.
func pozo(t testing.TB) FolioBeneficios {
	open := at(t, "2026-11-30T20:00:00+01:00")
	return FolioBeneficios{
		Juego: domain.BacaraDosPanos, Mesa: 7, Libro: 7, Fecha: "2026-11-30",
		Apertura:       open,
		Interrupciones: []Interrupcion{{open.Add(time.Hour), open.Add(2 * time.Hour)}},
		Crupieres:      []string{"p5", "p6"}, Cambista: "p8", Banqueros: []string{"Ana Ruano"},
		Cierre: open.Add(5 * time.Hour),
		Pozo:   domain.Piezas{10_000: 8, 1_000: 6}, Cantado: 860_00,
	}
}

func TestFolioBeneficios(t *testing.T) {
	tests := []struct {
		name   string
		change func(*FolioBeneficios)
		want   error
		cites  string
	}{
		{"41.2/complete", func(*FolioBeneficios) {}, nil, ""},
		{"41.1/a game of contrapartida", func(f *FolioBeneficios) { f.Juego = domain.BlackJack }, ErrContrapartida, "41.1"},
		{"41.2.a/no game", func(f *FolioBeneficios) { f.Juego = "" }, ErrContrapartida, "41.1"},
		{"41.2.b/no table", func(f *FolioBeneficios) { f.Mesa, f.Libro = 0, 0 }, ErrFolio, "41.2.b"},
		{"41.2.b/the book of another", func(f *FolioBeneficios) { f.Libro = 8 }, ErrFolio, "41.2.b"},
		{"41.2.c/no date", func(f *FolioBeneficios) { f.Fecha = "" }, ErrFolio, "41.2.c"},
		{"41.2.c/no opening", func(f *FolioBeneficios) { f.Apertura = time.Time{} }, ErrFolio, "41.2.c"},
		{"41.2.c/counted before it opened", func(f *FolioBeneficios) { f.Cierre = f.Apertura.Add(-1) }, ErrFolio, "41.2.c"},
		{"41.2.c/interrupted before it opened", func(f *FolioBeneficios) { f.Interrupciones[0].Desde = f.Apertura.Add(-1) }, ErrFolio, "41.2.c"},
		{"41.2.c/resumed before it was interrupted", func(f *FolioBeneficios) { f.Interrupciones[0].Hasta = f.Interrupciones[0].Desde.Add(-1) }, ErrFolio, "41.2.c"},
		{"41.2.c/resumed after the count", func(f *FolioBeneficios) { f.Interrupciones[0].Hasta = f.Cierre.Add(1) }, ErrFolio, "41.2.c"},
		{"41.2.c/interrupted to the end", func(f *FolioBeneficios) { f.Interrupciones[0].Hasta = time.Time{} }, nil, ""},
		{"41.2.c/two without going on between", func(f *FolioBeneficios) {
			f.Interrupciones = []Interrupcion{{f.Apertura, time.Time{}}, {f.Cierre, time.Time{}}}
		}, ErrFolio, "41.2.c"},
		{"41.2.c/never interrupted", func(f *FolioBeneficios) { f.Interrupciones = nil }, nil, ""},
		{"41.2.d/no croupier", func(f *FolioBeneficios) { f.Crupieres = nil }, ErrFolio, "41.2.d"},
		{"41.2.d/no cambista", func(f *FolioBeneficios) { f.Cambista = "" }, ErrFolio, "41.2.d"},
		{"41.2.d/114.1/a póquer without cambista", func(f *FolioBeneficios) { f.Juego, f.Cambista, f.Banqueros = domain.PoquerCirculo, "", nil }, nil, ""},
		{"41.2.d/a chemin de fer without cambista", func(f *FolioBeneficios) { f.Juego, f.Cambista = domain.BacaraChemin, "" }, ErrFolio, "41.2.d"},
		{"41.2.e/no banker at dos paños", func(f *FolioBeneficios) { f.Banqueros = nil }, ErrFolio, "41.2.e"},
		{"41.2.e/not asked of a chemin de fer", func(f *FolioBeneficios) { f.Juego, f.Banqueros = domain.BacaraChemin, nil }, nil, ""},
		{"32.3/the cambista deals", func(f *FolioBeneficios) { f.Cambista = "p6" }, ErrCambista, "32.3"},
		{"41.3/not counted", func(f *FolioBeneficios) { f.Pozo = nil }, ErrFolio, "41.3"},
		{"41.3/an empty pozo", func(f *FolioBeneficios) { f.Pozo, f.Cantado = domain.Piezas{}, 0 }, nil, ""},
		{"41.3/one céntimo less called", func(f *FolioBeneficios) { f.Cantado-- }, ErrPozo, "41.3"},
		{"41.3/an impossible count", func(f *FolioBeneficios) { f.Pozo[1_000] = -1 }, domain.ErrPiezas, "41.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := pozo(t)
			tt.change(&f)
			check(t, f.Check(), tt.want, tt.cites)
		})
	}
}

func TestCajaCambista(t *testing.T) {
	tests := []struct {
		name           string
		fichas, dinero domain.Piezas
		nota           string
		want           domain.Importe
		err            error
	}{
		{"32.3/chips and money are the sum", domain.Piezas{1_000: 250}, domain.Piezas{5_000: 50}, "", 0, nil},
		{"32.3/one céntimo short", domain.Piezas{1_000: 250}, domain.Piezas{5_000: 49, 4_999: 1}, "", 0, ErrCajaCambista},
		{"32.3/short, with its note", domain.Piezas{1_000: 250}, domain.Piezas{5_000: 49, 4_999: 1}, "falta un céntimo", -1, nil},
		{"32.3/over, with its note", domain.Piezas{1_000: 251}, domain.Piezas{5_000: 50}, "sobra una ficha", 1_000, nil},
		{"32.3/an impossible count", domain.Piezas{1_000: -1}, nil, "x", 0, domain.ErrPiezas},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := CheckCajaCambista(5_000_00, tt.fichas, tt.dinero, tt.nota)
			if tt.err != nil {
				check(t, err, tt.err, "32.3")
			}
			if got != tt.want || tt.err == nil && err != nil {
				t.Errorf("got %v, %v, want %v", got, err, tt.want)
			}
		})
	}
	t.Run("32.3/nobody fixed the sum", func(t *testing.T) {
		check(t, CheckDotacionCambista(0), ErrSinDotacion, "32.3")
		check(t, CheckDotacionCambista(1), nil, "")
	})
}

func TestTotalizeBeneficios(t *testing.T) {
	table := folio(t)
	c, err := Totalize("2026-11-30", table)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("42.1/the pozo beside the anticipos", func(t *testing.T) {
		got, err := c.Beneficios(pozo(t), pozo(t))
		if err != nil || got.Total() != 4_320_00+2*860_00 || len(got.Lineas()) != 2 {
			t.Fatalf("got %v, %v, %v", got.Total(), got.Lineas(), err)
		}
		if want := (LineaControl{7, domain.BacaraDosPanos, 2, 1_720_00}); got.Lineas()[1] != want {
			t.Errorf("got %+v, want %+v", got.Lineas()[1], want)
		}
		if got, want := got.TotalLetra(), "seis mil cuarenta euros"; got != want {
			t.Errorf("42.2: got %q, want %q", got, want)
		}
	})
	t.Run("42.1/another day", func(t *testing.T) {
		f := pozo(t)
		f.Fecha = "2026-12-01"
		_, err := c.Beneficios(f)
		check(t, err, ErrFechaFolio, "42.1")
	})
	t.Run("41.2/an incomplete folio", func(t *testing.T) {
		f := pozo(t)
		f.Crupieres = nil
		_, err := c.Beneficios(f)
		check(t, err, ErrFolio, "41.2.d")
	})
}
