package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about acts of signature.
var (
	// ErrActo: there is no act with that id.
	ErrActo = errors.New("no existe ese acto")
	// ErrActoResuelto: the act is no longer open; ErrActoCerrado, ErrActoRetirado and
	// ErrActoCaducado are ErrActoResuelto too.
	ErrActoResuelto = errors.New("el acto ya no está pendiente")
	ErrActoCerrado  = fmt.Errorf("%w: se cerró con todas sus firmas", ErrActoResuelto)
	ErrActoRetirado = fmt.Errorf("%w: fue retirado", ErrActoResuelto)
	ErrActoCaducado = fmt.Errorf("%w: caducó", ErrActoResuelto)
	// ErrHuella: what was signed is not what the act says.
	ErrHuella = errors.New("lo que se ha mostrado no es lo que dice el acto: hay que volver a leerlo")
	// ErrUsuario: the badge is not that of the usuario given.
	ErrUsuario = errors.New("la credencial es de otra persona")
	// ErrNoFirma: who signs may fill no slot of the act now.
	ErrNoFirma = errors.New("quien firma no puede ocupar ninguna plaza de este acto")
	// ErrPlazaOcupada: somebody else signed that slot before.
	ErrPlazaOcupada = errors.New("esa plaza ya está firmada por otra persona")
	// ErrMismaPersona: one person cannot fill two slots.
	ErrMismaPersona = errors.New("cada firma ha de ser de una persona distinta")
	// ErrModo: no slot of the act is signed that way.
	ErrModo = errors.New("ninguna plaza de este acto admite ese modo de firma")
	// ErrFirmaAlterada: a signature or a key kept in the database is not what it was.
	ErrFirmaAlterada = errors.New("una firma guardada no es auténtica")
	// ErrNoRetira: only who proposed an act, or who directs, withdraws it.
	ErrNoRetira = errors.New("un acto lo retira quien lo propuso o quien dirige")
)

// Kinds of asiento about acts.
const (
	TipoActoPropuesto   = diario.TipoActoPropuesto
	TipoActoRetirado    = "ActoRetirado"
	TipoActoCaducado    = "ActoCaducado"
	TipoFirmaManuscrita = "FirmaManuscrita" // what an attested signature was on: copy and slot
)

// Names of the datos of an act, beside those of package diario.
const (
	datoActoLibro  = "acto.libro"  // book of the closing asiento
	datoActoFolio  = "acto.folio"  // "nuevo", or the number of an existing folio; absent without folio
	datoActoCaduca = "acto.caduca" // absent when it does not expire
	folioNuevo     = "nuevo"
)

// Estado is where an act stands.
type Estado string

// The states of an act.
const (
	EstadoPropuesto Estado = "propuesto"
	EstadoCerrado   Estado = "cerrado"
	EstadoRetirado  Estado = "retirado"
	EstadoCaducado  Estado = "caducado"
)

// Caido reports whether an act in that state will never close.
func (e Estado) Caido() bool { return e == EstadoRetirado || e == EstadoCaducado }

// err is why an act in that state takes no signature; nil while it does.
func (e Estado) err() error {
	switch e {
	case EstadoPropuesto:
		return nil
	case EstadoRetirado:
		return ErrActoRetirado
	case EstadoCaducado:
		return ErrActoCaducado
	}
	return ErrActoCerrado
}

// Acto is an act of signature: the exact facts, who must sign them and who did.
type Acto struct {
	ID              string
	Establecimiento string
	Numero          int64 // in the series of acts of the establecimiento
	Tipo            string
	Estado          Estado
	Huella          string // hex digest of what is signed
	Jornada         domain.Fecha
	Hecho           time.Time
	Propuesto       time.Time // annotation of the proposal
	Caduca          time.Time // zero: never
	Resuelto        time.Time // annotation of what closed, withdrew or expired it
	Autor           Autor
	Origen          diario.Origen
	Libro           string
	NuevoFolio      bool
	Folio           int64 // 0 without folio, or while a new one is not given yet
	Plazas          []PlazaActo
	Datos           []diario.Dato          // the facts, without those named acto*
	Personal        []diario.ValorPersonal // the personal values still in the vault
	Posicion        int64                  // of the proposal
	Cierre          int64                  // position of what closed, withdrew or expired it; -1 while open

	propuesta diario.Asiento
	huella    [32]byte
}

