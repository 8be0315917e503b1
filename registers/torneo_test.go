package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"foliado/domain/mus"
	"foliado/domain/sorteo"
	"foliado/migrations/dbtest"
)

// torneoPrueba is a tournament of the house of the tests.
type torneoPrueba struct {
	*salaPrueba
	n int64
}

func (c *torneoPrueba) ver() *Torneo {
	c.t.Helper()
	t, err := c.Torneo(context.Background(), "principal", c.n)
	c.must(err)
	return t
}

func (c *torneoPrueba) enrol(a, b string) error {
	return c.EnrolPareja(context.Background(), c.director.autor(), c.ahora(), "principal", c.n, [2]string{a, b}, true, false)
}

func (c *torneoPrueba) draw(juez int) error {
	return c.DrawRonda(context.Background(), c.director.autor(), c.ahora(), "principal", c.n, juez, c.Escritor.Ahora().Add(10*time.Minute))
}

func (c *torneoPrueba) acta(f ActaFacts) error {
	return c.RecordActa(context.Background(), c.director.autor(), c.ahora(), "principal", c.n, f)
}

func (c *torneoPrueba) lose(partida int, causa string, pierden ...int) error {
	return c.LosePartida(context.Background(), c.director.autor(), c.ahora(), "principal", c.n, len(c.ver().Rondas), partida, causa, pierden, 1)
}

func (c *torneoPrueba) sanction(partida, pareja int, s mus.Sancion, juez int) error {
	return c.RecordInfraccion(context.Background(), c.director.autor(), c.ahora(), "principal", c.n,
		InfraccionFacts{Ronda: len(c.ver().Rondas), Partida: partida, Pareja: pareja, Sancion: s, Juez: juez, Motivo: "Señas que no existen"})
}

func (c *torneoPrueba) note(partida int, k ClaseIncidencia, juez int, nota string) error {
	return c.RecordIncidencia(context.Background(), c.director.autor(), c.ahora(), "principal", c.n,
		IncidenciaTorneo{Clase: k, Ronda: len(c.ver().Rondas), Partida: partida, Juez: juez, Nota: nota})
}

func newTorneo(t *testing.T, bd dbtest.BD) *torneoPrueba {
	t.Helper()
	s := newSala(t, bd)
	c := &torneoPrueba{salaPrueba: s}
	f := TorneoMusFacts{Nombre: "Torneo de otoño", Derrotas: 1, Mesas: 4, Duracion: time.Hour, Cortesia: 15 * time.Minute}
	_, err := c.CreateTorneo(context.Background(), c.director.autor(), c.ahora(), "principal", f)
	checkErr(t, err, ErrJuezTorneo, "48", "")
	f.Jueces = []string{"Leonor Prat", "Blas Ocaña"}
	c.n, err = c.CreateTorneo(context.Background(), c.director.autor(), c.ahora(), "principal", f)
	c.must(err)
	return c
}

// TestTorneo plays a tournament of eleven pairs from their enrolment to the champion.
func TestTorneo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		c := newTorneo(t, bd)
		t.Run("Mus 59/Mus 61/enrolments", func(t *testing.T) { c.testInscripcion(t) })
		t.Run("Mus 53/committed before, a judge there, shown after", func(t *testing.T) {
			checkErr(t, c.draw(1), ErrCompromisoRonda, "53", "")
			c.must(c.CommitSorteo(ctx, c.director.autor(), c.ahora(), "principal", c.n))
			checkErr(t, c.CommitSorteo(ctx, c.director.autor(), c.ahora(), "principal", c.n), ErrCompromisoRonda, "53", "")
			checkErr(t, c.draw(0), ErrJuezTorneo, "53", "")
			checkErr(t, c.draw(3), ErrJuezTorneo, "53", "")
			c.must(c.draw(2))
			r := c.ver().Rondas[0]
			semilla, err := sorteo.ParseSemilla(r.Semilla)
			c.must(err)
			c.must(semilla.Check(r.Compromiso))
			if len(r.Partidas) != 5 || r.Exenta == 0 || r.Juez != 2 || r.Partidas[4].Mesa != 1 || !r.Partidas[4].Hora.Equal(r.Comienza.Add(time.Hour)) {
				t.Errorf("got %+v", r)
			}
			checkErr(t, c.enrol("Tarde Uno", "Tarde Dos"), ErrSorteada, "59", "")
		})
		c.testPrimera(t)
		t.Run("Mus 41/to the champion", func(t *testing.T) { c.testFinal(t) })
		c.check()
	})
}

