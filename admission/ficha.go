package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// filaVisitante is the ficha of a visitor (art. 20.3): the dates of her visits are
// those of her cards.
type filaVisitante struct {
	Ficha           int64
	Nombre          string
	Apellidos       string
	Plegado         string
	FechaNacimiento string
	Posicion        int64
}

func (filaVisitante) TableName() string { return "visitantes" }

// filaDocumento ties an identity document to a ficha: one person may hold several.
type filaDocumento struct {
	Tipo   string
	Pais   string
	Numero string
	Ficha  int64
}

func (filaDocumento) TableName() string { return "documentos" }

// filaObservacion is a remark on a ficha.
type filaObservacion struct {
	Posicion int64
	Ficha    int64
	Instante int64
	Autor    string
	Texto    string
}

func (filaObservacion) TableName() string { return "observaciones" }

var proyectoresFicha = map[string]escritor.Proyector{
	"Ficha":          projectFicha,
	"DocumentoFicha": projectDocumento,
	"Observacion":    projectObservacion,
	"ConsultaFicha":  func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}

func projectFicha(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	f := filaVisitante{Ficha: a.NumeroSerie, Nombre: v["nombre"], Apellidos: v["apellidos"],
		FechaNacimiento: v["fecha_nacimiento"], Posicion: a.Posicion}
	if f.Nombre+f.Apellidos != "" {
		f.Plegado = identidad.Fold(f.Nombre, f.Apellidos)
	}
	if err := l.Insert(&f); err != nil {
		return err
	}
	return insertDocumento(l, a, v, f.Ficha)
}

func projectDocumento(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	ficha, err := numero(a, "ficha")
	if err != nil {
		return err
	}
	return insertDocumento(l, a, v, ficha)
}

func insertDocumento(l *escritor.Lote, a *diario.Asiento, v map[string]string, ficha int64) error {
	if v["documento"] == "" { // erased: nothing ties a document to the ficha any more
		return nil
	}
	return l.Insert(&filaDocumento{Tipo: a.Dato("documento_tipo"), Pais: a.Dato("documento_pais"), Numero: v["documento"], Ficha: ficha})
}

func projectObservacion(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	ficha, err := numero(a, "ficha")
	if err != nil {
		return err
	}
	return l.Insert(&filaObservacion{Posicion: a.Posicion, Ficha: ficha, Instante: a.Hecho.UnixMicro(), Autor: a.Autor, Texto: v["observacion"]})
}

// appendFicha opens the personal file of whoever comes for the first time.
func appendFicha(t *escritor.Tx, f *filaComprobacion, personal []diario.ValorPersonal, autor Autor) (int64, error) {
	b := borrador(t, diario.Entidad, LibroFichas, "Ficha", autor)
	b.Serie = SerieFichas
	b.Datos = []diario.Dato{dato("documento_pais", f.Pais), dato("documento_tipo", f.Tipo)}
	b.Personal = personal
	a, err := t.Append(b)
	return a.NumeroSerie, err
}

// valoresFicha are the personal values of the ficha of whoever is checked.
func (f *filaComprobacion) valoresFicha() []diario.ValorPersonal {
	return f.personal(diario.ValorPersonal{Nombre: "fecha_nacimiento", Valor: f.FechaNacimiento})
}

// ErrConFicha: the document is tied to a ficha already.
var ErrConFicha = errors.New("ese documento ya figura en una ficha")

// AddDocumento ties the document of a check to the ficha of the same person, who holds
// several: from then on she is looked up by all of them (art. 20.2). A supervisor says that
// it is her. Errors: ErrNoExiste, ErrConFicha.
func (p *Puerta) AddDocumento(ctx context.Context, establecimiento, comprobacion string, ficha int64, autor Autor) error {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := loadComprobacion(t.DB(), establecimiento, comprobacion)
		if err != nil {
			return err
		}
		return tieDocumento(t, &f, ficha, autor)
	})
	return err
}

// tieDocumento ties the document of a check to a ficha.
func tieDocumento(t *escritor.Tx, f *filaComprobacion, ficha int64, autor Autor) error {
	if _, err := findConservado(t.DB(), ficha); err != nil {
		return err
	}
	var tied int64
	err := t.DB().Model(&filaDocumento{}).Where("tipo = ? AND pais = ? AND numero = ?", f.Tipo, f.Pais, f.Numero).Count(&tied).Error
	if err != nil {
		return fmt.Errorf("look for a document: %w", err)
	}
	if tied > 0 {
		return ErrConFicha
	}
	b := borrador(t, diario.Entidad, LibroFichas, "DocumentoFicha", autor)
	b.Datos = []diario.Dato{dato("documento_pais", f.Pais), dato("documento_tipo", f.Tipo), entero("ficha", ficha)}
	b.Personal = []diario.ValorPersonal{{Nombre: "documento", Valor: f.Numero}}
	_, err = t.Append(b)
	return err
}

// Ficha is the personal file of a visitor: name, documents, remarks and the dates of her
// visits in order (art. 20.3).
type Ficha struct {
	Numero          int64
	Nombre          string // "" once erased (art. 20.4)
	Apellidos       string
	FechaNacimiento domain.Fecha
	Documentos      []identidad.Documento
	Observaciones   []Observacion
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

// Observacion is a remark on a ficha.
type Observacion struct {
	Instante time.Time
	Autor    string // persona
	Texto    string // "" once erased
}

// Ficha reads a personal file. The read itself is put on record, with who read it
// (art. 20.4: the files are reserved), unless it is the authority's inspector: what he
// looks up is not shown to the house. Errors: ErrNoExiste.
func (p *Puerta) Ficha(ctx context.Context, numero int64, autor Autor) (Ficha, error) {
	f, err := loadFicha(p.w.Lectura().WithContext(ctx), numero)
	if err != nil {
		return Ficha{}, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		_, err := t.Append(borradorConsulta(t, numero, autor))
		return err
	})
	if err != nil {
		return Ficha{}, err
	}
	return f, nil
}

