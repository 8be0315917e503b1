package poquersindescarte

import (
	"errors"
	"fmt"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// seguros is the table of art. 102.b: how many times its stake the seguro pays, by the
// player's own hand alone (criterio A-SD-3). No row pays less than those below it.
var seguros = []Pago{
	{naipes.CategoriaEscaleraRealColor, 2_000, art("102.b")},
	{naipes.CategoriaEscaleraColor, 1_000, art("102.b")},
	{naipes.CategoriaPoquer, 300, art("102.b")},
	{naipes.CategoriaFull, 100, art("102.b")},
}

// Seguros lists the table of art. 102.b, the best combination first.
func Seguros() []Pago { return append([]Pago(nil), seguros...) }

// SeguroOf returns the row of art. 102.b for a hand; the zero Pago when it pays nothing.
func SeguroOf(v naipes.Valor) Pago { return findPago(seguros, v.Categoria()) }

// SettleSeguro says what a seguro comes to with the player's final hand. The error wraps
// ErrImporte, domain.ErrDesborde or ErrNumCartas.
func SettleSeguro(apuesta domain.Importe, jugador naipes.Mano) (Linea, error) {
	switch {
	case apuesta <= 0:
		return Linea{}, norma.Breach(art("102.b"), ErrImporte)
	case apuesta > MaxApostado:
		return Linea{}, norma.Breach(art("102.b"), domain.ErrDesborde)
	}
	v, err := Evaluate(jugador)
	if err != nil {
		return Linea{}, err
	}
	l := Linea{Apostado: apuesta}
	if s := SeguroOf(v); s.Veces > 0 {
		l.win(s.Veces, s.Articulo, "A-SD-3")
	} else {
		l.lose(art("102.b"), "A-SD-3")
	}
	return l, nil
}

// Premio is a row of art. 102.a: what part of the acumulado a combination takes, in
// hundredths.
type Premio struct {
	Categoria  naipes.Categoria
	Centesimas int64
	Articulo   norma.Articulo
}

// premios is the table of art. 102.a. The first row that somebody has is paid and no
// other: an escalera real leaves nothing for the rest (criterio A-SD-7).
var premios = []Premio{
	{naipes.CategoriaEscaleraRealColor, 100, art("102.a")},
	{naipes.CategoriaEscaleraColor, 10, art("102.a")},
}

// Premios lists the table of art. 102.a, the best combination first.
func Premios() []Premio { return append([]Premio(nil), premios...) }

// Participante is a player who put his coin in the acumulado, with his final hand. Who
// leaves the hand has no right to it (criterio A-SD-4).
type Participante struct {
	ID     string
	Mano   naipes.Mano
	Retira bool
}

// Parte is what a player takes of the acumulado: the exact share, and what he is paid,
// rounded down (criterio RED-3).
type Parte struct {
	ID       string
	Exacta   domain.Fraccion
	Importe  domain.Importe
	Articulo norma.Articulo
	Criterio string
}

// Adjudicacion is how the acumulado is shared, in the order of the players, and what is
// left in it. What was in it is the sum of the parts and Queda.
type Adjudicacion struct {
	Partes []Parte
	Queda  domain.Importe
}

// What is wrong with an acumulado.
var (
	ErrAcumulado    = errors.New("el acumulado no puede ser negativo")
	ErrParticipante = errors.New("un jugador está dos veces")
)

// Award shares the acumulado of a jugada among those who put their coin in. An escalera
// real takes it all; failing it, the highest escalera de color a tenth; equal hands share
// alike (criterio A-SD-6), in whole céntimos, and the rest stays (A-SD-5). Players of many
// tables may have the same cards. The error is a *norma.Error that wraps ErrAcumulado,
// ErrParticipante or ErrNumCartas.
func Award(acumulado domain.Importe, jugadores []Participante) (Adjudicacion, error) {
	if acumulado < 0 {
		return Adjudicacion{}, norma.Breach(art("102.a"), ErrAcumulado)
	}
	seen := make(map[string]bool, len(jugadores))
	var best naipes.Valor
	var winners []string
	for _, j := range jugadores {
		if seen[j.ID] {
			return Adjudicacion{}, norma.Breach(art("102.a"), fmt.Errorf("%w: %q", ErrParticipante, j.ID))
		}
		seen[j.ID] = true
		v, err := Evaluate(j.Mano)
		if err != nil {
			return Adjudicacion{}, err
		}
		switch {
		case j.Retira || v < best:
		case v > best:
			best, winners = v, []string{j.ID}
		default:
			winners = append(winners, j.ID)
		}
	}
	return share(acumulado, best, winners), nil
}

// share pays the winners the row of their hand.
func share(acumulado domain.Importe, best naipes.Valor, winners []string) Adjudicacion {
	a := Adjudicacion{Queda: acumulado}
	for _, p := range premios {
		if p.Categoria != best.Categoria() {
			continue
		}
		exacta := domain.FraccionDe(acumulado).Mul(domain.NewFraccion(p.Centesimas, 100*int64(len(winners))))
		parte := Parte{Exacta: exacta, Importe: exacta.Floor(), Articulo: p.Articulo}
		if _, whole := exacta.Exact(); !whole {
			parte.Criterio = "RED-3"
		} else if len(winners) > 1 && p.Centesimas != 100 {
			parte.Criterio = "A-SD-6"
		}
		for _, id := range winners {
			parte.ID = id
			a.Partes = append(a.Partes, parte)
			a.Queda -= parte.Importe
		}
		break
	}
	return a
}
