package reports

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
)

// LineaMedida is a refusal of entry or an expulsion, as the register prints it. Erased values
// are empty.
type LineaMedida struct {
	Expulsion bool // a refusal otherwise
	Numero    int64
	Instante  time.Time // UTC
	Nombre    string
	Documento string
	Articulo  string // as cited: "art. 21.2"
	Causa     string // ground in words
	Motivo    string // what happened, when a person decided it
	Quien     string // who decided it, or was at the desk
}

// RegistroMedidasFacts are the facts of the register of refusals and expulsions of a lapse of
// jornadas (arts. 20.3, 21), for the supervisors and the inspector (criterio ADM-10).
type RegistroMedidasFacts struct {
	Casa         Casa
	Evidencia    Evidencia
	Desde, Hasta domain.Fecha
	Lineas       []LineaMedida
}

// Columns of the register, from the left margin, and their widths.
const (
	colMedidaHora, colMedidaQuien, colMedidaPor = 15.0, 44.0, 96.0
	medidaStep                                  = 3.9
)

// RegistroMedidas writes the register of refusals and expulsions. The errors about its facts
// wrap ErrFacts.
func RegistroMedidas(w io.Writer, f RegistroMedidasFacts, o Options) error {
	if f.Desde == "" || f.Hasta < f.Desde {
		return fmt.Errorf("%w: falta el lapso del registro", ErrFacts)
	}
	lapso := "Jornada del " + f.Hasta.Larga()
	if f.Desde != f.Hasta {
		lapso = "Jornadas del " + f.Desde.Larga() + " al " + f.Hasta.Larga()
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Denegaciones y expulsiones",
		subtitle:  lapso + " · " + f.count(),
		folio:     "registro",
		date:      strings.ToLower(lapso),
		regimen:   "Datos reservados del servicio de admisión (" + art("20.4").String() + ")",
		evidencia: f.Evidencia,
		basis:     art("21").String() + " del Reglamento",
	}
	return r.write(w, o, f.blocks)
}

func (f RegistroMedidasFacts) count() string {
	var n [2]int
	for _, l := range f.Lineas {
		k := 0
		if l.Expulsion {
			k = 1
		}
		n[k]++
	}
	word := func(n int, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return strconv.Itoa(n) + " " + many
	}
	return word(n[0], "denegación", "denegaciones") + ", " + word(n[1], "expulsión", "expulsiones")
}

func (f RegistroMedidasFacts) blocks(cv *canvas) []block {
	if len(f.Lineas) == 0 {
		return paragraph(cv, noteText, "No hubo ninguna.", false)
	}
	t := &table{h: 7.5, head: medidasHead}
	var bs []block
	for _, l := range f.Lineas {
		bs = append(bs, l.block(cv, t))
	}
	return bs
}

func medidasHead(cv *canvas, y float64) {
	cv.text(margin, y+4.4, labelText, "número")
	cv.text(margin+colMedidaHora, y+4.4, labelText, "hora")
	cv.text(margin+colMedidaQuien, y+4.4, labelText, "persona y documento")
	cv.text(margin+colMedidaPor, y+4.4, labelText, "causa, hechos y quién lo decidió")
	cv.line(margin, y+6.2, margin+measure, y+6.2, 0.3, green)
}

// block is a line of the register, as high as its longest text.
func (l LineaMedida) block(cv *canvas, t *table) block {
	name := l.Nombre
	switch {
	case name == "" && l.Documento == "" && l.Motivo == "":
		name = "suprimido"
	case name == "":
		name = "sin identificar"
	}
	who := cv.wrap(boldText, name, colMedidaPor-colMedidaQuien-4)
	why := cv.wrap(normalText, l.Causa+" ("+l.Articulo+")", measure-colMedidaPor)
	var facts []string
	if l.Motivo != "" {
		facts = cv.wrap(noteText, l.Motivo, measure-colMedidaPor)
	}
	by := cv.wrap(noteText, l.Quien, measure-colMedidaPor)
	lines := max(len(who)+1, len(why)+len(facts)+len(by))
	h := medidaStep*float64(lines) + 2.4
	return block{h: h, table: t, draw: func(cv *canvas, y float64) {
		kind := "D-"
		if l.Expulsion {
			kind = "E-"
		}
		cv.text(margin, y+3.6, boldText, kind+strconv.FormatInt(l.Numero, 10))
		cv.text(margin+colMedidaHora, y+3.6, normalText, formatInstant(l.Instante))
		stack(cv, margin+colMedidaQuien, y+3.6, styled{boldText, who}, styled{normalText, []string{l.Documento}})
		stack(cv, margin+colMedidaPor, y+3.6, styled{normalText, why}, styled{noteText, facts}, styled{noteText, by})
		cv.line(margin, y+h-0.6, margin+measure, y+h-0.6, 0.08, veil)
	}}
}

