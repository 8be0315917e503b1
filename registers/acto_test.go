package registers

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// The three of arts. 36.3 and 40.3 sign one content in any order; the last signature
// closes the act in its own commit and every signature stands in the closing asiento.
func TestFirmarClosesTheAct(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		var closed []string
		cierres[tipoPruebaCierre] = func(_ *escritor.Tx, a *Acto, hoja diario.Asiento) error {
			closed = append(closed, a.ID+" "+a.Dato("importe")+" "+a.Valor("motivo")+" "+hoja.Tipo)
			return nil
		}
		t.Cleanup(func() { delete(cierres, tipoPruebaCierre) })
		b := g.draft(tipoPruebaCierre, plazaCrupier, plazaCajero, plazaDirector)
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: "cierre anticipado"}}
		a, err := g.Propose(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		if a.ID != "principal-1" || a.Estado != EstadoPropuesto || a.Folio != 0 || len(a.Faltan()) != 3 {
			t.Fatalf("got %+v", a)
		}
		if read, err := g.Acto(ctx, a.ID); err != nil || !cmp.Equal(read.Huella, a.Huella) || read.Valor("motivo") != "cierre anticipado" {
			t.Errorf("read back: %v", err)
		}
		size := g.Escritor.Tamano()
		g.mustSign(a.ID, g.director)
		g.mustSign(a.ID, g.crupier)
		if g.Escritor.Tamano() != size || len(closed) != 0 {
			t.Error("a signature that is not the last one is on record")
		}
		t.Run("36.3/signing again changes nothing", func(t *testing.T) {
			if again := g.mustSign(a.ID, g.crupier); len(again.Faltan()) != 1 {
				t.Errorf("got %d slots free, want 1", len(again.Faltan()))
			}
		})
		t.Run("40.3/the third closes", func(t *testing.T) {
			done := g.mustSign(a.ID, g.cajero)
			if done.Estado != EstadoCerrado || done.Folio != 1 || done.Libro != "anticipos-1" || done.Huella != a.Huella || done.Resuelto.IsZero() {
				t.Fatalf("got %+v", done)
			}
			hoja, err := readAsiento(g.Escritor.Lectura(), done.Cierre)
			if err != nil {
				t.Fatal(err)
			}
			huella, err := diario.HuellaActo(&hoja)
			if err != nil || len(hoja.Firmas) != 3 || hoja.Tipo != tipoPruebaCierre || huella != done.huella {
				t.Errorf("got %d signatures, %v", len(hoja.Firmas), err)
			}
			for k, want := range []persona{g.crupier, g.cajero, g.director} {
				if f := done.Plazas[k].Firmante; f.Persona != want.ID || f.Cargo != want.Cargo || f.Nombre != want.NombreCompleto() || f.Modo != diario.ModoClave {
					t.Errorf("slot %d: got %+v, want %s", k+1, f, want.Usuario)
				}
			}
		})
		if want := []string{"principal-1 2500000 cierre anticipado PruebaCierre"}; !cmp.Equal(closed, want) {
			t.Errorf("hooks: got %q, want %q", closed, want)
		}
		t.Run("36.3/a closed act takes no more signatures", func(t *testing.T) {
			if again := g.mustSign(a.ID, g.cajero); again.Estado != EstadoCerrado {
				t.Errorf("who signed it: got %s", again.Estado)
			}
			if _, err := g.sign(a.ID, g.segundo); !errors.Is(err, ErrActoCerrado) || !errors.Is(err, ErrActoResuelto) {
				t.Errorf("who did not: got %v, want ErrActoCerrado", err)
			}
		})
		if n := g.count(`SELECT count(*) FROM firmas`); n != 0 {
			t.Errorf("got %d loose signatures, want none", n)
		}
		g.check()
	})
}

func TestFirmarRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		a := g.proposeCierre()
		otherAct := g.propose(tipoPruebaAnticipo, plazaDirector)
		request := func(p persona, change func(*FirmaRequest)) error {
			r := FirmaRequest{Acto: a.ID, PIN: p.pin, Credencial: p.badge}
			change(&r)
			_, err := g.Firmar(ctx, r)
			return err
		}
		for _, tt := range []struct {
			name               string
			who                persona
			change             func(*FirmaRequest)
			want               error
			articulo, criterio string
		}{
			{"36.3/wrong PIN", g.cajero, func(r *FirmaRequest) { r.PIN = "0007" }, firma.ErrPIN, "", ""},
			{"36.3/no PIN", g.crupier, func(r *FirmaRequest) { r.PIN = "" }, firma.ErrPIN, "", ""},
			{"36.3/badge of another", g.cajero, func(r *FirmaRequest) { r.Usuario = "crupier" }, ErrUsuario, "", ""},
			{"36.3/PIN of another", g.cajero, func(r *FirmaRequest) { r.PIN = "4821" }, firma.ErrPIN, "", ""},
			{"36.3/no badge", g.cajero, func(r *FirmaRequest) { r.Credencial = "cajero" }, firma.ErrCredencial, "", ""},
			{"36.3/another digest", g.crupier, func(r *FirmaRequest) { r.Huella = otherAct.Huella }, ErrHuella, "", ""},
			{"36.3/no such act", g.crupier, func(r *FirmaRequest) { r.Acto = "principal-99" }, ErrActo, "", ""},
			{"36.3/no such slot", g.crupier, func(r *FirmaRequest) { r.Plaza = 4 }, ErrNoFirma, "", ""},
			{"36.3/slot of another cargo", g.crupier, func(r *FirmaRequest) { r.Plaza = 2 }, ErrNoFirma, "36.3", "FIR-1"},
			{"14.3/subdirector out of the regime", g.sustituto, func(r *FirmaRequest) { r.Plaza = 3 }, ErrNoFirma, "36.3", "FIR-3"},
			{"36.3/no cargo of the act", g.sustituto, func(*FirmaRequest) {}, ErrNoFirma, "36.3", "FIR-1"},
			{"EST-1/crupier of another house", g.otroCrupier, func(*FirmaRequest) {}, ErrNoFirma, "36.3", "FIR-1"},
			{"36.2/a cajero alone", g.cajero, func(r *FirmaRequest) { r.Acto = otherAct.ID }, ErrNoFirma, "36.2", "FIR-3"},
			{"FIR-4/by hand where the key is asked", g.director, func(r *FirmaRequest) { r.Modo, r.Ejemplar = diario.ModoManuscrita, 1 }, ErrModo, "36.3", "FIR-4"},
			{"FIR-4/copy of a key", g.crupier, func(r *FirmaRequest) { r.Ejemplar = 1 }, ErrDatos, "", ""},
		} {
			t.Run(tt.name, func(t *testing.T) {
				size := g.Escritor.Tamano()
				checkErr(t, request(tt.who, tt.change), tt.want, tt.articulo, tt.criterio)
				if now, err := g.Acto(ctx, a.ID); err != nil || len(now.Faltan()) != 3 || g.Escritor.Tamano() != size {
					t.Errorf("the refusal changed something: %v", err)
				}
			})
		}
		t.Run("36.3/the badge in any case, the usuario that matches", func(t *testing.T) {
			err := request(g.crupier, func(r *FirmaRequest) {
				r.Usuario, r.Huella = "Crupier", strings.ToUpper(a.Huella)
				r.Credencial = " " + strings.ToLower(r.Credencial) + "\n"
			})
			if err != nil {
				t.Error(err)
			}
		})
		t.Run("36.3/a slot already taken", func(t *testing.T) {
			second := g.hire("crupier3", domain.Crupier, Todos)
			if _, err := g.sign(a.ID, second); !errors.Is(err, ErrPlazaOcupada) {
				t.Errorf("got %v, want ErrPlazaOcupada", err)
			}
		})
	})
}

// Who directs both houses cannot be two of the three (FIR-1).
func TestMismaPersona(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		g := newGente(t, bd)
		a := g.propose(tipoPruebaCierre, plazaDirector, firma.Plaza{Quien: firma.QuienSegundo}, plazaCajero)
		g.mustSign(a.ID, g.director)
		t.Run("36.3/one person for two roles", func(t *testing.T) {
			_, err := g.Firmar(context.Background(), FirmaRequest{Acto: a.ID, PIN: g.director.pin, Credencial: g.director.badge, Plaza: 2})
			checkErr(t, err, ErrMismaPersona, "36.3", "FIR-1")
		})
		t.Run("36.3/nor two rows forged behind", func(t *testing.T) {
			g.mustSign(a.ID, g.segundo)
			g.bd.Exec(t, `UPDATE firmas SET persona = 'p1', cargo = 'director', clave = (SELECT clave FROM claves WHERE persona = 'p1') WHERE plaza = 2`)
			if _, err := g.sign(a.ID, g.cajero); !errors.Is(err, ErrFirmaAlterada) {
				t.Errorf("got %v, want ErrFirmaAlterada", err)
			}
		})
	})
}

