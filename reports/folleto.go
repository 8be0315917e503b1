package reports

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"foliado/domain/catalogo"
	"foliado/domain/libros"
	"foliado/domain/norma"
)

// FolletoFacts are the facts of the leaflet with the rules of a game: what its engine says
// of it (art. 25.2).
type FolletoFacts struct {
	Casa  Casa
	Ficha catalogo.Ficha
}

// impreso is a paper for the public: it carries no evidence, since it records nothing.
type impreso struct {
	casa            Casa
	title, subtitle string
	basis           string
}

// write lays the blocks out and writes the document.
func (p impreso) write(w io.Writer, o Options, build func(*canvas) []block) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := p.casa.check(); err != nil {
		return err
	}
	cv := newCanvas(a4Width, a4Height, p.title, p.casa.Entidad, o)
	pages := paginate(build(cv), impresoBottom-bodyTop)
	for k, page := range pages {
		cv.page()
		if p.casa.Demostracion {
			watermark(cv)
		}
		s := sheet{casa: p.casa, title: p.title, subtitle: p.subtitle, basis: p.basis}
		place := ""
		if len(pages) > 1 {
			place = fmt.Sprintf("hoja %d de %d", k+1, len(pages))
		}
		s.head(cv, place)
		cv.text(margin, a4Height-11, labelText.tall(6.2), s.colophon(o))
		y := bodyTop
		for _, b := range page {
			b.draw(cv, y)
			y += b.h
		}
	}
	return cv.writeTo(w)
}

// impresoBottom is where the body of a paper for the public ends.
const impresoBottom = 280.0

// Folleto writes the leaflet with the rules of a game, what it pays and its limits
// (art. 25.2), each line with its provision. The errors about its facts wrap ErrFacts.
func Folleto(w io.Writer, f FolletoFacts, o Options) error {
	if len(f.Ficha.Reglas) == 0 || len(f.Ficha.Tablas) == 0 {
		return fmt.Errorf("%w: el folleto no tiene reglas o pagos", ErrFacts)
	}
	p := impreso{casa: f.Casa, title: capital(f.Ficha.Juego.Nombre()), subtitle: "Reglas del juego, pagos y límites",
		basis: art("25.2").String() + " del Reglamento · los números son los de las tablas con que se liquida"}
	return p.write(w, o, f.blocks)
}

func (f FolletoFacts) blocks(cv *canvas) []block {
	bs := []block{section("Cómo se juega", "")}
	for _, r := range f.Ficha.Reglas {
		bs = append(bs, rule(cv, r.Texto, cita(r.Articulo, r.Criterio)))
	}
	for _, t := range f.Ficha.Tablas {
		bs = append(bs, payments(cv, t)...)
	}
	bs = append(bs, section("Apuestas mínimas y máximas", ""))
	for _, l := range f.Ficha.Limites {
		bs = append(bs, rule(cv, capital(l.Suerte)+": "+l.Texto+".", cita(l.Articulo, l.Criterio)))
	}
	bs = append(bs, section("En la mesa", ""), rule(cv, "Cuántos juegan: "+seats(f.Ficha.Asientos)+".", cita(f.Ficha.Asientos.Articulo, "")),
		rule(cv, capital(lastRounds(f.Ficha.Rondas))+".", cita(f.Ficha.Rondas.Articulo, f.Ficha.Rondas.Criterio)))
	return bs
}

// lower writes the first letter of a text in lower case.
func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// citaWidth is the column of the citations.
const citaWidth = 40.0

// cita writes a provision with its declared reading.
func cita(a norma.Articulo, criterio string) string {
	if criterio == "" {
		return a.String()
	}
	return a.String() + ", " + criterio
}

