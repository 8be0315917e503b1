package diario

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
)

// ParseError says which line of a text is not canonical, counted from 1. It wraps
// ErrFormato.
type ParseError struct {
	Linea  int
	Motivo string // Spanish clause
}

// Error writes the line and the reason.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%v: línea %d: %s", ErrFormato, e.Linea, e.Motivo)
}

// Unwrap is ErrFormato.
func (e *ParseError) Unwrap() error { return ErrFormato }

// Parse reads a canonical text. It refuses whatever Format would not have written:
// Format of the result gives the same bytes. The error is a *ParseError.
func Parse(texto []byte) (Asiento, error) {
	var a Asiento
	if len(texto) > MaxTexto {
		return a, &ParseError{1, fmt.Sprintf("%d bytes; el máximo es %d", len(texto), MaxTexto)}
	}
	p := parser{rest: string(texto)}
	p.parse(&a)
	if p.err != nil {
		return Asiento{}, p.err
	}
	return a, nil
}

// parser walks the lines once. After the first error every step does nothing.
type parser struct {
	rest  string // what is left
	line  int    // lines taken
	firma int    // last slot signed
	err   *ParseError
}

func (p *parser) fail(line int, motivo string) {
	if p.err == nil {
		p.err = &ParseError{line, motivo}
	}
}

// has reports whether the next line begins with that field.
func (p *parser) has(campo string) bool {
	return p.err == nil && strings.HasPrefix(p.rest, campo)
}

// take returns the rest of the next line, which must begin with campo.
func (p *parser) take(campo string) string {
	if p.err != nil {
		return ""
	}
	p.line++
	if !strings.HasPrefix(p.rest, campo) {
		p.fail(p.line, "se esperaba «"+strings.TrimRight(campo, " \n")+"»")
		return ""
	}
	end := strings.IndexByte(p.rest, '\n')
	if end < 0 {
		p.fail(p.line, "falta el fin de línea")
		return ""
	}
	value := p.rest[len(campo):end]
	p.rest = p.rest[end+1:]
	return value
}

func (p *parser) parse(a *Asiento) {
	if p.take(cabeceraAsiento[:len(cabeceraAsiento)-1]) != "" {
		p.fail(1, "versión desconocida")
	}
	a.Posicion = p.number("posicion ", 0)
	a.Establecimiento = p.text("establecimiento ", isNombre)
	a.Libro = p.text("libro ", isNombre)
	a.Numero = p.number("numero ", 1)
	if p.has("folio ") {
		a.Folio = p.number("folio ", 1)
	}
	if p.has("serie ") {
		serie, n, _ := strings.Cut(p.take("serie "), " ")
		a.Serie = p.valid("serie", serie, isNombre)
		a.NumeroSerie = p.decimal("serie", n, 1)
	}
	if p.has("jornada ") {
		a.Jornada = domain.Fecha(p.text("jornada ", isFecha))
	}
	a.Hecho = p.instante("hecho", p.take("hecho "))
	a.Anotacion = p.instante("anotacion", p.take("anotacion "))
	if p.has("origen ") {
		formulario, transcriptor, _ := strings.Cut(p.take("origen "), " ")
		a.Origen.Formulario = p.valid("origen", formulario, isFormulario)
		a.Origen.Transcriptor = p.valid("origen", transcriptor, isNombre)
	}
	a.Autor = p.text("autor ", isNombre)
	a.Cargo = domain.Cargo(p.text("cargo ", isNombre))
	a.Clase = Clase(p.text("clase ", isNombre))
	if p.has("suprimible_desde ") {
		a.SuprimibleDesde = domain.Fecha(p.text("suprimible_desde ", isFecha))
	}
	a.Tipo = p.text("tipo ", isTipo)
	p.lists(a)
	if p.err == nil && p.rest != "" {
		p.fail(p.line+1, "línea que no corresponde")
	}
	if a.Posicion == 1<<63-1 {
		p.fail(2, "posicion no válida")
	}
}

func (p *parser) lists(a *Asiento) {
	if n := countPrefix(p.rest, "dato "); n > 0 && p.err == nil {
		a.Datos = make([]Dato, 0, n)
	}
	for p.has("dato ") {
		p.dato(a)
	}
	for p.has("valor ") {
		p.valor(a)
	}
	for p.has("firma ") {
		p.signature(a)
	}
}

// countPrefix counts the lines at the head of s that begin with campo.
func countPrefix(s, campo string) (n int) {
	for strings.HasPrefix(s, campo) {
		n++
		end := strings.IndexByte(s, '\n')
		if end < 0 {
			break
		}
		s = s[end+1:]
	}
	return n
}

func (p *parser) text(campo string, ok func(string) bool) string {
	return p.valid(campo, p.take(campo), ok)
}

func (p *parser) valid(campo, value string, ok func(string) bool) string {
	if p.err == nil && !ok(value) {
		p.fail(p.line, strings.TrimRight(campo, " ")+" no válido")
	}
	return value
}

func (p *parser) number(campo string, least int64) int64 {
	return p.decimal(campo, p.take(campo), least)
}

