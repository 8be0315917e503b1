package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
)

type peticionProhibicion struct {
	Ficha  int64        `json:"ficha" validate:"required,min=1"`
	Causa  acceso.Causa `json:"causa" validate:"required,max=40"`
	Motivo string       `json:"motivo" validate:"required,max=1000"`
	Hasta  string       `json:"hasta" validate:"required,max=10"`
	Todos  bool         `json:"todos,omitempty"`
}

type verProhibicion struct {
	Numero     int64        `json:"numero"`
	Ambito     string       `json:"ambito"` // establecimiento; * in all
	Desde      instante     `json:"desde"`
	Hasta      domain.Fecha `json:"hasta"`
	Decide     string       `json:"decide"` // persona
	Ficha      int64        `json:"ficha,omitempty"`
	Nombre     string       `json:"nombre"`
	Apellidos  string       `json:"apellidos"`
	Documento  string       `json:"documento"`
	Causa      acceso.Causa `json:"causa"`
	Fundamento string       `json:"fundamento"`
	Motivo     string       `json:"motivo"`
	Levantada  bool         `json:"levantada"`
}

type listaProhibiciones struct {
	Prohibiciones []verProhibicion `json:"prohibiciones"`
}

func showProhibicion(b *admission.Prohibicion) verProhibicion {
	return verProhibicion{b.Numero, b.Ambito, instante(b.Desde), b.Hasta, b.Autor, b.Ficha, b.Nombre, b.Apellidos, b.Documento.String(),
		b.Causa, b.Causa.Nombre(), b.Motivo, b.Levantada}
}

// getProhibiciones lists the bans of the house in force.
func (s *Servidor) getProhibiciones(c echo.Context) error {
	list, err := s.cfg.Puerta.Prohibiciones(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaProhibiciones{make([]verProhibicion, 0, len(list))}
	for k := range list {
		out.Prohibiciones = append(out.Prohibiciones, showProhibicion(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// showBan answers with a ban as it is, under that status.
func (s *Servidor) showBan(c echo.Context, status int) func(admission.Prohibicion, error) error {
	return func(b admission.Prohibicion, err error) error {
		switch {
		case err != nil:
			return err
		case status == http.StatusCreated:
			return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/prohibiciones", c.Param("e")), showProhibicion(&b))
		}
		return c.JSON(status, showProhibicion(&b))
	}
}

// replayBan answers an idempotent replay with the ban as it now is.
func (s *Servidor) replayBan(c echo.Context, status int) func(int, string) error {
	return func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return fmt.Errorf("idempotent reference %q: %w", ref, err)
		}
		return s.showBan(c, status)(s.cfg.Puerta.Prohibicion(c.Request().Context(), n))
	}
}

// postProhibicion bars the person of a ficha.
func (s *Servidor) postProhibicion(c echo.Context) error {
	var req peticionProhibicion
	if err := bind(c, &req); err != nil {
		return err
	}
	m, err := (&peticionMedida{req.Causa, req.Motivo, req.Hasta, req.Todos}).medida()
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return s.showBan(c, http.StatusCreated)(s.cfg.Puerta.Ban(ctx, c.Param("e"), req.Ficha, m, autor(c)))
		},
		replay: s.replayBan(c, http.StatusCreated),
	})
}

// postLevantamiento ends a ban before its day.
func (s *Servidor) postLevantamiento(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return s.showBan(c, http.StatusOK)(s.cfg.Puerta.Lift(ctx, n, req.Motivo, autor(c)))
		},
		replay: s.replayBan(c, http.StatusOK),
	})
}
