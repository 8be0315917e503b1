package admission_test

import (
	"context"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain/acceso"
	"foliado/registers/casatest"
)

// TestAlertas is who is inside when a list or a ban reaches her, on both databases.
func TestAlertas(t *testing.T) {
	t.Parallel()
	ps := newPuertas(t, tarde)
	for _, e := range ps {
		e.importLista(t)
	}
	ctx := context.Background()
	// pending are the alerts of the night that nobody has attended.
	pending := func(t *testing.T, e *entrada) []admission.Alerta {
		t.Helper()
		list, err := e.Alertas(ctx, principal, casatest.Fecha, true)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	attend := func(e *entrada, n int64, s acceso.Salida, motivo string) (admission.Alerta, error) {
		return e.Attend(ctx, principal, n, s, motivo, e.Autor("jefe_admision"))
	}
	ps.each(t, "22.4/EXC-08/a list that names who is inside blocks her card and tells the supervisor", func(t *testing.T, e *entrada) {
		punto, err := e.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: principal, Nombre: "Sala grande", Sala: acceso.SalaGeneral}, e.Autor("director"))
		if err != nil {
			t.Fatal(err)
		}
		v := e.visitante()
		card := e.mustIssue(t, v)
		if l, err := e.ReadPunto(ctx, principal, punto.Numero, card.Token); err != nil || !l.Valida {
			t.Fatalf("before: got %+v, %v", l, err)
		}
		before := e.Escritor.Ahora()
		im := e.importLista(t, row(v, ""))
		list := pending(t, e)
		if len(list) != 1 {
			t.Fatalf("got %+v, want one alert", list)
		}
		a := list[0]
		if a.Tarjeta != card.Numero || a.Apellidos != v.Apellidos || a.Causa != acceso.CausaInterdicto || !a.Firme || !a.Bloquea || a.Lista != im.Huella || a.Instante.Before(before) {
			t.Errorf("got %+v", a)
		}
		datos, personal, _ := e.leaf(t, "Alerta")
		if personal["fundamento"] != "interdicto" || datos["fundamento"] != "" || datos["lista_fuente"] != "prueba" {
			t.Errorf("on record: %v, %v", datos, personal)
		}
		if l, err := e.ReadPunto(ctx, principal, punto.Numero, card.Token); err != nil || l.Valida || l.Nombre != "" {
			t.Errorf("the card still opens the room: %+v, %v", l, err)
		}
		e.unchanged(t, func() {
			_, err := e.RecordControl(ctx, principal, admission.ControlFacts{Solicita: acceso.SolicitaInspector, Tarjeta: card.Numero}, e.Autor("jefe_admision"))
			wantErr(t, err, admission.ErrNoEnVigor, "22.4", "")
			if n, err := e.Watch(ctx); n != 0 || err != nil {
				t.Errorf("raised again: %d, %v", n, err)
			}
			_, err = attend(e, a.Numero, acceso.OtraPersona, "la conozco")
			wantErr(t, err, acceso.ErrPositivoFirme, "21.1", "ADM-2")
			_, err = attend(e, a.Numero, acceso.SaleDeSala, " ")
			wantErr(t, err, acceso.ErrMotivoSalida, "21.1", "")
			_, err = attend(e, 999, acceso.SaleDeSala, "salió")
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
		e.mustCheck(t, v, acceso.NoPuedeEntrar) // and she does not come in again
		e.Reloj.Move(time.Minute)
		done, err := attend(e, a.Numero, acceso.SaleDeSala, "Sale acompañada del jefe de admisión")
		if err != nil || done.Salida != acceso.SaleDeSala || !done.Bloquea || done.Motivo == "" || !done.Atendida.After(a.Instante) {
			t.Errorf("got %+v, %v", done, err)
		}
		_, err = attend(e, a.Numero, acceso.SaleDeSala, "otra vez")
		wantErr(t, err, admission.ErrAtendida, "", "")
		if got := pending(t, e); len(got) != 0 {
			t.Errorf("got %+v, want none pending", got)
		}
	})
	ps.each(t, "21.1/ADM-3/a name and a birth date block nothing until somebody decides", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		same := v
		same.Numero = dni(44000001)
		e.importLista(t, row(same, ""))
		list := pending(t, e)
		if len(list) != 1 || list[0].Tarjeta != card.Numero || list[0].Firme || list[0].Bloquea || list[0].Causa != acceso.CausaCandidato {
			t.Fatalf("got %+v", list)
		}
		if a, err := attend(e, list[0].Numero, acceso.OtraPersona, "Otro DNI y otra fotografía"); err != nil || a.Bloquea {
			t.Fatalf("got %+v, %v", a, err)
		}
		e.importLista(t, row(same, ""), row(e.visitante(), ""))
		if got := pending(t, e); len(got) != 0 {
			t.Errorf("raised again on what was decided: %+v", got)
		}
		e.importLista(t, row(v, "")) // her own document is another thing
		if got := pending(t, e); len(got) != 1 || !got[0].Firme {
			t.Fatalf("got %+v, want one on her document", got)
		} else if _, err := attend(e, got[0].Numero, acceso.SaleDeSala, "sale"); err != nil {
			t.Error(err)
		}
	})
	ps.each(t, "21.2/a ban of the house on who is inside", func(t *testing.T, e *entrada) {
		e.importLista(t)
		card := e.mustIssue(t, e.visitante())
		if _, err := e.Ban(ctx, principal, card.Ficha, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo, Hasta: "2026-12-31"}, e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		list := pending(t, e)
		if len(list) != 1 || list[0].Tarjeta != card.Numero || list[0].Causa != acceso.CausaViolencia {
			t.Fatalf("got %+v", list)
		}
		if n, err := e.CountAlertas(ctx, principal, casatest.Fecha); n != 1 || err != nil {
			t.Errorf("got %d, %v", n, err)
		}
		if _, err := attend(e, list[0].Numero, acceso.SaleDeSala, "sale"); err != nil {
			t.Error(err)
		}
	})
	ps.each(t, "21.1/neither the void card nor who was expelled", func(t *testing.T, e *entrada) {
		gone, out := e.visitante(), e.visitante()
		card, expelled := e.mustIssue(t, gone), e.mustIssue(t, out)
		if _, err := e.Void(ctx, principal, card.Numero, "error", e.Autor("admision")); err != nil {
			t.Fatal(err)
		}
		if _, err := e.expel(expelled.Numero, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo}); err != nil {
			t.Fatal(err)
		}
		e.importLista(t, row(gone, ""), row(out, ""))
		if got := pending(t, e); len(got) != 0 {
			t.Errorf("got %+v, want none", got)
		}
	})
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
	}
}
