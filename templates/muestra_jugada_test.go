package templates

import (
	"time"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/tapete"
)

// muestrasJugada are the pages of the jugadas and of the calculator.
func muestrasJugada(m map[string]Pagina) {
	n := 17
	stakes := map[string]domain.Importe{"pleno:17": 500, "caballo:0-2": 500, "cuadro:16-17-19-20": 1000, "seisena:13-14-15-16-17-18": 250, "negro": 10000, "doble_docena:1-2": 2000}
	bets := []LineaJugada{
		{Apuesta: "pleno 17", Quien: "A, azul", Resultado: "gana", Apostado: 500, Debido: 17500, Devuelto: 500, Pagado: 17000, Conservado: 500, Diferencia: -500,
			Articulo: "131.1.a.1", Paga: "170,00", Jugador: "A", Color: "azul"},
		{Apuesta: "negro", Quien: "casilla 12", Resultado: "mitad", Apostado: 501, Devuelto: 251, Conservado: 251, Exacto: "501/2", Articulo: "138", Criterio: "RUL-12", Casilla: "12"},
	}
	marcoMesa := func(titulo, rest string) Marco { return marco(titulo, base+"/mesas/4/jugadas"+rest, domain.JefeMesa) }
	m["jugadas"] = Jugadas{Marco: marcoMesa("Jugadas de la mesa 4", ""), Mesa: 4, Juego: domain.RuletaAmericana, Anota: true, Siguiente: base + "/mesas/4/jugadas?cursor=5",
		Jugadas: []JugadaLinea{
			{Numero: 7, Jornada: "2026-11-30", Hecho: ahora.Add(-time.Hour), Veredicto: jugada.Discrepante, Debido: 17500, Pagado: 17000, Diferencia: -500, Hoja: "R-000214", Conservar: "2026-12-30", Acta: true},
			{Numero: 6, Jornada: "2026-11-30", Hecho: ahora.Add(-2 * time.Hour), Veredicto: jugada.Nula, Articulo: "133.d"},
			{Numero: 5, Jornada: "2026-11-29", Hecho: ahora.Add(-26 * time.Hour), Veredicto: jugada.Conforme, Debido: 3500, Pagado: 3500}}}
	m["jugadas-ninguna"] = Jugadas{Marco: marcoMesa("Jugadas de la mesa 4", ""), Mesa: 4, Juego: domain.BlackJack}
	m["jugada"] = Jugada{Marco: marcoMesa("Bola 7", "/7"), Numero: 7, Mesa: 4, Juego: domain.RuletaAmericana, Veredicto: jugada.Discrepante, Nula: "133.d",
		Hechos:  []Hecho{{"Hora del hecho", FechaHora(ahora)}, {"La anota", "Nuria Cano Rey, Jefe de mesa"}},
		Dibujos: tapete.Of(domain.RuletaAmericana, jugada.Figura{Numero: &n}, []tapete.Apuesta{{Suerte: "pleno", Numeros: []int{17}, Apostado: 500}}),
		Lineas:  bets, Diferencia: -500, Articulos: []string{"131.1.a.1", "138"}, Criterios: []string{"RUL-12", "RED-1"},
		DeclaracionCrupier: "Pagué treinta y cuatro fichas.", DeclaracionJugador: "Faltaba una ficha.", Reclamacion: []Hecho{{"Hoja de reclamaciones", "R-000214"}},
		Acto: "principal-281", Plazas: []Plaza{{Numero: 1, Quien: "Jefe de mesa", Firmante: "Nuria Cano Rey", Modo: "con su clave", Instante: ahora}, {Numero: 3, Quien: "Jugador"}},
		PDF: "/api/v1" + base + "/mesas/4/jugadas/7.pdf", Vuelve: base + "/mesas/4/jugadas"}
	nueva := NuevaJugada{Marco: marcoMesa("Anotar una bola", "/nueva"), Mesa: 4, Queja: FormaReclamacion{Hoja: "R-000214", Reclamante: "Berta Olmo Cid"},
		Forma: FormaJugada{Juego: domain.RuletaAmericana, Hechos: `{"number":17}`, Ficha: "5", Pulsado: "pleno:17", Pano: PanoDe(domain.RuletaAmericana, stakes, &n),
			Campos:  []CampoJugada{{Nombre: "number", Titulo: "Número salido", Valor: "17"}, {Nombre: "void", Titulo: "Tirada nula (art. 133.d)", Si: true}},
			Puestas: []Puesta{{Numero: 1, Texto: "pleno 17, 5,00 €"}, {Numero: 2, Texto: "negro, 5,01 €", Elige: []Opcion{{Valor: "mitad", Texto: "recibe la mitad", Elegida: true}}}},
			Lineas:  bets, Anota: true, Colores: jugada.Colores, Articulos: []string{"131.1.a.1"}, Criterios: []string{"RUL-12"}}}
	m["jugada_nueva"] = nueva
	cards := FormaJugada{Juego: domain.BlackJack, Hechos: "{}", Ficha: "5", Pulsado: "carta:Ap", Listas: []ListaCartas{{"shoe", "Cartas del sabot", []string{"Ap", "Tc"}}}, Destino: "shoe",
		Mazo: Mazo(), Casillas: true, Falta: "Los hechos no están escritos como pide el juego: faltan cartas",
		Dibujos: tapete.Of(domain.BlackJack, jugada.Figura{Filas: []jugada.Fila{{Nombre: "banca", Cartas: []string{"Ap", "Tc"}, Valor: "21"}}}, nil)}
	games := []Opcion{{Valor: "ruleta_francesa", Texto: "Ruleta francesa"}, {Valor: "black_jack", Texto: "Black jack", Elegida: true}}
	m["calculadora"] = Calculadora{Marco: marco("Calculadora", "/calculadora/black_jack", domain.FuncionarioInspector), Juegos: games, Forma: cards}
	choice := []Opcion{{Valor: "1", Texto: "1"}, {Valor: "2", Texto: "2"}}
	dice := FormaJugada{Juego: domain.Dados, Hechos: "{}", Ficha: "5", Dados: true, Tira: FormaTirada{choice, choice, choice, choice, choice}, Nula: "153.6",
		Campos: []CampoJugada{{Nombre: "x", Titulo: "Una elección", Opciones: choice, Ayuda: "ayuda"}}, Suertes: choice}
	m["calculadora-dados"] = Calculadora{Marco: marco("Calculadora", "/calculadora/dados", domain.Director), Juegos: games, Forma: dice}
	seats := FormaJugada{Juego: domain.PoquerCirculo, Hechos: "{}", Ficha: "20", Jugadores: true, Puestas: []Puesta{{Numero: 1, Texto: "puesto 3, 20,00 €"}},
		Listas: []ListaCartas{{"propias-1", "Puesto 3", []string{"Ap"}}}, Destino: "propias-1", Mazo: Mazo()}
	m["calculadora-poquer"] = Calculadora{Marco: marco("Calculadora", "/calculadora/poquer_circulo", domain.Director), Juegos: games, Forma: seats}
	bola := FormaJugada{Juego: domain.Bola, Hechos: "{}", Ficha: "1", Pano: PanoDe(domain.Bola, map[string]domain.Importe{"pleno:5": 100}, nil)}
	m["calculadora-bola"] = Calculadora{Marco: marco("Calculadora", "/calculadora/bola", domain.Director), Juegos: games, Forma: bola}
}
