package reports

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"foliado/domain"
)

// UnidadDeposito is a unit of the depósito in a line. Cartas is what was counted, -1 nobody;
// Debidas what it must have.
type UnidadDeposito struct {
	Que, Clase, Unidad, Fabricante, Mesa string
	Cartas, Debidas                      int
}

func (u UnidadDeposito) cartas() string {
	if u.Cartas < 0 {
		return "—"
	}
	return strconv.Itoa(u.Cartas)
}

// EntradaDeposito is a folio of the book of the depósito. Presentes are the names of who
// opened the cupboard; Que says what an entry without units is.
type EntradaDeposito struct {
	Folio     int64
	Hecho     time.Time
	Presentes []string
	Que       string
	Unidades  []UnidadDeposito
}

// LibroDepositoFacts are the facts of the book of the depósito of cards, or of a stretch of it
// (arts. 46.1, 46.2, 46.6).
type LibroDepositoFacts struct {
	Casa         Casa
	Regimen      Regimen
	Evidencia    Evidencia
	Desde, Hasta domain.Fecha // "" from the first, to the last
	Emitido      time.Time
	Entradas     []EntradaDeposito
}

// LibroDeposito writes the book of the depósito, folio by folio. The errors about its facts
// wrap ErrFacts.
func LibroDeposito(w io.Writer, f LibroDepositoFacts, o Options) error {
	if f.Emitido.IsZero() {
		return fmt.Errorf("%w: al libro del depósito le falta la hora de emisión", ErrFacts)
	}
	l := listado{sheet: sheet{casa: f.Casa, title: "Libro del depósito de naipes y dados", subtitle: tramo(f.Desde, f.Hasta), folio: "depósito",
		date: formatInstant(f.Emitido), regimen: f.Regimen.text(), evidencia: f.Evidencia,
		basis: art("46").String() + " y " + art("149.2.f").String() + " del Reglamento"},
		empty: "No hay ninguna anotación en el tramo.",
		columns: []column{{"folio", 9, 0, true}, {"hecho", 12, 27, false}, {"anotación", 42, 34, false}, {"unidad", 77, 20, false}, {"fabricante", 98, 18, false},
			{"mesa", 125, 0, true}, {"cartas", 136, 0, true}, {"presentes", 140, measure - 140, false}}}
	received, destroyed := 0, 0
	for _, x := range f.Entradas {
		l.rows = append(l.rows, x.rows()...)
		for _, u := range x.Unidades {
			switch u.Que {
			case "Recepción":
				received++
			case "Destrucción":
				destroyed++
			}
		}
	}
	l.totals = []fact{{"Unidades recibidas", strconv.Itoa(received)}, {"Unidades destruidas", strconv.Itoa(destroyed)}}
	return l.write(w, o)
}

// rows are the lines of an entry: its units and, beside them, who was there, one a line.
func (x EntradaDeposito) rows() [][]string {
	rows := make([][]string, max(1, len(x.Unidades), len(x.Presentes)))
	for k := range rows {
		rows[k] = make([]string, 8)
		if k < len(x.Unidades) {
			u := x.Unidades[k]
			copy(rows[k][2:], []string{u.Que, u.Unidad, u.Fabricante, u.Mesa, u.cartas()})
		}
		if k < len(x.Presentes) {
			rows[k][7] = x.Presentes[k]
		}
	}
	rows[0][0], rows[0][1] = strconv.FormatInt(x.Folio, 10), formatInstant(x.Hecho)
	if len(x.Unidades) == 0 {
		rows[0][2] = x.Que
	}
	return rows
}

// tramo says which dates a book was asked for.
func tramo(desde, hasta domain.Fecha) string {
	switch {
	case desde != "" && hasta != "":
		return "Del " + desde.Larga() + " al " + hasta.Larga()
	case desde != "":
		return "Desde el " + desde.Larga()
	case hasta != "":
		return "Hasta el " + hasta.Larga()
	}
	return "Completo"
}

// DestruccionFacts are the facts of an acta of destruction of discarded cards or dice (arts.
// 46.6, 149.2.f).
type DestruccionFacts struct {
	Casa            Casa
	Regimen         Regimen
	Evidencia       Evidencia
	Folio           int64
	Hecho           time.Time
	Anotacion       time.Time
	Contingencia    string
	Asiento         int64
	Llave, Empleado string // names
	Funcionario     string // professional number; "" erased
	Unidades        []UnidadDeposito
	Acto            Acto
}

