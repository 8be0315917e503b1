package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
)

// rutasCartel are the routes about the notices of the tables (art. 38.2).
func (s *Servidor) rutasCartel() []ruta {
	const m = "/api/v1/establecimientos/:e/mesas/:m/carteles"
	return []ruta{
		{metodo: "GET", camino: m, cargos: salaVe, hace: s.getCarteles, resumen: "Carteles emitidos para una mesa, el último primero (art. 38.2)", estado: 200, respuesta: listaCarteles{}},
		{metodo: "POST", camino: m, cargos: salaHace, hace: s.postCartel, resumen: "Emite el cartel de una mesa con sus datos de ahora (art. 38.2)", idem: true, cuerpo: peticionCartel{}, estado: 201, respuesta: verCartel{}},
		{metodo: "GET", camino: m + "/:n", cargos: salaVe, hace: s.getCartel, resumen: "Un cartel; con sufijo .pdf, el impreso (art. 38.2)", pdf: true, estado: 200, respuesta: verCartel{}},
	}
}

type verCartel struct {
	Cartel        int64          `json:"cartel"`
	Mesa          int            `json:"mesa"`
	Juego         domain.Juego   `json:"juego"`
	ApuestaMinima domain.Importe `json:"apuesta_minima"`
	Maximos       string         `json:"maximos"`
	Anticipo      domain.Importe `json:"anticipo"`
	Topes         []verMaximo    `json:"topes,omitempty"`
	Hora          instante       `json:"hora"`
}

type listaCarteles struct {
	Carteles []verCartel `json:"carteles"`
}

func seeCartel(k *registers.Cartel) verCartel {
	v := verCartel{k.Numero, k.Mesa, k.Juego, k.ApuestaMinima, k.Maximos, k.Anticipo, nil, instante(k.Hora)}
	for _, t := range k.Topes {
		v.Topes = append(v.Topes, verMaximo{t.Suerte, t.Importe})
	}
	return v
}

func (s *Servidor) getCarteles(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	ks, err := s.cfg.Casa.Carteles(c.Request().Context(), c.Param("e"), mesa)
	if err != nil {
		return err
	}
	out := listaCarteles{Carteles: make([]verCartel, 0, len(ks))}
	for k := range ks {
		out.Carteles = append(out.Carteles, seeCartel(&ks[k]))
	}
	return c.JSON(http.StatusOK, out)
}

type peticionCartel struct {
	ApuestaMinima domain.Importe `json:"apuesta_minima,omitempty" validate:"min=0"`
	Maximos       maximos        `json:"maximos,omitempty"`
	Anticipo      domain.Importe `json:"anticipo,omitempty" validate:"min=0"`
}

// postCartel issues the notice of a table.
func (s *Servidor) postCartel(c echo.Context) error {
	var req peticionCartel
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	show := func(k registers.Cartel, err error) error {
		if err != nil {
			return err
		}
		return created(c, c.Request().URL.Path+"/"+decimal(k.Numero), seeCartel(&k))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.IssueCartel(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), mesa,
				registers.CartelFacts{ApuestaMinima: req.ApuestaMinima, Maximos: string(req.Maximos), Anticipo: req.Anticipo}))
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			return show(s.cfg.Casa.Cartel(c.Request().Context(), c.Param("e"), mesa, n))
		},
	})
}

// getCartel answers a notice, or its PDF when the number ends in .pdf.
func (s *Servidor) getCartel(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	k, err := s.cfg.Casa.Cartel(c.Request().Context(), c.Param("e"), mesa, n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfCartel(c, &k)
	}
	return c.JSON(http.StatusOK, seeCartel(&k))
}

// pdfCartel prints a notice.
func (s *Servidor) pdfCartel(c echo.Context, k *registers.Cartel) error {
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, k.Establecimiento)
	if err != nil {
		return err
	}
	facts := reports.CartelFacts{Casa: casa, Numero: k.Numero, Mesa: k.Mesa, Juego: k.Juego, ApuestaMinima: k.ApuestaMinima, Anticipo: k.Anticipo, Emision: k.Hora,
		Evidencia: reports.Evidencia{Token: k.Establecimiento + "/carteles/" + decimal(k.Numero)}}
	if facts.Evidencia.Checkpoint, err = s.checkpointDe(ctx, k.Posicion); err != nil {
		return err
	}
	offered := false
	for _, t := range k.Topes {
		offered = offered || t.Suerte == "juego7"
		facts.Topes = append(facts.Topes, reports.TopeCartel{Suerte: suerteEnPalabras(t.Suerte), Maximo: t.Importe})
	}
	if k.Juego == domain.Dados && !offered {
		facts.Nota = "Esta mesa no ofrece el juego de 7 (criterio DAD-A)."
	}
	return s.pdf(c, fmt.Sprintf("%s-cartel-%d.pdf", k.Establecimiento, k.Numero), func(w io.Writer, o reports.Options) error {
		return reports.Cartel(w, facts, o)
	})
}

// suertesEnPalabras are the suertes whose name for people is not the word itself.
var suertesEnPalabras = map[string]string{
	"sencilla": "Suertes sencillas", "doble_columna": "Doble columna", "doble_docena": "Doble docena", "casilla": "Cada mano o casilla",
	"inicial": "Apuesta inicial", "cada_apuesta": "Cada una de las tres apuestas", "any_craps": "Any craps", "craps2": "Craps 2", "craps3": "Craps 3",
	"craps12": "Craps 12", "juego7": "Juego de 7", "juego11": "Juego de 11", "hardway": "Hard way", "place_right": "Right bet al", "place_wrong": "Wrong bet al",
	"pleno": "Pleno o número completo", "punto": "Punto", "banca": "Banca", "igualdad": "Igualdad o empate",
}

// suerteEnPalabras names a suerte for people: "Hard way 4".
func suerteEnPalabras(suerte string) string {
	name, number := suerte, ""
	if k := strings.LastIndexByte(suerte, '_'); k > 0 {
		if _, err := strconv.Atoi(suerte[k+1:]); err == nil {
			name, number = suerte[:k], " "+suerte[k+1:]
		}
	}
	if words, ok := suertesEnPalabras[name]; ok {
		return words + number
	}
	return capital(strings.ReplaceAll(name, "_", " ")) + number
}
