package registers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"foliado/domain/mus"
	"foliado/domain/norma"
)

// Torneo is a mus tournament as its book tells it. Names are those that the vault still holds, "" once erased.
type Torneo struct {
	Establecimiento string
	Numero          int64
	Nombre          string
	Anunciado       time.Time
	Derrotas        int // that put a pair out
	Mesas           int
	Duracion        time.Duration // of a match at most (art. 40)
	Cortesia        time.Duration // with a pair that is late (art. 56)
	Jueces          []string
	Parejas         []ParejaTorneo // pair n at n-1
	Rechazadas      int
	Rondas          []RondaTorneo // round n at n-1
	Incidencias     []IncidenciaTorneo
	Compromiso      string // of the next draw; "" while nobody committed its seed
	Campeon         int    // 0 until proclaimed
	Posicion        int64  // of its last leaf
	semilla         string
	ultimo          time.Time
}

// ParejaTorneo is a pair with what it has done.
type ParejaTorneo struct {
	Numero        int
	Jugadores     [2]string
	Jugadas       int
	Ganadas       int
	Derrotas      int
	Exenciones    int
	AFavor        int // juegos
	EnContra      int
	Descalificada bool
	Fuera         bool
}

// RondaTorneo is a round as it was drawn.
type RondaTorneo struct {
	Numero     int
	Sorteada   time.Time
	Compromiso string
	Semilla    string
	Juez       int
	Comienza   time.Time
	Exenta     int // 0 none
	Partidas   []PartidaTorneo
}

// PartidaTorneo is a match. Juegos are those of its acta in order ("AABA": A the first pair); Pierden those that lost it,
// nobody while it has no result. Causa says why it was lost without an acta.
type PartidaTorneo struct {
	Numero       int
	Mesa         int
	Hora         time.Time
	Parejas      [2]int
	Juegos       string
	Pierden      []int
	Causa        string
	Firma        int // pair that signed the acta by hand
	Anotada      time.Time
	Asiento      int64
	Posicion     int64
	Infracciones []InfraccionTorneo
}

// InfraccionTorneo is an infringement with its sanction and the judge who decided it (arts. 50 to 52, 60).
type InfraccionTorneo struct {
	Ronda, Partida int
	Pareja         int
	Sancion        mus.Sancion
	Juez           int
	Motivo         string
	Hora           time.Time
}

// IncidenciaTorneo is what a judge noted of a match (arts. 1, 2, 6, 21, 39, 48, 58).
type IncidenciaTorneo struct {
	Clase          ClaseIncidencia
	Ronda, Partida int
	Juez           int
	Nota           string
	Hora           time.Time
}

// Marcador counts the juegos of the acta.
func (p *PartidaTorneo) Marcador() [2]int {
	return [2]int{strings.Count(p.Juegos, string(mus.A)), strings.Count(p.Juegos, string(mus.B))}
}

// Gana is the pair that won the match, 0 while it goes on or when both lost it (art. 40).
func (p *PartidaTorneo) Gana() int {
	if len(p.Pierden) != 1 {
		return 0
	}
	return p.Parejas[1-p.lado(p.Pierden[0])]
}

// lado is the side of a pair in the match, -1 when it does not play it.
func (p *PartidaTorneo) lado(pareja int) int { return slices.Index(p.Parejas[:], pareja) }

// Pareja returns the pair with that number.
func (t *Torneo) Pareja(n int) ParejaTorneo {
	if n < 1 || n > len(t.Parejas) {
		return ParejaTorneo{}
	}
	return t.Parejas[n-1]
}

// Juez names a judge.
func (t *Torneo) Juez(n int) string {
	if n < 1 || n > len(t.Jueces) {
		return ""
	}
	return t.Jueces[n-1]
}

// EnJuego lists the pairs that go on, by number.
func (t *Torneo) EnJuego() []int {
	var ps []int
	for _, p := range t.Parejas {
		if !p.Fuera {
			ps = append(ps, p.Numero)
		}
	}
	return ps
}

// Clasificacion orders the pairs: those in play, then by matches won, by difference of juegos and by number. The champion is
// first.
func (t *Torneo) Clasificacion() []ParejaTorneo {
	ps := slices.Clone(t.Parejas)
	slices.SortFunc(ps, func(a, b ParejaTorneo) int {
		return cmp.Or(before(a.Numero == t.Campeon, b.Numero == t.Campeon), before(!a.Fuera, !b.Fuera), b.Ganadas-a.Ganadas,
			(b.AFavor-b.EnContra)-(a.AFavor-a.EnContra), a.Numero-b.Numero)
	})
	return ps
}

