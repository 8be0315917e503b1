package admission

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

const bom = "\ufeff"

// openCSV opens a file in UTF-8 and checks its header; the separator, comma or semicolon,
// is read off it. Errors wrap base.
func openCSV(r io.Reader, cabecera []string, base error) (*csv.Reader, error) {
	head := make([]byte, 4096)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, err
	}
	text := strings.TrimPrefix(string(head[:n]), bom)
	first, _, _ := strings.Cut(text, "\n")
	rd := csv.NewReader(io.MultiReader(strings.NewReader(text), r))
	if strings.Contains(first, ";") {
		rd.Comma = ';'
	}
	rd.FieldsPerRecord = len(cabecera)
	rd.ReuseRecord = true
	record, err := rd.Read()
	if err != nil || !slices.Equal(record, cabecera) {
		return nil, fmt.Errorf("%w: línea 1: la cabecera debe ser %s", base, strings.Join(cabecera, ","))
	}
	return rd, nil
}

// readCSV reads a row. At the end it returns io.EOF; what is wrong with a line wraps base
// and says which.
func readCSV(r *csv.Reader, base error) ([]string, error) {
	record, err := r.Read()
	var bad *csv.ParseError
	switch {
	case errors.As(err, &bad) && errors.Is(err, csv.ErrFieldCount):
		return nil, badLine(base, bad.StartLine, fmt.Errorf("tiene %d campos y hacen falta %d", len(record), r.FieldsPerRecord))
	case errors.As(err, &bad):
		return nil, badLine(base, bad.StartLine, errors.New("las comillas están mal puestas"))
	}
	return record, err
}

func badLine(base error, line int, err error) error {
	return fmt.Errorf("%w: línea %d: %w", base, line, err)
}
