package registers_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario"
	"foliado/registers/diario/firma"
)

// paseo is a house at closing time, with tables open.
type paseo struct {
	*casatest.Casa
	t testing.TB
}

func (p *paseo) pase(usuario string) registers.Pase {
	g := p.Gente[usuario]
	return registers.Pase{Credencial: g.Credencial, PIN: g.PIN}
}

func (p *paseo) open() registers.Ronda {
	p.t.Helper()
	r, err := p.OpenRonda(context.Background(), p.Autor("jefe_mesa"), casatest.Principal, p.pase("director"), p.pase("cajero"))
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// apertura proposes the opening of a table.
func (p *paseo) apertura(mesa int) registers.Acto {
	p.t.Helper()
	f := registers.AperturaFacts{ApuestaMinima: casatest.Ruleta, Maximos: "bajo", Entrega: registers.Entrega{Anticipo: domain.Piezas{10_000: 375}}}
	pr, err := p.ProposeApertura(context.Background(), p.Autor("jefe_mesa"), p.Ahora(), casatest.Principal, mesa, f)
	if err != nil {
		p.t.Fatal(err)
	}
	return pr.Acto
}

// recuento proposes the count of a table.
func (p *paseo) recuento(mesa int) registers.Acto {
	p.t.Helper()
	pr, err := p.ProposeCierre(context.Background(), p.Autor("jefe_mesa"), p.Ahora(), casatest.Principal, mesa,
		registers.CierreMesaFacts{Fichas: domain.Piezas{10_000: 370}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 100}, Motivo: "prueba"})
	if err != nil {
		p.t.Fatal(err)
	}
	return pr.Acto
}

func (p *paseo) tap(r registers.Ronda, a registers.Acto, usuario string) (registers.Acto, error) {
	return p.Firmar(context.Background(), registers.FirmaRequest{Acto: a.ID, Ronda: r.ID, Credencial: p.Gente[usuario].Credencial, Huella: a.Huella})
}

func (p *paseo) refused(what string, err, want error, articulo, criterio string) {
	p.t.Helper()
	var breach *norma.Error
	switch {
	case !errors.Is(err, want):
		p.t.Errorf("%s: got %v, want %v", what, err, want)
	case articulo == "":
	case !errors.As(err, &breach) || breach.Art.Ref() != articulo || breach.Criterio != criterio:
		p.t.Errorf("%s: got %v, want it to cite %s %s", what, err, articulo, criterio)
	}
}

func newPaseo(t *testing.T, bd dbtest.BD) *paseo {
	p := &paseo{casatest.New(t, bd), t}
	p.OpenDay(t, casatest.Principal, casatest.Fecha)
	return p
}

func TestRonda(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		p := newPaseo(t, bd)
		ctx := context.Background()
		t.Run("36.3/who may open one", func(t *testing.T) {
			p := &paseo{p.Casa, t}
			before := p.Escritor.Tamano()
			wrong := p.pase("cajero")
			wrong.PIN = "7410"
			for _, c := range []struct {
				what              string
				direccion, cajero registers.Pase
				want              error
				articulo, crit    string
			}{
				{"jefe de mesa", p.pase("jefe_mesa"), p.pase("cajero"), registers.ErrNoFirma, "36.3", "FIR-3"},
				{"croupier as cajero", p.pase("director"), p.pase("crupier"), registers.ErrNoFirma, "36.3", "FIR-1"},
				{"one for both", p.pase("director"), p.pase("director"), registers.ErrMismaPersona, "36.3", "FIR-1"},
				{"cajero of another establecimiento", p.pase("director"), p.pase("cajero.apendice"), registers.ErrNoFirma, "36.3", "FIR-1"},
				{"wrong PIN", p.pase("director"), wrong, firma.ErrPIN, "", ""},
				{"without PIN", p.pase("director"), registers.Pase{Credencial: wrong.Credencial}, firma.ErrPIN, "", ""},
			} {
				_, err := p.OpenRonda(ctx, p.Autor("jefe_mesa"), casatest.Principal, c.direccion, c.cajero)
				p.refused(c.what, err, c.want, c.articulo, c.crit)
			}
			if got := p.Escritor.Tamano(); got != before {
				t.Errorf("%d asientos after the refusals, want %d", got, before)
			}
		})
		r := p.open()
		t.Run("36.3/a table by two badges and a PIN", func(t *testing.T) { p.tableInRonda(t, r) })
		t.Run("36.3/what it does not sign", func(t *testing.T) { p.outsideRonda(t, r) })
		t.Run("36.4/several at once", func(t *testing.T) {
			p := &paseo{p.Casa, t}
			other, err := p.OpenRonda(ctx, p.Autor("jefe_mesa"), casatest.Principal, p.pase("subdirector"), p.pase("cajero"))
			if err != nil {
				t.Fatal(err)
			}
			if rs, err := p.Rondas(ctx, casatest.Principal); err != nil || len(rs) != 2 || rs[1].ID != other.ID {
				t.Errorf("got %v, %v; want two", rs, err)
			}
			a := p.apertura(2)
			if a, err := p.tap(other, a, "subdirector"); err != nil || a.Estado != registers.EstadoCerrado {
				t.Errorf("got %s, %v", a.Estado, err)
			}
		})
		t.Run("36.3/locks by itself", func(t *testing.T) { p.lockRonda(t, r) })
		t.Run("36.3/ends", func(t *testing.T) { p.endRonda(t, r) })
		p.CheckProjections(t)
	})
}

