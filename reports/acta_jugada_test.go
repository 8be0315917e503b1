package reports

import (
	"errors"
	"io"
	"testing"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/tapete"
)

func number(n int) *int { return &n }

// bolaPrueba is a disputed ball of an americana: a pleno paid one chip short.
func bolaPrueba() ActaJugadaFacts {
	acto := actoPrueba(281, firmada(domain.JefeMesa, "Nuria Cano Rey", "2026-12-01 01:12:04"), firmada(domain.Director, "Elena Prado Ruiz", "2026-12-01 01:20:31"))
	player := firmada(domain.Director, "Elena Prado Ruiz", "2026-12-01 01:22:10")
	player.Quien, player.Nombre, player.Modo, player.Atesta = "Jugador", "Berta Olmo Cid", ModoManuscrita, "Elena Prado Ruiz"
	acto.Firmas = append(acto.Firmas, player)
	ev := evidenciaPrueba(18_501)
	ev.Asientos, ev.Criterios = "7", []string{"FIR-4", "RED-1"}
	apuestas := []tapete.Apuesta{{Suerte: "pleno", Numeros: []int{17}, Apostado: 500}, {Suerte: "caballo", Numeros: []int{0, 2}, Apostado: 500},
		{Suerte: "cuadro", Numeros: []int{16, 17, 19, 20}, Apostado: 1000}, {Suerte: "seisena", Numeros: []int{13, 14, 15, 16, 17, 18}, Apostado: 250},
		{Suerte: "doble_docena", Numeros: []int{1, 2}, Apostado: 2000}, {Suerte: "negro", Apostado: 10000}, {Suerte: "columna", Numeros: []int{2}, Apostado: 500}}
	f := ActaJugadaFacts{Casa: casaPrueba, Evidencia: ev, Mesa: 4, Juego: domain.RuletaAmericana, Numero: 7, Sesion: 12, Jornada: "2026-11-30",
		Hecho: madrid("2026-12-01 01:04:22"), Anotacion: madrid("2026-12-01 01:10:40"), Autor: "Nuria Cano Rey, jefe de mesa", Crupier: "Luis Vega Mora",
		Veredicto: jugada.Discrepante, Diferencia: -500, Articulos: []string{"art. 131.1.a.1", "art. 131.1.a.2", "art. 138"},
		DeclaracionCrupier: "Pagué el pleno con treinta y cuatro fichas porque conté mal la última pila.",
		DeclaracionJugador: "Jugué cinco euros al 17 y faltaba una ficha. Lo dije antes de que tirasen otra bola.",
		Dibujos:            tapete.Of(domain.RuletaAmericana, jugada.Figura{Numero: number(17)}, apuestas),
		Reclamacion: &ReclamacionJugada{Hoja: "R-000214", Reclamante: "Berta Olmo Cid", Camara: "C12, rueda de la mesa 4",
			Desde: madrid("2026-12-01 00:59:22"), Hasta: madrid("2026-12-01 01:09:22"), Conservar: "2027-01-01", Acto: &acto},
	}
	f.Lineas = []LineaJugada{{Apuesta: "pleno 17", Quien: "A, azul", Resultado: "gana", Apostado: 500, Debido: 17500, Pagado: 17000, Devuelto: 500, Conservado: 500,
		Diferencia: -500, Cita: "131.1.a.1"}}
	for _, a := range apuestas[1:] {
		f.Lineas = append(f.Lineas, LineaJugada{Apuesta: a.Suerte, Quien: "B", Resultado: "pierde", Apostado: a.Apostado, Cita: "131.1.a.2"})
	}
	return f
}

// rondaPrueba is a round of black jack that nobody disputes.
func rondaPrueba() ActaJugadaFacts {
	f := bolaPrueba()
	f.Juego, f.Veredicto, f.Diferencia, f.Reclamacion, f.DeclaracionCrupier, f.DeclaracionJugador = domain.BlackJack, jugada.Conforme, 0, nil, "", ""
	f.Articulos, f.Evidencia.Criterios = []string{"art. 52.1.a", "art. 52.1.c"}, []string{"BJ-2"}
	f.Lineas = []LineaJugada{{Apuesta: "casilla 1, mano 1", Quien: "casilla 1", Resultado: "gana", Apostado: 1000, Debido: 1000, Pagado: 1000, Devuelto: 1000, Conservado: 1000, Cita: "52.1.c"},
		{Apuesta: "casilla 1, mano 2", Quien: "casilla 1", Resultado: "pierde", Apostado: 1000, Cita: "52.1.c"},
		{Apuesta: "casilla 2", Quien: "casilla 2", Resultado: "black_jack", Apostado: 501, Debido: 752, Pagado: 752, Devuelto: 501, Conservado: 501, Exacto: "2505/2", Cita: "52.1.a"}}
	f.Dibujos = tapete.Of(domain.BlackJack, jugada.Figura{Filas: []jugada.Fila{
		{Nombre: "banca", Cartas: []string{"9p", "7d", "3c"}, Valor: "19"},
		{Nombre: "casilla 1, mano 1", Cartas: []string{"8t", "5p", "7c"}, Valor: "20"},
		{Nombre: "casilla 1, mano 2", Cartas: []string{"8d", "Td", "Kp"}, Valor: "28"},
		{Nombre: "casilla 2", Cartas: []string{"Ac", "Jt"}, Valor: "21"}}}, nil)
	return f
}

