package registers

import (
	"context"
	"fmt"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoCambioJuego is the kind of the asiento with which the book of a reversible table ends
// for one game and begins for the other.
const TipoCambioJuego = "CambioJuego"

// otroJuego is the closed list of art. 30.4: into which game a reversible table may turn.
var otroJuego = map[domain.Juego]domain.Juego{
	domain.BlackJack:         domain.PoquerSinDescarte,
	domain.PoquerSinDescarte: domain.BlackJack,
}

// ChangeJuego turns a reversible table, closed, into its other game (art. 30.4). Its book
// ends at its last folio for the former game and goes on from the next for the new one,
// each folio with its exact name (arts. 40.1.a, 40.1.b; criterio LIB-2). The minima become
// those of the new game. Refused: a table not reversible, open or with an act pending, or a
// game or one table more of it not authorised.
func (c *Casa) ChangeJuego(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, juego domain.Juego) (Mesa, error) {
	var m Mesa
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		var err error
		if m, err = findMesa(db, establecimiento, mesa); err != nil {
			return err
		}
		if !m.Reversible || otroJuego[m.Juego] != juego {
			return norma.Breach(art("30.4"), ErrReversible)
		}
		s, open, err := openSesion(db, establecimiento, mesa)
		if err != nil {
			return err
		}
		if open {
			return norma.Errorf(art("30.4"), "%w: cambia de juego cuando se cierra, no en el folio %d", ErrMesaAbierta, s.Folio)
		}
		if err := checkNoPending(db, establecimiento, mesa); err != nil {
			return err
		}
		a, err := CurrentAutorizacion(db, establecimiento)
		if err != nil {
			return err
		}
		j, err := a.checkMesa(db, juego)
		if err != nil {
			return err
		}
		return m.changeJuego(tx, autor, hora, a, j)
	})
	return m, err
}

func (m *Mesa) changeJuego(tx *escritor.Tx, autor Autor, hora Hora, a Autorizacion, j JuegoAutorizado) error {
	if err := libros.CheckApuestaMinima(j.Juego, j.Banda(), j.Minimo); err != nil {
		return err
	}
	folios, err := lastFolios(tx.DB(), m.Establecimiento)
	if err != nil {
		return err
	}
	libro := LibroAnticipos(m.Numero)
	b := diario.Borrador{
		Establecimiento: m.Establecimiento,
		Libro:           libro,
		Tipo:            TipoCambioJuego,
		Datos: []diario.Dato{
			datoEntero("mesa", m.Numero),
			{Nombre: "juego_anterior", Valor: string(m.Juego)},
			{Nombre: "juego", Valor: string(j.Juego)},
			datoEntero("ultimo_folio", folios[libro]),
		},
	}
	m.Juego, m.MinimoAutorizado, m.MinimoPrevisto = j.Juego, j.Minimo, j.Minimo
	if err := m.append(tx, autor, hora, a); err != nil {
		return err
	}
	hora.Motivo = "" // said once, with the table
	hora.stamp(&b, autor)
	if _, err := tx.Append(b); err != nil {
		return err
	}
	tx.Recurso(201, fmt.Sprint(m.Numero))
	return nil
}
