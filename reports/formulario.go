package reports

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// Classes of the forms of contingency of the floor and of the door.
const (
	FormularioApertura   = "apertura"
	FormularioReposicion = "reposicion"
	FormularioRecuento   = "recuento"
	FormularioMovimiento = "movimiento"
	FormularioControl    = "control"
	FormularioTarjeta    = "tarjeta"
	FormularioDenegacion = "denegacion"
)

// formulario is what a class of form asks for: its title, its fields, the counts that it has
// room for and who signs it.
type formulario struct {
	titulo    string
	campos    []string
	recuentos []string
	firmas    []string
	articulo  string
	puerta    bool     // of the door: no totals
	casillas  []string // grounds to tick
	tarjeta   bool     // with the provisional card to cut off
}

// formularios is the table of the forms, with what the norm asks of each act.
var formularios = map[string]formulario{
	FormularioApertura: {titulo: "Apertura de mesa", campos: []string{"Mesa y libro n.º", "Juego", "Apuesta mínima", "Máximos", "Hora del recuento del anticipo", "Jefe de mesa que recibe la caja", "Funcionario inspector (presente o no)"},
		recuentos: []string{"Anticipo inicial"}, firmas: []string{"Director de juegos o sustituto", "Funcionario inspector"}, articulo: "arts. 35.2, 36.1 y 36.2"},
	FormularioReposicion: {titulo: "Reposición del anticipo", campos: []string{"Mesa y libro n.º", "Juego", "Hora del recuento", "Reposición n.º", "Jefe de mesa que recibe la caja", "Funcionario inspector (presente o no)"},
		recuentos: []string{"Reposición, igual al anticipo inicial"}, firmas: []string{"Director de juegos o sustituto", "Funcionario inspector"}, articulo: "arts. 35.1 y 36.2"},
	FormularioRecuento: {titulo: "Recuento y cierre de mesa", campos: []string{"Mesa y libro n.º", "Juego", "Hora del cierre", "Motivo, si es antes de hora"},
		recuentos: []string{"Fichas", "Placas", "Billetes"}, firmas: []string{"Crupier", "Cajero", "Director de juegos o sustituto"}, articulo: "arts. 36.3 y 40.3"},
	FormularioMovimiento: {titulo: "Movimiento o incidencia de mesa", campos: []string{"Mesa y libro n.º", "Hora", "Qué es (extracción, devolución, cambio, suspensión, clausura)", "Caja retirada y caja de relevo", "Quién lo autoriza"},
		recuentos: []string{"Piezas o billetes"}, firmas: []string{"Cajero", "Director de juegos o sustituto"}, articulo: "arts. 29.2, 29.3 y 31.5"},
	FormularioControl: {titulo: "Control de ingresos", campos: []string{"Fecha de la jornada", "Hora de la certificación", "Mesas con resultado (número y cifra de cada una, al dorso si no caben)"},
		firmas: []string{"Director de juegos o sustituto"}, articulo: "art. 42.2"},
	FormularioTarjeta: {titulo: "Tarjeta de entrada", campos: []string{"Hora de entrada", "Nombre", "Apellidos", "Documento exhibido (clase, Estado y número)", "Caducidad del documento",
		"Fecha de nacimiento", "Precio y medio de pago", "Caso de tarjeta reducida, si lo es", "Lista de interdicciones consultada (fuente, día y hora)"},
		firmas: []string{"Admisión"}, articulo: "arts. 20.2, 22.3, 23.1 y 23.2", puerta: true, tarjeta: true},
	FormularioDenegacion: {titulo: "Denegación de entrada", campos: []string{"Hora", "Nombre", "Apellidos", "Documento exhibido (clase, Estado y número)", "Fecha de nacimiento",
		"Lista de interdicciones consultada (fuente, día y hora)", "Qué ocurrió, si lo decide la casa", "Quién lo decide"},
		firmas: []string{"Admisión", "Jefe de admisión o director"}, articulo: "arts. 20.2 y 21", puerta: true,
		casillas: []string{"Menor de edad", "Consta en la lista de interdicciones", "De la dirección de la casa", "Trabaja en la casa", "Entrada cerrada en la última hora (21.4)",
			"Violencia (21.2)", "Molesta a otras personas (21.2)", "Menoscaba a quienes trabajan (21.2)", "Altera el juego o su azar (21.2)", "Prendas o símbolos (21.3)", "Vestimenta (21.5)"}},
}

// FormulariosFacts are a batch of numbered forms of contingency (criterio HOR-2).
type FormulariosFacts struct {
	Casa       Casa
	Clase      string
	Numeros    []string // "AP-17"
	Emision    time.Time
	Token      string // of the batch; each sheet adds its number
	Checkpoint Checkpoint
}

func (f FormulariosFacts) check() error {
	if formularios[f.Clase].titulo == "" || len(f.Numeros) == 0 || f.Emision.IsZero() || f.Token == "" {
		return fmt.Errorf("%w: a los formularios les faltan clase, números o emisión", ErrFacts)
	}
	return errors.Join(f.Casa.check(), f.Checkpoint.check())
}

