package motor

import "testing"

func TestDadosVectors(t *testing.T) { checkVectors(t, "dados") }

func TestDadosEdges(t *testing.T) {
	checkEdges(t, "dados", Options{}, []edge{
		{"149.2/one die", `{"op":"one_roll","suerte":"field","stake":1,"dice":[1]}`, `{"error":"dados_invalidos"}`},
		{"149.2/in a sequence", `{"op":"sequence","steps":[{"t":"roll","dice":[7,1]}]}`, `{"error":"dados_invalidos"}`},
		{"151.2/nothing is done", `{"op":"sequence","steps":[]}`, `{"log":[],"point":null,"balance":0,"on_table":[]}`},
		{"151.2/another step", `{"op":"sequence","steps":[{"t":"bets"}]}`, `{"error":"entrada_no_valida"}`},
		{"151.2/what is not there", `{"op":"sequence","steps":[{"t":"remove","id":"a"}]}`,
			`{"log":[{"t":"remove","id":"a","accepted":false,"reason":"no_retirable"}],"point":null,"balance":0,"on_table":[]}`},
		{"151.1/not of one throw", `{"op":"one_roll","suerte":"win","stake":1,"dice":[1,1]}`, `{"error":"suerte_desconocida"}`},
		{"151.2.a.5/no stake", `{"op":"one_roll","suerte":"field","dice":[1,1]}`, `{"error":"entrada_no_valida"}`},
		{"151.2.a.5/a stake of nothing", `{"op":"one_roll","suerte":"field","stake":0,"dice":[1,1]}`, `{"error":"entrada_no_valida"}`},
		{"151.2.a.5/the same reference twice", `{"op":"sequence","steps":[{"t":"bet","id":"a","suerte":"field","stake":1},{"t":"bet","id":"a","suerte":"field","stake":1}]}`,
			`{"error":"entrada_no_valida"}`},
		{"153.6/a void throw in a sequence", `{"op":"sequence","steps":[{"t":"bet","id":"a","suerte":"field","stake":5},{"t":"roll","dice":[1,1],"event":"dado_roto"}]}`,
			`{"log":[{"t":"bet","id":"a","accepted":true,"reason":null},{"t":"roll","total":0,"point_before":null,"point_after":null,"shooter_change":false,` +
				`"results":[{"result":"sigue","winnings":0,"returned":0,"pending":5,"net":0,"id":"a"}]}],"point":null,"balance":-5,"on_table":[{"id":"a","stake":5}]}`},
		{"153.6/another event", `{"op":"throw","event":"perdido"}`, `{"error":"entrada_no_valida"}`},
		{"153.6/no event", `{"op":"throw"}`, `{"error":"entrada_no_valida"}`},
		{"153.10/another suerte", `{"op":"shooter","bets":["buy"]}`, `{"error":"suerte_desconocida"}`},
		{"151.2.c/odds of no sencilla with a point", `{"op":"odds_max","suerte":"field","point":4,"flat":1}`, `{"error":"suerte_desconocida"}`},
		{"151.2.c/no point", `{"op":"odds_max","suerte":"win","point":7,"flat":1}`, `{"error":"punto_no_conocido"}`},
		{"152.4/no sencilla", `{"op":"odds_max","suerte":"win","point":4}`, `{"error":"entrada_no_valida"}`},
		{"152.6/another place bet", `{"op":"place_max","kind":"both","numero":4,"max_sencilla":1}`, `{"error":"suerte_desconocida"}`},
		{"152.6/no maximum", `{"op":"place_max","kind":"right","numero":4}`, `{"error":"entrada_no_valida"}`},
		{"152.1/no minimum", `{"op":"simple_max","factor":100}`, `{"error":"entrada_no_valida"}`},
		{"152.3/no maximum", `{"op":"multiple_max","suerte":"horn"}`, `{"error":"entrada_no_valida"}`},
		{"152.3/no múltiple", `{"op":"multiple_max","suerte":"win","max_sencilla":1}`, `{"error":"suerte_desconocida"}`},
		{"152.3/of a fraction", `{"op":"multiple_max","suerte":"horn","max_sencilla":10}`, `{"lowest_max":"5/2","highest_max":"15/2"}`},
		{"151.2.b.2/as printed", `{"op":"one_roll","suerte":"juego7","stake":10,"dice":[3,4]}`, `{"result":"gana","winnings":150,"returned":10,"pending":0,"net":150}`},
		{"151.2.b.2/DAD-A with the regulator's answer", `{"op":"one_roll","suerte":"juego7","stake":10,"dice":[3,4],"juego_7":"4"}`, `{"result":"gana","winnings":40,"returned":10,"pending":0,"net":40}`},
		{"151.2.b.2/DAD-A not offered", `{"op":"one_roll","suerte":"juego7","stake":10,"dice":[3,4],"juego_7":"no"}`, `{"error":"suerte_no_ofrecida"}`},
		{"151.2.b.2/DAD-A not offered in a sequence", `{"op":"sequence","juego_7":"no","steps":[{"t":"bet","id":"a","suerte":"juego7","stake":10}]}`,
			`{"log":[{"t":"bet","id":"a","accepted":false,"reason":"suerte_no_ofrecida"}],"point":null,"balance":0,"on_table":[]}`},
		{"151.2.b.2/DAD-A another payment", `{"op":"one_roll","suerte":"juego7","stake":10,"dice":[3,4],"juego_7":"5"}`, `{"error":"entrada_no_valida"}`},
		{"152.3/DAD-A the range follows the payment", `{"op":"multiple_max","suerte":"juego7","max_sencilla":60000,"juego_7":"4"}`, `{"lowest_max":15000,"highest_max":45000}`},
		{"151.1/another operation", `{"op":"bet"}`, `{"error":"operacion_desconocida"}`},
		{"151.1/no object", `[]`, `{"error":"entrada_no_valida"}`},
	})
	checkEdges(t, "dados", Options{Redondeado: true}, []edge{
		{"152.5/RED-1/a maximum, down", `{"op":"odds_max","suerte":"dont_win","point":5,"flat":333}`, `{"max":499}`},
		{"152.7/a maximum beyond count", `{"op":"place_max","kind":"wrong","numero":4,"max_sencilla":9000000000000000000}`, `{"error":"entrada_no_valida"}`},
		{"152.5/a stake beyond count", `{"op":"odds_max","suerte":"dont_win","point":4,"flat":9000000000000000000}`, `{"error":"entrada_no_valida"}`},
		{"152.3/RED-1/a range, inwards", `{"op":"multiple_max","suerte":"horn","max_sencilla":10}`, `{"lowest_max":3,"highest_max":7}`},
		{"151.2.d.2/RED-1/a gain, up", `{"op":"sequence","steps":[{"t":"bet","id":"a","suerte":"place_wrong","numero":4,"stake":10},{"t":"roll","dice":[3,4]}]}`,
			`{"log":[{"t":"bet","id":"a","accepted":true,"reason":null},{"t":"roll","total":7,"point_before":null,"point_after":null,"shooter_change":false,` +
				`"results":[{"result":"gana","winnings":5,"returned":10,"pending":0,"net":5,"id":"a"}]}],"point":null,"balance":5,"on_table":[]}`},
	})
}

func FuzzDados(f *testing.F) { fuzzGame(f, "dados") }
