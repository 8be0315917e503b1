package registers

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

// relieve takes a box of notes from a table, authorised by the director.
func (s *salaPrueba) relieve(mesa, caja, relevo int) (Extraccion, error) {
	return s.RelieveCaja(context.Background(), s.director.autor(), s.ahora(), "principal", mesa, RelevoFacts{Caja: caja, CajaRelevo: relevo})
}

func (s *salaPrueba) proposeActa(mesa int, n int64, billetes domain.Piezas) (Propuesta, error) {
	return s.ProposeActaBilletes(context.Background(), s.cajero.autor(), s.ahora(), "principal", mesa, n, ActaBilletesFacts{Billetes: billetes})
}

func (s *salaPrueba) fileCopia(mesa int, n int64, destino string) (Extraccion, error) {
	return s.FileCopia(context.Background(), s.cajero.autor(), s.ahora(), "principal", mesa, n, destino)
}

// The notes leave the table in three moments and are among its notes at the close.
func TestExtraccion(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		t.Run("31.5/31.4/a table that is not open", func(t *testing.T) {
			_, err := s.relieve(2, 1, 2)
			checkErr(t, err, ErrMesaCerrada, "31.5", "")
		})
		s.openMesa(2, aperturaBlackJack())
		s.openMesa(1, aperturaRuleta())
		t.Run("31.5/who directs authorises", func(t *testing.T) {
			_, err := s.RelieveCaja(ctx, s.cajero.autor(), s.ahora(), "principal", 2, RelevoFacts{Caja: 1, CajaRelevo: 2})
			checkErr(t, err, ErrDirige, "31.5", "FIR-3")
			_, err = s.RelieveCaja(ctx, s.cajero.autor(), s.ahora(), "principal", 2, RelevoFacts{Caja: 1, CajaRelevo: 2, Autoriza: s.crupier.ID})
			checkErr(t, err, ErrDirige, "31.5", "FIR-3")
		})
		t.Run("31.5/boxes that do not fit", func(t *testing.T) {
			for _, b := range [][2]int{{1, 1}, {0, 2}, {1, 0}} {
				_, err := s.relieve(2, b[0], b[1])
				checkErr(t, err, ErrCajaBilletes, "31.5", "")
			}
		})
		x, err := s.RelieveCaja(ctx, s.cajero.autor(), s.ahora(), "principal", 2, RelevoFacts{Caja: 1, CajaRelevo: 2, Autoriza: s.sustituto.ID})
		s.must(err)
		if x.Numero != 1 || x.Estado != ExtraccionRelevada {
			t.Errorf("got %+v", x)
		}
		t.Run("31.5/the box at the table, and at no other", func(t *testing.T) {
			_, err := s.relieve(2, 7, 8)
			checkErr(t, err, ErrCajaBilletes, "31.5", "")
			_, err = s.relieve(1, 3, 2)
			checkErr(t, err, ErrCajaBilletes, "31.5", "")
		})
		t.Run("31.5/without a signed acta the table does not close", func(t *testing.T) {
			_, err := s.proposeCierreMesa(2, cuenta(piezas(), piezas()))
			checkErr(t, err, ErrSinActa, "31.5", "")
			_, err = s.fileCopia(2, 1, DestinoRelevo)
			checkErr(t, err, ErrSinActa, "31.5", "")
		})
		p, err := s.proposeActa(2, 1, piezas(50_000, 20, 20_000, 12))
		s.must(err)
		t.Run("31.5/meanwhile the table goes on", func(t *testing.T) {
			s.replenish(2, aperturaBlackJack().Anticipo)
			_, err := s.proposeCierreMesa(2, cuenta(piezas(), piezas()))
			checkErr(t, err, ErrSinActa, "31.5", "")
			_, err = s.proposeActa(2, 1, piezas(100, 1))
			checkErr(t, err, ErrConActa, "31.5", "")
		})
		s.mustSign(p.Acto.ID, s.sustituto)
		t.Run("31.5/the copy goes into one of the two boxes", func(t *testing.T) {
			_, err := s.fileCopia(2, 1, "cajón")
			checkErr(t, err, ErrDestino, "31.5", "")
			got, err := s.proposeCierreMesa(2, cuenta(piezas(), piezas()))
			if err != nil || !slices.ContainsFunc(got.Avisos, func(a Aviso) bool { return a.Articulo == art("31.5") }) {
				t.Errorf("without its copy: got %+v, %v; want a warning", got.Avisos, err)
			}
			_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: got.Acto.ID, Autor: s.director.autor(), Motivo: "falta la copia"})
			s.must(err)
			x, err := s.fileCopia(2, 1, DestinoRelevo)
			if err != nil || x.Estado != ExtraccionArchivada || x.Importe != 1_240_000 {
				t.Errorf("got %+v, %v", x, err)
			}
			_, err = s.fileCopia(2, 1, DestinoRelevo)
			checkErr(t, err, ErrConActa, "31.5", "")
		})
		if _, err := s.fileCopia(1, 1, DestinoRelevo); !errors.Is(err, ErrExtraccion) {
			t.Errorf("of another table: got %v", err)
		}
		t.Run("31.5/36.3/12.400 € by acta and 3.100 € at the close", func(t *testing.T) {
			got := s.closeMesa(2, cuenta(piezas(), piezas(10_000, 31)))
			f, err := s.Folio(ctx, "principal", "anticipos-2", 1)
			s.must(err)
			if r := f.Anticipos.Recuento; r.BilletesImporte != 1_550_000 || got.Resultado != 1_550_000-5_000_000 || len(f.Anticipos.Movimientos) != 3 {
				t.Errorf("got %+v, %d movements", r, len(f.Anticipos.Movimientos))
			}
		})
		t.Run("37.2/the caja central balances with the book", func(t *testing.T) {
			ls, err := s.CuadreCaja(ctx, "principal", "2026-11-30")
			s.must(err)
			for _, l := range ls {
				if !l.Cuadra() || l.Mesa == 2 && (l.DevueltoCaja != 1_550_000 || l.EntregadoCaja != 5_000_000) {
					t.Errorf("got %+v", l)
				}
			}
		})
		s.closeMesa(1, cuenta(piezas(), piezas()))
		done := s.closeDay("principal", "2026-11-30")
		t.Run("42.1/the control counts them", func(t *testing.T) {
			if want := domain.Importe(1_550_000 - 5_000_000 - 3_000_000); done.Total != want {
				t.Errorf("got %s, want %s", done.Total, want)
			}
		})
		s.check()
	})
}

