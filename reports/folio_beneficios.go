package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"foliado/domain"
)

// Interrupcion is a time in which a partida stopped; Hasta is zero when it did not go on.
type Interrupcion struct{ Desde, Hasta time.Time }

// Banca is a bank of the bacará a dos paños as its folio carries it (arts. 41.2.e, 86.3).
type Banca struct {
	Talla             int
	Hora              time.Time
	Asiento           int64
	Banquero          string // "" once erased
	Importe, Deposito domain.Importe
	Forma             string // in words
}

// Pozo is the count of the pozo and, where the table had a cambista, of his box (arts. 32.3,
// 41.3, 41.4).
type Pozo struct {
	Hecho        time.Time
	Anotacion    time.Time
	Contingencia string
	Asiento      int64
	Piezas       domain.Piezas
	Importe      domain.Importe
	Cambista     bool
	Dotacion     domain.Importe
	Fichas       domain.Importe
	Dinero       domain.Importe
	Nota, Motivo string
	Acto         Acto // who directs or stands in, cajero, employee of the table
}

// FolioBeneficiosFacts are the facts of a folio of the libro registro de beneficios: one partida
// of one table of círculo (art. 41).
type FolioBeneficiosFacts struct {
	Casa           Casa
	Regimen        Regimen
	Evidencia      Evidencia
	Mesa           int
	Juego          domain.Juego
	Folio          int64
	Jornada        domain.Fecha
	Sesion         int
	ApuestaMinima  domain.Importe
	Modalidad      string // in words, with the variant of a póquer
	Beneficio      string // what the house takes, in words
	Apertura       time.Time
	Asiento        int64 // of the opening
	Jugadores      string
	Responsable    string
	Crupieres      []string
	Cambista       string // "" without one
	Interrupciones []Interrupcion
	Bancas         []Banca
	Movimientos    []MovimientoMesa
	Pozo           *Pozo           // nil while the partida goes on
	TotalDia       *domain.Importe // nil when it is the only partida of the day, or the day goes on
	Rectificado    []Rectificado   // corrections of the pozo signed later (criterio FIR-5)
}

// check holds what the folio says of itself against its pieces and its signatures.
func (f FolioBeneficiosFacts) check() error {
	switch {
	case !f.Juego.Circulo():
		return fmt.Errorf("%w: el juego no es de círculo", ErrFacts)
	case f.Apertura.IsZero() || len(f.Crupieres) == 0:
		return fmt.Errorf("%w: la hoja lleva la hora de apertura y los crupieres", ErrFacts)
	case f.Juego == domain.BacaraDosPanos && len(f.Bancas) == 0:
		return fmt.Errorf("%w: en dos paños la hoja lleva los banqueros", ErrFacts)
	case f.Pozo == nil:
		return nil
	}
	total, err := f.Pozo.Piezas.Total()
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrFacts, err)
	case total != f.Pozo.Importe:
		return fmt.Errorf("%w: el pozo suma %s y dice %s", ErrFacts, total, f.Pozo.Importe)
	case len(f.Pozo.Acto.Firmas) != 3:
		return fmt.Errorf("%w: una hoja cerrada lleva tres firmas, no %d", ErrFacts, len(f.Pozo.Acto.Firmas))
	}
	return f.Pozo.Acto.check()
}

// FolioBeneficios writes a folio of the libro registro de beneficios with the data of art. 41.2,
// the count of its pozo and its three signatures (arts. 41.3, 41.4). The errors about its facts
// wrap ErrFacts.
func FolioBeneficios(w io.Writer, f FolioBeneficiosFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	stamp := ""
	switch {
	case f.Pozo == nil:
		stamp = "PARTIDA EN CURSO"
	case !f.Pozo.Acto.Closed():
		stamp = "PENDIENTE DE FIRMA"
	case len(f.Rectificado) > 0:
		stamp = "RECTIFICADO"
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Libro registro de beneficios",
		subtitle:  fmt.Sprintf("Mesa %d · %s", f.Mesa, f.Juego.Nombre()),
		folio:     fmt.Sprintf("folio %d", f.Folio),
		date:      "jornada del " + f.Jornada.Larga(),
		stamp:     stamp,
		regimen:   f.Regimen.text(),
		evidencia: f.Evidencia,
		basis:     art("41").String() + " del Reglamento",
	}
	return r.write(w, o, f.blocks)
}

func (f FolioBeneficiosFacts) blocks(cv *canvas) []block {
	bs := grid(cv, 4, []fact{
		{"Juego", f.Juego.Nombre()}, {"Mesa y libro n.º", fmt.Sprint(f.Mesa)},
		{"Fecha de la jornada", f.Jornada.Larga()}, {"Partida", fmt.Sprintf("%d.ª del día", f.Sesion)},
		{"Hora de apertura", formatInstant(f.Apertura)}, {"Apuesta mínima", figure(f.ApuestaMinima)},
		{"Modalidad", f.Modalidad}, {"Jugadores al abrir", f.Jugadores},
	})
	bs = append(bs, section("Personal de la mesa", ""))
	cambista := f.Cambista
	if cambista == "" {
		cambista = "sin cambista"
	}
	bs = append(bs, together(grid(cv, 3, []fact{{"Crupieres", strings.Join(f.Crupieres, ", ")}, {"Cambista", cambista}, {"Dirige la mesa", f.Responsable}}))...)
	bs = append(bs, f.interrupciones(cv)...)
	bs = append(bs, f.bancas()...)
	bs = append(bs, FolioAnticiposFacts{Movimientos: f.Movimientos}.movimientos(cv)...)
	bs = append(bs, section("Beneficio de la casa", ""))
	bs = append(bs, paragraph(cv, normalText, f.Beneficio, true)...)
	if f.Pozo == nil {
		bs = append(bs, section("Pozo", ""))
		return append(bs, paragraph(cv, noteText, "La partida sigue: el pozo no se ha abierto. Esta hoja no está cerrada ni certificada.", true)...)
	}
	return append(bs, f.pozo(cv)...)
}

