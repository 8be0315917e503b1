// Package diario is the log under every book: the canonical text of an asiento, the
// Merkle tree of those texts, the commitments to personal values and the signed
// checkpoints. It is pure: no database, no clock.
//
// # Canonical text
//
// A leaf is UTF-8 in normal form C, one field a line, every line ended by a line feed,
// fields in this order and no other; those in brackets are left out when they say nothing:
//
//	foliado asiento v1
//	posicion 41
//	establecimiento principal
//	libro admision
//	numero 12
//	[folio 3]
//	[serie tarjetas 7]
//	[jornada 2026-11-30]
//	hecho 2026-11-30T19:00:00.000000Z
//	anotacion 2026-11-30T19:00:00.000125Z
//	[origen C-000123 p4]
//	autor p4
//	cargo admision
//	clase admision
//	[suprimible_desde 2027-05-31]
//	tipo Tarjeta
//	[dato precio=500] …
//	[valor apellidos=<64 hex digits>] …
//	[firma 1 director p2 0123456789abcdef clave 2026-11-30T19:00:00.000000Z <base64>] …
//
// In the value of a dato a backslash is written \\ and a line feed \n; nothing else is
// escaped. docs/formato-diario.md says it byte by byte. Parse refuses whatever Format
// would not have written, so that a text has one asiento and an asiento one text.
package diario

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"time"
)

// First lines of the canonical texts.
const (
	cabeceraAsiento = "foliado asiento v1\n"
	cabeceraActo    = "foliado acto v1\n"
)

const (
	layoutInstante = "2006-01-02T15:04:05.000000Z"
	tamanoFirma    = 64 // bytes of an Ed25519 signature
)

var base64Strict = base64.StdEncoding.Strict()

