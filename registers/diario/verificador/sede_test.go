package verificador_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/verificador"
)

// sede is a house kept by the whole product, closed, of which tests take copies to
// alter. It lives as long as the test that made it.
type sede struct {
	bd      dbtest.BD
	cfg     escritor.Config // of its writer: the key of the log, the projectors
	clave   string
	antes   []byte    // checkpoint of an earlier visit
	antigua dbtest.BD // copy made at that visit
	taller  dbtest.BD // PostgreSQL: the copy that attack gives
	nota    []byte    // last checkpoint
	hojas   []diario.Asiento
}

const manana domain.Fecha = "2026-12-01"

// newSede runs the house for a day and a half: cards, a void, refusals, tables opened,
// replenished, withdrawn and closed, the day certified; the next one under way, with a
// table open and an act waiting for its signature.
func newSede(t *testing.T, bd dbtest.BD) *sede {
	t.Helper()
	c := casatest.New(t, bd, admission.Proyectores())
	s := &sede{bd: bd, cfg: c.Config, clave: c.Clave}
	d := &dia{t: t, c: c, p: admission.New(c.Escritor, c.Casa)}
	d.lista()
	c.OpenDay(t, casatest.Principal, casatest.Fecha)
	d.door()
	d.open(1, d.ruleta())
	d.replenish(1, d.ruleta().Anticipo)
	d.open(3, d.blackJack())

	s.antes = c.Escritor.UltimoCheckpoint()
	d.must(c.Escritor.Close())
	s.antigua = copyOf(t, bd)
	c.Reopen(t)
	d.p = admission.New(c.Escritor, c.Casa)
	d.must(d.p.Refresh(context.Background()))

	c.Reloj.Move(9 * time.Hour)
	d.walk()
	d.close(1, 6_400_000)
	d.close(3, 2_212_500)
	_, err := c.EndRonda(context.Background(), c.Autor("cajero"), d.ronda)
	d.must(err)
	c.CloseDay(t, casatest.Principal, casatest.Fecha)
	c.OpenDay(t, casatest.Principal, manana)
	c.OpenDay(t, casatest.Apendice, manana)
	d.cards(3)
	d.open(1, d.ruleta())
	d.propose(2)
	_, err = c.StateSeries(context.Background(), c.Autor("director"), c.Escritor.Ahora())
	d.must(err)

	s.nota = c.Escritor.UltimoCheckpoint()
	d.must(c.Escritor.Close())
	s.hojas = readHojas(t, bd)
	return s
}

// dia does what a day asks.
type dia struct {
	t     *testing.T
	c     *casatest.Casa
	p     *admission.Puerta
	n     int // visitors so far
	ronda string
}

func (d *dia) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

const letrasDNI = "TRWAGMYFPDXBNJZSQVHLCKE"

func (d *dia) visitante(nacimiento domain.Fecha) admission.Visitante {
	d.n++
	n := 30_000_000 + d.n
	name := func(k int) string { return strings.Repeat(string(rune('a'+k%26)), 5) }
	return admission.Visitante{Tipo: "dni", Numero: fmt.Sprintf("%08d%c", n, letrasDNI[n%23]), Nombre: "Ñ" + name(d.n),
		Apellidos: "Peña" + name(7*d.n), FechaNacimiento: nacimiento}
}

const adulta domain.Fecha = "1980-02-03"

// lista puts a barred list in force that bars the first visitor.
func (d *dia) lista() {
	v := d.visitante(adulta)
	file := fmt.Sprintf("tipo,numero,nombre,apellidos,fecha_nacimiento,hasta\ndni,%s,%s,%s,%s,\n", v.Numero, v.Nombre, v.Apellidos, v.FechaNacimiento)
	_, err := d.p.ImportLista(context.Background(), strings.NewReader(file), "prueba", d.c.Autor("jefe_admision"), nil)
	d.must(err)
	d.n--
}

