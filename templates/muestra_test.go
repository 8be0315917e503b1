package templates

import (
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/catalogo"
)

// Sample pages with everything that each of them can show. Everybody here is invented.

var ahora = time.Date(2026, 11, 30, 21, 47, 5, 0, time.UTC)

func marco(titulo, camino string, cargo domain.Cargo) Marco {
	casas := []domain.Establecimiento{{ID: "principal", Nombre: "Casino de la Vega"}, {ID: "apendice", Nombre: "Sala Ribera", Apendice: true}}
	return Marco{
		Titulo: titulo, Entidad: "Juegos de la Vega, S. A.", Demostracion: true, Establecimiento: casas[0],
		Establecimientos: casas, Jornada: "2026-11-30", Fase: domain.FaseAbierta, Quien: "Marina Quesada Orgaz", Cargo: cargo,
		Ahora: ahora, CSRF: "csrf", Idem: "idem", Camino: camino,
		Menu: []Enlace{
			{Texto: "Mostrador", Camino: "/establecimientos/principal/mostrador", Aqui: strings.HasSuffix(camino, "mostrador")},
			{Texto: "Tablero", Camino: "/establecimientos/principal/tablero", Aqui: strings.Contains(camino, "mesas") || strings.HasSuffix(camino, "tablero")},
			{Texto: "Jornada", Camino: "/establecimientos/principal/jornada", Aqui: strings.HasSuffix(camino, "jornada")},
			{Texto: "Libros", Camino: "/establecimientos/principal/libros", Aqui: strings.Contains(camino, "libros")},
			{Texto: "Juegos", Camino: "/establecimientos/principal/juegos", Aqui: strings.Contains(camino, "juegos")},
			{Texto: "Interdicciones", Camino: "/interdicciones", Aqui: camino == "/interdicciones"},
			{Texto: "Verificación", Camino: "/verificacion", Aqui: camino == "/verificacion"},
		},
	}
}

const base = "/establecimientos/principal"

var listaVigente = Lista{Hay: true, Fuente: "Registro de Interdicciones, envío diario", Huella: strings.Repeat("4f1c09ab", 8),
	Instante: ahora.Add(-6 * time.Hour), Filas: 2004, Caduca: ahora.Add(18 * time.Hour), Vigente: true}

func tarjeta(n int64, nombre string, anulada bool) Tarjeta {
	return Tarjeta{Numero: n, Nombre: nombre, Documento: "50111222H", Ficha: 311, Precio: 500, Validez: "2026-11-30",
		Emitida: ahora.Add(-time.Duration(2000-n) * time.Second), Anulada: anulada}
}

func mostrador(v *Veredicto, emitida *Tarjeta) Mostrador {
	return Mostrador{Marco: marco("Mostrador", base+"/mostrador", domain.Admision), Abierto: true, Tarifa: 500, Veredicto: v, Emitida: emitida,
		Tipos: []Opcion{{"", "DNI o NIE", false}, {"pasaporte", "Pasaporte", false}},
		Ultimas: []Tarjeta{tarjeta(1487, "Rosalía Beltrán Cuesta", false), tarjeta(1486, "Íñigo Sarmiento Vidal", false),
			tarjeta(1485, "", true), tarjeta(1484, "Wenceslao Prats i Roig", false)},
		Lista: listaVigente}
}

func veredicto(v string, f ...Fundamento) *Veredicto {
	return &Veredicto{Veredicto: v, Comprobacion: "C", Nombre: "Rosalía Beltrán Cuesta", Documento: "50111222H", Nacimiento: "1980-12-31", Fundamentos: f}
}

func mesas() []MesaTablero {
	abierta := func(n, rep int64, juego domain.Juego, min, anticipo domain.Importe) MesaTablero {
		return MesaTablero{Numero: n, Juego: juego, Autorizado: min, Sesion: &SesionMesa{Folio: 12 + n, ApuestaMinima: min, Maximos: "serie alta",
			Anticipo: anticipo, Anticipos: anticipo * domain.Importe(1+rep), Reposiciones: rep,
			Apertura: ahora.Add(-3 * time.Hour), Abierta: true}}
	}
	ms := []MesaTablero{
		abierta(1, 0, domain.RuletaAmericana, 500, 7_500_000),
		abierta(2, 2, domain.RuletaAmericana, 200, 3_000_000),
		{Numero: 3, Juego: domain.RuletaAmericana, Autorizado: 500},
		abierta(4, 0, domain.BlackJack, 1000, 5_000_000),
		{Numero: 5, Juego: domain.BlackJack, Autorizado: 500, Sesion: &SesionMesa{Folio: 9, ApuestaMinima: 500, Anticipo: 2_500_000,
			Anticipos: 2_500_000, Apertura: ahora.Add(-5 * time.Hour), Cierre: ahora.Add(-time.Hour), Resultado: -132_500}},
		{Numero: 6, Juego: domain.BlackJack, Autorizado: 500},
	}
	ms[1].Pendiente = &ActoBreve{ID: "principal-41", Tipo: "Reposicion", Nombre: "Reposición de la mesa 2", Faltan: []string{"Director de juegos o sustituto"}}
	ms[2].Pendiente = &ActoBreve{ID: "principal-42", Tipo: "AnticipoInicial", Nombre: "Anticipo inicial de la mesa 3", Faltan: []string{"Director de juegos o sustituto"}}
	return ms
}