func TestDevolucionYCambio(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		s.openMesa(2, aperturaBlackJack())
		give := func(mesa int, p domain.Piezas) (Propuesta, error) {
			return s.ProposeDevolucion(ctx, s.cajero.autor(), s.ahora(), "principal", mesa, p)
		}
		t.Run("18.1.e/a return of nothing, or of a closed table", func(t *testing.T) {
			_, err := give(2, piezas())
			checkErr(t, err, ErrSinFichas, "18.1.e", "CAJ-C")
			_, err = give(1, piezas(100, 1))
			checkErr(t, err, ErrMesaCerrada, "18.1.e", "CAJ-C")
		})
		p, err := give(2, piezas(100_000, 5))
		s.must(err)
		s.mustSign(p.Acto.ID, s.cajero)
		if a := s.mustSign(p.Acto.ID, s.director); a.Estado != EstadoCerrado {
			t.Errorf("got %s", a.Estado)
		}
		t.Run("18.1.e/an exchange worth the same", func(t *testing.T) {
			m, err := s.ExchangeCaja(ctx, s.cajero.autor(), s.ahora(), "principal", 2, CambioCajaFacts{piezas(100_000, 1), piezas(1_000, 100)})
			if err != nil || m.Importe != 100_000 {
				t.Errorf("got %+v, %v", m, err)
			}
			_, err = s.ExchangeCaja(ctx, s.cajero.autor(), s.ahora(), "principal", 2, CambioCajaFacts{piezas(100_000, 1), piezas(1_000, 99)})
			checkErr(t, err, libros.ErrCambio, "18.1.e", "CAJ-C")
			_, err = s.ExchangeCaja(ctx, s.cajero.autor(), s.ahora(), "principal", 1, CambioCajaFacts{piezas(1, 1), piezas(1, 1)})
			checkErr(t, err, ErrMesaCerrada, "18.1.e", "CAJ-C")
		})
		t.Run("CAJ-B/what was returned counts at the close", func(t *testing.T) {
			esperado := domain.Importe(2_000_000)
			f := cuenta(piezas(100_000, 20), piezas())
			f.Esperado = &esperado
			if got := s.closeMesa(2, f); got.Resultado != 0 {
				t.Errorf("got %s, want 0", got.Resultado)
			}
			ls, err := s.CuadreCaja(ctx, "principal", "2026-11-30")
			if err != nil || len(ls) != 1 || !ls[0].Cuadra() || ls[0].DevueltoCaja != 2_500_000 {
				t.Errorf("got %+v, %v", ls, err)
			}
		})
		if done := s.closeDay("principal", "2026-11-30"); done.Total != 0 {
			t.Errorf("got %s, want 0", done.Total)
		}
		s.check()
	})
}

