package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// rutasInspeccion are the routes of the modo inspección, and what anyone present may see of
// a table.
func (s *Servidor) rutasInspeccion() []ruta {
	const i = "/api/v1/inspecciones"
	return []ruta{
		{metodo: "GET", camino: i, cargos: append([]domain.Cargo{domain.FuncionarioInspector}, direccion...), hace: s.getInspecciones, resumen: "Visitas de inspección (art. 14.1.c)", estado: 200, respuesta: listaInspecciones{}},
		{metodo: "POST", camino: i, cargos: direccion, hace: s.postInspeccion, resumen: "Abre el modo inspección con el número profesional del funcionario: solo lectura y con caducidad; el código de acceso se dice una vez", cuerpo: peticionInspeccion{}, estado: 201, respuesta: respuestaInspeccion{}},
		{metodo: "POST", camino: i + "/:n/fin", cargos: direccion, hace: s.postFinInspeccion, resumen: "Termina una visita antes de que caduque", idem: true, cuerpo: peticionVacia{}, estado: 204},
		{metodo: "GET", camino: "/api/v1/publico/establecimientos/:e/mesas/:m", publica: true, hace: s.getMesaPublica, resumen: "Lo anotado en el libro de una mesa, sin identificarse y sin datos de personas (art. 36.5)", estado: 200, respuesta: verMesaPublica{}},
	}
}

type peticionInspeccion struct {
	Numero          string  `json:"numero" validate:"required,max=20"` // professional number
	Minutos         int     `json:"minutos,omitempty" validate:"min=0,max=1440"`
	Establecimiento *string `json:"establecimiento,omitempty" validate:"omitempty,max=32"` // null: every one
}

type verInspeccion struct {
	Inspeccion int64    `json:"inspeccion"`
	Usuario    string   `json:"usuario"`
	Nombre     string   `json:"nombre"`
	Desde      instante `json:"desde"`
	Caduca     instante `json:"caduca"`
	Fin        instante `json:"fin"`
	Abierta    bool     `json:"abierta"`
}

type respuestaInspeccion struct {
	verInspeccion
	Codigo string `json:"codigo"` // password of the visit, told once
}

type listaInspecciones struct {
	Inspecciones []verInspeccion `json:"inspecciones"`
}

func (s *Servidor) seeInspeccion(i *registers.Inspeccion) verInspeccion {
	return verInspeccion{i.Numero, i.Persona.Usuario, i.Persona.NombreCompleto(), instante(i.Desde), instante(i.Caduca), instante(i.Fin),
		i.Abierta(s.cfg.Escritor.Ahora())}
}

func (s *Servidor) getInspecciones(c echo.Context) error {
	list, err := s.cfg.Casa.Inspecciones(c.Request().Context(), 100)
	if err != nil {
		return err
	}
	out := listaInspecciones{Inspecciones: make([]verInspeccion, 0, len(list))}
	for k := range list {
		out.Inspecciones = append(out.Inspecciones, s.seeInspeccion(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// duracionVisita is how long a visit lasts when nobody says.
const duracionVisita = 8 * time.Hour

// openVisita opens a visit; an earlier one of the same inspector ends, with its sessions.
func (s *Servidor) openVisita(ctx context.Context, autor registers.Autor, establecimiento, numero string, minutos int) (registers.Inspeccion, error) {
	lasts := duracionVisita
	if minutos > 0 {
		lasts = time.Duration(minutos) * time.Minute
	}
	i, err := s.cfg.Casa.OpenInspeccion(ctx, autor, establecimiento, numero, lasts)
	if err == nil {
		err = s.cutSesiones(ctx, i.Persona.ID)
	}
	return i, err
}

// postInspeccion opens a visit. The code is told now and kept nowhere, so that there is
// nothing to replay.
func (s *Servidor) postInspeccion(c echo.Context) error {
	var req peticionInspeccion
	if err := bind(c, &req); err != nil {
		return err
	}
	i, err := s.openVisita(c.Request().Context(), autor(c), todosSi(req.Establecimiento), req.Numero, req.Minutos)
	if err != nil {
		return err
	}
	return created(c, "/api/v1/inspecciones", respuestaInspeccion{s.seeInspeccion(&i), i.Codigo})
}

func (s *Servidor) postFinInspeccion(c echo.Context) error {
	if err := bind(c, &peticionVacia{}); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		if err := s.cfg.Casa.EndInspeccion(ctx, autor(c), n); err != nil {
			return err
		}
		s.vistas.reset()
		return nil
	})
}

type verAnticipoPublico struct {
	Ordinal int            `json:"ordinal"` // 0 the initial one
	Hora    instante       `json:"hora"`
	Importe domain.Importe `json:"importe"`
	Piezas  domain.Piezas  `json:"piezas"`
}

// verMesaPublica is the book of a table as anyone present may see it: no name in it.
type verMesaPublica struct {
	Mesa          int                  `json:"mesa"`
	Juego         domain.Juego         `json:"juego"`
	Jornada       domain.Fecha         `json:"jornada"`
	Folio         int64                `json:"folio"`
	ApuestaMinima domain.Importe       `json:"apuesta_minima"`
	Anticipos     []verAnticipoPublico `json:"anticipos"`
	Cerrada       bool                 `json:"cerrada"`
	Fichas        domain.Piezas        `json:"fichas,omitempty"`
	Placas        domain.Piezas        `json:"placas,omitempty"`
	Billetes      domain.Piezas        `json:"billetes,omitempty"`
	Resultado     *domain.Importe      `json:"resultado,omitempty"`
}

// mesaPublica reads the folio of the session of a table in the present jornada. Without one
// it returns registers.ErrFolio.
func (s *Servidor) mesaPublica(c echo.Context) (registers.Folio, error) {
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Folio{}, err
	}
	m, err := s.cfg.Casa.EstadoMesa(c.Request().Context(), c.Param("e"), mesa)
	if err != nil {
		return registers.Folio{}, err
	}
	ses := m.Sesion
	if ses == nil {
		ses = m.Ultima
	}
	if ses == nil {
		return registers.Folio{}, registers.ErrFolio
	}
	return s.cfg.Casa.Folio(c.Request().Context(), c.Param("e"), registers.LibroAnticipos(mesa), ses.Folio)
}

func (s *Servidor) getMesaPublica(c echo.Context) error {
	f, err := s.mesaPublica(c)
	if err != nil {
		return err
	}
	a := f.Anticipos
	v := verMesaPublica{Mesa: a.Mesa, Juego: a.Juego, Jornada: f.Jornada, Folio: f.Numero, ApuestaMinima: a.ApuestaMinima}
	for _, x := range a.Anticipos {
		v.Anticipos = append(v.Anticipos, verAnticipoPublico{x.Ordinal, instante(x.Hecho), x.Importe, x.Piezas})
	}
	if r := a.Recuento; r != nil {
		v.Cerrada, v.Fichas, v.Placas, v.Billetes, v.Resultado = true, r.Fichas, r.Placas, r.Billetes, &r.Resultado
	}
	return c.JSON(http.StatusOK, v)
}
