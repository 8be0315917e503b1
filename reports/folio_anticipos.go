package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/letras"
)

// States of the funcionario inspector at an anticipo (art. 36.2, criterio FIR-1).
const (
	InspectorNoPresente      = "no_presente"
	InspectorFirma           = "presente_firma"
	InspectorNoFirma         = "presente_no_firma"
	InspectorOtraDependencia = "otra_dependencia"
)

var inspectores = map[string]string{
	InspectorNoPresente:      "no presente",
	InspectorFirma:           "presente y firma",
	InspectorNoFirma:         "presente y no firma",
	InspectorOtraDependencia: "en otra dependencia",
}

// Anticipo is the initial advance of a table or a complementary one.
type Anticipo struct {
	Hecho        time.Time      // hora del hecho, UTC
	Anotacion    time.Time      // hora de anotación, UTC; shown when of another minute
	Contingencia string         // number of the pre-printed form it was transcribed from; "" en línea
	Asiento      int64          // number in the book
	Piezas       domain.Piezas  // by denominations
	Importe      domain.Importe // its total, céntimos
	Inspector    string         // one of the four Inspector… states
	Acto         Acto           // director or substitute, and the funcionario when he signs
}

// MovimientoMesa is what else a session had: notes taken out (art. 31.5), chips returned
// (criterio CAJ-C), a suspension, a closing down, a check of the inspector.
type MovimientoMesa struct {
	Hecho        time.Time
	Anotacion    time.Time
	Contingencia string
	Asiento      int64
	Texto        string
	Importe      *domain.Importe // nil when it moves none
	Acto         *Acto           // nil when nobody signs it
}

// Recuento is the final count of a session (art. 36.3).
type Recuento struct {
	Hecho        time.Time
	Anotacion    time.Time
	Contingencia string
	Asiento      int64
	Fichas       domain.Piezas
	Placas       domain.Piezas
	Billetes     domain.Piezas
	Colores      string // chips of colour by piece: "rojo 300, verde 297"; "" not counted
	Motivo       string // reason of an early close (criterio MAQ-1); "" none or erased
	Acto         Acto   // crupier, cajero, director or substitute: the foot of the sheet (art. 40.3)
}

// FolioAnticiposFacts are the facts of a folio of the libro registro de anticipos: one
// session of one table (art. 40).
type FolioAnticiposFacts struct {
	Casa            Casa
	Regimen         Regimen
	Evidencia       Evidencia
	Mesa            int          // number of the table, which is that of the book
	Juego           domain.Juego // printed with its exact name
	Folio           int64        // number of the folio in the book
	Jornada         domain.Fecha
	Sesion          int            // ordinal of the session in the jornada, from 1
	ApuestaMinima   domain.Importe // limits frozen at the opening (art. 29.6)
	Maximos         string         // in words: "serie alta"
	Apertura        time.Time      // UTC
	Cierre          time.Time      // UTC; zero while the session is open
	Inicial         Anticipo
	Complementarios []Anticipo
	Movimientos     []MovimientoMesa
	Extraido        domain.Importe // notes of the actas, among those of the table (art. 31.5)
	Devuelto        domain.Importe // chips returned before, among those of the table (CAJ-C)
	Final           *Recuento      // nil while the session is open
	Resultado       domain.Importe // final count minus anticipos, céntimos; may be negative (criterio CAJ-B)
	// TotalDia is the sum of the sessions of the jornada up to this one (art. 40.2);
	// nil when it is the only one.
	TotalDia *domain.Importe
	// Rectificado are the corrections signed later, each with its own diligencia; the
	// folio stays as it was (criterio FIR-5).
	Rectificado []Rectificado
}

// Rectificado is a correction as the folio that it corrects mentions it.
type Rectificado struct {
	Ordinal    int
	Jornada    domain.Fecha // in which it was signed
	Diferencia domain.Importe
	Resultado  domain.Importe
}

// tally are the sums of a folio.
type tally struct{ anticipos, fichas, placas, billetes domain.Importe }

func (c tally) existencias() domain.Importe { return c.fichas + c.placas + c.billetes }

