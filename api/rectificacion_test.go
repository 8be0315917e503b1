package api

import (
	"context"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// TestRectificaciones corrects the count of the night before by HTTP and prints what it
// leaves.
func TestRectificaciones(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openTables(t, 1)
	b.Sign(t, b.countTables(t, 1)[0].ID, "crupier", "cajero", "director")
	b.CloseDay(t, casatest.Principal, hoy)
	b.OpenDay(t, casatest.Principal, "2026-12-01")
	const mesa = "/api/v1/establecimientos/principal/mesas/1/folios/1/rectificaciones"
	body := map[string]any{"fichas": map[string]int{"10000": 362, "500": 40}, "placas": map[string]int{}, "billetes": map[string]int{"5000": 21}, "motivo": "una ficha de más"}
	t.Run("FIR-5/refusals", func(t *testing.T) {
		b.do(t, "crupier", "POST", mesa, body).want(t, 403)
		b.do(t, "jefe_mesa", "POST", mesa, map[string]any{"fichas": map[string]int{"10000": 1}, "motivo": "x"}).refused(t, "40.1.d")
		b.do(t, "jefe_mesa", "POST", strings.Replace(mesa, "folios/1", "folios/9", 1), body).refused(t, "40.1.d")
		b.do(t, "jefe_mesa", "GET", mesa+"/1", nil).want(t, 404)
	})
	var act struct {
		Acto      string
		Resultado int64
	}
	b.do(t, "jefe_mesa", "POST", mesa, body, cabeceraIdem, "r-1").want(t, 201).into(t, &act)
	b.do(t, "jefe_mesa", "POST", mesa, body, cabeceraIdem, "r-1").want(t, 201)
	b.Sign(t, act.Acto, "crupier", "cajero", "director")
	t.Run("FIR-5/the diligencia", func(t *testing.T) {
		var r struct {
			Diferencia, Resultado int64
			JornadaOriginal       string `json:"jornada_original"`
			Firmas                []any
		}
		b.do(t, "jefe_mesa", "GET", mesa+"/1", nil).want(t, 200).into(t, &r)
		if r.Diferencia != 10_000 || r.Resultado != act.Resultado || r.JornadaOriginal != string(hoy) || len(r.Firmas) != 3 {
			t.Errorf("got %+v", r)
		}
		if got := b.do(t, "jefe_mesa", "GET", mesa+"/1.pdf", nil).want(t, 200).cuerpo; !strings.HasPrefix(string(got), "%PDF-") {
			t.Errorf("no PDF: %.20q", got)
		}
	})
	b.CloseDay(t, casatest.Principal, "2026-12-01")
	t.Run("42.1/its line", func(t *testing.T) {
		var f struct {
			Total       int64
			Rectificado []struct{ Mesa, Folio, Diferencia int64 }
		}
		control := "/api/v1/establecimientos/principal/libros/control-ingresos/folios/2"
		b.do(t, "director", "GET", control, nil).want(t, 200).into(t, &f)
		if f.Total != 10_000 || len(f.Rectificado) != 1 || f.Rectificado[0].Folio != 1 {
			t.Errorf("got %+v", f)
		}
		b.do(t, "director", "GET", control+".pdf", nil).want(t, 200)
		b.do(t, "director", "GET", "/api/v1/establecimientos/principal/libros/anticipos-1/folios/1.pdf", nil).want(t, 200)
	})
}

// TestPaginaRectificacion corrects a count by its form.
func TestPaginaRectificacion(t *testing.T) {
	t.Parallel()
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.openTables(t, 1)
	b.Sign(t, b.countTables(t, 1)[0].ID, "crupier", "cajero", "director")
	n := b.browse(t)
	n.enter("director")
	n.open("/establecimientos/principal/libros/anticipos-1/folios/1")
	n.click(`a[href$="/rectificacion"]`)
	n.see("h1", "Rectificar el recuento de la mesa 1")
	n.into(`[name="fichas.10000"]`, "362")
	n.into("#motivo", "Una ficha quedó bajo la bandeja\r")
	n.see("h1", "Rectificación del recuento de la mesa 1")
	n.see(".facts.large", "+100,00 €")
	for _, usuario := range []string{"crupier", "cajero", "director"} {
		n.sign(usuario)
	}
	n.open("/establecimientos/principal/libros/anticipos-1/folios/1")
	n.see("h2", "Diligencia de rectificación 1")
	j, err := b.LastJornada(context.Background(), casatest.Principal)
	if err != nil || j.Fase != domain.FaseAbierta {
		t.Fatalf("%v, %v", j.Fase, err)
	}
	b.CloseDay(t, casatest.Principal, casatest.Fecha)
	n.open("/establecimientos/principal/libros/control-ingresos/folios/1")
	n.see("tbody", "Rectificación del folio 1")
}

// TestHoras puts off a close and ends games for a cause, by HTTP.
func TestHoras(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openTables(t, 1)
	j, err := b.LastJornada(context.Background(), casatest.Principal)
	if err != nil {
		t.Fatal(err)
	}
	const e = "/api/v1/establecimientos/principal"
	t.Run("27.3/put off", func(t *testing.T) {
		body := map[string]any{"hasta": j.CierrePrevisto.Add(time.Hour).Format(time.RFC3339), "motivo": "boda"}
		b.do(t, "jefe_mesa", "POST", e+"/mesas/1/prorrogas", body).want(t, 403)
		b.do(t, "director", "POST", e+"/mesas/1/prorrogas", body).refused(t, "27.3")
		body["excepcional"] = true
		for range 2 {
			b.do(t, "director", "POST", e+"/mesas/1/prorrogas", body, cabeceraIdem, "p-1").want(t, 201)
		}
		var list struct{ Prorrogas []struct{ Mesa int } }
		b.do(t, "funcionario_inspector", "GET", e+"/jornadas/"+string(hoy)+"/prorrogas", nil).want(t, 200).into(t, &list)
		if len(list.Prorrogas) != 1 {
			t.Errorf("got %+v", list)
		}
	})
	t.Run("27.3/put off from the page", func(t *testing.T) {
		const page = "/establecimientos/principal/mesas/1"
		v := b.visit(t).login("director")
		send := func(fields ...string) respuesta { return v.post(page+"/prorrogas", v.form(page, fields...)) }
		send("hasta", "07:30", "motivo", "boda").want(t, 422)
		send("hasta", "", "excepcional", "si", "motivo", "boda").want(t, 422)
		send("hasta", "07:30", "excepcional", "si", "jugadores", "varios", "motivo", "boda").want(t, 422)
		send("hasta", "07:30", "excepcional", "si", "motivo", "boda").want(t, 303)
		ps, err := b.Prorrogas(context.Background(), casatest.Principal, hoy)
		if want := j.CierrePrevisto.Add(90 * time.Minute); err != nil || len(ps) != 2 || !ps[0].Hasta.Equal(want) && !ps[1].Hasta.Equal(want) {
			t.Errorf("got %+v, %v, want one until %v", ps, err, want)
		}
	})
	t.Run("36.5/what an inspector checked, from the page", func(t *testing.T) {
		const page = "/establecimientos/principal/mesas/1"
		v := b.visit(t).login("jefe_mesa")
		v.post(page+"/comprobaciones", v.form(page, "funcionario", "", "resultado", "las fichas cuadran")).want(t, 422)
		v.post(page+"/comprobaciones", v.form(page, "funcionario", "2041", "conforme", "si", "resultado", "las fichas cuadran")).want(t, 303)
	})
	t.Run("27.5/ended for a cause", func(t *testing.T) {
		path := e + "/jornadas/" + string(hoy) + "/suspension"
		b.do(t, "director", "POST", path, map[string]any{"causa": "sala_vacia"}).refused(t, "27.5")
		var got struct {
			Fase   domain.Fase
			Avisos []struct{ Articulo string }
		}
		b.do(t, "director", "POST", path, map[string]any{"causa": "fuerza_mayor", "texto": "corte de agua"}).want(t, 200).into(t, &got)
		if got.Fase != domain.FaseFinJuegos || len(got.Avisos) != 0 {
			t.Errorf("got %+v", got)
		}
	})
}