func (d *dia) check(v admission.Visitante, want acceso.Veredicto) admission.Comprobacion {
	d.t.Helper()
	c, err := d.p.Check(context.Background(), casatest.Principal, v, d.c.Autor("admision"))
	d.must(err)
	if c.Decision.Veredicto != want {
		d.t.Fatalf("got %s, want %s", c.Decision.Veredicto, want)
	}
	return c
}

func (d *dia) cards(n int) {
	for range n {
		c := d.check(d.visitante(adulta), acceso.PuedeEntrar)
		_, err := d.p.Issue(context.Background(), admission.Emision{Establecimiento: casatest.Principal, Comprobacion: c.ID,
			Precio: casatest.Tarifa, Autor: d.c.Autor("admision")})
		d.must(err)
	}
}

// door refuses two people, issues cards and voids one.
func (d *dia) door() {
	ctx := context.Background()
	d.check(d.visitante(adulta), acceso.NoPuedeEntrar)
	d.check(d.visitante("2012-05-06"), acceso.NoPuedeEntrar)
	d.cards(5)
	_, err := d.p.Void(ctx, casatest.Principal, 2, "se imprimió mal", d.c.Autor("admision"))
	d.must(err)
	_, err = d.p.Confirm(ctx, casatest.Principal, 2, d.c.Autor("jefe_admision"))
	d.must(err)
}

func (d *dia) ruleta() registers.AperturaFacts {
	return registers.AperturaFacts{ApuestaMinima: casatest.Ruleta, Maximos: "bajo",
		Entrega: registers.Entrega{Anticipo: domain.Piezas{100_000: 30, 10_000: 80}}}
}

func (d *dia) blackJack() registers.AperturaFacts {
	return registers.AperturaFacts{ApuestaMinima: casatest.BlackJack, Maximos: "100",
		Entrega: registers.Entrega{Anticipo: domain.Piezas{100_000: 25}}}
}

func (d *dia) open(mesa int, f registers.AperturaFacts) {
	d.t.Helper()
	p, err := d.c.ProposeApertura(context.Background(), d.c.Autor("director"), d.c.Ahora(), casatest.Principal, mesa, f)
	d.must(err)
	d.c.Sign(d.t, p.Acto.ID, "director")
}

// replenish proposes a reposición twice: the first is withdrawn.
func (d *dia) replenish(mesa int, piezas domain.Piezas) {
	d.t.Helper()
	ctx := context.Background()
	f := registers.ReposicionFacts{Entrega: registers.Entrega{Anticipo: piezas}}
	p, err := d.c.ProposeReposicion(ctx, d.c.Autor("director"), d.c.Ahora(), casatest.Principal, mesa, f)
	d.must(err)
	_, err = d.c.WithdrawActo(ctx, registers.RetiradaFacts{Acto: p.Acto.ID, Autor: d.c.Autor("director"), Motivo: "otra mesa"})
	d.must(err)
	p, err = d.c.ProposeReposicion(ctx, d.c.Autor("subdirector"), d.c.Ahora(), casatest.Principal, mesa, f)
	d.must(err)
	d.c.Sign(d.t, p.Acto.ID, "subdirector")
}

func (d *dia) close(mesa int, fichas domain.Importe) {
	d.t.Helper()
	p, err := d.c.ProposeCierre(context.Background(), d.c.Autor("cajero"), d.c.Ahora(), casatest.Principal, mesa, registers.CierreMesaFacts{
		Fichas: domain.Piezas{2_500: int64(fichas) / 2_500}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 12}, Motivo: "fin de la noche"})
	d.must(err)
	crupier := d.c.Gente["crupier"]
	_, err = d.c.Firmar(context.Background(), registers.FirmaRequest{Acto: p.Acto.ID, PIN: crupier.PIN, Credencial: crupier.Credencial})
	d.must(err)
	for _, usuario := range []string{"cajero", "director"} {
		_, err := d.c.Firmar(context.Background(), registers.FirmaRequest{Acto: p.Acto.ID, Ronda: d.ronda, Huella: p.Acto.Huella,
			Credencial: d.c.Gente[usuario].Credencial})
		d.must(err)
	}
}

