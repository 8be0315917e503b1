package dados

import (
	"errors"
	"fmt"
	"testing"

	"foliado/domain"
)

func isErr(err, want error) bool { return errors.Is(err, want) }

// TestLine plays the four sencillas that go to a point, by every first throw, and then by
// every throw after each point.
func TestLine(t *testing.T) {
	tests := []struct {
		name   string
		suerte Suerte
		first  map[int]Resultado // by sum; the rest are colocada
		seven  Resultado
		made   Resultado
	}{
		{"151.2.a.1/win", Win, map[int]Resultado{2: Pierde, 3: Pierde, 12: Pierde, 7: Gana, 11: Gana}, Pierde, Gana},
		{"151.2.a.2/don't win", DontWin, map[int]Resultado{2: Gana, 3: Gana, 12: Nulo, 7: Pierde, 11: Pierde}, Gana, Pierde},
		{"151.2.a.3/come", Come, map[int]Resultado{2: Pierde, 3: Pierde, 12: Pierde, 7: Gana, 11: Gana}, Pierde, Gana},
		{"151.2.a.4/don't come", DontCome, map[int]Resultado{2: Gana, 3: Gana, 12: Nulo, 7: Pierde, 11: Pierde}, Gana, Pierde},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before []any
			if tt.suerte == Come || tt.suerte == DontCome {
				before = []any{Dados{2, 4}}
			}
			bet := Apuesta{ID: "a", Suerte: tt.suerte, Importe: 1000}
			forEach(func(d Dados) {
				m := tabla(t, Reglas{}, append(before[:len(before):len(before)], bet)...)
				got, want := throw(t, m, "a", d), tt.first[d.Total()]
				if want == "" {
					want = Colocada
				}
				checkLine(t, got, want, d)
				if want != Colocada {
					return
				}
				if got.Casilla != d.Total() {
					t.Errorf("%v goes to %d", d, got.Casilla)
				}
				forEach(func(e Dados) {
					m := tabla(t, Reglas{}, append(before[:len(before):len(before)], bet, d)...)
					want := Sigue
					switch e.Total() {
					case 7:
						want = tt.seven
					case d.Total():
						want = tt.made
					}
					checkLine(t, throw(t, m, "a", e), want, e)
				})
			})
		})
	}
}

// checkLine wants a stake of 1,000 at par to have come to that.
func checkLine(t *testing.T, l Liquidacion, want Resultado, d Dados) {
	t.Helper()
	ganado, devuelto, perdido, pendiente := "0", domain.Importe(0), domain.Importe(0), domain.Importe(0)
	switch want {
	case Gana:
		ganado, devuelto = "1000", 1000
	case Pierde:
		perdido = 1000
	default:
		pendiente = 1000
	}
	if l.Resultado != want || l.Ganado.String() != ganado || l.Devuelto != devuelto || l.Perdido != perdido || l.Pendiente != pendiente {
		t.Errorf("%v: %+v, want %s", d, l, want)
	}
}

func TestAsociada(t *testing.T) {
	tests := []struct {
		name string
		base Suerte
		gain map[int]string // of 6,600 céntimos, by point
	}{
		{"151.2.c.1/of win", Win, map[int]string{4: "13200", 5: "9900", 6: "7920", 8: "7920", 9: "9900", 10: "13200"}},
		{"151.2.c.2/of don't win", DontWin, map[int]string{4: "3300", 5: "4400", 6: "5500", 8: "5500", 9: "4400", 10: "3300"}},
		{"151.2.c.3/of come", Come, map[int]string{4: "13200", 5: "9900", 6: "7920", 8: "7920", 9: "9900", 10: "13200"}},
		{"151.2.c.4/of don't come", DontCome, map[int]string{4: "3300", 5: "4400", 6: "5500", 8: "5500", 9: "4400", 10: "3300"}},
	}
	for _, tt := range tests {
		for punto, gain := range tt.gain {
			t.Run(fmt.Sprintf("%s, point %d", tt.name, punto), func(t *testing.T) {
				var steps []any
				if tt.base == Come || tt.base == DontCome {
					steps = append(steps, sums(14 - punto)[0])
				}
				steps = append(steps, Apuesta{ID: "a", Suerte: tt.base, Importe: 6600}, sums(punto)[0],
					Apuesta{ID: "o", Suerte: Asociada, Base: "a", Importe: 6600})
				forEach(func(d Dados) {
					m := tabla(t, Reglas{}, steps...)
					lance, err := m.Throw(Tirada{Dados: d})
					check(t, err, nil, "")
					base, o := lance.Liquidaciones[0], lance.Liquidaciones[1]
					if o.Resultado != base.Resultado { // it follows its sencilla
						t.Errorf("%v: %s with %s", d, o.Resultado, base.Resultado)
					}
					if o.Resultado == Gana && (o.Ganado.String() != gain || o.Devuelto != 6600) {
						t.Errorf("%v: %+v, want %s", d, o, gain)
					}
				})
			})
		}
	}
}

