package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/propinas"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about tips.
var (
	// ErrPropina: no count of tips, return or distribution of that number.
	ErrPropina = errors.New("no consta esa anotación de propinas")
	// ErrRecontadas: the tips of that jornada are counted.
	ErrRecontadas = errors.New("las propinas de esa jornada ya están contadas")
	// ErrActoPropinas: an act about tips waits to be signed.
	ErrActoPropinas = errors.New("hay un acto de propinas pendiente de firma")
	// ErrPropinasPronto: the tips of the day are counted when games end.
	ErrPropinasPronto = errors.New("las propinas del día se cuentan al acabar el horario")
	// ErrCausaPropina: a return says why.
	ErrCausaPropina = errors.New("una propina se devuelve por error o por abuso, y se dice qué ocurrió")
	// ErrSinContar: the box of an open table was not counted.
	ErrSinContar = errors.New("no se ha contado la caja especial de una mesa que abrió")
	// ErrAdmitePropinas: no decision against tips is in force.
	ErrAdmitePropinas = errors.New("no hay acuerdo de no admitir propinas")
)

// Books of the tips, of an establecimiento.
const (
	LibroPropinas            = "propinas"             // the special account, a folio a day (art. 19.4)
	LibroParcialesPropinas   = "parciales-propinas"   // partial counts, a folio each (art. 19.5)
	LibroDevolucionesPropina = "devoluciones-propina" // returns, a folio each (art. 19.3)
	LibroRepartosPropinas    = "repartos-propinas"    // distributions, a folio each (art. 19.6)
)

// Kinds of asiento about tips.
const (
	TipoAcuerdoPropinas          = "AcuerdoPropinas"
	TipoParcialPropinas          = "ParcialPropinas"
	TipoCopiaParcialPropinas     = "CopiaParcialPropinas"
	TipoDevolucionPropina        = "DevolucionPropina"
	TipoRecuentoPropinas         = "RecuentoPropinas"
	TipoCriterioPropinas         = "CriterioPropinas"
	TipoComunicacionCriterio     = "ComunicacionCriterio"
	TipoRepartoPropinas          = "RepartoPropinas"
	prefijoCajaPropinas          = "caja."
	clasePropinaParcial          = "parcial"
	clasePropinaDevolucion       = "devolucion"
	diasCriterio             int = 5 // art. 11.2, for prudence: art. 19.6 gives no term
)

// Why a tip is given back (art. 19.3).
const (
	PropinaError = "error"
	PropinaAbuso = "abuso"
)

// tiposPropinas are the kinds of act about tips.
var tiposPropinas = []string{TipoParcialPropinas, TipoDevolucionPropina, TipoRecuentoPropinas}

// AgreePropinas records a decision of the house about tips (art. 19.2): not to admit them,
// once the works council was asked, or to admit them again. It warns when a jornada goes on
// whose tips are not counted: none can be put on record afterwards.
func (c *Casa) AgreePropinas(ctx context.Context, autor Autor, hora Hora, establecimiento string, f propinas.Acuerdo) ([]Aviso, error) {
	var avisos []Aviso
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		if err := checkDirige(tx.DB(), autor, establecimiento, hora, art("19.2")); err != nil {
			return err
		}
		if err := f.Check(domain.FechaDe(diario.Instante(hora.Hecho))); err != nil {
			return err
		}
		j, has, err := LastJornada(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if avisos = nil; !f.Admite && has && j.Fase.Orden() < domain.FaseCerrada.Orden() {
			if _, counted, err := recuentoPropinasOf(tx.DB(), establecimiento, j.Fecha); err != nil || !counted {
				avisos = append(avisos, avisoDe(norma.Errorf(art("19.4"), "quedan por contar las propinas de la jornada del %s", j.Fecha.Larga()).Under("MAQ-1")))
			}
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Tipo: TipoAcuerdoPropinas, Datos: withAvisos(avisos,
			datoSi("admite", f.Admite), diario.Dato{Nombre: "consulta", Valor: string(f.Consulta)}, diario.Dato{Nombre: "acuerdo", Valor: string(f.Acuerdo)})}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Numero))
		return err
	})
	return avisos, err
}

