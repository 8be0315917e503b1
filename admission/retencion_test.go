package admission_test

import (
	"context"
	"testing"

	"foliado/admission"
	"foliado/domain/acceso"
	"foliado/domain/plazos"
)

// What a ban in force, or an order not to erase, keeps at six months.
func TestRetenciones(t *testing.T) {
	newPuertas(t, "2026-02-20 18:00:00").each(t, "20.4", func(t *testing.T, e *entrada) {
		ctx := context.Background()
		e.reach(t, "2026-02-20 18:00:00")
		banned, held, refused := e.mustIssue(t, e.visitante()), e.mustIssue(t, e.visitante()), e.visitante()
		refused.FechaNacimiento = "2012-05-06"
		e.mustCheck(t, refused, acceso.NoPuedeEntrar)
		_, err := e.Ban(ctx, principal, banned.Ficha, admission.Medida{Causa: acceso.CausaViolencia, Motivo: "Rompió una silla", Hasta: "2026-12-31"}, e.Autor("director"))
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Observe(ctx, held.Ficha, "Reclama el premio de la mesa 4", e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		t.Run("what may not be held", func(t *testing.T) { e.refuseHolds(t) })
		byFicha, err := e.Hold(ctx, admission.Retener{Ficha: held.Ficha, Motivo: "Juzgado de lo civil"}, e.Autor("director"))
		if err != nil || byFicha.Motivo != "Juzgado de lo civil" || byFicha.Asientos != 3 {
			t.Fatalf("got %+v, %v", byFicha, err)
		}
		byDocument, err := e.Hold(ctx, admission.Retener{Tipo: "dni", Numero: refused.Numero, Motivo: "Queja ante la autoridad"}, e.Autor("director"))
		if err != nil || byDocument.Ficha != 0 || byDocument.Asientos != 1 {
			t.Fatalf("got %+v, %v", byDocument, err)
		}
		e.Reloj.At(t, "2026-08-25 09:00:00")
		done := e.conserve(t)
		for id, want := range map[string][2]int{plazos.TerminoVisitas: {1, 1}, plazos.TerminoFichas: {0, 1}, plazos.TerminoDenegaciones: {0, 2}, plazos.TerminoProhibiciones: {0, 0}} {
			if v := due(done, id); v.Registros != want[0] || v.Retenidos != want[1] {
				t.Errorf("%s: %d due and %d held, want %v", id, v.Registros, v.Retenidos, want)
			}
		}
		if f, err := e.Ficha(ctx, banned.Ficha, e.Autor("director")); err != nil || f.Nombre == "" {
			t.Errorf("the ficha of who is barred: %+v, %v", f, err)
		}
		for _, n := range []int64{byFicha.Numero, byDocument.Numero} {
			if got, err := e.Release(ctx, n, "Ya hay sentencia", e.Autor("director")); err != nil || !got.Levantada {
				t.Errorf("got %+v, %v", got, err)
			}
		}
		_, err = e.Release(ctx, byFicha.Numero, "Otra vez", e.Autor("director"))
		wantErr(t, err, admission.ErrRetencionLevantada, "20.4", "ADM-1b")
		e.Reloj.At(t, "2027-01-01 09:00:00")
		done = e.conserve(t)
		for id, want := range map[string]int{plazos.TerminoVisitas: 1, plazos.TerminoFichas: 2, plazos.TerminoDenegaciones: 2, plazos.TerminoProhibiciones: 1} {
			if v := due(done, id); v.Registros != want || v.Retenidos != 0 {
				t.Errorf("%s once lifted: %d due and %d held, want %d", id, v.Registros, v.Retenidos, want)
			}
		}
		e.gone(t, []byte("Rompió una silla"), []byte("Reclama el premio"), []byte(refused.Numero))
		e.verify(t)
	})
}

func (e *entrada) refuseHolds(t *testing.T) {
	ctx := context.Background()
	_, err := e.Hold(ctx, admission.Retener{Ficha: 1}, e.Autor("director"))
	wantErr(t, err, admission.ErrMotivo, "20.4", "ADM-1b")
	_, err = e.Hold(ctx, admission.Retener{Ficha: 999, Motivo: "x"}, e.Autor("director"))
	wantErr(t, err, admission.ErrNoExiste, "", "")
	_, err = e.Hold(ctx, admission.Retener{Tipo: "dni", Numero: dni(77000001), Motivo: "x"}, e.Autor("director"))
	wantErr(t, err, admission.ErrSinRastro, "", "")
	_, err = e.Release(ctx, 999, "x", e.Autor("director"))
	wantErr(t, err, admission.ErrNoExiste, "", "")
}
