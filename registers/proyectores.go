package registers

import (
	"maps"

	"foliado/registers/diario/escritor"
)

// Proyectores returns the function that writes the projection rows of each kind of
// asiento of this package. Each subject keeps its own map and is merged here.
func Proyectores() map[string]escritor.Proyector {
	m := map[string]escritor.Proyector{}
	for _, subject := range []map[string]escritor.Proyector{
		proyectoresFundacion,
		proyectoresPersona,
		proyectoresDireccion,
		proyectoresClave,
		proyectoresActo,
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
	var t []escritor.Tabla
	t = append(t, tablasPersona...)
	t = append(t, tablasActo...)
	return t
}
