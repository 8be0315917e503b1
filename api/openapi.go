package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3gen"

	"foliado/domain"
)

var parametroRuta = regexp.MustCompile(`:([a-z]+)`)

// buildOpenAPI makes the OpenAPI 3.1 document off the route table: it cannot disagree
// with what is served.
func (s *Servidor) buildOpenAPI() ([]byte, error) {
	doc := &openapi3.T{
		OpenAPI: "3.1.0",
		Info: &openapi3.Info{Title: "Foliado", Version: s.cfg.Version,
			Description: "Registro reglamentario de un casino de juego en la Comunidad de Madrid (Decreto 58/2006). Importes en céntimos; instantes en ISO 8601 con su desfase."},
		Paths: openapi3.NewPaths(),
		Components: &openapi3.Components{Schemas: openapi3.Schemas{}, SecuritySchemes: openapi3.SecuritySchemes{
			"token":  {Value: openapi3.NewSecurityScheme().WithType("http").WithScheme("bearer")},
			"cookie": {Value: openapi3.NewSecurityScheme().WithType("apiKey").WithIn("cookie").WithName(cookieSesion)},
		}},
	}
	problema, err := schemaOf(Problema{})
	if err != nil {
		return nil, err
	}
	doc.Components.Schemas["Problema"] = problema
	for _, r := range s.rutas {
		if r.pagina {
			continue
		}
		op, err := s.operation(r)
		if err != nil {
			return nil, fmt.Errorf("openapi of %s %s: %w", r.metodo, r.camino, err)
		}
		path := parametroRuta.ReplaceAllString(r.camino, "{$1}")
		item := doc.Paths.Value(path)
		if item == nil {
			item = &openapi3.PathItem{}
			doc.Paths.Set(path, item)
		}
		item.SetOperation(r.metodo, op)
	}
	return json.Marshal(doc)
}

func (s *Servidor) operation(r ruta) (*openapi3.Operation, error) {
	op := openapi3.NewOperation()
	op.Summary = r.resumen
	op.OperationID = strings.ToLower(r.metodo) + strings.NewReplacer("/", "_", ":", "", ".", "_", "-", "_").Replace(r.camino)
	op.Responses = openapi3.NewResponses(openapi3.WithName("default", problemResponse()))
	for _, m := range parametroRuta.FindAllStringSubmatch(r.camino, -1) {
		op.AddParameter(openapi3.NewPathParameter(m[1]).WithSchema(openapi3.NewStringSchema()))
	}
	for _, q := range r.consulta {
		op.AddParameter(openapi3.NewQueryParameter(q).WithSchema(openapi3.NewStringSchema()))
	}
	if !r.publica {
		op.Security = openapi3.NewSecurityRequirements().With(openapi3.NewSecurityRequirement().Authenticate("token")).
			With(openapi3.NewSecurityRequirement().Authenticate("cookie"))
		op.Extensions = map[string]any{"x-cargos": r.cargos}
	}
	if r.metodo == "POST" {
		op.AddParameter(openapi3.NewHeaderParameter(cabeceraIdem).WithSchema(openapi3.NewStringSchema()))
	}
	if r.cuerpo != nil {
		schema, err := schemaOf(r.cuerpo)
		if err != nil {
			return nil, err
		}
		op.RequestBody = &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithContent(openapi3.NewContentWithJSONSchemaRef(schema))}
	}
	answer := openapi3.NewResponse().WithDescription(r.resumen)
	switch {
	case r.tipo != "":
		answer.Content = openapi3.Content{r.tipo: openapi3.NewMediaType().WithSchema(openapi3.NewStringSchema())}
	case r.respuesta != nil:
		schema, err := schemaOf(r.respuesta)
		if err != nil {
			return nil, err
		}
		answer.Content = openapi3.NewContentWithJSONSchemaRef(schema)
	}
	op.AddResponse(r.estado, answer)
	return op, nil
}

func problemResponse() *openapi3.Response {
	return openapi3.NewResponse().WithDescription("Problema, con el artículo que se aplica").WithContent(openapi3.Content{
		"application/problem+json": openapi3.NewMediaType().WithSchemaRef(openapi3.NewSchemaRef("#/components/schemas/Problema", nil)),
	})
}

// schemaOf reads the schema off a Go type, by the json and validate tags of its fields.
func schemaOf(sample any) (*openapi3.SchemaRef, error) {
	if _, free := sample.(map[string]any); free {
		return openapi3.NewObjectSchema().WithAnyAdditionalProperties().NewRef(), nil
	}
	ref, err := openapi3gen.NewSchemaRefForValue(sample, nil, openapi3gen.UseAllExportedFields(), openapi3gen.SchemaCustomizer(shape))
	return ref, err
}

// shape fits a generated schema to how the API writes the type.
func shape(_ string, t reflect.Type, tag reflect.StructTag, schema *openapi3.Schema) error {
	switch {
	case t == reflect.TypeFor[instante]():
		*schema = *openapi3.NewDateTimeSchema()
		schema.Type = &openapi3.Types{"string", "null"}
	case t == reflect.TypeFor[domain.Importe]():
		schema.Description = "céntimos"
	case t.Kind() == reflect.Pointer:
		if schema.Type != nil && !schema.Type.Includes("null") {
			types := append(openapi3.Types{}, schema.Type.Slice()...)
			types = append(types, "null")
			schema.Type = &types
		}
		schema.Nullable = false
	case t.Kind() == reflect.Struct && t.NumField() > 0:
		schema.Required = nil
		for i := range t.NumField() {
			name, opts, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			validated := strings.HasPrefix(t.Field(i).Tag.Get("validate"), "required")
			isRequest := t.Field(i).Tag.Get("validate") != ""
			if validated || (!isRequest && !strings.Contains(opts, "omitempty") && !strings.HasPrefix(t.Name(), "peticion")) {
				schema.Required = append(schema.Required, name)
			}
		}
	}
	for _, rule := range strings.Split(tag.Get("validate"), ",") {
		if n, ok := strings.CutPrefix(rule, "max="); ok && t.Kind() == reflect.String {
			if v, err := strconv.ParseUint(n, 10, 32); err == nil {
				schema.MaxLength = &v
			}
		}
		if words, ok := strings.CutPrefix(rule, "oneof="); ok {
			for _, w := range strings.Fields(words) {
				schema.Enum = append(schema.Enum, w)
			}
		}
	}
	return nil
}
