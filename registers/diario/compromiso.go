package diario

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
)

// Comprometer is the commitment to a personal value: HMAC-SHA256 with the salt as key
// and, as message, the name, a zero byte and the value in normal form C.
func Comprometer(nombre, valor string, sal [32]byte) [32]byte {
	m := hmac.New(sha256.New, sal[:])
	buf := make([]byte, 0, 128)
	buf = append(append(append(buf, nombre...), 0), NFC(valor)...)
	m.Write(buf)
	var h [32]byte
	m.Sum(h[:0])
	return h
}

// Commit returns v with its commitment, and with a salt drawn from azar unless it has one:
// whoever appends much makes them outside the writer's turn.
func (v ValorPersonal) Commit(azar io.Reader) (ValorPersonal, error) {
	if v.Sal == nil {
		v.Sal = new([32]byte)
		if _, err := io.ReadFull(azar, v.Sal[:]); err != nil {
			return ValorPersonal{}, fmt.Errorf("read a salt: %w", err)
		}
	}
	h := Comprometer(v.Nombre, v.Valor, *v.Sal)
	v.HMAC = &h
	return v, nil
}

// Abre reports whether the opening is the one committed to. The position is not looked
// at: whoever has the leaf knows it.
func (c Compromiso) Abre(ap Apertura) bool {
	if c.Nombre != ap.Nombre {
		return false
	}
	h := Comprometer(ap.Nombre, ap.Valor, ap.Sal)
	return hmac.Equal(h[:], c.HMAC[:])
}
