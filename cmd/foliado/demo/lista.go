package demo

import (
	"bytes"
	"context"
	"encoding/csv"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
)

// FuenteLista is where the barred list of the demonstration says it comes from.
const FuenteLista = "Registro de interdicciones (demostración)"

const (
	filasLista       = 2000
	interdictosDados = 30 // people named in demo.json
)

// interdicto is somebody barred until a date; "" without end.
type interdicto struct {
	persona
	hasta domain.Fecha
}

// lista is the barred list: rows of documents, several of one person at times.
type lista struct {
	interdictos []interdicto
	filas       int
}

// newLista draws the list: the same people whatever the date; some bans have ended by
// then. Those named in demo.json are in force, and a third of them holds two documents.
func newLista(hoy domain.Fecha) lista {
	z := newAzar(deLaLista)
	var l lista
	for l.filas < filasLista {
		named := len(l.interdictos) < interdictosDados
		i := interdicto{persona: z.persona()}
		l.filas++
		two := named && len(l.interdictos)%3 == 0 || z.unaDe(12)
		if two && l.filas < filasLista {
			l.filas++
			if i.otro = z.nie(); i.documento.Tipo == identidad.NIE {
				i.otro = z.dni()
			}
		}
		days := z.entre(-700, 1500)
		switch kind := z.IntN(10); {
		case kind < 6:
		case named:
			i.hasta = plus(hoy, 30+max(days, -days))
		default:
			i.hasta = plus(hoy, days)
		}
		l.interdictos = append(l.interdictos, i)
	}
	return l
}

// csv is the list as it is imported.
func (l lista) csv() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(admission.CabeceraLista)
	for _, i := range l.interdictos {
		for _, d := range []identidad.Documento{i.documento, i.otro} {
			if !d.IsZero() {
				w.Write([]string{string(d.Tipo), d.Numero, i.nombre, i.apellidos, string(i.nacimiento), string(i.hasta)})
			}
		}
	}
	w.Flush()
	return b.Bytes()
}

// dados are the documents that demo.json names.
func (l lista) dados() []Interdicto {
	var out []Interdicto
	for _, i := range l.interdictos[:interdictosDados] {
		for _, d := range []identidad.Documento{i.documento, i.otro} {
			if !d.IsZero() {
				out = append(out, Interdicto{string(d.Tipo), d.Numero})
			}
		}
	}
	return out
}

// enVigor draws somebody barred on that date.
func (l lista) enVigor(z *azar, hoy domain.Fecha) interdicto {
	for {
		if i := l.interdictos[z.IntN(len(l.interdictos))]; i.hasta == "" || i.hasta >= hoy {
			return i
		}
	}
}

// cumplido draws somebody whose ban has ended by that date.
func (l lista) cumplido(z *azar, hoy domain.Fecha) interdicto {
	for {
		if i := l.interdictos[z.IntN(len(l.interdictos))]; i.hasta != "" && i.hasta < hoy {
			return i
		}
	}
}

// importLista puts the list of that date in force.
func (c *Casa) importLista(ctx context.Context, hoy domain.Fecha) error {
	_, err := c.Puerta.ImportLista(ctx, bytes.NewReader(newLista(hoy).csv()), FuenteLista, registers.AutorSistema, nil)
	return err
}

// plus is the date n days later.
func plus(f domain.Fecha, n int) domain.Fecha {
	return domain.Fecha(f.Time().AddDate(0, 0, n).Format(time.DateOnly))
}
