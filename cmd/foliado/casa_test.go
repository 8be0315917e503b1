package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario/verificador"
)

// lugar is where a house of the tests is: a folder and, on PostgreSQL, a database.
type lugar struct {
	bd    dbtest.BD
	datos string
	dsn   string // of the application, "" on SQLite
}

// eachPlace runs f with a place on each database. That of PostgreSQL is migrated by the
// command, and served by a role that owns nothing.
func eachPlace(t *testing.T, f func(t *testing.T, p lugar)) {
	clearEnv(t)
	dbtest.EachEmpty(t, func(t *testing.T, bd dbtest.BD) {
		p := lugar{bd: bd, datos: filepath.Join(t.TempDir(), "casa de prueba")}
		if bd.Dialecto == migrations.Postgres {
			rol, dsn := bd.CrearRol(t)
			p.dsn = dsn
			foliado(t, "migrar", "--bd", bd.DSN, "--rol", rol).wants(t, salidaHecho, "Base en la versión", rol)
		}
		f(t, p)
	})
}

// at gives a command the flags of the place.
func (p lugar) at(args ...string) []string {
	args = append(args, "--datos", p.datos)
	if p.dsn != "" {
		args = append(args, "--bd", p.dsn)
	}
	return args
}

func (p lugar) file(name string) string { return filepath.Join(p.datos, name) }

// tamper changes the database behind the program's back.
func (p lugar) tamper(t *testing.T, statements ...string) {
	t.Helper()
	bd := p.bd
	if bd.Ruta != "" {
		bd.Ruta = p.file(ficheroBD)
	}
	bd.Exec(t, statements...)
}

func (p lugar) found(t *testing.T) answer {
	t.Helper()
	a := foliado(t, p.at("fundar", "--entidad", "Casinos de Prueba, S. A.", "--establecimiento", "principal=Casino de Prueba",
		"--establecimiento", "apendice=Sala de Prueba,apendice", "--director-usuario", "directora", "--director-nombre", "Ana",
		"--director-apellidos", "Prueba Inventada", "--director-documento", "99999999R", "--segundo-usuario", "segundo",
		"--segundo-nombre", "Blas", "--segundo-apellidos", "Prueba Imaginaria")...)
	a.wants(t, salidaHecho, "Casa fundada", "Clave pública del diario: foliado/", "contraseña", "PIN", "credencial  FOL1-P1-", "credencial  FOL1-P2-")
	return a
}

const listaPrueba = `tipo,numero,nombre,apellidos,fecha_nacimiento,hasta
dni,99999990S,Nadie,Inventada Uno,1970-01-01,
nie,Z9999999H,Nadie,Inventada Uno,1970-01-01,
dni,99999991Q,Otro,Inventado Dos,1980-02-03,2099-12-31
`

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A real house, from its foundation to the verification of an export of it.
func TestHouse(t *testing.T) {
	eachPlace(t, func(t *testing.T, p lugar) {
		p.found(t)
		checkActa(t, p)
		foliado(t, append(p.at("fundar"), "--entidad", "Otra", "--establecimiento", "x=X", "--director-usuario", "aa", "--director-nombre", "A",
			"--director-apellidos", "B", "--segundo-usuario", "bb", "--segundo-nombre", "C", "--segundo-apellidos", "D")...).
			wants(t, salidaNo, "ya tiene su acta fundacional")

		foliado(t, p.at("usuario", "alta", "puerta", "--cargo", "admision", "--nombre", "Eva", "--apellidos", "Prueba", "--establecimiento",
			"principal", "--documento", "Z9999999H")...).wants(t, salidaHecho, "p3", "puerta", "admision", "contraseña")
		foliado(t, p.at("usuario", "alta", "puerta", "--cargo", "admision", "--nombre", "Eva", "--apellidos", "Prueba")...).
			wants(t, salidaNo, "ese usuario ya lo tiene otra persona")
		foliado(t, p.at("usuario", "alta", "otro", "--cargo", "rey", "--nombre", "Eva", "--apellidos", "Prueba")...).wants(t, salidaFallo, "cargo")
		foliado(t, p.at("usuario", "clave", "puerta", "--clave", "una-clave-larga")...).wants(t, salidaHecho, "una-clave-larga")
		foliado(t, p.at("usuario", "lista")...).wants(t, salidaHecho, "directora", "segundo", "puerta", "Eva Prueba")
		foliado(t, p.at("usuario", "baja", "directora")...).wants(t, salidaNo, "cese")
		foliado(t, p.at("usuario", "baja", "puerta")...).wants(t, salidaHecho)

		lista := write(t, p.file("lista.csv"), listaPrueba)
		foliado(t, p.at("importar", "interdicciones", lista)...).wants(t, salidaHecho, "Lista en vigor: 3 filas, huella ")
		bad := write(t, p.file("mala.csv"), strings.Replace(listaPrueba, "1980-02-03", "3 de febrero", 1))
		foliado(t, p.at("importar", "interdicciones", bad)...).wants(t, salidaFallo, "línea 4")

		visit := foliado(t, p.at("checkpoint")...)
		visit.wants(t, salidaHecho, "foliado/", "\n\n— foliado/")
		desde := write(t, p.file("visita.txt"), visit.out)
		foliado(t, p.at("usuario", "alta", "caja", "--cargo", "cajero", "--nombre", "Leo", "--apellidos", "Prueba")...).wants(t, salidaHecho, "p4")
		checkVerify(t, p, desde)
	})
}

