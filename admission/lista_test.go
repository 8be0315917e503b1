package admission_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/registers/casatest"
)

// Without a list nobody comes in.
func testSinLista(t *testing.T, ps puertas) {
	ps.each(t, "20.2/ADM-2/there is no list", func(t *testing.T, e *entrada) {
		c := e.mustCheck(t, e.visitante(), acceso.SinComprobar)
		if c.Lista != nil || c.Decision.Fundamentos[0].Causa != acceso.CausaSinLista {
			t.Errorf("got list %v, %v", c.Lista, c.Decision.Fundamentos)
		}
		e.unchanged(t, func() {
			_, err := e.issue(c.ID)
			wantErr(t, err, admission.ErrNoEntra, "20.2", "ADM-2")
		})
	})
}

// What the list says, and how long it may say it.
func testLista(t *testing.T, ps puertas) {
	ps.each(t, "20.2/the card says which list was looked at", func(t *testing.T, e *entrada) {
		im := e.importLista(t)
		card := e.mustIssue(t, e.visitante())
		if card.Lista != im.Huella || card.ListaFuente != "prueba" || card.ListaInstante != im.Instante.Format("2006-01-02T15:04:05.000000Z") {
			t.Errorf("got list %s of %s at %s, want %+v", card.Lista, card.ListaFuente, card.ListaInstante, im)
		}
	})
	ps.each(t, "20.2/R20.2.1/a positive is refused and on record", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.importLista(t, row(v, ""))
		before := e.Escritor.Tamano()
		c := e.mustCheck(t, v, acceso.NoPuedeEntrar)
		refusals, err := e.Denegaciones(context.Background(), principal, c.Jornada)
		if err != nil || len(refusals) == 0 || e.Escritor.Tamano() != before+1 {
			t.Fatalf("got %d refusals, %v, %d leaves", len(refusals), err, e.Escritor.Tamano()-before)
		}
		if d := refusals[0]; d.Documento != v.Numero || d.Fundamento != "interdicto" || d.Articulo != "art. 24.2 de la Ley 6/2001" {
			t.Errorf("got %+v", d)
		}
		e.unchanged(t, func() {
			for range 2 { // tried again, it is not another refusal
				_, err := e.issue(c.ID)
				wantErr(t, err, admission.ErrNoEntra, "21.1", "")
			}
		})
	})
	ps.each(t, "20.2/ADM-2/as old as it may be, and older", func(t *testing.T, e *entrada) {
		barred, v := e.visitante(), e.visitante()
		im := e.importLista(t, row(barred, ""))
		e.Reloj.Set(im.Instante.Add(24*time.Hour - time.Second))
		early := e.mustCheck(t, v, acceso.PuedeEntrar)
		e.Reloj.Set(im.Instante.Add(24 * time.Hour))
		late := e.mustCheck(t, e.visitante(), acceso.SinComprobar)
		if late.Decision.Fundamentos[0].Causa != acceso.CausaListaCaducada {
			t.Errorf("got %v", late.Decision.Fundamentos)
		}
		_, err := e.issue(late.ID)
		wantErr(t, err, admission.ErrNoEntra, "20.2", "ADM-2")
		e.mustCheck(t, barred, acceso.NoPuedeEntrar) // a positive is one however old the list
		if _, err := e.issue(early.ID); err != nil {
			t.Errorf("a check made in time: %v", err)
		}
	})
	ps.each(t, "20.2/ADM-2/the parameter of the house", func(t *testing.T, e *entrada) {
		f := casatest.Autorizacion()
		f.Parametros = registers.Parametros{ListaMaxima: time.Hour}
		e.Authorise(t, principal, f)
		im := e.importLista(t)
		e.Reloj.Set(im.Instante.Add(time.Hour - time.Second))
		e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
		e.Reloj.Set(im.Instante.Add(time.Hour))
		e.mustCheck(t, e.visitante(), acceso.SinComprobar)
		e.Authorise(t, principal, casatest.Autorizacion()) // read at once, not when a cache ends
		e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
	})
	ps.each(t, "20.2/EXC-08/barred between the check and the card", func(t *testing.T, e *entrada) {
		v, other := e.visitante(), e.visitante()
		c, d := e.mustCheck(t, v, acceso.PuedeEntrar), e.mustCheck(t, other, acceso.PuedeEntrar)
		im := e.importLista(t, row(v, ""))
		before := e.Escritor.Tamano()
		for range 2 {
			_, err := e.issue(c.ID)
			wantErr(t, err, admission.ErrNoEntra, "21.1", "")
		}
		if n := e.Escritor.Tamano() - before; n != 1 {
			t.Errorf("got %d leaves, want one refusal", n)
		}
		card, err := e.issue(d.ID)
		if err != nil || card.Lista != im.Huella {
			t.Errorf("got %v, list %s, want a card on the new list %s", err, card.Lista, im.Huella)
		}
	})
}

