package poquer

import (
	"errors"
	"time"

	"foliado/domain/norma"
)

// What is wrong with an error told, or with the table.
var (
	ErrHecho       = errors.New("no es ninguno de los hechos que la norma resuelve")
	ErrJugadores   = errors.New("se juega con cuatro jugadores como mínimo")
	ErrLlena       = errors.New("la mesa tiene diez puestos, y en cada uno un jugador")
	ErrEspera      = errors.New("la mesa suspendida no se cierra antes de quince minutos")
	ErrResto       = errors.New("con la mano empezada no se añaden fichas al resto, y las del resto no se guardan")
	ErrPrestamo    = errors.New("los jugadores no se prestan ni se pasan fichas")
	ErrPuestoAjeno = errors.New("el puesto no se cede ni se encarga a otro")
	ErrMiron       = errors.New("a la sala de círculo se entra para jugar")
	ErrLinea       = errors.New("lo que pasó la línea está apostado y no se retira")
	ErrBarajar     = errors.New("con una carta vista al cortar se baraja otra vez")
	ErrDuracion    = errors.New("sin duración anunciada, cada jugador inicial tiene la mano dos veces")
)

// Consecuencia is what follows from an error.
type Consecuencia string

// The consequences.
const (
	RepartoNulo      Consecuencia = "reparto_nulo"
	Continua         Consecuencia = "continua"
	TerceraCubierta  Consecuencia = "tercera_carta_cubierta"
	DevuelveInicial  Consecuencia = "se_devuelve_la_apuesta_inicial"
	LasCartasHablan  Consecuencia = "las_cartas_hablan"
	JuegoValido      Consecuencia = "juego_valido"
	SinSubir         Consecuencia = "valida_sin_derecho_a_subir"
	SeReconstruye    Consecuencia = "se_reconstruye"
	PierdeElBote     Consecuencia = "pierde_el_bote"
	DebePonerlo      Consecuencia = "mano_valida_debe_ponerlo"
	BoteReducido     Consecuencia = "mano_valida_bote_reducido"
	DosManosAnuladas Consecuencia = "anuladas_las_dos_manos"
	DecideJefe       Consecuencia = "decide_jefe_de_mesa"
	Advertencia      Consecuencia = "advertencia"
	SinSubidas       Consecuencia = "sin_subidas"
	SeguirOAparte    Consecuencia = "sigue_o_bote_aparte"
	SeQuema          Consecuencia = "se_quema"
)

// Hecho is an error in the deal or of a player.
type Hecho string

// The facts of arts. 119, 122 and 123.4.
const (
	OrdenIncorrecto      Hecho = "orden_incorrecto"
	NumeroIncorrecto     Hecho = "numero_incorrecto"
	CartaAjena           Hecho = "carta_ajena"
	BocaArriba           Hecho = "cartas_boca_arriba_en_baraja"
	BarajaDefectuosa     Hecho = "baraja_incompleta_o_defectuosa"
	CartaAAusente        Hecho = "carta_a_ausente"
	PrimeraBocaArriba    Hecho = "primera_carta_boca_arriba_cubierto"
	StudCubiertasVistas  Hecho = "stud_cartas_cubiertas_vistas"
	StudSeptimaErronea   Hecho = "stud_septima_erronea"
	StudSeptimaVista     Hecho = "stud_septima_boca_arriba"
	StudReparteAntes     Hecho = "stud_reparte_antes_de_acabar"
	AnuncioEquivocado    Hecho = "anuncio_equivocado"
	Demora               Hecho = "demora"
	MezclaReconstruible  Hecho = "mezcla_reconstruible"
	MezclaSinReconstruir Hecho = "mezcla_no_reconstruible"
	DescubreSusCartas    Hecho = "descubre_sus_cartas"
	FueraDeTurno         Hecho = "apuesta_fuera_de_turno"
	SinAnte              Hecho = "sin_ante_identificado"
	SinAnteDesconocido   Hecho = "sin_ante_no_identificado"
	TocaCartas           Hecho = "toca_cartas_de_otro"
	TurnoSaltado         Hecho = "turno_saltado"
)

// Detalles are what the consequence of an error may depend on: how many cards, whether they
// were seen, whether it can be put right, how many players are left.
type Detalles struct {
	Numero     int
	Vistas     bool
	Corregible bool
	Jugadores  int
}

// Resuelto is a row of arts. 119, 122 and 123.4.
type Resuelto struct {
	Consecuencia Consecuencia
	Articulo     norma.Articulo
}

