package dados

import (
	"fmt"
	"testing"

	"foliado/domain"
)

func TestNewLimites(t *testing.T) {
	tests := []struct {
		name   string
		minimo domain.Importe
		factor int64
		max    domain.Importe
		err    error
		ref    string
	}{
		{"152.2/99 times", 500, 99, 0, ErrFactor, "152.2"},
		{"152.2/100 times", 500, 100, 50_000, nil, ""},
		{"152.2/1,000 times", 500, 1000, 500_000, nil, ""},
		{"152.2/1,001 times", 500, 1001, 0, ErrFactor, "152.2"},
		{"152.1/no minimum", 0, 100, 0, ErrImporte, "152.1"},
		{"152.2/too large", 1 << 60, 100, 0, domain.ErrDesborde, "152.2"},
		{"152.2/too large to be staked", MaxApostado, 100, 0, domain.ErrDesborde, "152.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := NewLimites(tt.minimo, tt.factor)
			check(t, err, tt.err, tt.ref)
			if err == nil && (l.Minimo != tt.minimo || l.MaxSencilla != tt.max) {
				t.Errorf("%+v", l)
			}
		})
	}
}

func TestMaxAsociada(t *testing.T) {
	tests := []struct {
		name    string
		suertes []Suerte
		max     map[int]string // of 1,000 céntimos, by point
	}{
		{"152.4/win and come", []Suerte{Win, Come}, map[int]string{4: "1000", 5: "1000", 6: "1000", 8: "1000", 9: "1000", 10: "1000"}},
		{"152.5/don't win and don't come", []Suerte{DontWin, DontCome}, map[int]string{4: "2000", 5: "1500", 6: "1200", 8: "1200", 9: "1500", 10: "2000"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, s := range tt.suertes {
				for punto, want := range tt.max {
					got, err := MaxAsociada(s, punto, 1000)
					if err != nil || got.Maximo.String() != want {
						t.Errorf("%s, %d: %s, %v, want %s", s, punto, got.Maximo, err, want)
					}
				}
			}
		})
	}
	t.Run("151.2.c/none", func(t *testing.T) {
		_, err := MaxAsociada(Field, 4, 1000)
		check(t, err, ErrSinSencilla, "151.2.c")
		_, err = MaxAsociada(Win, 7, 1000)
		check(t, err, ErrPuntoNoFijado, "151.2.c")
		_, err = MaxAsociada(Win, 4, 0)
		check(t, err, ErrImporte, "151.2.c")
		_, err = MaxAsociada(DontWin, 4, 1<<62)
		check(t, err, domain.ErrDesborde, "151.2.c")
	})
}

func TestMaxPlace(t *testing.T) {
	tests := []struct {
		name   string
		suerte Suerte
		max    map[int]domain.Importe // of 1,000 céntimos
	}{
		{"152.6/right", PlaceRight, map[int]domain.Importe{4: 1000, 5: 1000, 6: 1200, 8: 1200, 9: 1000, 10: 1000}},
		{"152.7/wrong", PlaceWrong, map[int]domain.Importe{4: 2200, 5: 1600, 6: 1250, 8: 1250, 9: 1600, 10: 2200}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Limites{Minimo: 10, MaxSencilla: 1000}
			for n, want := range tt.max {
				got, err := MaxPlace(tt.suerte, n, 1000)
				if err != nil || !got.Maximo.Equal(domain.FraccionDe(want)) {
					t.Errorf("%d: %s, %v, want %d", n, got.Maximo, err, want)
				}
				check(t, l.Check(tt.suerte, n, want, PagoImpreso), nil, "")
				check(t, l.Check(tt.suerte, n, want+1, PagoImpreso), ErrSuperior, got.Articulo.Ref())
				check(t, l.Check(tt.suerte, n, 9, PagoImpreso), ErrInferior, "152.1")
			}
		})
	}
	t.Run("151.2.d/none", func(t *testing.T) {
		_, err := MaxPlace(Win, 4, 1000)
		check(t, err, ErrSuerte, "151.2.d")
		_, err = MaxPlace(PlaceRight, 7, 1000)
		check(t, err, ErrNumero, "151.2.d")
		_, err = MaxPlace(PlaceRight, 4, 0)
		check(t, err, ErrImporte, "152.2")
		_, err = MaxPlace(PlaceWrong, 4, 1<<62)
		check(t, err, domain.ErrDesborde, "152.2")
	})
}

