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
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroOficiales is the book of the visits of officials on duty, apart from the cards: they
// take no number of theirs (art. 24.1, criterio ADM-9).
const (
	LibroOficiales = "visitas-oficiales"
	SerieOficiales = "visitas-oficiales"
)

// ErrFuera: the official left already.
var ErrFuera = errors.New("esa visita oficial ya tiene anotada su salida")

// OficialFacts is the visit of an official on duty. Hora is the true one: an urgent visit is
// put on record afterwards (criterio ADM-9).
type OficialFacts struct {
	acceso.Oficial
	Hora registers.Hora
}

// VisitaOficial is the visit of an official on duty (art. 24).
type VisitaOficial struct {
	Establecimiento string
	Numero          int64
	Jornada         domain.Fecha // "" between jornadas
	acceso.Oficial               // names are "" once erased
	Entrada         time.Time
	Salida          time.Time // zero while inside
	Anotada         time.Time
	Autor           string
	Posicion        int64
}

type filaOficial struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Cuerpo          string
	Entrada         int64
	Salida          int64
	Anotada         int64
	Autor           string
	Posicion        int64
}

func (filaOficial) TableName() string { return "visitas_oficiales" }

var proyectoresOficial = map[string]escritor.Proyector{
	"VisitaOficial": projectOficial,
	"SalidaOficial": projectSalidaOficial,
}

func projectOficial(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Insert(&filaOficial{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Jornada: string(a.Jornada), Cuerpo: a.Dato("cuerpo"),
		Entrada: a.Hecho.UnixMicro(), Anotada: a.Anotacion.UnixMicro(), Autor: a.Autor, Posicion: a.Posicion})
}

func projectSalidaOficial(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "visita")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE visitas_oficiales SET salida = ? WHERE establecimiento = ? AND numero = ?", a.Hecho.UnixMicro(), a.Establecimiento, n)
}

// clean puts what was typed of an official in normal form.
func (f *OficialFacts) clean() error {
	for _, s := range []*string{&f.Nombre, &f.Identificacion, &f.Cargo, &f.Servicio, &f.Hora.Motivo} {
		var err error
		if *s, err = identidad.NFC(*s); err != nil {
			return norma.Breach(art("24.2"), err)
		}
	}
	if doc, _, err := identidad.Parse(string(identidad.DNI), f.Identificacion); err == nil {
		f.Identificacion = doc.Numero
	}
	return f.Check()
}

// RegisterOficial puts on record that an official comes in on duty: no card, no price
// (arts. 24.1, 24.2). Errors: ErrNoExiste; inside a *norma.Error, those of
// acceso.Oficial.Check and acceso.CheckHora.
func (p *Puerta) RegisterOficial(ctx context.Context, establecimiento string, f OficialFacts, autor Autor) (VisitaOficial, error) {
	if err := f.clean(); err != nil {
		return VisitaOficial{}, err
	}
	var n int64
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		b, err := p.late(t, establecimiento, "VisitaOficial", f.Hora, time.Time{}, autor)
		if err != nil {
			return err
		}
		b.Serie = SerieOficiales
		b.Datos = []diario.Dato{dato("cuerpo", string(f.Cuerpo))}
		b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: "cargo", Valor: f.Cargo}, diario.ValorPersonal{Nombre: "identificacion", Valor: f.Identificacion},
			diario.ValorPersonal{Nombre: "nombre", Valor: f.Nombre}, diario.ValorPersonal{Nombre: "servicio", Valor: f.Servicio})
		leaf, err := t.Append(b)
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	if err != nil {
		return VisitaOficial{}, err
	}
	return p.Oficial(ctx, establecimiento, n)
}

// late is an asiento of the door with its true hour, judged (criterio HOR-1); desde is the
// earliest it may be.
func (p *Puerta) late(t *escritor.Tx, establecimiento, tipo string, h registers.Hora, desde time.Time, autor Autor) (diario.Borrador, error) {
	auth, err := registers.CurrentAutorizacion(t.DB(), establecimiento)
	if errors.Is(err, registers.ErrAutorizacion) {
		return diario.Borrador{}, errors.Join(ErrNoExiste, err)
	}
	if err != nil {
		return diario.Borrador{}, err
	}
	if h.Hecho.IsZero() {
		h.Hecho = t.Ahora()
	}
	h.Hecho = diario.Instante(h.Hecho)
	if err := acceso.CheckHora(h.Hecho, t.Ahora(), desde, auth.Parametros.Margen(), h.Motivo); err != nil {
		return diario.Borrador{}, err
	}
	j, _, err := registers.LastJornada(t.DB(), establecimiento)
	if err != nil {
		return diario.Borrador{}, err
	}
	b := borrador(t, establecimiento, LibroOficiales, tipo, autor)
	b.Hecho = h.Hecho
	if j.AdmiteRecuentos() {
		b.Jornada = j.Fecha
	}
	if h.Formulario != "" {
		b.Origen = diario.Origen{Formulario: h.Formulario, Transcriptor: autor.Persona}
	}
	if h.Motivo != "" {
		b.Personal = []diario.ValorPersonal{{Nombre: "demora", Valor: h.Motivo}}
	}
	return b, nil
}

