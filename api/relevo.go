package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// rutasRelevo are the routes about who is in charge at each moment, and about what is to be
// communicated to the authority.
func (s *Servidor) rutasRelevo() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/relevos", cargos: librosVe, hace: s.getRelevo, resumen: "Quién dirige ahora y desde cuándo (art. 14.2)", estado: 200, respuesta: verRelevo{}},
		{metodo: "POST", camino: e + "/relevos", cargos: direccion, hace: s.postRelevo, resumen: "Propone el relevo de la dirección: lo firman quien sale y quien entra, o solo este con su motivo (art. 14.2, FIR-3)", idem: true, cuerpo: peticionRelevo{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: e + "/relevos/salida", cargos: direccion, hace: s.postSalidaDireccion, resumen: "Quien dirige se va sin relevo: la sala queda sin dirección (art. 14.2)", idem: true, cuerpo: peticionMotivo{}, estado: 204},
		{metodo: "POST", camino: e + "/comunicaciones", cargos: direccion, hace: s.postComunicacion, resumen: "Anota lo que hay que comunicar: una modificación sin autorización o una escuela de crupieres (arts. 1.6, 11.2, 159.4)", idem: true, cuerpo: peticionDeber{}, estado: 204},
		{metodo: "GET", camino: e + "/comunicaciones/:n", cargos: librosVe, hace: s.getComunicacion, resumen: "Una comunicación; con sufijo .pdf, su escrito listo para firmar (arts. 11.2, 13.1)", pdf: true, estado: 200, respuesta: verEscrito{}},
		{metodo: "GET", camino: e + "/agenda", cargos: librosVe, hace: s.getAgenda, resumen: "Todo lo que se debe a la autoridad, con artículo, suceso, los dos vencimientos y estado (PLA-1)", estado: 200, respuesta: verAgenda{}},
		{metodo: "GET", camino: e + "/comunicaciones", cargos: librosVe, hace: s.getComunicaciones, resumen: "Comunicaciones a la autoridad y sus dos vencimientos (PLA-1)", estado: 200, respuesta: listaComunicaciones{}},
		{metodo: "POST", camino: "/api/v1/comunicaciones/:n/presentacion", cargos: direccion, hace: s.postPresentacion, resumen: "Anota la presentación de una comunicación, con su número de registro", idem: true, cuerpo: peticionPresentacion{}, estado: 204},
	}
}

// verRelevo is who is in charge. Without a relevo on record it says only whether anybody may
// act as director.
type verRelevo struct {
	SinDireccion bool     `json:"sin_direccion"`
	Persona      string   `json:"persona,omitempty"`
	Nombre       string   `json:"nombre,omitempty"`
	Saliente     string   `json:"saliente,omitempty"`
	Desde        instante `json:"desde"`
	Llave        bool     `json:"llave"`
	Unilateral   bool     `json:"unilateral"`
}

func (s *Servidor) getRelevo(c echo.Context) error {
	if err := s.existe(c); err != nil {
		return err
	}
	r, without, err := s.cfg.Casa.EnFunciones(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	v := verRelevo{SinDireccion: without}
	if r != nil {
		v.Saliente, v.Desde, v.Llave, v.Unilateral = r.Saliente, instante(r.Desde), r.Llave, r.Unilateral
		if r.Entrante.ID != "" {
			v.Persona, v.Nombre = r.Entrante.ID, r.Entrante.NombreCompleto()
		}
	}
	return c.JSON(http.StatusOK, v)
}

// existe returns nil when the establecimiento of the route does.
func (s *Servidor) existe(c echo.Context) error {
	_, err := s.cfg.Casa.Establecimiento(c.Request().Context(), c.Param("e"))
	return err
}

type peticionRelevo struct {
	Saliente   string `json:"saliente,omitempty" validate:"max=32"` // absent: it cannot sign, or there is none
	Entrante   string `json:"entrante" validate:"required,max=32"`
	Llave      bool   `json:"llave,omitempty"` // the key of the deposit of cards is handed over (art. 46.3)
	Pendientes string `json:"pendientes,omitempty" validate:"max=2000"`
	Motivo     string `json:"motivo,omitempty" validate:"max=500"`
	cuando
}

func (s *Servidor) postRelevo(c echo.Context) error {
	var req peticionRelevo
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			a, err := s.cfg.Casa.ProposeRelevo(ctx, autor(c), h, c.Param("e"), registers.RelevoDireccionFacts{Saliente: req.Saliente, Entrante: req.Entrante,
				Llave: req.Llave, Pendientes: req.Pendientes, Motivo: req.Motivo})
			if err != nil {
				return err
			}
			return created(c, actoPath(&a), actoResponse(&a, nil))
		},
		replay: s.replayActo(c),
	})
}

func (s *Servidor) postSalidaDireccion(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.LeaveDireccion(ctx, autor(c), c.Param("e"), req.Motivo)
	})
}

// verComunicacion is what is to be communicated, with both readings of its term.
type verComunicacion struct {
	Comunicacion int64                        `json:"comunicacion"`
	Asunto       registers.AsuntoComunicacion `json:"asunto"`
	Texto        string                       `json:"texto"`
	Persona      string                       `json:"persona,omitempty"`
	Desde        domain.Fecha                 `json:"desde"`
	VenceNatural domain.Fecha                 `json:"vence_natural"`
	VenceHabil   domain.Fecha                 `json:"vence_habil"`
	Presentada   instante                     `json:"presentada"`
}

func seeComunicacion(x registers.Comunicacion) verComunicacion {
	return verComunicacion{x.Numero, x.Asunto, x.Texto(), x.Persona, x.Desde, x.Vence.Natural, x.Vence.Habil, instante(x.Presentada)}
}

type listaComunicaciones struct {
	Comunicaciones []verComunicacion `json:"comunicaciones"`
}

func (s *Servidor) getComunicaciones(c echo.Context) error {
	if err := s.existe(c); err != nil {
		return err
	}
	list, err := s.cfg.Casa.Comunicaciones(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaComunicaciones{Comunicaciones: make([]verComunicacion, 0, len(list))}
	for _, x := range list {
		out.Comunicaciones = append(out.Comunicaciones, seeComunicacion(x))
	}
	return c.JSON(http.StatusOK, out)
}

type peticionPresentacion struct {
	Registro string `json:"registro" validate:"required,max=60"` // entry number at the authority
}

func (s *Servidor) postPresentacion(c echo.Context) error {
	var req peticionPresentacion
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.FileComunicacion(ctx, autor(c), n, req.Registro)
	})
}
