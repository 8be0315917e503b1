package reports

import (
	"fmt"
	"io"
	"time"
	"unicode"
	"unicode/utf8"

	"foliado/domain"
)

// TopeCartel is a suerte with the most that it admits.
type TopeCartel struct {
	Suerte string // in words: "Pleno"
	Maximo domain.Importe
}

// CartelFacts are the facts of the notice of a table (art. 38.2).
type CartelFacts struct {
	Casa          Casa
	Evidencia     Evidencia
	Numero        int64 // of the notice
	Mesa          int
	Juego         domain.Juego
	ApuestaMinima domain.Importe
	Anticipo      domain.Importe
	Topes         []TopeCartel
	Nota          string // what the public should know besides: "No se ofrece el juego de 7."
	Emision       time.Time
}

func (f CartelFacts) check() error {
	if f.Numero <= 0 || f.Mesa <= 0 || f.ApuestaMinima <= 0 || f.Anticipo <= 0 || len(f.Topes) == 0 {
		return fmt.Errorf("%w: al cartel le faltan número, mesa, anticipo o límites", ErrFacts)
	}
	for _, t := range f.Topes {
		if t.Maximo < f.ApuestaMinima && t.Maximo <= 0 || t.Suerte == "" {
			return fmt.Errorf("%w: el máximo de %q es %s", ErrFacts, t.Suerte, t.Maximo)
		}
	}
	return nil
}

// Styles and measures of a notice, which is read from a chair.
var (
	posterNumber = style{face: serifBold, size: 64, color: green}
	posterFigure = style{face: bold, size: 26, color: dark}
	posterLabel  = style{face: sans, size: 11, color: grey}
	posterRow    = style{face: sans, size: 13, color: dark}
	posterStrong = style{face: bold, size: 13, color: dark}
)

// Cartel writes the notice of a table: its number, its initial anticipo and the least and
// the most that each suerte admits (art. 38.2). The errors about its facts wrap ErrFacts.
func Cartel(w io.Writer, f CartelFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	f.Evidencia.Completitud = "Los datos son los del asiento con que se emitió, que el código permite comprobar."
	r := sheet{
		casa:      f.Casa,
		title:     capitalWord(f.Juego.Nombre()),
		subtitle:  "Información al público de la mesa",
		folio:     fmt.Sprintf("cartel %d", f.Numero),
		date:      "emitido el " + formatInstant(f.Emision),
		regimen:   "Cartel de mesa: se sustituye cuando cambian el anticipo o los límites",
		evidencia: f.Evidencia,
		basis:     art("38.2").String() + " del Reglamento",
	}
	return r.write(w, o, f.blocks)
}

// capitalWord begins a name with a capital.
func capitalWord(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func (f CartelFacts) blocks(cv *canvas) []block {
	bs := []block{{h: 40, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+8, posterLabel, "Mesa")
		cv.text(margin, y+32, posterNumber, fmt.Sprint(f.Mesa))
		for k, p := range []struct {
			label string
			i     domain.Importe
		}{{"Apuesta mínima", f.ApuestaMinima}, {"Anticipo inicial", f.Anticipo}} {
			x := margin + 62 + 56*float64(k)
			cv.text(x, y+12, posterLabel, p.label)
			cv.fitted(x, y+25, posterFigure, figure(p.i), 50, 1, 12)
		}
	}}}
	t := &table{h: 10, head: func(cv *canvas, y float64) {
		cv.text(margin, y+6, posterLabel, "Suerte")
		cv.textRight(margin+measure-48, y+6, posterLabel, "mínima")
		cv.textRight(margin+measure, y+6, posterLabel, "máxima")
		cv.line(margin, y+8.4, margin+measure, y+8.4, 0.4, green)
	}}
	h, row, strong := 9.0, posterRow, posterStrong
	if len(f.Topes) > 14 { // the dados: small enough for one sheet
		h, row, strong = 5.6, posterRow.tall(9.5), posterStrong.tall(9.5)
	}
	for k, tope := range f.Topes {
		bs = append(bs, block{h: h, keep: k > 0, table: t, draw: func(cv *canvas, y float64) {
			base := y + h*0.68
			cv.text(margin, base, strong, tope.Suerte)
			cv.textRight(margin+measure-48, base, row, figure(min(f.ApuestaMinima, tope.Maximo)))
			cv.textRight(margin+measure, base, strong, figure(tope.Maximo))
			cv.line(margin, y+h, margin+measure, y+h, 0.1, faint)
		}})
	}
	if f.Nota != "" {
		bs = append(bs, paragraph(cv, normalText.tall(10), f.Nota, true)...)
	}
	return bs
}
