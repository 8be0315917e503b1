package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"foliado/cmd/foliado/demo"
	"foliado/domain"
)

// client is the desk of the main casino, over HTTP.
type client struct{ url, token string }

func newClient(t *testing.T, url string, f *demo.Fichero) *client {
	t.Helper()
	c := &client{url: url}
	desk := f.Usuarios[slices.IndexFunc(f.Usuarios, func(u demo.Usuario) bool {
		return u.Cargo == domain.Admision && u.Establecimiento != nil && *u.Establecimiento == f.Establecimientos[0].ID
	})]
	var session struct{ Token string }
	c.post(t, "/sesion", map[string]string{"usuario": desk.Usuario, "clave": desk.Clave}, &session)
	c.token = session.Token
	return c
}

func (c *client) post(t *testing.T, ruta string, body, answer any) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/api/v1"+ruta, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("POST %s: got %s, want 200", ruta, res.Status)
	}
	if err := json.NewDecoder(res.Body).Decode(answer); err != nil {
		t.Fatalf("POST %s: %v", ruta, err)
	}
}

// check asks for the verdict on somebody of age.
func (c *client) check(t *testing.T, tipo, numero string) string {
	t.Helper()
	var answer struct{ Veredicto string }
	c.post(t, "/establecimientos/principal/comprobaciones", map[string]string{"tipo": tipo, "numero": numero, "nombre": "Persona",
		"apellidos": "De Prueba", "fecha_nacimiento": "1979-08-07"}, &answer)
	return answer.Veredicto
}