// styled are lines of one style.
type styled struct {
	style style
	lines []string
}

// stack writes lines one under another.
func stack(cv *canvas, x, y float64, parts ...styled) {
	for _, p := range parts {
		for _, line := range p.lines {
			cv.text(x, y, p.style, line)
			y += medidaStep
		}
	}
}

// NotaAdmisionFacts are the facts of the note that a person who was refused entry, or
// expelled, takes away: neither why nor who she is (criterio ADM-10). A lost one tells nobody
// anything.
type NotaAdmisionFacts struct {
	Casa       Casa
	Expulsion  bool
	Numero     int64
	Instante   time.Time // UTC
	Vestimenta []string  // what is asked of everybody's dress that day (art. 21.5): on every note, so that it tells no cause
	Checkpoint Checkpoint
}

func (f NotaAdmisionFacts) check() error {
	if f.Numero <= 0 || f.Instante.IsZero() {
		return fmt.Errorf("%w: faltan el número o la hora de la nota", ErrFacts)
	}
	return f.Checkpoint.check()
}

// A note is A6 upright.
const (
	noteWidth, noteHeight = 105.0, 148.0
	noteMargin            = 10.0
)

// NotaAdmision writes that note. The errors about its facts wrap ErrFacts.
func NotaAdmision(w io.Writer, f NotaAdmisionFacts, o Options) error {
	if err := errors.Join(o.check(), f.Casa.check(), f.check()); err != nil {
		return err
	}
	const right, width = noteWidth - noteMargin, noteWidth - 2*noteMargin
	cv := newCanvas(noteWidth, noteHeight, "Nota del servicio de admisión", f.Casa.Entidad, o)
	cv.page()
	if f.Casa.Demostracion {
		cv.textTurned(noteWidth/2-6, noteHeight/2+4, 48, style{face: bold, size: 30, color: veil}, "DEMOSTRACIÓN")
	}
	emblem(cv, noteMargin+4.7, 14, 4.7, f.Casa)
	houseName(cv, noteMargin+12.4, 13.2, style{face: bold, size: 9, color: dark, tracking: 0.02}, f.Casa.Establecimiento, width-12.4)
	cv.fitted(noteMargin+12.4, 17.4, noteText, f.Casa.Entidad, width-12.4, 1, 4.5)
	cv.line(noteMargin, 21.6, right, 21.6, 0.5, green)
	cv.text(noteMargin, 31, titleText.tall(13), "Servicio de admisión")
	y := 40.0
	put := func(e style, s string) {
		for _, line := range cv.wrap(e, s, width) {
			cv.text(noteMargin, y, e, line)
			y += e.size * mmPoint * 1.4
		}
		y += 2.2
	}
	put(normalText.tall(9), f.says())
	put(normalText, "Esta nota se le entrega para su constancia. No indica la causa, que el servicio de admisión trata con reserva.")
	if len(f.Vestimenta) > 0 {
		put(normalText, "Ese día se exige a todas las personas que entran ("+art("21.5").String()+"): "+strings.Join(f.Vestimenta, "; ")+".")
	}
	put(normalText, "Si no está conforme, puede pedir en admisión la hoja de reclamaciones. Puede también dirigirse por escrito a la dirección del establecimiento, o al órgano de la Comunidad de Madrid competente en juego, y solicitar los datos suyos que la casa conserva.")
	f.foot(cv, right)
	return cv.writeTo(w)
}

// says is the sentence of the note.
func (f NotaAdmisionFacts) says() string {
	at := formatInstant(f.Instante)
	if f.Expulsion {
		return "El " + at + " se le ha pedido que abandone las salas de juego de este establecimiento."
	}
	return "El " + at + " no se le ha podido dar entrada a las salas de juego de este establecimiento."
}

// foot draws the reference of the note and what lets it be checked.
func (f NotaAdmisionFacts) foot(cv *canvas, right float64) {
	kind := "D-"
	if f.Expulsion {
		kind = "E-"
	}
	cv.text(noteMargin, noteHeight-24, labelText, "referencia")
	cv.text(noteMargin, noteHeight-19.5, boldText.tall(10), kind+strconv.FormatInt(f.Numero, 10))
	cv.frame(right-34, noteHeight-34, 34, 16, 0.12, faint)
	cv.text(right-32.5, noteHeight-31, labelText, "sello")
	cv.line(noteMargin, noteHeight-14, right, noteHeight-14, 0.12, faint)
	cv.text(noteMargin, noteHeight-10.8, monoText.tall(4.8), fmt.Sprintf("checkpoint %d · %s", f.Checkpoint.Tamano, f.Checkpoint.Raiz))
	cv.text(noteMargin, noteHeight-8, labelText.tall(5), art("21").String()+" del Reglamento")
}
