package api

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
)

// An inspector walks in: the parte in no time, the modo inspección for as long as it lasts,
// and the book of a table for anybody.
func TestVisitaDeInspeccion(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openRuleta(t)
	b.bar(t, barred("dni,"+dni(70_000_001)+",Nadie,Inventado,1950-01-01,"))
	b.admit(t, "admision", adult(1))
	t.Run("14.1.c/36.5/the parte, on screen, for programs and on paper", func(t *testing.T) {
		began := time.Now()
		var p verParte
		b.do(t, "director", "GET", principal+"/parte", nil).want(t, 200).into(t, &p)
		pdf := b.do(t, "director", "GET", principal+"/parte.pdf", nil).want(t, 200)
		if d := time.Since(began); d > 2*time.Second && !conCarreras {
			t.Errorf("it took %v", d)
		}
		if !bytes.HasPrefix(pdf.cuerpo, []byte("%PDF-1.7")) || len(p.Mesas) != 1 || p.Mesas[0].ApuestaMinima != 250 || p.Checkpoint == "" || p.SinDireccion {
			t.Errorf("got %+v", p)
		}
		said := map[string]string{}
		for _, h := range p.Hechos {
			said[h.Nombre] = h.Valor
		}
		for name, want := range map[string]string{"Autorización": "", "Horario autorizado": " a ", "Pueden dirigir": "titular", "Caja central": "cubre lo exigido",
			"Exigido (art. 37.1)": "€", "Registro de caja (art. 37.2)": "cuadra con los libros", "Última certificación": "ninguna", "Última tarjeta": "n.º 1", "Lista de interdicciones": ""} {
			if got, ok := said[name]; !ok || !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		page := string(b.visit(t).login("director").get("/establecimientos/principal/parte").want(t, 200).cuerpo)
		for _, want := range []string{"Parte de situación", "Ruleta americana", "parte.pdf", "Checkpoint del diario"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		b.do(t, "admision", "GET", principal+"/parte", nil).want(t, 403)
	})
	t.Run("36.5/the book of a table without login and without names", func(t *testing.T) {
		v := b.visit(t)
		page := string(v.get("/publico/principal/mesas/1").want(t, 200).cuerpo)
		if !strings.Contains(page, "37.500,00") || strings.Contains(page, b.Gente["director"].Apellidos) {
			t.Errorf("got %s", page)
		}
		v.get("/publico/principal/mesas/2").want(t, 404)
		v.get("/publico/principal/mesas/99").want(t, 404)
		raw := string(v.get("/api/v1/publico/establecimientos/principal/mesas/1").want(t, 200).cuerpo)
		if !strings.Contains(raw, `"apuesta_minima":250`) || strings.Contains(raw, "persona") {
			t.Errorf("got %s", raw)
		}
	})
	b.inspects(t)
	b.CheckProjections(t, admission.Tablas()...)
}

// inspects opens the modo inspección and looks at a ficha in it.
func (b *banco) inspects(t *testing.T) {
	b.do(t, "jefe_mesa", "POST", "/api/v1/inspecciones", objeto{"numero": "2041"}).want(t, 403)
	b.do(t, "director", "POST", "/api/v1/inspecciones", objeto{"numero": "un nombre"}).want(t, 422)
	var i respuestaInspeccion
	b.do(t, "director", "POST", "/api/v1/inspecciones", objeto{"numero": "2041", "minutos": 60}).want(t, 201).into(t, &i)
	login := objeto{"usuario": i.Usuario, "clave": i.Codigo}
	t.Run("14.1.c/he reads, alters nothing, and the house does not see what he looks up", func(t *testing.T) {
		var s struct{ Token string }
		b.send(t, "POST", "/api/v1/sesion", "", login, nil).want(t, 200).into(t, &s)
		get := func(path string) respuesta { return b.send(t, "GET", path, s.Token, nil, nil) }
		get(principal+"/parte").want(t, 200)
		get(principal+"/libros/anticipos-1/folios/1").want(t, 200)
		before := b.Escritor.Tamano()
		get("/api/v1/fichas/1").want(t, 200)
		t.Run("20.4/that he looked is on record, not whom he looked for", func(t *testing.T) {
			leaf, values, err := registers.ReadHoja(b.Escritor.Lectura(), before)
			if err != nil || b.Escritor.Tamano() != before+1 || leaf.Tipo != "ConsultaFicha" || leaf.Cargo != domain.FuncionarioInspector || leaf.Autor == "" || len(leaf.Datos) != 0 || values["ficha"] != "1" {
				t.Errorf("got %+v, %v, %v", leaf, values, err)
			}
		})
		b.send(t, "POST", principal+"/arqueos", s.Token, objeto{"motivo": "turno", "metalico": objeto{"100": 1}, "bloqueado": 0}, nil).want(t, 403)
		b.Reloj.Move(time.Hour)
		get(principal+"/parte").want(t, 401)
		b.send(t, "POST", "/api/v1/sesion", "", login, nil).want(t, 401)
	})
	t.Run("14.1.c/by page, and ended before it expires", func(t *testing.T) {
		v := b.visit(t).login("director")
		page := string(v.post("/inspecciones", v.form("/inspecciones", "numero", "2041", "minutos", "30")).want(t, 201).cuerpo)
		if !strings.Contains(page, "inspector.2041") || !strings.Contains(page, "No se vuelve a mostrar") {
			t.Errorf("got %s", page)
		}
		if again := string(v.get("/inspecciones").want(t, 200).cuerpo); strings.Contains(again, `id="codigo-visita"`) || !strings.Contains(again, "Terminar") {
			t.Errorf("got %s", again)
		}
		v.post("/inspecciones/2/fin", v.form("/inspecciones")).want(t, 303)
		v.post("/inspecciones/2/fin", v.form("/inspecciones")).want(t, 404)
		var list listaInspecciones
		b.do(t, "director", "GET", "/api/v1/inspecciones", nil).want(t, 200).into(t, &list)
		if len(list.Inspecciones) != 2 || list.Inspecciones[0].Abierta {
			t.Errorf("got %+v", list)
		}
		b.do(t, "director", "POST", "/api/v1/inspecciones/9/fin", objeto{}).want(t, 404)
	})
}

// The relevo of the direction, and the room without anybody who directs it.
func TestRelevoDeLaDireccion(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openRuleta(t)
	var now verRelevo
	path := principal + "/relevos"
	b.do(t, "cajero", "GET", path, nil).want(t, 200).into(t, &now)
	if now.SinDireccion || now.Persona != "" {
		t.Errorf("before any: %+v", now)
	}
	saliente, entrante := b.Gente["director"].ID, b.Gente["subdirector"].ID
	b.refuses(t,
		negativa{name: "14.2/a cajero proposes none", usuario: "cajero", path: path, body: objeto{"entrante": entrante}, status: 403},
		negativa{name: "14.2/without a reason", usuario: "director", path: path, body: objeto{"entrante": entrante}, status: 422, articulo: "14.2"},
		negativa{name: "14.2/by nobody of the direction", usuario: "director", path: path, body: objeto{"saliente": saliente, "entrante": "p99"}, status: 422, articulo: "14.2"},
	)
	v := b.visit(t).login("subdirector")
	const page = "/establecimientos/principal/direccion"
	t.Run("14.2/FIR-3/both sign", func(t *testing.T) {
		b.closed(t, b.propose(t, "director", path, objeto{"saliente": saliente, "entrante": entrante, "llave": true, "pendientes": "una hoja"}), "subdirector", "director")
		b.do(t, "cajero", "GET", path, nil).want(t, 200).into(t, &now)
		if now.Persona != entrante || !now.Llave {
			t.Errorf("got %+v", now)
		}
	})
	t.Run("14.2/left alone: every page of the floor says so, until somebody takes over", func(t *testing.T) {
		jefe := b.visit(t).login("jefe_mesa")
		alarm := func() bool {
			return strings.Contains(string(jefe.get("/establecimientos/principal/tablero").want(t, 200).cuerpo), "Sala sin dirección")
		}
		if alarm() {
			t.Error("an alarm while somebody directs")
		}
		b.do(t, "director", "POST", path+"/salida", objeto{"motivo": "no soy yo"}).want(t, 409)
		v.post(page+"/salida", v.form(page, "motivo", "urgencia médica")).want(t, 303)
		if !alarm() {
			t.Error("no alarm")
		}
		r := v.post(page+"/relevos", v.form(page, "entrante", entrante, "motivo", "vuelvo", "llave", "si")).want(t, 303)
		b.closed(t, strings.TrimPrefix(r.Header.Get("Location"), "/actos/"), "subdirector")
		if alarm() {
			t.Error("the alarm goes on")
		}
	})
	t.Run("13.2/PLA-1/what an appointment makes due, filed from the page", func(t *testing.T) {
		var list listaComunicaciones
		b.do(t, "cajero", "GET", principal+"/comunicaciones", nil).want(t, 200).into(t, &list)
		if len(list.Comunicaciones) == 0 || list.Comunicaciones[0].VenceHabil <= list.Comunicaciones[0].VenceNatural {
			t.Fatalf("got %+v", list)
		}
		n := list.Comunicaciones[0].Comunicacion
		letter := principal + "/comunicaciones/" + strconv.FormatInt(n, 10)
		var k verEscrito
		b.do(t, "cajero", "GET", letter, nil).want(t, 200).into(t, &k)
		if k.Articulo != "13.2" || k.Nombre == "" || len(k.Regimen) == 0 {
			t.Errorf("got %+v", k)
		}
		if r := b.do(t, "funcionario_inspector", "GET", letter+".pdf", nil).want(t, 200); r.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("got %s", r.Header.Get("Content-Type"))
		}
		b.do(t, "director", "GET", principal+"/comunicaciones/1", nil).want(t, 404)
		send := func(registro string) respuesta {
			return v.post(page+"/comunicaciones/"+strconv.FormatInt(n, 10), v.form(page, "registro", registro))
		}
		send(" ").want(t, 422)
		send("03/123456.9/26").want(t, 303)
		send("03/123456.9/26").want(t, 404)
		b.do(t, "director", "POST", "/api/v1/comunicaciones/"+strconv.FormatInt(n, 10)+"/presentacion", objeto{"registro": "x"}).want(t, 404)
	})
	t.Run("11.2/PLA-1/the agenda, by program and by page", func(t *testing.T) {
		hoy := string(domain.FechaDe(b.Escritor.Ahora()))
		b.do(t, "director", "POST", principal+"/comunicaciones", objeto{"asunto": "modificacion", "desde": hoy}).want(t, 422)
		b.do(t, "director", "POST", principal+"/comunicaciones", objeto{"asunto": "modificacion", "desde": hoy, "detalle": "cierra la tienda"}).want(t, 204)
		agenda := "/establecimientos/principal/agenda"
		v.post(agenda, v.form(agenda, "asunto", "escuela_crupieres", "desde", hoy, "detalle", " ")).want(t, 422)
		v.post(agenda, v.form(agenda, "asunto", "escuela_crupieres", "desde", hoy, "detalle", "doce plazas")).want(t, 303)
		var due verAgenda
		b.do(t, "funcionario_inspector", "GET", principal+"/agenda", nil).want(t, 200).into(t, &due)
		if len(due.Deberes) != 3 || due.Deberes[0].Articulo != "1.6" || due.Deberes[0].Estado != registers.DeberVencido || due.Deberes[2].Estado != registers.DeberPresentado {
			t.Fatalf("got %+v", due)
		}
		b.do(t, "director", "GET", due.Deberes[0].Escrito, nil).want(t, 200)
		v.post(agenda+"/"+strconv.FormatInt(due.Deberes[0].Numero, 10), v.form(agenda, "registro", "03/2.9/26")).want(t, 303)
	})
	b.CheckProjections(t, admission.Tablas()...)
}
