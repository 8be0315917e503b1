package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroProhibiciones is the book of the bans of the house, common to the entidad, and
// SerieProhibiciones their numbers.
const (
	LibroProhibiciones = "prohibiciones"
	SerieProhibiciones = "prohibiciones"
)

// EnTodos is the scope of a ban that holds in every establecimiento.
const EnTodos = "*"

// ErrLevantada: the ban was lifted already.
var ErrLevantada = errors.New("esa prohibición ya está levantada")

// Prohibicion is a ban of the house on a person until a day (arts. 21.2, 21.3).
type Prohibicion struct {
	Numero          int64
	Ambito          string // establecimiento, or EnTodos
	Desde           time.Time
	Hasta           domain.Fecha // last day
	Autor           string       // who decided it
	Ficha           int64        // 0 none
	Documento       identidad.Documento
	Nombre          string // "" once erased
	Apellidos       string
	FechaNacimiento domain.Fecha
	Causa           acceso.Causa
	Motivo          string
	Levantada       bool
}

type filaProhibicion struct {
	Numero          int64
	Ambito          string
	Desde           int64
	Hasta           string
	Autor           string
	Ficha           int64
	Tipo            string
	Pais            string
	Documento       string
	Nombre          string
	Apellidos       string
	Plegado         string
	FechaNacimiento string
	Fundamento      string
	Motivo          string
	Posicion        int64
	Fin             int64
}

func (filaProhibicion) TableName() string { return "prohibiciones" }

func (f *filaProhibicion) prohibicion() Prohibicion {
	return Prohibicion{Numero: f.Numero, Ambito: f.Ambito, Desde: instante(f.Desde), Hasta: domain.Fecha(f.Hasta), Autor: f.Autor,
		Ficha: f.Ficha, Documento: f.documento(), Nombre: f.Nombre, Apellidos: f.Apellidos,
		FechaNacimiento: domain.Fecha(f.FechaNacimiento), Causa: acceso.Causa(f.Fundamento), Motivo: f.Motivo, Levantada: f.Fin >= 0}
}

func (f *filaProhibicion) documento() identidad.Documento {
	return identidad.Documento{Tipo: identidad.TipoDocumento(f.Tipo), Pais: f.Pais, Numero: f.Documento}
}

var proyectoresProhibicion = map[string]escritor.Proyector{
	"Prohibicion":    projectProhibicion,
	"FinProhibicion": projectFinProhibicion,
}

func projectProhibicion(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	ficha, err := numero(a, "ficha")
	if err != nil {
		return err
	}
	f := filaProhibicion{Numero: a.NumeroSerie, Ambito: a.Dato("ambito"), Desde: a.Hecho.UnixMicro(), Hasta: a.Dato("hasta"), Autor: a.Autor,
		Ficha: ficha, Tipo: a.Dato("documento_tipo"), Pais: a.Dato("documento_pais"), Documento: v["documento"], Nombre: v["nombre"],
		Apellidos: v["apellidos"], FechaNacimiento: v["fecha_nacimiento"], Fundamento: v["fundamento"], Motivo: v["motivo"],
		Posicion: a.Posicion, Fin: -1}
	if f.Nombre+f.Apellidos != "" {
		f.Plegado = identidad.Fold(f.Nombre, f.Apellidos)
	}
	return l.Insert(&f)
}

func projectFinProhibicion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "prohibicion")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE prohibiciones SET fin = ? WHERE numero = ?", a.Posicion, n)
}

// afectado is the person of a measure of the house.
type afectado struct {
	ficha      int64
	documento  identidad.Documento
	nombre     string
	apellidos  string
	nacimiento domain.Fecha
}

// afectado is the person of a check.
func (f *filaComprobacion) afectado() afectado {
	return afectado{f.Ficha, f.documento(), f.Nombre, f.Apellidos, domain.Fecha(f.FechaNacimiento)}
}

// afectadoDe is the person of a ficha.
func afectadoDe(db *gorm.DB, ficha int64) (afectado, error) {
	v, err := findVisitante(db, ficha)
	if err != nil {
		return afectado{}, err
	}
	docs, err := loadDocumentos(db, ficha)
	if err != nil {
		return afectado{}, err
	}
	if len(docs) == 0 { // erased
		return afectado{}, ErrNoExiste
	}
	return afectado{ficha, docs[0], v.Nombre, v.Apellidos, domain.Fecha(v.FechaNacimiento)}, nil
}