func checkActa(t *testing.T, p lugar) {
	t.Helper()
	pdf, err := os.ReadFile(p.file(ficheroActa))
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the acta fundacional is no PDF: %v", err)
	}
	for name, want := range map[string]os.FileMode{ficheroClave: 0o600, ficheroPublica: 0o644, ficheroActa: 0o600} {
		info, err := os.Stat(p.file(name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, mode %v, want %v", name, err, info.Mode().Perm(), want)
		}
	}
}

// checkVerify exports the house and verifies it, whole and altered.
func checkVerify(t *testing.T, p lugar, desde string) {
	t.Helper()
	foliado(t, p.at("verificar")...).wants(t, salidaHecho, "rehechas desde los asientos y comparadas", "íntegro por dentro; autenticidad no comprobada")
	foliado(t, p.at("verificar", "--clave", p.file(ficheroPublica), "--desde", desde)...).wants(t, salidaHecho, "Resultado: íntegro; autenticidad comprobada")

	export := p.file("diario.foliado")
	foliado(t, p.at("exportar", export)...).wants(t, salidaHecho, "Exportación escrita en "+export)
	if info, err := os.Stat(export); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the export: %v, mode %v, want 0600", err, info.Mode().Perm())
	}
	book := p.file("registro.foliado")
	foliado(t, p.at("exportar", "--establecimiento", "-", "--libro", "registro", book)...).wants(t, salidaHecho)
	foliado(t, p.at("exportar", "--libro", "registro", p.file("nada"))...).wants(t, salidaNo, "no existe ese libro")
	if left, _ := filepath.Glob(p.file(".exportacion-*")); len(left) > 0 {
		t.Errorf("a failed export left %v", left)
	}
	foliado(t, "verificar", "--clave", p.file(ficheroPublica), "--desde", desde, export).wants(t, salidaHecho, "Fuente:", "exportación completa")
	foliado(t, "verificar", book).wants(t, salidaHecho)

	a := foliado(t, "verificar", "--json", export)
	a.wants(t, salidaHecho)
	var informe verificador.Informe
	if err := json.Unmarshal([]byte(a.out), &informe); err != nil || !informe.Integro || informe.Asientos < 8 {
		t.Errorf("the report in JSON: %v\n%s", err, a.out)
	}

	raw, err := os.ReadFile(export)
	if err != nil {
		t.Fatal(err)
	}
	altered := write(t, p.file("alterada"), string(bytes.Replace(raw, []byte("dato cargo=cajero"), []byte("dato cargo=sumaba"), 1)))
	if same, _ := os.ReadFile(altered); bytes.Equal(same, raw) {
		t.Fatal("the export names no cajero: nothing was altered")
	}
	foliado(t, "verificar", altered).wants(t, salidaNo, "NO ÍNTEGRO")
	foliado(t, "verificar", "--json", altered).wants(t, salidaNo, `"integro": false`)
	older := write(t, p.file("otra-visita"), strings.Replace(mustRead(t, desde), "\n", "\n9", 1))
	foliado(t, "verificar", "--desde", older, export).wants(t, salidaNo, "NO ÍNTEGRO")

	p.tamper(t, `UPDATE personas SET cargo = 'director' WHERE usuario = 'caja'`)
	foliado(t, p.at("verificar")...).wants(t, salidaNo, "tabla personas", "cargo", "NO ÍNTEGRO")
}