// sums adds the folio up and holds what it says of itself against it.
func (f FolioAnticiposFacts) sums() (tally, error) {
	var c tally
	for i, a := range append([]Anticipo{f.Inicial}, f.Complementarios...) {
		total, err := a.Piezas.Total()
		if err != nil {
			return c, fmt.Errorf("%w: %w", ErrFacts, err)
		}
		if total != a.Importe {
			return c, fmt.Errorf("%w: el anticipo %d suma %s y dice %s", ErrFacts, i, total, a.Importe)
		}
		if err := a.check(); err != nil {
			return c, err
		}
		c.anticipos += total
	}
	if f.Final == nil {
		return c, nil
	}
	for _, p := range []struct {
		piezas domain.Piezas
		total  *domain.Importe
	}{{f.Final.Fichas, &c.fichas}, {f.Final.Placas, &c.placas}, {f.Final.Billetes, &c.billetes}} {
		var err error
		if *p.total, err = p.piezas.Total(); err != nil {
			return c, fmt.Errorf("%w: %w", ErrFacts, err)
		}
	}
	c.fichas += f.Devuelto
	c.billetes += f.Extraido
	if r := c.existencias() - c.anticipos; r != f.Resultado {
		return c, fmt.Errorf("%w: el resultado es %s y dice %s", ErrFacts, r, f.Resultado)
	}
	if n := len(f.Final.Acto.Firmas); n != 3 || f.Cierre.IsZero() {
		return c, fmt.Errorf("%w: una hoja cerrada lleva hora de cierre y tres firmas, no %d", ErrFacts, n)
	}
	return c, f.Final.Acto.check()
}

func (a Anticipo) check() error {
	if inspectores[a.Inspector] == "" {
		return fmt.Errorf("%w: estado del funcionario inspector %q", ErrFacts, a.Inspector)
	}
	firma := false
	for _, f := range a.Acto.Firmas {
		firma = firma || f.Cargo == domain.FuncionarioInspector
	}
	if firma != (a.Inspector == InspectorFirma) {
		return fmt.Errorf("%w: el funcionario inspector está %q y su plaza no lo dice", ErrFacts, inspectores[a.Inspector])
	}
	return a.Acto.check()
}

// FolioAnticipos writes a folio of the libro registro de anticipos (arts. 36.2, 36.3,
// 40.1, 40.3). The errors about its facts wrap ErrFacts.
func FolioAnticipos(w io.Writer, f FolioAnticiposFacts, o Options) error {
	c, err := f.sums()
	if err != nil {
		return err
	}
	stamp := ""
	switch {
	case f.Final == nil:
		stamp = "SESIÓN ABIERTA"
	case !f.Final.Acto.Closed():
		stamp = "PENDIENTE DE FIRMA"
	case len(f.Rectificado) > 0:
		stamp = "RECTIFICADO"
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Libro registro de anticipos",
		subtitle:  fmt.Sprintf("Mesa %d · %s", f.Mesa, f.Juego.Nombre()),
		folio:     fmt.Sprintf("folio %d", f.Folio),
		date:      "jornada del " + f.Jornada.Larga(),
		stamp:     stamp,
		regimen:   f.Regimen.text(),
		evidencia: f.Evidencia,
		basis:     art("40").String() + " del Reglamento",
	}
	return r.write(w, o, func(cv *canvas) []block { return f.blocks(cv, c) })
}

