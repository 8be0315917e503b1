package api

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"foliado/migrations/dbtest"
)

// Idempotency-Key: replay, other body, in flight, scope, and until the certification.
func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		b.openDay(t, hoy)
		b.bar(t, barred("dni,"+dniOf(77)+",,,,"))
		t.Run("22.3/a card, and the card as it now is", func(t *testing.T) { b.replaysCard(t) })
		t.Run("35.1/a reposición", func(t *testing.T) { b.replaysReposicion(t) })
		t.Run("refusals leave the key unused", func(t *testing.T) { b.keyAfterRefusal(t) })
		t.Run("in flight", func(t *testing.T) { b.keyInFlight(t) })
		t.Run("42.2/until the certification", func(t *testing.T) { b.keysForgotten(t) })
	})
}

// A person belongs to the entidad: her key outlives the jornadas.
func TestIdempotencyKeyPersona(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) { newBanco(t, bd).replaysPersona(t) })
}

// What the entidad does, and answers with an act or with nothing, is done once.
func TestIdempotencyKeyEntidad(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		p := b.do(t, "director", "POST", "/api/v1/personas", objeto{"usuario": "nueva", "cargo": "crupier", "nombre": "Eva", "apellidos": "Prueba"}).want(t, 201)
		var who struct{ Persona string }
		p.into(t, &who)
		persona := "/api/v1/personas/" + who.Persona
		auth := objeto{"resolucion": "R-2", "horario": objeto{"apertura": "16:00", "cierre": "05:00"}, "tarifa": 500,
			"juegos": []objeto{{"juego": "ruleta_americana", "minimo": 200, "maximo": 2000, "mesas": 4}}}
		otra := objeto{}
		for k, v := range auth {
			otra[k] = v
		}
		otra["tarifa"] = 600
		persona0 := b.Gente["subdirector"].ID
		for _, c := range []struct {
			name, path  string
			body, other any // other: nil when the route takes no body
			status      int
		}{
			{"9/authorisation", principal + "/autorizaciones", auth, otra, 201},
			{"13/direction", "/api/v1/direccion", objeto{"persona": persona0, "calidad": "titular", "acuerdo": hoy}, objeto{"persona": persona0, "calidad": "sustituto", "acuerdo": hoy}, 204},
			{"13/end of it", "/api/v1/direccion/" + persona0 + "/cese", nil, nil, 204},
			{"estado-series", "/api/v1/estado-series", nil, nil, 201},
			{"firma", persona + "/firma", objeto{"pin": "482913"}, objeto{"pin": "482914"}, 201},
			{"revocation", "/api/v1/personas/" + b.Gente["crupier"].ID + "/firma/revocacion", objeto{"motivo": "perdida"}, objeto{"motivo": "robada"}, 201},
			{"baja", persona + "/baja", nil, nil, 204},
		} {
			t.Run(c.name, func(t *testing.T) {
				key := strings.ReplaceAll(c.name, " ", "-")
				first := b.do(t, "director", "POST", c.path, c.body, "Idempotency-Key", key).want(t, c.status)
				size := b.Escritor.Tamano()
				again := b.do(t, "director", "POST", c.path, c.body, "Idempotency-Key", key).want(t, c.status)
				if again.Header.Get("Location") != first.Header.Get("Location") || again.Header.Get("Idempotency-Replayed") != "true" {
					t.Errorf("got %v, want that of the first", again.Header)
				}
				if now := b.Escritor.Tamano(); now != size {
					t.Errorf("the repetition wrote %d asientos", now-size)
				}
				if c.other != nil {
					b.do(t, "director", "POST", c.path, c.other, "Idempotency-Key", key).want(t, 422)
				}
			})
		}
	})
}

func (b *banco) replaysPersona(t *testing.T) {
	body := objeto{"usuario": "repetida", "cargo": "crupier", "nombre": "Eva", "apellidos": "Prueba"}
	first := b.do(t, "director", "POST", "/api/v1/personas", body, "Idempotency-Key", "p1").want(t, 201)
	again := b.do(t, "director", "POST", "/api/v1/personas", body, "Idempotency-Key", "p1").want(t, 201)
	if !bytes.Equal(first.cuerpo, again.cuerpo) {
		t.Errorf("got %s, want %s again", again.cuerpo, first.cuerpo)
	}
	b.do(t, "director", "POST", "/api/v1/personas", body).want(t, 409)
}

func (b *banco) replaysCard(t *testing.T) {
	k := objeto{"comprobacion": b.check(t, "admision", adult(1)).Comprobacion, "precio": 500}
	post := func(usuario, key string, body objeto) respuesta {
		return b.do(t, usuario, "POST", principal+"/tarjetas", body, "Idempotency-Key", key)
	}
	first := post("admision", "k1", k).want(t, 201)
	again := post("admision", "k1", k).want(t, 201)
	if !bytes.Equal(first.cuerpo, again.cuerpo) || again.Header.Get("Location") != first.Header.Get("Location") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("got %s, want %s again", again.cuerpo, first.cuerpo)
	}
	post("admision", "k1", objeto{"comprobacion": k["comprobacion"], "precio": 501}).want(t, 422).refused(t, "")
	post("admision2", "k1", k).want(t, 409) // of another user: no replay, she has a card
	post("admision", "k2", k).want(t, 409)
	var card struct {
		Numero  int64
		Anulada bool
	}
	first.into(t, &card)
	path := fmt.Sprintf("%s/tarjetas/%d/anulacion", principal, card.Numero)
	b.do(t, "admision", "POST", path, objeto{"motivo": "rota"}, "Idempotency-Key", "k1").want(t, 201)
	b.do(t, "admision", "POST", path, objeto{"motivo": "rota"}, "Idempotency-Key", "k1").want(t, 201)
	b.do(t, "admision", "POST", path, objeto{"motivo": "rota"}).want(t, 409)
	if post("admision", "k1", k).want(t, 201).into(t, &card); !card.Anulada {
		t.Error("the replay shows the card as it was, not as it now is")
	}
	for _, bad := range []string{strings.Repeat("k", 129), "con espacio", "ñ"} {
		post("admision", bad, k).want(t, 400).refused(t, "")
	}
}

