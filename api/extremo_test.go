package api

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain/letras"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// How many of the 200 visitors fall to each verdict.
const (
	visitantes = 200
	menores    = 15
	interdict  = 15 // by the DNI that the list names
	segundoDoc = 10 // by another document of theirs that it names too
	candidatos = 8  // by name and birth date only
	admitidos  = visitantes - menores - interdict - segundoDoc - candidatos
)

// extremo is the main job of a house from its first jornada to its second one.
type extremo struct {
	*banco
	log   *bitacora
	actos map[string]string // by a name of the test
}

// TestExtremo runs the whole main job through HTTP on both databases, with the ways out of
// it tried on the way: each is refused and leaves nothing but its own record. What it
// leaves is then exported and verified.
func TestExtremo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		t.Parallel()
		e := &extremo{log: &bitacora{}, actos: map[string]string{}}
		e.banco = newBancoLog(t, bd, e.log)
		for _, stage := range []struct {
			name string
			run  func(*testing.T)
		}{
			{"jornada", e.prepares},
			{"sin lista", e.withoutList},
			{"puerta", e.door},
			{"puerta/negativas", e.doorRefusals},
			{"mesas", e.opensTables},
			{"mesas/negativas", e.floorRefusals},
			{"firmas/negativas", e.signatureRefusals},
			{"reposiciones", e.replenishes},
			{"cierre", e.closesTables},
			{"certificación", e.certifies},
			{"jornada siguiente", e.nextJornada},
			{"bitácora", e.logTellsNobody},
			{"exportación", e.exports},
		} {
			if !t.Run(stage.name, stage.run) && !strings.HasSuffix(stage.name, "negativas") {
				t.Fatalf("the stage %q failed: the rest stands on it", stage.name)
			}
		}
	})
}

// prepares opens the first jornada, with exactly what the law asks of the caja central.
func (e *extremo) prepares(t *testing.T) {
	day := func(metalico, bloqueado int64) objeto {
		return objeto{"fecha": hoy, "metalico": metalico, "bloqueado": bloqueado}
	}
	half := anticipoRuleta / 2
	e.refuses(t,
		negativa{name: "37.1/cash one céntimo below half of it", usuario: "director", path: principal + "/jornadas", body: day(half-1, half+1), status: 422, articulo: "37.1"},
		negativa{name: "37.1/one céntimo missing", usuario: "director", path: principal + "/jornadas", body: day(half, half-1), status: 422, articulo: "37.1"},
		negativa{name: "27.1/a kind of day that is none", usuario: "director", path: principal + "/jornadas", status: 422, articulo: "27.1",
			body: objeto{"fecha": hoy, "metalico": anticipoRuleta, "bloqueado": 0, "tipo_dia": "lunes"}},
		negativa{name: "no date", usuario: "director", path: principal + "/jornadas", body: objeto{"fecha": "2026-02-30", "metalico": 1, "bloqueado": 0}, status: 422},
		negativa{name: "wrong cargo", usuario: "admision", path: principal + "/jornadas", body: day(half, half), status: 403},
		negativa{name: "no jornada yet", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 409},
	)
	t.Run("37.1/half in cash and half blocked", func(t *testing.T) {
		var got struct{ ID, Fase string }
		e.do(t, "director", "POST", principal+"/jornadas", day(half, half)).want(t, 201).into(t, &got)
		if got.ID != string(hoy) || got.Fase != "preparacion" {
			t.Errorf("got %+v, want %s in preparacion", got, hoy)
		}
	})
	e.refuses(t, negativa{name: "27.4/not open to the public", usuario: "admision", path: principal + "/comprobaciones", body: adult(0).cuerpo(), status: 409, articulo: "27.4"})
	horario := principal + "/horarios/laborable"
	version := e.do(t, "director", "GET", horario, nil).want(t, 200).Header.Get("ETag")
	e.refuses(t, negativa{name: "27.1/a minute before the authorised opening", usuario: "director", method: "PUT", path: horario,
		body: objeto{"apertura": "15:59", "cierre": "05:00"}, header: []string{"If-Match", version}, status: 422, articulo: "27.1"})
	t.Run("27.1/the authorised opening", func(t *testing.T) {
		e.do(t, "director", "PUT", horario, objeto{"apertura": "16:00", "cierre": "05:00"}, "If-Match", version).want(t, 200)
	})
	e.phase(t, hoy, "abierta")
	other := "/api/v1/establecimientos/apendice/jornadas"
	e.do(t, "director", "POST", other, day(half, half)).want(t, 201)
	e.do(t, "director", "POST", fmt.Sprintf("%s/%s/fases", other, hoy), objeto{"fase": "abierta"}).want(t, 200)
}

// withoutList tries the door before any barred list was imported.
func (e *extremo) withoutList(t *testing.T) {
	t.Run("20.2", func(t *testing.T) {
		k := e.check(t, "jefe_admision", adult(1))
		if k.Veredicto != "sin_comprobar" || k.Articulo != "20.2" {
			t.Fatalf("got %+v, want sin_comprobar by art. 20.2", k)
		}
		e.unchanged(t, nil, func() {
			if p := e.card(t, "jefe_admision", k.Comprobacion).want(t, 422).refused(t, "20.2"); p.Criterio != "ADM-2" {
				t.Errorf("got criterio %q, want ADM-2", p.Criterio)
			}
			if p := e.card(t, "admision", k.Comprobacion).want(t, 422).refused(t, ""); p.Articulo != "" || p.Criterio != "" {
				t.Errorf("the desk is told %+v", p)
			}
		})
	})
}

// visitor is one of the 200, with the verdict that she must get.
func visitor(k int) (visitante, string) {
	v := adult(k)
	switch n := k - admitidos; {
	case n < 0:
		if k == 0 {
			v.Nacimiento = "2008-11-30" // eighteen today
		}
		return v, "puede_entrar"
	case n < menores:
		v.Nacimiento = "2008-12-01" // eighteen tomorrow
	case n < menores+interdict:
	case n < menores+interdict+segundoDoc:
		v.Tipo, v.Numero = "nie", nieOf(k)
	default:
		return v, "consultar"
	}
	return v, "no_puede_entrar"
}