// PlazaActo is a slot with who signed it.
type PlazaActo struct {
	firma.Plaza
	Firmante *Firmante // nil while free
}

// Firmante is who signed a slot. In the manuscrita modes it is who attests, and Ejemplar
// is the number of the printed copy.
type Firmante struct {
	Persona  string
	Nombre   string
	Cargo    domain.Cargo
	Clave    string
	Modo     diario.Modo
	Ejemplar int64
	Instante time.Time
	Firma    []byte
}

// Dato returns the named fact, "" when absent.
func (a *Acto) Dato(nombre string) string {
	for _, d := range a.Datos {
		if d.Nombre == nombre {
			return d.Valor
		}
	}
	return ""
}

// Valor returns the named personal value, "" when absent or suppressed.
func (a *Acto) Valor(nombre string) string {
	for _, v := range a.Personal {
		if v.Nombre == nombre {
			return v.Valor
		}
	}
	return ""
}

// Faltan lists the slots nobody signed yet.
func (a *Acto) Faltan() []firma.Plaza {
	var ps []firma.Plaza
	for _, p := range a.Plazas {
		if p.Firmante == nil {
			ps = append(ps, p.Plaza)
		}
	}
	return ps
}

// The hooks of each kind of act, by the Tipo of its closing asiento. A subject registers
// its own from an init function. They run inside the transaction of the last signature:
// an error refuses that signature and the act stays open.
var (
	// validaciones judge the act again when it is about to close.
	validaciones = map[string]func(tx *escritor.Tx, a *Acto) error{}
	// cierres write what goes with the closing asiento, in the same commit.
	cierres = map[string]func(tx *escritor.Tx, a *Acto, asiento diario.Asiento) error{}
	// abandonos undo what a proposal prepared, when it is withdrawn or expires.
	abandonos = map[string]func(tx *escritor.Tx, a *Acto) error{}
)

// articulosActo is the provision that asks for the signatures of each kind of act.
var articulosActo = map[string]norma.Articulo{
	"AnticipoInicial":     art("36.2"),
	"Reposicion":          art("36.2"),
	"CierreMesa":          art("36.3"),
	TipoAperturaPozo:      art("41.4"),
	"Certificacion":       art("42.2"),
	TipoClausuraMesa:      art("29.2"),
	TipoActaBilletes:      art("31.5"),
	TipoDevolucionFichas:  art("18.1.e"),
	"Ronda":               art("36.3"),
	"Rectificacion":       art("40.3"),
	TipoRectificacionPozo: art("41.4"),
	TipoDestruccion:       art("46.6"),

	"AutorizacionExcepcional": art("23.5"),
	"RelevoDireccion":         art("14.2"),
}

// breachActo cites the provision that asks for the signature, with the criterio that
// decided; without a provision it is art. 14.3 for who directs, or err as it is.
func breachActo(tipo string, quien firma.Quien, err error, criterio string) error {
	a, ok := articulosActo[tipo]
	switch {
	case !ok && quien == firma.QuienDirector:
		a = art("14.3")
	case !ok:
		return err
	}
	return norma.Breach(a, err).Under(criterio)
}

type filaActo struct {
	Acto            string
	Establecimiento string
	Numero          int64
	Jornada         string
	Tipo            string
	Estado          string
	Huella          string
	Libro           string
	Folio           int64
	Autor           string
	Cargo           string
	Hecho           int64
	Propuesto       int64
	Caduca          int64
	Resuelto        int64
	Posicion        int64
	Cierre          int64
}

func (filaActo) TableName() string { return "actos" }

// filaFirma is a signature of an act still open. It is no projection.
type filaFirma struct {
	Acto     string
	Plaza    int64
	Persona  string
	Cargo    string
	Clave    string
	Modo     string
	Ejemplar int64
	Instante int64
	Firma    []byte
}

