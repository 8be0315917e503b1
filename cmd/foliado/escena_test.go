package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"foliado/cmd/foliado/demo"
	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

const enPrincipal = "/establecimientos/principal"

// reparto plays a scene over HTTP: everybody in demo.json logs in when first heard.
type reparto struct {
	t      *testing.T
	url    string
	f      *demo.Fichero
	tokens map[string]string
	n      int
}

func (r *reparto) usuario(name string) *demo.Usuario {
	return &r.f.Usuarios[slices.IndexFunc(r.f.Usuarios, func(u demo.Usuario) bool { return u.Usuario == name })]
}

// as sends a request as somebody ("" nobody) and returns its answer.
func (r *reparto) as(usuario, method, path string, body any, want int) map[string]any {
	r.t.Helper()
	if usuario != "" && r.tokens[usuario] == "" {
		u := r.usuario(usuario)
		r.tokens[usuario] = r.as("", "POST", "/sesion", map[string]any{"usuario": u.Usuario, "clave": u.Clave}, 200)["token"].(string)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	q, err := http.NewRequestWithContext(r.t.Context(), method, r.url+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		r.t.Fatal(err)
	}
	r.n++
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Idempotency-Key", fmt.Sprintf("escena-%06d", r.n))
	if usuario != "" {
		q.Header.Set("Authorization", "Bearer "+r.tokens[usuario])
	}
	res, err := http.DefaultClient.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != want {
		r.t.Fatalf("%s %s as %q: got %d, want %d: %v\n%s", method, path, usuario, res.StatusCode, want, err, text)
	}
	answer := map[string]any{}
	if strings.Contains(res.Header.Get("Content-Type"), "json") {
		if err := json.Unmarshal(text, &answer); err != nil {
			r.t.Fatal(err)
		}
	}
	return answer
}

// step plays a part of the scene; when it fails, what follows makes no sense.
func (r *reparto) step(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	ok := t.Run(name, func(t *testing.T) {
		r.t = t
		f(t)
	})
	if r.t = t; !ok {
		t.FailNow()
	}
}

// sign has somebody sign an act.
func (r *reparto) sign(acto string, usuarios ...string) {
	r.t.Helper()
	for _, name := range usuarios {
		u := r.usuario(name)
		r.as(name, "POST", "/actos/"+acto+"/firmas", map[string]any{"pin": u.PIN, "credencial": u.Credencial, "usuario": name}, 200)
	}
}

// playEscena serves a scene in a new folder.
func playEscena(t *testing.T, escena string) (*reparto, lugar, func() int) {
	t.Helper()
	clearEnv(t)
	p := lugar{bd: dbtest.NewEmpty(t, migrations.SQLite), datos: filepath.Join(t.TempDir(), escena)}
	url, stop := serve(t, p.at("demo", "--escena", escena, "--dias", "1", "--visitas", "12", "--direccion", "127.0.0.1:0"), `DEMOSTRACIÓN en (http://\S+)`)
	f, err := demo.Load(p.file(ficheroDemo))
	if err != nil {
		t.Fatal(err)
	}
	return &reparto{t: t, url: url, f: f, tokens: map[string]string{}}, p, stop
}

func TestHoraDeLaEscena(t *testing.T) {
	for _, tt := range []struct {
		escena    demo.Escena
		now, want string
	}{
		{demo.EscenaDirector, "2026-11-30 12:00:00", "2026-11-28 04:50:00"},
		{demo.EscenaDirector, "2026-11-28 04:50:00", "2026-11-28 04:50:00"},
		{demo.EscenaDirector, "2026-11-28 04:49:59", "2026-11-21 04:50:00"},
		{demo.EscenaInspector, "2026-11-28 12:00:00", "2026-11-21 23:10:00"},
		{demo.EscenaInspector, "2026-11-29 00:00:00", "2026-11-28 23:10:00"},
	} {
		if got := tt.escena.Hora(madrid(t, tt.now)); !got.Equal(madrid(t, tt.want)) {
			t.Errorf("%s at %s: got %v, want %s", tt.escena, tt.now, got.In(domain.Madrid), tt.want)
		}
	}
}

// The night of the director, as docs/demostracion.md tells it.
func TestEscenaDirector(t *testing.T) {
	r, p, stop := playEscena(t, "director")
	const jefe, director, cajero, crupier = "jefe_mesa.principal.1", "director", "cajero.principal.1", "crupier.principal.1"
	r.step(t, "35.1/CAJ-A/one céntimo off, and exact", func(t *testing.T) {
		no := r.as(jefe, "POST", enPrincipal+"/mesas/1/reposiciones", map[string]any{"anticipo": map[string]int{"3750001": 1}}, 422)
		if no["articulo"] != "35.1" || no["criterio"] != "CAJ-A" {
			t.Errorf("got %v", no)
		}
		yes := r.as(jefe, "POST", enPrincipal+"/mesas/1/reposiciones", map[string]any{"anticipo": map[string]int{"3750000": 1}}, 201)
		r.sign(yes["acto"].(string), director)
	})
	fecha := r.as(director, "GET", enPrincipal+"/jornadas", nil, 200)["jornadas"].([]any)[0].(map[string]any)["fecha"].(string)
	day := enPrincipal + "/jornadas/" + fecha
	var actos []string
	r.step(t, "29.5/the games end and the tables are counted", func(t *testing.T) {
		for _, f := range []string{"fin_juegos", "recuentos"} {
			r.as(director, "POST", day+"/fases", map[string]any{"fase": f}, 200)
		}
		for _, m := range []int{1, 2, 3, 6} {
			c := r.as(cajero, "POST", fmt.Sprintf(enPrincipal+"/mesas/%d/cierres", m), map[string]any{"fichas": map[string]int{"3750000": 1}, "placas": map[string]int{}, "billetes": map[string]int{"5000": 100}}, 201)
			actos = append(actos, c["acto"].(string))
		}
	})
	r.step(t, "36.3/a forgotten PIN does not stop the signatures", func(t *testing.T) {
		who := r.usuario(crupier)
		r.as(crupier, "POST", "/actos/"+actos[0]+"/firmas", map[string]any{"pin": "9876", "credencial": who.Credencial, "usuario": crupier}, 403)
		people := r.as(director, "GET", "/personas?limite=100", nil, 200)["personas"].([]any)
		at := slices.IndexFunc(people, func(p any) bool { return p.(map[string]any)["usuario"] == crupier })
		id := people[at].(map[string]any)["persona"].(string)
		key := r.as(director, "POST", "/personas/"+id+"/firma", map[string]any{"pin": "593741"}, 201)
		r.sign(key["acto"].(string), director, cajero)
		who.PIN, who.Credencial = "593741", key["credencial"].(string)
		for _, a := range actos {
			r.sign(a, crupier, cajero, director)
		}
	})
	r.step(t, "41.1/the control in words, certified", func(t *testing.T) {
		closed := r.as(director, "POST", day+"/cierre", map[string]any{}, 201)
		if !strings.Contains(closed["total_letra"].(string), "euros") {
			t.Errorf("got %v", closed)
		}
		r.sign(r.as(director, "POST", day+"/certificacion", map[string]any{}, 201)["acto"].(string), director)
	})
	r.step(t, "FIR-5/a chip found the next day", func(t *testing.T) {
		f, err := domain.ParseFecha(fecha)
		if err != nil {
			t.Fatal(err)
		}
		r.as(director, "POST", enPrincipal+"/jornadas", map[string]any{"fecha": f.Time().AddDate(0, 0, 1).Format(time.DateOnly), "metalico": 60_000_000, "bloqueado": 30_000_000}, 201)
		folios := r.as(director, "GET", enPrincipal+"/libros/anticipos-1/folios", nil, 200)["folios"].([]any)
		n := folios[0].(map[string]any)["folio"].(float64)
		c := r.as(cajero, "POST", fmt.Sprintf(enPrincipal+"/mesas/1/folios/%d/rectificaciones", int(n)), map[string]any{"fichas": map[string]int{"3750000": 1, "10000": 1}, "placas": map[string]int{},
			"billetes": map[string]int{"5000": 100}, "motivo": "una ficha quedó bajo la bandeja"}, 201)
		r.sign(c["acto"].(string), crupier, cajero, director)
	})
	if code := stop(); code != salidaHecho {
		t.Errorf("the scene ended with %d", code)
	}
	foliado(t, p.at("verificar")...).wants(t, salidaHecho, "íntegro por dentro")
	foliado(t, p.at("demo", "--escena", "director")...).wants(t, salidaFallo, "elija otra carpeta")
}

// The visit of the inspector, as docs/demostracion.md tells it.
func TestEscenaInspector(t *testing.T) {
	r, p, stop := playEscena(t, "inspector")
	r.step(t, "14.1.c/let in, and shown how the house stands", func(t *testing.T) {
		v := r.as("director", "POST", "/inspecciones", map[string]any{"numero": "2041"}, 201)
		r.f.Usuarios = append(r.f.Usuarios, demo.Usuario{Usuario: v["usuario"].(string), Clave: v["codigo"].(string)})
		parte := r.as(v["usuario"].(string), "GET", enPrincipal+"/parte", nil, 200)
		if len(parte["mesas"].([]any)) != 4 || !strings.Contains(fmt.Sprint(parte["hechos"]), "cuadra con los libros") || strings.Contains(fmt.Sprint(parte["hechos"]), "NO cuadra") {
			t.Errorf("got %v", parte)
		}
	})
	if code := stop(); code != salidaHecho {
		t.Errorf("the scene ended with %d", code)
	}
	visita := []string{"--desde", p.file(ficheroVisita)}
	foliado(t, append(p.at("verificar"), visita...)...).wants(t, salidaHecho, "íntegro")
	r.step(t, "36.5/a row altered by hand is named", func(t *testing.T) {
		db, err := sql.Open("sqlite", p.file(ficheroBD))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.ExecContext(t.Context(), `UPDATE anticipos SET importe = importe + 1 WHERE mesa = 2`); err != nil {
			t.Fatal(err)
		}
		foliado(t, append(p.at("verificar"), visita...)...).wants(t, salidaNo, "tabla anticipos", "mesa=2")
	})
}