// Who is under age or barred.
func testProhibiciones(t *testing.T, ps puertas) {
	ps.each(t, "21.1/Ley6 24.1/the eve of the eighteenth birthday", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.FechaNacimiento = "2008-12-01"
		c := e.mustCheck(t, v, acceso.NoPuedeEntrar)
		if got := c.Decision.Articulo().String(); got != "art. 24.1 de la Ley 6/2001" {
			t.Errorf("got %s", got)
		}
		v = e.visitante()
		v.FechaNacimiento = "2008-11-30"
		e.mustCheck(t, v, acceso.PuedeEntrar)
	})
	ps.each(t, "21.1/Ley6 24.2/the last day barred and the next", func(t *testing.T, e *entrada) {
		today, yesterday := e.visitante(), e.visitante()
		e.importLista(t, row(today, casatest.Fecha), row(yesterday, "2026-11-29"))
		c := e.mustCheck(t, today, acceso.NoPuedeEntrar)
		if got := c.Decision.Articulo().String(); got != "art. 24.2 de la Ley 6/2001" {
			t.Errorf("got %s", got)
		}
		e.mustCheck(t, yesterday, acceso.PuedeEntrar)
	})
	ps.each(t, "21.1/EXC-07/a number barred, however it is typed", func(t *testing.T, e *entrada) {
		e.importLista(t, "DNI,00612345-Q,,,,")
		for _, typed := range []string{"612345q", "00612345Q", "612.345-Q"} {
			v := e.visitante()
			v.Numero = typed
			e.mustCheck(t, v, acceso.NoPuedeEntrar)
		}
	})
	ps.each(t, "21.1/barred by the second document that the list gives", func(t *testing.T, e *entrada) {
		v := e.visitante()
		second := v
		second.Tipo, second.Numero = "nie", nie(4000002)
		e.importLista(t, row(v, ""), row(second, ""))
		e.mustCheck(t, v, acceso.NoPuedeEntrar)
		e.mustCheck(t, second, acceso.NoPuedeEntrar)
	})
	ps.each(t, "21.1/barred by a document of her ficha that she does not show", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		other := v
		other.Tipo, other.Numero = "nie", nie(4000003)
		c := e.mustCheck(t, other, acceso.PuedeEntrar)
		if err := e.AddDocumento(context.Background(), principal, c.ID, card.Ficha, e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		err := e.AddDocumento(context.Background(), principal, c.ID, card.Ficha, e.Autor("jefe_admision"))
		wantErr(t, err, admission.ErrConFicha, "", "")
		_, err = e.issue(c.ID) // one person, one card, whichever document
		if again, ok := err.(*admission.YaTieneTarjeta); !ok || again.Numero != card.Numero {
			t.Errorf("got %v, want that she holds card %d", err, card.Numero)
		}
		e.importLista(t, "nie,"+nie(4000003)+",,,,")
		e.mustCheck(t, v, acceso.NoPuedeEntrar)
	})
}

