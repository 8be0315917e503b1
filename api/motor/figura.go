package motor

import (
	"strconv"

	"foliado/domain/jugada"
)

// figuraNumero is a cloth with the number that came out.
func figuraNumero(in hechos, _ respuestaJugada) jugada.Figura {
	return jugada.Figura{Numero: in.Number}
}

// figuraPrision is a cloth with the last number; of rows of cards only the points are known.
func figuraPrision(in hechos, _ respuestaJugada) jugada.Figura {
	if len(in.Spins) == 0 {
		return jugada.Figura{}
	}
	return jugada.Figura{Numero: &in.Spins[len(in.Spins)-1]}
}

// fila is a row of cards with its points.
func (f filaLeida) fila(nombre string) jugada.Fila {
	return jugada.Fila{Nombre: nombre, Cartas: f.Cards, Valor: strconv.Itoa(f.Total)}
}

// figuraTreinta are both rows, when the coup was settled from its cards.
func figuraTreinta(_ hechos, out respuestaJugada) jugada.Figura {
	var f jugada.Figura
	if len(out.Negra.Cards) > 0 {
		f.Filas = append(f.Filas, out.Negra.fila("fila negra"))
	}
	if len(out.Roja.Cards) > 0 {
		f.Filas = append(f.Filas, out.Roja.fila("fila roja"))
	}
	return f
}

func figuraPuntoBanca(_ hechos, out respuestaJugada) jugada.Figura {
	return jugada.Figura{Filas: []jugada.Fila{out.Punto.fila("punto"), out.Banca.fila("banca")}}
}

func figuraBlackJack(_ hechos, out respuestaJugada) jugada.Figura {
	f := jugada.Figura{Filas: []jugada.Fila{out.Dealer.fila("banca")}}
	for k, box := range out.Boxes {
		for i, h := range box.Hands {
			nombre := "casilla " + strconv.Itoa(k+1)
			if len(box.Hands) > 1 {
				nombre += ", mano " + strconv.Itoa(i+1)
			}
			f.Filas = append(f.Filas, h.filaLeida.fila(nombre))
		}
	}
	return f
}

func figuraSinDescarte(in hechos, out respuestaJugada) jugada.Figura {
	mano := in.Jugador
	if len(out.ManoFinal) > 0 {
		mano = out.ManoFinal
	}
	return cardsOf(jugada.Fila{Nombre: "jugador", Cartas: mano}, jugada.Fila{Nombre: "banca", Cartas: in.Banca})
}

func figuraTrijoker(in hechos, out respuestaJugada) jugada.Figura {
	return cardsOf(jugada.Fila{Nombre: "jugador", Cartas: in.Propias, Valor: palabras(out.Categoria)},
		jugada.Fila{Nombre: "comunes", Cartas: in.Comunes})
}

// cardsOf keeps the rows that have cards.
func cardsOf(filas ...jugada.Fila) jugada.Figura {
	var f jugada.Figura
	for _, row := range filas {
		if len(row.Cartas) > 0 {
			f.Filas = append(f.Filas, row)
		}
	}
	return f
}

// figuraDados are the throws, in order.
func figuraDados(in hechos, out respuestaJugada) jugada.Figura {
	var f jugada.Figura
	for k, line := range out.Log {
		if line.T != "roll" {
			continue
		}
		p := in.Steps[k]
		t := jugada.Tirada{Nula: line.Nula != nil, Motivo: palabras(string(p.Event))}
		if len(p.Dice) == len(t.Dados) {
			t.Dados = [2]int(p.Dice)
		}
		f.Tiradas = append(f.Tiradas, t)
	}
	return f
}
