package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with the note of a sheet of complaints (art. 38.3).
var (
	ErrHojaReclamacion    = errors.New("consta el número impreso de la hoja oficial y qué se reclama")
	ErrTerminoReclamacion = errors.New("el vencimiento es un día, y no anterior al de la reclamación")
	ErrTramiteReclamacion = errors.New("una reclamación se contesta o se remite, y se dice con qué referencia")
)

// HojaReclamacion is a sheet of complaints handed in at the rooms (art. 38.3). The days by
// which it must be answered and sent to the authority are data, since they are those of the
// order that regulates the sheets and not of the Reglamento; "" when there is none.
type HojaReclamacion struct {
	Hoja                         string // printed number of the official sheet
	Hechos                       string // what is complained of
	Reclamante                   string // as the sheet has it; "" if illegible or none
	ContestarAntes, RemitirAntes domain.Fecha
}

// Check returns nil when a sheet handed in on a date may be noted. The error wraps
// ErrHojaReclamacion or ErrTerminoReclamacion and cites art. 38.3.
func (h HojaReclamacion) Check(recibida domain.Fecha) error {
	if h.Hoja == "" || h.Hechos == "" {
		return norma.Breach(art("38.3"), ErrHojaReclamacion)
	}
	for _, f := range []domain.Fecha{h.ContestarAntes, h.RemitirAntes} {
		if f == "" {
			continue
		}
		if _, err := domain.ParseFecha(string(f)); err != nil || f < recibida {
			return norma.Breach(art("38.3"), ErrTerminoReclamacion)
		}
	}
	return nil
}

// Tramite is what is done about a sheet of complaints.
type Tramite string

// What is done about a sheet: it is answered, and sent to the authority.
const (
	TramiteContestada Tramite = "contestada"
	TramiteRemitida   Tramite = "remitida"
)

// CheckTramite returns nil when it says what was done and under which reference; the error
// wraps ErrTramiteReclamacion and cites art. 38.3.
func CheckTramite(t Tramite, referencia string) error {
	if (t != TramiteContestada && t != TramiteRemitida) || referencia == "" {
		return norma.Breach(art("38.3"), ErrTramiteReclamacion)
	}
	return nil
}
