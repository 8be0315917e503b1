package registers

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/domain/propinas"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

type filaAcuerdoPropinas struct {
	Posicion        int64
	Establecimiento string
	Admite          int64
	Consulta        string
	Acuerdo         string
	Hora            int64
}

func (filaAcuerdoPropinas) TableName() string { return "acuerdos_propinas" }

type filaMovimientoPropinas struct {
	Posicion        int64
	Establecimiento string
	Clase           string
	Folio           int64
	Jornada         string
	Caja            string
	Importe         int64
	Hora            int64
	Copia           int64
	Acto            string
}

func (filaMovimientoPropinas) TableName() string { return "movimientos_propinas" }

type filaRecuentoPropinas struct {
	Establecimiento string
	Folio           int64
	Jornada         string
	Contado         int64
	Parciales       int64
	Devuelto        int64
	Importe         int64
	Hora            int64
	Reparto         int64
	Posicion        int64
}

func (filaRecuentoPropinas) TableName() string { return "recuentos_propinas" }

type filaCriterioPropinas struct {
	Establecimiento string
	Criterio        int64
	Empleados       int64
	Puntos          string
	Hora            int64
	VenceNatural    string
	VenceHabil      string
	Comunicado      int64
	Posicion        int64
}

func (filaCriterioPropinas) TableName() string { return "criterios_propinas" }

type filaRepartoPropinas struct {
	Establecimiento string
	Folio           int64
	Desde           string
	Hasta           string
	Criterio        int64
	Total           int64
	Empleados       int64
	Otros           int64
	Hora            int64
	Posicion        int64
}

func (filaRepartoPropinas) TableName() string { return "repartos_propinas" }

var tablasPropina = []escritor.Tabla{
	{Nombre: "acuerdos_propinas", Clave: []string{"posicion"}},
	{Nombre: "movimientos_propinas", Clave: []string{"posicion"}},
	{Nombre: "recuentos_propinas", Clave: []string{"establecimiento", "folio"}},
	{Nombre: "criterios_propinas", Clave: []string{"establecimiento", "criterio"}},
	{Nombre: "repartos_propinas", Clave: []string{"establecimiento", "folio"}},
}