func recuento(nombre, titulo, cosa string, valores map[domain.Importe]int64, todos ...domain.Importe) Recuento {
	r := Recuento{Nombre: nombre, Titulo: titulo, Cosa: cosa}
	for _, v := range todos {
		l := LineaRecuento{Valor: v, Piezas: valores[v], Suma: v * domain.Importe(valores[v])}
		r.Total += l.Suma
		r.Lineas = append(r.Lineas, l)
	}
	return r
}

func cierre(revisado bool) FormaCierre {
	return FormaCierre{Revisado: revisado, PideMotivo: true, Existencias: 9_131_500, Anticipos: 9_000_000, Resultado: 131_500,
		Recuentos: []Recuento{
			recuento("fichas", "Fichas", "fichas", map[domain.Importe]int64{500: 1203, 10000: 180}, 100, 200, 500, 1000, 2500, 5000, 10000),
			recuento("placas", "Placas", "placas", map[domain.Importe]int64{50000: 50}, 50000, 100000, 500000),
			recuento("billetes", "Billetes", "billetes", map[domain.Importe]int64{5000: 410, 2000: 90}, 500, 1000, 2000, 5000, 10000, 20000, 50000),
		}}
}

func plazas(firmadas int) []Plaza {
	ps := []Plaza{{Numero: 1, Quien: "Crupier"}, {Numero: 2, Quien: "Cajero"}, {Numero: 3, Quien: "Director de juegos o sustituto"}}
	nombres := []string{"Tomás Arrieta Luna", "Begoña Calvo Sanz", "Marina Quesada Orgaz"}
	for k := range firmadas {
		ps[k].Firmante, ps[k].Modo, ps[k].Instante = nombres[k], "con su clave", ahora.Add(time.Duration(k)*time.Minute)
	}
	return ps
}

func acto(estado string, firmadas int) Acto {
	a := Acto{Marco: marco("Recuento y cierre de la mesa 2", "/actos/principal-43", domain.Director), ID: "principal-43", Nombre: "Recuento y cierre de la mesa 2",
		Estado: estado, Digest: "4f1c09ab77e2d15000aa5566ccdd8899e0e1e2e3e4e5e6e7e8e9eaebecedeeef",
		Cifras:   []Hecho{{"Existencias finales", "91.315,00 €"}, {"Anticipos", "90.000,00 €"}, {"Resultado", "+1.315,00 €"}},
		Hechos:   []Hecho{{"Mesa", "2"}, {"Juego", "Ruleta americana"}, {"Jornada", "30/11/2026"}, {"Hora del hecho", "30/11/2026 22:40:10"}},
		Recuento: cierre(true).Recuentos, Plazas: plazas(firmadas), Manuscrita: &Manuscrita{Numero: 2, Quien: "Funcionario inspector", Modos: []Opcion{{"manuscrita", "firmó el ejemplar", false}, {"se_niega", "se negó a firmarlo", false}}}, Avisos: []string{"29.1"}, Firma: true, Retira: true,
		Vuelve: Enlace{Texto: "Volver a la mesa 2", Camino: base + "/mesas/2"}}
	if firmadas > 0 {
		a.Gracias = a.Plazas[firmadas-1].Firmante
	}
	if estado == "cerrado" {
		a.Libro, a.Folio, a.Enlace = "Anticipos de la mesa 2", 14, base+"/libros/anticipos-2/folios/14"
	}
	return a
}

var causasMuestra = []Opcion{{"violencia", "Actúa con violencia", false}, {"vestimenta", "No viste como la casa exige", false}}

