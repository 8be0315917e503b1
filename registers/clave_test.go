package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations/dbtest"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

func TestEnrolClave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		ask := func(p Persona, pin string) (Acto, string, error) {
			return g.EnrolClave(ctx, ClaveFacts{Autor: g.director.autor(), Persona: p.ID, PIN: pin})
		}

		t.Run("two signatures of two people put a key in force", func(t *testing.T) {
			p, err := g.AltaPersona(ctx, g.director.autor(), g.alta("nuevo", domain.Cajero, "principal"))
			if err != nil {
				t.Fatal(err)
			}
			a, badge, err := ask(p, "7305")
			if err != nil {
				t.Fatal(err)
			}
			cajero := persona{p, badge, "7305"}
			other := g.propose(tipoPruebaCierre, plazaCajero)
			if _, err := g.sign(other.ID, cajero); !errors.Is(err, ErrSinClave) {
				t.Errorf("before any signature: got %v, want ErrSinClave", err)
			}
			if a = g.mustSign(a.ID, g.director); a.Estado != EstadoPropuesto {
				t.Errorf("with one signature: got %s, want propuesto", a.Estado)
			}
			_, err = g.Firmar(ctx, FirmaRequest{Acto: a.ID, PIN: g.director.pin, Credencial: g.director.badge, Plaza: 2})
			if !errors.Is(err, ErrMismaPersona) {
				t.Errorf("the same person twice: got %v, want ErrMismaPersona", err)
			}
			if _, err := g.sign(other.ID, cajero); !errors.Is(err, ErrSinClave) {
				t.Errorf("with one signature: got %v, want ErrSinClave", err)
			}
			if a = g.mustSign(a.ID, g.segundo); a.Estado != EstadoCerrado || a.Libro != LibroRegistro {
				t.Errorf("with two signatures: got %s in %s", a.Estado, a.Libro)
			}
			if a := g.mustSign(other.ID, cajero); a.Estado != EstadoCerrado {
				t.Errorf("the new key signs: got %s", a.Estado)
			}
			key, err := g.ClaveVigente(ctx, p.ID)
			if err != nil || key.Posicion != a.Cierre {
				t.Errorf("got key %+v, %v, want that of asiento %d", key, err, a.Cierre)
			}
		})

		t.Run("sistema and whoever is not there get no key", func(t *testing.T) {
			p, err := g.AltaPersona(ctx, g.director.autor(), g.alta("informatica", domain.Sistema, Todos))
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := ask(p, "7305"); !errors.Is(err, ErrCargoSinClave) {
				t.Errorf("got %v, want ErrCargoSinClave", err)
			}
			if _, _, err := ask(Persona{ID: "p999"}, "7305"); !errors.Is(err, ErrPersona) {
				t.Errorf("got %v, want ErrPersona", err)
			}
			if _, _, err := ask(g.cajero.Persona, "1111"); !errors.Is(err, firma.ErrPINNoAdmitido) {
				t.Errorf("got %v, want ErrPINNoAdmitido", err)
			}
		})

		t.Run("14.3/the authority's inspector holds a key and countersigns none", func(t *testing.T) {
			visitor := g.hire("inspeccion", domain.FuncionarioInspector, Todos)
			a, _, err := ask(g.cajero.Persona, "7306")
			if err != nil {
				t.Fatal(err)
			}
			_, err = g.sign(a.ID, visitor)
			checkErr(t, err, ErrNoFirma, "14.3", "FIR-3")
			if _, err := g.WithdrawActo(ctx, RetiradaFacts{a.ID, g.director.autor(), "prueba"}); err != nil {
				t.Fatal(err)
			}
			if n := g.count(`SELECT count(*) FROM claves_selladas WHERE vigente = 0`); n != 0 {
				t.Errorf("got %d sealed keys of nobody, want none", n)
			}
		})

		t.Run("a key enrolled again leaves the earlier one without effect", func(t *testing.T) {
			old := g.cajero
			a := g.proposeCierre()
			g.mustSign(a.ID, old)
			g.cajero = g.enrol(old.Persona, "9157")
			if _, err := g.sign(a.ID, old); !errors.Is(err, firma.ErrCredencial) {
				t.Errorf("the earlier badge: got %v, want ErrCredencial", err)
			}
			if a, err := g.Acto(ctx, a.ID); err != nil || len(a.Faltan()) != 3 {
				t.Errorf("what the earlier key had signed stands: %+v, %v", a.Plazas, err)
			}
			g.mustSign(a.ID, g.cajero)
		})
		g.check()
	})
}

