package poquer

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
)

func j(id string, aportado domain.Importe, fuerza naipes.Valor) Jugador {
	p, _ := strconv.Atoi(id)
	return Jugador{ID: id, Puesto: Puesto(p), Aportado: aportado, Retirado: fuerza == 0, Fuerza: fuerza}
}

func TestBotes(t *testing.T) {
	tests := []struct {
		name      string
		jugadores []Jugador
		devuelto  []domain.Importe
		botes     []Bote
	}{
		{"118.3/one pot", []Jugador{j("1", 100, 9), j("2", 100, 3), j("3", 20, 0), j("4", 100, 5)}, []domain.Importe{0, 0, 0, 0},
			[]Bote{{320, []int{0, 1, 3}, []int{0}}}},
		{"118.3/restos of 50, 100 and 100", []Jugador{j("1", 50, 9), j("2", 100, 3), j("3", 100, 5)}, []domain.Importe{0, 0, 0},
			[]Bote{{150, []int{0, 1, 2}, []int{0}}, {100, []int{1, 2}, []int{2}}}},
		{"118.5/a bet that nobody calls", []Jugador{j("1", 30, 0), j("2", 60, 1)}, []domain.Importe{0, 30},
			[]Bote{{60, []int{1}, []int{1}}}},
		{"118.3/chips of who left in the side pot", []Jugador{j("1", 50, 9), j("2", 150, 5), j("3", 100, 0), j("4", 50, 0)}, []domain.Importe{0, 50, 0, 0},
			[]Bote{{200, []int{0, 1}, []int{0}}, {100, []int{1}, []int{1}}}},
		{"118.9/equal hands", []Jugador{j("1", 100, 9), j("2", 100, 9), j("3", 100, 5)}, []domain.Importe{0, 0, 0},
			[]Bote{{300, []int{0, 1, 2}, []int{0, 1}}}},
		{"118.3/who left above the rest", []Jugador{j("1", 50, 9), j("2", 100, 0), j("3", 100, 0)}, []domain.Importe{0, 0, 0},
			[]Bote{{250, []int{0}, []int{0}}}},
		{"118.3/only who left put something", []Jugador{j("1", 0, 9), j("2", 30, 0), j("3", 0, 5)}, []domain.Importe{0, 0, 0},
			[]Bote{{30, []int{0, 2}, []int{0}}}},
		{"118.3/nobody put anything", []Jugador{j("1", 0, 9), j("2", 0, 1)}, []domain.Importe{0, 0}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			devuelto, botes, err := Botes(tt.jugadores)
			if err != nil || !slices.Equal(devuelto, tt.devuelto) {
				t.Errorf("%v back, %v, want %v", devuelto, err, tt.devuelto)
			}
			if diff := cmp.Diff(tt.botes, botes); diff != "" {
				t.Errorf("pots (-want +got):\n%s", diff)
			}
		})
	}
	refused := []struct {
		name, cites string
		jugadores   []Jugador
		want        error
	}{
		{"118.3/nobody", "118.3", nil, ErrNadie},
		{"118.3/all left", "118.3", []Jugador{j("1", 10, 0)}, ErrTodosRetirados},
		{"118.3/less than nothing", "118.3", []Jugador{j("1", -1, 1)}, ErrImporte},
		{"118.3/more than there is", "118.3", []Jugador{j("1", MaxAportado+1, 1)}, ErrImporte},
		{"113.2/twice", "113.2", []Jugador{j("1", 10, 1), j("1", 10, 1)}, ErrRepetido},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Botes(tt.jugadores)
			check(t, err, tt.want, tt.cites)
			_, err = Settle(tt.jugadores, 0, 1)
			check(t, err, tt.want, tt.cites)
		})
	}
	t.Run("113.2/eleven", func(t *testing.T) {
		var once []Jugador
		for k := range 11 {
			once = append(once, Jugador{ID: strconv.Itoa(k), Puesto: 1, Aportado: 1})
		}
		_, _, err := Botes(once)
		check(t, err, ErrPuesto, "113.2")
	})
}

