package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-playground/locales/es"
	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"
	es_translations "github.com/go-playground/validator/v10/translations/es"
	"github.com/labstack/echo/v4"

	"foliado/domain"
)

// instante is an instant as the API writes it: ISO 8601 with the offset of Madrid,
// to the microsecond.
type instante time.Time

// MarshalJSON writes 2026-11-30T23:10:00.000000+01:00; null when zero.
func (i instante) MarshalJSON() ([]byte, error) {
	t := time.Time(i)
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + t.In(domain.Madrid).Format("2006-01-02T15:04:05.000000-07:00") + `"`), nil
}

// errJSON: the body is not the JSON the route takes.
var errJSON = errors.New("el cuerpo no es el JSON que se espera")

// errForma carries what the validator says of each field.
type errForma struct{ campos map[string]string }

func (e *errForma) Error() string {
	parts := make([]string, 0, len(e.campos))
	for _, m := range e.campos {
		parts = append(parts, m)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return fmt.Sprintf("hay %d campos mal escritos", len(parts))
}

// errTipoCuerpo: the body is of another media type.
var errTipoCuerpo = errors.New("el tipo de lo que se envía no es el que se espera")

// checkTipo refuses a body that says to be of none of those media types. One that says
// nothing is read as if it were.
func checkTipo(c echo.Context, tipos ...string) error {
	ct := c.Request().Header.Get(echo.HeaderContentType)
	if ct == "" {
		return nil
	}
	tipo, _, err := mime.ParseMediaType(ct)
	if err != nil || !slices.Contains(tipos, tipo) {
		return fmt.Errorf("%w: ha de ser %s", errTipoCuerpo, strings.Join(tipos, " o "))
	}
	return nil
}

// bind reads the JSON body, and nothing else, into a request type of the API: a query
// parameter never fills a field. An empty body is an empty object. It then checks shape
// only; numbers of the law are the domain's.
func bind(c echo.Context, dst any) error {
	if err := checkTipo(c, echo.MIMEApplicationJSON); err != nil {
		return err
	}
	body, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	err = decode(body, dst)
	switch {
	case errors.Is(err, domain.ErrPiezas): // says itself what is wrong
		return err
	case err != nil:
		return fmt.Errorf("%w: %s", errJSON, explain(err))
	}
	return c.Validate(dst)
}

// What decode finds before encoding/json does, or after it.
var (
	errNoTexto = errors.New("contiene caracteres que no son texto")
	errSobra   = errors.New("sobra texto al final")
)

func decode(body []byte, dst any) error {
	if !utf8.Valid(body) || bytes.Contains(body, []byte(`\u0000`)) {
		return errNoTexto
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(dst); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errSobra
	}
	return nil
}

// explain says in Spanish what encoding/json found, without a word of ours inside.
func explain(err error) string {
	var typ *json.UnmarshalTypeError
	var syn *json.SyntaxError
	switch {
	case errors.As(err, &typ) && typ.Field != "":
		return fmt.Sprintf("el campo «%s» no admite %s", typ.Field, valorJSON(typ.Value))
	case errors.As(err, &typ):
		return "se espera un objeto"
	case errors.As(err, &syn):
		return fmt.Sprintf("está mal escrito en el byte %d", syn.Offset)
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		return "no se conoce el campo " + strings.TrimPrefix(err.Error(), "json: unknown field ")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "está incompleto"
	case errors.Is(err, errNoTexto), errors.Is(err, errSobra):
		return err.Error()
	}
	return "no se entiende"
}

// valorJSON names a value as encoding/json describes it: "string", "number 1.5".
func valorJSON(v string) string {
	kind, text, _ := strings.Cut(v, " ")
	nombre, ok := map[string]string{"string": "un texto", "number": "el número", "bool": "un sí o no", "array": "una lista", "object": "un objeto"}[kind]
	if !ok {
		return "ese valor"
	}
	return strings.TrimSpace(nombre + " " + text)
}

// validador checks shapes and says what is wrong in Spanish.
type validador struct {
	v     *validator.Validate
	trans ut.Translator
}

func newValidador() *validador {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	loc := es.New()
	trans, _ := ut.New(loc, loc).GetTranslator("es")
	if err := es_translations.RegisterDefaultTranslations(v, trans); err != nil {
		panic("api: translations: " + err.Error())
	}
	return &validador{v: v, trans: trans}
}

// Validate implements echo.Validator.
func (v *validador) Validate(x any) error {
	err := v.v.Struct(x)
	var fields validator.ValidationErrors
	if !errors.As(err, &fields) {
		return err
	}
	e := &errForma{campos: map[string]string{}}
	for _, f := range fields {
		_, name, _ := strings.Cut(f.Namespace(), ".")
		name = strings.TrimPrefix(name, "cuando.") // embedded: its fields are those of the request
		e.campos[name] = f.Translate(v.trans)
	}
	return e
}

// jsonEstricto writes JSON without escaping what HTML would need.
type jsonEstricto struct{}

// Serialize implements echo.JSONSerializer.
func (jsonEstricto) Serialize(c echo.Context, i any, _ string) error {
	enc := json.NewEncoder(c.Response())
	enc.SetEscapeHTML(false)
	return enc.Encode(i)
}

// Deserialize implements echo.JSONSerializer; bind is what handlers use.
func (jsonEstricto) Deserialize(c echo.Context, i any) error {
	return json.NewDecoder(c.Request().Body).Decode(i)
}

func escapeQuery(s string) string { return url.QueryEscape(s) }