// AcuerdoPropinas is the decision in force about tips. Without any, tips are admitted.
type AcuerdoPropinas struct {
	propinas.Acuerdo
	Hora     time.Time
	Posicion int64 // -1 when nothing was ever decided
}

// AcuerdoPropinas returns the decision in force about tips (art. 19.2).
func (c *Casa) AcuerdoPropinas(ctx context.Context, establecimiento string) (AcuerdoPropinas, error) {
	return acuerdoPropinasOf(c.Escritor.Lectura().WithContext(ctx), establecimiento)
}

func acuerdoPropinasOf(db *gorm.DB, establecimiento string) (AcuerdoPropinas, error) {
	f, ok, err := findOne[filaAcuerdoPropinas](db.Where("establecimiento = ?", establecimiento).Order("posicion DESC"))
	if err != nil {
		return AcuerdoPropinas{}, fmt.Errorf("read the decision about tips of %s: %w", establecimiento, err)
	}
	if !ok {
		return AcuerdoPropinas{Acuerdo: propinas.Acuerdo{Admite: true}, Posicion: -1}, nil
	}
	return AcuerdoPropinas{propinas.Acuerdo{Admite: f.Admite == 1, Consulta: domain.Fecha(f.Consulta), Acuerdo: domain.Fecha(f.Acuerdo)},
		fromMicros(f.Hora), f.Posicion}, nil
}

// checkPropinas returns nil while tips of a jornada may be put on record: the house admits
// them (art. 19.2) and they are neither counted nor being counted. only are the kinds of act
// that may not wait meanwhile.
func checkPropinas(tx *escritor.Tx, establecimiento string, fecha domain.Fecha, only ...string) error {
	k, err := acuerdoPropinasOf(tx.DB(), establecimiento)
	if err != nil {
		return err
	}
	if !k.Admite {
		return norma.Breach(art("19.2"), propinas.ErrNoAdmite)
	}
	if _, counted, err := recuentoPropinasOf(tx.DB(), establecimiento, fecha); err != nil {
		return err
	} else if counted {
		return norma.Breach(art("19.4"), ErrRecontadas)
	}
	if err := expirePending(tx, establecimiento, ""); err != nil {
		return err
	}
	f, waits, err := findOne[filaActo](pendingOf(tx.DB(), establecimiento).Where("jornada = ? AND tipo IN ?", string(fecha), only))
	if err != nil {
		return fmt.Errorf("read the acts about tips of %s: %w", establecimiento, err)
	}
	if waits {
		return norma.Errorf(art("19.4"), "%w: %s", ErrActoPropinas, f.Acto)
	}
	return nil
}

// parseCajaPropinas reads a special box that the establecimiento has.
func parseCajaPropinas(db *gorm.DB, establecimiento, s string) (propinas.Caja, error) {
	caja, err := propinas.ParseCaja(s)
	if err == nil && caja.Punto == propinas.PuntoMesa {
		_, err = findMesa(db, establecimiento, caja.Mesa)
	}
	return caja, err
}

// PropinaFacts are an amount taken out of a special box: counted apart because the box is
// full (art. 19.5), or given back (art. 19.3), and then Causa is PropinaError or PropinaAbuso
// and Motivo says what happened.
type PropinaFacts struct {
	Caja    string // "mesa-4", "admision", "caja", "cambio"
	Importe domain.Importe
	Causa   string
	Motivo  string
}

// ProposeParcialPropinas proposes the brief acta of a partial count of a full box of tips,
// which who directs signs (arts. 19.5, 31.5): its amount is of the account of the day.
func (c *Casa) ProposeParcialPropinas(ctx context.Context, autor Autor, hora Hora, establecimiento string, f PropinaFacts) (Propuesta, error) {
	f.Causa, f.Motivo = "", ""
	return c.proposePropina(ctx, autor, hora, establecimiento, f, libros.ActoParcialPropinas)
}