// tableInRonda opens and counts table 1.
func (p *paseo) tableInRonda(t *testing.T, r registers.Ronda) {
	p = &paseo{p.Casa, t}
	a, err := p.tap(r, p.apertura(1), "director")
	if err != nil || a.Estado != registers.EstadoCerrado {
		t.Fatalf("opening: got %s, %v", a.Estado, err)
	}
	a = p.recuento(1)
	crupier := p.Gente["crupier"]
	_, err = p.tap(r, a, "crupier")
	p.refused("croupier by the badge alone", err, registers.ErrNoFirma, "36.3", "FIR-1")
	other := a
	other.Huella = "00" + a.Huella[2:]
	_, err = p.tap(r, other, "cajero")
	p.refused("another digest", err, registers.ErrHuella, "", "")
	other.Huella = ""
	_, err = p.tap(r, other, "cajero")
	p.refused("no digest", err, libros.ErrSinHuella, "36.3", "")
	_, err = p.tap(r, a, "subdirector")
	p.refused("who did not open it", err, registers.ErrNoRonda, "", "")
	if _, err := p.Firmar(context.Background(), registers.FirmaRequest{Acto: a.ID, Ronda: r.ID, Credencial: crupier.Credencial, PIN: crupier.PIN, Huella: a.Huella}); err != nil {
		t.Fatal(err)
	}
	for _, usuario := range []string{"cajero", "director"} {
		if a, err = p.tap(r, a, usuario); err != nil {
			t.Fatalf("%s: %v", usuario, err)
		}
	}
	if a.Estado != registers.EstadoCerrado || a.Plazas[0].Firmante.Modo != diario.ModoClave || a.Plazas[1].Firmante.Modo != diario.ModoRonda ||
		a.Plazas[1].Firmante.Clave != r.Miembros[1].Clave {
		t.Errorf("got %s, %+v, %+v", a.Estado, a.Plazas[0].Firmante, a.Plazas[1].Firmante)
	}
}

// outsideRonda tries acts that want a PIN.
func (p *paseo) outsideRonda(t *testing.T, r registers.Ronda) {
	p = &paseo{p.Casa, t}
	auth, err := p.ProposeAutorizacion(context.Background(), p.Autor("director"), p.Escritor.Ahora(), casatest.Principal, casatest.Autorizacion())
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.tap(r, auth, "director")
	p.refused("authorisation", err, libros.ErrRondaMesas, "36.4", "")
	p.Sign(t, auth.ID, "director")
	p.OpenDay(t, casatest.Apendice, casatest.Fecha)
	f := registers.AperturaFacts{ApuestaMinima: casatest.Ruleta, Maximos: "bajo", Entrega: registers.Entrega{Anticipo: domain.Piezas{10_000: 375}}}
	pr, err := p.ProposeApertura(context.Background(), p.Autor("director"), p.Ahora(), casatest.Apendice, 1, f)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.tap(r, pr.Acto, "director")
	p.refused("table of another establecimiento", err, libros.ErrRondaMesas, "36.4", "")
	_, err = p.Firmar(context.Background(), registers.FirmaRequest{Acto: pr.Acto.ID, Credencial: p.Gente["director"].Credencial, Huella: pr.Acto.Huella})
	p.refused("neither PIN nor ronda", err, firma.ErrPIN, "", "")
	p.Sign(t, pr.Acto.ID, "director")
}

