package motor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
)

// vector is a line of the vectors.
type vector struct {
	ID, Game, Article string
	Input             json.RawMessage
	Expected          json.RawMessage
}

func readVectors(t testing.TB, game string) []vector {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + game + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var vs []vector
	for line := range bytes.Lines(raw) {
		var v vector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		vs = append(vs, v)
	}
	if len(vs) == 0 {
		t.Fatalf("no vectors of %s", game)
	}
	return vs
}

// articulos names the provisions of a vector of the caja as segments of a subtest: those
// it cites, art. 35.2 with the letter that the game falls under.
func articulos(t testing.TB, v vector) string {
	t.Helper()
	path := map[string]string{"35.1-2": "35.1/35.2"}[v.Article]
	if path == "" {
		path = strings.ReplaceAll(v.Article, ", ", "/")
	}
	var in struct {
		Game domain.Juego
	}
	if err := json.Unmarshal(v.Input, &in); err != nil {
		t.Fatal(err)
	}
	// A minimum that cannot be makes the rule name its letter.
	_, err := libros.AnticipoMinimo(in.Game, -1, -1)
	if a, ok := norma.Cited(err); ok && strings.HasSuffix(path, "35.2") && strings.HasPrefix(a.Ref(), "35.2.") {
		path = strings.TrimSuffix(path, "35.2") + a.Ref()
	}
	return path
}

func TestCajaVectors(t *testing.T) {
	for _, v := range readVectors(t, "caja") {
		t.Run(articulos(t, v)+"/"+v.ID, func(t *testing.T) {
			for _, o := range []Options{{}, {Redondeado: true}} {
				got := Resolve(v.Game, v.Input, o)
				for _, d := range Compare(got, v.Expected, o) {
					t.Errorf("%s %+v: %s", v.Input, o, d)
				}
			}
		})
	}
}

func TestCajaEdges(t *testing.T) {
	tests := []struct {
		name, input, want string
	}{
		{"35.2.b/no minimum", `{"op":"advance","game":"dados"}`, `{"error":"entrada_no_valida"}`},
		{"35.2.b/a minimum too large", `{"op":"advance","game":"dados","table_min":9223372036854775807}`, `{"error":"entrada_no_valida"}`},
		{"35.2.b/half a céntimo", `{"op":"advance","game":"dados","table_min":200.5}`, `{"error":"entrada_no_valida"}`},
		{"35.2.d/one céntimo short", `{"op":"check_advance","game":"black_jack","table_min":500,"advances":[2499999]}`,
			`{"ok":false,"reason":"anticipo_inicial_insuficiente"}`},
		{"35.1/the third differs", `{"op":"check_advance","game":"black_jack","table_min":500,"advances":[2500000,2500000,2500001]}`,
			`{"ok":false,"reason":"reposicion_distinta_del_inicial"}`},
		{"35.1/of círculo", `{"op":"check_advance","game":"poquer_circulo","table_min":500,"advances":[1]}`,
			`{"error":"juego_de_circulo_sin_anticipo"}`},
		{"37.1/half of an odd sum", `{"op":"central_cash","roulettes":[{"min":200,"advance":3000001}],"cash":1500001,"blocked":1500000}`,
			`{"required":3000001,"min_cash":"3000001/2","ok":true,"reason":null}`},
		{"37.1/half a céntimo of cash short", `{"op":"central_cash","roulettes":[{"min":200,"advance":3000001}],"cash":1500000,"blocked":1500001}`,
			`{"required":3000001,"min_cash":"3000001/2","ok":false,"reason":"metalico_inferior_al_50"}`},
		{"37.1/cash not said", `{"op":"central_cash","roulettes":[{"min":200,"advance":null}],"blocked":0}`, `{"error":"entrada_no_valida"}`},
		{"37.1/negative cash", `{"op":"central_cash","roulettes":[{"min":200}],"cash":-1,"blocked":9000000}`, `{"error":"entrada_no_valida"}`},
		{"29.5/automatic sabot", `{"op":"last_rounds","game":"black_jack","automatic_sabot":true}`, `{"unit":"manos","count":5}`},
		{"30.3/stake not said", `{"op":"multiple_of_min","table_min":500}`, `{"error":"entrada_no_valida"}`},
		{"132.4.b/nothing authorised", `{"op":"table_minima","tables":[200]}`, `{"error":"entrada_no_valida"}`},
		{"132.4.b/one céntimo above", `{"op":"table_minima","authorised_min":200,"tables":[201]}`,
			`{"ok":false,"reason":"ninguna_mesa_con_el_minimo_autorizado"}`},
		{"29.6/in service", `{"op":"change_min","table_open":true}`, `{"ok":false,"reason":"mesa_en_funcionamiento"}`},
		{"39.3/no operation", `{}`, `{"error":"operacion_desconocida"}`},
		{"39.3/another operation", `{"op":"bet"}`, `{"error":"operacion_desconocida"}`},
		{"39.3/no object", `[]`, `{"error":"entrada_no_valida"}`},
		{"39.3/null", `null`, `{"error":"operacion_desconocida"}`},
		{"39.3/nothing", ``, `{"error":"entrada_no_valida"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(Resolve("caja", []byte(tt.input), Options{})); got != tt.want {
				t.Errorf("%s = %s, want %s", tt.input, got, tt.want)
			}
		})
	}
	t.Run("37.1/RED-1/rounded up", func(t *testing.T) {
		in := `{"op":"central_cash","roulettes":[{"min":200,"advance":3000001}],"cash":1500001,"blocked":1500000}`
		want := `{"required":3000001,"min_cash":1500001,"ok":true,"reason":null}`
		if got := string(Resolve("caja", []byte(in), Options{Redondeado: true})); got != want {
			t.Errorf("%s = %s, want %s", in, got, want)
		}
	})
}

func TestResolveUnknownGame(t *testing.T) {
	for _, game := range []string{"bingo", "", "CAJA"} {
		if got, want := string(Resolve(game, []byte(`{"op":"advance"}`), Options{})), `{"error":"juego_desconocido"}`; got != want {
			t.Errorf("Resolve(%q) = %s, want %s", game, got, want)
		}
	}
}

func BenchmarkCaja(b *testing.B) {
	vs := readVectors(b, "caja")
	for k := 0; b.Loop(); k++ {
		v := vs[k%len(vs)]
		if got := Resolve(v.Game, v.Input, Options{}); len(got) == 0 {
			b.Fatal(fmt.Sprint("no answer to ", v.ID))
		}
	}
}
