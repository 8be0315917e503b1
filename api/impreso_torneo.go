package api

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain/mus"
	"foliado/registers"
	"foliado/reports"
	"foliado/templates"
)

// nombreSancion names the sanctions of the mus (art. 50).
var nombreSancion = map[mus.Sancion]string{mus.Apercibimiento: "apercibimiento", mus.PerdidaDeJuego: "pérdida de un juego", mus.Descalificacion: "descalificación"}

// nombreIncidencia names what is noted of a match of mus.
var nombreIncidencia = map[registers.ClaseIncidencia]string{
	registers.IncidenciaPuestos: "sorteo de puestos", registers.IncidenciaBaraja: "anomalía en la baraja", registers.IncidenciaEspectador: "espectador expulsado",
	registers.IncidenciaDilacion: "dilación", registers.IncidenciaPausa: "pausa de cinco minutos", registers.IncidenciaDecision: "decisión de los jueces",
	registers.IncidenciaCrupier: "secretario o crupier",
}

// nombreCausa names why a match is lost without an acta, in short.
var nombreCausa = map[string]string{registers.CausaIncomparecencia: "no comp.", registers.CausaDuracion: "tiempo", registers.CausaDescalificacion: "desc."}

// nombrePareja is a pair as papers and pages name it.
func nombrePareja(p registers.ParejaTorneo) string {
	if p.Jugadores[0] == "" && p.Jugadores[1] == "" {
		return fmt.Sprintf("pareja %d (datos suprimidos)", p.Numero)
	}
	return p.Jugadores[0] + " y " + p.Jugadores[1]
}

// resultadoPartida is "4-2", or why there is no acta.
func resultadoPartida(p *registers.PartidaTorneo) string {
	if p.Juegos != "" {
		m := p.Marcador()
		return fmt.Sprintf("%d-%d", m[0], m[1])
	}
	return nombreCausa[p.Causa]
}

func printedPartida(t *registers.Torneo, p *registers.PartidaTorneo) reports.TorneoPartida {
	f := reports.TorneoPartida{Mesa: p.Mesa, Hora: p.Hora, Numeros: p.Parejas, Resultado: resultadoPartida(p), Gana: -1}
	for k, n := range p.Parejas {
		f.Parejas[k] = nombrePareja(t.Pareja(n))
		if p.Gana() == n {
			f.Gana = k
		}
	}
	return f
}

// evidenciaTorneo is the evidence of the book of a tournament up to its last leaf.
func (s *Servidor) evidenciaTorneo(c echo.Context, t *registers.Torneo) (reports.Evidencia, error) {
	cp, err := s.checkpointDe(c.Request().Context(), t.Posicion)
	return reports.Evidencia{Token: fmt.Sprintf("torneo/%s/%d", t.Establecimiento, t.Numero), Checkpoint: cp, Criterios: []string{"TOR-1", "A-M-15", "A-M-16", "A-M-17"}}, err
}

// estadoPareja says how a pair stands.
func estadoPareja(t *registers.Torneo, p registers.ParejaTorneo) string {
	switch {
	case p.Numero == t.Campeon:
		return "campeona"
	case p.Descalificada:
		return "descalificada"
	case p.Fuera:
		return "eliminada"
	}
	return "en juego"
}

