package bacara

import (
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

func TestLimites(t *testing.T) {
	t.Run("74.3/74.4/73.4/the bank", func(t *testing.T) {
		check(t, CheckBanca(2_000, 200_100, false, 0), ErrMaximo, "74.3")
		check(t, CheckBanca(2_000, 1_999, false, 0), ErrMinimo, "74.3")
		check(t, CheckBanca(2_000, 35_000, false, 40_000), ErrAbandonada, "73.4")
		check(t, CheckBanca(0, 35_000, false, 0), ErrImporte, "74.1")
		check(t, CheckBanca(MaxImporte, MaxImporte, true, 0), ErrImporte, "74.1")
		for _, err := range []error{CheckBanca(2_000, 200_000, false, 0), CheckBanca(2_000, 2_000, false, 0), CheckBanca(2_000, 900_000, true, 0), CheckBanca(2_000, 40_000, false, 40_000)} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("74.1/74.2/the punto", func(t *testing.T) {
		_, err := CheckPunto(500, 60_000, 60_100)
		check(t, err, ErrSuperan, "74.2")
		_, err = CheckPunto(500, 60_000, 499)
		check(t, err, ErrInferior, "74.1")
		for apuesta, want := range map[domain.Importe]bool{500: false, 59_999: false, 60_000: true} {
			if banco, err := CheckPunto(500, 60_000, apuesta); banco != want || err != nil {
				t.Errorf("%v: %v, %v", apuesta, banco, err)
			}
		}
	})
	t.Run("74.5/five per cent of a gain", func(t *testing.T) {
		for g, want := range map[domain.Importe]string{24_000: "1200", 10: "1/2", -500: "0", 0: "0"} {
			if got := Cagnotte(g).String(); got != want {
				t.Errorf("%v: %s, want %s", g, got, want)
			}
		}
	})
}

func TestGarage(t *testing.T) {
	tests := []struct {
		name string
		h    HechosGarage
		want Garage
	}{
		{"75.b/what is not covered", HechosGarage{Banca: 90_000, Minimo: 2_000, Apuestas: 70_000}, Garage{70_000, 0, 0, 20_000, 90_000}},
		{"75.c/above 100 minima", HechosGarage{Banca: 230_000, Minimo: 2_000, Apuestas: 230_000}, Garage{200_000, 0, 30_000, 0, 200_000}},
		{"75.b/75.c/both", HechosGarage{Banca: 12_000, Minimo: 100, Apuestas: 4_000}, Garage{4_000, 0, 2_000, 6_000, 10_000}},
		{"75.a/above 50 minima", HechosGarage{Banca: 200_000, Minimo: 2_000, Apuestas: 200_000, Voluntario: 100_100}, Garage{99_900, 100_100, 0, 0, 99_900}},
		{"75.d/without maximum", HechosGarage{Banca: 50_000, Minimo: 100, Apuestas: 20_000, SinMaximo: true}, Garage{20_000, 0, 0, 30_000, 50_000}},
		{"75.d/todo va", HechosGarage{Banca: 50_000, Minimo: 100, Apuestas: 20_000, SinMaximo: true, TodoVa: true}, Garage{50_000, 0, 0, 0, 50_000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := NewGarage(tt.h)
			if got != tt.want || err != nil {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
			if got.EnJuego+got.Voluntario+got.Impropio+got.Obligatorio != tt.h.Banca {
				t.Errorf("%+v does not add up", got)
			}
		})
	}
	refused := []struct {
		name, cites string
		h           HechosGarage
		want        error
	}{
		{"75.a/50 minima are not enough", "75.a", HechosGarage{Banca: 200_000, Minimo: 2_000, Voluntario: 100_000}, ErrGarage},
		{"75.a/more than the bank", "75.a", HechosGarage{Banca: 100_001, Minimo: 2_000, Voluntario: 100_002}, ErrImporte},
		{"75.d/todo va with a maximum", "75.d", HechosGarage{Banca: 5_000, Minimo: 100, TodoVa: true}, ErrTodoVa},
		{"75.d/todo va and a garage", "75.d", HechosGarage{Banca: 5_000, Minimo: 1, TodoVa: true, SinMaximo: true, Voluntario: 60}, ErrTodoGarage},
		{"75/no minimum", "75", HechosGarage{Banca: 5_000}, ErrImporte},
		{"75/too large a minimum", "75", HechosGarage{Banca: 5_000, Minimo: MaxImporte}, ErrImporte},
		{"75/no bank", "75", HechosGarage{Banca: -1, Minimo: 1}, ErrImporte},
		{"75/no stakes", "75", HechosGarage{Banca: 1, Minimo: 1, Apuestas: -1}, ErrImporte},
		{"75/less than nothing", "75", HechosGarage{Banca: 1, Minimo: 1, Voluntario: -1}, ErrImporte},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewGarage(tt.h)
			check(t, err, tt.want, tt.cites)
		})
	}
}

func TestConCartas(t *testing.T) {
	p := func(id string, plaza int, voz Voz, apuesta domain.Importe) Pretendiente {
		return Pretendiente{ID: id, Plaza: plaza, Voz: voz, Apuesta: apuesta}
	}
	dePie := func(q Pretendiente) Pretendiente { q.DePie = true; return q }
	tests := []struct {
		name      string
		banquero  int
		jugadores []Pretendiente
		id        string
		voz       Voz
	}{
		{"77/nobody", 3, nil, "", ""},
		{"77/nobody bets", 3, []Pretendiente{p("a", 4, SinVoz, 0)}, "", ""},
		{"72.2/the nearer of two bancos", 3, []Pretendiente{p("5", 5, Banco, 0), p("4", 4, Banco, 0)}, "4", Banco},
		{"72.1/who sits before who stands", 3, []Pretendiente{dePie(p("s", 4, Banco, 0)), p("2", 2, Banco, 0)}, "2", Banco},
		{"77/standing banco before a bet", 4, []Pretendiente{dePie(p("s", 5, Banco, 0)), p("3", 3, SinVoz, 9_000)}, "s", Banco},
		{"77/banco seguido first", 1, []Pretendiente{p("a", 2, Banco, 0), p("b", 7, BancoSeguido, 0)}, "b", BancoSeguido},
		{"77/banco before con la mesa", 1, []Pretendiente{p("a", 2, ConLaMesa, 0), p("b", 7, Banco, 0)}, "b", Banco},
		{"77/con la mesa, standing", 1, []Pretendiente{p("a", 2, SinVoz, 4_000), dePie(p("s", 7, ConLaMesa, 5_000))}, "s", ConLaMesa},
		{"77/último completo", 1, []Pretendiente{p("a", 2, ConLaMesa, 5_000), p("b", 7, UltimoCompleto, 5_000)}, "b", UltimoCompleto},
		{"77/nothing to complete", 1, []Pretendiente{p("a", 2, SinVoz, 4_000), p("b", 7, UltimoCompleto, 500)}, "a", ApuestaMasAlta},
		{"77/the highest who sits", 3, []Pretendiente{p("5", 5, SinVoz, 8_000), p("6", 6, SinVoz, 7_999), dePie(p("s", 4, SinVoz, 9_000))}, "5", ApuestaMasAlta},
		{"77/equal bets", 3, []Pretendiente{p("5", 5, SinVoz, 8_000), p("4", 4, SinVoz, 8_000)}, "4", ApuestaMasAlta},
		{"77/round the table", 8, []Pretendiente{p("7", 7, SinVoz, 8_000), p("1", 1, SinVoz, 8_000)}, "1", ApuestaMasAlta},
		{"77/who stands has no bet", 8, []Pretendiente{dePie(p("4", 4, SinVoz, 1_500))}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, voz, err := ConCartas(9, tt.banquero, tt.jugadores)
			id := ""
			if q != nil {
				id = q.ID
			}
			if id != tt.id || voz != tt.voz || err != nil {
				t.Errorf("%s by %s, %v, want %s by %s", id, voz, err, tt.id, tt.voz)
			}
		})
	}
	t.Run("70.3/74.2/77/refused", func(t *testing.T) {
		for _, n := range [][2]int{{0, 1}, {9, 0}, {9, 10}} {
			_, _, err := ConCartas(n[0], n[1], nil)
			check(t, err, ErrPlaza, "70.3")
		}
		for _, plaza := range []int{0, 10} {
			_, _, err := ConCartas(9, 1, []Pretendiente{p("a", plaza, SinVoz, 1)})
			check(t, err, ErrPlaza, "70.3")
		}
		_, _, err := ConCartas(9, 1, []Pretendiente{p("a", 2, "grito", 1)})
		check(t, err, ErrVoz, "77")
		_, _, err = ConCartas(9, 1, []Pretendiente{p("a", 2, SinVoz, -1)})
		check(t, err, ErrImporte, "74.2")
	})
}

func TestSiguienteBanca(t *testing.T) {
	plazas := []int{1, 2, 3, 5}
	tests := []struct {
		name     string
		banquero int
		s        Suceso
		rehusan  []int
		want     int
	}{
		{"73.3/he wins", 2, SeGana, nil, 2},
		{"73.3/nobody does", 2, SeAnula, nil, 2},
		{"73.3/he loses", 2, SePierde, nil, 3},
		{"73.3/at the last place", 5, SePierde, nil, 1},
		{"73.3/he passes and some refuse", 2, SePasa, []int{3, 5}, 1},
		{"73.5/all refuse", 2, SePasa, []int{1, 3, 5}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := SiguienteBanca(plazas, tt.banquero, tt.s, tt.rehusan); got != tt.want || err != nil {
				t.Errorf("%d, %v, want %d", got, err, tt.want)
			}
		})
	}
	t.Run("73.3/73.1/no place", func(t *testing.T) {
		_, err := SiguienteBanca(plazas, 4, SeGana, nil)
		check(t, err, ErrPlaza, "73.3")
		_, err = SiguienteBanca(plazas, 2, "salta", nil)
		check(t, err, ErrSuceso, "73.3")
		_, err = PrimerBanquero(nil)
		check(t, err, ErrPlaza, "73.1")
		if got, err := PrimerBanquero([]int{3, 1, 2}); got != 1 || err != nil {
			t.Errorf("%d, %v", got, err)
		}
	})
}

