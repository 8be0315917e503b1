package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/api"
	"foliado/registers/casatest"
)

// servidor is the product's HTTP server on a loopback listener, with one connection and
// one session a client.
type servidor struct {
	t     *tb
	http  *http.Server
	token string
	conns []*conexion
}

// newServidor serves the house.
func newServidor(c *casa) *servidor {
	s, err := api.New(api.Config{Escritor: c.Escritor, Casa: c.Casa.Casa, Puerta: c.Puerta, Version: "banco", Clave: c.Clave, Log: c.Config.Log})
	c.t.check(err)
	srv := serve(c.t, s.Handler())
	desk := c.Gente["admision"]
	body, err := json.Marshal(map[string]string{"usuario": desk.Usuario, "clave": desk.Clave})
	c.t.check(err)
	var answer struct {
		Token string `json:"token"`
	}
	c.t.check(json.Unmarshal(srv.conns[0].post(srv.t, "/api/v1/sesion", "", "", body, http.StatusOK), &answer))
	srv.token = answer.Token
	return srv
}

// newVacio serves a handler that does nothing: what the same requests cost by themselves.
func newVacio(t *tb, token string) *servidor {
	e := echo.New()
	e.POST("/*", func(c echo.Context) error { return c.NoContent(http.StatusOK) })
	srv := serve(t, e)
	srv.token = token
	return srv
}

func serve(t *tb, h http.Handler) *servidor {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	t.check(err)
	srv := &servidor{t: t, http: &http.Server{Handler: h}}
	go srv.http.Serve(l)
	for range clientes {
		nc, err := net.Dial("tcp", l.Addr().String())
		t.check(err)
		srv.conns = append(srv.conns, &conexion{nc: nc, r: bufio.NewReader(nc)})
	}
	t.Cleanup(srv.close)
	return srv
}

func (s *servidor) close() {
	for _, k := range s.conns {
		k.nc.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = s.http.Shutdown(ctx)
}

const casaURL = "/api/v1/establecimientos/" + casatest.Principal

// postTarjeta issues the card of a check.
func (s *servidor) postTarjeta(client int, id string) {
	body := append(append([]byte(`{"comprobacion":"`), id...), `","precio":`...)
	body = append(strconv.AppendInt(body, int64(casatest.Tarifa), 10), '}')
	s.conns[client].post(s.t, casaURL+"/tarjetas", s.token, rand.Text(), body, http.StatusCreated)
}

// postComprobacion checks a visitor.
func (s *servidor) postComprobacion(client int, v *admission.Visitante) {
	body := fmt.Appendf(nil, `{"tipo":%q,"numero":%q,"nombre":%q,"apellidos":%q,"fecha_nacimiento":%q}`,
		v.Tipo, v.Numero, v.Nombre, v.Apellidos, v.FechaNacimiento)
	s.conns[client].post(s.t, casaURL+"/comprobaciones", s.token, "", body, http.StatusOK)
}

// conexion is a kept-alive connection that asks one thing at a time. It reads no more of
// HTTP than these answers need, so as not to measure a client.
type conexion struct {
	nc   net.Conn
	r    *bufio.Reader
	out  bytes.Buffer
	body []byte
}

func (k *conexion) post(t *tb, path, token, key string, body []byte, want int) []byte {
	k.out.Reset()
	fmt.Fprintf(&k.out, "POST %s HTTP/1.1\r\nHost: banco\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", path, len(body))
	if token != "" {
		fmt.Fprintf(&k.out, "Authorization: Bearer %s\r\n", token)
	}
	if key != "" {
		fmt.Fprintf(&k.out, "Idempotency-Key: %s\r\n", key)
	}
	k.out.WriteString("\r\n")
	k.out.Write(body)
	_, err := k.nc.Write(k.out.Bytes())
	t.check(err)
	status, length := 0, 0
	for n := 0; ; n++ {
		line, err := k.r.ReadString('\n')
		t.check(err)
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if n == 0 {
			status, err = strconv.Atoi(line[len("HTTP/1.1 "):][:3])
			t.check(err)
		} else if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			length, err = strconv.Atoi(v)
			t.check(err)
		}
	}
	if cap(k.body) < length {
		k.body = make([]byte, length)
	}
	k.body = k.body[:length]
	_, err = io.ReadFull(k.r, k.body)
	t.check(err)
	if status != want {
		t.Fatalf("POST %s: got %d %s, want %d", path, status, k.body, want)
	}
	return k.body
}
