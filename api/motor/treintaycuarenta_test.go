package motor

import "testing"

func TestTreintaCuarentaVectors(t *testing.T) { checkVectors(t, "treinta_cuarenta") }

func TestTreintaCuarentaEdges(t *testing.T) {
	checkEdges(t, "treinta_cuarenta", Options{}, []edge{
		{"58.1/cards run out", `{"op":"deal","cards":["Tt","Kd","Qp","Ac","9t"],"cut_after":null}`, `{"error":"faltan_cartas"}`},
		{"58.1/no card", `{"op":"deal","cards":["Tt","10d"]}`, `{"error":"entrada_no_valida"}`},
		{"60.4/cut card where the cards run out", `{"op":"deal","cards":["Tt","Kd","Qp","Ac","9t"],"cut_after":5}`, `{"annulled":true,"reason":"carta_de_corte"}`},
		{"60.4/cut card on top", `{"op":"deal","cards":["Tt"],"cut_after":0}`, `{"annulled":true,"reason":"carta_de_corte"}`},
		{"58.1/30", `{"op":"settle","negra":30,"roja":31,"first_colour":"rojo","bets":[]}`, `{"error":"entrada_no_valida"}`},
		{"58.2.b/no first colour", `{"op":"settle","negra":31,"roja":32,"bets":[]}`, `{"error":"entrada_no_valida"}`},
		{"58.2/no bets", `{"op":"settle","negra":31,"roja":32,"first_colour":"rojo","bets":[]}`,
			`{"result":"negro","winning":["negro","inverso"],"bets":[],"total":{"winnings":0,"returned":0,"pending":0,"net":0,"premium_lost":0}}`},
		{"58.2/no stake", `{"op":"settle","negra":31,"roja":32,"first_colour":"rojo","bets":[{"suerte":"rojo"}]}`, `{"error":"entrada_no_valida"}`},
		{"58.2/TYC-3/a premium below one céntimo", `{"op":"settle","negra":31,"roja":32,"first_colour":"rojo","bets":[{"suerte":"negro","stake":150,"insured":true}]}`,
			`{"result":"negro","winning":["negro","inverso"],"bets":[{"result":"gana","winnings":150,"returned":150,"pending":0,"net":"297/2","premium_lost":"3/2"}],"total":{"winnings":150,"returned":150,"pending":0,"net":"297/2","premium_lost":"3/2"}}`},
		{"58.2/131.1.b.2/no choice", `{"op":"prison_sequence","suerte":"rojo","stake":100,"table_min":100,"coups":[{"negra":31,"roja":31,"first_colour":"rojo"}],"choices":[]}`, `{"error":"falta_eleccion_31"}`},
		{"58.2/only a void tie so far", `{"op":"prison_sequence","suerte":"rojo","stake":100,"table_min":100,"coups":[{"negra":33,"roja":33,"first_colour":"rojo"}],"choices":[]}`,
			`{"events":["nulo"],"status":"en_juego","returned":0,"winnings":0,"net":null,"refund_value":100,"ties31":0}`},
		{"58.2/decided before the end", `{"op":"prison_sequence","suerte":"rojo","stake":100,"table_min":100,"coups":[{"negra":33,"roja":32,"first_colour":"rojo"},{"negra":33,"roja":33,"first_colour":"rojo"}]}`, `{"error":"apuesta_ya_resuelta"}`},
		{"58.2/another suerte", `{"op":"prison_sequence","suerte":"par","stake":100,"table_min":100,"coups":[]}`, `{"error":"suerte_desconocida"}`},
		{"58.2/no minimum", `{"op":"prison_sequence","suerte":"rojo","stake":100,"coups":[]}`, `{"error":"entrada_no_valida"}`},
		{"59/no stake", `{"op":"check_stake","table_min":100}`, `{"error":"entrada_no_valida"}`},
		{"59/no minimum", `{"op":"limits"}`, `{"error":"entrada_no_valida"}`},
		{"59/a minimum of nothing", `{"op":"limits","table_min":0}`, `{"error":"entrada_no_valida"}`},
		{"60.3/order of payment", `{"op":"payment_order","bets":[{"id":"a","suerte":"negro","distance":4},{"id":"b","suerte":"color","distance":1},{"id":"c","suerte":"negro","distance":5},{"id":"d","suerte":"color","distance":2}]}`,
			`{"order":["d","b","c","a"]}`},
		{"60.3/another suerte", `{"op":"payment_order","bets":[{"id":"a","suerte":"par","distance":4}]}`, `{"error":"suerte_desconocida"}`},
		{"58.2/another operation", `{"op":"bet"}`, `{"error":"operacion_desconocida"}`},
		{"58.2/no object", `7`, `{"error":"entrada_no_valida"}`},
	})
	checkEdges(t, "treinta_cuarenta", Options{Redondeado: true}, []edge{
		{"58.2/RED-1/the premium down", `{"op":"settle","negra":31,"roja":32,"first_colour":"rojo","bets":[{"suerte":"negro","stake":150,"insured":true}]}`,
			`{"result":"negro","winning":["negro","inverso"],"bets":[{"result":"gana","winnings":150,"returned":150,"pending":0,"net":149,"premium_lost":1}],"total":{"winnings":150,"returned":150,"pending":0,"net":149,"premium_lost":1}}`},
	})
}

func FuzzTreintaCuarenta(f *testing.F) { fuzzGame(f, "treinta_cuarenta") }
