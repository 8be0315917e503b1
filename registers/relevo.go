package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Kinds of asiento about who directs at each moment.
const (
	TipoRelevo          = "RelevoDireccion" // closes an act
	TipoSalidaDireccion = "SalidaDireccion"
	LibroDireccion      = "direccion"
	caducaRelevo        = time.Hour
	valorPendientes     = "pendientes"
)

// Errors about the relevo de dirección.
var (
	// ErrRelevo: who takes over, or who leaves, is not of the direction now.
	ErrRelevo = errors.New("el relevo es entre personas que figuran en la dirección")
	// ErrRelevoMotivo: a one-sided relevo, or leaving without one, says why.
	ErrRelevoMotivo = errors.New("sin la firma de quien sale, o sin relevo, hay que decir el motivo")
	// ErrSaliente: who leaves is not who is in charge.
	ErrSaliente = errors.New("quien sale no es quien dirige ahora")
	// ErrFirmaRelevo: somebody else signs the relevo.
	ErrFirmaRelevo = errors.New("el relevo lo firman quien sale y quien entra")
)

type filaRelevo struct {
	Posicion        int64
	Establecimiento string
	Saliente        string
	Entrante        string
	Desde           int64
	Llave           int64
	Unilateral      int64
}

func (filaRelevo) TableName() string { return "relevos" }

var tablasRelevo = []escritor.Tabla{{Nombre: "relevos", Clave: []string{"posicion"}}}

var proyectoresRelevo = map[string]escritor.Proyector{
	TipoRelevo: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaRelevo{Posicion: a.Posicion, Establecimiento: a.Establecimiento, Saliente: d.texto("saliente"), Entrante: d.texto("entrante"), Desde: micros(a.Anotacion)}
		if d.si("llave") {
			f.Llave = 1
		}
		if d.si("unilateral") {
			f.Unilateral = 1
		}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoSalidaDireccion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Insert(&filaRelevo{Posicion: a.Posicion, Establecimiento: a.Establecimiento, Saliente: a.Dato("saliente"), Desde: micros(a.Anotacion), Unilateral: 1})
	},
}

// RelevoDireccionFacts hands the direction of an establecimiento over: the key of the cards (art.
// 46.3) and what is pending. Without Saliente it is one-sided and says why.
type RelevoDireccionFacts struct {
	Saliente   string // persona; "" when the outgoing cannot sign, or there is none
	Entrante   string // persona
	Llave      bool   // the key of the deposit of cards was handed over
	Pendientes string // matters pending
	Motivo     string
}

// Relevo is who directs, since when. Instants in UTC.
type Relevo struct {
	Posicion   int64
	Saliente   string
	Entrante   Persona // zero when the room was left without direction
	Desde      time.Time
	Llave      bool
	Unilateral bool
}

// ProposeRelevo proposes the relevo de dirección, which outgoing and incoming sign, or the
// incoming alone with a reason (arts. 14.2, 14.3; criterio FIR-3). It returns
// ErrEstablecimiento, ErrSaliente, or a breach that wraps ErrRelevo or ErrRelevoMotivo.
func (c *Casa) ProposeRelevo(ctx context.Context, autor Autor, hora Hora, establecimiento string, f RelevoDireccionFacts) (Acto, error) {
	var a Acto
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if err := f.check(tx, establecimiento); err != nil {
			return err
		}
		b := ActoBorrador{Establecimiento: establecimiento, Libro: LibroDireccion, Tipo: TipoRelevo, Caduca: caducaRelevo,
			Datos: []diario.Dato{{Nombre: "saliente", Valor: f.Saliente}, {Nombre: "entrante", Valor: f.Entrante},
				datoSi("llave", f.Llave), datoSi("unilateral", f.Saliente == "")}}
		if f.Saliente != "" {
			b.Plazas = append(b.Plazas, firma.Plaza{Quien: firma.QuienDirector})
		}
		b.Plazas = append(b.Plazas, firma.Plaza{Quien: firma.QuienDirector})
		for _, v := range []diario.ValorPersonal{{Nombre: valorPendientes, Valor: f.Pendientes}, {Nombre: valorMotivo, Valor: f.Motivo}} {
			if v.Valor != "" {
				b.Personal = append(b.Personal, v)
			}
		}
		hora.stampActo(&b, autor)
		var err error
		a, err = c.proposeTx(tx, b)
		tx.Recurso(201, a.ID)
		return err
	})
	return a, err
}

