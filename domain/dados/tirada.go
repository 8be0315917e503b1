package dados

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Incidencia is how a throw came to rest; the zero value is that nothing was the matter.
type Incidencia string

// What may happen to a throw (art. 153.6).
const (
	Normal              Incidencia = "normal"
	SinRodar            Incidencia = "deslizado_sin_rodar"
	Roto                Incidencia = "dado_roto"
	Superpuestos        Incidencia = "dados_superpuestos"
	Montado             Incidencia = "montado_sobre_una_ficha"
	FueraDeLaMesa       Incidencia = "cae_de_la_mesa"
	SobreElBorde        Incidencia = "sobre_el_borde"
	EnElCesto           Incidencia = "en_el_cesto_de_reserva"
	SobreLasFichas      Incidencia = "sobre_las_fichas_de_juego"
	MalLanzado          Incidencia = "lanzamiento_incorrecto"
	incidenciaNoHabida  Incidencia = ""
	criterioSobreFichas            = "DAD-13"
)

// validez is a row of art. 153.6: whether a throw that came to rest so counts.
type validez struct {
	incidencia Incidencia
	valida     bool
	articulo   norma.Articulo
	criterio   string
}

// valideces is the table of art. 153.6, with the throw that was not made as it must be,
// along the table and to the far edge (arts. 153.3 and 153.5). A die that leans on a chip and one that lies flat
// on the chips of the game are told apart (criterio DAD-13).
var valideces = []validez{
	{incidenciaNoHabida, true, art("153.6"), ""},
	{Normal, true, art("153.6"), ""},
	{SinRodar, false, art("153.6"), ""},
	{Roto, false, art("153.6"), ""},
	{Superpuestos, false, art("153.6"), ""},
	{Montado, false, art("153.6"), criterioSobreFichas},
	{FueraDeLaMesa, false, art("153.6"), ""},
	{SobreElBorde, false, art("153.6"), ""},
	{EnElCesto, false, art("153.6"), ""},
	{SobreLasFichas, true, art("153.6"), criterioSobreFichas},
	{MalLanzado, false, art("153.5"), ""},
}

// Articulo is the provision by which the throw counts or not; the zero one for what is
// none of the listed.
func (i Incidencia) Articulo() norma.Articulo {
	for _, v := range valideces {
		if v.incidencia == i {
			return v.articulo
		}
	}
	return norma.Articulo{}
}

// Valida reports whether a throw that came to rest so counts (art. 153.6); the other
// result is false when it is none of the listed ones, which the jefe de mesa decides.
func (i Incidencia) Valida() (valida, known bool) {
	for _, v := range valideces {
		if v.incidencia == i {
			return v.valida, true
		}
	}
	return false, false
}

// Tirada is a throw. Its Dados do not count when its Incidencia makes it void.
type Tirada struct {
	Dados      Dados
	Incidencia Incidencia
}

// Lance is what a throw did to the table: the point before and after it, whether the dice
// go to another shooter, and each stake that was on the table, in the order in which they
// were laid. Nula says that the throw was void, when nothing changes.
type Lance struct {
	Total              int
	Nula               bool
	PuntoAntes         int
	PuntoDespues       int
	CambiaTirador      bool
	Liquidaciones      []Liquidacion
	Ganado             domain.Fraccion
	Devuelto           domain.Importe
	Pendiente, Perdido domain.Importe
}

// Neto is the sum of the Neto of each stake.
func (l Lance) Neto() domain.Fraccion { return l.Ganado.Sub(domain.FraccionDe(l.Perdido)) }

// Throw settles a throw and leaves on the table what it did not decide. The error wraps
// ErrIncidencia or ErrDados; nothing changes then.
func (m *Mesa) Throw(t Tirada) (Lance, error) {
	l := Lance{PuntoAntes: m.punto, PuntoDespues: m.punto}
	valida, known := t.Incidencia.Valida()
	if !known {
		return Lance{}, norma.Errorf(art("153.6"), "%w: %q", ErrIncidencia, t.Incidencia)
	}
	if l.Nula = !valida; l.Nula {
		for _, p := range m.posturas {
			l.add(Liquidacion{ID: p.ID, Resultado: Sigue, Pendiente: p.Importe, Articulo: t.Incidencia.Articulo()})
		}
		return l, nil
	}
	if err := t.Dados.Check(); err != nil {
		return Lance{}, err
	}
	l.Total = t.Dados.Total()
	rest := make([]Postura, 0, len(m.posturas))
	m.apostado = 0
	for _, p := range m.posturas {
		lq := p.settle(t.Dados, m.reglas.Juego7)
		l.add(lq)
		if lq.Pendiente > 0 {
			p.Casilla = max(p.Casilla, lq.Casilla)
			rest = append(rest, p)
			m.apostado += p.Importe
		}
	}
	m.posturas = rest
	m.punto, l.CambiaTirador = nextPunto(m.punto, l.Total)
	l.PuntoDespues = m.punto
	return l, nil
}

