package demo

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/registers/diario/firma"
)

// Figures of the house. The price of the card is invented.
const (
	tarifa           domain.Importe = 500
	minimoRuleta     domain.Importe = 250
	minimoBlackJack  domain.Importe = 500
	vecesLaMinima                   = 20                           // how far a table may raise its minimum
	minimoAlto                      = minimoRuleta * vecesLaMinima // of the roulettes that play high
	metalicoCaja     domain.Importe = 600_000_00
	bloqueadoCaja    domain.Importe = 300_000_00
	mesasAutorizadas                = 30
)

var casas = []domain.Establecimiento{
	{ID: principal, Nombre: "Casino Puerta de Alcudia"},
	{ID: apendice, Nombre: "Sala apéndice Fuente del Olivo", Apendice: true},
}

// mesas of each house: the last roulette plays high, and the caja central is reckoned
// with it (art. 37.1).
var mesas = map[string][]registers.MesaFacts{
	principal: slices.Concat(tables(1, 4, domain.RuletaAmericana, minimoRuleta),
		tables(5, 5, domain.RuletaAmericana, minimoAlto),
		tables(6, 8, domain.BlackJack, minimoBlackJack)),
	apendice: slices.Concat(tables(1, 1, domain.RuletaAmericana, minimoRuleta),
		tables(2, 2, domain.RuletaAmericana, minimoAlto),
		tables(3, 4, domain.BlackJack, minimoBlackJack)),
}

func tables(from, to int, j domain.Juego, minimo domain.Importe) []registers.MesaFacts {
	var ms []registers.MesaFacts
	for n := from; n <= to; n++ {
		ms = append(ms, registers.MesaFacts{Numero: n, Juego: j, MinimoAutorizado: minimo})
	}
	return ms
}

// puesto is a post of the house and how many hold it.
type puesto struct {
	cargo           domain.Cargo
	establecimiento string
	cuantos         int
}

// puestos besides those of the two founders: the director and a subdirector.
var puestos = slices.Concat(
	[]puesto{{domain.ResponsablePBC, registers.Todos, 1}, {domain.FuncionarioInspector, registers.Todos, 1}, {domain.Sistema, registers.Todos, 1},
		{domain.Subdirector, principal, 1}, {domain.Director, apendice, 1}, {domain.Subdirector, apendice, 1}},
	puestosDe(principal, 3, 4), puestosDe(apendice, 2, 3))

func puestosDe(e string, cajeros, crupieres int) []puesto {
	return []puesto{{domain.JefeAdmision, e, 1}, {domain.Admision, e, 2}, {domain.Cajero, e, cajeros}, {domain.Crupier, e, crupieres},
		{domain.Cambista, e, 1}, {domain.JefeMesa, e, 2}, {domain.InspectorMesa, e, 1}}
}

// found makes the house: acta fundacional, people with their keys, authorisations, hours,
// tables and the first barred list.
func (c *Casa) found(ctx context.Context, o Options) error {
	z := newAzar(deLaCasa)
	c.fichero = &Fichero{Tarifa: tarifa, Interdictos: newLista(fechaDe(o.Ahora)).dados()}
	if err := c.foundEntidad(ctx, z, o); err != nil {
		return err
	}
	if err := c.hire(ctx, z); err != nil {
		return err
	}
	for _, e := range casas {
		c.fichero.Establecimientos = append(c.fichero.Establecimientos, Establecimiento{e.ID, e.Nombre})
		if err := c.equip(ctx, e, horarioDe(o.Ahora)); err != nil {
			return err
		}
	}
	return c.Guarda(c.fichero)
}

func (c *Casa) foundEntidad(ctx context.Context, z *azar, o Options) error {
	director, segundo := newFundador(z, domain.Director), newFundador(z, domain.Subdirector)
	done, err := c.Libros.Fundar(ctx, registers.FundacionFacts{
		Entidad:          "Casinos Imaginarios de la Vega, S. A. (DEMOSTRACIÓN)",
		Demostracion:     true,
		Version:          o.Version,
		ClaveDiario:      o.Clave,
		Establecimientos: casas,
		Director:         director,
		Segundo:          segundo,
		Acuerdo:          domain.FechaDe(c.Reloj.Now()),
	})
	if err != nil {
		return err
	}
	if err := c.Fundada(&done); err != nil {
		return err
	}
	c.add(director.AltaFacts, done.Director.Persona, director.PIN, done.Director.Credencial)
	c.add(segundo.AltaFacts, done.Segundo.Persona, segundo.PIN, done.Segundo.Credencial)
	return c.appoint(ctx, done.Segundo.Persona, registers.CalidadSustituto)
}

