package registers

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"sync"
	"time"

	"gorm.io/gorm"

	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// ErrBloqueada: too many wrong PINs in a row. The error is a *BloqueadaError.
var ErrBloqueada = errors.New("la firma está bloqueada por PIN incorrectos")

// BloqueadaError says until when the key of a person stays locked.
type BloqueadaError struct {
	Hasta    time.Time     // UTC
	Restante time.Duration // from the attempt on
}

// Error is a Spanish clause that says how long is left, in whole seconds upwards.
func (e *BloqueadaError) Error() string {
	return fmt.Sprintf("%v: quedan %d s", ErrBloqueada, int64((e.Restante+time.Second-1)/time.Second))
}

// Is makes errors.Is(err, ErrBloqueada) true.
func (e *BloqueadaError) Is(target error) bool { return target == ErrBloqueada }

// Wrong PINs in a row: the third locks for a minute, the fourth for two, and each one
// more for five. The lock is on record before the answer goes out, and outlives a
// restart; a right PIN forgets it.
const fallosLibres = 2

var bloqueos = []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute}

// lockAfter is how long that many wrong PINs in a row lock a key.
func lockAfter(fallos int64) time.Duration {
	if fallos <= fallosLibres {
		return 0
	}
	return bloqueos[min(fallos-fallosLibres, int64(len(bloqueos)))-1]
}

type filaIntento struct {
	Persona string
	Fallos  int64
	Hasta   int64
}

func (filaIntento) TableName() string { return "intentos" }

// cerrojos gives one lock to each persona, so that guesses cannot run side by side.
type cerrojos struct {
	mu sync.Mutex
	m  map[string]chan struct{}
}

// lock waits for the persona's turn. It returns the error of ctx when it does not come.
func (c *cerrojos) lock(ctx context.Context, persona string) (unlock func(), err error) {
	c.mu.Lock()
	if c.m == nil {
		c.m = map[string]chan struct{}{}
	}
	ch, ok := c.m[persona]
	if !ok {
		ch = make(chan struct{}, 1)
		c.m[persona] = ch
	}
	c.mu.Unlock()
	select {
	case ch <- struct{}{}:
		return func() { <-ch }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// apertura is what remains of a key that was opened: whose, which, and whether a lock is
// to be forgotten.
type apertura struct {
	persona string
	fallos  int64
}

// reset forgets the wrong PINs that came before the right one.
func (a apertura) reset(tx *escritor.Tx) error {
	if a.fallos == 0 {
		return nil
	}
	return tx.Exec(`DELETE FROM intentos WHERE persona = ?`, a.persona)
}

// holder is whose a badge is: somebody who serves in the house. It returns
// firma.ErrCredencial for anybody else.
func (c *Casa) holder(ctx context.Context, cred firma.Credencial) (Persona, error) {
	p, err := findPersona(c.Escritor.Lectura().WithContext(ctx), cred.Persona)
	if errors.Is(err, ErrPersona) {
		return Persona{}, firma.ErrCredencial
	}
	return p, err
}

// openClave opens the key in force of a person for the time of use. A wrong PIN is put on
// record before the answer; while locked nothing is tried. It returns ErrSinClave,
// firma.ErrCredencial, firma.ErrPIN, a *BloqueadaError, or what use returns.
func (c *Casa) openClave(ctx context.Context, persona, pin string, cred firma.Credencial, use func(firma.Sellada, ed25519.PrivateKey) error) (apertura, error) {
	unlock, err := c.llaves.lock(ctx, persona)
	if err != nil {
		return apertura{}, err
	}
	defer unlock()
	db := c.Escritor.Lectura().WithContext(ctx)
	s, err := selladaVigente(db, persona)
	if err != nil {
		return apertura{}, err
	}
	tries, err := readIntentos(db, persona)
	if err != nil {
		return apertura{}, err
	}
	if now, until := c.Escritor.Ahora(), fromMicros(tries.Hasta); now.Before(until) {
		return apertura{}, &BloqueadaError{Hasta: until, Restante: until.Sub(now)}
	}
	err = firma.Abrir(ctx, s, pin, cred, func(k ed25519.PrivateKey) error { return use(s, k) })
	if errors.Is(err, firma.ErrPIN) {
		return apertura{}, c.recordFallo(persona)
	}
	return apertura{persona: persona, fallos: tries.Fallos}, err
}

func readIntentos(db *gorm.DB, persona string) (filaIntento, error) {
	f, _, err := findOne[filaIntento](db.Where("persona = ?", persona))
	if err != nil {
		return filaIntento{}, fmt.Errorf("read the wrong PINs of %s: %w", persona, err)
	}
	return f, nil
}

// recordFallo counts a wrong PIN and returns firma.ErrPIN, saying when it locks; or the
// error of the writer, so that nobody learns from an attempt that left no trace. It is no
// part of the request: hanging up does not spare it, and its Idempotency-Key stays unused.
func (c *Casa) recordFallo(persona string) error {
	var locked time.Duration
	_, err := c.Escritor.Do(context.Background(), func(tx *escritor.Tx) error {
		f, err := readIntentos(tx.DB(), persona)
		if err != nil {
			return err
		}
		f.Persona, f.Fallos = persona, f.Fallos+1
		if locked = lockAfter(f.Fallos); locked > 0 {
			f.Hasta = micros(tx.Ahora().Add(locked))
		}
		if err := tx.Exec(`DELETE FROM intentos WHERE persona = ?`, persona); err != nil {
			return err
		}
		return tx.Insert(&f)
	})
	switch {
	case err != nil:
		return err
	case locked == 0:
		return firma.ErrPIN
	case locked == time.Minute:
		return fmt.Errorf("%w; la firma queda bloqueada 1 minuto", firma.ErrPIN)
	}
	return fmt.Errorf("%w; la firma queda bloqueada %d minutos", firma.ErrPIN, locked/time.Minute)
}
