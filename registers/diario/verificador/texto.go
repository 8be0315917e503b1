package verificador

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// asiento is what the text of a leaf says (docs/formato-diario.md, 1).
type asiento struct {
	posicion               int64
	establecimiento, libro string
	numero, folio          int64 // folio is 0 when there is none
	serie                  string
	numeroSerie            int64
	jornada                string
	hecho, anotacion       time.Time
	impreso, transcriptor  string
	autor, cargo           string
	clase, suprimibleDesde string
	tipo                   string
	datos                  []dato
	valores                []compromiso
	firmas                 []firma
}

// dato is a fact in clear.
type dato struct{ nombre, valor string }

// firma is a signature.
type firma struct {
	plaza                       int
	cargo, persona, clave, modo string
	instante                    time.Time
	ed25519                     []byte
}

// dato returns the value of a fact, "" when it is not there.
func (a *asiento) dato(nombre string) string {
	for k := range a.datos {
		if a.datos[k].nombre == nombre {
			return a.datos[k].valor
		}
	}
	return ""
}

// entidad is the establecimiento of what is of the whole entidad.
const entidad = "-"

// cabecera is the first line of a leaf.
const cabecera = "foliado asiento v1"

// maxTexto is the longest that a leaf may be, in bytes.
const maxTexto = 1 << 20

// campo is a line that a leaf has at most once.
type campo struct {
	prefijo  string
	opcional bool
	read     func(a *asiento, s string) bool // false: it is not written so
}

// campos are in the order of the text. After them come the lists.
var campos = []campo{
	{"posicion ", false, func(a *asiento, s string) bool { return readNumber(s, 0, &a.posicion) && a.posicion < maxPosicion }},
	{"establecimiento ", false, func(a *asiento, s string) bool { return readName(s, &a.establecimiento) }},
	{"libro ", false, func(a *asiento, s string) bool { return readName(s, &a.libro) }},
	{"numero ", false, func(a *asiento, s string) bool { return readNumber(s, 1, &a.numero) }},
	{"folio ", true, func(a *asiento, s string) bool { return readNumber(s, 1, &a.folio) }},
	{"serie ", true, func(a *asiento, s string) bool {
		serie, numero, _ := strings.Cut(s, " ")
		return readName(serie, &a.serie) && readNumber(numero, 1, &a.numeroSerie)
	}},
	{"jornada ", true, func(a *asiento, s string) bool { return readDate(s, &a.jornada) }},
	{"hecho ", false, func(a *asiento, s string) bool { return readInstant(s, &a.hecho) }},
	{"anotacion ", false, func(a *asiento, s string) bool { return readInstant(s, &a.anotacion) }},
	{"origen ", true, func(a *asiento, s string) bool {
		impreso, transcriptor, _ := strings.Cut(s, " ")
		a.impreso = impreso
		return made(impreso, ofImpreso, 64) && readName(transcriptor, &a.transcriptor)
	}},
	{"autor ", false, func(a *asiento, s string) bool { return readName(s, &a.autor) }},
	{"cargo ", false, func(a *asiento, s string) bool { return readName(s, &a.cargo) }},
	{"clase ", false, func(a *asiento, s string) bool { return readName(s, &a.clase) }},
	{"suprimible_desde ", true, func(a *asiento, s string) bool { return readDate(s, &a.suprimibleDesde) }},
	{"tipo ", false, func(a *asiento, s string) bool { a.tipo = s; return isKind(s) }},
}

// lector goes through the lines of a text.
type lector struct {
	rest string
	line int // lines taken
}

// take takes the next line when it begins so, and returns the rest of it.
func (l *lector) take(prefijo string) (string, bool) {
	if !strings.HasPrefix(l.rest, prefijo) {
		return "", false
	}
	end := strings.IndexByte(l.rest, '\n')
	if end < len(prefijo) {
		return "", false
	}
	s := l.rest[len(prefijo):end]
	l.rest = l.rest[end+1:]
	l.line++
	return s, true
}

// readAsiento reads a leaf. The error is for people and says which line is not canonical.
func readAsiento(texto []byte) (asiento, error) {
	var a asiento
	if err := a.read(texto); err != nil {
		return asiento{}, err
	}
	return a, nil
}

