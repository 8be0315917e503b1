package reports

import "fmt"

// signatures makes a block of each slot of an act, under the entry it belongs to: who,
// in which cargo, when, with which key, in which mode.
func signatures(a Acto) []block {
	bs := []block{{h: 4.6, keep: true, draw: func(cv *canvas, y float64) {
		if a.ID == "" {
			return
		}
		cv.text(margin, y+3.4, labelText, "Acto "+a.ID+" · huella")
		cv.textRight(margin+measure, y+3.4, monoText.tall(6), a.Huella)
	}}}
	for _, f := range a.Firmas {
		bs = append(bs, block{h: 7.8, keep: true, draw: func(cv *canvas, y float64) { signature(cv, y, f) }})
	}
	return bs
}

// signature draws one slot in two lines.
func signature(cv *canvas, y float64, f Firma) {
	ink := green
	if f.Pending() || f.Modo == ModoSeNiega {
		ink = red
	}
	cv.line(margin+0.3, y+0.9, margin+0.3, y+6.9, 0.6, ink)
	name, cargo := boldText.tall(7.8), normalText.tall(7.8)
	const gap, w = 2.2, 125.0
	for name.size > 4.5 && cv.width(name, f.Nombre)+gap+cv.width(cargo, f.cargo()) > w {
		name.size -= 0.2
		cargo.size -= 0.2
	}
	x := margin + 3.0
	if f.Nombre != "" {
		cv.text(x, y+3.4, name, f.Nombre)
		x += cv.width(name, f.Nombre) + gap
	}
	cv.text(x, y+3.4, cargo, f.cargo())
	if f.Pending() {
		cv.text(margin+3, y+6.6, noteText.tall(6.6).ink(red), f.modo())
		return
	}
	cv.textRight(margin+measure, y+3.4, normalText.tall(7.5), formatInstantSeconds(f.Instante))
	cv.fitted(margin+3, y+6.6, noteText.tall(6.6), f.modo(), 96, 1, 4.5)
	cv.textRight(margin+measure, y+6.6, monoText.tall(6), fmt.Sprintf("clave %s · firma %s", f.Clave, f.fingerprint()))
}

// boxHeight is the height of the boxes of signatures at the foot of a sheet.
const boxHeight = 32.0

// boxes draws the slots side by side, as the foot of a sheet on paper has them.
func boxes(cv *canvas, x, y, w float64, firmas []Firma) {
	const gap = 4.0
	n := float64(len(firmas))
	each := (w - gap*(n-1)) / n
	for i, f := range firmas {
		box(cv, x+float64(i)*(each+gap), y, each, f)
	}
}

// box draws one slot as a box.
func box(cv *canvas, x, y, w float64, f Firma) {
	cv.frame(x, y, w, boxHeight, 0.15, grey)
	in := w - 6
	cv.fitted(x+3, y+5, capsText.tall(6.5), f.cargo(), in, 1, 4.5)
	cv.fitted(x+3, y+10.5, boldText.tall(9), f.Nombre, in, 2, 5)
	if f.Pending() {
		cv.text(x+3, y+boxHeight-4, noteText.ink(red), f.modo())
		return
	}
	cv.fitted(x+3, y+18, noteText.tall(6.6), f.modo(), in, 2, 4.5)
	cv.text(x+3, y+24, normalText.tall(7), formatInstantSeconds(f.Instante))
	cv.text(x+3, y+27.2, monoText.tall(6), "clave "+f.Clave)
	cv.text(x+3, y+30, monoText.tall(6), "firma "+f.fingerprint())
}
