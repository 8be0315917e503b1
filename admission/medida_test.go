package admission_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/casatest"
)

func (e *entrada) deny(id string, m admission.Medida) (admission.Comprobacion, error) {
	return e.Deny(context.Background(), principal, id, m, e.Autor("jefe_admision"))
}

// expel expels the holder of a card of principal.
func (e *entrada) expel(card int64, m admission.Medida) (admission.Expulsion, error) {
	return e.Expel(context.Background(), admission.Expulsar{Establecimiento: principal, Tarjeta: card, Medida: m}, e.Autor("jefe_admision"))
}

// banned wants a person refused on that article.
func (e *entrada) banned(t *testing.T, v admission.Visitante, articulo string) {
	t.Helper()
	c := e.mustCheck(t, v, acceso.NoPuedeEntrar)
	if got := c.Decision.Articulo().Ref(); got != articulo {
		t.Errorf("got art. %s, want %s", got, articulo)
	}
}

// TestMedidas is what the house decides on a person: refuse, expel, bar, close the last hour.
func TestMedidas(t *testing.T) {
	ps := newPuertas(t, tarde)
	for _, e := range ps {
		e.importLista(t)
	}
	testListaDocumentos(t, ps)
	testDenegar(t, ps)
	testExpulsar(t, ps)
	testProhibir(t, ps)
	testRegistro(t, ps)
	testAcreditar(t, ps)
	testVestimentas(t, ps)
	testCorte(t, ps)
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
		e.outlives(t)
	}
}

var motivo = "discutió a gritos con otra persona"

func testDenegar(t *testing.T, ps puertas) {
	ps.each(t, "21.5/dress refuses her as she comes, and not as she comes back", func(t *testing.T, e *entrada) {
		v := e.visitante()
		c := e.mustCheck(t, v, acceso.PuedeEntrar)
		for _, bad := range []struct {
			m   admission.Medida
			err error
			art string
		}{
			{admission.Medida{Motivo: motivo}, acceso.ErrCausa, "21.2"},
			{admission.Medida{Causa: acceso.CausaVestimenta}, acceso.ErrMotivoCausa, "21.5"},
			{admission.Medida{Causa: acceso.CausaVestimenta, Motivo: "en bañador", Hasta: "2026-12-31"}, acceso.ErrVestimenta, "21.5"},
			{admission.Medida{Causa: acceso.CausaMolestias, Motivo: "a\u0000", Hasta: "2026-12-31"}, identidad.ErrTexto, "21.2"},
		} {
			e.unchanged(t, func() {
				_, err := e.deny(c.ID, bad.m)
				wantErr(t, err, bad.err, bad.art, "")
			})
		}
		done, err := e.deny(c.ID, admission.Medida{Causa: acceso.CausaVestimenta, Motivo: "en bañador"})
		if err != nil || done.Decision.Veredicto != acceso.NoPuedeEntrar || done.Decision.Articulo().Ref() != "21.5" {
			t.Fatalf("got %+v, %v", done.Decision, err)
		}
		datos, personal, _ := e.leaf(t, "Denegacion")
		if personal["motivo"] != "en bañador" || personal["fundamento"] != "vestimenta" || datos["fundamento"] != "" {
			t.Errorf("on record: %v, %v", datos, personal)
		}
		_, err = e.issue(c.ID)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
		if _, err := e.deny(c.ID, admission.Medida{Causa: acceso.CausaVestimenta, Motivo: "otra vez"}); !errors.Is(err, admission.ErrYaDenegada) {
			t.Errorf("refused twice: %v", err)
		}
		e.mustIssue(t, v)
	})
	ps.each(t, "21.2/refused with an end date", func(t *testing.T, e *entrada) {
		v := e.visitante()
		_, err := e.deny(e.mustCheck(t, v, acceso.PuedeEntrar).ID, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo, Hasta: "2027-03-01"})
		if err != nil {
			t.Fatal(err)
		}
		e.banned(t, v, "21.2")
		if _, _, until := e.leaf(t, "Prohibicion"); until < "2027-03-02" {
			t.Errorf("its values may be erased on %s, before it is over", until)
		}
	})
	ps.each(t, "21.2/whoever is inside is expelled, not refused", func(t *testing.T, e *entrada) {
		v := e.visitante()
		c := e.mustCheck(t, v, acceso.PuedeEntrar)
		if _, err := e.issue(c.ID); err != nil {
			t.Fatal(err)
		}
		e.unchanged(t, func() {
			if _, err := e.deny(c.ID, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo}); !errors.Is(err, admission.ErrYaDentro) {
				t.Errorf("got %v", err)
			}
			if _, err := e.deny("NADA", admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo}); !errors.Is(err, admission.ErrNoExiste) {
				t.Errorf("got %v", err)
			}
		})
	})
}