func (f FolioAnticiposFacts) blocks(cv *canvas, c tally) []block {
	cierre := "sesión abierta"
	if !f.Cierre.IsZero() {
		cierre = formatInstant(f.Cierre)
	}
	bs := grid(cv, 4, []fact{
		{"Juego", f.Juego.Nombre()}, {"Mesa y libro n.º", fmt.Sprint(f.Mesa)},
		{"Fecha de la jornada", f.Jornada.Larga()}, {"Sesión", fmt.Sprintf("%d.ª del día", f.Sesion)},
		{"Hora de apertura", formatInstant(f.Apertura)}, {"Hora de cierre", cierre},
		{"Apuesta mínima", figure(f.ApuestaMinima)}, {"Máximos", f.Maximos},
	})
	bs = append(bs, f.inicial()...)
	bs = append(bs, f.complementarios(cv, c)...)
	bs = append(bs, f.movimientos(cv)...)
	if f.Final == nil {
		bs = append(bs, section("Existencias al cierre y resultado", ""))
		return append(bs, paragraph(cv, noteText, "La sesión sigue abierta: no hay recuento final. Esta hoja no está cerrada ni certificada.", true)...)
	}
	bs = append(bs, f.existencias(cv, c)...)
	return append(bs, f.resultado(cv, c)...)
}

// when is the line of hours of an entry.
func when(hecho, anotacion time.Time, contingencia string, asiento int64) string {
	s := formatInstant(hecho)
	if asiento > 0 {
		s = fmt.Sprintf("asiento %d · %s", asiento, s)
	}
	if !anotacion.IsZero() && formatInstant(anotacion) != formatInstant(hecho) {
		s += " · anotado " + formatInstant(anotacion)
	}
	if contingencia != "" {
		s += " · contingencia, impreso " + contingencia
	}
	return s
}

// Columns of a table of pieces: right edges from the left of the table.
const (
	colValue, colPieces, colSum = 24.0, 42.0, 78.0
	tableWidth                  = 78.0
	rowHeight                   = 4.7
	// shortTable is the longest table that is kept on one sheet.
	shortTable = 14
)

// stays reports whether row k of a table of that many keeps to the sheet of the one
// before: a short table is not split, a long one leaves no row alone with the heading.
func stays(k, rows int) bool { return rows <= shortTable || k < 2 }

func pieceHead(cv *canvas, x, y float64) {
	cv.textRight(x+colValue, y+4, labelText, "denominación")
	cv.textRight(x+colPieces, y+4, labelText, "piezas")
	cv.textRight(x+colSum, y+4, labelText, "importe")
	cv.line(x, y+5.4, x+tableWidth, y+5.4, 0.1, faint)
}

func pieceRow(cv *canvas, x, y float64, p pieceLine) {
	cv.textRight(x+colValue, y+3.6, normalText, figure(p.value))
	cv.textRight(x+colPieces, y+3.6, normalText, grouped(p.piezas))
	cv.textRight(x+colSum, y+3.6, normalText, figure(p.value*domain.Importe(p.piezas)))
}

// grouped writes a number with a point between thousands.
func grouped(n int64) string {
	s, _, _ := strings.Cut(domain.Euros(n).Cifra(), ",")
	return s
}

// inicial lays the initial anticipo out: two columns of denominations and its total.
func (f FolioAnticiposFacts) inicial() []block {
	a := f.Inicial
	bs := []block{section("Anticipo inicial", when(a.Hecho, a.Anotacion, a.Contingencia, a.Asiento))}
	bs = append(bs, twoColumns(a.Piezas)...)
	bs = append(bs, totalRow("Total del anticipo inicial", a.Importe), inspectorRow(a.Inspector))
	return append(bs, signatures(a.Acto)...)
}

// totalRow is the last line of a table: its label and its amount at the right edge.
func totalRow(label string, i domain.Importe) block {
	return block{h: 7, keep: true, draw: func(cv *canvas, y float64) {
		cv.line(margin, y+1, margin+measure, y+1, 0.1, faint)
		cv.text(margin, y+5, boldText, label)
		cv.textRight(margin+measure, y+5, boldText, figure(i))
	}}
}

func inspectorRow(stamp string) block {
	return block{h: 5, keep: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+3.6, labelText, "Funcionario inspector")
		cv.text(margin+34, y+3.6, normalText.tall(7.5), inspectores[stamp])
	}}
}

