package registers

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about rondas.
var (
	// ErrRonda: there is no ronda of that name.
	ErrRonda = errors.New("no existe esa ronda")
	// ErrNoRonda: the badge is of nobody who opened the ronda.
	ErrNoRonda = errors.New("esa credencial no es de quien abrió la ronda: hacen falta credencial y PIN")
)

// Pase is a badge with its PIN.
type Pase struct {
	Credencial string // as scanned
	PIN        string
}

// Ronda is a walk from table to table with its two people (architecture of signatures;
// arts. 36.3, 36.4). Instants in UTC.
type Ronda struct {
	ID string // the act that opened it
	libros.Ronda
	Tipos     []string
	Miembros  []MiembroRonda // who directs, then the cajero
	Bloqueada bool           // at the instant it was read
	Acabada   bool
	Posicion  int64 // of its asiento
}

// MiembroRonda is one of the two who opened a ronda.
type MiembroRonda struct {
	Persona string
	Nombre  string
	Cargo   domain.Cargo
	Clave   string // id of the ephemeral key
}

// firmanteRonda is somebody about to sign the act that opens a ronda.
type firmanteRonda struct {
	Persona
	cred  firma.Credencial
	pin   string
	clave string
	k     ed25519.PrivateKey // open for the act only
	llave ed25519.PrivateKey // ephemeral
}

// OpenRonda opens a ronda in the present jornada: who directs and a cajero sign its
// asiento with badge and PIN, and each is lent an ephemeral key that the badge alone
// opens, for anticipos and counts of that establecimiento and jornada, for
// libros.DuracionRonda. Several rondas may go on at once (art. 36.4). It returns
// ErrSinJornada, firma.ErrCredencial, firma.ErrPIN, a *BloqueadaError, ErrSinClave, or a
// breach of FIR-1 or FIR-3.
func (c *Casa) OpenRonda(ctx context.Context, autor Autor, establecimiento string, direccion, cajero Pase) (Ronda, error) {
	var who [2]*firmanteRonda
	for k, pase := range []Pase{direccion, cajero} {
		p, err := c.arrive(ctx, pase)
		if err != nil {
			return Ronda{}, err
		}
		defer p.wipe()
		who[k] = p
	}
	instalacion, err := c.instalacion(ctx)
	if err != nil {
		return Ronda{}, err
	}
	if who[0].ID == who[1].ID {
		return Ronda{}, breachActo(TipoRonda, firma.QuienCajero, ErrMismaPersona, "FIR-1")
	}
	var id string
	err = c.withKey(ctx, who[0], func() error {
		return c.withKey(ctx, who[1], func() error {
			_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
				id, err = c.openRonda(tx, instalacion, autor, establecimiento, who)
				return err
			})
			return err
		})
	})
	if err != nil {
		return Ronda{}, err
	}
	return c.Ronda(ctx, id)
}

// arrive reads a badge and draws the ephemeral key of its holder.
func (c *Casa) arrive(ctx context.Context, pase Pase) (*firmanteRonda, error) {
	cred, err := firma.ParseCredencial(pase.Credencial)
	if err != nil {
		return nil, err
	}
	p, err := c.holder(ctx, cred)
	if err != nil {
		return nil, err
	}
	llave, err := firma.NewClave(c.opts.Azar)
	if err != nil {
		return nil, err
	}
	return &firmanteRonda{Persona: p, cred: cred, pin: pase.PIN, llave: llave}, nil
}

func (f *firmanteRonda) wipe() {
	f.cred.Wipe()
	clear(f.llave)
}

// withKey opens the key of a person while use runs.
func (c *Casa) withKey(ctx context.Context, f *firmanteRonda, use func() error) error {
	_, err := c.openClave(ctx, f.ID, f.pin, f.cred, func(s firma.Sellada, k ed25519.PrivateKey) error {
		f.clave, f.k = s.Clave, k
		defer func() { f.k = nil }()
		return use()
	})
	return err
}

