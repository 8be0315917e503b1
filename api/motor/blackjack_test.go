package motor

import "testing"

func TestBlackJackVectors(t *testing.T) { checkVectors(t, "black_jack") }

func TestBlackJackEdges(t *testing.T) {
	const round = `{"op":"round","shoe":["Tt","6d","8c","Td","5c"],"fresh_shoe":false,"boxes":`
	checkEdges(t, "black_jack", Options{}, []edge{
		{"48.1/no card", `{"op":"hand_value","cards":["10t"]}`, `{"error":"entrada_no_valida"}`},
		{"48.1/nothing", `{"op":"hand_value","cards":[]}`, `{"total":0,"soft":false,"bust":false,"blackjack":false}`},
		{"52.1.c/a hand of one card says nothing", `{"op":"legal_actions","cards":["8t"]}`, `{"actions":[]}`},
		{"52.1.a/the bank runs out of cards", `{"op":"dealer","up":"2t","draws":["2d"]}`, `{"error":"faltan_cartas"}`},
		{"52.1.a/the bank has no card", `{"op":"dealer","draws":["2d"]}`, `{"error":"entrada_no_valida"}`},
		{"52.1.a/no stake", `{"op":"settle_hand","cards":["Tt","8c"],"dealer":["Td","7c"]}`, `{"error":"entrada_no_valida"}`},
		{"52.1.a/no bank", `{"op":"settle_hand","cards":["Tt","8c"],"stake":1}`, `{"error":"faltan_cartas"}`},
		{"52.1.b/no insurance", `{"op":"insurance","stake":10,"dealer":["At","Td"]}`, `{"error":"entrada_no_valida"}`},
		{"52.1.b/one céntimo above half", `{"op":"insurance","stake":11,"insurance":6,"dealer":["At","Td"]}`, `{"error":"seguro_superior_a_la_mitad"}`},
		{"52.1/too few actions", round + `[{"stake":10,"actions":[]}]}`, `{"error":"faltan_acciones"}`},
		{"52.1/too many actions", round + `[{"stake":10,"actions":["P","C"]}]}`, `{"error":"sobran_acciones"}`},
		{"52.1.c/no pair", round + `[{"stake":10,"actions":["S"]}]}`, `{"error":"accion_no_permitida"}`},
		{"52.1/another action", round + `[{"stake":10,"actions":["X"]}]}`, `{"error":"accion_no_permitida"}`},
		{"52.1.b/insured over a 6", round + `[{"stake":10,"insurance":5,"actions":["P"]}]}`, `{"error":"seguro_no_ofrecido"}`},
		{"53.3/no stake on a box", round + `[{"actions":["P"]}]}`, `{"error":"entrada_no_valida"}`},
		{"48.3/no box", round + `[]}`, `{"error":"entrada_no_valida"}`},
		{"48.1/too few cards", `{"op":"round","shoe":["Tt","6d"],"boxes":[{"stake":10,"actions":[]}]}`, `{"error":"faltan_cartas"}`},
		{"48.1/no card in the sabot", `{"op":"round","shoe":["Tt^^"],"boxes":[{"stake":10}]}`, `{"error":"entrada_no_valida"}`},
		{"52.2/a card face up is put out of play", `{"op":"round","shoe":["Tt","4d^","6d","8c","Td","5c"],"fresh_shoe":false,"boxes":[{"stake":10,"actions":["P"]}]}`,
			`{"boxes":[{"hands":[{"cards":["Tt","8c"],"total":18,"stake":10,"blackjack":false,"result":"pierde","winnings":0,"returned":0,"net":-10}],"insurance":null,"net":-10}],` +
				`"dealer":{"cards":["6d","Td","5c"],"total":21,"blackjack":false},"burned":[],"eliminated":["4d"],"cards_used":6,"net":-10}`},
		{"50.2/nobody has staked", `{"op":"box_command","bettors":[]}`, `{"commander":null}`},
		{"53.3/no minimum", `{"op":"box_limits","factor":50,"bets":[1]}`, `{"error":"entrada_no_valida"}`},
		{"48.2/another sabot", `{"op":"sabot","kind":"otro"}`, `{"error":"entrada_no_valida"}`},
		{"48.2/another cause", `{"op":"jam","kind":"manual","cause":"ninguna"}`, `{"error":"entrada_no_valida"}`},
		{"48.2/a misplaced card in the manual one", `{"op":"jam","kind":"manual","cause":"carta_mal_colocada","cards_on_table":true,"can_finish_hand":false}`,
			`{"do":"recolocar_la_carta_y_continuar"}`},
		{"47/another operation", `{"op":"bet"}`, `{"error":"operacion_desconocida"}`},
		{"47/no object", `[]`, `{"error":"entrada_no_valida"}`},
	})
	checkEdges(t, "black_jack", Options{Redondeado: true}, []edge{
		{"52.1.a/RED-1/three to two of an odd amount, up", `{"op":"settle_hand","cards":["At","Kc"],"dealer":["Td","7c"],"stake":333}`,
			`{"result":"black_jack","winnings":500,"returned":333,"pending":0,"net":500}`},
	})
}

func FuzzBlackJack(f *testing.F) { fuzzGame(f, "black_jack") }
