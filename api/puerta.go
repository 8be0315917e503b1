package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/norma"
)

// rutasPuerta are the routes of the admission service.
func (s *Servidor) rutasPuerta() []ruta {
	const e = "/api/v1/establecimientos/:e"
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, puertaManda...)
	importa := append([]domain.Cargo{domain.Sistema}, puertaManda...)
	return []ruta{
		{metodo: "POST", camino: e + "/comprobaciones", cargos: puertaHace, hace: s.postComprobacion, resumen: "Identifica a una persona y dice si puede entrar (arts. 20.2, 21.1, 23.1)", idem: true, cuerpo: peticionComprobacion{}, estado: 200, respuesta: respuestaComprobacion{}},
		{metodo: "POST", camino: e + "/comprobaciones/:c/decision", cargos: puertaManda, hace: s.postDecision, resumen: "El responsable decide sobre un candidato (criterio ADM-3)", idem: true, cuerpo: peticionDecision{}, estado: 200, respuesta: respuestaComprobacion{}},
		{metodo: "POST", camino: e + "/comprobaciones/:c/ficha", cargos: puertaHace, hace: s.postFichaComprobacion, resumen: "La persona comprobada es la de una ficha que ya existe, con otro documento (arts. 20.2, 20.3)", idem: true, cuerpo: peticionFicha{}, estado: 200, respuesta: respuestaComprobacion{}},
		{metodo: "GET", camino: e + "/consultas", cargos: inspecciona, hace: s.getConsultas, resumen: "Comprobaciones de una jornada que esperan al responsable (criterio ADM-3)", consulta: []string{"jornada"}, estado: 200, respuesta: listaConsultas{}},
		{metodo: "POST", camino: e + "/tarjetas", cargos: puertaHace, hace: s.postTarjeta, resumen: "Emite la tarjeta numerada (art. 22.3)", idem: true, cuerpo: peticionTarjeta{}, estado: 201, respuesta: respuestaTarjeta{}},
		{metodo: "GET", camino: e + "/tarjetas", cargos: puertaVe, hace: s.getTarjetas, resumen: "Tarjetas de una jornada, por su número", consulta: []string{"jornada", "cursor", "limite"}, estado: 200, respuesta: paginaTarjetas{}},
		{metodo: "GET", camino: e + "/tarjetas/:numero", cargos: puertaVe, hace: s.getTarjeta, resumen: "Una tarjeta; con sufijo .pdf, el impreso", pdf: true, estado: 200, respuesta: respuestaTarjeta{}},
		{metodo: "POST", camino: e + "/tarjetas/:numero/anulacion", cargos: puertaHace, hace: s.postAnulacion, resumen: "Anula una tarjeta; su número no se vuelve a usar (ADM-4)", idem: true, cuerpo: peticionMotivo{}, estado: 201, respuesta: respuestaTarjeta{}},
		{metodo: "POST", camino: e + "/tarjetas/:numero/anulacion/visto", cargos: puertaManda, hace: s.postVisto, resumen: "Segunda firma de una anulación (ADM-4)", idem: true, estado: 200, respuesta: respuestaTarjeta{}},
		{metodo: "GET", camino: e + "/anulaciones", cargos: inspecciona, hace: s.getAnulaciones, resumen: "Tarjetas de una jornada cuya anulación espera su segunda firma (ADM-4)", consulta: []string{"jornada"}, estado: 200, respuesta: listaAnulaciones{}},
		{metodo: "GET", camino: e + "/denegaciones", cargos: inspecciona, hace: s.getDenegaciones, resumen: "Denegaciones de una jornada, la última primero", consulta: []string{"jornada", "cursor", "limite"}, estado: 200, respuesta: paginaDenegaciones{}},
		{metodo: "GET", camino: "/api/v1/fichas", cargos: inspecciona, hace: s.getFichaDocumento, resumen: "Ficha a la que está unido un documento; la consulta queda anotada (art. 20.4)", consulta: []string{"documento"}, estado: 200, respuesta: respuestaFicha{}},
		{metodo: "GET", camino: "/api/v1/fichas/:ficha", cargos: inspecciona, hace: s.getFicha, resumen: "Ficha de un visitante; la consulta queda anotada (art. 20.4)", estado: 200, respuesta: respuestaFicha{}},
		{metodo: "POST", camino: "/api/v1/fichas/:ficha/documentos", cargos: puertaManda, hace: s.postDocumento, resumen: "Une a una ficha el documento de una comprobación, que es de la misma persona (art. 20.2)", cuerpo: peticionDocumento{}, estado: 204},
		{metodo: "POST", camino: "/api/v1/fichas/:ficha/observaciones", cargos: puertaHace, hace: s.postObservacion, resumen: "Anota una observación en una ficha (art. 20.3)", cuerpo: peticionObservacion{}, estado: 204, idem: true},
		{metodo: "POST", camino: "/api/v1/interdicciones", cargos: importa, hace: s.postInterdicciones, resumen: "Importa la lista de interdicciones en CSV (art. 20.2)", consulta: []string{"fuente"}, maxCuerpo: maxLista, csv: true, estado: 201, respuesta: verLista{}},
		{metodo: "GET", camino: "/api/v1/interdicciones/avance", cargos: append([]domain.Cargo{domain.FuncionarioInspector}, importa...), hace: s.getAvance, resumen: "Cuántas líneas lleva comprobadas la importación en curso", estado: 200, respuesta: verAvance{}},
		{metodo: "GET", camino: "/api/v1/interdicciones", cargos: todos, hace: s.getInterdicciones, resumen: "Qué lista está en vigor y de cuándo es", estado: 200, respuesta: verLista{}},
	}
}

