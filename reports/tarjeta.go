package reports

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
)

// TarjetaFacts are the facts of an entry card (art. 22.3). The personal values come from
// the vault; a card whose values were erased cannot be printed.
type TarjetaFacts struct {
	Casa       Casa // its emblem is the logotype that the provision asks for
	Numero     int64
	Nombre     string
	Apellidos  string
	Documento  string       // type in words: "DNI", "NIE", "Pasaporte"
	NumeroDoc  string       // number of the document in its normal form
	Ficha      int64        // number of the personal file
	Emision    time.Time    // day of issue, UTC
	Jornada    domain.Fecha // gaming day of issue
	Validez    domain.Fecha // last gaming day it is good for: Jornada, or later (criterios JOR-0, ADM-8)
	Precio     domain.Importe
	Especial   string    // ground of a special card at a lower price (art. 23.3), in words; "" ordinary
	Reimpresa  int       // ordinal of the reprint; 0: the first printing (criterio ADM-4)
	Duplica    int64     // number of the lost card whose place it takes (criterio ADM-4); 0 none
	Bloqueada  bool      // lost, and void for that
	Anulada    bool      // void: the number stays used
	Anulacion  time.Time // when it was voided, UTC
	Token      string    // opaque reference, first line of the QR
	Checkpoint Checkpoint
}

func (f TarjetaFacts) check() error {
	switch {
	case f.Numero <= 0 || f.Ficha <= 0:
		return fmt.Errorf("%w: faltan el número de la tarjeta o el de la ficha", ErrFacts)
	case f.Nombre+f.Apellidos == "" || f.NumeroDoc == "" || f.Documento == "":
		return fmt.Errorf("%w: faltan el nombre o el documento", ErrFacts)
	case f.Emision.IsZero() || f.Validez == "":
		return fmt.Errorf("%w: faltan el día de emisión o la validez", ErrFacts)
	case f.Precio < 0 || f.Reimpresa < 0:
		return fmt.Errorf("%w: precio o reimpresión negativos", ErrFacts)
	}
	return Evidencia{Token: f.Token, Checkpoint: f.Checkpoint}.check()
}

// A card is A7 on its side.
const (
	cardWidth, cardHeight = 105.0, 74.0
	cardMargin            = 6.0
	cardQR                = 29.0
	cardText              = cardWidth - 2*cardMargin - cardQR - 5
)

// Tarjeta writes an entry card with what art. 22.3 asks of it. The errors about its
// facts wrap ErrFacts.
func Tarjeta(w io.Writer, f TarjetaFacts, o Options) error {
	if err := errors.Join(o.check(), f.Casa.check(), f.check()); err != nil {
		return err
	}
	cv := newCanvas(cardWidth, cardHeight, fmt.Sprintf("Tarjeta de entrada n.º %d", f.Numero), f.Casa.Entidad, o)
	cv.page()
	if f.Casa.Demostracion {
		cv.textTurned(cardWidth/2-6, cardHeight/2+4, 24, style{face: bold, size: 30, color: veil}, "DEMOSTRACIÓN")
	}
	cardHead(cv, f.Casa, "TARJETA DE ENTRADA", f.Numero)
	f.body(cv)
	if err := cardEvidence(cv, f.Token, f.Checkpoint, art("22.3").String()); err != nil {
		return err
	}
	f.marks(cv)
	return cv.writeTo(w)
}

// cardHead draws who issues a card or a slip, what it is and its number.
func cardHead(cv *canvas, casa Casa, kind string, numero int64) {
	const right = cardWidth - cardMargin
	emblem(cv, cardMargin+4.7, 10.8, 4.7, casa)
	const x = cardMargin + 12.4
	number, text := style{face: serifBold, size: 14.5, color: dark}, "N.º "+strconv.FormatInt(numero, 10)
	w := right - max(cv.width(number, text), 32) - x - 3
	owner := casa.Entidad
	if casa.Demostracion {
		owner += " · demostración sin valor"
	}
	houseName(cv, x, 10.2, style{face: bold, size: 8.5, color: dark, tracking: 0.02}, casa.Establecimiento, w)
	cv.fitted(x, 14, noteText.tall(6.2), owner, w, 1, 4.5)
	cv.textRight(right, 8, capsText.tall(5.8).ink(green), kind)
	cv.textRight(right, 14.6, number, text)
	cv.line(cardMargin, 18, right, 18, 0.5, green)
	cv.line(cardMargin, 18.9, right, 18.9, 0.12, green)
}