func TestLay(t *testing.T) {
	win := Apuesta{ID: "w", Suerte: Win, Importe: 1000}
	come := Apuesta{ID: "c", Suerte: Come, Importe: 1000}
	odds := func(base string, importe domain.Importe) Apuesta {
		return Apuesta{ID: "o", Suerte: Asociada, Base: base, Importe: importe}
	}
	six := Dados{2, 4}
	tests := []struct {
		name  string
		steps []any
		bet   Apuesta
		err   error
		ref   string
	}{
		{"151.1/no suerte", nil, Apuesta{ID: "x", Suerte: "buy", Importe: 1}, ErrSuerte, "151.1"},
		{"151.2.a.1/win over a point", []any{six}, win, ErrPrimeraTirada, "151.2.a.1"},
		{"151.2.a.2/don't win over a point", []any{six}, Apuesta{ID: "x", Suerte: DontWin, Importe: 1}, ErrPrimeraTirada, "151.2.a.2"},
		{"151.2.a.1/win again once the point is made", []any{six, six}, win, nil, ""},
		{"151.2.a.3/come before the first throw", nil, come, ErrSinPunto, "151.2.a.3"},
		{"151.2.a.3/DAD-7/come after a decided first throw", []any{Dados{5, 6}}, come, ErrSinPunto, "151.2.a.3"},
		{"151.2.a.4/don't come before the first throw", nil, Apuesta{ID: "x", Suerte: DontCome, Importe: 1}, ErrSinPunto, "151.2.a.4"},
		{"151.2.a.3/come over a point", []any{six}, come, nil, ""},
		{"151.2.a.6/a number where none fits", nil, Apuesta{ID: "x", Suerte: Big6, Numero: 6, Importe: 1}, ErrNumero, "151.2.a.6"},
		{"151.2.b.1/hard 5", nil, Apuesta{ID: "x", Suerte: HardWay, Numero: 5, Importe: 1}, ErrNumero, "151.2.b.1"},
		{"151.2.d.1/right 7", nil, Apuesta{ID: "x", Suerte: PlaceRight, Numero: 7, Importe: 1}, ErrNumero, "151.2.d.1"},
		{"151.2.d.2/wrong of nothing", nil, Apuesta{ID: "x", Suerte: PlaceWrong, Importe: 1}, ErrNumero, "151.2.d.2"},
		{"151.2.d/DAD-2/right 8, at any time", []any{six}, Apuesta{ID: "x", Suerte: PlaceRight, Numero: 8, Importe: 1}, nil, ""},
		{"151.2.c/of nothing", nil, odds("zz", 1), ErrSinSencilla, "151.2.c"},
		{"151.2.c/of the field", []any{Apuesta{ID: "f", Suerte: Field, Importe: 1}}, odds("f", 1), ErrSinSencilla, "151.2.c"},
		{"151.2.c/before the point", []any{win}, odds("w", 1), ErrPuntoNoFijado, "151.2.c"},
		{"151.2.c/of a come on its way", []any{six, come}, odds("c", 1), ErrPuntoNoFijado, "151.2.c"},
		{"152.4/at the most", []any{win, six}, odds("w", 1000), nil, ""},
		{"152.4/one céntimo above", []any{win, six}, odds("w", 1001), ErrAsociada, "152.4"},
		{"152.4/DAD-10/two together above", []any{win, six, Apuesta{ID: "p", Suerte: Asociada, Base: "w", Importe: 600}}, odds("w", 401), ErrAsociada, "152.4"},
		{"152.4/DAD-10/two together at the most", []any{win, six, Apuesta{ID: "p", Suerte: Asociada, Base: "w", Importe: 600}}, odds("w", 400), nil, ""},
		{"152.5/one céntimo above 120 per cent", []any{Apuesta{ID: "d", Suerte: DontWin, Importe: 1000}, six}, odds("d", 1201), ErrAsociada, "152.5"},
		{"151.2.a.1/the same reference", []any{win}, Apuesta{ID: "w", Suerte: Field, Importe: 1}, ErrRepetida, "151.2.a.5"},
		{"151.2.a.5/nothing", nil, Apuesta{ID: "f", Suerte: Field}, ErrImporte, "151.2.a.5"},
		{"151.2.a.5/less than nothing", nil, Apuesta{ID: "f", Suerte: Field, Importe: -1}, ErrImporte, "151.2.a.5"},
		{"151.2.a.5/too much to count", []any{win}, Apuesta{ID: "f", Suerte: Field, Importe: MaxApostado - 999}, domain.ErrDesborde, "151.2.a.5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tabla(t, Reglas{}, tt.steps...)
			before := len(m.Posturas())
			check(t, m.Lay(tt.bet), tt.err, tt.ref)
			if got := len(m.Posturas()) - before; got != 1 != (tt.err != nil) {
				t.Errorf("%d stakes more", got)
			}
		})
	}
}

