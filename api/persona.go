package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/diario"
)

// rutasPersona are the routes about the people of the house and their keys.
func (s *Servidor) rutasPersona() []ruta {
	const p = "/api/v1/personas"
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, configura...)
	return []ruta{
		{metodo: "GET", camino: p, cargos: inspecciona, hace: s.getPersonas, resumen: "Relación de personal (art. 17.1), por orden de alta", consulta: []string{"cursor", "limite"}, estado: 200, respuesta: paginaPersonas{}},
		{metodo: "POST", camino: p, cargos: configura, hace: s.postPersona, resumen: "Alta de una persona", cuerpo: peticionPersona{}, estado: 201, respuesta: verPersona{}, idem: true},
		{metodo: "GET", camino: p + "/:p", cargos: inspecciona, hace: s.getPersona, resumen: "Una persona", etag: true, estado: 200, respuesta: verPersona{}},
		{metodo: "PATCH", camino: p + "/:p", cargos: configura, hace: s.patchPersona, resumen: "Cambia cargo, establecimiento o nombre; con otro cargo o establecimiento acaban sus sesiones", etag: true, cuerpo: peticionCambio{}, estado: 200, respuesta: verPersona{}},
		{metodo: "POST", camino: p + "/:p/baja", cargos: configura, hace: s.postBaja, resumen: "Baja: sus sesiones y su firma dejan de valer", estado: 204, idem: true},
		{metodo: "PUT", camino: p + "/:p/clave", cargos: []domain.Cargo{domain.Sistema}, hace: s.putClave, resumen: "Pone otra contraseña; acaban las sesiones de la persona", cuerpo: peticionClave{}, estado: 204},
		{metodo: "POST", camino: p + "/:p/firma", cargos: direccion, hace: s.postFirma, resumen: "Propone la clave de firma de una persona: la cierran la dirección y un segundo cargo", cuerpo: peticionFirma{}, estado: 201, respuesta: respuestaFirma{}, idem: true},
		{metodo: "POST", camino: p + "/:p/firma/revocacion", cargos: direccion, hace: s.postRevocacion, resumen: "Propone la revocación de una clave de firma", cuerpo: peticionMotivo{}, estado: 201, respuesta: respuestaActo{}, idem: true},
		{metodo: "POST", camino: "/api/v1/pin", cargos: salaFirma, hace: s.postPIN, resumen: "Cambia el PIN de quien tiene la credencial", cuerpo: peticionPIN{}, estado: 204, idem: true},
		{metodo: "GET", camino: "/api/v1/establecimientos/:e/direccion", cargos: librosVe, hace: s.getDireccion, resumen: "Quién puede actuar como director en este instante (FIR-3)", estado: 200, respuesta: listaDireccion{}},
		{metodo: "POST", camino: "/api/v1/direccion", cargos: configura, hace: s.postDireccion, resumen: "Anota a quien dirige o sustituye, desde su acuerdo (arts. 8.3.j, 13)", cuerpo: peticionDireccion{}, estado: 204, idem: true},
		{metodo: "POST", camino: "/api/v1/direccion/:p/cese", cargos: configura, hace: s.postCese, resumen: "Anota el cese en la dirección", estado: 204, idem: true},
	}
}

type verPersona struct {
	Persona         string       `json:"persona"`
	Usuario         string       `json:"usuario"`
	Cargo           domain.Cargo `json:"cargo"`
	Establecimiento *string      `json:"establecimiento"` // null: in every one
	Nombre          string       `json:"nombre"`
	Apellidos       string       `json:"apellidos"`
	Alta            instante     `json:"alta"`
	Baja            instante     `json:"baja"`
}

type paginaPersonas struct {
	Personas []verPersona `json:"personas"`
	Cursor   string       `json:"cursor,omitempty"`
}

func seePersona(p registers.Persona) verPersona {
	return verPersona{p.ID, p.Usuario, p.Cargo, ambito(p), p.Nombre, p.Apellidos, instante(p.Alta), instante(p.Baja)}
}

