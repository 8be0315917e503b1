package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/ruleta"
)

// CilindroFacts are the facts of the report on the wheel of a roulette: for its
// maintenance, and nothing else.
type CilindroFacts struct {
	Casa        Casa
	Mesa        int
	Juego       domain.Juego
	Desde       domain.Fecha // "" since ever
	Ultimo      time.Time
	Estadistica ruleta.Estadistica
}

// Cilindro writes the report on a wheel: how often each number came out, drawn around it,
// the chi-square with the rate of its false alarms, and what to do. The errors about its
// facts wrap ErrFacts.
func Cilindro(w io.Writer, f CilindroFacts, o Options) error {
	if f.Mesa < 1 || !f.Juego.Ruleta() {
		return fmt.Errorf("%w: la mesa no tiene cilindro", ErrFacts)
	}
	subtitle := capital(f.Juego.Nombre())
	if f.Desde != "" {
		subtitle += ", desde la jornada del " + f.Desde.Larga()
	}
	p := impreso{casa: f.Casa, title: fmt.Sprintf("Cilindro de la mesa %d", f.Mesa), subtitle: subtitle,
		basis: "para el mantenimiento del cilindro (" + art("129.1").String() + "); a nadie se le impide jugar por estudiarlo"}
	return p.write(w, o, f.blocks)
}

// dictamenes say in words what the count says of the wheel.
var dictamenes = map[ruleta.Dictamen]string{
	ruleta.SinMuestra: "Faltan números para juzgarlo: hacen falta cinco por casilla, 185.",
	ruleta.Normal:     "Nada que no se espere de un cilindro sin defecto.",
	ruleta.Revisar:    "Conviene revisar el nivel y las casillas del cilindro.",
}

func (f CilindroFacts) blocks(cv *canvas) []block {
	e := f.Estadistica
	last := "ninguno"
	if !f.Ultimo.IsZero() {
		last = formatInstant(f.Ultimo)
	}
	bs := grid(cv, 4, []fact{{"Números", fmt.Sprint(e.Total)}, {"Se espera de cada uno", decimalComma(e.Esperadas(), 1)},
		{"Ji cuadrado, 36 grados de libertad", decimalComma(e.JiCuadrado(), 2)}, {"Último lote", last}})
	bs = append(bs, paragraph(cv, boldText.tall(11), dictamenes[e.Dictamen()], false)...)
	bs = append(bs, paragraph(cv, normalText.tall(9), f.explain(), false)...)
	bs = append(bs, section("Las casillas, en el orden usual del cilindro", "veces que salió cada número, y lo que se espera"))
	return append(bs, f.picture())
}

// explain says what the figure means and how often it errs.
func (f CilindroFacts) explain() string {
	return fmt.Sprintf("Un cilindro sin defecto daría una diferencia así o mayor el %s %% de las veces. Se avisa por debajo del %s %%: una de cada cien "+
		"comprobaciones de un cilindro sano da una falsa alarma, así que quien comprueba cada noche acabará viendo alguna.",
		decimalComma(f.Estadistica.Probabilidad()*100, 2), decimalComma(ruleta.FalsaAlarma*100, 0))
}

func decimalComma(v float64, decimals int) string {
	return strings.ReplaceAll(fmt.Sprintf("%.*f", decimals, v), ".", ",")
}

// Geometry of the picture, in millimetres: a bar for each pocket.
const (
	barStep = 3.95
)

// picture draws a bar for each pocket beside its neighbours, with what is expected as a
// line and what is three deviations away in red.
func (f CilindroFacts) picture() block {
	e := f.Estadistica
	top := int64(1)
	for _, n := range e.Veces {
		top = max(top, n)
	}
	scale := (measure - 22) / float64(top)
	return block{h: barStep*ruleta.NumNumeros + 6, draw: func(cv *canvas, y float64) {
		for k, n := range ruleta.Cilindro {
			row := y + 3 + float64(k)*barStep
			ink := dark
			switch {
			case e.Desviacion(n) > 3 || e.Desviacion(n) < -3:
				ink = red
			case n == 0:
				ink = green
			case n.Atributos().Color == ruleta.Rojo:
				ink = grey
			}
			cv.textRight(margin+7, row+2.6, boldText.tall(7.5), fmt.Sprint(n))
			cv.fill(margin+9, row, float64(e.Veces[n])*scale, barStep-1.1, ink)
			cv.textRight(margin+measure, row+2.5, noteText, fmt.Sprint(e.Veces[n]))
		}
		x := margin + 9 + e.Esperadas()*scale
		cv.line(x, y+1.5, x, y+3+barStep*ruleta.NumNumeros, 0.25, green)
	}}
}
