package admission_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
)

// TestDesk goes through a night at the desk: groups, volantes and the till, on both
// databases.
func TestDesk(t *testing.T) {
	ps := newPuertas(t, "2026-12-30 18:00:00")
	for _, e := range ps {
		e.importLista(t)
	}
	testGrupo(t, ps)
	testVolante(t, ps)
	testTurno(t, ps)
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
		e.outlives(t)
	}
}

func TestReadGrupo(t *testing.T) {
	const head = "tipo,numero,nombre,apellidos,fecha_nacimiento\n"
	t.Run("23.3/good", func(t *testing.T) {
		list := "\ufeff" + strings.ReplaceAll(head, ",", ";") + "dni;" + dni(1) + ";Íñigo;Pérez;1980-01-02\n;;Ana;Ruiz;1990-03-04\n"
		got, err := admission.ReadGrupo(strings.NewReader(list))
		if err != nil || len(got) != 2 || got[0].Documento.Numero != dni(1) || got[0].Nombre != "Íñigo" || !got[1].Documento.IsZero() || got[1].FechaNacimiento != "1990-03-04" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	for name, list := range map[string]string{
		"another header":    "nombre,apellidos\nAna,Ruiz\n",
		"a field less":      head + "dni," + dni(1) + ",Ana,Ruiz\n",
		"quotes":            head + "dni,\"" + dni(1) + ",Ana,Ruiz,1990-03-04\n",
		"the letter":        head + "dni,00000001A,Ana,Ruiz,1990-03-04\n",
		"no date":           head + ",,Ana,Ruiz,4/3/1990\n",
		"no name":           head + ",,,,1990-03-04\n",
		"the same document": head + "dni," + dni(1) + ",Ana,Ruiz,1990-03-04\ndni," + dni(1) + ",Eva,Ruiz,1990-03-04\n",
	} {
		t.Run("23.3/"+name, func(t *testing.T) {
			got, err := admission.ReadGrupo(strings.NewReader(list))
			if !errors.Is(err, admission.ErrListaGrupo) || !strings.Contains(err.Error(), "línea") || got != nil {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// group registers a group of n people nobody has seen.
func (e *entrada) group(t *testing.T, n int, precio domain.Importe, extra ...admission.Visitante) admission.Grupo {
	t.Helper()
	var b strings.Builder
	b.WriteString(strings.Join(admission.CabeceraGrupo, ",") + "\n")
	for range n {
		extra = append(extra, e.visitante())
	}
	for _, v := range extra {
		fmt.Fprintf(&b, "%s,%s,%s,%s,%s\n", v.Tipo, v.Numero, v.Nombre, v.Apellidos, v.FechaNacimiento)
	}
	miembros, err := admission.ReadGrupo(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.RegisterGrupo(context.Background(), principal, admission.GrupoFacts{Denominacion: "Viaje de prueba", Fecha: "2026-12-30",
		Reduccion: acceso.ReduccionViaje, Precio: precio, Miembros: miembros}, e.Autor("admision"))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func testGrupo(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "23.3.b/a group, one payment and one verdict each", func(t *testing.T, e *entrada) {
		who := e.Autor("admision")
		barred, minor, sinDoc := e.visitante(), e.visitante(), e.visitante()
		minor.FechaNacimiento = "2010-01-01"
		shown := sinDoc
		sinDoc.Tipo, sinDoc.Numero = "", ""
		e.importLista(t, row(barred, ""))
		g := e.group(t, 2, 300, barred, minor, sinDoc)
		if g.Recuento != (admission.RecuentoGrupo{Previstos: 5, SinLlegar: 5}) || g.Importe != 1500 || g.Recibo != 0 || g.Denominacion != "Viaje de prueba" {
			t.Fatalf("got %+v", g)
		}
		e.unchanged(t, func() {
			_, err := e.Arrive(ctx, principal, g.Numero, 4, "", who)
			wantErr(t, err, admission.ErrSinCobro, "23.3", "")
			_, err = e.ChargeGrupo(ctx, principal, g.Numero, "cheque", who)
			wantErr(t, err, acceso.ErrMedio, "23.2", "")
			_, err = e.Arrive(ctx, principal, g.Numero, 6, "", who)
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
		g, err := e.ChargeGrupo(ctx, principal, g.Numero, acceso.Efectivo, who)
		if err != nil || g.Recibo != 1 || g.Importe != 1500 || g.Cobrador != who.Persona {
			t.Fatalf("got %+v, %v", g, err)
		}
		_, err = e.ChargeGrupo(ctx, principal, g.Numero, acceso.Efectivo, who)
		wantErr(t, err, admission.ErrCobrado, "", "")
		first := e.lastNumber(t)
		for orden, want := range map[int64]acceso.Veredicto{1: acceso.NoPuedeEntrar, 2: acceso.NoPuedeEntrar, 4: acceso.PuedeEntrar, 5: acceso.PuedeEntrar} {
			a, err := e.Arrive(ctx, principal, g.Numero, orden, "", who)
			if err != nil || a.Comprobacion.Decision.Veredicto != want || (a.Tarjeta != nil) != (want == acceso.PuedeEntrar) || a.Miembro.Veredicto != want {
				t.Fatalf("member %d: got %+v, %v", orden, a, err)
			}
			if a.Tarjeta != nil && (a.Tarjeta.Precio != 300 || a.Tarjeta.Reduccion != acceso.ReduccionViaje || a.Tarjeta.Grupo != g.Numero) {
				t.Errorf("got card %+v", a.Tarjeta)
			}
		}
		testSinDocumento(t, e, g, shown)
		g, err = e.Grupo(ctx, principal, g.Numero)
		if want := (admission.RecuentoGrupo{Previstos: 5, Tarjetas: 3, NoEntran: 2}); err != nil || g.Recuento != want {
			t.Errorf("got %+v, %v, want %+v", g.Recuento, err, want)
		}
		if got := e.lastNumber(t); got != first+3 {
			t.Errorf("got %d cards, want 3", got-first)
		}
		var again *admission.YaTieneTarjeta
		if _, err := e.Arrive(ctx, principal, g.Numero, 4, "", who); !errors.As(err, &again) {
			t.Errorf("she came again: got %v", err)
		}
		e.importLista(t)
	})
	ps.each(t, "23.3/registered for another night", func(t *testing.T, e *entrada) {
		who := e.Autor("admision")
		facts := admission.GrupoFacts{Denominacion: "Congreso", Fecha: "2026-12-31", Reduccion: acceso.ReduccionCongreso, Precio: 0,
			Miembros: []admission.Miembro{{Nombre: "Ana", Apellidos: "Ruiz", FechaNacimiento: "1990-01-01"}}}
		g, err := e.RegisterGrupo(ctx, principal, facts, who)
		if err != nil || g.Importe != 0 {
			t.Fatalf("got %+v, %v", g, err)
		}
		_, err = e.Arrive(ctx, principal, g.Numero, 1, "", who)
		wantErr(t, err, admission.ErrOtroDia, "", "")
		e.unchanged(t, func() {
			facts.Denominacion = " "
			_, err = e.RegisterGrupo(ctx, principal, facts, who)
			wantErr(t, err, admission.ErrMotivo, "23.3", "")
			facts.Denominacion, facts.Precio = "Congreso", tarifa
			_, err = e.RegisterGrupo(ctx, principal, facts, who)
			wantErr(t, err, acceso.ErrReduccion, "23.3.a", "")
			_, err = e.RegisterGrupo(ctx, "ninguno", facts, who)
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
	})
}

// testSinDocumento lets in a member registered without a document, with the one she shows.
func testSinDocumento(t *testing.T, e *entrada, g admission.Grupo, shown admission.Visitante) {
	ctx, who := context.Background(), e.Autor("admision")
	_, err := e.Arrive(ctx, principal, g.Numero, 3, "", who)
	wantErr(t, err, admission.ErrSinDocumento, "23.3", "")
	_, err = e.Arrive(ctx, principal, g.Numero, 3, e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID, who)
	wantErr(t, err, admission.ErrOtraPersona, "23.3", "")
	if a, err := e.Arrive(ctx, principal, g.Numero, 3, e.mustCheck(t, shown, acceso.PuedeEntrar).ID, who); err != nil || a.Tarjeta == nil {
		t.Errorf("got %+v, %v", a, err)
	}
}

func testVolante(t *testing.T, ps puertas) {
	ctx := context.Background()
	price := tarifa
	deposit := acceso.Deposito{Documento: "dni", Importe: &price}
	ps.each(t, "23.4/ADM-7/the check does not wait, the printing does", func(t *testing.T, e *entrada) {
		who := e.Autor("admision")
		ask := func(id string) admission.Emision {
			return admission.Emision{Establecimiento: principal, Comprobacion: id, Precio: tarifa, Autor: who}
		}
		minor := e.visitante()
		minor.FechaNacimiento = "2012-01-01"
		refused, id := e.mustCheck(t, minor, acceso.NoPuedeEntrar).ID, e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
		e.unchanged(t, func() {
			_, err := e.IssueVolante(ctx, ask(refused), deposit)
			wantErr(t, err, admission.ErrNoEntra, "21.1", "")
			_, err = e.IssueVolante(ctx, ask(id), acceso.Deposito{Importe: &price})
			wantErr(t, err, acceso.ErrDeposito, "23.4", "ADM-7")
			_, err = e.IssueVolante(ctx, ask(id), acceso.Deposito{Documento: "dni"})
			wantErr(t, err, acceso.ErrDeposito, "23.4", "ADM-7")
		})
		v, err := e.IssueVolante(ctx, ask(id), deposit)
		if err != nil || v.Estado != admission.VolantePendiente || v.Importe != tarifa || v.Documento != "dni" || v.Tarjeta.Numero == 0 {
			t.Fatalf("got %+v, %v", v, err)
		}
		var again *admission.YaTieneTarjeta
		if _, err := e.issue(id); !errors.As(err, &again) || again.Numero != v.Tarjeta.Numero {
			t.Errorf("a card on the same check: got %v", err)
		}
		done, err := e.Deliver(ctx, principal, v.Numero, who)
		if err != nil || done.Estado != admission.VolanteEntregado || done.Entregado.IsZero() {
			t.Errorf("got %+v, %v", done, err)
		}
		_, err = e.Deliver(ctx, principal, v.Numero, who)
		wantErr(t, err, admission.ErrEntregado, "", "")
		_, err = e.Deliver(ctx, principal, 99, who)
		wantErr(t, err, admission.ErrNoExiste, "", "")
		left, err := e.IssueVolante(ctx, ask(e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID), deposit)
		if err != nil || left.Numero != v.Numero+1 {
			t.Errorf("got %+v, %v, want number %d", left, err, v.Numero+1)
		}
	})
}

func testTurno(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "23.2/what a shift takes, and its count", func(t *testing.T, e *entrada) {
		who, other := e.Autor("admision"), e.Autor("admision2")
		_, err := e.OpenTurno(ctx, principal, -1, who)
		wantErr(t, err, admission.ErrFondo, "23.2", "")
		_, err = e.OpenTurno(ctx, apendice, 0, who)
		wantErr(t, err, admission.ErrSinTurno, "", "")
		turno, err := e.OpenTurno(ctx, principal, 10_000, who)
		if err != nil || len(turno.Cobros) != 0 || turno.Persona != who.Persona {
			t.Fatalf("got %+v, %v", turno, err)
		}
		_, err = e.OpenTurno(ctx, principal, 0, who)
		wantErr(t, err, admission.ErrTurnoAbierto, "", "")
		first, second := e.mustIssue(t, e.visitante()), e.mustIssue(t, e.visitante())
		if _, err := e.Issue(ctx, admission.Emision{Establecimiento: principal, Comprobacion: e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID, Precio: tarifa, Autor: other}); err != nil {
			t.Fatal(err)
		}
		g := e.group(t, 2, 300)
		if _, err := e.ChargeGrupo(ctx, principal, g.Numero, acceso.Efectivo, who); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Arrive(ctx, principal, g.Numero, 1, "", who); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Void(ctx, principal, first.Numero, "Error", who); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Replace(ctx, principal, second.Numero, "Perdida", who); err != nil {
			t.Fatal(err)
		}
		turno, err = e.Turno(ctx, principal, turno.Numero)
		want := acceso.Arqueo{Fondo: 10_000, Tarjetas: 2 * tarifa, Devoluciones: tarifa, Grupos: 600}
		if err != nil || turno.Arqueo != want || len(turno.Cobros) != 5 {
			t.Fatalf("got %+v, %v, want %+v", turno, err, want)
		}
		testCierreTurno(t, e, turno)
	})
	ps.each(t, "23.4/ADM-7/nobody came for it", func(t *testing.T, e *entrada) {
		e.nextDay(t, "2026-12-30", "2026-12-31")
		list, err := e.Volantes(ctx, principal, "2026-12-30")
		if err != nil || len(list) != 2 || list[0].Estado != admission.VolanteEntregado || list[1].Estado != admission.VolanteNoRetirado {
			t.Fatalf("got %+v, %v", list, err)
		}
		if v, err := e.Deliver(ctx, principal, list[1].Numero, e.Autor("admision")); err != nil || v.Estado != admission.VolanteEntregado {
			t.Errorf("the document goes back days after: got %+v, %v", v, err)
		}
	})
}

func testCierreTurno(t *testing.T, e *entrada, turno admission.Turno) {
	ctx, who := context.Background(), e.Autor("admision")
	expected := turno.Arqueo.Esperado()
	e.unchanged(t, func() {
		_, err := e.CloseTurno(ctx, principal, turno.Numero, admission.RecuentoTurno{Efectivo: expected - 1}, who)
		wantErr(t, err, acceso.ErrDiferencia, "23.2", "MAQ-1")
		_, err = e.CloseTurno(ctx, principal, turno.Numero, admission.RecuentoTurno{Efectivo: -1}, who)
		wantErr(t, err, admission.ErrFondo, "23.2", "")
		_, err = e.CloseTurno(ctx, principal, turno.Numero, admission.RecuentoTurno{Efectivo: expected}, e.Autor("admision2"))
		wantErr(t, err, admission.ErrTurnoAjeno, "23.2", "")
		_, err = e.CloseTurno(ctx, principal, 99, admission.RecuentoTurno{}, who)
		wantErr(t, err, admission.ErrNoExiste, "", "")
	})
	done, err := e.CloseTurno(ctx, principal, turno.Numero, admission.RecuentoTurno{Efectivo: expected - 601, Otros: 600, Motivo: "Cambio mal dado"}, who)
	if err != nil || done.Arqueo.Diferencia() != -1 || done.Cerrado.IsZero() || len(done.Cobros) != 5 {
		t.Errorf("got %+v, %v", done, err)
	}
	e.mustIssue(t, e.visitante()) // in no shift
	if again, err := e.Turno(ctx, principal, turno.Numero); err != nil || len(again.Cobros) != 5 {
		t.Errorf("got %+v, %v", again, err)
	}
	_, err = e.CloseTurno(ctx, principal, turno.Numero, admission.RecuentoTurno{Efectivo: expected}, who)
	wantErr(t, err, admission.ErrTurnoCerrado, "", "")
	if next, err := e.OpenTurno(ctx, principal, 0, who); err != nil || next.Numero != turno.Numero+1 {
		t.Errorf("got %+v, %v", next, err)
	}
	if list, err := e.Turnos(ctx, principal, turno.Jornada); err != nil || len(list) != 2 {
		t.Errorf("got %+v, %v", list, err)
	}
}
