package poquer

import (
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
)

func valor(t testing.TB, n Nombre, cartas string) naipes.Valor {
	t.Helper()
	v, err := variante(t, n).Evaluate(naipes.MustParse(cartas))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAbre(t *testing.T) {
	tests := []struct {
		name, cartas string
		enBlanco     int
		want         bool
	}{
		{"121.1.a/tens", "Tt Td Ap Kc Qd", 0, false},
		{"121.1.a/jacks", "Jt Jd 2p 5c 8d", 0, true},
		{"121.1.a/figuras of jacks after aces are wanted", "Jt Jd Ap Kc Qd", 3, true},
		{"121.1.a/two low pairs", "2t 2d 3p 3c 8d", 5, true},
		{"121.1.a/an ace", "At Kd Qp Jc 9d", 0, false},
		{"121.3/jacks after a blank hand", "Jt Jd 2p 5c 8d", 1, false},
		{"121.3/queens after one", "Qt Qd 2p 5c 8d", 1, true},
		{"121.3/queens after two", "Qt Qd 2p 5c 8d", 2, false},
		{"121.3/kings after two", "Kt Kd 2p 5c 8d", 2, true},
		{"121.3/kings after three", "Kt Kd 2p 5c 8d", 3, false},
		{"121.3/aces after three", "At Ad 2p 5c 8d", 3, true},
		{"121.3/it stays at aces", "Kt Kd 2p 5c 8d", 7, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := valor(t, Cubierto52, tt.cartas)
			got, err := Abre(v, tt.enBlanco)
			if got != tt.want || err != nil {
				t.Errorf("%v, %v, want %v", got, err, tt.want)
			}
			err = CheckApertura(v, tt.enBlanco)
			switch {
			case tt.want && err != nil:
				t.Error(err)
			case !tt.want && tt.enBlanco == 0:
				check(t, err, ErrApertura, "121.1.a")
			case !tt.want:
				check(t, err, ErrApertura, "121.3")
			}
		})
	}
	t.Run("121.3/less than none", func(t *testing.T) {
		_, err := Abre(0, -1)
		check(t, err, ErrBlanco, "121.3")
		check(t, CheckApertura(0, -1), ErrBlanco, "121.3")
		_, _, err = JugadaFalsa(0, -1, true)
		check(t, err, ErrBlanco, "121.3")
	})
}

