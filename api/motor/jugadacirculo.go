package motor

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/jugada"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// Suertes of the lines of a jugada of círculo: what the players stake, the bank, and what the
// house keeps, which goes to the pozo.
const (
	suertePunto   = "punto"
	suerteRaya    = "raya"
	suerteBanca   = "banca"
	suertePozo    = "pozo"
	suertePuesto  = "puesto"
	criterioRED   = "RED-1"
	criterioB2P6  = "B2P-6"
	resultadoNula = "nula"
)

// suertesPano are the stakes on each cloth of a bacará of two.
var suertesPano = [2]string{"pano1", "pano2"}

// decodeHechos reads the facts of a jugada of círculo; a key that the game does not have is an
// error that wraps ErrHechos.
func decodeHechos(input []byte, dst any) error {
	d := json.NewDecoder(bytes.NewReader(input))
	d.DisallowUnknownFields()
	if err := d.Decode(dst); err != nil {
		return hechoError{codigo: codigoEntrada}
	}
	if _, err := d.Token(); err != io.EOF {
		return hechoError{codigo: codigoEntrada}
	}
	return nil
}

// explainCirculo gives what an engine of círculo refused the word of the schema, and what is no
// question of the game ErrHechos.
func explainCirculo(err error, codigos []codigo) error {
	if errors.Is(err, ErrHechos) {
		return err
	}
	return explain(failWith(err, codigos))
}

// posturaHecho is a stake of the bacará.
type posturaHecho struct {
	Suerte string         `json:"suerte"`
	Stake  domain.Importe `json:"stake"`
}

// hechosChemin are the facts of a hand of the chemin de fer: those of the operation chf_hand,
// whose stakes may also come as bets, and what made it void.
type hechosChemin struct {
	libertadBacara
	Op       string           `json:"op"`
	Hecho    string           `json:"hecho"`
	Cards    []string         `json:"cards"`
	Punto    bacara.Palabra   `json:"punto"`
	Banquero bacara.Palabra   `json:"banquero"`
	Cuadro   bool             `json:"cuadro"`
	Bank     domain.Importe   `json:"bank"`
	Stakes   []domain.Importe `json:"stakes"`
	Bets     []posturaHecho   `json:"bets"`
}

// nulasChemin are the incidents that make a hand of the chemin de fer void.
var nulasChemin = map[string]bacara.Resuelto{
	"cartas_pegadas":        bacara.CartaDefectuosa(0, bacara.CartasIniciales),
	"error_no_rectificable": bacara.DescubreCrupier(0, false),
	"banquero_descubre_dos": bacara.DescubreBanquero(bacara.CartasIniciales),
}

// nulasPanos are those of the bacará of two cloths.
var nulasPanos = map[string]bacara.Resuelto{
	"cartas_pegadas":             bacara.CartaDefectuosa(0, bacara.CartasIniciales),
	"reparto_irregular":          bacara.RepartoIrregular(false),
	"cartas_de_la_banca_sin_ver": bacara.PerdidasSinVer(true),
}

// nulaBacara is the provision by which an incident makes the whole hand void, nil for none.
func nulaBacara(hecho string, nulas map[string]bacara.Resuelto) (*jugada.Cita, error) {
	if hecho == "" {
		return nil, nil
	}
	r, ok := nulas[hecho]
	if !ok {
		return nil, hechoError{codigo: "suceso_desconocido", que: palabras(hecho)}
	}
	return &jugada.Cita{Articulo: r.Articulo}, nil
}

