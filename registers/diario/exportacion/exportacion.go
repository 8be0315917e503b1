// Package exportacion writes the log, or one book of it, to a file that anyone verifies
// without the database and without trusting the house: docs/formato-diario.md, "La
// exportación". The same log gives the same bytes.
package exportacion

import (
	"archive/zip"
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"foliado/registers/diario"
)

// Options choose what is exported.
type Options struct {
	// Establecimiento and Libro name one book; both empty for the whole log.
	Establecimiento string
	Libro           string
	// Progreso hears how many leaves are written; nil for silence.
	Progreso func(done, total int64)
}

// Errors of Write.
var (
	// ErrVacio: there is no log to export.
	ErrVacio = errors.New("el diario está vacío: no hay nada que exportar")
	// ErrLibro: the establecimiento has no such book, or only half of its name is given.
	ErrLibro = errors.New("no existe ese libro en ese establecimiento")
)

// formato is the version of the container.
const formato = "foliado exportacion v1"

// indice is indice.json, in this order.
type indice struct {
	Formato         string `json:"formato"`
	Clase           string `json:"clase"` // completa or parcial
	Origen          string `json:"origen"`
	Tamano          int64  `json:"tamano"`   // leaves that the checkpoint covers
	Asientos        int64  `json:"asientos"` // leaves in asientos.txt
	Establecimiento string `json:"establecimiento,omitempty"`
	Libro           string `json:"libro,omitempty"`
	Completa        bool   `json:"completa,omitempty"`
}

