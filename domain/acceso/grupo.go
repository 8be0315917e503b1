package acceso

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a group, a volante or the till of the desk.
var (
	ErrGrupo      = errors.New("un grupo tiene entre 1 y 500 personas")
	ErrDeposito   = errors.New("el volante deja en depósito el documento y el importe de la tarjeta")
	ErrDiferencia = errors.New("el recuento no coincide con lo cobrado: hay que escribir el motivo")
	ErrMedio      = errors.New("el cobro es en efectivo, con tarjeta o por transferencia")
)

// MaxGrupo is how many people a group may have: a bound of the program, not of the norm.
const MaxGrupo = 500

// CheckGrupo returns nil when so many people may be registered together at that price,
// tarifa being the unit price: the ordinary one, or a cheaper one by a case of art. 23.3
// that is of a single jornada. Errors are *norma.Error and wrap ErrGrupo, ErrPrecio or
// ErrReduccion.
func CheckGrupo(personas int, precio, tarifa domain.Importe, r Reduccion) error {
	if personas < 1 || personas > MaxGrupo {
		return norma.Breach(art("23.3"), ErrGrupo)
	}
	if r == ReduccionVariosDias { // such a card is its holder's, not the group's
		return norma.Breach(art("23.3.c"), ErrReduccion)
	}
	return CheckPrecio(precio, tarifa, r)
}

// Medio is how a payment at the desk is made.
type Medio string

// The means of payment.
const (
	Efectivo      Medio = "efectivo"
	PagoTarjeta   Medio = "tarjeta"
	Transferencia Medio = "transferencia"
)

// CheckMedio returns nil when m is one of the means. The error is a *norma.Error that wraps
// ErrMedio.
func CheckMedio(m Medio) error {
	switch m {
	case Efectivo, PagoTarjeta, Transferencia:
		return nil
	}
	return norma.Breach(art("23.2"), ErrMedio)
}

// Deposito is what the holder of a volante leaves at the desk (art. 23.4).
type Deposito struct {
	Documento string          // kind of the identity document in custody
	Importe   *domain.Importe // céntimos; nil when nothing was said of it
}

// CheckDeposito returns nil when a volante may be handed out for a card of that price: the
// document is in custody and the amount is the price, which may be zero (art. 23.4,
// criterio ADM-7). The error is a *norma.Error that wraps ErrDeposito.
func CheckDeposito(d Deposito, precio domain.Importe) error {
	if d.Documento == "" || d.Importe == nil || *d.Importe != precio {
		return norma.Breach(art("23.4"), ErrDeposito).Under("ADM-7")
	}
	return nil
}

// Arqueo is the count with which a shift at the desk ends, in céntimos.
type Arqueo struct {
	Fondo        domain.Importe // with which it began
	Tarjetas     domain.Importe // cards issued in it
	Devoluciones domain.Importe // prices given back for cards voided in it
	Grupos       domain.Importe // payments of groups taken in it
	Efectivo     domain.Importe // counted
	Otros        domain.Importe // other means, by their vouchers
}

// Esperado is what there should be: the float and what was taken, less what was given back.
func (a Arqueo) Esperado() domain.Importe { return a.Fondo + a.Tarjetas - a.Devoluciones + a.Grupos }

// Diferencia is what was counted less what there should be: negative when money is missing.
func (a Arqueo) Diferencia() domain.Importe { return a.Efectivo + a.Otros - a.Esperado() }

// Check returns nil when the count may be put on record: one that does not agree says why
// (criterio MAQ-1: it stops nobody). The error is a *norma.Error that wraps ErrDiferencia.
func (a Arqueo) Check(motivo string) error {
	if a.Diferencia() != 0 && motivo == "" {
		return norma.Breach(art("23.2"), ErrDiferencia).Under("MAQ-1")
	}
	return nil
}