func (c *torneoPrueba) testInscripcion(t *testing.T) {
	ctx := context.Background()
	for k := 1; k <= 11; k++ {
		c.must(c.enrol(fmt.Sprintf("Ana Número %d", k), fmt.Sprintf("Blas Número %d", k)))
	}
	checkErr(t, c.enrol("ana  número 3", "Otra"), ErrInscrito, "59", "")
	err := c.EnrolPareja(ctx, c.director.autor(), c.ahora(), "principal", c.n, [2]string{"Una", "Dos"}, false, false)
	checkErr(t, err, ErrSinAceptar, "61", "")
	c.must(c.EnrolPareja(ctx, c.director.autor(), c.ahora(), "principal", c.n, [2]string{"Una", "Dos"}, false, true))
	replace := func(name string) error {
		return c.ReplaceJugador(ctx, c.director.autor(), c.ahora(), "principal", c.n, 4, 2, name)
	}
	t.Run("Mus 57/who is enrolled already does not stand in", func(t *testing.T) {
		checkErr(t, replace("Ana Número 7"), mus.ErrSustitucion, "57", "")
		c.must(replace("Ciro Sanz"))
	})
	if got := c.ver(); len(got.Parejas) != 11 || got.Rechazadas != 1 || got.Parejas[3].Jugadores != [2]string{"Ana Número 4", "Ciro Sanz"} {
		t.Errorf("got %+v", got)
	}
}

// testPrimera plays the first round, with all that may go wrong in it.
func (c *torneoPrueba) testPrimera(t *testing.T) {
	ps := c.ver().Rondas[0].Partidas
	t.Run("Mus 1/Mus 39/Mus 48/notes of a match", func(t *testing.T) {
		c.must(c.note(1, IncidenciaPuestos, 0, "Norte y sur, la pareja 1"))
		checkErr(t, c.note(1, IncidenciaPuestos, 0, "otra vez"), ErrPuestos, "1", "")
		c.must(c.note(1, IncidenciaPausa, 0, ""))
		checkErr(t, c.note(1, IncidenciaPausa, 0, ""), ErrPausa, "39", "")
		checkErr(t, c.note(1, IncidenciaDecision, 0, "Vale el envite"), ErrJuezTorneo, "48", "")
		c.must(c.note(1, IncidenciaDecision, 1, "Vale el envite"))
	})
	t.Run("Mus 56/the courtesy", func(t *testing.T) {
		c.reloj.Move(25*time.Minute - time.Second) // begins in ten; fifteen of courtesy
		checkErr(t, c.lose(2, CausaIncomparecencia, ps[1].Parejas[0]), ErrCortesia, "56", "")
		c.seeAvisos(t, 2)
		c.reloj.Move(time.Second)
		c.seeAvisos(t, 2, mus.ErrNoComparece)
		c.must(c.lose(2, CausaIncomparecencia, ps[1].Parejas[0]))
		checkErr(t, c.note(3, IncidenciaPuestos, 0, "tarde"), ErrPuestos, "1", "")
	})
	t.Run("Mus 40/longer than allowed", func(t *testing.T) {
		checkErr(t, c.lose(3, CausaDuracion, ps[2].Parejas[0]), ErrDatos, "40", "")
		c.reloj.Move(time.Hour)
		c.seeAvisos(t, 3, mus.ErrDuracion)
		c.seeAvisos(t, 1, mus.ErrDuracion, mus.ErrPausa)
		c.must(c.lose(3, CausaDuracion, ps[2].Parejas[:]...))
	})
	t.Run("Mus 50/Mus 51/Mus 52/sanctions", func(t *testing.T) {
		p := ps[0].Parejas[0]
		checkErr(t, c.sanction(1, p, "azotes", 1), mus.ErrSancion, "50", "")
		checkErr(t, c.sanction(1, p, "", 0), ErrJuezTorneo, "51", "")
		c.must(c.sanction(1, p, "", 1))
		c.must(c.sanction(1, p, "", 1))
		is := c.ver().Rondas[0].Partidas[0].Infracciones
		if len(is) != 2 || is[0].Sancion != mus.Apercibimiento || is[1].Sancion != mus.PerdidaDeJuego || is[1].Motivo == "" {
			t.Errorf("got %+v", is)
		}
		if other := c.ver().Rondas[0].Partidas[1]; other.Propuesta(p) != mus.Apercibimiento {
			t.Error("an infringement passed to another match")
		}
		checkErr(t, c.acta(ActaFacts{1, 1, "AAAA", ps[0].Parejas[1], true}), ErrJuegoSancion, "51", "A-M-15")
		c.must(c.sanction(4, ps[3].Parejas[1], mus.Descalificacion, 2))
		checkErr(t, c.acta(ActaFacts{1, 4, "AAAA", ps[3].Parejas[1], true}), ErrDescalificada, "52", "")
	})
	t.Run("Mus 60/a sanction without its reason", func(t *testing.T) {
		err := c.RecordInfraccion(context.Background(), c.director.autor(), c.ahora(), "principal", c.n,
			InfraccionFacts{Ronda: 1, Partida: 5, Pareja: ps[4].Parejas[0], Juez: 1, Motivo: " "})
		checkErr(t, err, ErrDatos, "60", "")
	})
	t.Run("Mus 38/Mus 41/the acta", func(t *testing.T) {
		checkErr(t, c.acta(ActaFacts{1, 1, "ABABAA", ps[0].Parejas[0], true}), mus.ErrNoFirma, "38", "")
		checkErr(t, c.acta(ActaFacts{1, 1, "ABABAA", ps[0].Parejas[1], false}), mus.ErrNoComprobada, "41", "")
		checkErr(t, c.acta(ActaFacts{1, 9, "AAAA", ps[0].Parejas[1], true}), ErrPartidaTorneo, "", "")
		c.must(c.acta(ActaFacts{1, 1, "BBBB", ps[0].Parejas[0], true}))
		c.must(c.acta(ActaFacts{1, 1, "ABABAA", ps[0].Parejas[1], true})) // corrected in time
		c.must(c.CommitSorteo(context.Background(), c.director.autor(), c.ahora(), "principal", c.n))
		checkErr(t, c.draw(1), ErrRondaAbierta, "41", "")
		c.must(c.acta(ActaFacts{1, 5, "BBABB", ps[4].Parejas[0], true}))
		c.must(c.draw(1))
		checkErr(t, c.acta(ActaFacts{1, 1, "BBBB", ps[0].Parejas[0], true}), mus.ErrActaFija, "41", "")
	})
}

