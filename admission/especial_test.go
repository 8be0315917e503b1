package admission_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
)

// TestTarjetasEspeciales goes from one night to the next with cards that last, are lost or
// printed again, on both databases.
func TestTarjetasEspeciales(t *testing.T) {
	ps := newPuertas(t, "2026-12-30 18:00:00")
	for _, e := range ps {
		e.importLista(t)
	}
	testVariosDias(t, ps)
	testReimpresion(t, ps)
	testPerdida(t, ps)
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
		e.outlives(t)
	}
}

// nextDay closes the jornada going on and opens the next, with the list of that day.
func (e *entrada) nextDay(t *testing.T, was, next domain.Fecha) {
	t.Helper()
	e.CloseDay(t, principal, was)
	e.Reloj.At(t, string(next)+" 18:00:00")
	e.OpenDay(t, principal, next)
	e.importLista(t)
}

func (e *entrada) special(comprobacion string, precio domain.Importe, r acceso.Reduccion, hasta domain.Fecha) (admission.Tarjeta, error) {
	return e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: comprobacion, Precio: precio,
		Reduccion: r, Hasta: hasta, Autor: e.Autor("admision")})
}

func (e *entrada) enter(comprobacion string) (admission.Entrada, bool, error) {
	return e.Enter(context.Background(), principal, comprobacion, e.Autor("admision"))
}

func testVariosDias(t *testing.T, ps puertas) {
	const was, next, last = domain.Fecha("2026-12-30"), domain.Fecha("2026-12-31"), domain.Fecha("2027-01-01")
	ps.each(t, "23.3.c/until when it is good", func(t *testing.T, e *entrada) {
		id := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
		e.unchanged(t, func() {
			for _, try := range []struct {
				precio   domain.Importe
				r        acceso.Reduccion
				hasta    domain.Fecha
				err      error
				articulo string
				criterio string
			}{
				{400, acceso.ReduccionVariosDias, "", acceso.ErrReduccion, "23.3.c", "ADM-8"},
				{400, acceso.ReduccionVariosDias, was, acceso.ErrReduccion, "23.3.c", "ADM-8"},
				{400, acceso.ReduccionVariosDias, "2026-12-29", acceso.ErrTarjeta, "22.3", ""},
				{400, acceso.ReduccionCongreso, next, acceso.ErrReduccion, "23.3.c", ""},
				{tarifa, acceso.SinReduccion, next, acceso.ErrReduccion, "23.3.c", ""},
				{tarifa, acceso.ReduccionVariosDias, next, acceso.ErrReduccion, "23.3.c", ""},
			} {
				_, err := e.special(id, try.precio, try.r, try.hasta)
				wantErr(t, err, try.err, try.articulo, try.criterio)
			}
		})
	})
	for _, e := range ps {
		t.Run("ADM-8/"+string(e.bd.Dialecto)+"/each later entry is an act", func(t *testing.T) {
			v, other := e.visitante(), e.visitante()
			card, err := e.special(e.mustCheck(t, v, acceso.PuedeEntrar).ID, 400, acceso.ReduccionVariosDias, last)
			if err != nil || card.Jornada != was || card.Validez != last || card.Precio != 400 {
				t.Fatalf("got %+v, %v", card, err)
			}
			if _, _, err := e.enter(e.mustCheck(t, v, acceso.PuedeEntrar).ID); err == nil {
				t.Error("she entered twice on the day of issue")
			}
			e.mustIssue(t, other)
			e.nextDay(t, was, next)
			id := e.mustCheck(t, v, acceso.PuedeEntrar).ID
			if n, err := e.Vigente(context.Background(), principal, id); n != card.Numero || err != nil {
				t.Errorf("got card in force %d, %v, want %d", n, err, card.Numero)
			}
			if _, err := e.issue(id); fmt.Sprint(err) != (&admission.YaTieneTarjeta{Numero: card.Numero}).Error() {
				t.Errorf("a second card: got %v", err)
			}
			in, nueva, err := e.enter(id)
			if err != nil || !nueva || in.Tarjeta != card.Numero || in.Jornada != next || in.Ficha != card.Ficha {
				t.Errorf("got %+v, %v, %v", in, nueva, err)
			}
			datos, _, _ := e.leaf(t, "EntradaVigente")
			if datos["lista"] == "" || datos["comprobacion"] != id {
				t.Errorf("the leaf does not say which list was asked: %v", datos)
			}
			if again, nueva, err := e.enter(id); err != nil || nueva || again != in {
				t.Errorf("again: got %+v, %v, %v, want %+v", again, nueva, err, in)
			}
			_, _, err = e.enter(e.mustCheck(t, other, acceso.PuedeEntrar).ID)
			wantErr(t, err, admission.ErrSinVigente, "23.3.c", "ADM-8")
			f, err := e.Ficha(context.Background(), card.Ficha, e.Autor("director"))
			if err != nil || len(f.Visitas) != 2 || f.Visitas[0].Jornada != was || f.Visitas[1].Jornada != next {
				t.Errorf("got visits %+v, %v", f.Visitas, err)
			}
			testEntraBarred(t, e, v, next, last)
		})
	}
}

