package registers

import (
	"context"
	"errors"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/propinas"
	"foliado/migrations/dbtest"
)

// parcial and devolver are an amount taken out of a box, signed by who directs.
func (s *salaPrueba) parcial(caja string, importe domain.Importe) {
	s.t.Helper()
	p, err := s.ProposeParcialPropinas(context.Background(), s.director.autor(), s.ahora(), "principal", PropinaFacts{Caja: caja, Importe: importe})
	s.must(err)
	s.mustSign(p.Acto.ID, s.director)
}

func (s *salaPrueba) devolver(f PropinaFacts) (Propuesta, error) {
	return s.ProposeDevolucionPropina(context.Background(), s.cajero.autor(), s.ahora(), "principal", f)
}

func (s *salaPrueba) contarPropinas(cajas map[string]domain.Importe) (Propuesta, error) {
	return s.ProposeRecuentoPropinas(context.Background(), s.cajero.autor(), s.ahora(), "principal", RecuentoPropinasFacts{Cajas: cajas})
}

// retire withdraws what the cajero proposed.
func (s *salaPrueba) retire(p Propuesta) {
	s.t.Helper()
	_, err := s.WithdrawActo(context.Background(), RetiradaFacts{Acto: p.Acto.ID, Autor: s.cajero.autor(), Motivo: "mal contado"})
	s.must(err)
}

func TestPropinas(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		if _, err := s.contarPropinas(map[string]domain.Importe{"caja": 1}); !errors.Is(err, ErrSinJornada) {
			t.Errorf("without jornada: got %v", err)
		}
		s.begin("principal", "2026-11-30")
		s.openMesa(2, aperturaBlackJack())
		t.Run("19.3/a box that is none, and an amount that is none", func(t *testing.T) {
			_, err := s.ProposeParcialPropinas(ctx, s.director.autor(), s.ahora(), "principal", PropinaFacts{Importe: 1})
			checkErr(t, err, propinas.ErrCaja, "19.3", "")
			_, err = s.ProposeParcialPropinas(ctx, s.director.autor(), s.ahora(), "principal", PropinaFacts{Caja: "caja"})
			checkErr(t, err, propinas.ErrImporte, "19.3", "")
			if _, err = s.ProposeParcialPropinas(ctx, s.director.autor(), s.ahora(), "principal", PropinaFacts{Caja: "mesa-99", Importe: 1}); !errors.Is(err, ErrMesa) {
				t.Errorf("got %v, want ErrMesa", err)
			}
		})
		t.Run("19.5/31.5/a full box, and its copy inside", func(t *testing.T) {
			s.parcial("mesa-2", 40_000)
			s.must(s.FileCopiaPropinas(ctx, s.cajero.autor(), s.ahora(), "principal", 1))
			checkErr(t, s.FileCopiaPropinas(ctx, s.cajero.autor(), s.ahora(), "principal", 1), ErrConActa, "19.5", "")
			if err := s.FileCopiaPropinas(ctx, s.cajero.autor(), s.ahora(), "principal", 2); !errors.Is(err, ErrPropina) {
				t.Errorf("got %v, want ErrPropina", err)
			}
			h, err := s.HojaPropinas(ctx, "principal", LibroParcialesPropinas, 1)
			if err != nil || h.Importe != 40_000 || h.Caja.Mesa != 2 || h.Copia.IsZero() || len(h.Firmas) != 1 {
				t.Errorf("got %+v, %v", h, err)
			}
		})
		t.Run("19.3/given back by who directs, with its reason", func(t *testing.T) {
			_, err := s.devolver(PropinaFacts{Caja: "mesa-2", Importe: 10_000, Causa: PropinaError})
			checkErr(t, err, ErrCausaPropina, "19.3", "")
			p, err := s.devolver(PropinaFacts{Caja: "mesa-2", Importe: 10_000, Causa: PropinaError, Motivo: "dejó una placa por una ficha"})
			s.must(err)
			_, err = s.sign(p.Acto.ID, s.cajero)
			checkErr(t, err, ErrNoFirma, "19.3", "FIR-3")
			s.mustSign(p.Acto.ID, s.director)
			h, err := s.HojaPropinas(ctx, "principal", LibroDevolucionesPropina, 1)
			if err != nil || h.Motivo != "dejó una placa por una ficha" || h.Causa != PropinaError {
				t.Errorf("got %+v, %v", h, err)
			}
		})
		t.Run("19.4/not before games end", func(t *testing.T) {
			_, err := s.contarPropinas(map[string]domain.Importe{"mesa-2": 83_550})
			checkErr(t, err, ErrPropinasPronto, "19.4", "")
		})
		s.closeMesa(2, cuenta(piezas(100_000, 25), piezas()))
		s.advance("principal", "2026-11-30", domain.FaseFinJuegos)
		t.Run("19.3/no box at all", func(t *testing.T) {
			_, err := s.contarPropinas(nil)
			checkErr(t, err, propinas.ErrCaja, "19.3", "")
		})
		t.Run("19.4/MAQ-1/the box of a table that opened is missing", func(t *testing.T) {
			p, err := s.contarPropinas(map[string]domain.Importe{"caja": 20_000, "mesa-1": 0, "mesa-2": 0})
			if err != nil || len(p.Avisos) != 0 {
				t.Fatalf("got %+v, %v", p.Avisos, err)
			}
			s.retire(p)
			p, err = s.contarPropinas(map[string]domain.Importe{"caja": 20_000})
			if err == nil {
				s.retire(p)
			}
			// the return of the box that was not counted stays within its partial count
			if err != nil || len(p.Avisos) != 1 || p.Avisos[0].Articulo != art("19.4") {
				t.Errorf("got %+v, %v", p.Avisos, err)
			}
		})
		t.Run("19.4/three people", func(t *testing.T) {
			p, err := s.contarPropinas(map[string]domain.Importe{"mesa-2": 83_550, "caja": 0, "admision": 10_000})
			s.must(err)
			if p.Resultado != 123_550 {
				t.Errorf("got %s, want 1.235,50 €", p.Resultado)
			}
			_, err = s.ProposeParcialPropinas(ctx, s.director.autor(), s.ahora(), "principal", PropinaFacts{Caja: "caja", Importe: 1})
			checkErr(t, err, ErrActoPropinas, "19.4", "")
			s.mustSign(p.Acto.ID, s.director)
			if a := s.mustSign(p.Acto.ID, s.cajero); a.Estado != EstadoPropuesto {
				t.Errorf("without the croupier: got %s", a.Estado)
			}
			if a := s.mustSign(p.Acto.ID, s.crupier); a.Estado != EstadoCerrado {
				t.Errorf("got %s, want cerrado", a.Estado)
			}
			_, err = s.contarPropinas(map[string]domain.Importe{"caja": 1})
			checkErr(t, err, ErrRecontadas, "19.4", "")
			h, err := s.HojaPropinas(ctx, "principal", LibroPropinas, 1)
			if err != nil || h.Importe != 123_550 || len(h.Cajas) != 3 || h.Cajas[0].Caja.Mesa != 2 || len(h.Firmas) != 3 {
				t.Errorf("got %+v, %v", h, err)
			}
		})
		s.checkReparto(t)
		s.checkAcuerdo(t)
		s.check()
	})
}

