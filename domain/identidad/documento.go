// Package identidad reads the identity documents that open the door (art. 23.1) and the
// names written on them. What it returns is in normal form: two ways of typing one
// document give equal values, so that a person is one file and a barred number is found
// however it was typed.
//
// No error of this package repeats the number or the name it was given: errors end in
// logs, and those are personal data.
package identidad

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// Documento is an identity document in normal form. It is comparable: the same document
// typed in two ways gives equal values.
type Documento struct {
	Tipo   TipoDocumento
	Pais   string // issuing State, ISO 3166-1 alpha-3
	Numero string // canonical: no spaces or signs, capitals, zeros kept ("00612345Q")
}

// IsZero reports whether d is no document at all.
func (d Documento) IsZero() bool { return d == Documento{} }

// String writes the document for people: "DNI 00612345Q", "Pasaporte FRA 12AB34567".
func (d Documento) String() string {
	name := d.Tipo.Nombre()
	if d.Tipo.Extranjero() {
		name += " " + d.Pais
	}
	return strings.TrimSpace(name + " " + d.Numero)
}

// Aviso is something the desk should know of a document that is nevertheless good.
type Aviso string

// What the desk should know.
const (
	// AvisoFormatoAntiguo says that the NIE came with eight digits, as cards before the
	// numbering of 2008 print it; its leading zero has been dropped.
	AvisoFormatoAntiguo Aviso = "formato_antiguo"
	// AvisoPBC says that a driving licence was shown: it opens the door and is not enough
	// for the law against money laundering (criterio ADM-5).
	AvisoPBC Aviso = "identificacion_pbc_incompleta"
)

// Texto is the warning in words.
func (a Aviso) Texto() string {
	switch a {
	case AvisoFormatoAntiguo:
		return "NIE en formato antiguo, de ocho cifras; compruebe que la tarjeta no ha caducado"
	case AvisoPBC:
		return "Identificación PBC incompleta: el permiso de conducir no basta para operaciones de caja"
	}
	return ""
}

// What is wrong with a document. Parse returns them inside a *norma.Error that cites
// art. 23.1 (which documents) or art. 22.3 (the number that the card must carry).
var (
	ErrTipo        = errors.New("ese tipo de documento no está entre los admitidos")
	ErrOtroTipo    = errors.New("el número es de otro tipo de documento")
	ErrNoIdentidad = errors.New("no es documento de identidad")
	ErrFormato     = errors.New("el número no tiene la forma de ese documento")
	ErrLetra       = errors.New("la letra no corresponde al número")
)

const (
	letras        = "TRWAGMYFPDXBNJZSQVHLCKE" // control letter by number modulo 23
	letrasTributo = "KLM"                     // tax numbers of persons who hold no identity card
	letrasEmpresa = "ABCDEFGHJNPQRSUVW"       // numbers of companies and other bodies
	prefijosNIE   = "XYZ"                     // stand for 0, 1 and 2 in the control letter
	espana        = "ESP"
	maxTecleado   = 64 // bytes of a number as typed; no document comes near
)

// Parse reads the number of a document of that tipo as a person types it: in any case,
// with spaces, dots and hyphens, a DNI without its leading zeros. It checks the control
// letter of Spanish numbers. A DNI on a telephone gives the same value as the card, and so
// does a Spanish driving licence, whose number is that of the DNI or the NIE. Errors are
// *norma.Error citing art. 23.1 or art. 22.3 and wrap one of the Err values above.
func Parse(tipo, numero string) (Documento, []Aviso, error) { return ParseDe(tipo, "", numero) }

// ParseDe is Parse for a document of a State, by its code of three letters (ISO 3166-1, or
// those that ICAO adds): a passport and a foreign identity card are nothing without it; a
// driving licence is Spanish when it does not say. Errors: besides those of Parse, ErrPais
// and ErrEuropea.
func ParseDe(tipo, pais, numero string) (Documento, []Aviso, error) {
	switch t := TipoDocumento(tipo); t {
	case DNI, NIE:
		return parseEspanol(t, numero)
	case DNIDigital:
		return parseEspanol(DNI, numero)
	case TarjetaResidencia:
		return parseEspanol(NIE, numero)
	case Pasaporte, IdentidadEuropea, PermisoConducir:
		return parseDeEstado(t, pais, numero)
	}
	return Documento{}, nil, norma.Breach(art("23.1"), ErrTipo)
}

// maxNumero is how many characters the number of a document has at most.
const maxNumero = 20

