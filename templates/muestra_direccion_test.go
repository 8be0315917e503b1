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
		Recuentos: cierre(false).Recuentos, Motivo: "una ficha quedó bajo la bandeja", Anteriores: []LineaRectificacion{rect}}
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
}
