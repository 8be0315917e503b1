package main

import (
	"crypto/rand"
	"fmt"
	"strings"
	"text/tabwriter"

	"foliado/domain"
	"foliado/registers"
)

type usuarioCmd struct {
	Alta  usuarioAltaCmd  `cmd:"" help:"Da de alta a una persona de la casa."`
	Baja  usuarioBajaCmd  `cmd:"" help:"Da de baja a una persona: sus sesiones y su firma dejan de valer."`
	Clave usuarioClaveCmd `cmd:"" help:"Pone otra contraseña."`
	Lista usuarioListaCmd `cmd:"" help:"Lista las personas de la casa."`
}

type usuarioAltaCmd struct {
	datosOpts
	Usuario         string `arg:"" help:"Nombre de usuario."`
	Cargo           string `help:"Cargo: admision, jefe_admision, cajero, crupier, cambista, jefe_mesa, inspector_mesa, director, subdirector, responsable_pbc, funcionario_inspector, sistema." required:""`
	Nombre          string `help:"Nombre." required:""`
	Apellidos       string `help:"Apellidos." required:""`
	Documento       string `help:"DNI o NIE; con él no se le emite tarjeta (art. 18.1)." placeholder:"NÚMERO"`
	Establecimiento string `help:"Dónde sirve; * en todos." default:"*"`
	Clave           string `help:"Contraseña; si falta, se inventa y se escribe una vez."`
}

// Run registers a person.
func (u *usuarioAltaCmd) Run(env entorno) error {
	c, err := u.open(env, apertura{})
	if err != nil {
		return locked(err, "POST /api/v1/personas")
	}
	defer c.Close()
	facts := registers.AltaFacts{Usuario: u.Usuario, Clave: u.Clave, Cargo: domain.Cargo(u.Cargo),
		Establecimiento: u.Establecimiento, Nombre: u.Nombre, Apellidos: u.Apellidos}
	if facts.Clave == "" {
		facts.Clave = strings.ToLower(rand.Text()[:16])
	}
	if u.Documento != "" {
		if facts.Documento, err = parseDocumento(u.Documento); err != nil {
			return err
		}
	}
	p, err := c.libros.AltaPersona(env.ctx, registers.AutorSistema, facts)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.out, "%s\t%s\t%s\tcontraseña %s\n", p.ID, p.Usuario, p.Cargo, facts.Clave)
	return err
}

type usuarioBajaCmd struct {
	datosOpts
	Usuario string `arg:"" help:"Nombre de usuario."`
}

// Run removes a person from the house.
func (u *usuarioBajaCmd) Run(env entorno) error {
	c, err := u.open(env, apertura{})
	if err != nil {
		return locked(err, "POST /api/v1/personas/{p}/baja")
	}
	defer c.Close()
	p, err := c.libros.PersonaByUsuario(env.ctx, u.Usuario)
	if err != nil {
		return err
	}
	return c.libros.BajaPersona(env.ctx, registers.AutorSistema, p.ID)
}

type usuarioClaveCmd struct {
	datosOpts
	Usuario string `arg:"" help:"Nombre de usuario."`
	Clave   string `help:"Contraseña; si falta, se inventa y se escribe una vez."`
}

// Run sets another password.
func (u *usuarioClaveCmd) Run(env entorno) error {
	c, err := u.open(env, apertura{})
	if err != nil {
		return locked(err, "PUT /api/v1/personas/{p}/clave")
	}
	defer c.Close()
	p, err := c.libros.PersonaByUsuario(env.ctx, u.Usuario)
	if err != nil {
		return err
	}
	clave := u.Clave
	if clave == "" {
		clave = strings.ToLower(rand.Text()[:16])
	}
	if err := c.libros.SetClave(env.ctx, registers.AutorSistema, p.ID, clave); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.out, "%s\tcontraseña %s\n", p.Usuario, clave)
	return err
}

type usuarioListaCmd struct{ datosOpts }

// Run lists the people of the house.
func (u *usuarioListaCmd) Run(env entorno) error {
	c, err := u.open(env, apertura{})
	if err != nil {
		return locked(err, "GET /api/v1/personas")
	}
	defer c.Close()
	people, err := c.libros.Personas(env.ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(env.out, 0, 4, 2, ' ', 0)
	for _, p := range people {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.ID, p.Usuario, p.Cargo, p.Establecimiento, p.NombreCompleto())
	}
	return w.Flush()
}
