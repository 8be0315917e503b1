package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
)

// rutasPersona are the routes about the people of the house and their keys.
func (s *Servidor) rutasPersona() []ruta {
	const p = "/api/v1/personas"
	return []ruta{
		{metodo: "GET", camino: p, cargos: append([]domain.Cargo{domain.FuncionarioInspector}, configura...), hace: s.getPersonas, resumen: "Relación de personal (art. 17.1)", estado: 200, respuesta: listaPersonas{}},
		{metodo: "POST", camino: p, cargos: configura, hace: s.postPersona, resumen: "Alta de una persona", cuerpo: peticionPersona{}, estado: 201, respuesta: verPersona{}},
		{metodo: "GET", camino: p + "/:p", cargos: append([]domain.Cargo{domain.FuncionarioInspector}, configura...), hace: s.getPersona, resumen: "Una persona; su versión va en ETag", estado: 200, respuesta: verPersona{}},
		{metodo: "PATCH", camino: p + "/:p", cargos: configura, hace: s.patchPersona, resumen: "Cambia cargo, establecimiento o nombre; pide If-Match", cuerpo: peticionCambio{}, estado: 200, respuesta: verPersona{}},
		{metodo: "POST", camino: p + "/:p/baja", cargos: configura, hace: s.postBaja, resumen: "Baja: su sesión y su firma dejan de valer", estado: 204},
		{metodo: "PUT", camino: p + "/:p/clave", cargos: []domain.Cargo{domain.Sistema}, hace: s.putClave, resumen: "Pone otra contraseña", cuerpo: peticionClave{}, estado: 204},
		{metodo: "POST", camino: p + "/:p/firma", cargos: direccion, hace: s.postFirma, resumen: "Propone la clave de firma de una persona: la cierran la dirección y un segundo cargo", cuerpo: peticionFirma{}, estado: 201, respuesta: respuestaFirma{}},
		{metodo: "POST", camino: p + "/:p/firma/revocacion", cargos: direccion, hace: s.postRevocacion, resumen: "Propone la revocación de una clave de firma", cuerpo: peticionMotivo{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: "/api/v1/pin", cargos: salaFirma, hace: s.postPIN, resumen: "Cambia el PIN de quien tiene la credencial", cuerpo: peticionPIN{}, estado: 204},
		{metodo: "GET", camino: "/api/v1/establecimientos/:e/direccion", cargos: librosVe, hace: s.getDireccion, resumen: "Quién puede actuar como director en este instante (FIR-3)", estado: 200, respuesta: listaDireccion{}},
		{metodo: "POST", camino: "/api/v1/direccion", cargos: configura, hace: s.postDireccion, resumen: "Anota a quien dirige o sustituye, desde su acuerdo (arts. 8.3.j, 13)", cuerpo: peticionDireccion{}, estado: 204},
		{metodo: "POST", camino: "/api/v1/direccion/:p/cese", cargos: configura, hace: s.postCese, resumen: "Anota el cese en la dirección", estado: 204},
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

type listaPersonas struct {
	Personas []verPersona `json:"personas"`
}

func seePersona(p registers.Persona) verPersona {
	return verPersona{p.ID, p.Usuario, p.Cargo, ambito(p), p.Nombre, p.Apellidos, instante(p.Alta), instante(p.Baja)}
}

func (s *Servidor) getPersonas(c echo.Context) error {
	people, err := s.cfg.Casa.Personas(c.Request().Context())
	if err != nil {
		return err
	}
	out := listaPersonas{Personas: make([]verPersona, 0, len(people))}
	for _, p := range people {
		out.Personas = append(out.Personas, seePersona(p))
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

type peticionPersona struct {
	Usuario         string       `json:"usuario" validate:"required,max=32"`
	Clave           string       `json:"clave" validate:"max=256"`
	Cargo           domain.Cargo `json:"cargo" validate:"required,max=32"`
	Establecimiento string       `json:"establecimiento" validate:"max=32"` // empty: in every one
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

// postPersona registers somebody. Sistema makes users; only the direction appoints to it.
func (s *Servidor) postPersona(c echo.Context) error {
	var req peticionPersona
	if err := bind(c, &req); err != nil {
		return err
	}
	doc, err := documentoDe(req.DocumentoTipo, req.Documento)
	if err != nil {
		return err
	}
	if req.Establecimiento == "" {
		req.Establecimiento = registers.Todos
	}
	p, err := s.cfg.Casa.AltaPersona(c.Request().Context(), autor(c), registers.AltaFacts{Usuario: req.Usuario, Clave: req.Clave,
		Cargo: req.Cargo, Establecimiento: req.Establecimiento, Nombre: req.Nombre, Apellidos: req.Apellidos, Documento: doc})
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, c.Request().URL.Path+"/"+p.ID)
	return c.JSON(http.StatusCreated, seePersona(p))
}

type peticionCambio struct {
	Usuario         string       `json:"usuario" validate:"max=32"`
	Cargo           domain.Cargo `json:"cargo" validate:"max=32"`
	Establecimiento string       `json:"establecimiento" validate:"max=32"`
	Nombre          string       `json:"nombre" validate:"max=120"`
	Apellidos       string       `json:"apellidos" validate:"max=120"`
	DocumentoTipo   string       `json:"documento_tipo" validate:"max=20"`
	Documento       string       `json:"documento" validate:"max=40"`
}

// patchPersona changes what may change of a person, if she is as the caller saw her.
func (s *Servidor) patchPersona(c echo.Context) error {
	var req peticionCambio
	if err := bind(c, &req); err != nil {
		return err
	}
	ctx := c.Request().Context()
	now, err := s.cfg.Casa.Persona(ctx, c.Param("p"))
	if err != nil {
		return err
	}
	if err := checkETag(c, seePersona(now)); err != nil {
		return err
	}
	doc, err := documentoDe(req.DocumentoTipo, req.Documento)
	if err != nil {
		return err
	}
	p, err := s.cfg.Casa.CambioPersona(ctx, autor(c), now.ID, registers.CambioFacts{Usuario: req.Usuario, Cargo: req.Cargo,
		Establecimiento: req.Establecimiento, Nombre: req.Nombre, Apellidos: req.Apellidos, Documento: doc})
	if err != nil {
		return err
	}
	s.vistas.reset()
	return withETag(c, http.StatusOK, seePersona(p))
}

// postBaja removes somebody; her sessions end now.
func (s *Servidor) postBaja(c echo.Context) error {
	if err := s.cfg.Casa.BajaPersona(c.Request().Context(), autor(c), c.Param("p")); err != nil {
		return err
	}
	s.vistas.reset()
	return c.NoContent(http.StatusNoContent)
}

type peticionClave struct {
	Clave string `json:"clave" validate:"required,max=256"`
}

func (s *Servidor) putClave(c echo.Context) error {
	var req peticionClave
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := s.cfg.Casa.SetClave(c.Request().Context(), autor(c), c.Param("p"), req.Clave); err != nil {
		return err
	}
	s.vistas.reset()
	return c.NoContent(http.StatusNoContent)
}

type peticionFirma struct {
	PIN string `json:"pin" validate:"required,max=32"`
}

type respuestaFirma struct {
	Acto       string `json:"acto"`
	Credencial string `json:"credencial"` // text of the badge: shown now and never again
}

// postFirma draws a key for a person; two signatures put it in force.
func (s *Servidor) postFirma(c echo.Context) error {
	var req peticionFirma
	if err := bind(c, &req); err != nil {
		return err
	}
	a, badge, err := s.cfg.Casa.EnrolClave(c.Request().Context(), registers.ClaveFacts{Autor: autor(c), Persona: c.Param("p"), PIN: req.PIN})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, respuestaFirma{a.ID, badge})
}

func (s *Servidor) postRevocacion(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	a, err := s.cfg.Casa.RevokeClave(c.Request().Context(), registers.RevocacionFacts{Autor: autor(c), Persona: c.Param("p"), Motivo: req.Motivo})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, respuestaActo{Acto: a.ID})
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
	err := s.cfg.Casa.CambioPin(c.Request().Context(), registers.PinFacts{Credencial: req.Credencial, PIN: req.PIN, PINNuevo: req.PINNuevo})
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
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
	Establecimiento string            `json:"establecimiento" validate:"max=32"` // empty: every one
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
	if req.Establecimiento == "" {
		req.Establecimiento = registers.Todos
	}
	err = s.cfg.Casa.AppointDireccion(c.Request().Context(), autor(c), registers.DireccionFacts{Persona: req.Persona,
		Calidad: req.Calidad, Establecimiento: req.Establecimiento, Desde: s.cfg.Escritor.Ahora(), Acuerdo: acuerdo})
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *Servidor) postCese(c echo.Context) error {
	if err := s.cfg.Casa.CeaseDireccion(c.Request().Context(), autor(c), c.Param("p"), s.cfg.Escritor.Ahora()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
