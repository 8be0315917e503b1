package reports

import (
	"errors"
	"fmt"
	"io"
)

// slip is a small paper of the desk, of the size of a card: who issues it, its number, who
// carries it, a few facts, what it says, and the QR with its checkpoint.
type slip struct {
	casa       Casa
	kind       string // "VOLANTE PROVISIONAL"
	number     int64
	name       string // who carries it, or what it is for
	facts      []fact // at most six, two to a row
	note       string // what it says to whoever holds it
	basis      string // provision, at the foot
	token      string
	checkpoint Checkpoint
}

func (s slip) check() error {
	if s.number <= 0 || s.name == "" {
		return fmt.Errorf("%w: faltan el número o el titular", ErrFacts)
	}
	return Evidencia{Token: s.token, Checkpoint: s.checkpoint}.check()
}

// write draws the paper. The errors about its facts wrap ErrFacts.
func (s slip) write(w io.Writer, o Options) error {
	if err := errors.Join(o.check(), s.casa.check(), s.check()); err != nil {
		return err
	}
	cv := newCanvas(cardWidth, cardHeight, fmt.Sprintf("%s n.º %d", s.kind, s.number), s.casa.Entidad, o)
	cv.page()
	if s.casa.Demostracion {
		cv.textTurned(cardWidth/2-6, cardHeight/2+4, 24, style{face: bold, size: 30, color: veil}, "DEMOSTRACIÓN")
	}
	cardHead(cv, s.casa, s.kind, s.number)
	const w2 = cardWidth - 2*cardMargin
	cv.fitted(cardMargin, 25.2, style{face: bold, size: 11.5, color: dark}, s.name, w2, 1, 6)
	y := 31.0
	for k := 0; k < len(s.facts); k += 2 {
		second := fact{}
		if k+1 < len(s.facts) {
			second = s.facts[k+1]
		}
		y = cardField(cv, y, s.facts[k], second)
	}
	for _, line := range cv.wrap(noteText.tall(6.6).ink(dark), s.note, cardText) {
		cv.text(cardMargin, y+2.2, noteText.tall(6.6).ink(dark), line)
		y += 2.9
	}
	if err := cardEvidence(cv, s.token, s.checkpoint, s.basis); err != nil {
		return err
	}
	return cv.writeTo(w)
}
