package api

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// leido is a marker as a script reads it.
type leido struct {
	Valor     int64
	Declarado bool
}

// TestMarcadores sets the markers of a roulette by API and by page, and pays by them.
func TestMarcadores(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openMesa(t, 1)
	t.Run("136.1/a table without croupier does not open", func(t *testing.T) {
		body := apertura(250, anticipoRuleta, "bajo")
		body["dotacion"] = objeto{"jefes": 1, "crupieres": 0}
		b.do(t, "jefe_mesa", "POST", mesa(2)+"/aperturas", body).refused(t, "136.1")
	})
	path := mesa(1) + "/marcadores"
	t.Run("134.1.b/by API", func(t *testing.T) {
		b.do(t, "jefe_mesa", "POST", path, objeto{"color": "azul", "valor": 20*250 + 1}).refused(t, "134.1.b")
		var m leido
		r := b.do(t, "jefe_mesa", "POST", path, objeto{"color": "azul", "valor": 1000}, cabeceraIdem, "una")
		r.want(t, 201).into(t, &m)
		if again := b.do(t, "jefe_mesa", "POST", path, objeto{"color": "azul", "valor": 1000}, cabeceraIdem, "una").want(t, 201); string(again.cuerpo) != string(r.cuerpo) {
			t.Errorf("the same key answered\n%s, want\n%s", again.cuerpo, r.cuerpo)
		}
		b.do(t, "inspector_mesa", "POST", path, objeto{"color": "azul"}).refused(t, "135")
	})
	t.Run("139.4/nothing declared", func(t *testing.T) {
		var m leido
		b.do(t, "jefe_mesa", "POST", path, objeto{"color": "verde"}).want(t, 201).into(t, &m)
		if m.Valor != 250 || m.Declarado {
			t.Errorf("got %+v, want the minimum", m)
		}
	})
	t.Run("139.4/134.1.b/by hour", func(t *testing.T) {
		var list struct {
			EnJuego []leido `json:"en_juego"`
		}
		at := url.QueryEscape(b.Reloj.Now().Format(time.RFC3339Nano))
		b.do(t, "crupier", "GET", path+"?color=azul&hora="+at, nil).want(t, 200).into(t, &list)
		if len(list.EnJuego) != 1 || list.EnJuego[0].Valor != 1000 {
			t.Errorf("got %+v", list)
		}
		b.do(t, "crupier", "GET", path+"?color=rosa&hora="+at, nil).refused(t, "134.1.b")
		b.do(t, "crupier", "GET", path+"?color=azul&hora=ayer", nil).refused(t, "")
	})
	t.Run("135/chips of value", func(t *testing.T) {
		path := mesa(1) + "/fichas-valor"
		b.do(t, "jefe_mesa", "POST", path, objeto{}).refused(t, "135")
		var v verFichasValor
		b.do(t, "director", "POST", path, objeto{}, cabeceraIdem, "valor").want(t, 201)
		b.do(t, "director", "POST", path, objeto{}, cabeceraIdem, "valor").want(t, 201).into(t, &v)
		if v.Jugadores != 1 {
			t.Errorf("%d, want 1", v.Jugadores)
		}
		var list struct {
			FichasValor int `json:"fichas_valor"`
		}
		if b.do(t, "crupier", "GET", mesa(1)+"/marcadores", nil).want(t, 200).into(t, &list); list.FichasValor != 1 {
			t.Errorf("%d on the list, want 1", list.FichasValor)
		}
		b.do(t, "jefe_mesa", "POST", path, objeto{"deja": true}).want(t, 201)
	})
	t.Run("134.1.b/by page", func(t *testing.T) {
		v := b.visit(t).login("jefe_mesa")
		const page = "/establecimientos/principal/mesas/1/marcadores"
		v.post(page, v.form(page, "color", "rosa", "valor", "7,50")).want(t, 303)
		if got := string(v.post(page, v.form(page, "color", "gris", "valor", "mucho")).want(t, 422).cuerpo); !strings.Contains(got, "Valor de cada ficha") {
			t.Error("a value that is none is not refused by its name")
		}
		text := string(v.get(page+"?color=rosa&piezas=40").want(t, 200).cuerpo)
		for _, want := range []string{"7,50", "300,00", "La sesión, hora a hora"} {
			if !strings.Contains(text, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		valor := strings.Replace(page, "marcadores", "fichas-valor", 1)
		if got := string(v.post(valor, v.form(page)).want(t, 422).cuerpo); !strings.Contains(got, "135") {
			t.Error("a jefe lets a player have chips of value")
		}
		d := b.visit(t).login("director")
		d.post(valor, d.form(page)).want(t, 303)
		if got := string(v.get(page).want(t, 200).cuerpo); !strings.Contains(got, `<span class="num">1</span> de tres`) {
			t.Error("the page does not say that one plays with chips of value")
		}
		v.post(valor, v.form(page, "deja", "si")).want(t, 303)
		v.post(page, v.form(page, "color", "rosa", "devuelto", "si")).want(t, 303)
		if text := string(v.get(page).want(t, 200).cuerpo); !strings.Contains(text, "devuelto") {
			t.Error("the page does not say that the colour came back")
		}
		v.get(page+"?color=azul&hora=tarde").want(t, 422)
	})
}
