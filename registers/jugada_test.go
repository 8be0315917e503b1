package registers

import (
	"context"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// bola is a ball of the roulette: a pleno that wins and a rojo that loses.
func bola() JugadaFacts {
	return JugadaFacts{
		Hechos: `{"bets":[{"sel":[17],"stake":200,"suerte":"pleno"},{"stake":500,"suerte":"rojo"}],"number":17}`,
		Liquidacion: jugada.Liquidacion{Juego: domain.RuletaAmericana, Apuestas: []jugada.Apuesta{
			{Nombre: "pleno 17", Suerte: "pleno", Numeros: []int{17}, Apostado: 200, Ganado: domain.FraccionDe(7000), Devuelto: domain.FraccionDe(200),
				Resultado: "gana", Articulo: norma.Reglamento.Art("131.1.a.1")},
			{Nombre: "rojo", Suerte: "rojo", Apostado: 500, Resultado: "pierde", Articulo: norma.Reglamento.Art("131.1.b.1")}}},
		Pagos: []PagoJugada{{Postura: jugada.Postura{Jugador: "A", Color: "azul"}, Pago: jugada.Pago{Pagado: 6800}}, {}},
	}
}

func reclamada() JugadaFacts {
	f := bola()
	f.Reclamacion = &jugada.Reclamacion{Hoja: "R-0001", Camara: "C12"}
	f.Reclamante, f.DeclaracionJugador, f.DeclaracionCrupier = "Berta Olmo Cid", "faltaban dos euros", "pagué treinta y cuatro fichas"
	return f
}

func (s *salaPrueba) recordJugada(hora Hora, f JugadaFacts) (JugadaAnotada, error) {
	return s.RecordJugada(context.Background(), s.director.autor(), hora, "principal", 1, f)
}

// closeActa has everybody sign the acta of a jugada, the player by that mode.
func (s *salaPrueba) closeActa(a *Acto, jefe persona, modo diario.Modo) Acto {
	s.t.Helper()
	s.mustSign(a.ID, jefe)
	s.mustSign(a.ID, s.director)
	done, err := s.Firmar(context.Background(), FirmaRequest{Acto: a.ID, PIN: s.director.pin, Credencial: s.director.badge, Modo: modo, Ejemplar: 1})
	s.must(err)
	return done
}

func TestRecordJugada(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		jefe := s.hire("jefe", domain.JefeMesa, "principal")
		s.begin("principal", "2026-11-30")
		s.refuseHours(t)
		var last time.Time
		t.Run("38.3/an error that nobody complains of", func(t *testing.T) {
			got, err := s.recordJugada(s.ahora(), bola())
			s.must(err)
			if got.Numero != 1 || got.Acta != nil || got.Dictamen.Veredicto != jugada.Discrepante || got.Dictamen.Diferencia != -200 {
				t.Errorf("got %+v", got)
			}
			j, err := s.Jugada(ctx, "principal", 1, 1)
			s.must(err)
			if j.Jornada != "2026-11-30" || j.Sesion != 1 || len(j.Lineas) != 2 || j.Lineas[0].Diferencia != -200 || j.Lineas[0].Color != "azul" ||
				j.Lineas[0].Articulo != "131.1.a.1" || j.Acto != nil || j.Hechos != bola().Hechos || len(j.Checkpoint) == 0 || j.AutorNombre == "" {
				t.Errorf("got %+v", j)
			}
			last = s.Escritor.Ahora()
		})
		t.Run("FIR-4/the acta of a disputed one, the player refusing", func(t *testing.T) {
			got, err := s.recordJugada(s.ahora(), reclamada())
			s.must(err)
			if got.Numero != 2 || got.Acta == nil || len(got.Acta.Plazas) != 3 {
				t.Fatalf("got %+v", got)
			}
			if _, err := s.Firmar(ctx, FirmaRequest{Acto: got.Acta.ID, PIN: s.cajero.pin, Credencial: s.cajero.badge}); !errors.Is(err, ErrNoFirma) {
				t.Errorf("signed by a cajero: %v", err)
			}
			if done := s.closeActa(got.Acta, jefe, diario.ModoSeNiega); done.Estado != EstadoCerrado {
				t.Fatalf("got %s", done.Estado)
			}
			s.checkActa(t, 2)
		})
		waits, err := s.recordJugada(s.ahora(), reclamada())
		s.must(err)
		s.closeMesa(1, cuenta(piezas(100, 1), piezas()))
		s.reloj.Move(20 * time.Minute)
		t.Run("38.3/the last ball, the table closed", func(t *testing.T) {
			_, err := s.recordJugada(EnLinea(last), reclamada())
			checkErr(t, err, ErrDemora, "36.2", "HOR-1")
			got, err := s.recordJugada(Hora{Hecho: last, Motivo: "el cliente ha vuelto"}, reclamada())
			if err != nil || got.Numero != 4 {
				t.Fatalf("got %+v, %v", got, err)
			}
			_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: got.Acta.ID, Autor: s.director.autor(), Motivo: "se aviene"})
			s.must(err)
		})
		t.Run("35.1/after it closed", func(t *testing.T) {
			_, err := s.recordJugada(s.ahora(), bola())
			checkErr(t, err, ErrMesaCerrada, "35.1", "")
		})
		t.Run("38.3/a complaint of one already on record", func(t *testing.T) { s.claim(t, jefe) })
		t.Run("MAQ-1/an acta that waits for its player does not keep the day open", func(t *testing.T) {
			s.closeDay("principal", "2026-11-30")
			if a, err := s.Acto(ctx, waits.Acta.ID); err != nil || a.Estado != EstadoPropuesto {
				t.Errorf("got %s, %v", a.Estado, err)
			}
		})
		s.reloj.Move(12 * time.Hour)
		t.Run("38.3/a complaint of the next day", func(t *testing.T) {
			got, err := s.recordJugada(Hora{Hecho: last, Motivo: "reclama al día siguiente"}, reclamada())
			if err != nil || got.Numero != 5 || got.Acta.Jornada != "2026-11-30" {
				t.Fatalf("got %+v, %v", got, err)
			}
			if done := s.closeActa(got.Acta, jefe, diario.ModoManuscrita); done.Estado != EstadoCerrado {
				t.Fatalf("got %s", done.Estado)
			}
			s.checkActa(t, 5)
		})
		list, err := s.Jugadas(ctx, "principal", 1, 0, 3)
		s.must(err)
		if len(list) != 3 || list[0].Numero != 5 || !list[0].Acta || list[1].Acta || list[1].Hoja != "R-0001" {
			t.Errorf("got %+v", list)
		}
		s.check()
	})
}

