package api

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"

	"foliado/admission"
	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/jugada"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/ruleta"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// estados is the table of errors and statuses: the first line that matches decides. What
// is not here and cites a provision is 422.
var estados = []struct {
	err    error
	status int
}{
	{admission.ErrListaAlterada, http.StatusServiceUnavailable},
	{escritor.ErrNoDisponible, http.StatusServiceUnavailable}, // whatever else it wraps
	{errSinSesion, http.StatusUnauthorized},
	{registers.ErrAcceso, http.StatusUnauthorized},
	{errCargo, http.StatusForbidden},
	{errAmbito, http.StatusForbidden},
	{errCSRF, http.StatusForbidden},
	{firma.ErrPIN, http.StatusForbidden},
	{firma.ErrCredencial, http.StatusForbidden},
	{registers.ErrUsuario, http.StatusForbidden},
	{registers.ErrSinClave, http.StatusForbidden},
	{registers.ErrNoRonda, http.StatusForbidden},
	{registers.ErrNoRetira, http.StatusForbidden},
	{registers.ErrBloqueada, http.StatusTooManyRequests},
	{errFreno, http.StatusTooManyRequests},

	{admission.ErrNoExiste, http.StatusNotFound},
	{registers.ErrPersona, http.StatusNotFound},
	{registers.ErrEstablecimiento, http.StatusNotFound},
	{registers.ErrAutorizacion, http.StatusNotFound},
	{registers.ErrJornada, http.StatusNotFound},
	{registers.ErrMesa, http.StatusNotFound},
	{registers.ErrPartidaTorneo, http.StatusNotFound},
	{registers.ErrActo, http.StatusNotFound},
	{registers.ErrRonda, http.StatusNotFound},
	{registers.ErrInspeccion, http.StatusNotFound},
	{registers.ErrComunicacion, http.StatusNotFound},
	{registers.ErrLibro, http.StatusNotFound},
	{registers.ErrFolio, http.StatusNotFound},
	{errJuego, http.StatusNotFound},
	{registers.ErrJugada, http.StatusNotFound},
	{motor.ErrSinMotor, http.StatusUnprocessableEntity},
	{motor.ErrHechos, http.StatusUnprocessableEntity},
	{jugada.ErrPagos, http.StatusUnprocessableEntity},
	{jugada.ErrImporte, http.StatusUnprocessableEntity},
	{jugada.ErrMuchas, http.StatusUnprocessableEntity},
	{jugada.ErrMarca, http.StatusUnprocessableEntity},
	{registers.ErrExtraccion, http.StatusNotFound},
	{registers.ErrClausura, http.StatusNotFound},
	{registers.ErrCartel, http.StatusNotFound},
	{registers.ErrArqueo, http.StatusNotFound},
	{registers.ErrDeposito, http.StatusNotFound},
	{registers.ErrDesprecinto, http.StatusNotFound},
	{registers.ErrMaterial, http.StatusNotFound},
	{registers.ErrUnidad, http.StatusNotFound},
	{registers.ErrFolioDeposito, http.StatusNotFound},
	{registers.ErrActaDestruccion, http.StatusNotFound},
	{registers.ErrIncidenciaNaipes, http.StatusNotFound},
	{registers.ErrPropina, http.StatusNotFound},
	{registers.ErrOlvidada, http.StatusNotFound},
	{registers.ErrReclamacion, http.StatusNotFound},
	{registers.ErrHojaAnotada, http.StatusConflict},
	{registers.ErrTramiteHecho, http.StatusConflict},
	{registers.ErrCriterioPropinas, http.StatusNotFound},
	{registers.ErrAdmitePropinas, http.StatusNotFound},
	{registers.ErrTorneo, http.StatusNotFound},
	{errSinActaFirmada, http.StatusNotFound},

	{errEnVuelo, http.StatusConflict},
	{registers.ErrTorneoDeclarado, http.StatusConflict},
	{escritor.ErrClaveRepetida, http.StatusConflict},
	{acceso.ErrComprobacion, http.StatusConflict},
	{admission.ErrCaducada, http.StatusConflict},
	{admission.ErrCerrado, http.StatusConflict},
	{admission.ErrJornadaCerrada, http.StatusConflict},
	{admission.ErrYaAnulada, http.StatusConflict},
	{admission.ErrSinCandidato, http.StatusConflict},
	{admission.ErrImportando, http.StatusConflict},
	{admission.ErrConFicha, http.StatusConflict},
	{admission.ErrYaDenegada, http.StatusConflict},
	{admission.ErrYaDentro, http.StatusConflict},
	{admission.ErrLevantada, http.StatusConflict},
	{admission.ErrAtendida, http.StatusConflict},
	{admission.ErrSalida, http.StatusConflict},
	{admission.ErrSinAnular, http.StatusConflict},
	{admission.ErrCobrado, http.StatusConflict},
	{admission.ErrOtroDia, http.StatusConflict},
	{admission.ErrEntregado, http.StatusConflict},
	{admission.ErrTurnoAbierto, http.StatusConflict},
	{admission.ErrTurnoCerrado, http.StatusConflict},
	{admission.ErrSinTurno, http.StatusConflict},
	{admission.ErrListaGrupo, http.StatusUnprocessableEntity},
	{admission.ErrFuera, http.StatusConflict},
	{admission.ErrUsada, http.StatusConflict},
	{admission.ErrDeclarada, http.StatusConflict},
	{admission.ErrInvitada, http.StatusConflict},
	{admission.ErrNoVigente, http.StatusConflict},
	{admission.ErrSuprimida, http.StatusNotFound},
	{admission.ErrSinRastro, http.StatusNotFound},
	{admission.ErrRetencionLevantada, http.StatusConflict},
	{registers.ErrHuella, http.StatusConflict},
	{registers.ErrActoResuelto, http.StatusConflict},
	{registers.ErrPlazaOcupada, http.StatusConflict},
	{registers.ErrUsuarioRepetido, http.StatusConflict},
	{registers.ErrEnDireccion, http.StatusConflict},
	{registers.ErrNoDirige, http.StatusConflict},
	{registers.ErrSinFirmantes, http.StatusConflict},
	{registers.ErrMesaRepetida, http.StatusConflict},
	{registers.ErrDepositoAbierto, http.StatusConflict},
	{registers.ErrProveedorRepetido, http.StatusConflict},
	{registers.ErrVariosFabricantes, http.StatusConflict},
	{registers.ErrEstablecimientoRepetido, http.StatusConflict},
	{registers.ErrActoPendiente, http.StatusConflict},
	{registers.ErrSinJornada, http.StatusConflict},
	{registers.ErrSaliente, http.StatusConflict},
	{registers.ErrNumeroProfesional, http.StatusUnprocessableEntity},
	{registers.ErrDuracion, http.StatusUnprocessableEntity},
	{libros.ErrRondaAcabada, http.StatusConflict},
	{libros.ErrRondaBloqueada, http.StatusConflict},
	{registers.ErrQuedaPendiente, http.StatusConflict},
	{registers.ErrReclamada, http.StatusConflict},
	{registers.ErrFaseReservada, http.StatusConflict},
	{domain.ErrFase, http.StatusConflict},

	{errPrevia, http.StatusPreconditionFailed},
	{errSinPrevia, http.StatusPreconditionRequired},
	{errTamano, http.StatusRequestEntityTooLarge},
	{errTipoCuerpo, http.StatusUnsupportedMediaType},
	{errJSON, http.StatusBadRequest},
	{errIlegible, http.StatusBadRequest},
	{errClaveIdem, http.StatusBadRequest},
	{errOtroBody, http.StatusUnprocessableEntity},

	{domain.ErrPiezas, http.StatusUnprocessableEntity},
	{domain.ErrImporte, http.StatusUnprocessableEntity},
	{domain.ErrDesborde, http.StatusUnprocessableEntity},
	{identidad.ErrTexto, http.StatusUnprocessableEntity},
	{diario.ErrFormato, http.StatusUnprocessableEntity}, // a text that no leaf can hold
	{registers.ErrParametro, http.StatusUnprocessableEntity},
	{registers.ErrSinNumeros, http.StatusUnprocessableEntity},
	{ruleta.ErrLectura, http.StatusUnprocessableEntity},
	{registers.ErrClave, http.StatusConflict},
	{registers.ErrDatos, http.StatusUnprocessableEntity},
	{registers.ErrClaveCorta, http.StatusUnprocessableEntity},
	{registers.ErrCargoSinClave, http.StatusUnprocessableEntity},
	{registers.ErrModo, http.StatusUnprocessableEntity},
	{registers.ErrNoFirma, http.StatusUnprocessableEntity},
	{registers.ErrMismaPersona, http.StatusUnprocessableEntity},
	{firma.ErrPINNoAdmitido, http.StatusUnprocessableEntity},
	{admission.ErrLista, http.StatusUnprocessableEntity},
}