// liquidarChemin settles a hand of the chemin de fer: each stake against the bank (art. 76.1),
// the bank, and what the house keeps of its gain (art. 74.5).
func liquidarChemin(input []byte) (jugada.Liquidacion, error) {
	var e hechosChemin
	none := jugada.Liquidacion{}
	if err := decodeHechos(input, &e); err != nil {
		return none, err
	}
	for _, b := range e.Bets {
		if b.Suerte != suertePunto {
			return none, hechoError{codigo: "suerte_desconocida", que: palabras(b.Suerte)}
		}
		e.Stakes = append(e.Stakes, b.Stake)
	}
	l := jugada.Liquidacion{Juego: domain.BacaraChemin}
	var err error
	if l.Nula, err = nulaBacara(e.Hecho, nulasChemin); err != nil {
		return none, err
	}
	cartas, err := naipes.ParseCartas(e.Cards)
	if err != nil {
		return none, explainCirculo(err, erroresBacara)
	}
	if l.Nula != nil {
		for k, s := range e.Stakes {
			l.Apuestas = append(l.Apuestas, devuelta(nombrePunto(k), suertePunto, s, *l.Nula))
		}
		l.Figura = cardsOf(jugada.Fila{Nombre: "cartas", Cartas: e.Cards})
		return l, nil
	}
	j, err := bacara.Settle(bacara.Hechos{Cartas: cartas, Punto: e.Punto, Banquero: e.Banquero, Libertad: bacara.Libertad(e.libertadBacara),
		Cuadro: e.Cuadro, Banca: e.Bank, Apuestas: e.Stakes})
	if err != nil {
		return none, explainCirculo(err, erroresBacara)
	}
	for k, s := range e.Stakes {
		l.Apuestas = append(l.Apuestas, contraBanca(nombrePunto(k), suertePunto, domain.FraccionDe(s), domain.FraccionDe(s), s, j.Gana,
			jugada.Cita{Articulo: norma.Reglamento.Art("76.1")}))
	}
	l.Apuestas = append(l.Apuestas, bancaDe(e.Bank, j.Ganancia, j.Cagnotte, norma.Reglamento.Art("77")),
		alPozo(j.Cagnotte, norma.Reglamento.Art("74.5")))
	l.Figura = cardsOf(manoFila("punto", j.Punto), manoFila("banca", j.Banca))
	return l, nil
}

func nombrePunto(k int) string { return "punto " + strconv.Itoa(k+1) }

// manoFila is a hand of the bacará with its points.
func manoFila(nombre string, m bacara.Mano) jugada.Fila {
	return jugada.Fila{Nombre: nombre, Cartas: naipes.FormatCartas(m.Cartas), Valor: strconv.Itoa(m.Total())}
}

// devuelta is a stake of a void hand.
func devuelta(nombre, suerte string, stake domain.Importe, c jugada.Cita) jugada.Apuesta {
	return jugada.Apuesta{Nombre: nombre, Suerte: suerte, Apostado: stake, Devuelto: domain.FraccionDe(stake), Resultado: resultadoNula,
		Articulo: c.Articulo, Criterio: c.Criterio}
}

// contraBanca is a stake against the bank, of which only a part may play: it wins as much, comes
// back at a tie, or is lost; what does not play comes back always. cobra is what the bank can pay
// of what plays.
func contraBanca(nombre, suerte string, juega, cobra domain.Fraccion, stake domain.Importe, gana bacara.Ganador, c jugada.Cita) jugada.Apuesta {
	a := jugada.Apuesta{Nombre: nombre, Suerte: suerte, Apostado: stake, Devuelto: domain.FraccionDe(stake), Resultado: "gana",
		Articulo: c.Articulo, Criterio: c.Criterio}
	switch gana {
	case bacara.Banca:
		a.Devuelto, a.Resultado = a.Devuelto.Sub(juega), "pierde"
	case bacara.Nula:
		a.Resultado = resultadoNula
	default:
		a.Ganado = cobra
	}
	return a
}

