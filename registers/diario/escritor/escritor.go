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

	"foliado/domain"
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
	// ErrPanico: the act panicked; nothing of it is on record. The log has the stack.
	ErrPanico = errors.New("error interno al anotar")
	// ErrHechoFuturo: the hora del hecho is later than the hora de anotación (HOR-1).
	ErrHechoFuturo = errors.New("la hora del hecho es posterior a la de su anotación")
	// ErrFolio: the folio is not one already open in the book.
	ErrFolio = errors.New("el folio no está abierto en el libro")
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
	// Plazo is the first date on which the personal values of an asiento of a class go that
	// is written on a date and says none itself; "" when it is not known then. nil: never.
	Plazo func(diario.Clase, domain.Fecha) domain.Fecha
	Log   *slog.Logger
	// PermiteDueno lets the connected role own the log on PostgreSQL: for throw-away
	// databases only, since an owner may alter what it wrote.
	PermiteDueno bool
	// Recuperar accepts a log shorter than its mark (an honest restore): Open then
	// appends a Recuperacion asiento that lists the lost positions.
	Recuperar bool
}

// Proyector writes the projection rows of one kind of asiento. It depends only on the
// asiento, on the personal values still in the vault (absent ones read as ""), on asientos
// before it and on rows other projectors wrote: verificar runs it again in temporary tables of the same
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

// WithoutIdempotencia is ctx for an act that comes before the one its key stands for: the
// key is spent by the last.
func WithoutIdempotencia(ctx context.Context) context.Context {
	return context.WithValue(ctx, ctxIdempotencia{}, nil)
}

type ctxIdempotencia struct{}

// WithCondicion attaches a condition to the act of ctx: it is asked when the act has its
// turn, with nobody able to write until it is committed and nothing else waiting to be
// committed with it, so that what it reads on Lectura is what the act will change. Its error
// is the act's.
func WithCondicion(ctx context.Context, holds func() error) context.Context {
	return context.WithValue(ctx, ctxCondicion{}, holds)
}

type ctxCondicion struct{}
