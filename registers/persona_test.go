package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/migrations/dbtest"
)

func TestPersonas(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		admin := g.director.autor()

		t.Run("17.1/a usuario is given again once its holder left", func(t *testing.T) {
			first, err := g.AltaPersona(ctx, admin, g.alta("c-12", domain.Crupier, "principal"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.AltaPersona(ctx, admin, g.alta("c-12", domain.Crupier, "principal")); !errors.Is(err, ErrUsuarioRepetido) {
				t.Errorf("two at once: got %v, want ErrUsuarioRepetido", err)
			}
			if err := g.BajaPersona(ctx, admin, first.ID); err != nil {
				t.Fatal(err)
			}
			second, err := g.AltaPersona(ctx, admin, g.alta("c-12", domain.Cajero, "principal"))
			if err != nil || second.ID == first.ID {
				t.Fatalf("got %v, %v, want a person of another number", second.ID, err)
			}
			if got, err := g.PersonaByUsuario(ctx, "c-12"); err != nil || got.ID != second.ID {
				t.Errorf("got %v, %v, want %s", got.ID, err, second.ID)
			}
			if got, err := g.Persona(ctx, first.ID); err != nil || got.Baja.IsZero() {
				t.Errorf("who left: got %+v, %v", got, err)
			}
			if err := g.BajaPersona(ctx, admin, first.ID); !errors.Is(err, ErrPersona) {
				t.Errorf("left twice: got %v, want ErrPersona", err)
			}
		})

		t.Run("facts out of shape", func(t *testing.T) {
			for name, change := range map[string]func(*AltaFacts){
				"usuario":   func(f *AltaFacts) { f.Usuario = "Con Espacios" },
				"cargo":     func(f *AltaFacts) { f.Cargo = "rey" },
				"name":      func(f *AltaFacts) { f.Nombre = "" },
				"invisible": func(f *AltaFacts) { f.Apellidos = "Ape\u200bllido" },
			} {
				f := g.alta("nuevo", domain.Cajero, "principal")
				change(&f)
				if _, err := g.AltaPersona(ctx, admin, f); !errors.Is(err, ErrDatos) {
					t.Errorf("%s: got %v, want ErrDatos", name, err)
				}
			}
			f := g.alta("nuevo", domain.Cajero, "otro")
			if _, err := g.AltaPersona(ctx, admin, f); !errors.Is(err, ErrEstablecimiento) {
				t.Errorf("got %v, want ErrEstablecimiento", err)
			}
		})

		t.Run("a change keeps what is not given", func(t *testing.T) {
			p := g.otroCrupier
			got, err := g.CambioPersona(ctx, admin, p.ID, CambioFacts{Cargo: domain.JefeMesa, Establecimiento: Todos})
			if err != nil || got.Cargo != domain.JefeMesa || got.Establecimiento != Todos || got.Usuario != p.Usuario || got.Nombre != p.Nombre {
				t.Fatalf("got %+v, %v", got, err)
			}
			if read, err := g.Persona(ctx, p.ID); err != nil || read != got {
				t.Errorf("got %+v, %v, want %+v", read, err, got)
			}
			if _, err := g.CambioPersona(ctx, admin, p.ID, CambioFacts{Usuario: "director"}); !errors.Is(err, ErrUsuarioRepetido) {
				t.Errorf("got %v, want ErrUsuarioRepetido", err)
			}
		})

		t.Run("14.3/who directs ceases before leaving", func(t *testing.T) {
			if err := g.BajaPersona(ctx, admin, g.director.ID); !errors.Is(err, ErrEnDireccion) {
				t.Errorf("got %v, want ErrEnDireccion", err)
			}
			if _, err := g.CambioPersona(ctx, admin, g.director.ID, CambioFacts{Cargo: domain.Cajero}); !errors.Is(err, ErrEnDireccion) {
				t.Errorf("got %v, want ErrEnDireccion", err)
			}
		})

		g.check()
	})
}

func TestEsEmpleado(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		is := func(numero string) bool {
			t.Helper()
			ok, err := g.EsEmpleado(ctx, "dni", numero)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		f := g.alta("cocinero", domain.Cambista, "principal")
		f.Documento = identidad.Documento{Tipo: identidad.DNI, Pais: "ESP", Numero: "00000003A"}
		p, err := g.AltaPersona(ctx, g.director.autor(), f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run("ADM-9/staff is known by document while serving", func(t *testing.T) {
			if !is("00000003A") || !is("00000001R") || is("00000004G") {
				t.Error("the door does not tell staff from visitors")
			}
			if ok, _ := g.EsEmpleado(ctx, "nie", "00000003A"); ok {
				t.Error("a number of another kind of document is taken for it")
			}
			if _, err := g.CambioPersona(ctx, g.director.autor(), p.ID, CambioFacts{Cargo: domain.Cajero}); err != nil || !is("00000003A") {
				t.Errorf("a change of cargo lost the document: %v", err)
			}
			if err := g.BajaPersona(ctx, g.director.autor(), p.ID); err != nil || is("00000003A") {
				t.Errorf("who left is still staff: %v", err)
			}
		})
		g.check()
	})
}

