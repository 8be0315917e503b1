package api

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"foliado/admission"
	"foliado/registers/casatest"
)

// mrzDigit is the check digit of a field of a machine-readable zone.
func mrzDigit(s string) string {
	sum := 0
	for k, c := range s {
		v := strings.IndexRune("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", c)
		sum += max(v, 0) * []int{7, 3, 1}[k%3]
	}
	return fmt.Sprint(sum % 10)
}

func fill(s string, n int) string { return s + strings.Repeat("<", n-len(s)) }

// scanDNI is what a scanner types of a DNI: three lines, each with its Enter.
func scanDNI(number, surname, name string) string {
	a := fill("IDESPCAA000123"+mrzDigit("CAA000123")+number, 30)
	birth, expiry := "800101", "330602"
	b := birth + mrzDigit(birth) + "F" + expiry + mrzDigit(expiry) + "ESP<<<<<<<<<<<"
	b += mrzDigit(a[5:] + b[:7] + b[8:15] + b[18:29])
	return a + kb.Enter + b + kb.Enter + fill(surname+"<<"+name, 30) + kb.Enter
}

// scanPassport is what it types of a French passport: two lines.
func scanPassport(number, surname, name string) string {
	birth, expiry := "790402", "330115"
	b := number + mrzDigit(number) + "FRA" + birth + mrzDigit(birth) + "M" + expiry + mrzDigit(expiry) + "<<<<<<<<<<<<<<0"
	b += mrzDigit(b[:10] + b[13:20] + b[21:])
	return fill("P<FRA"+surname+"<<"+name, 44) + kb.Enter + b + kb.Enter
}

// scanTelephone is what it types of the code of a DNI on a telephone, in hexadecimal.
func (b *banco) scanTelephone(number, surname, name string) string {
	raw := append([]byte{0xDC, 0x02}, make([]byte, 16)...)
	until := b.Escritor.Ahora().Add(5 * time.Minute).In(madridTest).Format("02-01-2006 15:04:05")
	for _, f := range []struct {
		tag  byte
		text string
	}{{0x40, number}, {0x42, "01-01-1980"}, {0x44, name}, {0x46, surname}, {0x4C, "02-06-2033"}, {0x80, until}} {
		raw = append(append(raw, f.tag, byte(len(f.text))), f.text...)
	}
	return hex.EncodeToString(append(raw, 0xFF, 1, 0)) + kb.Enter
}

var madridTest = func() *time.Location {
	l, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		panic(err)
	}
	return l
}()

