package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/plazos"
)

// LineaRegimen is somebody of the direction on a letter.
type LineaRegimen struct {
	Nombre, Calidad string
	Acuerdo         domain.Fecha
}

// EscritoFacts are the facts of a communication to the authority: of a change of the direction,
// of another change, or of a school of croupiers (arts. 1.6, 11.2, 13.1, 159.4).
type EscritoFacts struct {
	Casa       Casa
	Evidencia  Evidencia
	Numero     int64
	Asunto     string // in words
	Articulo   norma.Articulo
	Suceso     domain.Fecha // day of the agreement or of the change
	Persona    string       // who it is about; "" nobody
	Puesto     string
	Regimen    []LineaRegimen // who may direct when it is printed
	Detalle    string
	Vence      plazos.Vencimiento
	Impresa    time.Time
	Presentada time.Time // zero while nobody noted its filing
}

func (f EscritoFacts) check() error {
	switch {
	case f.Asunto == "" || f.Suceso == "":
		return fmt.Errorf("%w: a la comunicación le faltan el asunto o la fecha", ErrFacts)
	case f.Persona == "" && f.Detalle == "":
		return fmt.Errorf("%w: la comunicación dice qué cambia", ErrFacts)
	case f.Persona != "" && f.Puesto == "":
		return fmt.Errorf("%w: la comunicación de un cambio en la dirección lleva el puesto", ErrFacts)
	}
	return nil
}

// Escrito writes a communication to the authority, for its signature on paper by who
// represents the casino. The errors about its facts wrap ErrFacts.
func Escrito(w io.Writer, f EscritoFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	stamp := "SIN PRESENTAR"
	if !f.Presentada.IsZero() {
		stamp = ""
	}
	r := sheet{casa: f.Casa, title: "Comunicación", subtitle: strings.ToUpper(f.Asunto[:1]) + f.Asunto[1:], folio: fmt.Sprintf("n.º %d", f.Numero),
		date: formatInstant(f.Impresa), stamp: stamp, regimen: "Comunicación al órgano regulador; consta en el registro de la entidad", evidencia: f.Evidencia,
		basis: f.Articulo.String() + " del Reglamento"}
	return r.write(w, o, f.blocks)
}

func (f EscritoFacts) blocks(cv *canvas) []block {
	habil := "falta la tabla de festivos del año"
	if f.Vence.Habil != "" {
		habil = f.Vence.Habil.Larga()
	}
	bs := paragraph(cv, normalText, "Al órgano competente en materia de juego de la Comunidad de Madrid: "+f.Casa.Entidad+" comunica lo que sigue.", false)
	bs = append(bs, block{h: 4, draw: func(*canvas, float64) {}})
	facts := []fact{{"Asunto", strings.ToUpper(f.Asunto[:1]) + f.Asunto[1:]}, {"Establecimiento", f.Casa.Establecimiento}, {"Fecha del acuerdo o del cambio", f.Suceso.Larga()}}
	if f.Persona != "" {
		facts = append(facts, fact{"Persona", f.Persona}, fact{"Puesto", f.Puesto}, fact{"", ""})
	}
	facts = append(facts, fact{"Vence, en días hábiles", habil}, fact{"Vence, en días naturales", f.Vence.Natural.Larga()})
	if !f.Presentada.IsZero() {
		facts = append(facts, fact{"Presentada", formatInstant(f.Presentada)})
	}
	bs = append(bs, grid(cv, 3, facts)...)
	if f.Detalle != "" {
		bs = append(bs, section("Qué se comunica", ""))
		bs = append(bs, paragraph(cv, normalText.tall(9.5), f.Detalle, true)...)
	}
	if f.Articulo == art("13.2") {
		bs = append(bs, section("Régimen de dirección y suplencias resultante", formatInstant(f.Impresa)))
		var lines []string
		for _, l := range f.Regimen {
			lines = append(lines, fmt.Sprintf("%s, %s, por acuerdo del %s", l.Nombre, l.Calidad, l.Acuerdo.Larga()))
		}
		if len(lines) == 0 {
			lines = append(lines, "Nadie figura en la dirección.")
		}
		bs = append(bs, bullets(cv, normalText.tall(9.5), lines)...)
	}
	return append(bs, block{h: 46, keep: true, draw: signHere})
}
