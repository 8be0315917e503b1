package templates

import (
	"strings"

	"foliado/domain"
	"foliado/domain/tapete"
)

// addTorneo adds the sample pages of the mus tournaments.
func addTorneo(m map[string]Pagina) {
	path := base + "/torneos"
	m["torneos"] = Torneos{Marco: marco("Torneos de mus", path, domain.Director), Manda: true,
		Torneos: []TorneoBreve{{Numero: 1, Nombre: "Torneo de otoño", Anunciado: ahora, Parejas: 3, Estado: "ronda 1 en juego"}}}
	cabeza := CabezaTorneo{Numero: 1, Nombre: "Torneo de otoño", Estado: "Ronda 1 en juego", PDF: "/x.pdf"}
	jueces := []Opcion{{Valor: "1", Texto: "1 · Leonor Prat"}}
	parejas := []ParejaTorneo{{Puesto: 1, Numero: 1, Pareja: "Iria Castro y Jon Peña", Estado: "en juego", Jugadas: 1, Ganadas: 1, AFavor: 4, EnContra: 2},
		{Puesto: 2, Numero: 2, Pareja: "Lía Sáez y Ciro Sanz", Estado: "eliminada", Jugadas: 1, AFavor: 2, EnContra: 4}}
	partida := PartidaBreve{Ronda: 1, Partida: 1, Mesa: 1, Hora: ahora, Numeros: [2]int{1, 2}, Parejas: [2]string{"Iria Castro y Jon Peña", "Lía Sáez y Ciro Sanz"}, Gana: -1, Primera: true,
		Avisos: []Aviso{{Texto: "Pasado el tiempo de cortesía, la pareja que no está pierde la partida", Articulo: "Reglamento de Mus 56"}}}
	jugada := partida
	jugada.Gana, jugada.Resultado, jugada.Avisos = 0, "4-2", nil
	ronda := RondaTorneo{Base: path + "/1", Numero: 1, Sorteada: ahora, Comienza: ahora, Juez: "Leonor Prat", Compromiso: strings.Repeat("77aa01ef", 8), Semilla: strings.Repeat("01", 32),
		Exenta: "3 · Una y Dos", Partidas: []PartidaBreve{partida, jugada}}
	m["torneo"] = Torneo{Marco: marco("Torneo de otoño", path+"/1", domain.Director), CabezaTorneo: cabeza, Puede: true, Inscribe: true, Compromete: true, Ronda: 1,
		Hechos: []Hecho{{"Parejas", "3"}}, Parejas: parejas, Sustituye: []Opcion{{Valor: "1-1", Texto: "1-1 · Iria Castro"}}, Rechazadas: 1}
	m["torneo-ronda"] = Torneo{Marco: marco("Torneo de otoño", path+"/1", domain.Director), CabezaTorneo: cabeza, Puede: true, Sortea: true, Pendientes: 1, Ronda: 2, Compromiso: ronda.Compromiso,
		Jueces: jueces, EnCurso: &ronda, Sorteos: []RondaTorneo{ronda}, Parejas: parejas}
	fin := cabeza
	fin.Campeon, fin.Terminado = "Iria Castro y Jon Peña", true
	m["cuadro-torneo"] = CuadroTorneo{Marco: marco("Cuadro", path+"/1/cuadro", domain.JefeMesa), CabezaTorneo: fin, Rondas: []RondaTorneo{ronda}, Clasificacion: parejas,
		Dibujo: tapete.Cuadro([][]tapete.Cruce{{{Numeros: jugada.Numeros, Parejas: jugada.Parejas, Resultado: "4-2"}, {Numeros: [2]int{3}, Parejas: [2]string{"Una y Dos"}, Gana: -1}}}, fin.Campeon)}
	m["partida-torneo"] = PartidaTorneo{Marco: marco("Partida 1 de la ronda 1", path+"/1/rondas/1/partidas/1", domain.JefeMesa), CabezaTorneo: cabeza, PartidaBreve: partida, Puede: true, Acta: "/x.pdf",
		Hechos: []Hecho{{"Mesa", "1"}}, Firmas: jueces, Pierden: jueces, Causas: jueces, Sanciones: jueces, Clases: jueces, Jueces: jueces, Propuestas: []Hecho{{"A la pareja 1", "apercibimiento"}},
		Notas: []string{"18:00 Pareja 1: apercibimiento."}, Dialogo: 60, Respuesta: 120}
}
