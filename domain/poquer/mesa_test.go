package poquer

import (
	"slices"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

func TestLimites(t *testing.T) {
	t.Run("117.3.a.1/half the pot", func(t *testing.T) {
		if got, hay, err := MaximoApuesta(SplitLimit, 81); got != 40 || !hay || err != nil {
			t.Errorf("%v, %v, %v", got, hay, err)
		}
		check(t, CheckApuesta(SplitLimit, 10, 80, 41), ErrSuperior, "117.3.a.1")
		if err := CheckApuesta(SplitLimit, 10, 80, 40); err != nil {
			t.Error(err)
		}
	})
	t.Run("117.3.a.2/the pot", func(t *testing.T) {
		if got, hay, err := MaximoSubida(BoteConLimite, 80); got != 80 || !hay || err != nil {
			t.Errorf("%v, %v, %v", got, hay, err)
		}
		check(t, CheckApuesta(BoteConLimite, 10, 80, 81), ErrSuperior, "117.3.a.2")
	})
	t.Run("117.3.a.3/no limit", func(t *testing.T) {
		if _, hay, err := MaximoApuesta(BoteSinLimite, 80); hay || err != nil {
			t.Errorf("%v, %v", hay, err)
		}
		if err := CheckApuesta(BoteSinLimite, 10, 0, 1_000_000); err != nil {
			t.Error(err)
		}
	})
	t.Run("117.3.a/minimum, maximum and ante", func(t *testing.T) {
		for _, tt := range []struct {
			err  error
			want error
		}{
			{CheckApuesta(BoteSinLimite, 10, 80, 9), ErrInferior},
			{CheckApuesta("otro", 10, 80, 20), ErrModo},
			{CheckMinimo(100, 19), ErrMinimo}, {CheckMinimo(100, 41), ErrMinimo}, {CheckMinimo(0, 0), ErrImporte},
			{CheckMinimo(7, 1), ErrMinimo}, {CheckAnte(20, 11), ErrAnte}, {CheckAnte(21, 11), ErrAnte}, {CheckAnte(20, -1), ErrImporte}, {CheckAnte(-20, 0), ErrImporte},
		} {
			check(t, tt.err, tt.want, "117.3.a")
		}
		for _, err := range []error{CheckMinimo(100, 20), CheckMinimo(100, 40), CheckMinimo(7, 2), CheckAnte(20, 10), CheckAnte(21, 10), CheckAnte(20, 0)} {
			if err != nil {
				t.Error(err)
			}
		}
		_, _, err := MaximoApuesta(SplitLimit, -1)
		check(t, err, ErrImporte, "117.3.a.1")
	})
	t.Run("117.3.a/half the minimum and a céntimo", func(t *testing.T) {
		check(t, CheckAnte(100, 50), nil, "")
		check(t, CheckAnte(100, 51), ErrAnte, "117.3.a")
	})
	t.Run("117.3.a/A-C-14, the minimum may always be bet", func(t *testing.T) {
		if err := CheckApuesta(SplitLimit, 10, 12, 10); err != nil {
			t.Error(err)
		}
		check(t, CheckApuesta(SplitLimit, 10, 12, 11), ErrSuperior, "117.3.a.1")
	})
	t.Run("117.3/chips alone", func(t *testing.T) {
		check(t, CheckFichas(false), ErrFichas, "117.3")
		if err := CheckFichas(true); err != nil {
			t.Error(err)
		}
	})
	t.Run("117.3.b/a change is announced", func(t *testing.T) {
		check(t, CheckCambioLimite(false), ErrAnuncio, "117.3.b")
		if err := CheckCambioLimite(true); err != nil {
			t.Error(err)
		}
	})
}

func TestBeneficio(t *testing.T) {
	t.Run("113.3.a/up to five per cent", func(t *testing.T) {
		for _, tt := range []struct {
			aportado   domain.Importe
			centesimas int64
			want       domain.Importe
		}{{20_000, 500, 1_000}, {999, 500, 49}, {1, 500, 0}, {12_345, 250, 308}, {100, 0, 0}, {0, 500, 0}} {
			if got, err := BeneficioMano(tt.aportado, tt.centesimas); got != tt.want || err != nil {
				t.Errorf("%+v: %v, %v", tt, got, err)
			}
		}
		for _, c := range []int64{-1, 501, 600} {
			_, err := BeneficioMano(100, c)
			check(t, err, ErrBeneficio, "113.3.a")
		}
		_, err := BeneficioMano(-1, 500)
		check(t, err, ErrImporte, "113.3.a")
	})
	t.Run("113.3.b/from 10 to 20 per cent", func(t *testing.T) {
		for _, tt := range []struct {
			base      domain.Importe
			porCiento int64
			want      domain.Importe
		}{{10_000, 10, 1_000}, {10_000, 20, 2_000}, {155, 13, 20}} {
			if got, err := BeneficioSesion(tt.base, tt.porCiento); got != tt.want || err != nil {
				t.Errorf("%+v: %v, %v", tt, got, err)
			}
		}
		for _, p := range []int64{9, 21, 25} {
			_, err := BeneficioSesion(10_000, p)
			check(t, err, ErrBeneficio, "113.3.b")
		}
		_, err := BeneficioSesion(-1, 10)
		check(t, err, ErrImporte, "113.3.b")
	})
	t.Run("113.3/one of the two, announced", func(t *testing.T) {
		check(t, CheckOpcion(PorMano, PorSesion, true), ErrOpcion, "113.3")
		check(t, CheckOpcion("", "", true), ErrOpcion, "113.3")
		check(t, CheckOpcion(PorSesion, PorSesion, false), ErrAnuncio, "113.3")
		if CheckOpcion(PorMano, PorMano, true) != nil || CheckOpcion(PorSesion, PorSesion, true) != nil {
			t.Error("the one that it chose")
		}
	})
}

func TestTurno(t *testing.T) {
	tests := []struct {
		name   string
		t      Turno
		cubre  domain.Importe
		puede  []Accion
		niega  Accion
		porque error
		cites  string
	}{
		{"118.3.b/nobody bet", Turno{Resto: 100, MaxSubidas: -1, Activos: 4}, 0, []Accion{Retirarse, Pasar, Apostar}, Subir, ErrNoPuede, "118.3.e"},
		{"118.3/no chips to bet", Turno{MaxSubidas: -1, Activos: 4}, 0, []Accion{Retirarse, Pasar}, Apostar, ErrNoPuede, "118.3"},
		{"118.3.b/passing on a bet", Turno{ApuestaActual: 50, Aportado: 20, Resto: 100, MaxSubidas: -1, Activos: 4}, 30, []Accion{Retirarse, Cubrir, Subir}, Pasar, ErrNoPasa, "118.3.b"},
		{"118.3.e/not enough to raise", Turno{ApuestaActual: 200, Resto: 80, MaxSubidas: -1, Activos: 4}, 80, []Accion{Retirarse, Cubrir}, Subir, ErrNoPuede, "118.3.e"},
		{"118.3.e/just enough to call", Turno{ApuestaActual: 80, Resto: 80, MaxSubidas: -1, Activos: 4}, 80, []Accion{Retirarse, Cubrir}, Subir, ErrNoPuede, "118.3.e"},
		{"118.3.d/nothing to call with", Turno{ApuestaActual: 80, MaxSubidas: -1, Activos: 4}, 0, []Accion{Retirarse}, Cubrir, ErrNoPuede, "118.3.d"},
		{"118.3.d/nothing to call", Turno{ApuestaActual: 80, Aportado: 80, Resto: 5, MaxSubidas: -1, Activos: 4}, 0, []Accion{Retirarse, Subir}, Cubrir, ErrNoPuede, "118.3.d"},
		{"118.3.e/123.2/the third raise", Turno{ApuestaActual: 40, Resto: 100, Subidas: 2, MaxSubidas: SubidasStud, Activos: 3}, 40, []Accion{Retirarse, Cubrir, Subir}, Pasar, ErrNoPasa, "118.3.b"},
		{"118.3.e/123.2/the fourth raise", Turno{ApuestaActual: 40, Resto: 100, Subidas: 3, MaxSubidas: SubidasStud, Activos: 3}, 40, []Accion{Retirarse, Cubrir}, Subir, ErrSubidas, "118.3.e"},
		{"118.3.e/the third raise", Turno{ApuestaActual: 40, Resto: 100, Subidas: 2, MaxSubidas: 3, Activos: 3}, 40, []Accion{Retirarse, Cubrir, Subir}, Pasar, ErrNoPasa, "118.3.b"},
		{"118.3.e/two players have no limit", Turno{ApuestaActual: 40, Resto: 100, Subidas: 9, MaxSubidas: 3, Activos: 2}, 40, []Accion{Retirarse, Cubrir, Subir}, Pasar, ErrNoPasa, "118.3.b"},
		{"119.3.f/who bet before his turn", Turno{ApuestaActual: 40, Aportado: 20, Resto: 100, MaxSubidas: -1, Activos: 4, FueraDeTurno: true}, 20, []Accion{Retirarse, Cubrir}, Subir, ErrAdelantado, "119.3.f"},
		{"123.3/the lowest card may not leave", Turno{Resto: 100, MaxSubidas: 3, Activos: 4, Forzado: CartaMasBaja}, 0, []Accion{Apostar}, Retirarse, ErrObligado, "123.3"},
		{"123.3/nor pass", Turno{Resto: 100, MaxSubidas: 3, Activos: 4, Forzado: CartaMasBaja}, 0, []Accion{Apostar}, Pasar, ErrObligado, "123.3"},
		{"123.3/the best one may pass", Turno{Resto: 100, MaxSubidas: 3, Activos: 4, Forzado: AbreIntervalo}, 0, []Accion{Pasar, Apostar}, Retirarse, ErrObligado, "123.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var puede []Accion
			for _, a := range []Accion{Retirarse, Pasar, Apostar, Cubrir, Subir} {
				if tt.t.Check(a) == nil {
					puede = append(puede, a)
				}
			}
			if !slices.Equal(puede, tt.puede) || tt.t.ParaCubrir() != tt.cubre {
				t.Errorf("%v with %v, want %v with %v", puede, tt.t.ParaCubrir(), tt.puede, tt.cubre)
			}
			check(t, tt.t.Check(tt.niega), tt.porque, tt.cites)
		})
	}
	t.Run("123.3/four cards are put aside", func(t *testing.T) {
		if got, want := CartasMuertas, 4; got != want {
			t.Errorf("%d, want %d", got, want)
		}
	})
	t.Run("118.3/no action", func(t *testing.T) {
		check(t, Turno{}.Check("farol"), ErrAccion, "118.3")
		check(t, Turno{Resto: -1}.Check(Pasar), ErrImporte, "118.3")
	})
	t.Run("118.3/the last one does not show", func(t *testing.T) {
		for n, want := range map[int]bool{1: true, 2: false} {
			if got, a := GanaSinMostrar(n); got != want || a != art("118.3") {
				t.Errorf("%d: %v", n, got)
			}
		}
	})
}

