package api

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"foliado/domain/libros"
	"foliado/registers/casatest"
)

// insert writes on whatever has the focus, at once.
func (n *navegador) insert(text string) {
	n.t.Helper()
	n.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.value = " + strconv.Quote(text)))
}

// scan fills the badge as a scanner does, at once, and presses Enter.
func (n *navegador) scan(usuario string) {
	n.t.Helper()
	n.focused("credencial")
	n.insert(n.b.Gente[usuario].Credencial)
	n.keys(kb.Enter)
}

// signSheet signs the sheet on screen: the croupier with his PIN, the other two with a tap
// of the badge. It returns what the three cost the machine.
func (n *navegador) signSheet(crupier string) (c coste) {
	n.t.Helper()
	n.scan(crupier)
	n.focused("pin")
	n.insert(n.b.Gente[crupier].PIN)
	n.mark()
	n.keys(kb.Enter)
	c = n.turned()
	for _, usuario := range []string{"cajero", "director"} {
		n.mark()
		n.scan(usuario)
		k := n.turned()
		c.servidor, c.pantalla = c.servidor+k.servidor, c.pantalla+k.pantalla
	}
	return c
}

// coste is what a signature costs, as the browser itself measures it: from the key that
// sends the form to the last byte of the page that answers, and to that page drawn.
type coste struct{ servidor, pantalla time.Duration }

// mark tells this page from the next one; turned waits for the next one, ready.
func (n *navegador) mark() { n.do(chromedp.Evaluate[chromedp.Void]("window.antes = 1")) }

func (n *navegador) turned() coste {
	n.t.Helper()
	n.until("the next page", "!window.antes && document.readyState === 'complete' && performance.getEntriesByType('navigation')[0].loadEventEnd")
	ms, err := chromedp.Run(n.ctx, chromedp.Evaluate[[]float64](
		"((t) => [t.responseEnd - t.startTime, t.loadEventEnd - t.startTime])(performance.getEntriesByType('navigation')[0])"))
	if err != nil {
		n.t.Fatal(err)
	}
	of := func(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
	return coste{of(ms[0]), of(ms[1])}
}

// TestNavegadorRonda closes twenty tables in a ronda on a tablet, one of them by a
// croupier who forgot his PIN, and says how long the machine took for each.
func TestNavegadorRonda(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	const tables = 20
	b.furnishTables(t, tables)
	all := make([]int, tables)
	for k := range all {
		all[k] = k + 1
	}
	b.openTables(t, all...)
	b.countTables(t, all...)
	n := b.browse(t)
	n.do(chromedp.EmulateViewport(1024, 768))
	n.enter("director")

	n.step(t, "36.3/open", func(t *testing.T) {
		n.open("/establecimientos/principal/rondas")
		n.focused("credencial-direccion")
		for _, usuario := range []string{"director", "cajero"} {
			n.insert(b.Gente[usuario].Credencial)
			n.keys(kb.Enter)
			n.insert(b.Gente[usuario].PIN)
			n.keys(kb.Enter)
		}
		n.see("h1", "Recuento y cierre de la mesa 1")
		n.see(".facts.large", "Existencias finales")
	})
	n.step(t, "36.3/croupier without PIN", func(t *testing.T) {
		n.scan("crupier")
		n.focused("pin")
		n.keys("0000", kb.Enter)
		n.see("#problema", "El PIN no es correcto")
	})
	n.step(t, "36.3/forgotten PIN", func(t *testing.T) { n.forgottenPIN(t, "crupier") })
	n.step(t, "36.3/twenty tables", func(t *testing.T) { n.twentyTables(t, tables) })
	n.step(t, "36.3/lock", func(t *testing.T) {
		b.Reloj.Move(2 * libros.InactividadRonda)
		n.open(n.where())
		n.see("h2", "Ronda bloqueada")
		n.scan("cajero")
		n.focused("pin")
		n.keys(b.Gente["cajero"].PIN, kb.Enter)
		n.see(".empty", "Ninguna hoja espera firma")
		n.click(`form[action$="/fin"] button`)
		n.see("h1", "Rondas de firma")
		n.see(".empty", "Ninguna")
	})
}

// twentyTables signs every sheet that waits. What anything else on the machine takes only
// adds to the times, so that the fastest quarter says what the program needs.
func (n *navegador) twentyTables(t *testing.T, tables int) {
	var servidor, pantalla []time.Duration
	start := time.Now()
	for range tables {
		c := n.signSheet("crupier")
		servidor, pantalla = append(servidor, c.servidor), append(pantalla, c.pantalla)
	}
	whole := time.Since(start)
	n.see(".sum", strconv.Itoa(tables)+" mesas cerradas")
	n.see(".empty", "Ninguna hoja espera firma")
	slices.Sort(servidor)
	slices.Sort(pantalla)
	t.Logf("three signatures a table: answered in %v (median %v), drawn in %v (median %v); %.2f s a table with a driver that types at once",
		servidor[tables/4], servidor[tables/2], pantalla[tables/4], pantalla[tables/2], whole.Seconds()/float64(tables))
	limit := 300 * time.Millisecond
	if conCarreras {
		limit *= 4
	}
	if servidor[tables/4] > limit {
		t.Errorf("the fastest quarter of the tables took up to %v, want %v", servidor[tables/4], limit)
	}
}

// forgottenPIN gives a croupier another badge and PIN without leaving the walk.
func (n *navegador) forgottenPIN(t *testing.T, usuario string) {
	back := strings.TrimSuffix(n.where(), "/firmas")
	n.click(`a[href^="/credenciales"]`)
	n.do(chromedp.SetValue(chromedp.CSS("#persona"), n.b.Gente[usuario].ID))
	n.into("#pin", "5937")
	n.into("#pin2", "5937\r")
	n.see(".badge", "se enseña una sola vez")
	n.until("its image", "document.querySelector('.badge img').naturalWidth > 100")
	g := n.b.Gente[usuario]
	g.Credencial, g.PIN = n.text("#texto-credencial"), "5937"
	n.click(`a[href^="/actos/"]`)
	n.sign("director")
	n.sign("cajero")
	n.see(".stamp", "Firmado")
	n.b.Gente[usuario] = g
	n.open(back)
	n.see("h1", "Recuento y cierre de la mesa 1")
}

// setTime fills a field of hour, which takes no typing as text does.
func setTime(selector, hour string) chromedp.Action[chromedp.Void] {
	return chromedp.SetValue(chromedp.CSS(selector), hour)
}