// interrupciones lays out when the partida stopped and went on (art. 41.2.c).
func (f FolioBeneficiosFacts) interrupciones(cv *canvas) []block {
	bs := []block{section("Interrupciones y reanudaciones", art("41.2.c").String())}
	if len(f.Interrupciones) == 0 {
		return append(bs, paragraph(cv, noteText, "Ninguna.", true)...)
	}
	for _, i := range f.Interrupciones {
		hasta := "no se reanudó"
		if !i.Hasta.IsZero() {
			hasta = formatInstant(i.Hasta)
		}
		bs = append(bs, block{h: rowHeight, keep: true, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+3.6, labelText, "Interrupción")
			cv.text(margin+24, y+3.6, normalText, formatInstant(i.Desde))
			cv.text(margin+70, y+3.6, labelText, "Reanudación")
			cv.text(margin+94, y+3.6, normalText, hasta)
		}})
	}
	return bs
}

// bancas lays out each bank: its banker, its sum and its deposit.
func (f FolioBeneficiosFacts) bancas() []block {
	if len(f.Bancas) == 0 {
		return nil
	}
	bs := []block{section("Banqueros", art("41.2.e").String()+" · depósito previo, "+art("86.3").String())}
	for k, b := range f.Bancas {
		name := b.Banquero
		if name == "" {
			name = "(suprimido por su plazo)"
		}
		bs = append(bs, block{h: 8.6, keep: k < 2, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+3.8, normalText, fmt.Sprintf("%d.ª talla", b.Talla))
			cv.text(margin+20, y+3.8, boldText, name)
			cv.textRight(margin+measure, y+3.8, normalText, figure(b.Importe))
			cv.text(margin+20, y+7.2, normalText.tall(7.5).ink(grey), when(b.Hora, time.Time{}, "", b.Asiento)+" · depósito de "+figure(b.Deposito)+", "+b.Forma)
		}})
	}
	return bs
}

// pozo is the end of the folio: the count, the box of the cambista, the sum in words and the
// foot with its three signatures, which never stands alone on a sheet.
func (f FolioBeneficiosFacts) pozo(cv *canvas) []block {
	p := f.Pozo
	bs := append([]block{section("Apertura del pozo", when(p.Hecho, p.Anotacion, p.Contingencia, p.Asiento))}, twoColumns(p.Piezas)...)
	bs = append(bs, totalRow("Total del pozo, cantado por el crupier ("+art("41.3").String()+")", p.Importe))
	if p.Cambista {
		bs = append(bs, section("Caja del cambista", art("32.3").String()))
		bs = append(bs, together(grid(cv, 4, []fact{{"Dotación", figure(p.Dotacion)}, {"Fichas", figure(p.Fichas)}, {"Dinero", figure(p.Dinero)},
			{"Diferencia", figure(p.Fichas + p.Dinero - p.Dotacion)}}))...)
	}
	for _, note := range []struct{ what, text string }{{"Nota", p.Nota}, {"Motivo del final anticipado", p.Motivo}} {
		if note.text != "" {
			bs = append(bs, paragraph(cv, normalText, note.what+": "+note.text, true)...)
		}
	}
	bs = append(bs, amount(cv, "Resultado de la partida", p.Importe)...)
	if f.TotalDia != nil {
		bs = append(bs, totalRow("Total del día con las otras partidas", *f.TotalDia))
	}
	bs = append(bs, rectificado(f.Rectificado)...)
	return append(bs, block{h: boxHeight + 16, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Certificación y firmas")
		cv.text(margin, y+10.4, noteText, "Los tres firmantes certifican la cuantía del pozo ("+art("41.4").String()+").")
		cv.textRight(margin+measure, y+6, labelText, "Acto "+p.Acto.ID)
		boxes(cv, margin, y+12.6, measure, p.Acto.Firmas)
		cv.textRight(margin+measure, y+boxHeight+15.4, monoText.tall(6), "huella "+p.Acto.Huella)
	}})
}

// twoColumns lays a count by denominations out in two columns.
func twoColumns(p domain.Piezas) []block {
	ps := pieceLines(p)
	if len(ps) == 0 {
		return []block{{h: rowHeight, keep: true, draw: func(cv *canvas, y float64) { cv.text(margin, y+3.6, noteText, "ninguna pieza") }}}
	}
	rows := (len(ps) + 1) / 2
	const x2 = margin + measure - tableWidth
	t := &table{h: 6.4, head: func(cv *canvas, y float64) {
		pieceHead(cv, margin, y)
		if len(ps) > 1 {
			pieceHead(cv, x2, y)
		}
	}}
	var bs []block
	for k := range rows {
		bs = append(bs, block{h: rowHeight, keep: stays(k, rows), table: t, draw: func(cv *canvas, y float64) {
			pieceRow(cv, margin, y, ps[k])
			if k+rows < len(ps) {
				pieceRow(cv, x2, y, ps[k+rows])
			}
		}})
	}
	return bs
}
