package api

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestNavegadorTorneo plays a mus tournament of eleven pairs from its announcement to the champion by the keyboard alone.
func TestNavegadorTorneo(t *testing.T) {
	b := newBancoPaginas(t)
	n := b.browse(t)
	n.enter("director")
	n.step(t, "Mus 48/announced", func(t *testing.T) {
		n.open("/establecimientos/principal/torneos")
		n.focused("nombre")
		n.keys("Torneo de invierno", kb.Tab, kb.Tab, kb.Tab, "5", kb.Tab, "60", kb.Tab, "15", kb.Enter)
		n.see("#problema", "art. 48 del Reglamento de Mus")
		n.into("#jueces", "Leonor Prat, Blas Ocaña"+kb.Enter)
		n.see("h1", "Torneo de invierno")
	})
	n.step(t, "Mus 57/Mus 59/Mus 61/eleven pairs", func(t *testing.T) {
		n.enrol("Iria Castro", "Jon Peña", false)
		n.see("#problema", "art. 61 del Reglamento de Mus")
		for k := 1; k <= 11; k++ {
			n.enrol(fmt.Sprintf("Iria %d", k), fmt.Sprintf("Jon %d", k), true)
			n.see("main", fmt.Sprintf("Inscribir la pareja %d", k+1))
		}
		n.keys(kb.F4)
		n.focused("quien")
		n.keys("2-1", kb.Tab, "Lía Sáez", kb.Enter)
		n.see(".list", "Lía Sáez y Jon 2")
	})
	for ronda, alive := 1, 11; alive > 1; ronda, alive = ronda+1, (alive+1)/2 {
		n.step(t, fmt.Sprintf("Mus 53/round %d drawn", ronda), func(t *testing.T) { n.drawRonda(ronda) })
		n.step(t, fmt.Sprintf("Mus 38/Mus 41/round %d played", ronda), func(t *testing.T) { n.playRonda(ronda, alive/2) })
	}
	n.step(t, "Mus 54/the champion and the bracket", func(t *testing.T) {
		n.focused("juez")
		n.keys(kb.Tab, kb.Enter)
		n.see(".stamp", "Campeona")
		n.shot("torneo")
		n.keys(kb.F2)
		n.see("h1", "Cuadro de Torneo de invierno")
		n.until("the pairs that were exempt, one of eleven and one of three", "document.querySelector('.tapete').textContent.split('exenta').length === 3")
		n.see("tbody tr", "Campeona")
		n.shot("cuadro")
	})
}

// enrol types a pair from its first player on.
func (n *navegador) enrol(one, two string, accept bool) {
	n.t.Helper()
	n.focused("jugador1")
	n.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.select()"))
	n.keys(one, kb.Tab, two, kb.Tab)
	if accept {
		n.keys(" ")
	}
	n.keys(kb.Enter)
}

// drawRonda commits the seed of a round and draws it, before the first judge and at the hour that the page proposes.
func (n *navegador) drawRonda(ronda int) {
	n.t.Helper()
	if ronda == 1 {
		n.do(chromedp.Focus(chromedp.CSS("#comprometer")))
	}
	n.until("the seed", "document.activeElement.id === 'comprometer'")
	n.keys(kb.Enter)
	n.see("main", "Semilla comprometida")
	if ronda == 1 {
		n.do(chromedp.Focus(chromedp.CSS("#comienza")))
	}
	n.focused("comienza")
	n.keys(kb.Enter)
	n.see("h2", fmt.Sprintf("Ronda %d", ronda))
}

// playRonda notes the acta of each match, from the link that has the focus.
func (n *navegador) playRonda(ronda, matches int) {
	n.t.Helper()
	for k := 1; k <= matches; k++ {
		n.until("the next match", fmt.Sprintf("document.activeElement.matches('a.result[href$=\"/rondas/%d/partidas/%d\"]')", ronda, k))
		n.keys(kb.Enter)
		n.focused("juegos")
		if ronda == 1 && k == 1 {
			n.sanction()
		}
		if k == 1 {
			n.keys("ababaa", kb.Tab, kb.ArrowDown, kb.Tab, " ", kb.Enter)
			n.see("#problema", "la firma la pareja que pierde")
			n.focused("juegos")
			n.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.select()"))
		}
		n.keys("ababaa", kb.Tab, kb.End, kb.Tab, " ", kb.Enter)
	}
	n.see(".stamp", fmt.Sprintf("Ronda %d terminada", ronda))
}

// sanction notes an infringement and a decision of the judges on the page of a match.
func (n *navegador) sanction() {
	n.t.Helper()
	n.keys(kb.F3)
	n.focused("pareja")
	n.keys(kb.Tab, kb.Tab, kb.Tab, "Seña que no existe", kb.Enter)
	n.see(".rules", "apercibimiento. Seña que no existe. Juez: Leonor Prat.")
	n.keys(kb.F4)
	n.focused("clase")
	n.keys("dec", kb.Tab, "1", kb.Tab, "Vale el envite a chica", kb.Enter)
	n.see(".rules", "Decisión de los jueces. Vale el envite a chica. Juez: Leonor Prat.")
	n.shot("partida")
	n.focused("juegos")
}

// shot keeps a picture of the page where FOLIADO_VER says, for people to look at.
func (n *navegador) shot(name string) {
	dir := os.Getenv("FOLIADO_VER")
	if dir == "" {
		return
	}
	for _, width := range []int64{1280, 820} {
		n.do(chromedp.EmulateViewport(width, 900))
		png, err := chromedp.Run(n.ctx, chromedp.FullScreenshot(100))
		if err == nil {
			err = os.WriteFile(fmt.Sprintf("%s/%s-%d.png", dir, name, width), png, 0o600)
		}
		if err != nil {
			n.t.Error(err)
		}
	}
	n.do(chromedp.EmulateViewport(1280, 800))
}