func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func (t *Torneo) enrolled(nombre string) bool {
	for _, p := range t.Parejas {
		if sameName(p.Jugadores[0], nombre) || sameName(p.Jugadores[1], nombre) {
			return true
		}
	}
	return false
}

func (t *Torneo) checkJuez(n int, a norma.Articulo) error {
	if n < 1 || n > len(t.Jueces) {
		return norma.Breach(a, ErrJuezTorneo)
	}
	return nil
}

// Pendientes lists the matches of the last round that have no result.
func (t *Torneo) Pendientes() []int {
	var ps []int
	if len(t.Rondas) == 0 {
		return ps
	}
	for _, p := range t.Rondas[len(t.Rondas)-1].Partidas {
		if len(p.Pierden) == 0 {
			ps = append(ps, p.Numero)
		}
	}
	return ps
}

func (t *Torneo) pendiente() bool { return len(t.Pendientes()) > 0 }

// Avisos are what has to be told now of a match without a result: that its pause is over (art. 39), that the courtesy is over,
// so that a pair that is not there loses (art. 56), that it lasts longer than allowed (art. 40). Each wraps the error of its
// rule.
func (t *Torneo) Avisos(ronda int, p *PartidaTorneo, ahora time.Time) []error {
	if len(p.Pierden) > 0 {
		return nil
	}
	wrong := []error{mus.CheckComparecencia(ahora.Sub(p.Hora), t.Cortesia), mus.CheckDuracion(ahora.Sub(p.Hora), t.Duracion)}
	if wrong[1] != nil {
		wrong[0] = nil // nobody is waited for any more
	}
	for _, i := range t.Incidencias {
		if i.Clase == IncidenciaPausa && i.Ronda == ronda && i.Partida == p.Numero {
			wrong = append(wrong, mus.CheckPausa(ahora.Sub(i.Hora)))
		}
	}
	return slices.DeleteFunc(wrong, func(err error) bool { return err == nil })
}

// Partida finds a match by its round and its place in it, both from 1. It returns ErrPartidaTorneo.
func (t *Torneo) Partida(ronda, n int) (*PartidaTorneo, error) {
	if ronda < 1 || ronda > len(t.Rondas) || n < 1 || n > len(t.Rondas[ronda-1].Partidas) {
		return nil, ErrPartidaTorneo
	}
	return &t.Rondas[ronda-1].Partidas[n-1], nil
}

// abierta finds a match of the last round, the only ones that change: those before it are fixed by its draw, and the last by
// the proclamation of the champion (art. 41).
func (t *Torneo) abierta(ronda, n int) (*PartidaTorneo, error) {
	p, err := t.Partida(ronda, n)
	if err != nil {
		return nil, err
	}
	return p, mus.CheckModificable(ronda < len(t.Rondas) || t.Campeon != 0)
}

// apply adds a leaf to what is known of the tournament.
func (t *Torneo) apply(d *lector, valores map[string]string) {
	switch d.a.Tipo {
	case TipoTorneo:
		t.Nombre, t.Derrotas, t.Mesas, t.Anunciado = d.texto("nombre"), int(d.entero("derrotas")), int(d.entero("mesas")), d.a.Hecho
		t.Duracion, t.Cortesia = time.Duration(d.entero("duracion_min"))*time.Minute, time.Duration(d.entero("cortesia_min"))*time.Minute
		for n := range d.a.Valores {
			if k := valorJuez + strconv.Itoa(n+1); d.commits(k) {
				t.Jueces = append(t.Jueces, valores[k])
			}
		}
	case TipoInscripcionPareja:
		t.Parejas = append(t.Parejas, ParejaTorneo{Numero: int(d.entero("pareja")), Jugadores: [2]string{valores[valorInscrito+"1"], valores[valorInscrito+"2"]}})
	case TipoRechazoPareja:
		t.Rechazadas++
	case TipoSustitucion:
		if p, j := int(d.entero("pareja")), int(d.entero("jugador")); p >= 1 && p <= len(t.Parejas) && j >= 1 && j <= 2 {
			t.Parejas[p-1].Jugadores[j-1] = valores[valorSustituto]
		}
	case TipoCompromisoRonda:
		t.Compromiso, t.semilla = d.texto("compromiso"), valores[valorSemillaRonda]
	case TipoSorteoRonda:
		t.applySorteo(d)
	case TipoCampeon:
		t.Campeon = int(d.entero("pareja"))
	case TipoIncidenciaPartida:
		t.Incidencias = append(t.Incidencias, IncidenciaTorneo{Clase: ClaseIncidencia(d.texto("clase")), Ronda: int(d.entero("ronda")), Partida: int(d.entero("partida")),
			Juez: int(d.enteroOpcional("juez")), Nota: valores[valorNota], Hora: d.a.Hecho})
	default:
		t.applyPartida(d, valores)
	}
}