// Formularios writes a batch of forms, a sheet each, to be kept at hand for when there is no
// power or no network: what is written on them is transcribed afterwards with its true hour
// (criterio HOR-2). The errors about its facts wrap ErrFacts.
func Formularios(w io.Writer, f FormulariosFacts, o Options) error {
	if err := errors.Join(o.check(), f.check()); err != nil {
		return err
	}
	form := formularios[f.Clase]
	cv := newCanvas(a4Width, a4Height, form.titulo+", formularios de contingencia", f.Casa.Entidad, o)
	for _, n := range f.Numeros {
		r := sheet{
			casa: f.Casa, title: form.titulo, subtitle: "Impreso de contingencia: se rellena a mano y se transcribe después con su hora verdadera",
			date: "emitido el " + formatInstant(f.Emision), regimen: "Formulario numerado: usado, anulado o sin usar, de cada uno se responde (criterio HOR-2)",
			evidencia: Evidencia{Token: f.Token + "/" + n, Checkpoint: f.Checkpoint, Criterios: []string{"HOR-2"},
				Completitud: "Su transcripción cita este número; no puede usarse dos veces."},
			basis: form.articulo + " del Reglamento",
		}
		code, err := qr(TextoQR(r.evidencia.Token, f.Checkpoint))
		if err != nil {
			return err
		}
		cv.page()
		if f.Casa.Demostracion {
			watermark(cv)
		}
		r.head(cv, "formulario "+n)
		form.draw(cv, n)
		r.foot(cv, code, o)
	}
	return cv.writeTo(w)
}

// blank draws a line to write on under its label.
func blank(cv *canvas, x, y, w float64, label string) {
	cv.text(x, y+3, labelText, label)
	cv.line(x, y+11, x+w, y+11, 0.15, grey)
}

// draw lays out the blanks of the form with that number.
func (f formulario) draw(cv *canvas, numero string) {
	y := bodyTop
	fields := append([]string{"Jornada del"}, f.campos...)
	for k, label := range fields {
		blank(cv, margin+float64(k%2)*(measure/2+3), y, measure/2-3, label)
		if k%2 == 1 || k == len(fields)-1 {
			y += 14
		}
	}
	y += 3
	if len(f.recuentos) > 0 {
		y = f.counts(cv, y)
	}
	if !f.puerta {
		blank(cv, margin, y, 60, "Total en cifra")
		blank(cv, margin+66, y, measure-66, "Total en letra")
		y += 15
	}
	y = f.boxes(cv, y)
	cv.text(margin, y+3, sectionText, "Firmas, con nombre y hora")
	y += 5
	const gap = 4.0
	w := (measure - gap*float64(len(f.firmas)-1)) / float64(len(f.firmas))
	h := min(bodyBottom-16-y, 34)
	if f.tarjeta {
		h = 24
	}
	for k, quien := range f.firmas {
		x := margin + float64(k)*(w+gap)
		cv.frame(x, y, w, h, 0.15, grey)
		cv.fitted(x+3, y+5, capsText.tall(6.5), quien, w-6, 1, 4.5)
	}
	y += h + 2
	for k, label := range []string{"Transcrito por", "Fecha y hora", "Asiento n.º"} {
		blank(cv, margin+float64(k)*(measure/3+1), y, measure/3-2, label)
	}
	if f.tarjeta {
		stub(cv, y+17, numero)
	}
}

// boxes draws the grounds to tick and returns where they end.
func (f formulario) boxes(cv *canvas, y float64) float64 {
	if len(f.casillas) == 0 {
		return y
	}
	cv.text(margin, y+3, sectionText, "Causa")
	y += 5
	for k, label := range f.casillas {
		x := margin + float64(k%2)*(measure/2+3)
		cv.frame(x, y+1.2, 3.2, 3.2, 0.2, grey)
		cv.text(x+5.5, y+4, normalText, label)
		if k%2 == 1 || k == len(f.casillas)-1 {
			y += 7
		}
	}
	return y + 4
}

// stub draws the provisional card that the visitor takes: what art. 22.3 has a card carry,
// with the number of the form until the card has its own.
func stub(cv *canvas, y float64, numero string) {
	const h = 53.0
	cv.text(margin, y-1.5, labelText, "Corte por aquí: el visitante se lleva esta parte")
	cv.frame(margin, y, measure, h, 0.4, green)
	cv.text(margin+4, y+6.5, boldText.tall(10), "Tarjeta de entrada provisional")
	cv.textRight(margin+measure-4, y+6.5, boldText.tall(10), numero)
	const w = (measure - 14) / 2
	for k, label := range []string{"Titular", "Documento", "Día de emisión y hora", "Vale hasta el fin de la jornada del", "Precio", "Sello de la casa o firma del director"} {
		blank(cv, margin+4+float64(k%2)*(w+6), y+9+float64(k/2)*14, w, label)
	}
}

// counts draws the blank tables of a form and returns where they end.
func (f formulario) counts(cv *canvas, y float64) float64 {
	const rows, h, gap = 12, 6.2, 5.0
	n := float64(len(f.recuentos))
	w := (measure - gap*(n-1)) / n
	for k, name := range f.recuentos {
		x := margin + float64(k)*(w+gap)
		cv.text(x, y+3, boldText, name)
		top := y + 5
		for i, label := range []string{"denominación", "piezas", "importe"} {
			cv.text(x+float64(i)*w/3+1, top+3, labelText, label)
		}
		for i := range rows + 1 {
			cv.line(x, top+4.5+float64(i)*h, x+w, top+4.5+float64(i)*h, 0.1, faint)
		}
		for i := range 4 {
			cv.line(x+float64(i)*w/3, top, x+float64(i)*w/3, top+4.5+rows*h, 0.1, faint)
		}
	}
	return y + 5 + 4.5 + rows*h + 3
}
