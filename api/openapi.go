package api

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"
)

var parametroRuta = regexp.MustCompile(`:([a-z]+)`)

// tipoProblema is the media type of RFC 9457.
const tipoProblema = "application/problem+json"

// buildOpenAPI makes the OpenAPI 3.1 document off the route table: it cannot disagree
// with what is served.
func (s *Servidor) buildOpenAPI() ([]byte, error) {
	schemas := esquemas{}
	schemas.of(Problema{})
	paths := openapi3.NewPaths()
	for _, r := range s.rutas {
		if r.pagina {
			continue
		}
		path := parametroRuta.ReplaceAllString(r.camino, "{$1}")
		item := paths.Value(path)
		if item == nil {
			item = &openapi3.PathItem{}
			paths.Set(path, item)
		}
		item.SetOperation(r.metodo, operation(r, schemas))
	}
	return json.Marshal(&openapi3.T{
		OpenAPI: "3.1.0",
		Info: &openapi3.Info{Title: "Foliado", Version: s.cfg.Version,
			Description: "Registro reglamentario de un casino de juego en la Comunidad de Madrid (Decreto 58/2006). " +
				"Importes en céntimos; instantes en ISO 8601 con su desfase. Lo que admite GET admite HEAD.",
			License: &openapi3.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}},
		Servers: openapi3.Servers{{URL: "/"}},
		Paths:   paths,
		Components: &openapi3.Components{
			Schemas: openapi3.Schemas(schemas),
			Responses: openapi3.ResponseBodies{"Problema": {Value: openapi3.NewResponse().
				WithDescription("Problema (RFC 9457), con el artículo que se aplica").
				WithContent(openapi3.NewContentWithSchemaRef(openapi3.NewSchemaRef("#/components/schemas/Problema", nil), []string{tipoProblema}))}},
			SecuritySchemes: openapi3.SecuritySchemes{
				"token": {Value: openapi3.NewSecurityScheme().WithType("http").WithScheme("bearer")},
				"cookie": {Value: openapi3.NewSecurityScheme().WithType("apiKey").WithIn("cookie").WithName(cookieSesion).
					WithDescription("Lo que cambia algo lleva además " + cabeceraCSRF)},
			},
		},
	})
}

// operation describes a route.
func operation(r ruta, schemas esquemas) *openapi3.Operation {
	op := openapi3.NewOperation()
	op.Summary = r.resumen
	op.OperationID = strings.ToLower(r.metodo) + strings.NewReplacer("/api/v1", "", "/", "_", ":", "", ".", "_", "-", "_").Replace(r.camino)
	op.Parameters = parameters(r)
	op.Security = openapi3.NewSecurityRequirements()
	if !r.publica {
		for _, scheme := range []string{"token", "cookie"} {
			op.Security.With(openapi3.NewSecurityRequirement().Authenticate(scheme))
		}
		op.Extensions = map[string]any{"x-cargos": r.cargos}
	}
	switch {
	case r.csv:
		op.RequestBody = &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithRequired(true).
			WithContent(openapi3.NewContentWithSchema(openapi3.NewStringSchema(), []string{"text/csv"}))}
	case r.cuerpo != nil:
		op.RequestBody = &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().
			WithContent(openapi3.NewContentWithJSONSchemaRef(schemas.of(r.cuerpo)))}
	}
	op.Responses = openapi3.NewResponses(openapi3.WithName("default", nil))
	op.Responses.Set("default", &openapi3.ResponseRef{Ref: "#/components/responses/Problema"})
	answer := success(r, schemas)
	op.AddResponse(r.estado, answer)
	if r.repetida != 0 {
		op.AddResponse(r.repetida, answer)
	}
	return op
}

// parameters are those of the address and the headers that a route heeds.
func parameters(r ruta) openapi3.Parameters {
	var ps openapi3.Parameters
	add := func(p *openapi3.Parameter) {
		ps = append(ps, &openapi3.ParameterRef{Value: p.WithSchema(openapi3.NewStringSchema())})
	}
	for _, m := range parametroRuta.FindAllStringSubmatch(r.camino, -1) {
		add(openapi3.NewPathParameter(m[1]))
	}
	for _, q := range r.consulta {
		add(openapi3.NewQueryParameter(q))
	}
	if r.idem {
		add(openapi3.NewHeaderParameter(cabeceraIdem).WithDescription("clave de quien llama para una sola intención; vale hasta que se certifica la jornada"))
	}
	if r.etag && r.metodo != echo.GET {
		add(openapi3.NewHeaderParameter("If-Match").WithRequired(true).WithDescription("versión que se cambia, de ETag"))
	}
	return ps
}

// success is the answer of a route when all goes well.
func success(r ruta, schemas esquemas) *openapi3.Response {
	answer := openapi3.NewResponse().WithDescription(r.resumen)
	switch {
	case r.tipo == "application/pdf":
		answer.Content = openapi3.Content{r.tipo: openapi3.NewMediaType()}
	case r.tipo != "":
		answer.Content = openapi3.NewContentWithSchema(openapi3.NewStringSchema(), []string{r.tipo})
	case r.respuesta != nil:
		answer.Content = openapi3.NewContentWithJSONSchemaRef(schemas.of(r.respuesta))
	}
	if r.pdf {
		if answer.Content == nil { // nothing but the document
			answer.Content = openapi3.Content{}
		}
		answer.Content["application/pdf"] = openapi3.NewMediaType()
	}
	header := func(name string) {
		if answer.Headers == nil {
			answer.Headers = openapi3.Headers{}
		}
		answer.Headers[name] = &openapi3.HeaderRef{Value: &openapi3.Header{Parameter: openapi3.Parameter{Schema: openapi3.NewStringSchema().NewRef()}}}
	}
	if r.etag {
		header("ETag")
	}
	if r.estado == 201 {
		header(echo.HeaderLocation)
	}
	return answer
}
