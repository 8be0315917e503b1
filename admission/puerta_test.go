package admission_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/norma"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
)

const (
	principal = casatest.Principal
	apendice  = casatest.Apendice
	tarifa    = casatest.Tarifa
)

// entrada is the door of a house, open to the public in principal.
type entrada struct {
	*casatest.Casa
	*admission.Puerta
	bd dbtest.BD

	mu   sync.Mutex
	next int
}

// puertas are the same house on each database.
type puertas []*entrada

// newPuertas founds the houses at that hour of the wall and opens the day of its date.
func newPuertas(t *testing.T, wall string) puertas {
	t.Helper()
	var ps puertas
	for _, dialecto := range migrations.Dialectos() {
		bd := dbtest.New(t, dialecto)
		e := &entrada{Casa: casatest.NewAt(t, bd, wall, admission.Proyectores()), bd: bd}
		e.Puerta = admission.New(e.Escritor, e.Casa.Casa)
		e.OpenDay(t, principal, domain.Fecha(wall[:len(time.DateOnly)]))
		ps = append(ps, e)
	}
	return ps
}

const tarde = "2026-11-30 18:00:00"

// each runs a subtest on each house. Its name begins with the provision.
func (ps puertas) each(t *testing.T, name string, f func(t *testing.T, e *entrada)) {
	t.Run(name, func(t *testing.T) {
		for _, e := range ps {
			t.Run(string(e.bd.Dialecto), func(t *testing.T) { f(t, e) })
		}
	})
}

const letras = "TRWAGMYFPDXBNJZSQVHLCKE"

// dni is a DNI with its letter.
func dni(n int) string { return fmt.Sprintf("%08d%c", n, letras[n%len(letras)]) }

// nie is a NIE that begins with X, with its letter.
func nie(n int) string { return fmt.Sprintf("X%07d%c", n, letras[n%len(letras)]) }

// visitante is somebody nobody has seen before, of age.
func (e *entrada) visitante() admission.Visitante {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next++
	return admission.Visitante{Tipo: "dni", Numero: dni(30000000 + e.next), Nombre: "Invención " + word(e.next),
		Apellidos: "Pruébez " + word(7*e.next+3), FechaNacimiento: domain.Fecha(fmt.Sprintf("19%02d-%02d-%02d", 50+e.next%50, 1+e.next%12, 1+e.next%28))}
}

// word is a name nobody else bears.
func word(n int) string {
	var b strings.Builder
	b.WriteByte('Q')
	for ; n > 0; n /= 26 {
		b.WriteByte(byte('a' + n%26))
	}
	return b.String()
}

func (e *entrada) check(v admission.Visitante) (admission.Comprobacion, error) {
	return e.Check(context.Background(), principal, v, e.Autor("admision"))
}

// mustCheck checks somebody and wants that verdict.
func (e *entrada) mustCheck(t *testing.T, v admission.Visitante, want acceso.Veredicto) admission.Comprobacion {
	t.Helper()
	c, err := e.check(v)
	if err != nil {
		t.Fatal(err)
	}
	if c.Decision.Veredicto != want {
		t.Fatalf("got verdict %s %v, want %s", c.Decision.Veredicto, c.Decision.Fundamentos, want)
	}
	return c
}

func (e *entrada) issue(comprobacion string) (admission.Tarjeta, error) {
	return e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: comprobacion,
		Precio: tarifa, Autor: e.Autor("admision")})
}

// mustIssue checks and issues.
func (e *entrada) mustIssue(t *testing.T, v admission.Visitante) admission.Tarjeta {
	t.Helper()
	card, err := e.issue(e.mustCheck(t, v, acceso.PuedeEntrar).ID)
	if err != nil {
		t.Fatal(err)
	}
	return card
}

// fill issues cards from many desks until the last number is n.
func (e *entrada) fill(t *testing.T, n int) {
	t.Helper()
	var wg sync.WaitGroup
	desks := make(chan struct{}, 64)
	for range n - e.lastNumber(t) {
		desks <- struct{}{}
		wg.Go(func() {
			defer func() { <-desks }()
			c, err := e.check(e.visitante())
			if err == nil {
				_, err = e.issue(c.ID)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := e.lastNumber(t); got != n {
		t.Fatalf("got last number %d, want %d", got, n)
	}
}

func (e *entrada) lastNumber(t *testing.T) int {
	return e.count(t, `SELECT COALESCE(MAX(numero), 0) FROM tarjetas WHERE establecimiento = 'principal'`)
}

// count asks the database behind the product's back.
func (e *entrada) count(t *testing.T, query string, args ...any) int {
	t.Helper()
	var n int
	if err := e.Escritor.Lectura().Raw(query, args...).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

const cabecera = "tipo,numero,nombre,apellidos,fecha_nacimiento,hasta\n"

// importLista puts rows in force, padded so that no list of a test is much shorter than
// the one before.
func (e *entrada) importLista(t *testing.T, rows ...string) admission.Importacion {
	t.Helper()
	im, err := e.tryImport("jefe_admision", padded(rows...))
	if err != nil {
		t.Fatal(err)
	}
	return im
}

const relleno = 200

// padded is a file with those rows and relleno others.
func padded(rows ...string) string {
	var b strings.Builder
	b.WriteString(cabecera)
	for _, r := range rows {
		b.WriteString(r + "\n")
	}
	for n := range relleno {
		fmt.Fprintf(&b, "dni,%s,Relleno,Lista %s,1940-01-01,\n", dni(90000000+n), word(n+1))
	}
	return b.String()
}

func (e *entrada) tryImport(usuario, file string) (admission.Importacion, error) {
	return e.ImportLista(context.Background(), strings.NewReader(file), "prueba", e.Autor(usuario), nil)
}

func row(v admission.Visitante, hasta domain.Fecha) string {
	return fmt.Sprintf("%s,%s,%s,%s,%s,%s", v.Tipo, v.Numero, v.Nombre, v.Apellidos, v.FechaNacimiento, hasta)
}

// wantErr fails unless err is want and cites the provision and the criterio.
func wantErr(t *testing.T, err, want error, articulo, criterio string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	var e *norma.Error
	cited, read := "", ""
	if errors.As(err, &e) {
		cited, read = e.Art.Ref(), e.Criterio
	}
	if cited != articulo || read != criterio {
		t.Errorf("%v: got art. %q, criterio %q, want %q, %q", err, cited, read, articulo, criterio)
	}
}

// unchanged fails when f adds a leaf.
func (e *entrada) unchanged(t *testing.T, f func()) {
	t.Helper()
	before := e.Escritor.Tamano()
	f()
	if after := e.Escritor.Tamano(); after != before {
		t.Errorf("the log grew from %d to %d asientos", before, after)
	}
}

// leaf reads the last leaf of a kind.
func (e *entrada) leaf(t *testing.T, tipo string) (datos map[string]string, personal map[string]string, suprimible domain.Fecha) {
	t.Helper()
	posicion := e.count(t, `SELECT MAX(posicion) FROM asientos WHERE tipo = ?`, tipo)
	a, personal, err := registers.ReadHoja(e.Escritor.Lectura(), int64(posicion))
	if err != nil {
		t.Fatal(err)
	}
	datos = map[string]string{}
	for _, d := range a.Datos {
		datos[d.Nombre] = d.Valor
	}
	return datos, personal, a.SuprimibleDesde
}
