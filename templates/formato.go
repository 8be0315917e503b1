package templates

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/domain/norma"
)

// funciones are what the templates may call.
var funciones = template.FuncMap{
	"version":   func() string { return Version },
	"hora":      hora,
	"segundos":  segundos,
	"fechaHora": FechaHora,
	"iso":       iso,
	"larga":     larga,
	"corta":     corta,
	"grupos":    grupos,
	"letra":     letras.Euros,
	"fase":      fase,
	"faseCorta": faseCorta,
	"titulo":    titulo,
	"cita":      cita,
	"miles":     Miles,
	"euros":     Euros,
	"firmado":   Firmado,
	"mayuscula": mayuscula,
	"semana":    semana,
	"plural":    plural,
	"tapete":    drawTapete,
	"naipe":     NaipeEscrito,
	"palabras":  palabras,
	"siguiente": func(n int) int { return n + 1 },
}

// Hora writes the hour of an instant in Madrid, "—" when there is none.
func Hora(t time.Time) string { return hora(t) }

// NombreFase is a phase of the jornada in words.
func NombreFase(f domain.Fase) string { return fase(f) }

func hora(t time.Time) string {
	if t.IsZero() {
		return "—"
	}
	return t.In(domain.Madrid).Format("15:04")
}

func segundos(t time.Time) string { return t.In(domain.Madrid).Format("15:04:05") }

// FechaHora writes an instant in Madrid, to the second and with its zone.
func FechaHora(t time.Time) string {
	if t.IsZero() {
		return "—"
	}
	return t.In(domain.Madrid).Format("02/01/2006 15:04:05 MST")
}

func iso(t time.Time) string { return t.In(domain.Madrid).Format(time.RFC3339) }

var (
	dias  = [...]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}
	meses = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
		"octubre", "noviembre", "diciembre"}
)

// semana are the days of the week by their number, 1 Monday to 7 Sunday.
func semana() map[int]string {
	m := map[int]string{}
	for k := 1; k <= 7; k++ {
		m[k] = dias[k%7]
	}
	return m
}

// larga writes a date in words: "lunes, 30 de noviembre de 2026".
func larga(f domain.Fecha) string {
	if f == "" {
		return "—"
	}
	t := f.Time()
	return fmt.Sprintf("%s, %d de %s de %d", dias[t.Weekday()], t.Day(), meses[t.Month()-1], t.Year())
}

// corta abbreviates a digest to what a person compares at a glance.
func corta(digest string) string { return grupos(digest[:min(len(digest), 16)]) }

// grupos writes a digest in groups of four.
func grupos(digest string) string {
	var b strings.Builder
	for k, r := range digest {
		if k > 0 && k%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

var fases = map[domain.Fase][2]string{
	domain.FasePreparacion: {"Preparación", "en preparación"},
	domain.FaseAbierta:     {"Apertura al público", "abierta al público"},
	domain.FaseFinJuegos:   {"Fin de juegos", "fin de juegos"},
	domain.FaseRecuentos:   {"Recuentos", "en recuentos"},
	domain.FaseCerrada:     {"Cierre y control de ingresos", "cerrada"},
	domain.FaseCertificada: {"Certificación", "certificada"},
}

// fase names the step of the day; faseCorta, the state it leaves the day in.
func fase(f domain.Fase) string      { return fases[f][0] }
func faseCorta(f domain.Fase) string { return fases[f][1] }

// titulo is the short title of a provision of the Reglamento or of the Reglamento de Mus, "" when it has none.
func titulo(ref string) string {
	if mus, ok := strings.CutPrefix(ref, nombreMus); ok {
		a, _ := norma.Mus.Lookup(mus)
		return a.Title()
	}
	a, ok := norma.Reglamento.Lookup(ref)
	if !ok {
		return ""
	}
	return a.Title()
}

// nombreMus is how a citation of that rulebook begins where norms are named before their provisions.
const nombreMus = "Reglamento de Mus "

// cita writes a provision for people: "art. 35.2.d", "art. 48 del Reglamento de Mus".
func cita(ref string) string {
	if mus, ok := strings.CutPrefix(ref, nombreMus); ok {
		return "art. " + mus + " del Reglamento de Mus"
	}
	return "art. " + ref
}

// Miles writes a count with its points: 1.234.
func Miles(n int64) string {
	return strings.TrimSuffix(domain.Euros(n).Cifra(), ",00")
}

// Euros writes the value of a chip or note without useless decimals: "500 €", "2,50 €".
func Euros(i domain.Importe) string { return strings.TrimSuffix(i.Cifra(), ",00") + " €" }

// Firmado writes an amount with its sign always in sight: "+1.200,00 €", "−50,00 €".
func Firmado(i domain.Importe) string {
	switch {
	case i > 0:
		return "+" + i.String()
	case i < 0:
		return "−" + strings.TrimPrefix(i.String(), "-")
	}
	return i.String()
}

func mayuscula(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToUpper(string(r[0])) + string(r[1:])
}

// plural writes a count with its noun: "1 mesa", "3 mesas".
func plural(n int64, uno, varios string) string {
	if n == 1 {
		return "1 " + uno
	}
	return Miles(n) + " " + varios
}

// palabras turns a word of the engines into one to read.
func palabras(s string) string { return strings.ReplaceAll(s, "_", " ") }
