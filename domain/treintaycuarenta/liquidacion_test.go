package treintaycuarenta

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
	"foliado/domain/prision"
)

func TestSettle(t *testing.T) {
	black := Tantos{Negra: 33, Roja: 36, Primera: naipes.Rojo}
	tie := Tantos{Negra: 35, Roja: 35, Primera: naipes.Rojo}
	refait := Tantos{Negra: 31, Roja: 31, Primera: naipes.Rojo}
	last := refait
	last.Ultima = true
	tests := []struct {
		name string
		coup Tantos
		a    Apuesta
		want Liquidacion
	}{
		{"58.2.a/won", black, Apuesta{Negro, 20, false, ""}, Liquidacion{Resultado: Gana, Ganado: 2000, Devuelto: 2000}},
		{"58.2.a/lost", black, Apuesta{Rojo, 20, false, ""}, Liquidacion{Resultado: Pierde, Perdido: 2000}},
		{"58.2.b/won", black, Apuesta{Inverso, 20, false, ""}, Liquidacion{Resultado: Gana, Ganado: 2000, Devuelto: 2000}},
		{"58.2.b/lost", black, Apuesta{Color, 20, false, ""}, Liquidacion{Resultado: Pierde, Perdido: 2000}},
		{"58.2/tie", tie, Apuesta{Color, 20, false, ""}, Liquidacion{Resultado: Nulo, Devuelto: 2000}},
		{"58.2/TYC-2/half", refait, Apuesta{Negro, 25, false, prision.Mitad}, Liquidacion{Resultado: Mitad, Devuelto: 1250, Perdido: 1250, Criterio: "TYC-2"}},
		{"58.2/TYC-2/prison", refait, Apuesta{Negro, 25, false, prision.Prision}, Liquidacion{Resultado: Prision, Pendiente: 2500, Criterio: "TYC-2"}},
		{"58.2/TYC-2/last coup", last, Apuesta{Negro, 25, false, prision.Prision}, Liquidacion{Resultado: ReintegroForzoso, Devuelto: 1250, Perdido: 1250, Criterio: "TYC-2"}},
		{"58.2/TYC-3/insured at 31", refait, Apuesta{Negro, 20, true, ""}, Liquidacion{Resultado: Asegurada, Devuelto: 2000, PrimaPerdida: 20, Criterio: "TYC-3"}},
		{"58.2/TYC-3/insured at 31 in the last coup", last, Apuesta{Negro, 20, true, ""}, Liquidacion{Resultado: Asegurada, Devuelto: 2000, PrimaPerdida: 20, Criterio: "TYC-3"}},
		{"58.2/TYC-3/insured, a tie", tie, Apuesta{Negro, 20, true, ""}, Liquidacion{Resultado: Nulo, Devuelto: 2000}},
		{"58.2.a/TYC-3/insured, won", black, Apuesta{Negro, 1, true, ""}, Liquidacion{Resultado: Gana, Ganado: 100, Devuelto: 100, PrimaPerdida: 1, Criterio: "TYC-3"}},
		{"58.2.a/TYC-3/insured, lost", black, Apuesta{Rojo, 1, true, ""}, Liquidacion{Resultado: Pierde, Perdido: 100, PrimaPerdida: 1, Criterio: "TYC-3"}},
		{"60.4/cut card", Tantos{Anulada: true}, Apuesta{Rojo, 20, true, ""}, Liquidacion{Resultado: Nulo, Devuelto: 2000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ls, total, err := Settle(tt.coup, []Apuesta{tt.a}, nil)
			check(t, err, nil, "")
			got := ls[0]
			if ref, _, _ := strings.Cut(tt.name, "/"); got.Articulo.Ref() != ref {
				t.Errorf("rests on %v", got.Articulo)
			}
			if want := (Total{100 * Centesimas(tt.a.Importe), got.Ganado, got.Devuelto, got.Pendiente, got.Perdido, got.PrimaPerdida}); total != want || total.Neto() != got.Neto() {
				t.Errorf("total %+v, want %+v", total, want)
			}
			got.Articulo = norma.Articulo{}
			if got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
	t.Run("58.2/exact amounts", func(t *testing.T) {
		for c, want := range map[Centesimas]string{100: "1", 50: "1/2", 1: "1/100", 0: "0"} {
			if got := c.Fraccion().String(); got != want {
				t.Errorf("%d hundredths are %s, want %s", c, got, want)
			}
		}
	})
}

func TestOptions(t *testing.T) {
	refait := Tantos{Negra: 31, Roja: 31, Primera: naipes.Rojo}
	last := Tantos{Negra: 31, Roja: 31, Primera: naipes.Rojo, Ultima: true}
	tests := []struct {
		name string
		coup Tantos
		a    Apuesta
		want string
	}{
		{"58.2/31-31", refait, Apuesta{Suerte: Negro}, "[mitad prision]"},
		{"58.2/31-31, insured", refait, Apuesta{Suerte: Negro, Asegurada: true}, "[]"},
		{"58.2/31-31, last coup", last, Apuesta{Suerte: Negro}, "[reintegro_forzoso]"},
		{"58.2/32-32", Tantos{Negra: 32, Roja: 32}, Apuesta{Suerte: Negro}, "[]"},
		{"58.2/31-32", Tantos{Negra: 31, Roja: 32}, Apuesta{Suerte: Negro}, "[]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fmt.Sprint(Options(tt.coup, tt.a)); got != tt.want {
				t.Errorf("Options = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestSettleErrors(t *testing.T) {
	black, refait := Tantos{Negra: 33, Roja: 36, Primera: naipes.Rojo}, Tantos{Negra: 31, Roja: 31, Primera: naipes.Rojo}
	tests := []struct {
		name     string
		coup     Tantos
		apuestas []Apuesta
		want     error
		cites    string
	}{
		{"58.1/30", Tantos{Negra: 30, Roja: 36, Primera: naipes.Rojo}, nil, ErrPuntos, "58.1"},
		{"58.2.b/no first card", Tantos{Negra: 33, Roja: 36}, nil, ErrPrimera, "58.2.b"},
		{"58.2/no suerte", black, []Apuesta{{Importe: 1}}, ErrSuerte, "58.2"},
		{"58.2.a/nothing staked", black, []Apuesta{{Suerte: Negro}}, ErrImporte, "58.2.a"},
		{"58.2.b/less than nothing", black, []Apuesta{{Suerte: Color, Importe: -1}}, ErrImporte, "58.2.b"},
		{"58.2.a/too much", black, []Apuesta{{Suerte: Negro, Importe: MaxApostado + 1}}, domain.ErrDesborde, "58.2.a"},
		{"58.2.a/too much in all", black, []Apuesta{{Suerte: Negro, Importe: MaxApostado}, {Suerte: Negro, Importe: 1}}, domain.ErrDesborde, "58.2.a"},
		{"58.2/no choice", refait, []Apuesta{{Suerte: Negro, Importe: 1}}, ErrEleccion, "58.2"},
		{"58.2/another choice", refait, []Apuesta{{Suerte: Negro, Importe: 1, Eleccion: "libertad"}}, ErrOpcion, "58.2"},
		{"58.2/a refund before the last coup", refait, []Apuesta{{Suerte: Negro, Importe: 1, Eleccion: prision.ReintegroForzoso}}, ErrOpcion, "58.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ls, total, err := Settle(tt.coup, tt.apuestas, make([]Liquidacion, 1, 4))
			check(t, err, tt.want, tt.cites)
			if len(ls) != 1 || total != (Total{}) {
				t.Errorf("%d settlements and %+v with an error", len(ls), total)
			}
		})
	}
}

func TestFollow(t *testing.T) {
	refait, won := Tantos{Negra: 31, Roja: 31, Primera: naipes.Negro}, Tantos{Negra: 40, Roja: 33, Primera: naipes.Rojo}
	tie := Tantos{Negra: 39, Roja: 39, Primera: naipes.Negro, Ultima: true}
	wish := []prision.Opcion{prision.Prision, prision.Prision}
	tests := []struct {
		name   string
		s      Suerte
		coups  []Tantos
		want   string
		estado prision.Estado
	}{
		{"58.2/color freed by the red row", Color, []Tantos{refait, won}, "[prision liberada]", prision.Liberada},
		{"58.2/inverso lost in prison", Inverso, []Tantos{refait, won}, "[prision perdida]", prision.Perdida},
		{"58.2/TYC-4/a void tie that ends the session", Rojo, []Tantos{refait, tie}, "[prision nulo]", prision.EnPrision},
		{"60.4/TYC-4/the cut card in between", Rojo, []Tantos{refait, {Anulada: true}, won}, "[prision nulo liberada]", prision.Liberada},
		{"58.2/TYC-7/forced at the second tie", Rojo, []Tantos{refait, refait}, "[prision prision_forzosa]", prision.EnPrision},
		{"58.2/nothing dealt", Rojo, nil, "[]", prision.EnJuego},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Follow(tt.s, 100, 100, tt.coups, wish)
			check(t, err, nil, "")
			if got := fmt.Sprint(s.Eventos); got != tt.want || s.Postura.Estado != tt.estado {
				t.Errorf("%s and %s, want %s and %s", got, s.Postura.Estado, tt.want, tt.estado)
			}
		})
	}
	t.Run("58.2/no suerte", func(t *testing.T) {
		_, err := Follow(0, 100, 100, nil, nil)
		check(t, err, ErrSuerte, "58.2")
	})
	t.Run("58.1/no coup", func(t *testing.T) {
		_, err := Follow(Rojo, 100, 100, []Tantos{{Negra: 30, Roja: 31}}, nil)
		check(t, err, ErrPuntos, "58.1")
	})
	t.Run("131.1.b.2/no stake", func(t *testing.T) {
		_, err := Follow(Rojo, 0, 100, nil, nil)
		check(t, err, prision.ErrImporte, "131.1.b.2")
	})
	t.Run("131.1.b.2/no choice", func(t *testing.T) {
		_, err := Follow(Rojo, 100, 100, []Tantos{refait}, nil)
		check(t, err, prision.ErrEleccion, "131.1.b.2")
	})
}

func TestCasos(t *testing.T) {
	type caso struct {
		ID    string
		Input struct {
			Negra, Roja []string
			Bets        map[string]domain.Importe
		}
		Expected struct {
			Points   []int
			Null     bool
			Returned map[string]domain.Importe
			Insured  struct {
				Returned domain.Importe
				Premium  domain.Importe `json:"premium_lost"`
			} `json:"insured_stake"`
		}
	}
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		var c caso
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		t.Run("58.2/"+c.ID, func(t *testing.T) {
			cartas, err := naipes.ParseCartas(append(c.Input.Negra, c.Input.Roja...))
			check(t, err, nil, "")
			j, err := Deal(cartas, SinCorte)
			check(t, err, nil, "")
			if got := []int{j.Negra.Puntos, j.Roja.Puntos}; got[0] != c.Expected.Points[0] || got[1] != c.Expected.Points[1] {
				t.Errorf("points %v, want %v", got, c.Expected.Points)
			}
			coup := j.Tantos()
			if got := coup.Desenlace() == Nula; got != c.Expected.Null {
				t.Errorf("void %v, want %v", got, c.Expected.Null)
			}
			for name, importe := range c.Input.Bets {
				s, err := ParseSuerte(name)
				check(t, err, nil, "")
				if c.Expected.Null {
					ls, _, err := Settle(coup, []Apuesta{{Suerte: s, Importe: importe}}, nil)
					check(t, err, nil, "")
					if ls[0].Devuelto != 100*Centesimas(c.Expected.Returned[name]) || ls[0].Neto() != 0 {
						t.Errorf("%s: %+v", name, ls[0])
					}
					continue
				}
				ls, _, err := Settle(coup, []Apuesta{{s, importe, false, prision.Mitad}, {s, importe, false, prision.Prision}, {s, importe, true, ""}}, nil)
				check(t, err, nil, "")
				if ls[0].Devuelto != 50*Centesimas(importe) || ls[1].Pendiente != 100*Centesimas(importe) ||
					ls[2].Devuelto != 100*Centesimas(c.Expected.Insured.Returned) || ls[2].PrimaPerdida != 100*Centesimas(c.Expected.Insured.Premium) {
					t.Errorf("%s: %+v", name, ls)
				}
			}
		})
	}
}

// FuzzSettle: whatever the facts, no panic, and the money of a settlement is that which
// was staked and won, apart from the premium.
func FuzzSettle(f *testing.F) {
	f.Add(uint8(31), uint8(31), uint8(1), uint8(0), []byte{1, 50, 2, 2, 9, 130})
	f.Add(uint8(35), uint8(40), uint8(2), uint8(3), []byte{4, 1, 1})
	elecciones := []prision.Opcion{"", prision.Mitad, prision.Prision, prision.ReintegroForzoso, "x"}
	f.Fuzz(func(t *testing.T, negra, roja, primera, flags uint8, raw []byte) {
		var apuestas []Apuesta
		for ; len(raw) >= 3; raw = raw[3:] {
			apuestas = append(apuestas, Apuesta{Suerte(raw[0] % 6), domain.Importe(int8(raw[1])) << (raw[2] % 64), raw[2] >= 128, elecciones[int(raw[2])%len(elecciones)]})
		}
		coup := Tantos{int(negra), int(roja), naipes.Color(primera), flags&1 != 0, flags&2 != 0}
		ls, total, err := Settle(coup, apuestas, nil)
		if err != nil {
			if _, ok := norma.Cited(err); !ok || len(ls) != 0 {
				t.Fatalf("%d settlements, error %v", len(ls), err)
			}
			return
		}
		var sum Total
		for k, l := range ls {
			apostado := 100 * Centesimas(apuestas[k].Importe)
			sum.add(apostado, &l)
			if min(l.Ganado, l.Devuelto, l.Pendiente, l.Perdido, l.PrimaPerdida) < 0 || l.Devuelto+l.Pendiente+l.Perdido != apostado ||
				l.PrimaPerdida != 0 && (!apuestas[k].Asegurada || 100*l.PrimaPerdida != apostado) || l.Articulo.IsZero() {
				t.Fatalf("%+v of %+v", l, apuestas[k])
			}
		}
		if sum != total {
			t.Fatalf("total %+v, want %+v", total, sum)
		}
	})
}

func BenchmarkSettle(b *testing.B) {
	apuestas, dst := make([]Apuesta, 100), make([]Liquidacion, 0, 100)
	for k := range apuestas {
		apuestas[k] = Apuesta{Suertes[k%4], domain.Importe(100 * (k + 1)), k%5 == 0, prision.Mitad}
	}
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		coup := Tantos{Negra: Parada + k%10, Roja: Parada + k/10%10, Primera: naipes.Rojo}
		if _, _, err := Settle(coup, apuestas, dst); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(apuestas)), "ns/bet")
}