// commits reports whether the leaf has a personal value of that name, erased or not.
func (l *lector) commits(nombre string) bool {
	for _, v := range l.a.Valores {
		if v.Nombre == nombre {
			return true
		}
	}
	return false
}

func (t *Torneo) applySorteo(d *lector) {
	r := RondaTorneo{Numero: int(d.entero("ronda")), Sorteada: d.a.Hecho, Compromiso: d.texto("compromiso"), Semilla: d.texto("semilla"), Juez: int(d.entero("juez")),
		Comienza: d.instante("comienza"), Exenta: int(d.entero("exenta"))}
	for k, x := range strings.Fields(d.texto("cruces")) {
		p := PartidaTorneo{Numero: k + 1, Mesa: k%t.Mesas + 1, Hora: r.Comienza.Add(time.Duration(k/t.Mesas) * t.Duracion)}
		if _, err := fmt.Sscanf(x, "%d-%d", &p.Parejas[0], &p.Parejas[1]); err != nil {
			d.fail("cruces", x)
			return
		}
		r.Partidas = append(r.Partidas, p)
	}
	t.Rondas = append(t.Rondas, r)
	t.Compromiso, t.semilla = "", ""
}

// applyPartida adds what is of one match: its acta, its loss without an acta, an infringement.
func (t *Torneo) applyPartida(d *lector, valores map[string]string) {
	ronda := int(d.entero("ronda"))
	p, err := t.Partida(ronda, int(d.entero("partida")))
	if err != nil {
		d.fail("partida", d.texto("partida"))
		return
	}
	switch d.a.Tipo {
	case TipoInfraccion:
		i := InfraccionTorneo{Ronda: ronda, Partida: p.Numero, Pareja: int(d.entero("pareja")), Sancion: mus.Sancion(d.texto("sancion")),
			Juez: int(d.entero("juez")), Motivo: valores[valorMotivo], Hora: d.a.Hecho}
		p.Infracciones = append(p.Infracciones, i)
		if i.Sancion != mus.Descalificacion {
			return
		}
		p.Juegos, p.Firma, p.Causa, p.Pierden = "", 0, CausaDescalificacion, []int{i.Pareja}
	case TipoActaPartida:
		p.Juegos, p.Firma, p.Causa, p.Pierden = d.texto("juegos"), int(d.entero("firma")), "", []int{int(d.entero("firma"))}
	case TipoPerdidaPartida:
		p.Juegos, p.Firma, p.Causa, p.Pierden = "", 0, d.texto("causa"), nil
		for _, x := range strings.Fields(d.texto("pierden")) {
			n, err := strconv.Atoi(x)
			if err != nil {
				d.fail("pierden", x)
			}
			p.Pierden = append(p.Pierden, n)
		}
	}
	p.Anotada, p.Asiento, p.Posicion = d.a.Hecho, d.a.Numero, d.a.Posicion
}

// tally works out what each pair has done.
func (t *Torneo) tally() {
	for _, r := range t.Rondas {
		if r.Exenta > 0 && r.Exenta <= len(t.Parejas) {
			t.Parejas[r.Exenta-1].Exenciones++
		}
		for k := range r.Partidas {
			p := &r.Partidas[k]
			if len(p.Pierden) == 0 {
				continue
			}
			marcador := p.Marcador()
			for lado, n := range p.Parejas {
				x := &t.Parejas[n-1]
				x.Jugadas, x.AFavor, x.EnContra = x.Jugadas+1, x.AFavor+marcador[lado], x.EnContra+marcador[1-lado]
				if slices.Contains(p.Pierden, n) {
					x.Derrotas++
				} else {
					x.Ganadas++
				}
			}
			if p.Causa == CausaDescalificacion {
				t.Parejas[p.Pierden[0]-1].Descalificada = true
			}
		}
	}
	for k := range t.Parejas {
		x := &t.Parejas[k]
		x.Fuera = x.Descalificada || x.Derrotas >= t.Derrotas
	}
}
