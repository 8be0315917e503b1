package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// answer is what a command line gave.
type answer struct {
	code     int
	out, err string
}

// foliado runs one command line as main does.
func foliado(t *testing.T, args ...string) answer {
	t.Helper()
	return at(t, nil, args...)
}

// at runs a command line at the hour that ahora tells.
func at(t *testing.T, ahora func() time.Time, args ...string) answer {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(entorno{ctx: t.Context(), out: &out, err: &errs, in: strings.NewReader(""), ahora: ahora}, args)
	return answer{code, out.String(), errs.String()}
}

// wants fails the test unless the command ended with that code and wrote each text.
func (a answer) wants(t *testing.T, code int, texts ...string) {
	t.Helper()
	if a.code != code {
		t.Fatalf("exit code %d, want %d\nout: %s\nerr: %s", a.code, code, a.out, a.err)
	}
	for _, text := range texts {
		if !strings.Contains(a.out+a.err, text) {
			t.Errorf("%q is missing in\n%s%s", text, a.out, a.err)
		}
	}
}

// clearEnv keeps the environment of who tests out of the tests.
func clearEnv(t *testing.T) {
	for _, name := range []string{"FOLIADO_DATOS", "FOLIADO_BD", "FOLIADO_DIRECCION", "FOLIADO_REGISTRO", "FOLIADO_SEGURO", "FOLIADO_INTERDICCIONES_URL",
		"FOLIADO_INTERDICCIONES_CERTIFICADO", "FOLIADO_INTERDICCIONES_CLAVE", "FOLIADO_INTERDICCIONES_SERVICIO", "FOLIADO_INTERDICCIONES_CA", "FOLIADO_INTERDICCIONES_PLAZO"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
}

func TestHelp(t *testing.T) {
	clearEnv(t)
	ordenes := [][]string{{}, {"fundar"}, {"servir"}, {"demo"}, {"migrar"}, {"verificar"}, {"exportar"}, {"copia"}, {"restaurar"}, {"checkpoint"}, {"importar"},
		{"importar", "interdicciones"}, {"conservacion"}, {"usuario"}, {"usuario", "alta"}, {"usuario", "baja"}, {"usuario", "clave"}, {"usuario", "lista"},
		{"motor"}, {"version"}}
	for _, orden := range ordenes {
		t.Run(strings.Join(append([]string{"foliado"}, orden...), " "), func(t *testing.T) {
			a := foliado(t, append(orden, "--help")...)
			a.wants(t, salidaHecho, "Uso: foliado", "Opciones:", "Muestra esta ayuda.")
			for _, english := range []string{"Usage", "Flags", "Commands", "Arguments", "Show ", "Run ", "command", "default", "STRING"} {
				if strings.Contains(a.out, english) {
					t.Errorf("%q in the help:\n%s", english, a.out)
				}
			}
		})
	}
	all := foliado(t)
	all.wants(t, salidaHecho)
	for _, orden := range ordenes[1:] {
		if !strings.Contains(all.out, "\n  "+strings.Join(orden, " ")) {
			t.Errorf("the help names no %v", orden)
		}
	}
}

func TestExitCodes(t *testing.T) {
	clearEnv(t)
	empty := t.TempDir()
	notes := filepath.Join(empty, "notas.txt")
	if err := os.WriteFile(notes, []byte("nada\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		args  string
		code  int
		words string
	}{
		{"version", "version", salidaHecho, "binario "},
		{"no such command", "nada", salidaFallo, "sobra «nada», o no es una orden"},
		{"half a command", "usuario", salidaFallo, "falta la orden: una de"},
		{"no such flag", "version --nada", salidaFallo, "no se conoce la opción --nada"},
		{"flag without its value", "verificar --clave", salidaFallo, "--clave: falta su valor"},
		{"no such file", "verificar --clave " + empty + "/no", salidaFallo, "--clave: no existe el fichero"},
		{"a folder for a file", "verificar --clave " + empty, salidaFallo, "es una carpeta"},
		{"missing argument", "exportar", salidaFallo, "falta <fichero>"},
		{"missing flags", "usuario alta x --cargo cajero", salidaFallo, "faltan las opciones"},
		{"no number", "demo --dias x", salidaFallo, "no es un número"},
		{"too many days", "demo --dias 31", salidaFallo, "--dias va de 0 a 30"},
		{"registro", "version --registro nada", salidaFallo, "--registro es debug, info, warn o error"},
		{"serve nothing", "servir --datos " + empty, salidaFallo, "no hay ninguna casa"},
		{"verify nothing", "verificar --datos " + empty, salidaFallo, "no hay ninguna casa"},
		{"export nothing", "exportar --datos " + empty + " " + empty + "/x", salidaFallo, "no hay ninguna casa"},
		{"copy nothing", "copia --datos " + empty + " " + empty + "/x", salidaFallo, "no hay ninguna casa"},
		{"copy over something", "copia --datos " + empty + " " + notes, salidaNo, "una copia no se escribe encima de nada"},
		{"restore what is no copy", "restaurar --datos " + empty + "/otra " + notes, salidaFallo, "no es una copia de Foliado"},
		{"restore into PostgreSQL what is no copy", "restaurar --bd postgres://nadie@127.0.0.1:1/nada " + notes, salidaFallo, "no es una copia de Foliado"},
		{"checkpoint of nothing", "checkpoint --datos " + empty, salidaFallo, "no hay ninguna casa"},
		{"staff of nothing", "usuario lista --datos " + empty, salidaFallo, "no hay ninguna casa"},
		{"an export that is none", "verificar " + notes, salidaNo, "NO ÍNTEGRO"},
		{"a database that does not answer", "checkpoint --bd postgres://nadie@127.0.0.1:1/nada?connect_timeout=1", salidaFallo, "no se pudo conectar con la base de datos"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			foliado(t, strings.Fields(tt.args)...).wants(t, tt.code, tt.words)
		})
	}
	left, err := os.ReadDir(empty)
	if err != nil || len(left) != 1 {
		t.Errorf("commands that failed left %v (%v)", left, err)
	}
}

// The environment gives what the command line does not.
func TestEnvironment(t *testing.T) {
	clearEnv(t)
	t.Setenv("FOLIADO_DATOS", filepath.Join(t.TempDir(), "otra"))
	foliado(t, "checkpoint").wants(t, salidaFallo, "otra no hay ninguna casa")
}

func TestMotor(t *testing.T) {
	clearEnv(t)
	motor := func(in string) answer {
		var out, errs bytes.Buffer
		code := run(entorno{ctx: t.Context(), out: &out, err: &errs, in: strings.NewReader(in)}, []string{"motor", "--comprobar"})
		return answer{code, out.String(), errs.String()}
	}
	const caso = `{"id":"CJ-0001","game":"caja","input":{"op":"advance","game":"bola","table_min":500,"authorised_min":250},"expected":{"minimum_advance":1000000}}`
	motor(caso).wants(t, salidaHecho, "1 passed, 0 failed")
	motor(strings.Replace(caso, "1000000", "1000001", 1)).wants(t, salidaNo, "0 passed, 1 failed")
	motor(caso+"\n").wants(t, salidaHecho)
	motor("").wants(t, salidaHecho, "0 passed, 0 failed")
}
