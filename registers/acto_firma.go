package registers

import (
	"context"
	"crypto/ed25519"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// FirmaRequest is somebody signing an act. The badge says who.
type FirmaRequest struct {
	Acto       string
	PIN        string
	Credencial string      // as scanned
	Usuario    string      // when given, must be that of the badge
	Huella     string      // hex digest that was shown; when given, must be that of the act
	Plaza      int         // 0: the first free one that the person may fill
	Modo       diario.Modo // "": ModoClave
	Ejemplar   int64       // number of the printed copy, in the manuscrita modes
	Ronda      string      // signed in this ronda; without PIN, by the badge alone
}

// Firmar signs an act: one slot, one person, the exact facts (arts. 36.2, 36.3, 40.3,
// 42.2). The last signature closes it in its own commit. Signing again what one signed
// gives the same state. In the manuscrita modes who directs attests, with the own key,
// that the printed copy was signed in his presence, or was not (criterio FIR-4). In a
// ronda, who opened it signs with the badge alone the sheet whose digest is shown.
//
// It returns ErrActo, firma.ErrCredencial, ErrUsuario, ErrHuella, an ErrActoResuelto,
// ErrModo, ErrPlazaOcupada, ErrMismaPersona, ErrNoFirma, ErrSinClave, ErrBloqueada,
// firma.ErrPIN, ErrFirmaAlterada, or what refuses the close; those that a provision
// decides inside a *norma.Error.
func (c *Casa) Firmar(ctx context.Context, r FirmaRequest) (Acto, error) {
	if r.Modo == "" {
		r.Modo = diario.ModoClave
		if r.Ronda != "" && r.PIN == "" {
			r.Modo = diario.ModoRonda
		}
	}
	if (r.Modo == diario.ModoRonda) != (r.Ronda != "" && r.PIN == "") {
		return Acto{}, fmt.Errorf("%w: en una ronda se firma con la credencial sola, y fuera de ella con PIN", ErrDatos)
	}
	cred, err := firma.ParseCredencial(r.Credencial)
	if err != nil {
		return Acto{}, err
	}
	defer cred.Wipe()
	p, err := c.holder(ctx, cred)
	if err != nil {
		return Acto{}, err
	}
	if r.Usuario != "" && !strings.EqualFold(strings.TrimSpace(r.Usuario), p.Usuario) {
		return Acto{}, ErrUsuario
	}
	a, err := c.Acto(ctx, r.Acto)
	if err != nil {
		return Acto{}, err
	}
	if r.Huella != "" && subtle.ConstantTimeCompare([]byte(strings.ToLower(r.Huella)), []byte(a.Huella)) != 1 {
		return Acto{}, ErrHuella
	}
	if r.Modo.Propia() != (r.Ejemplar == 0) {
		return Acto{}, fmt.Errorf("%w: el número de ejemplar va con la firma manuscrita", ErrDatos)
	}
	db := c.Escritor.Lectura().WithContext(ctx)
	now, err := latestOf(db, p.ID, c.Escritor.Ahora())
	if err != nil {
		return Acto{}, err
	}
	if r.Ronda != "" {
		if err := judgeRonda(db, &a, r.Ronda, r.Huella, micros(now)); err != nil {
			return Acto{}, err
		}
	}
	plaza, _, err := choosePlaza(db, &a, p.ID, r, now)
	if err != nil {
		return Acto{}, err
	}
	if err := c.sign(ctx, &a, p, cred, r, plaza); err != nil {
		return Acto{}, err
	}
	return c.Acto(ctx, a.ID)
}

// sign opens the key outside the writer's turn, for it takes its time, and puts the
// signature on record inside it.
func (c *Casa) sign(ctx context.Context, a *Acto, p Persona, cred firma.Credencial, r FirmaRequest, plaza firma.Plaza) error {
	instalacion, err := c.instalacion(ctx)
	if err != nil {
		return err
	}
	f := diario.Firma{Plaza: plaza.Num, Cargo: p.Cargo, Persona: p.ID, Modo: r.Modo}
	use := func(clave string, k ed25519.PrivateKey) {
		f.Clave = clave
		f.Firma = ed25519.Sign(k, firma.Mensaje(instalacion, a.ID, f.Plaza, f.Cargo, f.Modo, a.huella))
	}
	var opened apertura
	if r.Modo == diario.ModoRonda {
		err = c.signRonda(c.Escritor.Lectura().WithContext(ctx), r, cred, use)
	} else {
		opened, err = c.openClave(ctx, p.ID, r.PIN, cred, func(s firma.Sellada, k ed25519.PrivateKey) error {
			use(s.Clave, k)
			return nil
		})
	}
	if err != nil {
		return err
	}
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		tx.Recurso(200, a.ID)
		if err := record(tx, instalacion, a, f, r); err != nil {
			return err
		}
		return opened.reset(tx)
	})
	if errors.Is(err, ErrActoCaducado) {
		_, expiry := c.expireActo(a)
		return errors.Join(err, expiry)
	}
	return err
}

