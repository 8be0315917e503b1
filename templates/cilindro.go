package templates

import (
	"fmt"
	"math"
	"strings"
	"time"

	"foliado/domain"
)

// Cilindro is the page of what the sensor of a roulette says of its wheel.
type Cilindro struct {
	Marco
	Mesa         int64
	Juego        domain.Juego
	Desde        domain.Fecha // "" since ever
	Lotes        int64
	Ultimo       time.Time
	Total        int64
	Esperadas    string
	JiCuadrado   string
	Probabilidad string // per cent
	FalsaAlarma  string // per cent
	Dictamen     string // sin_muestra, normal, revisar
	Dibujo       DibujoCilindro
	PDF          string
}

func (Cilindro) plantilla() string { return "cilindro" }

// CasillaCilindro is a pocket: how often it came out, and whether that is more than three
// deviations away from what is expected.
type CasillaCilindro struct {
	Numero, Veces int64
	Color         string // rojo, negro, cero
	Lejos         bool
}

// DibujoCilindro is the wheel with a spoke for each pocket: what the template places. The
// circle is what is expected.
type DibujoCilindro struct {
	Radio  string // of the circle
	Radios []RadioCilindro
}

// RadioCilindro is the spoke of a pocket, as coordinates of SVG, and its label.
type RadioCilindro struct {
	CasillaCilindro
	X1, Y1, X2, Y2, TX, TY string
}

// Radii of the drawing, in units of its view.
const (
	radioInterior = 40.0
	radioExterior = 150.0
	radioRotulo   = 172.0
)

// DrawCilindro places the spokes: their length beyond the hub is how often each pocket came
// out, and the longest reaches the rim.
func DrawCilindro(casillas []CasillaCilindro, esperadas float64) DibujoCilindro {
	top := esperadas
	for _, c := range casillas {
		top = math.Max(top, float64(c.Veces))
	}
	length := func(v float64) float64 {
		if top == 0 {
			return radioInterior
		}
		return radioInterior + (radioExterior-radioInterior)*v/top
	}
	unit := func(v float64) string { return fmt.Sprintf("%.1f", v) }
	d := DibujoCilindro{Radio: unit(length(esperadas))}
	for k, c := range casillas {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(len(casillas)))
		r := length(float64(c.Veces))
		d.Radios = append(d.Radios, RadioCilindro{c, unit(radioInterior * sin), unit(-radioInterior * cos), unit(r * sin), unit(-r * cos),
			unit(radioRotulo * sin), unit(-radioRotulo*cos + 4)})
	}
	return d
}

// Decimal writes a number with a comma.
func Decimal(v float64, decimals int) string {
	return strings.Replace(fmt.Sprintf("%.*f", decimals, v), ".", ",", 1)
}