// pdfCuadro prints the bracket of a tournament and its standings.
func (s *Servidor) pdfCuadro(c echo.Context, t *registers.Torneo) error {
	casa, err := s.casaImpresa(c.Request().Context(), t.Establecimiento)
	if err != nil {
		return err
	}
	ev, err := s.evidenciaTorneo(c, t)
	if err != nil {
		return err
	}
	f := reports.TorneoMusFacts{Casa: casa, Evidencia: ev, Numero: t.Numero, Nombre: t.Nombre, Anunciado: t.Anunciado, Cuadro: dibujoCuadro(t, ""), Hechos: [][2]string{
		{"Parejas inscritas", fmt.Sprint(len(t.Parejas))}, {"Derrotas que eliminan", fmt.Sprint(t.Derrotas)}, {"Mesas", fmt.Sprint(t.Mesas)},
		{"Duración máxima", minutos(t.Duracion)}, {"Cortesía", minutos(t.Cortesia)}, {"Jueces", strings.Join(t.Jueces, ", ")}}}
	if t.Campeon != 0 {
		f.Campeon = nombrePareja(t.Pareja(t.Campeon))
	}
	for _, r := range t.Rondas {
		x := reports.TorneoRonda{Numero: r.Numero, Sorteada: r.Sorteada, Juez: t.Juez(r.Juez), Semilla: r.Semilla}
		if r.Exenta != 0 {
			x.Exenta = nombrePareja(t.Pareja(r.Exenta))
		}
		f.Rondas = append(f.Rondas, x)
	}
	for _, p := range t.Clasificacion() {
		f.Clasificacion = append(f.Clasificacion, reports.TorneoLinea{Numero: p.Numero, Pareja: nombrePareja(p), Estado: estadoPareja(t, p), Jugadas: p.Jugadas, Ganadas: p.Ganadas,
			AFavor: p.AFavor, EnContra: p.EnContra})
	}
	return s.pdf(c, fmt.Sprintf("torneo-%d.pdf", t.Numero), func(w io.Writer, o reports.Options) error { return reports.TorneoMus(w, f, o) })
}

// getActaPartida prints the acta of a match, filled in or to be filled in.
func (s *Servidor) getActaPartida(c echo.Context) error {
	ctx := c.Request().Context()
	var ns [3]int64
	for k, name := range []string{"n", "r", "k"} {
		n, err := parseNumero(c.Param(name))
		if err != nil {
			return err
		}
		ns[k] = n
	}
	t, err := s.cfg.Casa.Torneo(ctx, c.Param("e"), ns[0])
	if err != nil {
		return err
	}
	p, err := t.Partida(int(ns[1]), int(ns[2]))
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(ctx, t.Establecimiento)
	if err != nil {
		return err
	}
	ev, err := s.evidenciaTorneo(c, t)
	if err != nil {
		return err
	}
	ev.Criterios = []string{"TOR-1", "A-M-15"}
	f := reports.ActaPartidaFacts{Casa: casa, Evidencia: ev, Torneo: t.Nombre, Numero: t.Numero, Ronda: int(ns[1]), Partida: p.Numero, Inicio: printedPartida(t, p),
		Anotada: p.Anotada, Definida: int(ns[1]) < len(t.Rondas) || t.Campeon != 0, Notas: notasPartida(t, int(ns[1]), p)}
	for _, g := range p.Juegos {
		f.Juegos = append(f.Juegos, strings.Index("AB", string(g)))
	}
	return s.pdf(c, fmt.Sprintf("acta-mus-%d-%d-%d.pdf", ns[0], ns[1], ns[2]), func(w io.Writer, o reports.Options) error { return reports.ActaPartida(w, f, o) })
}

// notasPartida tells the sanctions and the notes of a match.
func notasPartida(t *registers.Torneo, ronda int, p *registers.PartidaTorneo) []string {
	var notes []string
	for _, i := range p.Infracciones {
		notes = append(notes, fmt.Sprintf("%s  Pareja %d: %s. %s Juez: %s.", templates.Hora(i.Hora), i.Pareja, nombreSancion[i.Sancion], punto(i.Motivo), t.Juez(i.Juez)))
	}
	for _, i := range t.Incidencias {
		if i.Ronda != ronda || i.Partida != p.Numero {
			continue
		}
		n := fmt.Sprintf("%s  %s. %s", templates.Hora(i.Hora), capital(nombreIncidencia[i.Clase]), punto(i.Nota))
		if i.Juez != 0 {
			n += " Juez: " + t.Juez(i.Juez) + "."
		}
		notes = append(notes, strings.TrimSpace(n))
	}
	return notes
}

// punto ends a sentence.
func punto(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// minutos writes a length in whole minutes.
func minutos(d time.Duration) string { return fmt.Sprintf("%d min", int(d.Minutes())) }
