package reports

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"foliado/domain"
)

// CajaPropinas is what was counted in a special box of tips.
type CajaPropinas struct {
	Nombre  string // in words: "mesa 4"
	Importe domain.Importe
}

// HojaPropinasFacts are the facts of an act about tips: the account of a day (art. 19.4), a
// partial count (art. 19.5) or a return (art. 19.3). Amounts in céntimos.
type HojaPropinasFacts struct {
	Casa         Casa
	Evidencia    Evidencia
	Folio        int64
	Jornada      domain.Fecha
	Hecho        time.Time
	Anotacion    time.Time
	Contingencia string
	Asiento      int64
	Cajas        []CajaPropinas // one, but in the account
	Parciales    domain.Importe // of the account
	Devuelto     domain.Importe // idem
	Importe      domain.Importe
	Causa        string // of a return, in words
	Motivo       string // "" erased
	Copia        time.Time
	Acto         Acto
}

func (f HojaPropinasFacts) check(firmas int) error {
	var sum domain.Importe
	for _, c := range f.Cajas {
		sum += c.Importe
	}
	if f.Folio <= 0 || len(f.Cajas) == 0 || len(f.Acto.Firmas) != firmas {
		return fmt.Errorf("%w: a la hoja de propinas le faltan folio, caja especial o firmas", ErrFacts)
	}
	if sum+f.Parciales-f.Devuelto != f.Importe {
		return fmt.Errorf("%w: las propinas suman %s y la hoja dice %s", ErrFacts, figure(sum+f.Parciales-f.Devuelto), figure(f.Importe))
	}
	return f.Acto.check()
}

func (f HojaPropinasFacts) sheet(title, subtitle, folio, basis string) sheet {
	stamp := ""
	if !f.Acto.Closed() {
		stamp = "PENDIENTE DE FIRMA"
	}
	return sheet{casa: f.Casa, title: title, subtitle: subtitle, folio: folio, date: "jornada del " + f.Jornada.Larga(), stamp: stamp,
		regimen:   "Anotación en el diario de la casa: las propinas no son ingreso del juego (" + art("19").String() + ")",
		evidencia: f.Evidencia, basis: basis}
}

// CuentaPropinas writes the sheet of the special account of tips of a day, with when it was
// counted, how much each box held, and its three signatures (art. 19.4). The errors about its
// facts wrap ErrFacts.
func CuentaPropinas(w io.Writer, f HojaPropinasFacts, o Options) error {
	if err := f.check(3); err != nil {
		return err
	}
	r := f.sheet("Cuenta de propinas", "Recuento del día", fmt.Sprintf("folio %d", f.Folio), art("19.4").String()+" y "+art("19.5").String()+" del Reglamento")
	return r.write(w, o, func(cv *canvas) []block {
		bs := grid(cv, 3, []fact{{"Fecha de la jornada", f.Jornada.Larga()}, {"Fecha y hora del recuento", formatInstant(f.Hecho)}, {"Cajas especiales contadas", fmt.Sprint(len(f.Cajas))}})
		bs = append(bs, section("Cantidad en cada caja especial", when(f.Hecho, f.Anotacion, f.Contingencia, f.Asiento)))
		for k, c := range f.Cajas {
			b := totalRow(capital(c.Nombre), c.Importe)
			b.keep = k == 0
			bs = append(bs, b)
		}
		bs = append(bs, totalRow("Recuentos parciales del día", f.Parciales), totalRow("Devuelto por error o abuso", -f.Devuelto))
		bs = append(bs, amount(cv, "Propinas del día", f.Importe)...)
		return append(bs, footSignatures("Los firmantes dan por exacto el recuento", f.Acto))
	})
}

// ParcialPropinas writes the brief acta of the partial count of a full box, whose copy goes
// into it (arts. 19.5, 31.5). The errors about its facts wrap ErrFacts.
func ParcialPropinas(w io.Writer, f HojaPropinasFacts, o Options) error {
	if err := f.check(1); err != nil {
		return err
	}
	copia := "pendiente de introducir en la caja especial"
	if !f.Copia.IsZero() {
		copia = "en la caja especial desde el " + formatInstant(f.Copia)
	}
	r := f.sheet("Acta de cómputo parcial de propinas", "Caja especial: "+f.Cajas[0].Nombre, fmt.Sprintf("acta %d", f.Folio), art("19.5").String()+" y "+art("31.5").String()+" del Reglamento")
	return r.write(w, o, func(cv *canvas) []block {
		bs := grid(cv, 3, []fact{{"Caja especial", capital(f.Cajas[0].Nombre)}, {"Fecha y hora", formatInstant(f.Hecho)}, {"Copia del acta", copia}})
		bs = append(bs, section("Cantidad retirada", when(f.Hecho, f.Anotacion, f.Contingencia, f.Asiento)))
		bs = append(bs, amount(cv, "Cómputo parcial", f.Importe)...)
		bs = append(bs, paragraph(cv, noteText, "Esta cantidad se suma a la cuenta de propinas del día ("+art("19.4").String()+").", true)...)
		return append(bs, footSignatures("La firma da por exacto el cómputo parcial", f.Acto))
	})
}