func (s *salaPrueba) checkReparto(t *testing.T) {
	ctx := context.Background()
	share := func(people map[string]int64) (HojaReparto, error) {
		return s.DistributePropinas(ctx, s.director.autor(), s.ahora(), "principal", RepartoPropinasFacts{"2026-11-01", "2026-11-30", people})
	}
	t.Run("19.6/without a criterio", func(t *testing.T) {
		_, err := share(map[string]int64{s.cajero.ID: 1})
		checkErr(t, err, ErrSinCriterio, "19.6", "")
	})
	t.Run("19.6/a criterio waits to be communicated", func(t *testing.T) {
		_, err := s.SetCriterioPropinas(ctx, s.director.autor(), s.ahora(), "principal", propinas.Criterio{Empleados: propinas.Entero})
		checkErr(t, err, propinas.ErrParteNula, "19.6", "")
		k, err := s.SetCriterioPropinas(ctx, s.director.autor(), s.ahora(), "principal",
			propinas.Criterio{Empleados: 6000, Puntos: map[domain.Cargo]int64{domain.Cajero: 1, domain.Crupier: 2}})
		if err != nil || k.Numero != 1 || k.Vence.Natural != "2026-12-05" {
			t.Errorf("got %+v, %v", k, err)
		}
		s.must(s.CommunicateCriterio(ctx, s.director.autor(), s.ahora(), "principal", 1, "REG-1"))
		if err := s.CommunicateCriterio(ctx, s.director.autor(), s.ahora(), "principal", 1, "REG-1"); !errors.Is(err, ErrCriterioPropinas) {
			t.Errorf("got %v, want ErrCriterioPropinas", err)
		}
		ks, err := s.CriteriosPropinas(ctx, "principal")
		if err != nil || len(ks) != 1 || ks[0].Comunicado.IsZero() || ks[0].Puntos[domain.Crupier] != 2 {
			t.Errorf("got %+v, %v", ks, err)
		}
	})
	t.Run("15.d/whoever directs, by cargo", func(t *testing.T) {
		_, err := share(map[string]int64{s.cajero.ID: 1, s.sustituto.ID: 1})
		checkErr(t, err, propinas.ErrExcluido, "15.d", "")
	})
	t.Run("15.d/12.3/whoever sits in the comité", func(t *testing.T) {
		jefe, inspector := s.hire("jefe.comite", domain.JefeMesa, "principal"), s.hire("inspector.comite", domain.InspectorMesa, "principal")
		s.must(s.SetComite(ctx, s.director.autor(), "principal", ComiteFacts{Miembros: []string{s.director.ID, s.sustituto.ID, jefe.ID, inspector.ID}, Acuerdo: "2026-11-30"}))
		_, err := share(map[string]int64{s.cajero.ID: 1, jefe.ID: 1})
		checkErr(t, err, propinas.ErrExcluido, "15.d", "")
	})
	t.Run("19.6/to the céntimo, once", func(t *testing.T) {
		h, err := share(map[string]int64{s.cajero.ID: 1, s.crupier.ID: 1})
		if err != nil || h.Reparto.Empleados != 74_130 || h.Reparto.Otros != 49_420 || h.Partes[0].Importe != 24_710 || h.Partes[1].Importe != 49_420 {
			t.Errorf("got %+v, %v", h, err)
		}
		_, err = share(map[string]int64{s.cajero.ID: 1})
		checkErr(t, err, ErrRepartidas, "19.6", "")
		_, err = s.DistributePropinas(ctx, s.director.autor(), s.ahora(), "principal", RepartoPropinasFacts{"2026-10-01", "2026-10-31", map[string]int64{s.cajero.ID: 1}})
		checkErr(t, err, ErrSinPropinas, "19.6", "")
		if _, err = s.DistributePropinas(ctx, s.director.autor(), s.ahora(), "principal", RepartoPropinasFacts{Desde: "2026-10-01"}); !errors.Is(err, ErrDatos) {
			t.Errorf("got %v, want ErrDatos", err)
		}
	})
}

