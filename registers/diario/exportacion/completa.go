package exportacion

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/tlog"
)

// blockRows is how many positions are read at once.
const blockRows = 1000

// writeWhole writes the log to its checkpoint. The vault goes first, and with it the
// snapshot: what is left to read never changes.
func (x *export) writeWhole(ctx context.Context) error {
	if err := x.front(indice{Clase: "completa", Asientos: x.cp.Tamano}); err != nil {
		return err
	}
	w, err := x.entry("valores.jsonl")
	if err != nil {
		return err
	}
	if err := x.values(ctx, w, 0, x.cp.Tamano); err != nil {
		return err
	}
	if err := x.tx.Rollback(); err != nil {
		return fmt.Errorf("end the snapshot: %w", err)
	}
	for _, e := range []struct {
		name  string
		write func(context.Context, io.Writer) error
	}{
		{"asientos.txt", x.writeAsientos},
		{"huellas.bin", x.writeHuellas},
		{"checkpoints.txt", x.writeCheckpoints},
	} {
		w, err := x.entry(e.name)
		if err != nil {
			return err
		}
		if err := e.write(ctx, w); err != nil {
			return fmt.Errorf("write %s: %w", e.name, err)
		}
	}
	return nil
}

// column calls each with a column of every leaf, in order.
func (x *export) column(ctx context.Context, name string, each func(posicion int64, v []byte) error) error {
	expected := int64(0)
	for from := int64(0); from < x.cp.Tamano; from += blockRows {
		rows, err := x.db.QueryContext(ctx, `SELECT posicion, `+name+
			` FROM asientos WHERE posicion >= $1 AND posicion < $2 ORDER BY posicion`, from, min(from+blockRows, x.cp.Tamano))
		if err != nil {
			return err
		}
		var v sql.RawBytes
		for rows.Next() {
			var posicion int64
			if err = rows.Scan(&posicion, &v); err != nil {
				break
			}
			if posicion != expected {
				err = fmt.Errorf("falta el asiento %d", expected)
				break
			}
			if err = each(posicion, v); err != nil {
				break
			}
			expected++
		}
		if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
	}
	if expected != x.cp.Tamano {
		return fmt.Errorf("falta el asiento %d", expected)
	}
	return nil
}

func (x *export) writeAsientos(ctx context.Context, w io.Writer) error {
	return x.column(ctx, "texto", func(posicion int64, texto []byte) error {
		if posicion > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		_, err := w.Write(texto)
		if posicion%blockRows == 0 || posicion == x.cp.Tamano-1 {
			x.progress(posicion+1, x.cp.Tamano)
		}
		return err
	})
}

// writeHuellas writes the hash that was stored with each leaf: should a text be altered
// later, it tells which; from them comes the root of every size.
func (x *export) writeHuellas(ctx context.Context, w io.Writer) error {
	return x.column(ctx, "hashes", func(posicion int64, hashes []byte) error {
		if len(hashes) < tlog.HashSize {
			return fmt.Errorf("faltan hashes en el asiento %d", posicion)
		}
		_, err := w.Write(hashes[:tlog.HashSize])
		return err
	})
}

// writeCheckpoints writes the notes separated by an empty line.
func (x *export) writeCheckpoints(ctx context.Context, w io.Writer) error {
	last := int64(0)
	for first := true; ; {
		rows, err := x.db.QueryContext(ctx, `SELECT tamano, nota FROM checkpoints WHERE tamano > $1 AND tamano <= $2
			ORDER BY tamano LIMIT $3`, last, x.cp.Tamano, blockRows)
		if err != nil {
			return err
		}
		count := 0
		var nota sql.RawBytes
		for ; rows.Next(); count++ {
			if err = rows.Scan(&last, &nota); err != nil {
				break
			}
			if !first {
				_, err = io.WriteString(w, "\n")
			}
			if first = false; err == nil {
				_, err = w.Write(nota)
			}
			if err != nil {
				break
			}
		}
		if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
		if count < blockRows {
			return nil
		}
	}
}

// values writes the openings of the positions [from, to), in the snapshot. What a
// Supresion covers does not go, even if it is still in the vault.
func (x *export) values(ctx context.Context, w io.Writer, from, to int64) error {
	rows, err := x.tx.QueryContext(ctx, `SELECT posicion, nombre, valor, sal FROM boveda
		WHERE posicion >= $1 AND posicion < $2 ORDER BY posicion, nombre`, from, to)
	if err != nil {
		return fmt.Errorf("read the vault: %w", err)
	}
	defer rows.Close()
	var b []byte
	var sal sql.RawBytes
	for rows.Next() {
		var posicion int64
		var nombre, valor string
		if err := rows.Scan(&posicion, &nombre, &valor, &sal); err != nil {
			return fmt.Errorf("read the vault: %w", err)
		}
		if x.erased(posicion, nombre) {
			continue
		}
		if !utf8.ValidString(valor) {
			return fmt.Errorf("read the vault: value %s of leaf %d is no UTF-8", nombre, posicion)
		}
		b = appendValor(b[:0], posicion, nombre, valor, sal)
		if _, err := w.Write(b); err != nil {
			return fmt.Errorf("write valores.jsonl: %w", err)
		}
	}
	return rows.Err()
}

func (x *export) erased(posicion int64, nombre string) bool {
	for _, s := range x.supresiones.Covering(posicion) {
		if s.Names(nombre) {
			return true
		}
	}
	return false
}

// appendValor writes a line of valores.jsonl.
func appendValor(b []byte, posicion int64, nombre, valor string, sal []byte) []byte {
	b = strconv.AppendInt(append(b, `{"posicion":`...), posicion, 10)
	b = appendString(append(b, `,"nombre":`...), nombre)
	b = appendString(append(b, `,"valor":`...), valor)
	b = hex.AppendEncode(append(b, `,"sal":"`...), sal)
	return append(b, "\"}\n"...)
}

// appendString writes a JSON string, escaping only what JSON cannot hold.
func appendString(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	for k := range len(s) {
		switch c := s[k]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
