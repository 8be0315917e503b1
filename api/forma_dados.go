package api

import (
	"strconv"
	"strings"

	"foliado/templates"
)

// nextID is the mark of the next bet of the dados: a, b, c…
func (m *mesaForma) nextID() string {
	n := 0
	for _, s := range m.lista("steps") {
		if step, ok := s.(map[string]any); ok && step["t"] == "bet" {
			n++
		}
	}
	return string(rune('a'+n%26)) + strings.Repeat("x", n/26)
}

// throw puts a throw of the dice.
func (m *mesaForma) throw(field func(string) string) {
	step := map[string]any{"t": "roll"}
	a, err1 := strconv.Atoi(field("dado1"))
	b, err2 := strconv.Atoi(field("dado2"))
	if err1 == nil && err2 == nil {
		step["dice"] = []any{a, b}
	}
	if event := field("incidencia"); event != "" {
		step["event"] = event
	}
	m.hechos["steps"] = append(m.lista("steps"), step)
}

// suertesDados are the suertes of the dados in the words of the form.
var suertesDados = opciones("win", "win", "dont_win", "don't win", "come", "come", "dont_come", "don't come", "field", "field", "big6", "big 6", "big8", "big 8",
	"under7", "under 7", "over7", "over 7", "hardway", "hardway", "juego7", "juego de 7", "juego11", "juego de 11", "any_craps", "any craps", "craps2", "craps 2",
	"craps3", "craps 3", "craps12", "craps 12", "horn", "horn", "odds", "asociada", "place_right", "place, ganar", "place_wrong", "place, perder")

// dice are the choices of the next bet and throw.
func (m *mesaForma) dice() templates.FormaTirada {
	t := templates.FormaTirada{Suertes: suertesDados, Numeros: opciones("", "ninguno", "4", "4", "5", "5", "6", "6", "8", "8", "9", "9", "10", "10"),
		Caras: opciones("1", "1", "2", "2", "3", "3", "4", "4", "5", "5", "6", "6"), Bases: opciones("", "ninguna"),
		Incidencias: opciones("", "bien", "sobre_las_fichas_de_juego", "sobre las fichas (vale)", "cae_de_la_mesa", "cae de la mesa", "dado_roto", "dado roto",
			"dados_superpuestos", "superpuestos", "deslizado_sin_rodar", "deslizado sin rodar", "en_el_cesto_de_reserva", "en el cesto de reserva",
			"lanzamiento_incorrecto", "lanzamiento incorrecto", "montado_sobre_una_ficha", "montado sobre una ficha", "sobre_el_borde", "sobre el borde")}
	for _, s := range m.lista("steps") {
		if step, ok := s.(map[string]any); ok && step["t"] == "bet" {
			id := wordOf(step["id"])
			t.Bases = append(t.Bases, templates.Opcion{Valor: id, Texto: id})
		}
	}
	return t
}
