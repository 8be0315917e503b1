package verificador

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Modes of signature (docs/formato-diario.md, 1; criterio FIR-4).
const (
	modoClave      = "clave"
	modoRonda      = "ronda"
	modoManuscrita = "manuscrita"
	modoSeNiega    = "se_niega"
)

// escape writes the value of a dato.
var escape = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

// huellaActo is the digest of the act that an asiento proposes or closes
// (docs/formato-diario.md, 2): the same for both. It is false of an asiento that does
// neither as it should.
func huellaActo(a *asiento) ([32]byte, bool) {
	tipo := a.dato("acto.tipo")
	if !isKind(tipo) || tipo == "ActoPropuesto" || a.dato("acto") == "" || a.tipo != tipo && a.tipo != "ActoPropuesto" {
		return [32]byte{}, false
	}
	var b strings.Builder
	line := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
		b.WriteByte('\n')
	}
	line("foliado acto v1")
	line("establecimiento ", a.establecimiento)
	if a.jornada != "" {
		line("jornada ", a.jornada)
	}
	line("hecho ", a.hecho.Format(formaInstante))
	line("tipo ", tipo)
	for _, d := range a.datos {
		if d.nombre != "acto.huella" {
			line("dato ", d.nombre, "=", escape.Replace(d.valor))
		}
	}
	for _, c := range a.valores {
		line("valor ", c.nombre, "=", hex.EncodeToString(c.hmac[:]))
	}
	return sha256.Sum256([]byte(b.String())), true
}

// messageFirma is what a person signs.
func messageFirma(instalacion, acto string, f *firma, huella [32]byte) []byte {
	return []byte("foliado firma v1\n" + instalacion + "\n" + acto + "\n" + strconv.Itoa(f.plaza) + "\n" +
		f.cargo + "\n" + f.modo + "\n" + hex.EncodeToString(huella[:]) + "\n")
}

// messagePosesion is what a new key signs to prove that its owner holds it.
func messagePosesion(instalacion, persona, id, publica string) []byte {
	return []byte("foliado posesion v1\n" + instalacion + "\n" + persona + "\n" + id + "\n" + publica + "\n")
}

// keyID names a public key: the first eight bytes of its SHA-256, in hex.
func keyID(publica []byte) string {
	h := sha256.Sum256(publica)
	return hex.EncodeToString(h[:8])
}
