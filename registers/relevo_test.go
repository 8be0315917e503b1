package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations/dbtest"
)

func TestRelevo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		relieve := func(f RelevoDireccionFacts) (Acto, error) {
			return s.ProposeRelevo(ctx, s.director.autor(), s.ahora(), "principal", f)
		}
		for _, tt := range []struct {
			name               string
			f                  RelevoDireccionFacts
			want               error
			articulo, criterio string
		}{
			{"14.2/FIR-3/by a cajero", RelevoDireccionFacts{Saliente: s.director.ID, Entrante: s.cajero.ID}, ErrRelevo, "14.2", "FIR-3"},
			{"14.2/FIR-3/by oneself", RelevoDireccionFacts{Saliente: s.director.ID, Entrante: s.director.ID}, ErrRelevo, "14.2", "FIR-3"},
			{"14.2/FIR-3/one-sided without a reason", RelevoDireccionFacts{Entrante: s.sustituto.ID, Motivo: " "}, ErrRelevoMotivo, "14.2", "FIR-3"},
		} {
			t.Run(tt.name, func(t *testing.T) {
				_, err := relieve(tt.f)
				checkErr(t, err, tt.want, tt.articulo, tt.criterio)
			})
		}
		if r, without, err := s.EnFunciones(ctx, "principal"); err != nil || r != nil || without {
			t.Fatalf("before any: got %+v, %v, %v", r, without, err)
		}
		t.Run("14.2/46.3/both sign and the key goes over", func(t *testing.T) {
			a, err := relieve(RelevoDireccionFacts{Saliente: s.director.ID, Entrante: s.sustituto.ID, Llave: true, Pendientes: "una reclamación"})
			s.must(err)
			s.mustSign(a.ID, s.sustituto)
			s.mustSign(a.ID, s.director)
			r, without, err := s.EnFunciones(ctx, "principal")
			if err != nil || without || r.Entrante.ID != s.sustituto.ID || !r.Llave || r.Unilateral {
				t.Errorf("got %+v, %v, %v", r, without, err)
			}
		})
		t.Run("14.2/who is not in charge hands nothing over", func(t *testing.T) {
			if _, err := relieve(RelevoDireccionFacts{Saliente: s.director.ID, Entrante: s.sustituto.ID}); !errors.Is(err, ErrSaliente) {
				t.Errorf("got %v", err)
			}
			if err := s.LeaveDireccion(ctx, s.director.autor(), "principal", "me voy"); !errors.Is(err, ErrSaliente) {
				t.Errorf("got %v", err)
			}
		})
		t.Run("14.2/MAQ-1/left without anybody, and taken over alone", func(t *testing.T) {
			checkErr(t, s.LeaveDireccion(ctx, s.sustituto.autor(), "principal", ""), ErrRelevoMotivo, "14.2", "MAQ-1")
			s.must(s.LeaveDireccion(ctx, s.sustituto.autor(), "principal", "urgencia médica"))
			if _, without, err := s.EnFunciones(ctx, "principal"); err != nil || !without {
				t.Errorf("not without direction: %v", err)
			}
			a, err := relieve(RelevoDireccionFacts{Entrante: s.director.ID, Motivo: "quien salía no pudo firmar"})
			s.must(err)
			if len(a.Plazas) != 1 {
				t.Errorf("%d slots", len(a.Plazas))
			}
			if _, err := s.sign(a.ID, s.sustituto); !errors.Is(err, ErrFirmaRelevo) {
				t.Errorf("another signs for who takes over: %v", err)
			}
			s.mustSign(a.ID, s.director)
			if r, without, err := s.EnFunciones(ctx, "principal"); err != nil || without || r.Entrante.ID != s.director.ID || !r.Unilateral {
				t.Errorf("got %+v, %v, %v", r, without, err)
			}
		})
		s.check()
	})
}

