package registers

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"crypto/ed25519"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// caducaClave is the life of an act of enrolment or revocation: it is signed at once, with
// the person in front.
const caducaClave = time.Hour

// plazasClave are the slots of every act about keys: never sistema alone.
var plazasClave = []firma.Plaza{{Num: 1, Quien: firma.QuienDirector}, {Num: 2, Quien: firma.QuienSegundo}}

// ClaveFacts asks for a key for somebody who signs.
type ClaveFacts struct {
	Autor   Autor
	Persona string
	PIN     string // typed by its holder
}

// EnrolClave draws a key for a person, sealed with the PIN and a new badge, and proposes
// the act that two signatures close: who directs and a second one. Until then the earlier
// key, if any, is in force; a forgotten PIN or a lost badge is this same act. The text of
// the badge is returned now and kept nowhere. It returns ErrPersona, ErrCargoSinClave or
// firma.ErrPINNoAdmitido.
func (c *Casa) EnrolClave(ctx context.Context, f ClaveFacts) (acto Acto, credencial string, err error) {
	p, err := findPersona(c.Escritor.Lectura().WithContext(ctx), f.Persona)
	if err != nil {
		return Acto{}, "", err
	}
	if !signs(p.Cargo) {
		return Acto{}, "", ErrCargoSinClave
	}
	instalacion, err := c.instalacion(ctx)
	if err != nil {
		return Acto{}, "", err
	}
	k, err := c.newClave(ctx, instalacion, p.ID, f.PIN)
	if err != nil {
		return Acto{}, "", err
	}
	b := borradorActoClave(f.Autor, TipoClave,
		diario.Dato{Nombre: "persona", Valor: p.ID},
		diario.Dato{Nombre: "clave", Valor: k.sellada.Clave},
		diario.Dato{Nombre: "publica", Valor: firma.Publica(k.sellada.Publica)},
		diario.Dato{Nombre: "posesion", Valor: k.posesion})
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
		if _, err := findPersona(tx.DB(), p.ID); err != nil {
			return err
		}
		b.Hecho = tx.Ahora()
		if acto, err = c.proposeTx(tx, b); err != nil {
			return err
		}
		tx.Recurso(201, acto.ID)
		return tx.Insert(k.row(false))
	})
	if err != nil {
		return Acto{}, "", err
	}
	return acto, k.credencial, nil
}

func borradorActoClave(autor Autor, tipo string, datos ...diario.Dato) ActoBorrador {
	return ActoBorrador{
		Establecimiento: diario.Entidad,
		Libro:           LibroRegistro,
		Autor:           autor.Persona,
		Cargo:           autor.Cargo,
		Tipo:            tipo,
		Datos:           datos,
		Plazas:          plazasClave,
		Caduca:          caducaClave,
	}
}

// RevocacionFacts asks to revoke the key in force of a person.
type RevocacionFacts struct {
	Autor   Autor
	Persona string
	Motivo  string
}

// RevokeClave proposes the revocation of a key, with the two signatures of an enrolment.
// It returns ErrSinClave, or ErrSinFirmantes when too few keys would be left: enrol
// another one first.
func (c *Casa) RevokeClave(ctx context.Context, f RevocacionFacts) (acto Acto, err error) {
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		k, err := claveVigente(tx.DB(), f.Persona)
		if err != nil {
			return err
		}
		if err := ensureFirmantes(tx.DB(), f.Persona, tx.Ahora()); err != nil {
			return err
		}
		b := borradorActoClave(f.Autor, TipoRevocacionClave,
			diario.Dato{Nombre: "persona", Valor: k.Persona}, diario.Dato{Nombre: "clave", Valor: k.Clave})
		b.Hecho, b.Clase = tx.Ahora(), diario.ClasePersonal
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: f.Motivo}}
		acto, err = c.proposeTx(tx, b)
		tx.Recurso(201, acto.ID)
		return err
	})
	return acto, err
}

func init() {
	validaciones[TipoClave] = checkClave
	cierres[TipoClave] = closeClave
	abandonos[TipoClave] = abandonClave
	validaciones[TipoRevocacionClave] = checkRevocacion
	cierres[TipoRevocacionClave] = closeRevocacion
}

