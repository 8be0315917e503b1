package api

import (
	"fmt"
	"os"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// TestTorneo plays a mus tournament of eleven pairs by HTTP and prints its papers.
func TestTorneo(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	const ts = "/api/v1/establecimientos/principal/torneos"
	const m = ts + "/1"
	var v verTorneo
	post := func(path string, body objeto) *verTorneo {
		t.Helper()
		v = verTorneo{}
		b.do(t, "director", "POST", m+path, body).want(t, 201).into(t, &v)
		return &v
	}
	begin := func() string { return b.Escritor.Ahora().Add(10 * time.Minute).Format(time.RFC3339Nano) }
	t.Run("Mus 48/announced with its judges", func(t *testing.T) {
		o := objeto{"nombre": "Torneo de otoño", "derrotas": 1, "mesas": 3, "duracion_min": 60, "cortesia_min": 15, "jueces": []string{}}
		b.do(t, "director", "POST", ts, o).refused(t, "Reglamento de Mus 48")
		o["jueces"] = []string{"Leonor Prat", "Blas Ocaña"}
		b.do(t, "admision", "POST", ts, o).want(t, 403)
		b.do(t, "director", "POST", ts, o, cabeceraIdem, "t-1").want(t, 201)
		b.do(t, "director", "POST", ts, o, cabeceraIdem, "t-1").want(t, 201).into(t, &v)
		if v.Torneo != 1 {
			t.Errorf("got %d", v.Torneo)
		}
		b.do(t, "director", "GET", ts+"/9", nil).want(t, 404)
	})
	t.Run("Mus 57/Mus 59/Mus 61/enrolment", func(t *testing.T) {
		b.do(t, "director", "POST", m+"/parejas", objeto{"jugadores": []string{"Una", "Dos"}}).refused(t, "Reglamento de Mus 61")
		for k := 1; k <= 11; k++ {
			post("/parejas", objeto{"jugadores": []string{fmt.Sprintf("Iria Castro %d", k), fmt.Sprintf("Jon Peña %d", k)}, "acepta": true})
		}
		post("/parejas", objeto{"jugadores": []string{"Una", "Dos"}, "rechazada": true})
		if post("/sustituciones", objeto{"pareja": 2, "jugador": 1, "sustituto": "Lía Sáez"}); len(v.Clasificacion) != 11 || v.Rechazadas != 1 {
			t.Errorf("got %+v", v)
		}
	})
	t.Run("Mus 38/Mus 41/Mus 53/to the champion", func(t *testing.T) {
		b.do(t, "director", "POST", m+"/sorteos", objeto{"juez": 1, "comienza": begin()}).refused(t, "Reglamento de Mus 53")
		for alive := 11; alive > 1; alive = (alive + 1) / 2 {
			if post("/compromisos", objeto{}); len(v.Compromiso) != 64 {
				t.Fatalf("got %q", v.Compromiso)
			}
			post("/sorteos", objeto{"juez": 1, "comienza": begin()})
			r := v.Rondas[len(v.Rondas)-1]
			if r.Ronda == 1 {
				post("/infracciones", objeto{"ronda": 1, "partida": 1, "pareja": r.Partidas[0].Parejas[1], "juez": 2, "motivo": "Seña que no existe"})
				post("/incidencias", objeto{"ronda": 1, "partida": 1, "clase": "decision", "juez": 1, "nota": "Vale el envite a chica"})
				b.do(t, "director", "POST", m+"/perdidas", objeto{"ronda": 1, "partida": 1, "causa": "incomparecencia", "pierden": []int{r.Partidas[0].Parejas[1]}, "juez": 1}).refused(t, "Reglamento de Mus 56")
			}
			for _, p := range r.Partidas {
				post("/actas", objeto{"ronda": r.Ronda, "partida": p.Partida, "juegos": "ABABAA", "firma": p.Parejas[1], "comprobada": true})
			}
		}
		if post("/campeones", objeto{"juez": 1}); v.Campeon == 0 || v.Clasificacion[0].Numero != v.Campeon || len(v.Rondas) != 4 {
			t.Errorf("got %+v", v)
		}
		b.do(t, "director", "GET", ts, nil).want(t, 200)
	})
	t.Run("Mus 38/its papers", func(t *testing.T) {
		for name, path := range map[string]string{"acta": m + "/rondas/1/partidas/1/impreso", "cuadro": m + ".pdf"} {
			body := b.do(t, "crupier", "GET", path, nil).want(t, 200).cuerpo
			if dir := os.Getenv("FOLIADO_VER"); dir != "" {
				os.WriteFile(dir+"/"+name+".pdf", body, 0o600)
			}
			if len(body) < 4 || string(body[:4]) != "%PDF" {
				t.Errorf("%s is no PDF", name)
			}
		}
		b.do(t, "crupier", "GET", m+"/rondas/9/partidas/1/impreso", nil).want(t, 404)
	})
}
