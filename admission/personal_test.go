package admission_test

import (
	"bytes"
	"fmt"
	"testing"
)

// searchLog looks for every secret in every column of what an export carries away from
// the vault.
func (e *entrada) searchLog(t *testing.T, secrets []string) {
	t.Helper()
	var all bytes.Buffer
	for _, table := range []string{"asientos", "checkpoints", "contadores", "idempotencia"} {
		rows, err := e.Escritor.Lectura().Raw("SELECT * FROM " + table).Rows()
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values := make([]any, len(columns))
		for k := range values {
			values[k] = new(any)
		}
		for rows.Next() {
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				if b, ok := (*v.(*any)).([]byte); ok {
					all.Write(b)
				} else {
					fmt.Fprint(&all, *v.(*any))
				}
				all.WriteByte('\n')
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if all.Len() < 50000 {
		t.Fatalf("got %d bytes to search", all.Len())
	}
	text := bytes.ToLower(all.Bytes())
	for _, s := range secrets {
		if len(s) < 6 {
			t.Fatalf("%q is too short to be told apart", s)
		}
		if bytes.Contains(text, bytes.ToLower([]byte(s))) {
			t.Errorf("the log holds %q in clear", s)
		}
	}
}
