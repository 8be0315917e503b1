package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
)

// rutasMedida are the routes of what the house decides on a person (arts. 21.2 to 21.5).
func (s *Servidor) rutasMedida() []ruta {
	const e = "/api/v1/establecimientos/:e"
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, puertaManda...)
	lapso := []string{"desde", "hasta"}
	return []ruta{
		{metodo: "POST", camino: e + "/comprobaciones/:c/denegacion", cargos: puertaManda, hace: s.postDenegacion, resumen: "El responsable deniega la entrada, por una causa tasada (arts. 21.2, 21.3, 21.5)", idem: true, cuerpo: peticionMedida{}, estado: 200, respuesta: respuestaComprobacion{}},
		{metodo: "GET", camino: e + "/denegaciones/:numero", cargos: inspecciona, hace: s.getDenegacion, resumen: "Una denegación; con sufijo .pdf, la nota neutra para la persona", pdf: true, estado: 200, respuesta: verDenegacion{}},
		{metodo: "POST", camino: e + "/expulsiones", cargos: puertaManda, hace: s.postExpulsion, resumen: "Anota la expulsión de la sala (arts. 21.2, 21.3)", idem: true, cuerpo: peticionExpulsion{}, estado: 201, respuesta: verExpulsion{}},
		{metodo: "GET", camino: e + "/expulsiones/:numero", cargos: inspecciona, hace: s.getExpulsion, resumen: "Una expulsión; con sufijo .pdf, la nota neutra para la persona", pdf: true, estado: 200, respuesta: verExpulsion{}},
		{metodo: "GET", camino: e + "/prohibiciones", cargos: inspecciona, hace: s.getProhibiciones, resumen: "Prohibiciones de la casa en vigor", estado: 200, respuesta: listaProhibiciones{}},
		{metodo: "POST", camino: e + "/prohibiciones", cargos: puertaManda, hace: s.postProhibicion, resumen: "Prohíbe la entrada a la persona de una ficha hasta una fecha (arts. 21.2, 21.3)", idem: true, cuerpo: peticionProhibicion{}, estado: 201, respuesta: verProhibicion{}},
		{metodo: "POST", camino: e + "/prohibiciones/:numero/levantamiento", cargos: puertaManda, hace: s.postLevantamiento, resumen: "Levanta una prohibición antes de su fecha", idem: true, cuerpo: peticionMotivo{}, estado: 200, respuesta: verProhibicion{}},
		{metodo: "GET", camino: e + "/corte", cargos: puertaVe, hace: s.getCorte, resumen: "Si la entrada está cerrada a nuevos visitantes (art. 21.4)", estado: 200, respuesta: verCorte{}},
		{metodo: "POST", camino: e + "/corte", cargos: puertaManda, hace: s.postCorte, resumen: "Cierra la entrada a nuevos visitantes en la última hora, o la reabre (art. 21.4)", idem: true, cuerpo: verCorte{}, estado: 200, respuesta: verCorte{}},
		{metodo: "GET", camino: e + "/medidas", cargos: inspecciona, hace: s.getMedidas, resumen: "Registro de denegaciones y expulsiones de un lapso de jornadas", consulta: lapso, estado: 200, respuesta: registroMedidas{}},
		{metodo: "GET", camino: e + "/medidas.pdf", cargos: inspecciona, hace: s.getMedidasPDF, resumen: "Ese registro, impreso", consulta: lapso, estado: 200, tipo: "application/pdf"},
		{metodo: "GET", camino: e + "/medidas.csv", cargos: inspecciona, hace: s.getMedidasCSV, resumen: "Ese registro, en CSV", consulta: lapso, estado: 200, tipo: "text/csv"},
	}
}

type peticionMedida struct {
	Causa  acceso.Causa `json:"causa" validate:"required,max=40"`
	Motivo string       `json:"motivo" validate:"required,max=1000"`
	Hasta  string       `json:"hasta,omitempty" validate:"max=10"` // last day barred; none: no ban
	Todos  bool         `json:"todos,omitempty"`                   // the ban holds in every establecimiento
}

// medida reads the measure; the rules judge it.
func (p *peticionMedida) medida() (admission.Medida, error) {
	m := admission.Medida{Causa: p.Causa, Motivo: p.Motivo, Todos: p.Todos}
	var err error
	if p.Hasta != "" {
		if m.Hasta, err = domain.ParseFecha(p.Hasta); err != nil {
			return m, &errForma{map[string]string{"hasta": err.Error()}}
		}
	}
	return m, nil
}