// A role gained later validates nothing signed before (case SIG-07).
func TestRoleGainedLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		a := g.proposeCierre()
		t.Run("36.4/a substitute signs from the date of the agreement on", func(t *testing.T) {
			start := g.Escritor.Ahora().Add(time.Hour)
			err := g.AppointDireccion(ctx, g.director.autor(), DireccionFacts{g.sustituto.ID, CalidadSustituto, "principal", start, "2026-11-30"})
			if err != nil {
				t.Fatal(err)
			}
			_, err = g.sign(a.ID, g.sustituto)
			checkErr(t, err, ErrNoFirma, "36.3", "FIR-1")
			g.reloj.Move(time.Hour)
			g.mustSign(a.ID, g.sustituto)
		})
		t.Run("14.3/it stays on record that a substitute signed", func(t *testing.T) {
			now, err := g.Acto(ctx, a.ID)
			if err != nil || now.Plazas[2].Firmante.Cargo != domain.Subdirector || now.Plazas[2].Quien != firma.QuienDirector {
				t.Errorf("got %+v, %v", now.Plazas[2], err)
			}
		})
		t.Run("36.3/a signature dated before the role is refused at the close", func(t *testing.T) {
			// Somebody takes the row back to before the substitute was one.
			g.bd.Exec(t, `UPDATE firmas SET instante = instante - 3700000000 WHERE plaza = 3`)
			g.mustSign(a.ID, g.crupier)
			if _, err := g.sign(a.ID, g.cajero); !errors.Is(err, ErrFirmaAlterada) {
				t.Errorf("got %v, want ErrFirmaAlterada", err)
			}
		})
		t.Run("36.3/a change of cargo takes its signatures along", func(t *testing.T) {
			b := g.proposeCierre()
			g.mustSign(b.ID, g.crupier)
			if _, err := g.CambioPersona(ctx, g.director.autor(), g.crupier.ID, CambioFacts{Cargo: domain.Cajero}); err != nil {
				t.Fatal(err)
			}
			if now, err := g.Acto(ctx, b.ID); err != nil || len(now.Faltan()) != 3 {
				t.Errorf("got %+v, %v, want every slot free", now.Plazas, err)
			}
			if now := g.mustSign(b.ID, g.crupier); now.Plazas[1].Firmante == nil {
				t.Error("the new cargo does not sign")
			}
		})
		g.check()
	})
}