func mustRead(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A foundation refused leaves nothing in the way of the next one.
func TestFoundAgain(t *testing.T) {
	eachPlace(t, func(t *testing.T, p lugar) {
		founder := func(documento, fecha string) answer {
			return foliado(t, p.at("fundar", "--entidad", "Casinos de Prueba, S. A.", "--establecimiento", "principal=Casino", "--director-usuario", "dir",
				"--director-nombre", "Ana", "--director-apellidos", "Prueba", "--director-documento", documento, "--segundo-usuario", "seg",
				"--segundo-nombre", "Blas", "--segundo-apellidos", "Prueba", "--acuerdo", fecha)...)
		}
		founder("99999999T", "2026-01-02").wants(t, salidaFallo, "la letra no corresponde")
		founder("99999999R", "2026-13-02").wants(t, salidaFallo, "fecha no válida")
		foliado(t, p.at("fundar", "--entidad", "X", "--establecimiento", "sin-nombre", "--director-usuario", "dir", "--director-nombre", "A",
			"--director-apellidos", "B", "--segundo-usuario", "seg", "--segundo-nombre", "C", "--segundo-apellidos", "D")...).
			wants(t, salidaFallo, "no tiene la forma id=Nombre")
		foliado(t, p.at("fundar", "--entidad", "X", "--establecimiento", "Mal Id=Casino", "--director-usuario", "dir", "--director-nombre", "A",
			"--director-apellidos", "B", "--segundo-usuario", "seg", "--segundo-nombre", "C", "--segundo-apellidos", "D")...).
			wants(t, salidaFallo, "identificador")
		founder("99999999R", "2026-01-02").wants(t, salidaHecho)
		foliado(t, p.at("verificar")...).wants(t, salidaHecho)
	})
}

// While a process holds the house, those that write refuse and name the route that does
// the job; those that read go on.
func TestServe(t *testing.T) {
	clearEnv(t)
	p := lugar{bd: dbtest.NewEmpty(t, migrations.SQLite), datos: filepath.Join(t.TempDir(), "casa")}
	p.found(t)
	lista := write(t, p.file("lista.csv"), listaPrueba)
	url, stop := serve(t, p.at("servir", "--direccion", "127.0.0.1:0"), `Foliado sirve en (http://\S+)`)

	for _, tt := range []struct{ ruta, args string }{
		{"POST /api/v1/personas", "usuario alta otra --cargo cajero --nombre A --apellidos B"},
		{"POST /api/v1/personas/{p}/baja", "usuario baja segundo"},
		{"PUT /api/v1/personas/{p}/clave", "usuario clave segundo"},
		{"GET /api/v1/personas", "usuario lista"},
		{"POST /api/v1/interdicciones", "importar interdicciones"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			args := strings.Fields(tt.args)
			if args[0] == "importar" {
				args = append(args, lista)
			}
			foliado(t, p.at(args...)...).wants(t, salidaFallo, "otro proceso tiene abierto el diario", "hágalo por "+tt.ruta)
		})
	}
	foliado(t, p.at("servir")...).wants(t, salidaFallo, "otro proceso tiene abierto el diario")
	defer func() { // once it is free
		foliado(t, p.at("servir", "--interdicciones-url", "https://registro.example")...).wants(t, salidaFallo, "el registro en línea pide")
		foliado(t, p.at("servir", "--interdicciones-url", "https://registro.example", "--interdicciones-certificado", lista, "--interdicciones-clave", lista,
			"--interdicciones-servicio", lista)...).wants(t, salidaFallo, "el certificado de la casa ante el registro")
	}()
	foliado(t, p.at("checkpoint")...).wants(t, salidaHecho)
	foliado(t, p.at("verificar")...).wants(t, salidaHecho)
	foliado(t, p.at("exportar", p.file("x"))...).wants(t, salidaHecho)
	for _, ruta := range []string{"/livez", "/readyz", "/metrics"} {
		answer, err := http.Get(url + ruta)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("GET %s: got %d, want 200", ruta, answer.StatusCode)
		}
	}
	if code := stop(); code != salidaHecho {
		t.Errorf("the server ended with %d, want %d", code, salidaHecho)
	}
	foliado(t, p.at("usuario", "lista")...).wants(t, salidaHecho)
}

