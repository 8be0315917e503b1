package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about tables.
var (
	// ErrMesa: the establecimiento has no table of that number.
	ErrMesa = errors.New("no existe esa mesa")
	// ErrMesaRepetida: a table has that number already.
	ErrMesaRepetida = errors.New("ya existe una mesa con ese número")
	// ErrMasMesas: the authorisation does not grant one more table of that game.
	ErrMasMesas = errors.New("la autorización no concede más mesas de ese juego")
	// ErrMasMesasEnTotal: nor one more table of any game.
	ErrMasMesasEnTotal = errors.New("la autorización no concede más mesas en el establecimiento")
	// ErrMaximosNoConcedidos: the authorisation does not grant that choice of maxima.
	ErrMaximosNoConcedidos = errors.New("la autorización no concede esos máximos a las mesas del juego")
	// ErrReversible: only tables of black jack and póquer sin descarte turn into one another.
	ErrReversible = errors.New("solo es reversible una mesa de black jack o de póquer sin descarte, dada de alta como tal")
	// ErrMesaAbierta: the table is open already.
	ErrMesaAbierta = errors.New("la mesa ya está abierta")
	// ErrMesaCerrada: the table is not open.
	ErrMesaCerrada = errors.New("la mesa no está abierta")
)

// maxMesa bounds the number of a table, which names its book.
const maxMesa = 9999

// MesaFacts is a new table. A zero MinimoAutorizado is that of the game in the
// authorisation; a zero MinimoPrevisto is MinimoAutorizado.
type MesaFacts struct {
	Numero           int
	Juego            domain.Juego
	MinimoAutorizado domain.Importe
	MinimoPrevisto   domain.Importe
	Reversible       bool // may turn into the other game of art. 30.4
}

// CreateMesa records a table; its libro de anticipos, of the same number, begins with it
// (arts. 39.1.b, 40.1.b). It returns ErrAutorizacion, ErrDatos, ErrMesaRepetida, or a
// breach when the game or one more table of it is not authorised (art. 9.c), or the
// minimum is out of the authorised band (art. 9.e and that of the game).
func (c *Casa) CreateMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, f MesaFacts) (Mesa, error) {
	var m Mesa
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		var err error
		m, err = createMesa(tx, autor, c.settle(tx, hora), establecimiento, f)
		return err
	})
	return m, err
}

func createMesa(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, f MesaFacts) (Mesa, error) {
	if f.Numero < 1 || f.Numero > maxMesa {
		return Mesa{}, fmt.Errorf("%w: mesa %d; el número va de 1 a %d", ErrDatos, f.Numero, maxMesa)
	}
	db := tx.DB()
	a, err := CurrentAutorizacion(db, establecimiento)
	if err != nil {
		return Mesa{}, err
	}
	if _, err := findMesa(db, establecimiento, f.Numero); !errors.Is(err, ErrMesa) {
		if err == nil {
			err = ErrMesaRepetida
		}
		return Mesa{}, err
	}
	j, err := a.checkMesa(db, f.Juego)
	if err != nil {
		return Mesa{}, err
	}
	if err := a.checkTotal(db); err != nil {
		return Mesa{}, err
	}
	if f.Reversible && otroJuego[f.Juego] == "" {
		return Mesa{}, norma.Breach(art("30.4"), ErrReversible)
	}
	if f.MinimoAutorizado == 0 {
		f.MinimoAutorizado = j.Minimo
	}
	if f.MinimoPrevisto == 0 {
		f.MinimoPrevisto = f.MinimoAutorizado
	}
	for _, minimo := range []domain.Importe{f.MinimoAutorizado, f.MinimoPrevisto} {
		if err := libros.CheckApuestaMinima(f.Juego, j.Banda(), minimo); err != nil {
			return Mesa{}, err
		}
	}
	m := Mesa{
		Mesa: domain.Mesa{Establecimiento: establecimiento, Numero: f.Numero, Juego: f.Juego,
			MinimoAutorizado: f.MinimoAutorizado},
		MinimoPrevisto: f.MinimoPrevisto,
		Reversible:     f.Reversible,
	}
	return m, m.append(tx, autor, hora, a)
}

// checkMesa judges whether one more table of a game is authorised (art. 9.c).
func (a Autorizacion) checkMesa(db *gorm.DB, juego domain.Juego) (JuegoAutorizado, error) {
	j, ok := a.Juego(juego)
	if !ok {
		return JuegoAutorizado{}, norma.Breach(art("9.c"), ErrJuegoNoAutorizado)
	}
	var n int64
	err := db.Model(&filaMesa{}).Where("establecimiento = ? AND juego = ?", a.Establecimiento, string(juego)).Count(&n).Error
	if err != nil {
		return JuegoAutorizado{}, fmt.Errorf("count the tables of %s: %w", a.Establecimiento, err)
	}
	if n >= int64(j.Mesas) {
		return JuegoAutorizado{}, norma.Errorf(art("9.c"), "%w: son %d", ErrMasMesas, j.Mesas)
	}
	return j, nil
}

