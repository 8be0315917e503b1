package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// rutasRonda are the routes about rondas of signature.
func (s *Servidor) rutasRonda() []ruta {
	const r = "/api/v1/establecimientos/:e/rondas"
	return []ruta{
		{metodo: "GET", camino: r, cargos: salaVe, hace: s.getRondas, resumen: "Rondas de firma en curso (art. 36.4)", estado: 200, respuesta: listaRondas{}},
		{metodo: "POST", camino: r, cargos: salaRetira, hace: s.postRonda, resumen: "Abre una ronda: la firman la dirección y un cajero, con credencial y PIN (arts. 36.3, 36.4)", idem: true, cuerpo: peticionRonda{}, estado: 201, respuesta: verRonda{}},
		{metodo: "GET", camino: r + "/:r", cargos: salaVe, hace: s.getRonda, resumen: "Una ronda: quién la lleva, hasta cuándo y qué hojas esperan firma", estado: 200, respuesta: verRonda{}},
		{metodo: "POST", camino: r + "/:r/firmas", cargos: salaFirma, hace: s.postFirmasRonda, resumen: "Firma una hoja en la ronda: quien la abrió, con la credencial sobre la huella mostrada; los demás, con PIN", idem: true, cuerpo: peticionFirmaRonda{}, estado: 200, respuesta: respuestaFirmas{}},
		{metodo: "POST", camino: r + "/:r/desbloqueo", cargos: salaRetira, hace: s.postDesbloqueo, resumen: "Desbloquea una ronda sin uso: uno de los dos que la abrieron, con credencial y PIN", cuerpo: peticionPase{}, estado: 200, respuesta: verRonda{}},
		{metodo: "POST", camino: r + "/:r/fin", cargos: salaRetira, hace: s.postFinRonda, resumen: "Termina una ronda antes de su hora", idem: true, cuerpo: peticionVacia{}, estado: 200, respuesta: verRonda{}},
	}
}

type peticionPase struct {
	Credencial string `json:"credencial" validate:"required,max=200"`
	PIN        string `json:"pin" validate:"required,max=32"`
}

func (p peticionPase) pase() registers.Pase {
	return registers.Pase{Credencial: p.Credencial, PIN: p.PIN}
}

type peticionVacia struct{}

type peticionRonda struct {
	Direccion peticionPase `json:"direccion" validate:"required"`
	Cajero    peticionPase `json:"cajero" validate:"required"`
}

type verMiembroRonda struct {
	Persona string       `json:"persona"`
	Nombre  string       `json:"nombre"`
	Cargo   domain.Cargo `json:"cargo"`
	Clave   string       `json:"clave"` // id of the ephemeral key
}

type verRonda struct {
	Ronda      string            `json:"ronda"`
	Jornada    domain.Fecha      `json:"jornada"`
	Tipos      []string          `json:"tipos"`
	Miembros   []verMiembroRonda `json:"miembros"`
	Desde      instante          `json:"desde"`
	Caduca     instante          `json:"caduca"`
	Fin        instante          `json:"fin"`
	Bloqueada  bool              `json:"bloqueada"`
	Acabada    bool              `json:"acabada"`
	Pendientes []string          `json:"pendientes"` // acts that it may sign
}

type listaRondas struct {
	Rondas []verRonda `json:"rondas"`
}

func (s *Servidor) seeRonda(ctx context.Context, r *registers.Ronda) (verRonda, error) {
	v := verRonda{Ronda: r.ID, Jornada: r.Jornada, Tipos: r.Tipos, Desde: instante(r.Desde), Caduca: instante(r.Caduca),
		Fin: instante(r.Fin), Bloqueada: r.Bloqueada && !r.Acabada, Acabada: r.Acabada, Pendientes: []string{}}
	for _, m := range r.Miembros {
		v.Miembros = append(v.Miembros, verMiembroRonda{m.Persona, m.Nombre, m.Cargo, m.Clave})
	}
	acts, err := s.cfg.Casa.HojasRonda(ctx, r)
	for k := range acts {
		v.Pendientes = append(v.Pendientes, acts[k].Acto)
	}
	return v, err
}