func newFundador(z *azar, cargo domain.Cargo) registers.FundadorFacts {
	return registers.FundadorFacts{AltaFacts: newAlta(z, string(cargo), cargo, registers.Todos), PIN: newPIN()}
}

func newAlta(z *azar, usuario string, cargo domain.Cargo, establecimiento string) registers.AltaFacts {
	p := z.persona()
	f := registers.AltaFacts{Usuario: usuario, Clave: newClave(), Cargo: cargo, Establecimiento: establecimiento,
		Nombre: p.nombre, Apellidos: p.apellidos}
	if cargo != domain.FuncionarioInspector { // the authority's: he shows none to the house
		f.Documento = p.documento
	}
	return f
}

// add names somebody in demo.json and in the plantilla.
func (c *Casa) add(f registers.AltaFacts, p registers.Persona, pin, credencial string) {
	u := Usuario{Usuario: f.Usuario, Clave: f.Clave, Cargo: f.Cargo, PIN: pin, Credencial: credencial}
	if f.Establecimiento != registers.Todos {
		u.Establecimiento = &f.Establecimiento
	}
	c.fichero.Usuarios = append(c.fichero.Usuarios, u)
	c.plantilla = append(c.plantilla, firmante{p.Autor(), f.Establecimiento, pin, credencial})
}

func (c *Casa) appoint(ctx context.Context, p registers.Persona, calidad registers.Calidad) error {
	return c.Libros.AppointDireccion(ctx, c.plantilla[0].autor, registers.DireccionFacts{Persona: p.ID, Calidad: calidad,
		Establecimiento: p.Establecimiento, Desde: c.Reloj.Now(), Acuerdo: domain.FechaDe(c.Reloj.Now())})
}

// hire gives the house its people, and a key to each who may sign.
func (c *Casa) hire(ctx context.Context, z *azar) error {
	director := c.plantilla[0].autor
	var altas []registers.AltaFacts
	var people []registers.Persona
	for _, p := range puestos {
		for n := 1; n <= p.cuantos; n++ {
			f := newAlta(z, usuarioDe(p, n), p.cargo, p.establecimiento)
			hired, err := c.Libros.AltaPersona(ctx, director, f)
			if err != nil {
				return err
			}
			altas, people = append(altas, f), append(people, hired)
		}
	}
	badges, err := parallel(people, func(p registers.Persona) (badge, error) { return c.enrol(ctx, director, p) })
	if err != nil {
		return err
	}
	for k, p := range people {
		if p.Cargo == domain.Crupier {
			c.empleado = altas[k].Documento
		}
		c.add(altas[k], p, badges[k].pin, badges[k].credencial)
		calidad := registers.CalidadSustituto
		if p.Cargo == domain.Director {
			calidad = registers.CalidadTitular
		}
		if p.Cargo.Direccion() {
			if err := c.appoint(ctx, p, calidad); err != nil {
				return err
			}
		}
	}
	c.sortUsuarios()
	return nil
}

func usuarioDe(p puesto, n int) string {
	u := string(p.cargo)
	if p.establecimiento != registers.Todos {
		u += "." + p.establecimiento
	}
	if p.cuantos > 1 {
		u += "." + strconv.Itoa(n)
	}
	return u
}

// sortUsuarios puts the people of the whole entidad first, then those of each house.
func (c *Casa) sortUsuarios() {
	place := func(u Usuario) int {
		if u.Establecimiento == nil {
			return -1
		}
		return slices.IndexFunc(casas, func(e domain.Establecimiento) bool { return e.ID == *u.Establecimiento })
	}
	slices.SortStableFunc(c.fichero.Usuarios, func(a, b Usuario) int { return cmp.Compare(place(a), place(b)) })
}

// badge is what a person signs with.
type badge struct{ pin, credencial string }

// enrol gives a person a key, as two signatures close.
func (c *Casa) enrol(ctx context.Context, autor registers.Autor, p registers.Persona) (badge, error) {
	b := badge{pin: newPIN()}
	acto, credencial, err := c.Libros.EnrolClave(ctx, registers.ClaveFacts{Autor: autor, Persona: p.ID, PIN: b.pin})
	if errors.Is(err, registers.ErrCargoSinClave) {
		return badge{}, nil
	}
	if err != nil {
		return badge{}, err
	}
	b.credencial = credencial
	return b, c.sign(ctx, acto, 0)
}