// serve runs a command that serves, until stop, and returns the address that it tells.
func serve(t *testing.T, args []string, tells string) (url string, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		code := run(entorno{ctx: ctx, out: w, err: &errs, in: strings.NewReader("")}, args)
		w.Close()
		ended <- code
	}()
	found := make(chan string, 1)
	go func() {
		var all []byte
		buf := make([]byte, 4096)
		re := regexp.MustCompile(tells)
		for sent := false; ; {
			n, err := r.Read(buf)
			all = append(all, buf[:n]...)
			if m := re.FindSubmatch(all); m != nil && bytes.HasSuffix(all, []byte("\n")) && !sent {
				sent = true
				found <- string(m[1])
			}
			if err != nil {
				close(found)
				return
			}
		}
	}()
	stop = func() int {
		cancel()
		select {
		case code := <-ended:
			ended <- code
			return code
		case <-time.After(30 * time.Second):
			t.Error("the server does not end")
			return -1
		}
	}
	t.Cleanup(func() { stop() })
	select {
	case u, ok := <-found:
		if !ok {
			t.Fatalf("the server did not begin: %s", errs.String())
		}
		return u, stop
	case <-time.After(60 * time.Second):
		t.Fatal("the server tells no address")
	}
	return "", nil
}

// On PostgreSQL the owner migrates and does not serve; a role served by it may add to the
// log and alter nothing.
func TestMigrate(t *testing.T) {
	clearEnv(t)
	bd := dbtest.NewEmpty(t, migrations.Postgres)
	_, owner := bd.CrearPropietario(t)
	rol, app := bd.CrearRol(t)
	datos := t.TempDir()
	foliado(t, "migrar").wants(t, salidaFallo, "faltan las opciones --bd")
	foliado(t, "usuario", "lista", "--bd", app, "--datos", datos).wants(t, salidaFallo)
	foliado(t, "migrar", "--bd", owner).wants(t, salidaHecho, "Base en la versión")
	foliado(t, "migrar", "--bd", owner, "--rol", "nadie").wants(t, salidaFallo, "no existe el rol")
	foliado(t, "migrar", "--bd", owner, "--rol", rol).wants(t, salidaHecho, "no puede cambiarlo ni borrarlo")

	p := lugar{bd: bd, datos: datos, dsn: owner}
	refused := foliado(t, p.at("fundar", "--entidad", "X", "--establecimiento", "x=X", "--director-usuario", "dir", "--director-nombre", "A",
		"--director-apellidos", "B", "--segundo-usuario", "seg", "--segundo-nombre", "C", "--segundo-apellidos", "D")...)
	refused.wants(t, salidaFallo, "dueño del diario")
	p.dsn = app
	p.found(t)
	foliado(t, p.at("verificar")...).wants(t, salidaHecho)
	p.dsn = owner
	foliado(t, p.at("servir")...).wants(t, salidaFallo, "dueño del diario")

	db, err := sql.Open("pgx", app)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range []string{`UPDATE asientos SET autor = 'otro'`, `DELETE FROM asientos`, `TRUNCATE asientos`, `DELETE FROM checkpoints`, `DROP TABLE asientos`} {
		if _, err := db.Exec(s); err == nil {
			t.Errorf("the role of the application may %s", s)
		}
	}
}
