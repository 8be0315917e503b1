package admission_test

import (
	"context"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers/casatest"
)

// attempt checks somebody of that birth date at an instant and reports whether she may
// come in.
func (e *entrada) attempt(t *testing.T, establecimiento string, born domain.Fecha, at time.Time) bool {
	t.Helper()
	e.Reloj.Set(at)
	e.importLista(t)
	v := e.visitante()
	v.FechaNacimiento = born
	c, err := e.Check(context.Background(), establecimiento, v, e.Autor("jefe_admision"))
	if err != nil {
		t.Fatal(err)
	}
	return c.Decision.Veredicto == acceso.PuedeEntrar
}

// Age goes by the date in Madrid, never by the jornada.
func TestEdad(t *testing.T) {
	ps := newPuertas(t, "2026-02-27 18:00:00")
	leap := readCaso(t, "AGE-02")
	ps.each(t, "21.1/ADM-6/AGE-02/born on 29 February", func(t *testing.T, e *entrada) {
		f := casatest.Autorizacion()
		f.Parametros.Bisiesto = acceso.VeintiochoDeFebrero
		e.Authorise(t, apendice, f)
		e.OpenDay(t, apendice, "2026-02-27")
		for k, at := range leap.Input.Attempts {
			if got, want := e.attempt(t, principal, leap.Input.Birth, at), leap.Expected.Default.Admit[k]; got != want {
				t.Errorf("%v, default: got %v, want %v", at, got, want)
			}
			if got, want := e.attempt(t, apendice, leap.Input.Birth, at), leap.Expected.Parameter.Admit[k]; got != want {
				t.Errorf("%v, parameter: got %v, want %v", at, got, want)
			}
		}
	})
	night := readCaso(t, "AGE-01")
	ps.each(t, "21.1/JOR-0/AGE-01/of age after midnight, in the same jornada", func(t *testing.T, e *entrada) {
		e.CloseDay(t, principal, "2026-02-27")
		e.OpenDay(t, principal, night.Input.BusinessDay)
		for k, at := range night.Input.Attempts {
			if got, want := e.attempt(t, principal, night.Input.Birth, at), night.Expected.Admit[k]; got != want {
				t.Errorf("%v: got %v, want %v", at, got, want)
			}
		}
	})
	ps.each(t, "20.4/ADM-1/the end of a month that is shorter", func(t *testing.T, e *entrada) {
		e.CloseDay(t, principal, night.Input.BusinessDay)
		e.OpenDay(t, principal, "2026-08-31")
		e.importLista(t)
		card := e.mustIssue(t, e.visitante())
		if _, _, got := e.leaf(t, "Tarjeta"); got != "2027-03-01" { // six months end on 28 February
			t.Errorf("card of %v: got %s, want 2027-03-01", card.Emitida, got)
		}
		minor := e.visitante()
		minor.FechaNacimiento = "2020-01-01"
		e.mustCheck(t, minor, acceso.NoPuedeEntrar)
		if _, _, got := e.leaf(t, "Denegacion"); got != "2027-03-01" {
			t.Errorf("refusal: got %s, want 2027-03-01", got)
		}
	})
}