// complementarios lays out each reposición with its hour, pieces and signatures.
func (f FolioAnticiposFacts) complementarios(cv *canvas, c tally) []block {
	bs := []block{section("Anticipos complementarios", fmt.Sprintf("%d en la sesión", len(f.Complementarios)))}
	if len(f.Complementarios) == 0 {
		bs = append(bs, paragraph(cv, noteText, "Ninguno.", true)...)
	}
	for k, a := range f.Complementarios {
		bs = append(bs, block{h: 7.2, keep: k == 0, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+5.4, boldText, fmt.Sprintf("%d.º", k+1))
			cv.text(margin+8, y+5.4, normalText, when(a.Hecho, a.Anotacion, a.Contingencia, a.Asiento))
			cv.textRight(margin+measure, y+5.4, boldText, figure(a.Importe))
		}})
		bs = append(bs, together(paragraph(cv, normalText.tall(7.5).ink(grey), inline(a.Piezas), true))...)
		bs = append(bs, inspectorRow(a.Inspector))
		bs = append(bs, signatures(a.Acto)...)
	}
	return append(bs, totalRow("Total de anticipos, el inicial incluido", c.anticipos))
}

// movimientos lays out what else happened in the session; nothing when nothing did.
func (f FolioAnticiposFacts) movimientos(cv *canvas) []block {
	if len(f.Movimientos) == 0 {
		return nil
	}
	bs := []block{section("Otros movimientos e incidencias", fmt.Sprintf("%d en la sesión", len(f.Movimientos)))}
	for k, m := range f.Movimientos {
		bs = append(bs, block{h: 6.4, keep: k == 0, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+4.6, normalText.tall(7.5).ink(grey), when(m.Hecho, m.Anotacion, m.Contingencia, m.Asiento))
			if m.Importe != nil {
				cv.textRight(margin+measure, y+4.6, boldText, figure(*m.Importe))
			}
		}})
		bs = append(bs, together(paragraph(cv, normalText, m.Texto, true))...)
		if m.Acto != nil {
			bs = append(bs, signatures(*m.Acto)...)
		}
	}
	return bs
}

// inline writes a count in one line: "20 × 500,00 € · 15 × 100,00 €".
func inline(p domain.Piezas) string {
	var out []string
	for _, v := range pieceLines(p) {
		out = append(out, grouped(v.piezas)+" × "+figure(v.value))
	}
	return strings.Join(out, " · ")
}

// existencias lays the final count out: chips, plaques and notes side by side.
func (f FolioAnticiposFacts) existencias(cv *canvas, c tally) []block {
	r := f.Final
	bs := []block{section("Existencias al cierre", when(r.Hecho, r.Anotacion, r.Contingencia, r.Asiento))}
	cols := [3]struct {
		name  string
		ps    []pieceLine
		total domain.Importe
	}{{"Fichas", pieceLines(r.Fichas), c.fichas}, {"Placas", pieceLines(r.Placas), c.placas}, {"Billetes", pieceLines(r.Billetes), c.billetes}}
	const gap = 7.0
	const w = (measure - 2*gap) / 3
	at := func(k int) float64 { return margin + float64(k)*(w+gap) }
	t := &table{h: 6.4, head: func(cv *canvas, y float64) {
		for k, col := range cols {
			cv.text(at(k), y+4, boldText.tall(7.5), col.name)
			cv.textRight(at(k)+w, y+4, labelText, "importe")
			cv.line(at(k), y+5.4, at(k)+w, y+5.4, 0.1, faint)
		}
	}}
	rows := max(len(cols[0].ps), len(cols[1].ps), len(cols[2].ps), 1)
	for i := range rows {
		bs = append(bs, block{h: rowHeight, keep: stays(i, rows), table: t, draw: func(cv *canvas, y float64) {
			for k, col := range cols {
				switch {
				case i < len(col.ps):
					p := col.ps[i]
					cv.text(at(k), y+3.6, normalText.tall(7.5), grouped(p.piezas)+" × "+figure(p.value))
					cv.textRight(at(k)+w, y+3.6, normalText.tall(8), figure(p.value*domain.Importe(p.piezas)))
				case i == 0:
					cv.text(at(k), y+3.6, noteText, "ninguna pieza")
				}
			}
		}})
	}
	bs = append(bs, block{h: 7, keep: true, draw: func(cv *canvas, y float64) {
		for k, col := range cols {
			cv.line(at(k), y+1, at(k)+w, y+1, 0.1, faint)
			cv.text(at(k), y+5, boldText.tall(8), "Total de "+strings.ToLower(col.name))
			cv.textRight(at(k)+w, y+5, boldText.tall(8), figure(col.total))
		}
	}})
	for _, out := range []struct {
		what string
		i    domain.Importe
	}{{"Billetes extraídos antes con acta, incluidos en el total (" + art("31.5").String() + ")", f.Extraido},
		{"Fichas devueltas antes a la caja, incluidas en el total (criterio CAJ-C)", f.Devuelto}} {
		if out.i != 0 {
			bs = append(bs, paragraph(cv, normalText, out.what+": "+figure(out.i), true)...)
		}
	}
	if r.Colores != "" {
		bs = append(bs, paragraph(cv, normalText, "Fichas de color, por piezas y sin valor ("+art("134.1.b").String()+"): "+r.Colores, true)...)
	}
	if r.Motivo != "" {
		bs = append(bs, paragraph(cv, normalText, "Motivo del cierre anticipado: "+r.Motivo, true)...)
	}
	return bs
}

