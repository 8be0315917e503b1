package verificador_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// spoilFirst changes the nth leaf of a kind before it is written, and remembers where.
func (c *casa) spoilNth(n int, tipo string, at *int64, change func(*diario.Asiento)) {
	c.spoil = func(a *diario.Asiento) {
		if a.Tipo != tipo {
			return
		}
		if n--; n == 0 {
			*at = a.Posicion
			change(a)
		}
	}
}

func setDato(a *diario.Asiento, nombre, valor string) {
	for k := range a.Datos {
		if a.Datos[k].Nombre == nombre {
			a.Datos[k].Valor = valor
		}
	}
}

func dropDato(a *diario.Asiento, nombre string) {
	var kept []diario.Dato
	for _, d := range a.Datos {
		if d.Nombre != nombre {
			kept = append(kept, d)
		}
	}
	a.Datos = kept
}

// A log written whole and signed by its key, in which one leaf says what it should not.
func TestRules(t *testing.T) {
	later := func(d time.Duration) func(*diario.Asiento) {
		return func(a *diario.Asiento) { a.Hecho = a.Anotacion.Add(d) }
	}
	cases := []struct {
		name   string
		clase  string
		n      int
		tipo   string
		change func(*diario.Asiento)
	}{
		{"39.3/number of book skipped", verificador.ClaseNumero, 1, "AnulacionTarjeta", func(a *diario.Asiento) { a.Numero++ }},
		{"39.3/number of book repeated", verificador.ClaseNumero, 2, "Tarjeta", func(a *diario.Asiento) { a.Numero-- }},
		{"22.3/number of card skipped", verificador.ClaseNumero, 3, "Tarjeta", func(a *diario.Asiento) { a.NumeroSerie++ }},
		{"39.3/folio skipped", verificador.ClaseNumero, 2, "AnticipoInicial", func(a *diario.Asiento) { a.Folio++ }},
		{"HOR-1/annotation not later", verificador.ClaseHora, 2, "Tarjeta", func(a *diario.Asiento) {
			a.Anotacion = a.Anotacion.Add(-time.Second)
			a.Hecho = a.Anotacion
		}},
		{"HOR-1/fact one µs after its annotation", verificador.ClaseHora, 2, "Tarjeta", later(time.Microsecond)},
		{"clock within a minute", verificador.ClaseHora, 2, "Tarjeta", func(a *diario.Asiento) {
			a.Tipo, a.Datos = "RelojAtrasado", []diario.Dato{{Nombre: "retraso_us", Valor: "60000000"}}
		}},
		{"EstadoDeSeries/card more", verificador.ClaseEstado, 1, "EstadoDeSeries", func(a *diario.Asiento) { setDato(a, "serie.principal/tarjetas", "8") }},
		{"EstadoDeSeries/book left out", verificador.ClaseEstado, 1, "EstadoDeSeries", func(a *diario.Asiento) { dropDato(a, "libro.principal/admision") }},
		{"EstadoDeSeries/void left out", verificador.ClaseEstado, 1, "EstadoDeSeries", func(a *diario.Asiento) { dropDato(a, "anuladas.principal/tarjetas") }},
		{"EstadoDeSeries/book that is not", verificador.ClaseEstado, 1, "EstadoDeSeries", func(a *diario.Asiento) {
			a.Datos = slices.Insert(a.Datos, len(a.Datos)-1, diario.Dato{Nombre: "serie.x/y", Valor: "1"})
		}},
		{"EstadoDeSeries/size", verificador.ClaseEstado, 1, "EstadoDeSeries", func(a *diario.Asiento) { setDato(a, "tamano", "1") }},
		{"EstadoDeSeries/open act left out", verificador.ClaseEstado, 3, "EstadoDeSeries", func(a *diario.Asiento) { setDato(a, "actos_abiertos", "") }},
		{"EstadoDeSeries/act not open", verificador.ClaseEstado, 1, "EstadoDeSeries", func(a *diario.Asiento) { setDato(a, "actos_abiertos", "principal-1") }},
		{"42.1/total one céntimo off", verificador.ClaseJornada, 1, "ControlIngresos", func(a *diario.Asiento) { setDato(a, "total", "-1249") }},
		{"42.1/table one céntimo off", verificador.ClaseJornada, 2, "ControlIngresos", func(a *diario.Asiento) { setDato(a, "mesa.4", "-1249") }},
		{"42.1/sessions", verificador.ClaseJornada, 1, "ControlIngresos", func(a *diario.Asiento) { setDato(a, "mesa.4.sesiones", "2") }},
		{"42.1/game it was not opened for", verificador.ClaseJornada, 1, "ControlIngresos", func(a *diario.Asiento) {
			a.Datos = slices.Insert(a.Datos, 2, diario.Dato{Nombre: "mesa.4.juego", Valor: "bola"})
		}},
		{"42.1/table nobody counted", verificador.ClaseJornada, 1, "ControlIngresos", func(a *diario.Asiento) {
			setDato(a, "mesa.4", "0")
			a.Datos[1].Nombre = "mesa.3"
		}},
		{"42.2/words of another figure", verificador.ClaseJornada, 1, "ControlIngresos", func(a *diario.Asiento) { setDato(a, "total_letra", "cero euros") }},
		{"second acta fundacional", verificador.ClasePersona, 1, "CierreJornada", func(a *diario.Asiento) { a.Tipo = "ActaFundacional" }},
		{"person out of number", verificador.ClasePersona, 3, "Persona", func(a *diario.Asiento) { setDato(a, "persona", "p9") }},
		{"person twice", verificador.ClasePersona, 4, "Persona", func(a *diario.Asiento) { setDato(a, "persona", "p3") }},
		{"cargo that is none", verificador.ClasePersona, 3, "Persona", func(a *diario.Asiento) { setDato(a, "cargo", "rey") }},
		{"FIR-3/direction without the cargo", verificador.ClasePersona, 1, "Direccion", func(a *diario.Asiento) { setDato(a, "persona", "p2") }},
		{"possession not proved", verificador.ClasePersona, 1, "ActaFundacional", func(a *diario.Asiento) {
			setDato(a, "clave.2.posesion", a.Dato("clave.1.posesion"))
		}},
		{"one founder twice", verificador.ClasePersona, 1, "ActaFundacional", func(a *diario.Asiento) { setDato(a, "clave.2.persona", "p1") }},
		{"founder of no direction", verificador.ClasePersona, 1, "ActaFundacional", func(a *diario.Asiento) { setDato(a, "clave.1.cargo", "cajero") }},
		{"installation of another origin", verificador.ClasePersona, 1, "ActaFundacional", func(a *diario.Asiento) { setDato(a, "instalacion", strings.Repeat("f", 32)) }},
		{"proposal of another digest", verificador.ClaseActo, 1, diario.TipoActoPropuesto, func(a *diario.Asiento) { setDato(a, "acto.huella", strings.Repeat("0", 64)) }},
		{"36.3/count proposed without the cajero", verificador.ClaseActo, 4, diario.TipoActoPropuesto, func(a *diario.Asiento) { setDato(a, "acto.plaza.2", "crupier clave") }},
		{"FIR-4/slot of the house by hand", verificador.ClaseActo, 3, diario.TipoActoPropuesto, func(a *diario.Asiento) { setDato(a, "acto.plaza.1", "director clave,manuscrita") }},
		{"36.2/inspector signs without a slot", verificador.ClaseActo, 3, diario.TipoActoPropuesto, func(a *diario.Asiento) { setDato(a, "inspector", "presente_firma") }},
		{"36.3/one céntimo after it was signed", verificador.ClaseActo, 1, "CierreMesa", func(a *diario.Asiento) { setDato(a, "resultado", "-1249") }},
		{"36.3/slot changed after it was signed", verificador.ClaseActo, 1, "CierreMesa", func(a *diario.Asiento) { setDato(a, "acto.plaza.1", "cajero clave") }},
		{"36.3/signature missing", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) { a.Firmas = a.Firmas[:2] }},
		{"36.3/signatures exchanged", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) {
			a.Firmas[0].Firma, a.Firmas[1].Firma = a.Firmas[1].Firma, a.Firmas[0].Firma
		}},
		{"36.3/croupier in the slot of the cajero", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) {
			plaza := a.Firmas[1].Plaza
			a.Firmas[1] = a.Firmas[0]
			a.Firmas[1].Plaza = plaza
		}},
		{"signed with a key of nobody", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) { a.Firmas[0].Clave = strings.Repeat("0", 16) }},
		{"signed in another cargo", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) { a.Firmas[0].Cargo = domain.Cajero }},
		{"signed in another mode", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) { a.Firmas[0].Modo = diario.ModoManuscrita }},
		{"signed before it was proposed", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) { a.Firmas[0].Instante = a.Firmas[0].Instante.Add(-2 * time.Minute) }},
		{"signed after it was closed", verificador.ClaseFirma, 1, "CierreMesa", func(a *diario.Asiento) { a.Firmas[0].Instante = a.Firmas[0].Instante.Add(2 * time.Minute) }},
		{"signatures that close nothing", verificador.ClaseActo, 1, "CierreMesa", func(a *diario.Asiento) {
			a.Tipo, a.Datos = "Otro", nil
		}},
		{"40.3/count that no act closes", verificador.ClaseActo, 1, "CierreMesa", func(a *diario.Asiento) { dropDato(a, "acto.tipo") }},
		{"act nobody proposed", verificador.ClaseActo, 1, "CierreMesa", func(a *diario.Asiento) { setDato(a, "acto", "principal-77") }},
		{"supresion of what is to come", verificador.ClaseSupresion, 1, "Supresion", func(a *diario.Asiento) { setDato(a, "posiciones", "1-999") }},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			c := newCasa(t)
			at := int64(-2)
			c.spoilNth(test.n, test.tipo, &at, test.change)
			c.found()
			c.staff()
			c.day("2026-11-02")
			c.now = time.Date(2027, 6, 1, 10, 0, 0, 0, time.UTC)
			c.erase(c.find("Tarjeta").a.Posicion)
			c.day("2027-06-01")
			c.propose("principal", "Reposicion", []string{"director clave"}, []string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "no_presente"}, nil)
			c.estado()
			c.commit()
			inf := verifyExport(t, c.export(exportacion.Options{}), verificador.Options{})
			if test.name == "supresion of what is to come" {
				at = c.find("Tarjeta").a.Posicion // whose values nothing explains now
			}
			expect(t, inf, test.clase, at)
		})
	}
}

