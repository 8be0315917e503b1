package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/registers/casatest"
)

// What else goes through the door, through the API.
func TestAPIServicio(t *testing.T) {
	t.Parallel()
	p := newPuertaPrueba(t)
	t.Run("24.2/officials", func(t *testing.T) {
		p.t = t
		visit := map[string]any{"nombre": "Irene Policía", "identificacion": "TIP 77", "cuerpo": "policia", "cargo": "Inspectora", "servicio": "Diligencias"}
		visit["cuerpo"] = "bomberos"
		p.refuse("admision", "/visitas-oficiales", "24.1", visit)
		visit["cuerpo"], visit["servicio"] = "policia", ""
		p.refuse("admision", "/visitas-oficiales", "24.2", visit)
		visit["servicio"], visit["hecho"] = "Diligencias", p.Escritor.Ahora().Add(-time.Hour).Format(time.RFC3339)
		if prob := p.refuse("admision", "/visitas-oficiales", "24.2", visit); prob.Criterio != "HOR-1" {
			t.Errorf("got criterio %q", prob.Criterio)
		}
		visit["demora"] = "Entraron con urgencia"
		o := p.post("admision", "/visitas-oficiales", 201, visit)
		is(t, o, "cargo", "Inspectora")
		path := fmt.Sprintf("/visitas-oficiales/%v/salida", o["numero"])
		p.post("admision", path, 201, map[string]any{})
		p.refuse("admision", path, "", map[string]any{})
		if got := p.get("funcionario_inspector", "/visitas-oficiales")["visitas"].([]any); len(got) != 1 || got[0].(objeto)["salida"] == nil {
			t.Errorf("got %v", got)
		}
	})
	t.Run("24.2/ADM-9/an official's late hour from the page", func(t *testing.T) {
		p.t = t
		late := p.Escritor.Ahora().Add(-20 * time.Minute).In(domain.Madrid).Format("15:04")
		v := url.Values{"_idem": {"o1"}, "nombre": {"Juan Juez"}, "identificacion": {"TIP 99"}, "cuerpo": {"juez"}, "cargo": {"Magistrado"}, "servicio": {"Registro"}, "hora": {"tarde"}}
		page := paginaDe("principal", "visitas-oficiales")
		p.form(t, "admision", page, v).want(t, 422)
		v.Set("_idem", "o2")
		v.Set("hora", late)
		p.form(t, "admision", page, v).want(t, 422) // without its reason
		v.Set("_idem", "o3")
		v.Set("demora", "Entró con urgencia")
		p.form(t, "admision", page, v).want(t, 303)
		all := p.get("funcionario_inspector", "/visitas-oficiales")["visitas"].([]any)
		n := all[len(all)-1].(objeto)["numero"]
		for _, o := range all {
			if o.(objeto)["nombre"] == "Juan Juez" {
				n = o.(objeto)["numero"]
			}
		}
		p.form(t, "admision", fmt.Sprintf("%s/%v/salida", page, n), url.Values{"_idem": {"s"}, "hora": {late}, "demora": {"Nadie avisó"}}).want(t, 303)
	})
	t.Run("23.5/exceptional", func(t *testing.T) {
		p.t = t
		ask := map[string]any{"nombre": "Olvido", "apellidos": "Sin Cartera", "fecha_nacimiento": "1970-05-06", "motivo": ""}
		p.refuse("admision", "/excepciones", "23.5", ask)
		ask["motivo"] = "Robo denunciado"
		acto := has[string](t, p.post("admision", "/excepciones", 201, ask), "acto")
		p.refuse("admision", "/excepciones/"+acto+"/comprobaciones", "23.5", nil)
		p.Sign(t, acto, "director")
		k := p.post("admision", "/excepciones/"+acto+"/comprobaciones", 200, nil)
		is(t, k, "veredicto", "puede_entrar")
		card := p.post("admision", "/tarjetas", 201, map[string]any{"comprobacion": k["comprobacion"], "precio": casatest.Tarifa})
		is(t, card, "documento_tipo", "sin_documento")
		p.pdf("admision", fmt.Sprintf("/tarjetas/%v.pdf", card["numero"]))
		p.refuse("admision", "/excepciones/"+acto+"/comprobaciones", "", nil)
	})
	t.Run("22.1/a reading tells no more than it must", func(t *testing.T) {
		p.t = t
		card := p.post("admision", "/tarjetas", 201, map[string]any{"comprobacion": p.nueva(), "precio": casatest.Tarifa})
		p.refuse("director", "/puntos-control", "22.1", map[string]any{"nombre": "Torno", "sala": "azotea"})
		point := p.post("director", "/puntos-control", 201, map[string]any{"nombre": "Torno", "sala": "general"})
		path := fmt.Sprintf("/puntos-control/%v/lecturas", point["numero"])
		whole, err := p.puerta.Tarjeta(t.Context(), "principal", int64(card["numero"].(float64)))
		if err != nil {
			t.Fatal(err)
		}
		got := p.post("jefe_mesa", path, 200, map[string]any{"codigo": whole.Token})
		is(t, got, "valida", true)
		is(t, got, "nombre", whole.Nombre+" "+whole.Apellidos)
		if len(got) != 2 {
			t.Errorf("it tells more: %v", got)
		}
		is(t, p.post("jefe_mesa", path, 200, map[string]any{"codigo": "INVENTADO"}), "valida", false)
		p.refuse("jefe_mesa", "/puntos-control/9/lecturas", "22.1", map[string]any{"codigo": whole.Token})
		if got := p.get("jefe_mesa", "/puntos-control")["puntos"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("22.4/asked for in the room", func(t *testing.T) {
		p.t = t
		p.refuse("jefe_mesa", "/controles-tarjeta", "22.4", map[string]any{"solicita": "curioso"})
		k := p.post("jefe_mesa", "/controles-tarjeta", 201, map[string]any{"solicita": "inspector", "descripcion": "Abrigo gris"})
		if k["salida"] == nil {
			t.Errorf("got %v", k)
		}
		if got := p.get("funcionario_inspector", "/controles-tarjeta")["controles"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("26.2/private rooms", func(t *testing.T) {
		p.t = t
		room := p.post("director", "/salas-privadas", 201, map[string]any{"nombre": "Sala Dorada", "prevista": "2026-12-01"})
		path := fmt.Sprintf("/salas-privadas/%v", room["numero"])
		p.pdf("director", path+".pdf")
		id := p.nueva()
		p.refuse("admision", path+"/invitaciones", "26.2", map[string]any{"comprobacion": id})
		p.refuse("director", path+"/declaracion", "26.2", map[string]any{"presentada": hoy, "referencia": ""})
		is(t, p.post("director", path+"/declaracion", 201, map[string]any{"presentada": hoy, "referencia": "REG 1"}), "referencia", "REG 1")
		p.refuse("director", path+"/declaracion", "", map[string]any{"presentada": hoy, "referencia": "REG 2"})
		inv := p.post("admision", path+"/invitaciones", 201, map[string]any{"comprobacion": id})
		p.refuse("admision", path+"/invitaciones", "", map[string]any{"comprobacion": id})
		p.pdf("admision", fmt.Sprintf("/invitaciones/%v.pdf", inv["numero"]))
		is(t, p.get("admision", fmt.Sprintf("/invitaciones/%v", inv["numero"])), "ficha", inv["ficha"].(float64))
		p.refuse("admision", path+"/accesos", "26.2", map[string]any{"tarjeta": 9999})
		card := p.post("admision", "/tarjetas", 201, map[string]any{"comprobacion": id, "precio": casatest.Tarifa})
		p.do(t, "admision", "POST", puertaAPI+path+"/accesos", map[string]any{"tarjeta": card["numero"]}).want(t, 204)
		guest := p.nueva()
		v := url.Values{"_idem": {"i"}, "sala": {fmt.Sprint(room["numero"])}, "comprobacion": {guest}}
		next := p.form(t, "admision", paginaDe("principal", "salas-privadas", "invitaciones"), v).want(t, 303).Header.Get("Location")
		if html := string(p.do(t, "admision", "GET", next, nil, "Accept", "text/html").want(t, 200).cuerpo); !strings.Contains(html, "/invitaciones/2.pdf") || !strings.Contains(html, "Sala Dorada") {
			t.Errorf("the desk does not offer the invitation: %s", next)
		}
		v.Set("_idem", "i2")
		p.form(t, "admision", paginaDe("principal", "salas-privadas", "invitaciones"), v).want(t, 409)
		if got := p.get("funcionario_inspector", "/invitaciones")["invitaciones"].([]any); len(got) != 2 {
			t.Errorf("got %v", got)
		}
		if got := p.get("funcionario_inspector", "/salas-privadas")["salas"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("25.1/papers for the public", func(t *testing.T) {
		p.t = t
		p.refuse("admision", "/publicaciones", "25.1", map[string]any{"tipo": "periodico"})
		for k, tipo := range []string{"folleto", "horario", "condiciones"} {
			e := p.post("admision", "/publicaciones", 201, map[string]any{"tipo": tipo})
			is(t, e, "numero", float64(k+1))
			p.pdf("admision", fmt.Sprintf("/publicaciones/%d.pdf", k+1))
		}
		is(t, p.get("admision", "/publicaciones/1"), "tarifa", float64(casatest.Tarifa))
		for _, v := range p.get("funcionario_inspector", "/publicaciones")["publicaciones"].([]any) {
			is(t, v.(objeto), "vigente", true)
		}
	})
	t.Run("20.1/HOR-2/what was written by hand", func(t *testing.T) {
		p.t = t
		p.transcribes(t)
	})
}
