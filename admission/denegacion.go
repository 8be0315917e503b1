package admission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Denegacion is a refusal as the supervisor sees it (criterio ADM-10).
type Denegacion struct {
	Establecimiento string
	Numero          int64
	Jornada         domain.Fecha
	Instante        time.Time
	Nombre          string
	Apellidos       string
	Documento       string
	Articulo        string
	Fundamento      string
	Motivo          string // of a refusal that somebody decided (arts. 21.2, 21.3, 21.5)
	Posicion        int64  // of its asiento
}

// filaDenegacion is a refusal of entry, recorded once.
type filaDenegacion struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Instante        int64
	Autor           string
	Nombre          string
	Apellidos       string
	Documento       string
	Articulo        string
	Fundamento      string
	Motivo          string
	Posicion        int64
}

func (filaDenegacion) TableName() string { return "denegaciones" }

var proyectoresDenegacion = map[string]escritor.Proyector{
	"Denegacion":       projectDenegacion,
	"DecisionAdmision": func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}

func projectDenegacion(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	return l.Insert(&filaDenegacion{
		Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Jornada: string(a.Jornada),
		Instante: a.Hecho.UnixMicro(), Autor: a.Autor, Nombre: v["nombre"], Apellidos: v["apellidos"],
		Documento: v["documento"], Articulo: v["articulo"], Fundamento: v["fundamento"], Motivo: v["motivo"], Posicion: a.Posicion,
	})
}

// appendDenegacion puts a refusal on record, with what happened when a person decided it.
// The ground is a personal value: the leaf says that somebody was refused, not why
// (criterio ADM-1b).
func appendDenegacion(t *escritor.Tx, f *filaComprobacion, autor Autor, motivo string) error {
	_, err := t.Append(borradorDenegacion(t, f, autor, motivo))
	return err
}

func borradorDenegacion(t *escritor.Tx, f *filaComprobacion, autor Autor, motivo string) diario.Borrador {
	b := borrador(t, f.Establecimiento, Libro, "Denegacion", autor)
	b.Serie, b.Jornada = SerieDenegaciones, f.fechaDe()
	b.Datos = []diario.Dato{dato("comprobacion", f.ID), dato("documento_tipo", f.Tipo), dato("lista", f.Lista),
		dato("veredicto", f.Veredicto)}
	b.Personal = f.personal(
		diario.ValorPersonal{Nombre: "fecha_nacimiento", Valor: f.FechaNacimiento},
		diario.ValorPersonal{Nombre: "articulo", Valor: f.Articulo},
		diario.ValorPersonal{Nombre: "fundamento", Valor: f.Fundamento})
	if motivo != "" {
		b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: "motivo", Valor: motivo})
	}
	return b
}

// Denegaciones lists the refusals of a jornada, the latest first.
func (p *Puerta) Denegaciones(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Denegacion, error) {
	var filas []filaDenegacion
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).
		Order("numero DESC").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the denegaciones of %s, %s: %w", establecimiento, jornada, err)
	}
	out := make([]Denegacion, 0, len(filas))
	for k := range filas {
		out = append(out, filas[k].denegacion())
	}
	return out, nil
}

func (f *filaDenegacion) denegacion() Denegacion {
	return Denegacion{f.Establecimiento, f.Numero, domain.Fecha(f.Jornada), instante(f.Instante),
		f.Nombre, f.Apellidos, f.Documento, f.Articulo, f.Fundamento, f.Motivo, f.Posicion}
}

// Denegacion returns a refusal. Errors: ErrNoExiste.
func (p *Puerta) Denegacion(ctx context.Context, establecimiento string, n int64) (Denegacion, error) {
	var f filaDenegacion
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND numero = ?", establecimiento, n).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Denegacion{}, ErrNoExiste
	}
	if err != nil {
		return Denegacion{}, fmt.Errorf("read the denegación %d of %s: %w", n, establecimiento, err)
	}
	return f.denegacion(), nil
}
