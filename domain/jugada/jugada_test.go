package jugada_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

func bet(apostado, ganado, devuelto domain.Importe) jugada.Apuesta {
	return jugada.Apuesta{Nombre: "pleno 17", Suerte: "pleno", Apostado: apostado, Ganado: domain.FraccionDe(ganado),
		Devuelto: domain.FraccionDe(devuelto), Resultado: "gana", Articulo: art("131.1.a.1")}
}

func TestJudge(t *testing.T) {
	importe := func(i domain.Importe) *domain.Importe { return &i }
	won := jugada.Liquidacion{Apuestas: []jugada.Apuesta{bet(500, 17500, 500)}}
	half := jugada.Liquidacion{Apuestas: []jugada.Apuesta{{Nombre: "rojo", Suerte: "rojo", Apostado: 501, Devuelto: domain.NewFraccion(501, 2), Resultado: "mitad"}}}
	void := jugada.Liquidacion{Apuestas: []jugada.Apuesta{{Nombre: "rojo", Suerte: "rojo", Apostado: 500, Pendiente: domain.FraccionDe(500), Resultado: "sigue"}},
		Nula: &jugada.Cita{Articulo: art("133.d")}}
	for _, tt := range []struct {
		name  string
		l     jugada.Liquidacion
		pago  jugada.Pago
		want  jugada.Veredicto
		delta domain.Importe
	}{
		{"38.3/paid right", won, jugada.Pago{Pagado: 17500}, jugada.Conforme, 0},
		{"38.3/one céntimo short", won, jugada.Pago{Pagado: 17499}, jugada.Discrepante, -1},
		{"38.3/one céntimo over", won, jugada.Pago{Pagado: 17501}, jugada.Discrepante, 1},
		{"38.3/paid but the stake was taken", won, jugada.Pago{Pagado: 17500, Devuelto: importe(0)}, jugada.Discrepante, -500},
		{"RED-1/half a céntimo is the player's", half, jugada.Pago{Devuelto: importe(251)}, jugada.Conforme, 0},
		{"RED-1/half a céntimo kept by the house", half, jugada.Pago{Devuelto: importe(250)}, jugada.Discrepante, -1},
		{"133.d/void, and the stake stays", void, jugada.Pago{}, jugada.Nula, 0},
		{"133.d/void, and it was paid", void, jugada.Pago{Pagado: 500}, jugada.Nula, 500},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := jugada.Judge(tt.l, []jugada.Pago{tt.pago})
			if err != nil || d.Veredicto != tt.want || d.Diferencia != tt.delta {
				t.Errorf("got %s, %s, %v, want %s, %s", d.Veredicto, d.Diferencia, err, tt.want, tt.delta)
			}
			if !d.Veredicto.Valid() || d.Veredicto.Nombre() == "" {
				t.Errorf("verdict %q has no name", d.Veredicto)
			}
		})
	}
}

func TestJudgeRefuses(t *testing.T) {
	one := jugada.Liquidacion{Apuestas: []jugada.Apuesta{bet(500, 0, 0)}}
	many := jugada.Liquidacion{Apuestas: make([]jugada.Apuesta, jugada.MaxApuestas+1)}
	for _, tt := range []struct {
		name  string
		l     jugada.Liquidacion
		pagos []jugada.Pago
		want  error
	}{
		{"30.1/no stake", jugada.Liquidacion{}, nil, jugada.ErrSinApuestas},
		{"nothing said of a bet", one, nil, jugada.ErrPagos},
		{"a bet too many", one, make([]jugada.Pago, 2), jugada.ErrPagos},
		{"a negative payment", one, []jugada.Pago{{Pagado: -1}}, jugada.ErrImporte},
		{"more than an amount can hold", one, []jugada.Pago{{Pagado: 1<<63 - 1, Devuelto: new(domain.Importe(1))}}, domain.ErrDesborde},
		{"too many bets", many, make([]jugada.Pago, len(many.Apuestas)), jugada.ErrMuchas},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := jugada.Judge(tt.l, tt.pagos); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// TestDiferencia: the differences of the bets add up to that of the jugada, and what is
// due is never less than the exact amount.
func TestDiferencia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "bets")
		l, pagos, want := jugada.Liquidacion{}, []jugada.Pago{}, domain.Importe(0)
		for range n {
			a := bet(rapid.Custom(func(t *rapid.T) domain.Importe { return domain.Importe(rapid.Int64Range(1, 1e9).Draw(t, "stake")) }).Draw(t, "a"), 0, 0)
			a.Ganado = domain.NewFraccion(rapid.Int64Range(0, 1e9).Draw(t, "num"), rapid.Int64Range(1, 12).Draw(t, "den"))
			p := jugada.Pago{Pagado: domain.Importe(rapid.Int64Range(0, 1e9).Draw(t, "paid"))}
			want += p.Pagado - a.Ganado.Ceil()
			l.Apuestas, pagos = append(l.Apuestas, a), append(pagos, p)
		}
		d, err := jugada.Judge(l, pagos)
		if err != nil || d.Diferencia != want {
			t.Fatalf("got %s, %v, want %s", d.Diferencia, err, want)
		}
		for _, line := range d.Lineas {
			if domain.FraccionDe(line.Debido).Cmp(line.Ganado) < 0 {
				t.Fatalf("due %s, exactly %s", line.Debido, line.Ganado)
			}
		}
	})
}

// TestCitas lists each provision and each criterio once.
func TestCitas(t *testing.T) {
	l := jugada.Liquidacion{Apuestas: []jugada.Apuesta{bet(500, 17500, 500), bet(300, 0, 0)}}
	l.Apuestas[1].Criterio = "RUL-1"
	articulos, criterios := l.Citas()
	if len(articulos) != 1 || articulos[0].Ref() != "131.1.a.1" || len(criterios) != 1 || criterios[0] != "RUL-1" {
		t.Errorf("got %v, %v", articulos, criterios)
	}
}
