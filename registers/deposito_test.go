package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/firma"
)

// armario is the house of the tests with the book of its depósito open.
type armario struct {
	*salaPrueba
	ctx context.Context
}

func newArmario(t *testing.T, bd dbtest.BD) *armario {
	t.Helper()
	a := &armario{newSala(t, bd), context.Background()}
	_, err := a.OpenDeposito(a.ctx, a.director.autor(), a.ahora(), "principal", DepositoFacts{Armarios: 1, Llave: a.director.badge})
	a.must(err)
	_, err = a.AddProveedor(a.ctx, a.director.autor(), a.ahora(), "principal", Proveedor{Inscripcion: "RGJ-114", Nombre: "Naipes Lozoya, S. A.", Calidad: "fabricante"})
	a.must(err)
	for _, m := range []ModeloBaraja{{"Lozoya", "Casino", "818", true}, {"Lozoya", "Baccara", "900", false}} {
		_, err = a.AddModeloBaraja(a.ctx, a.director.autor(), a.ahora(), "principal", m)
		a.must(err)
	}
	return a
}

// dos are the two of art. 46.3.
func (a *armario) dos() Presentes {
	return Presentes{Llave: a.director.badge, Empleado: a.crupier.badge}
}

func (a *armario) lote(numeros ...string) RecepcionFacts {
	return RecepcionFacts{Clase: deposito.Naipes, Fabricante: "Lozoya", Numeros: numeros, Proveedor: "RGJ-114", Modelo: "818",
		Revision: deposito.Revision{Precinto: true, Rotulos: true, Rasgos: true}, Presentes: a.dos()}
}

func (a *armario) receive(f RecepcionFacts) (RecepcionDeposito, error) {
	return a.Receive(a.ctx, a.director.autor(), a.ahora(), "principal", f)
}

func caja(n string) RefUnidad { return RefUnidad{Clase: deposito.Naipes, Numero: n} }

func (a *armario) move(m deposito.Movimiento, mesa int, us ...RefUnidad) error {
	f := MovimientoFacts{Presentes: a.dos()}
	for _, u := range us {
		f.Unidades = append(f.Unidades, MueveUnidad{u, m, mesa})
	}
	_, _, err := a.MoveDeposito(a.ctx, a.director.autor(), a.ahora(), "principal", f)
	return err
}

func (a *armario) examine(f ExamenFacts) (ExamenDeposito, error) {
	return a.Examine(a.ctx, a.director.autor(), a.ahora(), "principal", f)
}

func (a *armario) estado(r RefUnidad) deposito.Estado {
	a.t.Helper()
	u, err := findUnidad(a.Escritor.Lectura(), "principal", r)
	a.must(err)
	return u.Estado
}

func (a *armario) saldo(at time.Time) map[deposito.Estado]int64 {
	a.t.Helper()
	ss, err := a.Saldo(a.ctx, "principal", at)
	a.must(err)
	m := map[deposito.Estado]int64{}
	for _, s := range ss {
		if s.Clase == deposito.Naipes {
			m[s.Estado] = s.N
		}
	}
	return m
}

func TestDeposito(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		a := newArmario(t, bd)
		a.testRecepcion(t)
		a.testMovimientos(t)
		a.testExamen(t)
		a.testDestruccion(t)
		t.Run("46.2/the book tells it all", func(t *testing.T) {
			ls, err := a.LibroDeposito(a.ctx, "principal", time.Time{}, time.Time{})
			a.must(err)
			if len(ls) < 8 || ls[0].Tipo != TipoDeposito || ls[1].Tipo != TipoRecepcionDeposito || ls[len(ls)-1].Folio != int64(len(ls)) || ls[1].Llave == "" || ls[1].Empleado == "" {
				t.Errorf("got %d entries, %+v", len(ls), ls[:2])
			}
			if none, err := a.LibroDeposito(a.ctx, "principal", a.Escritor.Ahora().Add(time.Hour), time.Time{}); err != nil || len(none) != 0 {
				t.Errorf("got %d, %v", len(none), err)
			}
			if _, err := a.LibroDeposito(a.ctx, "apendice", time.Time{}, time.Time{}); !errors.Is(err, ErrDeposito) {
				t.Errorf("got %v, want ErrDeposito", err)
			}
		})
		a.check()
	})
}

