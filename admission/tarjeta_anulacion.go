package admission

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

// Void annuls a card with a reason: a new asiento; the number is never used again
// (art. 22.3, criterio ADM-4). The second signer may come later: Confirm. Errors:
// ErrNoExiste, ErrYaAnulada, acceso.ErrMotivo.
func (p *Puerta) Void(ctx context.Context, establecimiento string, numero int64, motivo string, autor Autor) (Tarjeta, error) {
	motivo, err := identidad.NFC(motivo)
	if err != nil {
		return Tarjeta{}, err
	}
	if strings.TrimSpace(motivo) == "" {
		return Tarjeta{}, norma.Breach(art("22.3"), acceso.ErrMotivo).Under("ADM-4")
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		fila, err := findTarjeta(t.DB(), establecimiento, numero)
		if err != nil {
			return err
		}
		if fila.Anulada >= 0 {
			return ErrYaAnulada
		}
		t.Recurso(201, fmt.Sprint(numero))
		_, err = t.Append(diario.Borrador{
			Establecimiento: establecimiento, Libro: Libro, Tipo: "AnulacionTarjeta",
			Jornada: domain.Fecha(fila.Jornada), Autor: autor.Persona, Cargo: autor.Cargo,
			Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(domain.FechaDe(t.Ahora())),
			Datos:    []diario.Dato{entero("tarjeta", numero), entero("anula", fila.Posicion)},
			Personal: []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}},
		})
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return p.Tarjeta(ctx, establecimiento, numero)
}

// Confirm is the second signature of a void (criterio ADM-4): by another person.
func (p *Puerta) Confirm(ctx context.Context, establecimiento string, numero int64, autor Autor) (Tarjeta, error) {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		fila, err := findTarjeta(t.DB(), establecimiento, numero)
		if err != nil {
			return err
		}
		if fila.Anulada < 0 {
			return ErrNoExiste
		}
		if fila.AnuladaVisto != "" {
			return nil
		}
		void, _, err := registers.ReadHoja(t.DB(), fila.Anulada)
		if err != nil {
			return err
		}
		if void.Autor == autor.Persona {
			return norma.Breach(art("22.3"), ErrMismaPersona).Under("ADM-4")
		}
		_, err = t.Append(diario.Borrador{
			Establecimiento: establecimiento, Libro: Libro, Tipo: "VistoAnulacion",
			Jornada: domain.Fecha(fila.Jornada), Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("tarjeta", numero), entero("anulacion", fila.Anulada)},
		})
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return p.Tarjeta(ctx, establecimiento, numero)
}

func projectAnulacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Exec("UPDATE tarjetas SET anulada = ? WHERE establecimiento = ? AND numero = CAST(? AS BIGINT)",
		a.Posicion, a.Establecimiento, a.Dato("tarjeta"))
}

func projectVisto(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Exec("UPDATE tarjetas SET anulada_visto = ? WHERE establecimiento = ? AND numero = CAST(? AS BIGINT)",
		a.Autor, a.Establecimiento, a.Dato("tarjeta"))
}

// Tarjeta returns a card as it now is. Its facts are read off its asiento and the
// vault, never off the projection. Errors: ErrNoExiste.
func (p *Puerta) Tarjeta(ctx context.Context, establecimiento string, numero int64) (Tarjeta, error) {
	db := p.w.Lectura().WithContext(ctx)
	fila, err := findTarjeta(db, establecimiento, numero)
	if err != nil {
		return Tarjeta{}, err
	}
	a, v, err := registers.ReadHoja(db, fila.Posicion)
	if err != nil {
		return Tarjeta{}, err
	}
	t := tarjetaDe(&a, v)
	t.Anulacion, t.Anulada, t.Visto = fila.Anulada, fila.Anulada >= 0, fila.AnuladaVisto != ""
	return t, nil
}

// Tarjetas lists the cards of a jornada after a number, at most limit.
func (p *Puerta) Tarjetas(ctx context.Context, establecimiento string, jornada domain.Fecha, after int64, limit int) ([]Tarjeta, error) {
	var filas []struct {
		filaTarjeta
		Nombre, Apellidos string
	}
	err := p.w.Lectura().WithContext(ctx).Table("tarjetas").Select("tarjetas.*, visitantes.nombre, visitantes.apellidos").
		Joins("LEFT JOIN visitantes ON visitantes.ficha = tarjetas.ficha").
		Where("tarjetas.establecimiento = ? AND tarjetas.jornada = ? AND tarjetas.numero > ?", establecimiento, string(jornada), after).
		Order("tarjetas.numero").Limit(limit).Find(&filas).Error
	out := make([]Tarjeta, 0, len(filas))
	for _, f := range filas {
		out = append(out, Tarjeta{Establecimiento: f.Establecimiento, Numero: f.Numero, Ficha: f.Ficha,
			Jornada: domain.Fecha(f.Jornada), Validez: domain.Fecha(f.Validez), Precio: domain.Importe(f.Precio),
			Nombre: f.Nombre, Apellidos: f.Apellidos, Emitida: instante(f.Emitida), Autor: f.Autor,
			Posicion: f.Posicion, Anulada: f.Anulada >= 0, Anulacion: f.Anulada})
	}
	return out, err
}

func findTarjeta(db *gorm.DB, establecimiento string, numero int64) (filaTarjeta, error) {
	var f filaTarjeta
	err := db.Where("establecimiento = ? AND numero = ?", establecimiento, numero).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, ErrNoExiste
	}
	return f, err
}
