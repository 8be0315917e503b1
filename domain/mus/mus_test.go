package mus

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain/norma"
)

// check compares an error with the one wanted and the provision that it cites.
func check(t testing.TB, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites || cites != "" && a.Norma() != norma.Mus {
		t.Errorf("cites %q, want %q", a.Ref(), cites)
	}
}

func jugada(t testing.TB, mano Jugador, manos ...string) Jugada {
	t.Helper()
	var ms [NumJugadores]Mano
	for k, s := range manos {
		ms[k] = MustParse(s)
	}
	j, err := NewJugada(ms, mano)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func letras(rangos []Rango) string {
	s := ""
	for _, r := range rangos {
		s += r.String()
	}
	return s
}

func TestBaraja(t *testing.T) {
	t.Run("Mus 3/forty cards, eight kings and eight aces", func(t *testing.T) {
		count := map[Rango]int{}
		for _, c := range Baraja() {
			count[c.Rango()]++
			if again, err := ParseCarta(c.String()); err != nil || again != c {
				t.Errorf("ParseCarta(%q) = %v, %v", c, again, err)
			}
		}
		want := map[Rango]int{As: 8, Rey: 8, Cuatro: 4, Cinco: 4, Seis: 4, Siete: 4, Sota: 4, Caballo: 4}
		if diff := cmp.Diff(want, count); diff != "" {
			t.Errorf("cards by rank (-want +got):\n%s", diff)
		}
		if got, want := letras([]Rango{MustParse("3o 2o 1o Ro").cartas[0].Rango(), As, Sota, Caballo, Siete}), "R1SC7"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	for _, s := range []string{"", "R", "8o", "9o", "Rt", "ro", "10o", "Ro ", "oR"} {
		_, err := ParseCarta(s)
		check(t, err, ErrCarta, "3")
	}
	for _, s := range []string{"", "2", "3", "?", "RS", "S ", "12"} {
		_, err := ParseRango(s)
		check(t, err, ErrCarta, "3")
	}
	for k := range 20 {
		r, err := ParseRango(Rango(k).String())
		if Rango(k).Valid() != (err == nil) || err == nil && r != Rango(k) {
			t.Errorf("rank %d is %q, read %v, %v", k, Rango(k), r, err)
		}
	}
	for _, c := range []Carta{0, 41, 255} {
		if c.Valid() || c.Rango() != 0 || c.String() != "??" {
			t.Errorf("card %d is valid", c)
		}
		_, err := NewMano(1, 2, 3, c)
		check(t, err, ErrCarta, "3")
	}
	_, err := NewMano(1, 2, 3)
	check(t, err, ErrNumCartas, "3")
	_, err = NewMano(1, 2, 3, 2)
	check(t, err, ErrRepetida, "3")
	_, err = ParseMano([]string{"Ro", "x", "3o", "4o"})
	check(t, err, ErrCarta, "3")
	defer func() {
		if recover() == nil {
			t.Error("MustParse of no hand does not panic")
		}
	}()
	MustParse("Ro Ro 3o 4o")
}

func TestMano(t *testing.T) {
	tests := []struct {
		name, cartas  string
		grande, chica string
		suma          int
		pares         string
		tipo          TipoPares
		tantos, juego int
	}{
		{"Mus 3/four kings", "Ro 3c Re 3b", "RRRR", "RRRR", 40, "RR", Duples, 3, 2},
		{"Mus 3/four aces", "1o 2c 1e 2b", "1111", "1111", 4, "11", Duples, 3, 0},
		{"Mus 3/kings and aces", "Ro 3c 2e 1b", "RR11", "11RR", 22, "R1", Duples, 3, 0},
		{"Mus 35/the 31 of three sevens", "7o 7c 7e So", "S777", "777S", 31, "7", Medias, 2, 3},
		{"Mus 3/the higher three", "Ro 3c Re 4b", "RRR4", "4RRR", 34, "R", Medias, 2, 2},
		{"Mus 3/par above", "Ro 3c 6e 4b", "RR64", "46RR", 30, "R", Par, 1, 0},
		{"Mus 3/par in the middle", "Ro 6c 6e 4b", "R664", "466R", 26, "6", Par, 1, 0},
		{"Mus 3/par below", "Ro 6c 4e 4b", "R644", "446R", 24, "4", Par, 1, 0},
		{"Mus 3/no pares", "4o 5c 6e 7b", "7654", "4567", 22, "", SinPares, 0, 0},
		{"Mus 3/32", "Ro Cc Se 2b", "RCS1", "1SCR", 31, "", SinPares, 0, 3},
		{"Mus 3/33", "7o 6c Ce Sb", "CS76", "67SC", 33, "", SinPares, 0, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := MustParse(tt.cartas)
			p := m.Pares()
			if letras(m.Grande()) != tt.grande || letras(m.Chica()) != tt.chica || m.Suma() != tt.suma {
				t.Errorf("%s %s %d, want %s %s %d", letras(m.Grande()), letras(m.Chica()), m.Suma(), tt.grande, tt.chica, tt.suma)
			}
			if letras(p.Rangos()) != tt.pares || p.Tipo != tt.tipo || p.Tantos() != tt.tantos || m.Lleva(Pares) != (tt.tantos > 0) {
				t.Errorf("pares %s %v %d", letras(p.Rangos()), p.Tipo, p.Tantos())
			}
			if m.TantosJuego() != tt.juego || m.TieneJuego() != (tt.juego > 0) || m.Lleva(Juego) != (tt.juego > 0) || !m.Lleva(Grande) {
				t.Errorf("juego %d, want %d", m.TantosJuego(), tt.juego)
			}
			if p.Cartas() != map[TipoPares]int{SinPares: 0, Par: 2, Medias: 3, Duples: 4}[p.Tipo] || m.CuatroReyes() != (tt.grande == "RRRR") {
				t.Errorf("%d cards, four kings %v", p.Cartas(), m.CuatroReyes())
			}
			if got, _ := NewMano(m.Cartas()...); got != m {
				t.Errorf("Cartas gives back %v", m.Cartas())
			}
		})
	}
	if got := SinPares.String() + Par.String() + Medias.String() + Duples.String() + TipoPares(4).String(); got != "ningunoparmediasduples?" {
		t.Errorf("words %q", got)
	}
}

// eachMano calls f with every hand of the pack.
func eachMano(f func(m Mano)) {
	b := Baraja()
	for i := range b {
		for j := i + 1; j < len(b); j++ {
			for k := j + 1; k < len(b); k++ {
				for l := k + 1; l < len(b); l++ {
					m, err := NewMano(b[i], b[j], b[k], b[l])
					if err != nil {
						panic(err)
					}
					f(m)
				}
			}
		}
	}
}

// TestRecuentos counts the 91,390 hands.
func TestRecuentos(t *testing.T) {
	raw, err := os.ReadFile("testdata/recuentos.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	count := map[string]float64{}
	nested := map[string]map[string]float64{"pares": {}, "juego": {}, "por_valor": {}, "suma": {}, "pares_por_rango": {}, "casillas_senas_art67": {}}
	eachMano(func(m Mano) {
		p, suma := m.Pares(), m.Suma()
		count["manos"]++
		tipo := map[TipoPares]string{SinPares: "sin_pares", Par: "par", Medias: "medias", Duples: "duples"}[p.Tipo]
		nested["pares"][tipo]++
		nested["suma"][itoa(suma)]++
		if p.Tipo != SinPares {
			count["con_pares"]++
			nested["pares_por_rango"][tipo+":"+letras(p.Rangos())]++
		}
		switch {
		case m.TieneJuego():
			nested["juego"]["con_juego"]++
			nested["por_valor"][itoa(suma)]++
			if p.Tipo != SinPares {
				count["pares_y_juego"]++
			}
		default:
			nested["juego"]["sin_juego"]++
			if p.Tipo == SinPares {
				count["ni_pares_ni_juego"]++
			}
		}
		if suma == 31 {
			count["juego_de_31"]++
		}
		if suma == 30 {
			count["punto_30"]++
		}
		fila, columna, _ := m.Senas()
		nested["casillas_senas_art67"][string(fila)+"|"+string(columna)]++
	})
	got := map[string]any{}
	for k, n := range count {
		got[k] = n
	}
	asAny := func(m map[string]float64) map[string]any {
		out := map[string]any{}
		for k, n := range m {
			out[k] = n
		}
		return out
	}
	for k, m := range nested {
		if k != "por_valor" {
			got[k] = asAny(m)
		}
	}
	got["juego"].(map[string]any)["por_valor"] = asAny(nested["por_valor"])
	t.Run("Mus 3/Mus 67/the 91,390 hands", func(t *testing.T) {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
	})
}

func itoa(n int) string {
	raw, _ := json.Marshal(n)
	return string(raw)
}

// naiveBeats reports by sorting and counting whether a beats b in the lance: slow, and the
// oracle of Gana. Both play it.
func naiveBeats(l Lance, a, b Mano) bool {
	ranks := func(m Mano) []int {
		var r []int
		for _, c := range m.Cartas() {
			n := c.String()[0]
			switch n {
			case '3':
				n = 'R'
			case '2':
				n = '1'
			}
			r = append(r, strings.IndexByte("1__4567__SCR", n))
		}
		slices.Sort(r)
		return r
	}
	ra, rb := ranks(a), ranks(b)
	switch l {
	case Grande:
		slices.Reverse(ra)
		slices.Reverse(rb)
		return slices.Compare(ra, rb) > 0
	case Chica:
		return slices.Compare(ra, rb) < 0
	case Pares:
		value := func(r []int) []int {
			var pares []int
			for rank := 11; rank >= 0; rank-- {
				switch n := len(slices.DeleteFunc(slices.Clone(r), func(x int) bool { return x != rank })); n {
				case 4:
					return []int{3, rank, rank}
				case 3:
					return []int{2, rank}
				case 2:
					pares = append(pares, rank)
				}
			}
			if len(pares) == 2 {
				return []int{3, pares[0], pares[1]}
			}
			return append([]int{len(pares)}, pares...)
		}
		return slices.Compare(value(ra), value(rb)) > 0
	case Juego:
		order := "33 34 35 36 37 40 32 31"
		return strings.Index(order, itoa(a.Suma())) > strings.Index(order, itoa(b.Suma()))
	}
	return a.Suma() > b.Suma()
}

// TestGanaOracle holds the winner of each lance against the slow one: nobody beats him, and
// who ties with him speaks after.
func TestGanaOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mano := Jugador(rapid.IntRange(0, 3).Draw(t, "mano"))
		j, err := Deal(rapid.Permutation(Baraja()).Draw(t, "baraja"), mano)
		if err != nil {
			t.Fatal(err)
		}
		for k := range Jugador(NumJugadores) {
			if rapid.IntRange(0, 5).Draw(t, "void") == 0 {
				j = j.Anula(k)
			}
		}
		for _, l := range Lances() {
			llevan := j.Llevan(l)
			juegan := len(llevan) > 0 && (l != Punto || len(j.Llevan(Juego)) == 0)
			gana, ok := j.Gana(l)
			if ok != juegan || ok != j.SeJuega(l) {
				t.Fatalf("%s is played %v, want %v", l, ok, juegan)
			}
			if !ok {
				continue
			}
			if !slices.Contains(llevan, gana) {
				t.Fatalf("%s is won by %d, who has it not", l, gana)
			}
			for _, k := range llevan {
				before := (k+4-mano)%4 < (gana+4-mano)%4
				if naiveBeats(l, j.Manos[k], j.Manos[gana]) || before && !naiveBeats(l, j.Manos[gana], j.Manos[k]) {
					t.Fatalf("%s of %v: %d wins with mano %d, but %d is better", l, j.Manos, gana, mano, k)
				}
			}
		}
	})
}

