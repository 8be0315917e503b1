package motor

import "testing"

func TestPuntoBancaVectors(t *testing.T) { checkVectors(t, "punto_banca") }

func TestPuntoBancaEdges(t *testing.T) {
	const round = `{"op":"pyb_round","shoe":["2t","6d","2d","Kc","9p"],"option":`
	checkEdges(t, "punto_banca", Options{}, []edge{
		{"67.3.b/no total", `{"op":"pyb_table","third":1}`, `{"error":"entrada_no_valida"}`},
		{"67.1/eleven", `{"op":"pyb_table","bank_total":10,"third":1}`, `{"error":"entrada_no_valida"}`},
		{"67.1/a third card below nothing", `{"op":"pyb_table","bank_total":0,"third":-1}`, `{"error":"entrada_no_valida"}`},
		{"67.2/a natural", `{"op":"pyb_table","bank_total":9}`, `{"error":"la_banca_abate"}`},
		{"68/too few cards", `{"op":"pyb_round","shoe":["2t","6d","2d","Kc"],"option":"5","bets":[]}`, `{"error":"faltan_cartas"}`},
		{"68/no card", `{"op":"pyb_round","shoe":["2t","6d","2d","Kc","10p"],"option":"5","bets":[]}`, `{"error":"entrada_no_valida"}`},
		{"68/no card to burn", `{"op":"pyb_burn","card":"10p"}`, `{"error":"entrada_no_valida"}`},
		{"65/another way", round + `"10","bets":[]}`, `{"error":"opcion_desconocida"}`},
		{"67.1/another suerte", round + `"5","bets":[{"suerte":"pareja","stake":1}]}`, `{"error":"suerte_desconocida"}`},
		{"66/no stake", round + `"5","bets":[{"suerte":"banca"}]}`, `{"error":"entrada_no_valida"}`},
		{"66/a stake of nothing", round + `"5","bets":[{"suerte":"banca","stake":0}]}`, `{"error":"entrada_no_valida"}`},
		{"65.1/a fraction is kept", round + `"5","bets":[{"suerte":"banca","stake":10}]}`,
			`{"punto":{"cards":["2t","2d","9p"],"total":3},"banca":{"cards":["6d","Kc"],"total":6},"natural":false,"winner":"banca","cards_used":5,` +
				`"bets":[{"result":"gana","winnings":"19/2","returned":10,"pending":0,"net":"19/2","deduction":"1/2"}],` +
				`"total":{"winnings":"19/2","returned":10,"net":"19/2","deduction":"1/2"}}`},
		{"66.2/75 times", `{"op":"pyb_limits","table_min":1000,"factor":75}`, `{"error":"factor_no_permitido"}`},
		{"66.1/no minimum", `{"op":"pyb_limits","factor":50}`, `{"error":"entrada_no_valida"}`},
		{"66.1/no minimum to check", `{"op":"pyb_check","factor":50,"suerte":"punto","stake":1}`, `{"error":"entrada_no_valida"}`},
		{"66.2/no stake to check", `{"op":"pyb_check","table_min":1000,"factor":50,"suerte":"punto"}`, `{"error":"entrada_no_valida"}`},
		{"67.1/no suerte to check", `{"op":"pyb_check","table_min":1000,"factor":50,"stake":1000}`, `{"error":"suerte_desconocida"}`},
		{"64.2/the croupier had it", `{"op":"pyb_sabot_turn","seats":[2,5],"dealer_seat":"crupier","winner":"banca","refuses":[]}`, `{"dealer_seat":2}`},
		{"64.2/another word", `{"op":"pyb_sabot_turn","seats":[2,5],"dealer_seat":"jefe","winner":"banca"}`, `{"error":"entrada_no_valida"}`},
		{"64.3/nobody wins", `{"op":"pyb_sabot_turn","seats":[2,5],"dealer_seat":2}`, `{"error":"entrada_no_valida"}`},
		{"61/another operation", `{"op":"bet"}`, `{"error":"operacion_desconocida"}`},
		{"61/no object", `[]`, `{"error":"entrada_no_valida"}`},
	})
	checkEdges(t, "punto_banca", Options{Redondeado: true}, []edge{
		{"65.1/RED-1/what is kept, down; what is won, up", round + `"5","bets":[{"suerte":"banca","stake":10}]}`,
			`{"punto":{"cards":["2t","2d","9p"],"total":3},"banca":{"cards":["6d","Kc"],"total":6},"natural":false,"winner":"banca","cards_used":5,` +
				`"bets":[{"result":"gana","winnings":10,"returned":10,"pending":0,"net":10,"deduction":0}],` +
				`"total":{"winnings":10,"returned":10,"net":10,"deduction":0}}`},
	})
}

func FuzzPuntoBanca(f *testing.F) { fuzzGame(f, "punto_banca") }
