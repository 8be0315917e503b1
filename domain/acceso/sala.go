package acceso

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a room, a point of control or what is asked for in the room.
var (
	ErrSistema        = errors.New("a las salas se pasa con tarjeta, o por un sistema técnico dado de alta")
	ErrSinDeclaracion = errors.New("esa sala privada no tiene presentada su declaración responsable")
	ErrSinInvitacion  = errors.New("a una sala privada se pasa con tarjeta vigente y con invitación a nombre de quien entra")
	ErrSala           = errors.New("la sala es general, de círculo o privada")
	ErrSolicita       = errors.New("la tarjeta la pide un empleado o un inspector")
)

// TipoSala is the kind of a room, by what opens it.
type TipoSala string

// The kinds of room.
const (
	SalaGeneral TipoSala = "general" // any card in force (art. 22.2)
	SalaCirculo TipoSala = "circulo" // likewise; one goes in to play (art. 20.5)
	SalaPrivada TipoSala = "privada" // a card in force and an invitation (art. 26.2)
)

// CheckSala returns nil when a point of control may guard that kind of room. The error is a
// *norma.Error that wraps ErrSala.
func CheckSala(t TipoSala) error {
	switch t {
	case SalaGeneral, SalaCirculo, SalaPrivada:
		return nil
	}
	return norma.Breach(art("22.1"), ErrSala)
}

// AvisoSala is what is shown at the door of a room, "" nothing (art. 20.5; MAQ-1: it stops
// nobody).
func AvisoSala(t TipoSala) string {
	if t == SalaCirculo {
		return "A esta sala se pasa solo para jugar (" + art("20.5").String() + ")."
	}
	return ""
}

// BreachSistema is the refusal of an entry by no card and no technical system on record.
func BreachSistema() error { return norma.Breach(art("22.1"), ErrSistema) }

// CheckPrivada returns nil when somebody may go into a private room: her card is in force and
// she was invited (art. 26.2). The error is a *norma.Error that wraps ErrSinInvitacion.
func CheckPrivada(tarjeta, invitada bool) error {
	if !tarjeta || !invitada {
		return norma.Breach(art("26.2"), ErrSinInvitacion)
	}
	return nil
}

// CheckDeclaracion returns nil when a private room may work on a date: its declaración
// responsable was presented by then (art. 26.2). The error is a *norma.Error that wraps
// ErrSinDeclaracion.
func CheckDeclaracion(presentada, fecha domain.Fecha) error {
	if presentada == "" || presentada > fecha {
		return norma.Breach(art("26.2"), ErrSinDeclaracion)
	}
	return nil
}

// Solicita is who asks for a card in the room (art. 22.4).
type Solicita string

// Who may ask for a card in the room.
const (
	SolicitaEmpleado  Solicita = "empleado"
	SolicitaInspector Solicita = "inspector"
)

// CheckSolicita returns nil when s may ask for a card. The error is a *norma.Error that wraps
// ErrSolicita.
func CheckSolicita(s Solicita) error {
	if s != SolicitaEmpleado && s != SolicitaInspector {
		return norma.Breach(art("22.4"), ErrSolicita)
	}
	return nil
}
