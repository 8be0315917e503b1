package registers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"foliado/domain/mus"
	"foliado/domain/norma"
	"foliado/registers/diario"
)

// Why a match is lost without an acta: no show (art. 56), longer than allowed (art. 40), disqualified (arts. 50, 52, 60).
const (
	CausaIncomparecencia = "incomparecencia"
	CausaDuracion        = "duracion"
	CausaDescalificacion = "descalificacion"
)

// ClaseIncidencia is what is noted of a match besides its acta.
type ClaseIncidencia string

// The kinds, with the article of the rulebook that each is of.
const (
	IncidenciaPuestos    ClaseIncidencia = "puestos"    // places drawn by lot at request (1)
	IncidenciaBaraja     ClaseIncidencia = "baraja"     // a pack that is not whole (2)
	IncidenciaEspectador ClaseIncidencia = "espectador" // somebody who watched is sent away (6)
	IncidenciaDilacion   ClaseIncidencia = "dilacion"   // a pair takes too long (21, 22)
	IncidenciaPausa      ClaseIncidencia = "pausa"      // five minutes (39)
	IncidenciaDecision   ClaseIncidencia = "decision"   // judges decide, without appeal (48, 49)
	IncidenciaCrupier    ClaseIncidencia = "crupier"    // somebody collects, shuffles and deals (58)
)

// ClasesIncidencia lists them.
var ClasesIncidencia = []ClaseIncidencia{IncidenciaPuestos, IncidenciaBaraja, IncidenciaEspectador, IncidenciaDilacion, IncidenciaPausa, IncidenciaDecision, IncidenciaCrupier}

// pideJuez reports whether a judge has to be named.
func (k ClaseIncidencia) pideJuez() bool {
	return k == IncidenciaEspectador || k == IncidenciaDilacion || k == IncidenciaDecision
}

// ActaFacts are what an acta de partida says: the juegos in order ("ABAAA": A is the first pair of the match), which pair
// signed it by hand, and that the winners checked it when they handed it in.
type ActaFacts struct {
	Ronda, Partida int
	Juegos         string
	Firma          int
	Comprobada     bool
}

// RecordActa records the acta of a match, or corrects it while the next round is not drawn (arts. 38, 41).
func (c *Casa) RecordActa(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, f ActaFacts) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, _ time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoActaPartida}
		p, err := t.abierta(f.Ronda, f.Partida)
		if err != nil {
			return b, err
		}
		if p.Causa == CausaDescalificacion {
			return b, norma.Breach(artMus("52"), ErrDescalificada)
		}
		acta := mus.Acta{Comprobada: f.Comprobada}
		for _, g := range strings.TrimSpace(f.Juegos) {
			acta.Juegos = append(acta.Juegos, mus.Pareja(strings.ToUpper(string(g))))
		}
		if lado := p.lado(f.Firma); lado >= 0 {
			acta.Firma = []mus.Pareja{mus.A, mus.B}[lado]
		}
		if wrong := acta.Check(); len(wrong) > 0 {
			return b, wrong[0]
		}
		juegos := strings.ToUpper(strings.TrimSpace(f.Juegos))
		b.Datos = []diario.Dato{datoEntero("ronda", f.Ronda), datoEntero("partida", f.Partida), {Nombre: "juegos", Valor: juegos},
			datoEntero("firma", f.Firma), datoSi("comprobada", f.Comprobada)}
		return b, p.checkSanciones(juegos)
	})
}

// checkSanciones judges that the acta gives to each pair at least the juegos that the other lost by sanction (art. 51).
func (p *PartidaTorneo) checkSanciones(juegos string) error {
	for lado, pareja := range p.Parejas {
		lost := 0
		for _, i := range p.Infracciones {
			if i.Pareja == pareja && i.Sancion == mus.PerdidaDeJuego {
				lost++
			}
		}
		if strings.Count(juegos, []string{string(mus.B), string(mus.A)}[lado]) < lost {
			return norma.Breach(artMus("51"), ErrJuegoSancion).Under("A-M-15")
		}
	}
	return nil
}

// LosePartida records that one pair or both lose a match without an acta, as a judge decides: who is not there when the
// courtesy is over (art. 56), or whoever made it last longer than the organisation allows (art. 40).
func (c *Casa) LosePartida(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, ronda, partida int, causa string, pierden []int, juez int) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, hecho time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoPerdidaPartida}
		p, err := t.abierta(ronda, partida)
		if err != nil {
			return b, err
		}
		if err := t.checkJuez(juez, artMus("48")); err != nil {
			return b, err
		}
		if len(pierden) < 1 || len(pierden) > 2 || slices.ContainsFunc(pierden, func(x int) bool { return p.lado(x) < 0 }) || len(pierden) == 2 && pierden[0] == pierden[1] {
			return b, fmt.Errorf("%w: pierde una de las dos parejas, o las dos", ErrDatos)
		}
		switch causa {
		case CausaIncomparecencia:
			if mus.CheckComparecencia(hecho.Sub(p.Hora), t.Cortesia) == nil {
				return b, norma.Breach(artMus("56"), ErrCortesia)
			}
		case CausaDuracion:
			if mus.CheckDuracion(hecho.Sub(p.Hora), t.Duracion) == nil {
				return b, norma.Errorf(artMus("40"), "%w: la partida no ha pasado de su duración máxima", ErrDatos)
			}
		default:
			return b, fmt.Errorf("%w: causa %q", ErrDatos, causa)
		}
		b.Datos = []diario.Dato{datoEntero("ronda", ronda), datoEntero("partida", partida), {Nombre: "causa", Valor: causa},
			{Nombre: "pierden", Valor: strings.Trim(fmt.Sprint(pierden), "[]")}, datoEntero("juez", juez)}
		return b, nil
	})
}

