package api

import (
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// TestOlvidadas enters a stake without a known owner and gives it back, by HTTP.
func TestOlvidadas(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	const o = principal + "/olvidadas"
	body := objeto{"mesa": 3, "clase": "abandonada", "inicial": 1_000, "crecida": 8_000}
	t.Run("33.1/33.2/once, for the initial stake", func(t *testing.T) {
		var got verOlvidada
		b.do(t, "cajero", "POST", o, body, "Idempotency-Key", "o").want(t, 201)
		b.do(t, "cajero", "POST", o, body, "Idempotency-Key", "o").want(t, 201).into(t, &got)
		if got.Numero != 1 || got.Importe != 1_000 || got.Mesa != 3 {
			t.Errorf("got %+v", got)
		}
	})
	owner := objeto{"importe": 1_000, "nombre": "Inés Vidal", "domicilio": "calle Mayor 1", "pruebas": "imágenes de la mesa"}
	b.refuses(t,
		negativa{name: "33.1/of no kind", usuario: "cajero", path: o, body: objeto{"inicial": 100}, status: 422, articulo: "33.1"},
		negativa{name: "33.3/no proof", usuario: "cajero", path: o + "/1/devoluciones", body: objeto{"importe": 1_000, "nombre": "Inés Vidal"}, status: 422, articulo: "33.3"},
		negativa{name: "33.3/no such entry", usuario: "cajero", path: o + "/7/devoluciones", body: owner, status: 404},
		negativa{name: "33.3/no receipt of nothing", usuario: "cajero", method: "GET", path: o + "/1/recibo.pdf", status: 404},
	)
	t.Run("33.3/given back, with its receipt", func(t *testing.T) {
		b.do(t, "cajero", "POST", o+"/1/devoluciones", owner).want(t, 204)
		b.do(t, "cajero", "POST", o+"/1/devoluciones", owner).want(t, 422).refused(t, "33.3")
		b.do(t, "director", "GET", o+"/1/recibo.pdf", nil).isPDF(t)
		var all listaOlvidadas
		b.do(t, "funcionario_inspector", "GET", o+"?mesa=3", nil).want(t, 200).into(t, &all)
		if len(all.Olvidadas) != 1 || all.Saldo != 0 || all.Olvidadas[0].Pendiente != 0 {
			t.Errorf("got %+v", all)
		}
	})
}

// TestNavegadorOlvidadas does the same in the browser, by keyboard.
func TestNavegadorOlvidadas(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	n := b.browse(t)
	n.enter("cajero")
	n.step(t, "33.2/the initial stake", func(t *testing.T) {
		n.open("/establecimientos/principal/olvidadas")
		n.into("#inicial", "10,00")
		n.into("#crecida", "80,00\r")
		n.see("main", "Anotación 1")
		n.see(".head", "10,00 €")
	})
	n.step(t, "33.3/no proof, and with it", func(t *testing.T) {
		n.do(openDetails("Devolver a quien pruebe su derecho"))
		n.into("#nombre-1", "Inés Vidal\r")
		n.see("#problema", "prueba su derecho")
		n.into("#domicilio-1", "calle Mayor 1")
		n.into("#pruebas-1", "imágenes de la mesa\r")
		n.see("main", "recibo en PDF")
	})
}
