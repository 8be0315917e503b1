package verificador

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // driver "sqlite"
)

// BaseDatos is a log in a database. It is read by connections of its own, which cannot
// write, in blocks by position: nobody waits for it.
type BaseDatos struct {
	db      *sql.DB
	dialect string
}

// blockRows is how many leaves a block of a database holds.
const blockRows = 512

// OpenSQLite opens a SQLite file to verify it. Nothing is read yet. Close it.
func OpenSQLite(ruta string) (*BaseDatos, error) {
	uri := "file:" + (&url.URL{Path: ruta}).EscapedPath()
	db, err := sql.Open("sqlite", uri+"?mode=ro&_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		return nil, fmt.Errorf("open sqlite: %w", err)
	}
	return &BaseDatos{db, "SQLite"}, nil
}

// OpenPostgres opens a PostgreSQL database to verify it, by its DSN. Nothing is read yet.
// Close it.
func OpenPostgres(dsn string) (*BaseDatos, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read the DSN: %w", err)
	}
	config.RuntimeParams["application_name"] = "foliado verificar"
	config.RuntimeParams["default_transaction_read_only"] = "on"
	return &BaseDatos{stdlib.OpenDB(*config), "PostgreSQL"}, nil
}

// Close lets the database go.
func (b *BaseDatos) Close() error { return b.db.Close() }

func (b *BaseDatos) name() string { return "base de datos " + b.dialect }

// queryHead reads log, checkpoints and vault at one moment.
const queryHead = `SELECT (SELECT count(*) FROM asientos), coalesce((SELECT max(posicion) FROM asientos), -1),
	coalesce((SELECT max(tamano) FROM checkpoints), 0), (SELECT nota FROM checkpoints ORDER BY tamano DESC LIMIT 1),
	coalesce((SELECT max(posicion) FROM boveda), -1)`

func (b *BaseDatos) head(ctx context.Context) (cabeza, error) {
	c := cabeza{base: true, contadores: map[string]int64{}}
	tx, err := b.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return cabeza{}, fmt.Errorf("read the head of the log: %w", err)
	}
	defer tx.Rollback()
	var count, last int64
	if err := tx.QueryRowContext(ctx, queryHead).Scan(&count, &last, &c.tamano, &c.nota, &c.boveda); err != nil {
		return cabeza{}, fmt.Errorf("read the head of the log: %w", err)
	}
	if err := readContadores(ctx, tx, c.contadores); err != nil {
		return cabeza{}, fmt.Errorf("read the counters: %w", err)
	}
	c.hojas = last + 1
	if count == 0 && c.nota != nil {
		return cabeza{}, &defectError{motivo: "no queda ningún asiento, y hay checkpoints firmados"}
	}
	return c, nil
}

// readContadores reads the counters, of the same moment as the head.
func readContadores(ctx context.Context, tx *sql.Tx, into map[string]int64) error {
	rows, err := tx.QueryContext(ctx, `SELECT clave, ultimo FROM contadores`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var clave string
		var ultimo int64
		if err := rows.Scan(&clave, &ultimo); err != nil {
			return err
		}
		into[clave] = ultimo
	}
	return rows.Err()
}

func (b *BaseDatos) acta(ctx context.Context) ([]byte, error) {
	var texto []byte
	err := b.db.QueryRowContext(ctx, `SELECT texto FROM asientos WHERE posicion = 0`).Scan(&texto)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &defectError{"falta el acta fundacional, que es el primero", &Lugar{}}
	}
	if err != nil {
		return nil, fmt.Errorf("read the first leaf: %w", err)
	}
	return texto, nil
}

