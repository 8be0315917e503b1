package registers

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain/mus"
	"foliado/domain/norma"
	"foliado/domain/sorteo"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

var artMus = norma.Mus.Art

// Errors about the mus tournament.
var (
	// ErrPartidaTorneo: there is no such match in the round.
	ErrPartidaTorneo = errors.New("no hay tal partida en la ronda")
	// ErrJuezTorneo: nobody is named who is a judge of the tournament.
	ErrJuezTorneo = errors.New("hay que decir qué juez del torneo está presente o lo decide")
	// ErrSinAceptar: who enrols has not accepted the rules and the signs.
	ErrSinAceptar = errors.New("inscribirse es aceptar las normas y las señas del torneo")
	// ErrSorteada: the first round is drawn and nobody enrols any more.
	ErrSorteada = errors.New("con la primera ronda sorteada no se inscribe nadie más")
	// ErrInscrito: somebody is in two pairs, or twice in one.
	ErrInscrito = errors.New("esa persona ya está inscrita en el torneo")
	// ErrRondaAbierta: matches of the round wait for their result.
	ErrRondaAbierta = errors.New("quedan partidas de la ronda sin resultado")
	// ErrCompromisoRonda: a draw needs its seed committed before, once.
	ErrCompromisoRonda = errors.New("la semilla del sorteo se compromete antes, y una sola vez")
	// ErrSinRival: there are not two pairs in play.
	ErrSinRival = errors.New("para sortear una ronda tiene que haber al menos dos parejas en juego")
	// ErrSinCampeon: there is not one pair alone in play.
	ErrSinCampeon = errors.New("hay campeón cuando queda una sola pareja en juego y todas las partidas tienen resultado")
	// ErrCortesia: the pair is still waited for.
	ErrCortesia = errors.New("todavía no ha pasado la cortesía desde la hora indicada")
	// ErrPausa: the match had its pause already.
	ErrPausa = errors.New("en la partida solo cabe una pausa, de cinco minutos y de acuerdo")
	// ErrPuestos: the match has begun and the places do not change.
	ErrPuestos = errors.New("los puestos no cambian durante la partida")
	// ErrJuegoSancion: the acta does not give the juegos lost by sanction.
	ErrJuegoSancion = errors.New("en el acta faltan los juegos perdidos por sanción")
	// ErrDescalificada: the match was lost by disqualification and has no acta.
	ErrDescalificada = errors.New("la partida se perdió por descalificación")
)

// Kinds of asiento of a mus tournament, all of its book.
const (
	TipoTorneo            = "Torneo"
	TipoInscripcionPareja = "InscripcionPareja"
	TipoRechazoPareja     = "RechazoPareja"
	TipoSustitucion       = "SustitucionJugador"
	TipoCompromisoRonda   = "CompromisoRonda"
	TipoSorteoRonda       = "SorteoRonda"
	TipoActaPartida       = "ActaPartida"
	TipoPerdidaPartida    = "PerdidaPartida"
	TipoInfraccion        = "Infraccion"
	TipoIncidenciaPartida = "IncidenciaPartida"
	TipoCampeon           = "ProclamacionCampeon"
)

// SerieTorneos numbers the tournaments of an establecimiento.
const SerieTorneos = "torneos"

const (
	prefijoTorneo     = "torneo-"
	valorJuez         = "juez."
	valorInscrito     = "jugador."
	valorSustituto    = "sustituto"
	valorSemillaRonda = "semilla"
)

// proyectoresTorneo: the state of a tournament is read from the leaves of its book.
var proyectoresTorneo = map[string]escritor.Proyector{
	TipoTorneo: noRows, TipoInscripcionPareja: noRows, TipoRechazoPareja: noRows, TipoSustitucion: noRows, TipoCompromisoRonda: noRows,
	TipoSorteoRonda: noRows, TipoActaPartida: noRows, TipoPerdidaPartida: noRows, TipoInfraccion: noRows, TipoIncidenciaPartida: noRows, TipoCampeon: noRows,
}

