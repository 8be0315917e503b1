package libros

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
)

// folio is a complete sheet: two anticipos of 25,000 euros, 41,200 in chips and plaques,
// 13,120 in notes, of which 2,000 were taken out before.
func folio(t testing.TB) FolioAnticipos {
	open := at(t, "2026-11-30T17:00:00+01:00")
	return FolioAnticipos{
		Juego: domain.BlackJack, Mesa: 2, Libro: 2, Fecha: "2026-11-30",
		Apertura:  open,
		Cierre:    at(t, "2026-12-01T05:10:00+01:00"),
		Anticipos: []Anticipo{{25_000_00, open}, {25_000_00, open.Add(8 * time.Hour)}},
		Fichas:    domain.Piezas{1_000: 3_000, 500: 240},
		Placas:    domain.Piezas{100_000: 10},
		Billetes:  domain.Piezas{5_000: 222, 2_000: 1},
		Extraido:  2_000_00,
	}
}

func TestFolioCheck(t *testing.T) {
	tests := []struct {
		name   string
		change func(*FolioAnticipos)
		want   error
		cites  string
	}{
		{"39.3/complete", func(*FolioAnticipos) {}, nil, ""},
		{"40.1.a/39.3/no game", func(f *FolioAnticipos) { f.Juego = "" }, ErrFolio, "40.1.a"},
		{"40.1.a/39.3/a game without anticipos", func(f *FolioAnticipos) { f.Juego = domain.PoquerCirculo }, ErrFolio, "40.1.a"},
		{"40.1.b/39.3/no table", func(f *FolioAnticipos) { f.Mesa, f.Libro = 0, 0 }, ErrFolio, "40.1.b"},
		{"40.1.b/39.3/the book of another", func(f *FolioAnticipos) { f.Libro = 3 }, ErrFolio, "40.1.b"},
		{"40.1.c/39.3/no date", func(f *FolioAnticipos) { f.Fecha = "" }, ErrFolio, "40.1.c"},
		{"40.1.c/39.3/no opening", func(f *FolioAnticipos) { f.Apertura = time.Time{} }, ErrFolio, "40.1.c"},
		{"40.1.c/39.3/no close", func(f *FolioAnticipos) { f.Cierre = time.Time{} }, ErrFolio, "40.1.c"},
		{"40.1.c/39.3/closed before it opened", func(f *FolioAnticipos) { f.Cierre = f.Apertura.Add(-1) }, ErrFolio, "40.1.c"},
		{"40.1.d/39.3/no anticipo", func(f *FolioAnticipos) { f.Anticipos = nil }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/an anticipo without hour", func(f *FolioAnticipos) { f.Anticipos[1].Hora = time.Time{} }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/anticipos out of order", func(f *FolioAnticipos) { f.Anticipos[1].Hora = f.Anticipos[0].Hora.Add(-1) }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/an anticipo after the close", func(f *FolioAnticipos) { f.Anticipos[1].Hora = f.Cierre.Add(1) }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/chips not counted", func(f *FolioAnticipos) { f.Fichas = nil }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/plaques not counted", func(f *FolioAnticipos) { f.Placas = nil }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/notes not counted", func(f *FolioAnticipos) { f.Billetes = nil }, ErrFolio, "40.1.d"},
		{"40.1.d/39.3/none of any", func(f *FolioAnticipos) { f.Placas = domain.Piezas{} }, nil, ""},
		{"35.1/a reposición one céntimo short", func(f *FolioAnticipos) { f.Anticipos[1].Importe-- }, ErrReposicion, "35.1"},
		{"35.1/an anticipo of nothing", func(f *FolioAnticipos) { f.Anticipos[0].Importe = 0 }, ErrImporte, "35.1"},
		{"36.3/an impossible count", func(f *FolioAnticipos) { f.Fichas[500] = -1 }, domain.ErrPiezas, "36.3"},
		{"31.5/a negative extraction", func(f *FolioAnticipos) { f.Extraido = -1 }, ErrImporte, "31.5"},
		{"31.5/an extraction that would wrap", func(f *FolioAnticipos) { f.Extraido = math.MaxInt64 }, domain.ErrDesborde, "31.5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := folio(t)
			tt.change(&f)
			check(t, f.Check(), tt.want, tt.cites)
		})
	}
}