// openRonda writes the act and its close in one transaction.
func (c *Casa) openRonda(tx *escritor.Tx, instalacion string, autor Autor, establecimiento string, who [2]*firmanteRonda) (string, error) {
	j, has, err := LastJornada(tx.DB(), establecimiento)
	if err != nil {
		return "", err
	}
	if !has || !j.AdmiteRecuentos() {
		return "", ErrSinJornada
	}
	plazas, err := plazasDe(libros.ActoRonda, libros.NoPresente, Hora{})
	if err != nil {
		return "", err
	}
	b := ActoBorrador{Establecimiento: establecimiento, Libro: LibroRondas, Jornada: j.Fecha, Hecho: tx.Ahora(), Autor: autor.Persona,
		Cargo: autor.Cargo, Tipo: TipoRonda, Plazas: plazas, Caduca: time.Minute, Datos: []diario.Dato{
			{Nombre: datoTiposRonda, Valor: strings.Join(tiposRonda, " ")},
			datoInstante(datoCaducaRonda, tx.Ahora().Add(libros.DuracionRonda)),
		}}
	for k, f := range who {
		b.Datos = append(b.Datos, f.datos(instalacion, k+1)...)
	}
	a, err := c.proposeTx(tx, b)
	if err != nil {
		return "", err
	}
	tx.Recurso(201, a.ID)
	for k, f := range who {
		if err := f.sign(tx, c, instalacion, &a, k+1); err != nil {
			return "", err
		}
	}
	if err := closeActo(tx, instalacion, &a, autor); err != nil {
		return "", err
	}
	return a.ID, touchRonda(tx, a.ID)
}

// datos are the facts of the ephemeral key, with its proof of possession.
func (f *firmanteRonda) datos(instalacion string, plaza int) []diario.Dato {
	publica := ed25519.PublicKey(f.llave[ed25519.SeedSize:])
	id := firma.ID(publica)
	proof := ed25519.Sign(f.llave, firma.MensajePosesion(instalacion, f.ID, id, publica))
	name := prefijoLlaveRonda + strconv.Itoa(plaza) + "."
	return []diario.Dato{
		{Nombre: name + "persona", Valor: f.ID},
		{Nombre: name + "id", Valor: id},
		{Nombre: name + "publica", Valor: firma.Publica(publica)},
		{Nombre: name + "posesion", Valor: base64.StdEncoding.EncodeToString(proof)},
	}
}

