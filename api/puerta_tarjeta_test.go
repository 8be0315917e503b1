package api

import (
	"fmt"
	"testing"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// puertaPrueba is a desk spoken to by HTTP, with somebody new each time.
type puertaPrueba struct {
	*banco
	t    *testing.T
	next int
}

const puertaAPI = "/api/v1/establecimientos/principal"

func newPuertaPrueba(t *testing.T) *puertaPrueba {
	t.Helper()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.ban(t, dni(50111223))
	return &puertaPrueba{banco: b, t: t}
}

// check checks somebody new, or whoever bears that number.
func (p *puertaPrueba) check(n int) objeto {
	p.t.Helper()
	var v objeto
	p.do(p.t, "admision", "POST", puertaAPI+"/comprobaciones", map[string]any{"tipo": identidad.DNI, "numero": dni(n), "nombre": "Persona",
		"apellidos": fmt.Sprintf("De Prueba %c%c", 'A'+n%26, 'A'+n/26%26), "fecha_nacimiento": "1980-12-31"}).want(p.t, 200).into(p.t, &v)
	return v
}

// nueva is the comprobación of somebody new.
func (p *puertaPrueba) nueva() string {
	p.t.Helper()
	p.next++
	return has[string](p.t, p.check(60000000+p.next), "comprobacion")
}

// post sends to a path of the establecimiento and wants a status.
func (p *puertaPrueba) post(usuario, path string, status int, body any) objeto {
	p.t.Helper()
	var v objeto
	r := p.do(p.t, usuario, "POST", puertaAPI+path, body).want(p.t, status)
	if len(r.cuerpo) > 0 {
		r.into(p.t, &v)
	}
	return v
}

// refuse wants a refusal that cites a provision and leaves everything as it was.
func (p *puertaPrueba) refuse(usuario, path, articulo string, body any) Problema {
	p.t.Helper()
	before := p.revela.snapshot(p.t)
	prob := p.do(p.t, usuario, "POST", puertaAPI+path, body).refused(p.t, articulo)
	if diff := before.differ(p.revela.snapshot(p.t)); len(diff) > 0 {
		p.t.Errorf("POST %s was refused and changed %v", path, diff)
	}
	return prob
}

func (p *puertaPrueba) get(usuario, path string) objeto {
	p.t.Helper()
	var v objeto
	p.do(p.t, usuario, "GET", puertaAPI+path, nil).want(p.t, 200).into(p.t, &v)
	return v
}

// pdf wants a paper.
func (p *puertaPrueba) pdf(usuario, path string) {
	p.t.Helper()
	r := p.do(p.t, usuario, "GET", puertaAPI+path, nil).want(p.t, 200)
	if r.Header.Get("Content-Type") != "application/pdf" || string(r.cuerpo[:5]) != "%PDF-" {
		p.t.Errorf("GET %s: got %s", path, r.Header.Get("Content-Type"))
	}
}

// A card after its issue, through the API.
func TestAPITarjetaEspecial(t *testing.T) {
	t.Parallel()
	p := newPuertaPrueba(t)
	t.Run("23.3.c/until when", func(t *testing.T) {
		p.t = t
		id := p.nueva()
		p.refuse("admision", "/tarjetas", "23.3.c", map[string]any{"comprobacion": id, "precio": 300, "reduccion": "varios_dias"})
		p.do(t, "admision", "POST", puertaAPI+"/tarjetas", map[string]any{"comprobacion": id, "precio": 300, "reduccion": "varios_dias", "hasta": "mañana"}).want(t, 422)
		v := p.post("admision", "/tarjetas", 201, map[string]any{"comprobacion": id, "precio": 300, "reduccion": "varios_dias", "hasta": "2026-12-03"})
		is(t, v, "validez", "2026-12-03")
		is(t, v, "reduccion", "varios_dias")
		p.refuse("admision", "/entradas", "22.3", map[string]any{"comprobacion": id})
		if got := p.get("admision", "/entradas")["entradas"].([]any); len(got) != 0 {
			t.Errorf("got %v", got)
		}
		p.pdf("admision", fmt.Sprintf("/tarjetas/%v.pdf", v["numero"]))
	})
	t.Run("ADM-4/reprint and loss", func(t *testing.T) {
		p.t = t
		card := p.post("admision", "/tarjetas", 201, map[string]any{"comprobacion": p.nueva(), "precio": casatest.Tarifa})
		path := fmt.Sprintf("/tarjetas/%v", card["numero"])
		p.do(t, "admision", "POST", puertaAPI+path+"/reimpresiones", map[string]any{}).want(t, 422)
		is(t, p.post("admision", path+"/reimpresiones", 201, map[string]any{"motivo": "Atasco"}), "numero", card["numero"].(float64))
		dup := p.post("admision", path+"/duplicado", 201, map[string]any{"motivo": "Perdida"})
		is(t, dup, "duplica", card["numero"].(float64))
		is(t, dup, "precio", 0.0)
		h := p.get("funcionario_inspector", path+"/historial")
		is(t, h["perdida"].(map[string]any), "duplicado", dup["numero"].(float64))
		p.refuse("admision", path+"/duplicado", "", map[string]any{"motivo": "Otra vez"})
		p.pdf("admision", path+".pdf")
		p.pdf("admision", fmt.Sprintf("/tarjetas/%v.pdf", dup["numero"]))
	})
	t.Run("ADM-8/the next day", func(t *testing.T) {
		p.t = t
		const n = 61000000
		id := has[string](t, p.check(n), "comprobacion")
		card := p.post("admision", "/tarjetas", 201, map[string]any{"comprobacion": id, "precio": 300, "reduccion": "varios_dias", "hasta": "2026-12-03"})
		p.CloseDay(t, "principal", hoy)
		p.Reloj.At(t, "2026-12-01 18:00:00")
		p.OpenDay(t, "principal", domain.Fecha("2026-12-01"))
		p.ban(t, dni(50111223))
		id = has[string](t, p.check(n), "comprobacion")
		if prob := p.refuse("admision", "/tarjetas", "22.3", map[string]any{"comprobacion": id, "precio": casatest.Tarifa}); prob.Numero == nil || *prob.Numero != int64(card["numero"].(float64)) {
			t.Errorf("got %+v", prob)
		}
		is(t, p.post("admision", "/entradas", 201, map[string]any{"comprobacion": id}), "tarjeta", card["numero"].(float64))
		p.post("admision", "/entradas", 200, map[string]any{"comprobacion": id})
		if got := p.get("admision", "/entradas")["entradas"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
	})
}
