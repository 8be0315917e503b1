package verificador_test

import (
	"encoding/hex"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/domain"
	"foliado/registers/diario"
)

// disputed has a jugada of table 4 and its acta, in which the slot of the player is signed
// by that mode by p1, who directs, and that of the jefe de mesa by somebody of that cargo.
// spoil changes what the acta says of the jugada.
func (c *casa) disputed(cargo domain.Cargo, modos string, modo diario.Modo, spoil func(hoja string) string) int64 {
	return c.disputedLater(cargo, modos, modo, spoil, nil)
}

// disputedLater does it with a complaint that came later, unless spoilQueja is nil; it
// changes what the acta says of that one.
func (c *casa) disputedLater(cargo domain.Cargo, modos string, modo diario.Modo, spoil, spoilQueja func(hoja string) string) int64 {
	jugada := c.add(hoja{e: "principal", libro: "jugadas-4", tipo: "Jugada", nuevoFolio: true, datos: []string{"mesa", "4", "veredicto", "discrepancia"},
		valores: []string{"reclamante", "Berta Olmo Cid"}})
	datos := []string{"mesa", "4", "jugada", "1", "jugada.asiento", strconv.FormatInt(jugada.Posicion, 10), "jugada.hoja", spoil(c.hashOf(jugada))}
	if spoilQueja != nil {
		queja := c.add(hoja{e: "principal", libro: "jugadas-4", tipo: "ReclamacionJugada", folio: true, datos: []string{"mesa", "4", "jugada", "1", "hoja", "R-1"}})
		datos = append(datos, "reclamacion.asiento", strconv.FormatInt(queja.Posicion, 10), "reclamacion.hoja", spoilQueja(c.hashOf(queja)))
	}
	jefe := c.persona(cargo)
	c.enrol(jefe)
	act := c.propose("principal", "ActaJugada", []string{"jefe_mesa clave", "director clave", "jugador " + modos},
		datos, nil)
	if modo != diario.ModoClave {
		c.attest(act, 3, "p1")
	}
	return c.closeWith(act, hoja{e: "principal", libro: "jugadas-4", folio: true, firmas: []diario.Firma{
		c.sign(act, 1, jefe), c.sign(act, 2, "p1"), c.signAs(act, 3, "p1", modo)}}).Posicion
}

// hashOf is the hash of a leaf, in hexadecimal.
func (c *casa) hashOf(a diario.Asiento) string {
	texto, err := diario.Format(&a)
	if err != nil {
		c.t.Fatal(err)
	}
	hash := tlog.RecordHash(texto)
	return hex.EncodeToString(hash[:])
}

// same leaves what the acta says of its jugada as it is.
func same(s string) string { return s }
