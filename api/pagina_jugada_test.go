package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// press fills a form of a jugada step by step, as its buttons do.
func press(t *testing.T, m *mesaForma, fields map[string]string, pon ...string) {
	t.Helper()
	get := func(name string) string { return fields[name] }
	m.fill(get)
	for _, p := range pon {
		m.press(p, get)
	}
	if len(m.errors) > 0 {
		t.Fatalf("%v", m.errors)
	}
}

// TestFormaJugada lays a jugada of each game on its form: what the form sends is what the
// engine reads.
func TestFormaJugada(t *testing.T) {
	cards := func(s string) []string {
		var out []string
		for _, c := range strings.Fields(s) {
			out = append(out, "carta:"+c)
		}
		return out
	}
	for _, tt := range []struct {
		juego  domain.Juego
		fields map[string]string
		pon    []string
		want   []string // name, result
	}{
		{domain.RuletaFrancesa, map[string]string{"number": "0", "ficha": "5", "eleccion.2": "mitad"}, []string{"pleno:0", "rojo", "caballo:0-2"}, []string{"pleno 0", "gana", "rojo", "mitad", "caballo 0-2", "gana"}},
		{domain.RuletaFrancesa, map[string]string{"suerte": "rojo", "stake": "10", "table_min": "5", "spins": "0,17", "choices": "p"}, []string{"prision"}, []string{"rojo, en prisión", "perdida"}},
		{domain.TreintaCuarenta, map[string]string{"suerte": "negro", "stake": "10", "table_min": "5", "coups": "31/31/rojo 33/35/negro", "choices": "prision"}, []string{"prision"}, []string{"negro, en prisión", "liberada"}},
		{domain.RuletaFrancesa, map[string]string{"number": "17", "ficha": "5"}, []string{"prision", "suelta", "pleno:17"}, []string{"pleno 17", "gana"}},
		{domain.RuletaAmericana, map[string]string{"number": "17", "ficha": "5"}, []string{"pleno:17", "cuadro:16-17-19-20", "docena:1", "pleno:3", "quita:4"}, []string{"pleno 17", "gana", "cuadro 16-17-19-20", "gana", "docena 1", "pierde"}},
		{domain.Bola, map[string]string{"number": "5", "ficha": "1"}, []string{"pleno:5", "rojo"}, []string{"pleno 5", "gana", "rojo", "pierde"}},
		{domain.TreintaCuarenta, map[string]string{"ficha": "10", "destino": "cards"}, append(cards("Kp Kt 9c 4d Kc Kd 9t 2d 3t 7c recoge"), "recoge:cards", "rojo", "negro"), []string{"rojo", "gana", "negro", "pierde"}},
		{domain.PuntoBanca, map[string]string{"ficha": "10", "destino": "shoe", "option": "5"}, append(cards("9p Kt Kd 7c 2t 3t"), "punto", "banca"), []string{"punto", "gana", "banca", "pierde"}},
		{domain.BlackJack, map[string]string{"ficha": "10", "destino": "shoe", "acciones": "p"}, append(cards("Kp 9t Kd 9c"), "casilla"), []string{"casilla 1", "gana"}},
		{domain.PoquerSinDescarte, map[string]string{"ante": "5", "accion": "paso", "destino": "banca"}, nil, []string{"inicial", "retirado"}},
		{domain.Trijoker, map[string]string{"apuesta": "5", "donde": "otro_error"}, nil, []string{"apuesta 1", "anulada", "apuesta 2", "anulada", "apuesta 3", "anulada"}},
		{domain.Dados, map[string]string{"ficha": "5", "suerte": "win", "dado1": "3", "dado2": "4"}, []string{"apuesta", "tirada"}, []string{"win (a)", "gana"}},
		{domain.Dados, map[string]string{"ficha": "5", "suerte": "big6", "base": "a", "dado1": "3", "dado2": "1"}, []string{"apuesta", "tirada", "retira"}, []string{"big6 (a)", "retirada"}},
		{domain.BacaraChemin, map[string]string{"ficha": "240", "bank": "600", "destino": "cards"}, append(cards("2p 9p 4p Kp"), "punto"),
			[]string{"punto 1", "pierde", "banca", "gana", "deducción (pozo)", "se deduce"}},
		{domain.BacaraDosPanos, map[string]string{"ficha": "5", "bank": "1000", "mode": "limitada", "unidad": "1", "destino": "cards"}, append(cards("9p 8p 5p Kp Kc 4c"), "raya", "pano2"),
			[]string{"entre los dos paños", "nula y pierde", "segundo paño", "pierde", "banca", "gana", "deducción (pozo)", "se deduce"}},
		{domain.PoquerCirculo, map[string]string{"ficha": "20", "puesto": "3", "variante": "five_stud", "mano": "3", "centesimas": "500", "abre": "1", "destino": "propias-2"},
			append([]string{"puesto", "puesto"}, append(cards("9p 9t Td Jd Qd"), "recoge:propias-2")...), nil}, // two are not enough
	} {
		t.Run(string(tt.juego), func(t *testing.T) {
			m, err := newMesaForma(tt.juego, "")
			if err != nil {
				t.Fatal(err)
			}
			press(t, m, tt.fields, tt.pon...)
			again, err := newMesaForma(tt.juego, string(m.raw())) // as the hidden field brings it back
			if err != nil {
				t.Fatal(err)
			}
			press(t, again, tt.fields)
			f := again.draw("", "", "15")
			var got []string
			for _, l := range f.Lineas {
				got = append(got, l.Apuesta, l.Resultado)
			}
			if strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("got %q (%s), want %q: %s", got, f.Falta, tt.want, f.Hechos)
			}
			if _, err := motor.Canonical(again.raw()); err != nil {
				t.Errorf("%v: %s", err, f.Hechos)
			}
		})
	}
	if _, err := newMesaForma("parchis", ""); err == nil {
		t.Error("a form of a game that no engine settles")
	}
	for name, text := range map[string]string{"number": "diecisiete", "ficha": "cinco"} {
		m, _ := newMesaForma(domain.RuletaAmericana, "[")
		m.fill(func(n string) string { return map[string]string{name: text}[n] })
		if m.press("rojo", func(string) string { return "" }); m.wrong() == nil {
			t.Errorf("%s=%s passes", name, text)
		}
	}
}

