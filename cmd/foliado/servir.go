package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"foliado/admission/enlinea"
	"foliado/api"
)

type servirCmd struct {
	datosOpts
	Direccion      string       `help:"Dirección en la que escucha; por defecto, 127.0.0.1:8080." default:"127.0.0.1:8080" env:"FOLIADO_DIRECCION" placeholder:"HOST:PUERTO"`
	Recuperar      bool         `help:"Acepta una base restaurada, más corta que la marca: lo perdido queda anotado."`
	Interdicciones registroOpts `embed:"" prefix:"interdicciones-"`
	Seguro         bool         `help:"Detrás de un proxy con HTTPS en esta máquina: las cookies van solo por TLS y el proxy dice quién pregunta." env:"FOLIADO_SEGURO"`
}

// registroOpts say where the register of interdicciones on line is.
type registroOpts struct {
	URL         string        `name:"url" help:"Dirección del registro de interdicciones en línea; sin ella, solo la lista importada." env:"FOLIADO_INTERDICCIONES_URL" placeholder:"URL"`
	Certificado string        `help:"Certificado de la casa ante el registro, en PEM." env:"FOLIADO_INTERDICCIONES_CERTIFICADO" type:"existingfile" placeholder:"FICHERO"`
	Clave       string        `help:"Clave RSA de ese certificado, en PEM." env:"FOLIADO_INTERDICCIONES_CLAVE" type:"existingfile" placeholder:"FICHERO"`
	Servicio    string        `help:"Certificado con el que el registro firma lo que contesta, en PEM." env:"FOLIADO_INTERDICCIONES_SERVICIO" type:"existingfile" placeholder:"FICHERO"`
	CA          string        `name:"ca" help:"Autoridad de su HTTPS, en PEM; sin ella, las del sistema." env:"FOLIADO_INTERDICCIONES_CA" type:"existingfile" placeholder:"FICHERO"`
	Plazo       time.Duration `help:"Lo que se espera cada respuesta; por defecto, 2s." default:"2s" env:"FOLIADO_INTERDICCIONES_PLAZO" placeholder:"TIEMPO"`
}

// errRegistro: half a configuration would leave the door with the list alone, unseen.
var errRegistro = errors.New("el registro en línea pide --interdicciones-url, -certificado, -clave y -servicio, los cuatro, y la dirección en https")

// connect makes the door ask the register on line, when there is one.
func (r *registroOpts) connect(c *casa) error {
	given := 0
	for _, s := range []string{r.URL, r.Certificado, r.Clave, r.Servicio} {
		if s != "" {
			given++
		}
	}
	if given == 0 {
		return nil
	}
	if given != 4 || !strings.HasPrefix(r.URL, "https://") {
		return errRegistro
	}
	registro, err := enlinea.Load(r.URL, r.Certificado, r.Clave, r.Servicio, r.CA, r.Plazo, c.w.Ahora)
	if err != nil {
		return err
	}
	c.puerta.Connect(registro, registro.Fuente())
	return nil
}

// Run serves until it is told to stop.
func (s *servirCmd) Run(env entorno) error {
	c, err := s.open(env, apertura{recuperar: s.Recuperar})
	if err != nil {
		return err
	}
	defer c.Close()
	if err := s.Interdicciones.connect(c); err != nil {
		return err
	}
	l, err := net.Listen("tcp", s.Direccion)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.out, "Foliado sirve en http://%s\n", l.Addr())
	return c.serve(env.ctx, l, s.Seguro)
}

// serve answers on l until ctx ends, and keeps the house meanwhile: acts that lapse,
// lists that another replica imports.
func (c *casa) serve(ctx context.Context, l net.Listener, seguro bool) error {
	srv, err := api.New(api.Config{Escritor: c.w, Casa: c.libros, Puerta: c.puerta, Version: versionText(), Binario: binario(),
		Clave: c.clave, Log: slog.Default(), Seguro: seguro, Secreto: c.secreto})
	if err != nil {
		return err
	}
	keeper, stop := context.WithCancel(ctx)
	defer stop()
	go c.keep(keeper)
	return srv.Serve(ctx, l)
}

// keep does every minute what falls due by itself.
func (c *casa) keep(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if _, err := c.libros.ExpireActos(ctx); err != nil && ctx.Err() == nil {
				slog.Error("acts not expired", "error", err)
			}
			if err := c.puerta.Refresh(ctx); err != nil && ctx.Err() == nil {
				slog.Error("barred list not refreshed", "error", err)
			}
			if n, err := c.puerta.Watch(ctx); err != nil && ctx.Err() == nil {
				slog.Error("people inside not looked at", "error", err)
			} else if n > 0 {
				slog.Warn("people inside whom a list or a ban reached", "alertas", n)
			}
		}
	}
}

// versionText is the version of the build, or of the module's checkout.
func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "desarrollo"
}

// binario is the SHA-256 of the running program, hex.
func binario() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

type versionCmd struct{}

// Run tells version and digest of the program.
func (versionCmd) Run(env entorno) error {
	_, err := fmt.Fprintf(env.out, "foliado %s\nbinario %s\n", versionText(), binario())
	return err
}
