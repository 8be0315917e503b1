package motor

import "testing"

func TestBolaVectors(t *testing.T) { checkVectors(t, "bola") }

func TestBolaEdges(t *testing.T) {
	checkEdges(t, "bola", Options{}, []edge{
		{"142.2/no number", `{"op":"settle","bets":[]}`, `{"error":"entrada_no_valida"}`},
		{"142.4/the 5", `{"op":"attributes","number":5}`, `{"colour":null,"parity":null,"half":null}`},
		{"145.1.a/no number of a pleno", `{"op":"settle","number":5,"bets":[{"suerte":"pleno","stake":100}]}`, `{"error":"combinacion_invalida"}`},
		{"145.1.a/the zero", `{"op":"settle","number":5,"bets":[{"suerte":"pleno","n":0,"stake":100}]}`, `{"error":"combinacion_invalida"}`},
		{"145.1.b/a number where none fits", `{"op":"settle","number":5,"bets":[{"suerte":"rojo","n":1,"stake":100}]}`, `{"error":"combinacion_invalida"}`},
		{"145.1.b/no stake", `{"op":"settle","number":5,"bets":[{"suerte":"rojo"}]}`, `{"error":"entrada_no_valida"}`},
		{"145.1.b/a negative stake", `{"op":"settle","number":5,"bets":[{"suerte":"rojo","stake":-1}]}`, `{"error":"entrada_no_valida"}`},
		{"145.2/nothing at the 5", `{"op":"settle","number":5,"bets":[{"suerte":"rojo","stake":1}]}`,
			`{"bets":[{"result":"pierde","winnings":0,"returned":0,"pending":0,"net":-1}],"total":{"winnings":0,"returned":0,"pending":0,"net":-1}}`},
		{"146.2/no cloth", `{"op":"panos","authorised_min":100,"panos":[]}`, `{"ok":false,"reason":"ningun_pano_con_el_minimo_autorizado"}`},
		{"146.2/a cloth between", `{"op":"panos","authorised_min":100,"panos":[100,150]}`, `{"ok":false,"reason":"minimo_de_mesa_no_permitido"}`},
		{"146.1/nothing authorised", `{"op":"panos","panos":[100]}`, `{"error":"entrada_no_valida"}`},
		{"146.3/no factors", `{"op":"limits","authorised_min":100,"table_min":100}`, `{"error":"factor_pleno_fuera_de_40_100"}`},
		{"146.3/no minimum", `{"op":"limits","authorised_min":100}`, `{"error":"entrada_no_valida"}`},
		{"146.3/no stake", `{"op":"check_stake","authorised_min":100,"table_min":100,"factor_pleno":40,"factor_sencilla":200,"suerte":"rojo"}`, `{"error":"entrada_no_valida"}`},
		{"146.3/no suerte", `{"op":"check_stake","authorised_min":100,"table_min":100,"factor_pleno":40,"factor_sencilla":200,"suerte":"x","stake":1}`, `{"error":"suerte_desconocida"}`},
		{"146.4/one above", `{"op":"table_max","max":4000,"bets":[{"player":"A","stake":4000},{"player":"B","stake":2000},{"player":"B","stake":2001}]}`, `{"ok":false,"over":["B"]}`},
		{"146.4/no maximum", `{"op":"table_max","bets":[]}`, `{"error":"entrada_no_valida"}`},
		{"146.4/no stake", `{"op":"table_max","max":1,"bets":[{"player":"A"}]}`, `{"error":"entrada_no_valida"}`},
		{"145.1/another operation", `{"op":"bet_valid"}`, `{"error":"operacion_desconocida"}`},
		{"145.1/no object", `"x"`, `{"error":"entrada_no_valida"}`},
	})
}

func FuzzBola(f *testing.F) { fuzzGame(f, "bola") }
