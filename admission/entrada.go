package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrSinVigente: the person holds no card from an earlier jornada that is still good.
var ErrSinVigente = errors.New("esa persona no tiene una tarjeta vigente de varios días")

// Entrada is a later visit with a card that is good for several days (art. 23.3.c,
// criterio ADM-8).
type Entrada struct {
	Establecimiento string
	Tarjeta         int64
	Jornada         domain.Fecha
	Ficha           int64
	Instante        time.Time
	Autor           string
	Posicion        int64
}

type filaEntrada struct {
	Establecimiento string
	Tarjeta         int64
	Jornada         string
	Ficha           int64
	Instante        int64
	Autor           string
	Posicion        int64
}

func (filaEntrada) TableName() string { return "entradas" }

func (f *filaEntrada) entrada() Entrada {
	return Entrada{f.Establecimiento, f.Tarjeta, domain.Fecha(f.Jornada), f.Ficha, instante(f.Instante), f.Autor, f.Posicion}
}

// tipoEntrada is the kind of an entry with a card in force.
const tipoEntrada = "EntradaVigente"

var proyectoresEntrada = map[string]escritor.Proyector{tipoEntrada: projectEntrada}

func projectEntrada(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	f, err := entradaDe(a)
	if err != nil {
		return err
	}
	return l.Insert(&f)
}

func entradaDe(a *diario.Asiento) (filaEntrada, error) {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return filaEntrada{}, err
	}
	ficha, err := numero(a, "ficha")
	return filaEntrada{a.Establecimiento, tarjeta, string(a.Jornada), ficha, a.Hecho.UnixMicro(), a.Autor, a.Posicion}, err
}

// findVigente is the card from an earlier jornada that the person of a check holds and that
// is good in the jornada of the check, 0 none.
func findVigente(db *gorm.DB, f *emitible) (int64, error) {
	var n int64
	err := db.Raw(`SELECT COALESCE(MAX(numero), 0) FROM tarjetas WHERE ficha = ? AND validez > jornada AND establecimiento = ?
		AND jornada < ? AND validez >= ? AND anulada < 0`+sinBloqueo, f.Ficha, f.Establecimiento, f.Jornada, f.Jornada).Row().Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("look for a card in force: %w", err)
	}
	return n, nil
}

// Vigente is the card for several days with which the person of a check comes in, 0 none.
// Errors: ErrNoExiste.
func (p *Puerta) Vigente(ctx context.Context, establecimiento, comprobacion string) (int64, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := loadEmitible(db, comprobacion)
	if err != nil {
		return 0, err
	}
	if f.Establecimiento != establecimiento {
		return 0, ErrNoExiste
	}
	if f.Ficha == 0 {
		return 0, nil
	}
	return findVigente(db, &f)
}

// Enter puts on record that the person of a check comes in with a card that is good for
// several days: the check has asked list and rule again, and dates the visit (criterio
// ADM-8). Once entered in a jornada, it answers what is on record. Errors: ErrNoExiste,
// ErrCaducada, ErrCerrado, *YaTieneTarjeta when her card is of this jornada; inside a
// *norma.Error, ErrSinVigente (23.3.c), ErrNoEntra (21) and acceso.ErrComprobacion.
func (p *Puerta) Enter(ctx context.Context, establecimiento, comprobacion string, autor Autor) (Entrada, bool, error) {
	var done Entrada
	var nueva bool
	err := p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		f, err := p.entering(ctx, a, comprobacion, autor)
		if err != nil {
			return err
		}
		_, err = p.w.Do(ctx, func(t *escritor.Tx) (err error) {
			done, nueva, err = enter(t, a, &f, autor)
			return err
		})
		return err
	})
	if err != nil {
		return Entrada{}, false, err
	}
	return done, nueva, nil
}

// entering judges a check as it would be for a card of its own.
func (p *Puerta) entering(ctx context.Context, a *abierta, comprobacion string, autor Autor) (emitible, error) {
	f, err := loadEmitible(p.w.Lectura().WithContext(ctx), comprobacion)
	if err != nil {
		return f, err
	}
	if err := f.check(a, p.w.Ahora()); err != nil {
		return f, err
	}
	if p.outdated(a, &f.filaComprobacion) {
		return f, p.checkAgain(ctx, a, &f, autor)
	}
	return f, nil
}

func enter(t *escritor.Tx, a *abierta, f *emitible, autor Autor) (Entrada, bool, error) {
	if err := a.check(t); err != nil {
		return Entrada{}, false, err
	}
	card, err := findVigente(t.DB(), f)
	if err != nil {
		return Entrada{}, false, err
	}
	if card == 0 {
		return Entrada{}, false, norma.Breach(art("23.3.c"), ErrSinVigente).Under("ADM-8")
	}
	var was []filaEntrada
	err = t.DB().Where("establecimiento = ? AND tarjeta = ? AND jornada = ?", a.Establecimiento, card, string(a.Fecha)).Find(&was).Error
	if err != nil {
		return Entrada{}, false, fmt.Errorf("look for an entry: %w", err)
	}
	if len(was) > 0 {
		t.Recurso(200, strconv.FormatInt(card, 10))
		return was[0].entrada(), false, nil
	}
	leaf, err := t.Append(diario.Borrador{
		Establecimiento: a.Establecimiento, Libro: Libro, Tipo: tipoEntrada, Jornada: a.Fecha,
		Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
		Datos: []diario.Dato{dato("comprobacion", f.ID), dato("documento_tipo", f.Tipo), entero("ficha", f.Ficha), dato("lista", f.Lista),
			dato("lista_fuente", f.ListaFuente), dato("lista_instante", diario.FormatInstante(instante(f.ListaInstante))),
			entero("tarjeta", card)},
	})
	if err != nil {
		return Entrada{}, false, err
	}
	t.Recurso(201, strconv.FormatInt(card, 10))
	fila, err := entradaDe(&leaf)
	return fila.entrada(), true, err
}

// Entradas lists the entries of a jornada with cards for several days, in their order.
func (p *Puerta) Entradas(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Entrada, error) {
	return entradasWhere(p.w.Lectura().WithContext(ctx), "establecimiento = ? AND jornada = ?", establecimiento, string(jornada))
}

func entradasWhere(db *gorm.DB, where string, args ...any) ([]Entrada, error) {
	var filas []filaEntrada
	if err := db.Where(where, args...).Order("posicion").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the entries: %w", err)
	}
	out := make([]Entrada, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.entrada())
	}
	return out, nil
}
