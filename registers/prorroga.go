package registers

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoProrroga is the kind of the close of a table put off in its jornada (art. 27.3).
const TipoProrroga = "Prorroga"

type filaProrroga struct {
	Posicion        int64
	Establecimiento string
	Jornada         string
	Mesa            int64
	Hasta           int64
	Excepcional     int64
	Jugadores       int64
}

func (filaProrroga) TableName() string { return "prorrogas" }

var tablasProrroga = []escritor.Tabla{{Nombre: "prorrogas", Clave: []string{"posicion"}}}

var proyectoresProrroga = map[string]escritor.Proyector{
	TipoProrroga: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaProrroga{Posicion: a.Posicion, Establecimiento: a.Establecimiento, Jornada: string(a.Jornada), Mesa: d.entero("mesa"),
			Hasta: micros(d.instante("hasta")), Jugadores: d.entero("jugadores")}
		if d.si("excepcional") {
			f.Excepcional = 1
		}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}

// ProrrogaFacts puts off the close of a table.
type ProrrogaFacts struct {
	Hasta       time.Time
	Excepcional bool
	Jugadores   int
	Motivo      string
}

// Prorroga is a close put off, on record. Instants in UTC.
type Prorroga struct {
	Posicion    int64
	Mesa        int
	Hasta       time.Time
	Excepcional bool
	Jugadores   int
}

// ExtendMesa puts off the close of an open table (art. 27.3). It returns ErrMesa,
// ErrSinJornada, the errors of libros.CheckProrroga and those of the hour; a table that is
// closed is a breach of 27.3 that wraps ErrMesaCerrada.
func (c *Casa) ExtendMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f ProrrogaFacts) (Prorroga, error) {
	var p Prorroga
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if s.jornada.Fase != domain.FaseAbierta {
			return ErrSinJornada
		}
		if !s.abierta {
			return norma.Breach(art("27.3"), ErrMesaCerrada)
		}
		if err := hora.check(tx, s.jornada.Apertura, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		until := diario.Instante(f.Hasta)
		err = libros.CheckProrroga(libros.Prorroga{Juego: s.sesion.Juego, Hasta: until, Excepcional: f.Excepcional, Jugadores: f.Jugadores,
			Motivo: f.Motivo}, s.jornada.Apertura, s.jornada.CierrePrevisto)
		if err != nil {
			return err
		}
		a, err := appendProrroga(tx, autor, hora, &s.jornada, mesa, until, f)
		if err != nil {
			return err
		}
		tx.Recurso(201, strconv.FormatInt(a.Posicion, 10))
		p = Prorroga{a.Posicion, mesa, until, f.Excepcional, f.Jugadores}
		return nil
	})
	return p, err
}

func appendProrroga(tx *escritor.Tx, autor Autor, hora Hora, j *Jornada, mesa int, until time.Time, f ProrrogaFacts) (diario.Asiento, error) {
	b := diario.Borrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroJornadas,
		Jornada:         j.Fecha,
		Tipo:            TipoProrroga,
		Datos: []diario.Dato{
			datoEntero("mesa", mesa),
			datoInstante("hasta", until),
			datoSi("excepcional", f.Excepcional),
			datoEntero("jugadores", f.Jugadores),
		},
		Personal: []diario.ValorPersonal{{Nombre: valorMotivo, Valor: f.Motivo}},
	}
	hora.stamp(&b, autor)
	return tx.Append(b)
}

// Prorrogas lists the closes put off in a jornada, in order.
func (c *Casa) Prorrogas(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]Prorroga, error) {
	return prorrogasOf(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
}

func prorrogasOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]Prorroga, error) {
	var rows []filaProrroga
	err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)).Order("posicion").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read the closes put off in %s, %s: %w", establecimiento, fecha, err)
	}
	ps := make([]Prorroga, 0, len(rows))
	for _, f := range rows {
		ps = append(ps, Prorroga{f.Posicion, int(f.Mesa), fromMicros(f.Hasta), f.Excepcional == 1, int(f.Jugadores)})
	}
	return ps, nil
}

// closing is the hour until which a table plays: the one planned, or that of its prórroga.
// With mesa 0 it is that of the last table.
func closing(ps []Prorroga, previsto time.Time, mesa int) time.Time {
	for _, p := range ps {
		if (mesa == 0 || p.Mesa == mesa) && p.Hasta.After(previsto) {
			previsto = p.Hasta
		}
	}
	return previsto
}

// Suspension is why games end before their hour (art. 27.5). Vacia is since when the room
// is empty.
type Suspension struct {
	Causa libros.CausaSuspension
	Texto string
	Vacia time.Time
}

// SuspendJuego ends the games of a jornada before their hour, for a cause (art. 27.5). A
// declared cause that does not hold is a warning that stays on record (criterio MAQ-1). It
// returns ErrJornada, domain.ErrFase, a breach that wraps libros.ErrCausa, or the errors of
// the hour.
func (c *Casa) SuspendJuego(ctx context.Context, autor Autor, hora Hora, establecimiento string, fecha domain.Fecha, f Suspension) (Jornada, error) {
	var j Jornada
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		var err error
		if j, err = findJornada(tx.DB(), establecimiento, fecha); err != nil {
			return err
		}
		if err := j.Fase.Advance(domain.FaseFinJuegos); err != nil {
			return err
		}
		hora := c.settle(tx, hora)
		aviso, err := libros.CheckSuspension(f.Causa, f.Texto, f.Vacia, diario.Instante(hora.Hecho), j.CierrePrevisto)
		if err != nil {
			return err
		}
		tx.Recurso(200, j.ID())
		return j.advanceFor(tx, autor, hora, domain.FaseFinJuegos, &f, aviso)
	})
	return j, err
}

// datos are the facts of the cause, and its text as a personal value.
func (f *Suspension) datos() ([]diario.Dato, []diario.ValorPersonal) {
	ds := []diario.Dato{{Nombre: "causa", Valor: string(f.Causa)}}
	if !f.Vacia.IsZero() {
		ds = append(ds, datoInstante("vacia_desde", diario.Instante(f.Vacia)))
	}
	if f.Texto == "" {
		return ds, nil
	}
	return ds, []diario.ValorPersonal{{Nombre: valorMotivo, Valor: f.Texto}}
}
