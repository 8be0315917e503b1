package verificador_test

import (
	"slices"
	"strconv"
)

// rectify counts table 4, certifies the jornada and, in the next one, corrects the count
// by five euros, with some of the facts changed.
func (c *casa) rectify(changes ...string) int64 {
	_, cierre := c.table(0)
	c.closeJornada(0, 1)
	c.certify()
	c.openJornada("2026-11-03")
	datos := []string{"mesa", "4", "asiento", strconv.FormatInt(cierre.Posicion, 10), "jornada_original", "2026-11-02",
		"fichas", "100500x1", "fichas_importe", "100500", "placas", "", "placas_importe", "0", "billetes", "", "billetes_importe", "0",
		"contado_anterior", "100000", "contado", "100500", "diferencia", "500", "resultado_anterior", "0", "resultado", "500"}
	for k := 0; k < len(changes); k += 2 {
		datos[slices.Index(datos, changes[k])+1] = changes[k+1]
	}
	act := c.propose("principal", "Rectificacion", []string{"crupier clave", "cajero clave", "director clave"}, datos, []string{"motivo", "una ficha de más"})
	return c.close(act, hoja{e: "principal", libro: "anticipos-4", folio: true}, "p3", "p4", "p1").Posicion
}

// rectifyPozo counts the pozo of table 7 and corrects it by five euros in the same jornada, with
// some of the facts changed.
func (c *casa) rectifyPozo(changes ...string) int64 {
	act := c.propose("principal", "AperturaPozo", []string{"empleado_mesa clave", "cajero clave", "director clave"},
		[]string{"mesa", "7", "pozo", "1000x100", "importe", "100000", "cantado", "100000"}, []string{"motivo", "fin de la partida"})
	count := c.close(act, hoja{e: "principal", libro: "beneficios-7", nuevoFolio: true}, "p3", "p4", "p1")
	c.commit()
	datos := []string{"mesa", "7", "asiento", strconv.FormatInt(count.Posicion, 10), "jornada_original", string(c.jornada), "pozo", "100500x1", "pozo_importe", "100500",
		"contado_anterior", "100000", "contado", "100500", "diferencia", "500", "resultado_anterior", "100000", "resultado", "100500"}
	for k := 0; k < len(changes); k += 2 {
		datos[slices.Index(datos, changes[k])+1] = changes[k+1]
	}
	act = c.propose("principal", "RectificacionPozo", []string{"empleado_mesa clave", "cajero clave", "director clave"}, datos, []string{"motivo", "una ficha de más"})
	return c.close(act, hoja{e: "principal", libro: "beneficios-7", folio: true}, "p3", "p4", "p1").Posicion
}

// controlOf writes the control de ingresos of the jornada with those facts.
func (c *casa) controlOf(datos ...string) int64 {
	datos = append([]string{"fecha", string(c.jornada)}, datos...)
	c.add(hoja{e: "principal", libro: "jornadas", tipo: "CierreJornada"})
	at := c.add(hoja{e: "principal", libro: "control-ingresos", tipo: "ControlIngresos", nuevoFolio: true, datos: datos}).Posicion
	c.estado()
	return at
}
