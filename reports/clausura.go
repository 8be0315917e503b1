package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
)

// ClausuraFacts are the facts of the communication to the authority of a table closed down
// on founded suspicion (art. 29.2).
type ClausuraFacts struct {
	Casa           Casa
	Evidencia      Evidencia
	Mesa           int
	Juego          domain.Juego
	Folio          int64
	Jornada        domain.Fecha
	Hecho          time.Time
	Anotacion      time.Time
	Circunstancias string
	VenceNatural   domain.Fecha
	VenceHabil     domain.Fecha // "" when the table of holidays is missing
	Comunicada     time.Time    // zero while nobody noted its filing
	Acto           Acto
}

func (f ClausuraFacts) check() error {
	switch {
	case f.Circunstancias == "":
		return fmt.Errorf("%w: la comunicación de una clausura lleva sus circunstancias", ErrFacts)
	case f.Mesa <= 0 || f.Hecho.IsZero() || len(f.Acto.Firmas) != 1 || !f.Acto.Closed():
		return fmt.Errorf("%w: a la comunicación le faltan la mesa, la hora o la firma de la dirección", ErrFacts)
	}
	return f.Acto.check()
}

// Clausura writes the communication of a table closed down, ready to file (art. 29.2):
// table, game, hour, circumstances and the signature of who directs. The errors about its
// facts wrap ErrFacts.
func Clausura(w io.Writer, f ClausuraFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Comunicación de clausura de mesa",
		subtitle:  fmt.Sprintf("Mesa %d · %s", f.Mesa, f.Juego.Nombre()),
		folio:     fmt.Sprintf("folio %d", f.Folio),
		date:      "jornada del " + f.Jornada.Larga(),
		regimen:   fmt.Sprintf("Comunicación al órgano regulador; los hechos constan en el folio %d del libro de anticipos de la mesa %d", f.Folio, f.Mesa),
		evidencia: f.Evidencia,
		basis:     art("29.2").String() + " del Reglamento",
	}
	return r.write(w, o, f.blocks)
}

func (f ClausuraFacts) blocks(cv *canvas) []block {
	habil := "falta la tabla de festivos del año"
	if f.VenceHabil != "" {
		habil = f.VenceHabil.Larga()
	}
	estado := "sin anotar"
	if !f.Comunicada.IsZero() {
		estado = formatInstant(f.Comunicada)
	}
	bs := paragraph(cv, normalText, "Al órgano competente en materia de juego de la Comunidad de Madrid: se comunica la clausura, acordada por la dirección de juegos "+
		"ante la sospecha fundada de juego incorrecto o fraudulento, de la mesa que se indica.", false)
	bs = append(bs, grid(cv, 3, []fact{
		{"Mesa", fmt.Sprint(f.Mesa)}, {"Juego", f.Juego.Nombre()}, {"Hora de la clausura", formatInstant(f.Hecho)},
		{"Vence, en días hábiles", habil}, {"Vence, en días naturales", f.VenceNatural.Larga()}, {"Presentada", estado},
	})...)
	bs = append(bs, section("Circunstancias", when(f.Hecho, f.Anotacion, "", 0)))
	bs = append(bs, paragraph(cv, normalText.tall(9.5), f.Circunstancias, true)...)
	return append(bs, footSignatures("Acuerda la clausura quien dirige los juegos", f.Acto))
}