// Nobody forges a signature from the database: whatever is altered in the rows of an act
// that is still open shows when it closes.
func TestForgeryFromTheDatabase(t *testing.T) {
	const (
		crupier = `(SELECT persona FROM personas WHERE usuario = 'crupier')`
		intruso = `(SELECT persona FROM personas WHERE usuario = 'crupier3')`
	)
	forgeries := map[string]string{
		"signature of another act": `UPDATE firmas SET firma = (SELECT f.firma FROM firmas f WHERE f.acto = 'OTRO' AND f.plaza = 1) WHERE acto = 'ACTO' AND plaza = 1`,
		"signature in other hands": `UPDATE firmas SET persona = ` + intruso + `, clave = (SELECT clave FROM claves WHERE persona = ` + intruso + `) WHERE acto = 'ACTO'`,
		"another cargo":            `UPDATE firmas SET cargo = 'jefe_mesa' WHERE acto = 'ACTO'`,
		"another mode":             `UPDATE firmas SET modo = 'manuscrita' WHERE acto = 'ACTO'`,
		"another key":              `UPDATE firmas SET clave = (SELECT clave FROM claves WHERE persona = 'p1') WHERE acto = 'ACTO'`,
		"public key replaced":      `UPDATE claves SET publica = (SELECT publica FROM claves WHERE persona = 'p1') WHERE persona = ` + crupier,
		"key taken from its leaf":  `UPDATE claves SET posicion = 0 WHERE persona = ` + crupier,
		"moved to another slot":    `UPDATE firmas SET plaza = 2 WHERE acto = 'ACTO' AND plaza = 1`,
		"slot that does not exist": `UPDATE firmas SET plaza = 9 WHERE acto = 'ACTO' AND plaza = 1`,
	}
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		g := newGente(t, bd)
		g.hire("crupier3", domain.Crupier, "principal")
		bd.Exec(t, `CREATE TABLE claves_antes AS SELECT * FROM claves`)
		for name, sql := range forgeries {
			t.Run("36.3/"+name, func(t *testing.T) {
				a, other := g.proposeCierre(), g.proposeCierre()
				g.mustSign(a.ID, g.crupier)
				g.mustSign(other.ID, g.crupier)
				g.mustSign(a.ID, g.director)
				bd.Exec(t, strings.NewReplacer("ACTO", a.ID, "OTRO", other.ID).Replace(sql))
				_, err := g.sign(a.ID, g.cajero)
				if !errors.Is(err, ErrFirmaAlterada) && !errors.Is(err, ErrPlazaOcupada) {
					t.Errorf("got %v, want ErrFirmaAlterada", err)
				}
				if n := g.count(`SELECT count(*) FROM asientos WHERE tipo = ?`, tipoPruebaCierre); n != 0 {
					t.Error("the act was closed on a forged signature")
				}
				bd.Exec(t, `DELETE FROM claves`, `INSERT INTO claves SELECT * FROM claves_antes`)
			})
		}
	})
}

// Rows of an act that no longer say what its leaf says open nothing.
func TestActoRowAltered(t *testing.T) {
	g := newGente(t, dbtest.New(t, "sqlite"))
	a := g.proposeCierre()
	g.bd.Exec(t, `UPDATE actos SET huella = '`+strings.Repeat("0", 64)+`'`)
	if _, err := g.sign(a.ID, g.crupier); !errors.Is(err, ErrFirmaAlterada) {
		t.Errorf("got %v, want ErrFirmaAlterada", err)
	}
}

func TestFirmaManuscrita(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		inspector := firma.Plaza{Quien: firma.QuienFuncionario, Modos: []diario.Modo{diario.ModoClave, diario.ModoManuscrita, diario.ModoSeNiega}}
		byHand := func(a Acto, p persona, m diario.Modo) (Acto, error) {
			return g.Firmar(ctx, FirmaRequest{Acto: a.ID, PIN: p.pin, Credencial: p.badge, Modo: m, Ejemplar: 2})
		}
		t.Run("36.2/who directs attests and signs too", func(t *testing.T) {
			a := g.propose(tipoPruebaAnticipo, plazaDirector, inspector)
			g.mustSign(a.ID, g.director)
			_, err := byHand(a, g.cajero, diario.ModoManuscrita)
			checkErr(t, err, ErrNoFirma, "36.2", "FIR-3")
			done, err := byHand(a, g.director, diario.ModoManuscrita)
			if err != nil || done.Estado != EstadoCerrado {
				t.Fatalf("got %s, %v", done.Estado, err)
			}
			if f := done.Plazas[1].Firmante; f.Modo != diario.ModoManuscrita || f.Ejemplar != 2 || f.Persona != g.director.ID {
				t.Errorf("got %+v, want copy 2 attested by the director", f)
			}
			if again, err := byHand(a, g.director, diario.ModoManuscrita); err != nil || again.Estado != EstadoCerrado {
				t.Errorf("again: got %s, %v", again.Estado, err)
			}
		})
		t.Run("36.2/or attests that he refuses", func(t *testing.T) {
			a := g.propose(tipoPruebaAnticipo, plazaDirector, inspector)
			if now, err := byHand(a, g.director, diario.ModoSeNiega); err != nil || now.Plazas[1].Firmante.Ejemplar != 2 {
				t.Fatalf("got %+v, %v", now.Plazas, err)
			}
			if done := g.mustSign(a.ID, g.director); done.Estado != EstadoCerrado || done.Plazas[1].Firmante.Modo != diario.ModoSeNiega {
				t.Errorf("got %+v", done.Plazas)
			}
		})
		t.Run("36.2/or signs with a key of his own", func(t *testing.T) {
			visitor := g.hire("inspeccion", domain.FuncionarioInspector, Todos)
			a := g.propose(tipoPruebaAnticipo, plazaDirector, inspector)
			g.mustSign(a.ID, visitor)
			if done := g.mustSign(a.ID, g.director); done.Estado != EstadoCerrado {
				t.Errorf("got %s", done.Estado)
			}
		})
		g.check()
	})
}

