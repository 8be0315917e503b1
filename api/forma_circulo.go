package api

import (
	"strconv"

	"foliado/domain"
	"foliado/domain/poquer"
	"foliado/templates"
)

// What each side of a bacará says of its two cards.
var (
	dichos      = opciones("", "no habla", "carta", "carta", "no", "no")
	campoCuadro = campoHechos{nombre: "cuadro", titulo: "El banquero pidió el cuadro", clase: campoSi}
	campoBanco  = campoHechos{nombre: "hace_banco", titulo: "Un jugador hace banco", clase: campoSi}
)

func campoDicho(nombre, titulo string) campoHechos {
	return campoHechos{nombre: nombre, titulo: titulo, clase: campoOpcion, opciones: dichos}
}

// The forms of the games among players (arts. 76, 89, 117 to 119).
var (
	formaChemin = formaDe{suertes: []string{"punto"}, listas: []templates.ListaCartas{lista("cards", "Cartas del sabot, en su orden")}, puestas: "bets",
		campos: []campoHechos{{nombre: "bank", titulo: "Banca", clase: campoImporte}, campoDicho("punto", "El punto dice"), campoDicho("banquero", "El banquero dice"),
			campoCuadro, campoBanco, {nombre: "autorizado", titulo: "La dirección le dejó decidir (art. 76.4)", clase: campoSi},
			{nombre: "consejo", titulo: "El punto pidió consejo (art. 76.5)", clase: campoSi},
			{nombre: "hecho", titulo: "Incidencia que anula", clase: campoOpcion, opciones: opciones("", "ninguna", "cartas_pegadas", "cartas pegadas (art. 78.4)",
				"error_no_rectificable", "error del crupier sin arreglo (art. 79.1)")}}}
	formaPanos = formaDe{suertes: []string{"pano1", "pano2", "raya"}, listas: []templates.ListaCartas{lista("cards", "Cartas del sabot, en su orden")}, puestas: "bets",
		campos: []campoHechos{{nombre: "mode", titulo: "Modalidad", clase: campoOpcion, opciones: opciones("limitada", "banca limitada", "libre", "banca libre")},
			{nombre: "bank", titulo: "Banca, si es limitada", clase: campoImporte}, campoDicho("pano1", "El primer paño dice"),
			campoDicho("pano2", "El segundo paño dice"), campoDicho("banquero", "El banquero dice"), campoCuadro, campoBanco,
			{nombre: "unidad", titulo: "Unidad de la apuesta entre paños", clase: campoImporte},
			{nombre: "hecho", titulo: "Incidencia que anula", clase: campoOpcion, opciones: opciones("", "ninguna", "cartas_pegadas", "cartas pegadas (arts. 78.4, 91)",
				"reparto_irregular", "reparto irregular sin arreglo (art. 92)", "cartas_de_la_banca_sin_ver", "cartas de la banca a la cesta sin verse (art. 92)")}}}
	formaPoquer = formaDe{jugadores: true, puestas: "jugadores", listas: []templates.ListaCartas{lista("comunes", "Comunes")},
		campos: []campoHechos{{nombre: "variante", titulo: "Variante", clase: campoOpcion, opciones: variantesPoquer()},
			{nombre: "mano", titulo: "Puesto de la mano", clase: campoEntero},
			{nombre: "centesimas", titulo: "Beneficio de la casa por mano", ayuda: "en centésimas de por ciento: 500 es el 5 %", clase: campoEntero},
			{nombre: "abre", titulo: "Puesto que abrió, en el cubierto", clase: campoEntero},
			{nombre: "manos_en_blanco", titulo: "Manos en blanco antes", clase: campoEntero},
			{nombre: "cubierta", titulo: "Otro cubrió su última apuesta (art. 122.3)", clase: campoSi},
			{nombre: "hecho", titulo: "Error de reparto", clase: campoOpcion, opciones: opciones("", "ninguno", string(poquer.OrdenIncorrecto), "orden incorrecto",
				string(poquer.NumeroIncorrecto), "cartas de más o de menos", string(poquer.CartaAjena), "carta ajena", string(poquer.BocaArriba), "cartas boca arriba en la baraja",
				string(poquer.BarajaDefectuosa), "baraja incompleta o defectuosa", string(poquer.PrimeraBocaArriba), "primera carta boca arriba",
				string(poquer.StudCubiertasVistas), "cubiertas del stud, vistas")},
			{nombre: "numero", titulo: "Cuántas, si se cuentan", clase: campoEntero},
			{nombre: "vistas", titulo: "Se vieron", clase: campoSi},
			{nombre: "corregible", titulo: "Se corrigió antes de apostar", clase: campoSi}}}
)