// tiradaPrueba is a void throw of the dice whose acta waits for the player.
func tiradaPrueba() ActaJugadaFacts {
	f := bolaPrueba()
	f.Juego, f.Veredicto, f.Nula, f.Diferencia = domain.Dados, jugada.Nula, "art. 153.6", 0
	f.Articulos = []string{"art. 153.6"}
	f.Lineas = []LineaJugada{{Apuesta: "win (a)", Quien: "A", Resultado: "sigue", Apostado: 500, Devuelto: 500, Conservado: 500, Cita: "153.6"}}
	f.Dibujos = tapete.Of(domain.Dados, jugada.Figura{Tiradas: []jugada.Tirada{{Dados: [2]int{4, 4}}, {Dados: [2]int{3, 6}, Nula: true, Motivo: "montado sobre una ficha"}}}, nil)
	acto := *f.Reclamacion.Acto
	acto.Firmas = []Firma{acto.Firmas[0], {Cargo: domain.Director}, {Quien: "Jugador", Nombre: "Berta Olmo Cid"}}
	f.Reclamacion.Acto = &acto
	return f
}

func jugadaPDF(t *testing.T, f ActaJugadaFacts) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return ActaJugada(w, f, opcionesPrueba) })
}

func TestActaJugada(t *testing.T) {
	text := textOf(t, jugadaPDF(t, bolaPrueba()))
	t.Run("38.3/the complaint and its sheet", func(t *testing.T) {
		wants(t, text, "Acta de jugada", "jugada 7, hoja 1 de ", "Ruleta americana, mesa 4 · bola del 01/12/2026 01:04", "R-000214", "Berta Olmo Cid",
			"faltaba una ficha", "treinta y cuatro fichas", "C12, rueda de la mesa 4", "01/12/2026 00:59 a 01/12/2026", "01/01/2027")
	})
	t.Run("38.3/the settlement bet by bet", func(t *testing.T) {
		wants(t, text, "Pleno 17 A, azul 5,00 175,00 170,00 5,00 / 5,00 −5,00 131.1.a.1", "Con discrepancia", "−5,00 €", "CON DISCREPANCIA",
			"art. 131.1.a.1, art. 131.1.a.2, art. 138 del Reglamento", "criterios FIR-4, RED-1")
	})
	t.Run("FIR-4/the player by hand, attested", func(t *testing.T) {
		wants(t, text, "Jefe de mesa", "Nuria Cano Rey", "Director de juegos", "Jugador", "firma manuscrita en el ejemplar impreso, ante Elena Prado Ruiz")
	})
	t.Run("the cloth has its numbers and its chips", func(t *testing.T) {
		wants(t, text, "1.ª docena", "1–18", "19–36", "20", "2,50")
	})
	t.Run("52.1.a/a round that nobody disputes", func(t *testing.T) {
		text := textOf(t, jugadaPDF(t, rondaPrueba()))
		wants(t, text, "Jugada anotada", "Black jack, mesa 4 · mano del", "Conforme", "Casilla 1, mano 2", "2505/2 céntimos")
		lacks(t, text, "CONFORME", "Reclamación", "Firmas", "Acta de jugada")
	})
	t.Run("153.6/a void throw that waits for signatures", func(t *testing.T) {
		wants(t, textOf(t, jugadaPDF(t, tiradaPrueba())), "PENDIENTE DE FIRMA", "tirada 2 nula", "montado sobre una ficha", "Nula", "art. 153.6", "pendiente de firma")
	})
	t.Run("38.3/an acta that was withdrawn", func(t *testing.T) {
		f := bolaPrueba()
		f.Reclamacion.Acto, f.Reclamacion.Retirada = nil, true
		wants(t, textOf(t, jugadaPDF(t, f)), "ACTA RETIRADA", "se retiró antes")
	})
	t.Run("38.3/two hundred bets", func(t *testing.T) {
		f := bolaPrueba()
		for len(f.Lineas) < jugada.MaxApuestas {
			f.Lineas = append(f.Lineas, f.Lineas[1])
		}
		if ps := pages(t, jugadaPDF(t, f)); len(ps) < 5 {
			t.Errorf("%d sheets", len(ps))
		}
	})
}

func TestActaJugadaErrors(t *testing.T) {
	for name, spoil := range map[string]func(*ActaJugadaFacts){
		"38.3/a difference that is not one":   func(f *ActaJugadaFacts) { f.Lineas[0].Diferencia++ },
		"38.3/a total that is not the sum":    func(f *ActaJugadaFacts) { f.Diferencia++ },
		"38.3/a complaint without its sheet":  func(f *ActaJugadaFacts) { f.Reclamacion.Hoja = "" },
		"133.d/void and nobody says why":      func(f *ActaJugadaFacts) { f.Veredicto = jugada.Nula },
		"no settlement":                       func(f *ActaJugadaFacts) { f.Lineas, f.Diferencia = nil, 0 },
		"FIR-4/by hand and nobody attests it": func(f *ActaJugadaFacts) { f.Reclamacion.Acto.Firmas[2].Atesta = "" },
	} {
		t.Run(name, func(t *testing.T) {
			f := bolaPrueba()
			spoil(&f)
			if err := ActaJugada(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("ActaJugada = %v, want ErrFacts", err)
			}
		})
	}
}