func (l *Lance) add(lq Liquidacion) {
	l.Liquidaciones = append(l.Liquidaciones, lq)
	l.Ganado = l.Ganado.Add(lq.Ganado)
	l.Devuelto += lq.Devuelto
	l.Pendiente += lq.Pendiente
	l.Perdido += lq.Perdido
}

// nextPunto is the point after a throw, and whether the dice change hands: only with the 7
// that loses the point (art. 151.2.a.1, criterio DAD-12).
func nextPunto(punto, total int) (next int, cambia bool) {
	switch {
	case punto == 0 && puntos.Contains(total):
		return total, false
	case punto != 0 && total == siete:
		return 0, true
	case total == punto:
		return 0, false
	}
	return punto, false
}

// Settle settles a stake on one of the suertes that the next throw decides. The error
// wraps ErrSuerte, ErrNoOfrecida, ErrNumero, ErrImporte, domain.ErrDesborde or ErrDados.
func Settle(a Apuesta, d Dados, j PagoJuego7) (Liquidacion, error) {
	if a.Suerte.fila() == nil || !a.Suerte.OneRoll() {
		return Liquidacion{}, norma.Errorf(art("151.1"), "%w de una tirada: %q", ErrSuerte, a.Suerte)
	}
	m, err := NewMesa(Reglas{Juego7: j})
	if err != nil {
		return Liquidacion{}, err
	}
	if err := m.Lay(a); err != nil {
		return Liquidacion{}, err
	}
	l, err := m.Throw(Tirada{Dados: d})
	if err != nil {
		return Liquidacion{}, err
	}
	return l.Liquidaciones[0], nil
}

// settle is what those dice make of a stake.
func (p Postura) settle(d Dados, j PagoJuego7) Liquidacion {
	l := Liquidacion{ID: p.ID, Articulo: p.Suerte.Articulo()}
	l.Resultado = p.decide(d)
	switch l.Resultado {
	case Gana:
		pago := findPago(p.Suerte, p.base, p.paid(d), j)
		l.Ganado = domain.FraccionDe(p.Importe).Mul(pago.Veces())
		l.Devuelto, l.Articulo, l.Criterio = p.Importe, pago.Articulo, pago.Criterio
	case Pierde:
		l.Perdido = p.Importe
	default:
		l.Pendiente = p.Importe
	}
	switch {
	case l.Resultado == Colocada:
		l.Casilla = d.Total()
	case l.Resultado == Nulo:
		l.Criterio = "DAD-3"
	case p.Suerte == Asociada:
		l.Articulo = findPago(Asociada, p.base, p.Casilla, j).Articulo
	}
	return l
}

// paid is the number whose row of pagos a winning stake is paid by.
func (p Postura) paid(d Dados) int {
	switch {
	case p.Suerte == Asociada:
		return p.Casilla
	case p.Numero != 0:
		return p.Numero
	}
	return d.Total()
}

// decide is what becomes of a stake with those dice.
func (p Postura) decide(d Dados) Resultado {
	suerte := p.Suerte
	if suerte == Asociada {
		suerte = p.base
	}
	r, total := suerte.fila(), d.Total()
	switch r.clase {
	case tirada:
		return outcome(r.Gana.Contains(total), true)
	case favor, contra:
		return p.decideLine(r, total)
	case numero:
		return outcome(total == p.Numero || r.Gana.Contains(total), r.Pierde.Contains(total))
	case siete7:
		return outcome(r.Gana.Contains(total), total == p.Numero)
	case doble:
		return outcome(total == p.Numero && d.Doble(), total == p.Numero || r.Pierde.Contains(total))
	}
	panic("dados: a suerte without a rule: " + string(suerte))
}

// decideLine is decide for a sencilla that goes to a point, and for its asociadas.
func (p Postura) decideLine(r *regla, total int) Resultado {
	switch {
	case p.Casilla == 0 && puntos.Contains(total):
		return Colocada
	case p.Casilla == 0 && !r.Gana.Contains(total) && !r.Pierde.Contains(total):
		return Nulo
	case p.Casilla == 0:
		return outcome(r.Gana.Contains(total), true)
	case r.clase == favor:
		return outcome(total == p.Casilla, total == siete)
	}
	return outcome(total == siete, total == p.Casilla)
}

func outcome(gana, pierde bool) Resultado {
	switch {
	case gana:
		return Gana
	case pierde:
		return Pierde
	}
	return Sigue
}
