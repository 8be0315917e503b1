package main

import (
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
