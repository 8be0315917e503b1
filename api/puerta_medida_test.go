package api

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// UnmarshalJSON reads back what MarshalJSON wrote.
func (i *instante) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	t, err := time.Parse(`"2006-01-02T15:04:05.000000-07:00"`, string(b))
	*i = instante(t)
	return err
}

// TestMedidas refuses, expels, bars and closes the last hour through the API.
func TestMedidas(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.Postgres))
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t, dni(50111223))
	const base = "/api/v1/establecimientos/principal"
	person := func(k int) objeto {
		return objeto{"tipo": "dni", "numero": dni(50200000 + k), "nombre": "Lucrecia", "apellidos": fmt.Sprintf("Pons Q%c", 'a'+k), "fecha_nacimiento": "1975-03-04"}
	}
	check := func(t *testing.T, usuario string, who objeto) respuestaComprobacion {
		t.Helper()
		var k respuestaComprobacion
		b.do(t, usuario, "POST", base+"/comprobaciones", who).want(t, 200).into(t, &k)
		return k
	}
	admit := func(t *testing.T, k int) respuestaTarjeta {
		t.Helper()
		var card respuestaTarjeta
		b.do(t, "admision", "POST", base+"/tarjetas", objeto{"comprobacion": check(t, "admision", person(k)).Comprobacion, "precio": casatest.Tarifa}).want(t, 201).into(t, &card)
		return card
	}
	violent := objeto{"causa": "violencia", "motivo": "empujó al portero"}

	t.Run("21.5/refused", func(t *testing.T) {
		path := base + "/comprobaciones/" + check(t, "admision", person(1)).Comprobacion + "/denegacion"
		b.do(t, "admision", "POST", path, violent).want(t, 403)
		b.do(t, "jefe_admision", "POST", path, objeto{"causa": "cuenta_cartas", "motivo": "x"}).want(t, 422).refused(t, "21.2")
		var done respuestaComprobacion
		b.do(t, "jefe_admision", "POST", path, objeto{"causa": "vestimenta", "motivo": "=HYPERLINK(1)"}, "Idempotency-Key", "d1").want(t, 200).into(t, &done)
		b.do(t, "jefe_admision", "POST", path, objeto{"causa": "vestimenta", "motivo": "=HYPERLINK(1)"}, "Idempotency-Key", "d1").want(t, 200)
		if done.Veredicto != "no_puede_entrar" || done.Articulo != "21.5" || done.Fundamento != "vestimenta" {
			t.Errorf("got %+v", done)
		}
		b.do(t, "jefe_admision", "POST", path, violent).want(t, 409)
	})
	t.Run("21.2/expelled and barred", func(t *testing.T) {
		card := admit(t, 2)
		b.do(t, "admision", "POST", base+"/expulsiones", objeto{"tarjeta": card.Numero, "causa": "violencia", "motivo": "x"}).want(t, 403)
		b.do(t, "director", "POST", base+"/expulsiones", objeto{"tarjeta": card.Numero, "causa": "violencia", "motivo": "x", "hecho": "ayer"}).want(t, 422)
		b.do(t, "director", "POST", base+"/expulsiones", objeto{"tarjeta": 9999, "causa": "violencia", "motivo": "x"}).want(t, 404)
		var x verExpulsion
		body := objeto{"tarjeta": card.Numero, "causa": "violencia", "motivo": "rompió un vaso contra la mesa", "hasta": "2027-05-31"}
		b.do(t, "director", "POST", base+"/expulsiones", body, "Idempotency-Key", "x1").want(t, 201).into(t, &x)
		b.do(t, "director", "POST", base+"/expulsiones", body, "Idempotency-Key", "x1").want(t, 201)
		if x.Numero != 1 || x.Ficha != card.Ficha || x.Articulo != "art. 21.2" || x.Decide != b.Gente["director"].ID {
			t.Errorf("got %+v", x)
		}
		for usuario, articulo := range map[string]string{"admision": "21", "jefe_admision": "21.2"} {
			if k := check(t, usuario, person(2)); k.Veredicto != "no_puede_entrar" || k.Articulo != articulo || (k.Fundamento == "") != (usuario == "admision") {
				t.Errorf("%s is told %+v", usuario, k)
			}
		}
	})
	t.Run("21.2/a ban, lifted", func(t *testing.T) {
		card := admit(t, 3)
		var ban verProhibicion
		b.do(t, "director", "POST", base+"/prohibiciones", objeto{"ficha": card.Ficha, "causa": "molestias", "motivo": "acosa", "hasta": "2026-11-29"}).want(t, 422).refused(t, "21.2")
		body := objeto{"ficha": card.Ficha, "causa": "molestias", "motivo": "acosa a otros clientes", "hasta": "2027-02-28", "todos": true}
		b.do(t, "director", "POST", base+"/prohibiciones", body, "Idempotency-Key", "p1").want(t, 201).into(t, &ban)
		b.do(t, "director", "POST", base+"/prohibiciones", body, "Idempotency-Key", "p1").want(t, 201)
		var list listaProhibiciones
		b.do(t, "funcionario_inspector", "GET", base+"/prohibiciones", nil).want(t, 200).into(t, &list)
		if len(list.Prohibiciones) != 2 || ban.Ambito != "*" {
			t.Errorf("got %+v", list)
		}
		path := fmt.Sprintf("%s/prohibiciones/%d/levantamiento", base, ban.Numero)
		b.do(t, "director", "POST", path, objeto{"motivo": "se revisa"}, "Idempotency-Key", "l1").want(t, 200)
		b.do(t, "director", "POST", path, objeto{"motivo": "se revisa"}, "Idempotency-Key", "l1").want(t, 200)
		b.do(t, "director", "POST", path, objeto{"motivo": "se revisa"}).want(t, 409)
	})
	t.Run("21.1/EXC-08/who is inside and is barred afterwards", func(t *testing.T) {
		card := admit(t, 7)
		b.do(t, "jefe_admision", "POST", base+"/prohibiciones", objeto{"ficha": card.Ficha, "causa": "violencia", "motivo": "amenazó", "hasta": "2027-01-31"}).want(t, 201)
		var list listaAlertas
		b.do(t, "admision", "GET", base+"/alertas", nil).want(t, 403)
		b.do(t, "funcionario_inspector", "GET", base+"/alertas", nil).want(t, 200).into(t, &list)
		if len(list.Alertas) != 2 || list.Alertas[0].Tarjeta != card.Numero || !list.Alertas[0].Bloqueada || list.Alertas[0].Fundamento != "Actúa con violencia" {
			t.Fatalf("got %+v", list)
		}
		v := b.visit(t).login("director")
		if page := string(v.get("/establecimientos/principal/medidas").want(t, 200).cuerpo); !strings.Contains(page, "Hay 2 personas dentro que no pueden seguir") {
			t.Error("the director is not told on her page")
		}
		const desk = "/establecimientos/principal/mostrador"
		if page := string(v.get(desk).want(t, 200).cuerpo); !strings.Contains(page, "Su tarjeta ya no abre ninguna sala") {
			t.Error("the desk does not show it to the direction")
		}
		if page := string(b.visit(t).login("admision").get(desk).want(t, 200).cuerpo); strings.Contains(page, "Actúa con violencia. ") {
			t.Error("the desk sees the ground (criterio ADM-10)")
		}
		path := base + "/alertas/2/atencion"
		b.do(t, "jefe_admision", "POST", path, objeto{"salida": "otra_persona", "motivo": "x"}).want(t, 422).refused(t, "21.1")
		b.do(t, "jefe_admision", "POST", base+"/alertas/99/atencion", objeto{"salida": "sale", "motivo": "x"}).want(t, 404)
		v.post("/establecimientos/principal/alertas/2/atencion", v.form(desk, "salida", "sale")).want(t, 422)
		v.post("/establecimientos/principal/alertas/2/atencion", v.form(desk, "salida", "sale", "motivo", "Sale con el jefe")).want(t, 303)
		b.do(t, "jefe_admision", "POST", path, objeto{"salida": "sale", "motivo": "x"}).want(t, 409)
		var one verAlerta
		b.do(t, "jefe_admision", "GET", base+"/alertas/2", nil).want(t, 200).into(t, &one)
		if one.Salida != "sale" || one.Motivo != "Sale con el jefe" || one.Atendida == nil {
			t.Errorf("got %+v", one)
		}
		b.do(t, "jefe_admision", "POST", base+"/prohibiciones/3/levantamiento", objeto{"motivo": "fue otra persona"}).want(t, 200)
	})
	b.readsRegister(t, base)
	b.accredits(t, base)
	t.Run("21.4/the last hour", func(t *testing.T) {
		b.do(t, "jefe_admision", "POST", base+"/corte", objeto{"activo": true}).want(t, 422).refused(t, "21.4")
		j, err := b.LastJornada(t.Context(), casatest.Principal)
		if err != nil {
			t.Fatal(err)
		}
		b.Reloj.Set(j.CierrePrevisto.Add(-59 * time.Minute))
		b.forgetSessions()
		b.ban(t, dni(50111223))
		b.do(t, "jefe_admision", "POST", base+"/corte", objeto{"activo": true}, "Idempotency-Key", "c1").want(t, 200)
		b.do(t, "jefe_admision", "POST", base+"/corte", objeto{"activo": true}, "Idempotency-Key", "c1").want(t, 200)
		var now verCorte
		b.do(t, "admision", "GET", base+"/corte", nil).want(t, 200).into(t, &now)
		if k := check(t, "jefe_admision", person(5)); !now.Activo || k.Veredicto != "no_puede_entrar" || k.Articulo != "21.4" {
			t.Errorf("got %+v, %+v", now, k)
		}
	})
}