// naiveBotes lays the chips one céntimo deep at a time: the oracle of Botes.
func naiveBotes(jugadores []Jugador) (devuelto []domain.Importe, botes []Bote) {
	devuelto = make([]domain.Importe, len(jugadores))
	for level := domain.Importe(1); ; level++ {
		var puso, derecho []int
		for k, p := range jugadores {
			if p.Aportado >= level {
				puso = append(puso, k)
				if !p.Retirado {
					derecho = append(derecho, k)
				}
			}
		}
		switch {
		case len(puso) == 0:
			return devuelto, botes
		case len(puso) == 1 && len(derecho) == 1:
			devuelto[puso[0]]++
		case len(derecho) == 0 && len(botes) == 0:
			for k, p := range jugadores {
				if !p.Retirado {
					derecho = append(derecho, k)
				}
			}
			botes = append(botes, Bote{Importe: domain.Importe(len(puso)), ConDerecho: derecho, Ganadores: best(jugadores, derecho)})
		case len(derecho) == 0:
			botes[len(botes)-1].Importe += domain.Importe(len(puso))
		case len(botes) > 0 && slices.Equal(botes[len(botes)-1].ConDerecho, derecho):
			botes[len(botes)-1].Importe += domain.Importe(len(puso))
		default:
			botes = append(botes, Bote{Importe: domain.Importe(len(puso)), ConDerecho: derecho, Ganadores: best(jugadores, derecho)})
		}
	}
}

func drawJugadores(t *rapid.T) []Jugador {
	var jugadores []Jugador
	for k := range rapid.IntRange(1, 8).Draw(t, "players") {
		jugadores = append(jugadores, j(strconv.Itoa(k+1), domain.Importe(rapid.IntRange(0, 12).Draw(t, "put")), naipes.Valor(rapid.IntRange(0, 3).Draw(t, "hand"))))
	}
	jugadores[0].Retirado, jugadores[0].Fuerza = false, jugadores[0].Fuerza+1
	return jugadores
}

func TestBotesOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jugadores := drawJugadores(t)
		devuelto, botes, err := Botes(jugadores)
		if err != nil {
			t.Fatal(err)
		}
		wantDevuelto, want := naiveBotes(jugadores)
		if diff := cmp.Diff(want, botes); diff != "" || !slices.Equal(devuelto, wantDevuelto) {
			t.Fatalf("%+v: back %v, want %v; pots (-want +got):\n%s", jugadores, devuelto, wantDevuelto, diff)
		}
	})
}

// checkConserved wants every céntimo of a hand in the hands of a player or of the house, and
// nobody with more than his share lets him have.
func checkConserved(t interface {
	Fatalf(string, ...any)
}, jugadores []Jugador, l Liquidacion) {
	var puesto, cobrado, botes, devuelto domain.Importe
	for k, p := range jugadores {
		puesto += p.Aportado
		cobrado += l.Cobra[k]
		devuelto += l.Devuelto[k]
		if l.Cobra[k] < 0 || p.Retirado && l.Cobra[k] != 0 {
			t.Fatalf("player %s takes %v", p.ID, l.Cobra[k])
		}
	}
	for _, b := range l.Botes {
		botes += b.Importe
		if b.Importe < 0 || len(b.Ganadores) == 0 {
			t.Fatalf("pot %+v", b)
		}
	}
	if puesto != cobrado+l.Pozo || cobrado != botes+devuelto || l.Pozo < 0 {
		t.Fatalf("%v was put, %v taken, %v kept; %v in pots, %v back", puesto, cobrado, l.Pozo, botes, devuelto)
	}
}

