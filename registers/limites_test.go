package registers

import (
	"context"
	"errors"
	"testing"

	"foliado/domain"
	motorbola "foliado/domain/bola"
	"foliado/domain/dados"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/poquersindescarte"
	"foliado/domain/puntobanca"
	"foliado/domain/trijoker"
	"foliado/migrations/dbtest"
)

func TestLimitesMesa(t *testing.T) {
	tests := []struct {
		name    string
		j       domain.Juego
		maximos string
		suerte  string
		want    domain.Importe // of a table with a minimum of 5 €
	}{
		{"132.3/low column", domain.RuletaFrancesa, "bajo", "pleno", 10_000},
		{"139.3/high column", domain.RuletaAmericana, "alto", "sencilla", 270_000},
		{"53.3/a hundred times", domain.BlackJack, "100", "casilla", 50_000},
		{"146.3/the lowest when nobody says", domain.Bola, "", "pleno", 20_000},
		{"146.3/a hundred and five hundred", domain.Bola, "100/500", "sencilla", 250_000},
		{"152.2/the lowest when nobody says", domain.Dados, "", "sencilla", 50_000},
		{"152.2/a thousand times", domain.Dados, "1000", "sencilla", 500_000},
		{"152.3/craps 2 wins three times what a sencilla does", domain.Dados, "100", "craps2", 5_000},
		{"152.6/right to the 6", domain.Dados, "100", "place_right_6", 60_000},
		{"152.7/wrong to the 4", domain.Dados, "100", "place_wrong_4", 110_000},
		{"59/a thousand times", domain.TreintaCuarenta, "", "sencilla", 500_000},
		{"66.2/a hundred times", domain.PuntoBanca, "100", "banca", 50_000},
		{"66.3/the tie at a tenth", domain.PuntoBanca, "100", "igualdad", 5_000},
		{"100.6/twenty-five times", domain.PoquerSinDescarte, "", "inicial", 12_500},
		{"108/thirty times", domain.Trijoker, "", "cada_apuesta", 15_000},
		{"108/less than the law lets", domain.Trijoker, "10", "cada_apuesta", 5_000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := LimitesMesa{Juego: tt.j, Minimo: 500, MinimoAutorizado: 500, Maximos: tt.maximos}.List()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range list {
				if m.Suerte == tt.suerte {
					if m.Importe != tt.want {
						t.Errorf("the ceiling of %s is %s, want %s", m.Suerte, m.Importe, tt.want)
					}
					return
				}
			}
			t.Errorf("%s is not in %v", tt.suerte, list)
		})
	}
	bad := []struct {
		name, maximos string
		j             domain.Juego
		want          error
		cites         string
	}{
		{"146.3/thirty-nine times", "39/200", domain.Bola, motorbola.ErrFactorPleno, "146.3"},
		{"146.3/five hundred and one", "40/501", domain.Bola, motorbola.ErrFactorSencilla, "146.3"},
		{"146.3/one number alone", "40", domain.Bola, libros.ErrMaximos, "146.3"},
		{"152.2/ninety-nine times", "99", domain.Dados, dados.ErrFactor, "152.2"},
		{"152.2/a thousand and one", "1001", domain.Dados, dados.ErrFactor, "152.2"},
		{"66.2/sixty times", "60", domain.PuntoBanca, puntobanca.ErrFactor, "66.2"},
		{"59/nine hundred", "900", domain.TreintaCuarenta, libros.ErrMaximos, "59"},
		{"100.6/twenty-six times", "26", domain.PoquerSinDescarte, poquersindescarte.ErrBanda, "100.6"},
		{"108/thirty-one times", "31", domain.Trijoker, trijoker.ErrBanda, "108"},
		{"108/not a number", "bajo", domain.Trijoker, libros.ErrMaximos, "108"},
		{"1.3/a game of círculo", "", domain.PoquerCirculo, libros.ErrJuego, "1.3"},
	}
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			_, err := LimitesMesa{Juego: tt.j, Minimo: 500, MinimoAutorizado: 500, Maximos: tt.maximos}.List()
			checkCites(t, err, tt.want, tt.cites)
		})
	}
}

// todosLosJuegos grants two tables of every game of contrapartida.
func todosLosJuegos() AutorizacionFacts {
	f := autorizacionPrueba()
	f.Juegos = nil
	for _, j := range domain.Juegos {
		if !j.Circulo() {
			f.Juegos = append(f.Juegos, JuegoAutorizado{Juego: j, Minimo: 500, Maximo: 5000, Mesas: 2})
		}
	}
	return f
}

// Every game of contrapartida opens with its anticipo and closes with its result.
func TestMesasDeTodosLosJuegos(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.authorize("principal", todosLosJuegos())
	veces := map[domain.Juego]domain.Importe{domain.Bola: 4_000, domain.RuletaFrancesa: 15_000, domain.Dados: 15_000,
		domain.TreintaCuarenta: 10_000, domain.PuntoBanca: 10_000, domain.PoquerSinDescarte: 5_000, domain.Trijoker: 5_000}
	n := 10
	numeros := map[domain.Juego]int{}
	for j := range veces {
		n++
		numeros[j] = n
		_, err := s.CreateMesa(ctx, s.director.autor(), s.ahora(), "principal", MesaFacts{Numero: n, Juego: j})
		s.must(err)
	}
	s.begin("principal", "2026-11-30")
	for j, v := range veces {
		t.Run("35.2/40.1.a/"+string(j), func(t *testing.T) {
			f := AperturaFacts{ApuestaMinima: 500, Entrega: Entrega{Anticipo: domain.Piezas{1: int64(500*v) - 1}}}
			if j.Ruleta() {
				f.Maximos = "bajo"
			}
			_, err := s.proposeApertura(numeros[j], f)
			cites := map[domain.Importe]string{4_000: "35.2.a", 15_000: "35.2.b", 10_000: "35.2.c", 5_000: "35.2.d"}[v]
			checkCites(t, err, libros.ErrAnticipo, cites)
			f.Anticipo = domain.Piezas{500: int64(v)}
			s.openMesa(numeros[j], f)
			m, err := s.EstadoMesa(ctx, "principal", numeros[j])
			s.must(err)
			if m.Sesion == nil || m.Sesion.Juego != j || len(m.Maximos) == 0 || m.Sesion.Maximos == "" {
				t.Errorf("got %+v", m)
			}
			s.closeMesa(numeros[j], cuenta(domain.Piezas{500: int64(v) + 1}, piezas()))
		})
	}
	s.check()
}

