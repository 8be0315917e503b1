package api

import (
	"bytes"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// isPDF wants a printed document.
func (r respuesta) isPDF(t testing.TB) {
	t.Helper()
	r.want(t, 200)
	if r.Header.Get("Content-Type") != "application/pdf" || !bytes.HasPrefix(r.cuerpo, []byte("%PDF-")) {
		t.Errorf("%s: got %s", r.Request.URL.Path, r.Header.Get("Content-Type"))
	}
}

// TestPropinas goes through the tips of a day by HTTP, to their distribution.
func TestPropinas(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	const p = principal + "/propinas"
	b.refuses(t,
		negativa{name: "19.3/no box", usuario: "cajero", path: p + "/parciales", body: objeto{"importe": 100}, status: 422, articulo: "19.3"},
		negativa{name: "19.3/no reason", usuario: "cajero", path: p + "/devoluciones", body: objeto{"caja": "caja", "importe": 100, "causa": "error"}, status: 422, articulo: "19.3"},
		negativa{name: "19.4/too early", usuario: "cajero", path: p + "/recuentos", body: objeto{"cajas": objeto{"caja": 1}}, status: 422, articulo: "19.4"},
		negativa{name: "19.2/nobody asked", usuario: "director", path: p + "/acuerdos", body: objeto{"acuerdo": hoy}, status: 422, articulo: "19.2"},
		negativa{name: "19.2/no poster without a decision", usuario: "director", method: "GET", path: p + "/cartel.pdf", status: 404},
		negativa{name: "15.d/points for the director", usuario: "director", path: p + "/criterios", body: objeto{"empleados": 6000, "puntos": objeto{"director": 1}}, status: 422, articulo: "15.d"},
		negativa{name: "19.6/no criterio", usuario: "director", path: p + "/repartos", body: objeto{"desde": hoy, "hasta": hoy, "jornadas": objeto{}}, status: 422, articulo: "19.6"},
		negativa{name: "19.4/no such account", usuario: "director", method: "GET", path: p + "/recuentos/7", status: 404},
	)
	t.Run("19.5/partial count, its copy, its paper", func(t *testing.T) {
		b.closed(t, b.propose(t, "cajero", p+"/parciales", objeto{"caja": "mesa-1", "importe": 40_000}), "director")
		b.do(t, "cajero", "POST", p+"/parciales/1/copia", nil).want(t, 204)
		b.do(t, "funcionario_inspector", "GET", p+"/parciales/1.pdf", nil).isPDF(t)
	})
	t.Run("19.3/given back", func(t *testing.T) {
		b.closed(t, b.propose(t, "cajero", p+"/devoluciones", objeto{"caja": "mesa-1", "importe": 10_000, "causa": "abuso", "motivo": "se la exigieron"}), "director")
		b.do(t, "cajero", "GET", p+"/devoluciones/1.pdf", nil).isPDF(t)
	})
	b.phase(t, hoy, "fin_juegos")
	t.Run("19.4/1.235,50 €", func(t *testing.T) {
		b.closed(t, b.propose(t, "cajero", p+"/recuentos", objeto{"cajas": objeto{"mesa-1": 93_550, "admision": 0}}), "director", "crupier", "cajero")
		var got verHojaPropinas
		b.do(t, "director", "GET", p+"/recuentos/1", nil).want(t, 200).into(t, &got)
		if got.Importe != 123_550 || got.Cajas["mesa-1"] != 93_550 || len(got.Firmas) != 3 {
			t.Errorf("got %+v", got)
		}
		b.do(t, "director", "GET", p+"/recuentos/1.pdf", nil).isPDF(t)
	})
	t.Run("19.6/shared out once, whatever is sent twice", func(t *testing.T) {
		b.do(t, "director", "POST", p+"/criterios", objeto{"empleados": 6000, "puntos": objeto{"cajero": 1, "crupier": 2}}, "Idempotency-Key", "k").want(t, 201)
		b.do(t, "director", "POST", p+"/criterios", objeto{"empleados": 6000, "puntos": objeto{"cajero": 1, "crupier": 2}}, "Idempotency-Key", "k").want(t, 201)
		b.do(t, "director", "GET", p+"/criterios/1.pdf", nil).isPDF(t)
		b.do(t, "director", "POST", p+"/criterios/1/comunicacion", objeto{"registro": "REG-1"}).want(t, 204)
		body := objeto{"desde": hoy, "hasta": hoy, "jornadas": objeto{b.Gente["cajero"].ID: 1, b.Gente["crupier"].ID: 1}}
		var got verRepartoPropinas
		b.do(t, "director", "POST", p+"/repartos", body, "Idempotency-Key", "r").want(t, 201)
		b.do(t, "director", "POST", p+"/repartos", body, "Idempotency-Key", "r").want(t, 201).into(t, &got)
		if got.Folio != 1 || got.Empleados+got.Otros != 123_550 || len(got.Partes) != 2 || got.Partes[0].Importe+got.Partes[1].Importe != got.Empleados {
			t.Errorf("got %+v", got)
		}
		b.do(t, "funcionario_inspector", "GET", p+"/repartos/1.pdf", nil).isPDF(t)
	})
	t.Run("19.2/none admitted: the poster, and nothing else", func(t *testing.T) {
		b.do(t, "director", "POST", p+"/acuerdos", objeto{"acuerdo": hoy, "consulta": hoy}, "Idempotency-Key", "a").want(t, 201)
		b.do(t, "director", "POST", p+"/acuerdos", objeto{"acuerdo": hoy, "consulta": hoy}, "Idempotency-Key", "a").want(t, 201)
		b.do(t, "director", "GET", p+"/cartel.pdf", nil).isPDF(t)
		b.do(t, "cajero", "POST", p+"/parciales", objeto{"caja": "caja", "importe": 1}).want(t, 422).refused(t, "19.2")
		var all verPropinas
		b.do(t, "director", "GET", p, nil).want(t, 200).into(t, &all)
		if all.Acuerdo.Admite || len(all.Movimientos) != 2 || len(all.Recuentos) != 1 || *all.Recuentos[0].Reparto != 1 || len(all.Repartos) != 1 {
			t.Errorf("got %+v", all)
		}
	})
}

// TestNavegadorPropinas counts the tips of a day in the browser, by keyboard.
func TestNavegadorPropinas(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	n := b.browse(t)
	n.enter("director")
	n.step(t, "19.5/a full box", func(t *testing.T) {
		n.open("/establecimientos/principal/propinas")
		n.see("main", "Nadie la pide ni se la queda")
		n.do(openDetails("Cómputo parcial de una caja llena"))
		n.until("the box is chosen", "(document.querySelector('#parcial-caja').value = 'mesa-1') === 'mesa-1'")
		n.into("#parcial-importe", "400,00\r")
		n.see(".facts", "400,00 €")
		n.sign("director")
		n.see(".stamp", "Firmado")
	})
	b.Advance(t, casatest.Principal, casatest.Fecha, "fin_juegos")
	n.step(t, "19.4/three signatures", func(t *testing.T) {
		n.open("/establecimientos/principal/propinas")
		n.see("main", "Cómputo parcial 1")
		n.into("#caja-mesa-1", "835,50\r")
		n.see(".facts", "1.235,50 €")
		n.sign("director")
		n.see(".notice", "Ha firmado")
		n.sign("cajero")
		n.see(".notice", "Ha firmado")
		n.sign("crupier")
		n.see(".stamp", "Firmado")
		n.open("/establecimientos/principal/propinas")
		n.see("#h-cuentas + .scroll", "1.235,50")
	})
	n.step(t, "19.2/no tips", func(t *testing.T) {
		n.do(openDetails("No admitir propinas"))
		n.until("a date", "(document.querySelector('#acuerdo').value = '2026-11-30') === '2026-11-30'")
		n.click(`form[action$="/acuerdos"] button`)
		n.see("#problema", "comité de empresa")
	})
}