func TestAdjudica(t *testing.T) {
	tests := []struct {
		name  string
		pujas []Puja
		want  int
	}{
		{"73.5/who sits", []Puja{{"a", 50_000, true, false}, {"b", 50_000, false, false}}, 1},
		{"73.5/one euro more, standing", []Puja{{"a", 50_100, true, false}, {"b", 50_000, false, false}}, 0},
		{"73.5/one alone before an association", []Puja{{"a", 50_000, false, true}, {"b", 50_000, false, false}}, 1},
		{"73.5/an association that sits", []Puja{{"a", 50_000, true, false}, {"b", 50_000, false, true}}, 1},
		{"73.5/the first of equal ones", []Puja{{"a", 50_000, false, false}, {"b", 50_000, false, false}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := Adjudica(tt.pujas); got != tt.want || err != nil {
				t.Errorf("%d, %v, want %d", got, err, tt.want)
			}
		})
	}
	t.Run("73.5/no bids", func(t *testing.T) {
		_, err := Adjudica(nil)
		check(t, err, ErrSinPostores, "73.5")
		_, err = Adjudica([]Puja{{"a", 0, false, false}})
		check(t, err, ErrImporte, "73.5")
	})
}

// regla is a rule that lets something and refuses another.
type regla struct {
	name, cites string
	mal, want   error
	bien        error
}