// Instante is t as the log keeps it: UTC, cut to microseconds, no monotonic reading.
// What enters an asiento passes through it first, so that what is hashed is what a
// database gives back.
func Instante(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// FormatInstante writes t as leaves do: RFC 3339, UTC, six decimals. It cuts to
// microseconds.
func FormatInstante(t time.Time) string { return Instante(t).Format(layoutInstante) }

// Format returns the canonical text of a. The error wraps ErrFormato and names the
// field that is not canonical.
func Format(a *Asiento) ([]byte, error) {
	return AppendFormat(make([]byte, 0, 512+160*len(a.Firmas)+96*len(a.Valores)+48*len(a.Datos)), a)
}

// AppendFormat is Format onto dst. On error it returns dst as it was.
func AppendFormat(dst []byte, a *Asiento) ([]byte, error) {
	start := len(dst)
	b, err := appendAsiento(dst, a)
	if err == nil && len(b)-start > MaxTexto {
		err = fmt.Errorf("%w: %d bytes; el máximo es %d", ErrFormato, len(b)-start, MaxTexto)
	}
	if err != nil {
		return dst[:start], err
	}
	return b, nil
}

func appendAsiento(b []byte, a *Asiento) ([]byte, error) {
	if err := checkFields(a); err != nil {
		return b, err
	}
	b = append(b, cabeceraAsiento...)
	b = appendNumber(b, "posicion ", a.Posicion)
	b = appendLine(b, "establecimiento ", a.Establecimiento)
	b = appendLine(b, "libro ", a.Libro)
	b = appendNumber(b, "numero ", a.Numero)
	if a.Folio != 0 {
		b = appendNumber(b, "folio ", a.Folio)
	}
	if a.Serie != "" {
		b = append(append(append(b, "serie "...), a.Serie...), ' ')
		b = append(strconv.AppendInt(b, a.NumeroSerie, 10), '\n')
	}
	if a.Jornada != "" {
		b = appendLine(b, "jornada ", string(a.Jornada))
	}
	b = appendInstante(b, "hecho ", a.Hecho)
	b = appendInstante(b, "anotacion ", a.Anotacion)
	if a.Origen != (Origen{}) {
		b = append(append(append(b, "origen "...), a.Origen.Formulario...), ' ')
		b = append(append(b, a.Origen.Transcriptor...), '\n')
	}
	b = appendLine(b, "autor ", a.Autor)
	b = appendLine(b, "cargo ", string(a.Cargo))
	b = appendLine(b, "clase ", string(a.Clase))
	if a.SuprimibleDesde != "" {
		b = appendLine(b, "suprimible_desde ", string(a.SuprimibleDesde))
	}
	b = appendLine(b, "tipo ", a.Tipo)
	b, err := appendDatos(b, a.Datos, "")
	if err != nil {
		return b, err
	}
	if b, err = appendValores(b, a.Valores); err != nil {
		return b, err
	}
	return appendFirmas(b, a.Firmas)
}

// checkFields judges the fields that are not lists.
func checkFields(a *Asiento) error {
	switch {
	case a.Posicion < 0 || a.Posicion == math.MaxInt64:
		return badField("posicion", strconv.FormatInt(a.Posicion, 10))
	case !isNombre(a.Establecimiento):
		return badField("establecimiento", a.Establecimiento)
	case !isNombre(a.Libro):
		return badField("libro", a.Libro)
	case a.Numero < 1:
		return badField("numero", strconv.FormatInt(a.Numero, 10))
	case a.Folio < 0:
		return badField("folio", strconv.FormatInt(a.Folio, 10))
	case a.Serie == "" && a.NumeroSerie != 0, a.Serie != "" && (!isNombre(a.Serie) || a.NumeroSerie < 1):
		return badField("serie", a.Serie+" "+strconv.FormatInt(a.NumeroSerie, 10))
	case a.Jornada != "" && !isFecha(string(a.Jornada)):
		return badField("jornada", string(a.Jornada))
	case !isInstante(a.Hecho):
		return badField("hecho", a.Hecho.String())
	case !isInstante(a.Anotacion):
		return badField("anotacion", a.Anotacion.String())
	case a.Origen != (Origen{}) && (!isFormulario(a.Origen.Formulario) || !isNombre(a.Origen.Transcriptor)):
		return badField("origen", a.Origen.Formulario+" "+a.Origen.Transcriptor)
	case !isNombre(a.Autor):
		return badField("autor", a.Autor)
	case !isNombre(string(a.Cargo)):
		return badField("cargo", string(a.Cargo))
	case !isNombre(string(a.Clase)):
		return badField("clase", string(a.Clase))
	case a.SuprimibleDesde != "" && !isFecha(string(a.SuprimibleDesde)):
		return badField("suprimible_desde", string(a.SuprimibleDesde))
	case !isTipo(a.Tipo):
		return badField("tipo", a.Tipo)
	}
	return nil
}

func badField(campo, valor string) error {
	return fmt.Errorf("%w: campo %s: %q", ErrFormato, campo, valor)
}

// isInstante reports whether t may be written without losing anything: years 1 to
// 9999 and whole microseconds. The zone is not judged: the same instant is written.
func isInstante(t time.Time) bool {
	if t.IsZero() || t.Nanosecond()%1000 != 0 {
		return false
	}
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

func appendLine(b []byte, campo, valor string) []byte {
	return append(append(append(b, campo...), valor...), '\n')
}

func appendNumber(b []byte, campo string, n int64) []byte {
	return append(strconv.AppendInt(append(b, campo...), n, 10), '\n')
}

func appendInstante(b []byte, campo string, t time.Time) []byte {
	return append(appendRFC3339(append(b, campo...), t), '\n')
}

// appendRFC3339 is AppendFormat with layoutInstante, three times as fast: a group
// commit writes over a hundred instants.
func appendRFC3339(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = append(appendTwo(appendTwo(b, year/100), year%100), '-')
	b = append(appendTwo(b, int(month)), '-')
	b = append(appendTwo(b, day), 'T')
	b = append(appendTwo(b, hour), ':')
	b = append(appendTwo(b, minute), ':')
	b = append(appendTwo(b, second), '.')
	micros := t.Nanosecond() / 1000
	return append(appendTwo(appendTwo(appendTwo(b, micros/10000), micros/100%100), micros%100), 'Z')
}

func appendTwo(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// appendDatos writes every dato but the one named except.
func appendDatos(b []byte, datos []Dato, except string) ([]byte, error) {
	for k := range datos {
		d := &datos[k]
		if !isNombreDato(d.Nombre) {
			return b, badField("dato", d.Nombre)
		}
		if k > 0 && datos[k-1].Nombre >= d.Nombre {
			return b, fmt.Errorf("%w: dato %s fuera de orden o repetido", ErrFormato, d.Nombre)
		}
		if d.Nombre == except {
			continue
		}
		if err := checkValor(d.Valor); err != nil {
			return b, fmt.Errorf("dato %s: %w", d.Nombre, err)
		}
		line := len(b)
		b = append(append(append(b, "dato "...), d.Nombre...), '=')
		b = append(appendEscaped(b, d.Valor), '\n')
		if !isNFC(b[line:]) {
			return b, fmt.Errorf("%w: el dato %s no está en NFC", ErrFormato, d.Nombre)
		}
	}
	return b, nil
}

func appendEscaped(b []byte, v string) []byte {
	from := 0
	for k := range len(v) {
		switch v[k] {
		case '\\':
			b = append(append(b, v[from:k]...), `\\`...)
			from = k + 1
		case '\n':
			b = append(append(b, v[from:k]...), `\n`...)
			from = k + 1
		}
	}
	return append(b, v[from:]...)
}

func appendValores(b []byte, valores []Compromiso) ([]byte, error) {
	for k := range valores {
		c := &valores[k]
		if !isNombreDato(c.Nombre) {
			return b, badField("valor", c.Nombre)
		}
		if k > 0 && valores[k-1].Nombre >= c.Nombre {
			return b, fmt.Errorf("%w: valor %s fuera de orden o repetido", ErrFormato, c.Nombre)
		}
		b = append(append(append(b, "valor "...), c.Nombre...), '=')
		b = append(hex.AppendEncode(b, c.HMAC[:]), '\n')
	}
	return b, nil
}

func appendFirmas(b []byte, firmas []Firma) ([]byte, error) {
	for k := range firmas {
		f := &firmas[k]
		switch {
		case f.Plaza < 1 || f.Plaza > 99 || k > 0 && firmas[k-1].Plaza >= f.Plaza:
			return b, fmt.Errorf("%w: firma de la plaza %d fuera de orden o repetida", ErrFormato, f.Plaza)
		case !isNombre(string(f.Cargo)) || !isNombre(f.Persona) || !isClave(f.Clave) || !isModo(f.Modo):
			return b, fmt.Errorf("%w: firma de la plaza %d", ErrFormato, f.Plaza)
		case !isInstante(f.Instante):
			return b, badField("firma", f.Instante.String())
		case len(f.Firma) != tamanoFirma:
			return b, fmt.Errorf("%w: la firma de la plaza %d tiene %d bytes", ErrFormato, f.Plaza, len(f.Firma))
		}
		b = append(strconv.AppendInt(append(b, "firma "...), int64(f.Plaza), 10), ' ')
		b = append(append(b, f.Cargo...), ' ')
		b = append(append(b, f.Persona...), ' ')
		b = append(append(b, f.Clave...), ' ')
		b = append(append(b, f.Modo...), ' ')
		b = append(appendRFC3339(b, f.Instante), ' ')
		b = append(base64Strict.AppendEncode(b, f.Firma), '\n')
	}
	return b, nil
}
