package mus

import (
	"slices"
	"testing"
	"time"
)

// lados are deals whose seat 0 holds what an exception is about; the rest have little.
var (
	cuatroReyes = []string{"Ro Rc Re Rb", "7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b"}
	cuatroAses  = []string{"1o 1c 1e 1b", "7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b"}
	treinta     = []string{"Ro Sc 6o 4o", "7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b"}
	treintayuna = []string{"Ro Sc Co 1o", "Re Cc Sb 7c", "7e 6e 5e 4e", "7b 6b 5b 4b"}
	conPares    = []string{"Ro Rc 5o 7o", "7c 7e 5c 6c", "4o 4c 6e 1e", "Cb 6b 5b 1b"}
)

// is compares a consequence but for its criterio and its lance.
func is(t *testing.T, c Consecuencia, err error, gana Pareja, modo Modo, tantos int, articulo string) {
	t.Helper()
	if err != nil || c.Gana != gana || c.Modo != modo || c.Tantos != tantos || c.Articulo.Ref()+c.Letra != articulo {
		t.Errorf("%+v of art. %s%s, %v, want %s %s %d of %s", c, c.Articulo.Ref(), c.Letra, err, gana, modo, tantos, articulo)
	}
}

func TestInfraccionDePalabra(t *testing.T) {
	tests := []struct {
		name   string
		manos  []string
		mano   Jugador
		lance  Lance
		otro   bool
		gana   Pareja
		modo   Modo
		tantos int
		art    string
	}{
		{"Mus 25/Mus 30/four kings of the mano", cuatroReyes, 0, Grande, true, A, GanaEnPaso, 1, "30"},
		{"Mus 25/four kings of the mano in pares", cuatroReyes, 0, Pares, false, A, GanaEnPaso, 3, "25"},
		{"Mus 25/his partner is the mano", cuatroReyes, 2, Grande, false, B, Negada, 1, "25"},
		{"Mus 25/the other pair is mano", cuatroReyes, 1, Grande, false, B, Negada, 1, "25"},
		{"Mus 25/four aces are no exception", cuatroAses, 0, Chica, false, B, Negada, 1, "25"},
		{"Mus 25/nor four kings in chica", cuatroReyes, 0, Chica, false, B, Negada, 1, "25"},
		{"Mus 30/30 of the mano in punto", treinta, 0, Punto, true, A, GanaEnPaso, 1, "30"},
		{"Mus 30/30 is not the mano's", treinta, 1, Punto, true, B, Negada, 2, "30"},
		{"Mus 25/31 of the mano", treintayuna, 0, Juego, false, A, GanaEnPaso, 3, "25"},
		{"Mus 25/31 is not the mano's", treintayuna, 3, Juego, false, B, Negada, 3, "25"},
		{"Mus 25/pares of the innocent", conPares, 0, Pares, false, B, Negada, 2, "25"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := InfraccionDePalabra(jugada(t, tt.mano, tt.manos...), tt.lance, A, tt.otro)
			is(t, c, err, tt.gana, tt.modo, tt.tantos, tt.art)
			if c.Lance != tt.lance || c.Criterio == "" {
				t.Errorf("%+v", c)
			}
		})
	}
	t.Run("Mus 19/a void hand is no exception", func(t *testing.T) {
		c, err := InfraccionDePalabra(jugada(t, 0, cuatroReyes...).Anula(0), Grande, A, true)
		is(t, c, err, B, Negada, 1, "30")
	})
	_, err := InfraccionDePalabra(Jugada{}, "real", A, true)
	check(t, err, ErrLance, "36")
	_, err = InfraccionDePalabra(Jugada{}, Grande, "", true)
	check(t, err, ErrPareja, "3")
}

func parseRangos(s string) []Rango {
	var r []Rango
	for _, c := range s {
		x, err := ParseRango(string(c))
		if err != nil {
			panic(err)
		}
		r = append(r, x)
	}
	return r
}

