package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"foliado/admission"
	"foliado/domain"
	"foliado/registers/casatest"
	"foliado/registers/diario/escritor"
)

// The steps that tests take over HTTP, as a script of others would: JSON by hand, names
// of the contract.

type objeto = map[string]any

const principal = "/api/v1/establecimientos/principal"

// The day of these tests, and the one after it.
const (
	hoy    = casatest.Fecha
	manana = domain.Fecha("2026-12-01")
)

// Amounts that these tests open and count with, céntimos.
const (
	anticipoRuleta    = 15_000 * int64(casatest.Ruleta)   // art. 35.2.b
	anticipoBlackJack = 5_000 * int64(casatest.BlackJack) // art. 35.2.d
)

// piezas is an amount in chips of ten euros and, for what is left, of one céntimo.
func piezas(centimos int64) objeto {
	p := objeto{"1000": centimos / 1000}
	if rest := centimos % 1000; rest != 0 {
		p["1"] = rest
	}
	return p
}

func apertura(minimo, anticipo int64, maximos any) objeto {
	return objeto{"apuesta_minima": minimo, "maximos": maximos, "anticipo": piezas(anticipo)}
}

// cierre is a closing count in chips and notes.
func cierre(fichas, billetes int64) objeto {
	return objeto{"fichas": piezas(fichas), "placas": objeto{}, "billetes": objeto{"5000": billetes / 5000}, "motivo": "fin de la partida"}
}

func mesa(n int) string { return fmt.Sprintf("%s/mesas/%d", principal, n) }

// openDay prepares a jornada of the main casino and opens it to the public.
func (b *banco) openDay(t testing.TB, fecha domain.Fecha) {
	t.Helper()
	b.do(t, "director", "POST", principal+"/jornadas", objeto{"fecha": fecha, "metalico": 100_000_000, "bloqueado": 0}).want(t, 201)
	b.phase(t, fecha, "abierta")
}

func (b *banco) phase(t testing.TB, fecha domain.Fecha, fases ...string) {
	t.Helper()
	for _, f := range fases {
		b.do(t, "director", "POST", fmt.Sprintf("%s/jornadas/%s/fases", principal, fecha), objeto{"fase": f}).want(t, 200)
	}
}

// propose posts what makes an act and returns its id.
func (b *banco) propose(t testing.TB, usuario, path string, body objeto) string {
	t.Helper()
	var got struct{ Acto string }
	b.do(t, usuario, "POST", path, body).want(t, 201).into(t, &got)
	return got.Acto
}

// badge is the body with which a usuario signs.
func (b *banco) badge(usuario string) objeto {
	p := b.Gente[usuario]
	return objeto{"pin": p.PIN, "credencial": p.Credencial}
}

// sign has those usuarios sign an act, one after another, and returns its last state.
func (b *banco) sign(t testing.TB, acto string, usuarios ...string) string {
	t.Helper()
	var got struct{ Estado string }
	for _, u := range usuarios {
		b.do(t, "jefe_mesa", "POST", "/api/v1/actos/"+acto+"/firmas", b.badge(u)).want(t, 200).into(t, &got)
	}
	return got.Estado
}

// closed has an act signed and wants it closed by it.
func (b *banco) closed(t testing.TB, acto string, usuarios ...string) {
	t.Helper()
	if got := b.sign(t, acto, usuarios...); got != "cerrado" {
		t.Fatalf("act %s signed by %v: got %s, want cerrado", acto, usuarios, got)
	}
}

// openMesa opens a table with its least anticipo.
func (b *banco) openMesa(t testing.TB, n int) {
	t.Helper()
	body := apertura(int64(casatest.Ruleta), anticipoRuleta, "bajo")
	if n == 3 {
		body = apertura(int64(casatest.BlackJack), anticipoBlackJack, 100)
	}
	b.closed(t, b.propose(t, "jefe_mesa", mesa(n)+"/aperturas", body), "director")
}

// closeMesa counts a table, with the three who sign.
func (b *banco) closeMesa(t testing.TB, n int, fichas, billetes int64) {
	t.Helper()
	b.closed(t, b.propose(t, "cajero", mesa(n)+"/cierres", cierre(fichas, billetes)), "crupier", "cajero", "director")
}

// dniOf is the n-th invented DNI, with its letter.
func dniOf(n int) string {
	const letters = "TRWAGMYFPDXBNJZSQVHLCKE"
	n += 61_000_000
	return fmt.Sprintf("%08d%c", n, letters[n%23])
}

// nieOf is the n-th invented NIE, with its letter.
func nieOf(n int) string {
	const letters = "TRWAGMYFPDXBNJZSQVHLCKE"
	n += 4_000_000
	return fmt.Sprintf("X%07d%c", n, letters[n%23])
}

// visitante is somebody at the door.
type visitante struct {
	Tipo, Numero, Nombre, Apellidos, Nacimiento string
}

func (v visitante) cuerpo() objeto {
	return objeto{"tipo": v.Tipo, "numero": v.Numero, "nombre": v.Nombre, "apellidos": v.Apellidos, "fecha_nacimiento": v.Nacimiento}
}

