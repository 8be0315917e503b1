package motor

import (
	"strings"
	"testing"
)

// musSegments names the provisions of a vector of the mus, "Mus 17/Mus 62/Mus 67" for
// "17,62-67".
func musSegments(article string) string {
	refs := strings.FieldsFunc(article, func(r rune) bool { return r == ',' || r == '-' })
	return "Mus " + strings.Join(refs, "/Mus ")
}

func TestMusSegments(t *testing.T) {
	for article, want := range map[string]string{"3": "Mus 3", "10,11,13": "Mus 10/Mus 11/Mus 13", "17,62-67": "Mus 17/Mus 62/Mus 67"} {
		if got := musSegments(article); got != want {
			t.Errorf("musSegments(%q) = %q, want %q", article, got, want)
		}
	}
}

func TestMusVectors(t *testing.T) {
	for _, file := range []string{"mus_manos", "mus_tanteo", "mus_errores", "mus_torneo"} {
		for _, v := range readVectors(t, file) {
			t.Run(musSegments(v.Article)+"/"+v.ID, func(t *testing.T) {
				for _, o := range []Options{{}, {Redondeado: true}} {
					for _, d := range Compare(Resolve(v.Game, v.Input, o), v.Expected, o) {
						t.Errorf("%s %+v: %s", v.Input, o, d)
					}
				}
			})
		}
	}
}

