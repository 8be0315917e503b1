package api

import (
	"fmt"
	"strings"
	"testing"

	"foliado/registers/casatest"
)

// A night at the desk through the API: a group, the till, the volantes.
func TestAPIGrupoYCaja(t *testing.T) {
	t.Parallel()
	p := newPuertaPrueba(t)
	var turno objeto
	t.Run("23.2/a shift begins", func(t *testing.T) {
		p.t = t
		turno = p.post("admision", "/turnos", 201, map[string]any{"fondo": 10_000})
		p.refuse("admision", "/turnos", "", map[string]any{"fondo": 0})
		p.do(t, "admision", "POST", puertaAPI+"/turnos", map[string]any{"fondo": -1}).want(t, 422)
	})
	t.Run("23.3.b/a group", func(t *testing.T) {
		p.t = t
		csv := fmt.Sprintf("tipo,numero,nombre,apellidos,fecha_nacimiento\ndni,%s,Ana,Ruiz,1980-01-01\ndni,%s,Eva,Vetada,1980-01-01\n,,Íñigo,Sanz,1980-01-01\n",
			dni(62000001), dni(50111223))
		group := map[string]any{"denominacion": "Viaje de prueba", "fecha": hoy, "reduccion": "viaje_colectivo", "precio": 300, "csv": csv}
		group["precio"] = casatest.Tarifa
		p.refuse("admision", "/grupos", "23.3.b", group)
		group["precio"], group["csv"] = 300, "nombre\nAna\n"
		p.refuse("admision", "/grupos", "", group)
		group["csv"], group["fecha"] = csv, "mañana"
		p.refuse("admision", "/grupos", "", group)
		group["fecha"] = hoy
		g := p.post("admision", "/grupos", 201, group)
		path := fmt.Sprintf("/grupos/%v", g["numero"])
		p.do(t, "admision", "GET", puertaAPI+path+".pdf", nil).want(t, 404)
		p.refuse("admision", path+"/llegadas", "23.3", map[string]any{"miembro": 1})
		p.refuse("admision", path+"/cobro", "23.2", map[string]any{"medio": "cheque"})
		is(t, p.post("admision", path+"/cobro", 201, map[string]any{"medio": "efectivo"}), "importe", 900.0)
		p.refuse("admision", path+"/cobro", "", map[string]any{"medio": "efectivo"})
		p.pdf("admision", path+".pdf")
		var in, again objeto
		p.do(t, "admision", "POST", puertaAPI+path+"/llegadas", map[string]any{"miembro": 1}, cabeceraIdem, "llegada-1").want(t, 201).into(t, &in)
		p.do(t, "admision", "POST", puertaAPI+path+"/llegadas", map[string]any{"miembro": 1}, cabeceraIdem, "llegada-1").want(t, 201).into(t, &again)
		is(t, again["tarjeta"].(objeto), "numero", in["tarjeta"].(objeto)["numero"].(float64))
		is(t, in["tarjeta"].(objeto), "precio", 300.0)
		out := p.post("admision", path+"/llegadas", 201, map[string]any{"miembro": 2})
		if out["tarjeta"] != nil || out["comprobacion"].(objeto)["veredicto"] != "no_puede_entrar" || out["comprobacion"].(objeto)["articulo"] != "21" {
			t.Errorf("got %v", out)
		}
		p.refuse("admision", path+"/llegadas", "23.3", map[string]any{"miembro": 3})
		is(t, p.get("funcionario_inspector", path)["recuento"].(objeto), "no_entran", 1.0)
		if got := p.get("admision", "/grupos")["grupos"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("ADM-7/volantes", func(t *testing.T) {
		p.t = t
		ask := map[string]any{"comprobacion": p.nueva(), "precio": casatest.Tarifa}
		p.refuse("admision", "/volantes", "23.4", ask)
		ask["deposito"] = map[string]any{"documento": "dni"}
		p.refuse("admision", "/volantes", "23.4", ask)
		ask["deposito"] = map[string]any{"documento": "dni", "importe": casatest.Tarifa}
		v := p.post("admision", "/volantes", 201, ask)
		is(t, v, "estado", "pendiente")
		path := fmt.Sprintf("/volantes/%v", v["numero"])
		p.pdf("admision", path+".pdf")
		is(t, p.post("admision", path+"/entrega", 201, nil), "estado", "entregado")
		p.refuse("admision", path+"/entrega", "", nil)
		if got := p.get("admision", "/volantes")["volantes"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
		is(t, p.get("admision", path), "tarjeta", v["tarjeta"].(float64))
		p.pdf("funcionario_inspector", "/volantes/custodia-"+string(hoy)+".pdf")
		p.do(t, "admision", "GET", puertaAPI+"/volantes/custodia-2020-01-01.pdf", nil).want(t, 404)
	})
	t.Run("23.2/the count", func(t *testing.T) {
		p.t = t
		path := fmt.Sprintf("/turnos/%v", turno["numero"])
		got := p.get("admision", path)
		want := 10_000.0 + 900 + float64(casatest.Tarifa)
		is(t, got, "esperado", want)
		if n := len(got["cobros"].([]any)); n != 2 {
			t.Errorf("got %d receipts, want 2: %v", n, got["cobros"])
		}
		p.pdf("admision", path+".pdf")
		if csv := string(p.do(t, "admision", "GET", puertaAPI+path+"/recibos", nil).want(t, 200).cuerpo); !strings.Contains(csv, ";9,00\r\n") || strings.Count(csv, "\n") != 3 {
			t.Errorf("got %q", csv)
		}
		prob := p.refuse("admision", path+"/cierre", "23.2", map[string]any{"efectivo": want - 100, "otros": 0})
		if prob.Criterio != "MAQ-1" {
			t.Errorf("got criterio %q", prob.Criterio)
		}
		done := p.post("admision", path+"/cierre", 201, map[string]any{"efectivo": want - 100, "otros": 0, "motivo": "Falta una moneda"})
		is(t, done, "diferencia", -100.0)
		p.refuse("admision", path+"/cierre", "", map[string]any{"efectivo": want, "otros": 0})
		p.pdf("funcionario_inspector", path+".pdf")
		if got := p.get("admision", "/turnos")["turnos"].([]any); len(got) != 1 {
			t.Errorf("got %v", got)
		}
	})
}
