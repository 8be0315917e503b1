package escritor

import (
	"context"
	"database/sql/driver"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// plan says how the rows of a table are written: every column, zero values included
// (gorm's Create leaves the zero of a key or of a default to the database, and a
// position 0 is a position). The mapping from struct to columns is gorm's.
type plan struct {
	table   string
	columns []string
	fields  []func(reflect.Value) (driver.Value, error) // of row structs only
	upsert  string                                      // ON CONFLICT clause

	once   sync.Once
	sqlite [2]string // INSERT of one row and of sqliteRows
}

// Plans of the tables that the writer itself fills.
var (
	planAsientos = &plan{table: "asientos", columns: []string{"posicion", "establecimiento", "libro", "numero",
		"folio", "serie", "numero_serie", "jornada", "hecho", "anotacion", "formulario", "transcriptor", "autor",
		"cargo", "clase", "suprimible_desde", "tipo", "texto", "hashes"}}
	planBoveda = &plan{table: "boveda",
		columns: []string{"posicion", "nombre", "valor", "sal", "clase", "suprimible_desde"}}
	planContadores = &plan{table: "contadores", columns: []string{"clave", "ultimo"},
		upsert: " ON CONFLICT (clave) DO UPDATE SET ultimo = excluded.ultimo"}
	planIdempotencia = &plan{table: "idempotencia", columns: []string{"usuario", "ruta", "clave", "huella",
		"estado", "recurso", "establecimiento", "jornada", "instante"}}
	planCheckpoints = &plan{table: "checkpoints", columns: []string{"tamano", "nota"}}
)

var (
	plans   sync.Map // reflect.Type of a row struct → *plan
	schemas sync.Map // cache of gorm
)

// planOf returns the plan of a row: a pointer to a gorm row struct.
func planOf(t reflect.Type) (*plan, error) {
	if p, ok := plans.Load(t); ok {
		return p.(*plan), nil
	}
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("%w: a row is a pointer to a struct, not %v", gorm.ErrInvalidValue, t)
	}
	s, err := schema.Parse(reflect.New(t.Elem()).Interface(), &schemas, schema.NamingStrategy{})
	if err != nil {
		return nil, fmt.Errorf("read the row %v: %w", t, err)
	}
	p := &plan{table: s.Table}
	for _, name := range s.DBNames {
		field := s.FieldsByDBName[name]
		if !field.Creatable {
			continue
		}
		p.columns = append(p.columns, name)
		p.fields = append(p.fields, reader(field))
	}
	if len(p.columns) == 0 {
		return nil, fmt.Errorf("%w: the row %v has no column", gorm.ErrInvalidValue, t)
	}
	stored, _ := plans.LoadOrStore(t, p)
	return stored.(*plan), nil
}

var typeValuer = reflect.TypeFor[driver.Valuer]()

// reader returns how the value of a field is read: straight for what Go has a driver
// value for, through gorm for the rest.
func reader(field *schema.Field) func(reflect.Value) (driver.Value, error) {
	index, t := field.StructField.Index, field.FieldType
	plain := field.Serializer == nil && !t.Implements(typeValuer) && !reflect.PointerTo(t).Implements(typeValuer) &&
		!slices.ContainsFunc(index, func(k int) bool { return k < 0 })
	if plain {
		switch t.Kind() {
		case reflect.String:
			return func(v reflect.Value) (driver.Value, error) { return v.FieldByIndex(index).String(), nil }
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			return func(v reflect.Value) (driver.Value, error) { return v.FieldByIndex(index).Int(), nil }
		case reflect.Bool:
			return func(v reflect.Value) (driver.Value, error) { return v.FieldByIndex(index).Bool(), nil }
		}
	}
	return func(v reflect.Value) (driver.Value, error) {
		value, _ := field.ValueOf(context.Background(), v)
		return driver.DefaultParameterConverter.ConvertValue(value)
	}
}

// buffer holds rows of one table, flat.
type buffer struct {
	*plan
	vals []driver.Value
	mark int // values that were there when the act began
	seen int // version of the reads of Once last looked through
}

func (b *buffer) rows() int { return len(b.vals) / len(b.columns) }

func (b *buffer) add(vals ...driver.Value) { b.vals = append(b.vals, vals...) }

