package templates

import (
	"time"

	"foliado/domain"
)

// addDireccion adds the sample pages of the direction: rondas and badges.
func addDireccion(m map[string]Pagina, ms []MesaTablero) {
	r := RondaBreve{ID: "principal-61", Quienes: "Marina Quesada Orgaz y Begoña Calvo Sanz", Desde: ahora.Add(-20 * time.Minute), Caduca: ahora.Add(70 * time.Minute)}
	m["rondas"] = Rondas{Marco: marco("Rondas de firma", base+"/rondas", domain.Director), EnCurso: []RondaBreve{r}, Admite: true, Puede: true}
	m["rondas-sin-jornada"] = Rondas{Marco: marco("Rondas de firma", base+"/rondas", domain.Crupier)}
	hoja := acto("propuesto", 1)
	page := Ronda{Marco: marco("Ronda de firma", base+"/rondas/principal-61", domain.Director), Ronda: r, Personas: "p1 p7", Hoja: &hoja,
		Firmada: "Recuento y cierre de la mesa 1", Siguen: []ActoBreve{*ms[1].Pendiente}, Sin: ms[3:4], Cerradas: 7, PuedeFin: true, Olvidados: "/credenciales?e=principal"}
	m["ronda"] = page
	page.Hoja, page.Siguen, page.Sin, page.Firmada = nil, nil, nil, ""
	m["ronda-sin-hojas"] = page
	page.Ronda.Bloqueada = true
	m["ronda-bloqueada"] = page
	page.Acabada = true
	m["ronda-acabada"] = page
	rect := LineaRectificacion{Ordinal: 1, Mesa: 2, Folio: 14, Enlace: base + "/libros/anticipos-2/folios/14", Jornada: "2026-12-01", Diferencia: 10_000, Resultado: 141_500,
		Motivo: "una ficha quedó bajo la bandeja", Firmas: plazas(3), PDF: "/x.pdf"}
	m["rectificacion"] = Rectificacion{Marco: marco("Rectificar el recuento de la mesa 2", base+"/mesas/2/folios/14/rectificacion", domain.Director), Mesa: 2, Folio: 14, Original: "2026-11-30",
		Recuentos: cierre(false).Recuentos, Motivo: "una ficha quedó bajo la bandeja", Anteriores: []LineaRectificacion{rect}, Libro: "anticipos-2"}
	folio := m["folio-anticipos"].(Folio)
	folio.Rectificaciones, folio.Rectificar = []LineaRectificacion{rect}, base+"/mesas/2/folios/14/rectificacion"
	m["folio-rectificado"] = folio
	control := m["folio-control"].(Folio)
	control.Rectificaciones = []LineaRectificacion{rect}
	m["folio-control-rectificado"] = control
	m["credenciales"] = Credenciales{Marco: marco("Credenciales", "/credenciales", domain.Director),
		Personas: []Opcion{{"p3", "Tomás Arrieta Luna · Crupier", true}, {"p7", "Begoña Calvo Sanz · Cajero", false}}}
	m["credencial"] = Credenciales{Marco: marco("Credenciales", "/credenciales", domain.Director), Nombre: "Tomás Arrieta Luna", CargoDe: domain.Crupier,
		Credencial: "FOL1-P3-ABCDEFGHIJKLMNOPQRSTUVWXYZ-2345", Acto: "--62",
		QR: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="}
	m["parte"] = Parte{Marco: marco("Parte de situación", base+"/parte", domain.FuncionarioInspector), Instante: ahora,
		Hechos:     []Hecho{{"Autorización", "DG-1/2026"}, {"Horario autorizado", "16:00 a 06:00"}, {"Dirige", "Marina Quesada Orgaz, desde las 20:00"}, {"Caja central", "1.000.000,00 € en metálico y 0,00 € bloqueados: cubre lo exigido"}},
		Mesas:      []ParteMesa{{1, domain.RuletaAmericana, ahora.Add(-3 * time.Hour), 250, 3_750_000, 2, 11_250_000}, {2, domain.BlackJack, ahora.Add(-2 * time.Hour), 500, 750_000, 0, 750_000}},
		Pendiente:  []string{"Recuento y cierre de la mesa 4, propuesto a las 04:51", "Comunicación de cambio en las sustituciones: vence el 27 de noviembre de 2026 en días hábiles; 25 de noviembre de 2026 en naturales"},
		Checkpoint: "foliado/00\n154\nAAAA", PDF: "/x.pdf"}
	alone := Parte{Marco: marco("Parte de situación", base+"/parte", domain.Director), Instante: ahora, SinDireccion: true}
	alone.Marco.SinDireccion = true
	m["parte-sin-direccion"] = alone
	m["direccion"] = Direccion{Marco: marco("Dirección", base+"/direccion", domain.Director), Dirige: "Marina Quesada Orgaz", Desde: ahora.Add(-6 * time.Hour), Saliente: "p1", SoyYo: true,
		Pueden:    []QuienDirige{{"Marina Quesada Orgaz", "titular", ahora.AddDate(0, -3, 0), "2026-09-01"}, {"Julián Robles Pina", "sustituto", ahora.AddDate(0, -1, 0), "2026-11-02"}},
		Entrantes: []Opcion{{"p2", "Julián Robles Pina", true}}, Pendientes: "una hoja de reclamaciones",
		Comunicaciones: []Comunicacion{{31, "Cambio en las sustituciones", "2026-11-20", "2026-11-25", "2026-11-27", time.Time{}, true}, {12, "Nombramiento de director", "2026-09-01", "2026-10-01", "2026-10-14", ahora, false}}}
	agenda := Agenda{Marco: marco("Agenda", base+"/agenda", domain.Director), SinAnos: []int{2027}, Asuntos: []Opcion{{"modificacion", "Modificación que no precisa autorización (art. 11.2)", false}},
		Deberes: []Deber{{31, "", "Cambio en las sustituciones", "13.2", "2026-11-20", "2026-11-25", "2026-11-27", time.Time{}, true, "/x.pdf"},
			{0, base + "/caja", "Clausura de la mesa 4", "29.2", "2026-12-01", "2026-12-03", "", time.Time{}, false, "/x.pdf"}, {12, "", "Nombramiento de director", "13.2", "2026-09-01", "2026-10-01", "2026-10-14", ahora, false, "/x.pdf"}}}
	agenda.Marco.Vencidos = 1
	m["agenda"] = agenda
	m["agenda-vacia"] = Agenda{Marco: marco("Agenda", base+"/agenda", domain.Cajero)}
	m["direccion-nadie"] = Direccion{Marco: marco("Dirección", base+"/direccion", domain.Cajero), Nadie: true}
	visitas := []Visita{{2, "Funcionario inspector n.º 2041", ahora.Add(-time.Hour), ahora.Add(7 * time.Hour), time.Time{}, true}, {1, "Funcionario inspector n.º 1177", ahora.AddDate(0, -1, 0), ahora.AddDate(0, -1, 0), ahora.AddDate(0, -1, 0), false}}
	m["inspecciones"] = Inspecciones{Marco: marco("Visitas de inspección", "/inspecciones", domain.Director), Puede: true, Visitas: visitas}
	m["inspeccion-abierta"] = Inspecciones{Marco: marco("Visitas de inspección", "/inspecciones", domain.Director), Puede: true, Visitas: visitas, Usuario: "inspector.2041", Codigo: "ABCD2345EFGH", Caduca: ahora.Add(8 * time.Hour)}
	publica := MesaPublica{Marco: Marco{Titulo: "Libro de la mesa 1", Entidad: "Juegos del Manzanares, S.A.", Ahora: ahora, Camino: "/publico/principal/mesas/1"}, Casa: "Gran Casino Ribera Alta", Mesa: 1, Juego: domain.RuletaAmericana,
		Fecha: "2026-11-30", Folio: 14, Minimo: 250, Regimen: "Copia auxiliar del libro diligenciado", Anticipos: []AnticipoFolio{{AnticipoLinea: AnticipoLinea{Importe: 3_750_000, Hora: ahora.Add(-3 * time.Hour)}, Desglose: "3.750 de 10 €"}}, Total: 3_750_000}
	m["mesa-publica"] = publica
	publica.Cerrada, publica.Recuentos, publica.Resultado = true, cierre(false).Recuentos, 141_500
	m["mesa-publica-cerrada"] = publica
}
