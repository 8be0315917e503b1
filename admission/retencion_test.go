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
		// The alert about who was barred while inside goes; her ficha stays with the ban.
		for id, want := range map[string][2]int{plazos.TerminoVisitas: {1, 1}, plazos.TerminoFichas: {0, 1}, plazos.TerminoDenegaciones: {1, 2}, plazos.TerminoProhibiciones: {0, 0}} {
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

// The archive and what a person is told, on each database.
func TestArchivo(t *testing.T) {
	newPuertas(t, "2026-02-20 18:00:00").each(t, "PBC 25", func(t *testing.T, e *entrada) {
		ctx := context.Background()
		e.reach(t, "2026-02-20 18:00:00")
		v, other := e.visitante(), e.visitante()
		card := e.mustIssue(t, v)
		e.mustIssue(t, other)
		pbc := e.Autor("responsable_pbc")
		ask := func() admission.AccesoDatos {
			t.Helper()
			n, err := e.RequestAcceso(ctx, "dni", "", v.Numero, e.Autor("director"))
			if err != nil {
				t.Fatal(err)
			}
			d, err := e.AccesoDatos(ctx, n, true, pbc)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		if d := ask(); d.Ficha != card.Ficha || len(d.Datos) != 3 || len(d.Comprobaciones) != 1 || len(d.Archivo) != 0 || d.Interdicta || d.Retenida {
			t.Errorf("before: got %+v", d)
		}
		e.Reloj.At(t, "2026-08-25 09:00:00")
		e.conserve(t)
		if d := ask(); d.Ficha != 0 || len(d.Datos) != 1 || len(d.Comprobaciones) != 0 || len(d.Archivo) != 1 || d.Archivo[0].Apellidos != v.Apellidos {
			t.Errorf("once passed: got %+v", d)
		}
		all, err := e.Archivo(ctx, admission.BusquedaArchivo{Desde: "2026-02-20", Hasta: "2026-02-20", After: -1, Limite: 10}, pbc)
		if err != nil || len(all) != 2 || all[0].Documento.Numero != v.Numero || all[0].DestruibleDesde != "2036-02-21" {
			t.Errorf("got %+v, %v", all, err)
		}
		read, err := e.ConsultasArchivo(ctx, 1<<62, 10)
		if err != nil || len(read) != 3 || read[0].Documento != "" || read[1].Documento != v.Numero || read[0].Autor != pbc.Persona {
			t.Errorf("readings: got %+v, %v", read, err)
		}
		e.outlives(t)
	})
}

// outlives lets six months, and then ten years, pass over whatever a test left at the door:
// nothing of anybody is left, the log is sound, and the projections are those of the leaves.
func (e *entrada) outlives(t *testing.T) {
	t.Helper()
	before := e.count(t, `SELECT count(*) FROM boveda WHERE clase = 'admision'`)
	for _, months := range []int{8, 124} {
		e.Reloj.Set(e.Escritor.Ahora().AddDate(0, months, 0))
		done := e.conserve(t)
		if done.Pendientes != 0 {
			t.Errorf("got %+v", done)
		}
		e.CheckProjections(t, admission.Tablas()...)
	}
	after := e.count(t, `SELECT count(*) FROM boveda WHERE clase = 'admision'`)
	if checks := e.count(t, `SELECT count(*) FROM comprobaciones`); before == 0 || after != 0 || checks != 0 {
		t.Errorf("%d values of the door, %d of them left after ten years, and %d checks", before, after, checks)
	}
	e.verify(t)
}