func TestFichasDeColor(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	set := func(mesa int, c Colores) error {
		return s.SetDotacionColor(ctx, s.director.autor(), s.ahora(), "principal", mesa, c)
	}
	t.Run("134.1.b/at the roulettes alone, by piece", func(t *testing.T) {
		checkErr(t, set(2, Colores{"rojo": 300}), ErrColor, "134.1.b", "CAJ-B")
		checkErr(t, set(1, Colores{"rojo": -1}), ErrColor, "134.1.b", "CAJ-B")
		checkErr(t, set(1, Colores{"Rojo!": 1}), ErrColor, "134.1.b", "CAJ-B")
	})
	s.must(set(1, Colores{"rojo": 300, "verde": 300}))
	s.begin("principal", "2026-11-30")
	s.openMesa(1, aperturaRuleta())
	t.Run("CAJ-B/they are counted against their dotación and have no value", func(t *testing.T) {
		for _, tt := range []struct {
			colores Colores
			warns   int
		}{{nil, 1}, {Colores{"rojo": 300, "verde": 300}, 0}, {Colores{"rojo": 297, "verde": 300}, 1}, {Colores{"rojo": 300}, 1}} {
			f := cuenta(piezas(100_000, 30), piezas())
			f.Colores = tt.colores
			p, err := s.proposeCierreMesa(1, f)
			s.must(err)
			n := 0
			for _, a := range p.Avisos {
				if a.Articulo == art("134.1.b") {
					n++
				}
			}
			if n != tt.warns || p.Resultado != 0 {
				t.Errorf("%v: got %+v and a result of %s", tt.colores, p.Avisos, p.Resultado)
			}
			_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: p.Acto.ID, Autor: s.director.autor(), Motivo: "otra vez"})
			s.must(err)
		}
		f := cuenta(piezas(), piezas())
		f.Colores = Colores{"rojo": 1}
		s.openMesa(2, aperturaBlackJack())
		_, err := s.proposeCierreMesa(2, f)
		checkErr(t, err, ErrColor, "134.1.b", "CAJ-B")
	})
	s.check()
}

