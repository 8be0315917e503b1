package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
)

// ReciboOlvidadaFacts are the facts of the receipt of a forgotten stake given back (art.
// 33.3). Amounts in céntimos.
type ReciboOlvidadaFacts struct {
	Casa       Casa
	Evidencia  Evidencia
	Anotacion  int64 // number of the entry that it refers to
	Numero     int64 // of the asiento of the return in the book
	Mesa       int   // 0 elsewhere
	Entrada    time.Time
	Apuesta    domain.Importe
	Hecho      time.Time
	Nombre     string
	Domicilio  string
	Pruebas    string
	Importe    domain.Importe
	AnotadoPor string
}

// ReciboOlvidada writes that receipt, to be signed by who gets the money and by the caja. The
// errors about its facts wrap ErrFacts.
func ReciboOlvidada(w io.Writer, f ReciboOlvidadaFacts, o Options) error {
	if f.Anotacion <= 0 || f.Nombre == "" || f.Domicilio == "" || f.Pruebas == "" || f.Importe <= 0 || f.Importe > f.Apuesta {
		return fmt.Errorf("%w: al recibo le falta quién, con qué pruebas o cuánto", ErrFacts)
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Recibo de devolución",
		subtitle:  "Apuesta olvidada, perdida o abandonada",
		folio:     fmt.Sprintf("anotación %d", f.Anotacion),
		date:      "reintegro del " + formatInstant(f.Hecho),
		regimen:   "Asiento del libro de apuestas olvidadas, que no borra el original",
		evidencia: f.Evidencia,
		basis:     art("33.3").String() + " del Reglamento",
	}
	lugar := "fuera de mesa"
	if f.Mesa > 0 {
		lugar = fmt.Sprintf("mesa %d", f.Mesa)
	}
	return r.write(w, o, func(cv *canvas) []block {
		bs := grid(cv, 3, []fact{{"Anotación original", fmt.Sprint(f.Anotacion)}, {"Dónde y cuándo", lugar + ", " + formatInstant(f.Entrada)}, {"Apuesta anotada", figure(f.Apuesta)},
			{"Fecha del reintegro", formatInstant(f.Hecho)}, {"Interesado", f.Nombre}, {"Domicilio", f.Domicilio}})
		bs = append(bs, section("Pruebas de su derecho", ""))
		bs = append(bs, together(paragraph(cv, normalText, f.Pruebas, true))...)
		bs = append(bs, section("Se devuelve", fmt.Sprintf("asiento %d · lo anota %s", f.Numero, f.AnotadoPor)))
		bs = append(bs, amount(cv, "Importe", f.Importe)...)
		return append(bs, block{h: boxHeight + 8, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
			for k, who := range []string{"RECIBE EL INTERESADO", "POR LA CAJA"} {
				x := margin + float64(k)*(measure/2+2)
				cv.frame(x, y+4, measure/2-2, boxHeight, 0.15, grey)
				cv.text(x+3, y+9, capsText.tall(6.5), who)
			}
		}})
	})
}
