package api

import (
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// The seals of a roulette through the API: out of hours with both numbers, after the count,
// and before the close.
func TestPrecinto(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	const mesa = principal + "/mesas/1"
	b.do(t, "jefe_mesa", "POST", mesa+"/precintos", objeto{"medio": "precinto", "numero": "114"}, "Idempotency-Key", "tapa").want(t, 201)
	b.do(t, "jefe_mesa", "POST", mesa+"/precintos", objeto{"medio": "precinto", "numero": "114"}, "Idempotency-Key", "tapa").want(t, 201)
	b.refuses(t,
		negativa{name: "140.1/before the anticipo", usuario: "jefe_mesa", path: mesa + "/levantamientos", body: objeto{"publico": true}, status: 422, articulo: "140.1"},
		negativa{name: "140.2/to practise", usuario: "jefe_mesa", path: mesa + "/desprecintos", body: objeto{"motivo": "practicar", "numero": "114", "otros": "un técnico"}, status: 422, articulo: "140.2"},
		negativa{name: "140.3/with nobody", usuario: "jefe_mesa", path: mesa + "/desprecintos", body: objeto{"motivo": "limpiar", "numero": "114"}, status: 422, articulo: "140.3"},
		negativa{name: "133.e/wrong cargo", usuario: "cajero", path: mesa + "/precintos", body: objeto{"medio": "llave"}, status: 403},
	)
	var d verDesprecinto
	b.do(t, "jefe_mesa", "POST", mesa+"/desprecintos", objeto{"motivo": "limpiar", "numero": "114", "otros": "un técnico"}).want(t, 201).into(t, &d)
	apertura := objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": objeto{"100000": 38}}
	t.Run("140.3/open, the table is not", func(t *testing.T) {
		b.do(t, "director", "POST", mesa+"/aperturas", apertura).refused(t, "140.3")
	})
	path := principal + "/desprecintos/" + decimal(d.Folio) + "/precinto"
	b.do(t, "jefe_mesa", "POST", path, objeto{"medio": "precinto", "numero": "115"}).want(t, 201).into(t, &d)
	if d.Nuevo != "115" || d.HoraNuevo == nil {
		t.Errorf("got %+v", d)
	}
	b.do(t, "jefe_mesa", "POST", path, objeto{"medio": "llave"}).want(t, 404)
	t.Run("140.1/after the anticipo", func(t *testing.T) {
		b.openMesa(t, 1)
		b.do(t, "jefe_mesa", "POST", mesa+"/levantamientos", objeto{"publico": true}).want(t, 201)
	})
	var l listaPrecintos
	b.do(t, "funcionario_inspector", "GET", principal+"/precintos?desde="+string(hoy), nil).want(t, 200).into(t, &l)
	if len(l.Precintos) != 1 || l.Precintos[0].Estado != "levantado" || len(l.Desprecintos) != 1 {
		t.Errorf("got %+v", l)
	}
	t.Run("140.2/a wheel without homologation", func(t *testing.T) {
		wheel := objeto{"clase": "cilindro", "identificador": "C-7"}
		b.do(t, "director", "POST", principal+"/material", wheel, "Idempotency-Key", "c7").want(t, 201)
		b.do(t, "director", "POST", principal+"/material", wheel, "Idempotency-Key", "c7").want(t, 201)
		b.do(t, "director", "POST", mesa+"/cilindro/asignacion", objeto{"identificador": "C-7"}).refused(t, "140.2")
		wheel["homologacion"] = "H-40/2025"
		b.do(t, "director", "POST", principal+"/material", wheel).want(t, 201)
		b.do(t, "director", "POST", mesa+"/cilindro/asignacion", objeto{"identificador": "C-7"}).want(t, 201)
		b.do(t, "funcionario_inspector", "GET", principal+"/material", nil).want(t, 200)
	})
	b.do(t, "funcionario_inspector", "GET", principal+"/desprecintos/impreso", nil).want(t, 200)
}
