package main

import (
	"fmt"
	"strconv"
	"time"

	"foliado/admission"
	"foliado/migrations"
)

// millon is how many rows the barred list of this part has.
const (
	millon      = 1_000_000
	tramoPuerta = 1500 * time.Millisecond // long enough for a few hundred commits
)

// measureComprobaciones compares the check of a visitor, with its record, with an empty
// handler of the same framework, the list being of a million rows.
func measureComprobaciones(t *tb, inf *informe) {
	for _, m := range []struct {
		dialecto migrations.Dialecto
		nombre   string
	}{{migrations.SQLite, "SQLite"}, {migrations.Postgres, "PostgreSQL"}} {
		c := newCasa(t, m.dialecto, millon)
		srv := newServidor(c)
		empty := newVacio(t, srv.token)
		var check, echo []float64
		people := &gente{c: c}
		stop := profile(string(m.dialecto) + "-comprobaciones")
		for n := range *rounds {
			people.fill(150000)
			echo = append(echo, rate(tramoPuerta, clientes, &people.cola, func(k int, id string) { empty.postComprobacion(k, people.of(id)) }))
			people.fill(150000)
			check = append(check, rate(tramoPuerta, clientes, &people.cola, func(k int, id string) { srv.postComprobacion(k, people.of(id)) }))
			fmt.Fprintf(inf.log, "%s, round %d: %.0f empty, %.0f checks\n", m.nombre, n+1, echo[n], check[n])
		}
		stop()
		inf.target("Comprobación con un millón de interdictos, con su registro, frente a un manejador vacío, 32 clientes ("+m.nombre+")",
			mediana(cocientes(check, echo)), ">=", 0.25)
		t := inf.table(m.nombre+": peticiones por segundo, 32 clientes, medianas de las rondas", "Qué", "Peticiones/s")
		t.row("manejador vacío", fmt.Sprintf("%.0f", mediana(echo)))
		t.row("comprobación", fmt.Sprintf("%.0f", mediana(check)))
		srv.close()
		empty.close()
		c.t.check(c.Escritor.Close())
	}
}

// gente is a queue of visitors made beforehand.
type gente struct {
	c *casa
	cola
	people []admission.Visitante
}

func (g *gente) fill(n int) {
	g.people, g.ids = make([]admission.Visitante, n), make([]string, n)
	g.next.Store(0)
	for k := range g.people {
		g.people[k], g.ids[k] = g.c.visitor(), strconv.Itoa(k)
	}
}

func (g *gente) of(id string) *admission.Visitante {
	k, err := strconv.Atoi(id)
	g.c.t.check(err)
	return &g.people[k]
}
