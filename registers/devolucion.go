package registers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about other movements and about the chips of colour.
var (
	// ErrSinFichas: a return of nothing.
	ErrSinFichas = errors.New("la devolución no lleva ninguna ficha")
	// ErrColor: a chip of colour counted in a way that cannot be, or at another game.
	ErrColor = errors.New("las fichas de color son de las mesas de ruleta americana, y se cuentan por piezas")
	// ErrDotacionColor: the chips of colour are not those of the table.
	ErrDotacionColor = errors.New("las fichas de color contadas no son las de la dotación de la mesa")
	// ErrSinColor: nobody counted them.
	ErrSinColor = errors.New("no se han contado las fichas de color de la mesa")
	// ErrIncidencia: an incident of no class, or without what happened.
	ErrIncidencia = errors.New("una incidencia dice de qué clase es (asociacion, de_palabra u otra) y qué ocurrió")
	// ErrSinResultado: a check without its result.
	ErrSinResultado = errors.New("la comprobación lleva su resultado y el número profesional de quien la hace")
)

// Kinds of asiento of these movements.
const (
	TipoDevolucionFichas = "DevolucionFichas"
	TipoDotacionColor    = "DotacionColor"
	TipoComprobacionMesa = "ComprobacionMesa"
	TipoIncidenciaMesa   = "IncidenciaMesa"
)

// ProposeDevolucion proposes that chips of an open table go back to the caja before its
// close, counted by denominations (criterio CAJ-C). A cajero and who directs sign it; at the
// close they count as if they were still at the table (criterio CAJ-B).
func (c *Casa) ProposeDevolucion(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, fichas domain.Piezas) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := s.checkContrapartida(); err != nil {
			return err
		}
		if !s.abierta {
			return norma.Breach(art("18.1.e"), ErrMesaCerrada).Under("CAJ-C")
		}
		total, err := fichas.Total()
		if err == nil && total == 0 {
			err = ErrSinFichas
		}
		if err != nil {
			return norma.Breach(art("18.1.e"), err).Under("CAJ-C")
		}
		anticipos, err := anticiposOf(tx.DB(), s.sesion)
		if err != nil {
			return err
		}
		if err := hora.check(tx, s.desde(anticipos), s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoDevolucion, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{
			Folio:  s.sesion.Folio,
			Tipo:   TipoDevolucionFichas,
			Plazas: plazas,
			Datos:  []diario.Dato{datoEntero("mesa", mesa), {Nombre: "fichas", Valor: fichas.String()}, datoEntero("importe", total)},
		}, nil)
		return err
	})
	return p, err
}

// CambioCajaFacts is an exchange of pieces between a table and the caja.
type CambioCajaFacts struct{ Entrega, Recibe domain.Piezas } // as the table sees it

// ExchangeCaja puts on record an exchange between an open table and the caja: pieces for
// pieces worth the same (criterio CAJ-C). It moves no value, so nobody signs it.
func (c *Casa) ExchangeCaja(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f CambioCajaFacts) (MovimientoCaja, error) {
	var m MovimientoCaja
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSalaPending(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if !s.abierta {
			return norma.Breach(art("18.1.e"), ErrMesaCerrada).Under("CAJ-C")
		}
		total, err := libros.CheckCambioCaja(f.Entrega, f.Recibe)
		if err != nil {
			return err
		}
		if err := hora.check(tx, s.sesion.Apertura, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroCajaCentral, Jornada: s.jornada.Fecha, Tipo: TipoAsientoCaja,
			Datos: []diario.Dato{datoEntero("mesa", mesa), datoEntero("folio", s.sesion.Folio), {Nombre: "concepto", Valor: string(libros.MovimientoCambio)},
				datoEntero("importe", total), {Nombre: "entrega", Valor: f.Entrega.String()}, {Nombre: "recibe", Valor: f.Recibe.String()}}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Numero))
		m = MovimientoCaja{a.Numero, mesa, s.sesion.Folio, libros.MovimientoCambio, total, a.Hecho}
		return err
	})
	return m, err
}

// Colores are chips of colour: colour → pieces. They have no value by themselves (art.
// 134.1.b, criterio CAJ-B).
type Colores map[string]int64

// prefijoColor begins the names of the datos that count chips of a colour.
const prefijoColor = "color."

