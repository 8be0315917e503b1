package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SerieVestimentas numbers what each establecimiento asks of the dress of its visitors.
const SerieVestimentas = "vestimentas"

// Vestimenta is a dress that an establecimiento asks for (art. 21.5).
type Vestimenta struct {
	Numero int64
	acceso.Vestimenta
}

type filaVestimenta struct {
	Establecimiento string
	Numero          int64
	Texto           string
	Dias            string
	Desde           string
	Hasta           string
	Posicion        int64
	Fin             int64
}

func (filaVestimenta) TableName() string { return "vestimentas" }

func (f *filaVestimenta) vestimenta() Vestimenta {
	return Vestimenta{f.Numero, acceso.Vestimenta{Texto: f.Texto, Dias: f.Dias, Desde: domain.Fecha(f.Desde), Hasta: domain.Fecha(f.Hasta)}}
}

var proyectoresVestimenta = map[string]escritor.Proyector{
	"Vestimenta":    projectVestimenta,
	"FinVestimenta": projectFinVestimenta,
}

func projectVestimenta(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Insert(&filaVestimenta{a.Establecimiento, a.NumeroSerie, a.Dato("texto"), a.Dato("dias"), a.Dato("desde"), a.Dato("hasta"), a.Posicion, -1})
}

func projectFinVestimenta(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "vestimenta")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE vestimentas SET fin = ? WHERE establecimiento = ? AND numero = ?", a.Posicion, a.Establecimiento, n)
}

// AskDress puts on record a dress that the establecimiento asks for from now on (art. 21.5).
// It returns its number. Errors: ErrNoExiste; those of acceso.CheckVestimenta.
func (p *Puerta) AskDress(ctx context.Context, establecimiento string, v acceso.Vestimenta, autor Autor) (int64, error) {
	texto, err := identidad.NFC(v.Texto)
	if err != nil {
		return 0, norma.Breach(art("21.5"), err)
	}
	if v.Texto = texto; acceso.CheckVestimenta(v) != nil {
		return 0, acceso.CheckVestimenta(v)
	}
	var n int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		if _, err := registers.CurrentAutorizacion(t.DB(), establecimiento); err != nil {
			return errors.Join(ErrNoExiste, err)
		}
		a, err := t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Serie: SerieVestimentas, Tipo: "Vestimenta",
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{dato("desde", string(v.Desde)), dato("dias", v.Dias), dato("hasta", string(v.Hasta)), dato("texto", v.Texto)}})
		n = a.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	return n, err
}

// EndDress ends a dress that was asked for. Errors: ErrNoExiste.
func (p *Puerta) EndDress(ctx context.Context, establecimiento string, n int64, autor Autor) error {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		var f filaVestimenta
		err := t.DB().Where("establecimiento = ? AND numero = ? AND fin < 0", establecimiento, n).Take(&f).Error
		if errors.Is(err, gorm.ErrRecordNotFound) {
			return ErrNoExiste
		}
		if err != nil {
			return fmt.Errorf("read the vestimenta %d of %s: %w", n, establecimiento, err)
		}
		_, err = t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Tipo: "FinVestimenta",
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente, Datos: []diario.Dato{entero("vestimenta", n)}})
		return err
	})
	return err
}

// Vestimentas lists the dresses that an establecimiento asks for.
func (p *Puerta) Vestimentas(ctx context.Context, establecimiento string) ([]Vestimenta, error) {
	var filas []filaVestimenta
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND fin < 0", establecimiento).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the vestimentas of %s: %w", establecimiento, err)
	}
	out := make([]Vestimenta, 0, len(filas))
	for k := range filas {
		out = append(out, filas[k].vestimenta())
	}
	return out, nil
}
