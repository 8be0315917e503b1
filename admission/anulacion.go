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

// ErrMismaPersona: whoever voided a card cannot be its second signer.
var ErrMismaPersona = errors.New("el visto bueno lo da otra persona que la que anuló la tarjeta")

// ErrSinAnular: the card stands, so that there is no void to sign.
var ErrSinAnular = errors.New("la tarjeta no está anulada")

// Void annuls a card with a reason: a new asiento; the number is never used again
// (art. 22.3, criterio ADM-4). The second signer may come later: Confirm. Errors:
// ErrNoExiste, ErrYaAnulada; acceso.ErrMotivo inside a *norma.Error.
func (p *Puerta) Void(ctx context.Context, establecimiento string, numero int64, motivo string, autor Autor) (Tarjeta, error) {
	motivo, err := identidad.NFC(motivo)
	if err != nil {
		return Tarjeta{}, norma.Breach(art("22.3"), err)
	}
	if err := acceso.CheckAnulacion(motivo); err != nil {
		return Tarjeta{}, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findTarjeta(t.DB(), establecimiento, numero)
		if err != nil {
			return err
		}
		if f.Anulada >= 0 {
			return ErrYaAnulada
		}
		if err := checkSinCerrar(t.DB(), f); err != nil {
			return err
		}
		b := borrador(t, establecimiento, Libro, "AnulacionTarjeta", autor)
		b.Jornada = domain.Fecha(f.Jornada)
		b.Datos = []diario.Dato{entero("anula", f.Posicion), entero("tarjeta", numero)}
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
		t.Recurso(201, strconv.FormatInt(numero, 10))
		_, err = t.Append(b)
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return p.Tarjeta(ctx, establecimiento, numero)
}

// checkSinCerrar refuses to void a card of a jornada already closed: its EstadoDeSeries has
// stated the voids (criterio ADM-4).
func checkSinCerrar(db *gorm.DB, f filaTarjeta) error {
	j, _, err := registers.LastJornada(db, f.Establecimiento)
	if err != nil {
		return err
	}
	if string(j.Fecha) != f.Jornada || !j.AdmiteRecuentos() {
		return norma.Breach(art("22.3"), ErrJornadaCerrada).Under("ADM-4")
	}
	return nil
}

// Confirm is the second signature of a void (criterio ADM-4), by another person; one given
// already stays. Errors: ErrNoExiste, ErrSinAnular; ErrMismaPersona inside a *norma.Error.
func (p *Puerta) Confirm(ctx context.Context, establecimiento string, numero int64, autor Autor) (Tarjeta, error) {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findTarjeta(t.DB(), establecimiento, numero)
		if err != nil {
			return err
		}
		if f.Anulada < 0 {
			return ErrSinAnular
		}
		void, _, err := registers.ReadHoja(t.DB(), f.Anulada)
		if err != nil {
			return err
		}
		if void.Autor == autor.Persona {
			return norma.Breach(art("22.3"), ErrMismaPersona).Under("ADM-4")
		}
		if f.AnuladaVisto != "" {
			return nil
		}
		_, err = t.Append(diario.Borrador{
			Establecimiento: establecimiento, Libro: Libro, Tipo: "VistoAnulacion",
			Jornada: domain.Fecha(f.Jornada), Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("anulacion", f.Anulada), entero("tarjeta", numero)},
		})
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return p.Tarjeta(ctx, establecimiento, numero)
}

// SinVisto lists the cards of a jornada whose void lacks its second signature, which is to
// come before the close (criterio ADM-4).
func (p *Puerta) SinVisto(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]int64, error) {
	var numeros []int64
	err := p.w.Lectura().WithContext(ctx).Model(&filaTarjeta{}).
		Where("establecimiento = ? AND jornada = ? AND anulada >= 0 AND anulada_visto = ''", establecimiento, string(jornada)).
		Order("numero").Pluck("numero", &numeros).Error
	if err != nil {
		return nil, fmt.Errorf("list the voids of %s, %s: %w", establecimiento, jornada, err)
	}
	return numeros, nil
}

func projectAnulacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return updateTarjeta(l, a, "anulada", a.Posicion)
}

func projectVisto(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return updateTarjeta(l, a, "anulada_visto", a.Autor)
}

// updateTarjeta sets a column of the card that an asiento speaks of.
func updateTarjeta(l *escritor.Lote, a *diario.Asiento, column string, value any) error {
	n, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE tarjetas SET "+column+" = ? WHERE establecimiento = ? AND numero = ?", value, a.Establecimiento, n)
}