func (a *armario) testRecepcion(t *testing.T) {
	_, err := a.receive(a.lote("2045", "2046", "2047"))
	a.must(err)
	for _, tt := range []struct {
		name     string
		change   func(*RecepcionFacts)
		want     error
		articulo string
		criterio string
	}{
		{"43.2/no supplier", func(f *RecepcionFacts) { f.Proveedor = "" }, deposito.ErrProveedor, "43.2", ""},
		{"43.2/one not inscribed", func(f *RecepcionFacts) { f.Proveedor = "RGJ-9" }, deposito.ErrProveedor, "43.2", ""},
		{"44.5/no such model", func(f *RecepcionFacts) { f.Modelo = "1" }, ErrModeloBaraja, "44.5", ""},
		{"46.1/five packs", func(f *RecepcionFacts) { f.Mazos = 5 }, deposito.ErrMazos, "46.1", "NAI-1"},
		{"45.3/entered before (NAI-02)", func(f *RecepcionFacts) { f.Numeros = []string{"2050", " 2045 "}; f.Fabricante = "LOZOYA" }, ErrUnidadRepetida, "45.3", ""},
		{"45.3/twice in the lot", func(f *RecepcionFacts) { f.Numeros = []string{"2050", "2050"} }, ErrUnidadRepetida, "45.3", ""},
		{"46.2/no number", func(f *RecepcionFacts) { f.Numeros = nil }, ErrSinUnidades, "46.2", ""},
		{"46.3/one alone", func(f *RecepcionFacts) { f.Empleado = "" }, deposito.ErrPresentes, "46.3", ""},
		{"46.3/who has no key", func(f *RecepcionFacts) { f.Llave = a.sustituto.badge }, deposito.ErrLlave, "46.3", ""},
		{"46.3/who does not direct", func(f *RecepcionFacts) { f.Llave = a.cajero.badge }, ErrDirige, "46.3", "FIR-3"},
		{"46.3/a badge that is none", func(f *RecepcionFacts) { f.Empleado = "x" }, firma.ErrCredencial, "", ""},
		{"46.3/who serves elsewhere", func(f *RecepcionFacts) { f.Empleado = a.otroCrupier.badge }, ErrEmpleadoCargo, "46.3", ""},
		{"46.4/unsealed to the reserve", func(f *RecepcionFacts) { f.Reserva, f.Revision.Precinto = true, false }, deposito.ErrDesprecintada, "46.4", ""},
		{"46.1/a class that is none", func(f *RecepcionFacts) { f.Clase = "bolas" }, deposito.ErrClase, "46.1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := a.lote("2050")
			tt.change(&f)
			_, err := a.receive(f)
			checkErr(t, err, tt.want, tt.articulo, tt.criterio)
		})
	}
	t.Run("45.3/46.4/what is wrong is noted, and the rest goes to the reserve", func(t *testing.T) {
		f := a.lote("3001")
		f.Revision = deposito.Revision{Rotulos: true, Rasgos: true}
		r, err := a.receive(f)
		a.must(err)
		if len(r.Disconformidades) != 1 || r.Disconformidades[0].Articulo != art("45.3") {
			t.Errorf("got %+v", r.Disconformidades)
		}
		checkErr(t, a.move(deposito.AlmacenIn, 0, caja("3001")), deposito.ErrDesprecintada, "46.4", "")
		f = a.lote("4001")
		f.Reserva, f.Presentes = true, Presentes{}
		_, err = a.receive(f)
		a.must(err)
		if got := a.estado(caja("4001")); got != deposito.Reserva {
			t.Errorf("got %s, want reserva", got)
		}
		checkErr(t, a.move(deposito.Extraccion, 2, caja("4001")), deposito.ErrReserva, "46.4", "")
	})
}