// DevolucionPropina writes the decision of who directs to give a tip back (art. 19.3). The
// errors about its facts wrap ErrFacts.
func DevolucionPropina(w io.Writer, f HojaPropinasFacts, o Options) error {
	if err := f.check(1); err != nil {
		return err
	}
	r := f.sheet("Devolución de una propina", "Caja especial: "+f.Cajas[0].Nombre, fmt.Sprintf("devolución %d", f.Folio), art("19.3").String()+" del Reglamento")
	return r.write(w, o, func(cv *canvas) []block {
		bs := grid(cv, 3, []fact{{"Caja especial", capital(f.Cajas[0].Nombre)}, {"Fecha y hora", formatInstant(f.Hecho)}, {"Causa", capital(f.Causa)}})
		if f.Motivo != "" {
			bs = append(bs, section("Qué ocurrió", ""))
			bs = append(bs, together(paragraph(cv, normalText, f.Motivo, true))...)
		}
		bs = append(bs, section("Cantidad devuelta", when(f.Hecho, f.Anotacion, f.Contingencia, f.Asiento)))
		bs = append(bs, amount(cv, "Se devuelve", f.Importe)...)
		bs = append(bs, paragraph(cv, noteText, "Esta cantidad baja del cómputo de propinas del día.", true)...)
		return append(bs, footSignatures("La dirección decide la devolución", f.Acto))
	})
}

// ParteReparto is what an employee gets of the tips.
type ParteReparto struct {
	Nombre, Cargo    string
	Jornadas, Puntos int64
	Importe          domain.Importe
}

// RepartoPropinasFacts are the facts of a distribution of tips (art. 19.6). Empleados and
// Otros, in céntimos, add up to Total; the Partes to Empleados.
type RepartoPropinasFacts struct {
	Casa                    Casa
	Evidencia               Evidencia
	Folio                   int64
	Desde, Hasta            domain.Fecha
	Criterio                int64 // number of the criterio
	Porcentaje              int64 // of the employees, in ten-thousandths
	Total, Empleados, Otros domain.Importe
	Partes                  []ParteReparto
	Hecho                   time.Time
	Autor                   string
}

func (f RepartoPropinasFacts) check() error {
	var sum domain.Importe
	for _, p := range f.Partes {
		sum += p.Importe
	}
	if f.Folio <= 0 || sum != f.Empleados || f.Empleados+f.Otros != f.Total {
		return fmt.Errorf("%w: el reparto de propinas no suma", ErrFacts)
	}
	return nil
}

// RepartoPropinas writes the statement of a distribution of tips (art. 19.6). The errors
// about its facts wrap ErrFacts.
func RepartoPropinas(w io.Writer, f RepartoPropinasFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	l := listado{
		sheet: sheet{casa: f.Casa, title: "Reparto de propinas", subtitle: "Del " + f.Desde.Larga() + " al " + f.Hasta.Larga(), folio: fmt.Sprintf("reparto %d", f.Folio),
			date: formatInstant(f.Hecho), regimen: "Estado del reparto por el criterio comunicado; la dirección de juegos no participa (" + art("15.d").String() + ")",
			evidencia: f.Evidencia, basis: art("19.6").String() + " del Reglamento"},
		facts: []fact{{"Criterio n.º", fmt.Sprint(f.Criterio)}, {"Parte de los empleados", porcentaje(f.Porcentaje)}, {"Lo anota", f.Autor}},
		columns: []column{{"Empleado", 0, 76, false}, {"Cargo", 78, 34, false}, {"Jornadas", 126, 14, true}, {"Puntos", 143, 16, true},
			{"Importe", measure, 26, true}},
		empty: "Nadie.",
		totals: []fact{{"Costes de personal y atenciones sociales", figure(f.Otros)}, {"Empleados", figure(f.Empleados)},
			{"Propinas repartidas", figure(f.Total)}},
		notes: []string{"Lo que no divide exacto se asigna céntimo a céntimo a los mayores restos: la suma es la repartida."},
	}
	for _, p := range f.Partes {
		l.rows = append(l.rows, []string{p.Nombre, p.Cargo, strconv.FormatInt(p.Jornadas, 10), strconv.FormatInt(p.Puntos, 10), figure(p.Importe)})
	}
	return l.write(w, o)
}

