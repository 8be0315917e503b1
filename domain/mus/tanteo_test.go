package mus

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// voz is something that a pair says.
type voz struct {
	pareja Pareja
	accion Accion
	tantos int
}

func talk(voces ...voz) (Envite, error) {
	var r Ronda
	for _, v := range voces {
		if err := r.Hablar(v.pareja, v.accion, v.tantos); err != nil {
			return Envite{}, err
		}
	}
	return r.Envite()
}

func TestRonda(t *testing.T) {
	tests := []struct {
		name  string
		voces []voz
		want  Envite
	}{
		{"Mus 35/en paso", []voz{{A, Pasa, 0}, {B, Pasa, 0}}, Envite{Tipo: EnPaso}},
		{"Mus 35/envido", []voz{{A, Envida, 0}, {B, Quiere, 0}}, Envite{Tipo: Querido, Tantos: 2}},
		{"Mus 35/the negada", []voz{{A, Pasa, 0}, {B, Envida, 7}, {A, NoQuiere, 0}}, Envite{NoQuerido, 1, B, true}},
		{"Mus 35/a revoque of two", []voz{{A, Envida, 0}, {B, Envida, 0}, {A, Quiere, 0}}, Envite{Tipo: Querido, Tantos: 4}},
		{"Mus 35/a revoque of one", []voz{{A, Envida, 0}, {B, Envida, 1}, {A, Quiere, 0}}, Envite{Tipo: Querido, Tantos: 3}},
		{"Mus 35/the deje is not applied", []voz{{A, Envida, 2}, {B, Envida, 3}, {A, Envida, 5}, {B, NoQuiere, 0}}, Envite{NoQuerido, 5, A, false}},
		{"Mus 35/órdago refused", []voz{{A, Ordago, 0}, {B, NoQuiere, 0}}, Envite{NoQuerido, 1, A, true}},
		{"Mus 35/órdago above a bet refused", []voz{{A, Envida, 6}, {B, Ordago, 0}, {A, NoQuiere, 0}}, Envite{NoQuerido, 6, B, false}},
		{"Mus 35/órdago accepted", []voz{{A, Envida, 6}, {B, Ordago, 0}, {A, Quiere, 0}}, Envite{Tipo: OrdagoQuerido}},
		{"Mus 35/who passed may bet when the other does", []voz{{A, Pasa, 0}, {B, Pasa, 0}, {A, Envida, 4}, {B, Quiere, 0}}, Envite{Tipo: Querido, Tantos: 4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := talk(tt.voces...)
			if got != tt.want || err != nil || got.Check() != nil {
				t.Errorf("%+v, %v, %v, want %+v", got, err, got.Check(), tt.want)
			}
		})
	}
	refused := []struct {
		name, cites string
		want        error
		voces       []voz
	}{
		{"Mus 29/nobody answers", "29", ErrSinCerrar, []voz{{A, Envida, 0}}},
		{"Mus 29/the other pair has not spoken", "29", ErrSinCerrar, []voz{{A, Pasa, 0}, {A, Pasa, 0}}},
		{"Mus 29/nor this one", "29", ErrSinCerrar, []voz{{B, Pasa, 0}}},
		{"Mus 29/no words", "29", ErrSinCerrar, nil},
		{"Mus 29/answering oneself", "29", ErrTurno, []voz{{A, Envida, 0}, {A, Quiere, 0}}},
		{"Mus 29/once it is closed", "29", ErrVoz, []voz{{A, Envida, 0}, {B, Quiere, 0}, {A, Envida, 0}}},
		{"Mus 33/accepting nothing", "33", ErrVoz, []voz{{A, Quiere, 0}}},
		{"Mus 33/refusing nothing", "33", ErrVoz, []voz{{A, NoQuiere, 0}}},
		{"Mus 33/passing on a bet", "33", ErrVoz, []voz{{A, Envida, 0}, {B, Pasa, 0}}},
		{"Mus 33/above an órdago", "33", ErrVoz, []voz{{A, Ordago, 0}, {B, Envida, 5}}},
		{"Mus 33/órdago on órdago", "33", ErrVoz, []voz{{A, Ordago, 0}, {B, Ordago, 0}}},
		{"Mus 33/a gesture", "33", ErrAccion, []voz{{A, "gesto", 0}}},
		{"Mus 33/less than two", "33", ErrTantos, []voz{{A, Envida, 1}}},
		{"Mus 33/a revoque of nothing", "33", ErrTantos, []voz{{A, Envida, 2}, {B, Envida, -1}}},
		{"Mus 33/too many", "33", ErrTantos, []voz{{A, Envida, maxTantos}, {B, Envida, 1}}},
		{"Mus 3/no pair", "3", ErrPareja, []voz{{"", Pasa, 0}}},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := talk(tt.voces...)
			check(t, err, tt.want, tt.cites)
		})
	}
}

