package api

import (
	"bytes"
	"testing"

	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

const depositoAPI = principal + "/deposito"

// openDeposito puts the depósito of the main casino into use.
func (b *banco) openDeposito(t testing.TB) (llave, empleado string) {
	t.Helper()
	llave, empleado = b.Gente["director"].Credencial, b.Gente["crupier"].Credencial
	b.do(t, "director", "POST", depositoAPI, objeto{"armarios": 1, "llave": llave}).want(t, 201)
	b.do(t, "director", "POST", depositoAPI+"/proveedores", objeto{"inscripcion": "RGJ-114", "nombre": "Naipes Lozoya", "calidad": "fabricante"}).want(t, 201)
	b.do(t, "director", "POST", depositoAPI+"/modelos", objeto{"fabricante": "Lozoya", "marca": "Casino", "referencia": "818", "indices": true}).want(t, 201)
	return llave, empleado
}

// The depósito through the API: one opening for many boxes, an examination that withdraws one
// and its parte, a destruction that the official signs, and a table that waits for its box.
func TestDeposito(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		b.do(t, "director", "GET", depositoAPI, nil).want(t, 404)
		llave, empleado := b.openDeposito(t)
		b.do(t, "director", "POST", depositoAPI, objeto{"armarios": 1, "llave": llave}).want(t, 409)
		lote := objeto{"clase": "naipes", "fabricante": "Lozoya", "numeros": []string{"2045", "2046", "2047"}, "proveedor": "RGJ-114", "modelo": "818",
			"precinto": true, "rotulos": true, "rasgos": true, "llave": llave, "empleado": empleado}
		t.Run("46.2/received once, however often it is sent", func(t *testing.T) {
			var first, again verEntradaDeposito
			b.do(t, "director", "POST", depositoAPI+"/recepciones", lote, "Idempotency-Key", "lote").want(t, 201).into(t, &first)
			b.do(t, "director", "POST", depositoAPI+"/recepciones", lote, "Idempotency-Key", "lote").want(t, 201).into(t, &again)
			if first.Folio != again.Folio || len(again.Unidades) != 3 || again.Llave == "" {
				t.Errorf("got %+v and %+v", first, again)
			}
		})
		move := func(m string, numeros ...string) objeto {
			us := []objeto{}
			for _, n := range numeros {
				us = append(us, objeto{"clase": "naipes", "numero": n, "movimiento": m, "mesa": 3})
			}
			return objeto{"unidades": us, "llave": llave, "empleado": empleado}
		}
		b.refuses(t,
			negativa{name: "45.3/received before", usuario: "director", path: depositoAPI + "/recepciones", body: lote, status: 422, articulo: "45.3"},
			negativa{name: "46.6/sold", usuario: "jefe_mesa", path: depositoAPI + "/movimientos", body: move("venta", "2045"), status: 422, articulo: "46.6"},
			negativa{name: "46.3/one alone", usuario: "jefe_mesa", path: depositoAPI + "/movimientos", body: objeto{"unidades": move("extraccion", "2045")["unidades"], "llave": llave}, status: 422, articulo: "46.3"},
			negativa{name: "46.3/wrong cargo", usuario: "cajero", path: depositoAPI + "/movimientos", body: move("extraccion", "2045"), status: 403},
			negativa{name: "46.1/no such box", usuario: "jefe_mesa", path: depositoAPI + "/movimientos", body: move("extraccion", "9"), status: 404},
		)
		t.Run("46.1/46.3/out, back, examined, withdrawn", func(t *testing.T) {
			b.do(t, "jefe_mesa", "POST", depositoAPI+"/movimientos", move("extraccion", "2045", "2046")).want(t, 201)
			b.do(t, "jefe_mesa", "POST", depositoAPI+"/movimientos", move("extraccion", "2045")).refused(t, "46.1")
			b.do(t, "jefe_mesa", "POST", depositoAPI+"/movimientos", move("devolucion", "2045", "2046")).want(t, 201)
			exam := objeto{"clase": "naipes", "numero": "2046", "resultado": "apta", "cartas": 311, "circunstancias": "al ordenar"}
			var x verEntradaDeposito
			b.do(t, "jefe_mesa", "POST", depositoAPI+"/examenes", exam).want(t, 201).into(t, &x)
			if x.Datos["incidencia"] != "1" || x.Unidades[0].Estado != "retirada" {
				t.Errorf("got %+v", x)
			}
			b.do(t, "funcionario_inspector", "GET", depositoAPI+"/incidencias/1", nil).want(t, 200)
			if r := b.do(t, "director", "GET", depositoAPI+"/incidencias/1.pdf", nil).want(t, 200); !bytes.HasPrefix(r.cuerpo, []byte("%PDF-")) {
				t.Error("no PDF")
			}
			filed := objeto{"registro": "REG-9"}
			b.do(t, "director", "POST", depositoAPI+"/incidencias/1/comunicacion", filed).want(t, 201)
			b.do(t, "director", "POST", depositoAPI+"/incidencias/1/comunicacion", filed).want(t, 404)
		})
		t.Run("46.6/destroyed before the official", func(t *testing.T) {
			body := objeto{"unidades": []objeto{{"clase": "naipes", "numero": "2046", "cartas": 311}}, "llave": llave, "empleado": empleado}
			b.do(t, "director", "POST", depositoAPI+"/destrucciones", body).refused(t, "46.6")
			body["funcionario"] = "2041"
			b.do(t, "director", "POST", depositoAPI+"/destrucciones", body).refused(t, "46.6")
			body["unidades"] = []objeto{{"clase": "naipes", "numero": "2046", "cartas": 312}}
			var p respuestaActo
			b.do(t, "director", "POST", depositoAPI+"/destrucciones", body).want(t, 201).into(t, &p)
			a := b.Sign(t, p.Acto, "director", "funcionario_inspector")
			path := depositoAPI + "/destrucciones/" + decimal(a.Folio)
			b.do(t, "director", "GET", path, nil).want(t, 200)
			b.do(t, "funcionario_inspector", "GET", path+".pdf", nil).want(t, 200)
			b.do(t, "funcionario_inspector", "GET", depositoAPI+"/destrucciones/1", nil).want(t, 404)
		})
		t.Run("46.1/the balance and the book", func(t *testing.T) {
			var d verDeposito
			b.do(t, "funcionario_inspector", "GET", depositoAPI, nil).want(t, 200).into(t, &d)
			if len(d.Unidades) != 2 || len(d.Saldo) != 3 || len(d.Incidencias) != 1 {
				t.Errorf("got %+v", d)
			}
			b.do(t, "director", "GET", depositoAPI+"?instante=ayer", nil).want(t, 422)
			b.do(t, "director", "GET", depositoAPI+"/libro?desde="+string(hoy), nil).want(t, 200)
			b.do(t, "director", "GET", depositoAPI+"/libro/impreso?hasta="+string(hoy), nil).want(t, 200)
			b.do(t, "director", "GET", depositoAPI+"/libro?desde=x", nil).want(t, 422)
			b.do(t, "director", "POST", depositoAPI+"/llave", objeto{"credencial": llave}).want(t, 201)
		})
		t.Run("46.1/a black jack without its box", func(t *testing.T) {
			b.OpenDay(t, casatest.Principal, casatest.Fecha)
			apertura := objeto{"apuesta_minima": 500, "maximos": 100, "anticipo": objeto{"100000": 25}}
			b.do(t, "director", "POST", principal+"/mesas/3/aperturas", apertura).refused(t, "46.1")
		})
	})
}
