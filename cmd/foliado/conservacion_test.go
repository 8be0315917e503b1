package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Six years after somebody left, the house keeps nothing of her, and verificar says why.
func TestRetention(t *testing.T) {
	eachPlace(t, func(t *testing.T, p lugar) {
		p.found(t)
		foliado(t, p.at("usuario", "alta", "puerta", "--cargo", "admision", "--nombre", "Eva", "--apellidos", "Prueba")...).wants(t, salidaHecho)
		foliado(t, p.at("usuario", "baja", "puerta")...).wants(t, salidaHecho)
		foliado(t, p.at("conservacion")...).wants(t, salidaHecho, "No vence nada", "Valores destruidos: 0")
		foliado(t, p.at("conservacion", "--a", "3 de mayo")...).wants(t, salidaFallo, "--a")
		after := func() time.Time { return time.Now().AddDate(6, 0, 0) }
		future := after().Format(time.DateOnly)
		foliado(t, p.at("conservacion", "--a", future)...).wants(t, salidaHecho, "Simulación", "personal:       1 vencidos")
		foliado(t, p.at("verificar")...).wants(t, salidaHecho, "0 suprimidos")
		at(t, after, p.at("conservacion", "--simular")...).wants(t, salidaHecho, "Simulación", "personal:       1 vencidos")
		at(t, after, p.at("conservacion")...).wants(t, salidaHecho, "personal:       1 vencidos (criterio ADM-11)", "Valores destruidos: 2")
		at(t, after, p.at("verificar")...).wants(t, salidaHecho, "2 valores el ", "causa: personal: criterio ADM-11", "orden: criterio ADM-11, baja de p3")
	})
}

// A copy made before the erasure brings back what was erased: opening it erases it again,
// before anything is served.
func TestRetentionAfterRestore(t *testing.T) {
	clearEnv(t)
	p := lugar{datos: filepath.Join(t.TempDir(), "casa")}
	p.found(t)
	foliado(t, p.at("usuario", "alta", "puerta", "--cargo", "admision", "--nombre", "Eulalia", "--apellidos", "Restaurada Inventada")...).wants(t, salidaHecho)
	foliado(t, p.at("usuario", "baja", "puerta")...).wants(t, salidaHecho)
	after := func() time.Time { return time.Now().AddDate(6, 0, 0) }
	backup := mustRead(t, p.file(ficheroBD)) // nobody has it open: no WAL beside it
	holds := func() bool { return strings.Contains(mustRead(t, p.file(ficheroBD)), "Restaurada Inventada") }
	at(t, after, p.at("conservacion")...).wants(t, salidaHecho, "Valores destruidos: 2")
	if !strings.Contains(backup, "Restaurada Inventada") || holds() {
		t.Fatal("the copy has lost the name, or the house has not")
	}
	write(t, p.file(ficheroBD), backup)
	at(t, after, p.at("usuario", "lista")...).wants(t, salidaFallo, "marca")
	c, err := datosOpts{Datos: p.datos}.open(entorno{ctx: t.Context(), ahora: after}, apertura{recuperar: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if holds() {
		t.Error("what was erased is back")
	}
	at(t, after, p.at("verificar")...).wants(t, salidaHecho, "2 valores el ", "íntegro por dentro")
}