// maxColor bounds a count of pieces of one colour.
const maxColor = 100_000

// List names the colours, in order.
func (c Colores) List() []string { return slices.Sorted(maps.Keys(c)) }

func (c Colores) check() error {
	for color, n := range c {
		bad := color == "" || len(color) > 20 || strings.ContainsFunc(color, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' })
		if bad || n < 0 || n > maxColor {
			return norma.Errorf(art("134.1.b"), "%w: %q, %d piezas", ErrColor, color, n).Under("CAJ-B")
		}
	}
	return nil
}

func (c Colores) datos() []diario.Dato {
	var ds []diario.Dato
	for _, color := range c.List() {
		ds = append(ds, datoEntero(prefijoColor+color, c[color]))
	}
	return ds
}

// colores reads the chips of colour of a leaf; nil when it counts none.
func (l *lector) colores() Colores {
	var c Colores
	for _, d := range l.a.Datos {
		if color, ok := strings.CutPrefix(d.Nombre, prefijoColor); ok {
			if c == nil {
				c = Colores{}
			}
			c[color] = l.entero(d.Nombre)
		}
	}
	return c
}

// SetDotacionColor records how many chips of each colour belong to a table of ruleta
// americana (art. 134.1.b): what its closing count is held against, piece by piece.
func (c *Casa) SetDotacionColor(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, colores Colores) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		m, err := findMesa(tx.DB(), establecimiento, mesa)
		if err != nil {
			return err
		}
		if m.Juego != domain.RuletaAmericana {
			return norma.Breach(art("134.1.b"), ErrColor).Under("CAJ-B")
		}
		if err := colores.check(); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Tipo: TipoDotacionColor,
			Datos: append(colores.datos(), datoEntero("mesa", mesa))}
		hora.stamp(&b, autor)
		_, err = tx.Append(b)
		return err
	})
	return err
}

// DotacionColor returns the chips of colour that belong to a table; nil when none do.
func (c *Casa) DotacionColor(ctx context.Context, establecimiento string, mesa int) (Colores, error) {
	return dotacionOf(c.Escritor.Lectura().WithContext(ctx), establecimiento, mesa)
}

func dotacionOf(db *gorm.DB, establecimiento string, mesa int) (Colores, error) {
	var filas []filaDotacionColor
	if err := db.Where("establecimiento = ? AND mesa = ?", establecimiento, mesa).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the chips of colour of table %d of %s: %w", mesa, establecimiento, err)
	}
	var c Colores
	for _, f := range filas {
		if c == nil {
			c = Colores{}
		}
		c[f.Color] = f.Piezas
	}
	return c, nil
}

func (f CierreMesaFacts) datosColor() []diario.Dato { return f.Colores.datos() }

// avisosMaterial warn of what belongs to the table and is not there at its close: chips of
// colour, counted by piece (art. 134.1.b, criterio CAJ-B), and copies of actas that are not
// in their box (art. 31.5).
func (s *sala) avisosMaterial(db *gorm.DB, f CierreMesaFacts) ([]Aviso, error) {
	if f.Colores != nil && s.sesion.Juego != domain.RuletaAmericana {
		return nil, norma.Breach(art("134.1.b"), ErrColor).Under("CAJ-B")
	}
	if err := f.Colores.check(); err != nil {
		return nil, err
	}
	var avisos []Aviso
	want, err := dotacionOf(db, s.mesa.Establecimiento, s.mesa.Numero)
	if err != nil {
		return nil, err
	}
	switch {
	case want != nil && f.Colores == nil:
		avisos = append(avisos, avisoDe(norma.Breach(art("134.1.b"), ErrSinColor).Under("CAJ-B")))
	case f.Colores != nil:
		if faltas := want.diff(f.Colores); faltas != "" {
			avisos = append(avisos, avisoDe(norma.Errorf(art("134.1.b"), "%w: %s", ErrDotacionColor, faltas).Under("CAJ-B")))
		}
	}
	xs, err := extraccionesOf(db.Where("establecimiento = ? AND mesa = ? AND folio = ? AND estado = ?", s.mesa.Establecimiento, s.mesa.Numero,
		s.sesion.Folio, string(ExtraccionContada)))
	if err == nil && len(xs) > 0 {
		avisos = append(avisos, avisoDe(norma.Errorf(art("31.5"), "%w: extracción %d", ErrSinCopia, xs[0].Numero).Under("MAQ-1")))
	}
	return avisos, err
}