func TestWithdrawActo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		a := g.proposeCierre()
		g.mustSign(a.ID, g.crupier)
		if _, err := g.WithdrawActo(ctx, RetiradaFacts{a.ID, g.cajero.autor(), "no cuadra"}); !errors.Is(err, ErrNoRetira) {
			t.Errorf("got %v, want ErrNoRetira", err)
		}
		if _, err := g.WithdrawActo(ctx, RetiradaFacts{a.ID, g.director.autor(), ""}); !errors.Is(err, ErrDatos) {
			t.Errorf("got %v, want ErrDatos", err)
		}
		if _, err := g.WithdrawActo(ctx, RetiradaFacts{"principal-99", g.director.autor(), "x"}); !errors.Is(err, ErrActo) {
			t.Errorf("got %v, want ErrActo", err)
		}
		done, err := g.WithdrawActo(ctx, RetiradaFacts{a.ID, g.director.autor(), "no cuadra"})
		if err != nil || done.Estado != EstadoRetirado || len(done.Faltan()) != 3 {
			t.Fatalf("got %+v, %v", done, err)
		}
		hoja, err := readAsiento(g.Escritor.Lectura(), done.Cierre)
		if err != nil || hoja.Tipo != TipoActoRetirado || hoja.Dato("acto") != a.ID || hoja.Dato("motivo") != "" || len(hoja.Valores) != 1 {
			t.Errorf("got %+v, %v", hoja, err)
		}
		if _, err := g.sign(a.ID, g.cajero); !errors.Is(err, ErrActoRetirado) {
			t.Errorf("got %v, want ErrActoRetirado", err)
		}
		if _, err := g.WithdrawActo(ctx, RetiradaFacts{a.ID, g.director.autor(), "otra vez"}); !errors.Is(err, ErrActoRetirado) {
			t.Errorf("got %v, want ErrActoRetirado", err)
		}
		if as, err := g.ActosPendientes(ctx, "principal", ""); err != nil || len(as) != 0 {
			t.Errorf("got %d open acts, %v, want none", len(as), err)
		}
		g.check()
	})
}

func TestExpireActos(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		short := g.draft(tipoPruebaCierre, plazaCrupier, plazaCajero, plazaDirector)
		short.Caduca = 10 * time.Minute
		var acts [3]Acto
		for k := range acts {
			if k == 2 {
				short.Caduca = 0 // it does not expire
			}
			var err error
			if acts[k], err = g.Propose(ctx, short); err != nil {
				t.Fatal(err)
			}
		}
		g.mustSign(acts[0].ID, g.crupier)
		g.reloj.Move(9 * time.Minute)
		if n, err := g.ExpireActos(ctx); n != 0 || err != nil {
			t.Errorf("before their time: got %d, %v", n, err)
		}
		g.reloj.Move(2 * time.Minute)
		t.Run("36.3/signing too late puts the expiry on record", func(t *testing.T) {
			if _, err := g.sign(acts[0].ID, g.cajero); !errors.Is(err, ErrActoCaducado) {
				t.Fatalf("got %v, want ErrActoCaducado", err)
			}
			now, err := g.Acto(ctx, acts[0].ID)
			if err != nil || now.Estado != EstadoCaducado || len(now.Faltan()) != 3 {
				t.Errorf("got %s, %v, want caducado", now.Estado, err)
			}
			if _, err := g.sign(acts[0].ID, g.cajero); !errors.Is(err, ErrActoCaducado) {
				t.Errorf("again: got %v, want ErrActoCaducado", err)
			}
		})
		if n, err := g.ExpireActos(ctx); n != 1 || err != nil {
			t.Errorf("got %d, %v, want 1", n, err)
		}
		if n, err := g.ExpireActos(ctx); n != 0 || err != nil {
			t.Errorf("again: got %d, %v, want none", n, err)
		}
		as, err := g.ActosPendientes(ctx, "principal", "2026-11-30")
		if err != nil || len(as) != 1 || as[0].ID != acts[2].ID {
			t.Errorf("got %d open acts, %v, want the one that does not expire", len(as), err)
		}
		g.check()
	})
}

