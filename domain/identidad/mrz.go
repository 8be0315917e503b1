package identidad

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// Formato is the size of a machine-readable zone (ICAO 9303).
type Formato string

// The three sizes that travel documents and identity cards use.
const (
	TD1 Formato = "TD1" // three lines of 30: DNI, TIE, most identity cards
	TD2 Formato = "TD2" // two lines of 36: older identity cards
	TD3 Formato = "TD3" // two lines of 44: passports
)

// Campo is a field of a machine-readable zone that may be wrong.
type Campo string

// The fields that carry a check digit, or a date.
const (
	CampoNumero     Campo = "numero"
	CampoNacimiento Campo = "fecha_nacimiento"
	CampoCaducidad  Campo = "caducidad"
	CampoOpcional   Campo = "opcional"
	CampoConjunto   Campo = "conjunto" // the digit over all the others
)

// MRZ is what the machine-readable zone of a document says. Its names have neither accents
// nor Ñ, and nothing in the zone vouches for them.
type MRZ struct {
	Formato      Formato
	Tipo         TipoDocumento // kind of document shown
	Documento    Documento     // zero when the number is wrong
	Soporte      string        // number of the card itself, where the document's is another
	Control      byte          // check digit of the number field
	Nombre       string
	Apellidos    string
	Cortado      bool // the name fills its field: it may go on
	Confirmado   bool // the mark between apellidos and name was found
	Nacimiento   domain.Fecha
	Caducidad    domain.Fecha
	Sexo         string // "M", "F", or "" when it does not say
	Nacionalidad string
	Malos        []Campo // fields that do not check
}

// Buena reports whether every digit and date checks and the name can be trusted to be whole.
func (m MRZ) Buena() bool { return len(m.Malos) == 0 && m.Confirmado && !m.Cortado }

// What is wrong with a machine-readable zone.
var (
	ErrMRZ        = errors.New("eso no es la banda de un documento de identidad")
	ErrControlMRZ = errors.New("la banda del documento no cuadra: vuelva a pasarla o teclee los datos")
)

// LooksMRZ reports whether a text is, or begins like, a machine-readable zone: what a
// scanner types where a person would type a number.
func LooksMRZ(s string) bool { return strings.Contains(s, "<") }

// ParseMRZ reads a machine-readable zone as a scanner types it: its lines one after another,
// with or without line breaks between them. hoy places the years of two digits. Of a zone
// whose digits do not check it returns what can be kept, with the bad fields named, and a
// *norma.Error on art. 22.3 that wraps ErrControlMRZ; of a zone that is none, or of a paper
// that does not open the door, a *norma.Error that wraps ErrMRZ, ErrTipo or ErrEuropea.
func ParseMRZ(text string, hoy domain.Fecha) (MRZ, error) {
	s, ok := zone(text)
	if !ok {
		return MRZ{}, norma.Breach(art("22.3"), ErrMRZ)
	}
	var m MRZ
	switch len(s) {
	case 3 * 30:
		m = readTD1(s[:30], s[30:60], s[60:], hoy)
	case 2 * 36:
		m = readTwoLines(TD2, s[:36], s[36:], hoy)
	case 2 * 44:
		m = readTwoLines(TD3, s[:44], s[44:], hoy)
	default:
		return MRZ{}, norma.Breach(art("22.3"), ErrMRZ)
	}
	if err := m.identify(s[:2], s[2:5]); err != nil {
		return m, err
	}
	if len(m.Malos) > 0 {
		return m, norma.Errorf(art("22.3"), "%w (%s)", ErrControlMRZ, m.malos())
	}
	return m, nil
}

func (m MRZ) malos() string {
	names := make([]string, 0, len(m.Malos))
	for _, c := range m.Malos {
		names = append(names, strings.ReplaceAll(string(c), "_", " de "))
	}
	return strings.Join(names, ", ")
}

