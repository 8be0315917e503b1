package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/ruleta"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the markers of the colours.
var (
	// ErrSinMarcador: nobody had that colour at that table at that hour.
	ErrSinMarcador = errors.New("ese color no estaba en juego en la mesa a esa hora")
	// ErrColorSinValor: a colour is handed back that nobody has.
	ErrColorSinValor = errors.New("ese color no está en juego en la mesa")
)

// Kinds of asiento of the chips of a ruleta americana: what sets the marker of a colour, or
// clears it; and a player more, or one fewer, with chips of value (art. 135).
const (
	TipoMarcador    = "Marcador"
	TipoFichasValor = "FichasValor"
)

// LibroMarcadores is the book of the markers of an establecimiento.
const LibroMarcadores = "marcadores"

// Marcador is what each chip of a colour is worth at a table from an hour on, céntimos
// (art. 134.1.b); 0, that its player has handed the colour back.
type Marcador struct {
	Numero    int64 // of its asiento in the book
	Mesa      int
	Sesion    int64 // folio of the libro de anticipos
	Color     string
	Valor     domain.Importe
	Declarado bool // the player said so; else it is the minimum (art. 139.4)
	Desde     time.Time
	Autor     string
}

type filaMarcador struct {
	Establecimiento string
	Mesa            int64
	Sesion          int64
	Color           string
	Posicion        int64
	Valor           int64
	Declarado       int64
	Hecho           int64
	Numero          int64
	Autor           string
}

func (filaMarcador) TableName() string { return "marcadores" }

func (f filaMarcador) marcador() Marcador {
	return Marcador{f.Numero, int(f.Mesa), f.Sesion, f.Color, domain.Importe(f.Valor), f.Declarado == 1, fromMicros(f.Hecho), f.Autor}
}

var tablasMarcador = []escritor.Tabla{{Nombre: "marcadores", Clave: []string{"establecimiento", "posicion"}}}

var proyectoresMarcador = map[string]escritor.Proyector{TipoMarcador: projectMarcador, TipoFichasValor: projectFichasValor}

// projectFichasValor keeps how many play with chips of value as a row of no colour.
func projectFichasValor(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaMarcador{Establecimiento: a.Establecimiento, Mesa: d.entero("mesa"), Sesion: d.entero("sesion"), Posicion: a.Posicion,
		Valor: d.entero("jugadores"), Hecho: micros(a.Hecho), Numero: a.Numero, Autor: a.Autor}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

func projectMarcador(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaMarcador{Establecimiento: a.Establecimiento, Mesa: d.entero("mesa"), Sesion: d.entero("sesion"), Color: d.texto("color"),
		Posicion: a.Posicion, Valor: d.entero("valor"), Hecho: micros(a.Hecho), Numero: a.Numero, Autor: a.Autor}
	if d.texto("declarado") == "si" {
		f.Declarado = 1
	}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

// marcadoresOf lists the markers of a session of a table as they were set.
func marcadoresOf(db *gorm.DB, establecimiento string, mesa int, sesion int64) ([]Marcador, error) {
	var filas []filaMarcador
	err := db.Where("establecimiento = ? AND mesa = ? AND sesion = ? AND color <> ''", establecimiento, mesa, sesion).Order("hecho, posicion").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the markers of table %d of %s: %w", mesa, establecimiento, err)
	}
	ms := make([]Marcador, 0, len(filas))
	for _, f := range filas {
		ms = append(ms, f.marcador())
	}
	return ms, nil
}

// inPlay are the markers in force after all of ms, one for each colour in play.
func inPlay(ms []Marcador) []Marcador {
	var now []Marcador
	for k, m := range ms {
		later := false
		for _, n := range ms[k+1:] {
			later = later || n.Color == m.Color
		}
		if !later && m.Valor > 0 {
			now = append(now, m)
		}
	}
	return now
}

// MarcadorFacts sets the marker of a colour. A nil Valor is a player who says nothing, and
// then each chip is worth the minimum (art. 139.4); Devuelto, that he hands the colour back.
type MarcadorFacts struct {
	Color    string
	Valor    *domain.Importe
	Devuelto bool
}

// SetMarcador records what the chips of a colour are worth at an open table of ruleta
// americana, or that they came back. The value lies between the minimum of the table and
// the maximum of a pleno (art. 134.1.b, criterio RUL-11); a colour has one player, and is
// one of those of the table when they are on record (art. 135). It returns ErrMesa,
// ErrSinJornada, ErrMesaCerrada, ErrColorSinValor, or those breaches.
func (c *Casa) SetMarcador(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f MarcadorFacts) (Marcador, error) {
	var m Marcador
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSalaPending(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		valor, err := s.valorMarcador(tx.DB(), f)
		if err != nil {
			return err
		}
		ms, err := marcadoresOf(tx.DB(), establecimiento, mesa, s.sesion.Folio)
		if err != nil {
			return err
		}
		desde := s.sesion.Apertura
		for _, before := range ms {
			if before.Color == f.Color {
				desde = before.Desde
			}
		}
		if err := hora.check(tx, desde, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroMarcadores, Jornada: s.jornada.Fecha, Tipo: TipoMarcador,
			Datos: []diario.Dato{datoEntero("mesa", mesa), datoEntero("sesion", s.sesion.Folio), {Nombre: "color", Valor: f.Color},
				datoEntero("valor", valor), {Nombre: "declarado", Valor: siNo(f.Valor != nil)}}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Numero))
		m = Marcador{a.Numero, mesa, s.sesion.Folio, f.Color, valor, f.Valor != nil, a.Hecho, a.Autor}
		return err
	})
	return m, err
}