func (filaFirma) TableName() string { return "firmas" }

func (f filaFirma) firma() diario.Firma {
	return diario.Firma{Plaza: int(f.Plaza), Cargo: domain.Cargo(f.Cargo), Persona: f.Persona, Clave: f.Clave,
		Modo: diario.Modo(f.Modo), Instante: fromMicros(f.Instante), Firma: f.Firma}
}

// filaEjemplar is the printed copy of a signature attested in an act already closed.
type filaEjemplar struct {
	Acto     string
	Plaza    int64
	Ejemplar int64
	Posicion int64
}

func (filaEjemplar) TableName() string { return "ejemplares" }

// Acto returns an act with its facts, its slots and who signed them. It returns ErrActo.
func (c *Casa) Acto(ctx context.Context, id string) (Acto, error) {
	return loadActo(c.Escritor.Lectura().WithContext(ctx), id)
}

// ActosPendientes lists the acts still open of an establecimiento, the oldest first; of
// one jornada, or of every one when jornada is empty.
func (c *Casa) ActosPendientes(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Acto, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	ids, err := pendingActos(db, establecimiento, jornada)
	if err != nil {
		return nil, err
	}
	as := make([]Acto, 0, len(ids))
	for _, id := range ids {
		a, err := loadActo(db, id)
		if err != nil {
			return nil, err
		}
		as = append(as, a)
	}
	return as, nil
}

// sinBloqueo are the kinds of act that no count waits for, so that the day closes without
// them (criterio MAQ-1): a player may come back to sign the acta of what he disputes.
var sinBloqueo = []string{"ActaJugada"}

// blockingActos lists the ids of the acts that keep a jornada from closing.
func blockingActos(db *gorm.DB, establecimiento string, jornada domain.Fecha) ([]string, error) {
	return pendingActos(db.Where("tipo NOT IN ?", sinBloqueo), establecimiento, jornada)
}

// pendingActos lists the ids of the acts still open, the oldest first.
func pendingActos(db *gorm.DB, establecimiento string, jornada domain.Fecha) ([]string, error) {
	q := db.Model(&filaActo{}).Where("establecimiento = ? AND estado = ?", establecimiento, string(EstadoPropuesto))
	if jornada != "" {
		q = q.Where("jornada = ?", string(jornada))
	}
	var ids []string
	if err := q.Order("numero").Pluck("acto", &ids).Error; err != nil {
		return nil, fmt.Errorf("list the open acts: %w", err)
	}
	return ids, nil
}

func findActo(db *gorm.DB, id string) (filaActo, error) {
	f, ok, err := findOne[filaActo](db.Where("acto = ?", id))
	if err != nil {
		return filaActo{}, fmt.Errorf("read act %s: %w", id, err)
	}
	if !ok {
		return filaActo{}, ErrActo
	}
	return f, nil
}

// loadActo reads an act from its leaves; the row only says where they are.
func loadActo(db *gorm.DB, id string) (Acto, error) {
	f, err := findActo(db, id)
	if err != nil {
		return Acto{}, err
	}
	hoja, err := readAsiento(db, f.Posicion)
	if err != nil {
		return Acto{}, err
	}
	a, err := newActo(f, hoja)
	if err != nil {
		return Acto{}, err
	}
	if a.Personal, err = readValores(db, &hoja); err != nil {
		return Acto{}, err
	}
	return a, a.loadFirmas(db)
}

