package api

import (
	"strings"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// A book goes out whole: as JSON, and as a sheet of cells where amounts are numbers.
func TestLibroEntero(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openRuleta(t)
	const path = principal + "/libros/anticipos-1/asientos"
	b.refuses(t,
		negativa{name: "39.1/wrong cargo", usuario: "cajero", method: "GET", path: path, status: 403},
		negativa{name: "39.1/no such book", usuario: "director", method: "GET", path: principal + "/libros/anticipos-99/asientos.csv", status: 404},
		negativa{name: "39.1/a book that never was", usuario: "director", method: "GET", path: principal + "/libros/memorias/asientos", status: 404},
	)
	t.Run("39.1/40.1/JSON", func(t *testing.T) {
		var got verLibroEntero
		b.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &got)
		if len(got.Asientos) != 1 || got.Checkpoint == "" {
			t.Fatalf("got %+v", got)
		}
		a := got.Asientos[0]
		if a.Numero != 1 || a.Folio != 1 || a.Tipo != "AnticipoInicial" || a.Datos["apuesta_minima"] != "250" || a.Firmas != 1 {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("39.1/40.1/CSV", func(t *testing.T) {
		r := b.do(t, "director", "GET", path+".csv", nil).want(t, 200)
		lines := strings.Split(string(r.cuerpo), "\r\n")
		if len(lines) != 3 || !strings.HasPrefix(lines[0], "\ufeffnumero;folio;jornada;tipo;") || strings.Contains(lines[0], "acto.") {
			t.Fatalf("got %q", r.cuerpo)
		}
		cells := map[string]string{}
		values := strings.Split(lines[1], ";")
		for k, name := range strings.Split(lines[0], ";") {
			cells[name] = values[k]
		}
		if cells["apuesta_minima"] != "2,50" || cells["tipo"] != "AnticipoInicial" || cells["mesa"] != "1" {
			t.Errorf("got %q", lines[1])
		}
	})
	b.do(t, "director", "GET", principal+"/libros/control-ingresos/asientos.csv", nil).want(t, 200) // of the norm, without folios yet
}
