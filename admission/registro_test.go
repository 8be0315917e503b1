package admission_test

import (
	"testing"
	"time"

	"foliado/admission"
	"foliado/admission/enlinea"
	"foliado/admission/enlinea/enlineatest"
	"foliado/domain"
	"foliado/domain/acceso"
)

// TestRegistroEnLinea is the door beside a register on line that answers, falls and lies, on
// both databases.
func TestRegistroEnLinea(t *testing.T) {
	t.Parallel()
	ps := newPuertas(t, tarde)
	servers := map[*entrada]*enlineatest.Servidor{}
	inscrita := dni(45000001)
	for _, e := range ps {
		s := enlineatest.New(t, e.Escritor.Ahora, inscrita)
		r := s.Client(t, 300*time.Millisecond)
		e.Connect(r, r.Fuente())
		servers[e] = s
	}
	ps.each(t, "20.2/its answer is enough, and is what the card cites", func(t *testing.T, e *entrada) {
		card := e.mustIssue(t, e.visitante())
		fuente, caido := e.EnLinea()
		if card.ListaFuente != fuente || len(card.Lista) != 64 || !caido.IsZero() {
			t.Errorf("got list %s of %s, down since %v", card.Lista, card.ListaFuente, caido)
		}
	})
	ps.each(t, "20.2/ADM-10/a positive, whose ground the desk does not see", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Numero = inscrita
		c := e.mustCheck(t, v, acceso.NoPuedeEntrar)
		if c.Decision.Fundamentos[0].Causa != acceso.CausaInterdicto || c.Decision.For(domain.Admision).Fundamentos[0].Causa != "" {
			t.Errorf("got %v", c.Decision)
		}
		if datos, _, _ := e.leaf(t, "Denegacion"); len(datos["lista"]) != 64 {
			t.Errorf("the refusal cites %v", datos)
		}
	})
	ps.each(t, "20.2/ADM-2/it fails and there is no list: nobody comes in, and the house is told once", func(t *testing.T, e *entrada) {
		s := servers[e]
		for _, modo := range []enlineatest.Modo{enlineatest.Cuelga, enlineatest.Falla, enlineatest.Muere, enlineatest.FirmaAjena,
			enlineatest.OtraPersona, enlineatest.Contradice} {
			s.Set(modo)
			before, asked := e.Escritor.Tamano(), s.Preguntas.Load()
			c := e.mustCheck(t, e.visitante(), acceso.SinComprobar)
			if c.Lista != nil || c.Decision.Fundamentos[0].Causa != acceso.CausaSinLista {
				t.Errorf("%s: got %+v", modo, c)
			}
			if _, err := e.issue(c.ID); err == nil {
				t.Errorf("%s: a card was issued", modo)
			}
			e.mustCheck(t, e.visitante(), acceso.SinComprobar) // the queue does not wait again
			if n := s.Preguntas.Load() - asked; n != 1 {
				t.Errorf("%s: got %d questions, want 1", modo, n)
			}
			datos, _, _ := e.leaf(t, "CaidaRegistro")
			if n := e.Escritor.Tamano() - before; n != 1 || datos["causa"] == "" {
				t.Errorf("%s: got %d leaves, alarm %v", modo, n, datos)
			}
			s.Set(enlineatest.Contesta)
			e.Reloj.Move(11 * time.Second)
			e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
			if datos, _, _ := e.leaf(t, "VueltaRegistro"); datos["desde"] == "" {
				t.Errorf("%s: got %v", modo, datos)
			}
		}
	})
	ps.each(t, "20.2/ADM-2/it fails and the list counts while it is young", func(t *testing.T, e *entrada) {
		s, barred := servers[e], e.visitante()
		im := e.importLista(t, row(barred, ""))
		s.Set(enlineatest.Muere)
		if card := e.mustIssue(t, e.visitante()); card.Lista != im.Huella || card.ListaFuente != "prueba" {
			t.Errorf("got list %s of %s, want the local one", card.Lista, card.ListaFuente)
		}
		e.mustCheck(t, barred, acceso.NoPuedeEntrar)
		e.Reloj.Set(im.Instante.Add(24 * time.Hour))
		if c := e.mustCheck(t, e.visitante(), acceso.SinComprobar); c.Decision.Fundamentos[0].Causa != acceso.CausaListaCaducada {
			t.Errorf("got %v", c.Decision.Fundamentos)
		}
		s.Set(enlineatest.Contesta)
		e.Reloj.Move(11 * time.Second)
		e.mustCheck(t, e.visitante(), acceso.PuedeEntrar) // the answer is of now
		e.mustCheck(t, barred, acceso.NoPuedeEntrar)      // and a positive of the list is one still
	})
	ps.each(t, "20.2/EXC-08/a list that comes after its answer and before the card", func(t *testing.T, e *entrada) {
		v := e.visitante()
		c := e.mustCheck(t, v, acceso.PuedeEntrar)
		e.Reloj.Move(time.Second)
		e.importLista(t, row(v, ""))
		_, err := e.issue(c.ID)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
	})
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
	}
	var _ admission.RegistroInterdicciones = (*enlinea.Registro)(nil)
}