// postDenegacion refuses entry to the person of a check.
func (s *Servidor) postDenegacion(c echo.Context) error {
	var req peticionMedida
	if err := bind(c, &req); err != nil {
		return err
	}
	m, err := req.medida()
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showComprobacion(c)(s.cfg.Puerta.Deny(ctx, c.Param("e"), c.Param("c"), m, autor(c)))
		},
		replay: func(int, string) error {
			return showComprobacion(c)(s.cfg.Puerta.Comprobacion(c.Request().Context(), c.Param("e"), c.Param("c")))
		},
	})
}

// getDenegacion shows a refusal, or prints the note for the person.
func (s *Servidor) getDenegacion(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("numero"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	d, err := s.cfg.Puerta.Denegacion(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfNota(c, "denegacion", d.Numero, d.Jornada, d.Instante, d.Posicion)
	}
	return c.JSON(http.StatusOK, showDenegacion(&d))
}

type peticionExpulsion struct {
	Tarjeta int64        `json:"tarjeta,omitempty" validate:"min=0"` // the card she holds; none: she showed none (art. 22.4)
	Hecho   string       `json:"hecho,omitempty" validate:"max=40"`  // ISO 8601 with offset; none: now
	Causa   acceso.Causa `json:"causa" validate:"required,max=40"`
	Motivo  string       `json:"motivo" validate:"required,max=1000"`
	Hasta   string       `json:"hasta,omitempty" validate:"max=10"` // last day barred; none: through the night
	Todos   bool         `json:"todos,omitempty"`
}

type verExpulsion struct {
	Numero     int64        `json:"numero"`
	Jornada    domain.Fecha `json:"jornada"`
	Instante   instante     `json:"instante"`
	Decide     string       `json:"decide"` // persona
	Tarjeta    int64        `json:"tarjeta,omitempty"`
	Ficha      int64        `json:"ficha,omitempty"`
	Nombre     string       `json:"nombre"` // empty unknown, or erased
	Apellidos  string       `json:"apellidos"`
	Documento  string       `json:"documento"`
	Causa      acceso.Causa `json:"causa"`
	Fundamento string       `json:"fundamento"` // the ground in words
	Articulo   string       `json:"articulo"`
	Motivo     string       `json:"motivo"`
}

func showExpulsion(x *admission.Expulsion) verExpulsion {
	return verExpulsion{x.Numero, x.Jornada, instante(x.Instante), x.Autor, x.Tarjeta, x.Ficha, x.Nombre, x.Apellidos, x.Documento,
		x.Causa, x.Causa.Nombre(), x.Articulo, x.Motivo}
}

// postExpulsion puts an expulsion on record.
func (s *Servidor) postExpulsion(c echo.Context) error {
	var req peticionExpulsion
	if err := bind(c, &req); err != nil {
		return err
	}
	m, err := (&peticionMedida{req.Causa, req.Motivo, req.Hasta, req.Todos}).medida()
	if err != nil {
		return err
	}
	ask := admission.Expulsar{Establecimiento: c.Param("e"), Tarjeta: req.Tarjeta, Medida: m}
	if req.Hecho != "" {
		if ask.Hecho, err = time.Parse(time.RFC3339Nano, req.Hecho); err != nil {
			return &errForma{map[string]string{"hecho": "la hora se escribe como 2026-11-30T23:10:00+01:00"}}
		}
	}
	show := func(x admission.Expulsion, err error) error {
		if err != nil {
			return err
		}
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/expulsiones/%d", c.Param("e"), x.Numero), showExpulsion(&x))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error { return show(s.cfg.Puerta.Expel(ctx, ask, autor(c))) },
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return fmt.Errorf("idempotent reference %q: %w", ref, err)
			}
			return show(s.cfg.Puerta.Expulsion(c.Request().Context(), c.Param("e"), n))
		},
	})
}

// getExpulsion shows an expulsion, or prints the note for the person.
func (s *Servidor) getExpulsion(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("numero"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	x, err := s.cfg.Puerta.Expulsion(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfNota(c, "expulsion", x.Numero, x.Jornada, x.Instante, x.Posicion)
	}
	return c.JSON(http.StatusOK, showExpulsion(&x))
}

type verCorte struct {
	Activo bool `json:"activo"`
}

// getCorte tells whether entry is closed to newcomers.
func (s *Servidor) getCorte(c echo.Context) error {
	j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	on, err := s.cfg.Puerta.Corte(c.Request().Context(), c.Param("e"), j.Fecha)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, verCorte{on})
}

// postCorte turns the switch of the last hour.
func (s *Servidor) postCorte(c echo.Context) error {
	var req verCorte
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.cfg.Puerta.SetCorte(ctx, c.Param("e"), req.Activo, autor(c)); err != nil {
				return err
			}
			return c.JSON(http.StatusOK, req)
		},
		replay: func(int, string) error { return s.getCorte(c) },
	})
}