func (f *RelevoDireccionFacts) check(tx *escritor.Tx, establecimiento string) error {
	db, now := tx.DB(), tx.Ahora()
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return err
	}
	for _, persona := range []string{f.Saliente, f.Entrante} {
		if persona == "" && persona != f.Entrante {
			continue
		}
		ok, err := actsAsDirector(db, persona, establecimiento, now)
		if err != nil {
			return err
		}
		if !ok || f.Saliente == f.Entrante {
			return norma.Breach(art("14.2"), ErrRelevo).Under("FIR-3")
		}
	}
	if f.Saliente == "" && strings.TrimSpace(f.Motivo) == "" {
		return norma.Breach(art("14.2"), ErrRelevoMotivo).Under("FIR-3")
	}
	last, ok, err := lastRelevo(db, establecimiento)
	if err != nil {
		return err
	}
	if ok && f.Saliente != "" && last.Entrante != f.Saliente {
		return ErrSaliente
	}
	return nil
}

func lastRelevo(db *gorm.DB, establecimiento string) (filaRelevo, bool, error) {
	f, ok, err := findOne[filaRelevo](db.Where("establecimiento = ?", establecimiento).Order("posicion DESC"))
	if err != nil {
		err = fmt.Errorf("read who directs %s: %w", establecimiento, err)
	}
	return f, ok, err
}

// LeaveDireccion records that who directs leaves without relevo: from then on the room is
// without direction, and says so, until somebody of the direction takes over (art. 14.2,
// criterio MAQ-1). It returns ErrEstablecimiento, ErrSaliente or a breach that wraps
// ErrRelevoMotivo.
func (c *Casa) LeaveDireccion(ctx context.Context, autor Autor, establecimiento, motivo string) error {
	if strings.TrimSpace(motivo) == "" {
		return norma.Breach(art("14.2"), ErrRelevoMotivo).Under("MAQ-1")
	}
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		last, ok, err := lastRelevo(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		directs, err := actsAsDirector(tx.DB(), autor.Persona, establecimiento, tx.Ahora())
		if err != nil {
			return err
		}
		if !directs || ok && last.Entrante != autor.Persona {
			return ErrSaliente
		}
		_, err = tx.Append(diario.Borrador{Establecimiento: establecimiento, Libro: LibroDireccion, Hecho: tx.Ahora(), Autor: autor.Persona,
			Cargo: autor.Cargo, Clase: diario.ClaseLibros, Tipo: TipoSalidaDireccion,
			Datos: []diario.Dato{{Nombre: "saliente", Valor: autor.Persona}}, Personal: []diario.ValorPersonal{{Nombre: valorMotivo, Valor: motivo}}})
		return err
	})
	return err
}

// EnFunciones returns who took over the direction last, nil when no relevo was recorded,
// and whether the room is without direction: it was left so, or nobody may act as director
// (arts. 12.2, 14.2).
func (c *Casa) EnFunciones(ctx context.Context, establecimiento string) (*Relevo, bool, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	now := c.Escritor.Ahora()
	f, ok, err := lastRelevo(db, establecimiento)
	if err != nil {
		return nil, false, err
	}
	if !ok {
		set, err := c.Direccion(ctx, establecimiento, now)
		return nil, len(set) == 0, err
	}
	r := &Relevo{Posicion: f.Posicion, Saliente: f.Saliente, Desde: fromMicros(f.Desde), Llave: f.Llave == 1, Unilateral: f.Unilateral == 1}
	if f.Entrante == "" {
		return r, true, nil
	}
	if r.Entrante, err = c.Persona(ctx, f.Entrante); err != nil {
		return nil, false, err
	}
	directs, err := actsAsDirector(db, f.Entrante, establecimiento, now)
	return r, !directs, err
}

func init() {
	// Both sign, in either order: nobody else of the direction in their stead.
	validaciones[TipoRelevo] = func(tx *escritor.Tx, a *Acto) error {
		want := slices.DeleteFunc([]string{a.Dato("saliente"), a.Dato("entrante")}, func(p string) bool { return p == "" })
		for _, p := range a.Plazas {
			if p.Firmante == nil || !slices.Contains(want, p.Firmante.Persona) {
				return norma.Breach(art("14.2"), ErrFirmaRelevo).Under("FIR-3")
			}
		}
		return nil
	}
}
