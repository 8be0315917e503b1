package templates

import (
	"foliado/domain"
)

// addCirculo adds the sample pages of the tables of círculo and of their tournaments.
func addCirculo(m map[string]Pagina) {
	gente := []Opcion{{Valor: "p5", Texto: "Nerea Solís Vega", Elegida: true}, {Valor: "p6", Texto: "Iván Lasso Prieto"}}
	k := MesaCirculo{Dirige: true, Panos: true, Responsable: gente, Crupieres: gente, Cambistas: gente, Campos: map[string]string{"apuesta_minima": "10,00"},
		Modalidades: []Opcion{{Valor: "limitada", Texto: "Banca limitada", Elegida: true}, {Valor: "libre", Texto: "Banca libre"}}}
	page := Mesa{Marco: marco("Mesa 8", base+"/mesas/8", domain.Director), Admite: true, Puede: true, Libro: "beneficios-8", Circulo: &k,
		Mesa: MesaTablero{Numero: 8, Juego: domain.BacaraDosPanos, Autorizado: 1_000}}
	m["mesa-circulo"] = page
	poker := k
	poker.Panos, poker.Poquer, poker.Dotacion, poker.Temporada, poker.Beneficio = false, true, 500_000, "2026-2027", "el 5 % de cada mano"
	poker.Espera = []Aspirante{{Orden: 1, Puesto: 3, Jugador: "Ana R.", Hora: ahora}, {Orden: 2, Jugador: "Luis C.", Hora: ahora}}
	poker.Primero, poker.Sorteos = 2, []Sorteo{{Compromiso: "630dcd", Semilla: "000102", Asunto: "mesa 9: puestos de 1 2", Hora: ahora}}
	poker.Variantes = []Opcion{{Valor: "holdem", Texto: "Hold'em", Elegida: true}}
	page.Mesa.Juego, page.Circulo = domain.PoquerCirculo, &poker
	m["mesa-poquer"] = page
	abierta := k
	abierta.Dotacion, abierta.ConCaja, abierta.Folio = 500_000, true, base+"/libros/beneficios-8/folios/1"
	abierta.Hechos = []Hecho{{"Juego", "Bacará a dos paños"}, {"Crupier", "Nerea Solís Vega"}}
	abierta.Bancas = []LineaBanca{{Talla: 1, Banquero: "Nuria Salvatierra", Hora: ahora, Importe: 1_000_000, Deposito: 1_000_000}}
	abierta.Pozo, abierta.Fichas, abierta.Dinero = Recuento{Nombre: "pozo", Titulo: "Pozo"}, Recuento{Nombre: "fichas", Titulo: "Fichas"}, Recuento{Nombre: "dinero", Titulo: "Dinero"}
	page.Mesa.Juego, page.Circulo = domain.BacaraDosPanos, &abierta
	page.Mesa.Sesion = &SesionMesa{Folio: 1, ApuestaMinima: 1_000, Maximos: "banca limitada", Apertura: ahora, Abierta: true}
	page.Otros = OtrosMovimientos{Dirige: true, Servicio: "en_servicio"}
	m["mesa-circulo-abierta"] = page
	m["torneos-circulo"] = TorneosCirculo{Marco: marco("Torneos de juegos de círculo", base+"/torneos-circulo", domain.Director), Manda: true,
		Juegos: []Opcion{{Valor: "poquer_circulo", Texto: "Póquer de círculo"}},
		Torneos: []TorneoCirculo{{Numero: 2, Nombre: "Copa de invierno", Juego: domain.PoquerCirculo, Fecha: "2026-12-10", PDF: "/x.pdf",
			Aviso: "Falta presentar al regulador, antes del 10/12/2026, la declaración responsable del torneo de póquer de círculo"},
			{Numero: 1, Nombre: "Copa de otoño", Juego: domain.PoquerCirculo, Fecha: "2026-11-01", Presentada: "2026-10-20", Referencia: "REG-44/2026", Inicio: ahora, PDF: "/x.pdf"}}}
}
