package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/tapete"
)

// TorneoPartida is a match of a mus tournament as papers show it. Gana is 0 or 1 of Parejas, -1 while nobody won.
type TorneoPartida struct {
	Mesa      int
	Hora      time.Time
	Numeros   [2]int
	Parejas   [2]string
	Resultado string // "4-2", "no comparece"; "" while it goes on
	Gana      int
}

// TorneoRonda is a round with its draw.
type TorneoRonda struct {
	Numero   int
	Sorteada time.Time
	Juez     string
	Semilla  string
	Exenta   string // "" none
}

// TorneoLinea is a pair in the standings.
type TorneoLinea struct {
	Numero                             int
	Pareja, Estado                     string
	Jugadas, Ganadas, AFavor, EnContra int
}

// TorneoMusFacts are the facts of the bracket and the standings of a mus tournament.
type TorneoMusFacts struct {
	Casa          Casa
	Evidencia     Evidencia
	Numero        int64
	Nombre        string
	Anunciado     time.Time
	Hechos        [][2]string
	Campeon       string
	Cuadro        tapete.Dibujo // its bracket
	Rondas        []TorneoRonda
	Clasificacion []TorneoLinea
}

var artMus = norma.Mus.Art

// regimenTorneo is the standing of the papers of a tournament: it is none of the books of the casino (criterio TOR-1).
const regimenTorneo = "Torneo social de mus: no es juego de casino ni sus papeles son libros del Reglamento"

// TorneoMus writes the bracket of a mus tournament with its picture, its draws and its standings.
func TorneoMus(w io.Writer, f TorneoMusFacts, o Options) error {
	r := sheet{casa: f.Casa, title: "Cuadro del torneo de mus", subtitle: f.Nombre, folio: fmt.Sprintf("torneo %d", f.Numero), date: "anunciado el " + formatInstant(f.Anunciado),
		regimen: regimenTorneo, evidencia: f.Evidencia, basis: artMus("53").String()}
	return r.write(w, o, f.blocks)
}

func (f TorneoMusFacts) blocks(cv *canvas) []block {
	facts := make([]fact, 0, len(f.Hechos))
	for _, h := range f.Hechos {
		facts = append(facts, fact{h[0], h[1]})
	}
	bs := grid(cv, 3, facts)
	if f.Campeon != "" {
		bs = append(bs, block{h: 15, draw: func(cv *canvas, y float64) {
			cv.frame(margin, y+3, measure, 10, 0.5, green)
			cv.text(margin+4, y+9, capsText, "PAREJA CAMPEONA")
			cv.textRight(margin+measure-4, y+9.3, boldText.tall(11), f.Campeon)
		}})
	}
	bs = append(bs, section("Cuadro", fmt.Sprintf("rondas sorteadas: %d", len(f.Rondas))))
	if len(f.Rondas) == 0 {
		bs = append(bs, paragraph(cv, noteText, "No se ha sorteado ninguna ronda.", true)...)
	}
	if len(f.Rondas) > 0 {
		bs = append(bs, cuadro(f.Cuadro))
	}
	bs = append(bs, f.clasificacion()...)
	if len(f.Rondas) > 0 {
		bs = append(bs, section("Sorteos", "público y ante un juez"))
	}
	for _, r := range f.Rondas {
		text := fmt.Sprintf("Ronda %d, sorteada el %s ante %s.", r.Numero, formatInstant(r.Sorteada), r.Juez)
		if r.Exenta != "" {
			text += " Exenta: " + r.Exenta + "."
		}
		bs = append(bs, paragraph(cv, normalText.tall(7.5), text, false)...)
		bs = append(bs, paragraph(cv, monoText, "semilla "+r.Semilla, true)...)
	}
	return bs
}

// altoCuadro is the height of the largest bracket, in millimetres: what a page has left below its heading.
const altoCuadro = 205.0

// cuadro draws the bracket across the page, smaller when it is wider or taller than it.
func cuadro(d tapete.Dibujo) block {
	scale := min(0.1, measure/float64(d.Ancho), altoCuadro/float64(d.Alto))
	return block{h: float64(d.Alto)*scale + 3, draw: func(cv *canvas, y float64) { cv.tapete(margin, y+1, scale, d) }}
}

// clasificacion lays out the standings.
func (f TorneoMusFacts) clasificacion() []block {
	bs := []block{section("Clasificación", fmt.Sprintf("%d parejas", len(f.Clasificacion)))}
	t := &table{h: 5.4, head: func(cv *canvas, y float64) {
		cv.textRight(margin+7, y+3.6, labelText, "n.º")
		cv.text(margin+11, y+3.6, labelText, "pareja")
		for k, s := range []string{"partidas", "ganadas", "a favor", "en contra"} {
			cv.textRight(margin+94+float64(k)*17, y+3.6, labelText, s)
		}
		cv.text(margin+151, y+3.6, labelText, "estado")
		cv.line(margin, y+4.8, margin+measure, y+4.8, 0.2, green)
	}}
	for k, p := range f.Clasificacion {
		bs = append(bs, block{h: 4.8, table: t, draw: func(cv *canvas, y float64) {
			e, base := normalText.tall(7.5), y+3.5
			cv.textRight(margin+7, base, boldText.tall(7.5), fmt.Sprint(k+1))
			cv.fitted(margin+11, base, e, fmt.Sprintf("%d  %s", p.Numero, p.Pareja), 70, 1, 5)
			for i, n := range []int{p.Jugadas, p.Ganadas, p.AFavor, p.EnContra} {
				cv.textRight(margin+94+float64(i)*17, base, e, fmt.Sprint(n))
			}
			cv.text(margin+151, base, e, p.Estado)
		}})
	}
	return bs
}

