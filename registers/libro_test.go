package registers

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

func TestFolio(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", day)
		s.advance("principal", day, domain.FaseAbierta)
		s.openMesa(2, aperturaBlackJack())
		open, err := s.Folio(ctx, "principal", "anticipos-2", 1)
		s.must(err)
		t.Run("39.3/LIB-1 until the resolution it is an auxiliary copy", func(t *testing.T) {
			if !open.Resolucion.IsZero() || !strings.Contains(open.Condicion, "copia auxiliar") {
				t.Errorf("got %q", open.Condicion)
			}
		})
		t.Run("40.1/open", func(t *testing.T) {
			a := open.Anticipos
			if a.Recuento != nil || a.TotalDia != nil || len(a.Anticipos) != 1 || a.Sesion != 1 || open.Completitud.Demostrada ||
				open.Completitud.String() != "completitud no demostrada" {
				t.Errorf("got %+v, %v", a, open.Completitud)
			}
		})
		f := autorizacionPrueba()
		f.Libros = libros.Resolucion{Referencia: "TRIB-7", Fecha: "2026-05-04"}
		s.authorize("principal", f)
		s.replenish(2, piezas(50_000, 50))
		s.closeMesa(2, cuenta(piezas(10_000, 412), piezas(2_000, 656)))
		s.openMesa(2, aperturaBlackJack())
		s.closeMesa(2, cuenta(piezas(10_000, 250), piezas()))
		s.closeDay("principal", day)
		got, err := s.Folio(ctx, "principal", "anticipos-2", 1)
		s.must(err)
		t.Run("40.1/closed, with every datum", func(t *testing.T) { checkFolio(t, s, got.Anticipos) })
		t.Run("39.3/LIB-1 with it, the folio cites it", func(t *testing.T) {
			if got.Resolucion != f.Libros || !strings.Contains(got.Condicion, "TRIB-7") {
				t.Errorf("got %+v, %q", got.Resolucion, got.Condicion)
			}
		})
		t.Run("40.3/three signatures with their names", func(t *testing.T) {
			var names []string
			for _, x := range got.Anticipos.Recuento.Firmas {
				names = append(names, string(x.Cargo)+" "+x.Nombre)
			}
			want := []string{"crupier Nombre de crupier Apellido Inventado", "cajero Nombre de cajero Apellido Inventado",
				"director Nombre de director Apellido Inventado"}
			if diff := cmp.Diff(want, names); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
		t.Run("14.3/who substitutes is said to", func(t *testing.T) {
			if a := got.Anticipos.Anticipos; a[0].Firmas[0].Sustituye || !a[1].Firmas[0].Sustituye || a[1].Firmas[0].Articulo != art("14.3") {
				t.Errorf("got %+v, %+v", a[0].Firmas[0], a[1].Firmas[0])
			}
		})
		t.Run("39.3/the checkpoint is that of its own commit", func(t *testing.T) {
			cp := s.openCheckpoint(got.Checkpoint)
			want := got.Anticipos.Recuento.Posicion + 2 // with its entry in the caja central
			if cp.Tamano != want {
				t.Errorf("got size %d, want %d", cp.Tamano, want)
			}
		})
		t.Run("39.3/completeness is proved by the next EstadoDeSeries", func(t *testing.T) { checkCompletitud(t, s, got.Completitud) })
		second, err := s.Folio(ctx, "principal", "anticipos-2", 2)
		s.must(err)
		if second.Anticipos.Sesion != 2 || *second.Anticipos.TotalDia != 432_000 {
			t.Errorf("second session: got %+v", second.Anticipos)
		}
		t.Run("42.2/control de ingresos, certified", func(t *testing.T) {
			c, err := s.Folio(ctx, "principal", "control-ingresos", 1)
			s.must(err)
			cert := c.Control.Certificacion
			if c.Control.Total != 432_000 || cert == nil || len(cert.Firmas) != 1 || cert.Firmas[0].Cargo != domain.Director || !c.Completitud.Demostrada {
				t.Errorf("got %+v", c.Control)
			}
		})
		for libro, want := range map[string][]int64{"anticipos-2": {2, 1}, "control-ingresos": {1}, "anticipos-1": nil} {
			list, err := s.Folios(ctx, "principal", libro, 0, 10)
			s.must(err)
			var numbers []int64
			for _, r := range list {
				if !r.Completo || r.Jornada != day {
					t.Errorf("%s: got %+v", libro, r)
				}
				numbers = append(numbers, r.Numero)
			}
			if !cmp.Equal(numbers, want) {
				t.Errorf("%s: got %v, want %v", libro, numbers, want)
			}
		}
		if list, err := s.Folios(ctx, "principal", "anticipos-2", 2, 10); err != nil || len(list) != 1 || list[0].Numero != 1 {
			t.Errorf("below 2: got %+v, %v", list, err)
		}
	})
}