// testEntraBarred bars the holder of a card that is still good: she does not come in.
func testEntraBarred(t *testing.T, e *entrada, v admission.Visitante, was, next domain.Fecha) {
	e.nextDay(t, was, next)
	stale := e.mustCheck(t, v, acceso.PuedeEntrar).ID
	e.Reloj.Move(16 * time.Minute)
	_, _, err := e.enter(stale)
	wantErr(t, err, acceso.ErrComprobacion, "21.1", "")
	id := e.mustCheck(t, v, acceso.PuedeEntrar).ID
	e.importLista(t, row(v, ""))
	_, _, err = e.enter(id)
	wantErr(t, err, admission.ErrNoEntra, "21.1", "")
	if list, err := e.Entradas(context.Background(), principal, next); len(list) != 0 || err != nil {
		t.Errorf("got %v, %v", list, err)
	}
	e.importLista(t)
}

func testReimpresion(t *testing.T, ps puertas) {
	ps.each(t, "22.3/ADM-4/a reprint keeps the number", func(t *testing.T, e *entrada) {
		ctx, who := context.Background(), e.Autor("admision")
		card := e.mustIssue(t, e.visitante())
		e.unchanged(t, func() {
			_, err := e.Reprint(ctx, principal, card.Numero, " ", who)
			wantErr(t, err, acceso.ErrMotivo, "22.3", "ADM-4")
			_, err = e.Reprint(ctx, principal, 99999, "atasco", who)
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
		for n := int64(1); n <= 2; n++ {
			got, err := e.Reprint(ctx, principal, card.Numero, "Atasco de la impresora", who)
			if err != nil || got != card {
				t.Fatalf("got %+v, %v, want %+v", got, err, card)
			}
			h, err := e.Historial(ctx, principal, card.Numero)
			if err != nil || int64(len(h.Reimpresiones)) != n || h.Reimpresiones[n-1].Ordinal != n || h.Perdida != nil {
				t.Errorf("got %+v, %v", h, err)
			}
		}
		if _, personal, _ := e.leaf(t, "ReimpresionTarjeta"); personal["motivo"] != "Atasco de la impresora" {
			t.Errorf("got reason %q", personal["motivo"])
		}
		if got := e.lastNumber(t); int64(got) != card.Numero {
			t.Errorf("a reprint took number %d", got)
		}
		if _, err := e.Void(ctx, principal, card.Numero, "Error", who); err != nil {
			t.Fatal(err)
		}
		_, err := e.Reprint(ctx, principal, card.Numero, "Atasco", who)
		wantErr(t, err, admission.ErrYaAnulada, "", "")
	})
}

func testPerdida(t *testing.T, ps puertas) {
	ps.each(t, "22.3/ADM-4/a lost card is blocked and another number takes its place", func(t *testing.T, e *entrada) {
		ctx, who := context.Background(), e.Autor("admision")
		v := e.visitante()
		card := e.mustIssue(t, v)
		e.unchanged(t, func() {
			_, err := e.Replace(ctx, principal, card.Numero, "", who)
			wantErr(t, err, acceso.ErrMotivo, "22.3", "ADM-4")
		})
		dup, err := e.Replace(ctx, principal, card.Numero, "La perdió en el guardarropa", who)
		if err != nil || dup.Numero != card.Numero+1 || dup.Duplica != card.Numero || dup.Ficha != card.Ficha || dup.Documento != v.Numero ||
			dup.Validez != card.Validez || dup.Precio != 0 || dup.Token == card.Token {
			t.Fatalf("got %+v, %v", dup, err)
		}
		lost, err := e.Tarjeta(ctx, principal, card.Numero)
		if err != nil || !lost.Anulada || !lost.Visto {
			t.Errorf("the lost card: got %+v, %v", lost, err)
		}
		if pending, err := e.SinVisto(ctx, principal, card.Jornada); len(pending) > 1 || err != nil {
			t.Errorf("one person is enough, got %v, %v", pending, err)
		}
		h, err := e.Historial(ctx, principal, card.Numero)
		if err != nil || h.Perdida == nil || h.Perdida.Duplicado != dup.Numero {
			t.Errorf("got %+v, %v", h, err)
		}
		if _, err := e.issue(e.mustCheck(t, v, acceso.PuedeEntrar).ID); fmt.Sprint(err) != (&admission.YaTieneTarjeta{Numero: dup.Numero}).Error() {
			t.Errorf("a second card: got %v", err)
		}
		_, err = e.Replace(ctx, principal, card.Numero, "Otra vez", who)
		wantErr(t, err, admission.ErrYaAnulada, "", "")
		if again, err := e.Replace(ctx, principal, dup.Numero, "Perdida de nuevo", who); err != nil || again.Duplica != dup.Numero {
			t.Errorf("got %+v, %v", again, err)
		}
	})
	ps.each(t, "22.3/what was good yesterday is not replaced", func(t *testing.T, e *entrada) {
		old, err := e.Tarjeta(context.Background(), principal, 2)
		if err != nil || old.Validez >= "2027-01-01" {
			t.Fatalf("got %+v, %v", old, err)
		}
		_, err = e.Replace(context.Background(), principal, old.Numero, "La perdió ayer", e.Autor("admision"))
		wantErr(t, err, admission.ErrNoVigente, "", "")
	})
}