func (a *armario) testMovimientos(t *testing.T) {
	before := a.Escritor.Ahora()
	a.reloj.Move(time.Minute)
	t.Run("46.1/46.3/one media docena, one place (NAI-01)", func(t *testing.T) {
		a.must(a.move(deposito.Extraccion, 2, caja("2045"), caja("2046")))
		err := a.move(deposito.Extraccion, 2, caja("2045"))
		checkErr(t, err, deposito.ErrEnMesa, "46.1", "")
		checkErr(t, a.move(deposito.Extraccion, 2, caja("2047"), caja("2047")), deposito.ErrEnMesa, "46.1", "")
	})
	t.Run("43.1/cards at a roulette", func(t *testing.T) {
		checkErr(t, a.move(deposito.Extraccion, 1, caja("2047")), deposito.ErrJuegoMaterial, "43.1", "")
	})
	t.Run("46.6/no way out by sale", func(t *testing.T) {
		checkErr(t, a.move("venta", 0, caja("2047")), deposito.ErrMovimiento, "46.6", "")
	})
	t.Run("46.3/nothing to do, or what opens no cupboard", func(t *testing.T) {
		checkErr(t, a.move(deposito.Extraccion, 2), ErrSinUnidades, "46.3", "")
		checkErr(t, a.move(deposito.Examen, 2, caja("2047")), deposito.ErrNoToca, "46.3", "")
		checkErr(t, a.move(deposito.Extraccion, 2, caja("77")), ErrUnidad, "", "")
	})
	t.Run("46.3/an inspection moves nothing and says who", func(t *testing.T) {
		inspect := func(funcionario string) error {
			_, _, err := a.MoveDeposito(a.ctx, a.director.autor(), a.ahora(), "principal",
				MovimientoFacts{Inspeccion: true, Presentes: Presentes{Llave: a.director.badge, Funcionario: funcionario}})
			return err
		}
		checkErr(t, inspect(""), deposito.ErrFuncionario, "46.3", "")
		a.must(inspect("2041"))
	})
	t.Run("46.5/back at 05:30 it waits", func(t *testing.T) {
		a.must(a.move(deposito.Devolucion, 0, caja("2045"), caja("2046")))
		checkErr(t, a.move(deposito.Extraccion, 2, caja("2045")), deposito.ErrPendiente, "46.5", "")
	})
	t.Run("46.1/the balance at any instant", func(t *testing.T) {
		if m := a.saldo(before); m[deposito.Disponible] != 4 || m[deposito.Reserva] != 1 || m[deposito.Pendiente] != 0 {
			t.Errorf("before: got %v", m)
		}
		if m := a.saldo(a.Escritor.Ahora()); m[deposito.Disponible] != 2 || m[deposito.Pendiente] != 2 {
			t.Errorf("now: got %v", m)
		}
	})
	t.Run("46.3/the key passes on", func(t *testing.T) {
		d, err := a.HandLlave(a.ctx, a.director.autor(), a.ahora(), "principal", a.sustituto.badge)
		a.must(err)
		if d.Llave != a.sustituto.ID {
			t.Errorf("got %s", d.Llave)
		}
		checkErr(t, a.move(deposito.Extraccion, 2, caja("2047")), deposito.ErrLlave, "46.3", "")
		_, err = a.HandLlave(a.ctx, a.director.autor(), a.ahora(), "principal", a.cajero.badge)
		checkErr(t, err, ErrDirige, "46.3", "FIR-3")
		_, err = a.HandLlave(a.ctx, a.director.autor(), a.ahora(), "principal", a.director.badge)
		a.must(err)
	})
	t.Run("46.3/14.3/and goes with the relevo of the direction", func(t *testing.T) {
		for _, who := range [][2]persona{{a.director, a.sustituto}, {a.sustituto, a.director}} {
			p, err := a.ProposeRelevo(a.ctx, who[0].autor(), a.ahora(), "principal", RelevoDireccionFacts{Saliente: who[0].ID, Entrante: who[1].ID, Llave: true})
			a.must(err)
			a.mustSign(p.ID, who[0])
			a.mustSign(p.ID, who[1])
			if d, err := a.Deposito(a.ctx, "principal"); err != nil || d.Llave != who[1].ID {
				t.Errorf("got %s, %v, want %s", d.Llave, err, who[1].ID)
			}
		}
	})
}