type peticionComprobacion struct {
	Tipo            string `json:"tipo" validate:"required,max=20"`
	Numero          string `json:"numero" validate:"required,max=40"`
	Nombre          string `json:"nombre" validate:"max=120"`
	Apellidos       string `json:"apellidos" validate:"max=120"`
	FechaNacimiento string `json:"fecha_nacimiento,omitempty" validate:"max=10"` // not with mismo_documento
	Pais            string `json:"pais,omitempty" validate:"max=3"`              // State that issued a passport, identity card or licence
	Caducidad       string `json:"caducidad,omitempty" validate:"max=10"`        // last day of the document; none: seen to be in force
	NombreCortado   bool   `json:"nombre_cortado,omitempty"`                     // the machine-readable zone had no room for it
	MismoDocumento  bool   `json:"mismo_documento,omitempty"`                    // a returning visitor: the rest is on file (ADM-5)
}

// visitante is the person asked about; the dates are checked here, the rest by the rules.
func (p *peticionComprobacion) visitante() (admission.Visitante, error) {
	v := admission.Visitante{Tipo: p.Tipo, Pais: p.Pais, Numero: p.Numero, Nombre: p.Nombre, Apellidos: p.Apellidos,
		Cortado: p.NombreCortado, Mismo: p.MismoDocumento}
	var err error
	if !p.MismoDocumento || p.FechaNacimiento != "" {
		if v.FechaNacimiento, err = domain.ParseFecha(p.FechaNacimiento); err != nil {
			return v, &errForma{map[string]string{"fecha_nacimiento": err.Error()}}
		}
	}
	if p.Caducidad != "" {
		if v.Caducidad, err = domain.ParseFecha(p.Caducidad); err != nil {
			return v, &errForma{map[string]string{"caducidad": err.Error()}}
		}
	}
	return v, nil
}

type respuestaComprobacion struct {
	Veredicto    acceso.Veredicto `json:"veredicto"`
	Comprobacion string           `json:"comprobacion"`
	Articulo     string           `json:"articulo,omitempty"`
	Fundamento   string           `json:"fundamento,omitempty"` // to whom criterio ADM-10 lets see it
	Apartado     string           `json:"apartado,omitempty"`   // of Ley 6/2001, to the same
	Criterio     string           `json:"criterio,omitempty"`
	Mensaje      string           `json:"mensaje,omitempty"`
	Exhibido     string           `json:"documento_exhibido"`
	Caducidad    string           `json:"caducidad,omitempty"`
	Nombre       string           `json:"nombre"`
	Apellidos    string           `json:"apellidos"`
	Ficha        int64            `json:"ficha,omitempty"`      // she has come before
	Duplicado    bool             `json:"posible_duplicado"`    // other fichas have her name and birth date
	Duplicados   []verDuplicado   `json:"duplicados,omitempty"` // which
	Avisos       []string         `json:"avisos,omitempty"`
	Jornada      string           `json:"jornada"`
	Lista        *string          `json:"lista"` // digest of the barred list looked at
}

// postComprobacion checks a person at the door.
func (s *Servidor) postComprobacion(c echo.Context) error {
	var req peticionComprobacion
	if err := bind(c, &req); err != nil {
		return err
	}
	v, err := req.visitante()
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showComprobacion(c)(s.cfg.Puerta.Check(ctx, c.Param("e"), v, autor(c)))
		},
		replay: func(_ int, ref string) error {
			return showComprobacion(c)(s.cfg.Puerta.Comprobacion(c.Request().Context(), c.Param("e"), ref))
		},
	})
}

