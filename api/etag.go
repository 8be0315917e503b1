package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/registers/diario/escritor"
)

// withETag answers v with the version of its content.
func withETag(c echo.Context, status int, v any) error {
	body, tag, err := tagged(v)
	if err != nil {
		return err
	}
	c.Response().Header().Set("ETag", tag)
	return c.Blob(status, echo.MIMEApplicationJSON, body)
}

// change does what a request asks of something that may change, if it still is the version
// that the request saw: nobody may write between the comparison and the commit, here or in
// another replica. now reads it as it is.
func change[T any](c echo.Context, now func() (T, error), do func(ctx context.Context) error) error {
	return do(escritor.WithCondicion(c.Request().Context(), func() error {
		v, err := now()
		if err != nil {
			return err
		}
		return checkETag(c, v)
	}))
}

// checkETag wants the request to say which version it changes: missing 428, stale 412.
func checkETag(c echo.Context, now any) error {
	match := c.Request().Header.Get("If-Match")
	if match == "" {
		return errSinPrevia
	}
	_, tag, err := tagged(now)
	if err != nil {
		return err
	}
	for _, m := range strings.Split(match, ",") {
		if m = strings.TrimSpace(m); m == tag || m == "*" {
			return nil
		}
	}
	return errPrevia
}

func tagged(v any) (body []byte, tag string, err error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(b.Bytes())
	return b.Bytes(), `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, nil
}
