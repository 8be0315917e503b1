package reports

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"foliado/domain"
)

func TestCSV(t *testing.T) {
	f, err := os.Open("testdata/casos-csv.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			ID       string
			Input    struct{ Cells []json.RawMessage }
			Expected struct {
				Prefix   string
				Exported []string
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			for k, raw := range c.Input.Cells {
				v, want := cellOf(t, raw), ""
				if c.Expected.Exported != nil {
					want = c.Expected.Exported[k]
				} else {
					want = c.Expected.Prefix + v.(string)
				}
				if got := CeldaCSV(v); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
	t.Run("CSV-02/a listing", func(t *testing.T) {
		var b strings.Builder
		if err := ListadoCSV(&b, []string{"numero", "titular", "precio"}, [][]any{{int64(7), "=1+1", domain.Importe(-40)}}); err != nil {
			t.Fatal(err)
		}
		if got, want := b.String(), "\ufeffnumero;titular;precio\r\n7;'=1+1;-0,40\r\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// cellOf is a cell of a caso: a text, or an object that says its type.
func cellOf(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var cell struct {
		Type, Value string
		Cents       int64
	}
	if err := json.Unmarshal(raw, &cell); err != nil {
		t.Fatal(err)
	}
	if cell.Type == "amount" {
		return domain.Importe(cell.Cents)
	}
	return cell.Value
}