// InfraccionFacts are an infringement as a judge finds it. Sancion "" is the one that follows from those before it in the
// match (arts. 50, 51): they do not pass from one match to another (art. 52).
type InfraccionFacts struct {
	Ronda, Partida, Pareja int
	Sancion                mus.Sancion
	Juez                   int
	Motivo                 string
}

// Propuesta is the sanction that follows for a pair at the next infringement of the match.
func (p *PartidaTorneo) Propuesta(pareja int) mus.Sancion {
	n := 1
	for _, i := range p.Infracciones {
		if i.Pareja == pareja {
			n++
		}
	}
	s, _, err := mus.Sanciona(slices.Repeat([]mus.Pareja{mus.A}, n))
	if err != nil {
		return ""
	}
	return s[n-1].Sancion
}

// RecordInfraccion records an infringement with its sanction, one of the three of art. 50, and the judge who decides it.
func (c *Casa) RecordInfraccion(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, f InfraccionFacts) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, _ time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoInfraccion}
		p, err := t.abierta(f.Ronda, f.Partida)
		if err != nil {
			return b, err
		}
		if p.lado(f.Pareja) < 0 {
			return b, fmt.Errorf("%w: la pareja no juega esa partida", ErrDatos)
		}
		if f.Sancion == "" {
			f.Sancion = p.Propuesta(f.Pareja)
		}
		if err := mus.CheckSancion(f.Sancion); err != nil {
			return b, err
		}
		if err := t.checkJuez(f.Juez, artMus("51")); err != nil {
			return b, err
		}
		if strings.TrimSpace(f.Motivo) == "" {
			return b, norma.Errorf(artMus("60"), "%w: falta el motivo de la sanción", ErrDatos)
		}
		b.Datos = []diario.Dato{datoEntero("ronda", f.Ronda), datoEntero("partida", f.Partida), datoEntero("pareja", f.Pareja), {Nombre: "sancion", Valor: string(f.Sancion)}, datoEntero("juez", f.Juez)}
		b.Personal = []diario.ValorPersonal{{Nombre: valorMotivo, Valor: strings.TrimSpace(f.Motivo)}}
		return b, nil
	})
}

// RecordIncidencia notes something of a match: what the judges decided (art. 48), a pack that is not whole, after which what
// was played stands (art. 2), a spectator sent away (art. 6), a pause, one a match (art. 39), the places, which do not change
// once there is a result (art. 1), a croupier (art. 58). Nothing of it is changed afterwards.
func (c *Casa) RecordIncidencia(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, f IncidenciaTorneo) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, hecho time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoIncidenciaPartida}
		p, err := t.abierta(f.Ronda, f.Partida)
		if err != nil {
			return b, err
		}
		if !slices.Contains(ClasesIncidencia, f.Clase) {
			return b, fmt.Errorf("%w: esa clase de anotación no existe", ErrDatos)
		}
		if f.Clase.pideJuez() || f.Juez != 0 {
			if err := t.checkJuez(f.Juez, artMus("48")); err != nil {
				return b, err
			}
		}
		repetida := slices.ContainsFunc(t.Incidencias, func(i IncidenciaTorneo) bool {
			return i.Clase == f.Clase && i.Ronda == f.Ronda && i.Partida == f.Partida
		})
		switch {
		case f.Clase == IncidenciaPausa && repetida:
			return b, norma.Breach(artMus("39"), ErrPausa)
		case f.Clase == IncidenciaPuestos && (repetida || !hecho.Before(p.Hora)):
			return b, norma.Breach(artMus("1"), ErrPuestos)
		case strings.TrimSpace(f.Nota) == "" && f.Clase != IncidenciaPausa:
			return b, fmt.Errorf("%w: falta decir qué ha pasado", ErrDatos)
		}
		b.Datos = []diario.Dato{datoEntero("ronda", f.Ronda), datoEntero("partida", f.Partida), {Nombre: "clase", Valor: string(f.Clase)}, datoEntero("juez", f.Juez)}
		if nota := strings.TrimSpace(f.Nota); nota != "" {
			b.Personal = []diario.ValorPersonal{{Nombre: valorNota, Valor: nota}}
		}
		return b, nil
	})
}

// ProclaimCampeon records the champion: the pair that is left alone, with every match ended. From then on no acta changes
// (art. 41).
func (c *Casa) ProclaimCampeon(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, juez int) error {
	return c.onTorneoMus(ctx, autor, hora, establecimiento, n, func(t *Torneo, _ time.Time) (diario.Borrador, error) {
		b := diario.Borrador{Tipo: TipoCampeon}
		if err := t.checkJuez(juez, artMus("48")); err != nil {
			return b, err
		}
		left := t.EnJuego()
		if len(t.Rondas) == 0 || len(left) != 1 || t.pendiente() || t.Campeon != 0 {
			return b, norma.Breach(artMus("41"), ErrSinCampeon)
		}
		b.Datos = []diario.Dato{datoEntero("pareja", left[0]), datoEntero("juez", juez)}
		return b, nil
	})
}