// checkTotal judges whether one more table of any game is authorised (art. 9.c).
func (a Autorizacion) checkTotal(db *gorm.DB) error {
	if a.Mesas == 0 {
		return nil
	}
	var n int64
	if err := db.Model(&filaMesa{}).Where("establecimiento = ?", a.Establecimiento).Count(&n).Error; err != nil {
		return fmt.Errorf("count the tables of %s: %w", a.Establecimiento, err)
	}
	if n >= int64(a.Mesas) {
		return norma.Errorf(art("9.c"), "%w: son %d", ErrMasMesasEnTotal, a.Mesas)
	}
	return nil
}

// checkMaximosDe judges a choice of maxima against those of the law and those granted (art.
// 9.d).
func (j JuegoAutorizado) checkMaximosDe(l LimitesMesa) error {
	if _, err := l.List(); err != nil {
		return err
	}
	granted := strings.Fields(j.Maximos)
	if len(granted) > 0 && !slices.Contains(granted, l.Maximos) {
		return norma.Errorf(art("9.d"), "%w: %s", ErrMaximosNoConcedidos, j.Maximos)
	}
	return nil
}

func (m *Mesa) append(tx *escritor.Tx, autor Autor, hora Hora, a Autorizacion) error {
	if err := hora.check(tx, hora.Hecho, a.Parametros.Margen()); err != nil {
		return err
	}
	b := diario.Borrador{
		Establecimiento: m.Establecimiento,
		Libro:           LibroRegistro,
		Tipo:            TipoMesa,
		Datos: []diario.Dato{
			datoEntero("mesa", m.Numero),
			{Nombre: "juego", Valor: string(m.Juego)},
			datoEntero("minimo_autorizado", m.MinimoAutorizado),
			datoEntero("minimo_previsto", m.MinimoPrevisto),
		},
	}
	if m.Reversible {
		b.Datos = append(b.Datos, datoSi("reversible", true))
	}
	hora.stamp(&b, autor)
	leaf, err := tx.Append(b)
	m.Posicion = leaf.Posicion
	return err
}

// LimitesFacts are the limits to change on a table. Maximos may be empty.
type LimitesFacts struct {
	ApuestaMinima domain.Importe
	Maximos       string
}

// ChangeLimites plans another minimum stake for the next session of a table, within the
// authorised band (art. 9.e); the maxima are chosen at each opening. With the table open
// nothing changes (arts. 29.6, 132.4.a, 53.2). It returns ErrMesa or those breaches.
func (c *Casa) ChangeLimites(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f LimitesFacts) (Mesa, error) {
	var m Mesa
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		db := tx.DB()
		var err error
		if m, err = findMesa(db, establecimiento, mesa); err != nil {
			return err
		}
		_, open, err := openSesion(db, establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := libros.CheckCambioLimites(m.Juego, open); err != nil {
			return err
		}
		if err := checkNoPending(db, establecimiento, mesa); err != nil {
			return err
		}
		a, err := CurrentAutorizacion(db, establecimiento)
		if err != nil {
			return err
		}
		j, ok := a.Juego(m.Juego)
		if !ok {
			return norma.Breach(art("9.c"), ErrJuegoNoAutorizado)
		}
		if err := libros.CheckApuestaMinima(m.Juego, j.bandaOf(m), f.ApuestaMinima); err != nil {
			return err
		}
		if f.Maximos != "" {
			if err := j.checkMaximosDe(m.limites(f.ApuestaMinima, f.Maximos)); err != nil {
				return err
			}
		}
		m.MinimoPrevisto = f.ApuestaMinima
		tx.Recurso(200, fmt.Sprint(mesa))
		return m.append(tx, autor, c.settle(tx, hora), a)
	})
	return m, err
}

// bandaOf is the band of the minimum stake of one table, which may be authorised from a
// higher minimum than its game.
func (j JuegoAutorizado) bandaOf(m Mesa) libros.Banda {
	b := j.Banda()
	b.Minimo = max(b.Minimo, m.MinimoAutorizado)
	return b
}

// limites are the limits that the table would open with.
func (m Mesa) limites(minimo domain.Importe, maximos string) LimitesMesa {
	return LimitesMesa{Juego: m.Juego, Minimo: minimo, MinimoAutorizado: m.MinimoAutorizado, Maximos: maximos}.Normal()
}

// Mesa returns a table, or ErrMesa.
func (c *Casa) Mesa(ctx context.Context, establecimiento string, numero int) (Mesa, error) {
	return findMesa(c.Escritor.Lectura().WithContext(ctx), establecimiento, numero)
}

// Mesas lists the tables of an establecimiento by their number.
func (c *Casa) Mesas(ctx context.Context, establecimiento string) ([]Mesa, error) {
	var filas []filaMesa
	err := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("mesa").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", establecimiento, err)
	}
	ms := make([]Mesa, 0, len(filas))
	for _, f := range filas {
		ms = append(ms, f.mesa())
	}
	return ms, nil
}