// zone leaves the characters of a zone, in capitals.
func zone(text string) (string, bool) {
	if len(text) > 200 {
		return "", false
	}
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c == ' ', c == '\n', c == '\r', c == '\t':
		case c >= 'a' && c <= 'z':
			b.WriteByte(c - 'a' + 'A')
		case c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '<':
			b.WriteByte(c)
		default:
			return "", false
		}
	}
	return b.String(), true
}

// digit is the check digit of ICAO 9303: weights 7, 3, 1; letters from A = 10; fillers 0.
func digit(s string) byte {
	sum := 0
	for k, c := range []byte(s) {
		v := 0
		switch {
		case c >= '0' && c <= '9':
			v = int(c - '0')
		case c >= 'A' && c <= 'Z':
			v = int(c-'A') + 10
		}
		sum += v * [3]int{7, 3, 1}[k%3]
	}
	return byte('0' + sum%10)
}

// checks reports whether a field has its check digit; an empty field may have a filler.
func checks(field string, control byte) bool {
	return digit(field) == control || control == '<' && strings.Trim(field, "<") == ""
}

func (m *MRZ) wrong(c Campo, bad bool) {
	if bad {
		m.Malos = append(m.Malos, c)
	}
}

// readTD1 reads three lines of 30.
func readTD1(a, b, c string, hoy domain.Fecha) MRZ {
	m := MRZ{Formato: TD1}
	optional := m.readNumero(a[5:14], a[14], a[15:30])
	m.readFechas(b, hoy)
	m.Nacionalidad = strings.Trim(b[15:18], "<")
	m.wrong(CampoConjunto, digit(a[5:30]+b[:7]+b[8:15]+b[18:29]) != b[29])
	m.readNombre(c)
	m.nationalNumber(a[2:5], optional)
	return m
}

// readTwoLines reads TD2 and TD3, which differ in their widths and in the digit of the
// optional field.
func readTwoLines(f Formato, a, b string, hoy domain.Fecha) MRZ {
	m := MRZ{Formato: f}
	end := len(b) - 1
	m.Nacionalidad = strings.Trim(b[10:13], "<")
	m.readFechas(b[13:], hoy)
	var optional string
	if f == TD3 {
		optional = b[28:42]
		m.wrong(CampoOpcional, !checks(optional, b[42]))
		m.Soporte, m.Control = strings.Trim(b[:9], "<"), b[9]
		m.wrong(CampoNumero, !checks(b[:9], b[9]))
	} else {
		optional = m.readNumero(b[:9], b[9], b[28:end])
	}
	m.wrong(CampoConjunto, digit(b[:10]+b[13:20]+b[21:end]) != b[end])
	m.readNombre(a[5:])
	m.nationalNumber(a[2:5], optional)
	return m
}

// readNumero reads the number field, which goes on in the optional one when a filler stands
// for its check digit; it returns what is left of the optional field.
func (m *MRZ) readNumero(field string, control byte, optional string) string {
	number := strings.Trim(field, "<")
	if head, rest, _ := strings.Cut(optional, "<"); control == '<' && len(number) == len(field) && len(head) > 1 {
		number, control, optional = field+head[:len(head)-1], head[len(head)-1], rest
	}
	m.Soporte, m.Control = number, control
	if len(number) < len(field) {
		number = field
	}
	m.wrong(CampoNumero, !checks(number, control))
	return strings.Trim(optional, "<")
}

// readFechas reads birth, sex and expiry, with their digits: YYMMDDcSYYMMDDc, where TD2 and
// TD3 have the same order as the second line of TD1.
func (m *MRZ) readFechas(s string, hoy domain.Fecha) {
	var err error
	if m.Nacimiento, err = nacimientoMRZ(s[:6], hoy); err != nil || !checks(s[:6], s[6]) {
		m.Nacimiento = ""
		m.wrong(CampoNacimiento, true)
	}
	if s[7] != '<' && s[7] != 'X' {
		m.Sexo = s[7:8]
	}
	if m.Caducidad, err = caducidadMRZ(s[8:14], hoy); err != nil || !checks(s[8:14], s[14]) {
		m.Caducidad = ""
		m.wrong(CampoCaducidad, true)
	}
}

