package api

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/registers"
	"foliado/reports"
)

// printedMovimiento is an entry of a folio that is neither an anticipo nor the count.
func printedMovimiento(m *registers.MovimientoFolio) reports.MovimientoMesa {
	p := reports.MovimientoMesa{Hecho: m.Hecho, Anotacion: m.Anotacion, Contingencia: m.Formulario, Asiento: m.Numero, Texto: movimientoEnPalabras(m)}
	if m.Tipo == registers.TipoActaBilletes || m.Tipo == registers.TipoDevolucionFichas {
		p.Importe = &m.Importe
	}
	if m.Acto != "" {
		a := printedActo(&m.EntradaFolio)
		p.Acto = &a
	}
	return p
}

// movimientoEnPalabras says what an entry of a folio is.
func movimientoEnPalabras(m *registers.MovimientoFolio) string {
	switch m.Tipo {
	case registers.TipoRelevoCaja:
		return fmt.Sprintf("Extracción %d: se retira la caja de billetes n.º %d y queda la n.º %d.", m.Extraccion, m.Caja, m.CajaRelevo)
	case registers.TipoActaBilletes:
		return fmt.Sprintf("Extracción %d: billetes de la caja n.º %d contados en %s.", m.Extraccion, m.Caja, dependenciaEnPalabras(m.Dependencia))
	case registers.TipoCopiaActa:
		return fmt.Sprintf("Extracción %d: copia del acta en %s.", m.Extraccion, destinoEnPalabras(m.Destino, m.Caja))
	case registers.TipoDevolucionFichas:
		return "Devolución de fichas a la caja."
	case registers.TipoSuspensionMesa:
		return "Mesa suspendida por " + m.Causa.Nombre() + withTexto(m.Texto)
	case registers.TipoReanudacionMesa:
		return "Mesa reanudada."
	case registers.TipoClausuraMesa:
		return "Mesa clausurada por sospecha fundada" + withTexto(m.Texto)
	case registers.TipoIncidenciaMesa:
		return incidenciaEnPalabras[m.Clase] + withTexto(m.Texto)
	case registers.TipoComprobacionMesa:
		conforme := "conforme"
		if !m.Conforme {
			conforme = "con reparos"
		}
		return "Comprobación de la inspección, " + conforme + withTexto(m.Texto)
	}
	return m.Tipo
}

// incidenciaEnPalabras names the classes of incident of a table.
var incidenciaEnPalabras = map[string]string{
	registers.IncidenciaAsociacion: "Sospecha de asociación para rebasar los máximos (art. 30.1)",
	registers.IncidenciaDePalabra:  "Apuesta de palabra, nula (art. 30.1)",
	registers.IncidenciaOtra:       "Incidencia",
}

func withTexto(s string) string {
	if s == "" {
		return "."
	}
	return ": " + s
}

func dependenciaEnPalabras(d string) string {
	if d == registers.DependenciaOtra {
		return "otra dependencia"
	}
	return "la caja"
}

func destinoEnPalabras(destino string, caja int) string {
	if destino == registers.DestinoRelevo {
		return fmt.Sprintf("la caja de relevo, n.º %d", caja)
	}
	return fmt.Sprintf("la caja devuelta a la mesa, n.º %d", caja)
}

// coloresEnPalabras writes a count of chips of colour: "rojo 300, verde 297".
func coloresEnPalabras(c registers.Colores) string {
	parts := make([]string, 0, len(c))
	for _, color := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %d", strings.ReplaceAll(color, "_", " "), c[color]))
	}
	return strings.Join(parts, ", ")
}