func muestras() map[string]Pagina {
	m := map[string]Pagina{}
	m["entrar"] = Entrar{Marco: Marco{Titulo: "Entrar", Entidad: "Juegos de la Vega, S. A.", Ahora: ahora, Demostracion: true,
		Problema: &Aviso{Texto: "Usuario o clave incorrectos."}}, Usuario: "mquesada", Sigue: "/verificacion"}

	m["mostrador"] = mostrador(nil, nil)
	si := veredicto("puede_entrar")
	especial := mostrador(si, nil)
	especial.Especial = TarjetaEspecial{Invitacion: 7, Salas: []SalaPrivada{{Numero: 1, Nombre: "Sala Dorada"}}, Casos: []Caso{{"congreso", "Asistente a un congreso"}, {"varios_dias", "Válida para varios días"}},
		Caso: "varios_dias", Precio: "3,00", Hasta: "02/12/2026"}
	m["mostrador-si"] = especial
	alertas := mostrador(nil, nil)
	alertas.Manda, alertas.PersonasDentro = true, 2
	alertas.Alertas = []Alerta{{Numero: 1, Tarjeta: 1204, Instante: ahora, Nombre: "Lucrecia Pons Quesada", Causa: "Consta en la lista de interdicciones", Firme: true},
		{Numero: 2, Tarjeta: 1190, Instante: ahora, Nombre: "Iván Peña Lara", Causa: "Su nombre y su fecha de nacimiento son los de una persona que no puede entrar"}}
	m["mostrador-alertas"] = alertas
	m["accesos-sala"] = Accesos{Marco: marco("Accesos a las salas", base+"/accesos", domain.Director), Lee: true, Puerta: true, Dirige: true,
		Lectura:   &LecturaTarjeta{Punto: 1, Valida: true, Nombre: "Rosalía Beltrán Cuesta", Aviso: "A esta sala se pasa solo para jugar (art. 20.5)."},
		Puntos:    []PuntoControl{{1, "Arco de la sala grande", "sala general"}, {2, "Puerta del salón", "sala privada Salón azul"}},
		Controles: []ControlTarjeta{{1, ahora, "Empleado", 1487, ""}, {2, ahora, "Inspector", 0, "Hombre de traje gris"}},
		Salas:     []SalaPrivada{{1, "Salón azul", "2026-12-01", "2026-11-30", "R-1"}, {2, "Salón verde", "2026-12-24", "", ""}},
		Invitados: []Invitado{{1, 1, "Íñigo Sarmiento Vidal"}}}
	vigente := mostrador(si, nil)
	vigente.Especial.Vigente = 1201
	m["mostrador-vigente"] = vigente
	m["mostrador-no"] = mostrador(veredicto("no_puede_entrar"), nil)
	m["mostrador-no-jefe"] = mostrador(veredicto("no_puede_entrar", Fundamento{"Consta en la lista de interdicciones", "art. 24.2 de la Ley 6/2001", ""}), nil)
	m["mostrador-duda"] = mostrador(veredicto("consultar"), nil)
	sin := mostrador(veredicto("sin_comprobar"), nil)
	sin.Lista = Lista{}
	m["mostrador-sin"] = sin
	repetida := veredicto("puede_entrar")
	repetida.Avisos = []string{"Otra ficha lleva el mismo nombre y fecha de nacimiento."}
	m["mostrador-repetida"] = mostrador(repetida, nil)
	decide := veredicto("consultar", Fundamento{"Su nombre y su fecha de nacimiento son los de una persona inscrita", "art. 21.1", "ADM-3"})
	decide.Decide = true
	m["mostrador-decide"] = mostrador(decide, nil)
	t := tarjeta(1488, "Rosalía Beltrán Cuesta", false)
	m["mostrador-emitida"] = mostrador(nil, &t)
	doble := veredicto("puede_entrar")
	doble.Duplicados = []Duplicado{{207, "Rosalía Beltrán Cuesta", "Pasaporte …567"}, {1203, "Rosalía Beltrán", "NIE …67L"}}
	m["mostrador-duplicado"] = mostrador(doble, nil)
	manda := mostrador(veredicto("puede_entrar"), nil)
	manda.Manda, manda.UltimaHora, manda.Causas = true, true, causasMuestra
	manda.Consultas = []Veredicto{*veredicto("consultar")}
	m["mostrador-manda"] = manda
	corte := mostrador(nil, nil)
	corte.Corte, corte.Manda = true, true
	corte.Visitante = Visitante{Tipo: "pasaporte", Pais: "PRT", Numero: "CB482913", Nombre: "MARIA CONCEICA", Apellidos: "VASCONCELOS ALBUQUERQUE",
		FechaNacimiento: "01/01/1983", Caducidad: "01/01/2032", Cortado: true, Leido: "El nombre no cabía entero en la banda: complételo como figura en el documento.", Foco: "nombre"}
	m["mostrador-corte"] = corte
	m["medidas"] = Medidas{Marco: marco("Denegaciones y expulsiones", base+"/medidas", domain.JefeAdmision), Desde: "2026-11-28", Hasta: "2026-11-30",
		Manda: true, Causas: causasMuestra, Vestimentas: []Vestimenta{{2, "Chaqueta", "56", "2026-11-01", ""}}, Forma: FormaMedida{Tarjeta: "1488", Motivo: "Discutió a gritos"},
		Lineas: []LineaMedida{
			{"denegacion", 40, ahora.Add(-3 * time.Hour), "Wenceslao Prats i Roig", "50111222H", "Consta en la lista de interdicciones", "art. 24.2 de la Ley 6/2001", "", "Begoña Calvo Sanz"},
			{"expulsion", 3, ahora.Add(-time.Hour), "Rosalía Beltrán Cuesta", "X1234567L", "Molesta a otras personas", "art. 21.2", "Discutió a gritos con otro cliente de la mesa 4.", "Marina Quesada Orgaz"},
			{"denegacion", 12, ahora.Add(-48 * time.Hour), "", "", "Es menor de edad", "art. 24.1 de la Ley 6/2001", "", "Begoña Calvo Sanz"}},
		Prohibiciones: []Prohibicion{{3, "Rosalía Beltrán Cuesta", "NIE X1234567L", 311, "Molesta a otras personas", "2027-01-15", true}}}
	m["acreditaciones"] = Acreditaciones{Marco: marco("Acreditaciones de servicio", base+"/acreditaciones", domain.Admision), Puede: true,
		Tipos: []Opcion{{"", "DNI o NIE", false}}, Calidades: []Opcion{{"servicio", "Personal de la casa, de servicio", true}},
		Lineas: []LineaAcreditacion{{4, "Eloy Prieto Lozano", "50111222H", "Técnico de otra empresa", "Cilindros del Tajo, S.L.", "Nivela la mesa 3", ahora.Add(-time.Hour), time.Time{}},
			{3, "", "", "Personal fuera de turno, con permiso del director", "", "Reunión", ahora.Add(-3 * time.Hour), ahora.Add(-2 * time.Hour)}}}
	m["medidas-vacia"] = Medidas{Marco: marco("Denegaciones y expulsiones", base+"/medidas", domain.FuncionarioInspector), Desde: "2026-11-30", Hasta: "2026-11-30"}
	malo := mostrador(nil, nil)
	malo.Problema = &Aviso{Texto: "La letra del documento no corresponde al número", Articulo: "23.1", Campos: map[string]string{"numero": "compruebe la letra"}}
	malo.Visitante = Visitante{Numero: "50111222X", Nombre: "Rosalía", Apellidos: "Beltrán Cuesta", FechaNacimiento: "31/12/1980"}
	malo.Abierto = false
	m["mostrador-mal"] = malo
	anulada := tarjeta(1485, "Íñigo Sarmiento Vidal", true)
	m["tarjeta"] = FichaTarjeta{Marco: marco("Tarjeta 1488", base+"/tarjetas/1488", domain.Admision), Tarjeta: t, Puede: true,
		Historial: HistorialTarjeta{Duplica: 1201, Reimpresiones: []time.Time{ahora}, Entradas: []EntradaTarjeta{{"2026-12-01", ahora.Add(24 * time.Hour)}}}}
	perdida := tarjeta(1201, "Rosalía Beltrán Cuesta", true)
	perdida.Visto, perdida.Caso = true, "válida para varios días"
	m["tarjeta-perdida"] = FichaTarjeta{Marco: marco("Tarjeta 1201", base+"/tarjetas/1201", domain.Admision), Tarjeta: perdida,
		Historial: HistorialTarjeta{Duplicado: 1488, Perdida: ahora}}
	m["tarjeta-anulada"] = FichaTarjeta{Marco: marco("Tarjeta 1485", base+"/tarjetas/1485", domain.JefeAdmision), Tarjeta: anulada, PuedeVisto: true}
	m["interdicciones"] = Interdicciones{Marco: marco("Lista de interdicciones", "/interdicciones", domain.JefeAdmision), Lista: listaVigente,
		Hecha: true, Fuente: "Registro"}

	viaje := Grupo{Numero: 12, Denominacion: "Congreso de Cronometría de la Ribera", Fecha: "2026-11-30", Caso: "asistente a un congreso", Precio: 300,
		Importe: 12_000, Recibo: 7, Medio: "transferencia", Previstos: 40, Tarjetas: 21, NoEntran: 1, Pendientes: 1, SinLlegar: 17}
	m["grupos"] = Grupos{Marco: marco("Grupos", base+"/grupos", domain.Admision), Puede: true, Grupos: []Grupo{viaje, {Numero: 13, Fecha: "2026-11-30", Precio: 500, Previstos: 12, SinLlegar: 12}},
		Casos: []Caso{{"congreso", "Asistente a un congreso"}}, Forma: FormaGrupo{"Viaje", "30/11/2026", "congreso", "3,00", "tipo,numero,nombre,apellidos,fecha_nacimiento"}}
	m["grupo"] = FichaGrupo{Marco: marco("Grupo 12", base+"/grupos/12", domain.Admision), Puede: true, Grupo: viaje, Miembros: []Miembro{
		{Orden: 1, Nombre: "Rosalía Beltrán Cuesta", Documento: "DNI 50111222H", Veredicto: "puede_entrar", Tarjeta: 1488, Llegada: ahora},
		{Orden: 2, Nombre: "Teodoro Lázaro Pons", Documento: "DNI 50111223L", Veredicto: "no_puede_entrar", Llegada: ahora},
		{Orden: 3, Nombre: "Íñigo Sarmiento Vidal", Documento: "DNI 50111224C", Primero: true}, {Orden: 4, Nombre: "Edith Marlowe"}}}
	sinCobrar := viaje
	sinCobrar.Recibo, sinCobrar.Tarjetas, sinCobrar.SinLlegar = 0, 0, 40
	m["grupo-sin-cobrar"] = FichaGrupo{Marco: marco("Grupo 12", base+"/grupos/12", domain.Admision), Puede: true, Grupo: sinCobrar}
	turno := TurnoAdmision{Numero: 3, Persona: "Marina Quesada Orgaz", Abierto: ahora.Add(-3 * time.Hour), Recibos: 214, Fondo: 10_000, Cobrado: 106_500, Esperado: 116_500}
	cerrado := turno
	cerrado.Numero, cerrado.Cerrado, cerrado.Diferencia = 2, ahora.Add(-time.Hour), -500
	m["admision"] = Admision{Marco: marco("Servicio de admisión", base+"/admision", domain.Admision), Puede: true, Turno: &turno, Turnos: []TurnoAdmision{cerrado, turno},
		Volantes:  []Volante{{31, 1480, "Wenceslao Prats i Roig", "DNI", 500, ahora, "pendiente"}, {30, 1479, "", "DNI", 500, ahora, "entregado"}},
		Oficiales: []VisitaOficial{{Numero: 2, Nombre: "Irene Robles", Cuerpo: "judicatura", Servicio: "Registro", Entrada: ahora}, {Numero: 1, Cuerpo: "fiscalía", Servicio: "", Entrada: ahora, Salida: ahora}},
		Cuerpos:   []Caso{{"juez", "Judicatura"}}, Publicados: []Publicado{{"folleto", "Folleto de información", 4, false}, {"horario", "Cartel de horario", 0, false}}}
	m["contingencia"] = Contingencia{Marco: marco("Contingencia de la puerta", base+"/contingencia", domain.Admision), Puede: true, Tipos: []Opcion{{"", "DNI o NIE", false}}, Casos: []Caso{{"congreso", "Asistente a congreso"}},
		Causas: []Opcion{{"menor", "Es menor de edad", true}}, Impresos: []Formulario{{"TJ-1", "usado"}, {"TJ-2", "anulado"}, {"DE-3", "sin_usar"}}, Forma: FormaImpreso{Formulario: "DE-3", Causa: "menor", Hora: "23:40"},
		Transcritos: []Transcrito{{"TJ-1", true, 1488, ahora.Add(-2 * time.Hour), ahora, true}, {"DE-4", false, 12, ahora.Add(-time.Hour), ahora, false}}}
	m["admision-nueva"] = Admision{Marco: marco("Servicio de admisión", base+"/admision", domain.Admision), Puede: true}

	ms := mesas()
	m["tablero"] = Tablero{Marco: marco("Tablero de mesas", base+"/tablero", domain.Director), Mesas: ms, Pendientes: []ActoBreve{*ms[1].Pendiente, *ms[2].Pendiente}, Admite: true,
		Avisos: []Aviso{{Texto: "No hay ninguna mesa de black jack en servicio", Articulo: "29.4", Criterio: "MAQ-1"}}}
	m["tablero-vacio"] = Tablero{Marco: marco("Tablero de mesas", base+"/tablero", domain.Crupier)}
	inspector := []Opcion{{"no_presente", "no presente", true}, {"presente_firma", "presente y firma", false}}
	m["mesa-abrir"] = Mesa{Marco: marco("Mesa 6", base+"/mesas/6", domain.Director), Mesa: ms[5], Admite: true, Puede: true,
		Maximos:  []Opcion{{"50", "50 veces el mínimo", false}, {"100", "100 veces el mínimo", true}},
		Apertura: FormaApertura{ApuestaMinima: "5", Previsto: 500, Exigido: 2_500_000, Inspector: inspector, Anticipo: recuento("anticipo", "Anticipo inicial", "", map[domain.Importe]int64{500: 500}, 100, 500, 1000, 2500, 10000, 50000)}}
	m["mesa-abierta"] = Mesa{Marco: marco("Mesa 2", base+"/mesas/2", domain.Director), Mesa: ms[1], Admite: true, Puede: true,
		Reposicion: recuento("anticipo", "Reposición", "", map[domain.Importe]int64{500: 1000, 10000: 200}, 500, 10000), Cierre: cierre(false)}
	m["mesa-revisar"] = Mesa{Marco: marco("Mesa 2", base+"/mesas/2", domain.Director), Mesa: ms[1], Admite: true, Puede: true, Cierre: cierre(true)}
	m["mesa-cerrada"] = Mesa{Marco: marco("Mesa 5", base+"/mesas/5", domain.FuncionarioInspector), Mesa: ms[4], Anteriores: []FolioLinea{{Numero: 9, Jornada: "2026-11-30", Hora: ahora, Importe: -132_500, Cerrado: true}}}

	m["acto"] = acto("propuesto", 1)
	m["acto-cerrado"] = acto("cerrado", 3)
	m["acto-retirado"] = acto("retirado", 0)
	m["acto-caducado"] = acto("caducado", 0)

	libros := []Libro{{"control-ingresos", "Control de ingresos", 3}, {"anticipos-1", "Anticipos de la mesa 1 (ruleta americana)", 13}, {"anticipos-6", "Anticipos de la mesa 6 (black jack)", 0}}
	m["juegos"] = Juegos{Marco: marco("Juegos", base+"/juegos", domain.JefeMesa), Juegos: []JuegoLinea{
		{Juego: domain.RuletaAmericana, Articulo: "art. 134.1.b", Minimo: 200, Reglas: "/api/v1" + base + "/juegos/ruleta_americana.pdf"},
		{Juego: domain.Trijoker, Articulo: "art. 103", Reglas: "/api/v1" + base + "/juegos/trijoker.pdf", Pagos: "/api/v1" + base + "/juegos/trijoker/pagos"}}}
	m["juego"] = juegoMuestra()
	azul := MarcadorLinea{Color: "azul", Valor: 500, Declarado: true, Desde: ahora.Add(-time.Hour)}
	verde := MarcadorLinea{Color: "verde", Valor: 250, Desde: ahora.Add(-2 * time.Hour)}
	m["marcadores"] = Marcadores{Marco: marco("Marcadores de la mesa 1", base+"/mesas/1/marcadores", domain.JefeMesa), Mesa: 1, Americana: true, Abierta: true,
		Puede: true, Minimo: 250, FichasValor: 2, Permite: true, EnJuego: []MarcadorLinea{azul, verde}, Todos: []MarcadorLinea{azul, {Color: "rojo", Desde: ahora.Add(-90 * time.Minute)}, verde},
		Libres: []Opcion{{"amarillo", "Amarillo", false}, {"rojo", "Rojo", true}}, Colores: []Opcion{{"azul", "Azul", true}, {"rojo", "Rojo", false}},
		Consulta: ConsultaMarcador{Color: "azul", Hora: "21:50", Piezas: "40", Hallado: &azul, Total: 20_000}}
	m["cilindro"] = cilindroMuestra()
	m["libros"] = Libros{Marco: marco("Libros", base+"/libros", domain.FuncionarioInspector), Libros: libros, Regimen: "Copia auxiliar del libro diligenciado"}
	m["libro"] = LibroFolios{Marco: marco("Control de ingresos", base+"/libros/control-ingresos", domain.FuncionarioInspector), Libro: libros[0], Antes: 1,
		Folios: []FolioLinea{{3, "2026-11-29", time.Time{}, "Certificado", 4_512_050, true}, {2, "2026-11-28", time.Time{}, "Pendiente de certificación", -12_000, true}}}
	m["folio-control"] = Folio{Marco: marco("Control de ingresos, folio 3", base+"/libros/control-ingresos/folios/3", domain.FuncionarioInspector), Libro: libros[0], Numero: 3,
		Fecha: "2026-11-29", Regimen: "copia auxiliar del libro diligenciado", PDF: "/api/v1" + base + "/libros/control-ingresos/folios/3.pdf", Anterior: base + "/libros/control-ingresos/folios/2",
		Hechos: []Hecho{{"Cerrada", "30/11/2026 05:20:00"}, {"Asiento", "5"}}, Total: 4_512_050, Cerrado: true, TotalLetra: "cuarenta y cinco mil ciento veinte euros con cincuenta céntimos",
		Mesas:  []ResultadoMesa{{1, domain.RuletaAmericana, 1, 4_644_550}, {5, domain.BlackJack, 2, -132_500}},
		Firmas: plazas(3)[2:], Digest: strings.Repeat("77aa01ef", 8), Completitud: "completitud no demostrada"}
	m["folio-anticipos"] = Folio{Marco: marco("Anticipos de la mesa 2, folio 14", base+"/libros/anticipos-2/folios/14", domain.Director), Libro: Libro{ID: "anticipos-2", Titulo: "Anticipos de la mesa 2"}, Numero: 14,
		Fecha: "2026-11-30", Regimen: "copia auxiliar del libro diligenciado", PDF: "/x.pdf", Hechos: []Hecho{{"Juego", "Ruleta americana"}, {"Apertura", "20:47"}, {"Cierre", "22:40"}, {"Apuesta mínima", "2,00 €"}},
		Anticipos: []AnticipoFolio{
			{AnticipoLinea: AnticipoLinea{0, 3_000_000, ahora.Add(-3 * time.Hour)}, Desglose: "200 × 100 €, 2.000 × 5 €", Inspector: "no presente", Firmas: plazas(3)[2:]},
			{AnticipoLinea: AnticipoLinea{1, 3_000_000, ahora.Add(-time.Hour)}, Firmas: plazas(3)[2:]}},
		Recuentos: cierre(true).Recuentos, Existencias: 9_131_500, Total: 131_500, TotalLetra: "mil trescientos quince euros", Cerrado: true, Firmas: plazas(3), Digest: strings.Repeat("77aa01ef", 8)}
	addJornadas(m, ms)
	addCirculo(m)
	addDireccion(m, ms)
	addPlantilla(m)
	addConservacion(m)
	muestrasJugada(m)
	addCaja(m, ms)
	addDeposito(m)
	addPropinas(m)
	addPrecintos(m)
	addTorneo(m)
	return m
}

