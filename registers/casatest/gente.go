package casatest

import (
	"context"
	"testing"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
)

// Persona is somebody of the house with what is needed to come in and to sign.
type Persona struct {
	registers.Persona
	Clave      string // password
	PIN        string // "" of whoever holds no key
	Credencial string // text of the badge
	Documento  identidad.Documento
}

// empleado is a line of the staff. The two founders come first.
type empleado struct {
	usuario         string
	cargo           domain.Cargo
	establecimiento string
	dni             string // "" shows none to the house
	key             bool
}

// gente is everybody who serves: each cargo under its own name, and those that a test
// needs twice or in the other establecimiento.
var gente = []empleado{
	{"director", domain.Director, registers.Todos, "00000001R", true},
	{"segundo", domain.Subdirector, registers.Todos, "00000002W", true},
	{"subdirector", domain.Subdirector, Principal, "00000003A", true}, // sustituto of the direction
	{"jefe_admision", domain.JefeAdmision, registers.Todos, "00000004G", true},
	{"admision", domain.Admision, Principal, "00000005M", false},
	{"admision2", domain.Admision, Principal, "00000006Y", false},
	{"admision.apendice", domain.Admision, Apendice, "00000007F", false},
	{"cajero", domain.Cajero, Principal, "00000008P", true},
	{"cajero.apendice", domain.Cajero, Apendice, "00000009D", true},
	{"crupier", domain.Crupier, Principal, "00000010X", true},
	{"crupier2", domain.Crupier, Principal, "00000011B", true},
	{"crupier.apendice", domain.Crupier, Apendice, "00000012N", true},
	{"cambista", domain.Cambista, Principal, "00000013J", false},
	{"jefe_mesa", domain.JefeMesa, Principal, "00000014Z", true},
	{"inspector_mesa", domain.InspectorMesa, Principal, "00000015S", false},
	{"responsable_pbc", domain.ResponsablePBC, registers.Todos, "00000016Q", false},
	{"funcionario_inspector", domain.FuncionarioInspector, registers.Todos, "", true},
	{"sistema", domain.Sistema, registers.Todos, "00000017V", false},
}

const founders = 2

func (e empleado) facts() registers.AltaFacts {
	f := registers.AltaFacts{Usuario: e.usuario, Clave: "clave-de-" + e.usuario, Cargo: e.cargo, Establecimiento: e.establecimiento,
		Nombre: "Persona", Apellidos: "Inventada " + e.usuario}
	if e.dni != "" {
		f.Documento = identidad.Documento{Tipo: identidad.DNI, Pais: "ESP", Numero: e.dni}
	}
	return f
}

// facts is what the house is founded with.
func (c *Casa) facts() registers.FundacionFacts {
	return registers.FundacionFacts{
		Entidad: "Casino de Prueba, S. A.", Demostracion: true, Version: "prueba", ClaveDiario: c.Clave,
		Establecimientos: []domain.Establecimiento{{ID: Principal, Nombre: "Casino de Prueba"},
			{ID: Apendice, Nombre: "Sala Apéndice de Prueba", Apendice: true}},
		Director: registers.FundadorFacts{AltaFacts: gente[0].facts(), PIN: pin},
		Segundo:  registers.FundadorFacts{AltaFacts: gente[1].facts(), PIN: pin},
		Acuerdo:  "2026-11-02",
	}
}

// hold keeps a founder.
func (c *Casa) hold(f registers.Fundador) {
	c.keep(f.Persona, f.Credencial)
}

func (c *Casa) keep(p registers.Persona, badge string) {
	k := Persona{Persona: p, Clave: "clave-de-" + p.Usuario, Credencial: badge}
	if badge != "" {
		k.PIN = pin
	}
	for _, e := range gente {
		if e.usuario == p.Usuario {
			k.Documento = e.facts().Documento
		}
	}
	c.Gente[p.Usuario] = k
}

// hire takes on the rest of the staff, enrols the keys of those who sign and names the
// substitute of the direction.
func (c *Casa) hire(t testing.TB) {
	t.Helper()
	ctx := context.Background()
	for _, e := range gente[founders:] {
		p, err := c.AltaPersona(ctx, c.Autor("director"), e.facts())
		if err != nil {
			t.Fatalf("casatest: hire %s: %v", e.usuario, err)
		}
		badge := ""
		if e.key {
			a, text, err := c.EnrolClave(ctx, registers.ClaveFacts{Autor: c.Autor("director"), Persona: p.ID, PIN: pin})
			if err != nil {
				t.Fatalf("casatest: enrol %s: %v", e.usuario, err)
			}
			c.Sign(t, a.ID, "director", "segundo")
			badge = text
		}
		c.keep(p, badge)
	}
	err := c.AppointDireccion(ctx, c.Autor("director"), registers.DireccionFacts{Persona: c.Gente["subdirector"].ID,
		Calidad: registers.CalidadSustituto, Establecimiento: Principal, Desde: c.Escritor.Ahora(), Acuerdo: "2026-11-02"})
	if err != nil {
		t.Fatalf("casatest: appoint the substitute: %v", err)
	}
}

// Autor is that usuario as author of an act. It panics when nobody serves under it.
func (c *Casa) Autor(usuario string) registers.Autor {
	p, ok := c.Gente[usuario]
	if !ok {
		panic("casatest: nobody serves as " + usuario)
	}
	return p.Autor()
}

// Sign has those usuarios sign an act, one after another, and returns it. The last one
// must close it.
func (c *Casa) Sign(t testing.TB, acto string, usuarios ...string) registers.Acto {
	t.Helper()
	var a registers.Acto
	for _, usuario := range usuarios {
		p := c.Gente[usuario]
		var err error
		a, err = c.Firmar(context.Background(), registers.FirmaRequest{Acto: acto, PIN: p.PIN, Credencial: p.Credencial})
		if err != nil {
			t.Fatalf("casatest: %s signs %s: %v", usuario, acto, err)
		}
	}
	if a.Estado != registers.EstadoCerrado {
		t.Fatalf("casatest: act %s signed by %v: got %s, want cerrado", acto, usuarios, a.Estado)
	}
	return a
}