func testExpulsar(t *testing.T, ps puertas) {
	ps.each(t, "21.2/expelled: why, when, who; and not back that night", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		for _, causa := range []acceso.Causa{"", "gana_mucho", acceso.CausaInterdicto} {
			e.unchanged(t, func() {
				_, err := e.expel(card.Numero, admission.Medida{Causa: causa, Motivo: motivo})
				wantErr(t, err, acceso.ErrCausa, "21.2", "")
			})
		}
		got, err := e.expel(card.Numero, admission.Medida{Causa: acceso.CausaAlteraJuego, Motivo: motivo})
		if err != nil || got.Numero == 0 || got.Ficha != card.Ficha || got.Articulo != "art. 21.2" || got.Autor != e.Gente["jefe_admision"].ID ||
			got.Nombre != v.Nombre || got.Jornada != casatest.Fecha || got.Instante.IsZero() {
			t.Fatalf("got %+v, %v", got, err)
		}
		e.banned(t, v, "21.2")
	})
	ps.each(t, "21.2/ADM-3/under another document: a person decides", func(t *testing.T, e *entrada) {
		v := e.visitante()
		if _, err := e.expel(e.mustIssue(t, v).Numero, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo, Hasta: "2027-01-15"}); err != nil {
			t.Fatal(err)
		}
		v.Tipo, v.Pais, v.Numero = "pasaporte", "ESP", "XDA"+v.Numero[2:8]
		e.mustCheck(t, v, acceso.Consultar)
	})
	ps.each(t, "21.5/expelled for her clothes, she may come back dressed", func(t *testing.T, e *entrada) {
		v := e.visitante()
		if _, err := e.expel(e.mustIssue(t, v).Numero, admission.Medida{Causa: acceso.CausaVestimenta, Motivo: "se quitó la camisa"}); err != nil {
			t.Fatal(err)
		}
		e.mustCheck(t, v, acceso.PuedeEntrar)
	})
	ps.each(t, "22.4/without her card nobody is barred", func(t *testing.T, e *entrada) {
		e.unchanged(t, func() {
			_, err := e.expel(0, admission.Medida{Causa: acceso.CausaMolestias, Motivo: motivo, Hasta: "2027-01-15"})
			wantErr(t, err, admission.ErrSinIdentificar, "22.4", "")
			_, err = e.expel(999999, admission.Medida{Causa: acceso.CausaMolestias, Motivo: motivo})
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
		if got, err := e.expel(0, admission.Medida{Causa: acceso.CausaMolestias, Motivo: "no mostró su tarjeta"}); err != nil || got.Nombre != "" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	ps.each(t, "21.2/HOR-1/its true hour", func(t *testing.T, e *entrada) {
		ask := admission.Expulsar{Establecimiento: principal, Medida: admission.Medida{Causa: acceso.CausaMolestias, Motivo: motivo}}
		now := e.Escritor.Ahora()
		for hecho, want := range map[time.Time]error{now.Add(time.Second): registers.ErrHoraFutura, now.AddDate(0, 0, -3): registers.ErrHoraTemprana} {
			ask.Hecho = hecho
			_, err := e.Expel(context.Background(), ask, e.Autor("director"))
			wantErr(t, err, want, "21.2", "HOR-1")
		}
		ask.Hecho = now
		if got, err := e.Expel(context.Background(), ask, e.Autor("director")); err != nil || !got.Instante.Equal(ask.Hecho.Truncate(time.Microsecond)) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func testProhibir(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "23.1/banned by every document, there and then", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		w := v
		w.Tipo, w.Pais, w.Numero = "pasaporte", "ESP", "XDB"+v.Numero[2:8]
		if _, err := e.Join(ctx, principal, e.mustCheck(t, w, acceso.PuedeEntrar).ID, card.Ficha, e.Autor("admision")); err != nil {
			t.Fatal(err)
		}
		ban, err := e.Ban(ctx, principal, card.Ficha, admission.Medida{Causa: acceso.CausaTrabajadores, Motivo: motivo, Hasta: "2027-06-30"}, e.Autor("director"))
		if err != nil || ban.Ambito != principal || ban.Ficha != card.Ficha {
			t.Fatalf("got %+v, %v", ban, err)
		}
		e.banned(t, v, "21.2")
		e.banned(t, w, "21.2")
		if all, err := e.Prohibiciones(ctx, apendice); err != nil || len(all) != 0 {
			t.Errorf("in the other establecimiento: %v, %v", all, err)
		}
		lifted, err := e.Lift(ctx, ban.Numero, "se disculpó y se revisa la medida", e.Autor("director"))
		if err != nil || !lifted.Levantada {
			t.Fatalf("got %+v, %v", lifted, err)
		}
		e.mustCheck(t, w, acceso.PuedeEntrar)
		if _, err := e.Lift(ctx, ban.Numero, "otra vez", e.Autor("director")); !errors.Is(err, admission.ErrLevantada) {
			t.Errorf("lifted twice: %v", err)
		}
		if _, err := e.Lift(ctx, 999999, "nada", e.Autor("director")); !errors.Is(err, admission.ErrNoExiste) {
			t.Errorf("got %v", err)
		}
	})
	ps.each(t, "21.2/banned between the check and the card", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		if _, err := e.Void(ctx, principal, card.Numero, "prueba", e.Autor("admision")); err != nil {
			t.Fatal(err)
		}
		c := e.mustCheck(t, v, acceso.PuedeEntrar)
		if _, err := e.Ban(ctx, principal, card.Ficha, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo, Hasta: "2027-06-30", Todos: true}, e.Autor("director")); err != nil {
			t.Fatal(err)
		}
		_, err := e.issue(c.ID)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
		if datos, _, _ := e.leaf(t, "Denegacion"); datos["comprobacion"] != c.ID {
			t.Errorf("the refusal is not on record: %v", datos)
		}
		if all, err := e.Prohibiciones(ctx, apendice); err != nil || len(all) != 1 || all[0].Ambito != admission.EnTodos {
			t.Errorf("in the other establecimiento: %v, %v", all, err)
		}
	})
	ps.each(t, "21.2/no ban of nobody, nor without end", func(t *testing.T, e *entrada) {
		e.unchanged(t, func() {
			_, err := e.Ban(ctx, principal, 999999, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo, Hasta: "2027-06-30"}, e.Autor("director"))
			wantErr(t, err, admission.ErrNoExiste, "", "")
			_, err = e.Ban(ctx, principal, 1, admission.Medida{Causa: acceso.CausaViolencia, Motivo: motivo}, e.Autor("director"))
			wantErr(t, err, acceso.ErrFin, "21.2", "ADM-1b")
		})
	})
}

func testRegistro(t *testing.T, ps puertas) {
	ps.each(t, "21.2/the register of refusals and expulsions", func(t *testing.T, e *entrada) {
		list, err := e.Medidas(context.Background(), principal, casatest.Fecha, casatest.Fecha)
		if err != nil {
			t.Fatal(err)
		}
		var refused, expelled int
		for k, m := range list {
			if m.Articulo == "" || m.Causa.Nombre() == "" || m.Quien == "" || k > 0 && m.Instante.Before(list[k-1].Instante) {
				t.Errorf("line %d: %+v", k, m)
			}
			if m.Expulsion {
				expelled++
			} else {
				refused++
			}
		}
		want := e.count(t, `SELECT COUNT(*) FROM denegaciones WHERE establecimiento = 'principal' AND jornada = '2026-11-30'`)
		if refused != want || expelled != e.count(t, `SELECT COUNT(*) FROM expulsiones`) || expelled == 0 {
			t.Errorf("%d refused of %d, %d expelled", refused, want, expelled)
		}
		if other, err := e.Medidas(context.Background(), apendice, casatest.Fecha, casatest.Fecha); err != nil || len(other) != 0 {
			t.Errorf("of the other establecimiento: %v, %v", other, err)
		}
	})
}

func testCorte(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "21.4/the last hour", func(t *testing.T, e *entrada) {
		j, err := e.LastJornada(ctx, principal)
		if err != nil {
			t.Fatal(err)
		}
		inside := e.visitante()
		e.mustIssue(t, inside)
		e.unchanged(t, func() {
			wantErr(t, e.SetCorte(ctx, principal, true, e.Autor("jefe_admision")), acceso.ErrCorte, "21.4", "")
		})
		e.Reloj.Set(j.CierrePrevisto.Add(-59 * time.Minute))
		e.importLista(t)
		waiting := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
		for range 2 { // the second time nothing is written
			if err := e.SetCorte(ctx, principal, true, e.Autor("jefe_admision")); err != nil {
				t.Fatal(err)
			}
		}
		if n := e.count(t, `SELECT COUNT(*) FROM cortes_entrada`); n != 1 {
			t.Errorf("%d turns of the switch, want 1", n)
		}
		e.banned(t, e.visitante(), "21.4")
		_, err = e.issue(waiting.ID)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
		if err := e.SetCorte(ctx, principal, false, e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
	})
	ps.each(t, "21.4/closed house", func(t *testing.T, e *entrada) {
		wantErr(t, e.SetCorte(ctx, apendice, true, e.Autor("director")), admission.ErrCerrado, "27.4", "JOR-0")
	})
}

func testAcreditar(t *testing.T, ps puertas) {
	ctx := context.Background()
	ask := func(e *entrada, c acceso.Calidad) admission.Acreditar {
		return admission.Acreditar{Establecimiento: principal, Tipo: "dni", Numero: e.Gente["crupier"].Documento.Numero, Nombre: "Eloy", Apellidos: "Prieto", Calidad: c}
	}
	ps.each(t, "18.1.a/off duty, only by leave of the director", func(t *testing.T, e *entrada) {
		a := ask(e, acceso.CalidadFueraTurno)
		a.Motivo = "recoge su paga"
		e.unchanged(t, func() {
			_, err := e.Accredit(ctx, a, e.Autor("jefe_admision"))
			wantErr(t, err, acceso.ErrPermiso, "18.1.a", "ADM-9")
		})
		got, err := e.Accredit(ctx, a, e.Autor("director"))
		if err != nil || got.Autor != e.Gente["director"].ID || got.Motivo != "recoge su paga" || !got.Salida.IsZero() {
			t.Fatalf("got %+v, %v", got, err)
		}
		left, err := e.Leave(ctx, principal, got.Numero, e.Autor("admision"))
		if err != nil || left.Salida.IsZero() {
			t.Errorf("got %+v, %v", left, err)
		}
		if _, err := e.Leave(ctx, principal, got.Numero, e.Autor("admision")); !errors.Is(err, admission.ErrSalida) {
			t.Errorf("left twice: %v", err)
		}
	})
	ps.each(t, "18.1.a/ADM-9/staff, pupils and technicians, and no card", func(t *testing.T, e *entrada) {
		cards := e.lastNumber(t)
		if _, err := e.Accredit(ctx, ask(e, acceso.CalidadServicio), e.Autor("admision")); err != nil {
			t.Error(err)
		}
		pupil := ask(e, acceso.CalidadAlumno)
		pupil.Numero = dni(42000001)
		if _, err := e.Accredit(ctx, pupil, e.Autor("admision")); err != nil {
			t.Error(err)
		}
		technician := pupil
		technician.Tipo, technician.Pais, technician.Numero, technician.Calidad = "pasaporte", "PRT", "CB482999", acceso.CalidadTecnico
		_, err := e.Accredit(ctx, technician, e.Autor("admision"))
		wantErr(t, err, acceso.ErrEmpresa, "18.1.a", "ADM-9")
		technician.Empresa = "Cilindros del Tajo, S.L."
		last, err := e.Accredit(ctx, technician, e.Autor("admision"))
		if err != nil {
			t.Error(err)
		}
		pupil.Calidad = acceso.CalidadServicio
		_, err = e.Accredit(ctx, pupil, e.Autor("admision"))
		wantErr(t, err, acceso.ErrNoPersonal, "18.1.a", "ADM-9")
		list, err := e.Acreditaciones(ctx, principal, casatest.Fecha)
		if err != nil || len(list) != 4 || list[0] != last || e.lastNumber(t) != cards {
			t.Errorf("got %+v, %v", list, err)
		}
	})
	ps.each(t, "18.1.a/no jornada", func(t *testing.T, e *entrada) {
		a := ask(e, acceso.CalidadServicio)
		a.Establecimiento = apendice
		_, err := e.Accredit(ctx, a, e.Autor("director"))
		wantErr(t, err, admission.ErrCerrado, "27.4", "JOR-0")
	})
}

func testVestimentas(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "21.5/a dress on saturdays", func(t *testing.T, e *entrada) {
		e.unchanged(t, func() {
			_, err := e.AskDress(ctx, principal, acceso.Vestimenta{Texto: "Chaqueta", Dias: "9"}, e.Autor("director"))
			wantErr(t, err, acceso.ErrDias, "21.5", "")
			_, err = e.AskDress(ctx, "otro", acceso.Vestimenta{Texto: "Chaqueta"}, e.Autor("director"))
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
		n, err := e.AskDress(ctx, principal, acceso.Vestimenta{Texto: "Chaqueta los sábados", Dias: "6"}, e.Autor("director"))
		if err != nil {
			t.Fatal(err)
		}
		list, err := e.Vestimentas(ctx, principal)
		if err != nil || len(list) != 1 || !list[0].En("2026-11-28") || list[0].En("2026-11-30") {
			t.Errorf("got %+v, %v", list, err)
		}
		if err := e.EndDress(ctx, principal, n, e.Autor("director")); err != nil {
			t.Error(err)
		}
		if err := e.EndDress(ctx, principal, n, e.Autor("director")); !errors.Is(err, admission.ErrNoExiste) {
			t.Errorf("ended twice: %v", err)
		}
	})
}
