package libros

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
)

func TestCheckApuesta(t *testing.T) {
	tests := []struct {
		name            string
		apuesta, minimo domain.Importe
		multiplos       bool
		want            error
	}{
		{"the minimum", 500, 500, true, nil},
		{"one céntimo below", 499, 500, false, ErrInferior},
		{"below, before being no multiple", 499, 500, true, ErrInferior},
		{"a multiple", 1500, 500, true, nil},
		{"one céntimo above a multiple", 1501, 500, true, ErrNoMultiplo},
		{"one céntimo above, any amount taken", 501, 500, false, nil},
		{"negative", -500, 500, true, ErrInferior},
		{"no minimum", 500, 0, true, ErrImporte},
	}
	for _, tt := range tests {
		t.Run("30.3/"+tt.name, func(t *testing.T) {
			cites := ""
			if tt.want != nil {
				cites = "30.3"
			}
			check(t, CheckApuesta(tt.apuesta, tt.minimo, tt.multiplos), tt.want, cites)
		})
	}
}

func TestCheckApuestaMinima(t *testing.T) {
	for j, ref := range map[domain.Juego]string{
		domain.RuletaFrancesa: "132.2", domain.RuletaAmericana: "139.2", domain.Bola: "146.2", domain.TreintaCuarenta: "59",
		domain.Dados: "152", domain.BlackJack: "53.1", domain.PuntoBanca: "66.1", domain.PoquerSinDescarte: "100.5",
		domain.Trijoker: "108",
	} {
		t.Run(ref+"/"+string(j), func(t *testing.T) {
			check(t, CheckApuestaMinima(j, Banda{200, 0}, 200), nil, "")
			check(t, CheckApuestaMinima(j, Banda{200, 0}, 199), ErrBajoAutorizado, ref)
			check(t, CheckApuestaMinima(j, Banda{200, 1000}, 199), ErrBajoAutorizado, ref)
			check(t, CheckApuestaMinima(j, Banda{0, 0}, 0), ErrImporte, ref)
		})
		t.Run("9.e/"+string(j), func(t *testing.T) {
			check(t, CheckApuestaMinima(j, Banda{200, 1000}, 1000), nil, "")
			check(t, CheckApuestaMinima(j, Banda{200, 1000}, 1001), ErrBanda, "9.e")
			check(t, CheckApuestaMinima(j, Banda{200, 0}, 201), ErrBanda, "9.e")
		})
	}
	t.Run("146.2/a bola table may double the minimum", func(t *testing.T) {
		check(t, CheckApuestaMinima(domain.Bola, Banda{100, 0}, 200), nil, "")
		check(t, CheckApuestaMinima(domain.Bola, Banda{100, 0}, 199), ErrBanda, "9.e")
		check(t, CheckApuestaMinima(domain.Bola, Banda{100, 0}, 300), ErrBanda, "9.e")
		check(t, CheckApuestaMinima(domain.RuletaAmericana, Banda{100, 0}, 200), ErrBanda, "9.e")
	})
	for j, cites := range map[domain.Juego]string{domain.BacaraChemin: "74.1", domain.BacaraDosPanos: "87", domain.PoquerCirculo: "117.3"} {
		t.Run(cites+"/below the authorised one", func(t *testing.T) {
			check(t, CheckApuestaMinima(j, Banda{100, 0}, 100), nil, "")
			check(t, CheckApuestaMinima(j, Banda{100, 0}, 99), ErrBajoAutorizado, cites)
		})
	}
	t.Run("1.3/no game of the list", func(t *testing.T) {
		check(t, CheckApuestaMinima("bingo", Banda{100, 0}, 100), ErrJuego, "1.3")
	})
}

func TestCheckMinimos(t *testing.T) {
	tests := []struct {
		name   string
		mesas  []domain.Importe
		exenta bool
		want   error
	}{
		{"one at the minimum", []domain.Importe{500, 200}, false, nil},
		{"one céntimo above it", []domain.Importe{500, 201}, false, ErrNingunaAlMinimo},
		{"exempt", []domain.Importe{500}, true, nil},
		{"one céntimo below it, exempt or not", []domain.Importe{200, 199}, true, ErrBajoAutorizado},
		{"below it goes first", []domain.Importe{500, 199}, false, ErrBajoAutorizado},
		{"no table", nil, false, ErrNingunaAlMinimo},
	}
	for _, ref := range []string{"132.4.b", "53.2"} { // 53.2 extends it to black jack
		for _, tt := range tests {
			t.Run(ref+"/"+tt.name, func(t *testing.T) {
				cites := ""
				if tt.want != nil {
					cites = "132.4.b"
				}
				check(t, CheckMinimos(200, tt.mesas, tt.exenta), tt.want, cites)
			})
		}
	}
}

