package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SerieRetenciones numbers the orders not to erase, which are of the whole entidad.
const SerieRetenciones = "retenciones"

// Kinds of asiento of a retencion.
const (
	TipoRetencion              = "RetencionDatos"
	TipoLevantamientoRetencion = "LevantamientoRetencion"
)

var (
	// ErrSinRastro: the house keeps nothing of that person.
	ErrSinRastro = errors.New("no consta nada de esa persona")
	// ErrRetencionLevantada: the retencion was lifted already.
	ErrRetencionLevantada = errors.New("esa retención ya está levantada")
)

// RetencionDatos keeps what the house holds of a person beyond its terms, because a claim, a
// proceeding or an authority needs it (art. 20.4, criterio ADM-1b).
type RetencionDatos struct {
	Numero    int64
	Ficha     int64 // 0: she has none
	Asientos  int   // kept besides whatever is of the ficha
	Motivo    string
	Instante  time.Time
	Autor     string
	Levantada bool
	Posicion  int64
}

type filaRetencion struct {
	Numero    int64
	Ficha     int64
	Asientos  string
	Instante  int64
	Autor     string
	Posicion  int64
	Levantada int64
}

func (filaRetencion) TableName() string { return "retenciones_datos" }

var proyectoresRetencion = map[string]escritor.Proyector{
	TipoRetencion:              projectRetencion,
	TipoLevantamientoRetencion: projectLevantamiento,
}

func projectRetencion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	ficha, err := numero(a, "ficha")
	if err != nil {
		return err
	}
	return l.Insert(&filaRetencion{Numero: a.NumeroSerie, Ficha: ficha, Asientos: a.Dato("asientos"), Instante: a.Hecho.UnixMicro(),
		Autor: a.Autor, Posicion: a.Posicion, Levantada: -1})
}

func projectLevantamiento(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "retencion")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE retenciones_datos SET levantada = ? WHERE numero = ?", a.Posicion, n)
}

// retenidos is what retenciones in force keep.
type retenidos struct {
	fichas     map[int64]bool
	posiciones map[int64]bool
}

func (r *retenidos) holds(posicion, ficha int64) bool {
	return r.posiciones[posicion] || r.fichas[ficha]
}

// readRetenidos reads what may not be erased now: what a retencion names, and whatever leads
// to the ficha of one.
func readRetenidos(db *gorm.DB) (*retenidos, error) {
	held := &retenidos{map[int64]bool{}, map[int64]bool{}}
	var filas []filaRetencion
	if err := db.Where("levantada < 0").Order("numero").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the retenciones: %w", err)
	}
	var fichas []int64
	for _, f := range filas {
		if f.Ficha != 0 {
			held.fichas[f.Ficha], fichas = true, append(fichas, f.Ficha)
		}
		runs, err := diario.ParseTramos(f.Asientos)
		if err != nil {
			return nil, err
		}
		for _, part := range parts(runs) {
			for _, posicion := range part {
				held.posiciones[posicion] = true
			}
		}
	}
	if len(fichas) == 0 {
		return held, nil
	}
	at, err := rastro(db, fichas, nil)
	for _, posicion := range at {
		held.posiciones[posicion] = true
	}
	return held, err
}

