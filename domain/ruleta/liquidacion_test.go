package ruleta

import (
	"fmt"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/prision"
)

// settleOne settles a single stake.
func settleOne(t testing.TB, v Variante, tirada Tirada, a Apuesta) Liquidacion {
	t.Helper()
	ls, total, err := Settle(v, tirada, []Apuesta{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := ls[0]
	if want := (Total{2 * Medios(a.Importe), l.Ganado, l.Devuelto, l.Pendiente, l.Perdido}); total != want {
		t.Errorf("total %+v of %+v", total, l)
	}
	return l
}

// TestSettleEveryPlace puts 10 euros on every place of the cloth of both roulettes, and
// lets every number come out.
func TestSettleEveryPlace(t *testing.T) {
	const importe = 1000
	for _, p := range Posturas() {
		t.Run(fmt.Sprintf("%s/%v %v", p.Suerte().Pago().Articulo.Ref(), p.Suerte(), p.Numeros().List()), func(t *testing.T) {
			pago := p.Suerte().Pago()
			for _, v := range []Variante{Francesa, Americana} {
				for n := Numero(0); n <= MaxNumero; n++ {
					if n == 0 && p.Suerte().Sencilla() {
						continue
					}
					l := settleOne(t, v, Tirada{Numero: n}, Apuesta{Postura: p, Importe: importe})
					want := Liquidacion{Resultado: Pierde, Perdido: 2 * importe, Articulo: pago.Articulo}
					if slices.Contains(p.Numeros().List(), int(n)) {
						gain := pago.Veces().Mul(domain.NewFraccion(2*importe, 1)).Floor()
						want = Liquidacion{Resultado: Gana, Ganado: Medios(gain), Devuelto: 2 * importe, Articulo: pago.Articulo}
					}
					if l != want {
						t.Fatalf("%v, the %d: %+v, want %+v", v, n, l, want)
					}
				}
			}
		})
	}
}

func TestSettleZero(t *testing.T) {
	rojo, docena := mustPostura(t, Rojo), mustPostura(t, Docena, 1)
	zero, last := Tirada{}, Tirada{Ultima: true}
	tests := []struct {
		name    string
		v       Variante
		tirada  Tirada
		apuesta Apuesta
		want    Liquidacion
	}{
		{"131.1.b.2/half", Francesa, zero, Apuesta{rojo, 1000, prision.Mitad, false}, Liquidacion{Resultado: Mitad, Devuelto: 1000, Perdido: 1000}},
		{"131.1.b.2/prison", Francesa, zero, Apuesta{rojo, 1000, prision.Prision, false}, Liquidacion{Resultado: Prision, Pendiente: 2000}},
		{"131.1.b.2/half of one céntimo", Francesa, zero, Apuesta{rojo, 1, prision.Mitad, false}, Liquidacion{Resultado: Mitad, Devuelto: 1, Perdido: 1}},
		{"131.1.b.2/last throw", Francesa, last, Apuesta{rojo, 1000, "", false}, Liquidacion{Resultado: ReintegroForzoso, Devuelto: 1000, Perdido: 1000}},
		{"131.1.b.2/last throw, the wish is not asked", Francesa, last, Apuesta{rojo, 1000, prision.Prision, false}, Liquidacion{Resultado: ReintegroForzoso, Devuelto: 1000, Perdido: 1000}},
		{"131.1.a.7/the zero takes a docena", Francesa, zero, Apuesta{docena, 1000, prision.Mitad, false}, Liquidacion{Resultado: Pierde, Perdido: 2000}},
		{"138/half", Americana, zero, Apuesta{rojo, 1000, "", false}, Liquidacion{Resultado: Mitad, Devuelto: 1000, Perdido: 1000, Criterio: "RUL-12"}},
		{"138/half, said", Americana, zero, Apuesta{rojo, 1001, prision.Mitad, false}, Liquidacion{Resultado: Mitad, Devuelto: 1001, Perdido: 1001, Criterio: "RUL-12"}},
		{"138/last throw", Americana, last, Apuesta{rojo, 1000, "", false}, Liquidacion{Resultado: Mitad, Devuelto: 1000, Perdido: 1000, Criterio: "RUL-12"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := settleOne(t, tt.v, tt.tirada, tt.apuesta)
			if a, _, ok := cutName(tt.name); !ok || got.Articulo.Ref() != a {
				t.Errorf("rests on %v", got.Articulo)
			}
			got.Articulo = norma.Articulo{}
			if got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}

func cutName(name string) (art, rest string, ok bool) {
	for k, c := range name {
		if c == '/' {
			return name[:k], name[k+1:], true
		}
	}
	return "", "", false
}

func TestSettleOutsideTheNumber(t *testing.T) {
	p := mustPostura(t, Pleno, 23)
	t.Run("133.d/void throw", func(t *testing.T) {
		for _, n := range []Numero{0, 23, 99} {
			got := settleOne(t, Francesa, Tirada{Numero: n, Nula: true}, Apuesta{Postura: p, Importe: 100})
			if want := (Liquidacion{Resultado: Sigue, Pendiente: 200, Articulo: art("133.d")}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
		if got := Options(Francesa, Tirada{Nula: true}, mustPostura(t, Rojo)); got != nil {
			t.Errorf("options at a void throw: %v", got)
		}
	})
	t.Run("133.b/laid too late", func(t *testing.T) {
		for _, tirada := range []Tirada{{Numero: 23}, {Numero: 1}, {}, {Nula: true}} {
			got := settleOne(t, Francesa, tirada, Apuesta{Postura: p, Importe: 100, Tardia: true})
			if want := (Liquidacion{Resultado: Rechazada, Devuelto: 200, Articulo: art("133.b")}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
	})
}

func TestOptions(t *testing.T) {
	rojo, pleno := mustPostura(t, Rojo), mustPostura(t, Pleno, 0)
	tests := []struct {
		name   string
		v      Variante
		tirada Tirada
		p      Postura
		want   string
	}{
		{"131.1.b.2/zero", Francesa, Tirada{}, rojo, "[mitad prision]"},
		{"131.1.b.2/last throw", Francesa, Tirada{Ultima: true}, rojo, "[reintegro_forzoso]"},
		{"131.1.b.2/another number", Francesa, Tirada{Numero: 1}, rojo, "[]"},
		{"131.1.b.2/a múltiple", Francesa, Tirada{}, pleno, "[]"},
		{"138/zero", Americana, Tirada{}, rojo, "[mitad]"},
		{"138/last throw", Americana, Tirada{Ultima: true}, rojo, "[mitad]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fmt.Sprint(Options(tt.v, tt.tirada, tt.p)); got != tt.want {
				t.Errorf("Options = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestSettleErrors(t *testing.T) {
	rojo, pleno := mustPostura(t, Rojo), mustPostura(t, Pleno, 1)
	tests := []struct {
		name     string
		v        Variante
		tirada   Tirada
		apuestas []Apuesta
		want     error
		cites    string
	}{
		{"131.1/no roulette", 0, Tirada{}, nil, ErrVariante, "131.1"},
		{"129.1/the 37", Francesa, Tirada{Numero: 37}, nil, ErrNumero, "129.1"},
		{"131.1/no place", Francesa, Tirada{}, []Apuesta{{Importe: 1}}, ErrSuerte, "131.1"},
		{"131.1.a.1/nothing staked", Francesa, Tirada{}, []Apuesta{{Postura: pleno}}, ErrImporte, "131.1.a.1"},
		{"131.1.a.1/less than nothing", Francesa, Tirada{}, []Apuesta{{Postura: pleno, Importe: -1}}, ErrImporte, "131.1.a.1"},
		{"131.1.a.1/too much", Francesa, Tirada{}, []Apuesta{{Postura: pleno, Importe: MaxApostado + 1}}, domain.ErrDesborde, "131.1.a.1"},
		{"131.1.a.1/too much in all", Francesa, Tirada{}, []Apuesta{{Postura: pleno, Importe: MaxApostado}, {Postura: pleno, Importe: 1}}, domain.ErrDesborde, "131.1.a.1"},
		{"131.1.b.2/no choice", Francesa, Tirada{}, []Apuesta{{Postura: rojo, Importe: 1}}, ErrEleccion, "131.1.b.2"},
		{"131.1.b.2/another choice", Francesa, Tirada{}, []Apuesta{{Postura: rojo, Importe: 1, Eleccion: "libertad"}}, ErrOpcion, "131.1.b.2"},
		{"131.1.b.2/a refund before the last throw", Francesa, Tirada{}, []Apuesta{{Postura: rojo, Importe: 1, Eleccion: prision.ReintegroForzoso}}, ErrOpcion, "131.1.b.2"},
		{"138/RUL-12/no prison", Americana, Tirada{}, []Apuesta{{Postura: rojo, Importe: 1, Eleccion: prision.Prision}}, ErrSinPrision, "138"},
		{"138/another choice", Americana, Tirada{}, []Apuesta{{Postura: rojo, Importe: 1, Eleccion: "libertad"}}, ErrOpcion, "138"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dst := make([]Liquidacion, 1, 4)
			got, total, err := Settle(tt.v, tt.tirada, tt.apuestas, dst)
			check(t, err, tt.want, tt.cites)
			if len(got) != 1 || total != (Total{}) {
				t.Errorf("%d settlements and a total of %+v with an error", len(got), total)
			}
		})
	}
	t.Run("131.1.a.1/as much as may be", func(t *testing.T) {
		l := settleOne(t, Francesa, Tirada{Numero: 1}, Apuesta{Postura: pleno, Importe: MaxApostado})
		if got, want := l.Ganado, 70*Medios(MaxApostado); got != want {
			t.Errorf("won %d, want %d", got, want)
		}
	})
}

func TestFollow(t *testing.T) {
	negro := mustPostura(t, Negro)
	choose := []prision.Opcion{prision.Prision, prision.Prision}
	t.Run("131.1.b.2/zeros, a void throw and freedom", func(t *testing.T) {
		s, err := Follow(Francesa, negro, 1000, 100, []Tirada{{}, {Nula: true, Numero: 99}, {}, {Numero: 2}}, choose)
		check(t, err, nil, "")
		if got, want := fmt.Sprint(s.Eventos, s.Postura.Liquidacion().Devuelto), "[prision nulo prision liberada] 500"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("131.1.b.2/RUL-6/it stays where it was", func(t *testing.T) {
		s, err := Follow(Francesa, negro, 1000, 100, []Tirada{{}, {Numero: 1}}, choose) // the 1 is red and odd
		check(t, err, nil, "")
		if got, want := s.Postura.Estado, prision.Perdida; got != want {
			t.Errorf("%v, want %v", got, want)
		}
	})
	t.Run("131.1.b.2/last throw", func(t *testing.T) {
		s, err := Follow(Francesa, negro, 1000, 100, []Tirada{{}, {Ultima: true}}, choose)
		check(t, err, nil, "")
		if got, want := s.Postura.Liquidacion().Devuelto.String(), "250"; got != want {
			t.Errorf("returned %s, want %s", got, want)
		}
	})
	t.Run("131.1.b.2/only a sencilla", func(t *testing.T) {
		_, err := Follow(Francesa, mustPostura(t, Docena, 1), 1000, 100, nil, nil)
		check(t, err, ErrNoSencilla, "131.1.b.2")
	})
	t.Run("138/no prison", func(t *testing.T) {
		_, err := Follow(Americana, negro, 1000, 100, []Tirada{{}}, choose)
		check(t, err, ErrSinPrision, "138")
		if got := criterio(err); got != "RUL-12" {
			t.Errorf("criterio %q", got)
		}
	})
	t.Run("131.1/no roulette", func(t *testing.T) {
		_, err := Follow(0, negro, 1000, 100, nil, nil)
		check(t, err, ErrVariante, "131.1")
	})
	t.Run("129.1/the 37", func(t *testing.T) {
		_, err := Follow(Francesa, negro, 1000, 100, []Tirada{{Numero: 37}}, nil)
		check(t, err, ErrNumero, "129.1")
	})
	t.Run("131.1.b.2/no stake", func(t *testing.T) {
		_, err := Follow(Francesa, negro, 0, 100, nil, nil)
		check(t, err, prision.ErrImporte, "131.1.b.2")
	})
	t.Run("131.1.b.2/no choice", func(t *testing.T) {
		_, err := Follow(Francesa, negro, 1000, 100, []Tirada{{}}, nil)
		check(t, err, prision.ErrEleccion, "131.1.b.2")
	})
}

// FuzzSettle: whatever the facts, no panic, and the money of a settlement is that which
// was staked and won.
func FuzzSettle(f *testing.F) {
	f.Add(uint8(1), uint8(0), uint8(0), []byte{0, 1, 50, 2, 255, 255, 120, 0, 9})
	f.Add(uint8(2), uint8(36), uint8(3), []byte{150, 200, 1})
	places := append(Posturas(), Postura{})
	elecciones := []prision.Opcion{"", prision.Mitad, prision.Prision, prision.ReintegroForzoso, "x"}
	f.Fuzz(func(t *testing.T, v, n, flags uint8, raw []byte) {
		var apuestas []Apuesta
		for ; len(raw) >= 3; raw = raw[3:] {
			apuestas = append(apuestas, Apuesta{places[int(raw[0])%len(places)], domain.Importe(int8(raw[1])) << (raw[2] % 64),
				elecciones[int(raw[2])%len(elecciones)], raw[2]%7 == 6})
		}
		ls, total, err := Settle(Variante(v), Tirada{Numero(n), flags&1 != 0, flags&2 != 0}, apuestas, nil)
		if err != nil {
			if _, ok := norma.Cited(err); !ok || len(ls) != 0 {
				t.Fatalf("%d settlements, error %v", len(ls), err)
			}
			return
		}
		var sum Total
		for k, l := range ls {
			apostado := 2 * Medios(apuestas[k].Importe)
			sum.add(apostado, &l)
			if min(l.Ganado, l.Devuelto, l.Pendiente, l.Perdido) < 0 || l.Ganado+l.Devuelto+l.Pendiente+l.Perdido != apostado+l.Ganado {
				t.Fatalf("%+v of a stake of %d", l, apostado)
			}
			if l.Resultado == "" || l.Articulo.IsZero() {
				t.Fatalf("%+v rests on nothing", l)
			}
		}
		if sum != total || total.Apostado != total.Devuelto+total.Pendiente+total.Perdido {
			t.Fatalf("total %+v of %+v", total, ls)
		}
	})
}

// fullTable is a hundred stakes all over the cloth.
func fullTable(tb testing.TB) []Apuesta {
	places := Posturas()
	apuestas := make([]Apuesta, 100)
	for k := range apuestas {
		apuestas[k] = Apuesta{places[(k*53)%len(places)], domain.Importe(500 * (k + 1)), prision.Mitad, false}
	}
	return apuestas
}

func TestSettleDoesNotAllocate(t *testing.T) {
	apuestas, dst := fullTable(t), make([]Liquidacion, 0, 100)
	n := Numero(0)
	allocs := testing.AllocsPerRun(100, func() {
		if _, _, err := Settle(Francesa, Tirada{Numero: n}, apuestas, dst); err != nil {
			t.Fatal(err)
		}
		n = (n + 1) % NumNumeros
	})
	if allocs != 0 {
		t.Errorf("%v allocations for a table", allocs)
	}
}

func BenchmarkSettle(b *testing.B) {
	apuestas, dst := fullTable(b), make([]Liquidacion, 0, 100)
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		if _, _, err := Settle(Francesa, Tirada{Numero: Numero(k % NumNumeros)}, apuestas, dst); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(apuestas)), "ns/bet")
}