func TestCheckCambioLimites(t *testing.T) {
	for _, ref := range []string{"29.6", "132.4.a"} {
		t.Run(ref+"/in service", func(t *testing.T) {
			check(t, CheckCambioLimites(domain.RuletaAmericana, true), ErrEnMarcha, "29.6")
			check(t, CheckCambioLimites(domain.BlackJack, true), ErrEnMarcha, "29.6")
		})
		t.Run(ref+"/closed", func(t *testing.T) { check(t, CheckCambioLimites(domain.RuletaAmericana, false), nil, "") })
	}
	t.Run("117.3.b/póquer de círculo", func(t *testing.T) {
		check(t, CheckCambioLimites(domain.PoquerCirculo, true), nil, "")
	})
}

// TestSerieMaximos is the identity of the table: 20 and 30 times the numbers covered.
func TestSerieMaximos(t *testing.T) {
	for _, row := range serieMaximos {
		t.Run("132.3/139.3/RUL-5/"+row.suerte, func(t *testing.T) {
			if row.bajo != 20*row.numeros || row.alto != 30*row.numeros {
				t.Errorf("%s: %d and %d times, want %d and %d", row.suerte, row.bajo, row.alto, 20*row.numeros, 30*row.numeros)
			}
		})
	}
}

func TestListMaximos(t *testing.T) {
	tests := []struct {
		name   string
		j      domain.Juego
		m      Maximos
		suerte string
		want   domain.Importe
		cites  string
	}{
		{"132.3.a/sencilla, low", domain.RuletaFrancesa, Maximos{Serie: domain.SerieBaja}, "sencilla", 720_00, "132.3.a"},
		{"132.3.b/pleno, low", domain.RuletaFrancesa, Maximos{Serie: domain.SerieBaja}, "pleno", 40_00, "132.3.b"},
		{"139.3.a/sencilla, high", domain.RuletaAmericana, Maximos{Serie: domain.SerieAlta}, "sencilla", 1_080_00, "139.3.a"},
		{"139.3.b/pleno, high", domain.RuletaAmericana, Maximos{Serie: domain.SerieAlta}, "pleno", 60_00, "139.3.b"},
		{"139.3.b/doble docena, high", domain.RuletaAmericana, Maximos{Serie: domain.SerieAlta}, "doble_docena", 1_440_00, "139.3.b"},
		{"53.3/50 times", domain.BlackJack, Maximos{Factor: 50}, "casilla", 100_00, "53.3"},
		{"53.3/200 times", domain.BlackJack, Maximos{Factor: 200}, "casilla", 400_00, "53.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := ListMaximos(tt.j, tt.m, 200)
			if err != nil {
				t.Fatal(err)
			}
			k := slices.IndexFunc(list, func(m Maximo) bool { return m.Suerte == tt.suerte })
			if k < 0 {
				t.Fatalf("no ceiling for %s", tt.suerte)
			}
			if got := list[k]; got.Importe != tt.want || got.Articulo.Ref() != tt.cites {
				t.Errorf("%s = %v (%s), want %v (%s)", tt.suerte, got.Importe, got.Articulo, tt.want, tt.cites)
			}
			if want := map[bool]int{true: len(serieMaximos), false: 1}[tt.j.Ruleta()]; len(list) != want {
				t.Errorf("%d suertes, want %d", len(list), want)
			}
		})
	}
}

func TestCheckMaximos(t *testing.T) {
	tests := []struct {
		name  string
		j     domain.Juego
		m     Maximos
		want  error
		cites string
	}{
		{"53.3/100", domain.BlackJack, Maximos{Factor: 100}, nil, ""},
		{"53.3/150", domain.BlackJack, Maximos{Factor: 150}, ErrMaximos, "53.3"},
		{"53.3/none", domain.BlackJack, Maximos{}, ErrMaximos, "53.3"},
		{"53.3/a column", domain.BlackJack, Maximos{Serie: domain.SerieBaja}, ErrMaximos, "53.3"},
		{"53.3/both", domain.BlackJack, Maximos{Serie: domain.SerieBaja, Factor: 50}, ErrMaximos, "53.3"},
		{"139.3/low", domain.RuletaAmericana, Maximos{Serie: domain.SerieBaja}, nil, ""},
		{"139.3/a factor", domain.RuletaAmericana, Maximos{Factor: 50}, ErrMaximos, "139.3"},
		{"139.3/another word", domain.RuletaAmericana, Maximos{Serie: "medio"}, ErrMaximos, "139.3"},
		{"132.3/both", domain.RuletaFrancesa, Maximos{Serie: domain.SerieAlta, Factor: 50}, ErrMaximos, "132.3"},
		{"1.3/another game", domain.PuntoBanca, Maximos{Factor: 50}, ErrJuego, "1.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, CheckMaximos(tt.j, tt.m), tt.want, tt.cites)
			_, err := ListMaximos(tt.j, tt.m, 200)
			check(t, err, tt.want, tt.cites)
		})
	}
	t.Run("139.3/no minimum", func(t *testing.T) {
		_, err := ListMaximos(domain.RuletaAmericana, Maximos{Serie: domain.SerieBaja}, 0)
		check(t, err, ErrImporte, "139.3")
	})
	t.Run("139.3/a ceiling too large", func(t *testing.T) {
		_, err := ListMaximos(domain.RuletaAmericana, Maximos{Serie: domain.SerieBaja}, math.MaxInt64/400)
		check(t, err, domain.ErrDesborde, "139.3")
	})
	t.Run("53.3/a ceiling too large", func(t *testing.T) {
		_, err := ListMaximos(domain.BlackJack, Maximos{Factor: 50}, math.MaxInt64/40)
		check(t, err, domain.ErrDesborde, "53.3")
	})
}