func TestSettle(t *testing.T) {
	t.Run("113.3.a/118.9/a pot of 200 with five per cent", func(t *testing.T) {
		l, err := Settle([]Jugador{j("1", 5_000, 9), j("2", 5_000, 1), j("3", 5_000, 2), j("4", 5_000, 3)}, 500, 1)
		if err != nil || l.Pozo != 1_000 || !slices.Equal(l.Cobra, []domain.Importe{19_000, 0, 0, 0}) {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("118.9/the odd céntimo to the right of the mano", func(t *testing.T) {
		jugadores := []Jugador{j("1", 5, 9), j("4", 5, 9), j("7", 5, 1)}
		for mano, want := range map[Puesto][]domain.Importe{1: {7, 8, 0}, 4: {8, 7, 0}, 2: {7, 8, 0}, 7: {8, 7, 0}} {
			l, err := Settle(jugadores, 0, mano)
			if err != nil || !slices.Equal(l.Cobra, want) {
				t.Errorf("mano %d: %v, %v, want %v", mano, l.Cobra, err, want)
			}
		}
	})
	t.Run("113.3.a/what nobody called is not counted", func(t *testing.T) {
		l, err := Settle([]Jugador{j("1", 10_000, 9), j("2", 4_000, 1)}, 500, 1)
		if err != nil || l.Pozo != 400 || l.Cobra[0] != 13_600 || l.Devuelto[0] != 6_000 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("113.3.a/out of each pot in its proportion", func(t *testing.T) {
		l, err := Settle([]Jugador{j("1", 50, 9), j("2", 101, 3), j("3", 101, 5)}, 500, 1)
		if err != nil || l.Pozo != 12 || l.Botes[1].Importe != 102-4 || l.Botes[0].Importe != 150-8 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("113.2/113.3.a/refused", func(t *testing.T) {
		_, err := Settle([]Jugador{j("1", 50, 9)}, 500, 0)
		check(t, err, ErrPuesto, "113.2")
		_, err = Settle([]Jugador{{ID: "1", Aportado: 1, Fuerza: 1}}, 500, 1)
		check(t, err, ErrPuesto, "113.2")
		_, err = Settle([]Jugador{j("1", 50, 9)}, 501, 1)
		check(t, err, ErrBeneficio, "113.3.a")
	})
	t.Run("118.3/nothing was put", func(t *testing.T) {
		l, err := Settle([]Jugador{j("1", 0, 9)}, 500, 1)
		if err != nil || l.Pozo != 0 || l.Cobra[0] != 0 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		jugadores := drawJugadores(t)
		l, err := Settle(jugadores, int64(rapid.IntRange(0, 500).Draw(t, "rate")), Puesto(rapid.IntRange(1, 10).Draw(t, "mano")))
		if err != nil {
			t.Fatal(err)
		}
		checkConserved(t, jugadores, l)
	})
}

func FuzzSettle(f *testing.F) {
	f.Add([]byte{50, 9, 100, 3, 100, 5}, int64(500), 1)
	f.Add([]byte{0, 0}, int64(-1), 11)
	f.Fuzz(func(t *testing.T, data []byte, centesimas int64, mano int) {
		var jugadores []Jugador
		for k := 0; k+1 < len(data); k += 2 {
			p := j(strconv.Itoa(k/2+1), domain.Importe(data[k])*MaxAportado/255, naipes.Valor(data[k+1]%8))
			jugadores = append(jugadores, p)
		}
		l, err := Settle(jugadores, centesimas, Puesto(mano))
		if err == nil {
			checkConserved(t, jugadores, l)
		}
	})
}

func TestShare(t *testing.T) {
	t.Run("118.9/in proportion to the restos", func(t *testing.T) {
		exacto, partes, resto, err := Share(19_000, []domain.Importe{100, 90})
		if err != nil || !slices.Equal(partes, []domain.Importe{10_000, 9_000}) || resto != 0 || exacto[0].String() != "10000" {
			t.Errorf("%v, %v, %v, %v", exacto, partes, resto, err)
		}
		exacto, partes, resto, err = Share(10, []domain.Importe{1, 1, 1})
		if err != nil || !slices.Equal(partes, []domain.Importe{3, 3, 3}) || resto != 1 || exacto[2].String() != "10/3" {
			t.Errorf("%v, %v, %v, %v", exacto, partes, resto, err)
		}
	})
	t.Run("118.9/refused", func(t *testing.T) {
		const most = domain.Importe(1<<63 - 1)
		for _, tt := range []struct {
			bote   domain.Importe
			restos []domain.Importe
			want   error
		}{{-1, []domain.Importe{1}, ErrImporte}, {1, nil, ErrPesos}, {1, []domain.Importe{0, 0}, ErrPesos}, {1, []domain.Importe{2, -1}, ErrPesos}, {1, []domain.Importe{most, most}, domain.ErrDesborde}} {
			_, _, _, err := Share(tt.bote, tt.restos)
			check(t, err, tt.want, "118.9")
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		bote := domain.Importe(rapid.Int64Range(0, 1<<62).Draw(t, "pot"))
		restos := rapid.SliceOfN(rapid.Map(rapid.Int64Range(1, 1<<58), func(n int64) domain.Importe { return domain.Importe(n) }), 1, 10).Draw(t, "restos")
		exacto, partes, resto, err := Share(bote, restos)
		if err != nil {
			t.Fatal(err)
		}
		total, sum := domain.Fraccion{}, resto
		for k := range restos {
			total, sum = total.Add(exacto[k]), sum+partes[k]
		}
		if !total.Equal(domain.FraccionDe(bote)) || sum != bote || resto < 0 || resto >= domain.Importe(len(restos)) {
			t.Fatalf("%v is shared as %v and %v", bote, partes, resto)
		}
	})
}