func TestDireccion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		admin := g.director.autor()
		acts := func(p persona, establecimiento string, at time.Time) bool {
			t.Helper()
			ok, err := g.ActsAsDirector(ctx, p.ID, establecimiento, at)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		tomorrow := g.Escritor.Ahora().Add(24 * time.Hour)

		t.Run("8.3.j/the cargo alone is not enough", func(t *testing.T) {
			if acts(g.sustituto, "principal", g.Escritor.Ahora()) {
				t.Error("a subdirector out of the substitution regime acts as director")
			}
			err := g.AppointDireccion(ctx, admin, DireccionFacts{g.cajero.ID, CalidadSustituto, Todos, tomorrow, "2026-11-30"})
			checkErr(t, err, ErrCargoDireccion, "8.3.j", "FIR-3")
		})

		t.Run("FIR-3/valid from its date, in its house, until its end", func(t *testing.T) {
			err := g.AppointDireccion(ctx, admin, DireccionFacts{g.sustituto.ID, CalidadSustituto, "principal", tomorrow, "2026-11-30"})
			if err != nil {
				t.Fatal(err)
			}
			end := tomorrow.Add(48 * time.Hour)
			for _, tt := range []struct {
				at   time.Time
				in   string
				want bool
			}{
				{tomorrow.Add(-time.Microsecond), "principal", false},
				{tomorrow, "principal", true},
				{tomorrow, "apendice", false},
				{end, "principal", true},
			} {
				if got := acts(g.sustituto, tt.in, tt.at); got != tt.want {
					t.Errorf("%v in %s: got %v, want %v", tt.at, tt.in, got, tt.want)
				}
			}
			if err := g.CeaseDireccion(ctx, admin, g.sustituto.ID, end); err != nil {
				t.Fatal(err)
			}
			if acts(g.sustituto, "principal", end) || !acts(g.sustituto, "principal", end.Add(-time.Microsecond)) {
				t.Error("the direction does not end at its hour")
			}
			if err := g.CeaseDireccion(ctx, admin, g.cajero.ID, end); !errors.Is(err, ErrNoDirige) {
				t.Errorf("got %v, want ErrNoDirige", err)
			}
		})

		t.Run("FIR-3/an appointment recorded late does not reach back", func(t *testing.T) {
			before := g.Escritor.Ahora()
			g.reloj.Move(time.Hour)
			err := g.AppointDireccion(ctx, admin, DireccionFacts{g.segundo.ID, CalidadSustituto, Todos, before.Add(-24 * time.Hour), "2026-11-20"})
			if err != nil {
				t.Fatal(err)
			}
			if acts(g.segundo, "principal", before) || !acts(g.segundo, "principal", g.Escritor.Ahora()) {
				t.Error("an appointment validates what was before its asiento")
			}
		})

		t.Run("FIR-3/somebody is left to direct", func(t *testing.T) {
			if err := g.CeaseDireccion(ctx, admin, g.segundo.ID, g.Escritor.Ahora()); err != nil {
				t.Fatal(err)
			}
			if err := g.CeaseDireccion(ctx, admin, g.director.ID, g.Escritor.Ahora()); !errors.Is(err, ErrSinFirmantes) {
				t.Errorf("got %v, want ErrSinFirmantes", err)
			}
		})

		t.Run("facts out of shape", func(t *testing.T) {
			for _, f := range []DireccionFacts{
				{g.segundo.ID, "amigo", Todos, tomorrow, "2026-11-30"},
				{g.segundo.ID, CalidadTitular, Todos, time.Time{}, "2026-11-30"},
				{g.segundo.ID, CalidadTitular, Todos, tomorrow, "hoy"},
			} {
				if err := g.AppointDireccion(ctx, admin, f); !errors.Is(err, ErrDatos) {
					t.Errorf("%+v: got %v, want ErrDatos", f, err)
				}
			}
			if err := g.AppointDireccion(ctx, admin, DireccionFacts{g.segundo.ID, CalidadTitular, "otro", tomorrow, "2026-11-30"}); !errors.Is(err, ErrEstablecimiento) {
				t.Errorf("got %v, want ErrEstablecimiento", err)
			}
			if err := g.AppointDireccion(ctx, admin, DireccionFacts{"p999", CalidadTitular, Todos, tomorrow, "2026-11-30"}); !errors.Is(err, ErrPersona) {
				t.Errorf("got %v, want ErrPersona", err)
			}
		})
		g.check()
	})
}