// walk opens a ronda.
func (d *dia) walk() {
	d.t.Helper()
	pase := func(usuario string) registers.Pase {
		g := d.c.Gente[usuario]
		return registers.Pase{Credencial: g.Credencial, PIN: g.PIN}
	}
	r, err := d.c.OpenRonda(context.Background(), d.c.Autor("cajero"), casatest.Principal, pase("director"), pase("cajero"))
	d.must(err)
	d.ronda = r.ID
}

// propose leaves an act open.
func (d *dia) propose(mesa int) {
	d.t.Helper()
	_, err := d.c.ProposeApertura(context.Background(), d.c.Autor("director"), d.c.Ahora(), casatest.Principal, mesa, d.ruleta())
	d.must(err)
}

func readHojas(t *testing.T, bd dbtest.BD) (hojas []diario.Asiento) {
	t.Helper()
	db := bd.Raw(t)
	defer db.Close() // who copies a database wants it alone
	rows, err := db.Query(`SELECT texto FROM asientos ORDER BY posicion`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var texto []byte
		if err := rows.Scan(&texto); err != nil {
			t.Fatal(err)
		}
		a, err := diario.Parse(texto)
		if err != nil {
			t.Fatal(err)
		}
		hojas = append(hojas, a)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return hojas
}

// find returns the nth leaf of a kind, from the last when n is negative.
func (s *sede) find(t *testing.T, tipo string, n int) diario.Asiento {
	t.Helper()
	var found []diario.Asiento
	for _, a := range s.hojas {
		if a.Tipo == tipo {
			found = append(found, a)
		}
	}
	if n < 0 {
		n += len(found)
	}
	if n < 0 || n >= len(found) {
		t.Fatalf("the house has %d %s", len(found), tipo)
	}
	return found[n]
}

// copyOf copies a database that nobody has open, as whoever holds the machine can.
func copyOf(t *testing.T, bd dbtest.BD) dbtest.BD {
	t.Helper()
	if bd.Dialecto == migrations.SQLite {
		out := dbtest.BD{Dialecto: bd.Dialecto, Ruta: filepath.Join(t.TempDir(), "foliado.db")}
		bd.Exec(t, `VACUUM INTO '`+strings.ReplaceAll(out.Ruta, "'", "''")+`'`)
		return out
	}
	u, err := url.Parse(bd.DSN)
	if err != nil {
		t.Fatal(err)
	}
	from, name := strings.TrimPrefix(u.Path, "/"), "copia_"+strings.ToLower(rand.Text()[:16])
	u.Path = "/postgres"
	server := dbtest.BD{Dialecto: bd.Dialecto, DSN: u.String()}
	server.Exec(t, `CREATE DATABASE `+name+` TEMPLATE `+from)
	t.Cleanup(func() { server.Exec(t, `DROP DATABASE `+name+` WITH (FORCE)`) })
	u.Path = "/" + name
	return dbtest.BD{Dialecto: bd.Dialecto, DSN: u.String()}
}

// verify verifies a database as the command line does, projections included.
func (s *sede) verify(t *testing.T, bd dbtest.BD, o verificador.Options) *verificador.Informe {
	t.Helper()
	cfg := s.cfg
	cfg.Ruta, cfg.DSN = bd.Ruta, bd.DSN
	o.Proyecciones = func(ctx context.Context) ([]verificador.Diferencia, error) {
		found, err := escritor.Contrast(ctx, cfg, slices.Concat(registers.Tablas(), admission.Tablas()), nil)
		if no := (*escritor.NoSeRehacen)(nil); errors.As(err, &no) {
			return []verificador.Diferencia{{Motivo: no.Error()}}, nil
		}
		var out []verificador.Diferencia
		for _, d := range found {
			out = append(out, verificador.Diferencia{Tabla: d.Tabla, Fila: d.Clave, Motivo: d.Clase + " " + strings.Join(d.Columnas, ",")})
		}
		return out, err
	}
	f := open(t, bd)
	defer f.Close()
	return verify(t, f, o)
}
