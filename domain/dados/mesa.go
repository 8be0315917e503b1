package dados

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// Apuesta is a stake, in céntimos, as its player lays it. Numero is the number of the
// suertes that name one, and Base the ID of the sencilla of an Asociada; else they are
// empty. ID tells it from the others on the table.
type Apuesta struct {
	ID      string
	Suerte  Suerte
	Numero  int
	Base    string
	Importe domain.Importe
}

// Postura is a stake on the table. Casilla is the point it has gone to, 0 while it has
// none; an Asociada has that of its sencilla.
type Postura struct {
	Apuesta
	Casilla int
	base    Suerte
}

// MaxApostado bounds what may be on a table, in céntimos, so that no sum can overflow: a
// million millions of euros.
const MaxApostado domain.Importe = 100_000_000_000_000

// Reglas are the choices of a table. Limites is nil where its limits are not looked at;
// those of an Asociada, which depend on its sencilla alone, always are.
type Reglas struct {
	Juego7  PagoJuego7
	Limites *Limites
}

// Mesa is a table between two throws: the zero value is one that waits for a first throw
// with nothing on it, its limits not looked at.
type Mesa struct {
	reglas   Reglas
	punto    int
	posturas []Postura
	apostado domain.Importe
}

// NewMesa returns an empty table that waits for a first throw. The error wraps ErrJuego7.
func NewMesa(r Reglas) (*Mesa, error) {
	if r.Juego7 > SinJuego7 {
		return nil, norma.Breach(art("151.2.b.2"), ErrJuego7).Under("DAD-A")
	}
	return &Mesa{reglas: r}, nil
}

// Punto is the point that stands; 0 before a first throw.
func (m *Mesa) Punto() int { return m.punto }

// Posturas returns the stakes on the table in the order in which they were laid.
func (m *Mesa) Posturas() []Postura { return slices.Clone(m.posturas) }

// find returns the stake with that ID; nil for none.
func (m *Mesa) find(id string) *Postura {
	for k := range m.posturas {
		if m.posturas[k].ID == id {
			return &m.posturas[k]
		}
	}
	return nil
}

// Lay puts a stake on the table before the next throw. The error is a *norma.Error that
// wraps the first that applies: ErrSuerte or ErrNoOfrecida, ErrNumero, ErrPrimeraTirada or
// ErrSinPunto, ErrSinSencilla, ErrPuntoNoFijado; then ErrRepetida, ErrImporte,
// domain.ErrDesborde, ErrInferior, ErrSuperior or ErrAsociada.
func (m *Mesa) Lay(a Apuesta) error {
	base, err := m.checkPlace(a)
	if err != nil {
		return err
	}
	if err := m.checkImporte(a, base); err != nil {
		return err
	}
	p := Postura{Apuesta: a}
	if base != nil {
		p.Casilla, p.base = base.Casilla, base.Suerte
	}
	m.posturas = append(m.posturas, p)
	m.apostado += a.Importe
	return nil
}

// checkPlace returns nil when a stake may be laid there now, whatever its amount, with the
// sencilla that an Asociada rests on.
func (m *Mesa) checkPlace(a Apuesta) (base *Postura, err error) {
	r := a.Suerte.fila()
	switch {
	case r == nil:
		return nil, norma.Errorf(art("151.1"), "%w: %q", ErrSuerte, a.Suerte)
	case a.Suerte == Juego7 && m.reglas.Juego7 == SinJuego7:
		return nil, norma.Breach(r.Articulo, ErrNoOfrecida).Under("DAD-A")
	}
	if err := a.Suerte.checkNumero(a.Numero); err != nil {
		return nil, err
	}
	switch a.Suerte {
	case Win, DontWin:
		if m.punto != 0 {
			return nil, norma.Breach(r.Articulo, ErrPrimeraTirada)
		}
	case Come, DontCome:
		if m.punto == 0 {
			return nil, norma.Breach(r.Articulo, ErrSinPunto).Under("DAD-7")
		}
	case Asociada:
		base = m.find(a.Base)
		switch {
		case base == nil || !base.Suerte.Line():
			return nil, norma.Breach(r.Articulo, ErrSinSencilla)
		case base.Casilla == 0:
			return nil, norma.Breach(r.Articulo, ErrPuntoNoFijado)
		}
	}
	return base, nil
}