// seeAvisos compares what is told now of a match of the first round.
func (c *torneoPrueba) seeAvisos(t *testing.T, partida int, want ...error) {
	t.Helper()
	now := c.ver()
	got := now.Avisos(1, &now.Rondas[0].Partidas[partida-1], c.Escritor.Ahora())
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for k := range want {
		if !errors.Is(got[k], want[k]) {
			t.Errorf("got %v, want %v", got[k], want[k])
		}
	}
}

// testFinal plays what is left, the first pair of every match winning.
func (c *torneoPrueba) testFinal(t *testing.T) {
	ctx := context.Background()
	exempt := c.ver().Rondas[0].Exenta
	if r := c.ver().Rondas[1]; r.Exenta == exempt || len(c.ver().EnJuego()) != 5 {
		t.Errorf("got %d in play, %d exempt after %d", len(c.ver().EnJuego()), r.Exenta, exempt)
	}
	proclaim := func() error { return c.ProclaimCampeon(ctx, c.director.autor(), c.ahora(), "principal", c.n, 1) }
	for len(c.ver().EnJuego()) > 1 {
		if now := c.ver(); !now.pendiente() {
			c.must(c.CommitSorteo(ctx, c.director.autor(), c.ahora(), "principal", c.n))
			c.must(c.draw(1))
		}
		checkErr(t, proclaim(), ErrSinCampeon, "41", "")
		r := c.ver().Rondas[len(c.ver().Rondas)-1]
		for _, p := range r.Partidas {
			c.must(c.acta(ActaFacts{r.Numero, p.Numero, "AAAA", p.Parejas[1], true}))
		}
	}
	c.must(proclaim())
	done := c.ver()
	if done.Campeon == 0 || !slices.Equal(done.EnJuego(), []int{done.Campeon}) || done.Clasificacion()[0].Numero != done.Campeon {
		t.Errorf("got %+v", done)
	}
	last := done.Rondas[len(done.Rondas)-1]
	checkErr(t, c.acta(ActaFacts{last.Numero, 1, "BBBB", last.Partidas[0].Parejas[0], true}), mus.ErrActaFija, "41", "")
	if ts, err := c.Torneos(ctx, "principal"); err != nil || len(ts) != 1 {
		t.Errorf("got %d, %v", len(ts), err)
	}
}
