package api

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"foliado/domain"
	"foliado/registers/casatest"
)

// navegador is a headless browser on the pages of a banco, driven by the keyboard.
type navegador struct {
	t   testing.TB
	b   *banco
	ctx context.Context
}

// espera is how long a page may take; a slow machine, not a test, needs it.
const espera = 20 * time.Second

func (b *banco) browse(t testing.TB) *navegador {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800)); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	n := &navegador{t, b, ctx}
	n.watchConsole()
	return n
}

// watchConsole fails the test on any error of a script or of the content policy. That a
// page came with a 4xx is an error to the console, and none to us.
func (n *navegador) watchConsole() {
	ctx, cancel := context.WithCancel(n.ctx)
	messages := chromedp.Console(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			bad := m.Type == chromedp.ConsoleException || m.Type == "error"
			if bad && !strings.HasPrefix(m.Text, "Failed to load resource") {
				n.t.Errorf("console: %s", m.Text)
			}
		}
	}()
	n.t.Cleanup(func() {
		cancel()
		<-done
	})
}

// step runs a part of a longer story as a subtest; when it fails, what follows makes no
// sense.
func (n *navegador) step(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	ok := t.Run(name, func(t *testing.T) {
		n.t = t
		f(t)
	})
	if n.t = t; !ok {
		t.FailNow()
	}
}

func (n *navegador) do(actions ...chromedp.Action[chromedp.Void]) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.ctx, espera)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		n.t.Fatalf("%v, at %s", err, n.where())
	}
}

func (n *navegador) open(path string) {
	n.t.Helper()
	n.do(chromedp.Navigate(n.b.srv.URL+path), chromedp.WaitReady(chromedp.CSS("main")))
}

// until waits for a JavaScript expression to be true, across pages.
func (n *navegador) until(what, expression string) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.ctx, espera)
	defer cancel()
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("document.readyState !== 'loading' && !!("+expression+")"))
		if err == nil && ok {
			return
		}
		select {
		case <-ctx.Done():
			n.t.Fatalf("waited in vain for %s, at %s:\n%s\n%v", what, n.where(), n.text("main"), errors.Join(err, ctx.Err()))
		case <-tick.C:
		}
	}
}

// see waits for an element that says something.
func (n *navegador) see(selector, text string) {
	n.t.Helper()
	n.until(selector+" to say «"+text+"»",
		"[...document.querySelectorAll("+strconv.Quote(selector)+")].some((e) => e.innerText.replace(/\\s+/g, ' ').includes("+strconv.Quote(text)+"))")
}

// focused waits for the keyboard to be on the element with that id or name.
func (n *navegador) focused(name string) {
	n.t.Helper()
	n.until("focus on "+name, "document.activeElement && (document.activeElement.id === "+strconv.Quote(name)+
		" || document.activeElement.name === "+strconv.Quote(name)+") && document.readyState === 'complete'")
}

// keys types on whatever has the focus.
func (n *navegador) keys(parts ...string) {
	n.t.Helper()
	n.do(chromedp.KeyEvent(strings.Join(parts, "")))
}

// into types on an element found by its selector, replacing what it holds.
func (n *navegador) into(selector, text string) {
	n.t.Helper()
	n.do(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Focus(chromedp.CSS(selector)), chromedp.Evaluate[chromedp.Void]("document.activeElement.select()"), chromedp.KeyEvent(text))
}

func (n *navegador) click(selector string) {
	n.t.Helper()
	n.do(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

func (n *navegador) text(selector string) string {
	ctx, cancel := context.WithTimeout(n.ctx, espera)
	defer cancel()
	s, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(document.querySelector("+strconv.Quote(selector)+") ?? document.body).innerText"))
	if err != nil {
		return err.Error()
	}
	return s
}

func (n *navegador) where() string {
	s, err := chromedp.Run(n.ctx, chromedp.Location())
	if err != nil {
		return err.Error()
	}
	return strings.TrimPrefix(s, n.b.srv.URL)
}

// enter comes in as a usuario, by the keyboard.
func (n *navegador) enter(usuario string) {
	n.t.Helper()
	n.do(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, network.ClearBrowserCookies, cdp.Empty{})
		return err
	}))
	n.open("/")
	n.focused("usuario")
	n.keys(usuario, kb.Tab, n.b.Gente[usuario].Clave, kb.Enter)
	n.until("the session", "document.querySelector('.who')")
}

// check types a person at the desk, from the number on, and asks for the verdict.
func (n *navegador) check(document, nombre, apellidos, born string) {
	n.t.Helper()
	n.focused("numero")
	n.keys(document, kb.Tab, nombre, kb.Tab, apellidos, kb.Tab, born, kb.Enter)
}