// listOf is the barred list of these tests. Some of whom it bars have two documents in it.
func listOf() string {
	var rows []string
	for k := admitidos + menores; k < visitantes; k++ {
		v := adult(k)
		number := v.Numero
		if _, verdict := visitor(k); verdict == "consultar" {
			number = dniOf(9000 + k) // another document: only name and birth date coincide
		}
		rows = append(rows, strings.Join([]string{"dni", number, v.Nombre, v.Apellidos, v.Nacimiento, ""}, ","))
		if v, _ := visitor(k); v.Tipo == "nie" {
			rows = append(rows, strings.Join([]string{"nie", v.Numero, v.Nombre, v.Apellidos, v.Nacimiento, "2030-01-01"}, ","))
		}
	}
	return barred(append(rows, "dni,"+dniOf(8000)+",,,,2026-11-30", "dni,"+dniOf(8001)+",,,,2026-11-29")...)
}

// door has 200 visitors come in through two desks at once.
func (e *extremo) door(t *testing.T) {
	e.bar(t, listOf())
	e.as(t, "admision")
	e.as(t, "admision2")
	var group sync.WaitGroup
	queue := make(chan int)
	var mu sync.Mutex
	var numbers []int64
	for desk := range 12 {
		usuario := []string{"admision", "admision2"}[desk%2]
		group.Go(func() {
			for k := range queue {
				if n := e.comesIn(t, usuario, k); n != 0 {
					mu.Lock()
					numbers = append(numbers, n)
					mu.Unlock()
				}
			}
		})
	}
	for k := range visitantes {
		queue <- k
	}
	close(queue)
	group.Wait()
	t.Run("22.3/numbers without gaps or duplicates", func(t *testing.T) {
		slices.Sort(numbers)
		for k, n := range numbers {
			if n != int64(k+1) {
				t.Fatalf("card %d of %d has the number %d", k+1, len(numbers), n)
			}
		}
		if len(numbers) != admitidos {
			t.Errorf("got %d cards, want %d", len(numbers), admitidos)
		}
	})
	t.Run("20.3/refusals on record, once each, for the supervisor", func(t *testing.T) {
		if got := len(e.denegaciones(t)); got != menores+interdict+segundoDoc {
			t.Errorf("got %d refusals on record, want %d", got, menores+interdict+segundoDoc)
		}
		e.do(t, "admision", "GET", principal+"/denegaciones", nil).want(t, 403)
	})
	t.Run("22.3/the printed card", func(t *testing.T) {
		text := printed(t, e.do(t, "admision", "GET", principal+"/tarjetas/1.pdf", nil).want(t, 200))
		var card struct {
			Nombre, Apellidos, Documento string
			Ficha                        int64
		}
		e.do(t, "admision", "GET", principal+"/tarjetas/1", nil).want(t, 200).into(t, &card)
		for _, want := range []string{card.Nombre, card.Apellidos, card.Documento, fmt.Sprint(card.Ficha), "5,00 €", "jornada del 30/11/2026"} {
			if !strings.Contains(text, want) {
				t.Errorf("the card does not show %q\n%s", want, text)
			}
		}
	})
}

// comesIn takes one visitor through the door and returns the number of her card, 0 when
// she may not come in.
func (e *extremo) comesIn(t *testing.T, usuario string, k int) int64 {
	v, verdict := visitor(k)
	c := e.check(t, usuario, v)
	if c.Veredicto != verdict {
		t.Errorf("visitor %d: got %s, want %s", k, c.Veredicto, verdict)
	}
	r := e.card(t, usuario, c.Comprobacion)
	if verdict == "puede_entrar" {
		var got struct{ Numero int64 }
		r.want(t, 201).into(t, &got)
		return got.Numero
	}
	p := r.want(t, 422).refused(t, "21")
	if c.Fundamento != "" || c.Apartado != "" || c.Articulo != "21" && verdict == "no_puede_entrar" || strings.Contains(p.Detail, "24") {
		t.Errorf("visitor %d: the desk is told %+v and %q", k, c, p.Detail)
	}
	return 0
}

// denegaciones lists every refusal of the day, page after page.
func (e *extremo) denegaciones(t *testing.T) []verDenegacion {
	t.Helper()
	var all []verDenegacion
	for cursor := ""; ; {
		var page struct {
			Denegaciones []struct{ Numero int64 }
			Cursor       string
		}
		e.do(t, "jefe_admision", "GET", principal+"/denegaciones?limite=15&cursor="+cursor, nil).want(t, 200).into(t, &page)
		for _, d := range page.Denegaciones {
			all = append(all, verDenegacion{Numero: d.Numero})
		}
		if cursor = page.Cursor; cursor == "" {
			return all
		}
	}
}