// borradorConsulta is the asiento of a reading of a ficha. Which one an inspector opens is a
// value of the vault: the house sees that he looked, not whom he looks for.
func borradorConsulta(t *escritor.Tx, numero int64, autor Autor) diario.Borrador {
	b := diario.Borrador{Establecimiento: diario.Entidad, Libro: LibroFichas, Tipo: "ConsultaFicha", Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClasePermanente, Datos: []diario.Dato{entero("ficha", numero)}}
	if autor.Cargo == domain.FuncionarioInspector {
		b.Clase, b.SuprimibleDesde, b.Datos = diario.ClaseAdmision, suprimibleDesde(t.Ahora()), nil
		b.Personal = []diario.ValorPersonal{{Nombre: "ficha", Valor: strconv.FormatInt(numero, 10)}}
	}
	return b
}

// FichaByDocumento is the number of the ficha to which a document is tied, of any kind and
// State. Errors: ErrNoExiste.
func (p *Puerta) FichaByDocumento(ctx context.Context, documento string) (int64, error) {
	var n int64
	err := p.w.Lectura().WithContext(ctx).Raw(`SELECT COALESCE(MAX(ficha), 0) FROM documentos WHERE numero = ?`, normalNumero(documento)).Row().Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("look for a ficha: %w", err)
	}
	if n == 0 {
		return 0, ErrNoExiste
	}
	return n, nil
}

// Observe writes a remark on a ficha (art. 20.3). Errors: ErrNoExiste; ErrMotivo or
// identidad.ErrTexto inside a *norma.Error.
func (p *Puerta) Observe(ctx context.Context, numero int64, texto string, autor Autor) error {
	texto, err := identidad.NFC(texto)
	if err == nil && texto == "" {
		err = ErrMotivo
	}
	if err != nil {
		return norma.Breach(art("20.3"), err)
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		if _, err := findConservado(t.DB(), numero); err != nil {
			return err
		}
		b := borrador(t, diario.Entidad, LibroFichas, "Observacion", autor)
		b.Datos = []diario.Dato{entero("ficha", numero)}
		b.Personal = []diario.ValorPersonal{{Nombre: "observacion", Valor: texto}}
		_, err := t.Append(b)
		return err
	})
	return err
}

func findVisitante(db *gorm.DB, numero int64) (filaVisitante, error) {
	var v filaVisitante
	err := db.Where("ficha = ?", numero).Take(&v).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return v, ErrNoExiste
	}
	if err != nil {
		return v, fmt.Errorf("read ficha %d: %w", numero, err)
	}
	return v, nil
}

// findConservado is findVisitante of a ficha that was not erased: nothing more is tied to one
// that was.
func findConservado(db *gorm.DB, numero int64) (filaVisitante, error) {
	v, err := findVisitante(db, numero)
	if err == nil && v.Nombre+v.Apellidos == "" {
		err = ErrNoExiste
	}
	return v, err
}

func loadDocumentos(db *gorm.DB, ficha int64) ([]identidad.Documento, error) {
	var filas []filaDocumento
	if err := db.Where("ficha = ?", ficha).Order("tipo, numero").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the documents of ficha %d: %w", ficha, err)
	}
	docs := make([]identidad.Documento, 0, len(filas))
	for _, d := range filas {
		docs = append(docs, identidad.Documento{Tipo: identidad.TipoDocumento(d.Tipo), Pais: d.Pais, Numero: d.Numero})
	}
	return docs, nil
}

func loadFicha(db *gorm.DB, numero int64) (Ficha, error) {
	v, err := findVisitante(db, numero)
	if err != nil {
		return Ficha{}, err
	}
	f := Ficha{Numero: v.Ficha, Nombre: v.Nombre, Apellidos: v.Apellidos, FechaNacimiento: domain.Fecha(v.FechaNacimiento)}
	if f.Documentos, err = loadDocumentos(db, numero); err != nil {
		return Ficha{}, err
	}
	var remarks []filaObservacion
	if err := db.Where("ficha = ?", numero).Order("posicion").Find(&remarks).Error; err != nil {
		return Ficha{}, fmt.Errorf("read the remarks of ficha %d: %w", numero, err)
	}
	for _, o := range remarks {
		f.Observaciones = append(f.Observaciones, Observacion{instante(o.Instante), o.Autor, o.Texto})
	}
	var cards []filaTarjeta
	if err := db.Where("ficha = ?", numero).Order("emitida, posicion").Find(&cards).Error; err != nil {
		return Ficha{}, fmt.Errorf("read the visits of ficha %d: %w", numero, err)
	}
	for _, t := range cards {
		f.Visitas = append(f.Visitas, Visita{Establecimiento: t.Establecimiento, Jornada: domain.Fecha(t.Jornada),
			Tarjeta: t.Numero, Instante: instante(t.Emitida), Anulada: t.Anulada >= 0})
	}
	later, err := entradasWhere(db, "ficha = ?", numero)
	if err != nil {
		return Ficha{}, err
	}
	for _, e := range later {
		f.Visitas = append(f.Visitas, Visita{Establecimiento: e.Establecimiento, Jornada: e.Jornada, Tarjeta: e.Tarjeta, Instante: e.Instante})
	}
	slices.SortStableFunc(f.Visitas, func(a, b Visita) int { return a.Instante.Compare(b.Instante) })
	return f, nil
}