func TestEnviteCheck(t *testing.T) {
	tests := []struct {
		name, cites string
		e           Envite
		want        error
	}{
		{"Mus 33/no end", "33", Envite{}, ErrAccion},
		{"Mus 33/nothing accepted", "33", Envite{Tipo: Querido}, ErrTantos},
		{"Mus 33/too many", "33", Envite{Tipo: Querido, Tantos: maxTantos + 1}, ErrTantos},
		{"Mus 35/two of a first refusal", "35", Envite{NoQuerido, 2, A, true}, ErrTantos},
		{"Mus 33/nothing of a refusal", "33", Envite{NoQuerido, 0, A, false}, ErrTantos},
		{"Mus 3/refused to nobody", "3", Envite{NoQuerido, 1, "", true}, ErrPareja},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.e.Check(), tt.want, tt.cites) })
	}
	for _, e := range []Envite{{Tipo: EnPaso}, {Tipo: OrdagoQuerido}, {Tipo: Querido, Tantos: 1}, {Tipo: Querido, Tantos: maxTantos}, {NoQuerido, 1, B, true}, {NoQuerido, 9, B, false}} {
		if err := e.Check(); err != nil {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

func TestCierra(t *testing.T) {
	for f, want := range map[Forma]bool{Singular: false, Plural: true, OrdenaApuntar: true, SeparaTantos: true, HablaDelProximo: true} {
		t.Run("Mus 29/"+string(f), func(t *testing.T) {
			if got, err := Cierra(f); got != want || err != nil {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	_, err := Cierra("gesto")
	check(t, err, ErrForma, "29")
}

// The deals of the tests, with mano 0 unless they say otherwise.
var (
	conPunto = []string{"Ro Rc 5o 4o", "7c 7e 5c 4c", "Se Sb 6c 1e", "7b 6b 5b 4b"} // A has pares twice, B once; A wins all
	conJuego = []string{"Ro Cc So 1o", "Rc Ce Sc 7c", "Re Sb 6c 1e", "7b 6b 5b 4b"} // 31 against 37
)

func TestSettle(t *testing.T) {
	tests := []struct {
		name    string
		manos   []string
		envites map[Lance]Envite
		antes   Marcador
		want    Tanteo
	}{
		{"Mus 36/en paso", conPunto, nil, Marcador{}, Tanteo{
			Lances:   []Tanteado{{Grande, A, 1, false}, {Chica, A, 1, false}, {Pares, A, 2, false}, {Punto, A, 1, false}},
			Marcador: Marcador{5, 0}}},
		{"Mus 36/juego and nobody with pares", conJuego, map[Lance]Envite{Juego: {Tipo: Querido, Tantos: 5}}, Marcador{}, Tanteo{
			Lances:   []Tanteado{{Grande, B, 1, false}, {Chica, A, 1, false}, {Pares, "", 0, false}, {Juego, A, 8, false}},
			Marcador: Marcador{9, 1}}},
		{"Mus 36/bets and values", conPunto, map[Lance]Envite{
			Grande: {Tipo: Querido, Tantos: 3}, Chica: {NoQuerido, 4, B, false}, Pares: {NoQuerido, 1, B, true}, Punto: {Tipo: Querido, Tantos: 2},
		}, Marcador{1, 2}, Tanteo{
			Lances:   []Tanteado{{Grande, A, 3, false}, {Chica, B, 4, false}, {Pares, B, 2, false}, {Punto, A, 3, false}},
			Marcador: Marcador{7, 8}}},
		{"Mus 36/the order decides at 39", conPunto, map[Lance]Envite{Punto: {NoQuerido, 1, B, true}}, Marcador{39, 39}, Tanteo{
			Lances: []Tanteado{{Grande, A, 1, false}}, Marcador: Marcador{40, 39}, GanaJuego: A}},
		{"Mus 36/what passes forty", conPunto, map[Lance]Envite{Pares: {Tipo: Querido, Tantos: 60}}, Marcador{}, Tanteo{
			Lances:   []Tanteado{{Grande, A, 1, false}, {Chica, A, 1, false}, {Pares, A, 62, false}},
			Marcador: Marcador{64, 0}, GanaJuego: A}},
		{"Mus 36/an accepted órdago", conJuego, map[Lance]Envite{Grande: {Tipo: EnPaso}, Juego: {Tipo: OrdagoQuerido}}, Marcador{10, 39}, Tanteo{
			Lances: []Tanteado{{Juego, A, 0, true}}, Marcador: Marcador{10, 39}, GanaJuego: A, PorOrdago: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Settle(jugada(t, 0, tt.manos...), tt.envites, tt.antes)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	refused := []struct {
		name, cites string
		envites     map[Lance]Envite
		antes       Marcador
		want        error
	}{
		{"Mus 3/forty already", "3", nil, Marcador{40, 0}, ErrMarcador},
		{"Mus 3/less than nothing", "3", nil, Marcador{0, -1}, ErrMarcador},
		{"Mus 36/no lance", "36", map[Lance]Envite{"real": {Tipo: EnPaso}}, Marcador{}, ErrLance},
		{"Mus 31/nobody has juego", "31", map[Lance]Envite{Juego: {Tipo: Querido, Tantos: 2}}, Marcador{}, ErrNoSeEnvida},
		{"Mus 33/no bet", "33", map[Lance]Envite{Grande: {Tipo: Querido}}, Marcador{}, ErrTantos},
		{"Mus 36/a bet after the órdago", "36", map[Lance]Envite{Grande: {Tipo: OrdagoQuerido}, Chica: {Tipo: Querido, Tantos: 2}}, Marcador{}, ErrVoz},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Settle(jugada(t, 0, conPunto...), tt.envites, tt.antes)
			check(t, err, tt.want, tt.cites)
		})
	}
}

// TestSettleConserves: what the score gains is what the lances say, no lance is noted twice,
// and nothing follows the fortieth tanto.
func TestSettleConserves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, err := Deal(rapid.Permutation(Baraja()).Draw(t, "baraja"), Jugador(rapid.IntRange(0, 3).Draw(t, "mano")))
		if err != nil {
			t.Fatal(err)
		}
		envites := map[Lance]Envite{}
		for _, l := range Lances() {
			if j.SeEnvida(l) {
				n := rapid.IntRange(1, 20).Draw(t, "tantos")
				envites[l] = rapid.SampledFrom([]Envite{{Tipo: EnPaso}, {Tipo: Querido, Tantos: n}, {NoQuerido, 1, A, true}, {NoQuerido, n, B, false}}).Draw(t, "envite")
			}
		}
		antes := Marcador{rapid.IntRange(0, 39).Draw(t, "a"), rapid.IntRange(0, 39).Draw(t, "b")}
		got, err := Settle(j, envites, antes)
		if err != nil {
			t.Fatal(err)
		}
		despues, seen := antes, map[Lance]bool{}
		for _, l := range got.Lances {
			if seen[l.Lance] || max(despues.A, despues.B) >= TantosJuego {
				t.Fatalf("%s follows the end, or is there twice", l.Lance)
			}
			seen[l.Lance] = true
			if (l.Gana == "") != (l.Tantos == 0) {
				t.Fatalf("%+v", l)
			}
			if l.Gana != "" {
				despues = despues.Plus(l.Gana, l.Tantos)
			}
		}
		if despues != got.Marcador || seen[Juego] && seen[Punto] || (got.GanaJuego != "") != (max(despues.A, despues.B) >= TantosJuego) {
			t.Fatalf("%+v from %v, counted %v", got, antes, despues)
		}
		p, err := Partida{Tantos: antes}.Play([][]Apunte{got.Apuntes()})
		if err != nil || got.GanaJuego == "" && p.Tantos != got.Marcador || got.GanaJuego != "" && (p.Tantos != Marcador{} || p.Juegos.Of(got.GanaJuego) != 1) {
			t.Fatalf("the partida has %+v, %v", p, err)
		}
	})
}

func TestPartida(t *testing.T) {
	ordago := func(p Pareja) []Apunte { return []Apunte{{p, 0, true}} }
	play := func(p Partida, manos ...[]Apunte) Partida {
		t.Helper()
		got, err := p.Play(manos)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	t.Run("Mus 3/what is over is lost", func(t *testing.T) {
		got := play(Partida{}, []Apunte{{A, 39, false}}, []Apunte{{B, 39, false}}, []Apunte{{B, 1, false}, {A, 5, false}})
		if want := (Partida{Juegos: Marcador{0, 1}, Jugadas: 3}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
	t.Run("Mus 3/forty with three juegos is the fourth and the partida", func(t *testing.T) {
		got := play(Partida{Juegos: Marcador{3, 3}, Tantos: Marcador{39, 39}}, []Apunte{{A, 1, false}}, ordago(B))
		if want := (Partida{Juegos: Marcador{4, 3}, Gana: A, Jugadas: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
	t.Run("Mus 3/39 is not 40", func(t *testing.T) {
		got := play(Partida{}, []Apunte{{A, 39, false}})
		if want := (Partida{Tantos: Marcador{39, 0}, Jugadas: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
	t.Run("Mus 3/from 3-0 to 3-4", func(t *testing.T) {
		got := play(Partida{}, ordago(A), ordago(A), ordago(A), ordago(B), ordago(B), ordago(B), ordago(B), ordago(A))
		if want := (Partida{Juegos: Marcador{3, 4}, Gana: B, Jugadas: 7}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
	t.Run("Mus 3/Mus 36/refused", func(t *testing.T) {
		_, err := Partida{Juegos: Marcador{4, 0}}.Play(nil)
		check(t, err, ErrMarcador, "3")
		_, err = Partida{Tantos: Marcador{40, 0}}.Play(nil)
		check(t, err, ErrMarcador, "3")
		_, err = Partida{}.Play([][]Apunte{{{"C", 1, false}}})
		check(t, err, ErrPareja, "3")
		for _, n := range []int{-1, maxTantos + 1} {
			_, err = Partida{}.Play([][]Apunte{{{A, n, false}}})
			check(t, err, ErrTantos, "36")
		}
		if !errors.Is(err, ErrTantos) || err.Error()[:6] != "mano 1" {
			t.Errorf("the error is %q", err)
		}
	})
}
