package docs_test

import (
	"strings"
	"testing"

	"foliado/domain/plazos"
)

// TestConservacionPage holds the table of terms of the page against that of the code.
func TestConservacionPage(t *testing.T) {
	page := read(t, "docs/conservacion.md")
	var rows []string
	for _, row := range plazos.Conservacion {
		rows = append(rows, "| "+strings.Join([]string{row.ID, row.Que, row.Plazo, row.Desde, row.Despues, row.Fundamento()}, " | ")+" |")
	}
	if want := strings.Join(rows, "\n") + "\n\n"; !strings.Contains(page, "|---|---|---|---|---|---|\n"+want) {
		t.Errorf("docs/conservacion.md lacks the table of terms:\n%s", want)
	}
}