// Several tables close at once: who directs signs one, a substitute the other, and both
// counts stand.
func TestSubstituteCloses(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", day)
	s.openMesa(1, aperturaRuleta())
	s.openMesa(2, aperturaBlackJack())
	var acts []Propuesta
	for mesa := 1; mesa <= 2; mesa++ {
		p, err := s.proposeCierreMesa(mesa, cuenta(piezas(), piezas()))
		s.must(err)
		acts = append(acts, p)
	}
	for k, who := range []persona{s.director, s.sustituto} {
		for _, signer := range []persona{s.crupier, s.cajero, who} {
			s.mustSign(acts[k].Acto.ID, signer)
		}
		f, err := s.Folio(context.Background(), "principal", LibroAnticipos(k+1), 1)
		s.must(err)
		t.Run("36.4/"+who.Usuario, func(t *testing.T) {
			got := f.Anticipos.Recuento.Firmas[2]
			want := map[bool]string{true: "36.4"}[who.ID == s.sustituto.ID]
			if got.Persona != who.ID || got.Articulo.Ref() != want || got.Sustituye != (want != "") {
				t.Errorf("got %+v, want art. %q", got, want)
			}
		})
	}
	s.check()
}

func checkFolio(t *testing.T, s *salaPrueba, f *FolioAnticipos) {
	t.Helper()
	type entry struct {
		Ordinal int
		Piezas  string
		Importe domain.Importe
	}
	var entries []entry
	for _, a := range f.Anticipos {
		entries = append(entries, entry{a.Ordinal, a.Piezas.String(), a.Importe})
		if a.Inspector != libros.NoPresente || a.Acto == "" || len(a.Huella) != 64 || a.Hecho.IsZero() || !a.Anotacion.After(a.Hecho) {
			t.Errorf("got %+v", a)
		}
	}
	want := []entry{{0, "100000x25", 2_500_000}, {1, "50000x50", 2_500_000}}
	if diff := cmp.Diff(want, entries); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	r := f.Recuento
	if f.Mesa != 2 || f.Juego.Nombre() != "black jack" || f.ApuestaMinima != 500 || f.Maximos != "100" || f.Sesion != 1 ||
		r.FichasImporte != 4_120_000 || r.PlacasImporte != 0 || r.BilletesImporte != 1_312_000 || r.Existencias != 5_432_000 ||
		r.Anticipos != 5_000_000 || r.Resultado != 432_000 || r.Motivo != "fin de la partida" || *f.TotalDia != 432_000 {
		t.Errorf("got %+v, %+v", f, r)
	}
}

func (s *salaPrueba) openCheckpoint(nota []byte) diario.Checkpoint {
	s.t.Helper()
	v, err := note.NewVerifier(s.vkey)
	s.must(err)
	cp, err := diario.OpenCheckpoint(nota, note.VerifierList(v))
	s.must(err)
	return cp
}

// checkCompletitud checks the proof as its reader would: the statement is in the tree that
// the checkpoint signs, and states the numbers shown.
func checkCompletitud(t *testing.T, s *salaPrueba, c Completitud) {
	t.Helper()
	if !c.Demostrada || c.Numero != 5 || c.Folios != 2 {
		t.Fatalf("got %+v", c)
	}
	cp := s.openCheckpoint(c.Checkpoint)
	a, _, err := ReadHoja(s.Escritor.Lectura(), c.Estado)
	s.must(err)
	texto, err := diario.Format(&a)
	s.must(err)
	if err := tlog.CheckRecord(c.Prueba, cp.Tamano, cp.Raiz, c.Estado, tlog.RecordHash(texto)); err != nil {
		t.Error(err)
	}
	if a.Tipo != TipoEstadoDeSeries || a.Dato("libro.principal/anticipos-2") != "5" || a.Dato("folio.principal/anticipos-2") != "2" {
		t.Errorf("got %+v", a)
	}
}

func TestStateSeries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", day)
	p, err := s.proposeApertura(1, aperturaRuleta())
	s.must(err)
	e, err := s.StateSeries(ctx, s.director.autor(), s.Escritor.Ahora())
	s.must(err)
	if e.Contadores["serie.principal/actos"] != "2" || e.Contadores["libro.principal/jornadas"] != "1" ||
		!cmp.Equal(e.ActosAbiertos, []string{p.Acto.ID}) || e.Posicion != s.Escritor.Tamano()-1 {
		t.Errorf("got %+v", e)
	}
	s.check()
}

// A name that was suppressed leaves the folio without it, and nothing else changes.
func TestFolioWithoutNames(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", day)
	s.openMesa(1, aperturaRuleta())
	s.bd.Exec(t, `DELETE FROM boveda WHERE nombre IN ('nombre', 'apellidos')`)
	f, err := s.Folio(context.Background(), "principal", "anticipos-1", 1)
	s.must(err)
	if x := f.Anticipos.Anticipos[0].Firmas[0]; x.Nombre != "" || x.Persona != s.director.ID {
		t.Errorf("got %+v", x)
	}
}