func checkReglas(t *testing.T, reglas []regla) {
	t.Helper()
	for _, tt := range reglas {
		t.Run(tt.name, func(t *testing.T) {
			check(t, tt.mal, tt.want, tt.cites)
			if tt.bien != nil {
				t.Error(tt.bien)
			}
		})
	}
}

func TestReglasDeChemin(t *testing.T) {
	todos := Personal{true, true, true}
	checkReglas(t, []regla{
		{"69.2/the way is announced", "69.2", CheckModo(ModoLibre, false), ErrModo, CheckModo(ModoLibre, true)},
		{"69.2/another way", "69.2", CheckModo("", true), ErrModo, CheckModo(ModoCuadro, true)},
		{"70.1/indices", "70.1", CheckBarajas(3, 3, true), ErrBarajas, CheckBarajas(3, 3, false)},
		{"70.1/four of a colour", "70.1", CheckBarajas(4, 2, false), ErrBarajas, nil},
		{"70.1/two of the other", "70.1", CheckBarajas(3, 2, false), ErrBarajas, nil},
		{"71.1/no cambista", "71.1", CheckPersonal(Personal{true, true, false}), ErrPersonal, CheckPersonal(todos)},
		{"71.1/no inspector", "71.1", CheckPersonal(Personal{false, true, true}), ErrPersonal, nil},
		{"71.1/no crupier", "71.1", CheckPersonal(Personal{true, false, true}), ErrPersonal, nil},
		{"71.5/three for five tables", "71.5", CheckAuxiliares(3, 5), ErrAuxiliares, CheckAuxiliares(2, 5)},
		{"71.5/two for four tables", "71.5", CheckAuxiliares(2, 4), ErrAuxiliares, CheckAuxiliares(1, 4)},
		{"72.3/who moved during the talla", "72.3", CheckPide(true, false), ErrDejarPasar, CheckPide(true, true)},
		{"72.3/at its end", "72.3", CheckPide(true, false), ErrDejarPasar, CheckPide(false, false)},
		{"72.9/for a moment", "72.9", CheckOcupa(true), ErrPausa, CheckOcupa(false)},
		{"73.2/a partner with less", "73.2", CheckSocio(30_000, 20_000), ErrSocio, CheckSocio(30_000, 30_000)},
		{"73.5/who passes does not bid", "73.5", CheckPuja(true), ErrPuja, CheckPuja(false)},
		{"73.5/never less", "73.5", CheckSubida(50_000, 45_000), ErrBaja, CheckSubida(50_000, 50_000)},
		{"73.5/once at least", "73.5", CheckRetirada(0), ErrSinDar, CheckRetirada(1)},
		{"74.1/below the authorised", "74.1", CheckMinimo(2_000, 1_000), ErrInferior, CheckMinimo(2_000, 2_000)},
		{"74.1/nothing", "74.1", CheckMinimo(0, 0), ErrInferior, CheckMinimo(0, 1)},
		{"74.4/not authorised", "74.4", CheckSinMaximo(false), ErrSinMaximo, CheckSinMaximo(true)},
		{"76.7/a fourth", "76.7", CheckAbono(true, true, 3), ErrAbonos, CheckAbono(true, true, 2)},
		{"76.7/without the voice", "76.7", CheckAbono(true, false, 0), ErrAbonos, nil},
		{"76.7/not covered", "76.7", CheckAbono(false, true, 0), ErrAbonos, nil},
		{"77/three players", "77", CheckJugadores(3), ErrJugadores, CheckJugadores(4)},
		{"77/seven behind the cut card", "77", CheckCortada(6), ErrCortada, CheckCortada(7)},
		{"77/the cut card is out", "77", CheckCorte(true), ErrCorte, CheckCorte(false)},
		{"77/less than announced", "77", CheckEntrega(50_000, 45_000), ErrEntrega, CheckEntrega(50_000, 50_000)},
		{"77/before the voice", "77", CheckReparto(false), ErrVozCierre, CheckReparto(true)},
		{"77/the cards are lifted", "77", CheckBancoSeguido(true), ErrVistas, CheckBancoSeguido(false)},
		{"77/less than there was", "77", CheckSigueSabot(70_000, 65_000), ErrOfrece, CheckSigueSabot(70_000, 70_000)},
		{"80.7/cards were offered", "80.7", CheckAbate(true), ErrYaOfrece, CheckAbate(false)},
		{"80.9/it is paid", "80.9", CheckReclama(true), ErrPagada, CheckReclama(false)},
	})
	t.Run("77/half the bank", func(t *testing.T) {
		if got, err := PosturaConLaMesa(60_001); got.String() != "60001/2" || err != nil {
			t.Errorf("%v, %v", got, err)
		}
		for _, b := range []domain.Importe{0, MaxImporte + 1} {
			_, err := PosturaConLaMesa(b)
			check(t, err, ErrImporte, "77")
		}
	})
}