// read is readAsiento into a, which is of no use after an error.
func (a *asiento) read(texto []byte) error {
	l := lector{rest: string(texto)}
	bad := func(line int, motivo string) error {
		return fmt.Errorf("línea %d: %s", line, motivo)
	}
	if len(texto) > maxTexto {
		return bad(1, "el asiento es demasiado largo")
	}
	if !isPlain(texto) {
		return bad(1, "no es UTF-8 en forma normal C, o lleva caracteres de control")
	}
	if rest, ok := l.take(cabecera); !ok || rest != "" {
		return bad(1, "no es un asiento, o es de otra versión")
	}
	for k := range campos {
		c := &campos[k]
		s, ok := l.take(c.prefijo)
		if !ok && !c.opcional {
			return bad(l.line+1, "se esperaba «"+strings.TrimSpace(c.prefijo)+"»")
		}
		if ok && !c.read(a, s) {
			return bad(l.line, strings.TrimSpace(c.prefijo)+" no válido")
		}
	}
	if !l.lists(a) {
		return bad(l.line, "no está bien escrita, o no en su orden")
	}
	if l.rest != "" {
		return bad(l.line+1, "no corresponde a un asiento")
	}
	return nil
}

// lists reads datos, valores and firmas.
func (l *lector) lists(a *asiento) bool {
	if n := strings.Count(l.rest, "\ndato ") + 1; strings.HasPrefix(l.rest, "dato ") {
		a.datos = make([]dato, 0, n)
	}
	for s, ok := l.take("dato "); ok; s, ok = l.take("dato ") {
		if !a.readDato(s) {
			return false
		}
	}
	if n := strings.Count(l.rest, "\nvalor ") + 1; strings.HasPrefix(l.rest, "valor ") {
		a.valores = make([]compromiso, 0, n)
	}
	for s, ok := l.take("valor "); ok; s, ok = l.take("valor ") {
		if !a.readValor(s) {
			return false
		}
	}
	for s, ok := l.take("firma "); ok; s, ok = l.take("firma ") {
		if !a.readFirma(s) {
			return false
		}
	}
	return true
}

func (a *asiento) readDato(s string) bool {
	nombre, escaped, ok := strings.Cut(s, "=")
	if !ok || !made(nombre, ofDato, 200) {
		return false
	}
	if n := len(a.datos); n > 0 && a.datos[n-1].nombre >= nombre {
		return false
	}
	valor, ok := unescape(escaped)
	a.datos = append(a.datos, dato{nombre, valor})
	return ok
}

// unescape reads \\ and \n; a backslash before anything else is an error.
func unescape(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	out := make([]byte, 0, len(s))
	for k := 0; k < len(s); k++ {
		c := s[k]
		if c == '\\' {
			k++
			switch {
			case k < len(s) && s[k] == '\\':
			case k < len(s) && s[k] == 'n':
				c = '\n'
			default:
				return "", false
			}
		}
		out = append(out, c)
	}
	return string(out), true
}

func (a *asiento) readValor(s string) bool {
	nombre, digits, ok := strings.Cut(s, "=")
	if !ok || !made(nombre, ofDato, 200) || len(digits) != 64 || !made(digits, ofHex, 64) {
		return false
	}
	if n := len(a.valores); n > 0 && a.valores[n-1].nombre >= nombre {
		return false
	}
	c := compromiso{nombre: nombre}
	_, err := hex.Decode(c.hmac[:], []byte(digits))
	a.valores = append(a.valores, c)
	return err == nil
}

func (a *asiento) readFirma(s string) bool {
	p := strings.Split(s, " ")
	if len(p) != 7 || len(p[3]) != 16 || !made(p[3], ofHex, 16) {
		return false
	}
	f := firma{clave: p[3], modo: p[4]}
	var plaza int64
	if !readNumber(p[0], 1, &plaza) || plaza > 99 || !readName(p[1], &f.cargo) || !readName(p[2], &f.persona) ||
		f.modo != modoClave && f.modo != modoRonda && f.modo != modoManuscrita && f.modo != modoSeNiega || !readInstant(p[5], &f.instante) {
		return false
	}
	f.plaza = int(plaza)
	if n := len(a.firmas); n > 0 && a.firmas[n-1].plaza >= f.plaza {
		return false
	}
	var ok bool
	f.ed25519, ok = readBase64(p[6], 64)
	a.firmas = append(a.firmas, f)
	return ok
}

// readBase64 reads that many bytes, written in the only way they can be.
func readBase64(s string, n int) ([]byte, bool) {
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	return b, err == nil && len(b) == n && len(s) == base64.StdEncoding.EncodedLen(n)
}
