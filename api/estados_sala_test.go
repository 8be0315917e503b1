package api

// More errors of the floor, of the caja and of the door that only ever come inside a *norma.Error, and
// those that are said as a warning and refuse nothing.
func init() {
	conArticulo = append(conArticulo,
		"registers.ErrCilindroEnMesa", "registers.ErrEmpleadoCargo", "registers.ErrModeloBaraja", "registers.ErrSinUnidades", "registers.ErrUnidadRepetida",
		"registers.ErrCajaBilletes", "registers.ErrCausa", "registers.ErrClaseFormulario", "registers.ErrColor", "registers.ErrColorSinValor",
		"registers.ErrConActa", "registers.ErrCuantos", "registers.ErrDependencia", "registers.ErrDestino", "registers.ErrDirige",
		"registers.ErrFormulario", "registers.ErrFormularioAnulado", "registers.ErrFormularioUsado", "registers.ErrIncidencia",
		"registers.ErrMasMesasEnTotal", "registers.ErrMaximosNoConcedidos", "registers.ErrMesaClausurada", "registers.ErrMesaSuspendida",
		"registers.ErrMotivoArqueo", "registers.ErrNoSuspendida", "registers.ErrRequerimiento", "registers.ErrRespuestaJuego7", "registers.ErrReversible",
		"registers.ErrSinActa", "registers.ErrSinCilindro", "registers.ErrSinCircunstancias", "registers.ErrSinFichas", "registers.ErrSinMarcador",
		"registers.ErrSinMotivo", "registers.ErrSinResultado", "registers.ErrTipoCambio",
		"acceso.ErrCalidad", "acceso.ErrCausa", "acceso.ErrCorte", "acceso.ErrDeposito", "acceso.ErrDias", "acceso.ErrDiferencia", "acceso.ErrEmpresa",
		"acceso.ErrFin", "acceso.ErrGrupo", "acceso.ErrMedio", "acceso.ErrMotivoCausa", "acceso.ErrNoPersonal", "acceso.ErrPermiso",
		"acceso.ErrTextoVestimenta", "acceso.ErrVestimenta",
		"acceso.ErrSalida", "acceso.ErrMotivoSalida", "acceso.ErrPositivoFirme",
		"admission.ErrFondo", "admission.ErrOtraPersona", "admission.ErrSinCobro", "admission.ErrSinDocumento", "admission.ErrSinFicha",
		"admission.ErrSinIdentificar", "admission.ErrSinVigente", "admission.ErrTurnoAjeno",
		"identidad.ErrCaducado", "identidad.ErrCodigo", "identidad.ErrCodigoCaducado", "identidad.ErrCodigoParcial", "identidad.ErrControlMRZ",
		"identidad.ErrCortado", "identidad.ErrEuropea", "identidad.ErrMRZ", "identidad.ErrPais")
	deAdentro = append(deAdentro, "registers.ErrSinComunicarNaipes",
		"registers.ErrCartelDistinto", "registers.ErrDescuadre", "registers.ErrDotacionColor", "registers.ErrSinColor", "registers.ErrSinComunicar",
		"registers.ErrSinCopia", "registers.ErrSobreMaximo")
}
