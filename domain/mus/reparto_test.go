package mus

import (
	"slices"
	"testing"
)

func TestReparto(t *testing.T) {
	t.Run("Mus 8/the cut", func(t *testing.T) {
		for cartas, want := range map[int]bool{0: false, 2: false, 3: true, 37: true, 38: false} {
			if err := CheckCorte(cartas); (err == nil) != want {
				t.Errorf("%d: %v", cartas, err)
			}
		}
		check(t, CheckCorte(2), ErrCorte, "8")
	})
	t.Run("Mus 9/in turn from the mano", func(t *testing.T) {
		j, err := Deal(Baraja(), 2)
		if err != nil {
			t.Fatal(err)
		}
		b := Baraja()
		for n, k := range []Jugador{2, 3, 0, 1} {
			if want := []Carta{b[n], b[n+4], b[n+8], b[n+12]}; !slices.Equal(j.Manos[k].Cartas(), want) {
				t.Errorf("player %d has %v, want %v", k, j.Manos[k].Cartas(), want)
			}
		}
		if got := OrdenReparto(2); !slices.Equal(got, []Jugador{2, 3, 0, 1}) {
			t.Errorf("%v", got)
		}
		_, err = Deal(b[:15], 0)
		check(t, err, ErrFaltanCartas, "9")
		if _, err = Deal(b[:16], 0); err != nil {
			t.Error(err)
		}
		_, err = Deal(b, 4)
		check(t, err, ErrJugador, "9")
	})
	t.Run("Mus 3/Mus 9/a card twice in the pack", func(t *testing.T) {
		b := Baraja()
		b[4] = b[0]
		_, err := Deal(b, 0)
		check(t, err, ErrRepetida, "3")
		b[4] = b[1]
		_, err = Deal(b, 0)
		check(t, err, ErrRepetida, "3")
	})
	t.Run("Mus 14/Mus 15/discards from the postre on", func(t *testing.T) {
		if got := OrdenDescarte(1); !slices.Equal(got, []Jugador{0, 3, 2, 1}) {
			t.Errorf("%v", got)
		}
	})
	t.Run("Mus 5/one of each pair notes", func(t *testing.T) {
		if err := CheckAnota(2, 2); err != nil {
			t.Error(err)
		}
		check(t, CheckAnota(2, 0), ErrAnota, "5")
		check(t, CheckAnota(2, 1), ErrAnota, "5")
	})
	t.Run("Mus 7/nobody looks before the end", func(t *testing.T) {
		check(t, CheckMirar(3), ErrMirar, "7")
		if err := CheckMirar(4); err != nil {
			t.Error(err)
		}
	})
	t.Run("Mus 17/the pack", func(t *testing.T) {
		check(t, CheckMazo(3), ErrMazo, "17")
		if err := CheckMazo(4); err != nil {
			t.Error(err)
		}
	})
	t.Run("Mus 16/what is kept", func(t *testing.T) {
		for d, want := range []int{4, 3, 2, 1, 0} {
			if got, err := Conserva(d); got != want || err != nil {
				t.Errorf("%d: %d, %v", d, got, err)
			}
		}
		for _, d := range []int{-1, 5} {
			_, err := Conserva(d)
			check(t, err, ErrDescarte, "16")
		}
	})
	t.Run("Mus 26/all sixteen at the end", func(t *testing.T) {
		check(t, CheckMostradas(false, 1), ErrEnsenar, "26")
		check(t, CheckMostradas(true, 15), ErrMuestra, "26")
		if CheckMostradas(false, 0) != nil || CheckMostradas(true, 16) != nil {
			t.Error("nothing before, all after")
		}
	})
	t.Run("Mus 12/nobody stayed", func(t *testing.T) {
		check(t, CheckMus(true), ErrNoHayMus, "12")
		if err := CheckMus(false); err != nil {
			t.Error(err)
		}
	})
}

func TestMusVisto(t *testing.T) {
	tests := []struct {
		name    string
		primera bool
		quien   Descubierta
		want    bool
		art     string
	}{
		{"Mus 10/in dealing", false, EnReparto, true, "10"},
		{"Mus 11/by the mano", false, PorMano, false, "11"},
		{"Mus 11/by his partner", false, PorCompaDeMano, false, "11"},
		{"Mus 13/in the first hand", true, EnReparto, false, "13"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, a, err := MusVisto(tt.primera, tt.quien)
			if got != tt.want || a.Ref() != tt.art || err != nil {
				t.Errorf("%v by %v, %v", got, a, err)
			}
		})
	}
	_, _, err := MusVisto(true, "nadie")
	check(t, err, ErrQuien, "10")
}

