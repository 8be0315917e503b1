package libros

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

func TestCheckDotacion(t *testing.T) {
	tests := []struct {
		name  string
		juego domain.Juego
		panos int
		d     Dotacion
		ref   string // provision cited; "" when it may open
		err   error
	}{
		{"130.1.a/two cloths", domain.RuletaFrancesa, 2, Dotacion{Jefes: 1, Subjefes: 1, Crupieres: 2}, "", nil},
		{"130.1.a/without subjefe", domain.RuletaFrancesa, 2, Dotacion{Jefes: 1, Crupieres: 4}, "130.1.a", ErrDotacion},
		{"130.1.a/one croupier", domain.RuletaFrancesa, 2, Dotacion{Jefes: 1, Subjefes: 1, Crupieres: 1}, "130.1.a", ErrDotacion},
		{"130.1.a/no jefe", domain.RuletaFrancesa, 2, Dotacion{Subjefes: 1, Crupieres: 2}, "130.1.a", ErrDotacion},
		{"130.1.b/one cloth", domain.RuletaFrancesa, 1, Dotacion{Jefes: 1, Crupieres: 2}, "", nil},
		{"130.1.b/one croupier", domain.RuletaFrancesa, 0, Dotacion{Jefes: 1, Crupieres: 1}, "130.1.b", ErrDotacion},
		{"130.1.b/no jefe", domain.RuletaFrancesa, 1, Dotacion{Crupieres: 2}, "130.1.b", ErrDotacion},
		{"128.2/three cloths", domain.RuletaFrancesa, 3, Dotacion{Jefes: 3, Subjefes: 3, Crupieres: 9}, "130.1.a", ErrPanos},
		{"136.1/one croupier", domain.RuletaAmericana, 1, Dotacion{Jefes: 1, Crupieres: 1}, "", nil},
		{"136.1/no jefe", domain.RuletaAmericana, 1, Dotacion{Crupieres: 2}, "136.1", ErrDotacion},
		{"136.1/no croupier", domain.RuletaAmericana, 1, Dotacion{Jefes: 1}, "136.1", ErrDotacion},
		{"136.1/double table", domain.RuletaAmericana, 2, Dotacion{Jefes: 1, Crupieres: 2}, "", nil},
		{"136.1/double table with one croupier", domain.RuletaAmericana, 2, Dotacion{Jefes: 1, Crupieres: 1}, "136.1", ErrDotacion},
		{"136.1/double table without jefe", domain.RuletaAmericana, 2, Dotacion{Crupieres: 3}, "136.1", ErrDotacion},
		{"136.1/three cloths", domain.RuletaAmericana, 3, Dotacion{Jefes: 1, Crupieres: 3}, "136.1", ErrPanos},
		{"143.1/a croupier a cloth", domain.Bola, 2, Dotacion{Jefes: 1, Crupieres: 2}, "", nil},
		{"143.1/one for two cloths", domain.Bola, 2, Dotacion{Jefes: 1, Crupieres: 1}, "143.1", ErrDotacion},
		{"143.1/two cloths without jefe", domain.Bola, 2, Dotacion{Crupieres: 2}, "143.1", ErrDotacion},
		{"143.1/one cloth", domain.Bola, 1, Dotacion{Jefes: 1, Crupieres: 1}, "", nil},
		{"143.1/no croupier", domain.Bola, 1, Dotacion{Jefes: 1}, "143.1", ErrDotacion},
		{"143.1/no jefe", domain.Bola, 1, Dotacion{Crupieres: 1}, "143.1", ErrDotacion},
		{"143.1/three cloths", domain.Bola, 3, Dotacion{Jefes: 1, Crupieres: 3}, "143.1", ErrPanos},
		{"150/all", domain.Dados, 1, Dotacion{Jefes: 1, Crupieres: 2, Stickmen: 1}, "", nil},
		{"150/one croupier", domain.Dados, 1, Dotacion{Jefes: 1, Crupieres: 1, Stickmen: 1}, "150", ErrDotacion},
		{"150/no stickman", domain.Dados, 1, Dotacion{Jefes: 1, Crupieres: 2}, "150", ErrDotacion},
		{"150/no jefe", domain.Dados, 1, Dotacion{Crupieres: 2, Stickmen: 1}, "150", ErrDotacion},
		{"150/two cloths", domain.Dados, 2, Dotacion{Jefes: 1, Crupieres: 4, Stickmen: 2}, "150", ErrPanos},
		{"56.1/two croupiers", domain.TreintaCuarenta, 1, Dotacion{Jefes: 1, Crupieres: 2}, "", nil},
		{"56.1/one croupier", domain.TreintaCuarenta, 1, Dotacion{Jefes: 1, Crupieres: 1}, "56.1", ErrDotacion},
		{"56.1/no jefe", domain.TreintaCuarenta, 1, Dotacion{Crupieres: 2}, "56.1", ErrDotacion},
		{"56.1/two cloths", domain.TreintaCuarenta, 2, Dotacion{Jefes: 1, Crupieres: 4}, "56.1", ErrPanos},
		{"49.2/a croupier", domain.BlackJack, 1, Dotacion{Crupieres: 1}, "", nil},
		{"49.2/nobody", domain.BlackJack, 1, Dotacion{Jefes: 1}, "49.2", ErrDotacion},
		{"49.2/two cloths", domain.BlackJack, 2, Dotacion{Crupieres: 2}, "49.2", ErrPanos},
		{"98.1/both", domain.PoquerSinDescarte, 1, Dotacion{Jefes: 1, Crupieres: 1}, "", nil},
		{"98.1/no croupier", domain.PoquerSinDescarte, 1, Dotacion{Jefes: 1}, "98.1", ErrDotacion},
		{"98.1/no jefe", domain.PoquerSinDescarte, 1, Dotacion{Crupieres: 1}, "98.1", ErrDotacion},
		{"98.1/two cloths", domain.PoquerSinDescarte, 2, Dotacion{Jefes: 1, Crupieres: 2}, "98.1", ErrPanos},
		{"105.1/both", domain.Trijoker, 1, Dotacion{Jefes: 1, Crupieres: 1}, "", nil},
		{"105.1/no croupier", domain.Trijoker, 1, Dotacion{Jefes: 1}, "105.1", ErrDotacion},
		{"105.1/no jefe", domain.Trijoker, 1, Dotacion{Crupieres: 1}, "105.1", ErrDotacion},
		{"105.1/two cloths", domain.Trijoker, 2, Dotacion{Jefes: 1, Crupieres: 2}, "105.1", ErrPanos},
		{"1.3/a game of círculo", domain.BacaraChemin, 1, Dotacion{Jefes: 1, Crupieres: 2}, "1.3", ErrJuego},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckDotacion(tt.juego, tt.panos, tt.d)
			if a, _ := norma.Cited(err); a.Ref() != tt.ref || !errors.Is(err, tt.err) {
				t.Errorf("CheckDotacion = %v, want %v of %q", err, tt.err, tt.ref)
			}
		})
	}
}

