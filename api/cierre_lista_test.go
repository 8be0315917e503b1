package api

import (
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// TestListaCierre goes through the checklist by HTTP, and adds up the entidad.
func TestListaCierre(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openTables(t, 1, 2)
	acts := b.countTables(t, 1)
	list := func() map[string]verPunto {
		var got struct{ Puntos []verPunto }
		b.do(t, "funcionario_inspector", "GET", "/api/v1/establecimientos/principal/jornadas/"+string(hoy)+"/cierre", nil).want(t, 200).into(t, &got)
		byName := map[string]verPunto{}
		for _, p := range got.Puntos {
			byName[p.Punto] = p
		}
		return byName
	}
	t.Run("36.3/what keeps it open", func(t *testing.T) {
		got := list()
		if p := got["mesas"]; p.Hecho || !p.Impide || p.Detalle != "1 2" || p.Articulo != "36.3" {
			t.Errorf("tables: %+v", p)
		}
		if p := got["actos"]; p.Hecho || p.Detalle != acts[0].ID {
			t.Errorf("acts: %+v", p)
		}
		if p := got["certificacion"]; p.Hecho || p.Impide {
			t.Errorf("certification: %+v", p)
		}
	})
	b.Sign(t, acts[0].ID, "crupier", "cajero", "director")
	b.Sign(t, b.countTables(t, 2)[0].ID, "crupier", "cajero", "director")
	b.CloseDay(t, casatest.Principal, hoy)
	t.Run("19.4/the tips of the day are left", func(t *testing.T) {
		if p := list()["propinas"]; p.Hecho || p.Impide || p.Articulo != "19.4" {
			t.Errorf("got %+v", p)
		}
		b.closed(t, b.propose(t, "cajero", principal+"/propinas/recuentos", objeto{"cajas": objeto{"mesa-1": 100, "mesa-2": 0}}), "director", "cajero", "crupier")
	})
	t.Run("42.2/all done", func(t *testing.T) {
		for name, p := range list() {
			if !p.Hecho {
				t.Errorf("%s: %+v", name, p)
			}
		}
	})
	t.Run("EST-1/consolidated", func(t *testing.T) {
		b.do(t, "cajero", "GET", "/api/v1/consolidado/"+string(hoy), nil).want(t, 403)
		b.do(t, "director", "GET", "/api/v1/consolidado/2026-01-01", nil).want(t, 404)
		var got struct {
			Total       int64
			TotalLetra  string `json:"total_letra"`
			Certificado bool
			Lineas      []struct{ Folio *int64 }
		}
		b.do(t, "director", "GET", "/api/v1/consolidado/"+string(hoy), nil).want(t, 200).into(t, &got)
		if !got.Certificado || len(got.Lineas) != 2 || got.Lineas[0].Folio == nil || got.Lineas[1].Folio != nil || got.Total != -25_000 || got.TotalLetra != "menos doscientos cincuenta euros" {
			t.Errorf("got %+v", got)
		}
		if pdf := b.do(t, "director", "GET", "/api/v1/consolidado/"+string(hoy)+".pdf", nil).want(t, 200).cuerpo; !strings.HasPrefix(string(pdf), "%PDF-") {
			t.Errorf("no PDF: %.20q", pdf)
		}
	})
}

// TestPaginaPapel certifies a day from its contingency form (criterio HOR-2), and ends
// another for a cause.
func TestPaginaPapel(t *testing.T) {
	t.Parallel()
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	n := b.browse(t)
	n.enter("director")
	n.open("/establecimientos/principal/jornada")
	n.click("#causa-mayor")
	n.into("#texto", "Corte de luz en el barrio\r")
	n.see(".stamp", "Fin de juegos")
	n.see(".checks", "Todas las mesas recontadas y firmadas")
	b.Advance(t, casatest.Principal, casatest.Fecha, domain.FaseRecuentos)
	if _, err := b.CloseJornada(t.Context(), b.Autor("director"), b.Ahora(), casatest.Principal, casatest.Fecha); err != nil {
		t.Fatal(err)
	}
	b.Reloj.Move(2 * time.Hour)
	n.open("/establecimientos/principal/jornada")
	n.click(".withdraw summary")
	n.into("#formulario", "C-000412")
	n.do(setTime("#hora-papel", b.Escritor.Ahora().Add(-time.Hour).In(domain.Madrid).Format("15:04")))
	n.into("#demora", "Sin luz hasta ahora\r")
	n.see("h1", "Certificación del control de ingresos")
	n.sign("director")
	f, err := b.Folio(t.Context(), casatest.Principal, "control-ingresos", 1)
	if err != nil || f.Control.Certificacion == nil || f.Control.Certificacion.Formulario != "C-000412" || !f.Control.Certificacion.Anotacion.After(f.Control.Certificacion.Hecho) {
		t.Errorf("got %+v, %v", f.Control, err)
	}
}
