package registers

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
)

// ErrSinComunicar: a closing down whose communication nobody noted as filed.
var ErrSinComunicar = errors.New("falta comunicar al regulador la clausura de una mesa")

// avisos are the standing warnings of the board; none stops anybody (criterio MAQ-1).
func (t *Tablero) avisos(db *gorm.DB, now time.Time) ([]Aviso, error) {
	var avisos []Aviso
	if t.Jornada != nil && t.Jornada.Fase == domain.FaseAbierta {
		avisos = t.avisosServicio()
	}
	minimos, err := t.avisosMinimos(db)
	if err != nil {
		return nil, err
	}
	clausuras, err := t.avisosClausura(db, now)
	if err != nil {
		return nil, err
	}
	naipes, err := t.avisosNaipes(db)
	if err != nil {
		return nil, err
	}
	media, err := t.avisosMedia(db, now)
	if err != nil {
		return nil, err
	}
	incompleta, err := t.avisosDireccion(db, now)
	if err != nil {
		return nil, err
	}
	torneos, err := t.avisosTorneo(db)
	if err != nil {
		return nil, err
	}
	return slices.Concat(avisos, torneos, minimos, clausuras, naipes, media, t.avisosCartel(), incompleta), nil
}

// avisosServicio warn, while the doors are open, that no roulette or no black jack is in
// service where the house has them (art. 29.4).
func (t *Tablero) avisosServicio() []Aviso {
	type family struct{ has, open bool }
	var ruleta, blackJack family
	for _, m := range t.Mesas {
		f := &blackJack
		switch {
		case m.Mesa.Juego.Ruleta():
			f = &ruleta
		case m.Mesa.Juego != domain.BlackJack:
			continue
		}
		f.has, f.open = true, f.open || m.EnServicio()
	}
	var avisos []Aviso
	if ruleta.has && !ruleta.open {
		avisos = append(avisos, avisoDe(norma.Errorf(art("29.4"), "no hay ninguna ruleta en servicio").Under("MAQ-1")))
	}
	if blackJack.has && !blackJack.open {
		avisos = append(avisos, avisoDe(norma.Errorf(art("29.4"), "no hay ninguna mesa de black jack en servicio").Under("MAQ-1")))
	}
	return avisos
}

// EnServicio reports whether the table is open and in play.
func (m EstadoMesa) EnServicio() bool { return m.Sesion != nil && m.Sesion.Servicio == EnServicio }

// avisosMinimos warn of each game of which tables are in service and none at the authorised
// minimum, unless the authorisation exempts the house (art. 132.4.b; art. 53.2 extends it).
func (t *Tablero) avisosMinimos(db *gorm.DB) ([]Aviso, error) {
	a, err := CurrentAutorizacion(db, t.Establecimiento.ID)
	if errors.Is(err, ErrAutorizacion) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var avisos []Aviso
	for _, juego := range []domain.Juego{domain.RuletaFrancesa, domain.RuletaAmericana, domain.BlackJack} {
		j, ok := a.Juego(juego)
		var minimos []domain.Importe
		for _, m := range t.Mesas {
			if m.EnServicio() && m.Sesion.Juego == juego {
				minimos = append(minimos, m.Sesion.ApuestaMinima)
			}
		}
		if !ok || len(minimos) == 0 {
			continue
		}
		if err := libros.CheckMinimos(j.Minimo, minimos, a.Exenta); err != nil {
			aviso := avisoDe(err)
			aviso.Texto += ": " + juego.Nombre()
			avisos = append(avisos, aviso)
		}
	}
	return avisos, nil
}

// avisosClausura warn of each closing down not communicated yet, with both dates (art.
// 29.2, criterio PLA-1).
func (t *Tablero) avisosClausura(db *gorm.DB, now time.Time) ([]Aviso, error) {
	cs, err := clausurasOf(db.Where("establecimiento = ? AND comunicada = 0", t.Establecimiento.ID))
	if err != nil {
		return nil, err
	}
	var avisos []Aviso
	for _, c := range cs {
		text := fmt.Sprintf("%s: mesa %d, del %s; vence el %s", ErrSinComunicar, c.Mesa, c.Jornada.Larga(), c.Vence)
		if domain.FechaDe(now) > c.Vence.Alarma() {
			text += "; el plazo en días naturales ha pasado"
		}
		avisos = append(avisos, Aviso{Articulo: art("29.2"), Criterio: "PLA-1", Texto: text})
	}
	return avisos, nil
}

// avisosMedia warn of a sala apéndice that passes its yearly average of tables (art. 155.3,
// criterio APE-1): those that opened on each jornada.
func (t *Tablero) avisosMedia(db *gorm.DB, now time.Time) ([]Aviso, error) {
	if !t.Establecimiento.Apendice {
		return nil, nil
	}
	var rows []struct {
		Jornada string
		N       int
	}
	err := db.Table("sesiones_mesa").Select("jornada, count(DISTINCT mesa) AS n").Where("establecimiento = ?", t.Establecimiento.ID).
		Group("jornada").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("count the tables of %s by jornada: %w", t.Establecimiento.ID, err)
	}
	dias := make([]libros.MesasDia, 0, len(rows))
	for _, r := range rows {
		dias = append(dias, libros.MesasDia{Fecha: domain.Fecha(r.Jornada), Mesas: r.N})
	}
	if err := libros.CheckMediaMesas(domain.FechaDe(now), dias); err != nil {
		return []Aviso{avisoDe(err)}, nil
	}
	return nil, nil
}

// avisosCartel warn of each open table whose last notice says otherwise (art. 38.2).
func (t *Tablero) avisosCartel() []Aviso {
	var avisos []Aviso
	for _, m := range t.Mesas {
		if m.Sesion == nil || m.Cartel == nil {
			continue
		}
		if a, warns := m.Cartel.Aviso(*m.Sesion); warns {
			a.Texto = fmt.Sprintf("mesa %d: %s", m.Mesa.Numero, a.Texto)
			avisos = append(avisos, a)
		}
	}
	return avisos
}
