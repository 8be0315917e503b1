package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// The document is OpenAPI 3.1, valid, and tells of every route of the API and of none
// that is not served, with its cargos.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	raw := b.do(t, "", "GET", "/api/v1/openapi.json", nil).want(t, 200).cuerpo
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil || doc.OpenAPI != "3.1.0" {
		t.Errorf("openapi %s: %v", doc.OpenAPI, err)
	}
	if bytes.Contains(raw, []byte(`"nullable"`)) {
		t.Error("nullable is of OpenAPI 3.0: in 3.1 null is a type")
	}
	served := map[string]ruta{}
	for _, r := range b.srvAPI.rutas {
		if !r.pagina {
			served[r.metodo+" "+parametroRuta.ReplaceAllString(r.camino, "{$1}")] = r
		}
	}
	ids := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			name := method + " " + path
			r, ok := served[name]
			if !ok {
				t.Errorf("%s is documented and not served", name)
				continue
			}
			delete(served, name)
			if ids[op.OperationID] || op.OperationID == "" || op.Summary == "" {
				t.Errorf("%s: operation %q, summary %q", name, op.OperationID, op.Summary)
			}
			ids[op.OperationID] = true
			checkOperation(t, name, r, op)
		}
	}
	for name := range served {
		t.Errorf("%s is served and not documented", name)
	}
}

// checkOperation holds an operation against its route.
func checkOperation(t *testing.T, name string, r ruta, op *openapi3.Operation) {
	t.Helper()
	enc, err := json.Marshal(op.Extensions["x-cargos"])
	if err != nil {
		t.Fatal(err)
	}
	var cargos []domain.Cargo
	if err := json.Unmarshal(enc, &cargos); err != nil || !slices.Equal(cargos, r.cargos) {
		t.Errorf("%s: cargos %v, want %v", name, cargos, r.cargos)
	}
	if r.publica != (len(*op.Security) == 0) {
		t.Errorf("%s: security %v", name, op.Security)
	}
	if op.Responses.Value(fmt.Sprint(r.estado)) == nil || op.Responses.Default() == nil {
		t.Errorf("%s: it tells neither its success nor its problems", name)
	}
	if (op.RequestBody != nil) != (r.cuerpo != nil || r.csv) {
		t.Errorf("%s: body %v", name, op.RequestBody)
	}
	for _, p := range strings.Split(r.camino, "/") {
		if param, ok := strings.CutPrefix(p, ":"); ok && op.Parameters.GetByInAndName("path", param) == nil {
			t.Errorf("%s: the parameter %s is missing", name, param)
		}
	}
	if (op.Parameters.GetByInAndName("header", cabeceraIdem) != nil) != r.idem {
		t.Errorf("%s: Idempotency-Key documented, want %t", name, r.idem)
	}
}