var proyectoresPropina = map[string]escritor.Proyector{
	TipoAcuerdoPropinas: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaAcuerdoPropinas{Posicion: a.Posicion, Establecimiento: a.Establecimiento, Consulta: d.texto("consulta"),
			Acuerdo: d.texto("acuerdo"), Hora: micros(a.Hecho)}
		if d.si("admite") {
			f.Admite = 1
		}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoParcialPropinas:   projectMovimientoPropinas(clasePropinaParcial),
	TipoDevolucionPropina: projectMovimientoPropinas(clasePropinaDevolucion),
	TipoCopiaParcialPropinas: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Exec(`UPDATE movimientos_propinas SET copia = ? WHERE establecimiento = ? AND clase = ? AND folio = ?`,
			micros(a.Hecho), a.Establecimiento, clasePropinaParcial, a.Folio)
	},
	TipoRecuentoPropinas: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaRecuentoPropinas{a.Establecimiento, a.Folio, string(a.Jornada), d.entero("contado"), d.entero("parciales"),
			d.entero("devuelto"), d.entero("importe"), micros(a.Hecho), 0, a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoCriterioPropinas: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaCriterioPropinas{a.Establecimiento, a.NumeroSerie, d.entero("empleados"), d.texto("puntos"), micros(a.Hecho),
			d.texto("vence_natural"), d.texto("vence_habil"), 0, a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoComunicacionCriterio: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n := d.entero("criterio")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE criterios_propinas SET comunicado = ? WHERE establecimiento = ? AND criterio = ?`, micros(a.Hecho), a.Establecimiento, n)
	},
	TipoRepartoPropinas: projectRepartoPropinas,
}

func projectMovimientoPropinas(clase string) escritor.Proyector {
	return func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaMovimientoPropinas{a.Posicion, a.Establecimiento, clase, a.Folio, string(a.Jornada), d.texto("caja"), d.entero("importe"),
			micros(a.Hecho), 0, a.Dato(diario.DatoActo)}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	}
}

func projectRepartoPropinas(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaRepartoPropinas{a.Establecimiento, a.Folio, d.texto("desde"), d.texto("hasta"), d.entero("criterio"), d.entero("total"),
		d.entero("empleados"), d.entero("otros"), micros(a.Hecho), a.Posicion}
	if d.err != nil {
		return d.err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	return l.Exec(`UPDATE recuentos_propinas SET reparto = ? WHERE establecimiento = ? AND jornada BETWEEN ? AND ?`,
		a.Folio, a.Establecimiento, f.Desde, f.Hasta)
}

// MovimientoPropinas is a partial count or a return, signed. Amount in céntimos.
type MovimientoPropinas struct {
	Devolucion bool
	Folio      int64
	Jornada    domain.Fecha
	Caja       propinas.Caja
	Importe    domain.Importe
	Hora       time.Time
	Copia      time.Time // of a partial count: when its copy went into the box; zero not yet
	Acto       string
}

// MovimientosPropinas lists the partial counts and the returns of a jornada, in order.
func (c *Casa) MovimientosPropinas(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]MovimientoPropinas, error) {
	return movimientosPropinasOf(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
}

func movimientosPropinasOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]MovimientoPropinas, error) {
	var filas []filaMovimientoPropinas
	if err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)).Order("posicion").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the tips of %s of %s: %w", fecha, establecimiento, err)
	}
	out := make([]MovimientoPropinas, 0, len(filas))
	for _, f := range filas {
		caja, err := propinas.ParseCaja(f.Caja)
		if err != nil {
			return nil, err
		}
		out = append(out, MovimientoPropinas{f.Clase == clasePropinaDevolucion, f.Folio, domain.Fecha(f.Jornada), caja, domain.Importe(f.Importe),
			fromMicros(f.Hora), fromMicros(f.Copia), f.Acto})
	}
	return out, nil
}

// RecuentoPropinas is the account of the tips of a day in a line. Amounts in céntimos.
type RecuentoPropinas struct {
	Folio                                 int64
	Jornada                               domain.Fecha
	Contado, Parciales, Devuelto, Importe domain.Importe
	Hora                                  time.Time
	Reparto                               int64 // folio of its distribution; 0 not yet
}

func (f filaRecuentoPropinas) recuento() RecuentoPropinas {
	return RecuentoPropinas{f.Folio, domain.Fecha(f.Jornada), domain.Importe(f.Contado), domain.Importe(f.Parciales), domain.Importe(f.Devuelto),
		domain.Importe(f.Importe), fromMicros(f.Hora), f.Reparto}
}

// RecuentosPropinas lists the accounts of the tips, the latest jornada first, at most 400.
func (c *Casa) RecuentosPropinas(ctx context.Context, establecimiento string) ([]RecuentoPropinas, error) {
	var filas []filaRecuentoPropinas
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento)
	if err := q.Order("jornada DESC").Limit(400).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the accounts of tips of %s: %w", establecimiento, err)
	}
	out := make([]RecuentoPropinas, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.recuento())
	}
	return out, nil
}

func recuentoPropinasOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) (RecuentoPropinas, bool, error) {
	f, ok, err := findOne[filaRecuentoPropinas](db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)))
	if err != nil {
		return RecuentoPropinas{}, false, fmt.Errorf("read the account of tips of %s: %w", fecha, err)
	}
	return f.recuento(), ok, nil
}

// HojaPropinas is an asiento of the tips with everything that its paper shows: the account
// of a day, a partial count or a return.
type HojaPropinas struct {
	AsientoFolio
	Tipo                                  string
	Caja                                  propinas.Caja      // of a partial count or a return
	Cajas                                 []propinas.Contada // of the account
	Contado, Parciales, Devuelto, Importe domain.Importe
	Causa, Motivo                         string
	Copia                                 time.Time
}

// HojaPropinas returns the account of a day (LibroPropinas), a partial count
// (LibroParcialesPropinas) or a return (LibroDevolucionesPropina) by its folio, or ErrPropina.
func (c *Casa) HojaPropinas(ctx context.Context, establecimiento, libro string, folio int64) (HojaPropinas, error) {
	as, err := c.readAsientoFolio(ctx, establecimiento, libro, folio, ErrPropina, TipoRecuentoPropinas, TipoParcialPropinas, TipoDevolucionPropina, TipoCopiaParcialPropinas)
	if err != nil {
		return HojaPropinas{}, err
	}
	h := HojaPropinas{AsientoFolio: as[0], Tipo: as[0].hoja.Tipo}
	d := lector{a: &as[0].hoja}
	h.Importe, h.Causa, h.Motivo = d.importe("importe"), d.texto("causa"), as[0].valores[valorMotivo]
	if len(as) > 1 {
		h.Copia = as[1].Hecho
	}
	if h.Tipo != TipoRecuentoPropinas {
		if h.Caja, err = propinas.ParseCaja(d.texto("caja")); err != nil {
			return h, err
		}
		return h, d.err
	}
	h.Contado, h.Parciales, h.Devuelto = d.importe("contado"), d.importe("parciales"), d.importe("devuelto")
	for _, x := range as[0].hoja.Datos {
		name, ok := strings.CutPrefix(x.Nombre, prefijoCajaPropinas)
		if !ok {
			continue
		}
		caja, err := propinas.ParseCaja(name)
		if err != nil {
			return h, err
		}
		h.Cajas = append(h.Cajas, propinas.Contada{Caja: caja, Importe: d.importe(x.Nombre)})
	}
	slices.SortFunc(h.Cajas, func(a, b propinas.Contada) int {
		return cmp.Or(cmp.Compare(b.Caja.Mesa, 0)-cmp.Compare(a.Caja.Mesa, 0), cmp.Compare(a.Caja.Mesa, b.Caja.Mesa), strings.Compare(a.Caja.String(), b.Caja.String()))
	})
	return h, d.err
}

// CriterioPropinas is how tips are shared out from an instant on, and whether it was
// communicated (art. 19.6).
type CriterioPropinas struct {
	propinas.Criterio
	Numero     int64
	Hora       time.Time
	Vence      plazos.Vencimiento
	Comunicado time.Time // zero while nobody noted its filing
	Posicion   int64
}

func (f filaCriterioPropinas) criterio() (CriterioPropinas, error) {
	puntos, err := parsePuntos(f.Puntos)
	return CriterioPropinas{propinas.Criterio{Empleados: f.Empleados, Puntos: puntos}, f.Criterio, fromMicros(f.Hora),
		plazos.Vencimiento{Natural: domain.Fecha(f.VenceNatural), Habil: domain.Fecha(f.VenceHabil)}, fromMicros(f.Comunicado), f.Posicion}, err
}

// RepartoPropinas is a distribution in a line. Amounts in céntimos.
type RepartoPropinas struct {
	Folio                   int64
	Desde, Hasta            domain.Fecha
	Criterio                int64
	Total, Empleados, Otros domain.Importe
	Hora                    time.Time
}

// RepartosPropinas lists the distributions, the latest first, at most 200.
func (c *Casa) RepartosPropinas(ctx context.Context, establecimiento string) ([]RepartoPropinas, error) {
	var filas []filaRepartoPropinas
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento)
	if err := q.Order("folio DESC").Limit(200).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the distributions of tips of %s: %w", establecimiento, err)
	}
	out := make([]RepartoPropinas, 0, len(filas))
	for _, f := range filas {
		out = append(out, RepartoPropinas{f.Folio, domain.Fecha(f.Desde), domain.Fecha(f.Hasta), f.Criterio, domain.Importe(f.Total),
			domain.Importe(f.Empleados), domain.Importe(f.Otros), fromMicros(f.Hora)})
	}
	return out, nil
}