// record writes the signature down, or closes the act when it is the last one.
func record(tx *escritor.Tx, instalacion string, a *Acto, f diario.Firma, r FirmaRequest) error {
	now, err := refresh(tx.DB(), *a)
	if err != nil {
		return err
	}
	if now.Estado == EstadoPropuesto && now.expired(tx.Ahora()) {
		return ErrActoCaducado
	}
	if r.Ronda != "" {
		if err := checkRonda(tx, &now, r.Ronda, r.Huella); err != nil {
			return err
		}
	}
	r.Plaza = f.Plaza
	_, repeated, err := choosePlaza(tx.DB(), &now, f.Persona, r, tx.Ahora())
	if err != nil || repeated {
		return err
	}
	f.Instante = tx.Ahora()
	if err := verifyFirma(tx.DB(), instalacion, &now, f); err != nil {
		return err
	}
	fila := filaFirma{now.ID, int64(f.Plaza), f.Persona, string(f.Cargo), f.Clave, string(f.Modo), r.Ejemplar, micros(f.Instante), f.Firma}
	now.Plazas[f.Plaza-1].Firmante = &Firmante{Persona: f.Persona, Cargo: f.Cargo, Clave: f.Clave, Modo: f.Modo,
		Ejemplar: r.Ejemplar, Instante: f.Instante, Firma: f.Firma}
	if len(now.Faltan()) > 0 {
		return tx.Insert(&fila)
	}
	return closeActo(tx, instalacion, &now, Autor{f.Persona, f.Cargo})
}

// refresh returns the act as it is now: its leaf does not change, its state and its
// signatures do.
func refresh(db *gorm.DB, a Acto) (Acto, error) {
	row, err := findActo(db, a.ID)
	if err != nil {
		return Acto{}, err
	}
	now, err := newActo(row, a.propuesta)
	if err != nil {
		return Acto{}, err
	}
	now.Personal = a.Personal
	return now, now.loadFirmas(db)
}

// latestOf is now, or the annotation of what last changed who a person is when it runs
// some microseconds ahead of the clock, as it does when many asientos share an instant.
func latestOf(db *gorm.DB, persona string, now time.Time) (time.Time, error) {
	latest := micros(now)
	for _, q := range []*gorm.DB{
		db.Table("cargos").Select("desde").Where("persona = ?", persona).Order("desde DESC"),
		db.Table("direcciones").Select("anotada AS desde").Where("persona = ?", persona).Order("anotada DESC"),
	} {
		type hito struct{ Desde int64 }
		h, _, err := findOne[hito](q)
		if err != nil {
			return time.Time{}, fmt.Errorf("read since when %s signs: %w", persona, err)
		}
		latest = max(latest, h.Desde)
	}
	return fromMicros(latest), nil
}

// choosePlaza says which slot a person fills by that mode, and whether it is one already
// filled by the same person the same way. One person fills one slot (criterio FIR-1); who
// attests fills none.
func choosePlaza(db *gorm.DB, a *Acto, persona string, r FirmaRequest, t time.Time) (plaza firma.Plaza, repeated bool, err error) {
	if r.Plaza < 0 || r.Plaza > len(a.Plazas) {
		return firma.Plaza{}, false, ErrNoFirma
	}
	for _, p := range a.Plazas {
		if f := p.Firmante; f != nil && f.Persona == persona && f.Modo == r.Modo && (r.Plaza == 0 || r.Plaza == p.Num) {
			return p.Plaza, true, nil
		}
	}
	if err := a.Estado.err(); err != nil {
		return firma.Plaza{}, false, err
	}
	modo, taken, able := false, false, false
	for _, p := range a.Plazas {
		if r.Plaza != 0 && r.Plaza != p.Num || !p.Accepts(r.Modo) {
			continue
		}
		modo = true
		ok, err := mayFill(db, p.Plaza, a.Establecimiento, persona, r.Modo, t)
		switch {
		case err != nil:
			return firma.Plaza{}, false, err
		case !ok:
		case p.Firmante != nil:
			taken = true
		case r.Modo.Propia() && signedByKey(a, persona):
			return firma.Plaza{}, false, breachActo(a.Tipo, p.Quien, ErrMismaPersona, "FIR-1")
		case !able:
			plaza, able = p.Plaza, true
		}
	}
	switch {
	case able:
		return plaza, false, nil
	case !modo:
		return firma.Plaza{}, false, breachActo(a.Tipo, "", ErrModo, "FIR-4")
	case taken:
		return firma.Plaza{}, false, ErrPlazaOcupada
	}
	return firma.Plaza{}, false, breachNoFirma(a, r.Plaza)
}

// breachNoFirma cites why nobody but the cargos of the act may sign it.
func breachNoFirma(a *Acto, num int) error {
	if num == 0 {
		num = 1
	}
	quien := a.Plazas[num-1].Quien
	if quien == firma.QuienDirector {
		return breachActo(a.Tipo, quien, ErrNoFirma, "FIR-3")
	}
	return breachActo(a.Tipo, quien, ErrNoFirma, "FIR-1")
}

// signedByKey reports whether the person filled a slot with the own signature.
func signedByKey(a *Acto, persona string) bool {
	for _, p := range a.Plazas {
		if f := p.Firmante; f != nil && f.Persona == persona && f.Modo.Propia() {
			return true
		}
	}
	return false
}

// mayFill reports whether a person may fill a slot by a mode at an instant: by what was
// on record then, whatever came later.
func mayFill(db *gorm.DB, p firma.Plaza, establecimiento, persona string, modo diario.Modo, t time.Time) (bool, error) {
	held, err := cargoAt(db, persona, t)
	if err != nil || held.Cargo == "" {
		return false, err
	}
	cargo := domain.Cargo(held.Cargo)
	if p.Quien == firma.QuienDirector || !modo.Propia() {
		return actsAsDirector(db, persona, establecimiento, t)
	}
	if p.Quien == firma.QuienSegundo {
		return countersigns(cargo), nil
	}
	here := held.Establecimiento == Todos || held.Establecimiento == establecimiento
	if p.Quien == firma.QuienEmpleadoMesa {
		return here && cargo.EnMesa(), nil
	}
	return here && string(cargo) == string(p.Quien), nil
}
