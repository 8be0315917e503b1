package api

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
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
			{"jugadas", e.recordsJugada},
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
	t.Run("20.2/a list older than a day", func(t *testing.T) {
		e.Reloj.Move(30 * time.Minute)
		if k := e.check(t, "director", adult(501)); k.Veredicto != "sin_comprobar" || k.Articulo != "20.2" {
			t.Errorf("got %+v, want sin_comprobar by art. 20.2", k)
		}
	})
	e.bar(t, listOf())
	t.Run("20.2/a list that shrinks wants a second person", func(t *testing.T) { e.shrinks(t) })
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

// shrinks the barred list by more than its twentieth: one person alone cannot (ADM-2).
func (e *extremo) shrinks(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(listOf()), "\n")
	short := strings.Join(rows[:len(rows)*9/10], "\n") + "\n"
	const path = "/api/v1/interdicciones"
	list := func() string { return string(e.do(t, "director", "GET", path, nil).want(t, 200).cuerpo) }
	before := list()
	for range 2 { // the same person twice is one person
		p := e.do(t, "jefe_admision", "POST", path, short, "Content-Type", "text/csv").want(t, 422).refused(t, "20.2")
		if p.Criterio != "ADM-2" || list() != before {
			t.Errorf("refused by %q, and the list in force is %s", p.Criterio, list())
		}
	}
	e.do(t, "director", "POST", path, short, "Content-Type", "text/csv").want(t, 201)
	if list() == before {
		t.Error("imported by a second person and not in force")
	}
	e.bar(t, listOf())
}

// exports takes away the whole log, and the book of jugadas of a table alone.
func (e *extremo) exports(t *testing.T) {
	e.exportsJugadas(t, e.exportsAll(t))
}

// exportsAll exports the log and verifies it, and the projections of the database.
func (e *extremo) exportsAll(t *testing.T) *sql.DB {
	t.Helper()
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
	return db
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
	for _, ses := range e.tokens {
		token := ses.token
		secrets = append(secrets, token)
	}
	for _, s := range secrets {
		if s != "" && strings.Contains(text, strings.ToLower(s)) {
			t.Errorf("the log holds %q", s)
		}
	}
}