func addJornadas(m map[string]Pagina, ms []MesaTablero) {
	pasos := func(n int) []Paso {
		ps := make([]Paso, len(domain.Fases))
		for k, f := range domain.Fases {
			ps[k] = Paso{Fase: f, Hecho: k < n, Ahora: k == n}
			if k < n && k < 3 {
				ps[k].Instante = ahora.Add(time.Duration(k-6) * time.Hour)
			}
		}
		return ps
	}
	j := Jornada{Marco: marco("Jornada", base+"/jornada", domain.Director), Fecha: "2026-11-30", Pasos: pasos(3), Siguiente: domain.FaseCerrada, Puede: true,
		Exigido: 12_000_000, Metalico: 8_000_000, Bloqueado: 4_000_000, Abiertas: ms[:2], Actos: []ActoBreve{*ms[1].Pendiente}, Tarjetas: 487}
	j.Lista = []PuntoCierre{{"Fin de juegos anotado", "29.5", true, true, ""}, {"Todas las mesas recontadas y firmadas", "36.3", false, true, "1 2"}, {"Total certificado por la dirección", "42.2 JOR-2", false, false, ""}}
	j.Consolidado = "/api/v1/consolidado/2026-11-30.pdf"
	m["jornada"] = j
	antes := j
	antes.Fase, antes.Siguiente, antes.Antes, antes.Previsto, antes.Lista = domain.FaseAbierta, domain.FaseFinJuegos, true, ahora.Add(7*time.Hour), nil
	m["jornada-antes"] = antes
	j.Abiertas, j.Actos, j.Pasos, j.Siguiente = nil, nil, pasos(5), domain.FaseCertificada
	j.Control = &Control{Folio: 4, Total: 4_512_050, TotalLetra: "cuarenta y cinco mil ciento veinte euros con cincuenta céntimos", Acto: "principal-60", Enlace: base + "/libros/control-ingresos/folios/4"}
	j.Papel = true
	m["jornada-cerrada"] = j
	m["jornada-nueva"] = Jornada{Marco: marco("Jornada", base+"/jornada", domain.Director), Nueva: &FormaJornada{Fecha: "2026-12-01", Exigido: 12_000_000}}

	m["verificacion"] = Verificacion{Marco: marco("Verificación", "/verificacion", domain.FuncionarioInspector), Tamano: 14_233,
		Checkpoint: "foliado/00112233445566778899aabbccddeeff\n14233\nq3rK1iO0cZ0f3mYQpX8w2w0l8V1hZ1l3mFzQkq2cG3E=\n\n— foliado/00112233445566778899aabbccddeeff 4QkK+Zr1b7M4mW8m2b3n4V5c6X7z8A9s0D1f2G3h4J5k6L7m8N9b0V1c2X3z4A5s6D7f8G9h0J1k2L3m4N5b6V7c8X9zAA==\n",
		Origen:     "foliado/00112233445566778899aabbccddeeff", Clave: "foliado/00112233445566778899aabbccddeeff+e1090af9+AZr1b7M4mW8m2b3n4V5c6X7z8A9s0D1f2G3h4J5k6L7m", Huella: strings.Repeat("e1090af9", 8),
		Fundacion: ahora.AddDate(0, 0, -3), Estado: &EstadoSeries{Posicion: 13_990, Instante: ahora.Add(-16 * time.Hour), Contadores: []Hecho{{"principal · tarjetas", "1.480"}, {"principal · anticipos-1", "13"}}, ActosAbiertos: 1},
		Lista: listaVigente, Version: "0.1.0", Binario: strings.Repeat("ab", 32)}
	m["problema"] = Problema{Marco: marco("No se puede hacer", base+"/mesas/3", domain.Director), Estado: 422, Aviso: Aviso{Texto: "El anticipo es inferior al mínimo", Articulo: "35.2.b", Criterio: "CAJ-A"}, Mesas: []string{"3"}, Actos: []string{"principal-43"}}
	m["problema-fuera"] = Problema{Marco: Marco{Titulo: "No existe", Ahora: ahora}, Estado: 404, Aviso: Aviso{Texto: "No existe esa página."}}
}

