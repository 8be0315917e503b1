package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

func TestProposeApertura(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		if _, err := s.proposeApertura(1, aperturaRuleta()); !errors.Is(err, ErrSinJornada) {
			t.Errorf("without jornada: got %v", err)
		}
		s.begin("principal", "2026-11-30")
		refused := func(mesa int, change func(*AperturaFacts)) error {
			t.Helper()
			f := aperturaRuleta()
			if mesa == 2 {
				f = aperturaBlackJack()
			}
			change(&f)
			before := s.Escritor.Tamano()
			_, err := s.proposeApertura(mesa, f)
			if got := s.Escritor.Tamano(); err == nil || got != before {
				t.Fatalf("got %v and %d asientos, want a refusal and %d", err, got, before)
			}
			return err
		}
		t.Run("35.2.b/one céntimo below", func(t *testing.T) {
			err := refused(1, func(f *AperturaFacts) { f.Anticipo = piezas(1, 2_999_999) })
			checkErr(t, err, libros.ErrAnticipo, "35.2.b", "")
		})
		t.Run("35.2.d/one céntimo below", func(t *testing.T) {
			err := refused(2, func(f *AperturaFacts) { f.Anticipo = piezas(100_000, 24, 1, 99_999) })
			checkErr(t, err, libros.ErrAnticipo, "35.2.d", "")
		})
		t.Run("139.2/a céntimo below the authorised minimum", func(t *testing.T) {
			checkErr(t, refused(1, func(f *AperturaFacts) { f.ApuestaMinima = 199 }), libros.ErrBajoAutorizado, "139.2", "")
		})
		t.Run("53.1/a céntimo below the authorised minimum", func(t *testing.T) {
			checkErr(t, refused(2, func(f *AperturaFacts) { f.ApuestaMinima = 499 }), libros.ErrBajoAutorizado, "53.1", "")
		})
		t.Run("139.3/one of the two columns", func(t *testing.T) {
			for _, m := range []string{"", "medio", "100"} {
				checkErr(t, refused(1, func(f *AperturaFacts) { f.Maximos = m }), libros.ErrMaximos, "139.3", "")
			}
		})
		t.Run("53.3/50, 100 or 200 times", func(t *testing.T) {
			for _, m := range []string{"", "alto", "150"} {
				checkErr(t, refused(2, func(f *AperturaFacts) { f.Maximos = m }), libros.ErrMaximos, "53.3", "")
			}
		})
		t.Run("36.1/the box carries the anticipo and nothing else", func(t *testing.T) {
			carried := domain.Importe(3_010_000)
			checkErr(t, refused(1, func(f *AperturaFacts) { f.Caja = &carried }), libros.ErrCajaAnticipo, "36.1", "")
			checkErr(t, refused(1, func(f *AperturaFacts) { f.Receptor = s.cajero.ID }), ErrReceptor, "36.1", "")
		})
		t.Run("36.2/what is called is what is counted", func(t *testing.T) {
			called := domain.Importe(2_999_999)
			checkErr(t, refused(1, func(f *AperturaFacts) { f.Cantado = &called }), ErrCantado, "36.2", "")
			checkErr(t, refused(1, func(f *AperturaFacts) { f.Anticipo = piezas(-100, 1) }), domain.ErrPiezas, "36.2", "")
			checkErr(t, refused(1, func(f *AperturaFacts) { f.Inspector = "quizá" }), libros.ErrPresencia, "36.2", "FIR-1")
		})
		if err := refused(9, func(*AperturaFacts) {}); !errors.Is(err, ErrMesa) {
			t.Errorf("got %v, want ErrMesa", err)
		}
		t.Run("36.2/a table is open when who directs has signed", func(t *testing.T) {
			total := domain.Importe(3_000_000)
			jefe := s.hire("jefe", domain.JefeMesa, "principal")
			f := aperturaRuleta()
			f.Caja, f.Cantado, f.Receptor = &total, &total, jefe.ID
			p, err := s.proposeApertura(1, f)
			s.must(err)
			if len(p.Avisos) != 0 || p.Acto.Estado != EstadoPropuesto || len(p.Acto.Plazas) != 1 {
				t.Errorf("got %+v", p)
			}
			if _, open, err := openSesion(s.Escritor.Lectura(), "principal", 1); err != nil || open {
				t.Errorf("open before its signature: %v, %v", open, err)
			}
			if _, err := s.proposeApertura(1, f); !errors.Is(err, ErrActoPendiente) {
				t.Errorf("a second act: got %v, want ErrActoPendiente", err)
			}
			if a := s.mustSign(p.Acto.ID, s.director); a.Estado != EstadoCerrado || a.Libro != "anticipos-1" || a.Folio != 1 {
				t.Errorf("got %+v", a)
			}
			if got, open, err := openSesion(s.Escritor.Lectura(), "principal", 1); err != nil || !open || got.Folio != 1 || got.Anticipo != total {
				t.Errorf("got %+v, %v, %v", got, open, err)
			}
		})
		t.Run("36.2/withdrawn, it leaves the table as it was", func(t *testing.T) {
			p, err := s.proposeApertura(2, aperturaBlackJack())
			s.must(err)
			_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: p.Acto.ID, Autor: s.director.autor(), Motivo: "se recuenta"})
			s.must(err)
			if m, err := s.EstadoMesa(ctx, "principal", 2); err != nil || m.Sesion != nil || m.Pendiente != nil {
				t.Errorf("got %+v, %v", m, err)
			}
			if a := s.openMesa(2, aperturaBlackJack()); a.Folio != 1 {
				t.Errorf("got folio %d, want 1: a withdrawn act takes none", a.Folio)
			}
		})
		t.Run("132.4.b/no table at the authorised minimum", func(t *testing.T) {
			s.closeMesa(1, cuenta(piezas(), piezas()))
			p, err := s.proposeApertura(3, AperturaFacts{ApuestaMinima: 500, Maximos: "alto", Entrega: Entrega{Anticipo: piezas(100_000, 75)}})
			if err != nil || len(p.Avisos) != 1 || p.Avisos[0].Articulo != art("132.4.b") {
				t.Fatalf("got %+v, %v, want a warning", p.Avisos, err)
			}
			if got := p.Acto.Dato("avisos"); got != "132.4.b" {
				t.Errorf("on record: got %q", got)
			}
			s.mustSign(p.Acto.ID, s.director)
		})
		s.check()
	})
}