// LibroTorneo is the name of the book of a tournament.
func LibroTorneo(n int64) string { return prefijoTorneo + strconv.FormatInt(n, 10) }

// TorneoMusFacts announce a mus tournament. Derrotas are those that put a pair out. The organisation fixes beforehand how long
// a match may last (art. 40) and how long a pair is waited for (art. 56).
type TorneoMusFacts struct {
	Nombre   string
	Derrotas int
	Mesas    int
	Duracion time.Duration
	Cortesia time.Duration
	Jueces   []string // names
}

// CreateTorneo announces a mus tournament and returns its number. It is no game of the catalogue (art. 1.3), so it asks for
// no declaración responsable (criterio TOR-1). It returns ErrEstablecimiento, ErrDatos, or a breach of arts. 40, 48 or 56 of
// the rulebook.
func (c *Casa) CreateTorneo(ctx context.Context, autor Autor, hora Hora, establecimiento string, f TorneoMusFacts) (int64, error) {
	var n int64
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		if err := f.check(); err != nil {
			return err
		}
		n = tx.Ultimo(establecimiento, SerieTorneos) + 1
		b := diario.Borrador{Serie: SerieTorneos, Tipo: TipoTorneo, Datos: []diario.Dato{
			{Nombre: "nombre", Valor: strings.TrimSpace(f.Nombre)}, datoEntero("derrotas", f.Derrotas), datoEntero("mesas", f.Mesas),
			datoEntero("duracion_min", int64(f.Duracion/time.Minute)), datoEntero("cortesia_min", int64(f.Cortesia/time.Minute))}}
		for k, j := range f.Jueces {
			b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: valorJuez + strconv.Itoa(k+1), Valor: strings.TrimSpace(j)})
		}
		t := Torneo{Establecimiento: establecimiento, Numero: n}
		tx.Recurso(201, strconv.FormatInt(n, 10))
		return t.append(tx, autor, c.settle(tx, hora), b)
	})
	return n, err
}

func (f TorneoMusFacts) check() error {
	switch {
	case strings.TrimSpace(f.Nombre) == "":
		return fmt.Errorf("%w: el torneo tiene un nombre", ErrDatos)
	case f.Derrotas < 1 || f.Derrotas > 2:
		return fmt.Errorf("%w: una pareja queda fuera con una derrota o con dos", ErrDatos)
	case f.Mesas < 1:
		return fmt.Errorf("%w: el torneo se juega en una mesa al menos", ErrDatos)
	case f.Duracion < time.Minute:
		return norma.Errorf(artMus("40"), "%w: la duración máxima de una partida se fija antes", ErrDatos)
	case f.Cortesia < 0:
		return norma.Errorf(artMus("56"), "%w: la cortesía no es negativa", ErrDatos)
	case len(f.Jueces) == 0:
		return norma.Breach(artMus("48"), ErrJuezTorneo)
	}
	for _, j := range f.Jueces {
		if strings.TrimSpace(j) == "" {
			return norma.Breach(artMus("48"), ErrJuezTorneo)
		}
	}
	return nil
}

// append records a leaf in the book of the tournament.
func (t *Torneo) append(tx *escritor.Tx, autor Autor, hora Hora, b diario.Borrador) error {
	a, err := CurrentAutorizacion(tx.DB(), t.Establecimiento)
	if err != nil {
		return err
	}
	if err := hora.check(tx, t.ultimo, a.Parametros.Margen()); err != nil {
		return err
	}
	b.Establecimiento, b.Libro = t.Establecimiento, LibroTorneo(t.Numero)
	b.Datos = append(b.Datos, datoEntero("torneo", t.Numero))
	hora.stamp(&b, autor)
	_, err = tx.Append(b)
	return err
}

// onTorneoMus judges something of a tournament and records what judge gives.
func (c *Casa) onTorneoMus(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, judge func(*Torneo, time.Time) (diario.Borrador, error)) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		h := c.settle(tx, hora)
		t, err := readTorneo(tx.DB(), establecimiento, n)
		if err != nil {
			return err
		}
		b, err := judge(t, diario.Instante(h.Hecho))
		if err != nil {
			return err
		}
		tx.Recurso(201, strconv.FormatInt(n, 10))
		return t.append(tx, autor, h, b)
	})
	return err
}

