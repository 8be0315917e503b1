package registers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"gorm.io/gorm"

	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about passwords.
var (
	// ErrAcceso: the usuario or the password is wrong; it never says which.
	ErrAcceso = errors.New("usuario o clave incorrectos")
	// ErrClaveCorta: the password is too short, or absurdly long.
	ErrClaveCorta = fmt.Errorf("la clave debe tener de %d a %d caracteres", MinClave, maxClave)
)

// MinClave is the fewest characters of a password.
const (
	MinClave = 8
	maxClave = 200
)

// filaUsuario is the password of a person. It is no projection.
type filaUsuario struct {
	Persona string
	Clave   string
}

func (filaUsuario) TableName() string { return "usuarios" }

// hashClave digests a password outside the writer's turn; "" for no password.
func (c *Casa) hashClave(ctx context.Context, clave string) (string, error) {
	if clave == "" {
		return "", nil
	}
	if n := utf8.RuneCountInString(clave); n < MinClave || n > maxClave {
		return "", ErrClaveCorta
	}
	release, err := firma.Turno(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	digest, err := argon2id.CreateHash(diario.NFC(clave), c.opts.CosteClave)
	if err != nil {
		return "", fmt.Errorf("digest a password: %w", err)
	}
	return digest, nil
}

// CheckClave returns who has that usuario and password, or ErrAcceso. A usuario that does
// not exist takes as long as one that does.
func (c *Casa) CheckClave(ctx context.Context, usuario, clave string) (Persona, error) {
	digest, err := c.claveVacia()
	if err != nil {
		return Persona{}, fmt.Errorf("digest a password: %w", err)
	}
	p, err := c.PersonaByUsuario(ctx, usuario)
	known := err == nil
	if err != nil && !errors.Is(err, ErrPersona) {
		return Persona{}, err
	}
	if known {
		f, ok, err := findOne[filaUsuario](c.Escritor.Lectura().WithContext(ctx).Where("persona = ?", p.ID))
		if err != nil {
			return Persona{}, fmt.Errorf("read a password: %w", err)
		}
		if known = ok; ok {
			digest = f.Clave
		}
	}
	if utf8.RuneCountInString(clave) > maxClave {
		return Persona{}, ErrAcceso
	}
	release, err := firma.Turno(ctx)
	if err != nil {
		return Persona{}, err
	}
	defer release()
	match, err := argon2id.ComparePasswordAndHash(diario.NFC(clave), digest)
	if err != nil {
		return Persona{}, fmt.Errorf("compare a password: %w", err)
	}
	if !match || !known {
		return Persona{}, ErrAcceso
	}
	return p, nil
}

// SetClave gives a person another password. It is no asiento: the log of the server says
// who did it. It returns ErrPersona or ErrClaveCorta.
func (c *Casa) SetClave(ctx context.Context, autor Autor, persona, clave string) error {
	digest, err := c.hashClave(ctx, clave)
	if err != nil {
		return err
	}
	if digest == "" {
		return ErrClaveCorta
	}
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if _, err := findPersona(tx.DB(), persona); err != nil {
			return err
		}
		if err := tx.Exec(`DELETE FROM usuarios WHERE persona = ?`, persona); err != nil {
			return err
		}
		return tx.Insert(&filaUsuario{Persona: persona, Clave: digest})
	})
	if err == nil {
		c.opts.Log.Info("password set", "persona", persona, "autor", autor.Persona)
	}
	return err
}

type filaSesion struct {
	Token  string
	Datos  []byte
	Caduca int64
}

func (filaSesion) TableName() string { return "sesiones" }

// Sesiones keeps web sessions in the database, through the writer and not as asientos,
// with their tokens digested: a copy of the database opens nobody's session. It is a
// store of github.com/alexedwards/scs, plain and with context.
type Sesiones struct{ c *Casa }

// Sesiones returns the store of web sessions.
func (c *Casa) Sesiones() Sesiones { return Sesiones{c} }

func digestToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// FindCtx returns the data of a session that has not expired.
func (s Sesiones) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	q := s.c.Escritor.Lectura().WithContext(ctx).Where("token = ? AND caduca > ?", digestToken(token), micros(s.c.Escritor.Ahora()))
	f, ok, err := findOne[filaSesion](q)
	if err != nil {
		return nil, false, fmt.Errorf("read a session: %w", err)
	}
	return f.Datos, ok, nil
}

// CommitCtx keeps a session until its expiry.
func (s Sesiones) CommitCtx(ctx context.Context, token string, datos []byte, caduca time.Time) error {
	_, err := s.c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		f := &filaSesion{digestToken(token), datos, micros(diario.Instante(caduca))}
		if err := tx.Exec(`DELETE FROM sesiones WHERE token = ?`, f.Token); err != nil {
			return err
		}
		return tx.Insert(f)
	})
	return err
}

// DeleteCtx ends a session; one that does not exist is no error.
func (s Sesiones) DeleteCtx(ctx context.Context, token string) error {
	_, err := s.c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		return tx.Exec(`DELETE FROM sesiones WHERE token = ?`, digestToken(token))
	})
	return err
}

// AllCtx returns the data of every session alive, by the digest of its token.
func (s Sesiones) AllCtx(ctx context.Context) (map[string][]byte, error) {
	return allSesiones(s.c.Escritor.Lectura().WithContext(ctx), s.c.Escritor.Ahora())
}

func allSesiones(db *gorm.DB, now time.Time) (map[string][]byte, error) {
	var rows []filaSesion
	if err := db.Where("caduca > ?", micros(now)).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	all := make(map[string][]byte, len(rows))
	for _, r := range rows {
		all[r.Token] = r.Datos
	}
	return all, nil
}

// Find is FindCtx without a context.
func (s Sesiones) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s Sesiones) Commit(token string, datos []byte, caduca time.Time) error {
	return s.CommitCtx(context.Background(), token, datos, caduca)
}

// Delete is DeleteCtx without a context.
func (s Sesiones) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// All is AllCtx without a context.
func (s Sesiones) All() (map[string][]byte, error) { return s.AllCtx(context.Background()) }

// Purge forgets the sessions that expired. The server calls it now and then.
func (s Sesiones) Purge(ctx context.Context) error {
	_, err := s.c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		return tx.Exec(`DELETE FROM sesiones WHERE caduca <= ?`, micros(tx.Ahora()))
	})
	return err
}