// printed is the text of an answer that must be a PDF.
func printed(t testing.TB, r respuesta) string {
	t.Helper()
	if got := r.Header.Get("Content-Type"); got != "application/pdf" || !bytes.HasPrefix(r.cuerpo, []byte("%PDF-")) {
		t.Fatalf("%s is no PDF: %s, %.20q", r.Request.URL.Path, got, r.cuerpo)
	}
	cmd := exec.Command("pdftotext", "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(r.cuerpo)
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return string(text)
}

// doorRefusals tries the ways round the door.
func (e *extremo) doorRefusals(t *testing.T) {
	b, comprobaciones, tarjetas := e.banco, principal+"/comprobaciones", principal+"/tarjetas"
	with := func(v visitante, change func(*visitante)) objeto { change(&v); return v.cuerpo() }
	e.refuses(t,
		negativa{name: "23.1/a document that is none", usuario: "admision", path: comprobaciones, body: with(adult(500), func(v *visitante) { v.Tipo = "carné de biblioteca" }), status: 422, articulo: "23.1"},
		negativa{name: "23.1/the number of a company", usuario: "admision", path: comprobaciones, body: with(adult(500), func(v *visitante) { v.Numero = "B12345674" }), status: 422, articulo: "23.1"},
		negativa{name: "22.3/another control letter", usuario: "admision", path: comprobaciones, body: with(adult(500), func(v *visitante) { v.Numero = "61000000A" }), status: 422, articulo: "22.3"},
		negativa{name: "22.3/no name", usuario: "admision", path: comprobaciones, body: with(adult(500), func(v *visitante) { v.Apellidos = " " }), status: 422, articulo: "22.3"},
		negativa{name: "21.1/born tomorrow", usuario: "admision", path: comprobaciones, body: with(adult(500), func(v *visitante) { v.Nacimiento = "2026-12-01" }), status: 422, articulo: "21.1"},
		negativa{name: "20.1/a card without a check", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": "INVENTADA", "precio": 500}, status: 404},
	)
	t.Run("verdicts that refuse", func(t *testing.T) { e.refusedPeople(t) })
	ok := b.check(t, "admision", adult(501)).Comprobacion
	e.refuses(t,
		negativa{name: "23.2/one céntimo below the unit price", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": ok, "precio": 499}, status: 422, articulo: "23.2"},
		negativa{name: "23.2/one céntimo above", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": ok, "precio": 501}, status: 422, articulo: "23.2"},
		negativa{name: "23.3/a reduction that is none", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": ok, "precio": 400, "reduccion": "simpatía"}, status: 422, articulo: "23.3"},
		negativa{name: "23.3.a/a reduction that reduces nothing", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": ok, "precio": 500, "reduccion": "congreso"}, status: 422, articulo: "23.3.a"},
		negativa{name: "23.2/no price", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": ok}, status: 422, articulo: "23.2"},
		negativa{name: "a check of another establecimiento", usuario: "director", path: "/api/v1/establecimientos/apendice/tarjetas", body: objeto{"comprobacion": ok, "precio": 500}, status: 404},
	)
	var card struct{ Numero int64 }
	b.card(t, "admision", ok).want(t, 201).into(t, &card)
	again := b.check(t, "admision2", adult(501)).Comprobacion
	for name, c := range map[string]string{"22.3/a check used before": ok, "22.3/the same person twice": again} {
		t.Run(name, func(t *testing.T) {
			e.unchanged(t, nil, func() {
				p := b.card(t, "admision", c).want(t, 409).refused(t, "22.3")
				if p.Numero == nil || *p.Numero != card.Numero {
					t.Errorf("got number %v, want that of the card, %d", p.Numero, card.Numero)
				}
			})
		})
	}
	t.Run("a check older than fifteen minutes", func(t *testing.T) {
		old, late := b.check(t, "admision", adult(502)).Comprobacion, b.check(t, "admision", adult(503)).Comprobacion
		b.Reloj.Move(15*time.Minute - time.Second)
		b.card(t, "admision", old).want(t, 201)
		b.Reloj.Move(2 * time.Second)
		e.unchanged(t, nil, func() {
			p := b.card(t, "admision", late).want(t, 409).refused(t, "21.1")
			if !strings.Contains(p.Detail, "quince minutos") {
				t.Errorf("the desk is told %q of a check too old", p.Detail)
			}
		})
	})
	t.Run("a void and its number", func(t *testing.T) { e.voids(t) })
}

// refusedPeople tries those who may not come in, seen by the supervisor and by the desk.
func (e *extremo) refusedPeople(t *testing.T) {
	minor, barredOne, second := adult(600), adult(admitidos+menores), adult(admitidos+menores+interdict)
	minor.Nacimiento = "2008-12-01"
	second.Tipo, second.Numero = "nie", nieOf(admitidos+menores+interdict)
	candidate := adult(visitantes - 1)
	staff, chief := adult(601), adult(602)
	staff.Numero, chief.Numero = e.Gente["crupier"].Documento.Numero, e.Gente["director"].Documento.Numero
	lastDay := adult(8000)
	for _, x := range []struct {
		name              string
		v                 visitante
		verdict           string
		articulo          string
		apartado, because string
		deja              []string
	}{
		{"21.1/Ley6 24.1/a minor until midnight", minor, "no_puede_entrar", "21.1", "24.1", "menor", registroDenegacion},
		{"21.1/Ley6 24.2/a barred person", barredOne, "no_puede_entrar", "21.1", "24.2", "interdicto", registroDenegacion},
		{"21.1/Ley6 24.2/a barred person by a second document", second, "no_puede_entrar", "21.1", "24.2", "interdicto", registroDenegacion},
		{"21.1/Ley6 24.2/barred until today", lastDay, "no_puede_entrar", "21.1", "24.2", "interdicto", registroDenegacion},
		{"18.1.b/somebody of the staff", staff, "no_puede_entrar", "18.1.b", "", "empleado", registroDenegacion},
		{"15.a/the director", chief, "no_puede_entrar", "15.a", "", "direccion", registroDenegacion},
		{"21.1/name and birth date of a barred person", candidate, "consultar", "21.1", "", "candidato", registroCheck},
	} {
		t.Run(x.name, func(t *testing.T) {
			var seen comprobacion
			e.unchanged(t, x.deja, func() { seen = e.check(t, "jefe_admision", x.v) })
			if seen.Veredicto != x.verdict || seen.Articulo != x.articulo || seen.Fundamento != x.because || !strings.Contains(seen.Apartado, x.apartado) {
				t.Errorf("the supervisor sees %+v, want %s by art. %s (%s)", seen, x.verdict, x.articulo, x.because)
			}
			e.unchanged(t, nil, func() { e.card(t, "admision", seen.Comprobacion).want(t, 422).refused(t, "21") })
			e.unchanged(t, nil, func() { e.card(t, "jefe_admision", seen.Comprobacion).want(t, 422).refused(t, "21.1") })
		})
	}
	t.Run("20.2/Ley6 24.2/a barred person who shows the document that the list lacks", func(t *testing.T) { e.secondDocument(t) })
	t.Run("20.2/barred until yesterday", func(t *testing.T) {
		if got := e.check(t, "admision", adult(8001)); got.Veredicto != "puede_entrar" {
			t.Errorf("got %+v, want puede_entrar", got)
		}
	})
	t.Run("21.1/a candidate that the supervisor rules out", func(t *testing.T) {
		k := e.check(t, "admision", candidate)
		var waiting struct {
			Consultas []struct{ Comprobacion string }
		}
		e.do(t, "jefe_admision", "GET", principal+"/consultas", nil).want(t, 200).into(t, &waiting)
		if n := len(waiting.Consultas); n == 0 || waiting.Consultas[n-1].Comprobacion != k.Comprobacion {
			t.Errorf("the supervisor is not told of %s: %+v", k.Comprobacion, waiting)
		}
		path := principal + "/comprobaciones/" + k.Comprobacion + "/decision"
		e.do(t, "admision", "POST", path, objeto{"admite": true, "motivo": "otra persona"}).want(t, 403)
		e.do(t, "jefe_admision", "POST", path, objeto{"admite": true, "motivo": " "}).want(t, 422)
		e.do(t, "jefe_admision", "POST", path, objeto{"admite": true, "motivo": "otra persona con ese nombre"}).want(t, 200)
		e.do(t, "jefe_admision", "POST", path, objeto{"admite": true, "motivo": "otra vez"}).want(t, 409)
		e.card(t, "admision", k.Comprobacion).want(t, 201)
	})
}

// secondDocument ties a document that the list names to the ficha of somebody admitted
// with another: from then on neither lets her in.
func (e *extremo) secondDocument(t *testing.T) {
	clean, named := adult(610), adult(611)
	named.Tipo, named.Numero, named.Nombre, named.Apellidos = "nie", nieOf(admitidos+menores+interdict+1), clean.Nombre, clean.Apellidos
	var card struct{ Ficha int64 }
	n := e.admit(t, "admision", clean)
	e.do(t, "admision", "GET", fmt.Sprintf("%s/tarjetas/%d", principal, n), nil).want(t, 200).into(t, &card)
	k := e.check(t, "jefe_admision", named)
	if k.Veredicto != "no_puede_entrar" || !k.Duplicado {
		t.Errorf("got %+v, want a refusal of a possible duplicate", k)
	}
	path := fmt.Sprintf("/api/v1/fichas/%d", card.Ficha)
	body := objeto{"establecimiento": "principal", "comprobacion": k.Comprobacion}
	e.do(t, "admision", "POST", path+"/documentos", body).want(t, 403)
	e.do(t, "jefe_admision", "POST", path+"/documentos", body).want(t, 204)
	e.refuses(t, negativa{name: "tied twice", usuario: "jefe_admision", path: path + "/documentos", body: body, status: 409})
	e.unchanged(t, registroDenegacion, func() {
		if got := e.check(t, "jefe_admision", clean); got.Veredicto != "no_puede_entrar" || !strings.Contains(got.Apartado, "24.2") {
			t.Errorf("with the document that the list lacks: got %+v", got)
		}
	})
	e.do(t, "admision", "POST", path+"/observaciones", objeto{"texto": "se le avisó en la puerta"}).want(t, 204)
	e.refuses(t, negativa{name: "20.3/an empty remark", usuario: "admision", path: path + "/observaciones", body: objeto{"texto": " "}, status: 422, articulo: "20.3"})
	var f struct {
		Documentos    []struct{ Tipo string }
		Observaciones []struct{ Texto string }
	}
	e.do(t, "director", "GET", path, nil).want(t, 200).into(t, &f)
	if len(f.Documentos) != 2 || len(f.Observaciones) != 1 {
		t.Errorf("the ficha shows %+v", f)
	}
}

// voids a card: its number is not used again, and another person signs it (ADM-4).
func (e *extremo) voids(t *testing.T) {
	n := e.admit(t, "admision", adult(510))
	path := fmt.Sprintf("%s/tarjetas/%d/anulacion", principal, n)
	e.refuses(t, negativa{name: "22.3/no reason", usuario: "admision", path: path, body: objeto{"motivo": " \t"}, status: 422, articulo: "22.3"})
	e.do(t, "admision", "POST", path, objeto{"motivo": "atasco de la impresora"}).want(t, 201)
	var waiting struct{ Tarjetas []int64 }
	if e.do(t, "jefe_admision", "GET", principal+"/anulaciones", nil).want(t, 200).into(t, &waiting); !slices.Equal(waiting.Tarjetas, []int64{n}) {
		t.Errorf("voids without a second signature: got %v, want %d", waiting.Tarjetas, n)
	}
	e.refuses(t,
		negativa{name: "22.3/void twice", usuario: "admision2", path: path, body: objeto{"motivo": "otra vez"}, status: 409},
		negativa{name: "a desk as second signer", usuario: "admision2", path: path + "/visto", status: 403},
		negativa{name: "a card that does not exist", usuario: "admision", path: principal + "/tarjetas/99999/anulacion", body: objeto{"motivo": "no está"}, status: 404},
	)
	e.do(t, "jefe_admision", "POST", path+"/visto", nil).want(t, 200)
	if next := e.admit(t, "admision", adult(510)); next != n+1 {
		t.Errorf("after the void of %d came %d", n, next)
	}
	own := e.admit(t, "jefe_admision", adult(511))
	path = fmt.Sprintf("%s/tarjetas/%d/anulacion", principal, own)
	e.do(t, "jefe_admision", "POST", path, objeto{"motivo": "error de nombre"}).want(t, 201)
	e.refuses(t, negativa{name: "22.3/the same person as second signer", usuario: "jefe_admision", path: path + "/visto", status: 422, articulo: "22.3"})
}

// opensTables opens the three tables, at the limits of their anticipos.
func (e *extremo) opensTables(t *testing.T) {
	for n := 4; n <= 5; n++ {
		e.do(t, "director", "POST", principal+"/mesas", objeto{"mesa": n, "juego": "ruleta_americana"}).want(t, 201)
	}
	e.refuses(t,
		negativa{name: "35.2.b/one céntimo below", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta-1, "bajo"), status: 422, articulo: "35.2.b"},
		negativa{name: "35.2.d/one céntimo below", usuario: "jefe_mesa", path: mesa(3) + "/aperturas", body: apertura(500, anticipoBlackJack-1, 100), status: 422, articulo: "35.2.d"},
		negativa{name: "35.2.b/for the minimum that it opens with", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": objeto{}}, status: 422, articulo: "35.2.b"},
		negativa{name: "37.1/a minimum above the planned one", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(251, 15_000*251, "bajo"), status: 422, articulo: "37.1"},
		negativa{name: "9.e/a minimum above the band", usuario: "jefe_mesa", path: mesa(3) + "/aperturas", body: apertura(5001, 5_000*5001, 100), status: 422, articulo: "9.e"},
		negativa{name: "139.2/a minimum below the authorised one", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(249, anticipoRuleta, "bajo"), status: 422, articulo: "139.2"},
		negativa{name: "53.3/maxima of another game", usuario: "jefe_mesa", path: mesa(3) + "/aperturas", body: apertura(500, anticipoBlackJack, "bajo"), status: 422, articulo: "53.3"},
		negativa{name: "9.c/one table more than authorised", usuario: "director", path: principal + "/mesas", body: objeto{"mesa": 6, "juego": "ruleta_americana"}, status: 422, articulo: "9.c"},
		negativa{name: "40.1.b/a number that a table has", usuario: "director", path: principal + "/mesas", body: objeto{"mesa": 3, "juego": "black_jack"}, status: 409},
		negativa{name: "9.c/a game not authorised", usuario: "director", path: principal + "/mesas", body: objeto{"mesa": 9, "juego": "dados"}, status: 422, articulo: "9.c"},
		negativa{name: "36.1/a box with one céntimo more", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.1",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "caja": anticipoRuleta + 1}},
		negativa{name: "36.1/handed to a cajero", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.1",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "receptor": e.Gente["cajero"].ID}},
		negativa{name: "36.2/called one céntimo off", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.2",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "cantado": anticipoRuleta - 1}},
		negativa{name: "36.2/an inspector who is nowhere", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.2",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "inspector": "quizá"}},
		negativa{name: "36.2/an hour to come", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.2",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "hecho": "2026-11-30T23:59:00+01:00"}},
		negativa{name: "wrong cargo", usuario: "crupier", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 403},
		negativa{name: "another establecimiento", usuario: "cajero.apendice", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 403},
		negativa{name: "35.1/a reposición of a closed table", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta)}, status: 422, articulo: "35.1"},
		negativa{name: "36.3/a count of a closed table", usuario: "cajero", path: mesa(1) + "/cierres", body: cierre(1000, 0), status: 422, articulo: "36.3"},
	)
	t.Run("36.2/the inspector there and signing", func(t *testing.T) {
		body := apertura(250, anticipoRuleta, "bajo")
		body["inspector"], body["receptor"], body["caja"], body["cantado"] = "presente_firma", e.Gente["jefe_mesa"].ID, anticipoRuleta, anticipoRuleta
		acto := e.propose(t, "jefe_mesa", mesa(1)+"/aperturas", body)
		if got := e.sign(t, acto, "director"); got != "propuesto" {
			t.Errorf("signed by the director alone: got %s, want propuesto", got)
		}
		e.closed(t, acto, "funcionario_inspector")
		e.actos["apertura"] = acto
	})
	t.Run("35.2.b/exactly enough", func(t *testing.T) { e.openMesa(t, 2) })
	t.Run("35.2.d/exactly enough", func(t *testing.T) { e.openMesa(t, 3) })
}

// floorRefusals tries to change what is frozen while a table is open.
func (e *extremo) floorRefusals(t *testing.T) {
	e.Reloj.Move(20 * time.Minute)
	version := e.do(t, "director", "GET", mesa(1), nil).want(t, 200).Header.Get("ETag")
	minutes := func(n int) string {
		return e.Escritor.Ahora().Add(-time.Duration(n) * time.Minute).Format(time.RFC3339Nano)
	}
	e.refuses(t,
		negativa{name: "29.6/other limits while open", usuario: "director", method: "PATCH", path: mesa(1), body: objeto{"apuesta_minima": 500}, header: []string{"If-Match", version}, status: 422, articulo: "29.6"},
		negativa{name: "29.6/opened again with another minimum", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(500, 2*anticipoRuleta, "bajo"), status: 422, articulo: "29.6"},
		negativa{name: "29.6/opened again with other maxima", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "alto"), status: 422, articulo: "29.6"},
		negativa{name: "29.1/opened again", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 422, articulo: "29.1"},
		negativa{name: "35.1/one céntimo less", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta - 1)}, status: 422, articulo: "35.1"},
		negativa{name: "35.1/one céntimo more", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta + 1)}, status: 422, articulo: "35.1"},
		negativa{name: "36.2/sixteen minutes late and no reason", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta), "hecho": minutes(16)}, status: 422, articulo: "36.2"},
		negativa{name: "40.1.d/chips not counted", usuario: "cajero", path: mesa(1) + "/cierres", body: objeto{"placas": objeto{}, "billetes": objeto{}}, status: 422, articulo: "40.1.d"},
		negativa{name: "36.3/a count that cannot be", usuario: "cajero", path: mesa(1) + "/cierres", body: objeto{"fichas": objeto{"1000": -1}, "placas": objeto{}, "billetes": objeto{}}, status: 422, articulo: "36.3"},
		negativa{name: "36.3/other than expected and no note", usuario: "cajero", path: mesa(1) + "/cierres", status: 422, articulo: "36.3",
			body: objeto{"fichas": objeto{"1000": 2355}, "placas": objeto{}, "billetes": objeto{}, "esperado": 2360000}},
		negativa{name: "40.2/an entry by hand in the control de ingresos", usuario: "director", path: principal + "/libros/control-ingresos/folios", body: objeto{"total": 1}, status: 405},
		negativa{name: "40.2/a folio written over", usuario: "director", method: "PUT", path: principal + "/libros/anticipos-1/folios/1", body: objeto{"resultado": 1}, status: 405},
		negativa{name: "42.2/certified before it is closed", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/certificacion", principal, hoy), body: objeto{}, status: 422, articulo: "42.2"},
		negativa{name: "a phase skipped", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/fases", principal, hoy), body: objeto{"fase": "recuentos"}, status: 409},
		negativa{name: "a phase that is reached by closing", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/fases", principal, hoy), body: objeto{"fase": "certificada"}, status: 409},
		negativa{name: "a phase that is none", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/fases", principal, hoy), body: objeto{"fase": "luna"}, status: 409},
	)
	t.Run("29.1/29.4/closed before its hour without a reason", func(t *testing.T) {
		body := cierre(1000, 0)
		delete(body, "motivo")
		r := e.do(t, "cajero", "POST", mesa(3)+"/cierres", body).want(t, 201)
		r.warned(t, "29.1")
		r.warned(t, "29.4")
		var got struct{ Acto string }
		r.into(t, &got)
		e.refuses(t, negativa{name: "one act of a table at a time", usuario: "cajero", path: mesa(3) + "/cierres", body: cierre(1000, 0), status: 409})
		e.do(t, "crupier", "POST", "/api/v1/actos/"+got.Acto+"/retirada", objeto{"motivo": "no es suyo"}).want(t, 403)
		e.do(t, "cajero", "POST", "/api/v1/actos/"+got.Acto+"/retirada", objeto{"motivo": "hay que volver a contar"}).want(t, 200)
		e.refuses(t, negativa{name: "signed after it was withdrawn", usuario: "cajero", path: "/api/v1/actos/" + got.Acto + "/firmas", body: e.badge("cajero"), status: 409})
	})
}

// signatureRefusals tries to sign what one may not, or how one may not.
func (e *extremo) signatureRefusals(t *testing.T) {
	acto := e.propose(t, "cajero", mesa(2)+"/cierres", cierre(anticipoRuleta, 0))
	path := "/api/v1/actos/" + acto + "/firmas"
	e.sign(t, acto, "crupier")
	with := func(usuario string, more objeto) objeto {
		body := e.badge(usuario)
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	e.refuses(t,
		negativa{name: "36.3/the same person in two slots", usuario: "crupier", path: path, body: with("crupier", objeto{"plaza": 2}), status: 422, articulo: "36.3"},
		negativa{name: "36.3/a cargo that signs none of its slots", usuario: "jefe_mesa", path: path, body: e.badge("jefe_mesa"), status: 422, articulo: "36.3"},
		negativa{name: "36.3/a subdirector who is no substitute", usuario: "segundo", path: path, body: e.badge("segundo"), status: 422, articulo: "36.3"},
		negativa{name: "36.3/a slot already signed", usuario: "crupier2", path: path, body: e.badge("crupier2"), status: 409},
		negativa{name: "36.3/a croupier of another establecimiento", usuario: "cajero", path: path, body: e.badge("crupier.apendice"), status: 422, articulo: "36.3"},
		negativa{name: "a wrong PIN", usuario: "cajero", path: path, body: with("cajero", objeto{"pin": "0000"}), status: 403, deja: registroPIN},
		negativa{name: "the badge of another", usuario: "cajero", path: path, body: with("director", objeto{"usuario": "cajero"}), status: 403},
		negativa{name: "a badge that is none", usuario: "cajero", path: path, body: with("cajero", objeto{"credencial": "FOLIADO1:inventada"}), status: 403},
		negativa{name: "another digest", usuario: "cajero", path: path, body: with("cajero", objeto{"digest": strings.Repeat("0", 64)}), status: 409},
		negativa{name: "36.3/a way that the slot does not take", usuario: "director", path: path, body: with("director", objeto{"modo": "manuscrita", "ejemplar": 1}), status: 422, articulo: "36.3"},
		negativa{name: "an act that does not exist", usuario: "cajero", path: "/api/v1/actos/principal-99999/firmas", body: e.badge("cajero"), status: 404},
		negativa{name: "no PIN", usuario: "cajero", path: path, body: objeto{"credencial": e.Gente["cajero"].Credencial}, status: 422},
		negativa{name: "from the door", usuario: "admision", path: path, body: e.badge("cajero"), status: 403},
		negativa{name: "from another establecimiento", usuario: "cajero.apendice", path: path, body: e.badge("cajero"), status: 403},
	)
	t.Run("signed twice by the same person", func(t *testing.T) {
		e.unchanged(t, nil, func() { e.sign(t, acto, "crupier") })
	})
	t.Run("a table with an act pending takes no reposición", func(t *testing.T) {
		e.do(t, "jefe_mesa", "POST", mesa(2)+"/reposiciones", objeto{"anticipo": piezas(anticipoRuleta)}).want(t, 409)
	})
	e.do(t, "director", "POST", "/api/v1/actos/"+acto+"/retirada", objeto{"motivo": "la partida sigue"}).want(t, 200)
	e.refuses(t, negativa{name: "36.2/an apertura signed by a cajero", usuario: "cajero", path: "/api/v1/actos/" + e.actos["apertura"] + "/firmas", body: e.badge("cajero"), status: 409})
}

// replenishes hands one more anticipo to two tables, one of them by the substitute.
func (e *extremo) replenishes(t *testing.T) {
	t.Run("35.1/36.2/equal to the initial one", func(t *testing.T) {
		late := e.Escritor.Ahora().Add(-14 * time.Minute).Format(time.RFC3339Nano)
		acto := e.propose(t, "jefe_mesa", mesa(1)+"/reposiciones", objeto{"anticipo": piezas(anticipoRuleta), "hecho": late})
		e.refuses(t, negativa{name: "36.2/signed by a cajero", usuario: "cajero", path: "/api/v1/actos/" + acto + "/firmas", body: e.badge("cajero"), status: 422, articulo: "36.2"})
		e.closed(t, acto, "subdirector", "funcionario_inspector") // there since the opening
		e.closed(t, e.propose(t, "jefe_mesa", mesa(3)+"/reposiciones", objeto{"anticipo": piezas(anticipoBlackJack)}), "director")
	})
	t.Run("37.2/the caja central by tables", func(t *testing.T) {
		var got struct {
			Movimientos []struct {
				Mesa     int
				Concepto string
				Importe  int64
			}
			Cuadra bool
		}
		e.do(t, "cajero", "GET", principal+"/caja-central?mesa=1", nil).want(t, 200).into(t, &got)
		if len(got.Movimientos) != 2 || got.Movimientos[0].Concepto != "anticipo" || got.Movimientos[1].Concepto != "reposicion" ||
			got.Movimientos[1].Importe != anticipoRuleta || !got.Cuadra {
			t.Errorf("got %+v, want the anticipo and the reposición of table 1", got)
		}
	})
}

// Results of the three tables, and their sum (art. 42.1): figures of céntimos.
const (
	resultado1 = 432_000
	resultado2 = -110_000
	resultado3 = 86_000
	totalDia   = resultado1 + resultado2 + resultado3
)

// closesTables ends the games and counts the tables.
func (e *extremo) closesTables(t *testing.T) {
	e.Reloj.At(t, "2026-12-01 04:30:00")
	day := fmt.Sprintf("%s/jornadas/%s", principal, hoy)
	t.Run("27.4/the games end before the hour", func(t *testing.T) {
		e.do(t, "director", "POST", day+"/fases", objeto{"fase": "fin_juegos"}).want(t, 200).warned(t, "27.4")
	})
	e.refuses(t,
		negativa{name: "29.5/a reposición after the end of games", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta)}, status: 422, articulo: "29.5"},
		negativa{name: "27.4/the door after the end of games", usuario: "admision", path: principal + "/comprobaciones", body: adult(700).cuerpo(), status: 409, articulo: "27.4"},
	)
	e.phase(t, hoy, "recuentos")
	e.closeMesa(t, 1, 2*anticipoRuleta+resultado1%5000, resultado1)
	t.Run("36.4/the substitute signs another table", func(t *testing.T) {
		acto := e.propose(t, "cajero", mesa(2)+"/cierres", cierre(anticipoRuleta+resultado2, 0))
		e.blocked(t, day, []string{"2", "3"}, []string{acto})
		e.closed(t, acto, "crupier2", "subdirector", "cajero")
	})
	t.Run("36.3/the result is what was counted less every anticipo", func(t *testing.T) {
		var got struct {
			Acto      string
			Resultado int64
		}
		body := cierre(2*anticipoBlackJack, resultado3)
		body["fichas"] = piezas(2*anticipoBlackJack + resultado3%5000)
		e.do(t, "cajero", "POST", mesa(3)+"/cierres", body).want(t, 201).into(t, &got)
		if got.Resultado != resultado3 {
			t.Errorf("got result %d, want %d", got.Resultado, resultado3)
		}
		e.closed(t, got.Acto, "crupier", "cajero", "director")
	})
	t.Run("40.1/40.3/the folio", func(t *testing.T) { e.folio(t) })
	var closed struct {
		Fase       string
		Total      int64
		TotalLetra string `json:"total_letra"`
	}
	e.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 201).into(t, &closed)
	t.Run("42.1/42.2/total in figures and in words", func(t *testing.T) {
		if closed.Fase != "cerrada" || closed.Total != totalDia || closed.TotalLetra != letras.Euros(totalDia) {
			t.Errorf("got %+v, want %d, %s", closed, int64(totalDia), letras.Euros(totalDia))
		}
	})
	e.unchanged(t, nil, func() { e.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 200) })
}

// blocked wants the close of a day refused, naming what keeps it open.
func (e *extremo) blocked(t *testing.T, day string, mesas, actos []string) {
	t.Helper()
	e.unchanged(t, nil, func() {
		p := e.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 409).refused(t, "")
		if !slices.Equal(p.Mesas, mesas) || !slices.Equal(p.Actos, actos) {
			t.Errorf("got tables %v and acts %v, want %v and %v", p.Mesas, p.Actos, mesas, actos)
		}
	})
}

// folio reads the folio of table 1, as facts and as paper.
func (e *extremo) folio(t *testing.T) {
	path := principal + "/libros/anticipos-1/folios/1"
	var f struct {
		Folio     int64
		Mesa      int
		Juego     string
		Anticipos []struct {
			Importe int64
			Hecho   string
			Firmas  []struct{ Cargo, Nombre string }
		}
		Recuento struct {
			Firmas []struct{ Cargo, Nombre string }
		}
		Resultado int64
	}
	e.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &f)
	if f.Folio != 1 || f.Mesa != 1 || f.Juego != "ruleta_americana" || len(f.Anticipos) != 2 || f.Anticipos[0].Importe != anticipoRuleta {
		t.Errorf("got %+v", f)
	}
	if len(f.Anticipos[0].Firmas) != 2 || len(f.Recuento.Firmas) != 3 {
		t.Errorf("got %d and %d signatures, want 2 and 3", len(f.Anticipos[0].Firmas), len(f.Recuento.Firmas))
	}
	if _, err := time.Parse(time.RFC3339Nano, f.Anticipos[1].Hecho); err != nil {
		t.Errorf("the hour of an anticipo: %v", err)
	}
	text := printed(t, e.do(t, "director", "GET", path+".pdf", nil).want(t, 200))
	for _, want := range []string{"Libro registro de anticipos", "ruleta americana", "37.500,00", "Inventada crupier", "Inventada cajero", "Inventada crupier", "Copia auxiliar"} {
		if !strings.Contains(text, want) {
			t.Errorf("the folio does not show %q\n%s", want, text)
		}
	}
}

// certifies the total; before that no other day begins.
func (e *extremo) certifies(t *testing.T) {
	day, next := fmt.Sprintf("%s/jornadas/%s", principal, hoy), objeto{"fecha": manana, "metalico": 100_000_000, "bloqueado": 0}
	e.refuses(t, negativa{name: "42.2/the next day before the certification", usuario: "director", path: principal + "/jornadas", body: next, status: 422, articulo: "42.2"})
	acto := e.propose(t, "director", day+"/certificacion", objeto{})
	t.Run("42.2/asked again", func(t *testing.T) {
		var got struct{ Acto string }
		e.unchanged(t, nil, func() { e.do(t, "director", "POST", day+"/certificacion", objeto{}).want(t, 200).into(t, &got) })
		if got.Acto != acto {
			t.Errorf("got act %s, want %s again", got.Acto, acto)
		}
	})
	e.refuses(t,
		negativa{name: "42.2/certified by a cajero", usuario: "cajero", path: "/api/v1/actos/" + acto + "/firmas", body: e.badge("cajero"), status: 422, articulo: "42.2"},
		negativa{name: "42.2/the next day with the certification proposed", usuario: "director", path: principal + "/jornadas", body: next, status: 422, articulo: "42.2"},
	)
	e.closed(t, acto, "subdirector")
	var got struct{ Fase string }
	e.do(t, "director", "GET", day, nil).want(t, 200).into(t, &got)
	if got.Fase != "certificada" {
		t.Errorf("got phase %s, want certificada", got.Fase)
	}
	t.Run("40.2/42.2/the control de ingresos on paper", func(t *testing.T) {
		text := printed(t, e.do(t, "director", "GET", principal+"/libros/control-ingresos/folios/1.pdf", nil).want(t, 200))
		for _, want := range []string{"4.080,00", letras.Euros(totalDia), "4.320,00", "1.100,00", "860,00", "Inventada subdirector"} {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
				t.Errorf("the control de ingresos does not show %q\n%s", want, text)
			}
		}
		if strings.Contains(text, "PENDIENTE") {
			t.Error("a certified control says that it is pending")
		}
	})
	t.Run("39.1.b/39.1.c/the books", func(t *testing.T) {
		var books struct {
			Libros []struct {
				Libro  string
				Folios int64
			}
		}
		e.do(t, "director", "GET", principal+"/libros", nil).want(t, 200).into(t, &books)
		if len(books.Libros) != 6 || books.Libros[5].Libro != "control-ingresos" || books.Libros[0].Folios != 1 || books.Libros[5].Folios != 1 {
			t.Errorf("got %+v, want a book of each table and the common one, a folio each", books.Libros)
		}
	})
}

// nextJornada opens the day after, with a visitor who was there before.
func (e *extremo) nextJornada(t *testing.T) {
	e.nextDay(t, manana)
	e.refuses(t, negativa{name: "42.2/a day that was", usuario: "director", path: principal + "/jornadas", body: objeto{"fecha": hoy, "metalico": 100_000_000, "bloqueado": 0}, status: 422, articulo: "42.2"})
	e.openDay(t, manana)
	e.bar(t, listOf())
	n := e.admit(t, "admision", adult(501))
	t.Run("20.3/the dates of her visits, in order", func(t *testing.T) {
		var card struct{ Ficha int64 }
		e.do(t, "admision", "GET", fmt.Sprintf("%s/tarjetas/%d", principal, n), nil).want(t, 200).into(t, &card)
		var ficha struct{ Visitas []struct{ Jornada string } }
		e.do(t, "jefe_admision", "GET", fmt.Sprintf("/api/v1/fichas/%d", card.Ficha), nil).want(t, 200).into(t, &ficha)
		if len(ficha.Visitas) != 2 || ficha.Visitas[0].Jornada != string(hoy) || ficha.Visitas[1].Jornada != string(manana) {
			t.Errorf("got visits %+v", ficha.Visitas)
		}
		e.do(t, "admision", "GET", fmt.Sprintf("/api/v1/fichas/%d", card.Ficha), nil).want(t, 403)
	})
	t.Run("40.2/a second session has a folio of its own", func(t *testing.T) {
		e.openMesa(t, 1)
		e.do(t, "director", "GET", principal+"/libros/anticipos-1/folios/2", nil).want(t, 200)
		e.do(t, "director", "GET", principal+"/libros/anticipos-1/folios/3", nil).want(t, 404)
	})
}

// exports the log and verifies it, and the projections of the database.
func (e *extremo) exports(t *testing.T) {
	ctx := context.Background()
	db, err := e.Escritor.Lectura().DB()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := exportacion.Write(ctx, &b, db, exportacion.Options{}); err != nil {
		t.Fatal(err)
	}
	inf, err := verificador.Verify(ctx, verificador.NewExport(bytes.NewReader(b.Bytes()), int64(b.Len())), verificador.Options{Clave: []byte(e.Clave)})
	if err != nil {
		t.Fatal(err)
	}
	if !inf.Integro || !inf.ClaveComprobada || inf.Asientos != e.Escritor.Tamano() {
		t.Errorf("the export is not sound: %+v", inf)
	}
	e.CheckProjections(t, admission.Tablas()...)
}

// bitacora keeps what the program logs, down to the last detail.
type bitacora struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *bitacora) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *bitacora) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// predeterminado guards slog.Default while a house is opened with it.
var predeterminado sync.Mutex