func siNo(b bool) string {
	if b {
		return "si"
	}
	return "no"
}

// valorMarcador is what the marker will say, 0 when the colour is handed back.
func (s *sala) valorMarcador(db *gorm.DB, f MarcadorFacts) (domain.Importe, error) {
	switch {
	case s.mesa.Juego != domain.RuletaAmericana:
		return 0, norma.Breach(art("134.1.b"), ErrColor)
	case !s.abierta:
		return 0, norma.Breach(art("134.1.b"), ErrMesaCerrada)
	}
	if err := (Colores{f.Color: 0}).check(); err != nil {
		return 0, err
	}
	ms, err := marcadoresOf(db, s.mesa.Establecimiento, s.mesa.Numero, s.sesion.Folio)
	if err != nil {
		return 0, err
	}
	var enUso []string
	for _, m := range inPlay(ms) {
		if m.Color == f.Color && f.Devuelto {
			return 0, nil
		}
		enUso = append(enUso, m.Color)
	}
	if f.Devuelto {
		return 0, norma.Breach(art("134.1.b"), ErrColorSinValor)
	}
	dotacion, err := dotacionOf(db, s.mesa.Establecimiento, s.mesa.Numero)
	if err != nil {
		return 0, err
	}
	colores := dotacion.List()
	if dotacion == nil { // nobody has said which colours the table has
		colores = append([]string{f.Color}, enUso...)
	}
	if err := ruleta.CheckColor(f.Color, colores, enUso); err != nil {
		return 0, err
	}
	maximos, err := libros.ParseMaximos(s.sesion.Juego, s.sesion.Maximos)
	if err != nil {
		return 0, err
	}
	return ruleta.ValorFicha(s.sesion.ApuestaMinima, maximos.Serie, f.Valor, nil)
}

// Marcadores lists the markers of the open session of a table, or of its last one, as they
// were set; and those in force now, none with the table closed. It returns ErrMesa.
func (c *Casa) Marcadores(ctx context.Context, establecimiento string, mesa int) (todos, enJuego []Marcador, err error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return nil, nil, err
	}
	f, ok, err := findOne[filaSesionMesa](db.Where("establecimiento = ? AND mesa = ?", establecimiento, mesa).Order("folio DESC"))
	if err != nil || !ok {
		return nil, nil, err
	}
	if todos, err = marcadoresOf(db, establecimiento, mesa, f.Folio); err != nil || f.Abierta == 0 {
		return todos, nil, err
	}
	return todos, inPlay(todos), nil
}