// A name and a birth date are looked at by a person, never decided by the machine.
func testCandidato(t *testing.T, ps puertas) {
	ctx := context.Background()
	// suspect is somebody with the name and birth date of who is barred.
	suspect := func(t *testing.T, e *entrada) (admission.Visitante, admission.Comprobacion) {
		v := e.visitante()
		barred := v
		barred.Numero = dni(41000000 + e.next)
		e.importLista(t, row(barred, ""))
		return v, e.mustCheck(t, v, acceso.Consultar)
	}
	ps.each(t, "21.1/ADM-3/waits for a supervisor", func(t *testing.T, e *entrada) {
		_, c := suspect(t, e)
		e.unchanged(t, func() {
			_, err := e.issue(c.ID)
			wantErr(t, err, admission.ErrNoEntra, "21.1", "ADM-3")
			_, err = e.Resolve(ctx, principal, c.ID, true, " ", e.Autor("jefe_admision"))
			wantErr(t, err, admission.ErrMotivo, "21.1", "ADM-3")
		})
		waiting, err := e.Consultas(ctx, principal, casatest.Fecha)
		if err != nil || len(waiting) != 1 || waiting[0].ID != c.ID {
			t.Errorf("got %v, %v, want the check", waiting, err)
		}
		if _, err := e.Resolve(ctx, principal, c.ID, false, "La fotografía es la suya", e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
	})
	ps.each(t, "21.1/ADM-3/admitted with a reason", func(t *testing.T, e *entrada) {
		_, c := suspect(t, e)
		e.Reloj.Move(20 * time.Minute)
		got, err := e.Resolve(ctx, principal, c.ID, true, "Otra persona: nacida en otra ciudad", e.Autor("jefe_admision"))
		if err != nil || got.Decision.Veredicto != acceso.PuedeEntrar {
			t.Fatalf("got %v, %v", got.Decision, err)
		}
		datos, personal, _ := e.leaf(t, "DecisionAdmision")
		if datos["veredicto"] != "puede_entrar" || personal["motivo"] == "" {
			t.Errorf("got %v, %v", datos, personal)
		}
		e.Reloj.Move(14 * time.Minute) // good from the decision on
		if _, err := e.issue(c.ID); err != nil {
			t.Error(err)
		}
		_, err = e.Resolve(ctx, principal, c.ID, false, "tarde", e.Autor("director"))
		wantErr(t, err, admission.ErrSinCandidato, "", "")
	})
	ps.each(t, "21.1/ADM-3/an admission outlives the list it was given under", func(t *testing.T, e *entrada) {
		v, c := suspect(t, e)
		if _, err := e.Resolve(ctx, principal, c.ID, true, "Otra persona", e.Autor("director")); err != nil {
			t.Fatal(err)
		}
		same := v
		same.Numero = dni(41500000)
		e.importLista(t, row(same, ""))
		if _, err := e.issue(c.ID); err != nil {
			t.Error(err)
		}
	})
	ps.each(t, "21.1/ADM-3/refused, and on record", func(t *testing.T, e *entrada) {
		v, c := suspect(t, e)
		got, err := e.Resolve(ctx, principal, c.ID, false, "Es ella", e.Autor("director"))
		if err != nil || got.Decision.Veredicto != acceso.NoPuedeEntrar || got.Decision.Fundamentos[0].Causa != acceso.CausaCandidato {
			t.Fatalf("got %v, %v", got.Decision, err)
		}
		if _, personal, _ := e.leaf(t, "Denegacion"); personal["documento"] != v.Numero || personal["fundamento"] != "candidato" {
			t.Errorf("got %v", personal)
		}
		_, err = e.issue(c.ID)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
	})
	ps.each(t, "20.2/ADM-2/nobody overrides a positive", func(t *testing.T, e *entrada) {
		v, c := suspect(t, e)
		e.importLista(t, row(v, ""))
		got, err := e.Resolve(ctx, principal, c.ID, true, "La conozco", e.Autor("director"))
		if err != nil || got.Decision.Veredicto != acceso.NoPuedeEntrar {
			t.Fatalf("got %v, %v", got.Decision, err)
		}
		_, err = e.issue(c.ID)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
	})
	ps.each(t, "21.1/ADM-3/a check that waits for nobody, or for nobody any more", func(t *testing.T, e *entrada) {
		e.importLista(t)
		c := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
		_, err := e.Resolve(ctx, principal, c.ID, false, "porque sí", e.Autor("director"))
		wantErr(t, err, admission.ErrSinCandidato, "", "")
		_, err = e.Resolve(ctx, apendice, c.ID, false, "porque sí", e.Autor("director"))
		wantErr(t, err, admission.ErrCerrado, "27.4", "JOR-0")
		_, err = e.Resolve(ctx, principal, "NADA", false, "porque sí", e.Autor("director"))
		wantErr(t, err, admission.ErrNoExiste, "20.1", "")
	})
	for _, c := range []struct {
		name, apellidos, nombre, listed string
		born, listedBorn                domain.Fecha
		want                            acceso.Veredicto
	}{
		{"EXC-01/accents of a short surname", "RIO SANZ", "OSCAR", "ÓSCAR,RÍO SANZ", "1980-01-02", "1980-01-02", acceso.Consultar},
		{"EXC-02/another birth date", "PENA LARA", "IVAN", "IVÁN,PEÑA LARA", "1990-06-01", "1975-06-01", acceso.PuedeEntrar},
		{"EXC-02/the same birth date", "PENA LARA", "IVAN", "IVÁN,PEÑA LARA", "1975-06-01", "1975-06-01", acceso.Consultar},
		{"EXC-04/without the second surname", "siguenza", "raul", "RAÚL,SIGÜENZA TORRES", "1984-04-04", "1984-04-04", acceso.Consultar},
		{"EXC-04/another order", "SIGUENZA TORRES", "RAUL", "RAÚL,SIGÜENZA TORRES", "1984-04-04", "1984-04-04", acceso.Consultar},
		{"EXC-04/surnames and name changed over", "Raúl", "Sigüenza Torres", "RAÚL,SIGÜENZA TORRES", "1984-04-04", "1984-04-04", acceso.Consultar},
		{"EXC-05/one common surname", "GARCÍA LOPE", "MARTA", "JOSE,GARCÍA", "1992-09-09", "1960-01-01", acceso.PuedeEntrar},
		{"EXC-05/one common surname and the birth date", "GARCÍA LOPE", "MARTA", "JOSE,GARCÍA", "1992-09-09", "1992-09-09", acceso.PuedeEntrar},
	} {
		ps.each(t, "20.2/ADM-3/"+c.name, func(t *testing.T, e *entrada) {
			e.importLista(t, "dni,48123987Y,"+c.listed+","+string(c.listedBorn)+",")
			v := e.visitante()
			v.Nombre, v.Apellidos, v.FechaNacimiento = c.nombre, c.apellidos, c.born
			e.mustCheck(t, v, c.want)
		})
	}
	ps.each(t, "20.2/ADM-3/a row without document", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.importLista(t, ",,"+v.Nombre+","+v.Apellidos+","+string(v.FechaNacimiento)+",")
		e.mustCheck(t, v, acceso.Consultar)
	})
	ps.each(t, "20.2/ADM-3/a candidate barred until yesterday", func(t *testing.T, e *entrada) {
		v := e.visitante()
		past := v
		past.Numero = dni(41600000)
		e.importLista(t, row(past, domain.FechaDe(e.Escritor.Ahora().Add(-24*time.Hour))))
		e.mustCheck(t, v, acceso.PuedeEntrar)
	})
	ps.each(t, "20.2/ADM-2/an admission without a list that counts", func(t *testing.T, e *entrada) {
		_, c := suspect(t, e)
		e.Reloj.Move(24 * time.Hour)
		_, err := e.Resolve(ctx, principal, c.ID, true, "Otra persona", e.Autor("director"))
		wantErr(t, err, admission.ErrNoEntra, "20.2", "ADM-2")
	})
}