// newBancoLog is newBanco with everything logged to l.
func newBancoLog(t testing.TB, bd dbtest.BD, l *bitacora) *banco {
	t.Helper()
	h := slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug})
	b := &banco{Casa: casatest.New(t, bd, admission.Proyectores()), bd: bd, revela: newRevelado(t, bd), log: h}
	b.Config.Log = slog.New(h)
	predeterminado.Lock()
	defer predeterminado.Unlock()
	former := slog.Default()
	defer slog.SetDefault(former)
	slog.SetDefault(slog.New(h))
	b.Reopen(t)
	b.serve(t)
	return b
}

// logTellsNobody searches the log of the whole day, at its most talkative, for people.
func (e *extremo) logTellsNobody(t *testing.T) {
	text := strings.ToLower(e.log.String())
	if got := strings.Count(text, "msg=request"); got < 2*visitantes {
		t.Fatalf("the log has %d requests: it is not that of the day", got)
	}
	secrets := []string{"Visitante", "Apellidosinventados", "Inventada", "impresora", e.Gente["director"].Credencial, e.Gente["director"].Clave, "127.0.0.1"}
	for k := range visitantes {
		secrets = append(secrets, dniOf(k), nieOf(k))
	}
	for _, p := range e.Gente {
		secrets = append(secrets, p.Documento.Numero)
	}
	for _, token := range e.tokens {
		secrets = append(secrets, token)
	}
	for _, s := range secrets {
		if s != "" && strings.Contains(text, strings.ToLower(s)) {
			t.Errorf("the log holds %q", s)
		}
	}
}