// ProposeDevolucionPropina proposes to give a tip back for error or abuse, which who directs
// decides with his signature (art. 19.3). It lowers the account of the day.
func (c *Casa) ProposeDevolucionPropina(ctx context.Context, autor Autor, hora Hora, establecimiento string, f PropinaFacts) (Propuesta, error) {
	if f.Causa != PropinaError && f.Causa != PropinaAbuso || strings.TrimSpace(f.Motivo) == "" {
		return Propuesta{}, norma.Breach(art("19.3"), ErrCausaPropina)
	}
	return c.proposePropina(ctx, autor, hora, establecimiento, f, libros.ActoDevolucionPropina)
}

func (c *Casa) proposePropina(ctx context.Context, autor Autor, hora Hora, establecimiento string, f PropinaFacts, acto libros.Acto) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		d, err := loadDia(tx, establecimiento)
		if err != nil {
			return err
		}
		if err := checkPropinas(tx, establecimiento, d.jornada.Fecha, TipoRecuentoPropinas); err != nil {
			return err
		}
		caja, err := parseCajaPropinas(tx.DB(), establecimiento, f.Caja)
		if err != nil {
			return err
		}
		if f.Importe <= 0 {
			return norma.Breach(art("19.3"), propinas.ErrImporte)
		}
		if err := d.check(tx, hora); err != nil {
			return err
		}
		b := ActoBorrador{Libro: LibroParcialesPropinas, NuevoFolio: true, Tipo: TipoParcialPropinas,
			Datos: []diario.Dato{{Nombre: "caja", Valor: caja.String()}, datoEntero("importe", f.Importe)}}
		if acto == libros.ActoDevolucionPropina {
			b.Libro, b.Tipo = LibroDevolucionesPropina, TipoDevolucionPropina
			b.Datos = append(b.Datos, diario.Dato{Nombre: "causa", Valor: f.Causa})
			b.Personal = []diario.ValorPersonal{{Nombre: valorMotivo, Valor: f.Motivo}}
		}
		if b.Plazas, err = plazasDe(acto, libros.NoPresente, hora); err != nil {
			return err
		}
		p, err = d.propose(c, tx, autor, hora, b, nil)
		return err
	})
	return p, err
}

// FileCopiaPropinas puts on record that the copy of the acta of a partial count is in its
// box (arts. 19.5, 31.5). It returns ErrPropina.
func (c *Casa) FileCopiaPropinas(ctx context.Context, autor Autor, hora Hora, establecimiento string, folio int64) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		f, ok, err := findOne[filaMovimientoPropinas](tx.DB().Where("establecimiento = ? AND clase = ? AND folio = ?", establecimiento, clasePropinaParcial, folio))
		switch {
		case err != nil || !ok:
			return errors.Join(ErrPropina, err)
		case f.Copia > 0:
			return norma.Breach(art("19.5"), ErrConActa)
		}
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if err := hora.check(tx, fromMicros(f.Hora), a.Parametros.Margen()); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroParcialesPropinas, Folio: folio, Jornada: domain.Fecha(f.Jornada),
			Tipo: TipoCopiaParcialPropinas, Datos: []diario.Dato{{Nombre: "caja", Valor: f.Caja}}}
		hora.stamp(&b, autor)
		_, err = tx.Append(b)
		tx.Recurso(204, fmt.Sprint(folio))
		return err
	})
	return err
}

// RecuentoPropinasFacts are the count of the tips of a day: what is in each special box now,
// in céntimos. Jornada may be empty: the last one.
type RecuentoPropinasFacts struct {
	Jornada domain.Fecha
	Cajas   map[string]domain.Importe
}