// deReparto is the table of the errors of a deal: what is dealt again and what goes on.
func deReparto(h Hecho, d Detalles) (Resuelto, bool) {
	nulo := func(a norma.Articulo, siempre bool) (Resuelto, bool) {
		if siempre {
			return Resuelto{RepartoNulo, a}, true
		}
		return Resuelto{Continua, a}, true
	}
	const maxBocaArriba = 1
	switch h {
	case OrdenIncorrecto:
		return nulo(art("119.1.a"), true)
	case NumeroIncorrecto:
		return nulo(art("119.1.b"), d.Vistas || !d.Corregible)
	case CartaAjena:
		return nulo(art("119.1.c"), d.Vistas)
	case BocaArriba:
		return nulo(art("119.1.d"), d.Numero > maxBocaArriba)
	case BarajaDefectuosa:
		return nulo(art("119.1.e"), true)
	case CartaAAusente:
		return nulo(art("119.2.b"), false)
	case PrimeraBocaArriba:
		return nulo(art("122.1.c"), true)
	}
	return Resuelto{}, false
}

// deStud is the table of the errors of the seven stud (art. 123.4): of one covered card
// seen it plays as the one in sight and the third is dealt covered (criterio A-C-26); of two,
// the ante goes back.
func deStud(h Hecho, d Detalles) (Resuelto, bool) {
	switch h {
	case StudCubiertasVistas:
		switch {
		case d.Numero <= 0:
			return Resuelto{Continua, art("123.4.a.1")}, true
		case d.Numero == 1:
			return Resuelto{TerceraCubierta, art("123.4.a.1")}, true
		}
		return Resuelto{DevuelveInicial, art("123.4.a.1")}, true
	case StudSeptimaErronea:
		return Resuelto{SeguirOAparte, art("123.4.a.2")}, true
	case StudSeptimaVista:
		if d.Jugadores == jugadoresDuelo {
			return Resuelto{SinSubidas, art("123.4.b")}, true
		}
		return Resuelto{SeguirOAparte, art("123.4.b")}, true
	case StudReparteAntes:
		return Resuelto{SeQuema, art("123.4.c")}, true
	}
	return Resuelto{}, false
}

// deJugador is the table of the errors of a player.
var deJugador = map[Hecho]Resuelto{
	AnuncioEquivocado:    {LasCartasHablan, art("119.2.a")},
	Demora:               {Advertencia, art("119.3.a")},
	MezclaReconstruible:  {SeReconstruye, art("119.3.b")},
	MezclaSinReconstruir: {PierdeElBote, art("119.3.b")},
	DescubreSusCartas:    {JuegoValido, art("119.3.e")},
	FueraDeTurno:         {SinSubir, art("119.3.f")},
	SinAnte:              {DebePonerlo, art("119.3.g")},
	SinAnteDesconocido:   {BoteReducido, art("119.3.g")},
	TocaCartas:           {DosManosAnuladas, art("119.3.h")},
	TurnoSaltado:         {DecideJefe, art("119.3.i")},
}

// ErrorDeReparto says what follows from an error of the deal. The error wraps ErrHecho.
func ErrorDeReparto(h Hecho, d Detalles) (Resuelto, error) {
	if r, ok := deReparto(h, d); ok {
		return r, nil
	}
	if r, ok := deStud(h, d); ok {
		return r, nil
	}
	return Resuelto{}, norma.Errorf(art("119.1"), "%w: %q", ErrHecho, h)
}

// ErrorDeJugador says what follows from an error of a player. The error wraps ErrHecho.
func ErrorDeJugador(h Hecho) (Resuelto, error) {
	if r, ok := deJugador[h]; ok {
		return r, nil
	}
	return Resuelto{}, norma.Errorf(art("119.3"), "%w: %q", ErrHecho, h)
}

// Retirada says what is done when the pack was taken away before all had their cards: the
// top of it is taken back, or else what was not dealt is shuffled without the discards, cut,
// and its first card put aside (art. 122.2).
func Retirada(recuperable bool) (rebaraja bool, quema int, a norma.Articulo) {
	if recuperable {
		return false, 0, art("122.2")
	}
	return true, 1, art("122.2")
}

// MinJugadores are those that play at least, always (art. 118.1).
const MinJugadores = 4

// esperaCierre is how long a table is suspended before it may be closed (art. 118.1, criterio
// A-C-23).
const esperaCierre = 15 * time.Minute

// Estado is what a table may do.
type Estado string

// The states of art. 118.1.
const (
	SeJuega       Estado = "se_juega"
	Suspendida    Estado = "suspendida"
	PuedeCerrarse Estado = "puede_cerrarse"
)

// EstadoDe says what a table with that many players may do, suspended for so long.
func EstadoDe(jugadores int, suspendida time.Duration) Estado {
	switch {
	case jugadores >= MinJugadores:
		return SeJuega
	case suspendida >= esperaCierre:
		return PuedeCerrarse
	}
	return Suspendida
}

