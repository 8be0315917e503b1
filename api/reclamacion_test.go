package api

import (
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// TestReclamaciones notes a sheet of complaints and what is done about it, by HTTP.
func TestReclamaciones(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	const r = principal + "/reclamaciones"
	body := objeto{"hoja": "MAD-0042", "mesa": 3, "hechos": "cree mal pagado un caballo", "reclamante": "Inés Vidal", "contestar_antes": hoy}
	t.Run("38.3/once, with date, table and number", func(t *testing.T) {
		var got verReclamacion
		b.do(t, "cajero", "POST", r, body, "Idempotency-Key", "r").want(t, 201)
		b.do(t, "cajero", "POST", r, body, "Idempotency-Key", "r").want(t, 201).into(t, &got)
		if got.Numero != 1 || got.Hoja != "MAD-0042" || got.Mesa != 3 || got.Jornada != hoy || got.Reclamante != "Inés Vidal" {
			t.Errorf("got %+v", got)
		}
	})
	done := objeto{"tramite": "contestada", "referencia": "carta 3"}
	b.refuses(t,
		negativa{name: "38.3/the sheet twice", usuario: "cajero", path: r, body: body, status: 409, articulo: "38.3"},
		negativa{name: "38.3/without number", usuario: "cajero", path: r, body: objeto{"hechos": "x"}, status: 422, articulo: "38.3"},
		negativa{name: "38.3/no such sheet", usuario: "director", path: r + "/7/tramites", body: done, status: 404},
		negativa{name: "38.3/only who directs", usuario: "cajero", path: r + "/1/tramites", body: done, status: 403},
		negativa{name: "38.3/nothing said", usuario: "director", path: r + "/1/tramites", body: objeto{"tramite": "contestada"}, status: 422, articulo: "38.3"},
	)
	t.Run("38.3/answered", func(t *testing.T) {
		b.do(t, "director", "POST", r+"/1/tramites", done).want(t, 204)
		b.do(t, "director", "POST", r+"/1/tramites", done).want(t, 409).refused(t, "38.3")
		var all listaReclamaciones
		b.do(t, "funcionario_inspector", "GET", r, nil).want(t, 200).into(t, &all)
		if len(all.Reclamaciones) != 1 || all.Reclamaciones[0].Contestada == (instante{}) || all.Reclamaciones[0].Hechos != "" {
			t.Errorf("got %+v", all)
		}
	})
}

// TestNavegadorReclamaciones does the same in the browser, by keyboard.
func TestNavegadorReclamaciones(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	n := b.browse(t)
	n.enter("director")
	n.step(t, "38.3/refused twice, kept once", func(t *testing.T) {
		for range 2 {
			n.open("/establecimientos/principal/reclamaciones")
			n.into("#hechos", "cree mal pagado un caballo")
			n.into("#hoja", "MAD-0042\r")
			n.see("main", "hoja MAD-0042")
		}
		n.see("#problema", "ya está anotada")
	})
	n.step(t, "38.3/answered", func(t *testing.T) {
		n.open("/establecimientos/principal/reclamaciones")
		n.do(openDetails("Anotar lo hecho"))
		n.into("#referencia-1", "carta 3\r")
		n.see("main", "Contestada el")
	})
}