func TestPlazas(t *testing.T) {
	is := func(t *testing.T, got, want any, a norma.Articulo, ref string) {
		t.Helper()
		if got != want || a.Ref() != ref {
			t.Errorf("%v by %v, want %v", got, a, want)
		}
	}
	t.Run("72.6/72.8/who loses the place", func(t *testing.T) {
		got, a := PierdePlaza(1, false)
		is(t, got, false, a, "72.6")
		got, a = PierdePlaza(2, false)
		is(t, got, true, a, "72.6")
		got, a = PierdePlaza(0, true)
		is(t, got, true, a, "72.8")
	})
	t.Run("72.5/who a vacancy is for", func(t *testing.T) {
		for _, tt := range []struct {
			talla         bool
			esperan, pide int
			want          Vacante
		}{{true, 1, 1, ListaDeEspera}, {false, 1, 1, CambioDePlaza}, {false, 1, 0, ListaDeEspera}, {true, 0, 1, Libre}} {
			got, a := DaVacante(tt.talla, tt.esperan, tt.pide)
			is(t, got, tt.want, a, "72.5")
		}
	})
	t.Run("72.7/who moved is charged first and paid last", func(t *testing.T) {
		got, a := TurnoDePago(true, true)
		is(t, got, ElUltimo, a, "72.7")
		got, a = TurnoDePago(true, false)
		is(t, got, ElPrimero, a, "72.7")
		got, a = TurnoDePago(false, true)
		is(t, got, EnSuTurno, a, "72.7")
	})
	t.Run("73.5/a right to the cards", func(t *testing.T) {
		got, a := DerechoACartas(40_000, 60_000)
		is(t, got, true, a, "73.5")
		got, a = DerechoACartas(40_000, 40_000)
		is(t, got, false, a, "73.5")
	})
	t.Run("73.5/from whose right", func(t *testing.T) {
		got, a := SabotTras(4, 2, false)
		is(t, got, 4, a, "73.5")
		got, a = SabotTras(4, 2, true)
		is(t, got, 2, a, "73.5")
	})
	t.Run("81.8/what no rule foresees", func(t *testing.T) {
		got, a := NoPrevisto()
		is(t, got, ElInspector, a, "81.8")
	})
	t.Run("95.6/nor at two cloths", func(t *testing.T) {
		got, a := NoPrevistoPanos()
		is(t, got, ElInspector, a, "95.6")
	})
}