func TestFolioResultado(t *testing.T) {
	t.Run("36.3/CAJ-B", func(t *testing.T) {
		f := folio(t)
		fichas, placas, billetes, err := f.Existencias()
		got := []domain.Importe{fichas, placas, billetes}
		if diff := cmp.Diff([]domain.Importe{31_200_00, 10_000_00, 13_120_00}, got); diff != "" || err != nil {
			t.Errorf("Existencias: %v (-want +got):\n%s", err, diff)
		}
		if got, err := f.Resultado(); got != 4_320_00 || err != nil {
			t.Errorf("Resultado = %v, %v, want 4.320,00 €", got, err)
		}
	})
	t.Run("31.5/notes taken out before are notes of the table", func(t *testing.T) {
		f := FolioAnticipos{Billetes: domain.Piezas{10_000: 31}, Extraido: 12_400_00}
		if _, _, billetes, err := f.Existencias(); billetes != 15_500_00 || err != nil {
			t.Errorf("notes = %v, %v, want 15.500,00 €", billetes, err)
		}
	})
}

func TestResultadoMesa(t *testing.T) {
	tests := []struct {
		name                     string
		fichas, placas, billetes domain.Importe
		anticipos                []domain.Importe
		want                     domain.Importe
		err                      error
		cites                    string
	}{
		{"36.3/a loss", 24_000_00, 0, 0, []domain.Importe{25_000_00}, -1_000_00, nil, ""},
		{"36.3/even", 20_000_00, 4_999_99, 1, []domain.Importe{25_000_00}, 0, nil, ""},
		{"36.3/everything lost", 0, 0, 0, []domain.Importe{25_000_00, 25_000_00}, -50_000_00, nil, ""},
		{"40.1.d/no anticipo", 1, 1, 1, nil, 0, ErrFolio, "40.1.d"},
		{"35.1/an anticipo of nothing", 1, 1, 1, []domain.Importe{25_000_00, 0}, 0, ErrImporte, "35.1"},
		{"36.3/negative chips", -1, 0, 0, []domain.Importe{1}, 0, ErrImporte, "36.3"},
		{"36.3/negative plaques", 0, -1, 0, []domain.Importe{1}, 0, ErrImporte, "36.3"},
		{"36.3/negative notes", 0, 0, -1, []domain.Importe{1}, 0, ErrImporte, "36.3"},
		{"36.3/counts that would wrap", math.MaxInt64, 1, 0, []domain.Importe{1}, 0, domain.ErrDesborde, "36.3"},
		{"36.3/anticipos that would wrap", 0, 0, 0, []domain.Importe{math.MaxInt64, math.MaxInt64}, 0, domain.ErrDesborde, "36.3"},
		{"36.3/the greatest loss", 0, 0, 0, []domain.Importe{math.MaxInt64}, -math.MaxInt64, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ResultadoMesa(tt.fichas, tt.placas, tt.billetes, tt.anticipos...)
			check(t, err, tt.err, tt.cites)
			if got != tt.want {
				t.Errorf("ResultadoMesa = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestMoneyCasos(t *testing.T) {
	t.Run("35.1/MON-07", func(t *testing.T) {
		var c struct {
			Input    struct{ Initial, Fill domain.Importe }
			Expected struct{ Accepted bool }
		}
		var in struct {
			Input struct {
				Initial domain.Importe `json:"initial_float"`
			}
		}
		casos(t, "MON-07", &c)
		casos(t, "MON-07", &in)
		if got := CheckReposicion(in.Input.Initial, c.Input.Fill) == nil; got != c.Expected.Accepted {
			t.Errorf("accepted %v, want %v", got, c.Expected.Accepted)
		}
	})
	t.Run("36.3/MON-08", func(t *testing.T) {
		var c struct {
			Input struct {
				Expected domain.Importe `json:"expected_chips"`
				Counted  domain.Importe `json:"counted_chips"`
			}
			Expected struct{ Difference domain.Importe }
		}
		casos(t, "MON-08", &c)
		got, err := ResultadoMesa(c.Input.Counted, 0, 0, c.Input.Expected)
		if got != c.Expected.Difference || err != nil {
			t.Errorf("what was counted gives %v, %v, want %v", got, err, c.Expected.Difference)
		}
	})
}

func TestTotalize(t *testing.T) {
	session := func(mesa int, result domain.Importe) FolioAnticipos {
		f := folio(t)
		f.Mesa, f.Libro, f.Extraido = mesa, mesa, 0
		f.Anticipos = f.Anticipos[:1]
		f.Fichas, f.Placas, f.Billetes = domain.Piezas{1: int64(25_000_00 + result)}, domain.Piezas{}, domain.Piezas{}
		return f
	}
	t.Run("42.1/three tables", func(t *testing.T) {
		c, err := Totalize("2026-11-30", session(3, 860_00), session(1, 4_320_00), session(2, -1_100_00))
		if err != nil {
			t.Fatal(err)
		}
		want := []LineaControl{{1, domain.BlackJack, 1, 4_320_00}, {2, domain.BlackJack, 1, -1_100_00}, {3, domain.BlackJack, 1, 860_00}}
		if diff := cmp.Diff(want, c.Lineas()); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
		if got, want := c.Total(), domain.Importe(4_080_00); got != want || c.Fecha() != "2026-11-30" {
			t.Errorf("total of %s = %v, want %v", c.Fecha(), got, want)
		}
		if got, want := c.TotalLetra(), "cuatro mil ochenta euros"; got != want {
			t.Errorf("42.2: total in letters %q, want %q", got, want)
		}
	})
	t.Run("40.2/two sessions of a table", func(t *testing.T) {
		c, err := Totalize("2026-11-30", session(1, 100_00), session(1, -350_00))
		want := []LineaControl{{1, domain.BlackJack, 2, -250_00}}
		if diff := cmp.Diff(want, c.Lineas()); diff != "" || err != nil {
			t.Errorf("%v, lines (-want +got):\n%s", err, diff)
		}
		if got, want := c.TotalLetra(), "menos doscientos cincuenta euros"; got != want {
			t.Errorf("42.2: total in letters %q, want %q", got, want)
		}
	})
	t.Run("30.4/a reversible table has a line for each game", func(t *testing.T) {
		other := session(1, 50_00)
		other.Juego = domain.PoquerSinDescarte
		c, err := Totalize("2026-11-30", session(1, 100_00), other)
		if len(c.Lineas()) != 2 || c.Total() != 150_00 || err != nil {
			t.Errorf("lines %v, total %v, %v", c.Lineas(), c.Total(), err)
		}
	})
	t.Run("42.2/a day without tables", func(t *testing.T) {
		c, err := Totalize("2026-11-30")
		if c.Total() != 0 || c.TotalLetra() != "cero euros" || err != nil {
			t.Errorf("total %v, %q, %v", c.Total(), c.TotalLetra(), err)
		}
	})
	t.Run("40.2/a folio of another day", func(t *testing.T) {
		_, err := Totalize("2026-12-01", session(1, 0))
		check(t, err, ErrFechaFolio, "40.2")
	})
	t.Run("39.3/an incomplete folio", func(t *testing.T) {
		f := session(1, 0)
		f.Billetes = nil
		_, err := Totalize("2026-11-30", f)
		check(t, err, ErrFolio, "40.1.d")
	})
}

// TestTotalizeAddsUp: the total is the sum of the lines and of the sessions, whatever their
// order.
func TestTotalizeAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var folios []FolioAnticipos
		var want domain.Importe
		for range rapid.IntRange(0, 20).Draw(rt, "sessions") {
			f := folio(t)
			f.Mesa = rapid.IntRange(1, 4).Draw(rt, "mesa")
			f.Libro = f.Mesa
			f.Fichas = domain.Piezas{1: rapid.Int64Range(0, 1_000_000_00).Draw(rt, "chips")}
			r, err := f.Resultado()
			if err != nil {
				rt.Fatal(err)
			}
			folios, want = append(folios, f), want+r
		}
		a, err1 := Totalize("2026-11-30", folios...)
		b, err2 := Totalize("2026-11-30", rapid.Permutation(folios).Draw(rt, "order")...)
		if err1 != nil || err2 != nil {
			rt.Fatal(err1, err2)
		}
		var lines domain.Importe
		sessions := 0
		for _, l := range a.Lineas() {
			lines, sessions = lines+l.Resultado, sessions+l.Sesiones
		}
		if a.Total() != want || lines != want || sessions != len(folios) || !cmp.Equal(a.Lineas(), b.Lineas()) {
			rt.Fatalf("total %v, lines %v (%d sessions), want %v (%d)", a.Total(), lines, sessions, want, len(folios))
		}
	})
}

func TestCheckNuevaJornada(t *testing.T) {
	last := func(f domain.Fase) *domain.Jornada { return &domain.Jornada{Fecha: "2026-11-30", Fase: f} }
	t.Run("42.2/the first", func(t *testing.T) { check(t, CheckNuevaJornada(nil, "2026-11-30"), nil, "") })
	for _, f := range domain.Fases {
		t.Run("42.2/JOR-2/"+string(f), func(t *testing.T) {
			err := CheckNuevaJornada(last(f), "2026-12-01")
			if f == domain.FaseCertificada {
				check(t, err, nil, "")
				return
			}
			check(t, err, ErrSinCertificar, "42.2")
			if got := criterio(err); got != "JOR-2" {
				t.Errorf("criterio %q, want JOR-2", got)
			}
		})
	}
	t.Run("42.2/the same date", func(t *testing.T) {
		check(t, CheckNuevaJornada(last(domain.FaseCertificada), "2026-11-30"), ErrFechaJornada, "42.2")
	})
}

func TestCondicion(t *testing.T) {
	r := Resolucion{Referencia: "JT/7/2026", Fecha: "2026-02-01"}
	all := r
	all.Otras = true
	tests := []struct {
		name string
		c    Clase
		r    Resolucion
		want string
	}{
		{"anticipos without resolution", ClaseAnticipos, Resolucion{}, "copia auxiliar del libro diligenciado"},
		{"anticipos with it", ClaseAnticipos, r, "resolución JT/7/2026 de 01/02/2026 (art. 39.3)"},
		{"a resolution without date", ClaseControlIngresos, Resolucion{Referencia: "JT/7/2026"}, "copia auxiliar del libro diligenciado"},
		{"control de ingresos with it", ClaseControlIngresos, r, "resolución JT/7/2026"},
		{"beneficios with it", ClaseBeneficios, r, "resolución JT/7/2026"},
		{"cards book", ClaseNaipes, r, "copia auxiliar."},
		{"unsealing book", ClaseDesprecintado, Resolucion{}, "copia auxiliar."},
		{"tarjetas, named by the resolution", ClaseTarjetas, all, "resolución JT/7/2026"},
	}
	for _, tt := range tests {
		t.Run("39.3/LIB-1/"+tt.name, func(t *testing.T) {
			got := Condicion(tt.c, tt.r)
			if !strings.Contains(got, tt.want) {
				t.Errorf("Condicion = %q, want it to say %q", got, tt.want)
			}
			if oficial := strings.Contains(tt.want, "resolución"); Oficial(tt.c, tt.r) != oficial {
				t.Errorf("Oficial = %v, want %v", !oficial, oficial)
			}
		})
	}
	for c, ref := range map[Clase]string{ClaseAnticipos: "39.1.b", ClaseBeneficios: "39.1.a", ClaseControlIngresos: "39.1.c"} {
		t.Run(ref, func(t *testing.T) {
			if got := clases[c].Ref(); got != ref {
				t.Errorf("%s is the book of %s, want %s", c, got, ref)
			}
		})
	}
	if !(Resolucion{}).IsZero() || r.IsZero() {
		t.Error("IsZero is wrong")
	}
}
