package registers

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about keys.
var (
	// ErrSinClave: the person has no key in force, or the badge is of an earlier one.
	ErrSinClave = errors.New("esa persona no tiene clave de firma en vigor")
	// ErrClave: the key is not in force.
	ErrClave = errors.New("esa clave no existe o ya no está en vigor")
	// ErrCargoSinClave: the cargo never signs.
	ErrCargoSinClave = errors.New("ese cargo no firma: no puede tener clave")
)

// Kinds of asiento about keys.
const (
	TipoClave           = "Clave"
	TipoRevocacionClave = "RevocacionClave"
	TipoCambioPin       = "CambioPin"
)

// filaClave is a public key on record.
type filaClave struct {
	Clave            string
	Persona          string
	Publica          string
	Desde            int64
	Posicion         int64
	Revocada         int64
	RevocadaPosicion int64
}

func (filaClave) TableName() string { return "claves" }

// filaClaveSellada is the private half, sealed. It is no projection.
type filaClaveSellada struct {
	Clave       string
	Persona     string
	Publica     string
	Pasadas     int64
	Memoria     int64
	Hilos       int64
	Sal         []byte
	Nonce       []byte
	Cifrado     []byte
	Comprobante []byte
	Vigente     int64
}

func (filaClaveSellada) TableName() string { return "claves_selladas" }

func newFilaClaveSellada(persona string, s firma.Sellada, vigente bool) *filaClaveSellada {
	f := &filaClaveSellada{Clave: s.Clave, Persona: persona, Publica: firma.Publica(s.Publica),
		Pasadas: int64(s.Coste.Pasadas), Memoria: int64(s.Coste.Memoria), Hilos: int64(s.Coste.Hilos),
		Sal: s.Sal, Nonce: s.Nonce, Cifrado: s.Cifrado, Comprobante: s.Comprobante}
	if vigente {
		f.Vigente = 1
	}
	return f
}

func (f *filaClaveSellada) sellada() (firma.Sellada, error) {
	publica, err := firma.ParsePublica(f.Publica)
	if err != nil || f.Pasadas < 0 || f.Pasadas > 1<<31 || f.Memoria < 0 || f.Memoria > 1<<31 || f.Hilos < 0 || f.Hilos > 255 {
		return firma.Sellada{}, fmt.Errorf("sealed key %s is damaged", f.Clave)
	}
	return firma.Sellada{Clave: f.Clave, Publica: publica,
		Coste: firma.Coste{Pasadas: uint32(f.Pasadas), Memoria: uint32(f.Memoria), Hilos: uint8(f.Hilos)},
		Sal:   f.Sal, Nonce: f.Nonce, Cifrado: f.Cifrado, Comprobante: f.Comprobante}, nil
}

var tablasClave = []escritor.Tabla{{Nombre: "claves", Clave: []string{"clave"}}}

var proyectoresClave = map[string]escritor.Proyector{
	TipoClave: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaClave{Clave: d.texto("clave"), Persona: d.texto("persona"), Publica: d.texto("publica"),
			Desde: micros(a.Anotacion), Posicion: a.Posicion, RevocadaPosicion: -1}
		err := l.Exec(`UPDATE claves SET revocada = ?, revocada_posicion = ? WHERE persona = ? AND revocada = 0`,
			micros(a.Anotacion), a.Posicion, f.Persona)
		if err != nil {
			return err
		}
		return l.Insert(f)
	},
	TipoRevocacionClave: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Exec(`UPDATE claves SET revocada = ?, revocada_posicion = ? WHERE clave = ? AND revocada = 0`,
			micros(a.Anotacion), a.Posicion, a.Dato("clave"))
	},
	TipoCambioPin: func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}

// countersigns reports whether a cargo may hold a key of the house and be second signer.
func countersigns(c domain.Cargo) bool {
	return c.Valid() && c != domain.Admision && c != domain.Sistema && c != domain.FuncionarioInspector
}

// signs reports whether a cargo may hold a key at all: sistema never does.
func signs(c domain.Cargo) bool { return c.Valid() && c != domain.Sistema }

// claveNueva is a key just drawn: sealed, with its proof of possession and its badge.
type claveNueva struct {
	persona    string
	sellada    firma.Sellada
	posesion   string // base64
	credencial string // text of the badge: shown once, never kept
}

func (k claveNueva) row(vigente bool) *filaClaveSellada {
	return newFilaClaveSellada(k.persona, k.sellada, vigente)
}