// TestNavegadorMostrador keeps a desk with nothing but the keyboard.
func TestNavegadorMostrador(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t, dni(50111223))
	n := b.browse(t)
	n.enter("admision")
	n.see("h1", "Mostrador")

	n.step(t, "admitted", func(t *testing.T) {
		n.check(strings.ToLower(dni(50111222)), "Rosalía", "Beltrán Cuesta", "31121980")
		n.see(".verdict.si", "Puede entrar")
		n.until("focus on the button", "document.activeElement.matches('#emitir button')")
		n.keys(kb.Enter)
		n.see(".verdict.card", "Tarjeta emitida 1 Rosalía Beltrán Cuesta")
		n.see(".list", "Rosalía Beltrán Cuesta")
	})
	n.step(t, "20.2/barred", func(t *testing.T) {
		n.keys("5")
		n.until("the card of the last person to fade", "document.querySelector('.outcome').dataset.stale")
		n.keys(kb.Backspace)
		n.check(dni(50111223), "Teodoro", "Lázaro Pons", "02/03/1975")
		n.see(".verdict.no", "No puede entrar Avise al responsable")
		for _, ground := range []string{"interdic", "art."} {
			if strings.Contains(strings.ToLower(n.text(".outcome")), ground) {
				t.Errorf("the desk reads %q: %s", ground, n.text(".outcome"))
			}
		}
	})
	n.step(t, "Ley6 24.1/minor", func(t *testing.T) {
		n.check("X1234567L", "Edith", "Marlowe", "01-12-2008")
		n.see(".verdict.no", "No puede entrar")
		if strings.Contains(n.text(".outcome"), "menor") {
			t.Errorf("the desk reads the ground: %s", n.text(".outcome"))
		}
	})
	n.step(t, "mistyped", func(t *testing.T) {
		n.check("50111222X", "Rosalía", "Beltrán Cuesta", "31/12/1980")
		n.see("#problema", "La letra no corresponde al número")
		n.until("what was typed", "document.querySelector('#numero').value === '50111222X' && document.querySelector('#apellidos').value === 'Beltrán Cuesta'")
		n.keys(kb.Escape)
		n.until("an empty form", "!location.search && document.querySelector('#numero').value === '' && !document.querySelector('#problema')")
	})
	n.step(t, "DBL-01", func(t *testing.T) {
		n.check(dni(50111224), "Íñigo", "Sarmiento", "05/06/1990")
		n.see(".verdict.si", "Íñigo Sarmiento")
		n.do(chromedp.DoubleClick(chromedp.CSS("#emitir button")))
		n.see(".verdict.card", "Tarjeta emitida 2 Íñigo Sarmiento")
		if total, _, err := b.puerta.CountTarjetas(t.Context(), casatest.Principal, casatest.Fecha); total != 2 || err != nil {
			t.Errorf("%d cards, %v; want 2", total, err)
		}
	})
	n.step(t, "22.3/void", func(t *testing.T) {
		n.click(`.outcome a[href$="/tarjetas/2"]`)
		n.see("h1", "Tarjeta 2")
		n.into("#motivo", "Error de imprenta\r")
		n.see(".stamp", "Anulada")
		n.keys(kb.Escape)
		n.see(".list .void", "Íñigo Sarmiento")
	})
	n.step(t, "ADM-10/supervisor", func(t *testing.T) {
		n.enter("jefe_admision")
		n.check(dni(50111223), "Teodoro", "Lázaro Pons", "02/03/1975")
		n.see(".verdict.no", "art. 24.2 de la Ley 6/2001")
		n.open("/establecimientos/principal/tarjetas/2")
		n.click(`form[action$="/visto"] button`)
		n.until("the second signature", "!document.querySelector('form[action$=\"/visto\"]')")
	})
}

// sign signs the act on screen with the badge and the PIN of a usuario: the badge comes
// from a scanner that types and ends with Enter.
func (n *navegador) sign(usuario string) {
	n.t.Helper()
	p := n.b.Gente[usuario]
	n.focused("credencial")
	n.keys(p.Credencial, kb.Enter)
	n.focused("pin")
	n.keys(p.PIN, kb.Enter)
	n.see("[role=status]", "Ha firmado "+p.NombreCompleto())
}

// TestNavegadorSala takes a table from its anticipo to the certified control de ingresos.
func TestNavegadorSala(t *testing.T) {
	n := newBancoPaginas(t).browse(t)
	n.enter("director")
	n.prepareDay(t)
	n.openAndReplenish(t)
	n.countAndClose(t)
	n.endDay(t)
}

func (n *navegador) prepareDay(t *testing.T) {
	n.step(t, "37.1/prepare the day", func(t *testing.T) {
		n.open("/establecimientos/principal/jornada")
		n.into("#metalico", "1.000")
		n.into("#bloqueado", "0\r")
		n.see("#problema", "37.1")
		n.into("#metalico", "100.000")
		n.into("#bloqueado", "50.000,00\r")
		n.see(".stamp", "En preparación")
		n.click(`form[action$="/fases"] button`)
		n.see(".stamp", "Abierta al público")
	})
}

