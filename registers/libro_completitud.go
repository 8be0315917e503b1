package registers

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
	"gorm.io/gorm"

	"foliado/registers/diario"
)

// Completitud is what the next EstadoDeSeries proves of a folio: that its book had those
// asientos and no other. Without one, completeness is not demonstrated.
type Completitud struct {
	Demostrada bool
	Estado     int64  // position of the EstadoDeSeries
	Numero     int64  // asientos of the book by then
	Folios     int64  // folios of the book by then
	Checkpoint []byte // signed note that covers the EstadoDeSeries
	Prueba     tlog.RecordProof
}

// String says it in words, for pages and papers.
func (c Completitud) String() string {
	if !c.Demostrada {
		return "completitud no demostrada"
	}
	return fmt.Sprintf("completo: el estado de series del asiento %d declara %d asientos y %d folios en el libro", c.Estado, c.Numero, c.Folios)
}

// completitud looks for the first EstadoDeSeries after the folio. The n leaves of a folio
// are consecutive in the book: first and last are its ends.
func (c *Casa) completitud(ctx context.Context, first, last *diario.Asiento, n int) (Completitud, error) {
	if last.Numero-first.Numero+1 != int64(n) {
		return Completitud{}, nil
	}
	db := c.Escritor.Lectura().WithContext(ctx)
	hojas, err := readHojas(db.Where("posicion = (?)", db.Table("asientos").Select("min(posicion)").
		Where("tipo = ? AND posicion > ?", TipoEstadoDeSeries, last.Posicion)))
	if err != nil || len(hojas) == 0 {
		return Completitud{}, err
	}
	d := lector{a: &hojas[0]}
	book := last.Establecimiento + "/" + last.Libro
	k := Completitud{Demostrada: true, Estado: hojas[0].Posicion, Numero: d.entero("libro." + book), Folios: d.entero("folio." + book)}
	if d.err != nil {
		return Completitud{}, d.err
	}
	if k.Numero < last.Numero || k.Folios < last.Folio {
		return Completitud{}, nil
	}
	if k.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, k.Estado); err != nil {
		return Completitud{}, err
	}
	cp, err := diario.PeekCheckpoint(k.Checkpoint)
	if err != nil {
		return Completitud{}, err
	}
	k.Prueba, err = diario.ProveRecord(cp.Tamano, k.Estado, hashReader(db))
	return k, err
}

// hashReader reads the stored hashes of the tree from the asientos.
func hashReader(db *gorm.DB) tlog.HashReader {
	return diario.NewHashReader(func(posiciones []int64) ([][]byte, error) {
		var hashes [][]byte
		err := db.Table("asientos").Where("posicion IN ?", posiciones).Order("posicion").Pluck("hashes", &hashes).Error
		return hashes, err
	})
}

func sortLineas(lines []LineaFolio) {
	slices.SortFunc(lines, func(a, b LineaFolio) int { return cmp.Compare(a.Mesa, b.Mesa) })
}
