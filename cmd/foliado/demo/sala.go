package demo

import (
	"context"
	"slices"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
)

// Values of the pieces, in céntimos, from the largest down.
var (
	valoresFicha = []domain.Importe{50_000, 10_000, 2_500, 500, 250}
	valoresPlaca = []domain.Importe{500_000, 100_000}
	valoresNota  = []domain.Importe{50_000, 20_000, 10_000, 5_000, 2_000, 1_000}
	unidad       = valoresFicha[len(valoresFicha)-1] // every amount at a table is a multiple
)

// sesion is a table from its opening to its close.
type sesion struct {
	mesa         registers.MesaFacts
	abre, cierra time.Time
	anticipo     domain.Piezas
	maximos      string
	inspector    libros.Presencia
	reposiciones []time.Time
	motivo       string // of closing before its hour
}

// planSala opens, replenishes and closes the tables of the day.
func (d *dia) planSala() {
	for k, m := range mesas[d.lugar] {
		if m.MinimoAutorizado == minimoAlto && d.z.unaDe(2) {
			continue // it does not open every night
		}
		s := sesion{mesa: m, abre: d.abre.Add(-25 * time.Minute), cierra: d.cierra.Add(time.Duration(5+k) * time.Minute),
			maximos: d.maximos(m.Juego), inspector: libros.NoPresente}
		switch {
		case k%4 == 2: // it closes early
			s.cierra, s.motivo = d.cierra.Add(-2*time.Hour), "no quedan jugadores en la mesa y las demás tienen sitio"
		case k%4 == 3: // it opens late
			s.abre = d.abre.Add(2 * time.Hour)
		case k == 0: // the authority's inspector comes
			s.inspector = libros.PresenteFirma
		case k == 1:
			s.inspector = libros.PresenteNoFirma
		}
		d.planSesion(s)
		if k == 0 && m.Juego == domain.RuletaAmericana {
			d.planJugadas(s)
			d.planRuleta(s)
		}
		if k%4 == 2 && d.cierra.Sub(d.abre) > 8*time.Hour { // and opens again for the last hour
			s.abre, s.cierra, s.motivo = d.cierra.Add(-80*time.Minute), d.cierra.Add(6*time.Minute), ""
			d.planSesion(s)
		}
	}
}

func (d *dia) maximos(j domain.Juego) string {
	if j == domain.BlackJack {
		return d.z.de([]string{"50", "100", "200"})
	}
	return d.z.de([]string{"bajo", "alto"})
}

func (d *dia) planSesion(s sesion) {
	minimo := s.mesa.MinimoAutorizado
	total, err := libros.AnticipoMinimo(s.mesa.Juego, minimo, minimo)
	if err != nil {
		panic(err) // a wrong table of ours
	}
	s.anticipo = d.z.pieces(total, slices.Concat(valoresPlaca, valoresFicha))
	for s.cierra.Sub(s.abre) > 4*time.Hour && len(s.reposiciones) < 2 && d.z.unaDe(3) {
		minutes := (1 + len(s.reposiciones)) * d.z.entre(60, 110)
		s.reposiciones = append(s.reposiciones, s.abre.Add(time.Duration(minutes)*time.Minute))
	}
	count := d.z.count(total*domain.Importe(1+len(s.reposiciones)), minimo)
	count.Motivo = s.motivo
	d.at(s.abre, func(ctx context.Context) error { return d.c.openMesa(ctx, d.lugar, s) })
	for k, t := range s.reposiciones {
		d.at(t, func(ctx context.Context) error { return d.c.replenish(ctx, d.lugar, s, k) })
	}
	d.at(s.cierra, func(ctx context.Context) error { return d.c.closeMesa(ctx, d.lugar, s.mesa.Numero, count) })
}

// pieces draws a count that adds up to total: a part in each value, the rest in as few
// pieces as may be. The values go from the largest down; total is a multiple of the last.
func (z *azar) pieces(total domain.Importe, valores []domain.Importe) domain.Piezas {
	p := domain.Piezas{}
	rest := total
	for k := len(valores) - 1; k > 0; k-- {
		n := int64(rest/valores[k]) / int64(z.entre(3, 9))
		n = min(n, 400)
		if n > 0 {
			p[valores[k]] += n
			rest -= valores[k] * domain.Importe(n)
		}
	}
	for _, v := range valores {
		if n := rest / v; n > 0 {
			p[v] += int64(n)
			rest -= v * n
		}
	}
	return p
}

// count draws the closing count of a table: what the players brought in notes, and what
// the house kept of it, which may be less than nothing.
func (z *azar) count(anticipos, minimo domain.Importe) registers.CierreMesaFacts {
	var f registers.CierreMesaFacts
	drop := minimo * domain.Importe(z.entre(900, 4000)) / 1000 * 1000
	f.Billetes = z.pieces(drop, valoresNota)
	notas, _ := f.Billetes.Total() // of pieces just drawn
	kept := notas * domain.Importe(z.entre(-12, 38)) / 100 / unidad * unidad
	left := max(anticipos+kept-notas, 0)
	plaques := left / 3 / valoresPlaca[1] * valoresPlaca[1]
	f.Placas = z.pieces(plaques, valoresPlaca)
	f.Fichas = z.pieces(left-plaques, valoresFicha)
	return f
}

func (c *Casa) openMesa(ctx context.Context, e string, s sesion) error {
	entrega, autor, err := c.entrega(e, s)
	if err != nil {
		return err
	}
	p, err := c.Libros.ProposeApertura(ctx, autor, c.now(), e, s.mesa.Numero, registers.AperturaFacts{
		Entrega: entrega, ApuestaMinima: s.mesa.MinimoAutorizado, Maximos: s.maximos})
	if err != nil {
		return err
	}
	return c.sign(ctx, p.Acto, s.mesa.Numero)
}

// entrega is the delivery of an anticipo to a jefe de mesa.
func (c *Casa) entrega(e string, s sesion) (registers.Entrega, registers.Autor, error) {
	jefe, err := c.plantilla.one(e, domain.JefeMesa, s.mesa.Numero)
	if err != nil {
		return registers.Entrega{}, jefe, err
	}
	total, err := s.anticipo.Total()
	return registers.Entrega{Anticipo: s.anticipo, Caja: &total, Cantado: &total, Receptor: jefe.Persona, Inspector: s.inspector}, jefe, err
}

func (c *Casa) replenish(ctx context.Context, e string, s sesion, k int) error {
	s.inspector = libros.NoPresente
	entrega, autor, err := c.entrega(e, s)
	if err != nil {
		return err
	}
	p, err := c.Libros.ProposeReposicion(ctx, autor, c.now(), e, s.mesa.Numero, registers.ReposicionFacts{Entrega: entrega})
	if err != nil {
		return err
	}
	return c.sign(ctx, p.Acto, s.mesa.Numero+k)
}

func (c *Casa) closeMesa(ctx context.Context, e string, mesa int, f registers.CierreMesaFacts) error {
	cajero, err := c.plantilla.one(e, domain.Cajero, mesa)
	if err != nil {
		return err
	}
	p, err := c.Libros.ProposeCierre(ctx, cajero, c.now(), e, mesa, f)
	if err != nil {
		return err
	}
	return c.sign(ctx, p.Acto, mesa)
}
