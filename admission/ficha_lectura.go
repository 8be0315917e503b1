package admission

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Ficha is the personal file of a visitor: name, documents and the dates of her
// visits in order (art. 20.3).
type Ficha struct {
	Numero          int64
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
	Documentos      []identidad.Documento
	Visitas         []Visita
}

// Visita is one dated visit.
type Visita struct {
	Establecimiento string
	Jornada         domain.Fecha
	Tarjeta         int64
	Instante        time.Time
	Anulada         bool
}

// Ficha reads a personal file. The read itself is put on record, with who read it
// (art. 20.4: the files are reserved). Errors: ErrNoExiste.
func (p *Puerta) Ficha(ctx context.Context, numero int64, autor Autor) (Ficha, error) {
	f, err := p.loadFicha(p.w.Lectura().WithContext(ctx), numero)
	if err != nil {
		return f, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		_, err := t.Append(diario.Borrador{Establecimiento: diario.Entidad, Libro: LibroFichas, Tipo: "ConsultaFicha",
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("ficha", numero)}})
		return err
	})
	return f, err
}

func (p *Puerta) loadFicha(db *gorm.DB, numero int64) (Ficha, error) {
	var v filaVisitante
	err := db.Where("ficha = ?", numero).Take(&v).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Ficha{}, ErrNoExiste
	}
	if err != nil {
		return Ficha{}, err
	}
	f := Ficha{Numero: v.Ficha, Nombre: v.Nombre, Apellidos: v.Apellidos, FechaNacimiento: domain.Fecha(v.FechaNacimiento)}
	var docs []filaDocumento
	if err := db.Where("ficha = ?", numero).Order("tipo, numero").Find(&docs).Error; err != nil {
		return f, err
	}
	for _, d := range docs {
		f.Documentos = append(f.Documentos, identidad.Documento{Tipo: identidad.TipoDocumento(d.Tipo), Pais: d.Pais, Numero: d.Numero})
	}
	var cards []filaTarjeta
	if err := db.Where("ficha = ?", numero).Order("emitida, numero").Find(&cards).Error; err != nil {
		return f, err
	}
	for _, t := range cards {
		f.Visitas = append(f.Visitas, Visita{Establecimiento: t.Establecimiento, Jornada: domain.Fecha(t.Jornada),
			Tarjeta: t.Numero, Instante: instante(t.Emitida), Anulada: t.Anulada >= 0})
	}
	return f, nil
}

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
}

// Denegaciones lists the refusals of a jornada, the latest first.
func (p *Puerta) Denegaciones(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Denegacion, error) {
	var filas []filaDenegacion
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).
		Order("numero DESC").Find(&filas).Error
	out := make([]Denegacion, 0, len(filas))
	for _, f := range filas {
		out = append(out, Denegacion{f.Establecimiento, f.Numero, domain.Fecha(f.Jornada), instante(f.Instante),
			f.Nombre, f.Apellidos, f.Documento, f.Articulo, f.Fundamento})
	}
	return out, err
}

func instante(us int64) time.Time { return time.UnixMicro(us).UTC() }