func TestComunicaciones(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		list, err := s.Comunicaciones(ctx, "principal")
		s.must(err)
		t.Run("13.2/PLA-1/an appointment falls due in both readings", func(t *testing.T) {
			if len(list) != 1 {
				t.Fatalf("got %+v", list)
			}
			if x := list[0]; x.Asunto != AsuntoSustituto || x.Desde != "2026-11-20" || x.Vence.Natural != "2026-11-25" || x.Vence.Habil != "2026-11-27" || !x.Presentada.IsZero() {
				t.Errorf("got %+v", x)
			}
		})
		t.Run("13.2/filed once, with its entry number", func(t *testing.T) {
			if err := s.FileComunicacion(ctx, s.director.autor(), list[0].Numero, " "); !errors.Is(err, ErrDatos) {
				t.Errorf("got %v", err)
			}
			s.must(s.FileComunicacion(ctx, s.director.autor(), list[0].Numero, "03/123456.9/26"))
			if err := s.FileComunicacion(ctx, s.director.autor(), list[0].Numero, "otra vez"); !errors.Is(err, ErrComunicacion) {
				t.Errorf("got %v", err)
			}
			again, err := s.Comunicaciones(ctx, "principal")
			s.must(err)
			if again[0].Presentada.IsZero() {
				t.Errorf("got %+v", again[0])
			}
		})
		t.Run("13.2/PLA-1/a director has thirty days, and leaving is a change", func(t *testing.T) {
			for _, tt := range []struct {
				cargo   domain.Cargo
				calidad Calidad
				want    AsuntoComunicacion
			}{{domain.Director, CalidadTitular, AsuntoDirector}, {domain.Subdirector, CalidadTitular, AsuntoDireccion}, {domain.Subdirector, CalidadSustituto, AsuntoSustituto}} {
				if got := asuntoDe(tt.cargo, tt.calidad); got != tt.want {
					t.Errorf("%s, %s: got %s", tt.cargo, tt.calidad, got)
				}
			}
			if asuntos[AsuntoDirector].dias != 30 || asuntos[AsuntoDireccion].dias != 5 {
				t.Errorf("terms %d and %d", asuntos[AsuntoDirector].dias, asuntos[AsuntoDireccion].dias)
			}
			s.must(s.CeaseDireccion(ctx, s.director.autor(), s.sustituto.ID, s.Escritor.Ahora()))
			again, err := s.Comunicaciones(ctx, "principal")
			s.must(err)
			if len(again) != 2 || again[0].Asunto != AsuntoDireccion {
				t.Errorf("got %+v", again)
			}
		})
		s.check()
	})
}

func TestInspeccion(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		open := func(e, numero string, d time.Duration) (Inspeccion, error) {
			return s.OpenInspeccion(ctx, s.director.autor(), e, numero, d)
		}
		for _, tt := range []struct {
			name, e, numero string
			d               time.Duration
			want            error
		}{
			{"no number", Todos, "", time.Hour, ErrNumeroProfesional},
			{"a name for a number", Todos, "Juan Pérez", time.Hour, ErrNumeroProfesional},
			{"a minute short", Todos, "2041", 29 * time.Minute, ErrDuracion},
			{"a minute over a day", Todos, "2041", 24*time.Hour + time.Minute, ErrDuracion},
			{"nowhere", "ninguno", "2041", time.Hour, ErrEstablecimiento},
		} {
			if _, err := open(tt.e, tt.numero, tt.d); !errors.Is(err, tt.want) {
				t.Errorf("%s: got %v", tt.name, err)
			}
		}
		first, err := open(Todos, "2041", time.Hour)
		s.must(err)
		t.Run("14.1.c/he comes in with the code, until it expires", func(t *testing.T) {
			p, err := s.CheckClave(ctx, first.Persona.Usuario, first.Codigo)
			if err != nil || p.Cargo != domain.FuncionarioInspector {
				t.Fatalf("got %+v, %v", p, err)
			}
			if until, ok, err := s.VisitaVigente(ctx, p.ID); err != nil || !ok || !until.Equal(first.Caduca) {
				t.Errorf("got %v, %v, %v", until, ok, err)
			}
			s.reloj.Move(time.Hour)
			if _, ok, err := s.VisitaVigente(ctx, p.ID); err != nil || ok {
				t.Errorf("it goes on: %v", err)
			}
			if err := s.EndInspeccion(ctx, s.director.autor(), first.Numero); !errors.Is(err, ErrInspeccion) {
				t.Errorf("ended again: %v", err)
			}
		})
		t.Run("14.1.c/the same number is the same person, with another code", func(t *testing.T) {
			next, err := open("principal", "2041", time.Hour)
			s.must(err)
			if next.Persona.ID != first.Persona.ID || next.Codigo == first.Codigo || next.Numero != 2 {
				t.Errorf("got %+v", next)
			}
			if _, err := s.CheckClave(ctx, next.Persona.Usuario, first.Codigo); err == nil {
				t.Error("the earlier code still lets in")
			}
			s.must(s.EndInspeccion(ctx, s.director.autor(), next.Numero))
			if _, ok, err := s.VisitaVigente(ctx, next.Persona.ID); err != nil || ok {
				t.Errorf("it goes on: %v", err)
			}
			list, err := s.Inspecciones(ctx, 10)
			s.must(err)
			if len(list) != 2 || list[0].Fin.IsZero() || list[0].Codigo != "" {
				t.Errorf("got %+v", list)
			}
		})
		if _, ok, err := s.VisitaVigente(ctx, s.director.ID); err != nil || !ok {
			t.Errorf("who comes in without visits: %v, %v", ok, err)
		}
		s.check()
	})
}