// readsRegister reads the register of refusals and expulsions in each of its forms.
func (b *banco) readsRegister(t *testing.T, base string) {
	t.Run("21.2/the register", func(t *testing.T) {
		var reg registroMedidas
		b.do(t, "funcionario_inspector", "GET", base+"/medidas", nil).want(t, 200).into(t, &reg)
		if len(reg.Medidas) != 4 || reg.Desde != casatest.Fecha || reg.Medidas[1].Clase != "expulsion" || reg.Medidas[0].Quien == "" {
			t.Errorf("got %+v", reg)
		}
		b.do(t, "admision", "GET", base+"/medidas", nil).want(t, 403)
		raw := b.do(t, "funcionario_inspector", "GET", base+"/medidas.csv?desde=2026-11-01&hasta=2026-11-30", nil).want(t, 200).cuerpo
		rd := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\ufeff"))))
		rd.Comma = ';'
		rows, err := rd.ReadAll()
		if err != nil || len(rows) != 5 || rows[1][9] != "'=HYPERLINK(1)" {
			t.Errorf("%v: %q", err, rows)
		}
		pdf := b.do(t, "funcionario_inspector", "GET", base+"/medidas.pdf", nil).want(t, 200)
		if !bytes.HasPrefix(pdf.cuerpo, []byte("%PDF")) || pdf.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("got %q", pdf.cuerpo[:20])
		}
		b.do(t, "director", "GET", base+"/medidas?desde=ayer", nil).want(t, 422)
	})
	t.Run("ADM-10/the note for the person", func(t *testing.T) {
		for _, path := range []string{"/denegaciones/1", "/expulsiones/1"} {
			one := string(b.do(t, "jefe_admision", "GET", base+path, nil).want(t, 200).cuerpo)
			pdf := b.do(t, "jefe_admision", "GET", base+path+".pdf", nil).want(t, 200).cuerpo
			if !strings.Contains(one, "motivo") || !bytes.HasPrefix(pdf, []byte("%PDF")) {
				t.Errorf("%s: %s", path, one)
			}
		}
		b.do(t, "jefe_admision", "GET", base+"/denegaciones/999.pdf", nil).want(t, 404)
	})
}