// showComprobacion answers with a check, or returns why there is none.
func showComprobacion(c echo.Context) func(admission.Comprobacion, error) error {
	return func(k admission.Comprobacion, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, verComprobacion(&k, sesionDe(c).Persona.Cargo))
	}
}

// verComprobacion shows a check as its cargo may see it (criterio ADM-10).
func verComprobacion(k *admission.Comprobacion, cargo domain.Cargo) respuestaComprobacion {
	d := k.Decision.For(cargo)
	r := respuestaComprobacion{Veredicto: d.Veredicto, Comprobacion: k.ID, Avisos: k.Avisos,
		Exhibido: string(k.Exhibido), Caducidad: string(k.Caducidad), Nombre: k.Nombre, Apellidos: k.Apellidos, Ficha: k.Ficha,
		Duplicado: len(k.Duplicados) > 0, Duplicados: verDuplicados(k.Duplicados),
		Jornada: string(k.Jornada), Mensaje: mensajeVeredicto(d.Veredicto)}
	if len(d.Fundamentos) > 0 {
		g := d.Fundamentos[0]
		r.Articulo, r.Fundamento, r.Criterio = cite(g.Articulo), string(g.Causa), g.Criterio
		if g.Articulo.Norma() == norma.Ley6 { // art. 21.1 turns both grounds into refusal of entry
			r.Articulo, r.Apartado = "21.1", g.Articulo.String()
		}
	}
	if k.Lista != nil {
		r.Lista = &k.Lista.Huella
	}
	return r
}

func mensajeVeredicto(v acceso.Veredicto) string {
	switch v {
	case acceso.NoPuedeEntrar:
		return "No puede entrar: avise al responsable."
	case acceso.Consultar:
		return "Consulte al responsable: decide él."
	case acceso.SinComprobar:
		return "La lista de interdicciones no se puede consultar: no se emite tarjeta."
	}
	return ""
}

type peticionDecision struct {
	Admite bool   `json:"admite"`
	Motivo string `json:"motivo" validate:"required,max=500"`
}

// postDecision is the jefe de admisión's word on a candidate.
func (s *Servidor) postDecision(c echo.Context) error {
	var req peticionDecision
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showComprobacion(c)(s.cfg.Puerta.Resolve(ctx, c.Param("e"), c.Param("c"), req.Admite, req.Motivo, autor(c)))
		},
		replay: func(int, string) error {
			return showComprobacion(c)(s.cfg.Puerta.Comprobacion(c.Request().Context(), c.Param("e"), c.Param("c")))
		},
	})
}

type peticionTarjeta struct {
	Comprobacion string           `json:"comprobacion" validate:"required,max=64"`
	Precio       domain.Importe   `json:"precio" validate:"min=0"`
	Reduccion    acceso.Reduccion `json:"reduccion,omitempty" validate:"max=40"` // case of art. 23.3; without it, the unit price
	Hasta        domain.Fecha     `json:"hasta,omitempty" validate:"max=10"`     // last jornada of a card for several days (art. 23.3.c)
}

type respuestaTarjeta struct {
	Numero          int64            `json:"numero"`
	Establecimiento string           `json:"establecimiento"`
	Jornada         domain.Fecha     `json:"jornada"`
	Validez         domain.Fecha     `json:"validez"`
	Precio          domain.Importe   `json:"precio"`
	Reduccion       acceso.Reduccion `json:"reduccion,omitempty"` // case of art. 23.3
	Nombre          string           `json:"nombre"`
	Apellidos       string           `json:"apellidos"`
	DocumentoTipo   string           `json:"documento_tipo"`
	Documento       string           `json:"documento"`
	Ficha           int64            `json:"ficha"`
	Emitida         instante         `json:"emitida"`
	Posicion        int64            `json:"posicion"`
	Anulada         bool             `json:"anulada"`
	Visto           bool             `json:"anulacion_vista"`
	Duplica         int64            `json:"duplica,omitempty"` // lost card whose place it takes (ADM-4)
	Grupo           int64            `json:"grupo,omitempty"`   // group it was paid with (art. 23.3)
}

func verTarjeta(t *admission.Tarjeta) respuestaTarjeta {
	return respuestaTarjeta{Numero: t.Numero, Establecimiento: t.Establecimiento, Jornada: t.Jornada, Validez: t.Validez,
		Precio: t.Precio, Reduccion: t.Reduccion, Nombre: t.Nombre, Apellidos: t.Apellidos, DocumentoTipo: t.DocumentoTipo, Documento: t.Documento,
		Ficha: t.Ficha, Emitida: instante(t.Emitida), Posicion: t.Posicion, Anulada: t.Anulada, Visto: t.Visto, Duplica: t.Duplica, Grupo: t.Grupo}
}

