package poquersindescarte

import "testing"

func TestPreparacion(t *testing.T) {
	tests := []struct {
		name  string
		err   error
		want  error
		cites string
	}{
		{"97.2/the first hand of a sabot", CheckBaraja(ConSabot, "", "1"), nil, ""},
		{"97.2/the packs take turns", CheckBaraja(ConSabot, "1", "2"), nil, ""},
		{"97.2/the same pack again", CheckBaraja(ConSabot, "1", "1"), ErrBaraja, "97.2"},
		{"97.2/by hand", CheckBaraja(DeMano, "1", "1"), nil, ""},
		{"97.2/automatic", CheckBaraja(ConDistribuidor, "1", "1"), nil, ""},
		{"97.3/seven boxes", CheckCasillas(7), nil, ""},
		{"97.3/eight boxes", CheckCasillas(8), ErrCasillas, "97.3"},
		{"97.3/six boxes", CheckCasillas(6), ErrCasillas, "97.3"},
		{"101.1/with a control", CheckControl("recuento de las 52 a la vista"), nil, ""},
		{"101.1/no control", CheckControl(""), ErrControl, "101.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.err, tt.want, tt.cites) })
	}
	t.Run("101.1/nobody cuts", func(t *testing.T) {
		if got := Corta(nil); got != 0 {
			t.Errorf("seat %d cuts, want the croupier", got)
		}
	})
	t.Run("101.1/a player cuts", func(t *testing.T) {
		if got, want := Corta([]int{3, 5}), 3; got != want {
			t.Errorf("seat %d cuts, want %d", got, want)
		}
	})
	t.Run("99.3/whoever shows his cards loses all his bets", func(t *testing.T) {
		l, err := Settle(Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy, Hecho: JugadorDescubreCartas})
		check(t, err, nil, "")
		if got, want := l.Total().Perdido.String(), "30,00 €"; got != want {
			t.Errorf("loses %s, want %s", got, want)
		}
	})
}