func (n *navegador) openAndReplenish(t *testing.T) {
	n.step(t, "35.2/open", func(t *testing.T) {
		n.open("/establecimientos/principal/tablero")
		n.click(`.board a[href$="/mesas/1"]`)
		n.into("#apuesta_minima", "2,50")
		n.into(`[name="anticipo.10000"]`, "374")
		n.see("[data-total]", "37.400,00")
		n.click(`form[action$="/aperturas"] .primary`)
		n.see("#problema", "35.2")
		n.into(`[name="anticipo.10000"]`, "375")
		n.click(`form[action$="/aperturas"] .primary`)
		n.see("h1", "Apertura de la mesa 1")
		n.see(".facts.large", "37.500,00 €")
		n.sign("director")
		n.see(".stamp", "Firmado")
	})
	n.step(t, "35.1/replenish", func(t *testing.T) {
		n.keys(kb.Escape)
		n.see(".head .state", "Abierta desde las")
		n.click(`form[action$="/reposiciones"] .primary`)
		n.see("h1", "Reposición 1 de la mesa 1")
		n.sign("subdirector")
		n.keys(kb.Escape)
		n.see(".facts", "Total de anticipos 75.000,00 €")
	})
}

func (n *navegador) countAndClose(t *testing.T) {
	n.step(t, "36.3/close", func(t *testing.T) {
		n.into(`[name="fichas.10000"]`, "700")
		n.into(`[name="placas.50000"]`, "9")
		n.into(`[name="billetes.5000"]`, "30")
		n.see(`[data-total="fichas"]`, "70.000,00")
		n.into("#motivo", "Avería del cilindro")
		n.click(`form[action$="/cierres"] .primary`)
		n.see("h2", "Revise el recuento")
		n.see(".facts .result", "+1.000,00 €")
		n.see(".words", "Mil euros")
		n.click(`button[value="corregir"]`)
		n.into(`[name="billetes.5000"]`, "10")
		n.click(`form[action$="/cierres"] .primary`)
		n.see(".facts .result", "0,00 €")
		n.click(`button[value="proponer"]`)
		n.see("h1", "Recuento y cierre de la mesa 1")
		n.sign("crupier")
		n.sign("cajero")
		n.sign("director")
		n.see("[role=status]", "Anticipos de la mesa 1, folio 1")
		n.click(`a[href$="/libros/anticipos-1/folios/1"]`)
		n.see(".ref", "folio 1")
		n.see(".book", "Persona Inventada crupier")
	})
	n.step(t, "40.1/folio", func(t *testing.T) {
		const paper = `fetch(document.querySelector(".noprint .primary").href).then((r) => r.text()).then((s) => s.slice(0, 5))`
		got, err := chromedp.Run(n.ctx, chromedp.Evaluate[string](paper, chromedp.EvalAwaitPromise))
		if err != nil || got != "%PDF-" {
			t.Errorf("the link of the folio gives %q, %v; want a PDF", got, err)
		}
	})
}

func (n *navegador) endDay(t *testing.T) {
	n.step(t, "42.2/close the day and certify", func(t *testing.T) {
		n.open("/establecimientos/principal/jornada")
		for _, f := range []domain.Fase{domain.FaseFinJuegos, domain.FaseRecuentos} {
			n.click(`input[value="` + string(f) + `"] ~ button`)
			n.until("phase "+string(f), "document.querySelector('.stamp."+string(f)+"')")
		}
		n.click(`form[action$="/cierre"] button`)
		n.see(".stamp", "Cerrada")
		n.see(".words", "Cero euros")
		n.click(`form[action$="/certificacion"] button`)
		n.see("h1", "Certificación del control de ingresos")
		n.sign("subdirector")
		n.keys(kb.Escape)
		n.see(".stamp", "Certificada")
		n.see("h2", "Preparar una jornada")
		n.open("/establecimientos/principal/libros/control-ingresos/folios/1")
		n.see(".book", "Persona Inventada subdirector")
		n.open("/verificacion")
		n.see("table", "principal · folio anticipos-1")
	})
}

// TestNavegadorInterdicciones sends a list with the script of the page.
func TestNavegadorInterdicciones(t *testing.T) {
	n := newBancoPaginas(t).browse(t)
	n.enter("jefe_admision")
	send := func(t *testing.T, csv string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "lista.csv")
		if err := os.WriteFile(file, []byte(csv), 0o600); err != nil {
			t.Fatal(err)
		}
		n.open("/interdicciones")
		n.do(chromedp.SetUploadFiles(chromedp.CSS("#fichero"), []string{file}))
		n.into("#fuente", "Registro, envío del día\r")
	}
	n.step(t, "20.2/good", func(t *testing.T) {
		send(t, "tipo,numero,nombre,apellidos,fecha_nacimiento,hasta\ndni,"+dni(99999999)+",Persona,Vetada,1970-01-01,\n")
		n.see(".notice.ok", "Lista importada y en vigor: 1 inscripciones")
		n.see(".facts", "Registro, envío del día")
	})
	n.step(t, "20.2/broken", func(t *testing.T) {
		send(t, "nombre;apellidos\nPersona;Vetada\n")
		n.see("[data-avance]", "La lista de interdicciones no se puede importar")
		n.until("the form to be of use again", "!document.querySelector('form[data-sent]')")
	})
}

// openDetails opens the first detail of the page whose summary begins so.
func openDetails(summary string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void]("[...document.querySelectorAll('details')].find((d) => d.querySelector('summary').innerText.trim().startsWith(" +
		strconv.Quote(summary) + ")).open = true; 0")
}