func (s *Servidor) getPersonas(c echo.Context) error {
	limit, err := pageSize(c)
	if err != nil {
		return err
	}
	people, err := s.cfg.Casa.Personas(c.Request().Context())
	if err != nil {
		return err
	}
	if q := c.QueryParam("cursor"); q != "" {
		k := slices.IndexFunc(people, func(p registers.Persona) bool { return p.ID == q })
		if k < 0 {
			return &errForma{map[string]string{"cursor": "el cursor no es de esta lista"}}
		}
		people = people[k+1:]
	}
	out := paginaPersonas{Personas: []verPersona{}}
	for _, p := range people[:min(limit, len(people))] {
		out.Personas = append(out.Personas, seePersona(p))
	}
	if len(people) > limit {
		out.Cursor = people[limit-1].ID
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Servidor) getPersona(c echo.Context) error {
	p, err := s.cfg.Casa.Persona(c.Request().Context(), c.Param("p"))
	if err != nil {
		return err
	}
	return withETag(c, http.StatusOK, seePersona(p))
}

// checkAmbito refuses to whoever serves in one establecimiento what concerns another, or
// all of them ("" says all).
func checkAmbito(c echo.Context, establecimientos ...string) error {
	own := ambito(sesionDe(c).Persona)
	for _, e := range establecimientos {
		if own != nil && *own != e {
			return errAmbito
		}
	}
	return nil
}

// personaPedida is the person of a route, if the caller may change her.
func (s *Servidor) personaPedida(c echo.Context) (registers.Persona, error) {
	p, err := s.cfg.Casa.Persona(c.Request().Context(), c.Param("p"))
	if err != nil {
		return p, err
	}
	return p, checkAmbito(c, p.Establecimiento)
}

type peticionPersona struct {
	Usuario         string       `json:"usuario" validate:"required,max=32"`
	Clave           string       `json:"clave" validate:"max=256"`
	Cargo           domain.Cargo `json:"cargo" validate:"required,max=32"`
	Establecimiento *string      `json:"establecimiento,omitempty" validate:"omitempty,max=32"` // null: in every one
	Nombre          string       `json:"nombre" validate:"required,max=120"`
	Apellidos       string       `json:"apellidos" validate:"max=120"`
	DocumentoTipo   string       `json:"documento_tipo" validate:"max=20"`
	Documento       string       `json:"documento" validate:"max=40"`
}

func documentoDe(tipo, numero string) (identidad.Documento, error) {
	if numero == "" {
		return identidad.Documento{}, nil
	}
	doc, _, err := identidad.Parse(tipo, numero)
	return doc, err
}

// todosSi is the establecimiento named, or every one.
func todosSi(e *string) string {
	if e == nil || *e == "" {
		return registers.Todos
	}
	return *e
}

func (r *peticionPersona) facts() (registers.AltaFacts, error) {
	doc, err := documentoDe(r.DocumentoTipo, r.Documento)
	return registers.AltaFacts{Usuario: r.Usuario, Clave: r.Clave, Cargo: r.Cargo, Establecimiento: todosSi(r.Establecimiento),
		Nombre: r.Nombre, Apellidos: r.Apellidos, Documento: doc}, err
}

// postPersona registers somebody.
func (s *Servidor) postPersona(c echo.Context) error {
	var req peticionPersona
	if err := bind(c, &req); err != nil {
		return err
	}
	f, err := req.facts()
	if err = cmp.Or(err, checkAmbito(c, f.Establecimiento)); err != nil {
		return err
	}
	show := func(p registers.Persona, err error) error {
		if err != nil {
			return err
		}
		return created(c, "/api/v1/personas/"+p.ID, seePersona(p))
	}
	return s.onceIn(c, diario.Entidad, "", creacion{
		do:     func(ctx context.Context) error { return show(s.cfg.Casa.AltaPersona(ctx, autor(c), f)) },
		replay: func(_ int, ref string) error { return show(s.cfg.Casa.Persona(c.Request().Context(), ref)) },
	})
}

// peticionCambio is what changes of a person: what is left out stays as it was.
type peticionCambio struct {
	Usuario         string       `json:"usuario,omitempty" validate:"max=32"`
	Cargo           domain.Cargo `json:"cargo,omitempty" validate:"max=32"`
	Establecimiento string       `json:"establecimiento,omitempty" validate:"max=32"` // "*": in every one
	Nombre          string       `json:"nombre,omitempty" validate:"max=120"`
	Apellidos       string       `json:"apellidos,omitempty" validate:"max=120"`
	DocumentoTipo   string       `json:"documento_tipo,omitempty" validate:"max=20"`
	Documento       string       `json:"documento,omitempty" validate:"max=40"`
}

func (r *peticionCambio) facts() (registers.CambioFacts, error) {
	doc, err := documentoDe(r.DocumentoTipo, r.Documento)
	return registers.CambioFacts{Usuario: r.Usuario, Cargo: r.Cargo, Establecimiento: r.Establecimiento,
		Nombre: r.Nombre, Apellidos: r.Apellidos, Documento: doc}, err
}

// patchPersona changes what may change of a person, if she is as the caller saw her.
func (s *Servidor) patchPersona(c echo.Context) error {
	var req peticionCambio
	if err := bind(c, &req); err != nil {
		return err
	}
	asked, err := s.personaPedida(c)
	if err != nil {
		return err
	}
	f, err := req.facts()
	if err = cmp.Or(err, checkAmbito(c, cmp.Or(f.Establecimiento, asked.Establecimiento))); err != nil {
		return err
	}
	var p registers.Persona
	now := func() (verPersona, error) {
		p, err := s.personaPedida(c)
		return seePersona(p), err
	}
	err = change(c, now, func(ctx context.Context) (err error) {
		p, err = s.cfg.Casa.CambioPersona(ctx, autor(c), asked.ID, f)
		return err
	})
	if err != nil {
		return err
	}
	s.vistas.reset()
	return withETag(c, http.StatusOK, seePersona(p))
}

// postBaja removes somebody; her sessions end now.
func (s *Servidor) postBaja(c echo.Context) error {
	p, err := s.personaPedida(c)
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		defer s.vistas.reset()
		return s.cfg.Casa.BajaPersona(ctx, autor(c), p.ID)
	})
}