// rule is a sentence with its provision beside it.
func rule(cv *canvas, text, cita string) block {
	e := normalText.tall(9.5)
	lines := cv.wrap(e, text, measure-citaWidth)
	step := e.size * mmPoint * 1.4
	return block{h: step*float64(len(lines)) + 1.8, keep: true, draw: func(cv *canvas, y float64) {
		for k, line := range lines {
			cv.text(margin, y+e.size*mmPoint+1+float64(k)*step, e, line)
		}
		cv.textRight(margin+measure, y+e.size*mmPoint+1, noteText, cita)
	}}
}

// payments is a table of payments.
func payments(cv *canvas, t catalogo.Tabla) []block {
	bs := []block{section("Qué se paga: "+lower(t.Titulo), "")}
	if t.Nota != "" {
		bs = append(bs, together(paragraph(cv, noteText.tall(8), t.Nota, true))...)
	}
	const half = measure / 2
	rows := (len(t.Pagos) + 1) / 2
	for k := range rows {
		pair := []catalogo.Pago{t.Pagos[k]}
		if k+rows < len(t.Pagos) {
			pair = append(pair, t.Pagos[k+rows])
		}
		bs = append(bs, block{h: 5.6, keep: true, draw: func(cv *canvas, y float64) {
			for i, p := range pair {
				x := margin + float64(i)*(half+3)
				const w = half - 3
				cv.text(x, y+4, normalText.tall(9.5), capital(p.Nombre))
				cv.textRight(x+w-24, y+4, boldText.tall(9.5), p.Paga())
				cv.textRight(x+w, y+4, noteText, p.Articulo.String())
				cv.line(x, y+5.5, x+w, y+5.5, 0.08, veil)
			}
		}})
	}
	return bs
}

// seats says how many may play.
func seats(a catalogo.Asientos) string {
	if a.Maximo == 0 {
		return a.Texto
	}
	return fmt.Sprintf("%d, %s", a.Maximo, a.Texto)
}

// lastRounds says what is announced before the end of games (art. 29.5).
func lastRounds(u libros.UltimasRondas) string {
	switch u.Unidad {
	case libros.CorteFinal:
		return "la partida acaba con el último corte de los treinta minutos finales"
	case libros.Sabot:
		return "antes de la hora límite se anuncia el último sabot"
	}
	return fmt.Sprintf("antes de la hora límite se anuncian las %d últimas %s", u.Numero, u.Unidad)
}

// TablaPagosFacts are the facts of the table of payments that hangs at a table.
type TablaPagosFacts struct {
	Casa     Casa
	Nombre   string // of the game
	Tabla    catalogo.Tabla
	Articulo norma.Articulo // that asks for it
}

// TablaPagos writes the table of payments that must be in sight at a table (arts. 100.2,
// 107.2), to be read from a chair. The errors about its facts wrap ErrFacts.
func TablaPagos(w io.Writer, f TablaPagosFacts, o Options) error {
	if len(f.Tabla.Pagos) == 0 || f.Nombre == "" {
		return fmt.Errorf("%w: la tabla de pagos está vacía", ErrFacts)
	}
	p := impreso{casa: f.Casa, title: capital(f.Nombre), subtitle: "Tabla de pagos: " + lower(f.Tabla.Titulo), basis: f.Articulo.String() + " del Reglamento"}
	return p.write(w, o, f.blocks)
}

func (f TablaPagosFacts) blocks(cv *canvas) []block {
	name, times := style{face: serifBold, size: 21, color: dark}, style{face: serifBold, size: 24, color: green}
	var bs []block
	for _, p := range f.Tabla.Pagos {
		bs = append(bs, block{h: 19, draw: func(cv *canvas, y float64) {
			cv.fitted(margin, y+12, name, capital(p.Nombre), measure-60, 1, 12)
			cv.textRight(margin+measure, y+12, times, p.Paga())
			cv.textRight(margin+measure, y+16, noteText, p.Articulo.String())
			cv.line(margin, y+17.6, margin+measure, y+17.6, 0.2, veil)
		}})
	}
	if f.Tabla.Nota != "" {
		bs = append(bs, together(paragraph(cv, normalText.tall(11), f.Tabla.Nota, true))...)
	}
	return bs
}