// The inspector of the authority signs when there and willing, and stops nothing.
func TestAperturaInspector(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	for mesa, c := range map[int]struct {
		presencia libros.Presencia
		plazas    int
	}{1: {libros.PresenteFirma, 2}, 2: {libros.PresenteNoFirma, 1}, 3: {libros.OtraDependencia, 1}} {
		t.Run("36.2/"+string(c.presencia), func(t *testing.T) {
			f := aperturaRuleta()
			if mesa == 2 {
				f = aperturaBlackJack()
			}
			f.Inspector = c.presencia
			p, err := s.proposeApertura(mesa, f)
			s.must(err)
			if got := len(p.Acto.Plazas); got != c.plazas || p.Acto.Dato("inspector") != string(c.presencia) {
				t.Errorf("got %d slots, %q", got, p.Acto.Dato("inspector"))
			}
			if got := s.mustSign(p.Acto.ID, s.director); (got.Estado == EstadoCerrado) != (c.plazas == 1) {
				t.Errorf("after who directs: got %s", got.Estado)
			}
			if c.plazas > 1 {
				return
			}
			r, err := s.proposeReposicion(mesa, f.Anticipo)
			s.must(err)
			if got := r.Acto.Dato("inspector"); got != string(c.presencia) {
				t.Errorf("a reposición that says nothing: got %q, want %q", got, c.presencia)
			}
			s.mustSign(r.Acto.ID, s.director)
		})
	}
	s.check()
}

func TestCajaCentralAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30") // judged with 5 €: 75,000 €
	open := func(minimo domain.Importe, thousands int64) error {
		_, err := s.proposeApertura(3, AperturaFacts{ApuestaMinima: minimo, Maximos: "bajo", Entrega: Entrega{Anticipo: piezas(100_000, thousands)}})
		return err
	}
	plan := func(minimo domain.Importe) {
		_, err := s.ChangeLimites(ctx, s.director.autor(), s.ahora(), "principal", 3, LimitesFacts{ApuestaMinima: minimo})
		s.must(err)
	}
	t.Run("37.1/a céntimo above the highest minimum planned", func(t *testing.T) {
		checkErr(t, open(501, 100), libros.ErrMinimoPrevisto, "37.1", "CAJ-D")
		checkErr(t, open(9000, 2000), libros.ErrMinimoPrevisto, "37.1", "CAJ-D") // out of the band too
	})
	t.Run("CAJ-D/planned later, the caja is judged again", func(t *testing.T) {
		plan(501)
		checkErr(t, open(501, 100), libros.ErrSuma, "37.1", "CAJ-D")
	})
	t.Run("CAJ-D/and lets it open when it suffices", func(t *testing.T) {
		plan(500)
		s.closeDay("principal", "2026-11-30")
		_, err := s.CreateJornada(ctx, s.director.autor(), s.ahora(), "principal", JornadaFacts{Fecha: "2026-12-01", Metalico: 7_515_000})
		s.must(err)
		plan(501)
		s.must(open(501, 76))
	})
}