// addRow reads a row struct. On error nothing is added.
func (b *buffer) addRow(row reflect.Value) error {
	from := len(b.vals)
	for k, read := range b.fields {
		v, err := read(row)
		if err != nil {
			b.vals = b.vals[:from]
			return fmt.Errorf("%w: column %s.%s: %w", gorm.ErrInvalidValue, b.table, b.columns[k], err)
		}
		b.vals = append(b.vals, v)
	}
	return nil
}

// cut forgets the values from n on, without keeping them alive.
func (b *buffer) cut(n int) {
	if n < len(b.vals) {
		clear(b.vals[n:])
		b.vals = b.vals[:n]
	}
}

func quoted(names []string) string { return `"` + strings.Join(names, `", "`) + `"` }

// sqliteRows is how many rows go in one statement on SQLite, besides those that go one
// by one: two texts, prepared once.
const sqliteRows = 8

// insertSQLite is the INSERT of one row, or of sqliteRows. OR FAIL spares SQLite the journal
// that would undo the statement alone: after a row that fails the whole transaction goes.
func (p *plan) insertSQLite(many bool) string {
	p.once.Do(func() {
		row := "(?" + strings.Repeat(", ?", len(p.columns)-1) + ")"
		into := `INSERT OR FAIL INTO "` + p.table + `" (` + quoted(p.columns) + `) VALUES `
		p.sqlite[0] = into + row + p.upsert
		p.sqlite[1] = into + row + strings.Repeat(", "+row, sqliteRows-1) + p.upsert
	})
	if many {
		return p.sqlite[1]
	}
	return p.sqlite[0]
}

// insertPostgres is one INSERT for all the rows, each column an array: its text does
// not change with their number. A column without a value in any row is NULL.
func (b *buffer) insertPostgres() (string, []any, error) {
	rows := b.rows()
	var list, from strings.Builder
	var args []any
	for k, name := range b.columns {
		array, kind, err := b.column(k, rows)
		if err != nil {
			return "", nil, fmt.Errorf("%w: column %s.%s: %w", gorm.ErrInvalidValue, b.table, name, err)
		}
		if k > 0 {
			list.WriteString(", ")
		}
		if kind == "" {
			list.WriteString("NULL")
			continue
		}
		args = append(args, array)
		n := strconv.Itoa(len(args))
		list.WriteString("c" + n)
		from.WriteString(", $" + n + "::" + kind + "[]")
	}
	names := make([]string, len(args))
	for k := range names {
		names[k] = "c" + strconv.Itoa(k+1)
	}
	source := "unnest(" + strings.TrimPrefix(from.String(), ", ") + ") AS u (" + strings.Join(names, ", ") + ")"
	if len(args) == 0 {
		args, source = []any{rows}, "generate_series(1, $1::bigint)"
	}
	return `INSERT INTO "` + b.table + `" (` + quoted(b.columns) + `) SELECT ` + list.String() + ` FROM ` +
		source + b.upsert, args, nil
}

// column gathers a column of every row as an array and names its type; "" when all are
// NULL.
func (b *buffer) column(k, rows int) (array any, kind string, err error) {
	null := false
	var first driver.Value
	for r := range rows {
		if v := b.vals[r*len(b.columns)+k]; v == nil {
			null = true
		} else if first == nil {
			first = v
		}
	}
	switch first.(type) {
	case nil:
		return nil, "", nil
	case int64:
		array, err = gather[int64](b, k, rows, null)
		return array, "bigint", err
	case string:
		array, err = gather[string](b, k, rows, null)
		return array, "text", err
	case []byte:
		array, err = gather[[]byte](b, k, rows, false) // a nil slice is NULL
		return array, "bytea", err
	case bool:
		array, err = gather[bool](b, k, rows, null)
		return array, "boolean", err
	case float64:
		array, err = gather[float64](b, k, rows, null)
		return array, "double precision", err
	}
	return nil, "", fmt.Errorf("no array of %T", first)
}

func gather[T any](b *buffer, k, rows int, null bool) (any, error) {
	plain := make([]T, rows)
	var pointers []*T
	if null {
		pointers = make([]*T, rows)
	}
	for r := range rows {
		v := b.vals[r*len(b.columns)+k]
		if v == nil {
			continue
		}
		t, ok := v.(T)
		if !ok {
			return nil, fmt.Errorf("%T among %T", v, plain)
		}
		plain[r] = t
		if null {
			pointers[r] = &plain[r]
		}
	}
	if null {
		return pointers, nil
	}
	return plain, nil
}