// claim disputes jugada 1, which nobody complained of when it was put on record, twice: the
// first acta is withdrawn.
func (s *salaPrueba) claim(t *testing.T, jefe persona) {
	ctx := context.Background()
	claim := func(n int64, hora Hora, hoja string) (Acto, error) {
		return s.ClaimJugada(ctx, s.director.autor(), hora, "principal", 1, n, ReclamacionFacts{Reclamacion: jugada.Reclamacion{Hoja: hoja, Camara: "C12"},
			Reclamante: "Berta Olmo Cid", DeclaracionCrupier: "no lo recuerdo", DeclaracionJugador: "me faltó una ficha"})
	}
	for _, tt := range []struct {
		name               string
		n                  int64
		hora               Hora
		hoja               string
		want               error
		articulo, criterio string
	}{
		{"38.3/without a sheet", 1, s.ahora(), "", jugada.ErrHoja, "38.3", ""},
		{"38.3/one whose acta stands", 2, s.ahora(), "R-0002", ErrReclamada, "38.3", ""},
		{"one that does not exist", 99, s.ahora(), "R-0002", ErrJugada, "", ""},
		{"36.2/before the facts", 1, EnLinea(s.Escritor.Ahora().Add(-2 * time.Hour)), "R-0002", ErrHoraTemprana, "36.2", "HOR-1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.Escritor.Tamano()
			_, err := claim(tt.n, tt.hora, tt.hoja)
			checkErr(t, err, tt.want, tt.articulo, tt.criterio)
			if got := s.Escritor.Tamano(); got != before {
				t.Errorf("it left %d asientos", got-before)
			}
		})
	}
	first, err := claim(1, s.ahora(), "R-0002")
	s.must(err)
	_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: first.ID, Autor: s.director.autor(), Motivo: "hoja equivocada"})
	s.must(err)
	second, err := claim(1, s.ahora(), "R-0003")
	s.must(err)
	if done := s.closeActa(&second, jefe, diario.ModoManuscrita); done.Estado != EstadoCerrado {
		t.Fatalf("got %s", done.Estado)
	}
	s.checkActa(t, 1)
	j, err := s.Jugada(ctx, "principal", 1, 1)
	s.must(err)
	if j.Hoja != "R-0003" || j.Queja == nil || j.Acto.ID != second.ID || j.Acto.Dato("reclamacion.asiento") != strconv.FormatInt(j.Queja.Posicion, 10) {
		t.Errorf("got %+v", j)
	}
}

