package reports

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// ClaveFundacional is one of the first two keys of the house.
type ClaveFundacional struct {
	Nombre  string
	Cargo   string // in words
	Clave   string // id of the key, 16 hexadecimal digits
	Publica string // public key, base64
}

// ActaFundacionalFacts are the facts of the founding of a log: the root of trust, signed
// on paper, of which the authority keeps a copy.
type ActaFundacionalFacts struct {
	Casa        Casa // Establecimiento may be empty: the log is the entidad's
	Instalacion string
	Origen      string     // name of the log
	ClaveDiario string     // verifier key of the checkpoints, as a note key
	HuellaClave string     // its fingerprint, hexadecimal
	Version     string     // of the program that founded it
	Fundacion   time.Time  // UTC
	Checkpoint  Checkpoint // the first one: its commit holds the acta and what it founds
	Claves      [2]ClaveFundacional
}

func (f ActaFundacionalFacts) check() error {
	switch {
	case f.Casa.Entidad == "" || f.Origen == "" || f.ClaveDiario == "" || f.HuellaClave == "":
		return fmt.Errorf("%w: faltan la entidad, el origen o la clave del diario", ErrFacts)
	case f.Checkpoint.Origen != f.Origen:
		return fmt.Errorf("%w: el checkpoint es de %q", ErrFacts, f.Checkpoint.Origen)
	case f.Claves[0].Clave == "" || f.Claves[1].Clave == "" || f.Claves[0].Clave == f.Claves[1].Clave:
		return fmt.Errorf("%w: el acta fundacional pide dos claves distintas", ErrFacts)
	}
	return f.Checkpoint.check()
}

// copies are the two copies of the acta.
var copies = []string{"ejemplar para la entidad", "ejemplar para la autoridad"}

// actaQR is the side of the QR of the acta, in millimetres.
const actaQR = 44.0

// ActaFundacional writes the two copies of the founding acta, one sheet each, to be
// signed on paper. Its QR holds the verifier key, then the first checkpoint. The errors about
// its facts wrap ErrFacts.
func ActaFundacional(w io.Writer, f ActaFundacionalFacts, o Options) error {
	if err := errors.Join(o.check(), f.check()); err != nil {
		return err
	}
	cv := newCanvas(a4Width, a4Height, "Acta fundacional del diario", f.Casa.Entidad, o)
	code, err := qr(TextoQR(f.ClaveDiario, f.Checkpoint))
	if err != nil {
		return err
	}
	for k, name := range copies {
		cv.page()
		if f.Casa.Demostracion {
			watermark(cv)
		}
		r := sheet{casa: f.Casa, title: "Acta fundacional del diario", date: name,
			subtitle: "Raíz de confianza de los libros de la entidad"}
		if f.Casa.Demostracion {
			r.stamp = "DEMOSTRACIÓN SIN VALOR"
		}
		r.head(cv, fmt.Sprintf("ejemplar %d de %d", k+1, len(copies)))
		y := f.body(cv, bodyTop+1)
		f.evidence(cv, y, code)
		f.signatures(cv, k == 1)
		cv.text(margin, a4Height-11, labelText, r.colophon(o))
		cv.textRight(a4Width-margin, a4Height-11, labelText, fmt.Sprintf("hoja 1 de 1 · %s", name))
	}
	return cv.writeTo(w)
}

// body says what is founded and with which keys.
func (f ActaFundacionalFacts) body(cv *canvas, y float64) float64 {
	text := "Con esta acta nace el diario en el que la entidad anota sus libros. Todo asiento posterior lo prolonga y " +
		"ninguno puede borrarse ni cambiarse sin que se note. Quien conserve este papel puede comprobar, sin confiar en la " +
		"entidad, que los registros que se le muestren descienden del asiento que aquí se describe."
	for _, b := range paragraph(cv, normalText, text, true) {
		b.draw(cv, y)
		y += b.h
	}
	y += 2
	for _, b := range grid(cv, 3, []fact{
		{"Entidad", f.Casa.Entidad}, {"Fecha y hora", formatInstant(f.Fundacion)}, {"Programa", "Foliado " + f.Version},
	}) {
		b.draw(cv, y)
		y += b.h
	}
	y = f.keys(cv, y)
	s := section("Comprobación", "")
	s.draw(cv, y)
	y += s.h + 1
	return y
}

