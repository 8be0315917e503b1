package registers

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// checkRonda judges whether a sheet may be signed in a ronda at the instant of tx, and
// puts its last use there. huella is the digest that was shown.
func checkRonda(tx *escritor.Tx, a *Acto, ronda, huella string) error {
	if err := judgeRonda(tx.DB(), a, ronda, huella, micros(tx.Ahora())); err != nil {
		return err
	}
	return touchRonda(tx, ronda)
}

func judgeRonda(db *gorm.DB, a *Acto, ronda, huella string, now int64) error {
	f, err := findRonda(db, ronda)
	if err != nil {
		return err
	}
	last, err := usoOf(db, ronda)
	if err != nil {
		return err
	}
	r := f.regla(last)
	if err := r.CheckUse(fromMicros(now)); err != nil {
		return err
	}
	if err := r.CheckHoja(a.Establecimiento, a.Jornada, huella); err != nil {
		return err
	}
	if !slices.Contains(strings.Fields(f.Tipos), a.Tipo) {
		return norma.Breach(art("36.3"), libros.ErrRondaActo)
	}
	return nil
}

// signRonda signs an act with the ephemeral key that the badge opens.
func (c *Casa) signRonda(db *gorm.DB, r FirmaRequest, cred firma.Credencial, sign func(clave string, k ed25519.PrivateKey)) error {
	k, ok, err := findOne[filaLlaveRonda](db.Where("ronda = ? AND persona = ?", r.Ronda, cred.Persona))
	if err != nil {
		return fmt.Errorf("read the keys of ronda %s: %w", r.Ronda, err)
	}
	if !ok {
		return ErrNoRonda
	}
	own, err := claveVigente(db, cred.Persona)
	if err != nil {
		return err
	}
	ronda, err := findRonda(db, r.Ronda)
	if err != nil {
		return err
	}
	if own.Desde > ronda.Desde { // certified with a key since replaced
		return ErrNoRonda
	}
	s, ok, err := findOne[filaLlaveSellada](db.Where("clave = ?", k.Clave))
	if err != nil {
		return fmt.Errorf("read the sealed keys of ronda %s: %w", r.Ronda, err)
	}
	if !ok {
		return norma.Breach(art("36.3"), libros.ErrRondaAcabada)
	}
	return firma.AbrirLlave(firma.Llave{Clave: s.Clave, Nonce: s.Nonce, Cifrado: s.Cifrado}, cred, func(k ed25519.PrivateKey) error {
		sign(s.Clave, k)
		return nil
	})
}

// llaveDeFirma is the public key of a signature, judged by the log alone: the one that an
// asiento enrolled for that person, in force; in a ronda, the one that its asiento lent
// to that person for acts of that kind, establecimiento and jornada, while the ronda
// lasted and the key with which it was certified is still in force.
func llaveDeFirma(db *gorm.DB, a *Acto, f diario.Firma) (ed25519.PublicKey, error) {
	k, err := claveVigente(db, f.Persona)
	switch {
	case errors.Is(err, ErrSinClave):
		return nil, fmt.Errorf("%w: quien firma no tiene clave en vigor", ErrFirmaAlterada)
	case err != nil:
		return nil, err
	}
	if f.Modo != diario.ModoRonda {
		if k.Clave != f.Clave || k.Desde > micros(f.Instante) {
			return nil, fmt.Errorf("%w: la clave no era la de quien firma", ErrFirmaAlterada)
		}
		return publicaOnRecord(db, k)
	}
	return llaveDeRonda(db, a, f, k)
}

func llaveDeRonda(db *gorm.DB, a *Acto, f diario.Firma, propia filaClave) (ed25519.PublicKey, error) {
	l, ok, err := findOne[filaLlaveRonda](db.Where("clave = ? AND persona = ?", f.Clave, f.Persona))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%w: la llave no es de ninguna ronda de quien firma", ErrFirmaAlterada)
	}
	r, err := findRonda(db, l.Ronda)
	if err != nil {
		return nil, err
	}
	if r.regla(0).Ended(f.Instante) || propia.Desde > r.Desde || a.Establecimiento != r.Establecimiento ||
		string(a.Jornada) != r.Jornada || !slices.Contains(strings.Fields(r.Tipos), a.Tipo) {
		return nil, fmt.Errorf("%w: la ronda no alcanza a este acto", ErrFirmaAlterada)
	}
	return publicaRonda(db, r, l)
}
