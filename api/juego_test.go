package api

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// TestJuegos reads the games, their pages and their papers.
func TestJuegos(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	var list listaJuegos
	b.do(t, "crupier", "GET", "/api/v1/juegos", nil).want(t, 200).into(t, &list)
	if got, want := len(list.Juegos), 9; got != want {
		t.Fatalf("%d games, want %d", got, want)
	}
	t.Run("25.2/rules, payments and limits with their provision", func(t *testing.T) {
		for _, j := range list.Juegos {
			var f verFicha
			b.do(t, "crupier", "GET", "/api/v1/juegos/"+string(j.Juego), nil).want(t, 200).into(t, &f)
			if f.Nombre == "" || len(f.Reglas) == 0 || len(f.Tablas) == 0 || len(f.Limites) == 0 || f.Rondas.Articulo == "" {
				t.Errorf("%s: %+v", j.Juego, f)
			}
		}
	})
	t.Run("131.1.a.1/pleno", func(t *testing.T) {
		var f verFicha
		b.do(t, "jefe_mesa", "GET", "/api/v1/juegos/ruleta_francesa", nil).want(t, 200).into(t, &f)
		want := verPago{Suerte: "pleno", Nombre: "pleno", Paga: "35 a 1", Articulo: "131.1.a.1"}
		if got := f.Tablas[0].Pagos[0]; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
	t.Run("151.2.b.2/DAD-A as the house has signed", func(t *testing.T) { b.checkJuego7(t) })
	t.Run("25.2/leaflet", func(t *testing.T) {
		r := b.do(t, "admision", "GET", principal+"/juegos/black_jack.pdf", nil).want(t, 200)
		if r.Header.Get("Content-Type") != "application/pdf" || !bytes.HasPrefix(r.cuerpo, []byte("%PDF-")) {
			t.Errorf("no PDF: %s", r.Header.Get("Content-Type"))
		}
	})
	t.Run("107.2/table of payments", func(t *testing.T) {
		if r := b.do(t, "jefe_mesa", "GET", principal+"/juegos/trijoker/pagos", nil).want(t, 200); !bytes.HasPrefix(r.cuerpo, []byte("%PDF-")) {
			t.Error("no PDF")
		}
	})
	t.Run("100.2/a game that shows none", func(t *testing.T) {
		b.do(t, "jefe_mesa", "GET", principal+"/juegos/bola/pagos", nil).refused(t, "100.2")
	})
	t.Run("1.3/a game without engine", func(t *testing.T) {
		b.do(t, "crupier", "GET", "/api/v1/juegos/poquer_circulo", nil).refused(t, "1.3")
	})
	b.do(t, "crupier", "GET", "/api/v1/juegos/parchis", nil).want(t, http.StatusNotFound)
	t.Run("25.2/pages", func(t *testing.T) {
		v := b.visit(t).login("jefe_mesa")
		for path, want := range map[string]string{
			"/establecimientos/principal/juegos":          "Póquer trijoker",
			"/establecimientos/principal/juegos/trijoker": "art. 107.1.a",
			"/establecimientos/principal/juegos/dados":    "art. 151.2.c.1",
		} {
			if page := string(v.get(path).want(t, 200).cuerpo); !strings.Contains(page, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	})
}

// checkJuego7 reads what the juego de 7 pays in the house before and after it is signed.
func (b *banco) checkJuego7(t *testing.T) {
	t.Helper()
	offered := func() (paga string) {
		var f verFicha
		b.do(t, "jefe_mesa", "GET", principal+"/juegos/dados", nil).want(t, 200).into(t, &f)
		for _, p := range f.Tablas[1].Pagos {
			if p.Suerte == "juego7" {
				paga = p.Paga
			}
		}
		return paga
	}
	if got := offered(); got != "" {
		t.Errorf("offered at %s without the direction's word", got)
	}
	body := objeto{"resolucion": "RES-2026/002", "horario": objeto{"apertura": "16:00", "cierre": "06:00"}, "tarifa": 500,
		"juegos": []objeto{{"juego": "dados", "minimo": 200, "mesas": 1}}, "juego_7": "4"}
	b.do(t, "director", "POST", principal+"/autorizaciones", body).refused(t, "151.2.b.2")
	body["juego_7_respuesta"] = "escrito de 3 de noviembre de 2026"
	b.closed(t, b.propose(t, "director", principal+"/autorizaciones", body), "director")
	if got, want := offered(), "4 a 1"; got != want {
		t.Errorf("offered at %q, want %q", got, want)
	}
	var a verAutorizacion
	b.do(t, "director", "GET", principal+"/autorizacion", nil).want(t, 200).into(t, &a)
	if a.Juego7 != "4" || a.RespuestaJuego7 == "" {
		t.Errorf("the authorisation says %q, %q", a.Juego7, a.RespuestaJuego7)
	}
}