func (c *Casa) newClave(ctx context.Context, instalacion, persona, pin string) (claveNueva, error) {
	cred, err := firma.NewCredencial(c.opts.Azar, persona)
	if err != nil {
		return claveNueva{}, err
	}
	defer cred.Wipe()
	privada, err := firma.NewClave(c.opts.Azar)
	if err != nil {
		return claveNueva{}, err
	}
	defer clear(privada)
	s, err := firma.Sellar(ctx, c.opts.Azar, privada, pin, cred, c.opts.Coste)
	if err != nil {
		return claveNueva{}, err
	}
	posesion := ed25519.Sign(privada, firma.MensajePosesion(instalacion, persona, s.Clave, s.Publica))
	return claveNueva{persona: persona, sellada: s, posesion: base64.StdEncoding.EncodeToString(posesion),
		credencial: cred.Texto()}, nil
}

// claveVigente returns the key in force of a person, or ErrSinClave.
func claveVigente(db *gorm.DB, persona string) (filaClave, error) {
	f, ok, err := findOne[filaClave](db.Where("persona = ? AND revocada = 0", persona))
	if err != nil {
		return filaClave{}, fmt.Errorf("read the key of %s: %w", persona, err)
	}
	if !ok {
		return filaClave{}, ErrSinClave
	}
	return f, nil
}

// selladaVigente returns the sealed half of the key in force of a person, or ErrSinClave.
func selladaVigente(db *gorm.DB, persona string) (firma.Sellada, error) {
	k, err := claveVigente(db, persona)
	if err != nil {
		return firma.Sellada{}, err
	}
	f, ok, err := findOne[filaClaveSellada](db.Where("clave = ? AND persona = ? AND vigente = 1", k.Clave, persona))
	if err != nil {
		return firma.Sellada{}, fmt.Errorf("read the sealed key of %s: %w", persona, err)
	}
	if !ok {
		return firma.Sellada{}, ErrSinClave
	}
	return f.sellada()
}

// publicaOnRecord returns a public key as its own asiento states it: a row altered behind
// the log's back verifies nothing.
func publicaOnRecord(db *gorm.DB, f filaClave) (ed25519.PublicKey, error) {
	a, err := readAsiento(db, f.Posicion)
	if err != nil {
		return nil, err
	}
	persona, clave, publica := "persona", "clave", "publica"
	if a.Tipo == TipoActaFundacional {
		persona = ""
		for n := 1; n <= fundadores; n++ {
			if p := prefijoFundador(n); a.Dato(p+"id") == f.Clave {
				persona, clave, publica = p+"persona", p+"id", p+"publica"
			}
		}
	}
	if a.Dato(persona) != f.Persona || a.Dato(clave) != f.Clave || a.Dato(publica) != f.Publica {
		return nil, fmt.Errorf("%w: la clave %s no es la de su asiento %d", ErrFirmaAlterada, f.Clave, f.Posicion)
	}
	k, err := firma.ParsePublica(f.Publica)
	if err != nil || firma.ID(k) != f.Clave {
		return nil, fmt.Errorf("%w: la clave %s está alterada", ErrFirmaAlterada, f.Clave)
	}
	return k, nil
}

// ensureFirmantes returns ErrSinFirmantes unless, without the key of a person, somebody
// who directs the whole entidad at t and a second signer keep theirs: with fewer no key
// could be enrolled ever again. A person without a key leaves things as they are.
func ensureFirmantes(db *gorm.DB, persona string, t time.Time) error {
	if _, err := claveVigente(db, persona); errors.Is(err, ErrSinClave) {
		return nil
	} else if err != nil {
		return err
	}
	var keys []filaClave
	if err := db.Where("revocada = 0 AND persona <> ?", persona).Find(&keys).Error; err != nil {
		return err
	}
	directors, seconds := 0, 0
	for _, k := range keys {
		held, err := cargoAt(db, k.Persona, t)
		if err != nil {
			return err
		}
		directs, err := actsAsDirector(db, k.Persona, diario.Entidad, t)
		if err != nil {
			return err
		}
		if directs {
			directors++
		}
		if countersigns(domain.Cargo(held.Cargo)) {
			seconds++
		}
	}
	if directors < 1 || seconds < 2 {
		return ErrSinFirmantes
	}
	return nil
}

// Clave is the public side of a key in force.
type Clave struct {
	ID       string // 16 hex digits
	Persona  string
	Publica  ed25519.PublicKey
	Desde    time.Time
	Posicion int64 // of the asiento that enrolled it
}

// ClaveVigente returns the key in force of a person, or ErrSinClave.
func (c *Casa) ClaveVigente(ctx context.Context, persona string) (Clave, error) {
	f, err := claveVigente(c.Escritor.Lectura().WithContext(ctx), persona)
	if err != nil {
		return Clave{}, err
	}
	publica, err := firma.ParsePublica(f.Publica)
	if err != nil {
		return Clave{}, err
	}
	return Clave{f.Clave, f.Persona, publica, fromMicros(f.Desde), f.Posicion}, nil
}