// replaysReposicion is caso DBL-02: the key belongs to the intention.
func (b *banco) replaysReposicion(t *testing.T) {
	b.openMesa(t, 1)
	body := objeto{"anticipo": piezas(anticipoRuleta)}
	post := func(key string, body objeto) respuesta {
		return b.do(t, "jefe_mesa", "POST", mesa(1)+"/reposiciones", body, "Idempotency-Key", key)
	}
	var first, again struct{ Acto string }
	post("k1", body).want(t, 201).into(t, &first) // committed, and the answer is lost
	post("k1", body).want(t, 201).into(t, &again)
	if first != again {
		t.Errorf("got acts %v and %v", first, again)
	}
	sign := b.badge("director")
	path := "/api/v1/actos/" + first.Acto + "/firmas"
	b.do(t, "jefe_mesa", "POST", path, sign, "Idempotency-Key", "k1").want(t, 200)
	b.unchanged(t, nil, func() {
		b.do(t, "jefe_mesa", "POST", path, sign, "Idempotency-Key", "k1").want(t, 200)
		post("k1", body).want(t, 201).into(t, &again)
		b.do(t, "jefe_mesa", "POST", path, b.badge("subdirector"), "Idempotency-Key", "k1").want(t, 422)
		post("k1", objeto{"anticipo": piezas(anticipoRuleta + 1)}).want(t, 422)
	})
	var m struct{ Sesion struct{ Reposiciones int } }
	if b.do(t, "cajero", "GET", mesa(1), nil).want(t, 200).into(t, &m); m.Sesion.Reposiciones != 1 {
		t.Errorf("got %d reposiciones, want 1", m.Sesion.Reposiciones)
	}
}

func (b *banco) keyAfterRefusal(t *testing.T) {
	k := objeto{"comprobacion": b.check(t, "admision", adult(2)).Comprobacion, "precio": 499}
	b.do(t, "admision", "POST", principal+"/tarjetas", k, "Idempotency-Key", "k3").want(t, 422)
	k["precio"] = 500
	b.do(t, "admision", "POST", principal+"/tarjetas", k, "Idempotency-Key", "k3").want(t, 201)
	wrong := b.badge("cajero")
	wrong["pin"] = "0000"
	acto := b.propose(t, "cajero", mesa(1)+"/cierres", cierre(1000, 0))
	b.do(t, "cajero", "POST", "/api/v1/actos/"+acto+"/firmas", wrong, "Idempotency-Key", "k4").want(t, 403)
	b.do(t, "cajero", "POST", "/api/v1/actos/"+acto+"/firmas", b.badge("cajero"), "Idempotency-Key", "k4").want(t, 200)
	b.do(t, "cajero", "POST", "/api/v1/actos/"+acto+"/retirada", objeto{"motivo": "otra cuenta"}, "Idempotency-Key", "k4").want(t, 200)
	b.do(t, "cajero", "POST", "/api/v1/actos/"+acto+"/retirada", objeto{"motivo": "otra cuenta"}, "Idempotency-Key", "k4").want(t, 200)
}

// keyInFlight holds the writer while a first request waits, and sends it again.
func (b *banco) keyInFlight(t *testing.T) {
	k := objeto{"comprobacion": b.check(t, "admision", adult(3)).Comprobacion, "precio": 500}
	release := holdWriter(t, b.Escritor)
	answers := make(chan respuesta, 2)
	for range 2 {
		go func() {
			answers <- b.do(t, "admision", "POST", principal+"/tarjetas", k, "Idempotency-Key", "k5")
		}()
	}
	(<-answers).want(t, 409) // whichever came second: the other one waits for the writer
	release()
	(<-answers).want(t, 201)
	b.do(t, "admision", "POST", principal+"/tarjetas", k, "Idempotency-Key", "k5").want(t, 201)
}

func (b *banco) keysForgotten(t *testing.T) {
	count := func() string { return column(t, b.revela.db, `SELECT count(*) FROM idempotencia`)[0] }
	if count() == "0" {
		t.Fatal("no key was kept")
	}
	b.Reloj.At(t, "2026-12-01 05:30:00")
	b.phase(t, hoy, "fin_juegos", "recuentos")
	b.closeMesa(t, 1, anticipoRuleta, 0)
	day := fmt.Sprintf("%s/jornadas/%s", principal, hoy)
	for range 2 {
		b.do(t, "director", "POST", day+"/cierre", objeto{}, "Idempotency-Key", "k6").want(t, 201)
	}
	var cert struct{ Acto string }
	for range 2 {
		b.do(t, "director", "POST", day+"/certificacion", objeto{}, "Idempotency-Key", "k6").want(t, 201).into(t, &cert)
	}
	b.closed(t, cert.Acto, "director")
	if got := count(); got != "0" {
		t.Errorf("certified, and %s keys are kept", got)
	}
}
