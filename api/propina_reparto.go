package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/propinas"
	"foliado/registers"
)

type peticionCriterioPropinas struct {
	Empleados int64            `json:"empleados"`                // ten-thousandths
	Puntos    map[string]int64 `json:"puntos" validate:"max=20"` // by cargo, a day
	cuando
}

func (s *Servidor) postCriterioPropinas(c echo.Context) error {
	var req peticionCriterioPropinas
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	k := propinas.Criterio{Empleados: req.Empleados, Puntos: map[domain.Cargo]int64{}}
	for cargo, n := range req.Puntos {
		k.Puntos[domain.Cargo(cargo)] = n
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			done, err := s.cfg.Casa.SetCriterioPropinas(ctx, autor(c), h, c.Param("e"), k)
			if err != nil {
				return err
			}
			return created(c, propinasPath(c, "criterios", decimal(done.Numero)), seeCriterioPropinas(&done))
		},
		replay: func(_ int, ref string) error {
			k, err := s.findCriterioPropinas(c, ref)
			if err != nil {
				return err
			}
			return created(c, propinasPath(c, "criterios", ref), seeCriterioPropinas(&k))
		},
	})
}

func (s *Servidor) findCriterioPropinas(c echo.Context, ref string) (registers.CriterioPropinas, error) {
	ks, err := s.cfg.Casa.CriteriosPropinas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return registers.CriterioPropinas{}, err
	}
	for _, k := range ks {
		if decimal(k.Numero) == ref {
			return k, nil
		}
	}
	return registers.CriterioPropinas{}, registers.ErrCriterioPropinas
}

// getCriterioPropinas answers a criterio, or the letter that communicates it.
func (s *Servidor) getCriterioPropinas(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	k, err := s.findCriterioPropinas(c, name)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfCriterioPropinas(c, &k)
	}
	return c.JSON(http.StatusOK, seeCriterioPropinas(&k))
}

func (s *Servidor) postComunicacionCriterio(c echo.Context) error {
	var req peticionRegistro
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.CommunicateCriterio(ctx, autor(c), h, c.Param("e"), n, req.Registro)
	})
}

type peticionRepartoPropinas struct {
	Desde    domain.Fecha     `json:"desde" validate:"max=10"`
	Hasta    domain.Fecha     `json:"hasta" validate:"max=10"`
	Jornadas map[string]int64 `json:"jornadas" validate:"max=2000"` // persona → days that count
	cuando
}

type verParteReparto struct {
	Persona  string         `json:"persona"`
	Nombre   string         `json:"nombre"`
	Cargo    domain.Cargo   `json:"cargo"`
	Jornadas int64          `json:"jornadas"`
	Puntos   int64          `json:"puntos"`
	Importe  domain.Importe `json:"importe"`
}

type verRepartoPropinas struct {
	verResumenReparto
	Partes []verParteReparto `json:"partes"`
}

func seeReparto(h *registers.HojaReparto) verRepartoPropinas {
	v := verRepartoPropinas{seeResumenReparto(h.Reparto), make([]verParteReparto, 0, len(h.Partes))}
	for _, p := range h.Partes {
		v.Partes = append(v.Partes, verParteReparto{p.Persona, h.Nombres[p.Persona], p.Cargo, p.Jornadas, p.Puntos, p.Importe})
	}
	return v
}

func (s *Servidor) postRepartoPropinas(c echo.Context) error {
	var req peticionRepartoPropinas
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func(r registers.HojaReparto, err error) error {
		if err != nil {
			return err
		}
		return created(c, propinasPath(c, "repartos", decimal(r.Reparto.Folio)), seeReparto(&r))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.DistributePropinas(ctx, autor(c), h, c.Param("e"), registers.RepartoPropinasFacts{Desde: req.Desde, Hasta: req.Hasta, Jornadas: req.Jornadas}))
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			return show(s.cfg.Casa.RepartoPropinas(c.Request().Context(), c.Param("e"), n))
		},
	})
}

// getRepartoPropinas answers a distribution, or its statement.
func (s *Servidor) getRepartoPropinas(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	h, err := s.cfg.Casa.RepartoPropinas(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfRepartoPropinas(c, &h)
	}
	return c.JSON(http.StatusOK, seeReparto(&h))
}