// EnrolPareja enrols a pair that accepts the rules and the signs (art. 61), or records that the organisation does not take
// it, for which it gives no reason (art. 59). Refused: after the first draw, a player that is in already.
func (c *Casa) EnrolPareja(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, jugadores [2]string, acepta, rechazada bool) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, _ time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoInscripcionPareja, Datos: []diario.Dato{datoEntero("pareja", len(t.Parejas)+1), datoSi("acepta", acepta)}}
		if rechazada {
			b.Tipo, b.Datos = TipoRechazoPareja, nil
		}
		for k, j := range jugadores {
			if j = strings.TrimSpace(j); j == "" {
				return b, fmt.Errorf("%w: una pareja son dos jugadores", ErrDatos)
			}
			if !rechazada && (t.enrolled(j) || k == 1 && sameName(j, jugadores[0])) {
				return b, norma.Breach(artMus("59"), ErrInscrito)
			}
			b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: valorInscrito + strconv.Itoa(k+1), Valor: j})
		}
		switch {
		case len(t.Rondas) > 0:
			return b, norma.Breach(artMus("59"), ErrSorteada)
		case !rechazada && !acepta:
			return b, norma.Breach(artMus("61"), ErrSinAceptar)
		}
		return b, nil
	})
}

// sameName reports whether two names are the same but for spaces and capitals.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// ReplaceJugador puts somebody who is not enrolled in the place of one player of a pair, with leave of the organisation
// (art. 57).
func (c *Casa) ReplaceJugador(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, pareja, jugador int, sustituto string) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, _ time.Time) (diario.Borrador, error) {
		sustituto = strings.TrimSpace(sustituto)
		b := diario.Borrador{Tipo: TipoSustitucion, Datos: []diario.Dato{datoEntero("pareja", pareja), datoEntero("jugador", jugador)},
			Personal: []diario.ValorPersonal{{Nombre: valorSustituto, Valor: sustituto}}}
		if pareja < 1 || pareja > len(t.Parejas) || jugador < 1 || jugador > 2 || sustituto == "" {
			return b, fmt.Errorf("%w: se dice la pareja, el jugador y quién lo sustituye", ErrDatos)
		}
		if t.Campeon != 0 {
			return b, mus.CheckModificable(true)
		}
		return b, mus.CheckSustitucion(t.enrolled(sustituto), 1, true)
	})
}

// CommitSorteo publishes the commitment to the seed of the next draw (art. 53). The seed stays in the vault until then.
func (c *Casa) CommitSorteo(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64) error {
	semilla, err := sorteo.NewSemilla(c.opts.Azar)
	if err != nil {
		return err
	}
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, _ time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoCompromisoRonda, Datos: []diario.Dato{datoEntero("ronda", len(t.Rondas)+1), {Nombre: "compromiso", Valor: semilla.Compromiso()}},
			Personal: []diario.ValorPersonal{{Nombre: valorSemillaRonda, Valor: semilla.String()}}}
		if t.Compromiso != "" || t.Campeon != 0 {
			return b, norma.Breach(artMus("53"), ErrCompromisoRonda)
		}
		return b, nil
	})
}

