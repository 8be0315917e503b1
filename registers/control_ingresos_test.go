package registers

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

const day = domain.Fecha("2026-11-30")

func TestCloseJornada(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		cerrar := func() (CierreJornada, error) {
			return s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", day)
		}
		certificar := func() (Certificacion, error) {
			return s.ProposeCertificacion(ctx, s.director.autor(), s.ahora(), "principal", day)
		}
		if _, err := cerrar(); !errors.Is(err, ErrJornada) {
			t.Errorf("got %v, want ErrJornada", err)
		}
		s.begin("principal", day)
		s.begin("apendice", day)
		s.advance("principal", day, domain.FaseAbierta)
		s.openMesa(1, aperturaRuleta())
		s.closeMesa(1, cuenta(piezas(10_000, 301), piezas(2_000, 71))) // +1,520 €
		s.openMesa(2, aperturaBlackJack())
		s.openMesa(1, aperturaRuleta())
		pending, err := s.proposeCierreMesa(1, cuenta(piezas(10_000, 289), piezas())) // −1,100 €
		s.must(err)

		t.Run("40.2/with tables open or acts pending it does not close", func(t *testing.T) {
			_, err := cerrar()
			var blocked *CierreBloqueado
			if !errors.As(err, &blocked) || !errors.Is(err, ErrQuedaPendiente) {
				t.Fatalf("got %v, want *CierreBloqueado", err)
			}
			want := CierreBloqueado{Mesas: []int{1, 2}, Actos: []string{pending.Acto.ID}}
			if diff := cmp.Diff(want, *blocked); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
			if !strings.Contains(err.Error(), "mesas abiertas: 1, 2") {
				t.Errorf("got %q", err)
			}
		})
		for _, who := range []persona{s.crupier, s.cajero, s.director} {
			s.mustSign(pending.Acto.ID, who)
		}
		s.closeMesa(2, cuenta(piezas(1, 2_500_000), piezas(100, 1))) // +1 €
		if _, err := cerrar(); !errors.Is(err, domain.ErrFase) {
			t.Errorf("before recuentos: got %v, want ErrFase", err)
		}
		t.Run("42.2/nothing to certify before the close", func(t *testing.T) {
			_, err := certificar()
			checkErr(t, err, ErrSinCerrar, "42.2", "")
		})
		s.advance("principal", day, domain.FaseRecuentos)
		done, err := cerrar()
		s.must(err)
		t.Run("40.2/two sessions of a table in a day are its sum", func(t *testing.T) {
			if done.Total != 42_100 || done.Jornada.Fase != domain.FaseCerrada || done.Folio != 1 || done.Repetido {
				t.Errorf("got %+v", done)
			}
			f, err := s.Folio(ctx, "principal", "control-ingresos", 1)
			s.must(err)
			want := []LineaFolio{
				{libros.LineaControl{Mesa: 1, Juego: domain.RuletaAmericana, Sesiones: 2, Resultado: 42_000}, []int64{1, 2}},
				{libros.LineaControl{Mesa: 2, Juego: domain.BlackJack, Sesiones: 1, Resultado: 100}, []int64{1}},
			}
			if diff := cmp.Diff(want, f.Control.Lineas); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
			if f.Control.Certificacion != nil || f.Completitud.Demostrada == false {
				t.Errorf("got %+v, %v", f.Control.Certificacion, f.Completitud)
			}
		})
		t.Run("42.2/in figures and in letters", func(t *testing.T) {
			if got, want := done.TotalLetra, "cuatrocientos veintiún euros"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
		t.Run("40.2/closed again, the same answer and nothing written", func(t *testing.T) {
			before := s.Escritor.Tamano()
			again, err := cerrar()
			s.must(err)
			if !again.Repetido || again.Total != done.Total || again.TotalLetra != done.TotalLetra || again.Folio != done.Folio || s.Escritor.Tamano() != before {
				t.Errorf("got %+v, %d asientos of %d", again, s.Escritor.Tamano(), before)
			}
			if _, err := s.proposeApertura(2, aperturaBlackJack()); !errors.Is(err, ErrSinJornada) {
				t.Errorf("a table opens after the close: got %v", err)
			}
		})
		t.Run("42.2/certified by who directs alone, once", func(t *testing.T) {
			c, err := certificar()
			s.must(err)
			again, err := certificar()
			if err != nil || again.Acto.ID != c.Acto.ID || !again.Repetida || c.Repetida || len(c.Acto.Plazas) != 1 {
				t.Errorf("got %+v, %v, want act %s", again, err, c.Acto.ID)
			}
			if _, err := s.sign(c.Acto.ID, s.cajero); !errors.Is(err, ErrNoFirma) {
				t.Errorf("a cajero: got %v", err)
			}
			_, err = s.CreateJornada(ctx, s.director.autor(), s.ahora(), "principal", JornadaFacts{Fecha: "2026-12-01", Metalico: 7_500_000})
			checkErr(t, err, libros.ErrSinCertificar, "42.2", "JOR-2")
			if a := s.mustSign(c.Acto.ID, s.sustituto); a.Estado != EstadoCerrado || a.Folio != 1 || a.Libro != LibroControlIngresos {
				t.Errorf("got %+v", a)
			}
			if j, err := s.Jornada(ctx, "principal", day); err != nil || j.Fase != domain.FaseCertificada {
				t.Errorf("got %v, %v", j.Fase, err)
			}
			again, err = certificar()
			if err != nil || again.Acto.ID != c.Acto.ID || again.Acto.Estado != EstadoCerrado {
				t.Errorf("after: got %+v, %v", again, err)
			}
			if r, err := cerrar(); err != nil || r.Total != done.Total || r.Jornada.Fase != domain.FaseCertificada {
				t.Errorf("closed after: got %+v, %v", r, err)
			}
			s.begin("principal", "2026-12-01")
		})
		t.Run("EST-1/the other establecimiento is where it was", func(t *testing.T) {
			if j, err := s.LastJornada(ctx, "apendice"); err != nil || j.Fase != domain.FasePreparacion {
				t.Errorf("got %+v, %v", j, err)
			}
		})
		t.Run("37.2/the caja central agrees with the books", func(t *testing.T) { s.checkCaja() })
		s.check()
	})
}

