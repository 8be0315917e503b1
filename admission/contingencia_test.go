package admission_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers"
)

// The power goes at 22:00 and comes back at 00:30: the desk wrote cards and refusals by hand
// meanwhile, and they are transcribed with their true hours.
func TestContingencia(t *testing.T) {
	t.Parallel()
	ps := newPuertas(t, tarde)
	for _, e := range ps {
		e.importLista(t)
		e.printForms(t, registers.FormularioTarjeta, 6)
		e.printForms(t, registers.FormularioDenegacion, 3) // DE-7 to DE-9
		e.Reloj.Move(6*time.Hour + 30*time.Minute)
	}
	testTarjetaPapel(t, ps)
	testDenegacionPapel(t, ps)
	ps.each(t, "HOR-2/20.1/each number accounted for", func(t *testing.T, e *entrada) {
		if err := e.Casa.VoidFormulario(t.Context(), e.Autor("jefe_admision"), principal, "TJ-6", "mojado"); err != nil {
			t.Fatal(err)
		}
		fs, _, err := e.Casa.Formularios(t.Context(), principal)
		if err != nil {
			t.Fatal(err)
		}
		got := map[registers.EstadoFormulario]int{}
		for _, f := range fs {
			got[f.Estado]++
		}
		done, err := e.Transcripciones(t.Context(), principal, "2026-11-30")
		if err != nil || len(done) != 6 || done[0].Formulario != "TJ-1" || !done[0].Tarjeta || done[0].Alerta || !done[1].Alerta || done[3].Formulario != "DE-7" || done[3].Tarjeta {
			t.Errorf("got %+v, %v", done, err)
		}
		if got[registers.FormularioUsado] != 6 || got[registers.FormularioAnulado] != 1 || got[registers.FormularioLibre] != 2 {
			t.Errorf("got %v", got)
		}
		e.CheckProjections(t, admission.Tablas()...)
	})
}

func (e *entrada) printForms(t *testing.T, clase registers.ClaseFormulario, n int) {
	t.Helper()
	if _, err := e.Casa.IssueFormularios(t.Context(), e.Autor("director"), principal, clase, n); err != nil {
		t.Fatal(err)
	}
}

// papel is a form of somebody filled in so long ago.
func (e *entrada) papel(v admission.Visitante, form string, ago time.Duration) admission.Impreso {
	return admission.Impreso{Visitante: v, Hora: registers.Hora{Hecho: e.Escritor.Ahora().Add(-ago), Formulario: form, Motivo: "corte de luz"}}
}

