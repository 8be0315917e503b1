package verificador

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"
)

// read takes a block apart.
func (b *rawBlock) read(context.Context) (*bloque, error) {
	out := &bloque{desde: b.desde, hasta: b.hasta, notas: b.notas, hojas: make([]hoja, 0, b.hasta-b.desde)}
	rest := b.leaves
	for k := range int(b.hasta - b.desde) {
		h := hoja{posicion: b.desde + int64(k), texto: rest}
		if end := bytes.Index(rest, separator); end >= 0 {
			h.texto, rest = rest[:end+1:end+1], rest[end+2:]
		}
		if b.huellas != nil {
			h.hashes = b.huellas[k*tlog.HashSize:][:tlog.HashSize]
		} else {
			var ok bool
			h.posicion = b.posiciones[k]
			if h.prueba, ok = parseProof(b.pruebas[k]); !ok {
				return nil, defectf("pruebas.txt está dañado")
			}
		}
		out.hojas = append(out.hojas, h)
	}
	names := map[string]string{} // they are few
	out.aperturas = make([]apertura, 0, bytes.Count(b.valores, []byte{'\n'}))
	for l := range bytes.Lines(b.valores) {
		ap, ok := parseValor(l[:len(l)-1], names)
		if n := len(out.aperturas); !ok || n > 0 && ap.posicion < out.aperturas[n-1].posicion {
			return nil, defectf("valores.jsonl está dañado o desordenado")
		}
		out.aperturas = append(out.aperturas, ap)
	}
	sortAperturas(out.aperturas)
	return out, nil
}

// parsePosition reads a position written without sign or leading zeros.
func parsePosition(digits []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(digits), 10, 64)
	return n, err == nil && n >= 0 && n < 1<<62 && strconv.FormatInt(n, 10) == string(digits)
}

// parseProof reads hashes in base64 separated by blanks.
func parseProof(b []byte) (tlog.RecordProof, bool) {
	proof := tlog.RecordProof{}
	for len(b) > 0 {
		var digits []byte
		digits, b, _ = bytes.Cut(b, []byte(" "))
		h, err := base64.StdEncoding.Strict().DecodeString(string(digits))
		if err != nil || len(h) != tlog.HashSize || len(proof) >= 64 {
			return nil, false
		}
		proof = append(proof, tlog.Hash(h))
	}
	return proof, true
}

// parseValor reads a line of valores.jsonl, a JSON object of fixed order:
//
//	{"posicion":12,"nombre":"apellidos","valor":"…","sal":"<64 hex digits>"}
//
// names holds the names met, so that each is kept once.
func parseValor(l []byte, names map[string]string) (ap apertura, ok bool) {
	rest, ok := bytes.CutPrefix(l, []byte(prefixValor))
	digits, rest, ok2 := bytes.Cut(rest, []byte(`,"nombre":"`))
	nombre, rest, ok3 := bytes.Cut(rest, []byte(`","valor":"`))
	if !ok || !ok2 || !ok3 {
		return ap, false
	}
	if ap.posicion, ok = parsePosition(digits); !ok {
		return ap, false
	}
	if ap.nombre, ok = names[string(nombre)]; !ok {
		ap.nombre = string(nombre)
		names[ap.nombre] = ap.nombre
	}
	const tail = len(`","sal":""}`) + 64
	if len(rest) < tail {
		return ap, false
	}
	valor, end := rest[:len(rest)-tail], rest[len(rest)-tail:]
	sal, ok := bytes.CutPrefix(end, []byte(`","sal":"`))
	if !ok || !bytes.HasSuffix(sal, []byte(`"}`)) {
		return ap, false
	}
	if _, err := hex.Decode(ap.sal[:], sal[:64]); err != nil {
		return ap, false
	}
	ap.valor, ok = parseString(valor)
	return ap, ok
}

// parseString reads the inside of a JSON string.
func parseString(b []byte) (string, bool) {
	plain := true
	for _, c := range b {
		if c == '"' || c == '\\' || c < 0x20 {
			plain = false
			break
		}
	}
	if plain {
		return string(b), true
	}
	var s string
	quoted := append(append([]byte{'"'}, b...), '"')
	err := json.Unmarshal(quoted, &s)
	return s, err == nil
}