// What a house does in the wrong order, or by the wrong person.
func TestStories(t *testing.T) {
	reposicion := []string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "no_presente"}
	director := []string{"director clave"}
	folio := hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true}
	cases := []struct {
		name  string
		clase string // "" is sound
		story func(c *casa) (at int64)
	}{
		{"42.2/opens before the certification", verificador.ClaseJornada, func(c *casa) int64 {
			c.closeJornada(0, 0)
			c.openJornada("2026-11-03")
			return c.arbol.Tamano() - 1
		}},
		{"42.2/opens after it", "", func(c *casa) int64 {
			c.closeJornada(0, 0)
			c.certify()
			c.openJornada("2026-11-03")
			return -1
		}},
		{"42.2/certifies what is not written", verificador.ClaseJornada, func(c *casa) int64 {
			c.certify()
			return c.arbol.Tamano() - 1
		}},
		{"jornada of an earlier date", verificador.ClaseJornada, func(c *casa) int64 {
			c.closeJornada(0, 0)
			c.certify()
			c.openJornada("2026-11-02")
			return c.arbol.Tamano() - 1
		}},
		{"40.2/count after the control", verificador.ClaseJornada, func(c *casa) int64 {
			c.closeJornada(0, 0)
			_, cierre := c.table(100)
			return cierre.Posicion
		}},
		{"CAJ-B/one céntimo more than its chips", verificador.ClaseJornada, func(c *casa) int64 {
			return c.count(recuento(100000, -1250), "resultado", "-1249")
		}},
		{"CAJ-B/a reposición left out", verificador.ClaseJornada, func(c *casa) int64 {
			return c.count(recuento(100000, -1250), "anticipos", "99000", "resultado", "-250")
		}},
		{"CAJ-B/pieces of another amount", verificador.ClaseJornada, func(c *casa) int64 {
			return c.count(recuento(100000, -1250), "fichas", "98751x1")
		}},
		{"CAJ-B/as it adds up", "", func(c *casa) int64 { c.count(recuento(100000, -1250)); return -1 }},
		{"36.2/anticipo of other pieces", verificador.ClaseJornada, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director, []string{"mesa", "4", "anticipo", "500x3", "importe", "1000", "inspector", "no_presente"}, nil)
			return c.close(act, folio, "p1").Posicion
		}},
		{"closed twice", verificador.ClaseActo, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			c.close(act, folio, "p1")
			return c.close(act, folio, "p1").Posicion
		}},
		{"closed after withdrawn", verificador.ClaseActo, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			c.add(hoja{e: "principal", libro: "actos", tipo: "ActoRetirado", datos: []string{"acto", act.id}})
			return c.close(act, folio, "p1").Posicion
		}},
		{"closed after expired", verificador.ClaseActo, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director,
				append([]string{"acto.caduca", diario.FormatInstante(c.now.Add(time.Minute))}, reposicion...), nil)
			c.now = c.now.Add(time.Hour)
			c.add(hoja{e: "principal", libro: "actos", tipo: "ActoCaducado", datos: []string{"acto", act.id}})
			return c.close(act, folio, "p1").Posicion
		}},
		{"expired early", verificador.ClaseActo, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director,
				append([]string{"acto.caduca", diario.FormatInstante(c.now.Add(time.Hour))}, reposicion...), nil)
			c.forget(act.id)
			return c.add(hoja{e: "principal", libro: "actos", tipo: "ActoCaducado", datos: []string{"acto", act.id}}).Posicion
		}},
		{"signed after its expiry", verificador.ClaseFirma, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director,
				append([]string{"acto.caduca", diario.FormatInstante(c.now.Add(time.Minute))}, reposicion...), nil)
			c.now = c.now.Add(time.Hour)
			return c.close(act, folio, "p1").Posicion
		}},
		{"withdrawn twice", verificador.ClaseActo, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			c.forget(act.id)
			c.add(hoja{e: "principal", libro: "actos", tipo: "ActoRetirado", datos: []string{"acto", act.id}})
			return c.add(hoja{e: "principal", libro: "actos", tipo: "ActoRetirado", datos: []string{"acto", act.id}}).Posicion
		}},
		{"signature moved to another act", verificador.ClaseFirma, func(c *casa) int64 {
			one := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			two := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			f := c.sign(one, 1, "p1")
			return c.closeWith(two, hoja{e: folio.e, libro: folio.libro, nuevoFolio: true, firmas: []diario.Firma{f}}).Posicion
		}},
		{"FIR-1/one person in two slots", verificador.ClaseFirma, func(c *casa) int64 {
			act := c.propose("principal", "CierreMesa", []string{"crupier clave", "cajero clave", "director clave"},
				recuento(0, 0), nil)
			return c.close(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true}, "p3", "p3", "p1").Posicion
		}},
		{"8.3.j/cargo of director without appointment", verificador.ClaseFirma, func(c *casa) int64 {
			other := c.persona(domain.Director)
			c.enrol(other)
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			return c.close(act, folio, other).Posicion
		}},
		{"14.3/substitute appointed before", "", func(c *casa) int64 {
			sub := c.persona(domain.Subdirector)
			c.enrol(sub)
			c.direccion(sub, c.now)
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			c.close(act, folio, sub)
			return -1
		}},
		{"FIR-3/appointed from a later date", verificador.ClaseFirma, func(c *casa) int64 {
			sub := c.persona(domain.Subdirector)
			c.enrol(sub)
			c.direccion(sub, c.now.Add(time.Hour))
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			return c.close(act, folio, sub).Posicion
		}},
		{"FIR-3/ceased", verificador.ClaseFirma, func(c *casa) int64 {
			c.add(hoja{e: "-", libro: "registro", tipo: "CeseDireccion", datos: []string{"persona", "p1", "hasta", diario.FormatInstante(c.now)}})
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			return c.close(act, folio, "p1").Posicion
		}},
		{"left the house", verificador.ClaseFirma, func(c *casa) int64 {
			c.add(hoja{e: "-", libro: "registro", tipo: "BajaPersona", datos: []string{"persona", "p4"}})
			_, cierre := c.table(0)
			return cierre.Posicion
		}},
		{"cargo lost", verificador.ClaseFirma, func(c *casa) int64 {
			c.add(hoja{e: "-", libro: "registro", tipo: "CambioPersona", datos: []string{"persona", "p4", "usuario", "up4",
				"cargo", "cambista", "establecimiento", "*"}})
			_, cierre := c.table(0)
			return cierre.Posicion
		}},
		{"cajero of another establecimiento", verificador.ClaseFirma, func(c *casa) int64 {
			c.add(hoja{e: "-", libro: "registro", tipo: "CambioPersona", datos: []string{"persona", "p4", "usuario", "up4",
				"cargo", "cajero", "establecimiento", "apendice"}})
			_, cierre := c.table(0)
			return cierre.Posicion
		}},
		{"key revoked", verificador.ClaseFirma, func(c *casa) int64 {
			c.revoke("p4", "p1", "p2")
			_, cierre := c.table(0)
			return cierre.Posicion
		}},
		{"key revoked and another enrolled", "", func(c *casa) int64 {
			c.revoke("p4", "p1", "p2")
			c.enrol("p4")
			c.table(0)
			return -1
		}},
		{"old key after a new one", verificador.ClaseFirma, func(c *casa) int64 {
			old := c.claves["p4"]
			c.enrol("p4")
			c.claves["p4"] = old
			_, cierre := c.table(0)
			return cierre.Posicion
		}},
		{"key enrolled by one person twice", verificador.ClaseFirma, func(c *casa) int64 {
			id, publica, posesion := c.newClave("p5")
			act := c.propose("-", "Clave", []string{"director clave", "segundo clave"},
				[]string{"persona", "p5", "clave", id, "publica", publica, "posesion", posesion}, nil)
			return c.close(act, hoja{e: "-", libro: "registro"}, "p1", "p1").Posicion
		}},
		{"key of nobody", verificador.ClasePersona, func(c *casa) int64 {
			c.enrol("p77")
			return c.arbol.Tamano() - 1
		}},
		{"key enrolled after the signature", verificador.ClaseFirma, func(c *casa) int64 {
			act := c.propose("principal", "CierreMesa", []string{"crupier clave", "cajero clave", "director clave"},
				recuento(0, 0), nil)
			early := c.now
			c.enrol("p4")
			late := c.now
			c.now = early
			firmas := []diario.Firma{c.sign(act, 1, "p3"), c.sign(act, 2, "p4"), c.sign(act, 3, "p1")}
			c.now = late
			return c.closeWith(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true, firmas: firmas}).Posicion
		}},
		{"40.1/closed in the book of another table", verificador.ClaseActo, func(c *casa) int64 {
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			return c.close(act, hoja{e: "principal", libro: "anticipos-5", nuevoFolio: true}, "p1").Posicion
		}},
		{"40.1/closed in the folio of another session", verificador.ClaseActo, func(c *casa) int64 {
			c.table(0)
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			return c.close(act, hoja{e: "principal", libro: "anticipos-4", folio: true}, "p1").Posicion
		}},
		{"FIR-4/inspector by hand, attested", "", func(c *casa) int64 {
			c.manuscrita("p1", "p1")
			return -1
		}},
		{"FIR-4/inspector by hand, not on record", verificador.ClaseFirma, func(c *casa) int64 { return c.manuscrita("p1", "") }},
		{"FIR-4/attested by another", verificador.ClaseFirma, func(c *casa) int64 { return c.manuscrita("p1", "p2") }},
		{"FIR-4/attested by who does not direct", verificador.ClaseFirma, func(c *casa) int64 { return c.manuscrita("p2", "p2") }},
		{"36.2/inspector with his own key", "", func(c *casa) int64 {
			inspector := c.persona(domain.FuncionarioInspector)
			c.enrol(inspector)
			act := c.propose("principal", "AnticipoInicial", []string{"director clave", "funcionario_inspector clave,manuscrita"},
				[]string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "presente_firma"}, nil)
			c.close(act, folio, "p1", inspector)
			return -1
		}},
		{"inspector of the authority as second signer", verificador.ClaseFirma, func(c *casa) int64 {
			inspector := c.persona(domain.FuncionarioInspector)
			c.enrol(inspector)
			id, publica, posesion := c.newClave("p5")
			act := c.propose("-", "Clave", []string{"director clave", "segundo clave"},
				[]string{"persona", "p5", "clave", id, "publica", publica, "posesion", posesion}, nil)
			return c.close(act, hoja{e: "-", libro: "registro"}, "p1", inspector).Posicion
		}},
		{"HOR-2/form signed by hand by three", "", func(c *casa) int64 {
			c.spoil = func(a *diario.Asiento) { a.Origen = diario.Origen{Formulario: "C-1", Transcriptor: "p2"} }
			act := c.propose("principal", "CierreMesa", []string{"crupier clave,manuscrita", "cajero clave,manuscrita", "director clave,manuscrita"},
				recuento(0, 0), nil)
			h := hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true}
			for plaza := 1; plaza <= 3; plaza++ {
				h.firmas = append(h.firmas, c.signAs(act, plaza, "p1", diario.ModoManuscrita))
				c.attest(act, plaza, "p1")
			}
			c.closeWith(act, h)
			return -1
		}},
		{"FIR-4/the acta of a jugada with the player by hand", "", func(c *casa) int64 {
			c.disputed(domain.JefeMesa, "manuscrita,se_niega", diario.ModoManuscrita, same)
			return -1
		}},
		{"38.3/an acta of another jugada", verificador.ClaseActo, func(c *casa) int64 {
			return c.disputed(domain.JefeMesa, "manuscrita,se_niega", diario.ModoManuscrita, func(hoja string) string { return hoja[1:] + hoja[:1] })
		}},
		{"38.3/the acta of a complaint that came later", "", func(c *casa) int64 {
			c.disputedLater(domain.JefeMesa, "manuscrita,se_niega", diario.ModoManuscrita, same, same)
			return -1
		}},
		{"38.3/an acta of another complaint", verificador.ClaseActo, func(c *casa) int64 {
			return c.disputedLater(domain.JefeMesa, "manuscrita,se_niega", diario.ModoManuscrita, same, func(hoja string) string { return hoja[1:] + hoja[:1] })
		}},
		{"FIR-4/a player who has a key", verificador.ClaseFirma, func(c *casa) int64 {
			return c.disputed(domain.JefeMesa, "clave", diario.ModoClave, same)
		}},
		{"38.3/an acta that an inspector de mesa signs as jefe", verificador.ClaseFirma, func(c *casa) int64 {
			return c.disputed(domain.InspectorMesa, "manuscrita,se_niega", diario.ModoManuscrita, same)
		}},
		{"14.2/a relevo that who takes over signs alone", "", func(c *casa) int64 {
			c.relieve("p1", "si")
			return -1
		}},
		{"14.2/a relevo signed by neither", verificador.ClaseFirma, func(c *casa) int64 { return c.relieve("p2", "si") }},
		{"14.2/FIR-3/a relevo of two that one signs", verificador.ClaseFirma, func(c *casa) int64 { return c.relieve("p1", "no") }},
		{"36.3/counted in a ronda", "", func(c *casa) int64 {
			c.now = c.openRonda(nil).Add(89 * time.Minute)
			c.countInRonda("CierreMesa")
			return -1
		}},
		{"36.3/signed once the ronda had ended", verificador.ClaseFirma, func(c *casa) int64 {
			c.openRonda(nil)
			c.now = c.now.Add(90 * time.Minute)
			return c.countInRonda("CierreMesa")
		}},
		{"36.3/signed after the ronda was closed", verificador.ClaseFirma, func(c *casa) int64 {
			c.openRonda(nil)
			c.add(hoja{e: "principal", libro: "rondas", tipo: "CierreRonda", datos: []string{"ronda", "principal-1"}})
			return c.countInRonda("CierreMesa")
		}},
		{"36.3/a ronda of ninety minutes and a second", verificador.ClaseActo, func(c *casa) int64 {
			c.openRonda(map[string]string{"caduca": diario.FormatInstante(c.now.Add(90*time.Minute + 20*time.Second))})
			return c.arbol.Tamano() - 1
		}},
		{"42.2/a ronda that would certify", verificador.ClaseActo, func(c *casa) int64 {
			c.openRonda(map[string]string{"tipos": "Certificacion CierreMesa"})
			return c.arbol.Tamano() - 1
		}},
		{"42.2/certification with a slot for the badge", verificador.ClaseActo, func(c *casa) int64 {
			c.openRonda(nil)
			c.propose("principal", "Certificacion", []string{"director clave,ronda"}, []string{"fecha", "2026-11-02"}, nil)
			return c.arbol.Tamano() - 1
		}},
		{"36.3/croupier with a slot for the badge", verificador.ClaseActo, func(c *casa) int64 {
			c.propose("principal", "CierreMesa", []string{"crupier clave,ronda", "cajero clave", "director clave"}, recuento(0, 0), nil)
			return c.arbol.Tamano() - 1
		}},
		{"36.4/ronda of another establecimiento", verificador.ClaseFirma, func(c *casa) int64 {
			c.rondaIn = "apendice"
			c.openRonda(nil)
			return c.countInRonda("CierreMesa")
		}},
		{"36.3/key of a ronda whose signer was enrolled again", verificador.ClaseFirma, func(c *casa) int64 {
			c.openRonda(nil)
			c.enrol("p4")
			return c.countInRonda("CierreMesa")
		}},
		{"36.3/ronda signed by one of the two", verificador.ClaseFirma, func(c *casa) int64 {
			return c.openRondaWith(nil, "p1", "p1")
		}},
		{"36.3/key lent to another", verificador.ClasePersona, func(c *casa) int64 {
			return c.openRondaWith(map[string]string{"llave.2.persona": "p3"}, "p1", "p4")
		}},
		{"ronda that nobody opened", verificador.ClaseActo, func(c *casa) int64 {
			return c.add(hoja{e: "principal", libro: "rondas", tipo: "DesbloqueoRonda", datos: []string{"ronda", "principal-9"}}).Posicion
		}},
		{"FIR-5/count corrected the next day", "", func(c *casa) int64 {
			c.rectify()
			return -1
		}},
		{"FIR-5/corrected from another figure than the one that stands", verificador.ClaseJornada, func(c *casa) int64 {
			return c.rectify("contado_anterior", "100001", "diferencia", "499")
		}},
		{"FIR-5/a difference that is none", verificador.ClaseJornada, func(c *casa) int64 { return c.rectify("resultado", "501") }},
		{"FIR-5/folio of another jornada", verificador.ClaseJornada, func(c *casa) int64 { return c.rectify("jornada_original", "2026-11-03") }},
		{"41.3/pozo corrected", "", func(c *casa) int64 { c.rectifyPozo(); return -1 }},
		{"41.3/pozo corrected from another figure", verificador.ClaseJornada, func(c *casa) int64 {
			return c.rectifyPozo("contado_anterior", "100001", "diferencia", "499")
		}},
		{"41.3/pozo whose pieces are other", verificador.ClaseJornada, func(c *casa) int64 { return c.rectifyPozo("pozo", "100400x1") }},
		{"FIR-5/correction left out of its control", verificador.ClaseJornada, func(c *casa) int64 {
			c.rectify()
			return c.controlOf("total", "500", "total_letra", "cinco euros")
		}},
		{"FIR-5/correction carried by its control", "", func(c *casa) int64 {
			c.rectify()
			c.controlOf("total", "500", "total_letra", "cinco euros", "rectificacion.1", "500", "rectificacion.1.mesa", "4",
				"rectificacion.1.folio", "1", "rectificacion.1.jornada", "2026-11-02")
			return -1
		}},
		{"40.2/correction that nobody signed", verificador.ClaseJornada, func(c *casa) int64 {
			return c.controlOf("total", "500", "total_letra", "cinco euros", "rectificacion.1", "500", "rectificacion.1.mesa", "4",
				"rectificacion.1.folio", "1", "rectificacion.1.jornada", "2026-11-02")
		}},
		{"clock that stepped back, declared", "", func(c *casa) int64 {
			c.now = c.now.AddDate(0, 0, 1)
			act := c.propose("principal", "AnticipoInicial", director, reposicion, nil)
			ahead := c.now
			c.now = c.now.Add(-time.Hour) // what was recorded before is older still
			f := c.sign(act, 1, "p1")
			c.now = ahead
			c.add(hoja{e: "-", libro: "alarmas", tipo: "RelojAtrasado", datos: []string{"retraso_us", strconv.FormatInt(time.Hour.Microseconds(), 10)}})
			c.closeWith(act, hoja{e: folio.e, libro: folio.libro, nuevoFolio: true, firmas: []diario.Firma{f}})
			return -1
		}},
		{"20.4/erased a day early", verificador.ClaseSupresion, func(c *casa) int64 {
			at := c.tarjeta("500").Posicion
			c.now = time.Date(2027, 5, 29, 21, 59, 58, 0, time.UTC) // 23:59:59 in Madrid once recorded
			c.erase(at)
			return at
		}},
		{"20.4/erased on its day", "", func(c *casa) int64 {
			at := c.tarjeta("500").Posicion
			c.now = time.Date(2027, 5, 29, 21, 59, 59, 0, time.UTC) // 00:00 of the 30th in Madrid
			c.erase(at)
			return -1
		}},
		{"20.4/erased early under an order", "", func(c *casa) int64 {
			c.erase(c.tarjeta("500").Posicion, "orden", "auto 12/2026")
			return -1
		}},
		{"another value erased than the one named", verificador.ClaseSupresion, func(c *casa) int64 {
			at := c.tarjeta("500").Posicion
			c.add(hoja{e: "-", libro: "supresiones", tipo: "Supresion", datos: []string{"causa", "x", "orden", "y",
				"valores", "nombre apellidos", "posiciones", strconv.FormatInt(at, 10)}})
			c.lose(at, "")
			return at
		}},
		{"lost copy restored", "", func(c *casa) int64 {
			c.add(hoja{e: "-", libro: "alarmas", tipo: "Recuperacion", datos: []string{"desde", "3", "hasta", "9"}})
			return -1
		}},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			c := newCasa(t)
			c.found()
			c.staff()
			c.openJornada("2026-11-02")
			at := test.story(c)
			c.commit()
			inf := verifyExport(t, c.export(exportacion.Options{}), verificador.Options{})
			if test.clase != "" {
				expect(t, inf, test.clase, at)
			} else if !inf.Integro {
				t.Errorf("not sound:\n%s", text(inf))
			}
		})
	}
}

