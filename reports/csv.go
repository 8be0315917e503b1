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

// CSV writes a listing as the sheets of cells of these parts read it: in UTF-8 with its mark,
// cells apart by semicolons, amounts with a decimal comma.
type CSV struct{ w *csv.Writer }

// NewCSV begins a listing with its header.
func NewCSV(w io.Writer, cabecera []string) (*CSV, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return nil, err
	}
	c := &CSV{csv.NewWriter(w)}
	c.w.Comma, c.w.UseCRLF = ';', true
	return c, c.w.Write(cabecera)
}

// Write adds a row; see CeldaCSV for its cells.
func (c *CSV) Write(fila []any) error {
	record := make([]string, len(fila))
	for k, v := range fila {
		record[k] = CeldaCSV(v)
	}
	return c.w.Write(record)
}

// Close writes what waits.
func (c *CSV) Close() error {
	c.w.Flush()
	return c.w.Error()
}

// ListadoCSV writes a whole listing.
func ListadoCSV(w io.Writer, cabecera []string, filas [][]any) error {
	c, err := NewCSV(w, cabecera)
	if err != nil {
		return err
	}
	for _, fila := range filas {
		if err := c.Write(fila); err != nil {
			return err
		}
	}
	return c.Close()
}