func TestSuspension(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		s.advance("principal", "2026-11-30", domain.FaseAbierta)
		suspend := func(autor Autor, mesa int, f SuspensionFacts) ([]Aviso, error) {
			return s.SuspendMesa(ctx, autor, s.ahora(), "principal", mesa, f)
		}
		good := SuspensionFacts{Causa: CausaPocaAnimacion, Motivo: "quedan dos personas en la sala"}
		s.openMesa(1, aperturaRuleta())
		t.Run("29.3/who directs, with its reason", func(t *testing.T) {
			_, err := suspend(s.cajero.autor(), 1, good)
			checkErr(t, err, ErrDirige, "29.3", "FIR-3")
			_, err = suspend(s.director.autor(), 1, SuspensionFacts{Causa: CausaPocaAnimacion})
			checkErr(t, err, ErrSinMotivo, "29.3", "")
			_, err = suspend(s.director.autor(), 1, SuspensionFacts{Causa: "cansancio", Motivo: "x"})
			checkErr(t, err, ErrCausa, "29.3", "")
			_, err = suspend(s.director.autor(), 2, good)
			checkErr(t, err, ErrMesaCerrada, "29.3", "")
		})
		t.Run("29.1/the players left", func(t *testing.T) {
			_, err := suspend(s.director.autor(), 2, SuspensionFacts{Causa: CausaSinJugadores, Motivo: "se fueron"})
			checkErr(t, err, ErrMesaCerrada, "29.1", "")
		})
		t.Run("29.3/29.4/no other of the game stays: a warning", func(t *testing.T) {
			avisos, err := suspend(s.sustituto.autor(), 1, good)
			if err != nil || len(avisos) != 2 || avisos[0].Articulo != art("29.3") || avisos[1].Articulo != art("29.4") {
				t.Fatalf("got %+v, %v", avisos, err)
			}
			b, err := s.Tablero(ctx, "principal")
			s.must(err)
			if b.Mesas[0].EnServicio() || !slices.ContainsFunc(b.Avisos, func(a Aviso) bool { return a.Articulo == art("29.4") }) {
				t.Errorf("got %+v", b.Avisos)
			}
			_, err = s.proposeReposicion(1, aperturaRuleta().Anticipo)
			checkErr(t, err, ErrMesaSuspendida, "29.3", "")
			_, err = suspend(s.director.autor(), 1, good)
			checkErr(t, err, ErrMesaSuspendida, "29.3", "")
		})
		t.Run("29.3/and goes on", func(t *testing.T) {
			checkErr(t, s.ResumeMesa(ctx, s.crupier.autor(), s.ahora(), "principal", 1), ErrDirige, "29.3", "FIR-3")
			s.must(s.ResumeMesa(ctx, s.director.autor(), s.ahora(), "principal", 1))
			checkErr(t, s.ResumeMesa(ctx, s.director.autor(), s.ahora(), "principal", 1), ErrNoSuspendida, "29.3", "")
			s.replenish(1, aperturaRuleta().Anticipo)
		})
		t.Run("29.3/gradual opening: each table at its hour", func(t *testing.T) {
			s.reloj.Move(time.Hour)
			s.openMesa(3, AperturaFacts{ApuestaMinima: 500, Maximos: "bajo", Entrega: Entrega{Anticipo: piezas(100_000, 75)}})
			b, err := s.Tablero(ctx, "principal")
			s.must(err)
			if d := b.Mesas[2].Sesion.Apertura.Sub(b.Mesas[0].Sesion.Apertura); d < time.Hour {
				t.Errorf("the openings are %s apart", d)
			}
			avisos, err := suspend(s.director.autor(), 3, good)
			if err != nil || len(avisos) != 0 {
				t.Errorf("with another in service: got %+v, %v", avisos, err)
			}
			if p, err := s.proposeCierreMesa(3, cuenta(piezas(), piezas())); err != nil {
				t.Errorf("a suspended table is counted: got %+v, %v", p, err)
			}
		})
		s.check()
	})
}