func testTarjetaPapel(t *testing.T, ps puertas) {
	ctx := context.Background()
	transcribe := func(e *entrada, i admission.Impreso, change func(*admission.TarjetaPapel)) (admission.Transcrita, error) {
		p := admission.TarjetaPapel{Impreso: i, Precio: tarifa, Consulta: "copia en el portátil, de las 17:00"}
		if change != nil {
			change(&p)
		}
		return e.TranscribeTarjeta(ctx, principal, p, e.Autor("admision"))
	}
	ps.each(t, "HOR-2/20.1/what no form transcribes", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.unchanged(t, func() {
			for _, form := range []string{"", "TJ-99", "DE-7", "XX-1"} {
				_, err := transcribe(e, e.papel(v, form, time.Hour), nil)
				wantErr(t, err, registers.ErrFormulario, "36.2", "HOR-2")
			}
			_, err := transcribe(e, e.papel(v, "TJ-1", time.Hour), func(p *admission.TarjetaPapel) { p.Consulta = " " })
			wantErr(t, err, admission.ErrSinConsulta, "20.2", "ADM-2")
			_, err = transcribe(e, e.papel(v, "TJ-1", -time.Second), nil)
			wantErr(t, err, acceso.ErrHoraFutura, "24.2", "HOR-1")
			_, err = transcribe(e, e.papel(v, "TJ-1", 7*time.Hour), nil)
			wantErr(t, err, acceso.ErrHoraTemprana, "24.2", "HOR-1")
			_, err = transcribe(e, e.papel(v, "TJ-1", time.Hour), func(p *admission.TarjetaPapel) { p.Hora.Motivo = "" })
			wantErr(t, err, acceso.ErrDemora, "24.2", "HOR-1")
			_, err = transcribe(e, e.papel(v, "TJ-1", time.Hour), func(p *admission.TarjetaPapel) { p.Precio = 1 })
			wantErr(t, err, acceso.ErrPrecio, "23.2", "")
			bad := v
			bad.Caducidad = "2026-11-29"
			_, err = transcribe(e, e.papel(bad, "TJ-1", time.Hour), nil)
			wantErr(t, err, identidad.ErrCaducado, "23.1", "ADM-5")
		})
	})
	ps.each(t, "22.3/HOR-2/a card written by hand has the next number and its true hour", func(t *testing.T, e *entrada) {
		before, v := e.mustIssue(t, e.visitante()), e.visitante()
		i := e.papel(v, "TJ-1", 2*time.Hour)
		got, err := transcribe(e, i, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Numero != before.Numero+1 || !got.Emitida.Equal(i.Hora.Hecho) || got.Anotada.Sub(got.Emitida) < 2*time.Hour || got.Alerta || got.Formulario != "TJ-1" ||
			got.Jornada != "2026-11-30" {
			t.Errorf("got %+v", got)
		}
		_, err = transcribe(e, e.papel(e.visitante(), "TJ-1", time.Hour), nil)
		wantErr(t, err, registers.ErrFormularioUsado, "36.2", "HOR-2")
		var again *admission.YaTieneTarjeta
		if _, err = transcribe(e, e.papel(v, "TJ-2", time.Hour), nil); !errors.As(err, &again) || again.Numero != got.Numero {
			t.Errorf("a second card for her: got %v", err)
		}
		f, err := e.Ficha(ctx, got.Ficha, e.Autor("jefe_admision"))
		if err != nil || len(f.Visitas) != 1 || !f.Visitas[0].Instante.Equal(i.Hora.Hecho) {
			t.Errorf("got %+v, %v", f.Visitas, err)
		}
		if _, err := e.check(v); err != nil { // her ficha is found again
			t.Error(err)
		}
	})
	ps.each(t, "21.1/HOR-2/whoever was let in by hand and is barred is flagged at once", func(t *testing.T, e *entrada) {
		barred, twin := e.visitante(), e.visitante()
		named := twin
		named.Numero = dni(31_234_567)
		e.importLista(t, row(barred, ""), row(named, ""))
		got, err := transcribe(e, e.papel(barred, "TJ-2", time.Hour), nil)
		if err != nil || !got.Alerta || got.Decision.Veredicto != acceso.NoPuedeEntrar {
			t.Fatalf("got %+v, %v", got, err)
		}
		punto, err := e.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: principal, Nombre: "Torno", Sala: acceso.SalaGeneral}, e.Autor("director"))
		if err != nil {
			t.Fatal(err)
		}
		if l, err := e.ReadPunto(ctx, principal, punto.Numero, got.Token); err != nil || l.Valida {
			t.Errorf("her card opens an inner door: %+v, %v", l, err)
		}
		if got, err = transcribe(e, e.papel(twin, "TJ-3", time.Hour), nil); err != nil || !got.Alerta || got.Decision.Veredicto != acceso.Consultar {
			t.Errorf("got %+v, %v", got, err)
		}
		if n, err := e.CountAlertas(ctx, principal, "2026-11-30"); err != nil || n != 2 {
			t.Errorf("got %d alerts, %v", n, err)
		}
		if n, err := e.Watch(ctx); err != nil || n != 0 {
			t.Errorf("flagged twice: %d, %v", n, err)
		}
	})
}

func testDenegacionPapel(t *testing.T, ps puertas) {
	transcribe := func(e *entrada, i admission.Impreso, causa acceso.Causa, motivo string) (admission.Denegacion, error) {
		return e.TranscribeDenegacion(t.Context(), principal, admission.DenegacionPapel{Impreso: i, Causa: causa, Motivo: motivo}, e.Autor("admision"))
	}
	ps.each(t, "21.2/HOR-2/a refusal written by hand", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.unchanged(t, func() {
			_, err := transcribe(e, e.papel(v, "DE-7", time.Hour), "gorro", "x")
			wantErr(t, err, admission.ErrCausaImpreso, "21.1", "")
			_, err = transcribe(e, e.papel(v, "DE-7", time.Hour), acceso.CausaViolencia, " ")
			wantErr(t, err, acceso.ErrMotivoCausa, "21.2", "")
			_, err = transcribe(e, e.papel(v, "TJ-5", time.Hour), acceso.CausaMenor, "")
			wantErr(t, err, registers.ErrFormulario, "36.2", "HOR-2")
		})
		i := e.papel(v, "DE-7", 90*time.Minute)
		d, err := transcribe(e, i, acceso.CausaViolencia, "empujó al portero")
		if err != nil || !d.Instante.Equal(i.Hora.Hecho) || d.Articulo != "art. 21.2" || d.Motivo != "empujó al portero" || d.Documento != v.Numero {
			t.Fatalf("got %+v, %v", d, err)
		}
		old := e.visitante()
		old.Caducidad = "2020-01-01"
		if d, err = transcribe(e, e.papel(old, "DE-8", time.Hour), acceso.CausaInterdicto, ""); err != nil || d.Fundamento != "interdicto" {
			t.Errorf("got %+v, %v", d, err)
		}
	})
	ps.each(t, "27.4/HOR-2/after the games too", func(t *testing.T, e *entrada) {
		e.Advance(t, principal, "2026-11-30", domain.FaseFinJuegos, domain.FaseRecuentos)
		_, err := e.TranscribeTarjeta(t.Context(), principal, admission.TarjetaPapel{Impreso: e.papel(e.visitante(), "TJ-4", time.Hour), Precio: tarifa, Consulta: "portátil"}, e.Autor("admision"))
		if err != nil {
			t.Error(err)
		}
	})
}