func TestDeclaracionValida(t *testing.T) {
	tests := []struct {
		name, cartas, declarado string
		lance                   Lance
		valida                  bool
		cites                   string
	}{
		{"Mus 24/the four of the grande", "Ro 3c 7e 4b", "RR74", Grande, true, ""},
		{"Mus 24/out of order", "Ro 3c 7e 4b", "R7R4", Grande, false, "24"},
		{"Mus 24/the repeated one left out", "Ro 3c 7e 4b", "R74", Grande, false, "24"},
		{"Mus 24/the four of the chica", "Ro 3c 7e 4b", "47RR", Chica, true, ""},
		{"Mus 24/the chica in the order of the grande", "Ro 3c 7e 4b", "RR74", Chica, false, "24"},
		{"Mus 25/those that make the pares", "Ro 3c 7e 4b", "RR", Pares, true, ""},
		{"Mus 25/one that does not", "Ro 3c 7e 4b", "RR7", Pares, false, "25"},
		{"Mus 25/duples in any order", "Ro 3c 2e 1b", "1R1R", Pares, true, ""},
		{"Mus 25/medias", "Ro 3c Re 4b", "RRR", Pares, true, ""},
		{"Mus 25/two of the three", "Ro 3c Re 4b", "RR", Pares, false, "25"},
		{"Mus 25/no pares to declare", "Ro 6c 7e 4b", "", Pares, false, "25"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			declarado := parseRangos(tt.declarado)
			err := MustParse(tt.cartas).CheckDeclaracion(tt.lance, declarado)
			if !tt.valida {
				check(t, err, ErrDeclaracion, tt.cites)
			} else if err != nil {
				t.Error(err)
			}
			if !slices.Equal(declarado, parseRangos(tt.declarado)) {
				t.Error("the declaration was sorted in place")
			}
		})
	}
	m := MustParse("Ro 3c 7e 4b")
	t.Run("Mus 25/the sum", func(t *testing.T) {
		check(t, m.CheckDeclaracion(Juego, nil), ErrLance, "25")
		check(t, m.CheckSuma(Juego, 32), ErrDeclaracion, "25")
		check(t, m.CheckSuma(Grande, 31), ErrLance, "25")
		if m.CheckSuma(Juego, 31) != nil || m.CheckSuma(Punto, 31) != nil {
			t.Error("31 is what it adds up to")
		}
	})
}