func TestWithdraw(t *testing.T) {
	six := Dados{2, 4}
	locked := map[Suerte]bool{Win: true, DontWin: true, Come: true, DontCome: true}
	t.Run("151.2.a.4/DAD-4/only the four lines stay", func(t *testing.T) {
		for _, s := range Suertes() {
			steps := []any{}
			bet := Apuesta{ID: "a", Suerte: s, Importe: 100}
			if n := s.Numeros(); n != nil {
				bet.Numero = n[0]
			}
			switch s {
			case Come, DontCome:
				steps = append(steps, six)
			case Asociada:
				steps, bet.Base = append(steps, Apuesta{ID: "w", Suerte: Win, Importe: 100}, six), "w"
			}
			m := tabla(t, Reglas{}, append(steps, bet)...)
			l, err := m.Withdraw("a")
			if locked[s] {
				check(t, err, ErrNoRetirable, "151.2.a.4")
				continue
			}
			check(t, err, nil, "")
			if l.Resultado != Retirada || l.Devuelto != 100 || m.find("a") != nil {
				t.Errorf("%s: %+v", s, l)
			}
		}
	})
	t.Run("151.2/what is not there", func(t *testing.T) {
		_, err := tabla(t, Reglas{}).Withdraw("a")
		check(t, err, ErrNoRetirable, "151.2")
	})
	t.Run("151.2.c/the rest of the asociadas count no more", func(t *testing.T) {
		odds := Apuesta{ID: "o", Suerte: Asociada, Base: "w", Importe: 100}
		m := tabla(t, Reglas{}, Apuesta{ID: "w", Suerte: Win, Importe: 100}, six, odds, "o")
		check(t, m.Lay(odds), nil, "")
	})
}

func TestPuntoAndTirador(t *testing.T) {
	tests := []struct {
		name   string
		throws []Dados
		punto  int
		cambia bool // with the last throw
	}{
		{"151.2.a.1/DAD-12/7 on a first throw", []Dados{{3, 4}}, 0, false},
		{"151.2.a.1/DAD-12/craps on a first throw", []Dados{{1, 1}}, 0, false},
		{"151.2.a.1/a point", []Dados{{4, 4}}, 8, false},
		{"151.2.a.1/the point stands", []Dados{{4, 4}, {6, 5}}, 8, false},
		{"151.2.a.1/the point is made", []Dados{{4, 4}, {6, 2}}, 0, false},
		{"151.2.a.1/7 with a point", []Dados{{4, 4}, {6, 1}}, 0, true},
		{"151.2.a.1/and a first throw follows", []Dados{{4, 4}, {6, 1}, {6, 1}}, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tabla(t, Reglas{})
			var l Lance
			for _, d := range tt.throws {
				before := m.Punto()
				var err error
				if l, err = m.Throw(Tirada{Dados: d}); err != nil || l.PuntoAntes != before || l.PuntoDespues != m.Punto() {
					t.Fatalf("%+v, %v", l, err)
				}
			}
			if m.Punto() != tt.punto || l.CambiaTirador != tt.cambia {
				t.Errorf("point %d, shooter changes %v", m.Punto(), l.CambiaTirador)
			}
		})
	}
	t.Run("151.2.a.3/DAD-6/a come is never off", func(t *testing.T) {
		m := tabla(t, Reglas{}, Dados{2, 4}, Apuesta{ID: "c", Suerte: Come, Importe: 10}, Dados{2, 3}, Dados{2, 4})
		if l := throw(t, m, "c", Dados{3, 4}); l.Resultado != Pierde {
			t.Errorf("%+v", l)
		}
	})
}

