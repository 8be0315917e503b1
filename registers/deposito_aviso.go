package registers

import (
	"errors"
	"fmt"

	"gorm.io/gorm"

	"foliado/domain/deposito"
)

// ErrSinComunicarNaipes: a withdrawal of cards whose communication nobody noted.
var ErrSinComunicarNaipes = errors.New("falta comunicar de inmediato al regulador una retirada de naipes")

// avisosNaipes warn of each withdrawal of cards not communicated yet: it is due at once (art.
// 46.7).
func (t *Tablero) avisosNaipes(db *gorm.DB) ([]Aviso, error) {
	is, err := incidenciasDe(db.Where("establecimiento = ? AND comunicada = 0", t.Establecimiento.ID))
	if err != nil {
		return nil, err
	}
	var avisos []Aviso
	for _, i := range is {
		avisos = append(avisos, Aviso{Articulo: art("46.7"), Texto: fmt.Sprintf("%s: caja %s, incidencia %d, de las %s", ErrSinComunicarNaipes, i.Numero, i.Incidencia, horaLocal(i.Hecho))})
	}
	return avisos, nil
}

// puntoDeposito is what the checklist of the close says of the depósito, when it is in use:
// manual sabots and boxes still at tables that are closed (arts. 46.5, 48.2). An automatic
// sabot may stay.
func puntoDeposito(db *gorm.DB, establecimiento string) ([]PuntoCierre, error) {
	if _, err := findDeposito(db, establecimiento); err != nil {
		if errors.Is(err, ErrDeposito) {
			return nil, nil
		}
		return nil, err
	}
	var abiertas []int64
	if err := db.Model(&filaSesionMesa{}).Where("establecimiento = ? AND abierta = 1", establecimiento).Pluck("mesa", &abiertas).Error; err != nil {
		return nil, fmt.Errorf("list the open tables of %s: %w", establecimiento, err)
	}
	q := db.Where("establecimiento = ? AND estado = ? AND automatico = 0", establecimiento, string(deposito.EnMesa))
	if len(abiertas) > 0 {
		q = q.Where("mesa NOT IN ?", abiertas)
	}
	us, err := unidadesDe(q)
	if err != nil {
		return nil, err
	}
	detalle := ""
	for _, u := range us {
		detalle += fmt.Sprintf(" %s %s (mesa %d)", u.Clase.Nombre(), u.Numero, u.Mesa)
	}
	return []PuntoCierre{{Punto: "deposito", Texto: "sabots, naipes y dados de vuelta en el armario", Articulo: art("48.2"), Hecho: len(us) == 0, Detalle: detalle}}, nil
}
