package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SerieVolantes is the series of the volantes of an establecimiento.
const SerieVolantes = "volantes"

// ErrEntregado: the card of the volante was handed over already.
var ErrEntregado = errors.New("la tarjeta de ese volante ya se entregó")

// Volante is what the holder of a card carries until it is printed: her document and the
// price stay in custody (art. 23.4). The card exists since then: what waits is its
// printing, never the check (criterio ADM-7).
type Volante struct {
	Establecimiento string
	Numero          int64
	Tarjeta         Tarjeta
	Jornada         domain.Fecha
	Documento       string         // kind of the document in custody
	Importe         domain.Importe // céntimos
	Instante        time.Time
	Autor           string
	Posicion        int64
	Entregado       time.Time // zero: still in custody
	Estado          EstadoVolante
}

// EstadoVolante is where a volante stands.
type EstadoVolante string

// The states of a volante. One that nobody came for before the close of its jornada is
// «no retirado»: its document stays in custody, which does not stop the close.
const (
	VolantePendiente  EstadoVolante = "pendiente"
	VolanteEntregado  EstadoVolante = "entregado"
	VolanteNoRetirado EstadoVolante = "no_retirado"
)

type filaVolante struct {
	Establecimiento string
	Numero          int64
	Tarjeta         int64
	Jornada         string
	Documento       string
	Importe         int64
	Instante        int64
	Autor           string
	Posicion        int64
	Entregado       int64
	Entrega         int64
}

func (filaVolante) TableName() string { return "volantes" }

var proyectoresVolante = map[string]escritor.Proyector{
	"Volante":        projectVolante,
	"EntregaVolante": projectEntrega,
}

func projectVolante(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	importe, err := numero(a, "importe")
	if err != nil {
		return err
	}
	return l.Insert(&filaVolante{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Tarjeta: tarjeta, Jornada: string(a.Jornada),
		Documento: a.Dato("documento"), Importe: importe, Instante: a.Hecho.UnixMicro(), Autor: a.Autor, Posicion: a.Posicion, Entrega: -1})
}

func projectEntrega(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "volante")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE volantes SET entregado = ?, entrega = ? WHERE establecimiento = ? AND numero = ?",
		a.Hecho.UnixMicro(), a.Posicion, a.Establecimiento, n)
}

// IssueVolante issues a card whose printing waits, and the volante that its holder carries
// meanwhile (art. 23.4). Errors: acceso.ErrDeposito inside a *norma.Error, and those of
// Issue.
func (p *Puerta) IssueVolante(ctx context.Context, e Emision, d acceso.Deposito) (Volante, error) {
	if err := acceso.CheckDeposito(d, e.Precio); err != nil {
		return Volante{}, err
	}
	var n int64
	e.con = &anejo{then: func(t *escritor.Tx, card *diario.Asiento) error {
		leaf, err := t.Append(diario.Borrador{Establecimiento: e.Establecimiento, Libro: Libro, Serie: SerieVolantes, Tipo: "Volante",
			Jornada: card.Jornada, Autor: e.Autor.Persona, Cargo: e.Autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{dato("documento", d.Documento), entero("importe", int64(*d.Importe)), entero("tarjeta", card.NumeroSerie)}})
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	}}
	if _, err := p.Issue(ctx, e); err != nil {
		return Volante{}, err
	}
	return p.Volante(ctx, e.Establecimiento, n)
}

// Deliver hands over the printed card of a volante and gives the document back (art. 23.4).
// It may be done after the close: the document stayed in custody. Errors: ErrNoExiste,
// ErrEntregado.
func (p *Puerta) Deliver(ctx context.Context, establecimiento string, n int64, autor Autor) (Volante, error) {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findVolante(t.DB(), establecimiento, n)
		if err != nil {
			return err
		}
		if f.Entrega >= 0 {
			return ErrEntregado
		}
		t.Recurso(201, strconv.FormatInt(n, 10))
		_, err = t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Tipo: "EntregaVolante", Jornada: domain.Fecha(f.Jornada),
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("tarjeta", f.Tarjeta), entero("volante", n)}})
		return err
	})
	if err != nil {
		return Volante{}, err
	}
	return p.Volante(ctx, establecimiento, n)
}

func findVolante(db *gorm.DB, establecimiento string, n int64) (filaVolante, error) {
	return findNumero[filaVolante](db, "volante", establecimiento, n)
}

// Volante returns a volante. Errors: ErrNoExiste.
func (p *Puerta) Volante(ctx context.Context, establecimiento string, n int64) (Volante, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findVolante(db, establecimiento, n)
	if err != nil {
		return Volante{}, err
	}
	list, err := volantes(db, establecimiento, []filaVolante{f})
	if err != nil {
		return Volante{}, err
	}
	return list[0], nil
}

// Volantes is the custody list of a jornada, by number (art. 23.4, criterio ADM-7).
func (p *Puerta) Volantes(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Volante, error) {
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaVolante
	err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the volantes of %s, %s: %w", establecimiento, jornada, err)
	}
	return volantes(db, establecimiento, filas)
}

func volantes(db *gorm.DB, establecimiento string, filas []filaVolante) ([]Volante, error) {
	last, _, err := registers.LastJornada(db, establecimiento)
	if err != nil {
		return nil, err
	}
	out := make([]Volante, 0, len(filas))
	for _, f := range filas {
		card, err := findTarjeta(db, establecimiento, f.Tarjeta)
		if err != nil {
			return nil, err
		}
		v := Volante{Establecimiento: f.Establecimiento, Numero: f.Numero, Jornada: domain.Fecha(f.Jornada), Documento: f.Documento,
			Importe: domain.Importe(f.Importe), Instante: instante(f.Instante), Autor: f.Autor, Posicion: f.Posicion, Estado: VolantePendiente}
		if v.Tarjeta, err = card.tarjeta(db); err != nil {
			return nil, err
		}
		switch {
		case f.Entrega >= 0:
			v.Estado, v.Entregado = VolanteEntregado, instante(f.Entregado)
		case last.Fecha != v.Jornada || !last.AdmiteRecuentos():
			v.Estado = VolanteNoRetirado
		}
		out = append(out, v)
	}
	return out, nil
}
