package api

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

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
		negativa{name: "20.1/a card without a check", usuario: "admision", path: tarjetas, body: objeto{"comprobacion": "INVENTADA", "precio": 500}, status: 404, articulo: "20.1"},
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