func TestAbreBote(t *testing.T) {
	jotas, damas, ases := valor(t, Cubierto52, "Jt Jd 2p 5c 8d"), valor(t, Cubierto52, "Qt Qd 2p 5c 8d"), valor(t, Cubierto52, "At Ad 2p 5c 8d")
	tests := []struct {
		name     string
		repartos [][]Mano
		want     Apertura
	}{
		{"121.1.b/who may need not", [][]Mano{{{1, jotas, false}, {2, damas, true}, {3, ases, true}}}, Apertura{1, 2, 1, naipes.Jota}},
		{"121.2/who wants and may not", [][]Mano{{{1, 0, true}}, {{1, jotas, true}}, {{1, ases, true}}}, Apertura{3, 1, 3, naipes.Rey}},
		{"121.3/nobody", [][]Mano{{{1, 0, false}}, {}}, Apertura{0, 0, 2, naipes.Dama}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := AbreBote(tt.repartos); got != tt.want || err != nil {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
	t.Run("113.2/121.3/no deal", func(t *testing.T) {
		_, err := AbreBote(nil)
		check(t, err, ErrNadie, "121.3")
		_, err = AbreBote([][]Mano{{{11, ases, true}}})
		check(t, err, ErrPuesto, "113.2")
	})
}

func TestJugadaFalsa(t *testing.T) {
	jotas, nada := valor(t, Cubierto52, "Jt Jd 2p 5c 8d"), valor(t, Cubierto52, "Tt Td 2p 5c 8d")
	tests := []struct {
		name     string
		valor    naipes.Valor
		cubierta bool
		falsa    bool
		fichas   Fichas
	}{
		{"122.3/it was good", jotas, false, false, Normal},
		{"122.3/the chips stay", nada, true, true, QuedanEnElBote},
		{"122.3/nobody called", nada, false, true, BoteDeSiguiente},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			falsa, fichas, err := JugadaFalsa(tt.valor, 0, tt.cubierta)
			if falsa != tt.falsa || fichas != tt.fichas || err != nil {
				t.Errorf("%v, %s, %v", falsa, fichas, err)
			}
		})
	}
	t.Run("122.3/what nobody called does not come back", func(t *testing.T) {
		if got := FichasNoCubiertas(true, 30); got != 0 {
			t.Errorf("%v", got)
		}
		if got := FichasNoCubiertas(false, 30); got != 30 {
			t.Errorf("%v", got)
		}
	})
}

func TestRoba(t *testing.T) {
	v := variante(t, Cubierto52)
	c := naipes.MustParse
	tests := []struct {
		name      string
		baraja    string
		descartes []Descarte
		sirve     []string
		rehace    int
		mazo      string
		jefe      bool
	}{
		{"121.4/as many as he discards", "2t 3t 4t 5t", []Descarte{{1, c("Ac Kc")}, {3, nil}, {4, c("Qc")}}, []string{"2t 3t", "", "4t"}, -1, "", false},
		{"121.5/exactly enough", "2t 3t", []Descarte{{1, c("Ac")}, {2, c("Kc")}}, []string{"2t", "3t"}, -1, "", false},
		{"121.5/one left and two wanted", "2t 3t 4t", []Descarte{{1, c("Ac Kc")}, {2, c("Qc Jc")}}, []string{"2t 3t", ""}, 1, "4t", false},
		{"121.5/without the opener's and his own", "2t 3t 4t 5t 6t", []Descarte{{1, c("Ac Kc")}, {2, c("9d")}, {3, c("Qc Jc Tc")}}, []string{"2t 3t", "4t", "5t"}, 2, "6t 9d", false},
		{"121.5/none is left", "2t", []Descarte{{2, c("Ac")}, {3, c("Qc")}}, []string{"2t", ""}, 1, "Ac", false},
		{"121.5/others had to draw", "2t", []Descarte{{2, c("Ac Kc")}, {3, c("Qc")}}, []string{""}, 0, "2t", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := v.Roba(c(tt.baraja), tt.descartes, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.DeLaBaraja) != len(tt.sirve) || r.Rehace != tt.rehace || r.DecideJefe != tt.jefe || !slices.Equal(r.Mazo, c(tt.mazo)) {
				t.Fatalf("%+v", r)
			}
			for k := range tt.sirve {
				if !slices.Equal(r.DeLaBaraja[k], c(tt.sirve[k])) {
					t.Errorf("player %d takes %v, want %s", k, r.DeLaBaraja[k], tt.sirve[k])
				}
			}
		})
	}
	t.Run("113.1/113.2/121.4/refused", func(t *testing.T) {
		_, err := v.Roba(c("2t"), []Descarte{{1, c("2t")}}, 1)
		check(t, err, naipes.ErrRepetida, "113.1")
		_, err = v.Roba(c("2t"), []Descarte{{1, c("3t")}, {1, c("4t")}}, 1)
		check(t, err, ErrRepetido, "121.4")
		_, err = v.Roba(c("2t"), []Descarte{{1, c("3t 4t 5t 6t 7t 8t")}}, 1)
		check(t, err, ErrDescarte, "121.4")
		_, err = v.Roba(c("2t"), []Descarte{{0, c("3t")}}, 1)
		check(t, err, ErrPuesto, "113.2")
		_, err = v.Roba(c("2t"), nil, 11)
		check(t, err, ErrPuesto, "113.2")
	})
	t.Run("121.6/who opened, or his right", func(t *testing.T) {
		if p, err := Reanuda(2, []Puesto{1, 2, 5}); p != 2 || err != nil {
			t.Errorf("%d, %v", p, err)
		}
		if p, err := Reanuda(2, []Puesto{1, 5}); p != 5 || err != nil {
			t.Errorf("%d, %v", p, err)
		}
		_, err := Reanuda(2, nil)
		check(t, err, ErrNadie, "121.6")
	})
}

func TestHabla(t *testing.T) {
	en := func(pares ...any) map[Puesto][]naipes.Carta {
		m := map[Puesto][]naipes.Carta{}
		for k := 0; k < len(pares); k += 2 {
			m[Puesto(pares[k].(int))] = naipes.MustParse(pares[k+1].(string))
		}
		return m
	}
	tests := []struct {
		name      string
		n         Nombre
		intervalo int
		mano      Puesto
		vistas    map[Puesto][]naipes.Carta
		want      Puesto
	}{
		{"123.3/the lowest", SevenStud, 1, 1, en(1, "Kt", 3, "2d", 5, "9p"), 3},
		{"123.3/the ace is high", SevenStud, 1, 1, en(1, "At", 3, "4d", 5, "9p"), 3},
		{"123.3/of equal ones the nearest", SevenStud, 1, 4, en(1, "4t", 3, "4d", 5, "9p"), 1},
		{"123.3/who counts himself", SevenStud, 1, 3, en(1, "4t", 3, "4d"), 3},
		{"123.3/the best afterwards", SevenStud, 2, 1, en(1, "Kt 2d", 3, "3d 3p", 5, "Ap 9p"), 3},
		{"123.3/equal pairs", SevenStud, 2, 6, en(1, "Kt Kd", 3, "Kp Kc"), 1},
		{"123.3/four cards of a suit are nothing", SevenStud, 5, 1, en(1, "2t 3t 4t 5t", 3, "6d 6c 2d 3d"), 3},
		{"126.3/the best from the beginning", FiveStud, 1, 1, en(1, "Kt", 3, "7d", 5, "Ap"), 5},
		{"126.3/a trío", FiveStud, 4, 1, en(1, "Kt Kd Qt Qd", 3, "7d 7c 7p 8t"), 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := variante(t, tt.n).Habla(tt.intervalo, tt.mano, tt.vistas); got != tt.want || err != nil {
				t.Errorf("%d, %v, want %d", got, err, tt.want)
			}
		})
	}
	seven := variante(t, SevenStud)
	refused := []struct {
		name, cites string
		v           Variante
		intervalo   int
		mano        Puesto
		vistas      map[Puesto][]naipes.Carta
		want        error
	}{
		{"125.1/no stud", "125.1", variante(t, Holdem), 1, 1, en(1, "Kt"), ErrStud},
		{"123.1/a sixth interval", "123.1", seven, 6, 1, en(1, "Kt"), ErrIntervalo},
		{"123.1/before the first", "123.1", seven, 0, 1, en(1, "Kt"), ErrIntervalo},
		{"126.2/a fifth interval", "126.2", variante(t, FiveStud), 5, 1, en(1, "Kt"), ErrIntervalo},
		{"113.2/no mano", "113.2", seven, 1, 0, en(1, "Kt"), ErrPuesto},
		{"123.1/nobody", "123.1", seven, 1, 1, nil, ErrNadie},
		{"123.1/nothing in sight", "123.1", seven, 1, 1, en(1, ""), ErrVistas},
		{"123.1/five in sight", "123.1", seven, 1, 1, en(1, "2t 3t 4t 5t 6t"), ErrVistas},
		{"113.1/a card twice", "113.1", seven, 1, 1, en(1, "2t", 2, "2t"), naipes.ErrRepetida},
		{"113.1/a card twice of one", "113.1", seven, 1, 1, en(1, "2t 2t"), naipes.ErrRepetida},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.v.Habla(tt.intervalo, tt.mano, tt.vistas)
			check(t, err, tt.want, tt.cites)
		})
	}
}