func (a *armario) testExamen(t *testing.T) {
	told := RetiradaNaipesFacts{Circunstancias: "al ordenar los naipes tras la partida"}
	t.Run("46.5/examined and out again", func(t *testing.T) {
		_, err := a.examine(ExamenFacts{Unidad: caja("2045"), Resultado: ResultadoApta, Cartas: 312, Examinadora: a.crupier.ID})
		a.must(err)
		a.must(a.move(deposito.Extraccion, 2, caja("2045")))
	})
	t.Run("46.7/311 cards withdraw the box, whatever is said", func(t *testing.T) {
		f := ExamenFacts{Unidad: caja("2046"), Resultado: ResultadoApta, Cartas: 311}
		_, err := a.examine(f)
		checkErr(t, err, deposito.ErrCircunstancias, "46.7", "")
		f.Retirada = told
		x, err := a.examine(f)
		a.must(err)
		if x.Incidencia != 1 || !x.Comunicar || a.estado(caja("2046")) != deposito.Retirada {
			t.Errorf("got %+v", x)
		}
		checkErr(t, a.move(deposito.Extraccion, 2, caja("2046")), deposito.ErrRetirada, "46.7", "")
	})
	t.Run("46.7/due at once to the authority, till it is filed", func(t *testing.T) {
		b, err := a.Tablero(a.ctx, "principal")
		a.must(err)
		if !hasAviso(b.Avisos, "46.7") {
			t.Errorf("got %+v", b.Avisos)
		}
		i, err := a.Incidencia(a.ctx, "principal", 1)
		a.must(err)
		if i.Defecto != deposito.Falta || i.Circunstancias != told.Circunstancias || i.Destinatario != DestinatarioRegulador || i.Cartas != 311 || !i.Comunicada.IsZero() {
			t.Errorf("got %+v", i)
		}
		checkErr(t, a.CommunicateIncidencia(a.ctx, a.director.autor(), a.ahora(), "principal", 1, " "), ErrDatos, "", "")
		a.must(a.CommunicateIncidencia(a.ctx, a.director.autor(), a.ahora(), "principal", 1, "REG-77"))
		checkErr(t, a.CommunicateIncidencia(a.ctx, a.director.autor(), a.ahora(), "principal", 1, "REG-77"), ErrIncidenciaNaipes, "", "")
		if b, err = a.Tablero(a.ctx, "principal"); err != nil || hasAviso(b.Avisos, "46.7") {
			t.Errorf("got %+v, %v", b.Avisos, err)
		}
	})
	t.Run("43.4/at a player's request who directs decides", func(t *testing.T) {
		f := ExamenFacts{Unidad: caja("2045"), Resultado: ResultadoApta, Cartas: -1, Peticion: true}
		_, err := a.Examine(a.ctx, a.crupier.autor(), a.ahora(), "principal", f)
		checkErr(t, err, ErrDirige, "43.4", "FIR-3")
		_, err = a.examine(f)
		a.must(err)
		if a.estado(caja("2045")) != deposito.EnMesa {
			t.Error("a fit box left its table")
		}
		f.Resultado, f.Retirada = ResultadoRetirada, RetiradaNaipesFacts{Defecto: deposito.Marcado, Circunstancias: "un as con una muesca", Inspector: libros.PresenteNoFirma}
		_, err = a.examine(f)
		checkErr(t, err, deposito.ErrFuncionario, "46.7", "")
		f.Retirada.Funcionario = "2041"
		x, err := a.examine(f)
		a.must(err)
		if i, err := a.Incidencia(a.ctx, "principal", x.Incidencia); err != nil || i.Destinatario != DestinatarioInspector || i.Comunicada.IsZero() || i.Mesa != 2 || i.Funcionario != "2041" {
			t.Errorf("got %+v, %v", i, err)
		}
		f.Unidad = caja("2047")
		_, err = a.examine(f)
		checkErr(t, err, deposito.ErrNoEnMesa, "46.5", "")
	})
	t.Run("43.4/worn stays in the cupboard", func(t *testing.T) {
		_, err := a.examine(ExamenFacts{Unidad: caja("2047"), Resultado: ResultadoDeteriorada, Cartas: -1})
		a.must(err)
		checkErr(t, a.move(deposito.Extraccion, 2, caja("2047")), deposito.ErrDeteriorada, "43.4", "")
		_, err = a.examine(ExamenFacts{Unidad: caja("2047"), Resultado: "buena", Cartas: -1})
		checkErr(t, err, ErrDatos, "", "")
	})
}

