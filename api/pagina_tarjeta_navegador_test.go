package api

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"foliado/domain"
	"foliado/registers/casatest"
)

// TestNavegadorGrupo lets in a group and the holder of a card for several days with nothing
// but the keyboard.
func TestNavegadorGrupo(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t, dni(50111223))
	n := b.browse(t)
	n.enter("admision")
	n.see("h1", "Mostrador")

	n.step(t, "23.2/the shift begins", func(t *testing.T) {
		n.open("/establecimientos/principal/admision")
		n.into("#fondo", "100"+kb.Enter)
		n.see(".facts.large", "Debe haber 100,00 €")
	})
	n.step(t, "23.3/registered beforehand", func(t *testing.T) {
		n.open("/establecimientos/principal/grupos")
		n.into("#denominacion", "Viaje de prueba")
		n.into("#fecha", "30/11/2026"+kb.Tab+kb.ArrowDown+kb.ArrowDown)
		n.into("#precio", "5")
		n.into("#csv", "tipo,numero,nombre,apellidos,fecha_nacimiento\rdni,"+dni(50111222)+",Rosalía,Beltrán,1980-12-31\rdni,"+dni(50111223)+",Teodoro,Lázaro,1975-03-02\r,,Edith,Marlowe,1990-01-01\r"+kb.Tab+kb.Enter)
		n.see("#problema", "más barata que el precio unitario")
		n.into("#precio", "3"+kb.Enter)
		n.see("h1", "Grupo 1")
		n.see(".facts.large", "Sin llegar 3")
	})
	n.step(t, "23.3/one payment", func(t *testing.T) {
		n.focused("medio")
		n.keys(kb.Tab, kb.Enter)
		n.see(".facts", "n.º 1, efectivo")
	})
	n.step(t, "23.3.b/one key each", func(t *testing.T) {
		n.until("the first to be called", "document.activeElement.matches('[aria-label=\"Ha llegado Rosalía Beltrán\"]')")
		n.keys(kb.Enter)
		n.see(".facts.large", "Dentro 1")
		n.until("the second to be called", "document.activeElement.matches('[aria-label=\"Ha llegado Teodoro Lázaro\"]')")
		n.keys(kb.Enter)
		n.see(".facts.large", "No entran 1")
		if text := strings.ToLower(n.text("main")); strings.Contains(text, "interdic") {
			t.Errorf("the desk reads the ground: %s", text)
		}
		n.focused("numero-3")
		n.keys("X1234567L", kb.Enter)
		n.see(".facts.large", "Dentro 2")
	})
	n.step(t, "23.4/a volante", func(t *testing.T) {
		n.open("/establecimientos/principal/mostrador")
		n.check(dni(50111225), "Aurelio", "Prats", "31121980")
		n.until("focus on the button", "document.activeElement.matches('#emitir button')")
		n.keys(kb.Tab, kb.Tab, kb.Enter, kb.Tab, " ", kb.Tab, " ", kb.Tab, kb.Enter)
		n.see("tbody td", "pendiente")
	})
	n.step(t, "25.1/another edition of the leaflet", func(t *testing.T) {
		n.click(`form[action$="/publicaciones"] button`)
		n.see("tbody td", "Al día")
	})
	n.step(t, "24.2/an official on duty", func(t *testing.T) {
		n.click(`section[aria-labelledby="h-oficiales"] summary`)
		n.into("#oficial-nombre", "Irene Robles")
		n.into("#oficial-id", "TIP 77")
		n.into("#oficial-cargo", "Magistrada")
		n.into("#oficial-servicio", "Registro"+kb.Enter)
		n.see("tbody td", "Irene Robles")
		n.click(`form[action$="/salida"] button`)
		n.until("the exit", "!document.querySelector('form[action$=\"/salida\"]')")
	})
	n.step(t, "23.3.c/a card for several days", func(t *testing.T) {
		n.open("/establecimientos/principal/mostrador")
		n.check(dni(50111226), "Wenceslao", "Roig", "31121980")
		n.until("focus on the button", "document.activeElement.matches('#emitir button')")
		n.keys(kb.Tab, kb.Enter, kb.Tab, kb.ArrowDown, kb.ArrowDown, kb.Tab, "4", kb.Tab, "03/12/2026", kb.Enter)
		n.see(".verdict.card", "4,00 € · válida para la jornada del 03/12/2026")
	})
	n.step(t, "ADM-8/comes back", func(t *testing.T) {
		b.CloseDay(t, casatest.Principal, casatest.Fecha)
		b.Reloj.At(t, "2026-12-01 18:00:00")
		b.OpenDay(t, casatest.Principal, domain.Fecha("2026-12-01"))
		b.ban(t, dni(50111223))
		n.enter("admision")
		n.check(dni(50111226), "Wenceslao", "Roig", "31121980")
		n.until("focus on the entry", "document.activeElement.matches('#entrar button')")
		n.keys(kb.Enter)
		n.see(".verdict.card", "Wenceslao Roig")
	})
	n.step(t, "ADM-4/lost", func(t *testing.T) {
		n.click(`.outcome a[href*="/tarjetas/"]:not([target])`)
		n.see(".facts", "Entradas posteriores")
		n.into("#motivo-otra", "Se la llevó el viento"+kb.Tab+kb.Tab+kb.Enter)
		n.see(".verdict.card", "Wenceslao Roig")
	})
}
