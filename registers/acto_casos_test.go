package registers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations/dbtest"
)

// readCaso reads one fault seen in similar software from testdata/casos.jsonl.
func readCaso(t *testing.T, id string, into any) {
	t.Helper()
	b, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(b) {
		var c struct{ ID string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if c.ID == id {
			if err := json.Unmarshal(line, into); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("no case %s", id)
}

// SIG-07: the substitute signs the day before the appointment. The signature is refused,
// and the appointment, once in force, validates nothing given before.
func TestCasoSIG07(t *testing.T) {
	var c struct {
		Input struct {
			Signature   struct{ At time.Time }
			Appointment domain.Fecha `json:"appointment_of_u5"`
		}
		Expected struct{ Valid bool }
	}
	readCaso(t, "SIG-07", &c)
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newCasaVacia(t, bd)
		g.reloj.now = c.Input.Signature.At.Add(-time.Hour)
		g.found()
		u5 := g.hire("u5", domain.Subdirector, "principal")
		err := g.AppointDireccion(ctx, g.director.autor(), DireccionFacts{u5.ID, CalidadSustituto, "principal",
			c.Input.Appointment.Time(), c.Input.Appointment})
		if err != nil {
			t.Fatal(err)
		}
		a := g.proposeCierre()
		g.reloj.now = c.Input.Signature.At
		_, err = g.sign(a.ID, u5)
		if got := err == nil; got != c.Expected.Valid || !errors.Is(err, ErrNoFirma) {
			t.Errorf("got valid %v, %v, want %v", got, err, c.Expected.Valid)
		}
		g.reloj.now = c.Input.Appointment.Time()
		now, err := g.Acto(ctx, a.ID)
		if err != nil || len(now.Faltan()) != 3 {
			t.Errorf("the appointment validated an earlier signature: %v", err)
		}
		g.mustSign(a.ID, u5)
		g.check()
	})
}

// DB-02: who leaves gives the code of staff back; the number of a person is never given
// again.
func TestCasoDB02(t *testing.T) {
	var c struct {
		Input struct {
			Cases []struct {
				Table, Code string
			}
		}
		Expected struct{ Accepted []bool }
	}
	readCaso(t, "DB-02", &c)
	if c.Input.Cases[0].Table != "empleados" {
		t.Fatalf("got table %s first, want empleados", c.Input.Cases[0].Table)
	}
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newCasaVacia(t, bd)
		g.found()
		code := "c-12" // the case writes it in capitals; a usuario has none
		first, err := g.AltaPersona(ctx, g.director.autor(), g.alta(code, domain.Crupier, "principal"))
		if err != nil {
			t.Fatal(err)
		}
		if err := g.BajaPersona(ctx, g.director.autor(), first.ID); err != nil {
			t.Fatal(err)
		}
		second, err := g.AltaPersona(ctx, g.director.autor(), g.alta(code, domain.Crupier, "principal"))
		if got := err == nil; got != c.Expected.Accepted[0] {
			t.Errorf("the code of who left: got %v, %v, want %v", got, err, c.Expected.Accepted[0])
		}
		if second.ID == first.ID {
			t.Errorf("the number %s was given twice", first.ID)
		}
	})
}