// The badge and the private key are nowhere in the database.
func TestBadgeIsNotStored(t *testing.T) {
	g := newGente(t, dbtest.New(t, "sqlite"))
	cred, err := firma.ParseCredencial(g.cajero.badge)
	if err != nil {
		t.Fatal(err)
	}
	secret := cred.Texto()[len("FOL1-P4-"):][:26]
	rows, err := g.bd.Raw(t).Query(`SELECT hex(sal) || hex(nonce) || hex(cifrado) || hex(comprobante) || clave || publica FROM claves_selladas`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	seen := 0
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		if seen++; containsFold(s, secret) {
			t.Error("the secret of the badge is stored")
		}
	}
	if seen != 6 {
		t.Errorf("got %d sealed keys, want 6", seen)
	}
}

func TestRevokeClave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		revoke := func(p persona) (Acto, error) {
			return g.RevokeClave(ctx, RevocacionFacts{Autor: g.director.autor(), Persona: p.ID, Motivo: "credencial perdida"})
		}
		pending := g.proposeCierre()
		g.mustSign(pending.ID, g.crupier)
		g.mustSign(pending.ID, g.cajero)
		a, err := revoke(g.cajero)
		if err != nil {
			t.Fatal(err)
		}
		if a.Valor("motivo") != "credencial perdida" || a.Dato("motivo") != "" {
			t.Errorf("got reason %q in the vault and %q in clear", a.Valor("motivo"), a.Dato("motivo"))
		}
		g.mustSign(a.ID, g.director)
		if a = g.mustSign(a.ID, g.segundo); a.Estado != EstadoCerrado {
			t.Fatalf("got %s, want cerrado", a.Estado)
		}
		if _, err := g.sign(pending.ID, g.cajero); !errors.Is(err, ErrSinClave) {
			t.Errorf("a revoked key signs: got %v, want ErrSinClave", err)
		}
		t.Run("36.3/an open act loses the signature of a revoked key", func(t *testing.T) {
			now, err := g.Acto(ctx, pending.ID)
			if err != nil || len(now.Faltan()) != 2 || now.Plazas[0].Firmante == nil {
				t.Errorf("got %+v, %v, want the crupier alone", now.Plazas, err)
			}
			if now := g.mustSign(pending.ID, g.director); now.Estado != EstadoPropuesto {
				t.Errorf("got %s, want propuesto", now.Estado)
			}
		})
		if _, err := revoke(g.cajero); !errors.Is(err, ErrSinClave) {
			t.Errorf("again: got %v, want ErrSinClave", err)
		}
		t.Run("somebody is left who can enrol", func(t *testing.T) {
			if _, err := revoke(g.director); !errors.Is(err, ErrSinFirmantes) {
				t.Errorf("got %v, want ErrSinFirmantes", err)
			}
		})
		t.Run("a key revoked or replaced meanwhile", func(t *testing.T) {
			a, err := revoke(g.crupier)
			if err != nil {
				t.Fatal(err)
			}
			g.mustSign(a.ID, g.director)
			g.crupier = g.enrol(g.crupier.Persona, "9157")
			if _, err := g.sign(a.ID, g.segundo); !errors.Is(err, ErrClave) {
				t.Errorf("got %v, want ErrClave", err)
			}
		})
		g.check()
	})
}