func variantesPoquer() []templates.Opcion {
	var os []templates.Opcion
	for _, v := range poquer.Variantes() {
		os = append(os, templates.Opcion{Valor: string(v.Nombre), Texto: variantes[string(v.Nombre)]})
	}
	return os
}

// nombreSuerte is a suerte as people say it.
func nombreSuerte(s string) string {
	switch s {
	case "pano1":
		return "primer paño"
	case "pano2":
		return "segundo paño"
	case "raya":
		return "entre los dos paños"
	}
	return s
}

// prefijoPropias names the list of the cards of a player, by his place in the facts.
const prefijoPropias = "propias-"

// listas are the rows of cards of the form: those of its game, those of each player and, of a
// hand that somebody opened, with what he did.
func (m *mesaForma) listas() []templates.ListaCartas {
	if !m.forma.jugadores {
		return m.forma.listas
	}
	var ls []templates.ListaCartas
	for k, p := range m.lista(m.forma.puestas) {
		x, _ := p.(map[string]any)
		ls = append(ls, lista(prefijoPropias+strconv.Itoa(k+1), "Puesto "+strconv.FormatInt(intOf(x["puesto"]), 10)))
	}
	ls = append(ls, m.forma.listas...)
	if intOf(m.hechos["abre"]) > 0 {
		ls = append(ls, lista("apertura", "Cartas con que abrió"))
	}
	return ls
}

// holder is where the facts keep a row of cards.
func (m *mesaForma) holder(nombre string) (map[string]any, string) {
	n, ok := strconv.Atoi(nombre[min(len(nombre), len(prefijoPropias)):])
	players := m.lista(m.forma.puestas)
	if !m.forma.jugadores || ok != nil || n < 1 || n > len(players) {
		return m.hechos, nombre
	}
	x, isMap := players[n-1].(map[string]any)
	if !isMap {
		return m.hechos, nombre
	}
	return x, "propias"
}

func (m *mesaForma) cartas(nombre string) []any {
	h, key := m.holder(nombre)
	l, _ := h[key].([]any)
	return l
}

func (m *mesaForma) setCartas(nombre string, cartas []any) {
	h, key := m.holder(nombre)
	if len(cartas) == 0 {
		delete(h, key)
		return
	}
	h[key] = cartas
}

// seat puts a player of a póquer on the table with what he put into the hand.
func (m *mesaForma) seat(player map[string]any, stake int64, field func(string) string) {
	delete(player, "stake")
	n, err := strconv.Atoi(field("puesto"))
	if err != nil {
		m.errors["puesto"] = "Puesto: se escribe con cifras"
		return
	}
	player["puesto"], player["aportado"] = n, stake
	if field("retirado") != "" {
		player["retirado"] = true
	}
}

// seatWords says who is on the table: "puesto 3, 20,00 €, se retiró".
func seatWords(x map[string]any) string {
	s := "puesto " + strconv.FormatInt(intOf(x["puesto"]), 10) + ", " + domain.Importe(intOf(x["aportado"])).String()
	if x["retirado"] == true {
		s += ", se retiró"
	}
	return s
}
