package verificador_test

import "foliado/registers/diario"

// relieve has that persona take the direction over, with the signature of p1 alone.
func (c *casa) relieve(entrante, unilateral string) int64 {
	act := c.propose("principal", "RelevoDireccion", []string{"director clave"},
		[]string{"saliente", "", "entrante", entrante, "llave", "no", "unilateral", unilateral}, nil)
	return c.closeWith(act, hoja{e: "principal", libro: "direccion", firmas: []diario.Firma{c.sign(act, 1, "p1")}}).Posicion
}