// A list whose rows are not those imported lets nobody in, and is told when verified;
// imported again, it serves again.
func TestListaAlterada(t *testing.T) {
	t.Parallel()
	ps := newPuertas(t, tarde)
	for _, c := range []struct{ name, change string }{
		{"a row deleted", "DELETE FROM interdicciones WHERE fila = 1"},
		{"a row added", "INSERT INTO interdicciones SELECT lista, 9999, tipo, '00000000T', nombre, apellidos, plegado, fecha_nacimiento, hasta FROM interdicciones WHERE fila = 1"},
		{"an end date brought forward", "UPDATE interdicciones SET hasta = '2020-01-01' WHERE fila = 1"},
	} {
		ps.each(t, "20.2/ADM-2/"+c.name, func(t *testing.T, e *entrada) {
			barred := e.visitante()
			e.importLista(t, row(barred, ""))
			var opts *sql.TxOptions
			db := e.bd.Raw(t)
			if err := admission.VerifyLista(t.Context(), db, opts); err != nil {
				t.Fatalf("as imported: %v", err)
			}
			e.bd.Exec(t, c.change)
			if err := admission.VerifyLista(t.Context(), db, opts); !errors.Is(err, admission.ErrListaAlterada) {
				t.Errorf("verified: got %v, want %v", err, admission.ErrListaAlterada)
			}
			if c.name == "a row deleted" {
				if _, err := e.check(barred); !errors.Is(err, admission.ErrListaAlterada) {
					t.Errorf("while serving: got %v, want %v", err, admission.ErrListaAlterada)
				}
			}
			e.Puerta = admission.New(e.Escritor, e.Casa.Casa) // as after a restart
			if err := e.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			e.mustCheck(t, barred, acceso.SinComprobar)
			_, err := e.tryImport("jefe_admision", cabecera+row(barred, "")+"\n") // what is left of it needs a second person all the same
			wantErr(t, err, admission.ErrMerma, "20.2", "ADM-2")
			e.importLista(t, row(barred, ""))
			e.mustCheck(t, barred, acceso.NoPuedeEntrar)
		})
	}
}
