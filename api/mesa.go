package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// verSesion is a session of a table.
type verSesion struct {
	Folio         int64          `json:"folio"`
	Jornada       domain.Fecha   `json:"jornada"`
	ApuestaMinima domain.Importe `json:"apuesta_minima"`
	Maximos       string         `json:"maximos"`
	Anticipo      domain.Importe `json:"anticipo"`  // the initial one
	Anticipos     domain.Importe `json:"anticipos"` // all of them
	Reposiciones  int            `json:"reposiciones"`
	Apertura      instante       `json:"apertura"`
	Cierre        instante       `json:"cierre"`
	Resultado     domain.Importe `json:"resultado"` // once closed
	Extraido      domain.Importe `json:"extraido"`  // notes of signed actas (art. 31.5)
	Devuelto      domain.Importe `json:"devuelto"`  // chips returned to the caja (CAJ-C)
}

// verMaximo is the limit of a suerte while the table is open.
type verMaximo struct {
	Suerte string         `json:"suerte"`
	Maximo domain.Importe `json:"maximo"`
}

// verMesa is a table as the board shows it.
type verMesa struct {
	Mesa             int            `json:"mesa"`
	Juego            domain.Juego   `json:"juego"`
	Nombre           string         `json:"nombre"` // exact name of the game
	MinimoAutorizado domain.Importe `json:"minimo_autorizado"`
	MinimoPrevisto   domain.Importe `json:"minimo_previsto"`
	AnticipoMinimo   domain.Importe `json:"anticipo_minimo"` // art. 35.2
	Abierta          bool           `json:"abierta"`
	Sesion           *verSesion     `json:"sesion"` // the open one, or the last of the jornada
	Maximos          []verMaximo    `json:"maximos,omitempty"`
	Pendiente        *string        `json:"pendiente"` // act that waits for signatures
	Libro            string         `json:"libro"`
	Reversible       bool           `json:"reversible"`         // art. 30.4
	Servicio         string         `json:"servicio,omitempty"` // while open: en_servicio, suspendida, clausurada
	Avisos           []verAviso     `json:"avisos,omitempty"`   // of what was just done
}

type listaMesas struct {
	Mesas  []verMesa  `json:"mesas"`
	Avisos []verAviso `json:"avisos,omitempty"`
}

func seeSesion(s *registers.SesionMesa) *verSesion {
	if s == nil {
		return nil
	}
	return &verSesion{s.Folio, s.Jornada, s.ApuestaMinima, s.Maximos, s.Anticipo, s.Anticipos, s.Reposiciones,
		instante(s.Apertura), instante(s.Cierre), s.Resultado, s.Extraido, s.Devuelto}
}

func seeEstadoMesa(m *registers.EstadoMesa) verMesa {
	v := verMesa{Mesa: m.Mesa.Numero, Juego: m.Mesa.Juego, Nombre: m.Mesa.Juego.Nombre(), MinimoAutorizado: m.Mesa.MinimoAutorizado,
		MinimoPrevisto: m.Mesa.MinimoPrevisto, AnticipoMinimo: m.AnticipoMinimo, Abierta: m.Sesion != nil, Sesion: seeSesion(m.Sesion),
		Libro: registers.LibroMesa(m.Mesa.Mesa), Reversible: m.Mesa.Reversible}
	if m.Sesion == nil {
		v.Sesion = seeSesion(m.Ultima)
	}
	if m.Sesion != nil {
		v.Servicio = string(m.Sesion.Servicio)
	}
	if m.Pendiente != nil {
		v.Pendiente = &m.Pendiente.Acto
	}
	for _, x := range m.Maximos {
		v.Maximos = append(v.Maximos, verMaximo{x.Suerte, x.Importe})
	}
	return v
}

func (s *Servidor) getMesas(c echo.Context) error {
	t, err := s.cfg.Casa.Tablero(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaMesas{Mesas: make([]verMesa, 0, len(t.Mesas)), Avisos: seeAvisos(t.Avisos)}
	for k := range t.Mesas {
		out.Mesas = append(out.Mesas, seeEstadoMesa(&t.Mesas[k]))
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Servidor) getMesa(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	v, err := s.seeMesa(c, mesa)
	if err != nil {
		return err
	}
	return withETag(c, http.StatusOK, v)
}

// seeMesa is a table of the route's establecimiento as it is now.
func (s *Servidor) seeMesa(c echo.Context, mesa int) (verMesa, error) {
	m, err := s.cfg.Casa.EstadoMesa(c.Request().Context(), c.Param("e"), mesa)
	if err != nil {
		return verMesa{}, err
	}
	return seeEstadoMesa(&m), nil
}