func TestCheckOtraTalla(t *testing.T) {
	limite := time.Date(2026, 11, 30, 4, 0, 0, 0, time.UTC)
	tests := []struct {
		name string
		left time.Duration
		want error
	}{
		{"29.5/thirty minutes and a second left", 30*time.Minute + time.Second, nil},
		{"29.5/thirty minutes left", 30 * time.Minute, ErrUltimoCorte},
		{"29.5/twenty-five minutes left", 25 * time.Minute, ErrUltimoCorte},
		{"29.5/past the end", -time.Minute, ErrUltimoCorte},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := CheckOtraTalla(limite.Add(-tt.left), limite); !errors.Is(err, tt.want) {
				t.Errorf("CheckOtraTalla = %v, want %v", err, tt.want)
			}
		})
	}
}

func TestAnunciante(t *testing.T) {
	tests := []struct {
		name  string
		juego domain.Juego
		want  domain.Cargo
		ref   string
	}{
		{"29.5/roulette", domain.RuletaFrancesa, domain.Crupier, "29.5"},
		{"101.9/sin descarte", domain.PoquerSinDescarte, domain.Crupier, "101.9"},
		{"109.5/trijoker", domain.Trijoker, domain.JefeMesa, "109.5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, a := Anunciante(tt.juego); got != tt.want || a.Ref() != tt.ref {
				t.Errorf("Anunciante = %s by %s, want %s by %s", got, a, tt.want, tt.ref)
			}
		})
	}
}