func hasAviso(as []Aviso, articulo string) bool {
	for _, a := range as {
		if a.Articulo.Ref() == articulo {
			return true
		}
	}
	return false
}

func (a *armario) testDestruccion(t *testing.T) {
	propose := func(funcionario string, us ...RecuentoUnidad) (Propuesta, error) {
		p := a.dos()
		p.Funcionario = funcionario
		return a.ProposeDestruccion(a.ctx, a.director.autor(), a.ahora(), "principal", DestruccionFacts{us, p})
	}
	for _, tt := range []struct {
		name        string
		funcionario string
		unidad      string
		cartas      int
		want        error
		articulo    string
	}{
		{"46.6/without the official", "", "2047", 312, deposito.ErrFuncionario, "46.6"},
		{"46.6/311 cards", "2041", "2047", 311, deposito.ErrIncompleta, "46.6"},
		{"46.6/one that is fit", "2041", "3001", 312, deposito.ErrNoDesechada, "46.6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := propose(tt.funcionario, RecuentoUnidad{caja(tt.unidad), tt.cartas})
			checkErr(t, err, tt.want, tt.articulo, "")
		})
	}
	t.Run("46.6/nothing", func(t *testing.T) {
		_, err := propose("2041")
		checkErr(t, err, ErrSinUnidades, "46.6", "")
	})
	t.Run("46.6/the official signs the count", func(t *testing.T) {
		p, err := propose("2041", RecuentoUnidad{caja("2047"), 312}, RecuentoUnidad{caja("2046"), 312})
		a.must(err)
		a.mustSign(p.Acto.ID, a.director)
		if a.estado(caja("2047")) != deposito.Deteriorada {
			t.Error("destroyed before the official signed")
		}
		_, err = a.Firmar(a.ctx, FirmaRequest{Acto: p.Acto.ID, PIN: a.sustituto.pin, Credencial: a.sustituto.badge, Plaza: 2, Modo: diario.ModoManuscrita, Ejemplar: 1})
		a.must(err)
		done, err := a.Acto(a.ctx, p.Acto.ID)
		a.must(err)
		if done.Estado != EstadoCerrado || a.estado(caja("2046")) != deposito.Destruida {
			t.Fatalf("got %s", done.Estado)
		}
		x, err := a.Destruccion(a.ctx, "principal", done.Folio)
		a.must(err)
		if len(x.Unidades) != 2 || x.Unidades[0].Cartas != 312 || x.Funcionario != "2041" || len(x.Firmas) != 2 || x.Llave == "" || x.Empleado == "" {
			t.Errorf("got %+v", x)
		}
		_, err = a.Destruccion(a.ctx, "principal", 1)
		checkErr(t, err, ErrActaDestruccion, "", "")
		_, err = a.receive(a.lote("2046"))
		checkErr(t, err, ErrUnidadRepetida, "45.3", "")
	})
}