// MarcadorAt is what a chip of a colour was worth at a table at an instant: that of the
// player who took it, for him to be paid right when he comes back with it (arts. 134.1.b,
// 139.4). It returns what SesionAt does, or ErrSinMarcador when the colour was nobody's then.
func (c *Casa) MarcadorAt(ctx context.Context, establecimiento string, mesa int, color string, instante time.Time) (Marcador, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	ses, err := sesionAt(db, establecimiento, mesa, instante)
	if err != nil {
		return Marcador{}, err
	}
	f, ok, err := findOne[filaMarcador](db.Where("establecimiento = ? AND mesa = ? AND sesion = ? AND color = ? AND hecho <= ?",
		establecimiento, mesa, ses.Folio, color, micros(diario.Instante(instante))).Order("hecho DESC, posicion DESC"))
	if err != nil {
		return Marcador{}, fmt.Errorf("find the marker of %s at table %d of %s: %w", color, mesa, establecimiento, err)
	}
	if !ok || f.Valor == 0 {
		return Marcador{}, norma.Breach(art("134.1.b"), ErrSinMarcador)
	}
	return f.marcador(), nil
}

// fichasValorOf is how many play with chips of value at a session of a table.
func fichasValorOf(db *gorm.DB, establecimiento string, mesa int, sesion int64) (int, error) {
	f, _, err := findOne[filaMarcador](db.Where("establecimiento = ? AND mesa = ? AND sesion = ? AND color = ''", establecimiento, mesa, sesion).
		Order("posicion DESC"))
	if err != nil {
		return 0, fmt.Errorf("count who plays with chips of value at table %d of %s: %w", mesa, establecimiento, err)
	}
	return int(f.Valor), nil
}

// FichasValor is how many play with chips of value at the open session of a table; none
// with the table closed. It returns ErrMesa.
func (c *Casa) FichasValor(ctx context.Context, establecimiento string, mesa int) (int, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return 0, err
	}
	ses, open, err := openSesion(db, establecimiento, mesa)
	if err != nil || !open {
		return 0, err
	}
	return fichasValorOf(db, establecimiento, mesa, ses.Folio)
}

// ChangeFichasValor records that one player more plays with chips of value at an open table
// of ruleta americana, which the direction alone may let, three at most (art. 135); or, when
// he leaves them, one fewer. It returns how many do, and ErrMesa, ErrSinJornada,
// ErrMesaCerrada, ErrColorSinValor or those breaches.
func (c *Casa) ChangeFichasValor(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, deja bool) (jugadores int, err error) {
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSalaPending(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		switch {
		case s.mesa.Juego != domain.RuletaAmericana:
			return norma.Breach(art("135"), ErrColor)
		case !s.abierta:
			return norma.Breach(art("135"), ErrMesaCerrada)
		}
		n, err := fichasValorOf(tx.DB(), establecimiento, mesa, s.sesion.Folio)
		if err != nil {
			return err
		}
		dirige := autor.Cargo == domain.Director || autor.Cargo == domain.Subdirector
		switch {
		case deja && n == 0:
			return norma.Breach(art("135"), ErrColorSinValor)
		case deja:
			n--
		default:
			if err := ruleta.CheckFichasValor(n, dirige); err != nil {
				return err
			}
			n++
		}
		if err := hora.check(tx, s.sesion.Apertura, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroMarcadores, Jornada: s.jornada.Fecha, Tipo: TipoFichasValor,
			Datos: []diario.Dato{datoEntero("mesa", mesa), datoEntero("sesion", s.sesion.Folio), datoEntero("jugadores", n)}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Numero))
		jugadores = n
		return err
	})
	return jugadores, err
}