// ProposeRecuentoPropinas proposes the count of the tips of a day once games ended, for the
// special account: who directs, a cajero and a croupier sign it, three different people (art.
// 19.4, criterio FIR-1). Partial counts are added and returns taken away. It warns of the box
// of a table that opened and was not counted (criterio MAQ-1).
func (c *Casa) ProposeRecuentoPropinas(ctx context.Context, autor Autor, hora Hora, establecimiento string, f RecuentoPropinasFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		d, err := loadUltimo(tx, establecimiento)
		if err != nil {
			return err
		}
		if f.Jornada != "" && f.Jornada != d.jornada.Fecha {
			if d.jornada, err = findJornada(tx.DB(), establecimiento, f.Jornada); err != nil {
				return err
			}
		}
		if err := checkPropinas(tx, establecimiento, d.jornada.Fecha, tiposPropinas...); err != nil {
			return err
		}
		if d.jornada.FinJuegos.IsZero() {
			return norma.Breach(art("19.4"), ErrPropinasPronto)
		}
		if err := hora.check(tx, d.jornada.FinJuegos, d.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		cuenta, avisos, err := f.sum(tx.DB(), d.jornada)
		if err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoRecuentoPropinas, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		datos := []diario.Dato{datoEntero("contado", cuenta.Contado), datoEntero("parciales", cuenta.Parcial),
			datoEntero("devuelto", cuenta.Devolucion), datoEntero("importe", cuenta.Total)}
		for _, x := range cuenta.Cajas {
			datos = append(datos, datoEntero(prefijoCajaPropinas+x.Caja.String(), x.Importe))
		}
		p, err = d.propose(c, tx, autor, hora, ActoBorrador{Libro: LibroPropinas, NuevoFolio: true, Tipo: TipoRecuentoPropinas, Plazas: plazas, Datos: datos}, avisos)
		p.Resultado = cuenta.Total
		return err
	})
	return p, err
}

// sum makes the account of the day and warns of boxes that nobody counted.
func (f RecuentoPropinasFacts) sum(db *gorm.DB, j Jornada) (propinas.Cuenta, []Aviso, error) {
	var cajas, parciales, devueltas []propinas.Contada
	counted := map[int]bool{}
	for name, importe := range f.Cajas {
		caja, err := parseCajaPropinas(db, j.Establecimiento, name)
		if err != nil {
			return propinas.Cuenta{}, nil, err
		}
		counted[caja.Mesa] = true
		cajas = append(cajas, propinas.Contada{Caja: caja, Importe: importe})
	}
	slices.SortFunc(cajas, func(a, b propinas.Contada) int { return strings.Compare(a.Caja.String(), b.Caja.String()) })
	ms, err := movimientosPropinasOf(db, j.Establecimiento, j.Fecha)
	if err != nil {
		return propinas.Cuenta{}, nil, err
	}
	for _, m := range ms {
		x := propinas.Contada{Caja: m.Caja, Importe: m.Importe}
		if m.Devolucion {
			devueltas = append(devueltas, x)
		} else {
			parciales = append(parciales, x)
		}
	}
	cuenta, err := propinas.Sum(cajas, parciales, devueltas)
	if err != nil {
		return cuenta, nil, err
	}
	sesiones, err := sesionesOf(db, j.Establecimiento, j.Fecha)
	if err != nil {
		return cuenta, nil, err
	}
	var missing []string
	for _, s := range sesiones {
		if !counted[s.Mesa] {
			counted[s.Mesa] = true
			missing = append(missing, fmt.Sprint(s.Mesa))
		}
	}
	if len(missing) == 0 {
		return cuenta, nil, nil
	}
	return cuenta, []Aviso{avisoDe(norma.Errorf(art("19.4"), "%w: mesa %s", ErrSinContar, strings.Join(missing, ", ")).Under("MAQ-1"))}, nil
}

func init() {
	articulosActo[TipoParcialPropinas] = art("19.5")
	articulosActo[TipoDevolucionPropina] = art("19.3")
	articulosActo[TipoRecuentoPropinas] = art("19.4")
}