// lockRonda leaves a ronda idle.
func (p *paseo) lockRonda(t *testing.T, r registers.Ronda) {
	p = &paseo{p.Casa, t}
	a := p.apertura(1)
	p.Reloj.Move(libros.InactividadRonda + time.Second)
	if now, err := p.Ronda(context.Background(), r.ID); err != nil || !now.Bloqueada || now.Acabada {
		t.Errorf("got %+v, %v; want it locked", now, err)
	}
	_, err := p.tap(r, a, "director")
	p.refused("locked", err, libros.ErrRondaBloqueada, "36.3", "")
	_, err = p.UnlockRonda(context.Background(), r.ID, p.pase("subdirector"))
	p.refused("unlocked by another", err, registers.ErrNoRonda, "", "")
	wrong := p.pase("cajero")
	wrong.PIN = "7410"
	_, err = p.UnlockRonda(context.Background(), r.ID, wrong)
	p.refused("unlocked with a wrong PIN", err, firma.ErrPIN, "", "")
	if now, err := p.UnlockRonda(context.Background(), r.ID, p.pase("cajero")); err != nil || now.Bloqueada {
		t.Fatalf("got %+v, %v; want it of use", now, err)
	}
	p.Reloj.Move(libros.InactividadRonda - time.Second)
	if _, err := p.tap(r, a, "director"); err != nil {
		t.Errorf("just used: %v", err)
	}
}

// endRonda ends one by hand and lets another expire; who is enrolled again carries none.
func (p *paseo) endRonda(t *testing.T, r registers.Ronda) {
	p = &paseo{p.Casa, t}
	ctx := context.Background()
	a := p.recuento(2)
	if now, err := p.EndRonda(ctx, p.Autor("jefe_mesa"), r.ID); err != nil || !now.Acabada {
		t.Fatalf("got %+v, %v", now, err)
	}
	_, err := p.tap(r, a, "cajero")
	p.refused("ended", err, libros.ErrRondaAcabada, "36.3", "")
	_, err = p.EndRonda(ctx, p.Autor("jefe_mesa"), r.ID)
	p.refused("ended twice", err, libros.ErrRondaAcabada, "", "")
	next := p.open()
	if _, err := p.tap(next, a, "cajero"); err != nil {
		t.Fatal(err)
	}
	enrol, badge, err := p.EnrolClave(ctx, registers.ClaveFacts{Autor: p.Autor("director"), Persona: p.Gente["cajero"].ID, PIN: "5937"})
	if err != nil {
		t.Fatal(err)
	}
	p.Sign(t, enrol.ID, "director", "segundo")
	if now, err := p.Acto(ctx, a.ID); err != nil || now.Plazas[1].Firmante != nil {
		t.Errorf("what a key replaced had signed: %+v, %v; want it gone", now.Plazas[1].Firmante, err)
	}
	_, err = p.tap(next, a, "cajero")
	p.refused("key replaced", err, registers.ErrNoRonda, "", "")
	g := p.Gente["cajero"]
	g.Credencial, g.PIN = badge, "5937"
	p.Gente["cajero"] = g
	_, err = p.tap(next, a, "cajero")
	p.refused("new badge", err, registers.ErrNoRonda, "", "")
	last := p.open()
	p.Reloj.Move(libros.DuracionRonda)
	_, err = p.tap(last, a, "director")
	p.refused("ninety minutes", err, libros.ErrRondaAcabada, "36.3", "")
	p.Sign(t, a.ID, "crupier", "cajero", "director")
}