func TestParseMaximos(t *testing.T) {
	for _, tt := range []struct {
		j domain.Juego
		s string
	}{{domain.RuletaAmericana, "bajo"}, {domain.RuletaFrancesa, "alto"}, {domain.BlackJack, "50"}, {domain.BlackJack, "200"}} {
		t.Run("53.3/139.3/"+tt.s, func(t *testing.T) {
			m, err := ParseMaximos(tt.j, tt.s)
			if err != nil || m.String() != tt.s {
				t.Errorf("ParseMaximos(%s, %q) = %v, %v", tt.j, tt.s, m, err)
			}
		})
	}
	for _, s := range []string{"", "bajo", "150", "050", "+50", " 50", "9223372036854775808"} {
		t.Run("53.3/"+s, func(t *testing.T) {
			_, err := ParseMaximos(domain.BlackJack, s)
			check(t, err, ErrMaximos, "53.3")
		})
	}
}

// TestMaximosVectors holds the tables against the vectors of the engines that speak of
// limits.
func TestMaximosVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/limites.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	equivalent := map[string]string{"rojo": "sencilla", "negro": "sencilla", "par": "sencilla", "impar": "sencilla",
		"pasa": "sencilla", "falta": "sencilla"}
	n := 0
	for line := range bytes.Lines(raw) {
		var v struct {
			ID, Game, Article string
			Input             struct {
				Op, Suerte, Level string
				TableMin          domain.Importe `json:"table_min"`
				Stake             domain.Importe
				Multiples         bool `json:"multiples_only"`
			}
			Expected struct {
				Max domain.Importe
				OK  bool
			}
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		n++
		t.Run(v.Article+"/"+v.ID, func(t *testing.T) {
			list, err := ListMaximos(domain.Juego(v.Game), Maximos{Serie: domain.Serie(v.Input.Level)}, v.Input.TableMin)
			if err != nil {
				t.Fatal(err)
			}
			suerte := v.Input.Suerte
			if s, ok := equivalent[suerte]; ok {
				suerte = s
			}
			got := domain.Importe(-1)
			for _, m := range list {
				if m.Suerte == suerte {
					got = m.Importe
				}
			}
			if v.Input.Op == "limits" {
				if got != v.Expected.Max {
					t.Errorf("the ceiling of %s is %v, want %v", suerte, got, v.Expected.Max)
				}
				return
			}
			ok := CheckApuesta(v.Input.Stake, v.Input.TableMin, v.Input.Multiples) == nil && v.Input.Stake <= got
			if ok != v.Expected.OK {
				t.Errorf("a stake of %v is good %v, want %v", v.Input.Stake, ok, v.Expected.OK)
			}
		})
	}
	if n == 0 {
		t.Error("no vectors")
	}
}

func TestLastRounds(t *testing.T) {
	tests := []struct {
		name       string
		j          domain.Juego
		automatico bool
		unidad     Unidad
		numero     int
	}{
		{"29.5/bola", domain.Bola, false, Bolas, 3},
		{"29.5/ruleta francesa", domain.RuletaFrancesa, true, Bolas, 3},
		{"29.5/dados", domain.Dados, false, Manos, 3},
		{"29.5/trijoker", domain.Trijoker, false, Manos, 3},
		{"29.5/punto y banca", domain.PuntoBanca, false, Manos, 5},
		{"29.5/chemin de fer", domain.BacaraChemin, false, Manos, 5},
		{"29.5/treinta y cuarenta", domain.TreintaCuarenta, false, CorteFinal, 1},
		{"29.5/black jack, automatic sabot", domain.BlackJack, true, Manos, 5},
		{"51.3/black jack, manual sabot", domain.BlackJack, false, Sabot, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := LastRounds(tt.j, tt.automatico)
			if err != nil || got.Unidad != tt.unidad || got.Numero != tt.numero {
				t.Errorf("LastRounds = %+v, %v, want %d %s", got, err, tt.numero, tt.unidad)
			}
			if want := map[bool]string{true: "51.3", false: "29.5"}[tt.unidad == Sabot]; got.Articulo.Ref() != want {
				t.Errorf("LastRounds cites %s, want %s", got.Articulo, want)
			}
		})
	}
	t.Run("29.5/nothing is said", func(t *testing.T) {
		for _, j := range []domain.Juego{domain.PoquerCirculo, "bingo"} {
			got, err := LastRounds(j, true)
			check(t, err, ErrJuego, "29.5")
			if diff := cmp.Diff(Unidad(""), got.Unidad); diff != "" {
				t.Errorf("LastRounds with an error (-want +got):\n%s", diff)
			}
		}
	})
}