// parseDeEstado reads a document that says which State issued it.
func parseDeEstado(t TipoDocumento, pais, numero string) (Documento, []Aviso, error) {
	var avisos []Aviso
	if t == PermisoConducir {
		avisos = []Aviso{AvisoPBC}
		if pais == "" {
			pais = espana
		}
	}
	code, ok := parsePais(pais)
	if !ok {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrPais)
	}
	if t == PermisoConducir && code == espana {
		kind := DNI
		if s, ok := normalize(numero); ok && classify(s) == claseNIE {
			kind = NIE
		}
		doc, more, err := parseEspanol(kind, numero)
		return doc, append(avisos, more...), err
	}
	if t == IdentidadEuropea && !European(code) {
		return Documento{}, nil, norma.Breach(art("23.1"), ErrEuropea).Under("ADM-5")
	}
	s, ok := normalize(strings.ReplaceAll(numero, "/", ""))
	if !ok || len(s) < 3 || len(s) > maxNumero || !strings.ContainsAny(s, "0123456789") {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrFormato)
	}
	return Documento{t, code, s}, avisos, nil
}

// parseEspanol reads a DNI or a NIE.
func parseEspanol(t TipoDocumento, numero string) (Documento, []Aviso, error) {
	s, ok := normalize(numero)
	if !ok {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrFormato)
	}
	switch kind := classify(s); {
	case kind == claseAjena:
		return Documento{}, nil, norma.Breach(art("23.1"), ErrNoIdentidad)
	case t == DNI && kind == claseNIE, t == NIE && kind == claseDNI:
		return Documento{}, nil, norma.Breach(art("22.3"), ErrOtroTipo)
	}
	if t == DNI {
		return parseDNI(s)
	}
	return parseNIE(s)
}

// parseDNI reads one to eight digits and the letter.
func parseDNI(s string) (Documento, []Aviso, error) {
	digits, letter := cutLast(s)
	if len(digits) < 1 || len(digits) > 8 || !numeric(digits) || numeric(letter) {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrFormato)
	}
	digits = strings.Repeat("0", 8-len(digits)) + digits
	if letter != controlLetter(digits) {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrLetra)
	}
	return Documento{DNI, espana, digits + letter}, nil, nil
}

// parseNIE reads X, Y or Z, seven digits and the letter; and X, a zero, seven digits and
// the letter, as old cards print it. Only the prefix stands for a digit: the letter may
// itself be X, Y or Z.
func parseNIE(s string) (Documento, []Aviso, error) {
	var avisos []Aviso
	if len(s) == 10 && strings.HasPrefix(s, "X0") {
		s = "X" + s[2:]
		avisos = []Aviso{AvisoFormatoAntiguo}
	}
	if len(s) != 9 {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrFormato)
	}
	digits, letter := cutLast(s[1:])
	prefix := strings.IndexByte(prefijosNIE, s[0])
	if prefix < 0 || !numeric(digits) || numeric(letter) {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrFormato)
	}
	if letter != controlLetter(string(rune('0'+prefix))+digits) {
		return Documento{}, nil, norma.Breach(art("22.3"), ErrLetra)
	}
	return Documento{NIE, espana, s}, avisos, nil
}

type clase int

const (
	claseOtra  clase = iota
	claseDNI         // begins with a digit
	claseNIE         // X, Y or Z and digits
	claseAjena       // a tax or company number: nobody's identity
)

// classify tells what kind of Spanish number s looks like, whether or not it is a good one.
func classify(s string) clase {
	switch {
	case numeric(s[:1]):
		return claseDNI
	case len(s) < 2 || !numeric(s[1:len(s)-1]):
		return claseOtra
	case strings.Contains(prefijosNIE, s[:1]):
		return claseNIE
	case len(s) == 9 && strings.Contains(letrasTributo+letrasEmpresa, s[:1]):
		return claseAjena
	}
	return claseOtra
}

// normalize strips spaces, dots and hyphens and raises to capitals. It reports false when
// nothing is left or a character that no document bears is found.
func normalize(numero string) (string, bool) {
	if len(numero) > maxTecleado {
		return "", false
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(numero) {
		switch {
		case unicode.IsSpace(r), r == '.', unicode.Is(unicode.Pd, r), r == '\u2212':
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r >= 'a' && r <= 'z':
			b.WriteRune(r - 'a' + 'A')
		default:
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}

// controlLetter is the letter of a number of digits only.
func controlLetter(digits string) string {
	n := 0
	for _, d := range []byte(digits) {
		n = (n*10 + int(d-'0')) % len(letras)
	}
	return letras[n : n+1]
}

func cutLast(s string) (before, last string) { return s[:len(s)-1], s[len(s)-1:] }

func numeric(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}
