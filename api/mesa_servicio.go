package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// rutasServicio are the routes about tables that stop before their close (arts. 29.1 to
// 29.3) or change game (art. 30.4).
func (s *Servidor) rutasServicio() []ruta {
	const e = "/api/v1/establecimientos/:e"
	const m = e + "/mesas/:m"
	return []ruta{
		{metodo: "POST", camino: m + "/suspensiones", cargos: salaHace, hace: s.postSuspension, resumen: "Suspende una mesa por poca animación o falta de jugadores (arts. 29.1, 29.3)", idem: true, cuerpo: peticionSuspension{}, estado: 201, respuesta: verMesa{}},
		{metodo: "POST", camino: m + "/reanudaciones", cargos: salaHace, hace: s.postReanudacion, resumen: "Devuelve al servicio una mesa suspendida (art. 29.3)", idem: true, cuerpo: peticionHora{}, estado: 201, respuesta: verMesa{}},
		{metodo: "POST", camino: m + "/clausuras", cargos: salaHace, hace: s.postClausura, resumen: "Propone clausurar una mesa por sospecha fundada; la firma la dirección (art. 29.2)", idem: true, cuerpo: peticionClausura{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: e + "/clausuras", cargos: librosVe, hace: s.getClausuras, resumen: "Clausuras y vencimiento de su comunicación (art. 29.2, criterio PLA-1)", estado: 200, respuesta: listaClausuras{}},
		{metodo: "GET", camino: m + "/clausuras/:n", cargos: librosVe, hace: s.getClausura, resumen: "La clausura de un folio; con sufijo .pdf, su comunicación al regulador (art. 29.2)", pdf: true, estado: 200, respuesta: verClausura{}},
		{metodo: "POST", camino: m + "/clausuras/:n/comunicacion", cargos: direccion, hace: s.postComunicacionClausura, resumen: "Anota la presentación de la comunicación de una clausura (art. 29.2)", idem: true, cuerpo: peticionComunicacion{}, estado: 201, respuesta: verClausura{}},
		{metodo: "POST", camino: m + "/cambios-juego", cargos: configura, hace: s.postCambioJuego, resumen: "Cambia de juego una mesa reversible cerrada (art. 30.4)", idem: true, cuerpo: peticionCambioJuego{}, estado: 201, respuesta: verMesa{}},
	}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// onMesa does something at a table that is no act of signature and answers the table as it
// then is, with what the program warned of.
func (s *Servidor) onMesa(c echo.Context, w cuando, status int, do func(context.Context, registers.Hora, int) ([]registers.Aviso, error)) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	show := func(avisos []registers.Aviso) error {
		v, err := s.seeMesa(c, mesa)
		if err != nil {
			return err
		}
		v.Avisos = seeAvisos(avisos)
		c.Response().Header().Set(echo.HeaderLocation, "/api/v1/establecimientos/"+c.Param("e")+"/mesas/"+strconv.Itoa(mesa))
		return c.JSON(status, v)
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			avisos, err := do(ctx, h, mesa)
			if err != nil {
				return err
			}
			return show(avisos)
		},
		replay: func(int, string) error { return show(nil) },
	})
}

type peticionSuspension struct {
	Causa  registers.Causa `json:"causa" validate:"required,max=32"`
	Motivo string          `json:"motivo" validate:"max=500"`
	cuando
}

func (s *Servidor) postSuspension(c echo.Context) error {
	var req peticionSuspension
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return s.cfg.Casa.SuspendMesa(ctx, autor(c), h, c.Param("e"), mesa, registers.SuspensionFacts{Causa: req.Causa, Motivo: req.Motivo})
	})
}

type peticionHora struct{ cuando }

func (s *Servidor) postReanudacion(c echo.Context) error {
	var req peticionHora
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return nil, s.cfg.Casa.ResumeMesa(ctx, autor(c), h, c.Param("e"), mesa)
	})
}

type peticionClausura struct {
	Circunstancias string `json:"circunstancias" validate:"max=4000"`
	cuando
}

func (s *Servidor) postClausura(c echo.Context) error {
	var req peticionClausura
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeClausura(ctx, autor(c), h, c.Param("e"), mesa, registers.ClausuraFacts{Circunstancias: req.Circunstancias})
	})
}

// verClausura is a table closed down; both due dates, as PLA-1 wants.
type verClausura struct {
	Mesa         int          `json:"mesa"`
	Folio        int64        `json:"folio"`
	Jornada      domain.Fecha `json:"jornada"`
	Juego        domain.Juego `json:"juego"`
	Hora         instante     `json:"hora"`
	VenceNatural domain.Fecha `json:"vence_natural"`
	VenceHabil   domain.Fecha `json:"vence_habil"` // empty when the table of holidays is missing
	Comunicada   instante     `json:"comunicada"`
	Acto         string       `json:"acto"`
}

func seeClausura(k *registers.Clausura) verClausura {
	return verClausura{k.Mesa, k.Folio, k.Jornada, k.Juego, instante(k.Hora), k.Vence.Natural, k.Vence.Habil, instante(k.Comunicada), k.Acto}
}

type listaClausuras struct {
	Clausuras []verClausura `json:"clausuras"`
}

func (s *Servidor) getClausuras(c echo.Context) error {
	ks, err := s.cfg.Casa.Clausuras(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaClausuras{Clausuras: make([]verClausura, 0, len(ks))}
	for k := range ks {
		out.Clausuras = append(out.Clausuras, seeClausura(&ks[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// findClausura is the closing down of the folio of a route, and whether its paper is asked
// for.
func (s *Servidor) findClausura(c echo.Context) (registers.Clausura, bool, error) {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return registers.Clausura{}, false, err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Clausura{}, false, err
	}
	ks, err := s.cfg.Casa.Clausuras(c.Request().Context(), c.Param("e"))
	if err != nil {
		return registers.Clausura{}, false, err
	}
	for _, k := range ks {
		if k.Mesa == mesa && k.Folio == n {
			return k, pdf, nil
		}
	}
	return registers.Clausura{}, false, registers.ErrClausura
}

func (s *Servidor) getClausura(c echo.Context) error {
	k, pdf, err := s.findClausura(c)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfClausura(c, &k)
	}
	return c.JSON(http.StatusOK, seeClausura(&k))
}

type peticionComunicacion struct {
	Registro string `json:"registro" validate:"required,max=100"` // entry number at the authority
	cuando
}

func (s *Servidor) postComunicacionClausura(c echo.Context) error {
	var req peticionComunicacion
	if err := bind(c, &req); err != nil {
		return err
	}
	k, _, err := s.findClausura(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func() error {
		k, _, err := s.findClausura(c)
		if err != nil {
			return err
		}
		return created(c, strings.TrimSuffix(c.Request().URL.Path, "/comunicacion"), seeClausura(&k))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.cfg.Casa.CommunicateClausura(ctx, autor(c), h, c.Param("e"), k.Mesa, k.Folio, req.Registro); err != nil {
				return err
			}
			return show()
		},
		replay: func(int, string) error { return show() },
	})
}

type peticionCambioJuego struct {
	Juego domain.Juego `json:"juego" validate:"required,max=40"`
	cuando
}

func (s *Servidor) postCambioJuego(c echo.Context) error {
	var req peticionCambioJuego
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		_, err := s.cfg.Casa.ChangeJuego(ctx, autor(c), h, c.Param("e"), mesa, req.Juego)
		return nil, err
	})
}
