package main

import (
	"os"
	"path/filepath"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// A copy made while the house serves is put back elsewhere, verified, and goes on: what was
// written after it is declared lost and none of its numbers is given again.
func TestCopia(t *testing.T) {
	eachPlace(t, func(t *testing.T, p lugar) {
		p.found(t)
		foliado(t, p.at("usuario", "alta", "puerta", "--cargo", "admision", "--nombre", "Eva", "--apellidos", "Prueba")...).wants(t, salidaHecho, "p3")
		foliado(t, p.at("importar", "interdicciones", write(t, p.file("lista.csv"), listaPrueba))...).
			wants(t, salidaHecho, "Respecto de la anterior: 3 altas, 0 bajas, 0 cambios")
		_, stop := serve(t, p.at("servir", "--direccion", "127.0.0.1:0"), `Foliado sirve en (http://\S+)`)
		copia := filepath.Join(t.TempDir(), "copia de prueba")
		foliado(t, p.at("copia", copia)...).wants(t, salidaHecho, "Copia escrita en", "asientos.")
		if code := stop(); code != salidaHecho {
			t.Fatalf("the server ended with %d", code)
		}
		if info, err := os.Stat(copia); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the copy: %v, mode %v", err, info.Mode().Perm())
		}
		foliado(t, p.at("copia", copia)...).wants(t, salidaNo, "una copia no se escribe encima de nada")
		for _, after := range []string{"una", "dos"} {
			foliado(t, p.at("usuario", "alta", after, "--cargo", "cajero", "--nombre", "Leo", "--apellidos", "Perdido")...).wants(t, salidaHecho)
		}
		foliado(t, p.ownerAt("restaurar", copia)...).wants(t, salidaNo, "ya hay una casa")

		q := p.other(t)
		foliado(t, q.ownerAt("restaurar", "--clave", q.file(ficheroPublica), copia)...).
			wants(t, salidaHecho, "Copia repuesta", "rehechas desde los asientos y comparadas", "íntegro; autenticidad comprobada")
		if q.bd.Dialecto == migrations.Postgres {
			rol, dsn := q.bd.CrearRol(t)
			q.dsn = dsn
			foliado(t, "migrar", "--bd", q.bd.DSN, "--rol", rol).wants(t, salidaHecho, rol)
		}
		foliado(t, q.at("usuario", "lista")...).wants(t, salidaFallo, "más corto que la marca")
		_, stop = serve(t, q.at("servir", "--recuperar", "--direccion", "127.0.0.1:0"), `Foliado sirve en (http://\S+)`)
		if code := stop(); code != salidaHecho {
			t.Fatalf("the server restored ended with %d", code)
		}
		foliado(t, q.at("usuario", "alta", "nueva", "--cargo", "cajero", "--nombre", "Eva", "--apellidos", "Prueba")...).wants(t, salidaHecho, "p6")
		foliado(t, q.at("verificar", "--clave", q.file(ficheroPublica))...).wants(t, salidaHecho, "íntegro; autenticidad comprobada")
		if got := q.count(t, "SELECT count(*) FROM asientos WHERE tipo = 'Recuperacion'"); got != 1 {
			t.Errorf("got %d asientos Recuperacion, want 1", got)
		}
	})
}

// ownerAt is at with the rights of the owner of the database.
func (p lugar) ownerAt(args ...string) []string {
	p.dsn = p.bd.DSN
	return p.at(args...)
}

// other is a place of the same kind with nothing but the keys and the mark of the house.
func (p lugar) other(t *testing.T) lugar {
	t.Helper()
	q := lugar{bd: dbtest.NewEmpty(t, p.bd.Dialecto), datos: filepath.Join(t.TempDir(), "otra")}
	if err := os.MkdirAll(q.datos, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{ficheroClave, ficheroPublica, ficheroMarca} {
		write(t, q.file(name), mustRead(t, p.file(name)))
	}
	return q
}

func (p lugar) count(t *testing.T, query string) (n int64) {
	t.Helper()
	bd := p.bd
	if bd.Ruta != "" {
		bd.Ruta = p.file(ficheroBD)
	}
	if err := bd.Raw(t).QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
