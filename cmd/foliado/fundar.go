package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/diario/firma"
)

const ficheroActa = "acta-fundacional.pdf"

// fundadorOpts is one of the two people who hold the first keys.
type fundadorOpts struct {
	Usuario   string `help:"Nombre de usuario." required:""`
	Nombre    string `help:"Nombre." required:""`
	Apellidos string `help:"Apellidos." required:""`
	Documento string `help:"DNI o NIE." placeholder:"NÚMERO"`
	Clave     string `help:"Contraseña; si falta, se inventa y se escribe una vez."`
	PIN       string `name:"pin" help:"PIN de su firma; si falta, se inventa y se escribe una vez."`
}

type fundarCmd struct {
	datosOpts
	Entidad         string       `help:"Denominación de la entidad titular." required:""`
	Establecimiento []string     `help:"id=Nombre de cada establecimiento, el casino principal el primero; «id=Nombre,apendice» para una sala apéndice." required:"" placeholder:"ID=NOMBRE" sep:"none"`
	Director        fundadorOpts `embed:"" prefix:"director-"`
	Segundo         fundadorOpts `embed:"" prefix:"segundo-"`
	SegundoCargo    string       `help:"Cargo del segundo firmante." default:"subdirector"`
	Acuerdo         string       `help:"Fecha del acuerdo que nombra al director, AAAA-MM-DD; por defecto, hoy."`
}

// Run founds a house, prints once what is kept nowhere, and leaves the acta in PDF.
func (f *fundarCmd) Run(env entorno) error {
	facts, err := f.facts(env.now())
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(f.Datos, ficheroClave)); err == nil {
		return registers.ErrFundada
	}
	c, err := f.open(env, apertura{nuevas: true})
	if err != nil {
		return err
	}
	facts.ClaveDiario = c.clave
	done, err := c.libros.Fundar(env.ctx, facts)
	if err != nil {
		return errors.Join(err, c.abandon(f.datosOpts))
	}
	defer c.Close()
	if err := f.writeActa(&done); err != nil {
		return err
	}
	fmt.Fprintf(env.out, "Casa fundada en %s.\nClave pública del diario: %s\nActa fundacional para firmar: %s\n\n", f.Datos, c.clave, filepath.Join(f.Datos, ficheroActa))
	for _, p := range []struct {
		who registers.Fundador
		was registers.FundadorFacts
	}{{done.Director, facts.Director}, {done.Segundo, facts.Segundo}} {
		fmt.Fprintf(env.out, "%s (%s)\n  contraseña  %s\n  PIN         %s\n  credencial  %s\n", p.who.Persona.Usuario,
			p.who.Persona.Cargo.Nombre(), p.was.Clave, p.was.PIN, p.who.Credencial)
	}
	fmt.Fprintln(env.out, "\nApúntelo ahora: las credenciales y los PIN no se guardan en ninguna parte.")
	return nil
}

func (f *fundarCmd) facts(now time.Time) (registers.FundacionFacts, error) {
	facts := registers.FundacionFacts{Entidad: f.Entidad, Version: versionText(), Acuerdo: domain.FechaDe(now)}
	for _, spec := range f.Establecimiento {
		id, nombre, ok := strings.Cut(spec, "=")
		if !ok {
			return facts, fmt.Errorf("el establecimiento %q no tiene la forma id=Nombre", spec)
		}
		nombre, apendice := strings.CutSuffix(nombre, ",apendice")
		facts.Establecimientos = append(facts.Establecimientos, domain.Establecimiento{ID: id, Nombre: nombre, Apendice: apendice})
	}
	if f.Acuerdo != "" {
		fecha, err := domain.ParseFecha(f.Acuerdo)
		if err != nil {
			return facts, err
		}
		facts.Acuerdo = fecha
	}
	var err1, err2 error
	facts.Director, err1 = f.Director.facts(domain.Director)
	facts.Segundo, err2 = f.Segundo.facts(domain.Cargo(f.SegundoCargo))
	return facts, errors.Join(err1, err2)
}

func (o fundadorOpts) facts(cargo domain.Cargo) (registers.FundadorFacts, error) {
	p := registers.FundadorFacts{PIN: o.PIN, AltaFacts: registers.AltaFacts{Usuario: o.Usuario, Clave: o.Clave, Cargo: cargo,
		Establecimiento: registers.Todos, Nombre: o.Nombre, Apellidos: o.Apellidos}}
	if p.Clave == "" {
		p.Clave = strings.ToLower(rand.Text()[:16])
	}
	if p.PIN == "" {
		p.PIN = randomPIN()
	}
	if o.Documento == "" {
		return p, nil
	}
	doc, err := parseDocumento(o.Documento)
	p.Documento = doc
	return p, err
}

// parseDocumento reads a DNI or a NIE by its shape.
func parseDocumento(numero string) (identidad.Documento, error) {
	tipo := identidad.DNI
	if s := strings.ToUpper(strings.TrimSpace(numero)); s != "" && strings.ContainsRune("XYZ", rune(s[0])) {
		tipo = identidad.NIE
	}
	doc, _, err := identidad.Parse(string(tipo), numero)
	return doc, err
}

// randomPIN is six digits that nobody chose.
func randomPIN() string {
	for {
		n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
		if err != nil {
			panic(err) // crypto/rand does not fail
		}
		if pin := fmt.Sprintf("%06d", n); firma.CheckPIN(pin) == nil {
			return pin
		}
	}
}
