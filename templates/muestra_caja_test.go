package templates

import (
	"time"

	"foliado/domain"
)

// addCaja adds the caja central and the sheet of a table with its other movements.
func addCaja(m map[string]Pagina, ms []MesaTablero) {
	billetes := recuento("billetes", "Billetes", "billetes", nil, 1000, 2000, 5000, 10000, 50000)
	xs := []Extraccion{
		{Numero: 33, Mesa: 4, Caja: 41, CajaRelevo: 42, Estado: "relevada", Relevo: ahora.Add(-10 * time.Minute), Recuento: billetes},
		{Numero: 32, Mesa: 2, Caja: 22, CajaRelevo: 23, Estado: "relevada", Relevo: ahora.Add(-20 * time.Minute), Acto: "principal-51", Recuento: billetes},
		{Numero: 31, Mesa: 2, Caja: 21, CajaRelevo: 22, Estado: "contada", Importe: 1_240_000, Relevo: ahora.Add(-time.Hour), PDF: "/x.pdf", Acto: "principal-48"},
		{Numero: 30, Mesa: 1, Caja: 11, CajaRelevo: 12, Estado: "archivada", Importe: 905_000, Relevo: ahora.Add(-2 * time.Hour), PDF: "/x.pdf", Acto: "principal-40"},
	}
	m["caja"] = Caja{Marco: marco("Caja central", base+"/caja", domain.Director), Puede: true, Comunica: true, Admite: true, Cuadra: true, Exigido: 7_500_000,
		Metalico: 9_000_000, Bloqueado: 3_750_000, Lineas: []LineaCaja{{1, 13, 7_500_000, 905_000, true}, {2, 14, 9_000_000, 1_240_000, true}, {5, 9, 2_500_000, 2_632_500, false}},
		Extracciones: xs, Movimientos: []MovimientoCaja{{7, 2, "extracción de billetes", 1_240_000, ahora}, {1, 1, "anticipo inicial", 7_500_000, ahora.Add(-3 * time.Hour)}},
		Arqueos: []Arqueo{{1, "Cambio de turno", ahora, 9_000_000, 3_750_000, 18_000_000, "/x.pdf"}},
		Arqueo: FormaArqueo{Motivos: []Opcion{{"turno", "Cambio de turno", true}}, Inspector: []Opcion{{"no_presente", "No presente", true}}, Abierta: true,
			Recuentos: []Recuento{recuento("metalico", "Metálico", "metálico", nil, 10, 100, 5000), recuento("fichas", "Fichas", "fichas", nil, 500, 10000), recuento("placas", "Placas", "placas", nil, 100000)}},
		EsCajero: true, Cambia: true, Cambios: []CambioCliente{{2, 0, ahora, "mesa 4", "Compra", 10_000, ""}, {1, 1488, ahora, "caja", "Canje", 250_000, "2.700,00 USD a 1,0800"}},
		Clausuras: []Clausura{{Mesa: 6, Folio: 3, Hora: ahora.Add(-time.Hour), Natural: "2026-12-02", Habil: "2026-12-02", PDF: "/x.pdf"}}}
	m["formularios"] = Formularios{Marco: marco("Formularios de contingencia", base+"/formularios", domain.Director), Puede: true, Clases: []Opcion{{"recuento", "Recuento y cierre", true}},
		Emisiones: []EmisionFormularios{{Numero: 2, Desde: 4, Hasta: 6, Clase: "Recuento y cierre", Hora: ahora, PDF: "/x.pdf",
			Formularios: []Formulario{{"RC-4", "usado"}, {"RC-5", "anulado"}, {"RC-6", "sin_usar"}}}}}
	if f, ok := m["folio-anticipos"].(Folio); ok {
		f.Movimientos = []MovimientoFolio{{Texto: "Extracción 31: billetes de la caja n.º 21 contados en la caja.", Hora: ahora, Importe: 1_240_000, Firmas: plazas(3)[2:]},
			{Texto: "Mesa suspendida por poca animación.", Hora: ahora}}
		f.Extraido, f.Devuelto = 1_240_000, 50_000
		m["folio-anticipos"] = f
	}
	abierta := ms[1]
	sesion := *abierta.Sesion
	sesion.Extraido, sesion.Devuelto = 1_240_000, 50_000
	abierta.Sesion, abierta.Pendiente = &sesion, nil
	m["mesa-movimientos"] = Mesa{Marco: marco("Mesa 2", base+"/mesas/2", domain.Director), Mesa: abierta, Admite: true, Puede: true,
		Reposicion: recuento("anticipo", "Reposición", "", map[domain.Importe]int64{500: 1000, 10000: 200}, 500, 10000), Cierre: cierre(false),
		Otros: OtrosMovimientos{Dirige: true, Servicio: "en_servicio", Autoriza: []Opcion{{"p1", "Marina Quesada Orgaz", true}}, Extracciones: xs[1:3], Abierto: "extraccion",
			Devolucion: recuento("fichas", "Fichas", "fichas", nil, 500, 10000), Entrega: recuento("entrega", "La mesa entrega", "", nil, 10000), Recibe: recuento("recibe", "La mesa recibe", "", nil, 500),
			Colores: []ColorMesa{{"rojo", 300, ""}, {"verde", 300, "297"}},
			Cartel:  &CartelMesa{Numero: 18, Hora: ahora.Add(-4 * time.Hour), PDF: "/x.pdf", Aviso: "el cartel de la mesa no dice lo que hay en ella: el cartel 18 anuncia un anticipo inicial de 30.000,00 € y son 37.500,00 €"}}}
}