// impreso gathers what every paper of a table's book carries: the house, the standing of the
// book, and what lets it be checked, as of one of its entries.
func (s *Servidor) impreso(ctx context.Context, f *registers.Folio, e *registers.EntradaFolio, criterios ...string) (reports.Casa, reports.Regimen, reports.Evidencia, error) {
	casa, err := s.casaImpresa(ctx, f.Establecimiento.ID)
	if err != nil {
		return reports.Casa{}, reports.Regimen{}, reports.Evidencia{}, err
	}
	cp, err := s.checkpointDe(ctx, e.Posicion)
	ev := reports.Evidencia{Token: f.Establecimiento.ID + "/" + f.Libro + "/" + decimal(f.Numero) + "/" + decimal(e.Numero), Checkpoint: cp,
		Asientos: decimal(e.Numero), Criterios: append(criterios, "LIB-1")}
	if f.Completitud.Demostrada {
		ev.Completitud = capital(f.Completitud.String()) + "."
	}
	return casa, reports.Regimen{Resolucion: resolucion(f.Resolucion)}, ev, err
}

// pdfActaBilletes prints the acta of an extraction of notes (art. 31.5).
func (s *Servidor) pdfActaBilletes(c echo.Context, x *registers.Extraccion) error {
	ctx := c.Request().Context()
	f, err := s.cfg.Casa.Folio(ctx, x.Establecimiento, registers.LibroAnticipos(x.Mesa), x.Folio)
	if err != nil {
		return err
	}
	m, ok := movimientoFolioDe(f.Anticipos, registers.TipoActaBilletes, x.Numero)
	if !ok {
		return errSinActaFirmada
	}
	p, err := s.cfg.Casa.Persona(ctx, x.Autoriza)
	if err != nil {
		return err
	}
	facts := reports.ActaBilletesFacts{Numero: x.Numero, Mesa: x.Mesa, Juego: f.Anticipos.Juego, Folio: x.Folio, Jornada: x.Jornada, Caja: x.Caja,
		CajaRelevo: x.CajaRelevo, Relevo: x.Relevo, Autoriza: p.NombreCompleto(), Hecho: m.Hecho, Anotacion: m.Anotacion,
		Dependencia: dependenciaEnPalabras(m.Dependencia), Billetes: m.Piezas, Importe: m.Importe, Acto: printedActo(&m.EntradaFolio)}
	if x.Destino != "" {
		caja := map[string]int{registers.DestinoRelevo: x.CajaRelevo, registers.DestinoDevuelta: x.Caja}[x.Destino]
		facts.Copia = destinoEnPalabras(x.Destino, caja)
	}
	if facts.Casa, facts.Regimen, facts.Evidencia, err = s.impreso(ctx, &f, &m.EntradaFolio, "CAJ-C"); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-acta-billetes-%d.pdf", x.Establecimiento, x.Numero)
	return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.ActaBilletes(w, facts, o) })
}

// pdfClausura prints the communication of a closing down (art. 29.2).
func (s *Servidor) pdfClausura(c echo.Context, k *registers.Clausura) error {
	ctx := c.Request().Context()
	f, err := s.cfg.Casa.Folio(ctx, k.Establecimiento, registers.LibroAnticipos(k.Mesa), k.Folio)
	if err != nil {
		return err
	}
	m, ok := movimientoFolioDe(f.Anticipos, registers.TipoClausuraMesa, 0)
	if !ok || m.Texto == "" {
		return registers.ErrClausura // its circumstances are gone: no paper without them
	}
	facts := reports.ClausuraFacts{Mesa: k.Mesa, Juego: k.Juego, Folio: k.Folio, Jornada: k.Jornada, Hecho: m.Hecho, Anotacion: m.Anotacion,
		Circunstancias: m.Texto, VenceNatural: k.Vence.Natural, VenceHabil: k.Vence.Habil, Comunicada: k.Comunicada, Acto: printedActo(&m.EntradaFolio)}
	if facts.Casa, _, facts.Evidencia, err = s.impreso(ctx, &f, &m.EntradaFolio, "PLA-1"); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-clausura-mesa-%d-folio-%d.pdf", k.Establecimiento, k.Mesa, k.Folio)
	return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.Clausura(w, facts, o) })
}