func TestIncidencias(t *testing.T) {
	tests := []struct {
		name string
		got  Resuelto
		want Remedio
		art  string
	}{
		{"78.1/drawn early", CartasAnticipadas(false), SigueLaJugada, "78.1"},
		{"78.2/thrown away", CartasAnticipadas(true), SeDesecha, "78.2"},
		{"78.3/face up", CartaDefectuosa(1, 0), SeRetiraCarta, "78.3"},
		{"78.4/two together", CartaDefectuosa(1, 2), JugadaNula, "78.4"},
		{"78.5/on the floor", CartaDefectuosa(0, 0), SigueLaJugada, "78.5"},
		{"79.1/one of the punto", DescubreCrupier(1, false), PorPuntoYBanca, "79.1"},
		{"79.1/both of the punto", DescubreCrupier(2, false), PorElCuadro, "79.1"},
		{"79.1/put right", DescubreCrupier(0, true), SeRectifica, "79.1"},
		{"79.1/for good", DescubreCrupier(0, false), JugadaNula, "79.1"},
		{"80.5/one", DescubreBanquero(1), DescubreIgual, "80.5"},
		{"80.6/both", DescubreBanquero(2), PorElCuadro, "80.6"},
		{"80.7/before the punto spoke", AbateAntes(), RetiranApuestas, "80.7"},
		{"81.1/slow", Conducta(false), SinCartas, "81.1"},
		{"81.2/advice", Conducta(true), PorElCuadro, "81.2"},
		{"91/drawn early", AnticipadasPanos(false), SigueLaJugada, "91"},
		{"91/the director throws them away", AnticipadasPanos(true), SeDesecha, "91"},
		{"91/another took them and spoke", TomaOtro(true), SigueLaJugada, "91"},
		{"91/another took them", TomaOtro(false), SeRectifica, "91"},
		{"92/evident", RepartoIrregular(true), SeRectifica, "92"},
		{"92/not evident", RepartoIrregular(false), JugadaNula, "92"},
		{"92/a cloth's cards", PerdidasSinVer(false), AnulaElPano, "92"},
		{"92/the bank's", PerdidasSinVer(true), AnulaAmbos, "92"},
		{"95.1/slow", ConductaPanos(false), SinCartas, "95.1"},
		{"95.2/advice", ConductaPanos(true), PorElCuadro, "95.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got.Remedio != tt.want || tt.got.Articulo.Ref() != tt.art {
				t.Errorf("%s by %v, want %s", tt.got.Remedio, tt.got.Articulo, tt.want)
			}
		})
	}
	t.Run("81.3/81.4/the punto mistakes the word", func(t *testing.T) {
		for _, tt := range []struct {
			punto int
			banco bool
			want  Remedio
			art   string
		}{{3, false, DecideBanquero, "81.3"}, {0, false, SeRectifica, "81.3"}, {3, true, SigueLaJugada, "81.4"}, {0, true, SeRectifica, "81.4"}} {
			if r, err := ErrorDelPunto(tt.punto, tt.banco); r.Remedio != tt.want || r.Articulo.Ref() != tt.art || err != nil {
				t.Errorf("%+v: %s by %v, %v", tt, r.Remedio, r.Articulo, err)
			}
		}
		_, err := ErrorDelPunto(10, false)
		check(t, err, ErrPuntos, "76.1")
	})
	t.Run("81.3/forgetting to lay it down", func(t *testing.T) {
		for _, tt := range []struct {
			punto, banca int
			abate        bool
			want         Ganador
		}{{9, 8, true, Banca}, {8, 8, true, Banca}, {9, 8, false, Punto}, {9, 7, true, Punto}, {8, 8, false, Nula}, {8, 9, false, Banca}} {
			if g, err := OlvidaAbatir(tt.punto, tt.banca, tt.abate); g != tt.want || err != nil {
				t.Errorf("%+v: %s, %v", tt, g, err)
			}
		}
		_, err := OlvidaAbatir(10, 8, true)
		check(t, err, ErrPuntos, "76.1")
	})
}

