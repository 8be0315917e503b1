package api

import (
	"bytes"
	"strings"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// The staff at a date in one click, and the comité de dirección.
func TestPlantilla(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	const page = "/establecimientos/principal/plantilla"
	t.Run("17.1/for an inspector, on screen and on paper", func(t *testing.T) {
		v := b.visit(t).login("funcionario_inspector")
		text := string(v.get(page).want(t, 200).cuerpo)
		if !strings.Contains(text, "Crupier") || !strings.Contains(text, b.Gente["director"].Apellidos) || strings.Contains(text, "Funcionario inspector</td>") || strings.Contains(text, "Anotar el comité") {
			t.Errorf("got %s", text)
		}
		if pdf := b.do(t, "funcionario_inspector", "GET", principal+"/plantilla.pdf", nil).want(t, 200); !bytes.HasPrefix(pdf.cuerpo, []byte("%PDF-1.7")) {
			t.Error("no PDF")
		}
		b.do(t, "crupier", "GET", principal+"/plantilla", nil).want(t, 403)
		var p verPlantilla
		b.do(t, "funcionario_inspector", "GET", principal+"/plantilla?fecha=2020-01-01", nil).want(t, 200).into(t, &p)
		if len(p.Personas) != 0 {
			t.Errorf("years before: got %+v", p)
		}
		b.do(t, "director", "GET", principal+"/plantilla?fecha=2099-01-01", nil).want(t, 422)
		b.do(t, "director", "GET", principal+"/plantilla?fecha=ayer", nil).want(t, 422)
	})
	t.Run("12.3/the comité, from the page", func(t *testing.T) {
		v := b.visit(t).login("director")
		ids := []string{b.Gente["director"].ID, b.Gente["subdirector"].ID, b.Gente["cajero"].ID, b.Gente["jefe_mesa"].ID}
		three := v.form(page, "acuerdo", "2026-11-30")
		three["miembro"] = ids[:3]
		if text := string(v.post(page+"/comite", three).want(t, 422).cuerpo); !strings.Contains(text, "al menos cuatro") {
			t.Errorf("got %s", text)
		}
		b.do(t, "director", "POST", principal+"/comite", objeto{"acuerdo": "2026-11-30", "miembros": ids[:3]}).want(t, 422).refused(t, "12.3")
		b.do(t, "director", "POST", principal+"/comite", objeto{"acuerdo": "2026-11-30", "miembros": ids}).want(t, 204)
		if text := string(v.get(page).want(t, 200).cuerpo); strings.Count(text, " checked") != 4 || !strings.Contains(text, "Comité por acuerdo del lunes, 30 de noviembre de 2026") {
			t.Errorf("got %s", text)
		}
		var p verPlantilla
		b.do(t, "director", "GET", principal+"/plantilla", nil).want(t, 200).into(t, &p)
		if len(p.Comite) != 4 || p.Acuerdo != "2026-11-30" {
			t.Errorf("got %+v", p)
		}
	})
	b.CheckProjections(t)
}