// CheckMano returns nil when a hand may begin with that many players. The error wraps
// ErrJugadores or ErrLlena.
func CheckMano(jugadores int) error {
	switch {
	case jugadores < MinJugadores:
		return norma.Breach(art("118.1"), ErrJugadores)
	case jugadores > MaxPuestos:
		return norma.Breach(art("113.2"), ErrLlena)
	}
	return nil
}

// CheckCierre returns nil when the director may close a suspended table (art. 118.1). The
// error wraps ErrEspera.
func CheckCierre(jugadores int, suspendida time.Duration) error {
	if EstadoDe(jugadores, suspendida) != PuedeCerrarse {
		return norma.Breach(art("118.1"), ErrEspera)
	}
	return nil
}

// CheckAsiento returns nil when a player may sit there: a free place of the ten, and he in no
// other (arts. 113.2, 115.1). The error wraps ErrPuesto or ErrLlena.
func CheckAsiento(p Puesto, ocupados []Puesto, yaSentado bool) error {
	if err := checkLibre(p, ocupados); err != nil {
		return err
	}
	if yaSentado {
		return norma.Breach(art("115.1"), ErrLlena)
	}
	return nil
}

func checkLibre(p Puesto, ocupados []Puesto) error {
	if err := CheckPuesto(p); err != nil {
		return err
	}
	for _, o := range ocupados {
		if o == p {
			return norma.Breach(art("113.2"), ErrLlena)
		}
	}
	return nil
}

// descansos are the hands that a player may rest and keep his place (art. 115.3).
const descansos = 2

// ConservaPuesto reports whether a player who has rested that many hands keeps his place, or
// whether it may be given to another (art. 115.3).
func ConservaPuesto(manosSinJugar int) (bool, norma.Articulo) {
	return manosSinJugar <= descansos, art("115.3")
}

// CheckResto returns nil when a player may add chips to his resto, which he may not once the
// hand has begun (art. 116.e); to put some of it away he never may (art. 116.g). The error
// wraps ErrResto.
func CheckResto(manoEmpezada, guarda bool) error {
	switch {
	case guarda:
		return norma.Breach(art("116.g"), ErrResto)
	case manoEmpezada:
		return norma.Breach(art("116.e"), ErrResto)
	}
	return nil
}

// CheckEntrePuestos returns nil when chips may go from one player to another: only by the pot
// of a hand (art. 116.f). The error wraps ErrPrestamo.
func CheckEntrePuestos(porElBote bool) error {
	if !porElBote {
		return norma.Breach(art("116.f"), ErrPrestamo)
	}
	return nil
}

// CheckTitular returns nil when the place of a player goes to another: by the list of the
// jefe de mesa alone (art. 116.j). The error wraps ErrPuestoAjeno.
func CheckTitular(porLaLista bool) error {
	if !porLaLista {
		return norma.Breach(art("116.j"), ErrPuestoAjeno)
	}
	return nil
}

// CheckMiron returns nil when a person may stay at the table: who plays, or has leave (art.
// 116.k). The error wraps ErrMiron.
func CheckMiron(juega, autorizado bool) error {
	if !juega && !autorizado {
		return norma.Breach(art("116.k"), ErrMiron)
	}
	return nil
}

// CheckRetirar returns nil when a player may take chips back: they have not passed the line,
// nor did the croupier put them in the pot without objection (art. 118.4). The error wraps
// ErrLinea.
func CheckRetirar(pasoLinea, enElBote bool) error {
	if pasoLinea || enElBote {
		return norma.Breach(art("118.4"), ErrLinea)
	}
	return nil
}

// CheckCorte returns nil when the deal may follow a cut: no card of it was seen (art. 118.2).
// The error wraps ErrBarajar.
func CheckCorte(cartaVista bool) error {
	if cartaVista {
		return norma.Breach(art("118.2"), ErrBarajar)
	}
	return nil
}

// avisosCrupier are the warnings of the croupier before the jefe de mesa decides (art. 118.5).
const avisosCrupier = 1

// PideJefe reports whether a player who feigns or watches reactions is one for the jefe de
// mesa: after the croupier's warning (art. 118.5).
func PideJefe(veces int) (bool, norma.Articulo) { return veces > avisosCrupier, art("118.5") }

// vecesMano is how often each of those who began has the mano in a game without a set end
// (art. 118.10).
const vecesMano = 2

// CheckDuracion returns nil when a game may end: its duration was announced, or each of those
// who began has had the mano twice (art. 118.10). Whoever is told may still end it (criterio
// MAQ-1). The error wraps ErrDuracion.
func CheckDuracion(anunciada bool, iniciales, manos int) error {
	if !anunciada && manos < vecesMano*iniciales {
		return norma.Errorf(art("118.10"), "%w: van %d manos de %d", ErrDuracion, manos, vecesMano*iniciales)
	}
	return nil
}
