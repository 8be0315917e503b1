package motor

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
)

// settlements are the vectors that settle a jugada of a game.
func settlements(t *testing.T, j domain.Juego) []vector {
	t.Helper()
	l := liquidadores[j]
	var out []vector
	for _, v := range readVectors(t, gameOf(j)) {
		var in hechos
		var want struct{ Error string }
		if json.Unmarshal(v.Input, &in) == nil && json.Unmarshal(v.Expected, &want) == nil && in.Op == l.op && want.Error == "" {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no vector settles a jugada of %s", j)
	}
	return out
}

// paid is what a table that pays each bet right does.
func paid(l jugada.Liquidacion) []jugada.Pago {
	ps := make([]jugada.Pago, len(l.Apuestas))
	for k, a := range l.Apuestas {
		ps[k].Pagado = a.Ganado.Ceil()
	}
	return ps
}

// neto is what the players are up by a settlement, as its vector has it.
func neto(t *testing.T, j domain.Juego, raw json.RawMessage) (domain.Fraccion, bool) {
	t.Helper()
	var w struct {
		Total struct{ Net cantidad }
		Net   cantidad
		Neto  cantidad
	}
	if err := json.Unmarshal(raw, &w); err != nil {
		t.Fatal(err)
	}
	switch j {
	case domain.Dados:
		return domain.Fraccion{}, false
	case domain.BlackJack:
		return w.Net.Fraccion, true
	case domain.PoquerSinDescarte, domain.Trijoker:
		return w.Neto.Fraccion, true
	}
	return w.Total.Net.Fraccion, true
}

// TestLiquidar settles every jugada of the vectors bet by bet: the bets add up to what the
// vector says, each cites its provision, and the verdict finds a céntimo.
func TestLiquidar(t *testing.T) {
	for j, l := range liquidadores {
		if l.directa != nil {
			continue // TestLiquidarCirculo
		}
		t.Run(string(j), func(t *testing.T) {
			for _, v := range settlements(t, j) {
				l, err := Liquidar(j, v.Input)
				if err != nil {
					if j == domain.Dados && errors.Is(err, ErrHechos) { // a sequence with a bet that is refused
						continue
					}
					t.Errorf("%s: %v", v.ID, err)
					continue
				}
				checkLineas(t, v, l)
			}
		})
	}
}

func checkLineas(t *testing.T, v vector, l jugada.Liquidacion) {
	t.Helper()
	var sum domain.Fraccion
	for _, a := range l.Apuestas {
		if a.Nombre == "" || a.Suerte == "" || a.Apostado <= 0 || a.Resultado == "" || a.Articulo.IsZero() && a.Resultado != "sigue" && a.Resultado != "retirada" {
			t.Errorf("%s: %+v", v.ID, a)
		}
		sum = sum.Add(a.Ganado).Add(a.Devuelto).Add(a.Pendiente).Sub(domain.FraccionDe(a.Apostado))
	}
	// the premium of an insurance is apart from the stake
	if want, ok := neto(t, l.Juego, v.Expected); ok && l.Juego != domain.TreintaCuarenta && !sum.Equal(want) {
		t.Errorf("%s: the bets add up to %s, want %s", v.ID, sum, want)
	}
	if len(l.Apuestas) == 0 {
		return
	}
	d, err := jugada.Judge(l, paid(l))
	if err != nil || d.Veredicto != jugada.Conforme || d.Diferencia != 0 {
		t.Errorf("%s: paid right is %s, %s, %v", v.ID, d.Veredicto, d.Diferencia, err)
	}
	ps := paid(l)
	ps[0].Pagado++
	if d, err := jugada.Judge(l, ps); err != nil || d.Veredicto != jugada.Discrepante || d.Diferencia != 1 {
		t.Errorf("%s: a céntimo too much is %s, %s, %v", v.ID, d.Veredicto, d.Diferencia, err)
	}
}

// TestNulas has what the text annuls: the whole jugada is void, with its provision, and
// every stake is the player's.
func TestNulas(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		juego       domain.Juego
		criterio    string
	}{
		{"133.d", `{"void":true,"bets":[{"suerte":"pleno","sel":[17],"stake":500},{"suerte":"rojo","stake":500}]}`, domain.RuletaFrancesa, ""},
		{"60.4", `{"cards":["Kp","Kt","9c","5d"],"cut_after":2,"bets":[{"suerte":"negro","stake":500}]}`, domain.TreintaCuarenta, ""},
		{"153.6", `{"steps":[{"t":"bet","id":"a","suerte":"win","stake":500},{"t":"roll","event":"dado_roto"}]}`, domain.Dados, ""},
		{"101.6", `{"ante":500,"hecho":"error_numero_naipes"}`, domain.PoquerSinDescarte, "A-SD-11"},
		{"109.2", `{"apuesta":500,"donde":"comun","naipe":"Qp"}`, domain.Trijoker, "A-TJ-3"},
		{"110.1", `{"apuesta":500,"donde":"otro_error"}`, domain.Trijoker, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := Liquidar(tt.juego, []byte(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			d, err := jugada.Judge(l, paid(l))
			if err != nil || d.Veredicto != jugada.Nula {
				t.Fatalf("got %s, %v, want nula", d.Veredicto, err)
			}
			if l.Nula.Articulo.Ref() != tt.name || l.Nula.Criterio != tt.criterio {
				t.Errorf("void by %s %s, want %s %s", l.Nula.Articulo, l.Nula.Criterio, tt.name, tt.criterio)
			}
			for _, line := range d.Lineas {
				if line.Devuelto != line.Apostado || line.Debido != 0 {
					t.Errorf("%s: %s of %s is the player's, and %s due", line.Nombre, line.Devuelto, line.Apostado, line.Debido)
				}
			}
		})
	}
}

// TestPrision follows every stake of the vectors through the prison: what it comes to is
// what the vector says.
func TestPrision(t *testing.T) {
	for j, file := range map[domain.Juego]string{domain.RuletaFrancesa: "ruleta_francesa", domain.TreintaCuarenta: "treinta_cuarenta"} {
		n := 0
		for _, v := range readVectors(t, file) {
			var in hechos
			var want struct {
				Error string
				Net   *cantidad
			}
			if err := errors.Join(json.Unmarshal(v.Input, &in), json.Unmarshal(v.Expected, &want)); err != nil {
				t.Fatal(err)
			}
			if in.Op != OpPrision || want.Error != "" {
				continue
			}
			n++
			l, err := Liquidar(j, v.Input)
			if err != nil || len(l.Apuestas) != 1 {
				t.Errorf("%s: got %+v, %v", v.ID, l, err)
				continue
			}
			a := l.Apuestas[0]
			net := a.Ganado.Add(a.Devuelto).Sub(domain.FraccionDe(a.Apostado))
			if want.Net != nil && !net.Equal(want.Net.Fraccion) || a.Resultado == "" || a.Articulo.IsZero() && a.Resultado != "en_juego" {
				t.Errorf("%s: got %+v", v.ID, a)
			}
			if _, err := Canonical(v.Input); err != nil {
				t.Errorf("%s: %v", v.ID, err)
			}
		}
		if n == 0 {
			t.Errorf("no vector of %s goes to prison", j)
		}
	}
}

// FuzzLiquidar: whatever facts are given, the settlement answers or refuses, and paying
// what it says is due is always conforme, or nula.
func FuzzLiquidar(f *testing.F) {
	games := slices.Sorted(maps.Keys(liquidadores))
	for k, j := range games {
		if j == domain.PoquerCirculo {
			f.Add(uint8(k), []byte(falseOpening("true")))
			continue
		}
		for n, v := range readVectors(f, gameOf(j)) {
			if n%60 == 0 {
				f.Add(uint8(k), []byte(v.Input))
			}
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, input []byte) {
		j := games[int(game)%len(games)]
		l, err := Liquidar(j, input)
		if err != nil {
			return
		}
		d, err := jugada.Judge(l, paid(l))
		if err == nil && (d.Diferencia != 0 || d.Veredicto == jugada.Discrepante) {
			t.Errorf("%s: paid right is %s, %s", input, d.Veredicto, d.Diferencia)
		}
		if canonical, err := Canonical(input); err == nil {
			if again, err := Canonical([]byte(canonical)); err != nil || again != canonical {
				t.Errorf("%s, read again, is %s: %v", canonical, again, err)
			}
		}
	})
}

// TestTreintaFromCards settles the coup that the cards make.
func TestTreintaFromCards(t *testing.T) {
	cards := `["Kp","Kt","9c","4d","Kc","Kd","9t","2d"]` // 33 and 31
	l, err := Liquidar(domain.TreintaCuarenta, []byte(`{"cards":`+cards+`,"bets":[{"suerte":"rojo","stake":500},{"suerte":"negro","stake":500}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if l.Apuestas[0].Resultado != "gana" || l.Apuestas[1].Resultado != "pierde" || len(l.Figura.Filas) != 2 {
		t.Errorf("got %+v", l)
	}
}

// TestUltimaBola gives half of a sencilla back at the zero of the last ball.
func TestUltimaBola(t *testing.T) {
	l, err := Liquidar(domain.RuletaFrancesa, []byte(`{"number":0,"session_last":true,"bets":[{"suerte":"rojo","stake":501}]}`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := jugada.Judge(l, []jugada.Pago{{}})
	if err != nil || d.Lineas[0].Devuelto != 251 {
		t.Errorf("got %+v, %v, want 251 of the stake back", d, err)
	}
	if _, criterios := l.Citas(); len(criterios) == 0 || criterios[len(criterios)-1] != "RED-1" {
		t.Errorf("criterios %v, want RED-1 last", criterios)
	}
}

func TestLiquidarRefuses(t *testing.T) {
	var breach *norma.Error
	for _, tt := range []struct {
		name, input string
		juego       domain.Juego
		want        error
		codigo      string
	}{
		{"129.1/a number that is on no wheel", `{"number":37,"bets":[]}`, domain.RuletaAmericana, nil, "numero_invalido"},
		{"131.1/a suerte that is none", `{"number":1,"bets":[{"suerte":"vecinos","stake":500}]}`, domain.RuletaFrancesa, nil, "suerte_desconocida"},
		{"52.1/an action that is not allowed", `{"shoe":["Kp","9t","5d","Kc","5c","5d"],"boxes":[{"stake":500,"actions":["S"]}]}`, domain.BlackJack, nil, "accion_no_permitida"},
		{"no JSON", `{`, domain.Bola, ErrHechos, "entrada_no_valida"},
		{"another operation", `{"op":"attributes","number":1}`, domain.Bola, ErrHechos, "operacion_desconocida"},
		{"no such operation", `{"op":"nada"}`, domain.Bola, ErrHechos, "operacion_desconocida"},
		{"a bet that cannot be laid", `{"steps":[{"t":"bet","id":"a","suerte":"come","stake":500}]}`, domain.Dados, ErrHechos, "solo_despues_de_la_primera_tirada"},
		{"no engine", `{}`, "parchis", ErrSinMotor, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Liquidar(tt.juego, []byte(tt.input))
			if tt.want != nil && !errors.Is(err, tt.want) || tt.want == nil && !errors.As(err, &breach) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if got := Codigo(err); got != tt.codigo {
				t.Errorf("code %q, want %q", got, tt.codigo)
			}
		})
	}
}

func TestCanonical(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"keys in order", `{"number": 17, "bets": [{"suerte":"pleno","stake":500,"sel":[17]}]}`, `{"bets":[{"sel":[17],"stake":500,"suerte":"pleno"}],"number":17}`},
		{"an amount beyond floats", `{"bets":[{"stake":9007199254740993}]}`, `{"bets":[{"stake":9007199254740993}]}`},
		{"a key of no game", `{"number":17,"cliente":"Ana"}`, ""},
		{"a name in a mark", `{"steps":[{"t":"bet","id":"Ana Ruiz"}]}`, ""},
		{"no JSON", `{`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Canonical([]byte(tt.input))
			if got != tt.want || (tt.want == "") != errors.Is(err, ErrHechos) {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
	for j, l := range liquidadores {
		if l.op == "" {
			continue // no operation of the schema settles its hands whole
		}
		for _, v := range settlements(t, j) {
			if _, err := Canonical(v.Input); err != nil {
				t.Errorf("%s: %v", v.ID, err)
			}
		}
	}
}

// TestWithJuego7: the house says what the juego de 7 pays, whoever asks.
func TestWithJuego7(t *testing.T) {
	steps := `"steps":[{"t":"bet","id":"a","suerte":"juego7","stake":100},{"t":"roll","dice":[3,4]}]`
	for paga, want := range map[string]int64{"15": 1500, "4": 400} {
		t.Run("151.2.b.2/DAD-A/"+paga, func(t *testing.T) {
			input, err := WithJuego7(domain.Dados, []byte(`{"juego_7":"no",`+steps+`}`), paga)
			if err != nil {
				t.Fatal(err)
			}
			l, err := Liquidar(domain.Dados, input)
			if err != nil || l.Apuestas[0].Ganado.Ceil() != domain.Importe(want) {
				t.Errorf("got %+v, %v, want %d", l, err, want)
			}
		})
	}
	if _, err := WithJuego7(domain.Dados, []byte(`[]`), "15"); !errors.Is(err, ErrHechos) {
		t.Errorf("got %v, want ErrHechos", err)
	}
	if got, err := WithJuego7(domain.Bola, []byte(`{"number":1}`), "15"); err != nil || string(got) != `{"number":1}` {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestJuego(t *testing.T) {
	for nombre, want := range map[string]domain.Juego{"bola": domain.Bola, "sin_descarte": domain.PoquerSinDescarte, "poquer_sin_descarte": domain.PoquerSinDescarte,
		"circulo": domain.PoquerCirculo, "mus": "mus", "caja": "", "bingo": ""} {
		if j, ok := Juego(nombre); ok != (want != "") || ok && j != want {
			t.Errorf("Juego(%q) = %q, %t", nombre, j, ok)
		}
	}
	if _, err := Answer("mus", []byte(`{"op":"nada"}`), false); Codigo(err) != codigoOperacion {
		t.Errorf("got %v", err)
	}
}