func TestMaximoStud(t *testing.T) {
	tests := []struct {
		name string
		l    LimiteStud
		h    HechosStud
		want domain.Importe
		hay  bool
	}{
		{"123.2.a/first", SplitStud, HechosStud{1, 20, 40, false, 0}, 20, true},
		{"123.2.a/first with a pair", SplitStud, HechosStud{1, 20, 40, true, 0}, 20, true},
		{"123.2.a/second", SplitStud, HechosStud{2, 20, 40, false, 0}, 20, true},
		{"123.2.a/second with a pair", SplitStud, HechosStud{2, 20, 40, true, 0}, 40, true},
		{"123.2.a/third", SplitStud, HechosStud{3, 20, 40, false, 0}, 40, true},
		{"123.2.a/fifth", SplitStud, HechosStud{5, 20, 40, false, 0}, 40, true},
		{"123.2.b/before the sixth card", BoteLimitado, HechosStud{3, 0, 0, false, 80}, 0, false},
		{"123.2.b/the sixth", BoteLimitado, HechosStud{4, 0, 0, false, 81}, 40, true},
		{"123.2.b/the seventh", BoteLimitado, HechosStud{5, 0, 0, false, 81}, 81, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, hay, err := MaximoStud(tt.l, tt.h); got != tt.want || hay != tt.hay || err != nil {
				t.Errorf("%v, %v, %v, want %v, %v", got, hay, err, tt.want, tt.hay)
			}
		})
	}
	refused := []struct {
		name, cites string
		l           LimiteStud
		h           HechosStud
		want        error
	}{
		{"123.2/another limit", "123.2", "sin_limite", HechosStud{Intervalo: 1}, ErrModo},
		{"123.1/no interval", "123.1", SplitStud, HechosStud{6, 20, 40, false, 0}, ErrIntervalo},
		{"123.2.a/no low limit", "123.2.a", SplitStud, HechosStud{1, 0, 40, false, 0}, ErrImporte},
		{"123.2.a/the high one below", "123.2.a", SplitStud, HechosStud{1, 41, 40, false, 0}, ErrImporte},
		{"123.2.b/less than nothing", "123.2.b", BoteLimitado, HechosStud{4, 0, 0, false, -1}, ErrImporte},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := MaximoStud(tt.l, tt.h)
			check(t, err, tt.want, tt.cites)
		})
	}
	if got, hay, err := MaximoStud(SplitStud, HechosStud{1, 40, 40, false, 0}); got != 40 || !hay || err != nil {
		t.Error("equal limits")
	}
}

func TestSeptima(t *testing.T) {
	tests := []struct {
		name                                  string
		quedan, muertas, descartes, jugadores int
		want                                  ModoSeptima
	}{
		{"123.3/enough", 6, 4, 0, 6, SeptimaNormal},
		{"123.3.a/with the dead ones", 2, 4, 9, 6, SeptimaMuertas},
		{"123.3.b/with the discards", 1, 4, 1, 6, SeptimaDescartes},
		{"123.3.c/one for all", 1, 4, 0, 6, SeptimaComun},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := Septima(tt.quedan, tt.muertas, tt.descartes, tt.jugadores); got != tt.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, tt.want)
			}
		})
	}
	t.Run("123.3/what cannot be", func(t *testing.T) {
		for _, n := range []int{-1, 53} {
			_, err := Septima(n, 4, 0, 6)
			check(t, err, ErrNumCartas, "123.3")
		}
		_, err := Septima(6, 4, 0, 0)
		check(t, err, ErrNadie, "123.3")
	})
}