func TestMusEdges(t *testing.T) {
	const manos = `"manos":[["Ro","Rc","5o","4o"],["7c","7e","5c","4c"],["Se","Sb","6c","1e"],["7b","6b","5b","4b"]],"mano":0`
	checkEdges(t, "mus", Options{}, []edge{
		{"Mus 3/a card twice", `{"op":"mano","cartas":["Ro","Ro","5o","4o"]}`, `{"error":"carta_repetida"}`},
		{"Mus 3/no card", `{"op":"senas","cartas":["8o","Ro","5o","4o"]}`, `{"error":"carta_no_valida"}`},
		{"Mus 3/three cards", `{"op":"guino","cartas":["Ro","5o","4o"]}`, `{"error":"numero_de_cartas"}`},
		{"Mus 3/no cards to sign", `{"op":"sena_permitida"}`, `{"error":"numero_de_cartas"}`},
		{"Mus 3/a card of two hands", `{"op":"lances","manos":[["Ro","Rc","5o","4o"],["Ro","7e","5c","4c"],["Se","Sb","6c","1e"],["7b","6b","5b","4b"]],"mano":0}`, `{"error":"carta_repetida"}`},
		{"Mus 9/no player", `{"op":"lances",` + manos + `,"cartas_anuladas":[4]}`, `{"error":"jugador_desconocido"}`},
		{"Mus 9/less than none", `{"op":"mano_siguiente","mano":-1}`, `{"error":"entrada_no_valida"}`},
		{"Mus 9/the fifth", `{"op":"mano_siguiente","mano":4}`, `{"error":"jugador_desconocido"}`},
		{"Mus 9/the fifth deals", `{"op":"orden_reparto","mano":4}`, `{"error":"jugador_desconocido"}`},
		{"Mus 19/the fifth errs", `{"op":"error_tras_grande","mano":0,"jugador":5}`, `{"error":"jugador_desconocido"}`},
		{"Mus 18/terceras", `{"op":"error_numero_cartas","mano":0,"jugador":1,"dadas":"terceras"}`, `{"error":"dadas_desconocidas"}`},
		{"Mus 20/the fifth", `{"op":"mano_repetida","mano":0,"mano_anterior":4}`, `{"error":"jugador_desconocido"}`},
		{"Mus 10/nobody", `{"op":"mus_visto"}`, `{"error":"descubierta_por_desconocido"}`},
		{"Mus 29/another form", `{"op":"cierra_por_los_dos","forma":"gesto"}`, `{"error":"forma_desconocida"}`},
		{"Mus 22/before time", `{"op":"tiempo_de_respuesta","segundos":-1}`, `{"error":"entrada_no_valida"}`},
		{"Mus 22/for ever", `{"op":"tiempo_de_respuesta","segundos":9223372036854775807}`, `{"resultado":"declina"}`},
		{"Mus 28/no bets", `{"op":"envites_simultaneos"}`, `{"error":"tantos_no_validos"}`},
		{"Mus 4/less than nothing", `{"op":"fichas","tantos":-1}`, `{"error":"tantos_no_validos"}`},
		{"Mus 33/said nought", `{"op":"envites","acciones":[["A","envido",0],["B","quiero"]]}`, `{"error":"tantos_no_validos"}`},
		{"Mus 33/a word too many", `{"op":"envites","acciones":[["A","envido",2,3]]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 33/a word too few", `{"op":"envites","acciones":[["A"]]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 33/numbers for words", `{"op":"envites","acciones":[[1,2]]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 33/no list", `{"op":"envites","acciones":["A"]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 29/open", `{"op":"envites","acciones":[["A","envido"]]}`, `{"error":"envite_sin_cerrar"}`},
		{"Mus 29/to oneself", `{"op":"envites","acciones":[["A","envido"],["A","quiero"]]}`, `{"error":"no_es_su_turno"}`},
		{"Mus 36/not known whether it was the first", `{"op":"tanteo",` + manos + `,"envites":{"grande":{"tipo":"no_querido","gana":"B","tantos":1}},"marcador":{"A":0,"B":39}}`,
			`{"lances":[{"lance":"grande","gana":"B","tantos":1}],"marcador":{"A":0,"B":40},"gana_juego":"B","por":"tantos"}`},
		{"Mus 36/a bet that nobody could make", `{"op":"tanteo",` + manos + `,"envites":{"juego":{"tipo":"querido","tantos":2}},"marcador":{"A":0,"B":0}}`, `{"error":"lance_que_no_se_envida"}`},
		{"Mus 3/the juego was won", `{"op":"tanteo",` + manos + `,"envites":{},"marcador":{"A":40,"B":0}}`, `{"error":"marcador_no_valido"}`},
		{"Mus 3/the partida was won", `{"op":"partida","manos":[],"marcador":{"A":0,"B":0},"juegos":{"A":4,"B":0}}`, `{"error":"marcador_no_valido"}`},
		{"Mus 3/a note of one word", `{"op":"partida","manos":[[["A"]]]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 3/a note that is no list", `{"op":"partida","manos":[["A"]]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 3/a note of nobody", `{"op":"partida","manos":[[[1,2]]]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 3/a note of a third pair", `{"op":"partida","manos":[[["C",2]]]}`, `{"error":"pareja_desconocida"}`},
		{"Mus 25/no lance", `{"op":"infraccion_de_palabra",` + manos + `,"infractora":"A","lance":"real"}`, `{"error":"lance_desconocido"}`},
		{"Mus 24/no lance to declare", `{"op":"declaracion_valida","lance":"real","cartas":["Ro","3c","7e","4b"],"declarado":["R"]}`, `{"error":"lance_desconocido"}`},
		{"Mus 24/grande", `{"op":"declaracion_valida","lance":"grande","cartas":["Ro","3c","7e","4b"],"declarado":["R","R","7","4"]}`, `{"valida":true}`},
		{"Mus 24/ranks after art. 3", `{"op":"declaracion_valida","lance":"pares","cartas":["Ro","3c","7e","4b"],"declarado":["R","3"]}`, `{"error":"carta_no_valida"}`},
		{"Mus 25/a list for a sum", `{"op":"declaracion_valida","lance":"juego","cartas":["Ro","3c","7e","4b"],"declarado":["R"]}`, `{"error":"entrada_no_valida"}`},
		{"Mus 25/a sum for a list", `{"op":"declaracion_valida","lance":"pares","cartas":["Ro","3c","7e","4b"],"declarado":31}`, `{"error":"entrada_no_valida"}`},
		{"Mus 32/another bet", `{"op":"querer_de_postre","lance":"pares","es_postre":true,"apuesta":"paso","cartas":["1o","2c","Ce","Sb"]}`, `{"error":"apuesta_desconocida"}`},
		{"Mus 32/no lance to accept", `{"op":"querer_de_postre","es_postre":true,"apuesta":"ordago","cartas":["1o","2c","Ce","Sb"]}`, `{"error":"lance_desconocido"}`},
		{"Mus 44/he did not err", `{"op":"error_declaracion",` + manos + `,"lance":"pares","jugador":0,"canto":true,"envite":{"tipo":"paso"}}`, `{"error":"sin_error"}`},
		{"Mus 45/who wins by the cards", `{"op":"error_declaracion",` + manos + `,"lance":"pares","jugador":0,"canto":false,"envite":{"tipo":"querido","tantos":2}}`, `{"error":"falta_gana_cartas"}`},
		{"Mus 45/an órdago", `{"op":"error_declaracion",` + manos + `,"lance":"pares","jugador":0,"canto":false,"envite":{"tipo":"ordago_querido","gana_cartas":"B"}}`,
			`{"lance":"pares","articulo":"45.b","gana":"B","modo":"envite","tantos":"juego"}`},
		{"Mus 43/neither has them", `{"op":"error_declaracion",` + manos + `,"lance":"juego","jugador":0,"canto":true,"envite":{"tipo":"paso"}}`, `{"error":"sin_regla"}`},
		{"Mus 42/the other pair's", `{"op":"valor_sin_la_jugada_no_cantada",` + manos + `,"pareja":"A","lance":"pares","no_canto":1}`, `{"error":"pareja_desconocida"}`},
		{"Mus 46/the fifth", `{"op":"juego_si_sin_llevarlo",` + manos + `,"jugador":4}`, `{"error":"jugador_desconocido"}`},
		{"Mus 3/no operation", `{}`, `{"error":"operacion_desconocida"}`},
		{"Mus 3/no object", `[]`, `{"error":"entrada_no_valida"}`},
	})
	for _, op := range []string{"infraccion_ordago_pares", "punto_tras_error", "pares_mal_cantados"} {
		checkEdges(t, "mus", Options{}, []edge{{"Mus 3/" + op + " of a third pair", `{"op":"` + op + `",` + manos + `,"infractora":"C"}`, `{"error":"pareja_desconocida"}`}})
	}
	for op := range operacionesMus {
		if got := string(Resolve("mus", []byte(`{"op":"`+op+`","manos":7,"cartas":{},"mano":"x","forma":1,"tantos":{},"alguien_servido":1,"primera_mano":1,"segundos":"x"}`), Options{})); got != `{"error":"entrada_no_valida"}` && op != "ensena_cartas_ante_ordago" && op != "envites" {
			t.Errorf("%s of an input of other types: %s", op, got)
		}
	}
}

func TestTorneoEdges(t *testing.T) {
	checkEdges(t, "mus_torneo", Options{}, []edge{
		{"Mus 54/nobody left", `{"op":"exentas_posibles","en_juego":[]}`, `{"pueden_quedar_exentas":[]}`},
		{"Mus 54/no pair", `{"op":"sorteo","en_juego":[0,1],"emparejamientos":[[0,1]]}`, `{"error":"pareja_desconocida"}`},
		{"Mus 54/no pair exempt", `{"op":"exentas_posibles","en_juego":[0]}`, `{"error":"pareja_desconocida"}`},
		{"Mus 50/a third pair", `{"op":"sanciones","infracciones":["C"]}`, `{"error":"pareja_desconocida"}`},
		{"Mus 38/a third pair", `{"op":"acta","juegos":["C"],"firma":"A"}`, `{"error":"pareja_desconocida"}`},
		{"Mus 56/before time", `{"op":"incomparecencia","minutos_de_retraso":-1,"cortesia":15}`, `{"error":"entrada_no_valida"}`},
		{"Mus 56/another century", `{"op":"incomparecencia","minutos_de_retraso":1,"cortesia":100001}`, `{"error":"entrada_no_valida"}`},
		{"Mus 3/no operation", `{"op":"bases"}`, `{"error":"operacion_desconocida"}`},
	})
	many := strings.Repeat("1,", maxParejas) + "1"
	if got := string(Resolve("mus_torneo", []byte(`{"op":"sorteo","en_juego":[`+many+`]}`), Options{})); got != `{"error":"entrada_no_valida"}` {
		t.Errorf("a tournament too large: %s", got)
	}
}

func FuzzMus(f *testing.F) { fuzzGame(f, "mus", "mus_manos", "mus_tanteo", "mus_errores") }

func FuzzMusTorneo(f *testing.F) { fuzzGame(f, "mus_torneo") }