// postTarjeta issues a card.
func (s *Servidor) postTarjeta(c echo.Context) error {
	var req peticionTarjeta
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("hasta", req.Hasta); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			t, err := s.cfg.Puerta.Issue(ctx, admission.Emision{Establecimiento: c.Param("e"), Comprobacion: req.Comprobacion,
				Precio: req.Precio, Reduccion: req.Reduccion, Hasta: req.Hasta, Autor: autor(c)})
			if err != nil {
				return err
			}
			return created(c, tarjetaPath(c, t.Numero), verTarjeta(&t))
		},
		replay: s.replayTarjeta(c),
	})
}

func tarjetaPath(c echo.Context, numero int64) string {
	return fmt.Sprintf("/api/v1/establecimientos/%s/tarjetas/%d", c.Param("e"), numero)
}

// created answers 201 with where the thing made is.
func created(c echo.Context, path string, v any) error {
	c.Response().Header().Set(echo.HeaderLocation, path)
	return c.JSON(http.StatusCreated, v)
}

// replayTarjeta answers an idempotent replay with the card as it now is.
func (s *Servidor) replayTarjeta(c echo.Context) func(int, string) error {
	return func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return fmt.Errorf("idempotent reference %q: %w", ref, err)
		}
		t, err := s.cfg.Puerta.Tarjeta(c.Request().Context(), c.Param("e"), n)
		if err != nil {
			return err
		}
		return created(c, tarjetaPath(c, t.Numero), verTarjeta(&t))
	}
}

// getTarjeta answers a card, or its PDF when the number ends in .pdf.
func (s *Servidor) getTarjeta(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("numero"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	t, err := s.cfg.Puerta.Tarjeta(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfTarjeta(c, &t)
	}
	return c.JSON(http.StatusOK, verTarjeta(&t))
}

type paginaTarjetas struct {
	Tarjetas []respuestaTarjeta `json:"tarjetas"`
	Cursor   string             `json:"cursor,omitempty"` // give it back for the next page
}

// getTarjetas lists the cards of a jornada by number, a page at a time.
func (s *Servidor) getTarjetas(c echo.Context) error {
	after, limit, err := page(c)
	if err != nil {
		return err
	}
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	cards, err := s.cfg.Puerta.Tarjetas(c.Request().Context(), c.Param("e"), j, after, limit)
	if err != nil {
		return err
	}
	p := paginaTarjetas{Tarjetas: make([]respuestaTarjeta, 0, len(cards))}
	for k := range cards {
		p.Tarjetas = append(p.Tarjetas, verTarjeta(&cards[k]))
	}
	if len(cards) == limit {
		p.Cursor = strconv.FormatInt(cards[len(cards)-1].Numero, 10)
	}
	return c.JSON(http.StatusOK, p)
}

// page reads the cursor and the size of a page.
func page(c echo.Context) (cursor int64, limit int, err error) {
	if limit, err = pageSize(c); err != nil {
		return 0, 0, err
	}
	if q := c.QueryParam("cursor"); q != "" {
		if cursor, err = parseNumero(q); err != nil {
			return 0, 0, &errForma{map[string]string{"cursor": "el cursor no es de esta lista"}}
		}
	}
	return cursor, limit, nil
}

// pageSize is how many lines a page has: a hundred unless the request says.
func pageSize(c echo.Context) (int, error) {
	q := c.QueryParam("limite")
	if q == "" {
		return 100, nil
	}
	n, err := parseNumero(q)
	if err != nil || n > 500 {
		return 0, &errForma{map[string]string{"limite": "el límite va de 1 a 500"}}
	}
	return int(n), nil
}

type peticionMotivo struct {
	Motivo string `json:"motivo" validate:"required,max=500"`
}

// postAnulacion voids a card.
func (s *Servidor) postAnulacion(c echo.Context) error {
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
			t, err := s.cfg.Puerta.Void(ctx, c.Param("e"), n, req.Motivo, autor(c))
			if err != nil {
				return err
			}
			return created(c, tarjetaPath(c, n), verTarjeta(&t))
		},
		replay: s.replayTarjeta(c),
	})
}

// postVisto is the second signature of a void.
func (s *Servidor) postVisto(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	show := func(t admission.Tarjeta, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, verTarjeta(&t))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error { return show(s.cfg.Puerta.Confirm(ctx, c.Param("e"), n, autor(c))) },
		replay: func(int, string) error {
			return show(s.cfg.Puerta.Tarjeta(c.Request().Context(), c.Param("e"), n))
		},
	})
}