// checkCaja holds the caja central of the day against the books of its tables.
func (s *salaPrueba) checkCaja() {
	s.t.Helper()
	lines, err := s.CuadreCaja(context.Background(), "principal", day)
	s.must(err)
	want := []LineaCuadre{
		{1, 1, 3_000_000, 3_000_000, 3_152_000, 3_152_000, 2, 2},
		{1, 2, 3_000_000, 3_000_000, 2_890_000, 2_890_000, 2, 2},
		{2, 1, 2_500_000, 2_500_000, 2_500_100, 2_500_100, 2, 2},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		s.t.Errorf("want -, got +:\n%s", diff)
	}
	for _, l := range lines {
		if !l.Cuadra() {
			s.t.Errorf("does not agree: %+v", l)
		}
	}
	moves, err := s.MovimientosCaja(context.Background(), "principal", day, 1)
	s.must(err)
	var got []libros.Movimiento
	for _, m := range moves {
		got = append(got, m.Concepto)
	}
	wantMoves := []libros.Movimiento{libros.MovimientoAnticipo, libros.MovimientoCierre, libros.MovimientoAnticipo, libros.MovimientoCierre}
	if !cmp.Equal(got, wantMoves) {
		s.t.Errorf("got %v, want %v", got, wantMoves)
	}
}

func TestLineaCuadre(t *testing.T) {
	t.Parallel()
	for _, l := range []LineaCuadre{{EntregadoCaja: 1}, {DevueltoLibro: 1}, {MovimientosCaja: 1}} {
		t.Run("37.2/a céntimo or an entry apart", func(t *testing.T) {
			if l.Cuadra() {
				t.Errorf("%+v agrees", l)
			}
		})
	}
}