func TestClausura(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		s.openMesa(2, aperturaBlackJack())
		close := func(autor Autor, mesa int, text string) (Propuesta, error) {
			return s.ProposeClausura(ctx, autor, s.ahora(), "principal", mesa, ClausuraFacts{text})
		}
		t.Run("29.2/the director asks, with circumstances, of an open table", func(t *testing.T) {
			jefe := s.hire("jefe", domain.JefeMesa, "principal")
			_, err := close(jefe.autor(), 2, "cartas marcadas")
			checkErr(t, err, ErrDirige, "29.2", "FIR-3")
			_, err = close(s.director.autor(), 2, " ")
			checkErr(t, err, ErrSinCircunstancias, "29.2", "")
			_, err = close(s.director.autor(), 1, "cartas marcadas")
			checkErr(t, err, ErrMesaCerrada, "29.2", "")
		})
		p, err := close(s.director.autor(), 2, "dos barajas con la misma marca")
		s.must(err)
		s.mustSign(p.Acto.ID, s.director)
		t.Run("29.2/PLA-1/falls due in two days, both dates shown", func(t *testing.T) {
			cs, err := s.Clausuras(ctx, "principal")
			if err != nil || len(cs) != 1 || cs[0].Vence.Natural != "2026-12-02" || cs[0].Vence.Habil != "2026-12-02" || cs[0].Mesa != 2 {
				t.Fatalf("got %+v, %v", cs, err)
			}
			b, err := s.Tablero(ctx, "principal")
			s.must(err)
			if !slices.ContainsFunc(b.Avisos, func(a Aviso) bool { return a.Articulo == art("29.2") && a.Criterio == "PLA-1" }) {
				t.Errorf("got %+v", b.Avisos)
			}
		})
		t.Run("29.2/only its count is left", func(t *testing.T) {
			_, err := s.proposeReposicion(2, aperturaBlackJack().Anticipo)
			checkErr(t, err, ErrMesaClausurada, "29.2", "")
			_, err = s.SuspendMesa(ctx, s.director.autor(), s.ahora(), "principal", 2, SuspensionFacts{CausaPocaAnimacion, "x"})
			checkErr(t, err, ErrMesaClausurada, "29.2", "")
			s.closeMesa(2, cuenta(piezas(100_000, 25), piezas()))
			_, err = s.proposeApertura(2, aperturaBlackJack())
			checkErr(t, err, ErrMesaClausurada, "29.2", "")
		})
		t.Run("29.2/until its filing is noted", func(t *testing.T) {
			note := func(folio int64, registro string) error {
				return s.CommunicateClausura(ctx, s.director.autor(), s.ahora(), "principal", 2, folio, registro)
			}
			if err := note(1, ""); !errors.Is(err, ErrDatos) {
				t.Errorf("without its number: got %v", err)
			}
			if err := note(9, "REG/1"); !errors.Is(err, ErrClausura) {
				t.Errorf("of another folio: got %v", err)
			}
			s.must(note(1, "REG/2026/118"))
			if err := note(1, "REG/2026/119"); !errors.Is(err, ErrClausura) {
				t.Errorf("twice: got %v", err)
			}
			b, err := s.Tablero(ctx, "principal")
			if err != nil || slices.ContainsFunc(b.Avisos, func(a Aviso) bool { return a.Articulo == art("29.2") }) {
				t.Errorf("got %+v, %v", b.Avisos, err)
			}
		})
		s.check()
	})
}

func TestIncidenciaMesa(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	note := func(mesa int, f IncidenciaMesaFacts) error {
		return s.RecordIncidenciaMesa(ctx, s.director.autor(), s.ahora(), "principal", mesa, f)
	}
	good := IncidenciaMesaFacts{Clase: IncidenciaAsociacion, Texto: "las casillas 3 y 4 se reparten el máximo: 500 € en cada una"}
	t.Run("30.1/with table, hour and stakes", func(t *testing.T) {
		checkErr(t, note(2, good), ErrMesaCerrada, "30.1", "")
		s.openMesa(2, aperturaBlackJack())
		checkErr(t, note(2, IncidenciaMesaFacts{Clase: IncidenciaOtra}), ErrIncidencia, "30.1", "")
		checkErr(t, note(2, IncidenciaMesaFacts{Clase: "ruido", Texto: "x"}), ErrIncidencia, "30.1", "")
		s.must(note(2, good))
		f, err := s.Folio(ctx, "principal", "anticipos-2", 1)
		s.must(err)
		if got := f.Anticipos.Movimientos; len(got) != 1 || got[0].Texto != good.Texto || got[0].Clase != good.Clase || got[0].Hecho.IsZero() {
			t.Errorf("got %+v", got)
		}
	})
	s.check()
}

func TestComprobacionMesa(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	note := func(mesa int, f ComprobacionMesaFacts) error {
		return s.RecordComprobacionMesa(ctx, s.director.autor(), s.ahora(), "principal", mesa, f)
	}
	good := ComprobacionMesaFacts{Funcionario: "2041", Conforme: true, Resultado: "recuenta las fichas: 25.000 €"}
	t.Run("36.5/of an open table, with its result", func(t *testing.T) {
		checkErr(t, note(2, good), ErrMesaCerrada, "36.5", "")
		s.openMesa(2, aperturaBlackJack())
		checkErr(t, note(2, ComprobacionMesaFacts{Funcionario: "2041"}), ErrSinResultado, "36.5", "")
		s.must(note(2, good))
		s.must(note(2, good))
		f, err := s.Folio(ctx, "principal", "anticipos-2", 1)
		s.must(err)
		if got := f.Anticipos.Movimientos; len(got) != 2 || got[0].Texto != good.Resultado || !got[0].Conforme {
			t.Errorf("got %+v", got)
		}
	})
	s.check()
}