// decimal reads a number written without sign and without leading zeros.
func (p *parser) decimal(campo, value string, least int64) int64 {
	if p.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || value[0] < '0' || value[0] > '9' || value[0] == '0' && len(value) > 1 {
		p.fail(p.line, strings.TrimRight(campo, " ")+" no válido")
		return 0
	}
	return n
}

func (p *parser) instante(campo, value string) time.Time {
	if p.err != nil {
		return time.Time{}
	}
	t, ok := ParseInstante(value)
	if !ok {
		p.fail(p.line, campo+" no es un instante UTC con seis decimales")
	}
	return t
}

// ParseInstante reads what FormatInstante writes, and nothing else.
func ParseInstante(s string) (time.Time, bool) {
	if len(s) != len(layoutInstante) || s[10] != 'T' || s[13] != ':' || s[16] != ':' ||
		s[19] != '.' || s[26] != 'Z' || !isFecha(s[:10]) {
		return time.Time{}, false
	}
	year, _ := number(s[:4])
	month, _ := number(s[5:7])
	day, _ := number(s[8:10])
	hour, ok1 := number(s[11:13])
	minute, ok2 := number(s[14:16])
	second, ok3 := number(s[17:19])
	micros, ok4 := number(s[20:26])
	if !ok1 || !ok2 || !ok3 || !ok4 || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, micros*1000, time.UTC)
	return t, !t.IsZero()
}

func (p *parser) dato(a *Asiento) {
	line := p.rest
	nombre, escaped, found := strings.Cut(p.take("dato "), "=")
	if p.err != nil {
		return
	}
	if !found || !isNombreDato(nombre) {
		p.fail(p.line, "nombre de dato no válido")
		return
	}
	if k := len(a.Datos); k > 0 && a.Datos[k-1].Nombre >= nombre {
		p.fail(p.line, "dato fuera de orden o repetido")
		return
	}
	if !isASCII(escaped) && !isNFC([]byte(line[:strings.IndexByte(line, '\n')])) {
		p.fail(p.line, "el valor no está en NFC")
		return
	}
	valor, ok := unescape(escaped)
	if !ok {
		p.fail(p.line, `después de una barra inversa solo caben \\ y \n`)
		return
	}
	if err := checkValor(valor); err != nil {
		p.fail(p.line, "el valor lleva caracteres de control o UTF-8 no válido")
		return
	}
	a.Datos = append(a.Datos, Dato{nombre, valor})
}

func unescape(s string) (string, bool) {
	next := strings.IndexByte(s, '\\')
	if next < 0 {
		return s, true
	}
	var b strings.Builder
	b.Grow(len(s))
	for next >= 0 {
		b.WriteString(s[:next])
		if next+1 == len(s) {
			return "", false
		}
		switch s[next+1] {
		case '\\':
			b.WriteByte('\\')
		case 'n':
			b.WriteByte('\n')
		default:
			return "", false
		}
		s = s[next+2:]
		next = strings.IndexByte(s, '\\')
	}
	b.WriteString(s)
	return b.String(), true
}

func (p *parser) valor(a *Asiento) {
	nombre, digits, _ := strings.Cut(p.take("valor "), "=")
	if p.err != nil {
		return
	}
	c := Compromiso{Nombre: nombre}
	if !isNombreDato(nombre) || len(digits) != 64 || !only(digits, letraHex, 64) {
		p.fail(p.line, "compromiso no válido")
		return
	}
	if k := len(a.Valores); k > 0 && a.Valores[k-1].Nombre >= nombre {
		p.fail(p.line, "valor fuera de orden o repetido")
		return
	}
	hex.Decode(c.HMAC[:], []byte(digits)) // the digits were just checked
	if a.Valores == nil {
		a.Valores = make([]Compromiso, 0, 1+countPrefix(p.rest, "valor "))
	}
	a.Valores = append(a.Valores, c)
}

func (p *parser) signature(a *Asiento) {
	parts := strings.Split(p.take("firma "), " ")
	if p.err != nil {
		return
	}
	if len(parts) != 7 {
		p.fail(p.line, "una firma tiene siete partes")
		return
	}
	plaza := p.decimal("plaza", parts[0], 1)
	f := Firma{
		Plaza:    int(plaza),
		Cargo:    domain.Cargo(p.valid("cargo", parts[1], isNombre)),
		Persona:  p.valid("persona", parts[2], isNombre),
		Clave:    p.valid("clave", parts[3], isClave),
		Modo:     Modo(parts[4]),
		Instante: p.instante("firma", parts[5]),
	}
	if !isModo(f.Modo) {
		p.fail(p.line, "modo de firma desconocido")
	}
	if plaza > 99 || f.Plaza <= p.firma {
		p.fail(p.line, "plaza fuera de orden o repetida")
	}
	p.firma = f.Plaza
	signature, err := base64Strict.DecodeString(parts[6])
	if err != nil || len(signature) != tamanoFirma || len(parts[6]) != base64Strict.EncodedLen(tamanoFirma) {
		p.fail(p.line, "firma que no es base64 de 64 bytes")
		return
	}
	f.Firma = signature
	a.Firmas = append(a.Firmas, f)
}
