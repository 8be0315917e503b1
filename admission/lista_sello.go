package admission

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strconv"

	"foliado/registers/diario"
)

// ErrListaAlterada: the rows of the barred list are not those that were imported. Nobody
// is let in on such a list (criterio ADM-2).
var ErrListaAlterada = errors.New("la lista de interdicciones guardada no es la que se importó: hay que importarla de nuevo")

// selloFilas is the dato of a list's asiento that binds its rows: without it the digest of
// the file would vouch for rows that somebody deleted.
const selloFilas = "huella_filas"

// selloLista digests the rows of a list in their order: SHA-256 over their fields, each ended
// by a byte that no field holds.
type selloLista struct {
	h   hash.Hash
	buf []byte
}

func newSelloLista() *selloLista { return &selloLista{h: sha256.New()} }

func (s *selloLista) add(f *filaInterdiccion) {
	b := strconv.AppendInt(s.buf[:0], f.Fila, 10)
	for _, campo := range [...]string{f.Tipo, f.Numero, f.Nombre, f.Apellidos, f.Plegado, f.FechaNacimiento, f.Hasta} {
		b = append(append(b, 0x1f), campo...)
	}
	s.buf = append(b, '\n')
	s.h.Write(s.buf)
}

func (s *selloLista) sum() string { return hex.EncodeToString(s.h.Sum(nil)) }

const columnasLista = "lista, fila, tipo, numero, nombre, apellidos, plegado, fecha_nacimiento, hasta"

func (f *filaInterdiccion) scan(rows *sql.Rows) error {
	return rows.Scan(&f.Lista, &f.Fila, &f.Tipo, &f.Numero, &f.Nombre, &f.Apellidos, &f.Plegado, &f.FechaNacimiento, &f.Hasta)
}

// VerifyLista holds the rows of the list in force against its asiento, on a database
// opened for reading. It returns ErrListaAlterada when they are others, and nil when no
// list was ever imported.
func VerifyLista(ctx context.Context, db *sql.DB, opts *sql.TxOptions) error {
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	var texto []byte
	err = tx.QueryRowContext(ctx, "SELECT texto FROM asientos WHERE tipo = 'ListaInterdicciones' ORDER BY posicion DESC LIMIT 1").Scan(&texto)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	a, err := diario.Parse(texto)
	if err != nil {
		return fmt.Errorf("read the asiento of the list: %w", err)
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+columnasLista+" FROM interdicciones ORDER BY lista, fila")
	if err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	defer rows.Close()
	s, id := newSelloLista(), a.Dato("lista")
	for rows.Next() {
		var f filaInterdiccion
		if err := f.scan(rows); err != nil {
			return fmt.Errorf("read the list: %w", err)
		}
		if f.Lista == id {
			s.add(&f)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	if s.sum() != a.Dato(selloFilas) {
		return ErrListaAlterada
	}
	return nil
}