// LeaveOficial puts on record that an official left (art. 24.2). Errors: ErrNoExiste,
// ErrFuera; those of acceso.CheckHora inside a *norma.Error.
func (p *Puerta) LeaveOficial(ctx context.Context, establecimiento string, n int64, h registers.Hora, autor Autor) (VisitaOficial, error) {
	motivo, err := identidad.NFC(h.Motivo)
	if err != nil {
		return VisitaOficial{}, norma.Breach(art("24.2"), err)
	}
	h.Motivo = motivo
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findOficial(t.DB(), establecimiento, n)
		if err != nil {
			return err
		}
		if f.Salida > 0 {
			return ErrFuera
		}
		b, err := p.late(t, establecimiento, "SalidaOficial", h, instante(f.Entrada), autor)
		if err != nil {
			return err
		}
		b.Datos = []diario.Dato{entero("visita", n)}
		t.Recurso(201, strconv.FormatInt(n, 10))
		_, err = t.Append(b)
		return err
	})
	if err != nil {
		return VisitaOficial{}, err
	}
	return p.Oficial(ctx, establecimiento, n)
}

func findOficial(db *gorm.DB, establecimiento string, n int64) (filaOficial, error) {
	return findNumero[filaOficial](db, "official visit", establecimiento, n)
}

func (f *filaOficial) visita(db *gorm.DB) (VisitaOficial, error) {
	_, v, err := registers.ReadHoja(db, f.Posicion)
	if err != nil {
		return VisitaOficial{}, err
	}
	o := VisitaOficial{Establecimiento: f.Establecimiento, Numero: f.Numero, Jornada: domain.Fecha(f.Jornada), Entrada: instante(f.Entrada),
		Anotada: instante(f.Anotada), Autor: f.Autor, Posicion: f.Posicion,
		Oficial: acceso.Oficial{Nombre: v["nombre"], Identificacion: v["identificacion"], Cuerpo: acceso.Cuerpo(f.Cuerpo), Cargo: v["cargo"], Servicio: v["servicio"]}}
	if f.Salida > 0 {
		o.Salida = instante(f.Salida)
	}
	return o, nil
}

// Oficial returns the visit of an official. Errors: ErrNoExiste.
func (p *Puerta) Oficial(ctx context.Context, establecimiento string, n int64) (VisitaOficial, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findOficial(db, establecimiento, n)
	if err != nil {
		return VisitaOficial{}, err
	}
	return f.visita(db)
}

// Oficiales lists the visits of officials from the last one down: those still inside, and
// those that began since an instant.
func (p *Puerta) Oficiales(ctx context.Context, establecimiento string, desde time.Time) ([]VisitaOficial, error) {
	return listOficiales(p.w.Lectura().WithContext(ctx), "establecimiento = ? AND (salida = 0 OR entrada >= ?)", establecimiento, desde.UnixMicro())
}

func listOficiales(db *gorm.DB, where string, args ...any) ([]VisitaOficial, error) {
	var filas []filaOficial
	if err := db.Where(where, args...).Order("entrada DESC, numero DESC").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the official visits: %w", err)
	}
	out := make([]VisitaOficial, 0, len(filas))
	for _, f := range filas {
		v, err := f.visita(db)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// dentro are the officials inside an establecimiento as its book stood at a number.
type dentro struct {
	hasta    int64
	personas map[string]bool // identificacion
}

// checkOficial refuses a card to an official who is inside on duty (art. 24.3): who is inside
// is kept in memory and read again when the book of their visits has grown.
func (p *Puerta) checkOficial(t *escritor.Tx, f *filaComprobacion) error {
	last := t.UltimoNumero(f.Establecimiento, LibroOficiales)
	if last == 0 {
		return nil
	}
	known, ok := p.oficiales.Load(f.Establecimiento)
	if !ok || known.(*dentro).hasta != last {
		list, err := listOficiales(t.DB(), "establecimiento = ? AND salida = 0", f.Establecimiento)
		if err != nil {
			return err
		}
		now := &dentro{hasta: last, personas: map[string]bool{}}
		for _, o := range list {
			now.personas[o.Identificacion] = true
		}
		p.oficiales.Store(f.Establecimiento, now)
		known = now
	}
	if known.(*dentro).personas[f.Numero] {
		return acceso.BreachOficial()
	}
	return nil
}
