package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/registers"
)

// rutasMaterial are the routes of the play material with its homologation (arts. 20.2, 140.2).
func (s *Servidor) rutasMaterial() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/material", cargos: depositoVe, hace: s.getMaterial, resumen: "Cilindros y sistema de admisión, con su homologación (arts. 20.2, 140.2)", estado: 200, respuesta: listaMaterial{}},
		{metodo: "POST", camino: e + "/material", cargos: direccion, hace: s.postMaterial, resumen: "Da de alta o completa un cilindro o el sistema de admisión", idem: true, cuerpo: peticionMaterial{}, estado: 201, respuesta: verMaterial{}},
		{metodo: "POST", camino: e + "/mesas/:m/cilindro/asignacion", cargos: direccion, hace: s.postCilindro, resumen: "Asigna a una ruleta un cilindro homologado (art. 140.2)", idem: true, cuerpo: peticionCilindro{}, estado: 201, respuesta: verMaterial{}},
	}
}

type peticionMaterial struct {
	Clase         string `json:"clase" validate:"required,max=20"`
	Identificador string `json:"identificador" validate:"required,max=60"`
	Fabricante    string `json:"fabricante,omitempty" validate:"max=60"`
	Distribuidor  string `json:"distribuidor,omitempty" validate:"max=60"`
	Homologacion  string `json:"homologacion,omitempty" validate:"max=80"`
}

type verMaterial struct {
	Clase         string `json:"clase"`
	Identificador string `json:"identificador"`
	Fabricante    string `json:"fabricante,omitempty"`
	Distribuidor  string `json:"distribuidor,omitempty"`
	Homologacion  string `json:"homologacion,omitempty"`
	Mesa          int    `json:"mesa,omitempty"`
	Incompleto    bool   `json:"incompleto"` // neither manufacturer nor distributor
}

func seeMaterial(m registers.Material) verMaterial {
	return verMaterial{m.Clase, m.Identificador, m.Fabricante, m.Distribuidor, m.Homologacion, m.Mesa, m.Incompleto()}
}

type listaMaterial struct {
	Material []verMaterial `json:"material"`
}

func (s *Servidor) getMaterial(c echo.Context) error {
	ms, err := s.cfg.Casa.Material(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaMaterial{Material: []verMaterial{}}
	for _, m := range ms {
		out.Material = append(out.Material, seeMaterial(m))
	}
	return c.JSON(http.StatusOK, out)
}

// materialPorRef finds a piece by the reference that its asiento left.
func (s *Servidor) materialPorRef(c echo.Context, ref string) (any, error) {
	ms, err := s.cfg.Casa.Material(c.Request().Context(), c.Param("e"))
	for _, m := range ms {
		if m.Clase+" "+m.Identificador == ref {
			return seeMaterial(m), nil
		}
	}
	return nil, notFound(err)
}

func (s *Servidor) postMaterial(c echo.Context) error {
	var req peticionMaterial
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.altaDeposito(c, func(ctx context.Context, h registers.Hora) (any, error) {
		m, err := s.cfg.Casa.RecordMaterial(ctx, autor(c), h, c.Param("e"), registers.Material{Clase: req.Clase, Identificador: req.Identificador,
			Fabricante: req.Fabricante, Distribuidor: req.Distribuidor, Homologacion: req.Homologacion})
		return seeMaterial(m), err
	}, func(ref string) (any, error) { return s.materialPorRef(c, ref) })
}

type peticionCilindro struct {
	Identificador string `json:"identificador" validate:"required,max=60"`
}

func (s *Servidor) postCilindro(c echo.Context) error {
	var req peticionCilindro
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	return s.altaDeposito(c, func(ctx context.Context, h registers.Hora) (any, error) {
		m, err := s.cfg.Casa.AssignCilindro(ctx, autor(c), h, c.Param("e"), mesa, req.Identificador)
		return seeMaterial(m), err
	}, func(ref string) (any, error) { return s.materialPorRef(c, ref) })
}