// A subject may refuse the close, by its rule or because what goes with it fails: the act
// stays open and nothing of the last signature remains.
func TestCloseRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		refusal := errors.New("la mesa ya no está abierta")
		for name, hook := range map[string]func(){
			"validation": func() {
				validaciones[tipoPruebaCierre] = func(*escritor.Tx, *Acto) error { return refusal }
			},
			"what goes with it": func() {
				cierres[tipoPruebaCierre] = func(tx *escritor.Tx, a *Acto, _ diario.Asiento) error {
					if err := tx.Exec(`DELETE FROM usuarios`); err != nil {
						return err
					}
					return refusal
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				hook()
				defer delete(validaciones, tipoPruebaCierre)
				defer delete(cierres, tipoPruebaCierre)
				a := g.proposeCierre()
				g.mustSign(a.ID, g.crupier)
				g.mustSign(a.ID, g.cajero)
				size := g.Escritor.Tamano()
				if _, err := g.sign(a.ID, g.director); !errors.Is(err, refusal) {
					t.Fatalf("got %v, want the refusal", err)
				}
				now, err := g.Acto(ctx, a.ID)
				if err != nil || now.Estado != EstadoPropuesto || len(now.Faltan()) != 1 || g.Escritor.Tamano() != size {
					t.Errorf("got %s with %d free, %v", now.Estado, len(now.Faltan()), err)
				}
				if g.count(`SELECT count(*) FROM usuarios`) == 0 {
					t.Error("half of a refused close was committed")
				}
				delete(validaciones, tipoPruebaCierre)
				delete(cierres, tipoPruebaCierre)
				if done := g.mustSign(a.ID, g.director); done.Estado != EstadoCerrado {
					t.Errorf("later: got %s", done.Estado)
				}
			})
		}
		g.check()
	})
}

// An act bound to a folio that exists goes to it; acts are numbered by establecimiento.
func TestPropose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newGente(t, bd)
		first := g.propose(tipoPruebaAnticipo, plazaDirector)
		done := g.mustSign(first.ID, g.director)
		b := g.draft(tipoPruebaAnticipo, plazaDirector)
		b.NuevoFolio, b.Folio = false, done.Folio
		b.Datos = append(b.Datos, diario.Dato{Nombre: "titular", Valor: "Pen\u0303a"}) // decomposed (SIG-04)
		second, err := g.Propose(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		if got := second.Dato("titular"); got != "Peña" {
			t.Errorf("got %q, want it composed", got)
		}
		if end := g.mustSign(second.ID, g.director); end.Folio != done.Folio || end.ID != "principal-2" {
			t.Errorf("got folio %d of act %s, want %d", end.Folio, end.ID, done.Folio)
		}
		b.Establecimiento = "apendice"
		b.NuevoFolio, b.Folio = true, 0
		if other, err := g.Propose(ctx, b); err != nil || other.ID != "apendice-1" {
			t.Errorf("got %s, %v, want apendice-1", other.ID, err)
		}
		for name, change := range map[string]func(*ActoBorrador){
			"no slots":     func(b *ActoBorrador) { b.Plazas = nil },
			"no book":      func(b *ActoBorrador) { b.Libro = "" },
			"two folios":   func(b *ActoBorrador) { b.NuevoFolio, b.Folio = true, 1 },
			"repeats name": func(b *ActoBorrador) { b.Datos = append(b.Datos, diario.Dato{Nombre: "mesa", Valor: "2"}) },
			"takes over":   func(b *ActoBorrador) { b.Datos = append(b.Datos, diario.Dato{Nombre: "acto", Valor: "principal-1"}) },
		} {
			bad := g.draft(tipoPruebaAnticipo, plazaDirector)
			change(&bad)
			if _, err := g.Propose(ctx, bad); err == nil {
				t.Errorf("%s: proposed", name)
			}
		}
		g.check()
	})
}