func (s *salaPrueba) checkAcuerdo(t *testing.T) {
	ctx := context.Background()
	point := func() bool {
		ps, err := s.ListaCierre(ctx, "principal", "2026-11-30")
		s.must(err)
		return slices.ContainsFunc(ps, func(p PuntoCierre) bool { return p.Punto == "propinas" && p.Hecho })
	}
	if !point() {
		t.Error("the checklist does not know that the tips are counted")
	}
	t.Run("19.2/not admitted, the works council asked first", func(t *testing.T) {
		_, err := s.AgreePropinas(ctx, s.director.autor(), s.ahora(), "principal", propinas.Acuerdo{Acuerdo: "2026-11-30"})
		checkErr(t, err, propinas.ErrSinConsulta, "19.2", "")
		_, err = s.AgreePropinas(ctx, s.cajero.autor(), s.ahora(), "principal", propinas.Acuerdo{Acuerdo: "2026-11-30", Consulta: "2026-11-20"})
		checkErr(t, err, ErrDirige, "19.2", "FIR-3")
		_, err = s.AgreePropinas(ctx, s.director.autor(), s.ahora(), "principal", propinas.Acuerdo{Acuerdo: "2026-11-30", Consulta: "2026-11-20"})
		s.must(err)
		_, err = s.ProposeParcialPropinas(ctx, s.director.autor(), s.ahora(), "principal", PropinaFacts{Caja: "caja", Importe: 1})
		checkErr(t, err, propinas.ErrNoAdmite, "19.2", "")
		_, err = s.contarPropinas(map[string]domain.Importe{"caja": 1})
		checkErr(t, err, propinas.ErrNoAdmite, "19.2", "")
		k, err := s.AcuerdoPropinas(ctx, "principal")
		if err != nil || k.Admite || k.Consulta != "2026-11-20" || point() {
			t.Errorf("got %+v, %v", k, err)
		}
		_, err = s.AgreePropinas(ctx, s.director.autor(), s.ahora(), "principal", propinas.Acuerdo{Admite: true, Acuerdo: "2026-11-30"})
		s.must(err)
		if k, err = s.AcuerdoPropinas(ctx, "principal"); err != nil || !k.Admite {
			t.Errorf("got %+v, %v", k, err)
		}
	})
}
