package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/reports"
)

// rutasArqueo are the routes about counts of the caja central.
func (s *Servidor) rutasArqueo() []ruta {
	const a = "/api/v1/establecimientos/:e/arqueos"
	return []ruta{
		{metodo: "GET", camino: a, cargos: librosVe, hace: s.getArqueos, resumen: "Arqueos de la caja central en una jornada", consulta: []string{"jornada"}, estado: 200, respuesta: listaArqueos{}},
		{metodo: "POST", camino: a, cargos: salaHace, hace: s.postArqueo, resumen: "Propone un arqueo de la caja central, de turno o a requerimiento de la inspección (arts. 36.5, 37)", idem: true, cuerpo: peticionArqueo{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: a + "/:n", cargos: librosVe, hace: s.getArqueo, resumen: "Un arqueo firmado; con sufijo .pdf, su acta", pdf: true, estado: 200, respuesta: verArqueo{}},
	}
}

type verResumenArqueo struct {
	Arqueo    int64          `json:"arqueo"`
	Jornada   domain.Fecha   `json:"jornada"`
	Motivo    string         `json:"motivo"`
	Metalico  domain.Importe `json:"metalico"`
	Bloqueado domain.Importe `json:"bloqueado"`
	Fichas    domain.Importe `json:"fichas"` // with the plaques
	Exigido   domain.Importe `json:"exigido"`
	Hora      instante       `json:"hora"`
}

type listaArqueos struct {
	Arqueos []verResumenArqueo `json:"arqueos"`
}

func (s *Servidor) getArqueos(c echo.Context) error {
	fecha, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	as, err := s.cfg.Casa.Arqueos(c.Request().Context(), c.Param("e"), fecha)
	if err != nil {
		return err
	}
	out := listaArqueos{Arqueos: make([]verResumenArqueo, 0, len(as))}
	for _, a := range as {
		out.Arqueos = append(out.Arqueos, verResumenArqueo{a.Folio, a.Jornada, string(a.Motivo), a.Metalico, a.Bloqueado, a.Fichas, a.Exigido, instante(a.Hora)})
	}
	return c.JSON(http.StatusOK, out)
}

type peticionArqueo struct {
	Motivo      string           `json:"motivo" validate:"required,max=32"`
	Metalico    domain.Piezas    `json:"metalico" validate:"required,max=100"` // notes and coins
	Fichas      domain.Piezas    `json:"fichas,omitempty" validate:"max=100"`
	Placas      domain.Piezas    `json:"placas,omitempty" validate:"max=100"`
	Bloqueado   domain.Importe   `json:"bloqueado" validate:"min=0"`
	Entrante    string           `json:"entrante,omitempty" validate:"max=32"` // persona who takes over
	Inspector   libros.Presencia `json:"inspector,omitempty" validate:"max=32"`
	Funcionario string           `json:"funcionario,omitempty" validate:"max=40"`
	Esperado    *domain.Importe  `json:"esperado,omitempty"`
	Nota        string           `json:"nota,omitempty" validate:"max=500"`
	cuando
}

// postArqueo proposes a count of the caja central.
func (s *Servidor) postArqueo(c echo.Context) error {
	var req peticionArqueo
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := s.cfg.Casa.ProposeArqueo(ctx, autor(c), h, c.Param("e"), registers.ArqueoFacts{Motivo: registers.MotivoArqueo(req.Motivo),
				Metalico: req.Metalico, Fichas: req.Fichas, Placas: req.Placas, Bloqueado: req.Bloqueado, Entrante: req.Entrante,
				Inspector: req.Inspector, Funcionario: req.Funcionario, Esperado: req.Esperado, Nota: req.Nota})
			if err != nil {
				return err
			}
			return created(c, actoPath(&p.Acto), actoResponse(&p.Acto, p.Avisos))
		},
		replay: s.replayActo(c),
	})
}

type verArqueo struct {
	verEntrada
	Arqueo      int64            `json:"arqueo"`
	Jornada     domain.Fecha     `json:"jornada"`
	Motivo      string           `json:"motivo"`
	Inspector   libros.Presencia `json:"inspector"`
	Funcionario string           `json:"funcionario,omitempty"`
	Entrante    string           `json:"entrante,omitempty"`
	Metalico    domain.Piezas    `json:"metalico"`
	Fichas      domain.Piezas    `json:"fichas"`
	Placas      domain.Piezas    `json:"placas"`
	Bloqueado   domain.Importe   `json:"bloqueado"`
	Exigido     domain.Importe   `json:"exigido"`
	Entregado   domain.Importe   `json:"entregado"`
	Devuelto    domain.Importe   `json:"devuelto"`
	Cuadra      bool             `json:"cuadra"`
	Diferencia  *domain.Importe  `json:"diferencia,omitempty"`
	Nota        string           `json:"nota,omitempty"`
}

// getArqueo answers a count, or its acta when the number ends in .pdf.
func (s *Servidor) getArqueo(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	a, err := s.cfg.Casa.Arqueo(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfArqueo(c, &a)
	}
	return c.JSON(http.StatusOK, verArqueo{seeEntrada(&a.EntradaFolio), a.Folio, a.Jornada, string(a.Motivo), a.Inspector, a.Funcionario, a.Entrante,
		a.Metalico, a.Fichas, a.Placas, a.Bloqueado, a.Exigido, a.Entregado, a.Devuelto, a.Cuadra, a.Diferencia, a.Nota})
}

// pdfArqueo prints the acta of a count.
func (s *Servidor) pdfArqueo(c echo.Context, a *registers.Arqueo) error {
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, a.Establecimiento)
	if err != nil {
		return err
	}
	cp, err := reports.NewCheckpoint(a.Checkpoint)
	if err != nil {
		return err
	}
	facts := reports.ArqueoFacts{Casa: casa, Folio: a.Folio, Jornada: a.Jornada, Motivo: capital(a.Motivo.Nombre()), Inspector: string(a.Inspector),
		Funcionario: a.Funcionario, Entrante: a.Entrante, Hecho: a.Hecho, Anotacion: a.Anotacion, Contingencia: a.Formulario, Asiento: a.Numero,
		Metalico: a.Metalico, Fichas: a.Fichas, Placas: a.Placas, Bloqueado: a.Bloqueado, Exigido: a.Exigido, Entregado: a.Entregado,
		Devuelto: a.Devuelto, Cuadra: a.Cuadra, Esperado: a.Esperado, Nota: a.Nota, Acto: printedActo(&a.EntradaFolio),
		Evidencia: reports.Evidencia{Token: a.Establecimiento + "/arqueos/" + decimal(a.Folio), Checkpoint: cp, Asientos: decimal(a.Numero),
			Criterios: []string{"CAJ-2", "CAJ-3", "LIB-1"}}}
	return s.pdf(c, fmt.Sprintf("%s-arqueo-%d.pdf", a.Establecimiento, a.Folio), func(w io.Writer, o reports.Options) error {
		return reports.Arqueo(w, facts, o)
	})
}