func juegoMuestra() Juego {
	f, err := catalogo.Of(domain.PoquerSinDescarte, catalogo.Casa{})
	if err != nil {
		panic(err)
	}
	p := Juego{Marco: marco("Póquer sin descarte", base+"/juegos/poquer_sin_descarte", domain.JefeMesa), Juego: f.Juego, Asientos: f.Asientos, Rondas: f.Rondas,
		Folleto: "/api/v1" + base + "/juegos/poquer_sin_descarte.pdf", Pagos: "/api/v1" + base + "/juegos/poquer_sin_descarte/pagos"}
	for _, r := range f.Reglas {
		p.Reglas = append(p.Reglas, ReglaJuego{r.Texto, r.Articulo.String()})
	}
	for _, t := range f.Tablas {
		tabla := TablaJuego{Titulo: t.Titulo, Nota: t.Nota}
		for _, x := range t.Pagos {
			tabla.Filas = append(tabla.Filas, FilaJuego{x.Nombre, x.Paga(), x.Articulo.String()})
		}
		p.Tablas = append(p.Tablas, tabla)
	}
	for _, l := range f.Limites {
		p.Limites = append(p.Limites, FilaJuego{l.Suerte, l.Texto, l.Articulo.String()})
	}
	return p
}

func cilindroMuestra() Cilindro {
	var casillas []CasillaCilindro
	for k := range int64(37) {
		color := []string{"rojo", "negro"}[k%2]
		if k == 0 {
			color = "cero"
		}
		casillas = append(casillas, CasillaCilindro{Numero: k, Veces: 34 + k*7%13, Color: color})
	}
	casillas[8] = CasillaCilindro{Numero: 17, Veces: 71, Color: "negro", Lejos: true}
	return Cilindro{Marco: marco("Cilindro de la mesa 2", base+"/mesas/2/cilindro", domain.InspectorMesa), Mesa: 2, Juego: domain.RuletaFrancesa, Desde: "2026-11-01",
		Lotes: 29, Ultimo: ahora, Total: 1480, Esperadas: "40,0", JiCuadrado: "61,20", Probabilidad: "0,54", FalsaAlarma: "1", Dictamen: "revisar",
		Dibujo: DrawCilindro(casillas, 40), PDF: "/api/v1" + base + "/mesas/2/cilindro/informe?desde=2026-11-01"}
}