// equip gives an establecimiento its authorisation, its hours and its tables.
func (c *Casa) equip(ctx context.Context, e domain.Establecimiento, h libros.Horario) error {
	director := c.plantilla.direccion(e.ID)[0].autor
	juego := func(j domain.Juego, minimo domain.Importe) registers.JuegoAutorizado {
		return registers.JuegoAutorizado{Juego: j, Minimo: minimo, Maximo: minimo * vecesLaMinima, Mesas: mesasAutorizadas}
	}
	acto, err := c.Libros.ProposeAutorizacion(ctx, director, c.Reloj.Now(), e.ID, registers.AutorizacionFacts{
		Resolucion: "Resolución imaginaria 1/2006, de demostración",
		Horario:    libros.Horario{Abre: hora(cambioDeDia), Cierra: hora(cambioDeDia)},
		Juegos:     []registers.JuegoAutorizado{juego(domain.RuletaAmericana, minimoRuleta), juego(domain.BlackJack, minimoBlackJack)},
		Tarifa:     tarifa,
	})
	if err != nil {
		return err
	}
	if err := c.sign(ctx, acto, 0); err != nil {
		return err
	}
	if err := c.keepHours(ctx, director, e.ID, h); err != nil {
		return err
	}
	for _, m := range mesas[e.ID] {
		made, err := c.Libros.CreateMesa(ctx, director, registers.EnLinea(c.Reloj.Now()), e.ID, m)
		if err != nil {
			return err
		}
		c.fichero.Mesas = append(c.fichero.Mesas, mesaOf(made))
	}
	return nil
}

func mesaOf(m registers.Mesa) Mesa {
	return Mesa{m.Establecimiento, strconv.Itoa(m.Numero), m.Juego, m.MinimoPrevisto}
}

// keepHours sets the timetable of every kind of day.
func (c *Casa) keepHours(ctx context.Context, director registers.Autor, e string, h libros.Horario) error {
	for _, t := range []registers.TipoDia{registers.Laborable, registers.Vispera, registers.Festivo} {
		if err := c.Libros.SetHorario(ctx, director, c.Reloj.Now(), e, t, h); err != nil {
			return err
		}
	}
	return nil
}

// loadPlantilla finds the people that demo.json names.
func (c *Casa) loadPlantilla(ctx context.Context) error {
	for _, u := range c.fichero.Usuarios {
		p, err := c.Libros.PersonaByUsuario(ctx, u.Usuario)
		if errors.Is(err, registers.ErrPersona) {
			continue // left meanwhile
		}
		if err != nil {
			return err
		}
		c.plantilla = append(c.plantilla, firmante{p.Autor(), p.Establecimiento, u.PIN, u.Credencial})
	}
	return nil
}

// refreshFichero writes demo.json again when the house has other tables or houses.
func (c *Casa) refreshFichero(ctx context.Context) error {
	es, err := c.Libros.Establecimientos(ctx)
	if err != nil {
		return err
	}
	now := *c.fichero
	now.Establecimientos, now.Mesas = nil, nil
	for _, e := range es {
		now.Establecimientos = append(now.Establecimientos, Establecimiento{e.ID, e.Nombre})
		ms, err := c.Libros.Mesas(ctx, e.ID)
		if err != nil {
			return err
		}
		for _, m := range ms {
			now.Mesas = append(now.Mesas, mesaOf(m))
		}
	}
	if slices.Equal(now.Establecimientos, c.fichero.Establecimientos) && slices.Equal(now.Mesas, c.fichero.Mesas) {
		return nil
	}
	*c.fichero = now
	return c.Guarda(c.fichero)
}

// parallel calls f with each item, some at a time, and returns what it gave, in order.
func parallel[T, R any](items []T, f func(T) (R, error)) ([]R, error) {
	out, errs := make([]R, len(items)), make([]error, len(items))
	turn := make(chan struct{}, simultaneas)
	var all sync.WaitGroup
	for k, item := range items {
		turn <- struct{}{}
		all.Go(func() {
			out[k], errs[k] = f(item)
			<-turn
		})
	}
	all.Wait()
	return out, cmp.Or(errs...)
}

// newClave is a password that nobody chose.
func newClave() string { return "demo-" + strings.ToLower(rand.Text()[:8]) }

// newPIN is a PIN that nobody chose.
func newPIN() string {
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
