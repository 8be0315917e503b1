package verificador_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"time"

	"foliado/registers/diario"
	"foliado/registers/diario/firma"
)

// openRonda opens a ronda of p1, who directs, and p4, the cajero, with some of its facts
// changed, and returns when.
func (c *casa) openRonda(changes map[string]string) time.Time {
	c.openRondaWith(changes, "p1", "p4")
	return c.now
}

func (c *casa) openRondaWith(changes map[string]string, firmantes ...string) int64 {
	e := "principal"
	if c.rondaIn != "" {
		e = c.rondaIn
	}
	datos := map[string]string{"tipos": "AnticipoInicial CierreMesa Reposicion", "caduca": diario.FormatInstante(c.now.Add(90 * time.Minute))}
	c.llaves = map[string]ed25519.PrivateKey{}
	for k, persona := range []string{"p1", "p4"} {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			c.t.Fatal(err)
		}
		c.llaves[persona] = key
		publica := ed25519.PublicKey(key[ed25519.SeedSize:])
		id, name := firma.ID(publica), "llave."+strconv.Itoa(k+1)+"."
		datos[name+"persona"], datos[name+"id"], datos[name+"publica"] = persona, id, firma.Publica(publica)
		datos[name+"posesion"] = base64.StdEncoding.EncodeToString(ed25519.Sign(key, firma.MensajePosesion(instalacion, persona, id, publica)))
	}
	for name, value := range changes {
		datos[name] = value
	}
	var list []string
	for name, value := range datos {
		list = append(list, name, value)
	}
	act := c.propose(e, "Ronda", []string{"director clave", "cajero clave"}, list, nil)
	return c.close(act, hoja{e: e, libro: "rondas"}, firmantes...).Posicion
}

// countInRonda opens table 4 and counts it, the cajero and who directs with the keys of
// the ronda.
func (c *casa) countInRonda(tipo string) int64 {
	act := c.propose("principal", "AnticipoInicial", []string{"director clave,ronda"},
		[]string{"mesa", "4", "anticipo", "10000x10", "importe", "100000", "inspector", "no_presente"}, nil)
	c.close(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true}, "p1")
	act = c.propose("principal", tipo, []string{"crupier clave", "cajero clave,ronda", "director clave,ronda"}, recuento(100000, 0), nil)
	firmas := []diario.Firma{c.sign(act, 1, "p3")}
	own := c.claves
	c.claves = map[string]ed25519.PrivateKey{}
	for persona, key := range own {
		c.claves[persona] = key
	}
	for persona, key := range c.llaves {
		c.claves[persona] = key
	}
	firmas = append(firmas, c.signAs(act, 2, "p4", diario.ModoRonda), c.signAs(act, 3, "p1", diario.ModoRonda))
	c.claves = own
	return c.closeWith(act, hoja{e: "principal", libro: "anticipos-4", folio: true, firmas: firmas}).Posicion
}
