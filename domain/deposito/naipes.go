package deposito

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with boxes of cards, with who brings them or with what a table is given.
var (
	// ErrProveedor: cards are bought from those on the register.
	ErrProveedor = errors.New("los naipes se compran a quien figura inscrito en el Registro General del Juego: falta su número")
	// ErrModelo: a model of pack without its three references.
	ErrModelo = errors.New("el modelo de baraja lleva fabricante, marca y referencia")
	// ErrMazos: a box without the packs it must have.
	ErrMazos = errors.New("la media docena son seis mazos; la caja de póquer, uno o dos")
	// ErrIndices: cards with indices where the game asks for none, or the other way round.
	ErrIndices = errors.New("los índices de los naipes no son los que pide el juego")
	// ErrJuegoMaterial: the game does not use it.
	ErrJuegoMaterial = errors.New("ese juego no se practica con ese material")
	// ErrHomologacion: play material without the reference of its homologation.
	ErrHomologacion = errors.New("falta la referencia de homologación: no puede asignarse a una mesa")
	// ErrIncompleta: the count is not that of the whole box.
	ErrIncompleta = errors.New("no están todas las cartas")
	// ErrDefecto: what is wrong with the cards is one of the foreseen things.
	ErrDefecto = errors.New("el defecto es que falta, sobra, está marcado o es ajeno un naipe")
	// ErrCircunstancias: how it was found must be told.
	ErrCircunstancias = errors.New("hay que decir la forma y las circunstancias del hallazgo")
	// ErrSinCaja: a card table without cards.
	ErrSinCaja = errors.New("la mesa no tiene ninguna caja de naipes del depósito")
	// ErrSinSabot: a table without the sabot its game asks for.
	ErrSinSabot = errors.New("la mesa no tiene sabot asignado")
	// ErrPresentes: the cupboard is opened by two.
	ErrPresentes = errors.New("el armario se abre con dos personas: quien tiene la llave y quien se hace cargo")
	// ErrLlave: the first of the two does not hold the key.
	ErrLlave = errors.New("la llave del armario la tiene otra persona")
	// ErrFuncionario: an inspection or a destruction without the official.
	ErrFuncionario = errors.New("hace falta identificar al funcionario inspector con su número profesional")
)

// Packs and cards of a box.
const (
	MazosMediaDocena = 6  // art. 46.1
	CartasMazo       = 52 // art. 44.5
)

// CheckProveedor judges the inscription number of who brings cards or dice (art. 43.2).
func CheckProveedor(inscripcion string) error {
	if strings.TrimSpace(inscripcion) == "" {
		return norma.Breach(art("43.2"), ErrProveedor)
	}
	return nil
}

// CheckModelo judges a model of pack: manufacturer, brand and reference (art. 44.5).
func CheckModelo(fabricante, marca, referencia string) error {
	for _, s := range []string{fabricante, marca, referencia} {
		if strings.TrimSpace(s) == "" {
			return norma.Breach(art("44.5"), ErrModelo)
		}
	}
	return nil
}

// CheckMazos judges how many packs a box has: the six of a media docena (art. 46.1), or the
// one or two that póquer asks for (arts. 97.1, 113.1; criterio NAI-1).
func CheckMazos(mazos int) error {
	if mazos == MazosMediaDocena || mazos == 1 || mazos == 2 {
		return nil
	}
	return norma.Errorf(art("46.1"), "%w: la caja trae %d", ErrMazos, mazos).Under("NAI-1")
}

// Rasgos are the traits that whoever receives a lot looks for (arts. 44.1 to 44.3).
var Rasgos = []string{
	"opacos y resistentes",
	"iguales en grosor, tono, tamaño y corte",
	"sin resalto al invertir media baraja",
}

// Revision is what was looked at when a lot came.
type Revision struct {
	Precinto bool // the seal of every box is intact (art. 45.3)
	Rotulos  bool // box and packs bear their labels (arts. 45.1, 45.2)
	Rasgos   bool // the cards have the traits of Rasgos (art. 44.1)
}

// Disconformidad is something wrong with a lot: noted, it stops nothing but the reserve
// store and the table.
type Disconformidad struct {
	Articulo norma.Articulo
	Texto    string
}

// Disconformidades are what a review found wrong.
func (r Revision) Disconformidades() []Disconformidad {
	var ds []Disconformidad
	if !r.Precinto {
		ds = append(ds, Disconformidad{art("45.3"), "el precinto de garantía no está íntegro"})
	}
	if !r.Rotulos {
		ds = append(ds, Disconformidad{art("45.1"), "faltan rótulos de fabricante, marca, contenido o uso en casino"})
	}
	if !r.Rasgos {
		ds = append(ds, Disconformidad{art("44.1"), "los naipes no tienen los rasgos exigidos: " + strings.Join(Rasgos, "; ")})
	}
	return ds
}

// sinIndices are the games whose cards carry no indices, with the provision that says so.
var sinIndices = map[domain.Juego]norma.Articulo{
	domain.BacaraChemin:    art("70.1"),
	domain.BacaraDosPanos:  art("83.1"),
	domain.TreintaCuarenta: art("55.1"),
}

// UsaNaipes reports whether a game is played with cards.
func UsaNaipes(j domain.Juego) bool {
	return slices.Contains([]domain.Juego{domain.TreintaCuarenta, domain.BlackJack, domain.PuntoBanca, domain.BacaraChemin, domain.BacaraDosPanos,
		domain.PoquerSinDescarte, domain.Trijoker, domain.PoquerCirculo}, j)
}