func TestErroresDelBanquero(t *testing.T) {
	t.Run("79.2/a card called by mistake", func(t *testing.T) {
		for _, tt := range [][4]int{{0, 1, 1, 0}, {5, 2, 1, 1}, {6, 2, 0, 2}, {7, 1, 0, 1}} {
			if toma, desecha, err := CantadaPorError(tt[0], tt[1]); toma != tt[2] || desecha != tt[3] || err != nil {
				t.Errorf("%v: %d, %d, %v", tt, toma, desecha, err)
			}
		}
		_, _, err := CantadaPorError(10, 1)
		check(t, err, ErrPuntos, "76.1")
		_, _, err = CantadaPorError(8, 1)
		check(t, err, ErrAbate, "76.2")
		for _, n := range []int{0, 3} {
			_, _, err = CantadaPorError(3, n)
			check(t, err, ErrSacadas, "79.2")
		}
	})
	t.Run("80.1/80.2/cards before their time", func(t *testing.T) {
		for pide, want := range map[bool]bool{true: false, false: true} {
			if suya, a := QuintaEsSuya(pide); suya != want || a.Ref() != "80.1" {
				t.Errorf("%v: %v", pide, suya)
			}
		}
		if puntos, pide, a := DeMas(); puntos != 0 || !pide || a.Ref() != "80.2" {
			t.Errorf("%d, %v, %v", puntos, pide, a)
		}
	})
	t.Run("80.3/two third cards", func(t *testing.T) {
		tres, nueve := naipes.MustParse("3t Kd"), naipes.MustParse("5t 9d")
		if n, err := DosTerceras(tres, nueve, false); n != 8 || err != nil {
			t.Errorf("the punto has %d, %v", n, err)
		}
		if n, err := DosTerceras(tres, nueve, true); n != 2 || err != nil {
			t.Errorf("the bank has %d, %v", n, err)
		}
		_, err := DosTerceras(tres[:1], nueve, true)
		check(t, err, ErrTerceras, "80.3")
		_, err = DosTerceras(tres, nueve[:1], true)
		check(t, err, ErrTerceras, "80.3")
		_, err = DosTerceras(tres, []naipes.Carta{0, nueve[0]}, true)
		check(t, err, ErrCarta, "80.3")
	})
	t.Run("80.4/a card in the basket", func(t *testing.T) {
		for _, tt := range []struct {
			tercera bool
			banca   int
			want    ALaCesta
		}{{false, 3, ALaCesta{9, true, false}}, {true, 6, ALaCesta{9, false, true}}, {true, 7, ALaCesta{9, false, false}}} {
			if c, err := PierdeCarta(tt.tercera, tt.banca); c != tt.want || err != nil {
				t.Errorf("%+v: %+v, %v", tt, c, err)
			}
		}
		_, err := PierdeCarta(true, -1)
		check(t, err, ErrPuntos, "76.1")
	})
	t.Run("80.8/81.5/unseen", func(t *testing.T) {
		if g, a := SinVer(true); g != Punto || a.Ref() != "80.8" {
			t.Errorf("%s by %v", g, a)
		}
		if g, a := SinVer(false); g != Banca || a.Ref() != "81.5" {
			t.Errorf("%s by %v", g, a)
		}
	})
	t.Run("81.7/on the line", func(t *testing.T) {
		for i, want := range map[domain.Importe]string{4_000: "2000", 501: "501/2", 0: "0"} {
			if got, err := EnLaRaya(i); got.String() != want || err != nil {
				t.Errorf("%v: %v, %v", i, got, err)
			}
		}
		for _, i := range []domain.Importe{-1, MaxImporte + 1} {
			_, err := EnLaRaya(i)
			check(t, err, ErrImporte, "81.7")
		}
	})
}