// porcentaje writes ten-thousandths: "60 %", "62,5 %".
func porcentaje(n int64) string {
	s := strconv.FormatInt(n/100, 10)
	if rest := n % 100; rest != 0 {
		s += fmt.Sprintf(",%02d", rest)
		if rest%10 == 0 {
			s = s[:len(s)-1]
		}
	}
	return s + " %"
}

// PuntosReparto is how many points a day a cargo has.
type PuntosReparto struct {
	Cargo  string
	Puntos int64
}

// CriterioPropinasFacts are the facts of the letter that communicates how tips are shared
// out (art. 19.6).
type CriterioPropinasFacts struct {
	Casa                     Casa
	Evidencia                Evidencia
	Numero                   int64
	Hecho                    time.Time
	Porcentaje               int64 // of the employees, in ten-thousandths
	Puntos                   []PuntosReparto
	VenceNatural, VenceHabil domain.Fecha
	Comunicado               time.Time // zero not yet
}

// ComunicacionCriterio writes that letter, ready to sign. The errors about its facts wrap
// ErrFacts.
func ComunicacionCriterio(w io.Writer, f CriterioPropinasFacts, o Options) error {
	if f.Numero <= 0 || len(f.Puntos) == 0 || f.Porcentaje <= 0 {
		return fmt.Errorf("%w: al criterio de reparto le faltan número, parte o puntos", ErrFacts)
	}
	estado := "pendiente de presentar"
	if !f.Comunicado.IsZero() {
		estado = "presentada el " + formatInstant(f.Comunicado)
	}
	habil := "falta la tabla de festivos"
	if f.VenceHabil != "" {
		habil = f.VenceHabil.Larga()
	}
	l := listado{
		sheet: sheet{casa: f.Casa, title: "Criterios de reparto de propinas", subtitle: "Comunicación al órgano regulador del juego", folio: fmt.Sprintf("criterio %d", f.Numero),
			date: formatInstant(f.Hecho), regimen: "Comunicación de la casa, para firmar y presentar", evidencia: f.Evidencia, basis: art("19.6").String() + " del Reglamento"},
		facts: []fact{{"En vigor desde", formatInstant(f.Hecho)}, {"Estado", estado}, {"Vence (hábiles / naturales)", habil + " / " + f.VenceNatural.Larga()},
			{"Parte de los empleados", porcentaje(f.Porcentaje)}, {"Costes de personal y atenciones sociales", porcentaje(10_000 - f.Porcentaje)}, {"Dirección de juegos", "no participa"}},
		columns: []column{{"Cargo", 0, 100, false}, {"Puntos por jornada", measure, 40, true}},
		empty:   "Ninguno.",
		notes: []string{"La entidad titular comunica que, desde la fecha indicada, la parte de los empleados se distribuye por los puntos de su cargo en cada jornada trabajada.",
			"El plazo es el de las demás modificaciones (" + art("11.2").String() + "), que se aplica por prudencia.", "Por la entidad, (nombre, cargo, fecha y firma):"},
	}
	for _, p := range f.Puntos {
		l.rows = append(l.rows, []string{p.Cargo, strconv.FormatInt(p.Puntos, 10)})
	}
	return l.write(w, o)
}

// CartelPropinasFacts are the facts of the notice that no tips are admitted (art. 19.2).
type CartelPropinasFacts struct {
	Casa      Casa
	Evidencia Evidencia
	Acuerdo   domain.Fecha
}

// CartelPropinas writes that notice, for the entrance. The errors about its facts wrap
// ErrFacts.
func CartelPropinas(w io.Writer, f CartelPropinasFacts, o Options) error {
	if f.Acuerdo == "" {
		return fmt.Errorf("%w: falta el acuerdo", ErrFacts)
	}
	f.Evidencia.Completitud = "Los datos son los del asiento del acuerdo, que el código permite comprobar."
	r := sheet{casa: f.Casa, title: "Propinas", subtitle: "Aviso al público, en el acceso o en admisión", folio: "cartel", date: "acuerdo del " + f.Acuerdo.Larga(),
		regimen: "Cartel vigente mientras dure el acuerdo de la casa", evidencia: f.Evidencia, basis: art("19.2").String() + " del Reglamento"}
	return r.write(w, o, func(cv *canvas) []block {
		return []block{{h: 120, draw: func(cv *canvas, y float64) {
			e := style{face: serifBold, size: 46, color: green}
			for k, line := range []string{"En este casino", "no se admiten", "propinas"} {
				cv.textCenter(a4Width/2, y+42+24*float64(k), e, line)
			}
			cv.textCenter(a4Width/2, y+114, posterLabel, "Gracias por su comprensión")
		}}}
	})
}
