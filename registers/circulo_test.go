package registers

import (
	"context"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/jugada"
	"foliado/domain/libros"
	"foliado/domain/poquer"
	"foliado/migrations/dbtest"
)

// circuloPrueba is the house of the tests with its tables of círculo: the chemin de fer 7, the
// dos paños 8 and 9, the póquer 10.
type circuloPrueba struct {
	*salaPrueba
	jefe, inspector, cambista persona
}

func newCirculo(t *testing.T, bd dbtest.BD) *circuloPrueba {
	t.Helper()
	c := &circuloPrueba{salaPrueba: newSala(t, bd)}
	f := autorizacionPrueba()
	f.Juegos = append(f.Juegos, JuegoAutorizado{Juego: domain.BacaraChemin, Minimo: 1_000, Mesas: 1},
		JuegoAutorizado{Juego: domain.BacaraDosPanos, Minimo: 1_000, Mesas: 2},
		JuegoAutorizado{Juego: domain.PoquerCirculo, Minimo: 2_000, Mesas: 1})
	c.authorize("principal", f)
	for n, j := range map[int]domain.Juego{7: domain.BacaraChemin, 8: domain.BacaraDosPanos, 9: domain.BacaraDosPanos, 10: domain.PoquerCirculo} {
		_, err := c.CreateMesa(context.Background(), c.director.autor(), c.ahora(), "principal", MesaFacts{Numero: n, Juego: j})
		c.must(err)
	}
	c.jefe, c.inspector, c.cambista = c.hire("jefa", domain.JefeMesa, "principal"), c.hire("inspectora", domain.InspectorMesa, "principal"), c.hire("cambista", domain.Cambista, "principal")
	c.begin("principal", "2026-11-30")
	c.advance("principal", "2026-11-30", domain.FaseAbierta)
	return c
}

func (c *circuloPrueba) personal() PersonalCirculo {
	return PersonalCirculo{Responsable: c.inspector.ID, Crupieres: []string{c.crupier.ID}, Cambista: c.cambista.ID}
}

func (c *circuloPrueba) chemin() AperturaCirculoFacts {
	return AperturaCirculoFacts{PersonalCirculo: c.personal(), ApuestaMinima: 1_000, Modalidad: "libre", Jugadores: []int{4}}
}

func (c *circuloPrueba) panos() AperturaCirculoFacts {
	return AperturaCirculoFacts{PersonalCirculo: c.personal(), ApuestaMinima: 1_000, Modalidad: "limitada", Maximo: 100_000, MaximoBanca: 1_000_000,
		Jugadores: []int{2, 3}, Banca: &Banca{Banquero: "Nuria Salvatierra", Importe: 1_000_000, Deposito: 1_000_000, Forma: DepositoCheque}}
}

func (c *circuloPrueba) libre() AperturaCirculoFacts {
	f := c.panos()
	f.Modalidad, f.Maximo, f.MaximoBanca = "libre", 0, 0
	f.Banca.Validada = true
	return f
}

func (c *circuloPrueba) poquer() AperturaCirculoFacts {
	p := PersonalCirculo{Responsable: c.jefe.ID, Crupieres: []string{c.crupier.ID}}
	return AperturaCirculoFacts{PersonalCirculo: p, ApuestaMinima: 2_000, Modalidad: string(poquer.SplitLimit), Maximo: 10_000, Ante: 1_000,
		Variante: poquer.Holdem, Jugadores: []int{4}}
}

func (c *circuloPrueba) open(mesa int, f AperturaCirculoFacts) error {
	return c.OpenCirculo(context.Background(), c.director.autor(), c.ahora(), "principal", mesa, f)
}

// pozo is a count of that many euros, with the cambista's box as it was.
func pozoDe(euros int64) PozoFacts {
	return PozoFacts{Pozo: piezas(100, euros), Cantado: domain.Importe(euros) * 100, Fichas: piezas(10_000, 30), Dinero: piezas(5_000, 40), Motivo: "fin de la partida"}
}

func (c *circuloPrueba) propose(mesa int, f PozoFacts) (Propuesta, error) {
	return c.ProposePozo(context.Background(), c.director.autor(), c.ahora(), "principal", mesa, f)
}

func (c *circuloPrueba) fix() {
	c.t.Helper()
	c.must(c.FixDotacionCambista(context.Background(), c.director.autor(), c.ahora(), "principal", DotacionCambista{Importe: 500_000, Temporada: "2026-2027"}))
}

