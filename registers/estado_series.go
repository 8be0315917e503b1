package registers

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroEstado is the book of the statements of the last numbers given.
const LibroEstado = "estado"

// TipoEstadoDeSeries is the kind of a statement of how far every book and series goes: an
// inclusion proof says that a leaf is there, never that none is missing.
const TipoEstadoDeSeries = "EstadoDeSeries"

// tipoAnulacionTarjeta is the kind of the void of a card, which the door writes: voids are
// stated apart because they take no number of the series.
const tipoAnulacionTarjeta = "AnulacionTarjeta"

// EstadoDeSeries is a statement on record.
type EstadoDeSeries struct {
	Posicion      int64
	Instante      time.Time         // annotation, UTC
	Contadores    map[string]string // libro.<E>/<libro>, folio.…, serie.…, anuladas.… → last number
	ActosAbiertos []string
}

// StateSeries puts a statement on record, on demand: at a visit, say. At each close of a
// jornada one is written with it.
func (c *Casa) StateSeries(ctx context.Context, autor Autor, hecho time.Time) (EstadoDeSeries, error) {
	var e EstadoDeSeries
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		a, err := appendEstado(tx, autor, EnLinea(hecho))
		if err != nil {
			return err
		}
		tx.Recurso(201, fmt.Sprint(a.Posicion))
		e = newEstado(&a)
		return nil
	})
	return e, err
}

// appendEstado states every counter as it is before the statement itself.
func appendEstado(tx *escritor.Tx, autor Autor, hora Hora) (diario.Asiento, error) {
	db := tx.DB()
	var acts []string
	err := db.Model(&filaActo{}).Where("estado = ?", string(EstadoPropuesto)).Order("establecimiento, numero").Pluck("acto", &acts).Error
	if err != nil {
		return diario.Asiento{}, fmt.Errorf("list the open acts: %w", err)
	}
	datos := []diario.Dato{
		datoEntero("tamano", tx.Tamano()),
		{Nombre: "actos_abiertos", Valor: strings.Join(acts, ",")},
	}
	for name, last := range tx.Contadores() {
		datos = append(datos, datoEntero(name, last))
	}
	voids, err := countVoids(db)
	if err != nil {
		return diario.Asiento{}, err
	}
	for establecimiento, n := range voids {
		datos = append(datos, datoEntero("anuladas."+establecimiento+"/tarjetas", n))
	}
	b := diario.Borrador{
		Establecimiento: diario.Entidad,
		Libro:           LibroEstado,
		Tipo:            TipoEstadoDeSeries,
		Datos:           datos,
	}
	EnLinea(hora.Hecho).stamp(&b, autor)
	return tx.Append(b)
}

// countVoids counts the voids of cards of each establecimiento, from the leaves.
func countVoids(db *gorm.DB) (map[string]int64, error) {
	var rows []struct {
		Establecimiento string
		N               int64
	}
	err := db.Table("asientos").Select("establecimiento, count(*) AS n").Where("tipo = ?", tipoAnulacionTarjeta).
		Group("establecimiento").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("count the voids: %w", err)
	}
	voids := make(map[string]int64, len(rows))
	for _, r := range rows {
		voids[r.Establecimiento] = r.N
	}
	return voids, nil
}

func newEstado(a *diario.Asiento) EstadoDeSeries {
	e := EstadoDeSeries{Posicion: a.Posicion, Instante: a.Anotacion, Contadores: map[string]string{}}
	for _, d := range a.Datos {
		switch {
		case d.Nombre == "actos_abiertos":
			if d.Valor != "" {
				e.ActosAbiertos = strings.Split(d.Valor, ",")
			}
		case d.Nombre != "tamano":
			e.Contadores[d.Nombre] = d.Valor
		}
	}
	return e
}