// typedStatus is the status of errors that carry facts of their own, 0 for the others.
func typedStatus(err error) int {
	var again *admission.YaTieneTarjeta
	var forma *errForma
	switch {
	case errors.As(err, &again):
		return http.StatusConflict
	case errors.As(err, &forma):
		return http.StatusUnprocessableEntity
	}
	return 0
}

// fillDetails copies into the problem the facts that an error carries.
func fillDetails(p *Problema, err error) {
	p.Codigo = motor.Codigo(err)
	var again *admission.YaTieneTarjeta
	var forma *errForma
	var blocked *registers.CierreBloqueado
	switch {
	case errors.As(err, &blocked):
		for _, m := range slices.Concat(blocked.Mesas, blocked.SinPrecinto) {
			p.Mesas = append(p.Mesas, strconv.Itoa(m))
		}
		p.Actos = blocked.Actos
	case errors.As(err, &again):
		p.Numero, p.Articulo = &again.Numero, "22.3"
	case errors.As(err, &forma):
		p.Campos = forma.campos
	}
}

// retryAfter is how many seconds to wait before trying again.
func retryAfter(err error) int {
	var locked *registers.BloqueadaError
	if errors.As(err, &locked) {
		return int(math.Ceil(locked.Restante.Seconds()))
	}
	return 10
}

// cite is a provision as the API names it: bare for the Reglamento, with its norm else.
func cite(a norma.Articulo) string {
	if a.IsZero() {
		return ""
	}
	if a.Norma() == norma.Reglamento {
		return a.Ref()
	}
	return a.Norma().String() + " " + a.Ref()
}