// TestCirculo plays a night of the tables of círculo: openings refused and admitted, a banker,
// an interruption, the pozos, the control de ingresos.
func TestCirculo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		c := newCirculo(t, bd)
		t.Run("32.3/nobody fixed the box of the cambista", func(t *testing.T) {
			checkErr(t, c.open(7, c.chemin()), libros.ErrSinDotacion, "32.3", "")
			err := c.FixDotacionCambista(ctx, c.cajero.autor(), c.ahora(), "principal", DotacionCambista{Importe: 500_000, Temporada: "2026-2027"})
			checkErr(t, err, ErrDirige, "32.3", "FIR-3")
			err = c.FixDotacionCambista(ctx, c.director.autor(), c.ahora(), "principal", DotacionCambista{Importe: 500_000})
			checkErr(t, err, ErrTemporada, "32.3", "")
		})
		c.fix()
		c.testOpenings(t)
		c.must(c.AnnounceBeneficio(ctx, c.jefe.autor(), c.ahora(), "principal", 10, Beneficio{Opcion: poquer.PorMano, Centesimas: 500}))
		for mesa, f := range map[int]AperturaCirculoFacts{7: c.chemin(), 8: c.panos(), 10: c.poquer()} {
			c.must(c.open(mesa, f))
		}
		c.testManos(t)
		c.testAbiertas(t)
		c.testPozo(t)
		t.Run("42.1/42.2/the pozos pass to the control de ingresos", func(t *testing.T) {
			if done := c.closeDay("principal", "2026-11-30"); done.Total != 1_860_00 || done.TotalLetra != "mil ochocientos sesenta euros" {
				t.Errorf("got %v, %q", done.Total, done.TotalLetra)
			}
			f, err := c.Folio(ctx, "principal", LibroControlIngresos, 1)
			c.must(err)
			if len(f.Control.Lineas) != 3 || f.Control.Lineas[0].Juego != domain.BacaraChemin || len(f.Control.Lineas[0].Folios) != 1 {
				t.Errorf("got %+v", f.Control.Lineas)
			}
		})
		t.Run("37.2/the caja central got them", func(t *testing.T) {
			lines, err := c.CuadreCaja(ctx, "principal", "2026-11-30")
			c.must(err)
			for _, l := range lines {
				if !l.Cuadra() || l.DevueltoCaja == 0 && l.Mesa != 10 {
					t.Errorf("got %+v", l)
				}
			}
		})
		c.testRectificacion(t)
		c.check()
	})
}

