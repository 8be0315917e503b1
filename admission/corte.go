package admission

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// filaCorte is a turn of the switch that closes entry to newcomers in the last hour.
type filaCorte struct {
	Establecimiento string
	Jornada         string
	Posicion        int64
	Activo          int64
	Instante        int64
	Autor           string
}

func (filaCorte) TableName() string { return "cortes_entrada" }

var proyectoresCorte = map[string]escritor.Proyector{"CorteEntrada": projectCorte}

func projectCorte(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Insert(&filaCorte{a.Establecimiento, string(a.Jornada), a.Posicion, flag(a.Dato("activo") == "si"), a.Hecho.UnixMicro(), a.Autor})
}

// SetCorte closes entry to newcomers in the last hour of the games, or opens it again
// (art. 21.4); who is inside stays. As it is already, nothing is written. Errors: ErrCerrado
// and acceso.ErrCorte, each inside a *norma.Error.
func (p *Puerta) SetCorte(ctx context.Context, establecimiento string, activo bool, autor Autor) error {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		j, ok, err := registers.LastJornada(t.DB(), establecimiento)
		if err != nil {
			return err
		}
		if !ok || !j.AdmitePublico() {
			return norma.Breach(art("27.4"), ErrCerrado).Under("JOR-0")
		}
		if activo {
			if err := acceso.CheckCorte(t.Ahora(), j.CierrePrevisto); err != nil {
				return err
			}
		}
		now, err := corteDe(t.DB(), establecimiento, j.Fecha)
		if err != nil || now == activo {
			return err
		}
		word := "no"
		if activo {
			word = "si"
		}
		_, err = t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: registers.LibroJornadas, Tipo: "CorteEntrada",
			Jornada: j.Fecha, Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente, Datos: []diario.Dato{dato("activo", word)}})
		return err
	})
	return err
}

// Corte reports whether entry is closed to newcomers in a jornada (art. 21.4).
func (p *Puerta) Corte(ctx context.Context, establecimiento string, jornada domain.Fecha) (bool, error) {
	return corteDe(p.w.Lectura().WithContext(ctx), establecimiento, jornada)
}

func corteDe(db *gorm.DB, establecimiento string, jornada domain.Fecha) (bool, error) {
	var activo int64
	err := db.Raw("SELECT activo FROM cortes_entrada WHERE establecimiento = ? AND jornada = ? ORDER BY posicion DESC LIMIT 1",
		establecimiento, string(jornada)).Row().Scan(&activo)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("read whether entry is closed: %w", err)
	}
	return activo != 0, nil
}
