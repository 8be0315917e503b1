package templates

import (
	"time"

	"foliado/domain"
)

// addDeposito adds the depósito of cards, in use and before.
func addDeposito(m map[string]Pagina) {
	unidad := func(numero, estado, nombre string, mesa int64) UnidadDeposito {
		return UnidadDeposito{Clase: "naipes", ClaseNombre: "Caja de naipes", Fabricante: "LOZOYA", Numero: numero, Detalle: "818, 6 mazos, con índices", Estado: estado,
			EstadoNombre: nombre, Mesa: mesa, Cartas: 312}
	}
	worn := unidad("2039", "deteriorada", "Deteriorada, por destruir", 0)
	m["deposito"] = Deposito{Marco: marco("Depósito de naipes y dados", base+"/deposito", domain.Director), EnUso: true, Puede: true, Dirige: true,
		Condicion: "copia auxiliar del libro diligenciado", Llave: "Marina Quesada Orgaz", Desde: ahora.Add(-5 * time.Hour),
		Saldo: []SaldoClase{{"Cajas de naipes", []Hecho{{"En el armario, disponible", "14"}, {"En mesa", "6"}, {"Pendiente de ordenar y examinar", "2"}}},
			{"Sabots", []Hecho{{"En el armario, disponible", "3"}, {"En mesa", "3"}}}},
		Unidades:   []UnidadDeposito{unidad("2045", "en_mesa", "En mesa", 2), unidad("2046", "pendiente", "Pendiente de ordenar y examinar", 0), worn},
		Desechadas: []UnidadDeposito{worn},
		Incidencias: []IncidenciaNaipes{{Incidencia: 2, Mesa: 2, Numero: "2051", Fabricante: "LOZOYA", Defecto: "falta algún naipe", Hora: ahora.Add(-time.Hour), PDF: "/x.pdf"},
			{Incidencia: 1, Numero: "2040", Fabricante: "LOZOYA", Defecto: "hay naipes marcados", Hora: ahora.Add(-50 * time.Hour), Comunicada: ahora.Add(-49 * time.Hour), PDF: "/x.pdf"}},
		Entradas: []EntradaDeposito{{Folio: 18, Hecho: ahora, Que: "Extracción: 2045 2047 (mesa 2)", Presentes: "Marina Quesada Orgaz y Tomás Ibarra Sanz"},
			{Folio: 17, Hecho: ahora.Add(-time.Hour), Que: "Destrucción: 2031 2032", Presentes: "Marina Quesada Orgaz y Tomás Ibarra Sanz", PDF: "/x.pdf"}},
		Mesas: []Opcion{{"2", "2 · black jack", true}}, Proveedores: []Opcion{{"RGJ-114", "Naipes Lozoya, S. A. (RGJ-114)", true}},
		Modelos: []Opcion{{"818", "LOZOYA Casino 818", true}}, Inspector: []Opcion{{"no_presente", "No presente", true}},
		Forma: FormaDeposito{Abierta: "examen", Numeros: "2045\n2047"}, PDF: "/x.pdf"}
	m["deposito-cerrado"] = Deposito{Marco: marco("Depósito de naipes y dados", base+"/deposito", domain.Director), Puede: true, Dirige: true}
}

// addPrecintos adds the seals of the wheels in each of their states.
func addPrecintos(m map[string]Pagina) {
	m["precintos"] = Precintos{Marco: marco("Precintos", base+"/precintos", domain.JefeMesa), Puede: true, PDF: "/x.pdf",
		Motivos: []Opcion{{"limpiar", "Limpiar", true}, {"cambiar_tapete", "Cambiar tapete", false}}, Personas: []Opcion{{"p1", "Marina Quesada Orgaz", false}},
		Ruletas: []PrecintoMesa{{Mesa: 1, Juego: "ruleta americana", Estado: "puesto", Nombre: "precintado", Tapado: "precinto 001141", Hora: ahora},
			{Mesa: 2, Juego: "ruleta francesa", Estado: "puesto", Nombre: "precintado", Tapado: "llave", Hora: ahora, Abierta: true},
			{Mesa: 3, Juego: "ruleta americana", Estado: "levantado", Nombre: "levantado para la sesión", Hora: ahora}, {Mesa: 4, Juego: "ruleta americana"}},
		Anotados: []Desprecinto{{Folio: 2, Mesa: 1, Motivo: "Cambiar tapete", Presentes: "Marina Quesada Orgaz", Hora: ahora, Retirado: "001140"},
			{Folio: 1, Mesa: 2, Motivo: "Limpiar", Presentes: "Marina Quesada Orgaz, un técnico", Hora: ahora.Add(-30 * time.Hour), HoraNuevo: ahora.Add(-29 * time.Hour), Retirado: "001139", Nuevo: "001140"}}}
}