// With its depósito in use, a table opens with what its game is played with; without, as ever.
func TestAperturaDeposito(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		a := newArmario(t, bd)
		a.begin("principal", "2026-11-30")
		_, err := a.receive(a.lote("2045"))
		a.must(err)
		sabot := RecepcionFacts{Clase: deposito.Sabot, Fabricante: "Arroyo", Numeros: []string{"4"}, Presentes: a.dos()}
		_, err = a.receive(sabot)
		a.must(err)
		sabot.Numeros, sabot.Homologacion = []string{"5"}, "H-12/2026"
		_, err = a.receive(sabot)
		a.must(err)
		t.Run("46.1/black jack without cards", func(t *testing.T) {
			_, err := a.proposeApertura(2, aperturaBlackJack())
			checkErr(t, err, deposito.ErrSinCaja, "46.1", "")
		})
		a.must(a.move(deposito.Extraccion, 2, caja("2045")))
		t.Run("48.2/black jack without its sabot", func(t *testing.T) {
			_, err := a.proposeApertura(2, aperturaBlackJack())
			checkErr(t, err, deposito.ErrSinSabot, "48.2", "")
			checkErr(t, a.move(deposito.Extraccion, 2, RefUnidad{Clase: deposito.Sabot, Numero: "4"}), deposito.ErrHomologacion, "48.2", "")
			checkErr(t, a.move(deposito.Extraccion, 1, RefUnidad{Clase: deposito.Sabot, Numero: "5"}), deposito.ErrJuegoMaterial, "48.2", "")
		})
		a.must(a.move(deposito.Extraccion, 2, RefUnidad{Clase: deposito.Sabot, Numero: "5"}))
		t.Run("48.2/one sabot, one table", func(t *testing.T) {
			checkErr(t, a.move(deposito.Extraccion, 2, RefUnidad{Clase: deposito.Sabot, Numero: "5"}), deposito.ErrEnMesa, "48.2", "")
		})
		t.Run("48.2/both, and a roulette as ever", func(t *testing.T) {
			a.openMesa(2, aperturaBlackJack())
			a.openMesa(1, aperturaRuleta())
		})
		t.Run("48.2/a manual sabot not returned waits in the checklist", func(t *testing.T) {
			a.closeMesa(2, cuenta(piezas(100_000, 25), piezas()))
			if p := puntoDe(t, a.salaPrueba, "deposito"); p.Hecho || p.Impide || p.Articulo != art("48.2") || p.Detalle == "" {
				t.Errorf("got %+v", p)
			}
			a.must(a.move(deposito.Devolucion, 0, RefUnidad{Clase: deposito.Sabot, Numero: "5"}, caja("2045")))
			if p := puntoDe(t, a.salaPrueba, "deposito"); !p.Hecho {
				t.Errorf("got %+v", p)
			}
		})
		a.check()
	})
}

func puntoDe(t *testing.T, s *salaPrueba, punto string) PuntoCierre {
	t.Helper()
	ps, err := s.ListaCierre(context.Background(), "principal", "2026-11-30")
	s.must(err)
	for _, p := range ps {
		if p.Punto == punto {
			return p
		}
	}
	t.Fatalf("no point %s in %+v", punto, ps)
	return PuntoCierre{}
}

func (a *armario) tableWarnings(mesa int) ([]Aviso, error) {
	s := sala{mesa: Mesa{Mesa: domain.Mesa{Establecimiento: "principal", Numero: mesa, Juego: domain.Dados}}}
	return s.avisosDados(a.Escritor.Lectura())
}

