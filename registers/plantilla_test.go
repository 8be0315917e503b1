package registers

import (
	"context"
	"slices"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations/dbtest"
)

func TestPlantilla(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		post := func(instante time.Time, id string) domain.Cargo {
			t.Helper()
			staff, err := s.Plantilla(ctx, "principal", instante)
			s.must(err)
			for _, e := range staff {
				if e.Cargo == domain.FuncionarioInspector {
					t.Error("the authority's is on the list of the house")
				}
				if e.Persona.ID == id {
					return e.Cargo
				}
			}
			return ""
		}
		before := s.Escritor.Ahora()
		s.reloj.Move(24 * time.Hour)
		hired, err := s.AltaPersona(ctx, s.director.autor(), AltaFacts{Usuario: "nueva", Cargo: domain.Crupier, Establecimiento: "principal", Nombre: "Nadia", Apellidos: "Roca Vidal"})
		s.must(err)
		hour := s.Escritor.Ahora()
		s.reloj.Move(24 * time.Hour)
		_, err = s.CambioPersona(ctx, s.director.autor(), hired.ID, CambioFacts{Cargo: domain.JefeMesa})
		s.must(err)
		changed := s.Escritor.Ahora()
		s.reloj.Move(24 * time.Hour)
		s.must(s.BajaPersona(ctx, s.director.autor(), hired.ID))
		t.Run("17.1/at any date, with the post held then", func(t *testing.T) {
			for _, tt := range []struct {
				at   time.Time
				want domain.Cargo
			}{{before, ""}, {hired.Alta, domain.Crupier}, {hired.Alta.Add(-time.Microsecond), ""}, {hour, domain.Crupier}, {changed, domain.JefeMesa}, {s.Escritor.Ahora(), ""}} {
				if got := post(tt.at, hired.ID); got != tt.want {
					t.Errorf("at %v: got %q, want %q", tt.at, got, tt.want)
				}
			}
			if post(changed, s.director.ID) != domain.Director {
				t.Error("the director, who serves in every one, is not on the list")
			}
		})
		s.comite(t)
		s.check()
	})
}

// comite sets the comité, short and whole, and lets the subdirectors go.
func (s *salaPrueba) comite(t *testing.T) {
	ctx := context.Background()
	d, all := s.director.ID, []string{s.director.ID, s.cajero.ID, s.crupier.ID, s.admision.ID}
	set := func(miembros ...string) error {
		return s.SetComite(ctx, s.director.autor(), "principal", ComiteFacts{Miembros: miembros, Acuerdo: "2026-12-01"})
	}
	incomplete := func() bool {
		b, err := s.Tablero(ctx, "principal")
		s.must(err)
		return slices.ContainsFunc(b.Avisos, func(a Aviso) bool { return a.Articulo == art("12.1") && a.Criterio == "MAQ-1" })
	}
	t.Run("12.3/four, and one is the director", func(t *testing.T) {
		checkErr(t, set(all[:3]...), ErrComite, "12.3", "")
		checkErr(t, set(s.cajero.ID, s.crupier.ID, s.admision.ID, s.otroCrupier.ID), ErrComite, "12.3", "")
		checkErr(t, set(d, d, s.cajero.ID, s.crupier.ID), ErrComite, "12.3", "")
		checkErr(t, set(d, "p999", s.cajero.ID, s.crupier.ID), ErrComite, "12.3", "")
		s.must(set(all...))
		k, err := s.Comite(ctx, "principal")
		s.must(err)
		if k == nil || len(k.Miembros) != 4 || k.Acuerdo != "2026-12-01" {
			t.Errorf("got %+v", k)
		}
		list, err := s.Comunicaciones(ctx, "principal")
		s.must(err)
		if list[0].Asunto != AsuntoDireccion || list[0].Desde != "2026-12-01" {
			t.Errorf("what is to be communicated: got %+v", list[0])
		}
	})
	t.Run("12.1/neither subdirector nor comité", func(t *testing.T) {
		s.must(set())
		if incomplete() {
			t.Error("warned with a subdirector")
		}
		s.must(s.CeaseDireccion(ctx, s.director.autor(), s.sustituto.ID, s.Escritor.Ahora()))
		staff, err := s.Plantilla(ctx, "principal", s.Escritor.Ahora())
		s.must(err)
		for _, e := range staff {
			if e.Cargo == domain.Subdirector {
				_, err := s.CambioPersona(ctx, s.director.autor(), e.Persona.ID, CambioFacts{Cargo: domain.JefeMesa})
				s.must(err)
			}
		}
		if !incomplete() {
			t.Error("no warning")
		}
		s.must(set(all...))
		if incomplete() {
			t.Error("warned with a comité")
		}
	})
}
