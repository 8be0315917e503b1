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
	jugada := c.add(hoja{e: "principal", libro: "jugadas-4", tipo: "Jugada", nuevoFolio: true, datos: []string{"mesa", "4", "veredicto", "discrepancia"},
		valores: []string{"reclamante", "Berta Olmo Cid"}})
	texto, err := diario.Format(&jugada)
	if err != nil {
		c.t.Fatal(err)
	}
	hash := tlog.RecordHash(texto)
	jefe := c.persona(cargo)
	c.enrol(jefe)
	act := c.propose("principal", "ActaJugada", []string{"jefe_mesa clave", "director clave", "jugador " + modos},
		[]string{"mesa", "4", "jugada", "1", "jugada.asiento", strconv.FormatInt(jugada.Posicion, 10), "jugada.hoja", spoil(hex.EncodeToString(hash[:]))}, nil)
	if modo != diario.ModoClave {
		c.attest(act, 3, "p1")
	}
	return c.closeWith(act, hoja{e: "principal", libro: "jugadas-4", folio: true, firmas: []diario.Firma{
		c.sign(act, 1, jefe), c.sign(act, 2, "p1"), c.signAs(act, 3, "p1", modo)}}).Posicion
}

// same leaves what the acta says of its jugada as it is.
func same(s string) string { return s }
