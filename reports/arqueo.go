package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
)

// ArqueoFacts are the facts of a count of the caja central (arts. 36.5, 37).
type ArqueoFacts struct {
	Casa        Casa
	Regimen     Regimen
	Evidencia   Evidencia
	Folio       int64
	Jornada     domain.Fecha
	Motivo      string // in words
	Inspector   string // one of the four Inspector… states
	Funcionario string // professional number; "" none or erased
	Entrante    string // name of the cajero who takes over; "" nobody
	Hecho       time.Time
	Anotacion   time.Time
	// Contingencia is the number of the form it was transcribed from; "" en línea.
	Contingencia             string
	Asiento                  int64
	Metalico, Fichas, Placas domain.Piezas
	Bloqueado                domain.Importe
	Exigido                  domain.Importe // by art. 37.1 when the session began
	Entregado, Devuelto      domain.Importe // by the register of the caja, by tables (art. 37.2)
	Cuadra                   bool           // with the books of the tables
	Esperado                 *domain.Importe
	Nota                     string
	Acto                     Acto
}

type tallyArqueo struct{ metalico, fichas, placas domain.Importe }

func (f ArqueoFacts) sums() (tallyArqueo, error) {
	var c tallyArqueo
	for _, p := range []struct {
		piezas domain.Piezas
		total  *domain.Importe
	}{{f.Metalico, &c.metalico}, {f.Fichas, &c.fichas}, {f.Placas, &c.placas}} {
		var err error
		if *p.total, err = p.piezas.Total(); err != nil {
			return c, fmt.Errorf("%w: %w", ErrFacts, err)
		}
	}
	if inspectores[f.Inspector] == "" || len(f.Acto.Firmas) < 2 {
		return c, fmt.Errorf("%w: al arqueo le faltan firmas o la presencia del funcionario inspector", ErrFacts)
	}
	return c, f.Acto.check()
}

// Arqueo writes the acta of a count of the caja central. The errors about its facts wrap
// ErrFacts.
func Arqueo(w io.Writer, f ArqueoFacts, o Options) error {
	c, err := f.sums()
	if err != nil {
		return err
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Arqueo de la caja central",
		subtitle:  f.Motivo,
		folio:     fmt.Sprintf("arqueo %d", f.Folio),
		date:      "jornada del " + f.Jornada.Larga(),
		regimen:   f.Regimen.text(),
		evidencia: f.Evidencia,
		basis:     art("37").String() + " y " + art("36.5").String() + " del Reglamento",
	}
	return r.write(w, o, func(cv *canvas) []block { return f.blocks(cv, c) })
}

func (f ArqueoFacts) blocks(cv *canvas, c tallyArqueo) []block {
	inspector := inspectores[f.Inspector]
	if f.Funcionario != "" {
		inspector += ", n.º " + f.Funcionario
	}
	facts := []fact{{"Ocasión", f.Motivo}, {"Fecha de la jornada", f.Jornada.Larga()}, {"Hora", formatInstant(f.Hecho)}, {"Funcionario inspector", inspector}}
	if f.Entrante != "" {
		facts = append(facts, fact{"Toma el turno", f.Entrante})
	}
	bs := grid(cv, 4, facts)
	bs = append(bs, section("Lo contado", when(f.Hecho, f.Anotacion, f.Contingencia, f.Asiento)))
	for _, p := range []struct {
		name   string
		piezas domain.Piezas
		total  domain.Importe
	}{{"Metálico", f.Metalico, c.metalico}, {"Fichas", f.Fichas, c.fichas}, {"Placas", f.Placas, c.placas}} {
		if len(pieceLines(p.piezas)) > 0 {
			bs = append(bs, pieceTable(p.piezas)...)
		}
		bs = append(bs, totalRow("Total de "+p.name, p.total))
	}
	bs = append(bs, totalRow("Bloqueado en cuenta bancaria", f.Bloqueado))
	bs = append(bs, amount(cv, "Metálico y bloqueado", c.metalico+f.Bloqueado)...)
	bs = append(bs, section("Lo exigido y lo que está en las mesas", art("37.1").String()+" y "+art("37.2").String()))
	cuadra := "cuadra al céntimo"
	if !f.Cuadra {
		cuadra = "NO cuadra con los libros"
	}
	bs = append(bs, grid(cv, 4, []fact{{"Exigido al empezar", figure(f.Exigido)}, {"Entregado a las mesas", figure(f.Entregado)},
		{"Devuelto por las mesas", figure(f.Devuelto)}, {"Registro por mesas", cuadra}})...)
	if f.Esperado != nil {
		bs = append(bs, paragraph(cv, normalText, fmt.Sprintf("Metálico esperado: %s; diferencia: %s. Nota: %s", figure(*f.Esperado), figure(c.metalico-*f.Esperado), f.Nota), true)...)
	}
	return append(bs, footSignatures("Los firmantes dan por exacto lo contado", f.Acto))
}