func TestCambioPin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		before, err := g.ClaveVigente(ctx, g.cajero.ID)
		if err != nil {
			t.Fatal(err)
		}
		change := func(pin, fresh string) error {
			return g.CambioPin(ctx, PinFacts{Credencial: g.cajero.badge, PIN: pin, PINNuevo: fresh})
		}
		if err := change("0007", "9157"); !errors.Is(err, firma.ErrPIN) {
			t.Errorf("wrong PIN: got %v, want ErrPIN", err)
		}
		if err := change("7305", "1111"); !errors.Is(err, firma.ErrPINNoAdmitido) {
			t.Errorf("weak PIN: got %v, want ErrPINNoAdmitido", err)
		}
		if err := change("7305", "9157"); err != nil {
			t.Fatal(err)
		}
		a := g.proposeCierre()
		if _, err := g.sign(a.ID, g.cajero); !errors.Is(err, firma.ErrPIN) {
			t.Errorf("the earlier PIN: got %v, want ErrPIN", err)
		}
		g.cajero.pin = "9157"
		g.mustSign(a.ID, g.cajero)
		after, err := g.ClaveVigente(ctx, g.cajero.ID)
		if err != nil || after.ID != before.ID || after.Posicion != before.Posicion {
			t.Errorf("got key %+v, %v, want the same %+v", after, err, before)
		}
		if n := g.count(`SELECT count(*) FROM asientos WHERE tipo = ?`, TipoCambioPin); n != 1 {
			t.Errorf("got %d asientos, want 1", n)
		}
		g.check()
	})
}

// Three wrong PINs in a row lock for a minute, each further one for two and five; the
// lock outlives a restart, and a right PIN forgets it.
func TestBloqueo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		g := newGente(t, bd)
		a := g.proposeCierre()
		wrong := g.cajero
		wrong.pin = "0007"
		fail := func() {
			t.Helper()
			if _, err := g.sign(a.ID, wrong); !errors.Is(err, firma.ErrPIN) || errors.Is(err, ErrBloqueada) {
				t.Fatalf("got %v, want ErrPIN", err)
			}
		}
		locked := func(p persona, most time.Duration) {
			t.Helper()
			_, err := g.sign(a.ID, p)
			var e *BloqueadaError
			if !errors.Is(err, ErrBloqueada) || !errors.As(err, &e) {
				t.Fatalf("got %v, want ErrBloqueada", err)
			}
			if e.Restante > most || e.Restante < most-time.Second {
				t.Errorf("got %v left, want %v", e.Restante, most)
			}
		}
		fail()
		fail()
		fail()
		locked(g.cajero, time.Minute) // the right PIN does not open it either
		locked(wrong, time.Minute)    // and trying again does not lengthen it
		if err := g.Escritor.Close(); err != nil {
			t.Fatal(err)
		}
		g.open()
		locked(g.cajero, time.Minute)
		g.mustSign(a.ID, g.crupier) // nobody else is
		for _, lock := range []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 5 * time.Minute} {
			g.reloj.Move(lock - 2*time.Second)
			if _, err := g.sign(a.ID, g.cajero); !errors.Is(err, ErrBloqueada) {
				t.Fatalf("before %v: got %v, want ErrBloqueada", lock, err)
			}
			g.reloj.Move(2 * time.Second)
			fail()
		}
		locked(g.cajero, 5*time.Minute)
		g.reloj.Move(5 * time.Minute)
		g.mustSign(a.ID, g.cajero)
		fail() // the count begins again
		fail()
		g.mustSign(a.ID, g.cajero)
		if n := g.count(`SELECT count(*) FROM intentos`); n != 0 {
			t.Errorf("got %d counts left, want none", n)
		}
	})
}

