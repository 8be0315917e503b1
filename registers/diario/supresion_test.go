package diario_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"foliado/registers/diario"
)

func TestTramos(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		posiciones := rapid.SliceOf(rapid.Int64Range(0, 60)).Draw(t, "posiciones")
		tramos := diario.NewTramos(posiciones)
		again, err := diario.ParseTramos(tramos.String())
		if err != nil || !slices.Equal(again, tramos) {
			t.Fatalf("%q: got %v, %v", tramos, again, err)
		}
		for p := range int64(62) {
			in := slices.ContainsFunc(tramos, func(r [2]int64) bool { return r[0] <= p && p <= r[1] })
			if in != slices.Contains(posiciones, p) {
				t.Fatalf("%v in %q: got %v", p, tramos, in)
			}
		}
	})
	if got, want := diario.NewTramos([]int64{18, 12, 13, 15, 14}).String(), "12-15 18"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, bad := range []string{"a", "3-2", "-1", "5 5", "5-7 7", "1-", "1-2-3"} {
		if got, err := diario.ParseTramos(bad); !errors.Is(err, diario.ErrFormato) {
			t.Errorf("%q: got %v, %v, want ErrFormato", bad, got, err)
		}
	}
}

func supresion(posicion int64, posiciones, valores string) diario.Asiento {
	return diario.Asiento{Posicion: posicion, Tipo: diario.TipoSupresion, Anotacion: time.Date(2027, 5, 29, 22, 0, 0, 0, time.UTC),
		Datos: []diario.Dato{{Nombre: "posiciones", Valor: posiciones}, {Nombre: "valores", Valor: valores}}}
}

// The oracle looks at every Supresion for every position.
func TestSupresiones(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []diario.Asiento
		for k := range rapid.IntRange(0, 5).Draw(t, "supresiones") {
			tramos := diario.NewTramos(rapid.SliceOfN(rapid.Int64Range(0, 30), 1, 8).Draw(t, "posiciones"))
			all = append(all, supresion(int64(40+k), tramos.String(), "nombre"))
		}
		index := diario.NewSupresiones(all)
		for p := range int64(32) {
			want := map[int64]bool{}
			for k := range all {
				s, err := diario.ParseSupresion(&all[k])
				if err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(s.Posiciones, func(r [2]int64) bool { return r[0] <= p && p <= r[1] }) {
					want[s.Posicion] = true
				}
			}
			got := index.Covering(p)
			for _, s := range got {
				if !want[s.Posicion] {
					t.Fatalf("position %d: covered by %d", p, s.Posicion)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("position %d: got %d supresiones, want %d", p, len(got), len(want))
			}
		}
	})
}

func TestSupresion(t *testing.T) {
	a := supresion(50, "1-3", "nombre apellidos")
	s, err := diario.ParseSupresion(&a)
	if err != nil || !s.Names("apellidos") || s.Names("documento") {
		t.Errorf("got %+v, %v", s, err)
	}
	// 22:00 UTC of the 29th is the 30th in Madrid.
	if !s.Allows("2027-05-30") || s.Allows("2027-05-31") || s.Allows("") {
		t.Error("it allows other than what may go on 2027-05-30")
	}
	s.Orden = "auto 1/2027"
	if !s.Allows("2099-01-01") || !s.Allows("") {
		t.Error("an order waits for a date")
	}
	for name, bad := range map[string]diario.Asiento{"itself": supresion(3, "1-3", "*"), "nothing": supresion(9, "", "*"),
		"no value": supresion(9, "1", ""), "unreadable": supresion(9, "x", "*")} {
		if _, err := diario.ParseSupresion(&bad); !errors.Is(err, diario.ErrFormato) {
			t.Errorf("%s: got %v, want ErrFormato", name, err)
		}
		if got := diario.NewSupresiones([]diario.Asiento{bad}).Covering(1); len(got) != 0 {
			t.Errorf("%s: covers position 1", name)
		}
	}
}