func TestAperturaDados(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		a := newArmario(t, bd)
		f := autorizacionPrueba()
		f.Juegos = append(f.Juegos, JuegoAutorizado{Juego: domain.Dados, Minimo: 200, Maximo: 5000, Mesas: 1})
		a.authorize("principal", f)
		_, err := a.CreateMesa(a.ctx, a.director.autor(), a.ahora(), "principal", MesaFacts{Numero: 7, Juego: domain.Dados})
		a.must(err)
		a.begin("principal", "2026-11-30")
		lote := RecepcionFacts{Clase: deposito.Dado, Fabricante: "Teide", Numeros: []string{"1", "2", "3", "4", "5", "6"}, Arista: 190, Color: "rojo", Siglas: "CP", Transparente: true, Presentes: a.dos()}
		t.Run("149.2.a/19 mm", func(t *testing.T) {
			_, err := a.receive(lote)
			checkErr(t, err, deposito.ErrTamano, "149.2.a", "")
		})
		lote.Arista = 200
		_, err = a.receive(lote)
		a.must(err)
		die := func(n string) RefUnidad { return RefUnidad{Clase: deposito.Dado, Numero: n} }
		six := []RefUnidad{die("1"), die("2"), die("3"), die("4"), die("5"), die("6")}
		open := AperturaFacts{ApuestaMinima: 200, Entrega: Entrega{Anticipo: piezas(100_000, 30)}}
		t.Run("149.2.d/five", func(t *testing.T) {
			a.must(a.move(deposito.Extraccion, 7, six[:5]...))
			_, err := a.proposeApertura(7, open)
			checkErr(t, err, deposito.ErrSeisDados, "149.2.d", "")
		})
		t.Run("149.2.f/six, sealed by the record, warn", func(t *testing.T) {
			a.must(a.move(deposito.Extraccion, 7, six[5]))
			p, err := a.proposeApertura(7, open)
			a.must(err)
			if !hasAviso(p.Avisos, "149.2.f") {
				t.Errorf("got %+v", p.Avisos)
			}
			a.mustSign(p.Acto.ID, a.director)
			x, err := a.examine(ExamenFacts{Unidad: die("1"), Resultado: ResultadoRotura, Cartas: -1})
			a.must(err)
			if x.Unidad.Integro {
				t.Error("the pack is still sealed")
			}
			if as, err := a.tableWarnings(7); err != nil || len(as) != 0 {
				t.Errorf("the whole pack is open: got %+v, %v", as, err)
			}
			_, err = a.examine(ExamenFacts{Unidad: die("1"), Resultado: ResultadoRotura, Cartas: -1})
			checkErr(t, err, ErrSinUnidades, "149.2.f", "")
		})
		t.Run("149.2.f/checked at a player's request", func(t *testing.T) {
			_, err := a.examine(ExamenFacts{Unidad: die("2"), Resultado: ResultadoApta, Cartas: -1, Peticion: true})
			a.must(err)
			_, err = a.Examine(a.ctx, a.crupier.autor(), a.ahora(), "principal", ExamenFacts{Unidad: die("2"), Resultado: ResultadoApta, Cartas: -1, Peticion: true})
			checkErr(t, err, ErrDirige, "149.2.f", "FIR-3")
		})
		t.Run("149.2.d/those of the session before", func(t *testing.T) {
			a.reloj.Move(time.Minute)
			a.closeMesa(7, cuenta(piezas(100_000, 30), piezas()))
			_, err := a.proposeApertura(7, open)
			checkErr(t, err, deposito.ErrMismosDados, "149.2.d", "")
		})
		t.Run("149.2.f/destroyed before the official", func(t *testing.T) {
			a.must(a.move(deposito.Devolucion, 0, six[0]))
			_, err := a.examine(ExamenFacts{Unidad: six[0], Resultado: ResultadoDeteriorada, Cartas: -1})
			a.must(err)
			d := DestruccionFacts{[]RecuentoUnidad{{six[0], 1}}, a.dos()}
			_, err = a.ProposeDestruccion(a.ctx, a.director.autor(), a.ahora(), "principal", d)
			checkErr(t, err, deposito.ErrFuncionario, "149.2.f", "")
			d.Funcionario = "2041"
			_, err = a.ProposeDestruccion(a.ctx, a.director.autor(), a.ahora(), "principal", d)
			a.must(err)
		})
		a.check()
	})
}
