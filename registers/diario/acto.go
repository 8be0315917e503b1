package diario

import (
	"crypto/sha256"
	"fmt"
)

// Names of the datos that every act of signature carries, and the kind of its proposal.
const (
	TipoActoPropuesto = "ActoPropuesto"
	DatoActo          = "acto"        // id of the act
	DatoActoTipo      = "acto.tipo"   // Tipo of the asiento that closes it
	DatoActoHuella    = "acto.huella" // hex digest, only in the proposal
)

// TextoActo returns the canonical text of the facts that an act of signature binds:
// establecimiento, jornada, hora del hecho, kind (that of the closing asiento), every
// dato but acto.huella, and the commitments. Position, numbers, folio, anotación,
// author and origen are not in it: the proposal and the closing asiento have the same
// text. The error wraps ErrFormato.
func TextoActo(a *Asiento) ([]byte, error) {
	tipo := a.Dato(DatoActoTipo)
	switch {
	case !isTipo(tipo) || tipo == TipoActoPropuesto:
		return nil, badField(DatoActoTipo, tipo)
	case a.Tipo != TipoActoPropuesto && a.Tipo != tipo:
		return nil, fmt.Errorf("%w: el asiento es %s y cierra un acto de tipo %s", ErrFormato, a.Tipo, tipo)
	case a.Dato(DatoActo) == "":
		return nil, badField(DatoActo, "")
	case !isNombre(a.Establecimiento):
		return nil, badField("establecimiento", a.Establecimiento)
	case a.Jornada != "" && !isFecha(string(a.Jornada)):
		return nil, badField("jornada", string(a.Jornada))
	case !isInstante(a.Hecho):
		return nil, badField("hecho", a.Hecho.String())
	}
	b := make([]byte, 0, 256+96*len(a.Valores)+48*len(a.Datos))
	b = append(b, cabeceraActo...)
	b = appendLine(b, "establecimiento ", a.Establecimiento)
	if a.Jornada != "" {
		b = appendLine(b, "jornada ", string(a.Jornada))
	}
	b = appendInstante(b, "hecho ", a.Hecho)
	b = appendLine(b, "tipo ", tipo)
	b, err := appendDatos(b, a.Datos, DatoActoHuella)
	if err != nil {
		return nil, err
	}
	return appendValores(b, a.Valores)
}

// HuellaActo is the SHA-256 of TextoActo: what people sign.
func HuellaActo(a *Asiento) ([32]byte, error) {
	texto, err := TextoActo(a)
	if err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256(texto), nil
}
