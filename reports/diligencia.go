package reports

import (
	"fmt"
	"io"

	"foliado/domain"
	"foliado/domain/norma"
)

// DiligenciaFacts are the facts of a diligencia de rectificación: a closing count found
// wrong after it was signed (criterio FIR-5).
type DiligenciaFacts struct {
	Casa              Casa
	Regimen           Regimen
	Evidencia         Evidencia
	Mesa              int
	Juego             domain.Juego
	Folio             int64 // that it corrects
	Ordinal           int   // among the corrections of the folio, from 1
	Original          domain.Fecha
	Jornada           domain.Fecha // in whose control the difference goes
	Rectificado       Recuento     // as it should have been: its hours, pieces and signatures
	ContadoAnterior   domain.Importe
	Contado           domain.Importe
	ResultadoAnterior domain.Importe
	Resultado         domain.Importe
	Motivo            string
	Pozo              domain.Piezas // of a table of círculo, whose Rectificado has no pieces
}

// Diferencia is what the correction adds to the result, in céntimos.
func (f DiligenciaFacts) Diferencia() domain.Importe { return f.Contado - f.ContadoAnterior }

func (f DiligenciaFacts) check() error {
	t := tally{}
	var pozo domain.Importe
	var err error
	for _, c := range []struct {
		p  domain.Piezas
		to *domain.Importe
	}{{f.Rectificado.Fichas, &t.fichas}, {f.Rectificado.Placas, &t.placas}, {f.Rectificado.Billetes, &t.billetes}, {f.Pozo, &pozo}} {
		if *c.to, err = c.p.Total(); err != nil {
			return fmt.Errorf("%w: %w", ErrFacts, err)
		}
	}
	switch {
	case t.existencias()+pozo != f.Contado:
		return fmt.Errorf("%w: las piezas suman %s y lo contado dice %s", ErrFacts, t.existencias()+pozo, f.Contado)
	case f.Resultado-f.ResultadoAnterior != f.Diferencia():
		return fmt.Errorf("%w: el resultado no varía en la diferencia", ErrFacts)
	}
	return f.Rectificado.Acto.check()
}

// Diligencia writes a diligencia de rectificación, with the cargos of the act that it
// corrects. The errors about its facts wrap ErrFacts.
func Diligencia(w io.Writer, f DiligenciaFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Diligencia de rectificación",
		subtitle:  fmt.Sprintf("Recuento de la mesa %d, %s · jornada del %s", f.Mesa, f.Juego.Nombre(), f.Original.Larga()),
		folio:     fmt.Sprintf("libro de la mesa %d, folio %d, diligencia %d", f.Mesa, f.Folio, f.Ordinal),
		date:      "firmada en la jornada del " + f.Jornada.Larga(),
		regimen:   f.Regimen.text(),
		evidencia: f.Evidencia,
		basis:     f.basis().String() + " del Reglamento, criterio FIR-5",
	}
	return r.write(w, o, f.blocks)
}

func (f DiligenciaFacts) blocks(cv *canvas) []block {
	bs := paragraph(cv, normalText.tall(9.5), fmt.Sprintf("El recuento anotado en el folio %d de este libro se rectifica como sigue. El folio queda como se firmó; "+
		"la diferencia pasa al control de ingresos de la jornada del %s, que lo cita.", f.Folio, f.Jornada.Larga()), false)
	if f.Motivo != "" {
		bs = append(bs, paragraph(cv, normalText.tall(9.5), "Motivo: "+f.Motivo, true)...)
	}
	bs = append(bs, f.count(cv)...)
	row := func(label string, i domain.Importe) block {
		return block{h: 5, keep: true, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+3.8, normalText, label)
			cv.textRight(margin+measure, y+3.8, normalText, figure(i))
		}}
	}
	bs = append(bs, section("Lo que cambia", ""), row("Contado que constaba", f.ContadoAnterior), row("Contado rectificado", f.Contado),
		row("Resultado de la sesión que constaba", f.ResultadoAnterior), row("Resultado de la sesión rectificado", f.Resultado))
	bs = append(bs, amount(cv, "Diferencia", f.Diferencia())...)
	r, signers := f.Rectificado, art("40.3")
	if f.Juego.Circulo() {
		signers = art("41.4")
	}
	return append(bs, block{h: boxHeight + 16, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Firmas")
		cv.text(margin, y+10.4, noteText, "Firman los cargos del acto que se rectifica ("+signers.String()+").")
		cv.textRight(margin+measure, y+6, labelText, "Acto "+r.Acto.ID)
		boxes(cv, margin, y+12.6, measure, r.Acto.Firmas)
		cv.textRight(margin+measure, y+boxHeight+15.4, monoText.tall(6), "huella "+r.Acto.Huella)
	}})
}

// basis is the article of the book that is put right.
func (f DiligenciaFacts) basis() norma.Articulo {
	if f.Juego.Circulo() {
		return art("41")
	}
	return art("40")
}

// count lays out the count as it should have been: of a table, or of a pozo.
func (f DiligenciaFacts) count(cv *canvas) []block {
	r := f.Rectificado
	if f.Juego.Circulo() {
		bs := append([]block{section("Pozo", when(r.Hecho, r.Anotacion, r.Contingencia, r.Asiento))}, twoColumns(f.Pozo)...)
		return append(bs, totalRow("Total del pozo ("+art("41.3").String()+")", f.Contado))
	}
	c := tally{}
	for p, to := range map[*domain.Piezas]*domain.Importe{&r.Fichas: &c.fichas, &r.Placas: &c.placas, &r.Billetes: &c.billetes} {
		*to, _ = p.Total() // check has read them
	}
	return FolioAnticiposFacts{Final: &r}.existencias(cv, c)
}