func TestLances(t *testing.T) {
	iguales := []string{"Ro Co So 1o", "Rc Cc Sc 1c", "Re Ce Se 1e", "Rb Cb Sb 1b"}
	t.Run("Mus 35/of equal hands that of the mano", func(t *testing.T) {
		for k := range Jugador(4) {
			j := jugada(t, k, iguales...)
			for _, l := range []Lance{Grande, Chica, Juego} {
				if gana, ok := j.Gana(l); !ok || gana != k {
					t.Errorf("%s is won by %d, %v, want %d", l, gana, ok, k)
				}
			}
			if _, ok := j.Gana(Pares); ok || j.SeEnvida(Pares) || !j.SeEnvida(Juego) || j.SeEnvida(Punto) || !j.SeEnvida(Grande) || !j.SeEnvida(Chica) {
				t.Error("what is bet on")
			}
		}
	})
	t.Run("Mus 19/void hands win nothing", func(t *testing.T) {
		j := jugada(t, 0, iguales...).Anula(0, 3)
		if gana, _ := j.Gana(Grande); gana != 1 || !slices.Equal(j.Llevan(Juego), []Jugador{1, 2}) {
			t.Errorf("%d wins; %v", gana, j.Llevan(Juego))
		}
		if _, ok := j.Anula(1, 2).Gana(Grande); ok || j.Anula(1, 2).SeEnvida(Grande) {
			t.Error("four void hands play the grande")
		}
	})
	t.Run("Mus 31/only who has pares bets", func(t *testing.T) {
		j := jugada(t, 0, "Ro Rc 5o 4o", "7c 7e 6c 4c", "Se Cb 6e 1e", "7b 6b 5b 4b")
		if err := j.CheckHabla(Pares, 0); err != nil {
			t.Error(err)
		}
		check(t, j.CheckHabla(Pares, 2), ErrNoLleva, "31")
		check(t, j.CheckHabla(Juego, 0), ErrNoSeEnvida, "31")
		check(t, j.CheckHabla(Juego, 4), ErrJugador, "9")
		if j.CheckHabla(Punto, 3) != nil || j.Valor(Punto, A) != 1 || j.Valor(Pares, A) != 1 || j.Valor(Grande, A) != 0 {
			t.Error("punto")
		}
	})
	t.Run("Mus 42/what was not declared", func(t *testing.T) {
		j := jugada(t, 0, "Ro Rc Re 4o", "7c 7e 6c 4c", "Se Sb 6e 1e", "7b 6b 5b 4b")
		for callado, want := range map[Jugador]int{0: 1, 2: 2} {
			if got, err := j.ValorSin(Pares, A, callado); got != want || err != nil {
				t.Errorf("without %d: %d, %v, want %d", callado, got, err, want)
			}
		}
		_, err := j.ValorSin(Grande, A, 0)
		check(t, err, ErrLance, "42")
		_, err = j.ValorSin(Juego, A, 7)
		check(t, err, ErrJugador, "9")
		_, err = j.ValorSin(Juego, A, 1)
		check(t, err, ErrPareja, "42")
		if r, a := Olvido(false); r != ReiniciaLance || a != art("42") {
			t.Errorf("put right in time: %s", r)
		}
		if r, a := Olvido(true); r != SinValor || a != art("42") {
			t.Errorf("too late: %s", r)
		}
	})
	t.Run("Mus 3/Mus 9/what is no deal", func(t *testing.T) {
		var ms [4]Mano
		_, err := NewJugada(ms, 0)
		check(t, err, ErrNumCartas, "3")
		for k := range ms {
			ms[k] = MustParse("Ro Rc Re 4o")
		}
		_, err = NewJugada(ms, 0)
		check(t, err, ErrRepetida, "3")
		_, err = NewJugada(ms, 4)
		check(t, err, ErrJugador, "9")
	})
	if Jugador(3).Siguiente() != 0 || Jugador(1).Postre() != 0 || Jugador(3).Companero() != 1 || Jugador(2).Pareja() != A || Jugador(3).Pareja() != B {
		t.Error("places")
	}
	if A.Contraria() != B || B.Contraria() != A {
		t.Error("pairs")
	}
	t.Run("Mus 3/Mus 36/another word", func(t *testing.T) {
		check(t, CheckPareja("C"), ErrPareja, "3")
		check(t, CheckLance("real"), ErrLance, "36")
		for _, l := range Lances() {
			if err := CheckLance(l); err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("Mus 4/counters", func(t *testing.T) {
		for tantos, want := range map[int][2]int{0: {0, 0}, 4: {0, 4}, 5: {1, 0}, 23: {4, 3}, 39: {7, 4}} {
			if a, p := Fichas(tantos); [2]int{a, p} != want {
				t.Errorf("%d is %d and %d, want %v", tantos, a, p, want)
			}
		}
	})
}

func FuzzParseMano(f *testing.F) {
	f.Add("Ro 3c 7e 4b")
	f.Add("Ro Ro \xff 10")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ParseMano(strings.Fields(s))
		if err != nil {
			if a, ok := norma.Cited(err); !ok || a.Ref() != "3" {
				t.Fatalf("%v cites nothing", err)
			}
			return
		}
		var textos []string
		for _, c := range m.Cartas() {
			textos = append(textos, c.String())
		}
		if !utf8.ValidString(s) || strings.Join(textos, " ") != strings.Join(strings.Fields(s), " ") {
			t.Fatalf("%q reads as %v", s, textos)
		}
	})
}
