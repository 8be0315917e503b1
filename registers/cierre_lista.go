package registers

import (
	"context"
	"fmt"
	"strconv"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/domain/norma"
)

// PuntoCierre is a point of the checklist of the close of a jornada. Impide says that the
// close waits for it.
type PuntoCierre struct {
	Punto    string // short name, for programs
	Texto    string
	Articulo norma.Articulo
	Criterio string
	Hecho    bool
	Impide   bool
	Detalle  string // what is missing: tables, acts
}

// ListaCierre is the checklist of the close of a jornada, in the order in which it is gone
// through (arts. 36.3, 40.2, 42.2; criterios JOR-0, JOR-2). What the door must add is for
// who calls. It returns ErrJornada.
func (c *Casa) ListaCierre(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]PuntoCierre, error) {
	j, err := c.Jornada(ctx, establecimiento, fecha)
	if err != nil {
		return nil, err
	}
	at := j.Fase.Orden()
	closed := at >= domain.FaseCerrada.Orden()
	ps := []PuntoCierre{
		{Punto: "fin_juegos", Texto: "fin de juegos anotado", Articulo: art("29.5"), Hecho: at >= domain.FaseFinJuegos.Orden(), Impide: true},
	}
	open, err := c.openTables(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	ps = append(ps, PuntoCierre{Punto: "mesas", Texto: "todas las mesas recontadas y firmadas", Articulo: art("36.3"), Hecho: closed || open == "", Impide: true, Detalle: open})
	acts, err := blockingActos(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
	if err != nil {
		return nil, err
	}
	missing := ""
	for _, id := range acts {
		if !closed { // after the close only the certification may be pending
			missing += " " + id
		}
	}
	ps = append(ps, PuntoCierre{Punto: "actos", Texto: "ningún acto pendiente de firma", Articulo: art("40.3"), Hecho: missing == "", Impide: true, Detalle: missing})
	material, err := puntoDeposito(c.Escritor.Lectura().WithContext(ctx), establecimiento)
	if err != nil {
		return nil, err
	}
	ps = append(ps, material...)
	precintos, err := puntoPrecintos(c.Escritor.Lectura().WithContext(ctx), establecimiento, closed)
	if err != nil {
		return nil, err
	}
	ps = append(ps, precintos...)
	rondas, err := c.Rondas(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	admite, err := c.AcuerdoPropinas(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	if admite.Admite {
		_, counted, err := recuentoPropinasOf(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
		if err != nil {
			return nil, err
		}
		ps = append(ps, PuntoCierre{Punto: "propinas", Texto: "propinas del día contadas, con sus tres firmas", Articulo: art("19.4"), Hecho: counted})
	}
	ps = append(ps,
		PuntoCierre{Punto: "rondas", Texto: "rondas de firma terminadas", Articulo: art("36.4"), Hecho: len(rondas) == 0},
		PuntoCierre{Punto: "recuentos", Texto: "fase de recuentos alcanzada", Articulo: art("36.3"), Criterio: "JOR-0", Hecho: at >= domain.FaseRecuentos.Orden(), Impide: true},
		PuntoCierre{Punto: "control", Texto: "control de ingresos anotado, en cifra y en letra", Articulo: art("42.2"), Hecho: closed},
		PuntoCierre{Punto: "certificacion", Texto: "total certificado por la dirección", Articulo: art("42.2"), Criterio: "JOR-2", Hecho: at >= domain.FaseCertificada.Orden()})
	return ps, nil
}

// openTables lists the tables still open: "1 4 7".
func (c *Casa) openTables(ctx context.Context, establecimiento string) (string, error) {
	var ms []int
	err := c.Escritor.Lectura().WithContext(ctx).Model(&filaSesionMesa{}).Where("establecimiento = ? AND abierta = 1", establecimiento).
		Order("mesa").Pluck("mesa", &ms).Error
	if err != nil {
		return "", fmt.Errorf("list the open tables of %s: %w", establecimiento, err)
	}
	list := ""
	for _, m := range ms {
		list += " " + strconv.Itoa(m)
	}
	return list, nil
}

// LineaConsolidado is an establecimiento in the consolidated control of a date.
type LineaConsolidado struct {
	Establecimiento domain.Establecimiento
	Folio           int64 // of its control de ingresos; 0: it had no jornada closed of that date
	Total           domain.Importe
	Certificado     bool
}

// Consolidado is the control de ingresos of the whole entidad on a date: each
// establecimiento keeps its own, and this adds them up (criterio EST-1).
type Consolidado struct {
	Fecha       domain.Fecha
	Lineas      []LineaConsolidado
	Total       domain.Importe
	TotalLetra  string
	Certificado bool // all that had a jornada are certified
}

// Consolidado adds up the controls de ingresos of a date. Without any it returns ErrJornada.
func (c *Casa) Consolidado(ctx context.Context, fecha domain.Fecha) (Consolidado, error) {
	all, err := c.Establecimientos(ctx)
	if err != nil {
		return Consolidado{}, err
	}
	db := c.Escritor.Lectura().WithContext(ctx)
	k := Consolidado{Fecha: fecha, Certificado: true}
	found := false
	for _, e := range all {
		f, ok, err := findControl(db, e.ID, fecha)
		if err != nil {
			return Consolidado{}, err
		}
		k.Lineas = append(k.Lineas, LineaConsolidado{e, f.Folio, domain.Importe(f.Total), f.Certificado == 1})
		if !ok {
			continue
		}
		found = true
		k.Certificado = k.Certificado && f.Certificado == 1
		if k.Total, err = k.Total.Plus(domain.Importe(f.Total)); err != nil {
			return Consolidado{}, norma.Breach(art("42.1"), err)
		}
	}
	if !found {
		return Consolidado{}, ErrJornada
	}
	k.TotalLetra = letras.Euros(k.Total)
	return k, nil
}