func TestErroresDeReparto(t *testing.T) {
	t.Run("Mus 18/primeras", func(t *testing.T) {
		for jugador, want := range []Correccion{Repartir, Repartir, Repartir, CorrigeAlQueDa} {
			got, fuera, err := CorrigeCartas(Primeras, Jugador(jugador), 0)
			if got != want || len(fuera) != 0 || err != nil {
				t.Errorf("%d: %s, %v, %v", jugador, got, fuera, err)
			}
		}
	})
	t.Run("Mus 18/segundas, the dealer is out", func(t *testing.T) {
		for jugador := range Jugador(4) {
			got, fuera, err := CorrigeCartas(Segundas, jugador, 2)
			if got != CorrigeAlErrado || !slices.Equal(fuera, []Jugador{1}) || err != nil {
				t.Errorf("%d: %s, %v, %v", jugador, got, fuera, err)
			}
		}
		_, _, err := CorrigeCartas("terceras", 0, 0)
		check(t, err, ErrDadas, "18")
		_, _, err = CorrigeCartas(Primeras, 4, 0)
		check(t, err, ErrJugador, "9")
		_, _, err = CorrigeCartas(Primeras, 0, 4)
		check(t, err, ErrJugador, "9")
	})
	t.Run("Mus 19/his hand and the dealer's", func(t *testing.T) {
		for jugador, want := range [][]Jugador{{0, 3}, {1, 3}, {2, 3}, {3}} {
			if got, err := AnuladasTrasGrande(Jugador(jugador), 0); !slices.Equal(got, want) || err != nil {
				t.Errorf("%d: %v, %v, want %v", jugador, got, err, want)
			}
		}
		_, err := AnuladasTrasGrande(9, 0)
		check(t, err, ErrJugador, "9")
	})
	t.Run("Mus 20/the pair that is mano twice", func(t *testing.T) {
		for _, tt := range []struct {
			anterior, mano Jugador
			cerrada        bool
			want           Repeticion
		}{
			{0, 1, false, ManoValida}, {0, 3, true, ManoValida}, {0, 0, false, ManoAnulada},
			{0, 2, false, ManoAnulada}, {1, 3, true, ManoValidaCerrada},
		} {
			if got, err := RepiteMano(tt.anterior, tt.mano, tt.cerrada); got != tt.want || err != nil {
				t.Errorf("%+v: %s, %v", tt, got, err)
			}
		}
		_, err := RepiteMano(0, 4, false)
		check(t, err, ErrJugador, "9")
	})
}

func TestSenas(t *testing.T) {
	t.Run("Mus 62/eleven signs", func(t *testing.T) {
		if got := Senas(); len(got) != 11 {
			t.Errorf("%d signs", len(got))
		}
	})
	corriente := Momento{MusCortado: true}
	tests := []struct {
		name, cartas string
		sena         Sena
		momento      Momento
		want         error
		cites        string
	}{
		{"Mus 62/two kings", "Ro 3c 5e 1b", SenaDosReyes, corriente, nil, ""},
		{"Mus 64/in the order he likes", "Ro 3c Se 1b", SenaTreintaYUna, corriente, nil, ""},
		{"Mus 62/medias before the grande", "5o 5c 5e Sb", SenaMedias, corriente, ErrSenaAntes, "62"},
		{"Mus 62/medias after it", "5o 5c 5e Sb", SenaMedias, Momento{MusCortado: true, GrandeJugada: true}, nil, ""},
		{"Mus 62/medias de reyes at any time", "Ro 3c Re 7b", SenaMediasReyes, corriente, nil, ""},
		{"Mus 62/another gesture", "Ro 3c Re 7b", "pares", corriente, ErrSena, "62"},
		{"Mus 67/a part of duples", "Ro 3c 2e 1b", SenaDosReyes, corriente, ErrSenaFalsa, "67"},
		{"Mus 67/juego is not for 31", "Ro 3c Se 1b", SenaJuego, corriente, ErrSenaFalsa, "67"},
		{"Mus 67/blind with two kings", "Ro 3c 5e 1b", SenaCiego, corriente, ErrSenaFalsa, "67"},
		{"Mus 67/blind", "4o 5c 6e 7b", SenaCiego, corriente, nil, ""},
		{"Mus 67/blind with a small pair", "5b 7c 2e 5e", SenaCiego, corriente, nil, ""},
		{"Mus 17/while dealing", "Ro 3c 5e 1b", SenaDosReyes, Momento{MusCortado: true, Repartiendo: true}, ErrSenaReparto, "17"},
		{"Mus 63/before the mus is cut", "Ro 3c 5e 1b", SenaDosReyes, Momento{PrimeraMano: true}, ErrSenaSinCortar, "63"},
		{"Mus 63/once it is", "Ro 3c 5e 1b", SenaDosReyes, Momento{PrimeraMano: true, MusCortado: true}, nil, ""},
		{"Mus 63/in another hand", "Ro 3c 5e 1b", SenaDosReyes, Momento{}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := MustParse(tt.cartas).CheckSena(tt.sena, tt.momento)
			if tt.want != nil {
				check(t, err, tt.want, tt.cites)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("Mus 67/each hand may pass each of its own", func(t *testing.T) {
		seen := map[Sena]bool{}
		eachMano(func(m Mano) {
			_, _, senas := m.Senas()
			for _, s := range senas {
				seen[s] = true
				if err := m.CheckSena(s, Momento{MusCortado: true, GrandeJugada: true}); err != nil {
					t.Fatalf("%v %s: %v", m.Cartas(), s, err)
				}
			}
		})
		if len(seen) != 11 {
			t.Errorf("%d signs are used", len(seen))
		}
	})
	t.Run("Mus 62/the wink", func(t *testing.T) {
		una, treinta, poco := MustParse("Ro Cc Se 1b"), MustParse("Ro Cc 6e 4b"), MustParse("4o 5c 6e 7b")
		if una.CheckGuino(false) != nil || una.CheckGuino(true) != nil || treinta.CheckGuino(true) != nil {
			t.Error("31, and 30 when nobody has juego")
		}
		check(t, treinta.CheckGuino(false), ErrSenaFalsa, "62")
		check(t, poco.CheckGuino(true), ErrSenaFalsa, "62")
	})
}