// DrawRonda draws the next round in public before a judge, with the seed committed, which is shown (art. 53); exemptions
// and encounters are those of arts. 54 and 55. Matches begin at comienza. Those that do not fit in the tables of the
// tournament wait for the next turn, a match later.
func (c *Casa) DrawRonda(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, juez int, comienza time.Time) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, hecho time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoSorteoRonda}
		if err := t.checkJuez(juez, artMus("53")); err != nil {
			return b, err
		}
		if t.Compromiso == "" {
			return b, norma.Breach(artMus("53"), ErrCompromisoRonda)
		}
		if t.pendiente() {
			return b, norma.Breach(artMus("41"), ErrRondaAbierta)
		}
		if comienza.Before(hecho) {
			return b, norma.Errorf(artMus("56"), "%w: la ronda empieza después de su sorteo", ErrDatos)
		}
		s, err := t.draw()
		if err != nil {
			return b, err
		}
		cruces := make([]string, 0, len(s.Cruces))
		for _, x := range s.Cruces {
			cruces = append(cruces, fmt.Sprintf("%d-%d", x[0], x[1]))
		}
		b.Datos = []diario.Dato{datoEntero("ronda", len(t.Rondas)+1), {Nombre: "compromiso", Valor: t.Compromiso}, {Nombre: "semilla", Valor: t.semilla},
			datoEntero("juez", juez), datoEntero("exenta", s.Exenta), {Nombre: "cruces", Valor: strings.Join(cruces, " ")},
			{Nombre: "comienza", Valor: diario.FormatInstante(comienza)}}
		return b, nil
	})
}

// draw draws the round: the order of the lots is that of the seed, over the pairs in play by their numbers.
func (t *Torneo) draw() (mus.Sorteo, error) {
	s := mus.Sorteo{EnJuego: t.EnJuego(), VecesExenta: map[int]int{}}
	if len(s.EnJuego) < 2 {
		return s, norma.Breach(artMus("54"), ErrSinRival)
	}
	for _, p := range t.Parejas {
		s.VecesExenta[p.Numero] = p.Exenciones
	}
	for _, r := range t.Rondas {
		for _, p := range r.Partidas {
			s.Enfrentadas = append(s.Enfrentadas, p.Parejas)
		}
	}
	semilla, err := sorteo.ParseSemilla(t.semilla)
	if err == nil {
		err = semilla.Check(t.Compromiso)
	}
	if err != nil {
		return s, norma.Breach(artMus("53"), err)
	}
	orden := make([]int, 0, len(s.EnJuego))
	for _, k := range semilla.Orden(t.asunto(len(t.Rondas)+1), len(s.EnJuego)) {
		orden = append(orden, s.EnJuego[k-1])
	}
	s = s.Sortea(orden)
	return s, errors.Join(s.Check()...)
}

// asunto names a draw of the tournament to the seed.
func (t *Torneo) asunto(ronda int) string {
	return fmt.Sprintf("%s/%s ronda %d", t.Establecimiento, LibroTorneo(t.Numero), ronda)
}

// Torneo returns a tournament as it stands. It returns ErrTorneo.
func (c *Casa) Torneo(ctx context.Context, establecimiento string, n int64) (*Torneo, error) {
	return readTorneo(c.Escritor.Lectura().WithContext(ctx), establecimiento, n)
}

// Torneos lists the tournaments of an establecimiento, the last first. It returns ErrEstablecimiento.
func (c *Casa) Torneos(ctx context.Context, establecimiento string) ([]*Torneo, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return nil, err
	}
	hojas, err := readHojas(db.Where("establecimiento = ? AND tipo = ?", establecimiento, TipoTorneo))
	if err != nil {
		return nil, err
	}
	ts := make([]*Torneo, 0, len(hojas))
	for k := len(hojas) - 1; k >= 0; k-- {
		d := lector{a: &hojas[k]}
		n := d.entero("torneo")
		if d.err != nil {
			return nil, d.err
		}
		t, err := readTorneo(db, establecimiento, n)
		if err != nil {
			return nil, err
		}
		ts = append(ts, t)
	}
	return ts, nil
}

func readTorneo(db *gorm.DB, establecimiento string, n int64) (*Torneo, error) {
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ?", establecimiento, LibroTorneo(n)))
	if err != nil {
		return nil, err
	}
	if len(hojas) == 0 {
		return nil, ErrTorneo
	}
	t := &Torneo{Establecimiento: establecimiento, Numero: n}
	for k := range hojas {
		values, err := readValores(db, &hojas[k])
		if err != nil {
			return nil, err
		}
		d := lector{a: &hojas[k]}
		t.apply(&d, porNombre(values))
		if d.err != nil {
			return nil, d.err
		}
		t.ultimo, t.Posicion = hojas[k].Hecho, hojas[k].Posicion
	}
	t.tally()
	return t, nil
}