// checkImporte returns nil when the amount of a stake may be laid.
func (m *Mesa) checkImporte(a Apuesta, base *Postura) error {
	r := a.Suerte.fila()
	switch {
	case m.find(a.ID) != nil:
		return norma.Breach(r.Articulo, ErrRepetida)
	case a.Importe <= 0:
		return norma.Breach(r.Articulo, ErrImporte)
	case a.Importe > MaxApostado-m.apostado:
		return norma.Breach(r.Articulo, domain.ErrDesborde)
	case base != nil:
		return m.checkAsociada(a, base)
	case m.reglas.Limites == nil:
		return nil
	}
	return m.reglas.Limites.Check(a.Suerte, a.Numero, a.Importe, m.reglas.Juego7)
}

// checkAsociada returns nil when the asociadas of base, with a, keep within what it admits.
func (m *Mesa) checkAsociada(a Apuesta, base *Postura) error {
	tope, err := MaxAsociada(base.Suerte, base.Casilla, base.Importe)
	if err != nil {
		return err
	}
	if domain.FraccionDe(m.asociadas(base.ID)+a.Importe).Cmp(tope.Maximo) > 0 {
		return norma.Breach(tope.Articulo, ErrAsociada).Under("DAD-10")
	}
	return nil
}

// asociadas is what the sencilla with that ID has on it.
func (m *Mesa) asociadas(id string) domain.Importe {
	var total domain.Importe
	for _, p := range m.posturas {
		if p.Suerte == Asociada && p.Base == id {
			total += p.Importe
		}
	}
	return total
}

// Withdraw takes the stake with that ID back, which its player may do between any two
// throws with all but the four sencillas that go to a point (art. 151.2.a.4, criterio
// DAD-4). The error wraps ErrNoRetirable.
func (m *Mesa) Withdraw(id string) (Liquidacion, error) {
	p := m.find(id)
	if p == nil {
		return Liquidacion{}, norma.Errorf(art("151.2"), "%w: no está en la mesa", ErrNoRetirable)
	}
	if !p.Suerte.Retirable() {
		return Liquidacion{}, norma.Breach(art("151.2.a.4"), ErrNoRetirable).Under("DAD-4")
	}
	l := Liquidacion{ID: id, Resultado: Retirada, Devuelto: p.Importe, Articulo: p.Suerte.Articulo(), Criterio: "DAD-4"}
	m.apostado -= p.Importe
	m.posturas = slices.DeleteFunc(m.posturas, func(q Postura) bool { return q.ID == id })
	return l, nil
}

// Opcion is something that may be done before the next throw: lay a stake on Suerte
// (Retirar false), with Numero or Base where it has one, between Minimo and Maximo
// céntimos; or take that of ID back. Maximo is 0 where the table looks at no limit.
type Opcion struct {
	Retirar        bool
	ID             string
	Suerte         Suerte
	Numero         int
	Base           string
	Minimo, Maximo domain.Importe
}

// Options lists all that may be done before the next throw. Lay and Withdraw admit what is
// here and nothing else.
func (m *Mesa) Options() []Opcion {
	var opciones []Opcion
	for k := range reglas {
		s := reglas[k].Suerte
		if s == Asociada {
			continue
		}
		numeros := reglas[k].Numeros
		if len(numeros) == 0 {
			numeros = []int{0}
		}
		for _, n := range numeros {
			if _, err := m.checkPlace(Apuesta{Suerte: s, Numero: n}); err == nil {
				opciones = append(opciones, m.option(s, n))
			}
		}
	}
	for _, p := range m.posturas {
		if o, ok := m.optionAsociada(p); ok {
			opciones = append(opciones, o)
		}
	}
	for _, p := range m.posturas {
		if p.Suerte.Retirable() {
			opciones = append(opciones, Opcion{Retirar: true, ID: p.ID, Suerte: p.Suerte, Numero: p.Numero, Base: p.Base})
		}
	}
	return opciones
}

func (m *Mesa) option(s Suerte, n int) Opcion {
	o := Opcion{Suerte: s, Numero: n, Minimo: 1}
	if l := m.reglas.Limites; l != nil {
		maximo, _, err := l.maximo(s, n, m.reglas.Juego7)
		if err == nil {
			o.Minimo, o.Maximo = l.Minimo, maximo.Floor()
		}
	}
	return o
}

// optionAsociada is what may still be laid on the point of a sencilla, if anything.
func (m *Mesa) optionAsociada(p Postura) (Opcion, bool) {
	a := Apuesta{Suerte: Asociada, Base: p.ID}
	if _, err := m.checkPlace(a); err != nil {
		return Opcion{}, false
	}
	tope, err := MaxAsociada(p.Suerte, p.Casilla, p.Importe)
	if err != nil {
		return Opcion{}, false
	}
	rest := tope.Maximo.Floor() - m.asociadas(p.ID)
	return Opcion{Suerte: Asociada, Base: p.ID, Minimo: 1, Maximo: rest}, rest > 0
}
