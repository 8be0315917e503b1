package acceso

import (
	"errors"
	"strings"

	"foliado/domain/norma"
)

// Salida is what became of an alert about somebody who was inside.
type Salida string

// The ends of an alert: she left the rooms, or it was another person of her name.
const (
	SaleDeSala  Salida = "sale"
	OtraPersona Salida = "otra_persona"
)

// What is wrong with the end of an alert.
var (
	ErrSalida        = errors.New("hay que decir si la persona ha salido o si es otra")
	ErrMotivoSalida  = errors.New("hay que escribir qué se hizo")
	ErrPositivoFirme = errors.New("su documento consta: nadie puede decir que es otra persona")
)

// Dentro judges somebody who is inside already and whom a list or a ban reaches afterwards
// (arts. 20.2, 21.1, 22.4): the decision holds the grounds that stop her going on, the most
// serious first, and is PuedeEntrar when there is none. A list too old, the last hour or her
// being of the staff are of the entry, not of the stay. Errors: those of Edad.
func Dentro(h Hechos, p Parametros) (Decision, error) {
	h.UltimaHora, h.Relacion, h.Lista = false, Ajeno, Lista{}
	d, err := Decide(h, p)
	if err != nil {
		return Decision{}, err
	}
	stay := Decision{Veredicto: PuedeEntrar}
	for _, f := range d.Fundamentos {
		if f.Causa == CausaMenor || f.Causa == CausaSinLista {
			continue
		}
		if len(stay.Fundamentos) == 0 {
			stay.Veredicto = VeredictoDe(f.Causa)
		}
		stay.Fundamentos = append(stay.Fundamentos, f)
	}
	return stay, nil
}

// VeredictoDe is the verdict to which a ground leads by itself.
func VeredictoDe(c Causa) Veredicto {
	for _, f := range fundamentos {
		if f.Causa == c {
			return f.veredicto
		}
	}
	return PuedeEntrar
}

// CheckSalida judges how an alert is closed (arts. 21.1, 22.4): with one of the two ends and
// with what was done in words. firme says that one of her documents is barred: then nobody may
// say that she is somebody else (criterio ADM-2). Errors: ErrSalida, ErrMotivoSalida and
// ErrPositivoFirme, each inside a *norma.Error.
func CheckSalida(s Salida, motivo string, firme bool) error {
	switch {
	case s != SaleDeSala && s != OtraPersona:
		return norma.Breach(art("21.1"), ErrSalida)
	case strings.TrimSpace(motivo) == "":
		return norma.Breach(art("21.1"), ErrMotivoSalida)
	case s == OtraPersona && firme:
		return norma.Breach(art("21.1"), ErrPositivoFirme).Under("ADM-2")
	}
	return nil
}
