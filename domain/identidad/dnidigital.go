package identidad

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"foliado/domain"
	"foliado/domain/norma"
)

// DigitalDNI is what the code of a DNI on a telephone says (RD 255/2025). Its data are in
// clear inside a visible digital seal (ICAO 9303-13); the signature is of the police, whose
// own application tells whether it is good: the desk looks at that and at the photograph.
type DigitalDNI struct {
	Documento  Documento
	Nombre     string
	Apellidos  string
	Nacimiento domain.Fecha
	Caducidad  domain.Fecha // "" when the code does not say
	Hasta      time.Time    // the code serves until then (UTC)
}

// What is wrong with the code of a DNI on a telephone.
var (
	ErrCodigo         = errors.New("eso no es el código de un DNI digital")
	ErrCodigoParcial  = errors.New("el código del DNI digital no trae el nombre: que muestre el DNI simple o el completo")
	ErrCodigoCaducado = errors.New("el código del DNI digital ha caducado: que muestre otro")
)

// Marks of a visible digital seal and the tags of the ones that the DNI uses.
const (
	selloMagico = 0xDC
	selloV3     = 0x02 // reference to the certificate of fixed length
	selloV4     = 0x03 // reference that says its length
	marcaFirma  = 0xFF

	marcaNumero     = 0x40
	marcaNacimiento = 0x42
	marcaNombre     = 0x44
	marcaApellidos  = 0x46
	marcaCaducidad  = 0x4C
	marcaHasta      = 0x80

	maxCodigo = 16 << 10
	fechaDNI  = "02-01-2006"
)

// LooksDigitalDNI reports whether a text is the code of a DNI on a telephone, as a scanner
// types it: hexadecimal or base 64.
func LooksDigitalDNI(text string) bool {
	raw, err := sealBytes(text)
	return err == nil && len(raw) > 16 && raw[0] == selloMagico
}

func sealBytes(text string) ([]byte, error) {
	text = strings.Join(strings.Fields(text), "")
	if len(text) < 40 || len(text) > maxCodigo {
		return nil, ErrCodigo
	}
	if raw, err := hex.DecodeString(text); err == nil {
		return raw, nil
	}
	return base64.StdEncoding.DecodeString(text)
}

// ParseDigitalDNI reads the code of a DNI on a telephone. Errors are *norma.Error on art. 22.3
// or art. 23.1 and wrap ErrCodigo, ErrCodigoParcial, ErrCodigoCaducado or what Parse says of
// its number.
func ParseDigitalDNI(text string, ahora time.Time) (DigitalDNI, error) {
	fields, err := sealFields(text)
	if err != nil {
		return DigitalDNI{}, norma.Breach(art("22.3"), err)
	}
	d := DigitalDNI{Nombre: fields[marcaNombre], Apellidos: fields[marcaApellidos]}
	if fields[marcaNumero] == "" || d.Nombre == "" || d.Apellidos == "" || fields[marcaNacimiento] == "" {
		return DigitalDNI{}, norma.Breach(art("23.1"), ErrCodigoParcial)
	}
	if d.Documento, _, err = Parse(string(DNIDigital), fields[marcaNumero]); err != nil {
		return DigitalDNI{}, err
	}
	if d.Nombre, d.Apellidos, err = ParseNombre(d.Nombre, d.Apellidos); err != nil {
		return DigitalDNI{}, err
	}
	if d.Nacimiento, err = sealDate(fields[marcaNacimiento]); err != nil {
		return DigitalDNI{}, norma.Breach(art("22.3"), err)
	}
	if text := fields[marcaCaducidad]; text != "" {
		if d.Caducidad, err = sealDate(text); err != nil {
			return DigitalDNI{}, norma.Breach(art("22.3"), err)
		}
	}
	if d.Hasta, err = sealInstant(fields[marcaHasta]); err != nil {
		return DigitalDNI{}, norma.Breach(art("22.3"), err)
	}
	if ahora.After(d.Hasta) {
		return DigitalDNI{}, norma.Breach(art("23.1"), ErrCodigoCaducado)
	}
	return d, nil
}

func sealDate(text string) (domain.Fecha, error) {
	t, err := time.Parse(fechaDNI, text)
	if err != nil {
		return "", ErrCodigo
	}
	return domain.Fecha(t.Format(time.DateOnly)), nil
}

// sealInstant reads until when a code serves, which is Madrid's hour. A code that does not
// say serves for nothing.
func sealInstant(text string) (time.Time, error) {
	for _, layout := range []string{fechaDNI + " 15:04:05", fechaDNI + " 15:04", time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, domain.Madrid); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, ErrCodigo
}

// sealFields reads the header of a seal and the texts of its fields, by tag.
func sealFields(text string) (map[byte]string, error) {
	raw, err := sealBytes(text)
	if err != nil || len(raw) < 18 || raw[0] != selloMagico {
		return nil, ErrCodigo
	}
	rest, err := afterHeader(raw)
	if err != nil {
		return nil, err
	}
	fields := map[byte]string{}
	for len(rest) > 0 && rest[0] != marcaFirma {
		tag := rest[0]
		n, value, err := sealLength(rest[1:])
		if err != nil || n > len(value) {
			return nil, ErrCodigo
		}
		if _, twice := fields[tag]; twice {
			return nil, ErrCodigo
		}
		if fields[tag] = ""; utf8.Valid(value[:n]) { // a photograph is no text
			fields[tag] = strings.TrimSpace(string(value[:n]))
		}
		rest = value[n:]
	}
	if len(rest) < 2 { // cut short: without its signature it is no seal
		return nil, ErrCodigo
	}
	return fields, nil
}

// afterHeader skips magic, version, issuer, reference of the certificate, two dates of
// three bytes, and the kind and category of the document.
func afterHeader(raw []byte) ([]byte, error) {
	const issuer, dates = 4, 8
	reference := 6
	switch raw[1] {
	case selloV3:
	case selloV4: // six characters, of which the last two say how many follow
		head := c40(raw[issuer : issuer+4])
		if len(head) != 6 {
			return nil, ErrCodigo
		}
		size, err := hex.DecodeString(head[4:])
		if err != nil {
			return nil, ErrCodigo
		}
		reference = (6 + int(size[0]) + 2) / 3 * 2
	default:
		return nil, ErrCodigo
	}
	if len(raw) < issuer+reference+dates {
		return nil, ErrCodigo
	}
	return raw[issuer+reference+dates:], nil
}

// sealLength reads a length in the definite form of DER and returns what follows it.
func sealLength(b []byte) (int, []byte, error) {
	if len(b) == 0 {
		return 0, nil, ErrCodigo
	}
	n, width := int(b[0]), 0
	if n >= 0x80 {
		width, n = n&0x7f, 0
		if width == 0 || width > 2 || len(b) < 1+width {
			return 0, nil, ErrCodigo
		}
		for _, c := range b[1 : 1+width] {
			n = n<<8 | int(c)
		}
	}
	return n, b[1+width:], nil
}

// c40 reads capitals, digits and spaces packed three to two bytes (ICAO 9303-13).
func c40(b []byte) string {
	const set = "   \x20" + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var out strings.Builder
	for ; len(b) >= 2; b = b[2:] {
		u := int(b[0])<<8 + int(b[1]) - 1
		if u < 0 || u >= 1600*40 {
			break
		}
		for _, v := range []int{u / 1600, u / 40 % 40, u % 40} {
			out.WriteByte(set[v])
		}
	}
	return out.String()
}