// bancaDe is what becomes of the bank: its gain less what the house keeps, or what it pays.
func bancaDe(banca, ganancia domain.Importe, cagnotte domain.Fraccion, articulo norma.Articulo) jugada.Apuesta {
	a := jugada.Apuesta{Nombre: "banca", Suerte: suerteBanca, Apostado: banca, Devuelto: domain.FraccionDe(banca), Resultado: resultadoNula, Articulo: articulo}
	switch {
	case ganancia > 0:
		a.Ganado, a.Resultado = domain.FraccionDe(ganancia-cagnotte.Floor()), "gana"
	case ganancia < 0:
		a.Devuelto, a.Resultado = domain.FraccionDe(max(0, banca+ganancia)), "pierde"
	}
	if a.Ganado.Cmp(domain.Fraccion{}) > 0 && !cagnotte.Equal(domain.FraccionDe(cagnotte.Floor())) {
		a.Criterio = criterioRED
	}
	return a
}

// alPozo is what the house keeps of a hand, in whole céntimos (criterio RED-1).
func alPozo(beneficio domain.Fraccion, articulo norma.Articulo) jugada.Apuesta {
	a := jugada.Apuesta{Nombre: "deducción (pozo)", Suerte: suertePozo, Ganado: domain.FraccionDe(beneficio.Floor()), Resultado: "se deduce",
		Articulo: articulo}
	if beneficio.Cmp(domain.Fraccion{}) == 0 {
		a.Resultado = "nada que deducir"
	}
	if !beneficio.Equal(a.Ganado) {
		a.Criterio = criterioRED
	}
	return a
}

// hechosPanos are the facts of a hand of two cloths: those of the operation b2p_hand, whose
// stakes may also come as bets, one on the line between both cloths among them, in units.
type hechosPanos struct {
	dineroPanos
	Op        string         `json:"op"`
	Hecho     string         `json:"hecho"`
	Cards     []string       `json:"cards"`
	Pano1     bacara.Palabra `json:"pano1"`
	Pano2     bacara.Palabra `json:"pano2"`
	Banquero  bacara.Palabra `json:"banquero"`
	Cuadro    bool           `json:"cuadro"`
	HaceBanco bool           `json:"hace_banco"`
	Unidad    domain.Importe `json:"unidad"`
	Bets      []posturaHecho `json:"bets"`
}

// posturaPanos is a stake with what of it plays against each cloth.
type posturaPanos struct {
	posturaHecho
	nombre string
	juega  [2]domain.Importe
}

// posturas lists the stakes, those of the schema before the bets, and what lies on each cloth.
func (e *hechosPanos) posturas() (ps []posturaPanos, suman [2]domain.Importe, err error) {
	todas := []posturaHecho{}
	for k, s := range [2]domain.Importe{e.Stake1, e.Stake2} {
		if s != 0 {
			todas = append(todas, posturaHecho{suertesPano[k], s})
		}
	}
	for _, b := range append(todas, e.Bets...) {
		p := posturaPanos{posturaHecho: b}
		switch b.Suerte {
		case suertesPano[0]:
			p.nombre, p.juega[0] = "primer paño", b.Stake
		case suertesPano[1]:
			p.nombre, p.juega[1] = "segundo paño", b.Stake
		case suerteRaya:
			p.nombre = "entre los dos paños"
			if p.juega[0], p.juega[1], err = bacara.EntrePanos(b.Stake, max(1, e.Unidad)); err != nil {
				return nil, suman, err
			}
		default:
			return nil, suman, hechoError{codigo: "suerte_desconocida", que: palabras(b.Suerte)}
		}
		for k := range suman {
			if suman[k], err = suman[k].Plus(p.juega[k]); err != nil {
				return nil, suman, err
			}
		}
		ps = append(ps, p)
	}
	return ps, suman, nil
}

