package registers

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
)

// ActoMesa is an act of a table still open.
type ActoMesa struct {
	Acto      string
	Tipo      string
	Propuesto time.Time
}

// EstadoMesa is how a table stands: what the board and its sheet show.
type EstadoMesa struct {
	Mesa           Mesa
	Sesion         *SesionMesa     // the open one; nil with the table closed
	Ultima         *SesionMesa     // with the table closed, its last session of the jornada
	Pendiente      *ActoMesa       // what waits for signatures
	AnticipoMinimo domain.Importe  // of art. 35.2 for its minimum, open or planned
	Maximos        []libros.Maximo // while open, what each suerte admits
	Cartel         *Cartel         // the last notice issued for it (art. 38.2)
}

// Tablero is the floor of an establecimiento now.
type Tablero struct {
	Establecimiento domain.Establecimiento
	Jornada         *Jornada // the last one; nil when there was none
	Mesas           []EstadoMesa
	Avisos          []Aviso
}

// Tablero returns how every table of an establecimiento stands. It returns
// ErrEstablecimiento.
func (c *Casa) Tablero(ctx context.Context, establecimiento string) (Tablero, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	e, err := findEstablecimiento(db, establecimiento)
	if err != nil {
		return Tablero{}, err
	}
	t := Tablero{Establecimiento: e}
	j, has, err := LastJornada(db, establecimiento)
	if err != nil {
		return Tablero{}, err
	}
	if has {
		t.Jornada = &j
	}
	ms, err := c.Mesas(ctx, establecimiento)
	if err != nil {
		return Tablero{}, err
	}
	for _, m := range ms {
		estado, err := newEstadoMesa(m)
		if err != nil {
			return Tablero{}, err
		}
		t.Mesas = append(t.Mesas, estado)
	}
	if err := t.fill(db); err != nil {
		return Tablero{}, err
	}
	if t.Avisos, err = t.avisos(db, c.Escritor.Ahora()); err != nil {
		return t, err
	}
	return t, t.announce(db, c.Escritor.Ahora())
}

// announce adds the timed notices of the tables that are about to end (art. 29.5).
func (t *Tablero) announce(db *gorm.DB, now time.Time) error {
	if t.Jornada == nil || t.Jornada.Fase != domain.FaseAbierta {
		return nil
	}
	ps, err := prorrogasOf(db, t.Jornada.Establecimiento, t.Jornada.Fecha)
	if err != nil {
		return err
	}
	for _, m := range t.Mesas {
		if m.Sesion == nil {
			continue
		}
		until := closing(ps, t.Jornada.CierrePrevisto, m.Mesa.Numero)
		if a, ok := libros.AnunciosFinales(m.Sesion.Juego, now, until); ok {
			t.Avisos = append(t.Avisos, Aviso{Articulo: a.Articulo, Criterio: "MAQ-1",
				Texto: fmt.Sprintf("mesa %d, hasta las %s: %s", m.Mesa.Numero, horaLocal(until), a.Texto)})
		}
	}
	return nil
}

// EstadoMesa returns how one table stands. It returns ErrEstablecimiento or ErrMesa.
func (c *Casa) EstadoMesa(ctx context.Context, establecimiento string, mesa int) (EstadoMesa, error) {
	t, err := c.Tablero(ctx, establecimiento)
	if err != nil {
		return EstadoMesa{}, err
	}
	for _, m := range t.Mesas {
		if m.Mesa.Numero == mesa {
			return m, nil
		}
	}
	return EstadoMesa{}, ErrMesa
}

func newEstadoMesa(m Mesa) (EstadoMesa, error) {
	if m.Juego.Circulo() { // no anticipo (criterio CAJ-4)
		return EstadoMesa{Mesa: m}, nil
	}
	minimo, err := libros.AnticipoMinimo(m.Juego, m.MinimoPrevisto, m.MinimoAutorizado)
	return EstadoMesa{Mesa: m, AnticipoMinimo: minimo}, err
}

// fill adds the sessions and the open acts.
func (t *Tablero) fill(db *gorm.DB) error {
	var fecha domain.Fecha
	if t.Jornada != nil {
		fecha = t.Jornada.Fecha
	}
	var filas []filaSesionMesa
	err := db.Where("establecimiento = ? AND (abierta = 1 OR jornada = ?)", t.Establecimiento.ID, string(fecha)).Order("folio").Find(&filas).Error
	if err != nil {
		return fmt.Errorf("read the sessions of %s: %w", t.Establecimiento.ID, err)
	}
	var acts []filaActo
	if err := pendingOf(db, t.Establecimiento.ID).Order("numero").Find(&acts).Error; err != nil {
		return fmt.Errorf("read the open acts of %s: %w", t.Establecimiento.ID, err)
	}
	var carteles []filaCartel
	if err := db.Where("establecimiento = ? AND cartel IN (?)", t.Establecimiento.ID,
		db.Model(&filaCartel{}).Select("max(cartel)").Where("establecimiento = ?", t.Establecimiento.ID).Group("mesa")).Find(&carteles).Error; err != nil {
		return fmt.Errorf("read the notices of %s: %w", t.Establecimiento.ID, err)
	}
	for k := range t.Mesas {
		m := &t.Mesas[k]
		for _, f := range carteles {
			if int(f.Mesa) == m.Mesa.Numero {
				c := f.cartel()
				m.Cartel = &c
			}
		}
		for _, f := range filas {
			if int(f.Mesa) == m.Mesa.Numero {
				if err := m.take(f.sesion()); err != nil {
					return err
				}
			}
		}
		for _, a := range acts {
			if a.Libro == LibroMesa(m.Mesa.Mesa) && a.Tipo != TipoActaBilletes {
				m.Pendiente = &ActoMesa{a.Acto, a.Tipo, fromMicros(a.Propuesto)}
			}
		}
	}
	return nil
}

// take sets a session of the table; they come in order.
func (m *EstadoMesa) take(s SesionMesa) error {
	if !s.Abierta {
		m.Ultima = &s
		return nil
	}
	m.Sesion, m.Ultima = &s, nil
	if s.Juego.Circulo() {
		return nil
	}
	var err error
	if m.AnticipoMinimo, err = libros.AnticipoMinimo(s.Juego, s.ApuestaMinima, m.Mesa.MinimoAutorizado); err != nil || s.Maximos == "" {
		return err
	}
	limites := m.Mesa.limites(s.ApuestaMinima, s.Maximos)
	limites.Juego = s.Juego
	m.Maximos, err = limites.List()
	return err
}
