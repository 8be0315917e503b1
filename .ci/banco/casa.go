package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
	"foliado/registers/diario/escritor"
)

// casa is a house open to the public with its door.
type casa struct {
	*casatest.Casa
	*admission.Puerta
	t     *tb
	bd    dbtest.BD
	fecha domain.Fecha
	next  atomic.Int64
}

const (
	interdictos = 2000 // rows of the barred list, unless the part says otherwise
	preparers   = 64   // callers that prepare what is measured
)

// newCasa founds a house and opens today in both establecimientos, with a barred list of
// that many rows.
func newCasa(t *tb, dialecto migrations.Dialecto, filas int) *casa {
	bd := dbtest.New(t, dialecto)
	now := time.Now().In(domain.Madrid)
	c := &casa{t: t, bd: bd, fecha: domain.FechaDe(now),
		Casa: casatest.NewAt(t, bd, now.Format(time.DateTime), admission.Proyectores())}
	c.Puerta = admission.New(c.Escritor, c.Casa.Casa)
	c.OpenDay(t, casatest.Principal, c.fecha)
	c.OpenDay(t, casatest.Apendice, c.fecha)
	_, err := c.ImportLista(context.Background(), &lista{filas: filas}, "banco", c.Autor("jefe_admision"), nil)
	t.check(err)
	return c
}

// lista is the text of a barred list, made as it is read.
type lista struct {
	filas, n int
	rest     string
}

// Read writes the next of the list.
func (l *lista) Read(p []byte) (int, error) {
	if l.rest == "" {
		if l.n > l.filas {
			return 0, io.EOF
		}
		if l.n == 0 {
			l.rest = strings.Join(admission.CabeceraLista, ",") + "\n"
		} else {
			v := visitante(50_000_000 + l.n)
			v.FechaNacimiento = "18" + v.FechaNacimiento[2:] // no visitor is a candidate
			l.rest = fmt.Sprintf("dni,%s,%s,%s,%s,\n", v.Numero, v.Nombre, v.Apellidos, v.FechaNacimiento)
		}
		l.n++
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

const letras = "TRWAGMYFPDXBNJZSQVHLCKE"

// visitante is the n-th of an endless queue.
func visitante(n int) admission.Visitante {
	return admission.Visitante{Tipo: "dni", Numero: fmt.Sprintf("%08d%c", n, letras[n%len(letras)]),
		Nombre: nombres[n%len(nombres)], Apellidos: apellidos[n/7%len(apellidos)] + " " + apellidos[n/11%len(apellidos)],
		FechaNacimiento: domain.Fecha(fmt.Sprintf("19%02d-%02d-%02d", 40+n%60, 1+n/60%12, 1+n/720%28))}
}

var (
	nombres   = strings.Fields("Aitana Bruno Candela Darío Elvira Fermín Gala Hugo Irene Jacobo Koldo Leonor Mateo Nuria Óscar Paloma Quino Rocío Saúl Telmo")
	apellidos = strings.Fields("Alcaraz Bermejo Cifuentes Donoso Escudero Figueroa Galván Hinojosa Ibarra Jurado Lozano Manrique Navarrete Olmedo Peñalver Quintana Robledo Sandoval Trujillo Valverde")
)

// visitor is the next of the queue.
func (c *casa) visitor() admission.Visitante {
	return visitante(10_000_000 + int(c.next.Add(1)))
}

// checks makes n checks at the main door, ready for their cards: of newcomers, and every
// second one of somebody who has a ficha since she was let into the other establecimiento.
func (c *casa) checks(n int) []string {
	ids := make([]string, n)
	spread(preparers, n, func(k int) {
		v := c.visitor()
		if k%2 == 0 {
			_, err := c.issueAt(casatest.Apendice, "admision.apendice", c.checkAt(casatest.Apendice, "admision.apendice", v))
			c.t.check(err)
		}
		ids[k] = c.checkAt(casatest.Principal, "admision", v)
	})
	return ids
}

func (c *casa) checkAt(establecimiento, usuario string, v admission.Visitante) string {
	k, err := c.Check(context.Background(), establecimiento, v, c.Autor(usuario))
	c.t.check(err)
	if k.Decision.Veredicto != acceso.PuedeEntrar {
		c.t.Fatalf("%v: %v", v, k.Decision)
	}
	return k.ID
}

// issue issues the card of a check at the main door.
func (c *casa) issue(id string) {
	_, err := c.issueAt(casatest.Principal, "admision", id)
	c.t.check(err)
}

// issueAt issues a card under an Idempotency-Key, as a desk sends it.
func (c *casa) issueAt(establecimiento, usuario, id string) (admission.Tarjeta, error) {
	autor := c.Autor(usuario)
	ctx := escritor.WithIdempotencia(context.Background(), escritor.Idempotencia{Usuario: autor.Persona, Ruta: ruta, Clave: rand.Text(),
		Huella: huella, Establecimiento: establecimiento, Jornada: string(c.fecha)})
	return c.Issue(ctx, admission.Emision{Establecimiento: establecimiento, Comprobacion: id, Precio: casatest.Tarifa, Autor: autor})
}

const (
	ruta   = "POST /api/v1/establecimientos/principal/tarjetas"
	huella = "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a"
)

// spread calls f(0) … f(n-1) from that many callers.
func spread(callers, n int, f func(k int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	var failed atomic.Pointer[failure]
	for range callers {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					x, ok := p.(failure)
					if !ok {
						panic(p)
					}
					failed.CompareAndSwap(nil, &x)
				}
			}()
			for k := int(next.Add(1)) - 1; k < n && failed.Load() == nil; k = int(next.Add(1)) - 1 {
				f(k)
			}
		})
	}
	wg.Wait()
	if x := failed.Load(); x != nil {
		panic(*x)
	}
}