func TestProposeReposicion(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		initial := aperturaRuleta().Anticipo
		_, err := s.proposeReposicion(1, initial)
		checkErr(t, err, ErrMesaCerrada, "35.1", "")
		s.openMesa(1, aperturaRuleta())
		t.Run("35.1/one céntimo off, or another amount", func(t *testing.T) {
			for _, p := range []domain.Piezas{piezas(1, 2_999_999), piezas(1, 3_000_001), piezas(), piezas(100_000, 10) /* MON-07 */} {
				_, err := s.proposeReposicion(1, p)
				checkErr(t, err, libros.ErrReposicion, "35.1", "CAJ-A")
			}
		})
		t.Run("35.1/equal to the initial one, as often as needed, in other pieces", func(t *testing.T) {
			for k, p := range []domain.Piezas{initial, piezas(50_000, 60)} {
				a := s.replenish(1, p)
				if a.Folio != 1 || a.Dato("ordinal") != []string{"1", "2"}[k] {
					t.Errorf("got %+v", a)
				}
			}
		})
		t.Run("36.2/it counts when its act is signed", func(t *testing.T) {
			p, err := s.proposeReposicion(1, initial)
			s.must(err)
			if got, _, err := openSesion(s.Escritor.Lectura(), "principal", 1); err != nil || got.Anticipos != 9_000_000 || got.Reposiciones != 2 {
				t.Errorf("pending: got %+v, %v", got, err)
			}
			if _, err := s.proposeCierreMesa(1, cuenta(piezas(), piezas())); !errors.Is(err, ErrActoPendiente) {
				t.Errorf("close meanwhile: got %v, want ErrActoPendiente", err)
			}
			s.mustSign(p.Acto.ID, s.director)
			if got, _, err := openSesion(s.Escritor.Lectura(), "principal", 1); err != nil || got.Anticipos != 12_000_000 || got.Reposiciones != 3 {
				t.Errorf("signed: got %+v, %v", got, err)
			}
		})
		s.check()
	})
}

// After the end of games nothing is handed over, but what was counted before may still be
// put on record; and a form filled by hand is transcribed with its hour and signatures.
func TestContingencia(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	s.advance("principal", "2026-11-30", domain.FaseAbierta)
	s.openMesa(1, aperturaRuleta())
	counted := s.Escritor.Ahora()
	s.reloj.Move(time.Minute)
	s.advance("principal", "2026-11-30", domain.FaseFinJuegos)
	propose := func(h Hora) (Propuesta, error) {
		return s.ProposeReposicion(ctx, s.director.autor(), h, "principal", 1, ReposicionFacts{Entrega{Anticipo: aperturaRuleta().Anticipo}})
	}
	t.Run("29.5/after the end of games", func(t *testing.T) {
		_, err := propose(s.ahora())
		checkErr(t, err, libros.ErrTrasLaHora, "29.5", "HOR-1")
		_, err = s.proposeApertura(2, aperturaBlackJack())
		checkErr(t, err, libros.ErrTrasLaHora, "29.5", "HOR-1")
	})
	t.Run("HOR-1/counted before, signed after", func(t *testing.T) {
		p, err := propose(EnLinea(counted))
		s.must(err)
		a := s.mustSign(p.Acto.ID, s.director)
		if !a.Hecho.Equal(counted) || !a.Resuelto.After(counted.Add(time.Minute)) {
			t.Errorf("got hecho %v, closed %v", a.Hecho, a.Resuelto)
		}
		_, err = propose(EnLinea(counted.Add(-time.Microsecond)))
		checkErr(t, err, ErrHoraTemprana, "36.2", "HOR-1")
	})
	t.Run("HOR-2/a form, with its number, its reason and a signature by hand", func(t *testing.T) {
		s.reloj.Move(time.Hour)
		h := Hora{Hecho: counted, Formulario: "C-000123"}
		_, err := propose(h)
		checkErr(t, err, ErrDemora, "36.2", "HOR-1")
		h.Motivo = "se fue la luz"
		p, err := propose(h)
		s.must(err)
		a, err := s.Firmar(ctx, FirmaRequest{Acto: p.Acto.ID, PIN: s.director.pin, Credencial: s.director.badge,
			Modo: diario.ModoManuscrita, Ejemplar: 1})
		s.must(err)
		if a.Estado != EstadoCerrado || a.Origen.Formulario != "C-000123" || a.Origen.Transcriptor != s.director.ID {
			t.Errorf("got %+v", a)
		}
		f, err := s.Folio(ctx, "principal", "anticipos-1", 1)
		s.must(err)
		last := f.Anticipos.Anticipos[2]
		if last.Formulario != "C-000123" || last.Demora != "se fue la luz" || last.Firmas[0].Modo != diario.ModoManuscrita || last.Firmas[0].Ejemplar != 1 {
			t.Errorf("got %+v", last)
		}
	})
	s.check()
}
