package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"foliado/domain"
	"foliado/domain/ruleta"
	"foliado/registers"
)

// bolasPorHora is how many balls a roulette gives in an hour.
const bolasPorHora = 35

// planRuleta sets the marker of a colour, which two players have in turn at another value,
// and sends what the sensor of the wheel read.
func (d *dia) planRuleta(s sesion) {
	const least = 4 * time.Hour
	if s.mesa.Juego != domain.RuletaAmericana || s.cierra.Sub(s.abre) < least {
		return
	}
	minimo := s.mesa.MinimoAutorizado
	cinco := 5 * minimo
	for _, m := range []struct {
		after time.Duration
		f     registers.MarcadorFacts
	}{
		{40 * time.Minute, registers.MarcadorFacts{Color: "azul", Valor: &cinco}},
		{50 * time.Minute, registers.MarcadorFacts{Color: "verde"}},
		{2 * time.Hour, registers.MarcadorFacts{Color: "azul", Devuelto: true}},
		{130 * time.Minute, registers.MarcadorFacts{Color: "azul", Valor: &minimo}},
	} {
		d.at(s.abre.Add(m.after), func(ctx context.Context) error {
			jefe, err := d.c.plantilla.one(d.lugar, domain.JefeMesa, s.mesa.Numero)
			if err != nil {
				return err
			}
			_, err = d.c.Libros.SetMarcador(ctx, jefe, d.c.now(), d.lugar, s.mesa.Numero, m.f)
			return err
		})
	}
	z := rand.New(rand.NewPCG(uint64(s.abre.Unix()), uint64(s.mesa.Numero))) // drawn apart: the figures of the night stay as they were
	numeros := make([]ruleta.Numero, int(s.cierra.Sub(s.abre).Hours()*bolasPorHora))
	for k := range numeros {
		numeros[k] = ruleta.Numero(z.IntN(ruleta.NumNumeros))
	}
	d.at(s.cierra.Add(-time.Minute), func(ctx context.Context) error {
		jefe, err := d.c.plantilla.one(d.lugar, domain.JefeMesa, s.mesa.Numero)
		if err != nil {
			return err
		}
		_, err = d.c.Libros.RecordNumeros(ctx, jefe, d.lugar, s.mesa.Numero, fmt.Sprintf("sensor de la mesa %d", s.mesa.Numero), numeros)
		return err
	})
}