func (b *BaseDatos) supresiones(ctx context.Context, hasta int64) (texts [][]byte, err error) {
	rows, err := b.db.QueryContext(ctx,
		`SELECT texto FROM asientos WHERE tipo = 'Supresion' AND posicion < $1 ORDER BY posicion`, hasta)
	if err != nil {
		return nil, fmt.Errorf("read the supresiones: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var texto []byte
		if err := rows.Scan(&texto); err != nil {
			return nil, fmt.Errorf("read the supresiones: %w", err)
		}
		texts = append(texts, texto)
	}
	return texts, rows.Err()
}

func (b *BaseDatos) blocks(ctx context.Context, desde, hasta int64, emit func(lectura) error) error {
	for from := desde; from < hasta; from += blockRows {
		to := min(from+blockRows, hasta)
		err := emit(func(ctx context.Context) (*bloque, error) { return b.block(ctx, from, to) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *BaseDatos) block(ctx context.Context, from, to int64) (*bloque, error) {
	out := &bloque{desde: from, hasta: to}
	low := from
	if from == 0 {
		low = -1 << 62 // what should not be there shows too
	}
	if err := b.leaves(ctx, out, low, to); err != nil {
		return nil, fmt.Errorf("read the leaves %d to %d: %w", from, to-1, err)
	}
	if err := b.vault(ctx, out, low, to); err != nil {
		return nil, fmt.Errorf("read the vault of leaves %d to %d: %w", from, to-1, err)
	}
	if err := b.checkpoints(ctx, out, low, to); err != nil {
		return nil, fmt.Errorf("read the checkpoints of sizes %d to %d: %w", from+1, to, err)
	}
	return out, nil
}

// queryLeaves gives the columns that repeat the text as one value, since comparing is
// all that is done with them: a line feed, which no column holds, keeps them apart.
var queryLeaves = `SELECT posicion, texto, hashes, ` + strings.Join(castColumns(), " || '\n' || ") +
	` FROM asientos WHERE posicion >= $1 AND posicion < $2 ORDER BY posicion`

func castColumns() (out []string) {
	for _, name := range columnNames {
		out = append(out, "CAST("+name+" AS TEXT)")
	}
	return out
}

func (b *BaseDatos) leaves(ctx context.Context, out *bloque, from, to int64) error {
	rows, err := b.db.QueryContext(ctx, queryLeaves, from, to)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var h hoja
		if err := rows.Scan(&h.posicion, &h.texto, &h.hashes, &h.columnas); err != nil {
			return err
		}
		if h.columnas == nil {
			h.columnas = []byte{} // a NULL among them
		}
		out.hojas = append(out.hojas, h)
	}
	return rows.Err()
}

// queryVault gives the texts of a row as one value, behind the bytes that each but the last
// takes: what a column costs to read is most of what this costs.
const queryVault = `SELECT posicion, sal, octet_length(nombre) || ' ' || octet_length(clase) || ' ' || octet_length(suprimible_desde) ||
	' ' || nombre || clase || suprimible_desde || valor FROM boveda WHERE posicion >= $1 AND posicion < $2 ORDER BY posicion`

func (b *BaseDatos) vault(ctx context.Context, out *bloque, from, to int64) error {
	rows, err := b.db.QueryContext(ctx, queryVault, from, to)
	if err != nil {
		return err
	}
	defer rows.Close()
	var sal sql.RawBytes
	for rows.Next() {
		var ap apertura
		var texts string
		if err := rows.Scan(&ap.posicion, &sal, &texts); err != nil {
			return err
		}
		if err := ap.cut(texts); err != nil {
			return err
		}
		ap.malaSal = copy(ap.sal[:], sal) != len(ap.sal) || len(sal) != len(ap.sal)
		out.aperturas = append(out.aperturas, ap)
	}
	sortAperturas(out.aperturas)
	return rows.Err()
}

// cut takes the texts of queryVault apart.
func (ap *apertura) cut(texts string) error {
	into := [...]*string{&ap.nombre, &ap.clase, &ap.suprimibleDesde}
	var sizes [len(into)]int
	rest := texts
	for k := range sizes {
		size, after, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(size)
		if err != nil {
			return fmt.Errorf("the length of a column: %w", err)
		}
		sizes[k], rest = n, after
	}
	for k, n := range sizes {
		if n > len(rest) {
			return fmt.Errorf("a column of %d bytes in %d", n, len(rest))
		}
		*into[k], rest = rest[:n], rest[n:]
	}
	ap.valor = rest
	return nil
}

func (b *BaseDatos) checkpoints(ctx context.Context, out *bloque, from, to int64) error {
	rows, err := b.db.QueryContext(ctx,
		`SELECT tamano, nota FROM checkpoints WHERE tamano > $1 AND tamano <= $2 ORDER BY tamano`, from, to)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n notaEn
		if err := rows.Scan(&n.tamano, &n.nota); err != nil {
			return err
		}
		out.notas = append(out.notas, n)
	}
	return rows.Err()
}

// opened asks the vault for each of the values.
func (b *BaseDatos) opened(ctx context.Context, values []valorEn) ([]bool, error) {
	there := make([]bool, len(values))
	for k, v := range values {
		var n int
		err := b.db.QueryRowContext(ctx, `SELECT count(*) FROM boveda WHERE posicion = $1 AND nombre = $2`,
			v.posicion, v.nombre).Scan(&n)
		if err != nil {
			return nil, fmt.Errorf("read the vault of leaf %d: %w", v.posicion, err)
		}
		there[k] = n > 0
	}
	return there, nil
}
