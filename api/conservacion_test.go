package api

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"foliado/domain/plazos"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// Retention by HTTP: what falls due, the run, the orders not to erase, the archivo PBC with its
// readings, and the paper for whoever asks what is kept of her.
func TestConservacion(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.bar(t, barred("dni,99999990S,Nadie,Inventada Uno,1970-01-01,"))
	one, two := adult(1), adult(2)
	b.admit(t, "admision", one)
	b.admit(t, "admision", two)
	t.Run("20.4/an order not to erase", func(t *testing.T) { b.holdsData(t, two) })
	t.Run("20.4/what is kept of a person", func(t *testing.T) { b.asksAccess(t, one, "director", false) })
	t.Run("20.3/the file of a visitor", func(t *testing.T) { b.opensFicha(t, one) })
	b.Reloj.At(t, "2027-06-02 09:00:00")
	t.Run("20.4/the run", func(t *testing.T) {
		var k verConservacion
		b.do(t, "funcionario_inspector", "GET", "/api/v1/conservacion?a=2027-05-31", nil).want(t, 200).into(t, &k)
		if !k.Simulada || len(k.Terminos) != len(plazos.Conservacion) || dueOf(k, plazos.TerminoVisitas) != (verVencido{plazos.TerminoVisitas, 1, 1, 1}) {
			t.Errorf("got %+v", k)
		}
		b.do(t, "director", "POST", "/api/v1/conservacion", objeto{"a": "2029-01-01"}).want(t, 200).into(t, &k)
		if !k.Simulada || k.Borrados != 0 {
			t.Errorf("a date to come: got %+v", k)
		}
		b.do(t, "director", "POST", "/api/v1/conservacion", objeto{"a": "mañana"}).want(t, 422)
		b.do(t, "sistema", "POST", "/api/v1/conservacion", objeto{}).want(t, 200).into(t, &k)
		if k.Simulada || k.Borrados == 0 || !k.Compactada || dueOf(k, plazos.TerminoFichas).Registros != 1 {
			t.Errorf("got %+v", k)
		}
	})
	t.Run("PBC 25/the archive", func(t *testing.T) { b.readsArchive(t, one) })
	t.Run("PBC 25/what its reader adds", func(t *testing.T) { b.asksAccess(t, one, "responsable_pbc", true) })
	t.Run("20.4/the pages", b.seesConservacion)
}

func dueOf(k verConservacion, id string) verVencido {
	for _, v := range k.Vencidos {
		if v.Termino == id {
			return v
		}
	}
	return verVencido{}
}

func (b *banco) holdsData(t *testing.T, v visitante) {
	const path = "/api/v1/retenciones-datos"
	var r verRetencion
	body := objeto{"tipo": v.Tipo, "numero": v.Numero, "motivo": "Reclamación en curso"}
	b.do(t, "director", "POST", path, body, "Idempotency-Key", "r1").want(t, 201).into(t, &r)
	b.do(t, "director", "POST", path, body, "Idempotency-Key", "r1").want(t, 201)
	if r.Ficha == 0 || r.Asientos != 2 {
		t.Errorf("got %+v", r)
	}
	b.refuses(t,
		negativa{name: "nobody of that document", usuario: "director", path: path, body: objeto{"tipo": "dni", "numero": dniOf(900), "motivo": "x"}, status: 404},
		negativa{name: "20.4/without a reason", usuario: "director", path: path, body: objeto{"ficha": 1, "motivo": "  "}, status: 422, articulo: "20.4"},
		negativa{name: "the desk orders nothing", usuario: "admision", path: path, body: body, status: 403},
	)
	b.do(t, "director", "POST", path, objeto{"ficha": 1, "motivo": "Otra"}).want(t, 201).into(t, &r)
	b.do(t, "director", "POST", path+"/2/levantamiento", objeto{"motivo": "Era de otra persona"}).want(t, 200)
	b.do(t, "director", "POST", path+"/2/levantamiento", objeto{"motivo": "Era de otra persona"}).want(t, 409)
	var list listaRetenciones
	b.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &list)
	if len(list.Retenciones) != 2 || !list.Retenciones[0].Levantada || list.Retenciones[1].Motivo != "Reclamación en curso" {
		t.Errorf("got %+v", list)
	}
}

func (b *banco) asksAccess(t *testing.T, v visitante, usuario string, archivo bool) {
	var p verNumeroAcceso
	r := b.do(t, usuario, "POST", "/api/v1/accesos-datos", objeto{"tipo": v.Tipo, "numero": v.Numero}).want(t, 201)
	r.into(t, &p)
	path := r.Header.Get("Location")
	var d verAccesoDatos
	b.do(t, usuario, "GET", path, nil).want(t, 200).into(t, &d)
	if d.ConArchivo != archivo || (len(d.Archivo) == 1) != archivo || d.Documento.Numero != v.Numero || archivo == (d.Ficha != 0) {
		t.Errorf("got %+v", d)
	}
	kinds := map[string]bool{}
	for _, k := range d.Datos {
		kinds[k.Tipo] = true
	}
	if !kinds["AccesoDatos"] || kinds["Ficha"] == archivo || kinds["Tarjeta"] == archivo {
		t.Errorf("got %v", kinds)
	}
	if pdf := b.do(t, usuario, "GET", path+".pdf", nil).want(t, 200).cuerpo; !bytes.HasPrefix(pdf, []byte("%PDF")) {
		t.Errorf("got %q", pdf[:20])
	}
	b.do(t, usuario, "GET", "/api/v1/accesos-datos/999", nil).want(t, 404)
	b.do(t, usuario, "POST", "/api/v1/accesos-datos", objeto{"tipo": "dni", "numero": "1"}).want(t, 422)
}

