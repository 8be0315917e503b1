package api

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/jugada"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/registers/diario"
)

// esquemas gathers the schemas of what the API takes and gives, one component for each
// struct, read off its fields and their json and validate tags. JSON Schema 2020-12, as
// OpenAPI 3.1 wants it: null is a type.
type esquemas openapi3.Schemas

// propios are the types that are written in their own way.
var propios = map[reflect.Type]openapi3.Schema{
	reflect.TypeFor[instante](): {Type: &openapi3.Types{"string", "null"}, Format: "date-time",
		Description: "ISO 8601 con su desfase, a microsegundos; null si no lo hay"},
	reflect.TypeFor[domain.Importe](): {Type: &openapi3.Types{"integer"}, Format: "int64", Description: "céntimos"},
	reflect.TypeFor[domain.Fecha]():   {Type: &openapi3.Types{"string"}, Pattern: `^(\d{4}-\d{2}-\d{2})?$`, Description: "AAAA-MM-DD; vacía si no la hay"},
	reflect.TypeFor[domain.Piezas](): {Type: &openapi3.Types{"object"}, Description: "denominación en céntimos → número de piezas",
		PropertyNames:        openapi3.NewSchemaRef("", &openapi3.Schema{Pattern: `^[1-9][0-9]*$`}),
		AdditionalProperties: openapi3.AdditionalProperties{Schema: openapi3.NewSchemaRef("", openapi3.NewInt64Schema().WithMin(0))}},
	reflect.TypeFor[hechosJugada](): {Type: &openapi3.Types{"object"},
		Description: "hechos de la jugada con las claves del esquema de su juego: número, cartas o dados, y las apuestas"},
	reflect.TypeFor[jugada.Veredicto](): enum(jugada.Veredictos),
	reflect.TypeFor[maximos](): {Type: &openapi3.Types{"string", "integer"}, Pattern: `^(bajo|alto|[1-9][0-9]*(/[1-9][0-9]*)?)?$`,
		Description: "bajo o alto en las ruletas; en los demás juegos, cuántas veces el mínimo admite su norma: 50, 100 o 200 en el black jack, número/sencillas en la bola («40/200»)"},
	reflect.TypeFor[domain.Cargo]():      enum(domain.Cargos),
	reflect.TypeFor[domain.Fase]():       enum(domain.Fases),
	reflect.TypeFor[domain.Juego]():      enum(domain.Juegos),
	reflect.TypeFor[acceso.Veredicto]():  enum([]acceso.Veredicto{acceso.PuedeEntrar, acceso.NoPuedeEntrar, acceso.Consultar, acceso.SinComprobar}),
	reflect.TypeFor[libros.Presencia]():  enum([]libros.Presencia{libros.NoPresente, libros.PresenteFirma, libros.PresenteNoFirma, libros.OtraDependencia}),
	reflect.TypeFor[registers.Estado]():  enum([]registers.Estado{registers.EstadoPropuesto, registers.EstadoCerrado, registers.EstadoRetirado, registers.EstadoCaducado}),
	reflect.TypeFor[registers.TipoDia](): enum([]registers.TipoDia{registers.Laborable, registers.Festivo, registers.Vispera}),
	reflect.TypeFor[registers.Calidad](): enum([]registers.Calidad{registers.CalidadTitular, registers.CalidadSustituto}),
	reflect.TypeFor[diario.Modo]():       enum([]diario.Modo{diario.ModoClave, diario.ModoRonda, diario.ModoManuscrita, diario.ModoSeNiega}),
}

func enum[T ~string](words []T) openapi3.Schema {
	s := openapi3.Schema{Type: &openapi3.Types{"string"}}
	for _, w := range words {
		s.Enum = append(s.Enum, string(w))
	}
	return s
}

// of is the schema of the type of a sample.
func (e esquemas) of(sample any) *openapi3.SchemaRef { return e.ref(reflect.TypeOf(sample), "") }

// ref is the schema of a type under a validate tag.
func (e esquemas) ref(t reflect.Type, validate string) *openapi3.SchemaRef {
	if own, ok := propios[t]; ok {
		return openapi3.NewSchemaRef("", &own)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(e.ref(t.Elem(), validate))
	case reflect.Struct:
		return e.component(t)
	case reflect.Slice:
		return openapi3.NewSchemaRef("", &openapi3.Schema{Type: &openapi3.Types{"array"}, Items: e.ref(t.Elem(), "")})
	case reflect.Map:
		s := openapi3.NewObjectSchema()
		if t.Elem().Kind() != reflect.Interface {
			s.AdditionalProperties = openapi3.AdditionalProperties{Schema: e.ref(t.Elem(), "")}
		}
		return openapi3.NewSchemaRef("", s)
	case reflect.Bool:
		return openapi3.NewSchemaRef("", openapi3.NewBoolSchema())
	case reflect.Int, reflect.Int64:
		return openapi3.NewSchemaRef("", openapi3.NewInt64Schema())
	}
	s := openapi3.NewStringSchema()
	for rule := range strings.SplitSeq(validate, ",") {
		if n, err := strconv.ParseUint(strings.TrimPrefix(rule, "max="), 10, 32); err == nil {
			s.MaxLength = &n
		}
	}
	return openapi3.NewSchemaRef("", s)
}

// nullable admits null beside what the schema admits.
func nullable(r *openapi3.SchemaRef) *openapi3.SchemaRef {
	null := openapi3.NewSchemaRef("", &openapi3.Schema{Type: &openapi3.Types{"null"}})
	return openapi3.NewSchemaRef("", &openapi3.Schema{AnyOf: openapi3.SchemaRefs{r, null}})
}

// component keeps the schema of a struct and refers to it.
func (e esquemas) component(t reflect.Type) *openapi3.SchemaRef {
	name := strings.TrimPrefix(t.Name(), "ver")
	name = strings.ToUpper(name[:1]) + name[1:]
	if _, done := e[name]; !done {
		s := &openapi3.Schema{Type: &openapi3.Types{"object"}, Properties: openapi3.Schemas{}}
		e[name] = openapi3.NewSchemaRef("", s)
		request := strings.HasPrefix(t.Name(), "peticion") || t == reflect.TypeFor[cuando]()
		if request {
			s.AdditionalProperties = openapi3.AdditionalProperties{Has: openapi3.Ptr(false)}
		}
		e.fields(t, s, request)
	}
	return openapi3.NewSchemaRef("#/components/schemas/"+name, nil)
}

// fields adds the properties that a struct gives, those of embedded ones among them. What
// an answer does not omit is required; of a request, what validate says.
func (e esquemas) fields(t reflect.Type, s *openapi3.Schema, request bool) {
	for f := range t.Fields() {
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			e.fields(f.Type, s, request)
			continue
		}
		validate, omitted := f.Tag.Get("validate"), opts == "omitempty"
		typ := f.Type
		if typ.Kind() == reflect.Pointer && omitted && !request {
			typ = typ.Elem() // absent, never null
		}
		s.Properties[name] = e.ref(typ, validate)
		if strings.HasPrefix(validate, "required") || !request && !omitted {
			s.Required = append(s.Required, name)
		}
	}
}