// errFechaMRZ: six digits that are no date.
var errFechaMRZ = errors.New("no es una fecha")

// nacimientoMRZ places a birth in the last hundred years: nobody is born after today.
func nacimientoMRZ(s string, hoy domain.Fecha) (domain.Fecha, error) {
	f, err := yearsMRZ(s, hoy, 0)
	if err == nil && f > hoy {
		f, err = yearsMRZ(s, hoy, -100)
	}
	return f, err
}

// vigenciaMaxima is how far ahead, in years, the end of a document may lie; the one that has
// no end says the year 99.
const vigenciaMaxima = 50

// caducidadMRZ places an expiry: documents last some ten years, so that it is never in the
// last century. Fillers, and the year 99, are a document without end: "".
func caducidadMRZ(s string, hoy domain.Fecha) (domain.Fecha, error) {
	if strings.Trim(s, "<") == "" || strings.HasPrefix(s, "99") {
		return "", nil
	}
	f, err := yearsMRZ(s, hoy, 0)
	if err == nil && f.Time().Year() > hoy.Time().Year()+vigenciaMaxima {
		f, err = yearsMRZ(s, hoy, -100)
	}
	return f, err
}

// yearsMRZ reads YYMMDD in the century of hoy, moved by some years.
func yearsMRZ(s string, hoy domain.Fecha, more int) (domain.Fecha, error) {
	if !numeric(s) {
		return "", errFechaMRZ
	}
	century := hoy.Time().Year()/100*100 + more
	text := fmt.Sprintf("%02d%s-%s-%s", century/100, s[:2], s[2:4], s[4:6])
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", errFechaMRZ
	}
	return domain.Fecha(text), nil
}

// readNombre reads apellidos << name. Without the mark nothing tells one from the other,
// nor a filler badly read from a letter: then there is no name.
func (m *MRZ) readNombre(field string) {
	apellidos, nombre, marked := strings.Cut(field, "<<")
	if !marked && field[len(field)-1] != '<' {
		return
	}
	m.Confirmado = true
	m.Cortado = field[len(field)-1] != '<'
	m.Apellidos, m.Nombre = words(apellidos), words(nombre)
}

func words(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '<' }), " ")
}

// nationalNumber sets the document by the number that identifies the person: that of the
// DNI or the NIE where a Spanish card bears it in its optional field, else that of the
// document.
func (m *MRZ) nationalNumber(issuer, optional string) {
	for _, c := range m.Malos {
		if c == CampoNumero {
			return
		}
	}
	pais, _ := parsePais(issuer)
	m.Documento = Documento{Pais: pais, Numero: m.Soporte}
	if pais != espana || m.Formato == TD3 {
		m.Soporte = ""
		return
	}
	m.Documento.Numero = strings.Trim(optional, "<")
}

// identify tells what kind of document it is, by its code and its issuer, and holds its
// number to the rules of that kind.
func (m *MRZ) identify(code, issuer string) error {
	pais, ok := parsePais(issuer)
	numero := m.Documento.Numero
	m.Documento = Documento{}
	switch {
	case !ok:
		return norma.Breach(art("22.3"), ErrMRZ)
	case code[0] == 'P' && m.Formato == TD3:
		m.Tipo = Pasaporte
	case !strings.Contains("IAC", code[:1]) || m.Formato == TD3:
		return norma.Breach(art("23.1"), ErrTipo)
	case pais != espana:
		m.Tipo = IdentidadEuropea
		if own, _ := parsePais(m.Nacionalidad); own != pais { // a permit of residence elsewhere
			return norma.Breach(art("23.1"), ErrEuropea).Under("ADM-5")
		}
	case m.Nacionalidad == espana:
		m.Tipo = DNI
	default:
		m.Tipo = TarjetaResidencia
	}
	if numero == "" { // it did not check
		return nil
	}
	var err error
	m.Documento, _, err = ParseDe(string(m.Tipo), pais, numero)
	return err
}