// Write writes an export of the log in db to w, up to the checkpoint at its start. Leaves
// never change and are read in blocks; personal values, which may, are read in one
// snapshot with the checkpoint, so that none is missing whose Supresion is not in the
// export. It returns ErrVacio or ErrLibro before anything is written.
func Write(ctx context.Context, w io.Writer, db *sql.DB, o Options) error {
	if (o.Establecimiento == "") != (o.Libro == "") {
		return ErrLibro
	}
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin the snapshot: %w", err)
	}
	defer tx.Rollback()
	x := &export{db: db, tx: tx, opts: o}
	if err := x.head(ctx); err != nil {
		return err
	}
	if o.Libro != "" {
		if err := x.choose(ctx); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(w, 256<<10)
	x.zip = zip.NewWriter(out)
	if o.Libro != "" {
		err = x.writeBook(ctx)
	} else {
		err = x.writeWhole(ctx)
	}
	if err != nil {
		return err
	}
	if err := x.zip.Close(); err != nil {
		return fmt.Errorf("close the export: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	return nil
}

// export is one export under way.
type export struct {
	db   *sql.DB
	tx   *sql.Tx // snapshot
	zip  *zip.Writer
	opts Options

	cp          diario.Checkpoint
	nota        []byte
	clave       string
	supresiones *diario.Supresiones

	// of a book
	posiciones []int64 // of every leaf that goes, ascending
	suyas      []int64 // of the leaves of the book
	completa   bool    // an EstadoDeSeries follows the last one
}

// head reads the checkpoint, the key and the supresiones.
func (x *export) head(ctx context.Context) error {
	err := x.tx.QueryRowContext(ctx, `SELECT nota FROM checkpoints ORDER BY tamano DESC LIMIT 1`).Scan(&x.nota)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrVacio
	}
	if err != nil {
		return fmt.Errorf("read the last checkpoint: %w", err)
	}
	if x.cp, err = diario.PeekCheckpoint(x.nota); err != nil {
		return fmt.Errorf("read the last checkpoint: %w", err)
	}
	var texto []byte
	if err := x.tx.QueryRowContext(ctx, `SELECT texto FROM asientos WHERE posicion = 0`).Scan(&texto); err != nil {
		return fmt.Errorf("read the acta fundacional: %w", err)
	}
	acta, err := diario.Parse(texto)
	if err != nil {
		return fmt.Errorf("read the acta fundacional: %w", err)
	}
	x.clave = acta.Dato("clave_diario")
	var all []diario.Asiento
	err = x.leaves(ctx, `tipo = 'Supresion'`, func(a *diario.Asiento) error {
		all = append(all, *a)
		return nil
	})
	x.supresiones = diario.NewSupresiones(all)
	return err
}

// leaves parses the leaves that the condition selects, in order, in the snapshot.
func (x *export) leaves(ctx context.Context, where string, each func(*diario.Asiento) error, args ...any) error {
	rows, err := x.tx.QueryContext(ctx, `SELECT posicion, texto FROM asientos WHERE `+where+` ORDER BY posicion`, args...)
	if err != nil {
		return fmt.Errorf("read leaves: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var posicion int64
		var texto []byte
		if err := rows.Scan(&posicion, &texto); err != nil {
			return fmt.Errorf("read leaves: %w", err)
		}
		if posicion >= x.cp.Tamano {
			break
		}
		a, err := diario.Parse(texto)
		if err != nil {
			return fmt.Errorf("read leaf %d: %w", posicion, err)
		}
		if err := each(&a); err != nil {
			return err
		}
	}
	return rows.Err()
}

// entry begins an entry of the container: stored, without date.
func (x *export) entry(name string) (io.Writer, error) {
	w, err := x.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return w, nil
}

// text writes a short entry.
func (x *export) text(name, content string) error {
	w, err := x.entry(name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, content); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// front writes the entries that say what the rest is.
func (x *export) front(i indice) error {
	i.Formato, i.Origen, i.Tamano = formato, x.cp.Origen, x.cp.Tamano
	raw, err := json.MarshalIndent(i, "", "  ")
	if err != nil {
		return fmt.Errorf("write indice.json: %w", err)
	}
	for _, e := range [][2]string{
		{"LEEME.txt", leeme(i)},
		{"indice.json", string(raw) + "\n"},
		{"clave.txt", x.clave + "\n"},
		{"checkpoint.txt", string(x.nota)},
	} {
		if err := x.text(e[0], e[1]); err != nil {
			return err
		}
	}
	return nil
}

func (x *export) progress(done, total int64) {
	if x.opts.Progreso != nil {
		x.opts.Progreso(done, total)
	}
}

// leeme tells whoever opens the file what it is.
func leeme(i indice) string {
	what := fmt.Sprintf("Contiene el diario entero hasta el asiento %d.", i.Tamano-1)
	rest := "huellas.bin      hash de cada asiento, 32 bytes cada uno\n" +
		"checkpoints.txt  las notas firmadas de cada escritura, de la primera a la última\n"
	if i.Clase == "parcial" {
		what = fmt.Sprintf("Contiene el libro %s del establecimiento %s y los asientos que hacen falta para comprobarlo.",
			i.Libro, i.Establecimiento)
		rest = "pruebas.txt      de cada asiento, su posición y la prueba de que el diario lo incluye\n" +
			"huellas.bin      hash de cada asiento del diario, 32 bytes cada uno, para compararlo con una\n" +
			"                 visita anterior\n"
	}
	return "Exportación de Foliado\n\n" + what + "\n\n" +
		"Se comprueba sin red y sin la base de datos:\n\n" +
		"    foliado verificar --clave ACTA --desde CHECKPOINT ESTE_FICHERO\n\n" +
		"ACTA es el acta fundacional o la clave que se anotó de ella; CHECKPOINT, el que se\n" +
		"conserva de la visita anterior. La clave de clave.txt no sirve para lo primero: viene con\n" +
		"lo que se quiere comprobar.\n\n" +
		"Contiene datos personales: consérvese y destrúyase como lo que son.\n\n" +
		"indice.json      qué es esta exportación\n" +
		"clave.txt        clave pública de los checkpoints\n" +
		"checkpoint.txt   nota firmada: origen, tamaño y raíz del diario\n" +
		"asientos.txt     los asientos, separados por una línea en blanco\n" +
		rest +
		"valores.jsonl    valores personales que aún se conservan, con la sal que abre cada compromiso\n\n" +
		"Todo ello se describe byte a byte en docs/formato-diario.md.\n"
}