// newActo reads an act from its row and the leaf of its proposal. A leaf whose digest is
// not the one of the row is ErrFirmaAlterada.
func newActo(f filaActo, hoja diario.Asiento) (Acto, error) {
	huella, err := diario.HuellaActo(&hoja)
	if err != nil {
		return Acto{}, err
	}
	digest := fmt.Sprintf("%x", huella)
	if hoja.Dato(diario.DatoActo) != f.Acto || digest != f.Huella || digest != hoja.Dato(diario.DatoActoHuella) {
		return Acto{}, fmt.Errorf("%w: el acto %s no es el de su asiento %d", ErrFirmaAlterada, f.Acto, f.Posicion)
	}
	plazas, err := firma.Plazas(&hoja)
	if err != nil {
		return Acto{}, err
	}
	a := Acto{ID: f.Acto, Establecimiento: hoja.Establecimiento, Numero: hoja.NumeroSerie, Tipo: hoja.Dato(diario.DatoActoTipo),
		Estado: Estado(f.Estado), Huella: digest, Jornada: hoja.Jornada, Hecho: hoja.Hecho, Propuesto: hoja.Anotacion,
		Caduca: fromMicros(f.Caduca), Resuelto: fromMicros(f.Resuelto), Autor: Autor{hoja.Autor, hoja.Cargo}, Origen: hoja.Origen,
		Libro: hoja.Dato(datoActoLibro), NuevoFolio: hoja.Dato(datoActoFolio) == folioNuevo, Folio: f.Folio,
		Posicion: f.Posicion, Cierre: f.Cierre, propuesta: hoja, huella: huella}
	for _, d := range hoja.Datos {
		if d.Nombre != diario.DatoActo && !strings.HasPrefix(d.Nombre, diario.DatoActo+".") {
			a.Datos = append(a.Datos, d)
		}
	}
	for _, p := range plazas {
		a.Plazas = append(a.Plazas, PlazaActo{Plaza: p})
	}
	return a, nil
}

// loadFirmas fills the slots: from the closing leaf of a closed act, else from the rows.
func (a *Acto) loadFirmas(db *gorm.DB) error {
	rows, err := a.signatures(db)
	if err != nil {
		return err
	}
	names, err := fullNames(db, rows)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Plaza < 1 || int(r.Plaza) > len(a.Plazas) {
			return fmt.Errorf("%w: plaza %d del acto %s", ErrFirmaAlterada, r.Plaza, a.ID)
		}
		f := r.firma()
		a.Plazas[r.Plaza-1].Firmante = &Firmante{Persona: f.Persona, Nombre: names[f.Persona], Cargo: f.Cargo, Clave: f.Clave,
			Modo: f.Modo, Ejemplar: r.Ejemplar, Instante: f.Instante, Firma: f.Firma}
	}
	return nil
}

func (a *Acto) signatures(db *gorm.DB) ([]filaFirma, error) {
	if a.Estado != EstadoCerrado {
		return firmasOf(db, a.ID)
	}
	hoja, err := readAsiento(db, a.Cierre)
	if err != nil {
		return nil, err
	}
	var copies []filaEjemplar
	if err := db.Where("acto = ?", a.ID).Find(&copies).Error; err != nil {
		return nil, fmt.Errorf("read the copies of act %s: %w", a.ID, err)
	}
	number := map[int64]int64{}
	for _, e := range copies {
		number[e.Plaza] = e.Ejemplar
	}
	rows := make([]filaFirma, 0, len(hoja.Firmas))
	for _, f := range hoja.Firmas {
		n := int64(f.Plaza)
		rows = append(rows, filaFirma{a.ID, n, f.Persona, string(f.Cargo), f.Clave, string(f.Modo), number[n], micros(f.Instante), f.Firma})
	}
	return rows, nil
}

// firmasOf returns the signatures that an open act has so far, by slot.
func firmasOf(db *gorm.DB, acto string) ([]filaFirma, error) {
	var rows []filaFirma
	if err := db.Where("acto = ?", acto).Order("plaza").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read the signatures of act %s: %w", acto, err)
	}
	return rows, nil
}

func fullNames(db *gorm.DB, firmas []filaFirma) (map[string]string, error) {
	var ids []string
	for _, f := range firmas {
		ids = append(ids, f.Persona)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []filaPersona
	if err := db.Where("persona IN ?", slices.Compact(ids)).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read who signed: %w", err)
	}
	names := map[string]string{}
	for _, r := range rows {
		names[r.Persona] = r.persona().NombreCompleto()
	}
	return names, nil
}