// resultado is the end of the folio: the sum, its words and the foot with its three
// signatures, which never stands alone on a sheet.
func (f FolioAnticiposFacts) resultado(cv *canvas, c tally) []block {
	bs := []block{section("Resultado de la sesión", "existencias − anticipos")}
	row := func(sign, label string, i domain.Importe) block {
		return block{h: 5, keep: true, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+3.8, normalText, sign)
			cv.text(margin+5, y+3.8, normalText, label)
			cv.textRight(margin+measure, y+3.8, normalText, figure(i))
		}}
	}
	bs = append(bs, row("", "Existencias al cierre: fichas, placas y billetes", c.existencias()),
		row("−", "Anticipos: inicial y complementarios", c.anticipos))
	bs = append(bs, amount(cv, "Resultado", f.Resultado)...)
	if f.TotalDia != nil {
		bs = append(bs, totalRow("Total del día con las sesiones anteriores ("+art("40.2").String()+")", *f.TotalDia))
	}
	bs = append(bs, rectificado(f.Rectificado)...)
	bs = append(bs, block{h: boxHeight + 16, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Certificación y firmas")
		cv.text(margin, y+10.4, noteText, "Los tres firmantes dan por exactos el recuento y el resultado de esta hoja ("+art("40.3").String()+").")
		cv.textRight(margin+measure, y+6, labelText, "Acto "+f.Final.Acto.ID)
		boxes(cv, margin, y+12.6, measure, f.Final.Acto.Firmas)
		cv.textRight(margin+measure, y+boxHeight+15.4, monoText.tall(6), "huella "+f.Final.Acto.Huella)
	}})
	return bs
}

// rectificado lists the corrections of a count under its result (criterio FIR-5).
func rectificado(rs []Rectificado) []block {
	var bs []block
	for _, r := range rs {
		bs = append(bs, totalRow(fmt.Sprintf("Rectificado por la diligencia %d, jornada del %s: diferencia %s; resultado", r.Ordinal, r.Jornada.Larga(), figure(r.Diferencia)), r.Resultado))
	}
	return bs
}

// amount is a total that stands out, with its words under it: "menos …" when negative.
func amount(cv *canvas, label string, i domain.Importe) []block {
	large := style{face: bold, size: 12, color: dark}
	bs := []block{{h: 10, keep: true, draw: func(cv *canvas, y float64) {
		cv.line(margin, y+1.4, margin+measure, y+1.4, 0.4, dark)
		cv.text(margin, y+7, large.tall(10), label)
		cv.textRight(margin+measure, y+7.2, large, figure(i))
	}}}
	for _, line := range cv.wrap(normalText, letras.Euros(i), measure-40) {
		bs = append(bs, block{h: 4.4, keep: true, draw: func(cv *canvas, y float64) {
			cv.textRight(margin+measure, y+3, normalText, line)
		}})
	}
	return bs
}
