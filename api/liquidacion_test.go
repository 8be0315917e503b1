package api

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// TestLiquidacion asks the calculator the questions of the vectors: it answers what
// `foliado motor` does, with the citations, and records nothing.
func TestLiquidacion(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	before := b.Escritor.Tamano()
	for juego, file := range map[domain.Juego]string{
		domain.RuletaFrancesa: "ruleta_francesa", domain.RuletaAmericana: "ruleta_americana", domain.Bola: "bola",
		domain.TreintaCuarenta: "treinta_cuarenta", domain.Dados: "dados", domain.BlackJack: "black_jack",
		domain.PuntoBanca: "punto_banca", domain.PoquerSinDescarte: "sin_descarte", domain.Trijoker: "trijoker",
	} {
		t.Run(string(juego), func(t *testing.T) {
			for _, v := range someVectors(t, file) {
				r := b.do(t, "funcionario_inspector", "POST", "/api/v1/juegos/"+string(juego)+"/liquidacion", string(v.Input))
				var want struct{ Error string }
				if json.Unmarshal(v.Expected, &want) == nil && want.Error != "" {
					if p := r.refused(t, ""); r.StatusCode != 422 || p.Codigo == "" {
						t.Errorf("%s: got %d, code %q, want 422, %s", v.ID, r.StatusCode, p.Codigo, want.Error)
					}
					continue
				}
				for _, d := range motor.Compare(r.want(t, 200).cuerpo, v.Expected, motor.Options{}) {
					t.Errorf("%s: %s", v.ID, d)
				}
			}
		})
	}
	if after := b.Escritor.Tamano(); after != before {
		t.Errorf("the calculator wrote %d asientos", after-before)
	}
}

type vectorMotor struct {
	ID              string
	Input, Expected json.RawMessage
}

// someVectors are one in forty of those of a game.
func someVectors(t *testing.T, file string) []vectorMotor {
	t.Helper()
	f, err := os.Open("motor/testdata/" + file + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []vectorMotor
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		if n%40 != 0 {
			continue
		}
		var v vectorMotor
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func TestLiquidacionCitas(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	path := func(juego string) string { return "/api/v1/juegos/" + juego + "/liquidacion" }
	t.Run("131.1.a.1/a pleno without naming the operation", func(t *testing.T) {
		var got struct {
			Apuestas  []verApuesta
			Articulos []string
		}
		b.do(t, "jefe_mesa", "POST", path("ruleta_americana"), objeto{"number": 17, "bets": []objeto{{"suerte": "pleno", "sel": []int{17}, "stake": 500}}}).want(t, 200).into(t, &got)
		if len(got.Apuestas) != 1 || got.Apuestas[0].Debido != 17500 || got.Apuestas[0].Apuesta != "pleno 17" || len(got.Articulos) != 1 || got.Articulos[0] != got.Apuestas[0].Articulo {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("RED-1/half a céntimo", func(t *testing.T) {
		var got struct {
			Apuestas  []verApuesta
			Criterios []string
		}
		b.do(t, "jefe_mesa", "POST", path("ruleta_americana"), objeto{"number": 0, "bets": []objeto{{"suerte": "rojo", "stake": 501}}}).want(t, 200).into(t, &got)
		if len(got.Apuestas) != 1 || got.Apuestas[0].Devuelto != 251 || got.Apuestas[0].Exacto != "501/2" || len(got.Criterios) == 0 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("38.3/with what was paid", func(t *testing.T) {
		facts := objeto{"number": 17, "bets": []objeto{{"suerte": "pleno", "sel": []int{17}, "stake": 500}}}
		for key, paid := range map[string]int{"hechos": 17500, "input": 17400} {
			var got struct {
				Veredicto  jugada.Veredicto
				Diferencia int
			}
			b.do(t, "cajero", "POST", path("ruleta_francesa"), objeto{key: facts, "pagos": []objeto{{"pagado": paid}}}).want(t, 200).into(t, &got)
			if want := paid - 17500; got.Diferencia != want || (got.Veredicto == jugada.Conforme) != (want == 0) {
				t.Errorf("%s: got %+v", key, got)
			}
		}
		b.do(t, "cajero", "POST", path("ruleta_francesa"), objeto{"hechos": facts, "pagos": []objeto{}}).refused(t, "")
		b.do(t, "cajero", "POST", path("ruleta_francesa"), objeto{"hechos": facts, "pagos": []objeto{{"pagado": -1}}}).refused(t, "")
	})
	b.do(t, "jefe_mesa", "POST", path("bingo"), objeto{}).want(t, 404)
	b.do(t, "jefe_mesa", "POST", path("bola"), "{").refused(t, "")
	b.do(t, "jefe_mesa", "POST", path("bola"), "", "Content-Type", "text/csv").want(t, 415)
	b.do(t, "jefe_mesa", "POST", path("ruleta_francesa"), objeto{"number": 37, "bets": []objeto{}}).refused(t, "129.1")
}