// keys draws the key of the log and the first two keys of people.
func (f ActaFundacionalFacts) keys(cv *canvas, y float64) float64 {
	s := section("Clave del diario", "firma cada checkpoint")
	s.draw(cv, y)
	y += s.h + 1
	for _, p := range []fact{
		{"Origen", f.Origen}, {"Instalación", f.Instalacion}, {"Huella de la clave", f.HuellaClave}, {"Clave de verificación", f.ClaveDiario},
	} {
		cv.text(margin, y+3, labelText, p.label)
		e, lines := cv.fit(monoText.tall(7).ink(dark), p.value, measure-34, 1, 6)
		for _, line := range lines {
			cv.text(margin+34, y+3, e, line)
			y += 3.9
		}
	}
	s = section("Primeras claves de la casa", "refrendan las siguientes")
	s.draw(cv, y)
	y += s.h + 1
	for _, c := range f.Claves {
		cv.text(margin, y+3.4, boldText, c.Nombre)
		cv.text(margin, y+7.2, noteText, c.Cargo)
		cv.textRight(margin+measure, y+3.4, monoText.tall(7).ink(dark), "clave "+c.Clave)
		cv.textRight(margin+measure, y+7.2, monoText.tall(6.5), c.Publica)
		y += 10.4
	}
	return y
}

// evidence draws the first checkpoint and its QR.
func (f ActaFundacionalFacts) evidence(cv *canvas, y float64, code [][]bool) {
	cv.modules(a4Width-margin-actaQR, y+1, actaQR, code)
	const w = measure - actaQR - 10
	e := monoText.tall(7).ink(dark)
	y += 3
	cv.text(margin, y, labelText, "Primer checkpoint")
	y += 4.4
	for _, s := range []string{f.Checkpoint.Origen, strconv.FormatInt(f.Checkpoint.Tamano, 10), f.Checkpoint.Raiz, "", f.Checkpoint.Firma} {
		for _, line := range cv.wrap(e, s, w) {
			cv.text(margin, y, e, line)
			y += 3.6
		}
	}
	text := "El código lleva la clave de verificación y, debajo, este checkpoint. Para comprobar unos registros: " +
		"se guarda cada uno en su fichero y se ejecuta foliado verificar --clave CLAVE --desde CHECKPOINT EXPORTACIÓN."
	y += 1.6
	for _, line := range cv.wrap(noteText, text, w) {
		cv.text(margin, y, noteText, line)
		y += 3.5
	}
}

// signatures draws the places to sign on paper; the authority's copy has the receipt.
func (f ActaFundacionalFacts) signatures(cv *canvas, forAuthority bool) {
	const h, gap = 36.0, 4.0
	const y = a4Height - 19 - h
	places := []fact{{f.Claves[0].Cargo, f.Claves[0].Nombre}, {f.Claves[1].Cargo, f.Claves[1].Nombre}, {"Sello de la entidad", ""}}
	if forAuthority {
		places[2] = fact{"Recibido por la autoridad", "nombre, fecha y sello"}
	}
	const w = (measure - 2*gap) / 3
	cv.text(margin, y-14, sectionText, "Firmas en papel")
	cv.text(margin, y-5, normalText, "En")
	cv.line(margin+6, y-4.4, margin+78, y-4.4, 0.1, grey)
	cv.text(margin+80, y-5, normalText, "a")
	cv.line(margin+84, y-4.4, margin+measure, y-4.4, 0.1, grey)
	for k, c := range places {
		x := margin + float64(k)*(w+gap)
		cv.frame(x, y, w, h, 0.15, grey)
		cv.fitted(x+3, y+5, capsText.tall(6.5), c.label, w-6, 1, 4.5)
		cv.line(x+3, y+h-7, x+w-3, y+h-7, 0.1, faint)
		cv.fitted(x+3, y+h-3.4, noteText.tall(6.6), c.value, w-6, 1, 4.5)
	}
}
