package api

import (
	"testing"

	"foliado/registers/casatest"
)

// TestNavegadorCaja takes notes out of a table in their three moments, suspends it, issues
// its notice and counts the caja, in the browser.
func TestNavegadorCaja(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.openMesa(t, 3)
	n := b.browse(t)
	n.enter("director")

	n.step(t, "31.5/the box is relieved", func(t *testing.T) {
		n.open("/establecimientos/principal/mesas/3")
		n.do(openDetails("Extraer billetes"))
		n.into("#caja", "7")
		n.into("#caja_relevo", "7\r")
		n.see("#problema", "la de relevo es la misma")
		n.into("#caja", "7")
		n.into("#caja_relevo", "8\r")
		n.see("h1", "Caja central")
		n.see("main", "Extracción 1 · mesa 3 · caja 7, relevada por la 8")
	})
	n.step(t, "31.5/counted, signed and its copy in the box", func(t *testing.T) {
		n.into(`[name="billetes.5000"]`, "248\r")
		n.see(".facts", "12.400,00 €")
		n.sign("director")
		n.see(".stamp", "Firmado")
		n.open("/establecimientos/principal/caja")
		n.see("main", "acta en PDF")
		n.click(`form[action$="/copia"] button`)
		n.see("main", "copia en su caja")
	})
	n.step(t, "29.3/suspended and resumed", func(t *testing.T) {
		n.open("/establecimientos/principal/mesas/3")
		n.see(".facts", "12.400,00 €")
		n.do(openDetails("Suspender la mesa"))
		n.into("#motivo-suspension", "no queda nadie\r")
		n.see(".notice", "La mesa está suspendida")
		n.click(`form[action$="/reanudaciones"] button`)
		n.until("in service", "!document.body.innerText.includes('está suspendida')")
	})
	n.step(t, "38.2/the notice", func(t *testing.T) {
		n.click(`form[action$="/carteles"] button`)
		n.see("main", "cartel 1")
	})
	n.step(t, "37.1/a count of the caja", func(t *testing.T) {
		n.open("/establecimientos/principal/caja")
		n.do(openDetails("Contar la caja"))
		n.into("#bloqueado", "0")
		n.into(`[name="metalico.5000"]`, "20000\r")
		n.see("h1", "Arqueo de la caja central, cambio de turno")
		n.sign("cajero")
		n.see(".notice", "Ha firmado")
		n.sign("director")
		n.see(".stamp", "Firmado")
		n.open("/establecimientos/principal/caja")
		n.see("main", "Según el último arqueo")
	})
}
