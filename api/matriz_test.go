package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// ejemplos are values for the parameters of a route: of things that exist where looking
// does no harm, of none where the route would change them.
var ejemplos = map[string]string{
	"e": "principal", "m": "1", "j": string(hoy), "a": "principal-1", "n": "1", "k": "1", "libro": "control-ingresos",
	"numero": "1", "c": "INVENTADA", "juego": "bola", "ficha": "1", "p": "p999", "tipo": "laborable", "d": "1", "f": "AP-999",
	"r": "principal-1",
	"g": "999",
}

// ejemploDe is a path of a route.
func ejemploDe(t *testing.T, r ruta) string {
	t.Helper()
	parts := strings.Split(r.camino, "/")
	for k, part := range parts {
		name, param := strings.CutPrefix(part, ":")
		if !param {
			continue
		}
		value, ok := ejemplos[name]
		if !ok {
			t.Fatalf("%s %s: no example of the parameter %q", r.metodo, r.camino, name)
		}
		parts[k] = value
	}
	return strings.TrimSuffix(strings.Join(parts, "/"), "*")
}

// TestMatriz tries every route of the table with every cargo and with none: without a
// session it answers 401 (a page sends to the login), to the cargos that it does not name
// 403, to those that it names anything else.
func TestMatriz(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	for _, c := range domain.Cargos {
		b.as(t, string(c))
	}
	for _, r := range b.srvAPI.rutas {
		t.Run(r.metodo+" "+r.camino, func(t *testing.T) {
			if len(r.resumen) == 0 || !r.publica && len(r.cargos) == 0 || r.publica && len(r.cargos) > 0 {
				t.Errorf("the route says neither what it does nor for whom: %+v", r)
			}
			path := ejemploDe(t, r)
			if r.publica {
				if got := b.do(t, "", r.metodo, path, nil).StatusCode; got == http.StatusUnauthorized && r.metodo == http.MethodGet || got >= 500 {
					t.Errorf("public: got %d", got)
				}
				return
			}
			b.tryWithout(t, r, path)
			for _, c := range domain.Cargos {
				b.tryAs(t, r, path, c)
			}
		})
	}
}

// tryWithout tries a route without a session, with one that is none, and with one of
// another scheme.
func (b *banco) tryWithout(t *testing.T, r ruta, path string) {
	t.Helper()
	want := http.StatusUnauthorized
	if r.pagina && r.metodo == http.MethodGet {
		want = http.StatusSeeOther
	}
	headers := []string{"", "Bearer " + strings.Repeat("A", 43)}
	if r.camino == "/api/v1/version" { // once is enough
		headers = append(headers, "Bearer ", "Bearer inventado", "Bearer corte p1", "Basic ZGlyZWN0b3I6Y2xhdmU=")
	}
	for _, h := range headers {
		if got := b.do(t, "", r.metodo, path, nil, "Authorization", h).StatusCode; got != want {
			t.Errorf("Authorization %q: got %d, want %d", h, got, want)
		}
	}
}

func (b *banco) tryAs(t *testing.T, r ruta, path string, c domain.Cargo) {
	t.Helper()
	got := b.do(t, string(c), r.metodo, path, nil)
	named, forCargo := slices.Contains(r.cargos, c), strings.Contains(string(got.cuerpo), capital(errCargo.Error()))
	switch {
	case got.StatusCode >= 500, got.StatusCode == http.StatusUnauthorized:
		t.Errorf("%s: got %d\n%s", c, got.StatusCode, got.cuerpo)
	case !named && (got.StatusCode != http.StatusForbidden || !forCargo):
		t.Errorf("%s, whom the route does not name: got %d, want 403", c, got.StatusCode)
	case named && forCargo:
		t.Errorf("%s, whom the route names, is refused for the cargo: got %d", c, got.StatusCode)
	case named && r.camino == "/api/v1/sesion" && r.metodo == http.MethodDelete, named && r.camino == "/salir":
		b.forgetSessions() // that one is over
	}
}

// The cargos that must not do some things, whatever the table says.
func TestMatrizCargos(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	for _, r := range b.srvAPI.rutas {
		if r.pagina {
			continue // a page does what its route of the API does
		}
		changes := r.metodo != http.MethodGet
		name := r.metodo + " " + r.camino
		if changes && r.admits(domain.FuncionarioInspector) && !slices.ContainsFunc([]string{"/sesion", "/salir", "/firmas", "/pin", "/estado-series", "/liquidacion"},
			func(end string) bool { return strings.HasSuffix(r.camino, end) }) {
			t.Errorf("%s: the inspector reads everything and alters nothing", name)
		}
		if !changes && !r.publica && !strings.HasSuffix(r.camino, "/mostrador") && r.camino != "/" && !r.admits(domain.FuncionarioInspector) {
			t.Errorf("%s: the inspector cannot read it", name)
		}
		if r.admits(domain.Sistema) && (strings.Contains(r.camino, "/actos") || strings.Contains(r.camino, "/fichas") || strings.Contains(r.camino, "/tarjetas") ||
			strings.Contains(r.camino, "/denegaciones") || strings.Contains(r.camino, "/firma")) {
			t.Errorf("%s: sistema neither signs nor reads the vault", name)
		}
	}
}
