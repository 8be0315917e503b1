package api

import (
	"testing"

	"foliado/migrations/dbtest"
)

// Bound volumes: refused without folios or diligencia, listed, once for each key.
func TestLibroPapel(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		const path = principal + "/libros/anticipos-1/papel"
		b.refuses(t,
			negativa{name: "39.2/without folios", usuario: "director", path: path, body: objeto{"diligencia": hoy}, status: 422, articulo: "39.2"},
			negativa{name: "39.2/without diligencia", usuario: "director", path: path, body: objeto{"folios": 100}, status: 422, articulo: "39.2"},
			negativa{name: "39.2/wrong cargo", usuario: "cajero", path: path, body: objeto{"folios": 100, "diligencia": hoy}, status: 403},
			negativa{name: "39.2/no such book", usuario: "director", path: principal + "/libros/anticipos-99/papel", body: objeto{"folios": 100, "diligencia": hoy}, status: 404},
		)
		t.Run("39.2/in use", func(t *testing.T) {
			body := objeto{"folios": 100, "diligencia": hoy}
			b.do(t, "director", "POST", path, body, "Idempotency-Key", "papel").want(t, 201)
			b.do(t, "director", "POST", path, body, "Idempotency-Key", "papel").want(t, 201)
			var got listaLibrosPapel
			b.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &got)
			if len(got.Tomos) != 1 || got.Tomos[0] != (verLibroPapel{1, 100, hoy}) {
				t.Errorf("got %+v", got)
			}
		})
	})
}
