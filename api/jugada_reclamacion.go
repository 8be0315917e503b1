package api

import (
	"context"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/registers"
)

// rutaReclamacion is the complaint of a jugada that is on record.
func (s *Servidor) rutaReclamacion(m string) ruta {
	return ruta{metodo: "POST", camino: m + "/:n/reclamacion", cargos: jugadaHace, hace: s.postReclamacion, idem: true, cuerpo: peticionQueja{},
		estado: 201, respuesta: verJugada{}, resumen: "Reclamación de una jugada ya anotada: propone su acta (art. 38.3)"}
}

// facts reads the hours of the recording. prefix goes before the names of what is wrong.
func (r *peticionReclamacion) facts(prefix string) (*jugada.Reclamacion, error) {
	f := &jugada.Reclamacion{Hoja: r.Hoja, Camara: r.Camara, Conservar: r.ConservarHa}
	for name, field := range map[string]struct {
		text string
		dst  *time.Time
	}{"desde": {r.Desde, &f.Desde}, "hasta": {r.Hasta, &f.Hasta}} {
		if field.text == "" {
			continue
		}
		var err error
		if *field.dst, err = time.Parse(time.RFC3339Nano, field.text); err != nil {
			return f, &errForma{map[string]string{prefix + name: "la hora se escribe en ISO 8601 con su desfase"}}
		}
	}
	return f, nil
}

// peticionQueja is a complaint that comes after its jugada was put on record.
type peticionQueja struct {
	peticionReclamacion
	DeclaracionCrupier string `json:"declaracion_crupier,omitempty" validate:"max=2000"`
	DeclaracionJugador string `json:"declaracion_jugador,omitempty" validate:"max=2000"`
	cuando
}

// claim disputes a jugada on record and proposes its acta.
func (s *Servidor) claim(ctx context.Context, c echo.Context, req *peticionQueja, mesa int, n int64) error {
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	r, err := req.facts("")
	if err != nil {
		return err
	}
	_, err = s.cfg.Casa.ClaimJugada(ctx, autor(c), h, c.Param("e"), mesa, n, registers.ReclamacionFacts{Reclamacion: *r,
		Reclamante: req.Reclamante, DeclaracionCrupier: req.DeclaracionCrupier, DeclaracionJugador: req.DeclaracionJugador})
	return err
}

func (s *Servidor) postReclamacion(c echo.Context) error {
	var req peticionQueja
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, n, err := jugadaPedida(c)
	if err != nil {
		return err
	}
	show := func() error {
		j, err := s.cfg.Casa.Jugada(c.Request().Context(), c.Param("e"), mesa, n)
		if err != nil {
			return err
		}
		return created(c, "/api/v1"+jugadaPath(&j), seeJugada(&j))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.claim(ctx, c, &req, mesa, n); err != nil {
				return err
			}
			return show()
		},
		replay: func(int, string) error { return show() },
	})
}

// jugadaPedida is the table and the number of the jugada of the route.
func jugadaPedida(c echo.Context) (mesa int, n int64, err error) {
	if mesa, err = mesaPedida(c); err == nil {
		n, err = parseNumero(c.Param("n"))
	}
	return mesa, n, err
}

// formReclamacion puts the complaint of a jugada on record from its page.
func (s *Servidor) formReclamacion(c echo.Context) error {
	mesa, n, err := jugadaPedida(c)
	if err != nil {
		return err
	}
	req := peticionQueja{DeclaracionCrupier: field(c, "declaracion_crupier"), DeclaracionJugador: field(c, "declaracion_jugador"),
		peticionReclamacion: peticionReclamacion{Hoja: field(c, "hoja"), Reclamante: field(c, "reclamante"), Camara: field(c, "camara"),
			ConservarHa: domain.Fecha(field(c, "conservar_hasta"))}}
	wrong := map[string]string{}
	req.Desde = localTime(field(c, "desde"), "el comienzo de la grabación", wrong)
	req.Hasta = localTime(field(c, "hasta"), "el final de la grabación", wrong)
	req.Hecho, req.Demora = localTime(field(c, "hecho"), "la hora de la reclamación", wrong), field(c, "demora")
	if len(wrong) > 0 {
		return s.drawJugadaAnotada(c, &errForma{wrong})
	}
	return s.onceFormTo(c, paginaDe(c.Param("e"), "mesas", strconv.Itoa(mesa), "jugadas", strconv.FormatInt(n, 10)),
		func(ctx context.Context) error { return s.claim(ctx, c, &req, mesa, n) },
		func(wrong error) error { return s.drawJugadaAnotada(c, wrong) })
}

// localTime turns an hour typed as "2026-11-30 23:10", of Madrid, into what the API takes; ""
// stays so. What is no hour goes into wrong.
func localTime(text, what string, wrong map[string]string) string {
	if text == "" {
		return ""
	}
	t, err := time.ParseInLocation("2006-01-02 15:04", text, domain.Madrid)
	if err != nil {
		wrong[what] = capital(what) + ": se escribe AAAA-MM-DD HH:MM"
	}
	return t.Format(time.RFC3339)
}
