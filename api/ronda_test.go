package api

import (
	"context"
	"strconv"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
)

// furnishTables authorises n roulettes in principal and puts them there.
func (b *banco) furnishTables(t testing.TB, n int) {
	t.Helper()
	f := casatest.Autorizacion()
	for k := range f.Juegos {
		f.Juegos[k].Mesas = n
	}
	b.Authorise(t, casatest.Principal, f)
	for m := 4; m <= n; m++ {
		_, err := b.CreateMesa(context.Background(), b.Autor("director"), b.Ahora(), casatest.Principal,
			registers.MesaFacts{Numero: m, Juego: domain.RuletaAmericana})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// openTables opens tables of principal with their anticipo signed.
func (b *banco) openTables(t testing.TB, mesas ...int) {
	t.Helper()
	for _, m := range mesas {
		f := registers.AperturaFacts{ApuestaMinima: casatest.Ruleta, Maximos: "bajo", Entrega: registers.Entrega{Anticipo: domain.Piezas{10_000: 375}}}
		if m == 3 {
			f = registers.AperturaFacts{ApuestaMinima: casatest.BlackJack, Maximos: "100", Entrega: registers.Entrega{Anticipo: domain.Piezas{10_000: 250}}}
		}
		p, err := b.ProposeApertura(context.Background(), b.Autor("jefe_mesa"), b.Ahora(), casatest.Principal, m, f)
		if err != nil {
			t.Fatal(err)
		}
		b.Sign(t, p.Acto.ID, "director")
	}
}

// countTables proposes the closing count of tables of principal.
func (b *banco) countTables(t testing.TB, mesas ...int) (acts []registers.Acto) {
	t.Helper()
	for _, m := range mesas {
		p, err := b.ProposeCierre(context.Background(), b.Autor("jefe_mesa"), b.Ahora(), casatest.Principal, m, registers.CierreMesaFacts{
			Fichas: domain.Piezas{10_000: 361, 500: 40}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: int64(m) + 20}, Motivo: "fin de la noche"})
		if err != nil {
			t.Fatal(err)
		}
		acts = append(acts, p.Acto)
	}
	return acts
}

func (b *banco) pase(usuario string) map[string]string {
	g := b.Gente[usuario]
	return map[string]string{"credencial": g.Credencial, "pin": g.PIN}
}

// TestRondas walks by HTTP.
func TestRondas(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openTables(t, 1, 2)
	acts := b.countTables(t, 1, 2)
	const rondas = "/api/v1/establecimientos/principal/rondas"
	both := map[string]any{"direccion": b.pase("director"), "cajero": b.pase("cajero")}

	t.Run("36.3/opened by two", func(t *testing.T) {
		p := b.do(t, "jefe_mesa", "POST", rondas, map[string]any{"direccion": b.pase("jefe_mesa"), "cajero": b.pase("cajero")}).refused(t, "36.3")
		if p.Criterio != "FIR-3" {
			t.Errorf("criterio %q, want FIR-3", p.Criterio)
		}
		b.do(t, "jefe_mesa", "POST", rondas, map[string]any{"direccion": b.pase("director")}).refused(t, "")
	})
	type seen struct {
		Ronda, Jornada     string
		Pendientes         []string
		Miembros           []verMiembroRonda
		Bloqueada, Acabada bool
	}
	var r, again seen
	b.do(t, "jefe_mesa", "POST", rondas, both, cabeceraIdem, "ronda-1").want(t, 201).into(t, &r)
	b.do(t, "jefe_mesa", "POST", rondas, both, cabeceraIdem, "ronda-1").want(t, 201).into(t, &again)
	if again.Ronda != r.Ronda || len(r.Pendientes) != 2 || len(r.Miembros) != 2 || r.Bloqueada || r.Acabada {
		t.Errorf("got %+v, replayed %s", r, again.Ronda)
	}
	sign := func(usuario, digest, pin string) respuesta {
		body := map[string]any{"acto": acts[0].ID, "credencial": b.Gente[usuario].Credencial, "digest": digest}
		if pin != "" {
			body["pin"] = pin
		}
		return b.do(t, "jefe_mesa", "POST", rondas+"/"+r.Ronda+"/firmas", body)
	}
	t.Run("36.3/bound to the digest", func(t *testing.T) {
		sign("cajero", "", "").refused(t, "36.3")
		sign("cajero", acts[1].Huella, "").want(t, 409)
	})
	t.Run("36.3/croupier", func(t *testing.T) {
		sign("crupier", acts[0].Huella, "").refused(t, "36.3")
		sign("crupier", acts[0].Huella, "0000").want(t, 403)
		sign("crupier", acts[0].Huella, b.Gente["crupier"].PIN).want(t, 200)
	})
	sign("cajero", acts[0].Huella, "").want(t, 200)
	var done struct {
		Estado registers.Estado
		Acto   struct {
			Plazas []struct{ Firmante struct{ Modo string } }
		}
	}
	sign("director", acts[0].Huella, "").want(t, 200).into(t, &done)
	if done.Estado != registers.EstadoCerrado || done.Acto.Plazas[2].Firmante.Modo != "ronda" {
		t.Errorf("got %+v", done)
	}
	t.Run("36.3/lock and end", func(t *testing.T) {
		b.Reloj.Move(libros.InactividadRonda * 2)
		b.do(t, "jefe_mesa", "POST", rondas+"/"+r.Ronda+"/firmas", map[string]any{"acto": acts[1].ID, "credencial": b.Gente["cajero"].Credencial,
			"digest": acts[1].Huella}).want(t, 409)
		b.do(t, "jefe_mesa", "POST", rondas+"/"+r.Ronda+"/desbloqueo", b.pase("crupier")).want(t, 403)
		b.do(t, "jefe_mesa", "POST", rondas+"/"+r.Ronda+"/desbloqueo", b.pase("cajero")).want(t, 200)
		b.do(t, "jefe_mesa", "GET", rondas+"/"+r.Ronda, nil).want(t, 200)
		b.do(t, "jefe_mesa", "GET", "/api/v1/establecimientos/apendice/rondas/"+r.Ronda, nil).want(t, 403)
		b.do(t, "director", "GET", "/api/v1/establecimientos/apendice/rondas/"+r.Ronda, nil).want(t, 404)
		b.do(t, "jefe_mesa", "POST", rondas+"/"+r.Ronda+"/fin", map[string]any{}).want(t, 200)
		var list struct{ Rondas []seen }
		b.do(t, "funcionario_inspector", "GET", rondas, nil).want(t, 200).into(t, &list)
		if len(list.Rondas) != 0 {
			t.Errorf("%d go on, want none", len(list.Rondas))
		}
	})
	t.Run("40.3/the folio says how each one signed", func(t *testing.T) {
		got := string(b.do(t, "director", "GET", "/api/v1/establecimientos/principal/libros/anticipos-"+strconv.Itoa(1)+"/folios/1.pdf", nil).want(t, 200).cuerpo)
		if len(got) < 5 || got[:5] != "%PDF-" {
			t.Errorf("no PDF: %.20q", got)
		}
	})
}