// Medida is what the house decides on somebody, and why (arts. 21.2, 21.3, 21.5).
type Medida struct {
	Causa  acceso.Causa
	Motivo string       // what happened
	Hasta  domain.Fecha // she is barred through that day; "" no ban
	Todos  bool         // the ban holds in every establecimiento
}

func (m *Medida) clean() error {
	motivo, err := identidad.NFC(m.Motivo)
	if err != nil {
		return norma.Breach(art("21.2"), err)
	}
	m.Motivo = motivo
	return acceso.CheckMedida(m.Causa, m.Motivo)
}

// appendProhibicion bars a person until the day of the measure, whose values may be erased
// only when it is over (criterio ADM-1b).
func appendProhibicion(t *escritor.Tx, establecimiento string, who afectado, m *Medida, autor Autor) (int64, error) {
	if err := acceso.CheckProhibicion(m.Causa, m.Motivo, m.Hasta, domain.FechaDe(t.Ahora())); err != nil {
		return 0, err
	}
	b := borrador(t, diario.Entidad, LibroProhibiciones, "Prohibicion", autor)
	b.Serie = SerieProhibiciones
	b.SuprimibleDesde = max(b.SuprimibleDesde, domain.FechaDe(m.Hasta.Time().AddDate(0, 0, 1)))
	ambito := establecimiento
	if m.Todos {
		ambito = EnTodos
	}
	b.Datos = []diario.Dato{dato("ambito", ambito), dato("documento_pais", who.documento.Pais), dato("documento_tipo", string(who.documento.Tipo)),
		entero("ficha", who.ficha), dato("hasta", string(m.Hasta))}
	b.Personal = []diario.ValorPersonal{{Nombre: "nombre", Valor: who.nombre}, {Nombre: "apellidos", Valor: who.apellidos},
		{Nombre: "documento", Valor: who.documento.Numero}, {Nombre: "fecha_nacimiento", Valor: string(who.nacimiento)},
		{Nombre: "fundamento", Valor: string(m.Causa)}, {Nombre: "motivo", Valor: m.Motivo}}
	a, err := t.Append(b)
	return a.NumeroSerie, err
}

// Ban bars the person of a ficha, who is not at the door, until a day (arts. 21.2, 21.3). It
// returns the ban. Errors: ErrNoExiste; those of acceso.CheckProhibicion.
func (p *Puerta) Ban(ctx context.Context, establecimiento string, ficha int64, m Medida, autor Autor) (Prohibicion, error) {
	if err := m.clean(); err != nil {
		return Prohibicion{}, err
	}
	var n int64
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		who, err := afectadoDe(t.DB(), ficha)
		if err != nil {
			return err
		}
		if n, err = appendProhibicion(t, establecimiento, who, &m, autor); err != nil {
			return err
		}
		t.Recurso(201, strconv.FormatInt(n, 10))
		return nil
	})
	if err != nil {
		return Prohibicion{}, err
	}
	if _, err := p.Watch(escritor.WithoutIdempotencia(context.WithoutCancel(ctx))); err != nil { // she may be inside
		return Prohibicion{}, err
	}
	return p.Prohibicion(ctx, n)
}

// Lift ends a ban before its day, with a reason. It returns the ban as it then is. Errors:
// ErrNoExiste, ErrLevantada; ErrMotivo inside a *norma.Error.
func (p *Puerta) Lift(ctx context.Context, n int64, motivo string, autor Autor) (Prohibicion, error) {
	motivo, err := parseMotivo(motivo, "ADM-1b")
	if err != nil {
		return Prohibicion{}, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findProhibicion(t.DB(), n)
		if err != nil {
			return err
		}
		if f.Fin >= 0 {
			return ErrLevantada
		}
		b := borrador(t, diario.Entidad, LibroProhibiciones, "FinProhibicion", autor)
		b.Datos = []diario.Dato{entero("prohibicion", n)}
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
		t.Recurso(200, strconv.FormatInt(n, 10))
		_, err = t.Append(b)
		return err
	})
	if err != nil {
		return Prohibicion{}, err
	}
	return p.Prohibicion(ctx, n)
}