// ActaPartidaFacts are the facts of the acta of a match (arts. 38, 41). Juegos are who won each, "" still to be marked.
type ActaPartidaFacts struct {
	Casa      Casa
	Evidencia Evidencia
	Torneo    string
	Numero    int64
	Ronda     int
	Partida   int
	Inicio    TorneoPartida
	Juegos    []int // 0 or 1 of the pairs, in order; nil while it goes on
	Anotada   time.Time
	Notas     []string // sanctions, decisions and incidents, ready to print
	Definida  bool     // the next draw is made: it does not change any more
}

// ActaPartida writes the acta of a match: the juegos won, the result, the place for the signature by hand of the pair that
// loses and for the check of the one that wins. Before the match it is the sheet to fill in.
func ActaPartida(w io.Writer, f ActaPartidaFacts, o Options) error {
	if len(f.Juegos) > maxJuegos {
		return fmt.Errorf("%w: una partida tiene a lo sumo %d juegos", ErrFacts, maxJuegos)
	}
	stamp := ""
	if f.Definida {
		stamp = "DEFINITIVA"
	}
	r := sheet{casa: f.Casa, title: "Acta de partida de mus", subtitle: f.Torneo, folio: fmt.Sprintf("ronda %d, partida %d", f.Ronda, f.Partida),
		date: fmt.Sprintf("mesa %d, %s", f.Inicio.Mesa, formatInstant(f.Inicio.Hora)), stamp: stamp, regimen: regimenTorneo, evidencia: f.Evidencia,
		basis: artMus("38").String() + " y " + artMus("41").String()}
	return r.write(w, o, f.blocks)
}

// maxJuegos are the juegos of the longest match, four to three.
const maxJuegos = 7

func (f ActaPartidaFacts) blocks(cv *canvas) []block {
	p := f.Inicio
	bs := grid(cv, 4, []fact{{"Ronda", fmt.Sprint(f.Ronda)}, {"Mesa", fmt.Sprint(p.Mesa)}, {"Hora indicada", p.Hora.In(domain.Madrid).Format("15:04")}, {"Resultado", orDash(p.Resultado)}})
	bs = append(bs, section("Juegos ganados", "cuatro ganan la partida"), block{h: 44, draw: f.juegos})
	bs = append(bs, section("Sanciones, decisiones e incidencias", ""))
	if len(f.Notas) == 0 {
		bs = append(bs, paragraph(cv, noteText, "Ninguna.", true)...)
	}
	for _, n := range f.Notas {
		bs = append(bs, paragraph(cv, normalText, n, true)...)
	}
	bs = append(bs, section("Firmas", ""))
	loser, winner := "Pareja que pierde", "Pareja que gana: comprueba el resultado al entregar el acta"
	if p.Gana >= 0 {
		loser, winner = loser+": "+p.Parejas[1-p.Gana], winner+": "+p.Parejas[p.Gana]
	}
	return append(bs, lineaFirma(loser), lineaFirma(winner))
}

func orDash(s string) string {
	if s == "" {
		return "—"
	}
	return s
}

// juegos draws the grid of the juegos: a row for each pair, a column for each juego, its total at the end.
func (f ActaPartidaFacts) juegos(cv *canvas, y float64) {
	const left, cell, h = 84.0, 10.0, 14.0
	for k := range maxJuegos {
		cv.textCenter(margin+left+cell*(float64(k)+0.5), y+6, labelText, fmt.Sprintf("%d.º", k+1))
	}
	cv.textCenter(margin+left+cell*maxJuegos+8, y+6, labelText, "total")
	for lado, name := range f.Inicio.Parejas {
		top, total := y+8+float64(lado)*(h+2), 0
		if f.Inicio.Gana == lado {
			cv.fill(margin, top, 1.2, h, green)
		}
		cv.text(margin+3.5, top+5, labelText, fmt.Sprintf("pareja %d", f.Inicio.Numeros[lado]))
		cv.fitted(margin+3.5, top+10.5, boldText, name, left-6, 1, 5)
		for k := range maxJuegos {
			x := margin + left + cell*float64(k)
			cv.frame(x, top+2, cell-1.5, h-4, 0.2, green)
			if k < len(f.Juegos) && f.Juegos[k] == lado {
				cv.fill(x+2.4, top+4.4, cell-6.3, h-8.8, green)
				total++
			}
		}
		cv.frame(margin+left+cell*maxJuegos+2, top+1, 12, h-2, 0.5, green)
		if len(f.Juegos) > 0 {
			cv.textCenter(margin+left+cell*maxJuegos+8, top+9, boldText.tall(12), fmt.Sprint(total))
		}
	}
}

// lineaFirma is a place to sign by hand.
func lineaFirma(label string) block {
	return block{h: 22, keep: true, draw: func(cv *canvas, y float64) {
		cv.line(margin, y+16, margin+measure, y+16, 0.2, dark)
		cv.fitted(margin, y+19.6, noteText, label, measure, 1, 5)
	}}
}
