package templates

import (
	"foliado/domain"
	"foliado/domain/plazos"
)

// addConservacion adds the sample pages of retention and of the archivo PBC.
func addConservacion(m map[string]Pagina) {
	p := Conservacion{Marco: marco("Conservación de datos", "/conservacion", domain.Director), A: "2027-06-01", Ordena: true, Accede: true, VeOrdenes: true,
		Acceso: 12, Hecha: true, Pendientes: 3, Tipos: []Opcion{{"dni", "DNI", true}},
		Retenciones: []LineaRetencion{{Numero: 2, Asientos: 1, Motivo: "Queja ante la autoridad", Instante: ahora}, {Numero: 1, Ficha: 31, Asientos: 4, Instante: ahora, Levantada: true}}}
	for k, t := range plazos.Conservacion {
		row := TerminoConservacion{Termino: t}
		if k == 0 {
			row.Registros, row.Archivados, row.Retenidos = 1175, 1170, 2
		}
		p.Terminos = append(p.Terminos, row)
	}
	m["conservacion"] = p
	p.Hecha, p.Acceso, p.Pendientes, p.Futura, p.Retenciones = false, 0, 0, true, nil
	m["conservacion-futura"] = p
	p.Ordena, p.VeOrdenes = false, false
	p.Marco = marco("Conservación de datos", "/conservacion", domain.ResponsablePBC)
	m["conservacion-pbc"] = p
	archive := ArchivoPBC{Marco: marco("Archivo PBC", "/archivo-pbc", domain.FuncionarioInspector), Desde: "2026-11-01", Documento: "50111222H", Buscado: true,
		Visitas: []LineaArchivo{{ahora, "principal", 1488, "Rosalía Beltrán Cuesta", "DNI 50111222H", "2036-12-01"}}, Mas: "cursor=9", VeConsultas: true,
		Consultas: []LineaConsulta{{ahora, "Marina Quesada Orgaz, Responsable PBC", "desde el 01/11/2026", "50111222H"}}}
	m["archivo-pbc"] = archive
	archive.Marco = marco("Archivo PBC", "/archivo-pbc", domain.ResponsablePBC)
	archive.Visitas, archive.Mas, archive.VeConsultas = nil, "", false
	m["archivo-pbc-vacio"] = archive
	card := Fichas{Marco: marco("Fichas de visitante", "/fichas", domain.JefeAdmision), Documento: "50111222H", Puede: true, Numero: 31, Nombre: "Rosalía Beltrán Cuesta",
		Nacimiento: "1971-02-03", Documentos: []string{"DNI 50111222H", "Pasaporte XDA123456 (ESP)"},
		Observaciones: []LineaObservacion{{ahora, "Pidió una mesa lejos de la puerta", "Begoña Calvo Sanz"}},
		Visitas:       []LineaVisita{{"2026-11-29", ahora, "principal", 1422, true}, {"2026-11-30", ahora, "principal", 1488, false}}}
	m["fichas"] = card
	m["fichas-sin"] = Fichas{Marco: marco("Fichas de visitante", "/fichas", domain.FuncionarioInspector)}
	card.Nombre, card.Nacimiento, card.Documentos, card.Puede = "", "", nil, false
	m["fichas-suprimida"] = card
}