// sign fills a slot of the act that opens the ronda and keeps the sealed ephemeral key.
func (f *firmanteRonda) sign(tx *escritor.Tx, c *Casa, instalacion string, a *Acto, plaza int) error {
	can, err := mayFill(tx.DB(), a.Plazas[plaza-1].Plaza, a.Establecimiento, f.ID, diario.ModoClave, tx.Ahora())
	if err != nil {
		return err
	}
	if !can {
		return breachNoFirma(a, plaza)
	}
	s := &Firmante{Persona: f.ID, Cargo: f.Cargo, Clave: f.clave, Modo: diario.ModoClave, Instante: tx.Ahora()}
	s.Firma = ed25519.Sign(f.k, firma.Mensaje(instalacion, a.ID, plaza, s.Cargo, s.Modo, a.huella))
	a.Plazas[plaza-1].Firmante = s
	l, err := firma.SellarLlave(c.opts.Azar, f.llave, f.cred)
	if err != nil {
		return err
	}
	if err := tx.Insert(&filaLlaveSellada{Clave: l.Clave, Ronda: a.ID, Nonce: l.Nonce, Cifrado: l.Cifrado}); err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM intentos WHERE persona = ?`, f.ID)
}

// Ronda returns a ronda as it is now, or ErrRonda.
func (c *Casa) Ronda(ctx context.Context, id string) (Ronda, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	f, err := findRonda(db, id)
	if err != nil {
		return Ronda{}, err
	}
	return loadRonda(db, f, c.Escritor.Ahora())
}

func loadRonda(db *gorm.DB, f filaRonda, now time.Time) (Ronda, error) {
	last, err := usoOf(db, f.Ronda)
	if err != nil {
		return Ronda{}, err
	}
	keys, err := llavesOf(db, f.Ronda)
	if err != nil {
		return Ronda{}, err
	}
	r := Ronda{ID: f.Ronda, Ronda: f.regla(last), Tipos: strings.Fields(f.Tipos), Posicion: f.Posicion}
	r.Acabada, r.Bloqueada = r.Ended(now), r.Locked(now)
	for _, k := range keys {
		p, ok, err := findOne[filaPersona](db.Where("persona = ?", k.Persona))
		if err != nil || !ok {
			return Ronda{}, fmt.Errorf("read who is in ronda %s: %w", f.Ronda, errors.Join(err, ErrPersona))
		}
		r.Miembros = append(r.Miembros, MiembroRonda{k.Persona, p.persona().NombreCompleto(), domain.Cargo(p.Cargo), k.Clave})
	}
	return r, nil
}

// Rondas lists the rondas of the present jornada of an establecimiento that have not
// ended, the oldest first.
func (c *Casa) Rondas(ctx context.Context, establecimiento string) ([]Ronda, error) {
	db, now := c.Escritor.Lectura().WithContext(ctx), c.Escritor.Ahora()
	var rows []filaRonda
	err := db.Where("establecimiento = ? AND fin = 0 AND caduca > ?", establecimiento, micros(now)).Order("posicion").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list the rondas of %s: %w", establecimiento, err)
	}
	rs := make([]Ronda, 0, len(rows))
	for _, f := range rows {
		r, err := loadRonda(db, f, now)
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// UnlockRonda makes a ronda that locked itself of use again: one of the two who opened it
// says so with badge and PIN. It returns ErrRonda, ErrNoRonda, libros.ErrRondaAcabada, or
// the errors of the PIN.
func (c *Casa) UnlockRonda(ctx context.Context, id string, pase Pase) (Ronda, error) {
	cred, err := firma.ParseCredencial(pase.Credencial)
	if err != nil {
		return Ronda{}, err
	}
	defer cred.Wipe()
	p, err := c.holder(ctx, cred)
	if err != nil {
		return Ronda{}, err
	}
	r, err := c.Ronda(ctx, id)
	if err != nil {
		return Ronda{}, err
	}
	if !r.has(p.ID) {
		return Ronda{}, ErrNoRonda
	}
	opened, err := c.openClave(ctx, p.ID, pase.PIN, cred, func(firma.Sellada, ed25519.PrivateKey) error { return nil })
	if err != nil {
		return Ronda{}, err
	}
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		f, err := appendRonda(tx, p.Autor(), id, TipoDesbloqueo)
		if err != nil {
			return err
		}
		tx.Recurso(200, f.Ronda)
		if err := touchRonda(tx, id); err != nil {
			return err
		}
		return opened.reset(tx)
	})
	if err != nil {
		return Ronda{}, err
	}
	return c.Ronda(ctx, id)
}

func (r *Ronda) has(persona string) bool {
	return slices.ContainsFunc(r.Miembros, func(m MiembroRonda) bool { return m.Persona == persona })
}

// EndRonda ends a ronda before its hour. It returns ErrRonda or libros.ErrRondaAcabada.
func (c *Casa) EndRonda(ctx context.Context, autor Autor, id string) (Ronda, error) {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if _, err := appendRonda(tx, autor, id, TipoCierreRonda); err != nil {
			return err
		}
		tx.Recurso(200, id)
		return forgetRonda(tx, id)
	})
	if err != nil {
		return Ronda{}, err
	}
	return c.Ronda(ctx, id)
}

// appendRonda puts on record what happens to a ronda that has not ended.
func appendRonda(tx *escritor.Tx, autor Autor, id, tipo string) (filaRonda, error) {
	f, err := findRonda(tx.DB(), id)
	if err != nil {
		return f, err
	}
	if f.regla(0).Ended(tx.Ahora()) {
		return f, libros.ErrRondaAcabada
	}
	_, err = tx.Append(diario.Borrador{Establecimiento: f.Establecimiento, Libro: LibroRondas, Jornada: domain.Fecha(f.Jornada),
		Hecho: tx.Ahora(), Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente, Tipo: tipo,
		Datos: []diario.Dato{{Nombre: datoRonda, Valor: id}}})
	return f, err
}

// HojaRonda is an act that waits for a signature in a ronda, in a line.
type HojaRonda struct {
	Acto string
	Tipo string
	Mesa int
}

// HojasRonda lists the acts that wait for a signature and that a ronda may sign, the
// oldest first.
func (c *Casa) HojasRonda(ctx context.Context, r *Ronda) ([]HojaRonda, error) {
	var rows []filaActo
	err := pendingOf(c.Escritor.Lectura().WithContext(ctx), r.Establecimiento).
		Where("jornada = ? AND tipo IN ?", string(r.Jornada), r.Tipos).Order("numero").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list the sheets of ronda %s: %w", r.ID, err)
	}
	hojas := make([]HojaRonda, 0, len(rows))
	for _, f := range rows {
		mesa := mesaDeLibro(f.Libro)
		if mesa == 0 {
			return nil, fmt.Errorf("act %s: book %q", f.Acto, f.Libro)
		}
		hojas = append(hojas, HojaRonda{f.Acto, f.Tipo, mesa})
	}
	return hojas, nil
}