// queryRastro lists the asientos that lead to some fichas.
const queryRastro = `SELECT posicion FROM visitantes WHERE ficha IN @fichas
	UNION SELECT posicion FROM observaciones WHERE ficha IN @fichas
	UNION SELECT posicion FROM tarjetas WHERE ficha IN @fichas
	UNION SELECT anulada FROM tarjetas WHERE ficha IN @fichas AND anulada >= 0
	UNION SELECT x.posicion FROM reimpresiones x JOIN tarjetas t ON t.establecimiento = x.establecimiento AND t.numero = x.tarjeta AND t.ficha IN @fichas
	UNION SELECT x.posicion FROM perdidas x JOIN tarjetas t ON t.establecimiento = x.establecimiento AND t.numero = x.tarjeta AND t.ficha IN @fichas
	UNION SELECT x.posicion FROM controles_tarjeta x JOIN tarjetas t ON t.establecimiento = x.establecimiento AND t.numero = x.tarjeta AND t.ficha IN @fichas
	UNION SELECT x.posicion FROM alertas x JOIN tarjetas t ON t.establecimiento = x.establecimiento AND t.numero = x.tarjeta AND t.ficha IN @fichas
	UNION SELECT x.fin FROM alertas x JOIN tarjetas t ON t.establecimiento = x.establecimiento AND t.numero = x.tarjeta AND t.ficha IN @fichas WHERE x.fin >= 0
	UNION SELECT posicion FROM entradas WHERE ficha IN @fichas
	UNION SELECT posicion FROM expulsiones WHERE ficha IN @fichas
	UNION SELECT posicion FROM invitaciones WHERE ficha IN @fichas
	UNION SELECT posicion FROM prohibiciones WHERE ficha IN @fichas
	UNION SELECT fin FROM prohibiciones WHERE ficha IN @fichas AND fin >= 0`

// queryPorDocumento lists the asientos that hold one of some document numbers, those of the
// archivo PBC apart.
const queryPorDocumento = `SELECT posicion FROM boveda b WHERE nombre = 'documento' AND valor IN @documentos
	AND NOT EXISTS (SELECT 1 FROM archivo_pbc p WHERE p.posicion = b.posicion)`

// rastro lists the asientos that hold something of a person, in order: by her fichas, by the
// documents of them and by those given.
func rastro(db *gorm.DB, fichas []int64, documentos []string) ([]int64, error) {
	var at []int64
	if len(fichas) > 0 {
		if err := db.Raw(queryRastro, map[string]any{"fichas": fichas}).Scan(&at).Error; err != nil {
			return nil, fmt.Errorf("look for the asientos of a person: %w", err)
		}
		var more []string
		if err := db.Raw("SELECT numero FROM documentos WHERE ficha IN ?", fichas).Scan(&more).Error; err != nil {
			return nil, fmt.Errorf("look for the documents of a person: %w", err)
		}
		documentos = append(slices.Clone(documentos), more...)
	}
	if len(documentos) > 0 {
		var more []int64
		if err := db.Raw(queryPorDocumento, map[string]any{"documentos": documentos}).Scan(&more).Error; err != nil {
			return nil, fmt.Errorf("look for the asientos of a person: %w", err)
		}
		at = append(at, more...)
	}
	slices.Sort(at)
	return slices.Compact(at), nil
}

// Retener says of whom nothing may be erased, and why.
type Retener struct {
	Ficha  int64  // of the person; 0 to name her by a document
	Tipo   string // of the document
	Pais   string
	Numero string
	Motivo string
}

// Hold keeps what the house holds of a person until it is lifted. Errors: those of the
// document; ErrNoExiste, ErrSinRastro; ErrMotivo inside a *norma.Error.
func (p *Puerta) Hold(ctx context.Context, r Retener, autor Autor) (RetencionDatos, error) {
	motivo, err := parseMotivoRetencion(r.Motivo)
	if err != nil {
		return RetencionDatos{}, err
	}
	var n int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		ficha, at, err := r.find(t.DB())
		if err != nil {
			return err
		}
		b := borradorSupresiones(TipoRetencion, autor, dato("asientos", diario.NewTramos(at).String()), entero("ficha", ficha))
		b.Serie = SerieRetenciones
		conMotivo(&b, motivo)
		a, err := t.Append(b)
		n = a.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	if err != nil {
		return RetencionDatos{}, err
	}
	return p.Retencion(ctx, n)
}

func parseMotivoRetencion(motivo string) (string, error) {
	motivo, err := identidad.NFC(motivo)
	if err == nil && motivo == "" {
		err = ErrMotivo
	}
	if err != nil {
		return "", norma.Breach(art("20.4"), err).Under("ADM-1b")
	}
	return motivo, nil
}

// conMotivo gives an asiento a reason, kept as those of the books are (criterio ADM-11).
func conMotivo(b *diario.Borrador, motivo string) {
	b.Clase = diario.ClaseLibros
	b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
}

