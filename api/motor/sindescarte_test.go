package motor

import (
	"strings"
	"testing"
)

// checkPoquerVectors answers every vector of a póquer, exact and rounded. Its provisions
// are written whole: "100.5-100.7".
func checkPoquerVectors(t *testing.T, game string) {
	t.Helper()
	for _, v := range readVectors(t, game) {
		t.Run(strings.ReplaceAll(v.Article, "-", "/")+"/"+v.ID, func(t *testing.T) {
			for _, o := range []Options{{}, {Redondeado: true}} {
				for _, d := range Compare(Resolve(v.Game, v.Input, o), v.Expected, o) {
					t.Errorf("%s %+v: %s", v.Input, o, d)
				}
			}
		})
	}
}

func TestSinDescarteVectors(t *testing.T) { checkPoquerVectors(t, "sin_descarte") }

func TestSinDescarteEdges(t *testing.T) {
	const manos = `"jugador":["Kt","Kd","7p","7c","3d"],"banca":["Ad","Kc","7d","6d","2c"]`
	checkEdges(t, "sin_descarte", Options{}, []edge{
		{"97.1/a card twice", `{"op":"evaluar","cartas":["At","At","Qt","Jt","Tt"]}`, `{"error":"carta_repetida"}`},
		{"97.1/a card of both hands", `{"op":"comparar","jugador":["At","Kt","Qt","Jt","Tt"],"banca":["At","Kd","Qd","Jd","Td"]}`, `{"error":"carta_repetida"}`},
		{"97.1/no card", `{"op":"banca_juega","cartas":["1t","Kt","Qt","Jt","Tt"]}`, `{"error":"carta_no_valida"}`},
		{"101.2/four cards", `{"op":"banca_juega","cartas":["At","Kt","Qt","Jt"]}`, `{"error":"numero_de_cartas"}`},
		{"101.2/no cards", `{"op":"evaluar"}`, `{"error":"numero_de_cartas"}`},
		{"101.3/another word", `{"op":"liquidar","ante":10,"accion":"subo",` + manos + `}`, `{"error":"accion_no_permitida"}`},
		{"101.3/not decided", `{"op":"liquidar","ante":10,` + manos + `}`, `{"error":"accion_no_permitida"}`},
		{"101.3/voy without segunda", `{"op":"liquidar","ante":10,"accion":"voy",` + manos + `}`, `{"error":"importe_no_valido"}`},
		{"101.3/the segunda of who leaves", `{"op":"liquidar","ante":10,"accion":"paso","segunda_apuesta":20,` + manos + `}`,
			`{"resultado":"retirado","multiplo":0,"neto_ante":-10,"neto_segunda":0,"neto":-10}`},
		{"101.3/no ante", `{"op":"segunda_apuesta"}`, `{"error":"importe_no_valido"}`},
		{"100.1.h/101.4/doble pareja", `{"op":"liquidar","ante":10,"accion":"voy","segunda_apuesta":20,` + manos + `}`,
			`{"resultado":"gana","multiplo":2,"neto_ante":10,"neto_segunda":40,"neto":50}`},
		{"102.c/a card that he has not", `{"op":"comprar_carta","ante":10,"accion":"paso","descarta":"2d","recibe":"9d",` + manos + `}`, `{"error":"carta_que_no_tiene"}`},
		{"102.c/97.1/the bank's card", `{"op":"comprar_carta","ante":10,"accion":"paso","descarta":"3d","recibe":"2c",` + manos + `}`, `{"error":"carta_repetida"}`},
		{"102.c/his own card back", `{"op":"comprar_carta","ante":10,"accion":"paso","descarta":"3d","recibe":"3d",` + manos + `}`, `{"error":"carta_repetida"}`},
		{"102.a/A-SD-4/who left", `{"op":"acumulado","acumulado":1000,"manos":[{"id":"1","paso":true,"cartas":["At","Kt","Qt","Jt","Tt"]}]}`, `{"premios":{},"queda":1000}`},
		{"102.a/twice", `{"op":"acumulado","acumulado":1000,"manos":[{"id":"1","cartas":["At","Kt","Qt","Jt","Tt"]},{"id":"1","cartas":["Ad","Kd","Qd","Jd","Td"]}]}`, `{"error":"jugador_repetido"}`},
		{"102.a/no pool", `{"op":"acumulado"}`, `{"error":"entrada_no_valida"}`},
		{"102.b/no stake", `{"op":"seguro","jugador":["At","Kt","Qt","Jt","Tt"]}`, `{"error":"importe_no_valido"}`},
		{"101.6/another word", `{"op":"irregularidad","hecho":"llueve"}`, `{"error":"hecho_desconocido"}`},
		{"100.5/half a céntimo", `{"op":"segunda_apuesta","ante":10.5}`, `{"error":"entrada_no_valida"}`},
		{"96/no operation", `{}`, `{"error":"operacion_desconocida"}`},
	})
}

func FuzzSinDescarte(f *testing.F) { fuzzGame(f, "sin_descarte") }