// count opens table 4 and counts it with some of the figures changed.
func (c *casa) count(datos []string, changes ...string) int64 {
	act := c.propose("principal", "AnticipoInicial", []string{"director clave"},
		[]string{"mesa", "4", "anticipo", "10000x10", "importe", "100000", "inspector", "no_presente"}, nil)
	c.close(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true}, "p1")
	for k := 0; k < len(changes); k += 2 {
		datos[slices.Index(datos, changes[k])+1] = changes[k+1]
	}
	act = c.propose("principal", "CierreMesa", []string{"crupier clave", "cajero clave", "director clave"}, datos, nil)
	return c.close(act, hoja{e: "principal", libro: "anticipos-4", folio: true}, "p3", "p4", "p1").Posicion
}

// manuscrita opens a table before an inspector of the authority who signs by hand: who
// attests it, and what the log says of it.
func (c *casa) manuscrita(atesta, consta string) int64 {
	act := c.propose("principal", "AnticipoInicial", []string{"director clave", "funcionario_inspector clave,manuscrita"},
		[]string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "presente_firma"}, nil)
	if consta != "" {
		c.attest(act, 2, consta)
	}
	return c.closeWith(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true, firmas: []diario.Firma{
		c.sign(act, 1, "p1"), c.signAs(act, 2, atesta, diario.ModoManuscrita)}}).Posicion
}

// attest puts on record a signature by hand.
func (c *casa) attest(act acto, plaza int, persona string) {
	c.add(hoja{e: "principal", libro: "actos", tipo: "FirmaManuscrita", datos: []string{"acto", act.id, "plaza", strconv.Itoa(plaza),
		"modo", "manuscrita", "ejemplar", "1", "atesta", persona}})
}

// revoke revokes somebody's key.
func (c *casa) revoke(persona string, firmantes ...string) {
	id := c.sign(acto{id: "x", a: c.find(diario.TipoActoPropuesto).a}, 1, persona).Clave
	act := c.propose("-", "RevocacionClave", []string{"director clave", "segundo clave"},
		[]string{"clave", id, "persona", persona}, []string{"motivo", "perdida"})
	c.close(act, hoja{e: "-", libro: "registro"}, firmantes...)
}
