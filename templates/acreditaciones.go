package templates

import (
	"strings"
	"time"

	"foliado/domain"
)

// Acreditaciones is who came into the rooms to work in the jornada, without a card.
type Acreditaciones struct {
	Marco
	Lineas    []LineaAcreditacion
	Tipos     []Opcion
	Calidades []Opcion
	Puede     bool // may accredit
	Forma     FormaAcreditacion
}

func (Acreditaciones) plantilla() string { return "acreditaciones" }

// LineaAcreditacion is one of them.
type LineaAcreditacion struct {
	Numero    int64
	Nombre    string // "" once erased
	Documento string
	Calidad   string
	Empresa   string
	Motivo    string
	Entrada   time.Time
	Salida    time.Time // zero while inside
}

// FormaAcreditacion is the form as typed.
type FormaAcreditacion struct {
	Tipo, Pais, Numero, Nombre, Apellidos, Calidad, Empresa, Motivo string
}

// Vestimenta is a dress that the house asks for (art. 21.5).
type Vestimenta struct {
	Numero int64
	Texto  string
	Dias   string // "1" Monday to "7" Sunday; "" every day
	Desde  domain.Fecha
	Hasta  domain.Fecha
}

// Cuando says in words when it is asked for.
func (v Vestimenta) Cuando() string {
	var parts []string
	if v.Dias == "" {
		parts = append(parts, "todos los días")
	}
	for _, d := range v.Dias {
		if d >= '1' && d <= '7' {
			parts = append(parts, dias[(d-'0')%7])
		}
	}
	text := strings.Join(parts, ", ")
	if v.Desde != "" {
		text += " desde el " + v.Desde.Larga()
	}
	if v.Hasta != "" {
		text += " hasta el " + v.Hasta.Larga()
	}
	return text
}
