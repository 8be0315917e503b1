// Package escritor is the one writer of the log: it groups acts into commits, gives
// positions and numbers, stamps time and signs the checkpoint of every commit.
//
// Up to MaxGrupo waiting acts make one transaction. Acts run one after another as
// re-runnable functions of the database; what they append is buffered and written
// once, at the end, together with numbers, leaves and stored hashes. An act that
// fails before anything reached the database is dropped alone; on any error of the
// database the whole group is rolled back and each act is run again alone. There are
// no savepoints.
package escritor

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"golang.org/x/mod/sumdb/note"
	"gorm.io/gorm"

	"foliado/registers/diario"
)

// MaxGrupo is the most acts that share a commit.
const MaxGrupo = 64

// Errors of the writer.
var (
	// ErrNoDisponible: the act was not acknowledged: the database failed or the
	// server is closing. HTTP 503.
	ErrNoDisponible = errors.New("el registro no está disponible en este momento")
	// ErrBloqueado: another process holds the lock of this data.
	ErrBloqueado = errors.New("otro proceso tiene abierto el diario")
	// ErrMarca: the log is shorter than the high-water mark kept outside it.
	ErrMarca = errors.New("el diario es más corto que la marca guardada fuera de él")
	// ErrClaveRepetida: the Idempotency-Key of the context was already used: replay it.
	ErrClaveRepetida = errors.New("clave de idempotencia ya usada")
)

// Config says where the log is and with what it is written.
type Config struct {
	Ruta        string           // SQLite file; empty for PostgreSQL
	DSN         string           // PostgreSQL
	Reloj       func() time.Time // the only clock of the writer
	Azar        io.Reader        // randomness for salts and keys
	Firmante    note.Signer      // key of checkpoints; its name is the origin
	Marca       string           // file of the high-water mark, outside the database; "" none
	Proyectores map[string]Proyector
	Log         *slog.Logger
	// Replica: on PostgreSQL several servers take turns by an advisory lock; always on.
}

// Proyector writes the projection rows of one kind of asiento. It depends only on the
// asiento, on the personal values still in the vault (absent ones read as ""), and on
// rows other projectors wrote: verificar runs it again in temporary tables of the same
// names and compares.
type Proyector func(l *Lote, a *diario.Asiento, abiertos map[string]string) error

// Idempotencia is the Idempotency-Key of a request, scoped to user and route. When the
// context of Do carries one (WithIdempotencia), its row is written in the act's own commit.
type Idempotencia struct {
	Usuario, Ruta, Clave string
	Huella               string // digest of the body
	Establecimiento      string
	Jornada              string // kept until this jornada is certified
}

// Recibo is what a caller learns once its act is durable.
type Recibo struct {
	Tamano     int64  // size of the log after the commit
	Checkpoint []byte // signed note of the commit
}

// WithIdempotencia attaches k to ctx.
func WithIdempotencia(ctx context.Context, k Idempotencia) context.Context {
	return context.WithValue(ctx, ctxIdempotencia{}, k)
}

type ctxIdempotencia struct{}

// The methods promised to use cases (implemented in the other files of the package):
//
//	func Open(ctx context.Context, cfg Config) (*Escritor, error)   // opens, locks, migrates SQLite, checks the mark, loads the state
//	func (e *Escritor) Do(ctx context.Context, act func(*Tx) error) (Recibo, error)
//	func (e *Escritor) Lectura() *gorm.DB      // read pool; never shares the writer's connection
//	func (e *Escritor) Ahora() time.Time       // the clock, UTC at microseconds
//	func (e *Escritor) Close() error           // finishes the open group
//	func (e *Escritor) Tamano() int64
//	func (e *Escritor) CheckpointAfter(ctx, posicion int64) (note []byte, err error) // first checkpoint that covers the leaf
//	func (e *Escritor) UltimoCheckpoint() []byte
//
//	func (t *Tx) Append(b diario.Borrador) (diario.Asiento, error)  // numbers it, formats the leaf, runs its projector
//	func (t *Tx) Insert(row any) error         // a row that is no projection (session, comprobación); pointer to a gorm row struct with TableName
//	func (t *Tx) Exec(sql string, args ...any) error // flushes, then executes (rows that are no projection)
//	func (t *Tx) DB() *gorm.DB                 // flushes the buffers; for reads inside the transaction (also clears Once)
//	func (t *Tx) Once(key string, load func(*gorm.DB) (any, error)) (any, error) // read cached for the group
//	func (t *Tx) Ahora() time.Time             // instant of this act
//	func (t *Tx) Sola() bool                   // true when run again alone after a failed group
//	func (t *Tx) Ultimo(establecimiento, serie string) int64 // last number given in a series
//	func (t *Tx) Recurso(estado int, ref string) // what an idempotent replay answers with
//
//	func (l *Lote) Insert(row any) error       // projection row (pointer to gorm row struct), buffered: one multi-row INSERT per table and group
//	func (l *Lote) Exec(sql string, args ...any) error // flush + exec; unqualified table names only
//	func (l *Lote) DB() *gorm.DB               // flush + handle for reads
var _ = gorm.ErrRecordNotFound