// refuseHours tries jugadas at hours at which table 1 was not open, and opens it.
func (s *salaPrueba) refuseHours(t *testing.T) {
	t.Run("35.1/a table without its anticipo", func(t *testing.T) {
		_, err := s.recordJugada(s.ahora(), bola())
		checkErr(t, err, ErrMesaCerrada, "35.1", "")
	})
	before := s.Escritor.Ahora()
	s.reloj.Move(time.Minute)
	s.openMesa(1, aperturaRuleta())
	t.Run("35.1/before it opened", func(t *testing.T) {
		_, err := s.recordJugada(EnLinea(before), bola())
		checkErr(t, err, ErrMesaCerrada, "35.1", "")
	})
	t.Run("36.2/an hour to come", func(t *testing.T) {
		_, err := s.recordJugada(EnLinea(s.Escritor.Ahora().Add(time.Minute)), bola())
		checkErr(t, err, ErrHoraFutura, "36.2", "HOR-1")
	})
}

// checkActa holds the acta of a jugada against its leaf: what was signed is that leaf.
func (s *salaPrueba) checkActa(t *testing.T, n int64) {
	t.Helper()
	j, err := s.Jugada(context.Background(), "principal", 1, n)
	s.must(err)
	if j.Acto == nil || j.Cierre == nil || len(j.Cierre.Firmas) != 3 || j.Reclamante != "Berta Olmo Cid" || j.DeclaracionCrupier == "" || j.DeclaracionJugador == "" {
		t.Fatalf("got %+v", j)
	}
	if j.Camara != "C12" || !j.Desde.Before(j.Hecho) || !j.Hasta.After(j.Hecho) || j.Conservar == "" {
		t.Errorf("recording %s, %s to %s, until %s", j.Camara, j.Desde, j.Hasta, j.Conservar)
	}
	hoja, err := readAsiento(s.Escritor.Lectura(), j.Posicion)
	s.must(err)
	texto, err := diario.Format(&hoja)
	s.must(err)
	hash := tlog.RecordHash(texto)
	if got, want := j.Acto.Dato("jugada.hoja"), hex.EncodeToString(hash[:]); got != want || len(want) != 64 {
		t.Errorf("the acta binds %s, want %s", got, want)
	}
	for _, d := range hoja.Datos {
		if d.Valor == "Berta Olmo Cid" || d.Nombre == valorReclamante {
			t.Errorf("a personal value in the leaf: %s", d.Nombre)
		}
	}
}

