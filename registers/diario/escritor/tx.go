package escritor

import (
	"context"
	"time"

	"gorm.io/gorm"

	"foliado/registers/diario"
)

// Escritor is the one writer of a log.
type Escritor struct{}

// Open opens, locks, migrates SQLite, checks the mark and loads the state.
func Open(ctx context.Context, cfg Config) (*Escritor, error) { panic("soon") }

// Do runs act inside the writer and returns once its commit is durable. act may run
// twice, so it must be a re-runnable function of the database.
func (e *Escritor) Do(ctx context.Context, act func(*Tx) error) (Recibo, error) { panic("soon") }

// Lectura is the read pool; it never shares the writer's connection.
func (e *Escritor) Lectura() *gorm.DB { panic("soon") }

// Ahora is the writer's clock, UTC at microseconds.
func (e *Escritor) Ahora() time.Time { panic("soon") }

// Close finishes the acts accepted and closes.
func (e *Escritor) Close() error { panic("soon") }

// Tamano is the size of the log acknowledged.
func (e *Escritor) Tamano() int64 { panic("soon") }

// CheckpointAfter returns the first checkpoint that covers the leaf.
func (e *Escritor) CheckpointAfter(ctx context.Context, posicion int64) ([]byte, error) {
	panic("soon")
}

// UltimoCheckpoint returns the signed note of the last commit, nil on an empty log.
func (e *Escritor) UltimoCheckpoint() []byte { panic("soon") }

// Tx is what an act sees of the transaction of its group.
type Tx struct{}

// Append numbers b, formats its leaf, commits to its personal values and runs its projector.
func (t *Tx) Append(b diario.Borrador) (diario.Asiento, error) { panic("soon") }

// Insert buffers a row that is no projection (session, comprobación).
func (t *Tx) Insert(row any) error { panic("soon") }

// Exec flushes, then executes on rows that are no projection.
func (t *Tx) Exec(sql string, args ...any) error { panic("soon") }

// DB flushes the buffers and returns a handle for reads inside the transaction.
func (t *Tx) DB() *gorm.DB { panic("soon") }

// Once is a read cached for the group.
func (t *Tx) Once(key string, load func(*gorm.DB) (any, error)) (any, error) { panic("soon") }

// Ahora is the instant of this act, UTC at microseconds.
func (t *Tx) Ahora() time.Time { panic("soon") }

// Sola reports whether the act runs again alone after a failed group.
func (t *Tx) Sola() bool { panic("soon") }

// Ultimo is the last number given in a series, 0 when none was.
func (t *Tx) Ultimo(establecimiento, serie string) int64 { panic("soon") }

// Contadores returns every counter and its last number, as EstadoDeSeries states them:
// libro.<E>/<libro>, folio.<E>/<libro>, serie.<E>/<serie>.
func (t *Tx) Contadores() map[string]int64 { panic("soon") }

// Tamano is the position that the next asiento will take.
func (t *Tx) Tamano() int64 { panic("soon") }

// Recurso says what an idempotent replay answers with.
func (t *Tx) Recurso(estado int, ref string) { panic("soon") }

// Respuesta is what an Idempotency-Key kept: the digest of the body and the answer.
type Respuesta struct {
	Huella  string
	Estado  int    // HTTP status
	Recurso string // reference given to Tx.Recurso
}

// FindIdempotencia looks for a key already used; false when it was not.
func (e *Escritor) FindIdempotencia(ctx context.Context, usuario, ruta, clave string) (Respuesta, bool, error) {
	panic("soon")
}

// ForgetIdempotencia deletes the keys of a certified jornada.
func ForgetIdempotencia(t *Tx, establecimiento, jornada string) error { panic("soon") }

// Tabla is a projection table to be rebuilt and compared.
type Tabla struct {
	Nombre string
	Clave  []string // columns of its key
}

// Diferencia is a projection row that the leaves do not give, or the other way round.
type Diferencia struct {
	Tabla    string
	Clave    string   // "numero=77"
	Clase    string   // "sobra", "falta" or "difiere"
	Columnas []string // with "difiere", the columns that differ
}

// Contrast rebuilds the projections from the leaves and reports every difference.
func Contrast(ctx context.Context, cfg Config, tablas []Tabla, progress func(done, total int64)) ([]Diferencia, error) {
	panic("soon")
}