// adult is the n-th visitor who may come in.
func adult(n int) visitante {
	return visitante{"dni", dniOf(n), "Visitante", fmt.Sprintf("Apellidosinventados %s", letters(n)), "1980-05-17"}
}

// letters writes a number in letters: names hold no digits.
func letters(n int) string {
	return strings.NewReplacer("0", "ba", "1", "be", "2", "bi", "3", "bo", "4", "bu", "5", "ca", "6", "ce", "7", "ci", "8", "co", "9", "cu").Replace(fmt.Sprint(n))
}

// comprobacion is the answer of the door.
type comprobacion struct {
	Veredicto, Comprobacion, Articulo, Fundamento, Apartado string
	Duplicado                                               bool `json:"posible_duplicado"`
}

func (b *banco) check(t testing.TB, usuario string, v visitante) comprobacion {
	t.Helper()
	var k comprobacion
	b.do(t, usuario, "POST", principal+"/comprobaciones", v.cuerpo()).want(t, 200).into(t, &k)
	return k
}

// card issues a card on a check.
func (b *banco) card(t testing.TB, usuario, comprobacion string) respuesta {
	t.Helper()
	return b.do(t, usuario, "POST", principal+"/tarjetas", objeto{"comprobacion": comprobacion, "precio": int(casatest.Tarifa)})
}

// admit checks somebody and issues the card, and returns its number.
func (b *banco) admit(t testing.TB, usuario string, v visitante) int64 {
	t.Helper()
	var got struct{ Numero int64 }
	b.card(t, usuario, b.check(t, usuario, v).Comprobacion).want(t, 201).into(t, &got)
	return got.Numero
}

// barred is a list in CSV with the rows given.
func barred(rows ...string) string {
	return strings.Join(admission.CabeceraLista, ",") + "\n" + strings.Join(rows, "\n") + "\n"
}

func (b *banco) bar(t testing.TB, csv string) {
	t.Helper()
	b.do(t, "jefe_admision", "POST", "/api/v1/interdicciones?fuente=prueba", csv, "Content-Type", "text/csv").want(t, 201)
}

// What may be other after a refusal: nothing, or its own record.
var (
	registroDenegacion = []string{"asientos", "boveda", "checkpoints", "comprobaciones", "contadores", "denegaciones"}
	registroCheck      = []string{"comprobaciones"}
	registroPIN        = []string{"intentos"}
)

// unchanged does something and wants nothing to be other than before but the tables named.
func (b *banco) unchanged(t testing.TB, but []string, f func()) {
	t.Helper()
	before := b.revela.snapshot(t)
	f()
	for _, name := range before.differ(b.revela.snapshot(t)) {
		if !slices.Contains(but, name) {
			t.Errorf("a refusal changed the table %s", name)
		}
	}
}

// negativa is something that must be refused.
type negativa struct {
	name     string // of the subtest: begins with the provision
	usuario  string
	path     string
	body     any
	status   int
	articulo string
	method   string   // POST when empty
	header   []string // name, value
	deja     []string // tables that hold the record of the refusal
}

// refuses tries each and wants its status, its provision and nothing changed.
func (b *banco) refuses(t *testing.T, all ...negativa) {
	t.Helper()
	for _, n := range all {
		t.Run(n.name, func(t *testing.T) {
			method := n.method
			if method == "" {
				method = "POST"
			}
			if n.usuario != "" {
				b.as(t, n.usuario)
			}
			b.unchanged(t, n.deja, func() {
				r := b.do(t, n.usuario, method, n.path, n.body, n.header...)
				if r.StatusCode != n.status {
					t.Errorf("got %d, want %d\n%s", r.StatusCode, n.status, r.cuerpo)
				}
				r.refused(t, n.articulo)
			})
		})
	}
}

// nextDay puts the clock at the opening of a date; sessions of the day before are over.
func (b *banco) nextDay(t testing.TB, fecha domain.Fecha) {
	t.Helper()
	b.Reloj.At(t, string(fecha)+" 18:00:00")
	b.forgetSessions()
}

func (b *banco) forgetSessions() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.tokens)
}

// warned wants an answer to warn of a provision (criterio MAQ-1).
func (r respuesta) warned(t testing.TB, articulo string) {
	t.Helper()
	var got struct {
		Avisos []struct{ Articulo, Texto string }
	}
	r.into(t, &got)
	for _, a := range got.Avisos {
		if a.Articulo == articulo && a.Texto != "" {
			return
		}
	}
	t.Errorf("%s: got warnings %+v, want one of art. %s", r.Request.URL.Path, got.Avisos, articulo)
}

// holdWriter keeps the writer busy with an act until it is released.
func holdWriter(t testing.TB, w *escritor.Escritor) (release func()) {
	t.Helper()
	busy, free, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := w.Do(context.Background(), func(*escritor.Tx) error {
			close(busy)
			<-free
			return nil
		})
		done <- err
	}()
	<-busy
	return func() {
		close(free)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
