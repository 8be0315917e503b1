package registers

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"foliado/migrations/dbtest"
)

// What the session manager of the product asks of a store.
var _ interface {
	Find(token string) (b []byte, found bool, err error)
	Commit(token string, b []byte, expiry time.Time) error
	Delete(token string) error
	All() (map[string][]byte, error)
	FindCtx(ctx context.Context, token string) (b []byte, found bool, err error)
	CommitCtx(ctx context.Context, token string, b []byte, expiry time.Time) error
	DeleteCtx(ctx context.Context, token string) error
	AllCtx(ctx context.Context) (map[string][]byte, error)
} = Sesiones{}

func containsFold(s, sub string) bool {
	return strings.Contains(strings.ToUpper(s), strings.ToUpper(sub))
}

func TestCheckClave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		p, err := g.CheckClave(ctx, "cajero", "clave-de-cajero")
		if err != nil || p.ID != g.cajero.ID {
			t.Fatalf("got %v, %v, want %s", p.ID, err, g.cajero.ID)
		}
		for _, bad := range [][2]string{{"cajero", "clave-de-crupier"}, {"cajero", ""}, {"nadie", "clave-de-cajero"},
			{"cajero", strings.Repeat("x", 1<<20)}, {"", ""}} {
			if _, err := g.CheckClave(ctx, bad[0], bad[1]); !errors.Is(err, ErrAcceso) {
				t.Errorf("%.20q %.20q: got %v, want ErrAcceso", bad[0], bad[1], err)
			}
		}
		if err := g.SetClave(ctx, AutorSistema, g.cajero.ID, "corta"); !errors.Is(err, ErrClaveCorta) {
			t.Errorf("got %v, want ErrClaveCorta", err)
		}
		if err := g.SetClave(ctx, AutorSistema, "p999", "otra-clave-mas"); !errors.Is(err, ErrPersona) {
			t.Errorf("got %v, want ErrPersona", err)
		}
		// Composed and decomposed letters are the same password (SIG-04).
		if err := g.SetClave(ctx, AutorSistema, g.cajero.ID, "contraseña"); err != nil {
			t.Fatal(err)
		}
		if _, err := g.CheckClave(ctx, "cajero", "contrasen\u0303a"); err != nil {
			t.Errorf("decomposed: %v", err)
		}
		if _, err := g.CheckClave(ctx, "cajero", "clave-de-cajero"); !errors.Is(err, ErrAcceso) {
			t.Errorf("the earlier one: got %v, want ErrAcceso", err)
		}
	})
}

func TestSesiones(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newCasaVacia(t, bd)
		s := g.Sesiones()
		find := func(token string) string {
			t.Helper()
			b, ok, err := s.FindCtx(ctx, token)
			if err != nil {
				t.Fatal(err)
			}
			if ok != (b != nil) {
				t.Errorf("%s: got %q, found %v", token, b, ok)
			}
			return string(b)
		}
		soon := g.Escritor.Ahora().Add(time.Hour)
		for token, datos := range map[string]string{"uno": "1", "dos": "2"} {
			if err := s.CommitCtx(ctx, token, []byte(datos), soon); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Commit("uno", []byte("1 bis"), soon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if find("uno") != "1 bis" || find("dos") != "2" || find("tres") != "" {
			t.Errorf("got %q, %q, %q", find("uno"), find("dos"), find("tres"))
		}
		all, err := s.All()
		if err != nil || len(all) != 2 {
			t.Fatalf("got %v, %v, want two", all, err)
		}
		for token := range all {
			if token == "uno" || token == "dos" {
				t.Error("tokens are stored as they are")
			}
		}
		if g.Escritor.Tamano() != 0 {
			t.Error("a session is on record")
		}

		g.Escritor.Close()
		g.open() // sessions outlive a restart
		s = g.Sesiones()
		if find("dos") != "2" {
			t.Error("a restart loses sessions")
		}
		g.reloj.Move(90 * time.Minute)
		if find("dos") != "" || find("uno") == "" {
			t.Error("a session outlives its expiry, or does not reach it")
		}
		if err := s.Purge(ctx); err != nil || g.count(`SELECT count(*) FROM sesiones`) != 1 {
			t.Errorf("after the purge: %v", err)
		}
		if err := s.Delete("uno"); err != nil || find("uno") != "" {
			t.Errorf("after the logout: %v", err)
		}
		if err := s.Delete("uno"); err != nil {
			t.Errorf("twice: %v", err)
		}
	})
}
