// Package norma is the index of every provision of the norms that Foliado applies,
// and the error that says which one was broken. It imports nothing of the project.
//
// A rule cites what it applies by a value that cannot be misspelt:
//
//	var art = norma.Reglamento.Art
//
//	return norma.Breach(art("35.2.d"), ErrAnticipo)
//
// Art panics, when the program starts, on a provision that the index does not hold.
// Titles and reasons of the index (indice.tsv) are words of this project, never those
// of the norm.
package norma

import (
	"errors"
	"fmt"
	"iter"
	"strings"
)

// The norms that Foliado cites.
var (
	// Reglamento is Decreto 58/2006, the casino regulation of the Comunidad de Madrid.
	Reglamento = load("Reglamento", "reglamento", "Reglamento de Casinos de Juego", "")
	// Ley6 is Ley 6/2001, the gambling act of the Comunidad de Madrid.
	Ley6 = load("Ley6", "ley6", "Ley 6/2001", " de la Ley 6/2001")
	// PBC is Ley 10/2010, against money laundering.
	PBC = load("PBC", "pbc", "Ley 10/2010", " de la Ley 10/2010")
	// Mus is the playing rules of the Master Nacional de Mus.
	Mus = load("Mus", "mus", "Reglamento de Mus", " del Reglamento de Mus")
)

// Norma is one norm with the index of its provisions. Its values are the variables
// Reglamento, Ley6, PBC and Mus.
type Norma struct {
	id          string
	nombre      string
	complemento string
	provisiones []provision
	lugar       map[string]int
}

type provision struct {
	ref    string
	titulo string
	motivo string // why it is out of scope; empty when it is in scope
}

// Normas lists every Norma, the Reglamento first.
func Normas() []*Norma { return []*Norma{Reglamento, Ley6, PBC, Mus} }

// ID is the short name of the norm, equal to the Go variable: "Reglamento", "Ley6",
// "PBC", "Mus". Names of subtests use it: "Ley6 24.1".
func (n *Norma) ID() string { return n.id }

// String is the name of the norm for people.
func (n *Norma) String() string { return n.nombre }

// Art returns the provision with that reference, written as in the index: "21",
// "35.2.d", "131.1.a.4". It panics when the index has none such: a citation is a
// constant of the program, and a wrong one is a wrong program. For a reference that
// comes from outside use Lookup.
func (n *Norma) Art(ref string) Articulo {
	a, ok := n.Lookup(ref)
	if !ok {
		panic(fmt.Sprintf("norma: %s has no provision %q", n.id, ref))
	}
	return a
}

// Lookup returns the provision with that reference, and whether there is one.
func (n *Norma) Lookup(ref string) (Articulo, bool) {
	if _, ok := n.lugar[ref]; !ok {
		return Articulo{}, false
	}
	return Articulo{norma: n, ref: ref}, true
}

// Provisiones yields every provision of the norm in the order of the text.
func (n *Norma) Provisiones() iter.Seq[Articulo] {
	return func(yield func(Articulo) bool) {
		for _, p := range n.provisiones {
			if !yield(Articulo{norma: n, ref: p.ref}) {
				return
			}
		}
	}
}

// Articulo is one provision of a Norma at any of its four levels. It is comparable and
// may be a map key. The zero value cites nothing.
type Articulo struct {
	norma *Norma
	ref   string
}

func (a Articulo) provision() provision {
	if a.norma == nil {
		return provision{}
	}
	return a.norma.provisiones[a.norma.lugar[a.ref]]
}

// Norma is the norm the provision belongs to; nil for the zero Articulo.
func (a Articulo) Norma() *Norma { return a.norma }

// Ref is the bare reference: "35.2.d".
func (a Articulo) Ref() string { return a.ref }

// IsZero reports whether a cites nothing.
func (a Articulo) IsZero() bool { return a.norma == nil }

// Title is a short title in words of ours. A provision without one has that of the
// provision that contains it.
func (a Articulo) Title() string { return a.provision().titulo }

// InScope reports whether Foliado has something to do with the provision. What is
// addressed to the authority or to makers, or had a term that ended, is out of scope.
func (a Articulo) InScope() bool { return !a.IsZero() && a.provision().motivo == "" }

// Reason says in Spanish why the provision is out of scope; empty when it is in scope.
func (a Articulo) Reason() string { return a.provision().motivo }

// Parent is the provision that contains a ("35.2" for "35.2.d"), and whether there is one.
func (a Articulo) Parent() (Articulo, bool) {
	k := strings.LastIndexByte(a.ref, '.')
	if k < 0 {
		return Articulo{}, false
	}
	return a.norma.Lookup(a.ref[:k])
}

// String cites the provision for people: "art. 35.2.d", "art. 24.1 de la Ley 6/2001".
func (a Articulo) String() string {
	if a.IsZero() {
		return ""
	}
	return "art. " + a.ref + a.norma.complemento
}

// Error is the breach of a provision, in the manner of csv.ParseError: Err says what is
// wrong, Art which provision says so, and Criterio which declared reading of ours decided
// it, when one did ("CAJ-A").
type Error struct {
	Art      Articulo
	Err      error
	Criterio string
}

// Error is a Spanish clause in lower case followed by the citation: "el anticipo es
// inferior al mínimo (art. 35.2.b)", "… (art. 35.1, criterio CAJ-A)".
func (e *Error) Error() string {
	cita := e.Art.String()
	if e.Criterio != "" {
		cita = strings.TrimPrefix(cita+", criterio "+e.Criterio, ", ")
	}
	if cita == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + " (" + cita + ")"
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Under returns a copy of e decided by the declared reading with that id.
func (e *Error) Under(criterio string) *Error {
	c := *e
	c.Criterio = criterio
	return &c
}

// Breach returns err as a breach of art. err is a Spanish clause in lower case.
func Breach(art Articulo, err error) *Error { return &Error{Art: art, Err: err} }

// Errorf returns a breach of art with the formatted clause; %w wraps as in fmt.Errorf.
func Errorf(art Articulo, format string, args ...any) *Error {
	return Breach(art, fmt.Errorf(format, args...))
}

// Cited returns the provision that err, or what it wraps, says was broken.
func Cited(err error) (Articulo, bool) {
	var e *Error
	if !errors.As(err, &e) || e.Art.IsZero() {
		return Articulo{}, false
	}
	return e.Art, true
}