func TestAutorizacionDeMesas(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	f := todosLosJuegos()
	f.Mesas, f.Exenta = 4, true
	for k := range f.Juegos {
		if f.Juegos[k].Juego == domain.BlackJack {
			f.Juegos[k].Maximos = "50 100"
		}
	}
	s.authorize("principal", f)
	got, err := s.Autorizacion(ctx, "principal")
	s.must(err)
	if j, _ := got.Juego(domain.BlackJack); got.Mesas != 4 || !got.Exenta || j.Maximos != "50 100" {
		t.Errorf("got %+v", got)
	}
	create := func(n int, j domain.Juego) error {
		_, err := s.CreateMesa(ctx, s.director.autor(), s.ahora(), "principal", MesaFacts{Numero: n, Juego: j})
		return err
	}
	t.Run("9.c/one table more than authorised in all", func(t *testing.T) {
		s.must(create(10, domain.Trijoker)) // three were there
		checkErr(t, create(11, domain.Trijoker), ErrMasMesasEnTotal, "9.c", "")
	})
	s.begin("principal", "2026-11-30")
	t.Run("9.d/maxima that the authorisation does not grant", func(t *testing.T) {
		open := aperturaBlackJack()
		open.Maximos = "200"
		_, err := s.proposeApertura(2, open)
		checkErr(t, err, ErrMaximosNoConcedidos, "9.d", "")
		open.Maximos = "100"
		s.openMesa(2, open)
	})
	t.Run("132.4.b/exempt by the authorisation", func(t *testing.T) {
		p, err := s.proposeApertura(3, AperturaFacts{ApuestaMinima: 500, Maximos: "alto", Entrega: Entrega{Anticipo: piezas(100_000, 75)}})
		if err != nil || len(p.Avisos) != 0 {
			t.Errorf("got %+v, %v", p.Avisos, err)
		}
	})
	f.Juegos[0].Maximos = "medio"
	if _, err := s.ProposeAutorizacion(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", f); !errors.Is(err, libros.ErrMaximos) {
		t.Errorf("maxima that are none: got %v", err)
	}
	s.check()
}

func TestMesaReversible(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.authorize("principal", todosLosJuegos())
		create := func(n int, j domain.Juego) error {
			_, err := s.CreateMesa(ctx, s.director.autor(), s.ahora(), "principal", MesaFacts{Numero: n, Juego: j, Reversible: true})
			return err
		}
		change := func(n int, j domain.Juego) error {
			_, err := s.ChangeJuego(ctx, s.director.autor(), s.ahora(), "principal", n, j)
			return err
		}
		t.Run("30.4/only the two games of the article", func(t *testing.T) {
			checkErr(t, create(20, domain.Trijoker), ErrReversible, "30.4", "")
			s.must(create(20, domain.BlackJack))
			checkErr(t, change(20, domain.Trijoker), ErrReversible, "30.4", "")
			checkErr(t, change(20, domain.BlackJack), ErrReversible, "30.4", "")
			checkErr(t, change(2, domain.PoquerSinDescarte), ErrReversible, "30.4", "")
		})
		s.begin("principal", "2026-11-30")
		s.openMesa(20, aperturaBlackJack())
		t.Run("30.4/not while it is open", func(t *testing.T) {
			checkErr(t, change(20, domain.PoquerSinDescarte), ErrMesaAbierta, "30.4", "")
		})
		s.closeMesa(20, cuenta(piezas(100_000, 25), piezas()))
		t.Run("30.4/40.1.a/each folio with its exact game", func(t *testing.T) {
			s.must(change(20, domain.PoquerSinDescarte))
			s.openMesa(20, AperturaFacts{ApuestaMinima: 500, Entrega: Entrega{Anticipo: piezas(100_000, 25)}})
			s.closeMesa(20, cuenta(piezas(100_000, 26), piezas()))
			for n, want := range map[int64]domain.Juego{1: domain.BlackJack, 2: domain.PoquerSinDescarte} {
				f, err := s.Folio(ctx, "principal", "anticipos-20", n)
				if err != nil || f.Anticipos.Juego != want {
					t.Errorf("folio %d: got %+v, %v; want %s", n, f.Anticipos, err, want)
				}
			}
		})
		s.advance("principal", "2026-11-30", domain.FaseRecuentos)
		done, err := s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", "2026-11-30")
		if err != nil || done.Total != 100_000 {
			t.Errorf("the total is %v, %v; want 1.000 €", done.Total, err)
		}
		s.check()
	})
}

// checkCites is checkErr whatever reading decided.
func checkCites(t *testing.T, got, want error, articulo string) {
	t.Helper()
	var e *norma.Error
	if !errors.Is(got, want) || !errors.As(got, &e) || e.Art.Ref() != articulo {
		t.Errorf("got %v, want %v of art. %s", got, want, articulo)
	}
}
