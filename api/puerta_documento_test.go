package api

import (
	"regexp"
	"strings"
	"testing"

	"foliado/registers/casatest"
)

// TestDocumentos shows every kind of document at the API and at the desk (art. 23.1).
func TestDocumentos(t *testing.T) {
	t.Parallel()
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t)
	const checks = "/api/v1/establecimientos/principal/comprobaciones"
	passport := objeto{"tipo": "pasaporte", "pais": "FRA", "numero": "12AB34567", "nombre": "Élodie", "apellidos": "Marchand",
		"fecha_nacimiento": "1979-04-02", "caducidad": "2031-01-15"}
	with := func(o objeto, change objeto) objeto {
		out := objeto{}
		for _, m := range []objeto{o, change} {
			for k, v := range m {
				out[k] = v
			}
		}
		return out
	}
	type answer struct {
		respuestaComprobacion
	}
	check := func(t *testing.T, body objeto) answer {
		t.Helper()
		var a answer
		b.do(t, "admision", "POST", checks, body).want(t, 200).into(t, &a)
		return a
	}
	var first answer
	t.Run("23.1/passport", func(t *testing.T) {
		first = check(t, passport)
		if first.Veredicto != "puede_entrar" || first.Exhibido != "pasaporte" || first.Caducidad != "2031-01-15" {
			t.Fatalf("got %+v", first)
		}
		b.do(t, "admision", "POST", "/api/v1/establecimientos/principal/tarjetas",
			objeto{"comprobacion": first.Comprobacion, "precio": casatest.Tarifa}).want(t, 201)
	})
	t.Run("23.1/ADM-5/expired", func(t *testing.T) {
		p := b.do(t, "admision", "POST", checks, with(passport, objeto{"numero": "12AB34568", "caducidad": "2026-11-29"})).want(t, 422).refused(t, "23.1")
		if p.Criterio != "ADM-5" {
			t.Errorf("got criterio %q", p.Criterio)
		}
	})
	t.Run("22.3/of no State", func(t *testing.T) {
		b.do(t, "admision", "POST", checks, with(passport, objeto{"pais": ""})).want(t, 422).refused(t, "22.3")
	})
	t.Run("23.1/driving licence", func(t *testing.T) {
		a := check(t, objeto{"tipo": "permiso_conducir", "numero": dni(50111999), "nombre": "Óscar", "apellidos": "Lobo", "fecha_nacimiento": "1970-02-03"})
		if len(a.Avisos) != 1 || !strings.Contains(a.Avisos[0], "PBC incompleta") {
			t.Errorf("got %v", a.Avisos)
		}
	})
	t.Run("23.1/ADM-5/the document of another day", func(t *testing.T) {
		again := objeto{"tipo": "pasaporte", "pais": "FRA", "numero": "12AB34567", "mismo_documento": true}
		if a := check(t, again); a.Nombre != "Élodie" || a.Ficha == 0 {
			t.Errorf("got %+v", a)
		}
		b.do(t, "admision", "POST", checks, with(again, objeto{"numero": "99ZZ99999"})).want(t, 422).refused(t, "23.1")
	})
	t.Run("20.3/another document of the same person", func(t *testing.T) {
		a := check(t, with(passport, objeto{"tipo": "nie", "pais": "", "numero": "X1234567L", "nombre": "ELODIE"}))
		if !a.Duplicado || len(a.Duplicados) != 1 || a.Duplicados[0].Documentos[0] != "Pasaporte …567" || a.Veredicto != "puede_entrar" {
			t.Fatalf("got %+v", a)
		}
		path := checks + "/" + a.Comprobacion + "/ficha"
		key := []string{"Idempotency-Key", "una"}
		body := objeto{"ficha": a.Duplicados[0].Ficha}
		var joined answer
		b.do(t, "admision", "POST", path, body, key...).want(t, 200).into(t, &joined)
		joined = answer{}
		b.do(t, "admision", "POST", path, body, key...).want(t, 200).into(t, &joined) // as it is now on record
		if joined.Ficha != a.Duplicados[0].Ficha || joined.Duplicado {
			t.Errorf("got %+v", joined)
		}
		b.do(t, "admision", "POST", path, body).want(t, 409)
		b.do(t, "admision", "POST", "/api/v1/establecimientos/principal/tarjetas",
			objeto{"comprobacion": a.Comprobacion, "precio": casatest.Tarifa}).want(t, 409)
	})
	b.scansAtDesk(t)
}

// scansAtDesk posts what a scanner types where the number goes.
func (b *banco) scansAtDesk(t *testing.T) {
	v := b.visit(t).login("admision")
	value := func(page, name string) string {
		m := regexp.MustCompile(`name="` + name + `"[^>]* value="([^"]*)"`).FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("no field %s", name)
		}
		return m[1]
	}
	const zone = "IDESPCAA000000499999999R<<<<<<8001014F3106028ESP<<<<<<<<<<<1ESPANOLA<ESPANOLA<<CARMEN<<<<<"
	scan := func(text string) (int, string) {
		r := v.post("/establecimientos/principal/comprobaciones", v.form(mostrador, "numero", text))
		return r.StatusCode, string(r.cuerpo)
	}
	t.Run("22.3/a zone fills the form", func(t *testing.T) {
		status, page := scan(zone)
		got := []string{value(page, "numero"), value(page, "nombre"), value(page, "apellidos"), value(page, "fecha_nacimiento"), value(page, "caducidad")}
		if want := "99999999R CARMEN ESPANOLA ESPANOLA 01/01/1980 02/06/2031"; status != 200 || strings.Join(got, " ") != want {
			t.Errorf("got %d, %v", status, got)
		}
	})
	t.Run("22.3/MRZ-10/what does not check is left to type", func(t *testing.T) {
		status, page := scan("P<GBRHOLLOWAY<<JANE<<<<<<<<<<<<<<<<<<<<<<<<<9250764733GBR8809416F3107162<<<<<<<<<<<<<<06")
		if status != 422 || value(page, "apellidos") != "HOLLOWAY" || value(page, "fecha_nacimiento") != "" || value(page, "pais") != "GBR" {
			t.Errorf("got %d", status)
		}
	})
	t.Run("22.3/MRZ-07/a name cut short", func(t *testing.T) {
		status, page := scan("P<PRTVASCONCELOS<ALBUQUERQUE<<MARIA<CONCEICACB482913<8PRT8301013F3201015<<<<<<<<<<<<<<06")
		if status != 200 || value(page, "nombre_banda") != "MARIA CONCEICA" {
			t.Fatalf("got %d", status)
		}
		form := v.form(mostrador, "tipo", "pasaporte", "pais", "PRT", "numero", "CB482913", "nombre", "MARIA CONCEICA", "apellidos", "VASCONCELOS ALBUQUERQUE",
			"fecha_nacimiento", "01/01/1983", "nombre_cortado", "si", "nombre_banda", "MARIA CONCEICA")
		v.post("/establecimientos/principal/comprobaciones", form).want(t, 422)
		form.Set("nombre", "MARIA CONCEIÇÃO")
		v.post("/establecimientos/principal/comprobaciones", form).want(t, 303)
	})
	t.Run("23.1/ADM-5/F2", func(t *testing.T) {
		form := v.form(mostrador, "tipo", "pasaporte", "pais", "FRA", "numero", "12AB34567", "mismo", "si")
		r := v.post("/establecimientos/principal/comprobaciones", form).want(t, 303)
		if page := string(v.get(r.Header.Get("Location")).cuerpo); !strings.Contains(page, "Élodie Marchand") {
			t.Error("the verdict does not name her")
		}
	})
}
