package admission_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain/acceso"
	"foliado/migrations"
	"foliado/registers"
	"foliado/registers/diario/escritor"
)

// replica is a second program on the same PostgreSQL database.
func (e *entrada) replica(t *testing.T) *entrada {
	t.Helper()
	cfg := e.Config
	cfg.Marca = filepath.Join(t.TempDir(), "marca")
	w, err := escritor.Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	other := *e.Casa
	other.Casa = registers.New(w, registers.Options{})
	r := &entrada{Casa: &other, bd: e.bd}
	r.Puerta = admission.New(w, other.Casa)
	if err := r.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	return r
}

// The memory of one replica may not hide what another wrote: a barred person shows, at a
// second desk, a document that the first has just tied to her ficha.
func TestConocidosDeOtraReplica(t *testing.T) {
	for _, e := range newPuertas(t, tarde) {
		if e.bd.Dialecto != migrations.Postgres { // one program at a time writes on SQLite
			continue
		}
		t.Run("20.2/tied in another replica", func(t *testing.T) {
			barred := e.visitante()
			e.importLista(t, row(barred, ""))
			other := e.replica(t)
			for n := range 5 {
				for range 2 { // the first sees that the other wrote, the second reads it all
					e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
				}
				v, second := e.visitante(), e.visitante()
				card := other.mustIssue(t, v)
				second.Tipo, second.Numero = "nie", nie(4100000+n)
				second.Nombre, second.Apellidos, second.FechaNacimiento = v.Nombre, v.Apellidos, v.FechaNacimiento
				c := other.mustCheck(t, second, acceso.PuedeEntrar)
				if err := other.AddDocumento(context.Background(), principal, c.ID, card.Ficha, other.Autor("jefe_admision")); err != nil {
					t.Fatal(err)
				}
				if got := e.mustCheck(t, second, acceso.PuedeEntrar); got.Ficha != card.Ficha {
					t.Errorf("round %d: got ficha %d, want %d", n, got.Ficha, card.Ficha)
				}
				e.Reloj.Move(time.Second)
			}
		})
	}
}

// Who was found in memory is not asked for in the database, and what this program wrote is
// in memory when it is acknowledged.
func TestConocidosPropios(t *testing.T) {
	newPuertas(t, tarde).each(t, "20.2/her own desk, at once", func(t *testing.T, e *entrada) {
		e.importLista(t, row(e.visitante(), ""))
		for range 3 {
			v := e.visitante()
			card := e.mustIssue(t, v)
			c, err := e.Check(context.Background(), principal, v, e.Autor("admision"))
			if err != nil || c.Ficha != card.Ficha {
				t.Errorf("got ficha %d, %v, want %d", c.Ficha, err, card.Ficha)
			}
		}
	})
}