// accredits lets people in to work, and asks for a dress.
func (b *banco) accredits(t *testing.T, base string) {
	staff := objeto{"tipo": "dni", "numero": b.Gente["crupier"].Documento.Numero, "nombre": "Eloy", "apellidos": "Prieto", "calidad": "fuera_turno", "motivo": "recoge su paga"}
	t.Run("18.1.a/off duty", func(t *testing.T) {
		b.do(t, "admision", "POST", base+"/acreditaciones", staff).want(t, 422).refused(t, "18.1.a")
		b.do(t, "admision", "POST", base+"/comprobaciones", objeto{"tipo": "dni", "numero": staff["numero"], "nombre": "Eloy", "apellidos": "Prieto",
			"fecha_nacimiento": "1990-01-01"}).want(t, 200)
		var got verAcreditacion
		b.do(t, "director", "POST", base+"/acreditaciones", staff, "Idempotency-Key", "a1").want(t, 201).into(t, &got)
		b.do(t, "director", "POST", base+"/acreditaciones", staff, "Idempotency-Key", "a1").want(t, 201)
		b.do(t, "admision", "POST", base+"/acreditaciones/1/salida", nil, "Idempotency-Key", "s1").want(t, 200)
		b.do(t, "admision", "POST", base+"/acreditaciones/1/salida", nil, "Idempotency-Key", "s1").want(t, 200)
		b.do(t, "admision", "POST", base+"/acreditaciones/1/salida", nil).want(t, 409)
		b.do(t, "admision", "POST", base+"/acreditaciones/9/salida", nil).want(t, 404)
		var list listaAcreditaciones
		b.do(t, "funcionario_inspector", "GET", base+"/acreditaciones", nil).want(t, 200).into(t, &list)
		if len(list.Acreditaciones) != 1 || got.Permite != b.Gente["director"].ID || time.Time(list.Acreditaciones[0].Salida).IsZero() {
			t.Errorf("got %+v, %+v", got, list)
		}
	})
	t.Run("21.5/a dress", func(t *testing.T) {
		b.do(t, "jefe_admision", "POST", base+"/vestimentas", objeto{"texto": "Chaqueta", "dias": "0"}).want(t, 422).refused(t, "21.5")
		b.do(t, "jefe_admision", "POST", base+"/vestimentas", objeto{"texto": "Chaqueta", "desde": "mañana"}).want(t, 422)
		body := objeto{"texto": "Chaqueta los lunes", "dias": "1", "desde": "2026-01-01"}
		b.do(t, "jefe_admision", "POST", base+"/vestimentas", body, "Idempotency-Key", "v1").want(t, 201)
		b.do(t, "jefe_admision", "POST", base+"/vestimentas", body, "Idempotency-Key", "v1").want(t, 201)
		v := b.visit(t).login("admision")
		if page := string(v.get(mostrador).want(t, 200).cuerpo); !strings.Contains(page, "Chaqueta los lunes") { // 30 November 2026 is one
			t.Error("the desk does not see it")
		}
		b.do(t, "jefe_admision", "POST", base+"/vestimentas/1/fin", nil).want(t, 200)
		b.do(t, "jefe_admision", "POST", base+"/vestimentas/1/fin", nil).want(t, 404)
		if page := string(v.get(mostrador).want(t, 200).cuerpo); strings.Contains(page, "Chaqueta los lunes") {
			t.Error("the desk still sees it")
		}
	})
	t.Run("22.1/22.4/26.2/the page of the rooms", func(t *testing.T) {
		const page = "/establecimientos/principal/accesos"
		v := b.visit(t).login("director")
		v.post("/establecimientos/principal/salas-privadas", v.form(page, "nombre", "Salón azul", "prevista", "pronto")).want(t, 422)
		v.post("/establecimientos/principal/salas-privadas", v.form(page, "nombre", "Salón azul", "prevista", "01/12/2026")).want(t, 303)
		v.post("/establecimientos/principal/salas-privadas/1/declaracion", v.form(page, "presentada", "30/11/2026", "referencia", "R-1")).want(t, 303)
		v.post("/establecimientos/principal/salas-privadas/accesos", v.form(page, "sala", "1", "tarjeta", "999")).want(t, 422)
		v.post("/establecimientos/principal/puntos-control", v.form(page, "nombre", "", "sala", "general")).want(t, 422)
		v.post("/establecimientos/principal/puntos-control", v.form(page, "nombre", "Arco del salón", "sala", "privada-1")).want(t, 303)
		floor := b.visit(t).login("crupier")
		got := string(floor.post("/establecimientos/principal/puntos-control/1/lecturas", floor.form(page, "codigo", "NADA")).want(t, 200).cuerpo)
		if !strings.Contains(got, "No es válida") || !strings.Contains(got, "Arco del salón · sala privada Salón azul") {
			t.Error("the reading is not shown")
		}
		floor.post("/establecimientos/principal/puntos-control/9/lecturas", floor.form(page, "codigo", "NADA")).want(t, 422)
		floor.post("/establecimientos/principal/controles-tarjeta", floor.form(page, "solicita", "inspector", "tarjeta", "", "descripcion", "Traje gris")).want(t, 303)
		if got := string(b.visit(t).login("funcionario_inspector").get(page).want(t, 200).cuerpo); !strings.Contains(got, "Traje gris") || !strings.Contains(got, "R-1") || strings.Contains(got, "Dar de alta") {
			t.Error("the inspector does not see it all, or may alter it")
		}
	})
	t.Run("18.1.a/the pages", func(t *testing.T) {
		v := b.visit(t).login("jefe_admision")
		const page = "/establecimientos/principal/acreditaciones"
		form := v.form(page, "numero", dni(42000001), "nombre", "Ada", "apellidos", "Luna", "calidad", "tecnico")
		v.post(page, form).want(t, 422)
		form = v.form(page, "numero", dni(42000001), "nombre", "Ada", "apellidos", "Luna", "calidad", "tecnico", "empresa", "Frío, S.L.")
		v.post(page, form).want(t, 303)
		v.post(page+"/2/salida", v.form(page)).want(t, 303)
		if got := string(v.get(page).cuerpo); !strings.Contains(got, "Ada Luna") {
			t.Error("she is not listed")
		}
		const register = "/establecimientos/principal/medidas"
		form = v.form(register, "texto", "Zapatos cerrados")
		form["dias"] = []string{"5", "6"}
		v.post("/establecimientos/principal/vestimentas", form).want(t, 303)
		v.post("/establecimientos/principal/vestimentas/2/fin", v.form(register)).want(t, 303)
		v.post("/establecimientos/principal/expulsiones", v.form(register, "causa", "molestias")).want(t, 422)
		v.post("/establecimientos/principal/expulsiones", v.form(register, "causa", "molestias", "motivo", "canta")).want(t, 303)
		v.post("/establecimientos/principal/prohibiciones", v.form(register, "ficha", "1", "causa", "molestias", "motivo", "canta", "hasta", "01/03/2027")).want(t, 303)
		v.post("/establecimientos/principal/prohibiciones/4/levantamiento", v.form(register, "motivo", "se revisa")).want(t, 303)
		if got := string(v.get(register).cuerpo); !strings.Contains(got, "canta") {
			t.Error("the expulsion is not listed")
		}
	})
}