// UsaSabot reports whether a game deals from a sabot (art. 48.2 and those that refer to it).
func UsaSabot(j domain.Juego) bool {
	return slices.Contains([]domain.Juego{domain.BlackJack, domain.PuntoBanca, domain.BacaraChemin, domain.BacaraDosPanos}, j)
}

// checkNaipesMesa judges whether a box may go to a table of a game: cards at all, and with
// indices or without them (arts. 44.6, 55.1, 70.1, 83.1).
func (u Unidad) checkNaipesMesa(j domain.Juego) error {
	if !UsaNaipes(j) {
		return norma.Breach(art("43.1"), ErrJuegoMaterial)
	}
	a, none := sinIndices[j]
	if !none {
		a = art("44.6")
	}
	if u.Indices == none {
		with := map[bool]string{true: "llevan", false: "no llevan"}[u.Indices]
		return norma.Errorf(a, "%w: los de la caja %s %s", ErrIndices, u.Numero, with)
	}
	return nil
}

// CheckHomologacion judges the reference of a piece of play material before it goes to a
// table (arts. 48.2, 140.2).
func CheckHomologacion(a norma.Articulo, referencia string) error {
	if strings.TrimSpace(referencia) == "" {
		return norma.Breach(a, ErrHomologacion)
	}
	return nil
}

// CheckRecuento judges a count of a box against what it must have: 312 cards in a media
// docena (art. 46.6).
func (u Unidad) CheckRecuento(cartas int) error {
	if cartas != u.Cartas() {
		return norma.Errorf(u.Clase.articulo(art("46.6")), "%w: %s tiene %d y ha de tener %d", ErrIncompleta, u, cartas, u.Cartas())
	}
	return nil
}

// Defecto is what is wrong with the cards of a box (art. 46.7).
type Defecto string

// The four of art. 46.7.
const (
	Falta   Defecto = "falta"
	Sobra   Defecto = "sobra"
	Marcado Defecto = "marcado"
	Ajeno   Defecto = "ajeno"
)

// Defectos lists them.
var Defectos = []Defecto{Falta, Sobra, Marcado, Ajeno}

// Nombre is the defect in words.
func (d Defecto) Nombre() string {
	return map[Defecto]string{Falta: "falta algún naipe", Sobra: "sobra algún naipe", Marcado: "hay naipes marcados", Ajeno: "hay naipes ajenos"}[d]
}

// ParseDefecto reads one of the four.
func ParseDefecto(s string) (Defecto, error) {
	if d := Defecto(s); d.Nombre() != "" {
		return d, nil
	}
	return "", norma.Breach(art("46.7"), ErrDefecto)
}

// Defecto is the defect that a count by itself shows: a card missing or extra; "" none.
func (u Unidad) Defecto(cartas int) Defecto {
	switch {
	case cartas < u.Cartas():
		return Falta
	case cartas > u.Cartas():
		return Sobra
	}
	return ""
}

// CheckRetirada judges what is told of a withdrawal: its defect, and how it was found (art.
// 46.7).
func CheckRetirada(d Defecto, circunstancias string) error {
	if d.Nombre() == "" {
		return norma.Breach(art("46.7"), ErrDefecto)
	}
	if strings.TrimSpace(circunstancias) == "" {
		return norma.Breach(art("46.7"), ErrCircunstancias)
	}
	return nil
}

// Apertura is who is there when the cupboard opens: the holder of the key and who takes
// charge, or the official who inspects it (art. 46.3).
type Apertura struct {
	Titular     string // persona who holds the key, by the record
	Llave       string // persona who opens
	Empleado    string // who takes charge
	Funcionario string // professional number; of an inspection or a destruction
	Inspeccion  bool
}

// Check judges an opening: two different people, the first with the key; in an inspection
// the official is identified and the second may be missing (art. 46.3).
func (a Apertura) Check() error {
	switch {
	case a.Llave == "":
		return norma.Breach(art("46.3"), ErrPresentes)
	case a.Llave != a.Titular:
		return norma.Breach(art("46.3"), ErrLlave)
	case a.Inspeccion && strings.TrimSpace(a.Funcionario) == "":
		return norma.Breach(art("46.3"), ErrFuncionario)
	case !a.Inspeccion && (a.Empleado == "" || a.Empleado == a.Llave):
		return norma.Breach(art("46.3"), ErrPresentes)
	}
	return nil
}

// EnUso is what a table has of the depósito when it opens.
type EnUso struct {
	Naipes, Sabots int
	Dados          []Unidad
	Anteriores     []string // Clave of each die of its last session
}

// CheckApertura judges whether a table has what its game is played with: a box of cards
// (art. 46.1), a sabot (art. 48.2), six dice (art. 149.2.d).
func CheckApertura(j domain.Juego, m EnUso) error {
	switch {
	case j == domain.Dados:
		return CheckDadosSesion(m.Dados, m.Anteriores)
	case UsaNaipes(j) && m.Naipes == 0:
		return norma.Breach(art("46.1"), ErrSinCaja)
	case UsaSabot(j) && m.Sabots == 0:
		return norma.Breach(art("48.2"), ErrSinSabot)
	}
	return nil
}

// nombreDado is a die in a message.
func nombreDado(u Unidad) string { return fmt.Sprintf("%s de %s", u.Numero, u.Fabricante) }