func TestIncidencia(t *testing.T) {
	valid := map[Incidencia]bool{"": true, Normal: true, SobreLasFichas: true}
	all := []Incidencia{"", Normal, SinRodar, Roto, Superpuestos, Montado, FueraDeLaMesa, SobreElBorde, EnElCesto, SobreLasFichas, MalLanzado}
	for _, i := range all {
		t.Run("153.6/DAD-13/"+string(i), func(t *testing.T) {
			m := tabla(t, Reglas{}, Apuesta{ID: "w", Suerte: Win, Importe: 10}, Apuesta{ID: "f", Suerte: Field, Importe: 10})
			l, err := m.Throw(Tirada{Dados: Dados{3, 4}, Incidencia: i})
			check(t, err, nil, "")
			if l.Nula == valid[i] || (len(m.Posturas()) == 2) == valid[i] || l.Nula && (l.Pendiente != 20 || l.Total != 0) {
				t.Errorf("%+v", l)
			}
			if got, known := i.Valida(); got != valid[i] || !known {
				t.Errorf("Valida = %v, %v", got, known)
			}
		})
	}
	t.Run("153.6/another", func(t *testing.T) {
		_, err := tabla(t, Reglas{}).Throw(Tirada{Dados: Dados{1, 1}, Incidencia: "perdido"})
		check(t, err, ErrIncidencia, "153.6")
	})
	t.Run("153.6/a void throw needs no dice", func(t *testing.T) {
		l, err := tabla(t, Reglas{}, Dados{2, 2}).Throw(Tirada{Incidencia: FueraDeLaMesa})
		check(t, err, nil, "")
		if l.PuntoDespues != 4 || l.CambiaTirador {
			t.Errorf("%+v", l)
		}
	})
}

func TestTirador(t *testing.T) {
	t.Run("153.10/win or don't win", func(t *testing.T) {
		check(t, CheckTirador([]Suerte{Field, DontWin}), nil, "")
		check(t, CheckTirador([]Suerte{Win}), nil, "")
		check(t, CheckTirador([]Suerte{Come, DontCome, Field, Big6}), ErrTirador, "153.10")
		check(t, CheckTirador(nil), ErrTirador, "153.10")
	})
	t.Run("153.4/the dice stay in the series of a point", func(t *testing.T) {
		m := tabla(t, Reglas{})
		check(t, m.CheckCambioDados(false), nil, "")
		m = tabla(t, Reglas{}, Dados{2, 2})
		check(t, m.CheckCambioDados(false), ErrCambioDados, "153.4")
		check(t, m.CheckCambioDados(true), nil, "")
	})
	tests := []struct {
		name    string
		plazas  []int
		tirador int
		refuses []int
		want    int
	}{
		{"153.2/clockwise", []int{1, 2, 5}, 2, nil, 5},
		{"153.2/round the table", []int{1, 2, 5}, 5, nil, 1},
		{"153.1/153.2/one passes the dice on", []int{1, 2, 5}, 1, []int{2}, 5},
		{"153.2/alone again", []int{4}, 4, nil, 4},
		{"153.2/he has left", []int{1, 5}, 3, nil, 5},
		{"153.2/nobody wants them", []int{1, 5}, 1, []int{1, 5}, 0},
		{"153.2/nobody there", nil, 1, nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := NextTirador(tt.plazas, tt.tirador, tt.refuses); got != tt.want {
				t.Errorf("NextTirador = %d, want %d", got, tt.want)
			}
		})
	}
}
