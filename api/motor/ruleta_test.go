package motor

import "testing"

func TestRuletaFrancesaVectors(t *testing.T) { checkVectors(t, "ruleta_francesa") }

func TestRuletaAmericanaVectors(t *testing.T) { checkVectors(t, "ruleta_americana") }

func TestRuletaEdges(t *testing.T) {
	checkEdges(t, "ruleta_francesa", Options{}, []edge{
		{"129.1/no number", `{"op":"attributes"}`, `{"error":"entrada_no_valida"}`},
		{"129.1/below the zero", `{"op":"attributes","number":-1}`, `{"error":"numero_invalido"}`},
		{"129.1/the 37 settles nothing", `{"op":"settle","number":37,"bets":[]}`, `{"error":"numero_invalido"}`},
		{"129.1/the 37 in a sequence", `{"op":"prison_sequence","suerte":"rojo","stake":1,"table_min":1,"spins":[37]}`, `{"error":"numero_invalido"}`},
		{"131.1/no bets", `{"op":"settle","number":1,"bets":[]}`, `{"bets":[],"total":{"winnings":0,"returned":0,"pending":0,"net":0}}`},
		{"131.1/another suerte", `{"op":"settle","number":1,"bets":[{"suerte":"vecinos","sel":[0],"stake":1}]}`, `{"error":"suerte_desconocida"}`},
		{"131.1.a.1/no stake", `{"op":"settle","number":1,"bets":[{"suerte":"pleno","sel":[1]}]}`, `{"error":"entrada_no_valida"}`},
		{"131.1.a.1/a stake of nothing", `{"op":"settle","number":1,"bets":[{"suerte":"pleno","sel":[1],"stake":0}]}`, `{"error":"entrada_no_valida"}`},
		{"131.1.a.2/another selection", `{"op":"settle","number":1,"bets":[{"suerte":"caballo","sel":[1,5],"stake":1}]}`, `{"error":"combinacion_invalida"}`},
		{"131.1.a.8/half a céntimo", `{"op":"settle","number":1,"bets":[{"suerte":"doble_columna","sel":[1,2],"stake":1}]}`,
			`{"bets":[{"result":"gana","winnings":"1/2","returned":1,"pending":0,"net":"1/2"}],"total":{"winnings":"1/2","returned":1,"pending":0,"net":"1/2"}}`},
		{"131.1.b.1/a selection where none fits", `{"op":"bet_valid","suerte":"rojo","sel":[1]}`, `{"valid":false,"reason":"combinacion_invalida"}`},
		{"131.1.b.2/nothing has come out yet", `{"op":"prison_sequence","suerte":"rojo","stake":100,"table_min":100,"spins":[],"choices":[]}`,
			`{"events":[],"status":"en_juego","returned":0,"winnings":0,"net":null,"refund_value":100,"zeros":0}`},
		{"131.1.b.2/decided before the end", `{"op":"prison_sequence","suerte":"rojo","stake":100,"table_min":100,"spins":[1,2],"choices":[]}`, `{"error":"apuesta_ya_resuelta"}`},
		{"131.1.b.2/only a sencilla", `{"op":"prison_sequence","suerte":"docena","stake":100,"table_min":100,"spins":[0],"choices":["prision"]}`, `{"error":"solo_suertes_sencillas"}`},
		{"131.1.b.2/no minimum", `{"op":"prison_sequence","suerte":"rojo","stake":100,"spins":[0],"choices":["prision"]}`, `{"error":"entrada_no_valida"}`},
		{"132.3.b/no stake", `{"op":"check_stake","suerte":"pleno","table_min":250,"level":"bajo"}`, `{"error":"entrada_no_valida"}`},
		{"132.3.b/no series", `{"op":"limits","suerte":"pleno","table_min":250}`, `{"error":"entrada_no_valida"}`},
		{"132.3.b/no minimum", `{"op":"limits","suerte":"pleno","level":"bajo"}`, `{"error":"entrada_no_valida"}`},
		{"132.3/no suerte", `{"op":"limits","suerte":"tercio","table_min":250,"level":"bajo"}`, `{"error":"suerte_desconocida"}`},
		{"133.c/another suerte", `{"op":"payment_order","suertes":["pleno","tercio"]}`, `{"error":"suerte_desconocida"}`},
		{"133.c/none", `{"op":"payment_order"}`, `{"order":[]}`},
		{"134.1.b/no colours in the francesa", `{"op":"chip_value","table_min":200,"level":"bajo","declared":200}`, `{"error":"operacion_desconocida"}`},
		{"134.1.a/the other roulette", `{"op":"settle","variant":"americana","number":1,"bets":[]}`, `{"error":"entrada_no_valida"}`},
		{"131.1/another operation", `{"op":"bet"}`, `{"error":"operacion_desconocida"}`},
		{"131.1/no object", `[]`, `{"error":"entrada_no_valida"}`},
	})
	checkEdges(t, "ruleta_americana", Options{}, []edge{
		{"138/no prison at a single bola", `{"op":"settle","number":0,"bets":[{"suerte":"rojo","stake":100,"zero_choice":"prision"}]}`, `{"error":"sin_prision"}`},
		{"138/no choice is needed", `{"op":"settle","number":0,"bets":[{"suerte":"rojo","stake":100}]}`,
			`{"bets":[{"result":"mitad","winnings":0,"returned":50,"pending":0,"net":-50}],"total":{"winnings":0,"returned":50,"pending":0,"net":-50}}`},
		{"139.4/nothing declared", `{"op":"chip_value","table_min":200,"level":"bajo","declared":null}`, `{"ok":true,"value":200}`},
		{"134.1.b/nothing at all", `{"op":"chip_value","table_min":200,"level":"bajo","declared":0}`, `{"ok":false,"reason":"fuera_de_limites"}`},
		{"134.1.b/no minimum", `{"op":"chip_value","level":"bajo"}`, `{"error":"entrada_no_valida"}`},
	})
	checkEdges(t, "ruleta_francesa", Options{Redondeado: true}, []edge{
		{"131.1.b.2/RED-1/half of an odd amount, up", `{"op":"prison_sequence","suerte":"rojo","stake":25,"table_min":25,"spins":[0],"choices":["mitad"]}`,
			`{"events":["mitad"],"status":"mitad","returned":13,"winnings":0,"net":-12,"refund_value":null,"zeros":1}`},
		{"131.1.a.8/RED-1/half a céntimo, up; what is paid is no amount", `{"op":"bet_valid","suerte":"doble_columna","sel":[1,2]}`,
			`{"valid":true,"numbers":[1,2,4,5,7,8,10,11,13,14,16,17,19,20,22,23,25,26,28,29,31,32,34,35],"payout":"1/2"}`},
	})
}

func FuzzRuleta(f *testing.F) { fuzzGame(f, "ruleta_francesa") }

func FuzzRuletaAmericana(f *testing.F) { fuzzGame(f, "ruleta_americana") }
