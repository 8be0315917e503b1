package registers

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoReclamacionJugada is a complaint that comes after its jugada was put on record.
const TipoReclamacionJugada = "ReclamacionJugada"

// ErrReclamada: the jugada is disputed already and its acta stands.
var ErrReclamada = errors.New("esa jugada ya tiene su reclamación, y su acta sigue en pie")

// ReclamacionFacts are the facts of a complaint of a jugada on record: its sheet and the
// recording to keep, who complains and what both sides say, the last three personal values.
type ReclamacionFacts struct {
	Reclamacion        jugada.Reclamacion
	Reclamante         string
	DeclaracionCrupier string
	DeclaracionJugador string
}

// ClaimJugada disputes a jugada that was put on record without a complaint, or whose acta
// was withdrawn or expired, and proposes its acta (art. 38.3, criterio FIR-4). It may come at
// any later hour: of the same night or of another day. It returns ErrEstablecimiento,
// ErrMesa, ErrJugada, ErrReclamada, or a breach of the hour or of the complaint.
func (c *Casa) ClaimJugada(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, n int64, f ReclamacionFacts) (Acto, error) {
	var acta Acto
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
		acta, err = c.claimJugada(tx, autor, c.settle(tx, hora), establecimiento, mesa, n, f)
		return err
	})
	return acta, err
}

func (c *Casa) claimJugada(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, mesa int, n int64, f ReclamacionFacts) (Acto, error) {
	db := tx.DB()
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return Acto{}, err
	}
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return Acto{}, err
	}
	fila, ok, err := findOne[filaJugada](db.Where("establecimiento = ? AND mesa = ? AND jugada = ?", establecimiento, mesa, n))
	if err != nil {
		return Acto{}, fmt.Errorf("read jugada %d of table %d: %w", n, mesa, err)
	}
	if !ok {
		return Acto{}, ErrJugada
	}
	hoja, err := readAsiento(db, fila.Posicion)
	if err != nil {
		return Acto{}, err
	}
	if fila.Hoja != "" {
		j := Jugada{ResumenJugada: fila.resumen(), Establecimiento: domain.Establecimiento{ID: establecimiento}}
		if err := j.loadActo(db); err != nil {
			return Acto{}, err
		}
		if !j.Acto.Estado.Caido() {
			return Acto{}, norma.Breach(art("38.3"), ErrReclamada)
		}
	}
	a, err := CurrentAutorizacion(db, establecimiento)
	if err != nil {
		return Acto{}, err
	}
	if err := hora.check(tx, hoja.Hecho, a.Parametros.Margen()); err != nil {
		return Acto{}, err
	}
	if err := f.Reclamacion.Complete(hoja.Hecho); err != nil {
		return Acto{}, err
	}
	personal := JugadaFacts{Reclamante: f.Reclamante, DeclaracionCrupier: f.DeclaracionCrupier, DeclaracionJugador: f.DeclaracionJugador}
	b := diario.Borrador{
		Establecimiento: establecimiento,
		Libro:           LibroJugadas(mesa),
		Folio:           n,
		Jornada:         hoja.Jornada,
		Tipo:            TipoReclamacionJugada,
		Datos: append(datosReclamacion(f.Reclamacion),
			datoEntero("mesa", mesa), datoEntero("jugada", n), datoEntero("jugada.asiento", hoja.Posicion)),
		Personal: personal.personal(),
	}
	hora.stamp(&b, autor)
	queja, err := tx.Append(b)
	if err != nil {
		return Acto{}, err
	}
	tx.Recurso(201, strconv.FormatInt(n, 10))
	texto, err := diario.Format(&queja)
	if err != nil {
		return Acto{}, err
	}
	hash := tlog.RecordHash(texto)
	return c.proposeActaJugada(tx, autor, hora, hoja, f.Reclamacion,
		datoEntero("reclamacion.asiento", queja.Posicion),
		diario.Dato{Nombre: "reclamacion.hoja", Valor: hex.EncodeToString(hash[:])})
}

// projectReclamacionJugada puts a later complaint into the row of its jugada.
func projectReclamacionJugada(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	mesa := d.entero("mesa")
	if d.err != nil {
		return d.err
	}
	return l.Exec("UPDATE jugadas SET hoja = ?, camara = ?, conservar = ? WHERE establecimiento = ? AND mesa = ? AND jugada = ?",
		d.texto("hoja"), d.texto("camara"), d.texto("camara.conservar"), a.Establecimiento, mesa, a.Folio)
}

// claim takes the complaint of a leaf, the jugada's own or a later one, with what the vault
// holds of it.
func (j *Jugada) claim(a *diario.Asiento, valores map[string]string) error {
	d := lector{a: a}
	j.Hoja, j.Camara, j.Conservar = d.texto("hoja"), d.texto("camara"), domain.Fecha(d.texto("camara.conservar"))
	j.Desde, j.Hasta = time.Time{}, time.Time{}
	if j.Camara != "" {
		j.Desde, j.Hasta = d.instante("camara.desde"), d.instante("camara.hasta")
	}
	for _, v := range []struct {
		nombre string
		dst    *string
	}{{valorReclamante, &j.Reclamante}, {valorDeclaracionCrupier, &j.DeclaracionCrupier}, {valorDeclaracionJugador, &j.DeclaracionJugador}} {
		if s := valores[v.nombre]; s != "" {
			*v.dst = s
		}
	}
	return d.err
}
