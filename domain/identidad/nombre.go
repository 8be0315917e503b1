package identidad

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"foliado/domain/norma"
)

// ErrTexto says that a text holds what nobody can see or read.
var ErrTexto = errors.New("el texto contiene caracteres invisibles o ilegibles")

// ErrNombre says that a name or the apellidos are missing or hold no letter.
var ErrNombre = errors.New("faltan el nombre o los apellidos")

// NFC is the form in which every text that a person writes is kept: composed (NFC),
// trimmed, runs of spaces made one. It returns ErrTexto for control and invisible
// characters, line breaks included, and for bytes that are no text.
func NFC(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", ErrTexto
	}
	var b strings.Builder
	pending := false
	for _, r := range norm.NFC.String(s) {
		switch {
		case unicode.Is(unicode.Zs, r):
			pending = b.Len() > 0
			continue
		case unicode.In(r, unicode.C, unicode.Zl, unicode.Zp), r == utf8.RuneError:
			return "", ErrTexto
		}
		if pending {
			b.WriteByte(' ')
			pending = false
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

// ParseNombre cleans the name and apellidos of a person as they stand on the document
// (arts. 20.3, 22.3). Errors are *norma.Error citing art. 22.3 and wrap ErrTexto or
// ErrNombre.
func ParseNombre(nombre, apellidos string) (n, a string, err error) {
	for _, part := range []struct {
		dst *string
		src string
	}{{&n, nombre}, {&a, apellidos}} {
		if *part.dst, err = parseParte(part.src); err != nil {
			return "", "", err
		}
	}
	return n, a, nil
}

// parseParte cleans a name, or the apellidos.
func parseParte(s string) (string, error) {
	clean, err := NFC(s)
	if err == nil && !strings.ContainsFunc(clean, unicode.IsLetter) {
		err = ErrNombre
	}
	if err != nil {
		return "", norma.Breach(art("22.3"), err)
	}
	return clean, nil
}

// ParseNombreDe is ParseNombre for the holder of a document. Only a DNI always bears name and
// apellidos: other papers may have just one of them, and then the other stays empty. The
// errors are those of ParseNombre.
func ParseNombreDe(d Documento, nombre, apellidos string) (n, a string, err error) {
	switch {
	case d.Tipo != DNI && strings.TrimSpace(nombre) == "":
		a, err = parseParte(apellidos)
		return "", a, err
	case d.Tipo != DNI && strings.TrimSpace(apellidos) == "":
		n, err = parseParte(nombre)
		return n, "", err
	}
	return ParseNombre(nombre, apellidos)
}

// ErrCortado says that a machine-readable zone had no room for the whole name.
var ErrCortado = errors.New("la banda del documento no trae el nombre entero: escríbalo como figura en él")

// FoldCortado is the key of a name that was cut at the end of its field: without its last
// word, which may go on. A name that begins like it is then a candidate (Matches).
func FoldCortado(nombre, apellidos string) string {
	words := strings.Fields(nombre)
	if len(words) == 0 {
		all := strings.Fields(apellidos)
		return Fold("", strings.Join(all[:max(len(all)-1, 0)], " "))
	}
	return Fold(strings.Join(words[:len(words)-1], " "), apellidos)
}

// particulas say nothing of who a person is, and come and go from one paper to another.
var particulas = map[string]bool{"DE": true, "DEL": true, "LA": true, "LAS": true, "LOS": true, "EL": true,
	"Y": true, "I": true, "E": true, "DA": true, "DO": true, "DAS": true, "DOS": true}

// Letters that no decomposition takes to the alphabet of a machine-readable zone.
var (
	maria = strings.NewReplacer("M.ª", "MARIA ", "m.ª", "MARIA ", "Mª", "MARIA ", "mª", "MARIA ")
	joins = "'’‘ʼ`´·"
	plain = map[rune]string{'ß': "SS", 'ẞ': "SS", 'Æ': "AE", 'æ': "AE", 'Œ': "OE", 'œ': "OE", 'Ø': "O", 'ø': "O",
		'Ł': "L", 'ł': "L", 'Đ': "D", 'đ': "D", 'Ð': "D", 'ð': "D", 'Þ': "TH", 'þ': "TH", 'ı': "I"}
)

// Fold is the key under which a name is looked for: capitals without accents (Ñ is N, as
// a machine-readable zone has it), without particles, its words in alphabetical order,
// each once. So "Raúl Sigüenza de la Torre" and "DE LA TORRE SIGUENZA, RAUL" are one key.
// It is stored, since databases disagree about folding. A key is where a candidate is
// looked for, never an identity (criterio ADM-3).
func Fold(nombre, apellidos string) string {
	words := strings.FieldsFunc(letters(nombre+" "+apellidos), func(r rune) bool { return r == ' ' })
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return particulas[w] })
	if len(kept) == 0 {
		kept = words
	}
	slices.Sort(kept)
	return strings.Join(slices.Compact(kept), " ")
}

// letters leaves capitals, digits and spaces. What joins two letters (apostrophes, the
// point of l·l) goes without a trace; everything else that is no letter parts two words.
func letters(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(joins, r) {
			return -1
		}
		return r
	}, maria.Replace(norm.NFC.String(s)))
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case plain[r] != "":
			b.WriteString(plain[r])
		case unicode.Is(unicode.Mn, r), strings.ContainsRune(joins, r):
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(unicode.ToUpper(r))
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Matches reports whether two keys of Fold may be of one person: every word of the
// shorter is in the longer, and at least two are, since a document or a desk may leave
// out a second surname but one common word says nothing; equal keys match always.
// With the same birth date that makes a candidate for a person to decide (criterio ADM-3).
func Matches(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	short, long := strings.Fields(a), strings.Fields(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) < 2 {
		return false
	}
	return !slices.ContainsFunc(short, func(w string) bool { return !slices.Contains(long, w) })
}