// returning opens the ficha of somebody who comes again: she came, and her card was voided.
func (b *banco) returning(t testing.TB, tipo, number string, k int) {
	t.Helper()
	c, err := b.puerta.Check(t.Context(), casatest.Principal, admission.Visitante{Tipo: tipo, Numero: number, Nombre: "Virtudes", Apellidos: surnameOf(k),
		FechaNacimiento: "1971-05-06", Caducidad: "2031-01-01"}, b.Autor("admision"))
	if err != nil {
		t.Fatal(err)
	}
	card, err := b.puerta.Issue(t.Context(), admission.Emision{Establecimiento: casatest.Principal, Comprobacion: c.ID, Precio: casatest.Tarifa, Autor: b.Autor("admision")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.puerta.Void(t.Context(), casatest.Principal, card.Numero, "vuelve otro día", b.Autor("jefe_admision")); err != nil {
		t.Fatal(err)
	}
}

// surnameOf is one that nobody else bears.
func surnameOf(k int) string { return fmt.Sprintf("F%c%cz Mu", 'a'+k%26, 'a'+k/26) }

// cola is a queue at the door: what each visitor has typed, and how it ends.
type cola struct {
	*navegador
	cards int
	times []time.Duration // of those who got a card, from the first key to the printed card
}

// admit types a visitor, from the first key, issues her card and has it printed.
func (q *cola) admit(name string, steps ...func()) {
	q.t.Helper()
	q.focused("numero")
	start := time.Now()
	for _, step := range steps {
		step()
	}
	q.until("the verdict on "+name, "document.querySelector('#emitir button') === document.activeElement")
	q.keys(kb.Enter)
	q.see(".verdict.card", name)
	q.cards++
	q.until("the printed card", "globalThis.printed === true || (globalThis.printed ??= fetch(document.querySelector('.outcome a[href$=\".pdf\"]').href)"+
		".then((r) => r.blob()).then((b) => { globalThis.printed = b.size > 1000; }), false)")
	q.times = append(q.times, time.Since(start))
	q.keys(kb.Escape)
	q.until("the next person", "!location.search && document.activeElement?.id === 'numero'")
}

// refuse types a visitor who gets another verdict.
func (q *cola) refuse(verdict string, steps ...func()) {
	q.t.Helper()
	q.focused("numero")
	for _, step := range steps {
		step()
	}
	q.see(".verdict", verdict)
	q.keys(kb.Escape)
	q.until("the next person", "!location.search && document.activeElement?.id === 'numero'")
}

func (q *cola) typing(parts ...string) func() { return func() { q.keys(parts...) } }

// filled waits for the form that a scanner fills, with the keyboard on its button.
func (q *cola) filled() {
	q.until("the form filled", "document.querySelector('#leido') && document.activeElement?.matches('#comprobar button.primary')")
	q.keys(kb.Enter)
}

// TestNavegadorCincuenta serves fifty visitors of every kind with nothing but the keyboard and
// a scanner that types, and reports how long a card takes.
func TestNavegadorCincuenta(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t, dni(51000001), dni(51000002), dni(51000003), dni(51000004))
	for k := range 20 {
		b.returning(t, "dni", dni(52000000+k), k)
	}
	b.returning(t, "dni", dni(52000100), 100)
	was, _, err := b.puerta.CountTarjetas(t.Context(), casatest.Principal, casatest.Fecha)
	if err != nil {
		t.Fatal(err)
	}
	q := &cola{navegador: b.browse(t)}
	q.enter("admision")
	for k := range 10 { // a Spanish visitor, typed
		q.admit(surnameOf(200+k), q.typing(dni(53000000+k), kb.Tab, "Eva", kb.Tab, surnameOf(200+k), kb.Tab, "02031975", kb.Enter))
	}
	for k := range 6 { // a DNI through the scanner
		name := strings.ToUpper(strings.ReplaceAll(surnameOf(300+k), " ", "<"))
		q.admit(strings.ReplaceAll(name, "<", " "), q.typing(scanDNI(dni(54000000+k), name, "CARMEN")), q.filled)
	}
	for k := range 4 { // a passport through the scanner
		q.admit(fmt.Sprintf("MARCHAND%c", 'A'+k), q.typing(scanPassport(fmt.Sprintf("12AB3456%d", k), fmt.Sprintf("MARCHAND%c", 'A'+k), "ELODIE")), q.filled)
	}
	for k := range 20 { // the document of another day, in one key
		q.admit(surnameOf(k), q.typing(dni(52000000+k), kb.F2))
	}
	q.admit("LARA RIOS", q.typing(b.scanTelephone(dni(55000001), "LARA RIOS", "IGNACIO")), q.filled)
	q.admit(surnameOf(100), q.typing("X1234567L", kb.Tab, "Virtudes", kb.Tab, surnameOf(100), kb.Tab, "06/05/1971", kb.Enter), // she has a ficha
		func() { q.see(".notice.warn", "Puede que ya tenga ficha") }, q.typing(kb.F4),
		func() {
			q.until("the ficha joined", "!document.querySelector('.join') && document.querySelector('#emitir')")
		})
	for k := range 4 {
		q.refuse("No puede entrar", q.typing(dni(51000001+k), kb.Tab, "Teo", kb.Tab, surnameOf(400+k), kb.Tab, "02031975", kb.Enter))
	}
	for k := range 3 {
		q.refuse("No puede entrar", q.typing(dni(56000001+k), kb.Tab, "Nico", kb.Tab, surnameOf(500+k), kb.Tab, "02032010", kb.Enter))
	}
	q.refuse("Consultar", q.typing("Y2000003Y", kb.Tab, "Persona", kb.Tab, "Vetada", kb.Tab, "01011970", kb.Enter))
	if total, _, err := b.puerta.CountTarjetas(t.Context(), casatest.Principal, casatest.Fecha); err != nil || int(total-was) != q.cards || q.cards != 42 {
		t.Errorf("%d cards, %v; want %d and 42", total-was, err, q.cards)
	}
	slices.Sort(q.times)
	t.Logf("first key to printed card: median %v, worst %v, of %d cards and %d refusals", q.times[len(q.times)/2].Round(time.Millisecond),
		q.times[len(q.times)-1].Round(time.Millisecond), q.cards, 8)
}