// form sends a form as the page does.
func (b *banco) form(t *testing.T, usuario, path string, v url.Values) respuesta {
	t.Helper()
	v.Set("_idem", v.Get("_idem")+"k")
	return b.do(t, usuario, http.MethodPost, path, v.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
}

func TestPaginasJugada(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openRuleta(t)
	page := "/establecimientos/principal/mesas/1/jugadas"
	v := url.Values{"hechos": {`{"bets":[{"suerte":"pleno","sel":[17],"stake":500},{"suerte":"rojo","stake":500}]}`}, "number": {"17"}, "ficha": {"5"},
		"pagado": {"170", ""}, "jugador": {"A", ""}, "color": {"azul", ""}}
	t.Run("131.1.a.1/shown back with what is due", func(t *testing.T) {
		html := string(b.form(t, "jefe_mesa", page, v).want(t, 200).cuerpo)
		for _, want := range []string{"Pleno 17", "175,00", `value="170"`, "131.1.a.1", "<option selected>azul</option>"} {
			if !strings.Contains(html, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
	})
	t.Run("36.2/an hour that is none is shown back", func(t *testing.T) {
		bad := url.Values{"pon": {"anota"}, "hecho": {"ayer"}}
		for k, x := range v {
			bad[k] = x
		}
		if html := string(b.form(t, "jefe_mesa", page, bad).want(t, 422).cuerpo); !strings.Contains(html, "AAAA-MM-DD") {
			t.Errorf("got %s", html)
		}
	})
	t.Run("38.3/recorded, listed, seen and calculated", func(t *testing.T) {
		v.Set("pon", "anota")
		v.Set("hoja", "R-1")
		v.Set("reclamante", "Berta Olmo Cid")
		if got := b.form(t, "jefe_mesa", page, v).want(t, 303).Header.Get("Location"); got != page+"/1" {
			t.Errorf("goes to %s", got)
		}
		html := string(b.do(t, "director", "GET", page+"/1", nil).want(t, 200).cuerpo)
		for _, want := range []string{"<svg", "Berta Olmo Cid", "−5,00", "Jefe de mesa", "R-1"} {
			if !strings.Contains(html, want) {
				t.Errorf("the page of the jugada does not say %q", want)
			}
		}
		if html := string(b.do(t, "jefe_mesa", "GET", page, nil).want(t, 200).cuerpo); !strings.Contains(html, string(jugada.Discrepante)) || !strings.Contains(html, "/jugadas/nueva") {
			t.Error("the list does not show it")
		}
		if html := string(b.do(t, "director", "GET", page, nil).want(t, 200).cuerpo); strings.Contains(html, "/jugadas/nueva") {
			t.Error("the director is offered to record one")
		}
		html = string(b.form(t, "cajero", "/calculadora/black_jack", url.Values{"pon": {"carta:Ap"}, "destino": {"shoe"}}).want(t, 200).cuerpo)
		if !strings.Contains(html, "A♠") {
			t.Error("the calculator does not show the card")
		}
		b.do(t, "cajero", "GET", "/calculadora", nil).want(t, 303)
		b.do(t, "cajero", "GET", "/calculadora/poquer_circulo", nil, "Accept", "text/html").want(t, 200)
		b.do(t, "cajero", "GET", "/calculadora/mus", nil, "Accept", "text/html").want(t, 422)
	})
}

// press puts the keyboard on a button and presses it.
func (n *navegador) press(selector string) {
	n.t.Helper()
	n.do(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.Focus(chromedp.CSS(selector)), chromedp.KeyEvent(kb.Enter))
}

// TestNavegadorJugada has a jefe de mesa record a disputed ball by the keyboard alone, on
// the cloth, and the calculator pick cards.
func TestNavegadorJugada(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openRuleta(t)
	n := b.browse(t)
	n.enter("jefe_mesa")
	n.open("/establecimientos/principal/mesas/1/jugadas/nueva")
	n.press(`button[value="pleno:17"]`)
	n.see(".puestas", "Pleno 17, 5,00 €")
	n.until("the keyboard to stay on the number", `document.activeElement.value === "pleno:17"`)
	n.keys(kb.ArrowRight) // the line between 17 and 20
	n.until("the line between two numbers", `document.activeElement.value === "caballo:17-20"`)
	n.keys(kb.Enter)
	n.see(".puestas", "Caballo 17-20")
	n.into("#c-number", "17")
	n.into("#hoja", "R-000214")
	n.into("#reclamante", "Berta Olmo Cid")
	n.press(`button[value="liquida"]`)
	n.see(".settle", "131.1.a.1")
	n.into(`input[name="pagado"]`, "170")
	n.press(`button[value="anota"]`)
	n.see("h1", "Bola 1 de la mesa 1")
	n.see(".dictamen", "Con discrepancia")
	n.until("the cloth to be drawn", `document.querySelectorAll("svg.tapete text").length > 40`)
	n.open("/calculadora/punto_banca")
	for k, c := range strings.Fields("9p Kt Kd 7c 2t 3t") {
		n.press(`button[value="carta:` + c + `"]`)
		n.until(c+" to be picked", fmt.Sprintf("document.querySelectorAll('.cards span').length === %d", k+1))
	}
	n.press(`button[value="punto"]`)
	n.see(".settle", "gana")
}