// Destruccion writes the acta of a destruction: the units, the cards counted before, and the
// signatures of who directs and of the official. The errors about its facts wrap ErrFacts.
func Destruccion(w io.Writer, f DestruccionFacts, o Options) error {
	if len(f.Unidades) == 0 || len(f.Acto.Firmas) < 2 {
		return fmt.Errorf("%w: a la destrucción le faltan unidades o firmas", ErrFacts)
	}
	for _, u := range f.Unidades {
		if u.Cartas != u.Debidas {
			return fmt.Errorf("%w: no se destruye lo que no está completo", ErrFacts)
		}
	}
	if err := f.Acto.check(); err != nil {
		return err
	}
	l := listado{sheet: sheet{casa: f.Casa, title: "Acta de destrucción de naipes y dados", subtitle: fmt.Sprintf("Unidades destruidas: %d", len(f.Unidades)),
		folio: fmt.Sprintf("folio %d", f.Folio), date: formatInstant(f.Hecho), regimen: f.Regimen.text(), evidencia: f.Evidencia,
		basis: art("46.6").String() + " y " + art("149.2.f").String() + " del Reglamento"},
		columns: []column{{"unidad", 2, 40, false}, {"número", 46, 40, false}, {"fabricante", 90, 40, false}, {"ha de tener", 152, 0, true}, {"contadas", measure, 0, true}}}
	for _, u := range f.Unidades {
		l.rows = append(l.rows, []string{u.Clase, u.Unidad, u.Fabricante, strconv.Itoa(u.Debidas), u.cartas()})
	}
	return l.sheet.write(w, o, func(cv *canvas) []block { return f.blocks(cv, l) })
}

func (f DestruccionFacts) blocks(cv *canvas, l listado) []block {
	numero := f.Funcionario
	if numero == "" {
		numero = "suprimido"
	}
	bs := grid(cv, 4, []fact{{"Hora", formatInstant(f.Hecho)}, {"Funcionario inspector", "n.º " + numero}, {"Abre el armario", f.Llave}, {"Se hace cargo", f.Empleado}})
	bs = append(bs, section("Comprobado y destruido", when(f.Hecho, f.Anotacion, f.Contingencia, f.Asiento)))
	bs = append(bs, l.blocks(cv)...)
	return append(bs, footSignatures("El funcionario inspector comprobó antes que estaban completas y presenció la destrucción", f.Acto))
}

// IncidenciaNaipesFacts are the facts of the parte of a box withdrawn for a card missing,
// extra, marked or foreign (art. 46.7).
type IncidenciaNaipesFacts struct {
	Casa             Casa
	Evidencia        Evidencia
	Incidencia       int64
	Folio            int64
	Caja, Fabricante string
	Mesa             int // 0: found in the cupboard
	Hecho            time.Time
	Anotacion        time.Time
	Defecto          string // in words
	Cartas           int    // -1 nobody counted
	Circunstancias   string
	Inspector        bool // an inspector was there: he is told, not the authority
	Funcionario      string
	Comunicada       time.Time // zero while it is due
}

// IncidenciaNaipes writes the parte of a withdrawal, ready to sign and file. The errors about
// its facts wrap ErrFacts.
func IncidenciaNaipes(w io.Writer, f IncidenciaNaipesFacts, o Options) error {
	if f.Caja == "" || f.Circunstancias == "" || f.Hecho.IsZero() {
		return fmt.Errorf("%w: al parte de naipes le faltan la caja, la hora o las circunstancias", ErrFacts)
	}
	r := sheet{casa: f.Casa, title: "Parte de incidencia de naipes", subtitle: fmt.Sprintf("Caja %s (%s)", f.Caja, f.Fabricante),
		folio: fmt.Sprintf("incidencia %d", f.Incidencia), date: formatInstant(f.Hecho),
		regimen:   fmt.Sprintf("Comunicación inmediata; los hechos constan en el folio %d del libro del depósito de naipes", f.Folio),
		evidencia: f.Evidencia, basis: art("46.7").String() + " del Reglamento"}
	return r.write(w, o, f.blocks)
}

func (f IncidenciaNaipesFacts) blocks(cv *canvas) []block {
	para, place, count, told := "Al órgano competente en materia de juego de la Comunidad de Madrid", "depósito", "sin contar", "sin anotar"
	if f.Inspector {
		para = "Al funcionario inspector presente"
		if f.Funcionario != "" {
			para += ", n.º " + f.Funcionario
		}
	}
	if f.Mesa > 0 {
		place = fmt.Sprintf("mesa %d", f.Mesa)
	}
	if f.Cartas >= 0 {
		count = strconv.Itoa(f.Cartas)
	}
	if !f.Comunicada.IsZero() {
		told = formatInstant(f.Comunicada)
	}
	bs := paragraph(cv, normalText, para+": se da cuenta de la retirada de la caja de naipes que se indica, entera, y de cómo se descubrió su defecto.", false)
	bs = append(bs, block{h: 3, draw: func(*canvas, float64) {}})
	bs = append(bs, grid(cv, 3, []fact{{"Caja n.º", f.Caja}, {"Fabricante", f.Fabricante}, {"Lugar", place},
		{"Hora del hallazgo", formatInstant(f.Hecho)}, {"Defecto", f.Defecto}, {"Cartas contadas", count}, {"Comunicada", told}})...)
	bs = append(bs, section("Forma y circunstancias del hallazgo", when(f.Hecho, f.Anotacion, "", 0)))
	bs = append(bs, paragraph(cv, normalText.tall(9.5), f.Circunstancias, true)...)
	return append(bs, block{h: 34, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Firma")
		cv.text(margin, y+10.4, noteText, "Por el casino, quien comunica.")
		cv.frame(margin, y+12.6, measure/2, 20, 0.2, veil)
	}})
}