// find looks for the ficha and the asientos of whoever is to be kept.
func (r *Retener) find(db *gorm.DB) (ficha int64, at []int64, err error) {
	if r.Ficha != 0 {
		if _, err = findVisitante(db, r.Ficha); err == nil {
			at, err = rastro(db, []int64{r.Ficha}, nil)
		}
		return r.Ficha, at, err
	}
	doc, _, err := identidad.ParseDe(r.Tipo, r.Pais, r.Numero)
	if err != nil {
		return 0, nil, err
	}
	if ficha, at, err = findPersona(db, doc); err == nil && len(at) == 0 {
		err = ErrSinRastro
	}
	return ficha, at, err
}

// findPersona looks for the ficha and the asientos of the holder of a document.
func findPersona(db *gorm.DB, doc identidad.Documento) (ficha int64, at []int64, err error) {
	err = db.Raw(`SELECT COALESCE(MAX(ficha), 0) FROM documentos WHERE tipo = ? AND pais = ? AND numero = ?`, string(doc.Tipo), doc.Pais, doc.Numero).
		Row().Scan(&ficha)
	if err != nil {
		return 0, nil, fmt.Errorf("look for a ficha: %w", err)
	}
	var fichas []int64
	if ficha != 0 {
		fichas = []int64{ficha}
	}
	at, err = rastro(db, fichas, []string{doc.Numero})
	return ficha, at, err
}

// Release lifts a retencion, with a reason: what it kept goes with the next run if it is due.
// Errors: ErrNoExiste, ErrRetencionLevantada; ErrMotivo inside a *norma.Error.
func (p *Puerta) Release(ctx context.Context, n int64, motivo string, autor Autor) (RetencionDatos, error) {
	motivo, err := parseMotivoRetencion(motivo)
	if err != nil {
		return RetencionDatos{}, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findRetencion(t.DB(), n)
		if err != nil {
			return err
		}
		if f.Levantada >= 0 {
			return norma.Breach(art("20.4"), ErrRetencionLevantada).Under("ADM-1b")
		}
		b := borradorSupresiones(TipoLevantamientoRetencion, autor, entero("retencion", n))
		conMotivo(&b, motivo)
		t.Recurso(200, strconv.FormatInt(n, 10))
		_, err = t.Append(b)
		return err
	})
	if err != nil {
		return RetencionDatos{}, err
	}
	return p.Retencion(ctx, n)
}

func findRetencion(db *gorm.DB, n int64) (filaRetencion, error) {
	var f filaRetencion
	err := db.Where("numero = ?", n).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, ErrNoExiste
	}
	if err != nil {
		return f, fmt.Errorf("read retencion %d: %w", n, err)
	}
	return f, nil
}

// Retencion returns a retencion. Errors: ErrNoExiste.
func (p *Puerta) Retencion(ctx context.Context, n int64) (RetencionDatos, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findRetencion(db, n)
	if err != nil {
		return RetencionDatos{}, err
	}
	return f.retencion(db)
}

func (f *filaRetencion) retencion(db *gorm.DB) (RetencionDatos, error) {
	_, v, err := registers.ReadHoja(db, f.Posicion)
	if err != nil {
		return RetencionDatos{}, err
	}
	runs, err := diario.ParseTramos(f.Asientos)
	r := RetencionDatos{Numero: f.Numero, Ficha: f.Ficha, Motivo: v["motivo"], Instante: instante(f.Instante), Autor: f.Autor,
		Levantada: f.Levantada >= 0, Posicion: f.Posicion}
	for _, run := range runs {
		r.Asientos += int(run[1] - run[0] + 1)
	}
	return r, err
}

// Retenciones lists the retenciones, the last first.
func (p *Puerta) Retenciones(ctx context.Context) ([]RetencionDatos, error) {
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaRetencion
	if err := db.Order("numero DESC").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the retenciones: %w", err)
	}
	out := make([]RetencionDatos, 0, len(filas))
	for _, f := range filas {
		r, err := f.retencion(db)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