// liquidarPanos settles a hand of two cloths: each stake against the bank (arts. 76.1, 89.5,
// 90.4), the bank, and what the house keeps of its net gain (arts. 88.4, 90.6). Where a limited
// bank does not reach, what it has goes to the winners in proportion to what each was to win
// (criterio B2P-6).
func liquidarPanos(input []byte) (jugada.Liquidacion, error) {
	var e hechosPanos
	none := jugada.Liquidacion{}
	if err := decodeHechos(input, &e); err != nil {
		return none, err
	}
	ps, suman, err := e.posturas()
	if err != nil {
		return none, explainCirculo(err, erroresBacara)
	}
	l := jugada.Liquidacion{Juego: domain.BacaraDosPanos}
	if l.Nula, err = nulaBacara(e.Hecho, nulasPanos); err != nil {
		return none, err
	}
	cartas, err := naipes.ParseCartas(e.Cards)
	if err != nil {
		return none, explainCirculo(err, erroresBacara)
	}
	if l.Nula != nil {
		for _, p := range ps {
			l.Apuestas = append(l.Apuestas, devuelta(p.nombre, p.Suerte, p.Stake, *l.Nula))
		}
		l.Figura = cardsOf(jugada.Fila{Nombre: "cartas", Cartas: e.Cards})
		return l, nil
	}
	j, err := bacara.SettlePanos(bacara.HechosPanos{Cartas: cartas, Dicho: [2]bacara.Palabra{e.Pano1, e.Pano2}, Banquero: e.Banquero, Cuadro: e.Cuadro,
		HaceBanco: e.HaceBanco, Modalidad: e.Mode, Banca: e.banca(), Apuestas: suman})
	if err != nil {
		return none, explainCirculo(err, erroresBacara)
	}
	l.Apuestas = append(l.Apuestas, posturasPanos(ps, suman, &j)...)
	banca := e.banca()
	if e.Mode == bacara.Abierta {
		banca = suman[0] + suman[1] // what it answers for in this hand
	}
	l.Apuestas = append(l.Apuestas, bancaDe(banca, max(j.Cuenta.Neto, -banca), j.Cuenta.Cagnotte, norma.Reglamento.Art("90.6")),
		alPozo(j.Cuenta.Cagnotte, norma.Reglamento.Art("88.4")))
	l.Figura = cardsOf(manoFila("primer paño", j.Panos[0]), manoFila("segundo paño", j.Panos[1]), manoFila("banca", j.Banca))
	return l, nil
}

// posturasPanos are the stakes with their settlement.
func posturasPanos(ps []posturaPanos, suman [2]domain.Importe, j *bacara.JugadaPanos) []jugada.Apuesta {
	var ganan domain.Importe
	for k, g := range j.Gana {
		if g == bacara.Pano {
			ganan += suman[k]
		}
	}
	parte := domain.NewFraccion(1, 1)
	if j.Cuenta.SinPagar > 0 {
		parte = domain.NewFraccion(int64(ganan-j.Cuenta.SinPagar), int64(ganan))
	}
	as := make([]jugada.Apuesta, 0, len(ps))
	for _, p := range ps {
		c := jugada.Cita{Articulo: norma.Reglamento.Art("76.1")}
		if p.Suerte == suerteRaya {
			c.Articulo = norma.Reglamento.Art("90.4")
		}
		a := jugada.Apuesta{Nombre: p.nombre, Suerte: p.Suerte, Apostado: p.Stake, Articulo: c.Articulo}
		for k, g := range j.Gana {
			juega := domain.FraccionDe(p.juega[k])
			half := contraBanca("", "", juega, juega.Mul(parte), p.juega[k], g, c)
			a.Ganado, a.Devuelto = a.Ganado.Add(half.Ganado), a.Devuelto.Add(half.Devuelto)
			if p.juega[k] > 0 {
				a.Resultado = joinResultado(a.Resultado, half.Resultado)
			}
		}
		if j.Cuenta.SinPagar > 0 && a.Ganado.Cmp(domain.Fraccion{}) > 0 {
			a.Criterio = criterioB2P6
		}
		as = append(as, a)
	}
	return as
}

// joinResultado is what a stake on both cloths comes to, in words.
func joinResultado(a, b string) string {
	if a == "" || a == b {
		return b
	}
	return a + " y " + b
}