func (b *banco) readsArchive(t *testing.T, v visitante) {
	var p paginaArchivo
	b.do(t, "responsable_pbc", "GET", "/api/v1/archivo-pbc?documento="+v.Numero, nil).want(t, 200).into(t, &p)
	if len(p.Visitas) != 1 || p.Visitas[0].Apellidos != v.Apellidos || p.Visitas[0].Documento != v.Numero {
		t.Errorf("got %+v", p)
	}
	b.do(t, "funcionario_inspector", "GET", "/api/v1/archivo-pbc?desde=2026-11-30&hasta=2026-11-30", nil).want(t, 200).into(t, &p)
	if len(p.Visitas) != 1 {
		t.Errorf("got %+v", p)
	}
	b.do(t, "responsable_pbc", "GET", "/api/v1/archivo-pbc?desde=ayer", nil).want(t, 422)
	var k paginaConsultas
	b.do(t, "funcionario_inspector", "GET", "/api/v1/archivo-pbc/consultas", nil).want(t, 200).into(t, &k)
	if len(k.Consultas) != 2 || k.Consultas[1].Documento != v.Numero || k.Consultas[1].Cargo != "responsable_pbc" || k.Consultas[0].Desde != hoy {
		t.Errorf("got %+v", k)
	}
	for _, usuario := range []string{"director", "jefe_admision", "admision", "sistema"} {
		b.do(t, usuario, "GET", "/api/v1/archivo-pbc", nil).want(t, http.StatusForbidden)
		b.do(t, usuario, "GET", "/api/v1/archivo-pbc/consultas", nil).want(t, http.StatusForbidden)
	}
	b.do(t, "responsable_pbc", "GET", "/api/v1/archivo-pbc/consultas", nil).want(t, http.StatusForbidden)
}

func (b *banco) seesConservacion(t *testing.T) {
	show := func(usuario, path string, texts ...string) {
		t.Helper()
		page := string(b.do(t, usuario, "GET", path, nil).want(t, 200).cuerpo)
		for _, text := range texts {
			if !strings.Contains(page, text) {
				t.Errorf("%s, %s: no %q", usuario, path, text)
			}
		}
	}
	show("director", "/conservacion?a=2030-01-01", "Esa fecha no ha llegado", "Reclamación en curso", "Ley 10/2010")
	show("responsable_pbc", "/conservacion", "Una persona pide sus datos")
	show("funcionario_inspector", "/archivo-pbc?busca=si&desde=2026-11-01", "Quién lo ha consultado", "01/12/2036", "Responsable PBC")
	form := func(path string, v url.Values, to string) {
		t.Helper()
		r := b.form(t, "director", path, v).want(t, http.StatusSeeOther)
		if got := r.Header.Get("Location"); got != to {
			t.Errorf("%s leads to %s, want %s", path, got, to)
		}
	}
	form("/conservacion", url.Values{"a": {"2027-06-01"}}, "/conservacion?hecha=si")
	form("/conservacion/accesos", url.Values{"numero": {dniOf(2)}}, "/conservacion?acceso=3")
	form("/conservacion/retenciones", url.Values{"ficha": {"2"}, "motivo": {"Requerimiento"}}, "/conservacion")
	form("/conservacion/retenciones/3/levantamiento", url.Values{"motivo": {"Contestado"}}, "/conservacion")
	if r := b.form(t, "director", "/conservacion/retenciones", url.Values{"_idem": {"otra"}, "numero": {dniOf(900)}, "motivo": {"x"}}); r.StatusCode != 404 || !bytes.Contains(r.cuerpo, []byte("o consta nada")) {
		t.Errorf("got %d", r.StatusCode)
	}
}

// opensFicha looks a visitor up by her document, through the API and on the page.
func (b *banco) opensFicha(t *testing.T, v visitante) {
	before := b.Escritor.Tamano()
	var f respuestaFicha
	b.do(t, "funcionario_inspector", "GET", "/api/v1/fichas?documento="+strings.ToLower(v.Numero), nil).want(t, 200).into(t, &f)
	if f.Ficha != 1 || f.Apellidos != v.Apellidos || len(f.Visitas) != 1 {
		t.Errorf("got %+v", f)
	}
	b.do(t, "funcionario_inspector", "GET", "/api/v1/fichas?documento="+dniOf(900), nil).want(t, 404)
	b.do(t, "crupier", "GET", "/api/v1/fichas?documento="+v.Numero, nil).want(t, 403)
	b.do(t, "jefe_mesa", "GET", "/fichas?documento="+v.Numero, nil).want(t, 403)
	b.form(t, "jefe_admision", "/fichas/1/observaciones", url.Values{"texto": {"Prefiere la barra"}}).want(t, http.StatusSeeOther)
	page := string(b.do(t, "jefe_admision", "GET", "/fichas?documento="+v.Numero, nil).want(t, 200).cuerpo)
	for _, text := range []string{v.Apellidos, "Prefiere la barra", "30/11/2026", "17/05/1980"} {
		if !strings.Contains(page, text) {
			t.Errorf("no %q on the page", text)
		}
	}
	b.do(t, "jefe_admision", "GET", "/fichas?ficha=999", nil).want(t, 404)
	if got := b.Escritor.Tamano() - before; got != 3 {
		t.Errorf("%d asientos, want two readings and a remark", got)
	}
}
