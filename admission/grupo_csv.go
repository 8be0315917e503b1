package admission

import (
	"encoding/csv"
	"errors"
	"io"

	"foliado/domain"
	"foliado/domain/identidad"
)

// CabeceraGrupo is the header that the list of a group in CSV must carry.
var CabeceraGrupo = []string{"tipo", "numero", "nombre", "apellidos", "fecha_nacimiento"}

// ErrListaGrupo is the base of what is wrong with the list of a group: nobody of it is
// registered.
var ErrListaGrupo = errors.New("la lista del grupo no se puede leer")

var errRepetido = errors.New("ese documento ya está en otra línea")

// Miembro is somebody of a group, as registered beforehand. The document may be missing:
// she shows it when she comes.
type Miembro struct {
	Documento       identidad.Documento
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
}

// ReadGrupo reads the list of a group in CSV (UTF-8, comma or semicolon, header
// CabeceraGrupo). A list with a wrong line is refused whole, naming the line: errors wrap
// ErrListaGrupo.
func ReadGrupo(r io.Reader) ([]Miembro, error) {
	rd, err := openCSV(r, CabeceraGrupo, ErrListaGrupo)
	if err != nil {
		return nil, err
	}
	var out []Miembro
	seen := map[identidad.Documento]bool{}
	for {
		record, err := readCSV(rd, ErrListaGrupo)
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		m, err := parseMiembro(record)
		if err == nil && !m.Documento.IsZero() && seen[m.Documento] {
			err = errRepetido
		}
		if err != nil {
			return nil, badLine(ErrListaGrupo, lineOf(rd), err)
		}
		seen[m.Documento] = true
		out = append(out, m)
	}
}

func lineOf(r *csv.Reader) int {
	line, _ := r.FieldPos(0)
	return line
}

func parseMiembro(record []string) (m Miembro, err error) {
	if m.Nombre, m.Apellidos, err = identidad.ParseNombre(record[2], record[3]); err != nil {
		return m, err
	}
	if m.FechaNacimiento, err = domain.ParseFecha(record[4]); err != nil {
		return m, err
	}
	if record[1] == "" {
		return m, nil
	}
	m.Documento, _, err = identidad.Parse(record[0], record[1])
	return m, err
}
