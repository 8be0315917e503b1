package motor

import "testing"

func TestTrijokerVectors(t *testing.T) { checkPoquerVectors(t, "trijoker") }

func TestTrijokerEdges(t *testing.T) {
	checkEdges(t, "trijoker", Options{}, []edge{
		{"103/two cards", `{"op":"evaluar","propias":["At","Kt"],"comunes":["Jt","Tt"]}`, `{"error":"numero_de_cartas"}`},
		{"103/one common card", `{"op":"liquidar","apuesta":10,"propias":["At","Kt","Qt"],"comunes":["Jt"]}`, `{"error":"numero_de_cartas"}`},
		{"104.1/one pack", `{"op":"evaluar","propias":["At","Kt","Jt"],"comunes":["Jt","Tt"]}`, `{"error":"carta_repetida"}`},
		{"104.1/no card", `{"op":"evaluar","propias":["At","Kt","XX"],"comunes":["Jt","Tt"]}`, `{"error":"carta_no_valida"}`},
		{"109.1/no bet", `{"op":"liquidar","propias":["At","Kt","Qt"],"comunes":["Jt","Tt"]}`, `{"error":"importe_no_valido"}`},
		{"107.1.a/109.3/the third stays", `{"op":"liquidar","apuesta":10,"retira_1":true,"retira_2":true,"propias":["At","Kt","Qt"],"comunes":["Jt","Tt"]}`,
			`{"categoria":"escalera_real_color","multiplo":500,"apuestas_en_juego":1,"devuelto":20,"neto":5000}`},
		{"109.2/which card", `{"op":"naipe_descubierto","donde":"comun"}`, `{"error":"carta_no_valida"}`},
		{"109.2/a player's", `{"op":"naipe_descubierto","donde":"jugador"}`, `{"mano":"continua"}`},
		{"110.1/elsewhere", `{"op":"naipe_descubierto","donde":"mesa"}`, `{"error":"lugar_desconocido"}`},
		{"109.3/the third is not withdrawn", `{"op":"decision_permitida","fase":"tres_cartas","apuesta":3,"accion":"retirar"}`, `{"permitida":false}`},
		{"109.3/nor is there a fourth", `{"op":"decision_permitida","fase":"tres_cartas","apuesta":4,"accion":"dejar"}`, `{"permitida":false}`},
		{"109.3/another moment", `{"op":"decision_permitida","fase":"cuarta","apuesta":1,"accion":"dejar"}`, `{"error":"fase_desconocida"}`},
		{"109.1/108/no bets", `{"op":"apuestas_validas","minimo":5,"maximo":150}`, `{"validas":false}`},
		{"106/how many", `{"op":"jugadores_validos"}`, `{"error":"entrada_no_valida"}`},
		{"103/no operation", `{}`, `{"error":"operacion_desconocida"}`},
		{"103/no object", `[]`, `{"error":"entrada_no_valida"}`},
	})
}

func FuzzTrijoker(f *testing.F) { fuzzGame(f, "trijoker") }
