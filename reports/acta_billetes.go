package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
)

// ActaBilletesFacts are the facts of the brief acta of the notes taken out of a table
// before its close (art. 31.5): one copy stays in the caja, another goes into the box.
type ActaBilletesFacts struct {
	Casa        Casa
	Regimen     Regimen
	Evidencia   Evidencia
	Numero      int64 // of the extraction, in the series of the establecimiento
	Mesa        int
	Juego       domain.Juego
	Folio       int64 // of the libro de anticipos
	Jornada     domain.Fecha
	Caja        int // number of the box that left the table
	CajaRelevo  int // and of the one that took its place
	Relevo      time.Time
	Autoriza    string // who directed, by name
	Hecho       time.Time
	Anotacion   time.Time
	Dependencia string // in words: "la caja central"
	Billetes    domain.Piezas
	Importe     domain.Importe
	Copia       string // where its copy is, in words; "" not yet
	Acto        Acto
}

func (f ActaBilletesFacts) check() error {
	total, err := f.Billetes.Total()
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrFacts, err)
	case total != f.Importe:
		return fmt.Errorf("%w: los billetes suman %s y el acta dice %s", ErrFacts, total, f.Importe)
	case f.Numero <= 0 || f.Mesa <= 0 || f.Caja <= 0 || f.CajaRelevo <= 0 || len(f.Acto.Firmas) != 1:
		return fmt.Errorf("%w: al acta de billetes le faltan número, mesa, cajas o firma", ErrFacts)
	}
	return f.Acto.check()
}

// ActaBilletes writes the acta sucinta of an extraction of notes (art. 31.5). The errors
// about its facts wrap ErrFacts.
func ActaBilletes(w io.Writer, f ActaBilletesFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	stamp := ""
	if !f.Acto.Closed() {
		stamp = "PENDIENTE DE FIRMA"
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Acta de extracción de billetes",
		subtitle:  fmt.Sprintf("Mesa %d · %s", f.Mesa, f.Juego.Nombre()),
		folio:     fmt.Sprintf("acta %d", f.Numero),
		date:      "jornada del " + f.Jornada.Larga(),
		stamp:     stamp,
		regimen:   f.Regimen.text(),
		evidencia: f.Evidencia,
		basis:     art("31.5").String() + " del Reglamento",
	}
	return r.write(w, o, f.blocks)
}

func (f ActaBilletesFacts) blocks(cv *canvas) []block {
	copia := f.Copia
	if copia == "" {
		copia = "pendiente de introducir en su caja"
	}
	bs := grid(cv, 3, []fact{
		{"Mesa y libro n.º", fmt.Sprint(f.Mesa)}, {"Folio del libro de anticipos", fmt.Sprint(f.Folio)}, {"Fecha de la jornada", f.Jornada.Larga()},
		{"Caja retirada", fmt.Sprintf("n.º %d", f.Caja)}, {"Caja de relevo", fmt.Sprintf("n.º %d", f.CajaRelevo)}, {"Hora del relevo", formatInstant(f.Relevo)},
		{"Autoriza la extracción", f.Autoriza}, {"Se cuenta en", f.Dependencia}, {"Copia del acta", copia},
	})
	bs = append(bs, section("Billetes contados", when(f.Hecho, f.Anotacion, "", 0)))
	bs = append(bs, pieceTable(f.Billetes)...)
	bs = append(bs, amount(cv, "Total extraído", f.Importe)...)
	bs = append(bs, paragraph(cv, noteText, "Esta cantidad se suma a los billetes de la mesa en su recuento final ("+art("36.3").String()+").", true)...)
	return append(bs, footSignatures("La firma da por exacto el recuento parcial", f.Acto))
}

// pieceTable lays a count out in one column of denominations.
func pieceTable(p domain.Piezas) []block {
	t := &table{h: 6.4, head: func(cv *canvas, y float64) { pieceHead(cv, margin, y) }}
	ps := pieceLines(p)
	var bs []block
	for k, line := range ps {
		bs = append(bs, block{h: rowHeight, keep: stays(k, len(ps)), table: t, draw: func(cv *canvas, y float64) { pieceRow(cv, margin, y, line) }})
	}
	return bs
}

// footSignatures is the foot of a document: its signatures side by side, at the bottom.
func footSignatures(what string, a Acto) block {
	return block{h: boxHeight + 16, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Firmas")
		cv.text(margin, y+10.4, noteText, what+".")
		cv.textRight(margin+measure, y+6, labelText, "Acto "+a.ID)
		boxes(cv, margin, y+12.6, measure, a.Firmas)
		cv.textRight(margin+measure, y+boxHeight+15.4, monoText.tall(6), "huella "+a.Huella)
	}}
}
