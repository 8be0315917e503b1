package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"foliado/domain"
)

// CeldaCSV writes a cell of a listing in CSV by its type: an amount as a number that a sheet of
// cells reads ("-1250,50"), anything else as text that it never takes for a formula.
func CeldaCSV(v any) string {
	switch v := v.(type) {
	case domain.Importe:
		sign, n := "", int64(v)
		if n < 0 {
			sign, n = "-", -n
		}
		return fmt.Sprintf("%s%d,%02d", sign, n/100, n%100)
	case int64:
		return fmt.Sprint(v)
	}
	text := fmt.Sprint(v)
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// ListadoCSV writes a listing in CSV, separated by commas: amounts, which have one, go quoted.
func ListadoCSV(w io.Writer, cabecera []string, filas [][]any) error {
	c := csv.NewWriter(w)
	if err := c.Write(cabecera); err != nil {
		return err
	}
	for _, fila := range filas {
		record := make([]string, len(fila))
		for k, v := range fila {
			record[k] = CeldaCSV(v)
		}
		if err := c.Write(record); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