func TestRecordJugadaRefuses(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	s.openMesa(1, aperturaRuleta())
	for _, tt := range []struct {
		name               string
		spoil              func(*JugadaFacts)
		want               error
		articulo, criterio string
	}{
		{"38.3/a complaint without a sheet", func(f *JugadaFacts) { f.Reclamacion = &jugada.Reclamacion{} }, jugada.ErrHoja, "38.3", ""},
		{"38.3/somebody complains of nothing", func(f *JugadaFacts) { f.Reclamante = "Berta Olmo Cid" }, jugada.ErrHoja, "38.3", ""},
		{"134.1/a colour that is none", func(f *JugadaFacts) { f.Pagos[0].Color = "caqui" }, jugada.ErrColor, "134.1", ""},
		{"30.1/no bet", func(f *JugadaFacts) { f.Liquidacion.Apuestas, f.Pagos = nil, nil }, jugada.ErrSinApuestas, "30.1", ""},
		{"a name for a mark", func(f *JugadaFacts) { f.Pagos[0].Jugador = "Berta" }, jugada.ErrMarca, "", ""},
		{"a bet without its payment", func(f *JugadaFacts) { f.Pagos = f.Pagos[:1] }, jugada.ErrPagos, "", ""},
		{"another game", func(f *JugadaFacts) { f.Liquidacion.Juego = domain.Bola }, ErrDatos, "", ""},
		{"a croupier who is none", func(f *JugadaFacts) { f.Crupier = s.cajero.ID }, ErrDatos, "", ""},
		{"a croupier who does not exist", func(f *JugadaFacts) { f.Crupier = "p999" }, ErrPersona, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := bola()
			tt.spoil(&f)
			before := s.Escritor.Tamano()
			_, err := s.recordJugada(s.ahora(), f)
			checkErr(t, err, tt.want, tt.articulo, tt.criterio)
			if got := s.Escritor.Tamano(); got != before {
				t.Errorf("it left %d asientos", got-before)
			}
		})
	}
	ctx := context.Background()
	if _, err := s.Jugada(ctx, "principal", 1, 1); !errors.Is(err, ErrJugada) {
		t.Errorf("got %v, want ErrJugada", err)
	}
	if _, err := s.Jugadas(ctx, "principal", 9, 0, 10); !errors.Is(err, ErrMesa) {
		t.Errorf("got %v, want ErrMesa", err)
	}
	if _, err := s.SesionAt(ctx, "ninguno", 1, s.Escritor.Ahora()); !errors.Is(err, ErrEstablecimiento) {
		t.Errorf("got %v, want ErrEstablecimiento", err)
	}
}

// TestAvisosJugada: a bet above the maximum was taken and is settled, with a warning; the
// lines of one player on one selection count together.
func TestAvisosJugada(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	s.openMesa(1, aperturaRuleta()) // 2 €: up to 40 € on a pleno, 720 € on a sencilla
	ctx := context.Background()
	stakes := func(players []string, amounts ...domain.Importe) JugadaFacts {
		f := bola()
		f.Liquidacion.Apuestas, f.Pagos = nil, nil
		for k, i := range amounts {
			a := bola().Liquidacion.Apuestas[0]
			a.Apostado = i
			f.Liquidacion.Apuestas = append(f.Liquidacion.Apuestas, a)
			f.Pagos = append(f.Pagos, PagoJugada{Postura: jugada.Postura{Jugador: players[k]}})
		}
		return f
	}
	sencilla := bola()
	sencilla.Liquidacion.Apuestas[1].Apostado = 72_001
	for _, tt := range []struct {
		name string
		f    JugadaFacts
		want string
	}{
		{"139.3.b/at the maximum", stakes([]string{"A"}, 4000), ""},
		{"139.3.b/one céntimo above", stakes([]string{"A"}, 4001), "139.3.b"},
		{"139.3.a/one céntimo above on a sencilla", sencilla, "139.3.a"},
		{"139.3.b/RUL-B/two lines of one player", stakes([]string{"A", "A"}, 2000, 2001), "139.3.b"},
		{"139.3.b/RUL-B/two players", stakes([]string{"A", "B"}, 4000, 4000), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := s.recordJugada(s.ahora(), tt.f)
			s.must(err)
			j, err := s.Jugada(ctx, "principal", 1, got.Numero)
			s.must(err)
			if refs := strings.Join(j.Avisos, " "); refs != tt.want || (len(got.Avisos) > 0) != (tt.want != "") {
				t.Fatalf("got %+v, %q, want %q", got.Avisos, refs, tt.want)
			}
			if tt.want != "" && got.Avisos[0].Criterio != "MAQ-1" {
				t.Errorf("got %+v", got.Avisos)
			}
		})
	}
}