func TestPoneFichas(t *testing.T) {
	tests := []struct {
		name       string
		debe, pone domain.Importe
		anuncia    bool
		want       Puestas
	}{
		{"119.3.c/less is completed", 20, 15, false, Puestas{Incompleta, 5, 0, art("119.3.c")}},
		{"119.3.c/though it was announced", 20, 15, true, Puestas{Incompleta, 5, 0, art("119.3.c")}},
		{"119.3.d/just so", 20, 20, true, Puestas{Cubre, 0, 0, art("119.3.d")}},
		{"119.3.d/more without a word", 20, 50, false, Puestas{Cubre, 0, 30, art("119.3.d")}},
		{"119.3.d/more, announced", 20, 50, true, Puestas{Sube, 0, 0, art("119.3.d")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := PoneFichas(tt.debe, tt.pone, tt.anuncia); got != tt.want || err != nil {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
	t.Run("119.3.c/less than nothing", func(t *testing.T) {
		_, err := PoneFichas(20, -1, false)
		check(t, err, ErrImporte, "119.3.c")
		_, err = PoneFichas(-1, 20, false)
		check(t, err, ErrImporte, "119.3.c")
	})
}

func TestOrden(t *testing.T) {
	t.Run("118.7/from who bet last to his right", func(t *testing.T) {
		for _, tt := range []struct {
			activos []Puesto
			primero Puesto
			want    []Puesto
		}{{[]Puesto{1, 3, 5}, 3, []Puesto{3, 5, 1}}, {[]Puesto{10, 1, 9}, 9, []Puesto{9, 10, 1}}, {[]Puesto{6, 8}, 7, []Puesto{8, 6}}} {
			if got, err := OrdenDeMostrar(tt.activos, tt.primero); !slices.Equal(got, tt.want) || err != nil {
				t.Errorf("%+v: %v, %v", tt, got, err)
			}
		}
		_, err := OrdenDeMostrar(nil, 1)
		check(t, err, ErrNadie, "118.7")
		_, err = OrdenDeMostrar([]Puesto{1, 1}, 1)
		check(t, err, ErrRepetido, "113.2")
		_, err = OrdenDeMostrar([]Puesto{11}, 1)
		check(t, err, ErrPuesto, "113.2")
		_, err = OrdenDeMostrar([]Puesto{1}, 11)
		check(t, err, ErrPuesto, "113.2")
	})
	t.Run("118.2/the mano goes to the right", func(t *testing.T) {
		if p, err := SiguienteMano(3, []Puesto{1, 3, 5}); p != 5 || err != nil {
			t.Errorf("%d, %v", p, err)
		}
		if p, err := SiguienteMano(10, []Puesto{10, 4}); p != 4 || err != nil {
			t.Errorf("%d, %v", p, err)
		}
		_, err := SiguienteMano(0, []Puesto{1})
		check(t, err, ErrPuesto, "113.2")
		_, err = SiguienteMano(1, nil)
		check(t, err, ErrNadie, "118.2")
		if got, err := OrdenReparto(9, []Puesto{1, 9, 10}); !slices.Equal(got, []Puesto{9, 10, 1}) || err != nil {
			t.Errorf("%v, %v", got, err)
		}
	})
}

func TestEstado(t *testing.T) {
	t.Run("118.1/four players, fifteen minutes", func(t *testing.T) {
		for _, tt := range []struct {
			jugadores int
			espera    time.Duration
			want      Estado
		}{
			{4, time.Hour, SeJuega}, {3, 0, Suspendida}, {3, 15*time.Minute - 1, Suspendida}, {3, 15 * time.Minute, PuedeCerrarse},
		} {
			if got := EstadoDe(tt.jugadores, tt.espera); got != tt.want {
				t.Errorf("%+v: %s", tt, got)
			}
		}
		check(t, CheckCierre(3, 14*time.Minute), ErrEspera, "118.1")
		check(t, CheckCierre(4, time.Hour), ErrEspera, "118.1")
		if err := CheckCierre(3, 15*time.Minute); err != nil {
			t.Error(err)
		}
		check(t, CheckMano(3), ErrJugadores, "118.1")
		if CheckMano(4) != nil || CheckMano(10) != nil {
			t.Error("from four to ten")
		}
	})
	t.Run("113.2/115.1/ten places, one each", func(t *testing.T) {
		check(t, CheckMano(11), ErrLlena, "113.2")
		check(t, CheckAsiento(11, nil, false), ErrPuesto, "113.2")
		check(t, CheckAsiento(0, nil, false), ErrPuesto, "113.2")
		check(t, CheckAsiento(3, []Puesto{2, 3}, false), ErrLlena, "113.2")
		check(t, CheckAsiento(4, []Puesto{2, 3}, true), ErrLlena, "115.1")
		if CheckAsiento(4, []Puesto{2, 3}, false) != nil || CheckAsiento(10, nil, false) != nil || CheckAsiento(1, nil, false) != nil {
			t.Error("a free place")
		}
	})
	t.Run("115.3/two hands of rest", func(t *testing.T) {
		for n, want := range map[int]bool{0: true, 2: true, 3: false} {
			if got, a := ConservaPuesto(n); got != want || a != art("115.3") {
				t.Errorf("%d: %v", n, got)
			}
		}
	})
	t.Run("118.5/the second time", func(t *testing.T) {
		for n, want := range map[int]bool{1: false, 2: true} {
			if got, a := PideJefe(n); got != want || a != art("118.5") {
				t.Errorf("%d: %v", n, got)
			}
		}
	})
	t.Run("118.10/the mano twice", func(t *testing.T) {
		check(t, CheckDuracion(false, 6, 11), ErrDuracion, "118.10")
		if CheckDuracion(false, 6, 12) != nil || CheckDuracion(true, 6, 1) != nil {
			t.Error("twelve hands, or a set end")
		}
	})
	t.Run("122.2/the pack taken away", func(t *testing.T) {
		if r, n, a := Retirada(true); r || n != 0 || a != art("122.2") {
			t.Error("what can be taken back")
		}
		if r, n, a := Retirada(false); !r || n != 1 || a != art("122.2") {
			t.Error("what cannot")
		}
	})
}

func TestConductas(t *testing.T) {
	tests := []struct {
		name, cites string
		err, want   error
		bien        error
	}{
		{"116.e/adding", "116.e", CheckResto(true, false), ErrResto, CheckResto(false, false)},
		{"116.g/putting away", "116.g", CheckResto(true, true), ErrResto, nil},
		{"116.g/putting away between hands", "116.g", CheckResto(false, true), ErrResto, nil},
		{"116.f/lending", "116.f", CheckEntrePuestos(false), ErrPrestamo, CheckEntrePuestos(true)},
		{"116.j/giving the place", "116.j", CheckTitular(false), ErrPuestoAjeno, CheckTitular(true)},
		{"116.k/watching", "116.k", CheckMiron(false, false), ErrMiron, CheckMiron(true, false)},
		{"116.k/with leave", "116.k", CheckMiron(false, false), ErrMiron, CheckMiron(false, true)},
		{"118.4/past the line", "118.4", CheckRetirar(true, false), ErrLinea, CheckRetirar(false, false)},
		{"118.4/put in by the croupier", "118.4", CheckRetirar(false, true), ErrLinea, nil},
		{"118.2/a card seen", "118.2", CheckCorte(true), ErrBarajar, CheckCorte(false)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, tt.err, tt.want, tt.cites)
			if tt.bien != nil {
				t.Error(tt.bien)
			}
		})
	}
}

func TestErrores(t *testing.T) {
	reparto := []struct {
		name string
		h    Hecho
		d    Detalles
		want Consecuencia
		art  string
	}{
		{"119.1.a/order", OrdenIncorrecto, Detalles{}, RepartoNulo, "119.1.a"},
		{"119.1.b/number, not put right", NumeroIncorrecto, Detalles{}, RepartoNulo, "119.1.b"},
		{"119.1.b/seen", NumeroIncorrecto, Detalles{Vistas: true, Corregible: true}, RepartoNulo, "119.1.b"},
		{"119.1.b/put right", NumeroIncorrecto, Detalles{Corregible: true}, Continua, "119.1.b"},
		{"119.1.c/seen by another", CartaAjena, Detalles{Vistas: true}, RepartoNulo, "119.1.c"},
		{"119.1.c/not seen", CartaAjena, Detalles{}, Continua, "119.1.c"},
		{"119.1.d/one turned", BocaArriba, Detalles{Numero: 1}, Continua, "119.1.d"},
		{"119.1.d/two turned", BocaArriba, Detalles{Numero: 2}, RepartoNulo, "119.1.d"},
		{"119.1.e/the pack", BarajaDefectuosa, Detalles{}, RepartoNulo, "119.1.e"},
		{"119.2.b/to nobody", CartaAAusente, Detalles{}, Continua, "119.2.b"},
		{"122.1.c/the first turned", PrimeraBocaArriba, Detalles{}, RepartoNulo, "122.1.c"},
		{"123.4.a.1/none seen", StudCubiertasVistas, Detalles{}, Continua, "123.4.a.1"},
		{"123.4.a.1/one seen", StudCubiertasVistas, Detalles{Numero: 1}, TerceraCubierta, "123.4.a.1"},
		{"123.4.a.1/both seen", StudCubiertasVistas, Detalles{Numero: 2}, DevuelveInicial, "123.4.a.1"},
		{"123.4.a.2/a wrong seventh", StudSeptimaErronea, Detalles{}, SeguirOAparte, "123.4.a.2"},
		{"123.4.b/seen with two players", StudSeptimaVista, Detalles{Jugadores: 2}, SinSubidas, "123.4.b"},
		{"123.4.b/with three", StudSeptimaVista, Detalles{Jugadores: 3}, SeguirOAparte, "123.4.b"},
		{"123.4.c/before the end", StudReparteAntes, Detalles{}, SeQuema, "123.4.c"},
	}
	for _, tt := range reparto {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ErrorDeReparto(tt.h, tt.d)
			if r.Consecuencia != tt.want || r.Articulo.Ref() != tt.art || err != nil {
				t.Errorf("%+v of %v, %v", r, r.Articulo, err)
			}
		})
	}
	jugador := []struct {
		name string
		h    Hecho
		want Consecuencia
		art  string
	}{
		{"119.2.a/a wrong word", AnuncioEquivocado, LasCartasHablan, "119.2.a"},
		{"119.3.a/slow", Demora, Advertencia, "119.3.a"},
		{"119.3.b/mixed", MezclaReconstruible, SeReconstruye, "119.3.b"},
		{"119.3.b/mixed for good", MezclaSinReconstruir, PierdeElBote, "119.3.b"},
		{"119.3.e/shown", DescubreSusCartas, JuegoValido, "119.3.e"},
		{"119.3.f/out of turn", FueraDeTurno, SinSubir, "119.3.f"},
		{"119.3.g/no ante", SinAnte, DebePonerlo, "119.3.g"},
		{"119.3.g/nobody knows whose", SinAnteDesconocido, BoteReducido, "119.3.g"},
		{"119.3.h/touched", TocaCartas, DosManosAnuladas, "119.3.h"},
		{"119.3.i/left out", TurnoSaltado, DecideJefe, "119.3.i"},
	}
	for _, tt := range jugador {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ErrorDeJugador(tt.h)
			if r.Consecuencia != tt.want || r.Articulo.Ref() != tt.art || r.Articulo.Norma() != norma.Reglamento || err != nil {
				t.Errorf("%+v of %v, %v", r, r.Articulo, err)
			}
		})
	}
	t.Run("119.1/119.3/another fact", func(t *testing.T) {
		_, err := ErrorDeReparto(Demora, Detalles{})
		check(t, err, ErrHecho, "119.1")
		_, err = ErrorDeJugador(OrdenIncorrecto)
		check(t, err, ErrHecho, "119.3")
	})
}