// testRectificacion corrects, in the next jornada, what was counted of a pozo.
func (c *circuloPrueba) testRectificacion(t *testing.T) {
	ctx := context.Background()
	c.begin("principal", "2026-12-01")
	c.advance("principal", "2026-12-01", domain.FaseAbierta)
	propose := func(folio int64, f RectificacionFacts) (Propuesta, error) {
		return c.ProposeRectificacion(ctx, c.director.autor(), c.ahora(), "principal", 7, folio, f)
	}
	right := RectificacionFacts{Pozo: piezas(100, 865), Motivo: "una ficha de cinco bajo la tapa"}
	t.Run("41.3/FIR-5/refused", func(t *testing.T) {
		_, err := propose(2, right)
		checkErr(t, err, libros.ErrSinRecuento, "41.3", "FIR-5")
		_, err = propose(1, RectificacionFacts{Pozo: piezas(100, 860), Motivo: "x"})
		checkErr(t, err, libros.ErrSinDiferencia, "41.3", "FIR-5")
		_, err = propose(1, RectificacionFacts{Fichas: piezas(100, 865), Placas: domain.Piezas{}, Billetes: domain.Piezas{}, Motivo: "x"})
		checkErr(t, err, libros.ErrFolio, "41.3", "FIR-5")
	})
	t.Run("41.4/FIR-5/the three who signed the count", func(t *testing.T) {
		p, err := propose(1, right)
		c.must(err)
		if p.Resultado != 865_00 {
			t.Errorf("got %v, want 865,00", p.Resultado)
		}
		for _, who := range []persona{c.cambista, c.cajero} {
			if a := c.mustSign(p.Acto.ID, who); a.Estado != EstadoPropuesto {
				t.Fatalf("closed with %s", who.Usuario)
			}
		}
		if a := c.mustSign(p.Acto.ID, c.director); a.Estado != EstadoCerrado {
			t.Fatalf("got %s", a.Estado)
		}
		f, err := c.Folio(ctx, "principal", "beneficios-7", 1)
		c.must(err)
		b := f.Beneficios
		if b.Pozo.Importe != 860_00 || len(b.Rectificaciones) != 1 {
			t.Fatalf("what was signed stays as it was: got %+v", b)
		}
		if r := b.Rectificaciones[0]; r.Diferencia != 5_00 || r.Contado != 865_00 || r.Jornada != "2026-12-01" || r.Original != "2026-11-30" || r.Motivo != right.Motivo {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("42.1/FIR-5/the difference goes to the control of its day", func(t *testing.T) {
		if done := c.closeDay("principal", "2026-12-01"); done.Total != 5_00 || done.TotalLetra != "cinco euros" {
			t.Errorf("got %v, %q", done.Total, done.TotalLetra)
		}
	})
}

// testOpenings refuses what the tables of círculo may not open with.
func (c *circuloPrueba) testOpenings(t *testing.T) {
	change := func(f AperturaCirculoFacts, do func(*AperturaCirculoFacts)) AperturaCirculoFacts { do(&f); return f }
	type facts = AperturaCirculoFacts
	tests := []struct {
		name  string
		mesa  int
		f     facts
		want  error
		cites string
	}{
		{"41.1/a table of contrapartida", 1, c.chemin(), libros.ErrContrapartida, "41.1"},
		{"74.1/below the authorised minimum", 7, change(c.chemin(), func(f *facts) { f.ApuestaMinima-- }), libros.ErrBajoAutorizado, "74.1"},
		{"71.1/no cambista", 7, change(c.chemin(), func(f *facts) { f.Cambista = "" }), bacara.ErrPersonal, "71.1"},
		{"71.1/no inspector", 7, change(c.chemin(), func(f *facts) { f.Responsable = "" }), bacara.ErrPersonal, "71.1"},
		{"71.1/a jefe in his place", 7, change(c.chemin(), func(f *facts) { f.Responsable = c.jefe.ID }), ErrPuestoMesa, "71.1"},
		{"71.5/two auxiliaries for one table", 7, change(c.chemin(), func(f *facts) { f.Auxiliares = 2 }), bacara.ErrAuxiliares, "71.5"},
		{"32.3/the croupier changes", 7, change(c.chemin(), func(f *facts) { f.Cambista = c.crupier.ID }), libros.ErrCambista, "32.3"},
		{"32.3/a cajero changes", 7, change(c.chemin(), func(f *facts) { f.Cambista = c.cajero.ID }), ErrPuestoMesa, "32.3"},
		{"41.2.d/a croupier who is none", 7, change(c.chemin(), func(f *facts) { f.Crupieres = []string{c.jefe.ID} }), ErrPuestoMesa, "41.2.d"},
		{"77/three players", 7, change(c.chemin(), func(f *facts) { f.Jugadores = []int{3} }), bacara.ErrJugadores, "77"},
		{"69.2/no way of playing", 7, change(c.chemin(), func(f *facts) { f.Modalidad = "" }), bacara.ErrModo, "69.2"},
		{"86.1/a banker at the chemin de fer", 7, change(c.chemin(), func(f *facts) { f.Banca = c.panos().Banca }), ErrBanquero, "86.1"},
		{"84/no cambista", 8, change(c.panos(), func(f *facts) { f.Cambista = "" }), bacara.ErrPersonal, "84"},
		{"82/no modality", 8, change(c.panos(), func(f *facts) { f.Modalidad = "otra" }), bacara.ErrModalidad, "82"},
		{"90.1/two and one", 8, change(c.panos(), func(f *facts) { f.Jugadores = []int{2, 1} }), bacara.ErrPanos, "90.1"},
		{"86.1/no banker", 8, change(c.panos(), func(f *facts) { f.Banca = nil }), ErrBanquero, "86.1"},
		{"86.1/a banker without name", 8, change(c.panos(), func(f *facts) { f.Banca.Banquero = " " }), bacara.ErrNoAnunciad, "86.1"},
		{"86.3/one céntimo short in deposit", 8, change(c.panos(), func(f *facts) { f.Banca.Deposito-- }), bacara.ErrDeposito, "86.3"},
		{"86.3/a cheque of his own", 8, change(c.panos(), func(f *facts) { f.Banca.Forma = "cheque" }), ErrFormaDeposito, "86.3"},
		{"86.2/not the highest bid", 8, change(c.panos(), func(f *facts) { f.Banca.Pujas = []domain.Importe{900_000, 1_100_000} }), bacara.ErrNoAnunciad, "86.2"},
		{"87/above the maximum of the bank", 8, change(c.panos(), func(f *facts) { f.MaximoBanca-- }), bacara.ErrTope, "87"},
		{"88.2/an open bank with a maximum", 8, change(c.libre(), func(f *facts) { f.Maximo = 100_000 }), bacara.ErrSinTope, "88.2"},
		{"88.2/an open bank that nobody found enough", 8, change(c.libre(), func(f *facts) { f.Banca.Validada = false }), bacara.ErrJustifica, "88.2"},
		{"113.3/nothing announced", 10, c.poquer(), poquer.ErrAnuncio, "113.3"},
		{"118.1/three players", 10, change(c.poquer(), func(f *facts) { f.Jugadores = []int{3} }), poquer.ErrJugadores, "118.1"},
		{"113.2/eleven players", 10, change(c.poquer(), func(f *facts) { f.Jugadores = []int{11} }), poquer.ErrLlena, "113.2"},
		{"111/another variant", 10, change(c.poquer(), func(f *facts) { f.Variante = "badugi" }), poquer.ErrVariante, "111"},
		{"117.3.a/a minimum below a fifth of the maximum", 10, change(c.poquer(), func(f *facts) { f.Maximo = 10_001 }), poquer.ErrMinimo, "117.3.a"},
		{"117.3.a/an ante above half of the minimum", 10, change(c.poquer(), func(f *facts) { f.Ante = 1_001 }), poquer.ErrAnte, "117.3.a"},
		{"114.1/no jefe", 10, change(c.poquer(), func(f *facts) { f.Responsable = "" }), ErrResponsable, "114.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkErr(t, c.open(tt.mesa, tt.f), tt.want, tt.cites, "") })
	}
	t.Run("29.4/who directs finds players enough", func(t *testing.T) {
		err := c.OpenCirculo(context.Background(), c.inspector.autor(), c.ahora(), "principal", 7, c.chemin())
		checkErr(t, err, ErrDirige, "29.4", "FIR-3")
	})
	for _, tt := range []struct {
		name  string
		mesa  int
		b     Beneficio
		want  error
		cites string
	}{
		{"113.3.a/six per cent of a hand", 10, Beneficio{Opcion: poquer.PorMano, Centesimas: 501}, poquer.ErrBeneficio, "113.3.a"},
		{"113.3.b/a quarter of the maximum", 10, Beneficio{Opcion: poquer.PorSesion, PorCiento: 25, Base: 10_000}, poquer.ErrBeneficio, "113.3.b"},
		{"113.3/both ways", 10, Beneficio{Opcion: poquer.PorMano, Centesimas: 500, PorCiento: 10}, poquer.ErrOpcion, "113.3"},
		{"113.3/neither", 10, Beneficio{}, poquer.ErrOpcion, "113.3"},
		{"113.3/of a chemin de fer", 7, Beneficio{Opcion: poquer.PorMano, Centesimas: 500}, ErrOtroBeneficio, "113.3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := c.AnnounceBeneficio(context.Background(), c.jefe.autor(), c.ahora(), "principal", tt.mesa, tt.b)
			checkErr(t, err, tt.want, tt.cites, "")
		})
	}
}

// testManos puts a hand of each table on record, judged by what its session was opened with.
func (c *circuloPrueba) testManos(t *testing.T) {
	ctx := context.Background()
	for mesa, want := range map[int]Partida{7: {Modalidad: "libre"}, 8: {Modalidad: "limitada", Maximo: 100_000}, 10: {Modalidad: "split_limit", Variante: "holdem", Maximo: 10_000}} {
		ses, err := c.SesionAt(ctx, "principal", mesa, c.ahora().Hecho)
		c.must(err)
		got, err := c.PartidaOf(ctx, ses)
		if err != nil || got.Modalidad != want.Modalidad || got.Variante != want.Variante || got.Maximo != want.Maximo || (got.Beneficio != nil) != (mesa == 10) {
			t.Errorf("table %d: got %+v, %v, want %+v", mesa, got, err, want)
		}
		l := jugada.Liquidacion{Juego: ses.Juego, Apuestas: []jugada.Apuesta{{Nombre: "deducción (pozo)", Suerte: "pozo", Ganado: domain.FraccionDe(1_200), Articulo: art("113.3.a")}}}
		f := JugadaFacts{Hechos: "{}", Liquidacion: l, Pagos: []PagoJugada{{Pago: jugada.Pago{Pagado: 1_000}}}, Reclamacion: &jugada.Reclamacion{Hoja: "R-1"}, Reclamante: "Berta Olmo"}
		done, err := c.RecordJugada(ctx, c.jefe.autor(), c.ahora(), "principal", mesa, f)
		if err != nil || done.Dictamen.Veredicto != jugada.Discrepante || done.Acta == nil {
			t.Errorf("38.3: table %d: got %+v, %v", mesa, done, err)
		}
	}
}

// testAbiertas does what is done while the tables play.
func (c *circuloPrueba) testAbiertas(t *testing.T) {
	ctx := context.Background()
	t.Run("35.1/CAJ-4/no anticipo nor closing count", func(t *testing.T) {
		_, err := c.proposeReposicion(7, piezas(100, 1))
		checkErr(t, err, libros.ErrCirculo, "35.1", "CAJ-4")
		_, err = c.proposeCierreMesa(7, cuenta(piezas(), piezas()))
		checkErr(t, err, libros.ErrCirculo, "35.1", "CAJ-4")
		_, err = c.proposeApertura(7, aperturaRuleta())
		checkErr(t, err, libros.ErrCirculo, "35.1", "CAJ-4")
	})
	t.Run("113.3/one way alone while the table plays", func(t *testing.T) {
		err := c.AnnounceBeneficio(ctx, c.jefe.autor(), c.ahora(), "principal", 10, Beneficio{Opcion: poquer.PorSesion, PorCiento: 10, Base: 10_000})
		checkErr(t, err, poquer.ErrOpcion, "113.3", "")
	})
	t.Run("86.4/a banker whose bank was won of him", func(t *testing.T) {
		b := Banca{Banquero: "Nuria Salvatierra", Importe: 800_000, Deposito: 999_999, Forma: DepositoEfectivo, Salta: true}
		checkErr(t, c.AwardBanca(ctx, c.inspector.autor(), c.ahora(), "principal", 8, b), bacara.ErrRepone, "86.4", "")
		b = Banca{Banquero: "Ismael Cobo", Importe: 500_000, Deposito: 500_000, Forma: DepositoEfectivo, PorDias: true}
		checkErr(t, c.AwardBanca(ctx, c.inspector.autor(), c.ahora(), "principal", 8, b), bacara.ErrAdjudica, "86.3", "")
		b.PorDias = false
		c.must(c.AwardBanca(ctx, c.inspector.autor(), c.ahora(), "principal", 8, b))
	})
	t.Run("118.1/fourteen minutes and fifteen", func(t *testing.T) {
		_, err := c.SuspendMesa(ctx, c.director.autor(), c.ahora(), "principal", 10, SuspensionFacts{Causa: CausaSinJugadores, Motivo: "quedan tres"})
		c.must(err)
		since := c.Escritor.Ahora()
		c.reloj.Move(14 * time.Minute)
		f := pozoDe(0)
		_, err = c.propose(10, f)
		checkErr(t, err, poquer.ErrEspera, "118.1", "")
		c.reloj.Move(since.Add(15 * time.Minute).Sub(c.Escritor.Ahora()))
		p, err := c.propose(10, f)
		c.must(err)
		for _, who := range []persona{c.jefe, c.cajero, c.director} {
			c.mustSign(p.Acto.ID, who)
		}
	})
	t.Run("41.2.c/interrupted and resumed", func(t *testing.T) {
		_, err := c.SuspendMesa(ctx, c.director.autor(), c.ahora(), "principal", 7, SuspensionFacts{Causa: CausaPocaAnimacion, Motivo: "cena"})
		c.must(err)
		c.reloj.Move(time.Hour)
		c.must(c.ResumeMesa(ctx, c.director.autor(), c.ahora(), "principal", 7))
	})
}

// testPozo counts the pozos of 7 and 8.
func (c *circuloPrueba) testPozo(t *testing.T) {
	ctx := context.Background()
	t.Run("41.3/what is called is what there is", func(t *testing.T) {
		f := pozoDe(860)
		f.Cantado--
		_, err := c.propose(7, f)
		checkErr(t, err, libros.ErrPozo, "41.3", "")
	})
	t.Run("32.3/the box of the cambista", func(t *testing.T) {
		f := pozoDe(860)
		f.Dinero = piezas(5_000, 39)
		_, err := c.propose(7, f)
		checkErr(t, err, libros.ErrCajaCambista, "32.3", "")
	})
	t.Run("41.4/FIR-1/41.5/three people", func(t *testing.T) {
		p, err := c.propose(7, pozoDe(860))
		c.must(err)
		if _, err := c.propose(7, pozoDe(860)); err == nil {
			t.Error("two acts at a time")
		}
		if _, err := c.sign(p.Acto.ID, c.admision); err == nil {
			t.Error("somebody of the door signed")
		}
		for _, who := range []persona{c.cambista, c.cajero} {
			if a := c.mustSign(p.Acto.ID, who); a.Estado != EstadoPropuesto {
				t.Fatalf("closed with %s", who.Usuario)
			}
		}
		_, err = c.sign(p.Acto.ID, c.segundo)
		if err == nil {
			t.Error("41.5: one who is not in the substitution regime signed")
		}
		if a := c.mustSign(p.Acto.ID, c.sustituto); a.Estado != EstadoCerrado {
			t.Fatalf("got %s", a.Estado)
		}
	})
	t.Run("41.2/the folio", func(t *testing.T) {
		f, err := c.Folio(ctx, "principal", "beneficios-7", 1)
		c.must(err)
		b := f.Beneficios
		if b == nil || b.Pozo == nil || b.Pozo.Importe != 860_00 || len(b.Crupieres) != 1 || b.Crupieres[0].Nombre == "" || b.Cambista == nil ||
			len(b.Interrupcion) != 1 || b.Interrupcion[0].Hasta.Sub(b.Interrupcion[0].Desde) < time.Hour || b.Sesion != 1 {
			t.Fatalf("got %+v", b)
		}
		sustituye := false
		for _, s := range b.Pozo.Firmas {
			sustituye = sustituye || s.Sustituye && s.Articulo.Ref() == "41.5"
		}
		if len(b.Pozo.Firmas) != 3 || !sustituye {
			t.Errorf("got %+v", b.Pozo.Firmas)
		}
		if _, err := c.Folio(ctx, "principal", "anticipos-7", 1); err != ErrLibro {
			t.Errorf("39.1.a: a table of círculo with a libro de anticipos: %v", err)
		}
	})
	t.Run("41.2.e/the bankers of dos paños", func(t *testing.T) {
		p, err := c.propose(8, pozoDe(1_000))
		c.must(err)
		for _, who := range []persona{c.crupier, c.cajero, c.director} {
			c.mustSign(p.Acto.ID, who)
		}
		f, err := c.Folio(ctx, "principal", "beneficios-8", 1)
		c.must(err)
		if b := f.Beneficios.Bancas; len(b) != 2 || b[0].Banquero != "Nuria Salvatierra" || b[1].Banquero != "Ismael Cobo" || b[1].Talla != 2 {
			t.Errorf("got %+v", b)
		}
	})
}

// One table of the open bank, two sessions with the dinner between them, two tallas each.
func TestBancaLibre(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newCirculo(t, dbtest.New(t, "sqlite"))
	c.fix()
	c.must(c.open(8, c.libre()))
	award := func() error {
		return c.AwardBanca(ctx, c.director.autor(), c.ahora(), "principal", 8, *c.libre().Banca)
	}
	end := func() {
		t.Helper()
		p, err := c.propose(8, pozoDe(10))
		c.must(err)
		for _, who := range []persona{c.inspector, c.cajero, c.director} {
			c.mustSign(p.Acto.ID, who)
		}
	}
	t.Run("88.3/another table", func(t *testing.T) { checkErr(t, c.open(9, c.libre()), bacara.ErrUnaMesa, "88.3", "") })
	t.Run("88.3/a third talla", func(t *testing.T) {
		c.must(award())
		checkErr(t, award(), bacara.ErrSesion, "88.3", "")
	})
	end()
	t.Run("88.3/a second session without dinner", func(t *testing.T) { checkErr(t, c.open(8, c.libre()), bacara.ErrSesion, "88.3", "") })
	after := c.libre()
	after.Cena = true
	c.must(c.open(8, after))
	end()
	t.Run("88.3/a third session", func(t *testing.T) { checkErr(t, c.open(8, after), bacara.ErrSesion, "88.3", "") })
	c.check()
}