func TestPostre(t *testing.T) {
	tests := []struct {
		name, cartas   string
		lance          Lance
		postre, ordago bool
		want           bool
	}{
		{"Mus 32/two aces", "1o 2c Ce Sb", Pares, true, true, false},
		{"Mus 32/two aces and an envite", "1o 2c Ce Sb", Pares, true, false, true},
		{"Mus 32/not the postre", "1o 2c Ce Sb", Pares, false, true, true},
		{"Mus 32/in the juego", "1o 2c Ce Sb", Juego, true, true, true},
		{"Mus 32/three aces", "1o 2c 1e Sb", Pares, true, true, true},
		{"Mus 32/duples", "1o 2c Re Rb", Pares, true, true, true},
		{"Mus 32/two kings", "Ro 3c Ce Sb", Pares, true, true, true},
		{"Mus 32/33", "7o 6c Ce Sb", Juego, true, true, false},
		{"Mus 32/33 in the pares", "7o 6c Ce Sb", Pares, true, true, true},
		{"Mus 32/34", "7o 7c Ce Sb", Juego, true, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := MustParse(tt.cartas).CheckQuererDePostre(tt.lance, tt.postre, tt.ordago)
			if !tt.want {
				check(t, err, ErrPostre, "32")
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	check(t, MustParse("7o 6c Ce Sb").CheckQuererDePostre("x", true, true), ErrLance, "36")
	t.Run("Mus 32/the infraction", func(t *testing.T) {
		c, err := InfraccionOrdagoPares(jugada(t, 0, treinta...), A)
		is(t, c, err, A, GanaEnPaso, 1, "32")
		c, err = InfraccionOrdagoPares(jugada(t, 0, treinta...), B)
		is(t, c, err, A, Negada, 2, "32")
		c, err = InfraccionOrdagoPares(jugada(t, 0, treintayuna...), A)
		is(t, c, err, A, GanaEnPaso, 3, "32")
		c, err = InfraccionOrdagoPares(jugada(t, 2, treintayuna...), A)
		is(t, c, err, B, Negada, 3, "32")
		if c.Lance != Juego {
			t.Errorf("it was %s", c.Lance)
		}
		_, err = InfraccionOrdagoPares(jugada(t, 0, treinta...), "")
		check(t, err, ErrPareja, "3")
	})
}

func TestDeclaracion(t *testing.T) {
	paso, negado := Envite{Tipo: EnPaso}, func(p Pareja) Envite { return Envite{NoQuerido, 1, p, true} }
	querido := Envite{Tipo: Querido, Tantos: 5}
	reyes := []string{"Ro Rc Re Rb", "7c 7e 5c 4c", "Se Sb 6c 1e", "7b 6b 5b 4b"}
	juegos := []string{"Ro Cc So 1o", "Rc Ce Sc 7c", "Re Cb 6c Sb", "7b 6b 5b 4b"}
	solos := []string{"Ro Rc 5o 7o", "7c 6e 5c 4b", "4o 4c 6c 1e", "Cb 6b 5b 1b"}
	tests := []struct {
		name   string
		manos  []string
		mano   Jugador
		f      Falta
		gana   Pareja
		modo   Modo
		tantos int
		art    string
	}{
		{"Mus 45/a, nobody bet", conPares, 0, Falta{Pares, 0, false, paso, ""}, B, Negada, 2, "45a"},
		{"Mus 45/b, the innocent win the bet", conPares, 0, Falta{Pares, 0, false, querido, B}, B, ConEnvite, 6, "45b"},
		{"Mus 45/b, they lose it", conPares, 0, Falta{Pares, 0, false, querido, A}, B, GanaEnPaso, 1, "45b"},
		{"Mus 45/b, refused to them", conPares, 0, Falta{Pares, 0, false, negado(B), ""}, B, ConEnvite, 2, "45b"},
		{"Mus 45/b, refused by them", conPares, 0, Falta{Pares, 0, false, negado(A), ""}, B, GanaEnPaso, 1, "45b"},
		{"Mus 45/the partner is mano with four kings", reyes, 0, Falta{Pares, 2, false, querido, B}, A, GanaEnPaso, 3, "45"},
		{"Mus 45/four kings of who is not", reyes, 2, Falta{Pares, 2, false, paso, ""}, B, Negada, 2, "45a"},
		{"Mus 45/four kings of who erred", reyes, 0, Falta{Pares, 0, false, paso, ""}, B, Negada, 2, "45a"},
		{"Mus 45/A-M-8, nothing to win with", solos, 0, Falta{Pares, 2, false, paso, ""}, "", Nadie, 0, "45"},
		{"Mus 44/the partner has none", conPares, 0, Falta{Pares, 1, false, paso, ""}, A, Negada, 3, "44"},
		{"Mus 44/nobody else has", treintayuna, 0, Falta{Juego, 1, false, paso, ""}, A, Negada, 4, "44"},
		{"Mus 44/nor the other pair", treintayunaSola, 0, Falta{Juego, 0, false, paso, ""}, "", Nadie, 0, "44"},
		{"Mus 47/a", juegos, 3, Falta{Juego, 2, false, paso, ""}, B, Negada, 3, "47a"},
		{"Mus 47/the partner is mano with 31", juegos, 0, Falta{Juego, 2, false, paso, ""}, A, GanaEnPaso, 3, "47"},
		{"Mus 47/31 of who is not", juegos, 2, Falta{Juego, 2, false, negado(B), ""}, B, ConEnvite, 3, "47b"},
		{"Mus 47/b, said without having it", juegos, 1, Falta{Juego, 3, true, querido, A}, A, ConEnvite, 10, "47b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Declaracion(jugada(t, tt.mano, tt.manos...), tt.f)
			is(t, c, err, tt.gana, tt.modo, tt.tantos, tt.art)
		})
	}
	t.Run("Mus 45/b, an accepted órdago", func(t *testing.T) {
		j := jugada(t, 0, conPares...)
		c, err := Declaracion(j, Falta{Pares, 0, false, Envite{Tipo: OrdagoQuerido}, B})
		is(t, c, err, B, ConEnvite, 0, "45b")
		if !c.Juego {
			t.Error("it does not decide the juego")
		}
		c, err = Declaracion(j, Falta{Pares, 0, false, Envite{Tipo: OrdagoQuerido}, A})
		is(t, c, err, B, GanaEnPaso, 1, "45b")
	})
	refused := []struct {
		name, cites string
		f           Falta
		want        error
	}{
		{"Mus 45/another lance", "45", Falta{Grande, 0, false, paso, ""}, ErrLance},
		{"Mus 44/he did not err", "44", Falta{Pares, 0, true, paso, ""}, ErrFalta},
		{"Mus 45/who wins by the cards", "45", Falta{Pares, 0, false, querido, ""}, ErrGanaCartas},
		{"Mus 45/nor of an órdago", "45", Falta{Pares, 0, false, Envite{Tipo: OrdagoQuerido}, "C"}, ErrGanaCartas},
		{"Mus 9/no player", "9", Falta{Pares, 4, false, paso, ""}, ErrJugador},
		{"Mus 33/no bet", "33", Falta{Pares, 0, false, Envite{}, ""}, ErrAccion},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Declaracion(jugada(t, 0, conPares...), tt.f)
			check(t, err, tt.want, tt.cites)
		})
	}
	t.Run("Mus 43/A-M-10, neither has what was said", func(t *testing.T) {
		_, err := Declaracion(jugada(t, 0, treinta...), Falta{Pares, 0, true, paso, ""})
		check(t, err, ErrCantado, "43")
	})
}