type peticionClave struct {
	Clave string `json:"clave" validate:"required,max=256"`
}

// putClave gives somebody another password. Her sessions end: they were opened with the
// former one.
func (s *Servidor) putClave(c echo.Context) error {
	var req peticionClave
	if err := bind(c, &req); err != nil {
		return err
	}
	p, err := s.personaPedida(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := s.cfg.Casa.SetClave(ctx, autor(c), p.ID, req.Clave); err != nil {
		return err
	}
	if err := s.cutSesiones(ctx, p.ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

type peticionFirma struct {
	PIN string `json:"pin" validate:"required,max=32"`
}

type respuestaFirma struct {
	Acto       string `json:"acto"`
	Credencial string `json:"credencial"` // text of the badge: shown now and never again; empty in a replay
}

// postFirma draws a key for a person; two signatures put it in force.
func (s *Servidor) postFirma(c echo.Context) error {
	var req peticionFirma
	if err := bind(c, &req); err != nil {
		return err
	}
	p, err := s.personaPedida(c)
	if err != nil {
		return err
	}
	var badge string
	show := func(a *registers.Acto) error { return created(c, actoPath(a), respuestaFirma{a.ID, badge}) }
	return s.onceActo(c, diario.Entidad, show, func(ctx context.Context) (a registers.Acto, err error) {
		a, badge, err = s.cfg.Casa.EnrolClave(ctx, registers.ClaveFacts{Autor: autor(c), Persona: p.ID, PIN: req.PIN})
		return a, err
	})
}

func (s *Servidor) postRevocacion(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	p, err := s.personaPedida(c)
	if err != nil {
		return err
	}
	show := func(a *registers.Acto) error { return created(c, actoPath(a), actoResponse(a, nil)) }
	return s.onceActo(c, diario.Entidad, show, func(ctx context.Context) (registers.Acto, error) {
		return s.cfg.Casa.RevokeClave(ctx, registers.RevocacionFacts{Autor: autor(c), Persona: p.ID, Motivo: req.Motivo})
	})
}

type peticionPIN struct {
	Credencial string `json:"credencial" validate:"required,max=200"`
	PIN        string `json:"pin" validate:"required,max=32"`
	PINNuevo   string `json:"pin_nuevo" validate:"required,max=32"`
}

func (s *Servidor) postPIN(c echo.Context) error {
	var req peticionPIN
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.CambioPin(ctx, registers.PinFacts{Credencial: req.Credencial, PIN: req.PIN, PINNuevo: req.PINNuevo})
	})
}

type verDireccion struct {
	Persona string            `json:"persona"`
	Nombre  string            `json:"nombre"`
	Calidad registers.Calidad `json:"calidad"`
	Desde   instante          `json:"desde"`
	Acuerdo domain.Fecha      `json:"acuerdo"`
}

type listaDireccion struct {
	Direccion []verDireccion `json:"direccion"`
}

func (s *Servidor) getDireccion(c echo.Context) error {
	set, err := s.cfg.Casa.Direccion(c.Request().Context(), c.Param("e"), s.cfg.Escritor.Ahora())
	if err != nil {
		return err
	}
	out := listaDireccion{Direccion: make([]verDireccion, 0, len(set))}
	for _, d := range set {
		out.Direccion = append(out.Direccion, verDireccion{d.Persona.ID, d.Persona.NombreCompleto(), d.Calidad, instante(d.Desde), d.Acuerdo})
	}
	return c.JSON(http.StatusOK, out)
}

type peticionDireccion struct {
	Persona         string            `json:"persona" validate:"required,max=32"`
	Calidad         registers.Calidad `json:"calidad" validate:"required,oneof=titular sustituto"`
	Establecimiento *string           `json:"establecimiento,omitempty" validate:"omitempty,max=32"` // null: every one
	Acuerdo         string            `json:"acuerdo" validate:"required,max=10"`
}

// postDireccion adds somebody to the set of those who act as director, from now on.
func (s *Servidor) postDireccion(c echo.Context) error {
	var req peticionDireccion
	if err := bind(c, &req); err != nil {
		return err
	}
	acuerdo, err := domain.ParseFecha(req.Acuerdo)
	if err != nil {
		return &errForma{map[string]string{"acuerdo": err.Error()}}
	}
	where := todosSi(req.Establecimiento)
	if err := checkAmbito(c, where); err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.AppointDireccion(ctx, autor(c), registers.DireccionFacts{Persona: req.Persona,
			Calidad: req.Calidad, Establecimiento: where, Desde: s.cfg.Escritor.Ahora(), Acuerdo: acuerdo})
	})
}

func (s *Servidor) postCese(c echo.Context) error {
	p, err := s.personaPedida(c)
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.CeaseDireccion(ctx, autor(c), p.ID, s.cfg.Escritor.Ahora())
	})
}