func TestRangoMultiple(t *testing.T) {
	tests := []struct {
		name   string
		suerte Suerte
		numero int
		low    string // of 63,000 céntimos
		high   string
	}{
		{"152.3/hard 4", HardWay, 4, "9000", "27000"},
		{"152.3/hard 8", HardWay, 8, "7000", "21000"},
		{"152.3/juego de 7", Juego7, 0, "4200", "12600"},
		{"152.3/juego de 11", Juego11, 0, "4200", "12600"},
		{"152.3/any craps", AnyCraps, 0, "9000", "27000"},
		{"152.3/craps 2", Craps2, 0, "2100", "6300"},
		{"152.3/craps 3", Craps3, 0, "4200", "12600"},
		{"152.3/craps 12", Craps12, 0, "2100", "6300"},
		{"152.3/horn", Horn, 0, "15750", "47250"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			low, high, err := RangoMultiple(tt.suerte, tt.numero, 63_000, PagoImpreso)
			if err != nil || low.String() != tt.low || high.String() != tt.high {
				t.Fatalf("%s to %s, %v", low, high, err)
			}
			propose := func(i domain.Importe) error { return CheckMaxMultiple(tt.suerte, tt.numero, 63_000, i, PagoImpreso) }
			check(t, propose(low.Floor()-1), ErrMaximoMultiple, "152.3")
			check(t, propose(low.Floor()), nil, "")
			check(t, propose(high.Floor()), nil, "")
			check(t, propose(high.Floor()+1), ErrMaximoMultiple, "152.3")
			l := Limites{Minimo: 10, MaxSencilla: 63_000}
			check(t, l.Check(tt.suerte, tt.numero, high.Floor(), PagoImpreso), nil, "")
			check(t, l.Check(tt.suerte, tt.numero, high.Floor()+1, PagoImpreso), ErrSuperior, "152.3")
			l.Multiples = map[Casilla]domain.Importe{{tt.suerte, tt.numero}: 2000}
			check(t, l.Check(tt.suerte, tt.numero, 2001, PagoImpreso), ErrSuperior, "152.3")
		})
	}
	t.Run("152.3/DAD-A/juego de 7 paid four times", func(t *testing.T) {
		if low, _, err := RangoMultiple(Juego7, 0, 63_000, PagoCuatro); err != nil || low.String() != "15750" {
			t.Errorf("%s, %v", low, err)
		}
	})
	t.Run("151.2.b/none", func(t *testing.T) {
		_, _, err := RangoMultiple(Win, 0, 63_000, PagoImpreso)
		check(t, err, ErrSuerte, "151.2.b")
		_, _, err = RangoMultiple(HardWay, 7, 63_000, PagoImpreso)
		check(t, err, ErrNumero, "151.2.b.1")
		_, _, err = RangoMultiple(Horn, 0, 0, PagoImpreso)
		check(t, err, ErrImporte, "152.2")
		check(t, CheckMaxMultiple(Win, 0, 1, 1, PagoImpreso), ErrSuerte, "151.2.b")
	})
}

func TestTableWithLimits(t *testing.T) {
	l, err := NewLimites(500, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Suerte{Win, DontWin, Field, Big6, Big8, Under7, Over7} {
		t.Run(fmt.Sprintf("152.1/152.2/%s", s), func(t *testing.T) {
			for importe, want := range map[domain.Importe]error{499: ErrInferior, 500: nil, 50_000: nil, 50_001: ErrSuperior} {
				ref := map[error]string{ErrInferior: "152.1", ErrSuperior: "152.2"}[want]
				check(t, tabla(t, Reglas{Limites: &l}).Lay(Apuesta{ID: "a", Suerte: s, Importe: importe}), want, ref)
			}
		})
	}
	t.Run("152.4/DAD-10/an asociada has no least", func(t *testing.T) {
		tabla(t, Reglas{Limites: &l}, Apuesta{ID: "w", Suerte: Win, Importe: 500}, Dados{2, 2}, Apuesta{ID: "o", Suerte: Asociada, Base: "w", Importe: 1})
	})
}

func TestMaximosCasillas(t *testing.T) {
	l, err := NewLimites(500, 100)
	if err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]PagoJuego7{"DAD-A/not offered": SinJuego7, "DAD-A/offered": PagoImpreso} {
		t.Run("152.3/"+name, func(t *testing.T) {
			list, err := l.Maximos(j)
			if err != nil {
				t.Fatal(err)
			}
			offered := false
			for _, m := range list {
				offered = offered || m.Suerte == Juego7
				if l.Check(m.Suerte, m.Numero, m.Maximo, PagoImpreso) != nil || l.Check(m.Suerte, m.Numero, m.Maximo+1, PagoImpreso) == nil {
					t.Errorf("%v is not the ceiling that a stake is judged by", m)
				}
			}
			if offered != (j != SinJuego7) {
				t.Errorf("the juego de 7 is listed: %v", offered)
			}
		})
	}
}