// checkClave judges an enrolment again when it is about to close: the person still serves
// and the key proves its possession.
func checkClave(tx *escritor.Tx, a *Acto) error {
	p, err := findPersona(tx.DB(), a.Dato("persona"))
	if err != nil {
		return err
	}
	if !signs(p.Cargo) {
		return ErrCargoSinClave
	}
	acta, ok, err := findOne[filaFundacion](tx.DB())
	if err != nil || !ok {
		return fmt.Errorf("%w: %w", ErrNoFundada, err)
	}
	publica, err := firma.ParsePublica(a.Dato("publica"))
	if err != nil {
		return err
	}
	posesion, err := base64.StdEncoding.DecodeString(a.Dato("posesion"))
	m := firma.MensajePosesion(acta.Instalacion, p.ID, a.Dato("clave"), publica)
	if err != nil || firma.ID(publica) != a.Dato("clave") || !ed25519.Verify(publica, m, posesion) {
		return fmt.Errorf("%w: la clave %s no prueba su posesión", ErrFirmaAlterada, a.Dato("clave"))
	}
	return nil
}

// closeClave puts the new key in force and forgets the earlier one and its lock.
func closeClave(tx *escritor.Tx, a *Acto, _ diario.Asiento) error {
	persona, clave := a.Dato("persona"), a.Dato("clave")
	if err := tx.Exec(`DELETE FROM claves_selladas WHERE persona = ? AND clave <> ? AND vigente = 1`, persona, clave); err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE claves_selladas SET vigente = 1 WHERE clave = ?`, clave); err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM intentos WHERE persona = ?`, persona); err != nil {
		return err
	}
	return dropFirmas(tx, persona)
}

// abandonClave forgets the sealed half of an enrolment that was withdrawn or expired.
func abandonClave(tx *escritor.Tx, a *Acto) error {
	return tx.Exec(`DELETE FROM claves_selladas WHERE clave = ? AND vigente = 0`, a.Dato("clave"))
}

func checkRevocacion(tx *escritor.Tx, a *Acto) error {
	k, err := claveVigente(tx.DB(), a.Dato("persona"))
	if err != nil {
		return err
	}
	if k.Clave != a.Dato("clave") {
		return ErrClave
	}
	return ensureFirmantes(tx.DB(), k.Persona, tx.Ahora())
}

func closeRevocacion(tx *escritor.Tx, a *Acto, _ diario.Asiento) error {
	persona := a.Dato("persona")
	if err := tx.Exec(`DELETE FROM claves_selladas WHERE clave = ?`, a.Dato("clave")); err != nil {
		return err
	}
	return dropFirmas(tx, persona)
}

// PinFacts changes the PIN of who holds the badge.
type PinFacts struct {
	Credencial string
	PIN        string
	PINNuevo   string
}

// CambioPin seals the same key with another PIN. The badge stays the same. It returns
// firma.ErrCredencial, firma.ErrPIN, ErrBloqueada, ErrSinClave or firma.ErrPINNoAdmitido.
func (c *Casa) CambioPin(ctx context.Context, f PinFacts) error {
	if err := firma.CheckPIN(f.PINNuevo); err != nil {
		return err
	}
	cred, err := firma.ParseCredencial(f.Credencial)
	if err != nil {
		return err
	}
	defer cred.Wipe()
	p, err := c.holder(ctx, cred)
	if err != nil {
		return err
	}
	var nueva firma.Sellada
	opened, err := c.openClave(ctx, p.ID, f.PIN, cred, func(_ firma.Sellada, k ed25519.PrivateKey) (err error) {
		nueva, err = firma.Sellar(ctx, c.opts.Azar, k, f.PINNuevo, cred, c.opts.Coste)
		return err
	})
	if err != nil {
		return err
	}
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error { return reseal(tx, p, opened, nueva) })
	return err
}

func reseal(tx *escritor.Tx, p Persona, opened apertura, nueva firma.Sellada) error {
	k, err := claveVigente(tx.DB(), p.ID)
	if err != nil {
		return err
	}
	if k.Clave != nueva.Clave {
		return ErrClave
	}
	_, err = tx.Append(borradorRegistro(tx, Autor{p.ID, domain.Cargo(p.Cargo)}, TipoCambioPin,
		diario.Dato{Nombre: "clave", Valor: k.Clave}, diario.Dato{Nombre: "persona", Valor: p.ID}))
	if err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM claves_selladas WHERE clave = ?`, k.Clave); err != nil {
		return err
	}
	if err := tx.Insert(newFilaClaveSellada(p.ID, nueva, true)); err != nil {
		return err
	}
	return opened.reset(tx)
}
