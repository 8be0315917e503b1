package registers

import (
	"maps"
	"slices"

	"foliado/registers/diario/escritor"
)

// Proyectores returns the function that writes the projection rows of each kind of
// asiento of this package. Each subject keeps its own map and is merged here.
func Proyectores() map[string]escritor.Proyector {
	m := map[string]escritor.Proyector{}
	for _, subject := range []map[string]escritor.Proyector{
		proyectoresFundacion,
		proyectoresEstablecimiento,
		proyectoresPersona,
		proyectoresDireccion,
		proyectoresClave,
		proyectoresActo,
		proyectoresAutorizacion,
		proyectoresMesa,
		proyectoresJornada,
		proyectoresAnticipo,
		proyectoresServicio,
		proyectoresCirculo,
		proyectoresEspera,
		proyectoresTorneoCirculo,
		proyectoresMovimiento,
		proyectoresArqueo,
		proyectoresCartel,
		proyectoresCambio,
		proyectoresFormulario,
		proyectoresMarcador,
		proyectoresCilindro,
		proyectoresLibroPapel,
		proyectoresCajaCentral,
		proyectoresControlIngresos,
		proyectoresRonda,
		proyectoresJugada,
		proyectoresRectificacion,
		proyectoresProrroga,
		proyectoresInspeccion,
		proyectoresComunicacion,
		proyectoresRelevo,
		proyectoresDeposito,
		proyectoresComite,
		proyectoresPropina,
		proyectoresPrecinto,
		proyectoresMaterial,
		proyectoresOlvidada,
		proyectoresReclamacion,
		proyectoresTorneo,
	} {
		maps.Copy(m, subject)
	}
	for tipo, p := range m {
		m[tipo] = conCierre(p)
	}
	return m
}

// Tablas lists the projections of this package: what verificar rebuilds and compares.
func Tablas() []escritor.Tabla {
	return slices.Concat(
		tablasFundacion,
		tablasEstablecimiento,
		tablasPersona,
		tablasDireccion,
		tablasClave,
		tablasActo,
		tablasAutorizacion,
		tablasMesa,
		tablasJornada,
		tablasAnticipo,
		tablasServicio,
		tablasTorneoCirculo,
		tablasMovimiento,
		tablasArqueo,
		tablasCartel,
		tablasMarcador,
		tablasCilindro,
		tablasLibroPapel,
		tablasCajaCentral,
		tablasControlIngresos,
		tablasRonda,
		tablasJugada,
		tablasRectificacion,
		tablasProrroga,
		tablasInspeccion,
		tablasComunicacion,
		tablasRelevo,
		tablasDeposito,
		tablasComite,
		tablasPropina,
		tablasPrecinto,
		tablasMaterial,
		tablasOlvidada,
		tablasReclamacion,
	)
}