// TestRondasOfEveryGame is what is announced at a table of each game of art. 29.5.
func TestRondasOfEveryGame(t *testing.T) {
	want := map[domain.Juego]UltimasRondas{
		domain.Bola: {Unidad: Bolas, Numero: 3}, domain.RuletaFrancesa: {Unidad: Bolas, Numero: 3}, domain.RuletaAmericana: {Unidad: Bolas, Numero: 3},
		domain.Dados: {Unidad: Manos, Numero: 3}, domain.PoquerSinDescarte: {Unidad: Manos, Numero: 3}, domain.Trijoker: {Unidad: Manos, Numero: 3},
		domain.PuntoBanca: {Unidad: Manos, Numero: 5}, domain.BacaraChemin: {Unidad: Manos, Numero: 5}, domain.BacaraDosPanos: {Unidad: Manos, Numero: 5},
		domain.BlackJack: {Unidad: Manos, Numero: 5}, domain.TreintaCuarenta: {Unidad: CorteFinal, Numero: 1},
	}
	t.Run("29.5/every game", func(t *testing.T) {
		for j, w := range want {
			got, err := LastRounds(j, true)
			if err != nil || got.Unidad != w.Unidad || got.Numero != w.Numero {
				t.Errorf("%s: %d %s (%v), want %d %s", j, got.Numero, got.Unidad, err, w.Numero, w.Unidad)
			}
		}
	})
}

// One jefe de mesa leads two tables, or as many as four in a row while two are in play.
func TestCheckJefe(t *testing.T) {
	for _, tt := range []struct {
		name    string
		juego   domain.Juego
		mesas   []int
		enJuego int
		cites   string
	}{
		{"49.1/two apart, in play", domain.BlackJack, []int{2, 9}, 2, ""},
		{"49.1/four in a row, two in play", domain.BlackJack, []int{5, 3, 4, 6}, 2, ""},
		{"49.1/four in a row, three in play", domain.BlackJack, []int{3, 4, 5, 6}, 3, "49.1"},
		{"49.1/three not in a row", domain.BlackJack, []int{3, 4, 6}, 2, "49.1"},
		{"49.1/five in a row", domain.BlackJack, []int{3, 4, 5, 6, 7}, 2, "49.1"},
		{"63.2/four in a row, all in play", domain.PuntoBanca, []int{3, 4, 5, 6}, 4, ""},
		{"63.2/five in a row", domain.PuntoBanca, []int{3, 4, 5, 6, 7}, 5, "63.2"},
		{"63.2/three not in a row", domain.PuntoBanca, []int{3, 4, 6}, 3, "63.2"},
		{"98.2/three in play", domain.PoquerSinDescarte, []int{1, 2, 3}, 3, "98.2"},
		{"105.1/three in play", domain.Trijoker, []int{1, 2, 3}, 3, "105.1"},
		{"136.1/a game that says nothing of it", domain.RuletaAmericana, []int{1, 5, 9}, 3, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckJefe(tt.juego, tt.mesas, tt.enJuego)
			if a, _ := norma.Cited(err); a.Ref() != tt.cites || (tt.cites != "") != errors.Is(err, ErrJefe) {
				t.Errorf("CheckJefe = %v, want art. %q", err, tt.cites)
			}
		})
	}
}