// diff says how a count differs from the dotación, colour by colour: "rojo −3, verde +1".
func (c Colores) diff(counted Colores) string {
	all := maps.Clone(counted)
	for color := range c {
		all[color] = 0
	}
	var parts []string
	for _, color := range all.List() {
		if d := counted[color] - c[color]; d != 0 {
			parts = append(parts, fmt.Sprintf("%s %+d", color, d))
		}
	}
	return strings.Join(parts, ", ")
}

// ComprobacionMesaFacts is a check that an inspector of the authority asks for at a table
// (art. 36.5). Funcionario is his professional number.
type ComprobacionMesaFacts struct {
	Funcionario string
	Conforme    bool
	Resultado   string
}

// RecordComprobacionMesa puts on record a check that an inspector of the authority made at
// a table, with its hour and its result (art. 36.5): as many as he wants.
func (c *Casa) RecordComprobacionMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f ComprobacionMesaFacts) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSalaPending(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if strings.TrimSpace(f.Resultado) == "" || strings.TrimSpace(f.Funcionario) == "" {
			return norma.Breach(art("36.5"), ErrSinResultado)
		}
		if !s.abierta {
			return norma.Breach(art("36.5"), ErrMesaCerrada)
		}
		if err := hora.check(tx, s.sesion.Apertura, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		a, err := s.appendHoja(tx, autor, hora, diario.Borrador{Tipo: TipoComprobacionMesa, Datos: []diario.Dato{datoSi("conforme", f.Conforme)},
			Personal: []diario.ValorPersonal{{Nombre: "funcionario", Valor: f.Funcionario}, {Nombre: "resultado", Valor: f.Resultado}}})
		tx.Recurso(201, fmt.Sprint(a.Numero))
		return err
	})
	return err
}

// IncidenciaMesaFacts are something that happened at a table and that a person thinks worth
// the record: players who join to pass its maxima, or stake by word (art. 30.1).
type IncidenciaMesaFacts struct {
	Clase string // IncidenciaAsociacion, IncidenciaDePalabra, IncidenciaOtra
	Texto string // what happened, with the stakes
}

// The classes of incident of a table.
const (
	IncidenciaAsociacion = "asociacion"
	IncidenciaDePalabra  = "de_palabra"
	IncidenciaOtra       = "otra"
)

// RecordIncidenciaMesa puts an incident of an open table on record, with its hour (art. 30.1):
// the program stops nobody for what happens in the room (criterio MAQ-1).
func (c *Casa) RecordIncidenciaMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f IncidenciaMesaFacts) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSalaPending(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		known := f.Clase == IncidenciaAsociacion || f.Clase == IncidenciaDePalabra || f.Clase == IncidenciaOtra
		if !known || strings.TrimSpace(f.Texto) == "" {
			return norma.Breach(art("30.1"), ErrIncidencia)
		}
		if !s.abierta {
			return norma.Breach(art("30.1"), ErrMesaCerrada)
		}
		if err := hora.check(tx, s.sesion.Apertura, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		a, err := s.appendHoja(tx, autor, hora, diario.Borrador{Tipo: TipoIncidenciaMesa, Datos: []diario.Dato{{Nombre: "clase", Valor: f.Clase}},
			Personal: []diario.ValorPersonal{{Nombre: "texto", Valor: f.Texto}}})
		tx.Recurso(201, fmt.Sprint(a.Numero))
		return err
	})
	return err
}

func init() {
	articulosActo[TipoArqueo] = art("37.1")
	validaciones[TipoActaBilletes] = func(tx *escritor.Tx, a *Acto) error { return checkStill(tx, a, true) }
	validaciones[TipoDevolucionFichas] = validaciones[TipoActaBilletes]
	validaciones[TipoClausuraMesa] = validaciones[TipoActaBilletes]
	cierres[TipoActaBilletes] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		return appendCaja(tx, a, hoja, libros.MovimientoExtraccion, "importe")
	}
	cierres[TipoDevolucionFichas] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		return appendCaja(tx, a, hoja, libros.MovimientoDevolucion, "importe")
	}
}
