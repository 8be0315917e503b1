package reports

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// Classes of the forms of contingency of the floor.
const (
	FormularioApertura   = "apertura"
	FormularioReposicion = "reposicion"
	FormularioRecuento   = "recuento"
	FormularioMovimiento = "movimiento"
	FormularioControl    = "control"
)

// formulario is what a class of form asks for: its title, its fields, the counts that it has
// room for and who signs it.
type formulario struct {
	titulo    string
	campos    []string
	recuentos []string
	firmas    []string
	articulo  string
}

// formulariosSala is the table of the forms, with what the norm asks of each act.
var formulariosSala = map[string]formulario{
	FormularioApertura: {"Apertura de mesa", []string{"Mesa y libro n.º", "Juego", "Apuesta mínima", "Máximos", "Hora del recuento del anticipo", "Jefe de mesa que recibe la caja", "Funcionario inspector (presente o no)"},
		[]string{"Anticipo inicial"}, []string{"Director de juegos o sustituto", "Funcionario inspector"}, "arts. 35.2, 36.1 y 36.2"},
	FormularioReposicion: {"Reposición del anticipo", []string{"Mesa y libro n.º", "Juego", "Hora del recuento", "Reposición n.º", "Jefe de mesa que recibe la caja", "Funcionario inspector (presente o no)"},
		[]string{"Reposición, igual al anticipo inicial"}, []string{"Director de juegos o sustituto", "Funcionario inspector"}, "arts. 35.1 y 36.2"},
	FormularioRecuento: {"Recuento y cierre de mesa", []string{"Mesa y libro n.º", "Juego", "Hora del cierre", "Motivo, si es antes de hora"},
		[]string{"Fichas", "Placas", "Billetes"}, []string{"Crupier", "Cajero", "Director de juegos o sustituto"}, "arts. 36.3 y 40.3"},
	FormularioMovimiento: {"Movimiento o incidencia de mesa", []string{"Mesa y libro n.º", "Hora", "Qué es (extracción, devolución, cambio, suspensión, clausura)", "Caja retirada y caja de relevo", "Quién lo autoriza"},
		[]string{"Piezas o billetes"}, []string{"Cajero", "Director de juegos o sustituto"}, "arts. 29.2, 29.3 y 31.5"},
	FormularioControl: {"Control de ingresos", []string{"Fecha de la jornada", "Hora de la certificación", "Mesas con resultado (número y cifra de cada una, al dorso si no caben)"},
		nil, []string{"Director de juegos o sustituto"}, "art. 42.2"},
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
	if formulariosSala[f.Clase].titulo == "" || len(f.Numeros) == 0 || f.Emision.IsZero() || f.Token == "" {
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
	form := formulariosSala[f.Clase]
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
		form.draw(cv)
		r.foot(cv, code, o)
	}
	return cv.writeTo(w)
}

// draw lays out the blanks of a form.
func (f formulario) draw(cv *canvas) {
	y := bodyTop
	blank := func(x, y, w float64, label string) {
		cv.text(x, y+3, labelText, label)
		cv.line(x, y+11, x+w, y+11, 0.15, grey)
	}
	fields := append([]string{"Jornada del"}, f.campos...)
	for k, label := range fields {
		blank(margin+float64(k%2)*(measure/2+3), y, measure/2-3, label)
		if k%2 == 1 || k == len(fields)-1 {
			y += 14
		}
	}
	y += 3
	if len(f.recuentos) > 0 {
		y = f.counts(cv, y)
	}
	blank(margin, y, 60, "Total en cifra")
	blank(margin+66, y, measure-66, "Total en letra")
	y += 15
	cv.text(margin, y+3, sectionText, "Firmas, con nombre y hora")
	y += 5
	const gap = 4.0
	w := (measure - gap*float64(len(f.firmas)-1)) / float64(len(f.firmas))
	h := min(bodyBottom-16-y, 34)
	for k, quien := range f.firmas {
		x := margin + float64(k)*(w+gap)
		cv.frame(x, y, w, h, 0.15, grey)
		cv.fitted(x+3, y+5, capsText.tall(6.5), quien, w-6, 1, 4.5)
	}
	y += h + 2
	for k, label := range []string{"Transcrito por", "Fecha y hora", "Asiento n.º"} {
		blank(margin+float64(k)*(measure/3+1), y, measure/3-2, label)
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
