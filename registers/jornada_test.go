package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/dados"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers/diario/escritor"
)

func TestAutorizacion(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := &salaPrueba{newGente(t, bd)}
		if _, err := s.Autorizacion(ctx, "principal"); !errors.Is(err, ErrAutorizacion) {
			t.Errorf("got %v, want ErrAutorizacion", err)
		}
		want := autorizacionPrueba()
		want.Libros = libros.Resolucion{Referencia: "TRIB-7", Fecha: "2026-05-04"}
		want.Parametros = Parametros{MargenDemora: 30 * time.Minute, ListaMaxima: 12 * time.Hour, Bisiesto: acceso.VeintiochoDeFebrero,
			Juego7: "4", RespuestaJuego7: "escrito 12/2026 de la dirección general"}
		t.Run("HOR-1/parameters change by an asiento that who directs signs", func(t *testing.T) {
			a, err := s.ProposeAutorizacion(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", want)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.sign(a.ID, s.cajero); err == nil {
				t.Error("a cajero signed it")
			}
			if _, err := s.Autorizacion(ctx, "principal"); !errors.Is(err, ErrAutorizacion) {
				t.Errorf("in force before its signature: got %v", err)
			}
			s.mustSign(a.ID, s.director)
			got, err := s.Autorizacion(ctx, "principal")
			if err != nil {
				t.Fatal(err)
			}
			order := cmp.Transformer("byGame", func(js []JuegoAutorizado) map[domain.Juego]JuegoAutorizado {
				m := map[domain.Juego]JuegoAutorizado{}
				for _, j := range js {
					m[j.Juego] = j
				}
				return m
			})
			if diff := cmp.Diff(want, got.AutorizacionFacts, order); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
		t.Run("HOR-1/defaults", func(t *testing.T) {
			if got, want := (Parametros{}).Margen(), 15*time.Minute; got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
		bad := map[string]func(*AutorizacionFacts){
			"without resolution":  func(f *AutorizacionFacts) { f.Resolucion = " " },
			"without games":       func(f *AutorizacionFacts) { f.Juegos = nil },
			"a game twice":        func(f *AutorizacionFacts) { f.Juegos = append(f.Juegos, f.Juegos[0]) },
			"band upside down":    func(f *AutorizacionFacts) { f.Juegos[0].Maximo = 199 },
			"books without date":  func(f *AutorizacionFacts) { f.Libros.Referencia = "X" },
			"half a minute":       func(f *AutorizacionFacts) { f.Parametros.MargenDemora = 30 * time.Second },
			"another payment":     func(f *AutorizacionFacts) { f.Parametros.Juego7 = "5" },
			"another leap day":    func(f *AutorizacionFacts) { f.Parametros.Bisiesto = "29_febrero" },
			"negative price":      func(f *AutorizacionFacts) { f.Tarifa = -1 },
			"books of other date": func(f *AutorizacionFacts) { f.Libros = libros.Resolucion{Referencia: "X", Fecha: "2026-02-30"} },
		}
		for name, change := range bad {
			f := autorizacionPrueba()
			change(&f)
			_, err := s.ProposeAutorizacion(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", f)
			if !errors.Is(err, ErrDatos) && !errors.Is(err, ErrParametro) {
				t.Errorf("%s: got %v", name, err)
			}
		}
		for name, p := range map[string]Parametros{
			"151.2.b.2/DAD-A 4 without the answer":  {Juego7: "4"},
			"151.2.b.2/DAD-A an answer without a 4": {Juego7: "15", RespuestaJuego7: "escrito 12/2026"},
		} {
			t.Run(name, func(t *testing.T) {
				f := autorizacionPrueba()
				f.Parametros = p
				_, err := s.ProposeAutorizacion(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", f)
				checkErr(t, err, ErrRespuestaJuego7, "151.2.b.2", "DAD-A")
			})
		}
		t.Run("151.2.b.2/DAD-A", func(t *testing.T) {
			for juego7, want := range map[string]dados.PagoJuego7{"": dados.SinJuego7, "15": dados.PagoImpreso, "4": dados.PagoCuatro} {
				if got := (Parametros{Juego7: juego7}).PagoJuego7(); got != want {
					t.Errorf("%q: got %v, want %v", juego7, got, want)
				}
			}
		})
		t.Run("1.3", func(t *testing.T) {
			f := autorizacionPrueba()
			f.Juegos[0].Juego = "bingo"
			_, err := s.ProposeAutorizacion(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", f)
			checkErr(t, err, libros.ErrJuego, "1.3", "")
		})
		setHorario := func(abre, cierra string) error {
			return s.SetHorario(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", Laborable, horarioPrueba(abre, cierra))
		}
		t.Run("27.1/half an hour before the authorised one", func(t *testing.T) {
			checkErr(t, setHorario("14:30", "05:00"), libros.ErrHorario, "27.1", "")
			checkErr(t, setHorario("15:00", "07:01"), libros.ErrHorario, "27.1", "")
			checkErr(t, s.SetHorario(ctx, s.director.autor(), s.Escritor.Ahora(), "principal", "lunes", horarioPrueba("16:00", "05:00")),
				ErrTipoDia, "27.1", "")
			if err := setHorario("15:00", "07:00"); err != nil {
				t.Errorf("the whole of it: got %v", err)
			}
		})
		t.Run("27.2/a minute over sixteen hours", func(t *testing.T) {
			wide := autorizacionPrueba()
			wide.Horario = horarioPrueba("12:00", "08:00")
			s.authorize("principal", wide)
			checkErr(t, setHorario("13:00", "05:01"), libros.ErrHorasDiarias, "27.2", "")
			if err := setHorario("13:00", "05:00"); err != nil {
				t.Errorf("sixteen hours: got %v", err)
			}
			got, err := s.Horarios(ctx, "principal")
			if want := (map[TipoDia]libros.Horario{Laborable: horarioPrueba("13:00", "05:00")}); err != nil || !cmp.Equal(got, want) {
				t.Errorf("got %v, %v, want %v", got, err, want)
			}
		})
		s.check()
	})
}

func TestJornada(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		create := func(e string, f JornadaFacts) (Jornada, error) {
			return s.CreateJornada(ctx, s.director.autor(), s.ahora(), e, f)
		}
		t.Run("37.1/a céntimo less than half in cash, or in all", func(t *testing.T) {
			_, err := create("principal", JornadaFacts{Fecha: "2026-11-30", Metalico: 3_749_999, Bloqueado: 3_750_001})
			checkErr(t, err, libros.ErrMetalico, "37.1", "CAJ-3")
			_, err = create("principal", JornadaFacts{Fecha: "2026-11-30", Metalico: 3_750_000, Bloqueado: 3_749_999})
			checkErr(t, err, libros.ErrSuma, "37.1", "CAJ-2")
			if _, err := s.LastJornada(ctx, "principal"); !errors.Is(err, ErrJornada) {
				t.Errorf("got %v, want no jornada", err)
			}
		})
		for name, f := range map[string]JornadaFacts{"no date": {Fecha: "2026-02-30"}, "no house": {Fecha: "2026-11-30"}} {
			e := map[string]string{"no date": "principal", "no house": "otra"}[name]
			if _, err := create(e, f); !errors.Is(err, ErrDatos) && !errors.Is(err, ErrEstablecimiento) {
				t.Errorf("%s: got %v", name, err)
			}
		}
		_, err := create("principal", JornadaFacts{Fecha: "2026-11-30", TipoDia: "martes"})
		checkErr(t, err, ErrTipoDia, "27.1", "")

		j := s.begin("principal", "2026-11-30")
		t.Run("37.1/highest minimum planned", func(t *testing.T) {
			if j.Fase != domain.FasePreparacion || j.MinimoPrevisto != 500 || j.Exigido != 7_500_000 || len(j.Avisos) != 0 {
				t.Errorf("got %+v", j)
			}
		})
		t.Run("27.1/DAY-02 closing before opening on the clock is the next day", func(t *testing.T) {
			want := []string{"2026-11-30T15:00:00Z", "2026-12-01T05:00:00Z"}
			got := []string{j.AperturaPrevista.Format(time.RFC3339), j.CierrePrevisto.Format(time.RFC3339)}
			if !cmp.Equal(got, want) || j.CierrePrevisto.Sub(j.AperturaPrevista) != 14*time.Hour {
				t.Errorf("got %v, want %v", got, want)
			}
		})
		t.Run("42.2/not before the former is certified", func(t *testing.T) {
			_, err := create("principal", JornadaFacts{Fecha: "2026-12-01", Metalico: 7_500_000})
			checkErr(t, err, libros.ErrSinCertificar, "42.2", "JOR-2")
		})
		t.Run("EST-1/another establecimiento waits for nobody", func(t *testing.T) { s.begin("apendice", "2026-11-30") })

		t.Run("27.4/phases in order", func(t *testing.T) {
			move := func(f domain.Fase) (Jornada, error) {
				return s.AdvanceFase(ctx, s.director.autor(), s.ahora(), "principal", "2026-11-30", f)
			}
			for _, f := range []domain.Fase{domain.FaseFinJuegos, domain.FaseRecuentos, domain.FasePreparacion, "otra"} {
				if _, err := move(f); !errors.Is(err, domain.ErrFase) {
					t.Errorf("%s: got %v, want ErrFase", f, err)
				}
			}
			for _, f := range []domain.Fase{domain.FaseCerrada, domain.FaseCertificada} {
				if _, err := move(f); !errors.Is(err, ErrFaseReservada) {
					t.Errorf("%s: got %v, want ErrFaseReservada", f, err)
				}
			}
			got, err := move(domain.FaseAbierta)
			if err != nil || got.Fase != domain.FaseAbierta || got.Apertura.IsZero() || len(got.Avisos) != 0 {
				t.Fatalf("at eight: got %+v, %v, want no warning", got, err)
			}
			got, err = move(domain.FaseFinJuegos)
			if err != nil || len(got.Avisos) != 1 || got.Avisos[0].Articulo != art("27.4") || got.Avisos[0].Criterio != "MAQ-1" {
				t.Errorf("games end hours before: got %+v, %v, want a warning of 27.4", got.Avisos, err)
			}
			if read, err := s.Jornada(ctx, "principal", "2026-11-30"); err != nil || !read.FinJuegos.Equal(got.FinJuegos) {
				t.Errorf("got %+v, %v", read, err)
			}
		})
		t.Run("42.2/a later date, not the next one", func(t *testing.T) {
			s.closeDay("principal", "2026-11-30")
			for _, f := range []domain.Fecha{"2026-11-30", "2026-11-29"} {
				_, err := create("principal", JornadaFacts{Fecha: f, Metalico: 7_500_000})
				checkErr(t, err, libros.ErrFechaJornada, "42.2", "")
			}
			s.begin("principal", "2026-12-05")
		})
		t.Run("27.4/opening before the hour warns and stops nothing", func(t *testing.T) {
			got, err := s.AdvanceFase(ctx, s.director.autor(), s.ahora(), "principal", "2026-12-05", domain.FaseAbierta)
			if err != nil || len(got.Avisos) != 1 || got.Avisos[0].Articulo != art("27.4") {
				t.Errorf("got %+v, %v, want a warning of 27.4", got.Avisos, err)
			}
		})
		if list, err := s.Jornadas(ctx, "principal", "", 10); err != nil || len(list) != 2 || list[0].Fecha != "2026-12-05" {
			t.Errorf("got %+v, %v, want the two of them, the latest first", list, err)
		}
		s.check()
	})
}

// The hours of the nights on which the clock changes are elapsed hours.
func TestJornadaClockChange(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	for _, c := range []struct {
		fecha  domain.Fecha
		cierra string
		hours  time.Duration
		avisos int
	}{
		{"2027-03-27", "08:00", 15, 0}, // Saturday to Sunday, 28 March 2027
		{"2027-10-30", "08:00", 16, 1}, // 31 October 2027: seventeen hours on the clock
		{"2028-10-28", "05:00", 14, 0},
	} {
		t.Run("27.2/DAY-04 "+string(c.fecha), func(t *testing.T) {
			f := autorizacionPrueba()
			f.Horario = horarioPrueba("16:00", c.cierra)
			s.authorize("principal", f)
			s.must(s.SetHorario(context.Background(), s.director.autor(), s.Escritor.Ahora(), "principal", Vispera, f.Horario))
			j := s.begin("principal", c.fecha)
			if got := j.CierrePrevisto.Sub(j.AperturaPrevista); got != c.hours*time.Hour || len(j.Avisos) != c.avisos {
				t.Errorf("got %v, %v, want %d h and %d warnings", got, j.Avisos, c.hours, c.avisos)
			}
			if c.avisos == 1 && (j.Avisos[0].Articulo != art("27.2") || j.Avisos[0].Criterio != "JOR-1") {
				t.Errorf("got %+v", j.Avisos)
			}
			s.closeDay("principal", c.fecha)
		})
	}
}

// What happened after midnight belongs to the day of its session.
func TestAfterMidnight(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	s.advance("principal", "2026-11-30", domain.FaseAbierta)
	s.openMesa(1, aperturaRuleta())
	for _, at := range []string{"2026-11-30T22:59:59Z", "2026-11-30T23:00:01Z", "2026-12-01T03:59:00Z"} {
		instant, err := time.Parse(time.RFC3339, at)
		s.must(err)
		s.reloj.Move(instant.Sub(s.Escritor.Ahora()))
		a := s.replenish(1, aperturaRuleta().Anticipo)
		t.Run("40.2/DAY-01 "+at, func(t *testing.T) {
			if a.Jornada != "2026-11-30" {
				t.Errorf("got jornada %s", a.Jornada)
			}
		})
	}
	if f, err := s.Folio(ctx, "principal", "anticipos-1", 1); err != nil || f.Jornada != "2026-11-30" || len(f.Anticipos.Anticipos) != 4 {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestHora(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	now := s.Escritor.Ahora()
	check := func(h Hora, desde time.Time) (err error) {
		_, doErr := s.Escritor.Do(context.Background(), func(tx *escritor.Tx) error {
			err = h.check(tx, desde, 15*time.Minute)
			return nil
		})
		s.must(doErr)
		return err
	}
	t.Run("HOR-1/after its annotation", func(t *testing.T) {
		checkErr(t, check(EnLinea(now.Add(time.Second)), now), ErrHoraFutura, "36.2", "HOR-1")
	})
	t.Run("HOR-1/before what the jornada allows", func(t *testing.T) {
		checkErr(t, check(EnLinea(now.Add(-time.Microsecond)), now), ErrHoraTemprana, "36.2", "HOR-1")
		checkErr(t, check(Hora{}, time.Time{}), ErrHoraTemprana, "36.2", "HOR-1")
	})
	t.Run("HOR-1/a gap above the margin needs a reason", func(t *testing.T) {
		late := EnLinea(now.Add(-15*time.Minute + time.Second))
		if err := check(late, time.Time{}); err != nil {
			t.Errorf("within the margin: got %v", err)
		}
		late.Hecho = now.Add(-15 * time.Minute)
		checkErr(t, check(late, time.Time{}), ErrDemora, "36.2", "HOR-1")
		late.Motivo = "se fue la luz"
		if err := check(late, time.Time{}); err != nil {
			t.Errorf("with its reason: got %v", err)
		}
	})
}

// A clock that steps back stops no table: what happens as it is put on record takes the
// hour of its annotation, which never goes back.
func TestClockBack(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	s.openMesa(1, aperturaRuleta())
	s.reloj.Move(-time.Hour)
	t.Run("36.2/HOR-1 an hour back", func(t *testing.T) {
		first, second := s.replenish(1, aperturaRuleta().Anticipo), s.replenish(1, aperturaRuleta().Anticipo)
		if !second.Hecho.After(first.Hecho) || second.Hecho.After(second.Resuelto) {
			t.Errorf("got %v, %v", first.Hecho, second.Hecho)
		}
		s.closeMesa(1, cuenta(piezas(), piezas()))
		s.closeDay("principal", "2026-11-30")
	})
	s.check()
}
