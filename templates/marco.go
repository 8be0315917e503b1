package templates

import (
	"slices"
	"strings"
	"time"

	"foliado/domain"
)

// Marco is what surrounds every page: the house, its gaming day, who is looking, and
// what its forms must send back.
type Marco struct {
	Titulo           string
	Entidad          string
	Demostracion     bool
	Establecimiento  domain.Establecimiento   // zero on a page of the whole entidad
	Establecimientos []domain.Establecimiento // those she may move between
	Jornada          domain.Fecha             // "" when none was ever opened
	Fase             domain.Fase
	Quien            string // who is logged in; "" nobody
	Cargo            domain.Cargo
	Ahora            time.Time
	CSRF             string
	Idem             string // key of the forms of this page: one intention, one act
	Camino           string // path of this page
	Menu             []Enlace
	PersonasDentro   int64  // alerts about people inside that nobody has attended (art. 21.1)
	Problema         *Aviso // what was wrong with the form just sent
	Vencidos         int    // communications to the authority out of time, told to who directs (PLA-1)
	SinDireccion     bool   // nobody directs the room while it is open (art. 14.2)
}

// Enlace is an entry of the menu.
type Enlace struct {
	Texto  string
	Camino string
	Aqui   bool
	Grupo  string // of the menu; "" in other places
}

// menuLlano is how many entries a menu has before they are grouped.
const menuLlano = 8

// MenuGrupos are the groups of a long menu, each leading to the first of its entries; none of a
// short one.
func (m Marco) MenuGrupos() []Enlace {
	if len(m.Menu) <= menuLlano {
		return nil
	}
	var out []Enlace
	for _, x := range m.Menu {
		k := slices.IndexFunc(out, func(g Enlace) bool { return g.Texto == x.Grupo })
		if k < 0 {
			out = append(out, Enlace{Texto: x.Grupo, Camino: x.Camino})
			k = len(out) - 1
		}
		out[k].Aqui = out[k].Aqui || x.Aqui
	}
	return out
}

// MenuSecciones are the entries of the menu: those of the group of this page when it is long.
func (m Marco) MenuSecciones() []Enlace {
	groups := m.MenuGrupos()
	if groups == nil {
		return m.Menu
	}
	here := slices.IndexFunc(groups, func(g Enlace) bool { return g.Aqui })
	return slices.DeleteFunc(slices.Clone(m.Menu), func(x Enlace) bool { return here < 0 || x.Grupo != groups[here].Texto })
}

// Aviso is a refusal as people read it.
type Aviso struct {
	Texto    string
	Articulo string            // bare provision: "35.2.d"
	Criterio string            // declared reading that decided
	Campos   map[string]string // field → what is wrong with it
	Enlace   *Enlace           // where it can be put right
}

// Base is the path of the establecimiento, for links.
func (m Marco) Base() string { return "/establecimientos/" + m.Establecimiento.ID }

// Manda reports whether her cargo may take the direction over.
func (m Marco) Manda() bool { return m.Cargo == domain.Director || m.Cargo == domain.Subdirector }

// Dentro reports whether somebody is logged in.
func (m Marco) Dentro() bool { return m.Quien != "" }

// Error is what is wrong with a field of the form, "" when nothing is.
func (m Marco) Error(campo string) string {
	if m.Problema == nil {
		return ""
	}
	return m.Problema.Campos[campo]
}

// Otro is the path of this same page in another establecimiento.
func (m Marco) Otro(e domain.Establecimiento) string {
	rest, ok := strings.CutPrefix(m.Camino, m.Base()+"/")
	switch {
	case strings.HasPrefix(m.Camino, "/actos/"):
		return "/establecimientos/" + e.ID + "/tablero"
	case !ok:
		return m.Camino + "?e=" + e.ID
	}
	first, _, _ := strings.Cut(rest, "/")
	switch first {
	case "mesas":
		first = "tablero"
	case "tarjetas", "comprobaciones", "corte", "alertas":
		first = "mostrador"
	case "puntos-control", "controles-tarjeta", "salas-privadas":
		first = "accesos"
	case "expulsiones", "prohibiciones":
		first = "medidas"
	case "jornadas":
		first = "jornada"
	}
	return "/establecimientos/" + e.ID + "/" + first
}
