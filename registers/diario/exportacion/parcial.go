package exportacion

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/registers/diario"
)

// choose picks the leaves of a partial export: those of the book; the register of people
// and keys, the rondas, the proposals and signatures by hand of the acts closed in either, the clocks
// that stepped back, the supresiones and the recoveries, without which they cannot be
// judged; and the next EstadoDeSeries.
func (x *export) choose(ctx context.Context) error {
	proposals := map[string]bool{}
	note := func(a *diario.Asiento) error {
		x.posiciones = append(x.posiciones, a.Posicion)
		if id := a.Dato(diario.DatoActo); id != "" && a.Tipo == a.Dato(diario.DatoActoTipo) {
			proposals[id] = true
		}
		return nil
	}
	err := x.leaves(ctx, `establecimiento = $1 AND libro = $2`, note, x.opts.Establecimiento, x.opts.Libro)
	if err != nil {
		return err
	}
	if len(x.posiciones) == 0 {
		return ErrLibro
	}
	x.suyas = slices.Clone(x.posiciones)
	last := x.suyas[len(x.suyas)-1]
	if err := x.leaves(ctx, `establecimiento = $1 AND libro = 'registro'`, note, diario.Entidad); err != nil {
		return err
	}
	if err := x.leaves(ctx, `establecimiento = $1 AND libro = 'rondas'`, note, x.opts.Establecimiento); err != nil {
		return err
	}
	for id := range proposals {
		if err := x.chooseProposal(ctx, id); err != nil {
			return err
		}
	}
	err = x.leaves(ctx, `tipo = 'FirmaManuscrita'`, func(a *diario.Asiento) error {
		if proposals[a.Dato(diario.DatoActo)] {
			x.posiciones = append(x.posiciones, a.Posicion)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := x.leaves(ctx, `tipo IN ('Supresion', 'RelojAtrasado', 'Recuperacion')`, note); err != nil {
		return err
	}
	if err := x.chooseEstado(ctx, last); err != nil {
		return err
	}
	slices.Sort(x.posiciones)
	x.posiciones = slices.Compact(x.posiciones)
	return nil
}

// chooseProposal picks the proposal of an act: its id is that of its number in the series.
func (x *export) chooseProposal(ctx context.Context, id string) error {
	cut := strings.LastIndexByte(id, '-')
	if cut < 0 {
		return nil
	}
	n, err := strconv.ParseInt(id[cut+1:], 10, 64)
	if err != nil {
		return nil // the verifier will miss it
	}
	var posicion int64
	err = x.tx.QueryRowContext(ctx, `SELECT posicion FROM asientos WHERE establecimiento = $1 AND serie = 'actos'
		AND serie <> '' AND numero_serie = $2`, id[:cut], n).Scan(&posicion)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // idem
	}
	if err != nil {
		return fmt.Errorf("look for the proposal of %s: %w", id, err)
	}
	x.posiciones = append(x.posiciones, posicion)
	return nil
}

// chooseEstado picks the EstadoDeSeries that follows the last leaf of the book, or the
// last there is.
func (x *export) chooseEstado(ctx context.Context, last int64) error {
	var next, before sql.NullInt64
	err := x.tx.QueryRowContext(ctx, `SELECT
		(SELECT min(posicion) FROM asientos WHERE tipo = 'EstadoDeSeries' AND posicion > $1 AND posicion < $2),
		(SELECT max(posicion) FROM asientos WHERE tipo = 'EstadoDeSeries' AND posicion < $1)`, last, x.cp.Tamano).Scan(&next, &before)
	if err != nil {
		return fmt.Errorf("look for the next EstadoDeSeries: %w", err)
	}
	if next.Valid {
		x.completa = true
		x.posiciones = append(x.posiciones, next.Int64)
	} else if before.Valid {
		x.posiciones = append(x.posiciones, before.Int64)
	}
	return nil
}

// writeBook writes the leaves chosen, each with the proof that the log holds it, and the
// hashes of all: the checkpoint of an earlier visit may be of any size.
func (x *export) writeBook(ctx context.Context) error {
	err := x.front(indice{Clase: "parcial", Asientos: int64(len(x.posiciones)), Establecimiento: x.opts.Establecimiento,
		Libro: x.opts.Libro, Completa: x.completa})
	if err != nil {
		return err
	}
	w, err := x.entry("valores.jsonl")
	if err != nil {
		return err
	}
	for _, posicion := range x.suyas {
		if err := x.values(ctx, w, posicion, posicion+1); err != nil {
			return err
		}
	}
	if w, err = x.entry("asientos.txt"); err != nil {
		return err
	}
	if err := x.writeChosen(ctx, w); err != nil {
		return fmt.Errorf("write asientos.txt: %w", err)
	}
	if w, err = x.entry("pruebas.txt"); err != nil {
		return err
	}
	if err := x.writePruebas(ctx, w); err != nil {
		return fmt.Errorf("write pruebas.txt: %w", err)
	}
	if err := x.tx.Rollback(); err != nil {
		return fmt.Errorf("end the snapshot: %w", err)
	}
	if w, err = x.entry("huellas.bin"); err != nil {
		return err
	}
	if err := x.writeHuellas(ctx, w); err != nil {
		return fmt.Errorf("write huellas.bin: %w", err)
	}
	return nil
}

func (x *export) writeChosen(ctx context.Context, w io.Writer) error {
	for k, posicion := range x.posiciones {
		var texto []byte
		if err := x.tx.QueryRowContext(ctx, `SELECT texto FROM asientos WHERE posicion = $1`, posicion).Scan(&texto); err != nil {
			return err
		}
		if k > 0 {
			texto = append([]byte("\n"), texto...)
		}
		if _, err := w.Write(texto); err != nil {
			return err
		}
		x.progress(int64(k+1), int64(len(x.posiciones)))
	}
	return nil
}

// maxColumns is how many columns of hashes are kept at hand: neighbours share most of
// their proofs.
const maxColumns = 50_000

func (x *export) writePruebas(ctx context.Context, w io.Writer) error {
	columns := map[int64][]byte{}
	reader := diario.NewHashReader(func(posiciones []int64) ([][]byte, error) {
		out := make([][]byte, len(posiciones))
		for k, posicion := range posiciones {
			column, ok := columns[posicion]
			if !ok {
				err := x.tx.QueryRowContext(ctx, `SELECT hashes FROM asientos WHERE posicion = $1`, posicion).Scan(&column)
				if err != nil {
					return nil, fmt.Errorf("read the hashes of leaf %d: %w", posicion, err)
				}
				if len(columns) >= maxColumns {
					clear(columns)
				}
				columns[posicion] = column
			}
			out[k] = column
		}
		return out, nil
	})
	var line bytes.Buffer
	for _, posicion := range x.posiciones {
		proof, err := diario.ProveRecord(x.cp.Tamano, posicion, reader)
		if err != nil {
			return err
		}
		line.Reset()
		writeProof(&line, posicion, proof)
		if _, err := w.Write(line.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// writeProof writes a line of pruebas.txt: the position and the hashes in base64.
func writeProof(b *bytes.Buffer, posicion int64, proof tlog.RecordProof) {
	b.WriteString(strconv.FormatInt(posicion, 10))
	for _, h := range proof {
		b.WriteByte(' ')
		b.WriteString(h.String())
	}
	b.WriteByte('\n')
}
