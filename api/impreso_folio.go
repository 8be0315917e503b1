package api

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/reports"
)

// pdfFolio prints a folio of a book (arts. 40, 41, 42).
func (s *Servidor) pdfFolio(c echo.Context, f *registers.Folio) error {
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, f.Establecimiento.ID)
	if err != nil {
		return err
	}
	ev, err := s.evidencia(f)
	if err != nil {
		return err
	}
	regimen := reports.Regimen{Resolucion: resolucion(f.Resolucion)}
	name := fmt.Sprintf("%s-%s-folio-%d.pdf", f.Establecimiento.ID, f.Libro, f.Numero)
	if f.Control != nil {
		facts := s.factsControl(f, casa, regimen, ev)
		return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.ControlIngresos(w, facts, o) })
	}
	if f.Beneficios != nil {
		facts := s.factsBeneficios(f, casa, regimen, ev)
		return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.FolioBeneficios(w, facts, o) })
	}
	facts, err := s.factsAnticipos(ctx, f, casa, regimen, ev)
	if err != nil {
		return err
	}
	return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.FolioAnticipos(w, facts, o) })
}

// resolucion cites the tax authority's resolution, "" when there is none (LIB-1).
func resolucion(r libros.Resolucion) string {
	if r.IsZero() {
		return ""
	}
	if r.Fecha == "" {
		return r.Referencia
	}
	return r.Referencia + ", de " + r.Fecha.Larga()
}

// evidencia is what lets whoever holds the paper check it.
func (s *Servidor) evidencia(f *registers.Folio) (reports.Evidencia, error) {
	cp, err := reports.NewCheckpoint(f.Checkpoint)
	ev := reports.Evidencia{Token: f.Establecimiento.ID + "/" + f.Libro + "/" + strconv.FormatInt(f.Numero, 10),
		Checkpoint: cp, Asientos: asientosDe(f), Criterios: f.Criterios}
	if f.Completitud.Demostrada {
		ev.Completitud = capital(f.Completitud.String()) + "."
	}
	return ev, err
}

func (s *Servidor) factsControl(f *registers.Folio, casa reports.Casa, regimen reports.Regimen, ev reports.Evidencia) reports.ControlIngresosFacts {
	k := f.Control
	facts := reports.ControlIngresosFacts{Casa: casa, Regimen: regimen, Evidencia: ev, Folio: f.Numero, Jornada: k.Fecha,
		Asiento: k.Numero, Cierre: k.Hecho, Contingencia: k.Formulario, Total: k.Total, TotalLetra: k.TotalLetra}
	for _, l := range k.Lineas {
		facts.Mesas = append(facts.Mesas, reports.ResultadoMesa{Mesa: l.Mesa, Juego: l.Juego, Folios: listNumeros(l.Folios),
			Sesiones: l.Sesiones, Resultado: l.Resultado})
	}
	for _, l := range k.Rectificaciones {
		facts.Rectificado = append(facts.Rectificado, reports.LineaRectificada{Mesa: l.Mesa, Folio: l.Folio, Original: l.Jornada, Diferencia: l.Diferencia})
	}
	if k.Certificacion != nil {
		a := printedActo(k.Certificacion)
		facts.Certificacion = &a
		if k.Certificacion.Formulario != "" {
			facts.Contingencia = k.Certificacion.Formulario
		}
	}
	return facts
}

// listNumeros writes "12", "12 y 13", "12, 13 y 14".
func listNumeros(ns []int64) string {
	parts := make([]string, 0, len(ns))
	for _, n := range ns {
		parts = append(parts, strconv.FormatInt(n, 10))
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " y " + parts[len(parts)-1]
}

func (s *Servidor) factsAnticipos(ctx context.Context, f *registers.Folio, casa reports.Casa, regimen reports.Regimen, ev reports.Evidencia) (reports.FolioAnticiposFacts, error) {
	a := f.Anticipos
	facts := reports.FolioAnticiposFacts{Casa: casa, Regimen: regimen, Evidencia: ev, Mesa: a.Mesa, Juego: a.Juego, Folio: f.Numero,
		Jornada: f.Jornada, Sesion: a.Sesion, ApuestaMinima: a.ApuestaMinima, Maximos: maximosEnPalabras(a.Juego, a.Maximos), TotalDia: a.TotalDia}
	if len(a.Anticipos) == 0 {
		return facts, registers.ErrFolio
	}
	facts.Apertura, facts.Inicial = a.Anticipos[0].Hecho, printedAnticipo(&a.Anticipos[0])
	for k := range a.Anticipos[1:] {
		facts.Complementarios = append(facts.Complementarios, printedAnticipo(&a.Anticipos[k+1]))
	}
	for k := range a.Movimientos {
		facts.Movimientos = append(facts.Movimientos, printedMovimiento(&a.Movimientos[k]))
	}
	if r := a.Recuento; r != nil {
		facts.Extraido, facts.Devuelto = r.Extraido, r.Devuelto
		facts.Cierre, facts.Resultado = r.Hecho, r.Resultado
		facts.Final = &reports.Recuento{Hecho: r.Hecho, Anotacion: r.Anotacion, Contingencia: r.Formulario, Asiento: r.Numero,
			Fichas: r.Fichas, Placas: r.Placas, Billetes: r.Billetes, Colores: coloresEnPalabras(r.Colores), Motivo: r.Motivo, Acto: printedActo(&r.EntradaFolio)}
	}
	facts.Rectificado = printedRectificado(a.Rectificaciones)
	return facts, nil
}

// printedRectificado are the corrections of a count as its folio mentions them.
func printedRectificado(rs []registers.Rectificacion) (out []reports.Rectificado) {
	for k := range rs {
		out = append(out, reports.Rectificado{Ordinal: rs[k].Ordinal, Jornada: rs[k].Jornada, Diferencia: rs[k].Diferencia, Resultado: rs[k].Resultado})
	}
	return out
}

func printedAnticipo(a *registers.AnticipoFolio) reports.Anticipo {
	return reports.Anticipo{Hecho: a.Hecho, Anotacion: a.Anotacion, Contingencia: a.Formulario, Asiento: a.Numero, Piezas: a.Piezas,
		Importe: a.Importe, Inspector: string(a.Inspector), Acto: printedActo(&a.EntradaFolio)}
}

// printedActo is an act as papers show it: who signed, in which cargo, how.
func printedActo(e *registers.EntradaFolio) reports.Acto {
	a := reports.Acto{ID: e.Acto, Huella: e.Huella}
	for _, f := range e.Firmas {
		p := reports.Firma{Cargo: f.Cargo, Sustituye: f.Sustituye, Nombre: f.Nombre, Modo: string(f.Modo), Instante: f.Instante,
			Clave: f.Clave, Firma: f.Firma.Firma}
		if p.Nombre == "" {
			p.Nombre = f.Persona
		}
		if !f.Modo.Propia() {
			p.Atesta = p.Nombre
		}
		a.Firmas = append(a.Firmas, p)
	}
	return a
}

// maximosEnPalabras names the choice of maxima for papers.
func maximosEnPalabras(j domain.Juego, m string) string {
	if j.Circulo() {
		return modalidadEnPalabras(j, m, "")
	}
	uno, otro, dos := strings.Cut(m, "/")
	switch {
	case m == string(domain.SerieBaja):
		return "serie baja"
	case m == string(domain.SerieAlta):
		return "serie alta"
	case dos:
		return uno + " veces el mínimo autorizado al número y " + otro + " a las sencillas"
	case m != "":
		return m + " veces el mínimo"
	}
	return m
}
