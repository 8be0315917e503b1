package admission

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"foliado/domain"
	"foliado/domain/identidad"
)

// CabeceraLista is the header that a barred list in CSV must carry.
var CabeceraLista = []string{"tipo", "numero", "nombre", "apellidos", "fecha_nacimiento", "hasta"}

// ErrLista is the base of what is wrong with a list: nothing of it is imported.
var ErrLista = errors.New("la lista de interdicciones no se puede importar")

// listaCSV reads a barred list row by row.
type listaCSV struct {
	r *csv.Reader
}

// newListaCSV opens a file in UTF-8 and checks its header; the separator, comma or
// semicolon, is read off it. Errors wrap ErrLista.
func newListaCSV(r io.Reader) (*listaCSV, error) {
	rd, err := openCSV(r, CabeceraLista, ErrLista)
	if err != nil {
		return nil, err
	}
	return &listaCSV{rd}, nil
}

// next reads a row; aviso reports a document that is not right and was kept as written:
// dropping the row would let a barred person in. At the end it returns io.EOF; what is
// wrong with a line wraps ErrLista and says which.
func (l *listaCSV) next() (f filaInterdiccion, aviso bool, err error) {
	record, err := readCSV(l.r, ErrLista)
	if err != nil {
		return f, false, err
	}
	f, aviso, err = parseFila(record)
	if err != nil {
		line, _ := l.r.FieldPos(0)
		return f, false, badLine(ErrLista, line, err)
	}
	return f, aviso, nil
}

// parseFila reads one row.
func parseFila(record []string) (f filaInterdiccion, aviso bool, err error) {
	campo := make([]string, len(record))
	for k, s := range record {
		if campo[k], err = identidad.NFC(s); err != nil {
			return f, false, fmt.Errorf("campo %s: %w", CabeceraLista[k], err)
		}
	}
	f = filaInterdiccion{Nombre: campo[2], Apellidos: campo[3], FechaNacimiento: campo[4], Hasta: campo[5]}
	if f.Nombre+f.Apellidos != "" {
		f.Plegado = identidad.Fold(f.Nombre, f.Apellidos)
	}
	for _, fecha := range campo[4:6] {
		if _, err := domain.ParseFecha(fecha); fecha != "" && err != nil {
			return f, false, err
		}
	}
	named := f.Plegado != "" && f.FechaNacimiento != ""
	if campo[1] == "" {
		if !named {
			return f, false, errors.New("no identifica a nadie: hace falta un documento, o el nombre y la fecha de nacimiento")
		}
		return f, false, nil
	}
	f.Tipo = strings.ToLower(campo[0])
	known := slices.Contains(tiposLista, f.Tipo)
	if !known && !named {
		return f, false, fmt.Errorf("tipo de documento desconocido: %q", campo[0])
	}
	read := f.readDocumento(campo[1])
	if !read && !named && strings.IndexFunc(f.Numero, unicode.IsDigit) < 0 {
		return f, false, fmt.Errorf("el documento %q no es de nadie, y falta el nombre con la fecha de nacimiento", f.Numero)
	}
	return f, !known || !read, nil
}

// tiposLista are the kinds of document that a list may name (art. 23.1).
var tiposLista = func() []string {
	var out []string
	for _, t := range identidad.Tipos() {
		out = append(out, string(t))
	}
	return out
}()

// letrasDNI are the letters that may end a DNI.
const letrasDNI = "TRWAGMYFPDXBNJZSQVHLCKE"

// readDocumento sets the document in the normal form of the door, and reports whether it
// is a good one. A DNI given as a NIE, or the reverse, or without its letter, is still that
// person's; a Spanish licence or a residence card bears the number of another.
func (f *filaInterdiccion) readDocumento(numero string) bool {
	plain := strings.NewReplacer(" ", "", ".", "", "-", "").Replace(strings.ToUpper(numero))
	f.Numero = plain
	switch identidad.TipoDocumento(f.Tipo) {
	case identidad.DNI, identidad.NIE, identidad.DNIDigital:
	case identidad.PermisoConducir, identidad.TarjetaResidencia:
		if doc, _, err := identidad.Parse(f.Tipo, numero); err == nil {
			f.Tipo, f.Numero = string(doc.Tipo), doc.Numero
		}
		return true
	default:
		return true
	}
	for _, tipo := range []identidad.TipoDocumento{identidad.TipoDocumento(f.Tipo), identidad.DNI, identidad.NIE} {
		if doc, _, err := identidad.Parse(string(tipo), numero); err == nil {
			f.Tipo, f.Numero = string(doc.Tipo), doc.Numero
			return true
		}
	}
	if strings.Trim(plain, "0123456789") != "" {
		return false
	}
	for _, letra := range letrasDNI {
		if doc, _, err := identidad.Parse(string(identidad.DNI), plain+string(letra)); err == nil {
			f.Tipo, f.Numero = string(doc.Tipo), doc.Numero
			return true
		}
	}
	return false
}