func (f TarjetaFacts) body(cv *canvas) {
	const w = cardWidth - 2*cardMargin
	name := strings.TrimSpace(f.Nombre + " " + f.Apellidos)
	large := style{face: bold, size: 11.5, color: dark}
	if e, lines := cv.fit(large, name, w, 1, 9); len(lines) == 1 {
		cv.text(cardMargin, 25.2, e, name)
	} else {
		cv.fitted(cardMargin, 23.6, large.tall(9), name, w, 2, 5)
	}
	precio := "sin precio"
	if f.Precio > 0 {
		precio = figure(f.Precio)
	}
	y := cardField(cv, 33.6, fact{"Documento", f.Documento + " " + f.NumeroDoc}, fact{"Ficha personal", "n.º " + strconv.FormatInt(f.Ficha, 10)})
	y = cardField(cv, y, fact{"Día de emisión", formatInstant(f.Emision)}, fact{"Precio", precio})
	cardField(cv, y, fact{"Validez", f.validez()}, fact{})
}

func (f TarjetaFacts) validez() string {
	if f.Jornada == "" || f.Validez == f.Jornada {
		return "jornada del " + f.Validez.Larga()
	}
	return "del " + f.Jornada.Larga() + " al " + f.Validez.Larga()
}

// cardField draws a row of one or two labelled facts and returns where the next begins.
func cardField(cv *canvas, y float64, a, b fact) float64 {
	const left = 35.5
	for k, p := range []fact{a, b} {
		if p.label == "" {
			continue
		}
		x, w := cardMargin, left-2
		if b.label == "" {
			w = cardText
		}
		if k == 1 {
			x, w = cardMargin+left, cardText-left
		}
		cv.text(x, y, labelText.tall(5.6), p.label)
		cv.fitted(x, y+3.7, boldText.tall(7.8), p.value, w, 1, 4.5)
	}
	return y + 8.4
}

// cardEvidence draws the QR, the checkpoint and the provision.
func cardEvidence(cv *canvas, token string, cp Checkpoint, basis string) error {
	const x = cardWidth - cardMargin - cardQR
	code, err := qr(TextoQR(token, cp))
	if err != nil {
		return err
	}
	cv.modules(x, cardHeight-cardMargin-cardQR-4.6, cardQR, code)
	cv.line(cardMargin, cardHeight-8, cardWidth-cardMargin, cardHeight-8, 0.12, faint)
	cv.text(cardMargin, cardHeight-5, monoText.tall(4.8), fmt.Sprintf("checkpoint %d · %s", cp.Tamano, cp.Raiz))
	cv.textRight(cardWidth-cardMargin, cardHeight-5, labelText.tall(5), basis)
	return nil
}

// marks draws what makes this card other than an ordinary first printing.
func (f TarjetaFacts) marks(cv *canvas) {
	if f.Especial != "" {
		cv.fitted(cardMargin, 60, boldText.tall(6.4).ink(green), "Tarjeta especial: "+f.Especial+" ("+art("23.3").String()+")", cardText, 1, 4.5)
	}
	x := cardMargin
	box := func(s string) {
		e := alertText.tall(6).ink(dark)
		w := cv.width(e, s) + 3
		cv.frame(x, cardHeight-12.6, w, 3.8, 0.25, dark)
		cv.text(x+1.5, cardHeight-9.9, e, s)
		x += w + 1.5
	}
	if f.Duplica > 0 {
		box(fmt.Sprintf("DUPLICADO DE LA N.º %d", f.Duplica))
	}
	if f.Reimpresa > 0 {
		box(fmt.Sprintf("REIMPRESIÓN %d", f.Reimpresa))
	}
	if f.Anulada {
		word := "ANULADA"
		if f.Bloqueada {
			word = "BLOQUEADA"
		}
		cv.textOutline(cardMargin+cardText/2, 42, 21, style{face: bold, size: 33, color: red}, word)
		cv.textRight(cardMargin+cardText, cardHeight-9.9, alertText.tall(5.6), word+" "+formatInstant(f.Anulacion))
	}
}