// treintayunaSola has juego at seat 0 alone.
var treintayunaSola = []string{"Ro Sc Co 1o", "7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b"}

func TestTrasError(t *testing.T) {
	t.Run("Mus 44/Mus 45/the punto", func(t *testing.T) {
		c, err := PuntoTrasError(jugada(t, 0, treinta...), A, false)
		is(t, c, err, A, GanaEnPaso, 1, "44")
		c, err = PuntoTrasError(jugada(t, 1, treinta...), A, true)
		is(t, c, err, B, Negada, 2, "45")
		_, err = PuntoTrasError(jugada(t, 1, treinta...), "", true)
		check(t, err, ErrPareja, "3")
	})
	t.Run("Mus 46/juego said by one alone", func(t *testing.T) {
		c, err := JuegoFalso(jugada(t, 0, treinta...), 2)
		is(t, c, err, A, GanaEnPaso, 1, "46")
		c, err = JuegoFalso(jugada(t, 0, treinta...), 0)
		is(t, c, err, B, Negada, 2, "46")
		c, err = JuegoFalso(jugada(t, 2, treinta...), 2)
		is(t, c, err, B, Negada, 2, "46")
		_, err = JuegoFalso(jugada(t, 0, treinta...), 4)
		check(t, err, ErrJugador, "9")
	})
	t.Run("Mus 43/pares falsely sung", func(t *testing.T) {
		c, err := ParesMalCantados(jugada(t, 0, treinta...), A)
		is(t, c, err, A, GanaEnPaso, 1, "43")
		c, err = ParesMalCantados(jugada(t, 0, treinta...), B)
		is(t, c, err, A, NoPuedeGanar, 1, "43")
		c, err = ParesMalCantados(jugada(t, 0, treintayuna...), A)
		is(t, c, err, A, GanaEnPaso, 3, "43")
		c, err = ParesMalCantados(jugada(t, 1, treintayuna...), A)
		is(t, c, err, B, NoPuedeGanar, 2, "43")
		c, err = ParesMalCantados(jugada(t, 1, treintayunaSola...), A)
		is(t, c, err, "", Nadie, 0, "43")
		_, err = ParesMalCantados(jugada(t, 1, treinta...), "")
		check(t, err, ErrPareja, "3")
	})
}

func TestOtrasReglas(t *testing.T) {
	t.Run("Mus 22/two minutes", func(t *testing.T) {
		for espera, want := range map[time.Duration]bool{0: false, 2 * time.Minute: false, 2*time.Minute + 1: true} {
			if got, a := Declina(espera); got != want || a != art("22") {
				t.Errorf("%v declines %v", espera, got)
			}
		}
	})
	t.Run("Mus 27/showing the cards", func(t *testing.T) {
		if a, articulo := Ensena(); a != Quiere || articulo != art("27") {
			t.Errorf("%s", a)
		}
	})
	t.Run("Mus 28/two bets at once", func(t *testing.T) {
		for _, tt := range [][2][]int{{{5, 2}, {2, 5}}, {{4, 4}, {4}}} {
			if got, err := Simultaneos(tt[0]); !slices.Equal(got, tt[1]) || err != nil {
				t.Errorf("%v, %v, want %v", got, err, tt[1])
			}
		}
		for _, tantos := range [][]int{nil, {0, 2}, {2, maxTantos + 1}} {
			_, err := Simultaneos(tantos)
			check(t, err, ErrTantos, "28")
		}
	})
}
