package api

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/registers/casatest"
)

// transcribes puts on record, through API and page, what the door wrote by hand.
func (p *puertaPrueba) transcribes(t *testing.T) {
	const path = "/contingencia/tarjetas"
	at := func(ago time.Duration) string { return p.Escritor.Ahora().Add(-ago).Format(time.RFC3339Nano) }
	p.refuse("admision", "/formularios", "36.2", map[string]any{"clase": "tarta", "cuantos": 1})
	p.post("jefe_admision", "/formularios", 201, map[string]any{"clase": "tarjeta", "cuantos": 3})
	batch := p.post("admision", "/formularios", 201, map[string]any{"clase": "denegacion", "cuantos": 2})
	p.pdf("admision", "/formularios/"+decimal(int64(batch["emision"].(float64)))+".pdf")
	p.Reloj.Move(40 * time.Minute)
	body := map[string]any{"tipo": "dni", "numero": dni(50333444), "nombre": "Amparo", "apellidos": "Soria Vela", "fecha_nacimiento": "1961-02-03",
		"precio": casatest.Tarifa, "formulario": "TJ-1", "hecho": at(30 * time.Minute), "demora": "corte de luz"}
	p.refuse("admision", path, "20.2", body)
	body["lista_consultada"] = "portátil, 17:00"
	body["hecho"] = "anoche"
	p.refuse("admision", path, "", body)
	body["hecho"] = at(30 * time.Minute)
	p.do(t, "crupier", "POST", puertaAPI+path, body).want(t, 403)
	var got, again verTranscripcion
	p.do(t, "admision", "POST", puertaAPI+path, body, "Idempotency-Key", "tj1").want(t, 201).into(t, &got)
	p.do(t, "admision", "POST", puertaAPI+path, body, "Idempotency-Key", "tj1").want(t, 201).into(t, &again)
	if got.Tarjeta == 0 || got != again || got.Formulario != "TJ-1" || time.Time(got.Anotacion).Sub(time.Time(got.Hora)) < 30*time.Minute || got.Alerta {
		t.Errorf("got %+v and %+v", got, again)
	}
	body["numero"], body["nombre"], body["formulario"] = dni(50111223), "Prohibida", "TJ-2"
	p.do(t, "admision", "POST", puertaAPI+path, body).want(t, 201).into(t, &got)
	if !got.Alerta || !strings.Contains(got.Mensaje, "avise al responsable") {
		t.Errorf("got %+v", got)
	}
	page := paginaDe("principal", "contingencia")
	v := url.Values{"_idem": {"de"}, "formulario": {"de-4"}, "hora": {"nunca"}, "numero": {dni(50333445)}, "nombre": {"Braulio"}, "apellidos": {"Nieto Mir"},
		"fecha_nacimiento": {"03/02/1971"}, "causa": {"violencia"}, "motivo": {"rompió el cordón"}, "demora": {"corte de luz"}}
	if html := string(p.form(t, "admision", page+"/denegaciones", v).want(t, 422).cuerpo); !strings.Contains(html, `value="Braulio"`) || !strings.Contains(html, "HH:MM") {
		t.Errorf("the form does not come back as typed")
	}
	v.Set("hora", p.Escritor.Ahora().Add(-20*time.Minute).In(domain.Madrid).Format("15:04"))
	p.form(t, "admision", page+"/denegaciones", v).want(t, 303)
	w := url.Values{"_idem": {"tj"}, "formulario": {"TJ-3"}, "hora": v["hora"], "numero": {dni(50333446)}, "nombre": {"Celia"}, "apellidos": {"Ruano Gil"},
		"fecha_nacimiento": {"03/02/1971"}, "precio": {casatest.Tarifa.String()}, "lista_consultada": {"portátil"}, "demora": {"corte de luz"}}
	p.form(t, "admision", page+"/tarjetas", w).want(t, 303)
	list := p.get("funcionario_inspector", "/contingencia")["transcripciones"].([]any)
	if len(list) != 4 || list[2].(objeto)["formulario"] != "DE-4" || list[2].(objeto)["denegacion"] == nil {
		t.Errorf("got %v", list)
	}
	html := string(p.do(t, "jefe_admision", "GET", page, nil, "Accept", "text/html").want(t, 200).cuerpo)
	for _, want := range []string{"TJ-3", "avise al responsable", "sin usar"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
