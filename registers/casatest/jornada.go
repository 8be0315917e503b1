package casatest

import (
	"context"
	"testing"

	"foliado/domain"
	"foliado/registers"
	"foliado/registers/diario/escritor"
)

// metalico is enough cash for the caja central of any roulette of these tests (art. 37.1).
const metalico = domain.Importe(100_000_000)

// OpenDay begins a jornada and opens it to the public. A clock that has not reached the
// date is put at its 18:00 in Madrid.
func (c *Casa) OpenDay(t testing.TB, establecimiento string, fecha domain.Fecha) registers.Jornada {
	t.Helper()
	if c.Escritor.Ahora().Before(fecha.Time()) {
		c.Reloj.At(t, string(fecha)+" 18:00:00")
	}
	_, err := c.CreateJornada(context.Background(), c.Autor("director"), c.Ahora(), establecimiento,
		registers.JornadaFacts{Fecha: fecha, Metalico: metalico})
	if err != nil {
		t.Fatalf("casatest: jornada %s of %s: %v", fecha, establecimiento, err)
	}
	return c.Advance(t, establecimiento, fecha, domain.FaseAbierta)
}

// Advance takes a jornada through those phases.
func (c *Casa) Advance(t testing.TB, establecimiento string, fecha domain.Fecha, fases ...domain.Fase) registers.Jornada {
	t.Helper()
	var j registers.Jornada
	for _, f := range fases {
		var err error
		if j, err = c.AdvanceFase(context.Background(), c.Autor("director"), c.Ahora(), establecimiento, fecha, f); err != nil {
			t.Fatalf("casatest: jornada %s of %s to %s: %v", fecha, establecimiento, f, err)
		}
	}
	return j
}

// CloseDay takes a jornada that is open to the public to its end: closed, with its control
// de ingresos certified by the director. No table may be open.
func (c *Casa) CloseDay(t testing.TB, establecimiento string, fecha domain.Fecha) {
	t.Helper()
	ctx := context.Background()
	c.Advance(t, establecimiento, fecha, domain.FaseFinJuegos, domain.FaseRecuentos)
	if _, err := c.CloseJornada(ctx, c.Autor("director"), c.Ahora(), establecimiento, fecha); err != nil {
		t.Fatalf("casatest: close jornada %s of %s: %v", fecha, establecimiento, err)
	}
	cert, err := c.ProposeCertificacion(ctx, c.Autor("director"), c.Ahora(), establecimiento, fecha)
	if err != nil {
		t.Fatalf("casatest: certify jornada %s of %s: %v", fecha, establecimiento, err)
	}
	c.Sign(t, cert.Acto.ID, "director")
}

// CheckProjections rebuilds from the leaves the projections of registers and those given,
// and fails on every difference.
func (c *Casa) CheckProjections(t testing.TB, tablas ...escritor.Tabla) {
	t.Helper()
	for _, d := range c.Contrast(t, tablas...) {
		t.Errorf("projection %s %s: %s %v", d.Tabla, d.Clave, d.Clase, d.Columnas)
	}
}

// Contrast returns what the projections of registers, and those given, differ in from the
// leaves.
func (c *Casa) Contrast(t testing.TB, tablas ...escritor.Tabla) []escritor.Diferencia {
	t.Helper()
	found, err := escritor.Contrast(context.Background(), c.Config, append(registers.Tablas(), tablas...), nil)
	if err != nil {
		t.Fatalf("casatest: rebuild the projections: %v", err)
	}
	return found
}