// A wrong PIN and an expiry found on the way do not use up the key of the request: it can
// be tried again, and is replayed once it served.
func TestRefusalLeavesIdempotencyKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		g := newGente(t, bd)
		ctx := escritor.WithIdempotencia(context.Background(), escritor.Idempotencia{Usuario: g.cajero.ID, Ruta: "firmas",
			Clave: "k1", Huella: "h", Establecimiento: "principal", Jornada: "2026-11-30"})
		short := g.draft(tipoPruebaCierre, plazaCajero)
		short.Caduca = time.Minute
		late, err := g.Propose(context.Background(), short)
		if err != nil {
			t.Fatal(err)
		}
		a := g.proposeCierre()
		g.reloj.Move(2 * time.Minute)
		for _, r := range []struct {
			acto, pin string
			want      error
		}{{a.ID, "0007", firma.ErrPIN}, {late.ID, g.cajero.pin, ErrActoCaducado}, {a.ID, g.cajero.pin, nil}, {a.ID, g.cajero.pin, escritor.ErrClaveRepetida}} {
			_, err := g.Firmar(ctx, FirmaRequest{Acto: r.acto, PIN: r.pin, Credencial: g.cajero.badge})
			if !errors.Is(err, r.want) {
				t.Errorf("%s with PIN %s: got %v, want %v", r.acto, r.pin, err, r.want)
			}
		}
		was, ok, err := g.Escritor.FindIdempotencia(context.Background(), g.cajero.ID, "firmas", "k1")
		if err != nil || !ok || was.Estado != 200 || was.Recurso != a.ID {
			t.Errorf("got %+v, %v, %v, want 200 %s", was, ok, err, a.ID)
		}
	})
}

// A badge with another secret is no wrong PIN: nobody is locked out by whoever knows how
// a badge is written.
func TestForgedBadgeLocksNobody(t *testing.T) {
	g := newGente(t, dbtest.New(t, "sqlite"))
	a := g.proposeCierre()
	forged, err := firma.NewCredencial(g.opts.Azar, g.cajero.ID)
	if err != nil {
		t.Fatal(err)
	}
	liar := persona{g.cajero.Persona, forged.Texto(), "0007"}
	for range 5 {
		if _, err := g.sign(a.ID, liar); !errors.Is(err, firma.ErrCredencial) {
			t.Fatalf("got %v, want ErrCredencial", err)
		}
	}
	g.mustSign(a.ID, g.cajero)
}

// Guesses do not run side by side: of many at once no more than three are tried.
func TestParallelGuesses(t *testing.T) {
	g := newGente(t, dbtest.New(t, "sqlite"))
	a := g.proposeCierre()
	wrong := g.cajero
	wrong.pin = "0007"
	errs := make(chan error)
	for range 12 {
		go func() {
			_, err := g.sign(a.ID, wrong)
			errs <- err
		}()
	}
	tried := 0
	for range 12 {
		switch err := <-errs; {
		case errors.Is(err, firma.ErrPIN):
			tried++
		case !errors.Is(err, ErrBloqueada):
			t.Errorf("got %v", err)
		}
	}
	if tried != 3 {
		t.Errorf("got %d guesses tried, want 3", tried)
	}
}

func TestLockAfter(t *testing.T) {
	for fallos, want := range map[int64]time.Duration{0: 0, 1: 0, 2: 0, 3: time.Minute, 4: 2 * time.Minute,
		5: 5 * time.Minute, 6: 5 * time.Minute, 1 << 40: 5 * time.Minute} {
		if got := lockAfter(fallos); got != want {
			t.Errorf("%d: got %v, want %v", fallos, got, want)
		}
	}
}

func TestBaja(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		a := g.proposeCierre()
		g.mustSign(a.ID, g.cajero)
		if err := g.BajaPersona(ctx, g.director.autor(), g.cajero.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := g.sign(a.ID, g.cajero); !errors.Is(err, firma.ErrCredencial) {
			t.Errorf("who left signs: got %v, want ErrCredencial", err)
		}
		if now, err := g.Acto(ctx, a.ID); err != nil || len(now.Faltan()) != 3 {
			t.Errorf("the signature of who left stands: %v", err)
		}
		if _, err := g.CheckClave(ctx, g.cajero.Usuario, "clave-de-cajero"); !errors.Is(err, ErrAcceso) {
			t.Errorf("who left enters: got %v, want ErrAcceso", err)
		}
		if n := g.count(`SELECT count(*) FROM claves_selladas WHERE persona = ?`, g.cajero.ID); n != 0 {
			t.Errorf("got %d sealed keys of who left, want none", n)
		}
		if err := g.BajaPersona(ctx, g.director.autor(), g.segundo.ID); err != nil {
			t.Errorf("others with a key are left: %v", err)
		}
		g.check()
	})
}
