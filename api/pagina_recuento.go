package api

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/templates"
)

// clasesRecuento are the counts that forms ask for, with the values that they offer: any
// other value may be added. They are usual ones, not rules.
var clasesRecuento = map[string]struct {
	titulo, cosa string
	valores      []domain.Importe
}{
	"anticipo": {"Anticipo por denominaciones", "", eurosDe(1, 2, 5, 10, 25, 50, 100, 500, 1000, 5000)},
	"fichas":   {"Fichas", "fichas", eurosDe(1, 2, 5, 10, 25, 50, 100)},
	"placas":   {"Placas", "placas", eurosDe(500, 1000, 5000, 10000)},
	"entrega":  {"La mesa entrega", "", eurosDe(1, 2, 5, 10, 25, 50, 100, 500, 1000, 5000)},
	"recibe":   {"La mesa recibe", "", eurosDe(1, 2, 5, 10, 25, 50, 100, 500, 1000, 5000)},
	"metalico": {"Metálico", "metálico", append([]domain.Importe{10, 20, 50}, eurosDe(1, 2, 5, 10, 20, 50, 100, 200, 500)...)},
	"pozo":     {"Pozo, por denominaciones", "", eurosDe(1, 2, 5, 10, 25, 50, 100, 500, 1000)},
	"dinero":   {"Dinero en la caja del cambista", "dinero", append([]domain.Importe{10, 20, 50}, eurosDe(1, 2, 5, 10, 20, 50, 100, 200, 500)...)},
	"billetes": {"Billetes", "billetes", eurosDe(5, 10, 20, 50, 100, 200, 500)},
}

// recuentosCierre are the three counts of a close, in order (art. 36.3).
var recuentosCierre = []string{"fichas", "placas", "billetes"}

func eurosDe(es ...int64) []domain.Importe {
	out := make([]domain.Importe, 0, len(es))
	for _, e := range es {
		out = append(out, domain.Euros(e))
	}
	return out
}

// newRecuento lays a count out: the usual values and those counted, from the largest
// down, with their subtotals. A count that adds up to nothing possible shows no total.
func newRecuento(nombre string, p domain.Piezas) templates.Recuento {
	clase := clasesRecuento[nombre]
	r := templates.Recuento{Nombre: nombre, Titulo: clase.titulo, Cosa: clase.cosa}
	valores := slices.Clone(clase.valores)
	for v := range p {
		if !slices.Contains(valores, v) {
			valores = append(valores, v)
		}
	}
	slices.Sort(valores)
	slices.Reverse(valores)
	for _, v := range valores {
		line := templates.LineaRecuento{Valor: v, Piezas: p[v]}
		if sum, err := v.Times(p[v]); err == nil {
			line.Suma = sum
		}
		r.Lineas = append(r.Lineas, line)
	}
	if total, err := p.Total(); err == nil {
		r.Total = total
	}
	return r
}

// readRecuento reads a count as typed: fichas.500=12 is twelve chips of 5 €, and
// fichas.otro.valor, fichas.otro.piezas one value more. What is no number is shown back.
func readRecuento(c echo.Context, nombre string) (domain.Piezas, templates.Recuento, error) {
	p, wrong := domain.Piezas{}, map[string]string{}
	typed := map[domain.Importe]string{}
	for name := range c.Request().PostForm {
		text, ok := strings.CutPrefix(name, nombre+".")
		v, err := strconv.ParseInt(text, 10, 64)
		if !ok || err != nil || field(c, name) == "" {
			continue
		}
		if n, ok := parsePiezas(field(c, name)); ok {
			p[domain.Importe(v)] += n
			continue
		}
		typed[domain.Importe(v)] = field(c, name)
		wrong[name] = clasesRecuento[nombre].titulo + " de " + domain.Importe(v).String() + ": las piezas se escriben con cifras"
	}
	if err := readOtro(c, nombre, p); err != nil {
		wrong[nombre+".otro"] = clasesRecuento[nombre].titulo + ": " + err.Error()
	}
	shown := p
	if len(typed) > 0 {
		shown = domain.Piezas{}
		for v, n := range p {
			shown[v] = n
		}
		for v := range typed {
			shown[v] = 0
		}
	}
	r := newRecuento(nombre, shown)
	for k := range r.Lineas {
		r.Lineas[k].Texto = typed[r.Lineas[k].Valor]
	}
	if len(wrong) > 0 {
		return p, r, &errForma{wrong}
	}
	_, err := p.Total()
	return p, r, err
}

// readOtro adds the value that the form did not list.
func readOtro(c echo.Context, nombre string, p domain.Piezas) error {
	valor, piezas := field(c, nombre+".otro.valor"), field(c, nombre+".otro.piezas")
	if valor == "" && piezas == "" {
		return nil
	}
	v, err := domain.ParseImporte(valor)
	if err != nil {
		return err
	}
	n, ok := parsePiezas(piezas)
	if !ok {
		return domain.ErrPiezas
	}
	p[v] += n
	return nil
}

// parsePiezas reads a number of pieces: figures only, points between thousands allowed.
func parsePiezas(text string) (int64, bool) {
	v, err := domain.ParseImporte(text)
	if err != nil || v < 0 || v%100 != 0 || strings.ContainsAny(text, ",€") {
		return 0, false
	}
	return int64(v / 100), true
}

// readImporte reads an amount in euros as typed, or says what is wrong with the field.
func readImporte(c echo.Context, name, titulo string, wrong map[string]string) domain.Importe {
	v, err := domain.ParseImporte(field(c, name))
	if err != nil {
		wrong[name] = titulo + ": " + err.Error()
	}
	return v
}