// Prohibicion returns a ban. Errors: ErrNoExiste.
func (p *Puerta) Prohibicion(ctx context.Context, n int64) (Prohibicion, error) {
	f, err := findProhibicion(p.w.Lectura().WithContext(ctx), n)
	return f.prohibicion(), err
}

func findProhibicion(db *gorm.DB, n int64) (filaProhibicion, error) {
	var f filaProhibicion
	err := db.Where("numero = ?", n).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, ErrNoExiste
	}
	if err != nil {
		return f, fmt.Errorf("read the ban %d: %w", n, err)
	}
	return f, nil
}

// Prohibiciones lists the bans in force in an establecimiento now, the first to end first.
func (p *Puerta) Prohibiciones(ctx context.Context, establecimiento string) ([]Prohibicion, error) {
	filas, err := prohibicionesEnVigor(p.w.Lectura().WithContext(ctx), establecimiento, domain.FechaDe(p.w.Ahora()))
	if err != nil {
		return nil, err
	}
	out := make([]Prohibicion, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.prohibicion())
	}
	return out, nil
}

func prohibicionesEnVigor(db *gorm.DB, establecimiento string, hoy domain.Fecha) ([]filaProhibicion, error) {
	var filas []filaProhibicion
	err := db.Where("hasta >= ? AND fin < 0 AND ambito IN ?", string(hoy), []string{establecimiento, EnTodos}).Order("hasta, numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("read the bans of %s: %w", establecimiento, err)
	}
	return filas, nil
}

// vetos are the bans in force at a door, in memory: the queue asks no table about them. They
// hold while the book of the bans bears the same last number (abierta).
type vetos struct {
	documentos map[identidad.Documento][]acceso.Prohibicion
	fichas     map[int64][]acceso.Prohibicion
	nombres    map[string][]acceso.Interdiccion // by folded name and birth date: candidates
}

func loadVetos(db *gorm.DB, establecimiento string, hoy domain.Fecha) (vetos, error) {
	filas, err := prohibicionesEnVigor(db, establecimiento, hoy)
	v := vetos{map[identidad.Documento][]acceso.Prohibicion{}, map[int64][]acceso.Prohibicion{}, map[string][]acceso.Interdiccion{}}
	for _, f := range filas {
		ban := acceso.Prohibicion{Causa: acceso.Causa(f.Fundamento), Hasta: domain.Fecha(f.Hasta)}
		v.documentos[f.documento()] = append(v.documentos[f.documento()], ban)
		if f.Ficha != 0 {
			v.fichas[f.Ficha] = append(v.fichas[f.Ficha], ban)
		}
		name := f.Plegado + "|" + f.FechaNacimiento
		v.nombres[name] = append(v.nombres[name], acceso.Interdiccion{Hasta: ban.Hasta})
	}
	return v, err
}

// of sets what the house has against a visitor: the bans on any of her documents or on her
// ficha and, without them, those on somebody of her name and birth date (criterio ADM-3).
func (v *vetos) of(q *persona) {
	q.prohibiciones, q.homonimos = nil, nil
	if len(v.documentos) == 0 {
		return
	}
	for _, doc := range q.documentos {
		q.prohibiciones = append(q.prohibiciones, v.documentos[doc]...)
	}
	q.prohibiciones = append(q.prohibiciones, v.fichas[q.ficha]...)
	if len(q.prohibiciones) == 0 {
		q.homonimos = v.nombres[q.plegado+"|"+string(q.FechaNacimiento)]
	}
}

// touch reports whether a ban may concern the person of a check.
func (v *vetos) touch(f *filaComprobacion) bool {
	return len(v.documentos[f.documento()])+len(v.fichas[f.Ficha]) > 0
}

// outdated reports whether a check must be made again before the person comes in on it:
// another list came into force, entry was closed or she was barred since.
func (p *Puerta) outdated(a *abierta, f *filaComprobacion) bool {
	l := p.lista.Load()
	if p.conector != nil && f.ListaFuente == p.conector.fuente { // answered on line: a list that came later may say otherwise
		return l != nil && l.Instante.UnixMicro() > f.Instante || a.corte || a.vetos.touch(f)
	}
	return l != nil && l.Huella != f.Lista || a.corte || a.vetos.touch(f)
}
