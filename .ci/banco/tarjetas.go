package main

import (
	"fmt"
	"time"

	"foliado/admission"
	"foliado/migrations"
)

// llamantes are the callers in process that are tried, 64 last.
var llamantes = []int{1, 2, 4, 8, 16, 32, 64}

const (
	tramo     = 400 * time.Millisecond // of each measurement of a round
	tramoBase = time.Second            // of the yardstick, which is slow
	clientes  = 32                     // over HTTP
)

// measureTarjetas compares card issues of the product with the same rows in one
// transaction an act, and its own over HTTP with those in process.
func measureTarjetas(t *tb, inf *informe) {
	for _, m := range []struct {
		dialecto migrations.Dialecto
		nombre   string
		pedido   float64
		base     int // cards that the yardstick may issue
	}{{migrations.SQLite, "SQLite", 5, 16000}, {migrations.Postgres, "PostgreSQL", 4, 12000}} {
		c, b := newCasa(t, m.dialecto, interdictos), newCasa(t, m.dialecto, interdictos)
		yardstick := &cola{ids: b.checks(m.base)}
		p := newPorActo(b)
		srv := newServidor(c)
		r := &rondasTarjetas{en: map[int][]float64{}}
		stop := profile(string(m.dialecto) + "-tarjetas")
		for n := range *rounds {
			r.measure(c, p, srv, yardstick)
			fmt.Fprintf(inf.log, "%s, round %d: %.0f one by one, %.0f in process, %.0f over HTTP\n", m.nombre, n+1,
				r.base[n], r.en[64][n], r.http[n])
		}
		stop()
		r.report(inf, m.nombre, m.pedido)
		b.Reopen(t) // the yardstick left a log that the product takes as its own
		b.CheckProjections(t, admission.Tablas()...)
		t.check(b.Escritor.Close())
		srv.close()
		t.check(c.Escritor.Close())
	}
}

// rondasTarjetas holds the rates of every round.
type rondasTarjetas struct {
	base, http []float64
	en         map[int][]float64 // in process, by callers
	q          cola
	spent      int // checks that the last round took
}

func (r *rondasTarjetas) measure(c *casa, p *porActo, srv *servidor, yardstick *cola) {
	want := max(12000, r.spent*3/2)
	r.q.fill(want, c.checks)
	before := r.q.left()
	r.base = append(r.base, rate(tramoBase, callersPorActo, yardstick, func(_ int, id string) { c.t.check(p.issue(id)) }))
	for _, n := range llamantes {
		r.en[n] = append(r.en[n], rate(tramo, n, &r.q, func(_ int, id string) { c.issue(id) }))
	}
	r.http = append(r.http, rate(tramo, clientes, &r.q, func(k int, id string) { srv.postTarjeta(k, id) }))
	r.spent = before - r.q.left()
}

func (r *rondasTarjetas) report(inf *informe, nombre string, pedido float64) {
	inf.target("Emisión de tarjetas en proceso, 64 llamantes, frente a una transacción por acto con 32 ("+nombre+")",
		mediana(cocientes(r.en[64], r.base)), ">=", pedido)
	worst := 1.0
	for k := 1; k < len(llamantes)-1; k++ {
		worst = min(worst, mediana(cocientes(r.en[llamantes[k]], r.en[llamantes[k-1]])))
	}
	inf.target("Al doblar los llamantes de 1 a 32, el peor paso ("+nombre+")", worst, ">=", 0.95)
	inf.target("Emisión por HTTP, 32 clientes, frente a en proceso ("+nombre+")", mediana(cocientes(r.http, r.en[64])), ">=", 0.4)
	t := inf.table(nombre+": tarjetas por segundo, medianas de las rondas", "Cómo", "Tarjetas/s")
	t.row("una transacción por acto, 32 llamantes", fmt.Sprintf("%.0f", mediana(r.base)))
	for _, n := range llamantes {
		t.row(fmt.Sprintf("en proceso, %d llamantes", n), fmt.Sprintf("%.0f", mediana(r.en[n])))
	}
	t.row(fmt.Sprintf("por HTTP, %d clientes", clientes), fmt.Sprintf("%.0f", mediana(r.http)))
}
