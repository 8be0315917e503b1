package api

import (
	"fmt"
	"io"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/api/motor"
	"foliado/domain/tapete"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/firma"
	"foliado/reports"
)

// dibujosDe draws what lay on the table of a jugada, from its facts; nothing when no
// engine reads them any more.
func dibujosDe(j *registers.Jugada) []tapete.Dibujo {
	l, err := motor.Liquidar(j.Juego, []byte(j.Hechos))
	if err != nil {
		return nil
	}
	apuestas := make([]tapete.Apuesta, 0, len(l.Apuestas))
	for _, a := range l.Apuestas {
		apuestas = append(apuestas, tapete.Apuesta{Suerte: a.Suerte, Numeros: a.Numeros, Apostado: a.Apostado})
	}
	return tapete.Of(j.Juego, l.Figura, apuestas)
}

// deQuien says whose a bet was: "casilla 3, A, fichas azul".
func deQuien(l *registers.LineaJugada) string {
	var out []string
	if l.Casilla != "" {
		out = append(out, "casilla "+l.Casilla)
	}
	for _, mark := range []string{l.Jugador, l.Color} {
		if mark != "" {
			out = append(out, mark)
		}
	}
	return strings.Join(out, ", ")
}

// citaDe is what a bet rests on: "131.1.b.2 · RUL-1".
func citaDe(l *registers.LineaJugada) string {
	if l.Criterio == "" {
		return l.Articulo
	}
	return l.Articulo + " · " + l.Criterio
}

// pdfJugada prints a jugada, which is its acta when somebody complains (art. 38.3).
func (s *Servidor) pdfJugada(c echo.Context, j *registers.Jugada) error {
	casa, err := s.casaImpresa(c.Request().Context(), j.Establecimiento.ID)
	if err != nil {
		return err
	}
	cp, err := reports.NewCheckpoint(j.Checkpoint)
	if err != nil {
		return err
	}
	articulos, criterios := j.Citas()
	for k := range articulos {
		articulos[k] = "art. " + articulos[k]
	}
	if j.Hoja != "" {
		criterios = append(criterios, "FIR-4")
		if j.Camara != "" {
			criterios = append(criterios, "JUG-1")
		}
	}
	f := reports.ActaJugadaFacts{Casa: casa, Mesa: j.Mesa, Juego: j.Juego, Numero: j.Numero, Sesion: j.Sesion, Jornada: j.Jornada, Hecho: j.Hecho,
		Anotacion: j.Anotacion, Autor: nombreOr(j.AutorNombre, j.Autor) + ", " + strings.ToLower(j.Cargo.Nombre()),
		Aviso: avisosEnPalabras(j.Avisos), Crupier: nombreOr(j.CrupierNombre, j.Crupier), Contingencia: j.Formulario, Demora: j.Demora, Veredicto: j.Veredicto, Diferencia: j.Diferencia,
		Articulos: articulos, DeclaracionCrupier: j.DeclaracionCrupier, DeclaracionJugador: j.DeclaracionJugador, Dibujos: dibujosDe(j),
		Reclamacion: printedReclamacion(j),
		Evidencia: reports.Evidencia{Token: fmt.Sprintf("%s/%s/%d", j.Establecimiento.ID, registers.LibroJugadas(j.Mesa), j.Numero), Checkpoint: cp,
			Asientos: asientosJugada(j), Criterios: criterios}}
	if j.Completitud.Demostrada {
		f.Evidencia.Completitud = capital(j.Completitud.String()) + "."
	}
	if j.Articulo != "" {
		f.Nula = "art. " + j.Articulo
	}
	for k := range j.Lineas {
		l := &j.Lineas[k]
		f.Lineas = append(f.Lineas, reports.LineaJugada{Apuesta: l.Apuesta, Quien: deQuien(l), Resultado: l.Resultado, Apostado: l.Apostado, Debido: l.Debido,
			Pagado: l.Pagado, Devuelto: l.Devuelto, Conservado: l.Conservado, Diferencia: l.Diferencia, Exacto: l.Exacto, Cita: citaDe(l)})
	}
	name := fmt.Sprintf("%s-mesa-%d-jugada-%d.pdf", j.Establecimiento.ID, j.Mesa, j.Numero)
	return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.ActaJugada(w, f, o) })
}

// nombreOr is a name while the vault holds it, else the persona.
func nombreOr(nombre, persona string) string {
	if nombre == "" {
		return persona
	}
	return nombre
}

// asientosJugada are the asientos of a jugada in its book: "4", "4 y 6", "4, 5 y 6".
func asientosJugada(j *registers.Jugada) string {
	numeros := []string{fmt.Sprint(j.Asiento)}
	for _, e := range []*registers.EntradaFolio{j.Queja, j.Cierre} {
		if e != nil {
			numeros = append(numeros, fmt.Sprint(e.Numero))
		}
	}
	last := len(numeros) - 1
	if last == 0 {
		return numeros[0]
	}
	return strings.Join(numeros[:last], ", ") + " y " + numeros[last]
}

// printedReclamacion is the complaint of a jugada, nil when nobody complains.
func printedReclamacion(j *registers.Jugada) *reports.ReclamacionJugada {
	if j.Hoja == "" {
		return nil
	}
	r := &reports.ReclamacionJugada{Hoja: j.Hoja, Reclamante: j.Reclamante, Camara: j.Camara, Desde: j.Desde, Hasta: j.Hasta, Conservar: j.Conservar}
	if j.Acto == nil || j.Acto.Estado.Caido() {
		r.Retirada = true
		return r
	}
	acto := reports.Acto{ID: j.Acto.ID, Huella: j.Acto.Huella}
	for _, p := range j.Acto.Plazas {
		f := reports.Firma{Quien: p.Quien.Nombre()}
		if p.Quien == firma.QuienJugador {
			f.Nombre = nombreOr(j.Reclamante, "quien reclama")
		}
		if s := p.Firmante; s != nil {
			f.Cargo, f.Modo, f.Instante, f.Clave, f.Firma = s.Cargo, string(s.Modo), s.Instante, s.Clave, s.Firma
			if s.Modo != diario.ModoClave {
				f.Atesta = fmt.Sprintf("%s, ejemplar %d", nombreOr(s.Nombre, s.Persona), s.Ejemplar)
			} else {
				f.Nombre = nombreOr(s.Nombre, s.Persona)
			}
		}
		acto.Firmas = append(acto.Firmas, f)
	}
	r.Acto = &acto
	return r
}