// Nothing but the close of a jornada writes a control de ingresos: not an act that people
// sign, not a program that hands one to the writer.
func TestControlIngresosByHand(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", day)
	s.openMesa(1, aperturaRuleta())
	s.closeMesa(1, cuenta(piezas(10_000, 300), piezas()))
	forged := func(total string) diario.Borrador {
		return diario.Borrador{Establecimiento: "principal", Libro: LibroControlIngresos, NuevoFolio: true, Jornada: day,
			Autor: s.director.ID, Cargo: s.director.Cargo, Clase: diario.ClasePermanente, Tipo: TipoControlIngresos,
			Datos: []diario.Dato{{Nombre: "fecha", Valor: string(day)}, {Nombre: "total", Valor: total}, {Nombre: "total_letra", Valor: "x"},
				{Nombre: "mesa.1", Valor: total}, {Nombre: "mesa.1.sesiones", Valor: "1"}, {Nombre: "mesa.1.juego", Valor: "ruleta_americana"}}}
	}
	hand := func(b diario.Borrador) error {
		_, err := s.Escritor.Do(ctx, func(tx *escritor.Tx) error {
			_, err := tx.Append(b)
			return err
		})
		return err
	}
	t.Run("40.2/an act signed by who directs", func(t *testing.T) {
		b := forged("500")
		a, err := s.Propose(ctx, ActoBorrador{Establecimiento: "principal", Libro: b.Libro, NuevoFolio: true, Jornada: day,
			Hecho: s.Escritor.Ahora(), Autor: b.Autor, Cargo: b.Cargo, Tipo: b.Tipo, Datos: b.Datos,
			Plazas: []firma.Plaza{{Quien: firma.QuienDirector}}})
		s.must(err)
		_, err = s.sign(a.ID, s.director)
		checkErr(t, err, ErrControlManual, "40.2", "")
		_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: a.ID, Autor: s.director.autor(), Motivo: "no procede"})
		s.must(err)
	})
	t.Run("40.2/before the close, and another amount after it", func(t *testing.T) {
		checkErr(t, hand(forged("0")), ErrControlManual, "40.2", "")
		s.advance("principal", day, domain.FaseRecuentos)
		_, err := s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", day)
		s.must(err)
		checkErr(t, hand(forged("500")), ErrControlManual, "40.2", "")
		if err := hand(forged("0")); err == nil {
			t.Error("a second control of the same jornada was written")
		}
	})
	t.Run("40.2/one place of the program writes it", func(t *testing.T) {
		if got := writersOf(t, "TipoControlIngresos"); !cmp.Equal(got, []string{"appendControl"}) {
			t.Errorf("got %v", got)
		}
	})
	s.check()
}

// writersOf lists the functions of this package that make an asiento of a kind.
func writersOf(t *testing.T, tipo string) []string {
	t.Helper()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				kv, ok := n.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				key, _ := kv.Key.(*ast.Ident)
				value, _ := kv.Value.(*ast.Ident)
				if key != nil && value != nil && key.Name == "Tipo" && value.Name == tipo {
					names = append(names, f.Name.Name)
				}
				return true
			})
		}
	}
	return names
}

func TestLosingDay(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", day)
	s.openMesa(1, aperturaRuleta())
	s.closeMesa(1, cuenta(piezas(1, 2_975_000), piezas()))
	t.Run("42.2/a loss keeps its sign", func(t *testing.T) {
		done := s.closeDay("principal", day)
		if done.Total != -25_000 || done.TotalLetra != "menos doscientos cincuenta euros" {
			t.Errorf("got %d, %q", done.Total, done.TotalLetra)
		}
	})
	t.Run("42.1/a day without sessions totals nothing", func(t *testing.T) {
		s.begin("principal", "2026-12-01")
		if done := s.closeDay("principal", "2026-12-01"); done.Total != 0 || done.TotalLetra != "cero euros" || done.Folio != 2 {
			t.Errorf("got %+v", done)
		}
	})
	s.check()
}

// A certification that expires or is withdrawn is proposed again; made on paper in time,
// it is transcribed.
func TestCertificacionAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", day)
	s.advance("principal", day, domain.FaseRecuentos)
	_, err := s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", day)
	s.must(err)
	closed := s.Escritor.Ahora()
	first, err := s.ProposeCertificacion(ctx, s.director.autor(), s.ahora(), "principal", day)
	s.must(err)
	_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: first.Acto.ID, Autor: s.director.autor(), Motivo: "se fue la luz"})
	s.must(err)
	t.Run("42.2/HOR-2 certified on paper in time", func(t *testing.T) {
		paper := Hora{Hecho: closed, Formulario: "C-000007"}
		c, err := s.ProposeCertificacion(ctx, s.director.autor(), paper, "principal", day)
		s.must(err)
		if c.Acto.ID == first.Acto.ID || c.Repetida {
			t.Errorf("got %+v", c)
		}
		a, err := s.Firmar(ctx, FirmaRequest{Acto: c.Acto.ID, PIN: s.director.pin, Credencial: s.director.badge, Modo: diario.ModoManuscrita, Ejemplar: 3})
		if err != nil || a.Estado != EstadoCerrado {
			t.Fatalf("got %s, %v", a.Estado, err)
		}
		s.begin("principal", "2026-12-01")
	})
	s.check()
}
