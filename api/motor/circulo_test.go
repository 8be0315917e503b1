package motor

import "testing"

func TestCirculoVectors(t *testing.T) {
	checkPoquerVectors(t, "circulo_manos")
	checkPoquerVectors(t, "circulo_juego")
}

func TestCirculoEdges(t *testing.T) {
	checkEdges(t, "circulo", Options{}, []edge{
		{"111/another variant", `{"op":"evaluar","variante":"razz","cartas":["At","Kt","Qt","Jt","Tt"]}`, `{"error":"variante_desconocida"}`},
		{"111/no variant to compare", `{"op":"comparar"}`, `{"error":"variante_desconocida"}`},
		{"111/no variant to show", `{"op":"mejor_mano"}`, `{"error":"variante_desconocida"}`},
		{"111/no variant to win", `{"op":"ganadores"}`, `{"error":"variante_desconocida"}`},
		{"111/no variant to speak", `{"op":"primero_en_hablar"}`, `{"error":"variante_desconocida"}`},
		{"111/another variant to draw", `{"op":"rehacer_mazo","variante":"razz"}`, `{"error":"variante_desconocida"}`},
		{"126.2/a six", `{"op":"evaluar","variante":"five_stud","cartas":["6t","Kt","Qt","Jt","Tt"]}`, `{"error":"carta_fuera_de_la_baraja"}`},
		{"117.1/four cards", `{"op":"evaluar","variante":"holdem","cartas":["Kt","Qt","Jt","Tt"]}`, `{"error":"numero_de_cartas"}`},
		{"113.1/no card", `{"op":"evaluar","variante":"holdem","cartas":["1t"]}`, `{"error":"carta_no_valida"}`},
		{"113.1/no card to compare", `{"op":"comparar","variante":"holdem","a":["1t"]}`, `{"error":"carta_no_valida"}`},
		{"113.1/nor of the other", `{"op":"comparar","variante":"holdem","b":["1t"]}`, `{"error":"carta_no_valida"}`},
		{"113.1/nor of his own", `{"op":"mejor_mano","variante":"holdem","propias":["1t"]}`, `{"error":"carta_no_valida"}`},
		{"113.1/nor for all", `{"op":"mejor_mano","variante":"holdem","comunes":["1t"]}`, `{"error":"carta_no_valida"}`},
		{"113.1/nor for all the players", `{"op":"ganadores","variante":"holdem","comunes":["1t"]}`, `{"error":"carta_no_valida"}`},
		{"113.1/nor of one of them", `{"op":"ganadores","variante":"holdem","jugadores":[{"propias":["1t"]}]}`, `{"error":"carta_no_valida"}`},
		{"113.1/a card of both", `{"op":"comparar","variante":"holdem","a":["At","Kt","Qt","Jt","Tt"],"b":["At","Kd","Qd","Jd","Td"]}`, `{"error":"carta_repetida"}`},
		{"125.1/three common ones", `{"op":"mejor_mano","variante":"holdem","propias":["At","Kt"],"comunes":["Qt","Jt","Tt"]}`, `{"error":"numero_de_comunes"}`},
		{"118.8/nobody shows", `{"op":"ganadores","variante":"holdem","jugadores":[]}`, `{"error":"sin_jugadores"}`},
		{"113.2/twice", `{"op":"ganadores","variante":"five_stud","jugadores":[{"id":"1","propias":["At","Kt","Qt","Jt","Tt"]},{"id":"1","propias":["Ad","Kd","Qd","Jd","Td"]}]}`, `{"error":"jugador_repetido"}`},
		{"113.2/eleven", `{"op":"ganadores","variante":"five_stud","jugadores":[{},{},{},{},{},{},{},{},{},{},{}]}`, `{"error":"puesto_no_valido"}`},
		{"121.3/less than none", `{"op":"apertura","variante":"cubierto52","cartas":["At","Kt","Qt","Jt","Tt"],"manos_en_blanco":-1}`, `{"error":"manos_en_blanco_no_validas"}`},
		{"121.3/falsely", `{"op":"jugada_falsa","variante":"cubierto52","cartas_apertura":["At","Kt","Qt","Jt","Tt"],"manos_en_blanco":-1}`, `{"error":"manos_en_blanco_no_validas"}`},
		{"121.1/no hand", `{"op":"apertura","variante":"cubierto52"}`, `{"error":"numero_de_cartas"}`},
		{"122.3/no hand", `{"op":"jugada_falsa","variante":"cubierto52"}`, `{"error":"numero_de_cartas"}`},
		{"122.3/it was good", `{"op":"jugada_falsa","variante":"cubierto52","cartas_apertura":["At","Kt","Qt","Jt","Tt"],"manos_en_blanco":0,"ultima_apuesta_cubierta":true}`, `{"falsa":false,"puede_ganar":true,"fichas":"normal"}`},
		{"121.3/no deal", `{"op":"abrir_bote","variante":"cubierto52","repartos":[]}`, `{"error":"sin_jugadores"}`},
		{"121.3/a deal without cards", `{"op":"abrir_bote","variante":"cubierto52","repartos":[[{"puesto":1}]]}`, `{"error":"numero_de_cartas"}`},
		{"121.5/made again", `{"op":"rehacer_mazo","baraja":["2t","3t","4t","5t","6t"],"descartes":[{"puesto":1,"cartas":["Ac","Kc"]},{"puesto":2,"cartas":["9d"]},{"puesto":3,"cartas":["Qc","Jc","Tc"]}],"abridor":1}`,
			`{"de_la_baraja":{"1":["2t","3t"],"2":["4t"],"3":["5t"]},"se_rehace_en":3,"nuevo_mazo":["6t","9d"]}`},
		{"121.4/enough", `{"op":"rehacer_mazo","variante":"cubierto32","baraja":["7t","8t"],"descartes":[{"puesto":1,"cartas":["Ac","Kc"]},{"puesto":2,"cartas":[]}],"abridor":1}`,
			`{"de_la_baraja":{"1":["7t","8t"],"2":[]},"se_rehace_en":null,"nuevo_mazo":null}`},
		{"113.1/no stub", `{"op":"rehacer_mazo","baraja":["1t"],"abridor":1}`, `{"error":"carta_no_valida"}`},
		{"113.1/no discard", `{"op":"rehacer_mazo","descartes":[{"cartas":["1t"]}],"abridor":1}`, `{"error":"carta_no_valida"}`},
		{"113.2/nobody opened", `{"op":"rehacer_mazo","baraja":["2t"]}`, `{"error":"puesto_no_valido"}`},
		{"123.3/no place", `{"op":"primero_en_hablar","variante":"seven_stud","intervalo":1,"mano":1,"descubiertas":{"11":["2t"]}}`, `{"error":"puesto_no_valido"}`},
		{"123.3/no card", `{"op":"primero_en_hablar","variante":"seven_stud","intervalo":1,"mano":1,"descubiertas":{"1":["1t"]}}`, `{"error":"carta_no_valida"}`},
		{"123.1/a sixth interval", `{"op":"primero_en_hablar","variante":"seven_stud","intervalo":6,"mano":1,"descubiertas":{"1":["2t"]}}`, `{"error":"intervalo_no_valido"}`},
		{"118.7/nobody bet", `{"op":"orden_de_mostrar","activos":[1,3,5],"ultimo_apostante":null,"mano":4}`, `{"orden":[5,1,3]}`},
		{"118.7/nobody", `{"op":"orden_de_mostrar","activos":[],"ultimo_apostante":1}`, `{"error":"sin_jugadores"}`},
		{"117.3.a/another limit", `{"op":"apuesta_maxima","modo":"libre","bote":10}`, `{"error":"modo_desconocido"}`},
		{"117.3.a/no limit to raise", `{"op":"subida_maxima","modo":"bote_sin_limite","bote":10,"debe":5}`, `{"maximo":null}`},
		{"123.2.b/before the sixth card", `{"op":"limite_seven_stud","modo":"bote_limitado","intervalo":2}`, `{"maximo":null}`},
		{"113.3.a/six per cent", `{"op":"beneficio_mano","aportado":1000,"centesimas_de_por_ciento":600}`, `{"permitido":false,"beneficio":null}`},
		{"113.3.b/a quarter", `{"op":"beneficio_sesion","base":10000,"por_ciento":25}`, `{"permitido":false,"beneficio":null}`},
		{"118.1/a long wait", `{"op":"estado_mesa","jugadores":3,"minutos_suspendida":9223372036854775807}`, `{"estado":"puede_cerrarse"}`},
		{"118.1/less than none", `{"op":"estado_mesa","jugadores":-1,"minutos_suspendida":0}`, `{"error":"entrada_no_valida"}`},
		{"118.9/no restos", `{"op":"reparto_empate","bote":10,"restos":[0]}`, `{"error":"restos_no_validos"}`},
		{"118.3/all left", `{"op":"botes","jugadores":[{"id":"1","aportado":5,"retirado":true}]}`, `{"error":"todos_retirados"}`},
		{"118.3/less than nothing in front", `{"op":"acciones","resto":-1}`, `{"error":"importe_no_valido"}`},
		{"119.3.c/less than nothing put", `{"op":"fichas","debe":20,"pone":-1}`, `{"error":"importe_no_valido"}`},
		{"123.3/nobody to deal to", `{"op":"septima_carta","quedan":2,"cartas_muertas":4,"descartes":0,"jugadores":0}`, `{"error":"sin_jugadores"}`},
		{"119.1/another fact", `{"op":"error_reparto","hecho":"llueve"}`, `{"error":"hecho_desconocido"}`},
		{"119.3/another fact", `{"op":"error_jugador","hecho":"llueve"}`, `{"error":"hecho_desconocido"}`},
		{"117.3.a/half a céntimo", `{"op":"apuesta_maxima","modo":"split_limit","bote":10.5}`, `{"error":"entrada_no_valida"}`},
		{"111/no operation", `{}`, `{"error":"operacion_desconocida"}`},
	})
}

func FuzzCirculo(f *testing.F) { fuzzGame(f, "circulo", "circulo_manos", "circulo_juego") }