// showRonda answers with a ronda as it now is.
func (s *Servidor) showRonda(c echo.Context, status int, r registers.Ronda, err error) error {
	if err != nil {
		return err
	}
	v, err := s.seeRonda(c.Request().Context(), &r)
	if err != nil {
		return err
	}
	if status == http.StatusCreated {
		return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/rondas/"+r.ID, v)
	}
	return c.JSON(status, v)
}

// rondaPedida is the ronda of a route.
func (s *Servidor) rondaPedida(c echo.Context) (registers.Ronda, error) {
	r, err := s.cfg.Casa.Ronda(c.Request().Context(), c.Param("r"))
	if err == nil && r.Establecimiento != c.Param("e") {
		err = registers.ErrRonda
	}
	return r, err
}

func (s *Servidor) getRondas(c echo.Context) error {
	rs, err := s.cfg.Casa.Rondas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaRondas{Rondas: make([]verRonda, 0, len(rs))}
	for k := range rs {
		v, err := s.seeRonda(c.Request().Context(), &rs[k])
		if err != nil {
			return err
		}
		out.Rondas = append(out.Rondas, v)
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Servidor) getRonda(c echo.Context) error {
	r, err := s.rondaPedida(c)
	return s.showRonda(c, http.StatusOK, r, err)
}

// postRonda opens a ronda. Of the PINs its Idempotency-Key keeps nothing.
func (s *Servidor) postRonda(c echo.Context) error {
	var req peticionRonda
	if err := bind(c, &req); err != nil {
		return err
	}
	c.Set(claveHuella, s.huella([]byte(req.Direccion.Credencial+"\n"+req.Cajero.Credencial)))
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			r, err := s.cfg.Casa.OpenRonda(ctx, autor(c), c.Param("e"), req.Direccion.pase(), req.Cajero.pase())
			return s.showRonda(c, http.StatusCreated, r, err)
		},
		replay: func(status int, ref string) error {
			r, err := s.cfg.Casa.Ronda(c.Request().Context(), ref)
			return s.showRonda(c, status, r, err)
		},
	})
}

type peticionFirmaRonda struct {
	Acto       string `json:"acto" validate:"required,max=80"`
	Credencial string `json:"credencial" validate:"required,max=200"`
	Digest     string `json:"digest" validate:"max=64"` // without it art. 36.3 refuses
	PIN        string `json:"pin,omitempty" validate:"max=32"`
}

// postFirmasRonda signs one sheet: nothing here takes more than one (art. 36.3).
func (s *Servidor) postFirmasRonda(c echo.Context) error {
	var req peticionFirmaRonda
	if err := bind(c, &req); err != nil {
		return err
	}
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	clear := peticionFirmas{Credencial: req.Credencial, Usuario: req.Acto, Digest: req.Digest}
	c.Set(claveHuella, s.huella(clear.claro()))
	show := func(a registers.Acto, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, respuestaFirmas{a.Estado, seeActo(&a)})
	}
	return s.once(c, string(r.Jornada), creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.Firmar(ctx, registers.FirmaRequest{Acto: req.Acto, Ronda: r.ID, PIN: req.PIN, Credencial: req.Credencial, Huella: req.Digest}))
		},
		replay: func(int, string) error { return show(s.cfg.Casa.Acto(c.Request().Context(), req.Acto)) },
	})
}

// postDesbloqueo makes of use a ronda that locked itself.
func (s *Servidor) postDesbloqueo(c echo.Context) error {
	var req peticionPase
	if err := bind(c, &req); err != nil {
		return err
	}
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	r, err = s.cfg.Casa.UnlockRonda(c.Request().Context(), r.ID, req.pase())
	return s.showRonda(c, http.StatusOK, r, err)
}

// postFinRonda ends a ronda.
func (s *Servidor) postFinRonda(c echo.Context) error {
	if err := bind(c, &peticionVacia{}); err != nil {
		return err
	}
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	return s.once(c, string(r.Jornada), creacion{
		do: func(ctx context.Context) error {
			r, err := s.cfg.Casa.EndRonda(ctx, autor(c), r.ID)
			return s.showRonda(c, http.StatusOK, r, err)
		},
		replay: func(int, string) error { return s.getRonda(c) },
	})
}
