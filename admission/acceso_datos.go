package admission

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/plazos"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroAccesosDatos is the book, common to the entidad, of what people ask about themselves;
// SerieAccesosDatos numbers it.
const (
	LibroAccesosDatos = "accesos-datos"
	SerieAccesosDatos = "accesos-datos"
)

// Kinds of asiento of a request of access.
const (
	TipoAccesoDatos        = "AccesoDatos"
	TipoEntregaAccesoDatos = "EntregaAccesoDatos"
)

// DatoConservado is an asiento that holds something of a person.
type DatoConservado struct {
	Tipo            string // kind of the asiento
	Termino         plazos.Termino
	Establecimiento string
	Numero          int64 // of the document it made, 0 none
	Instante        time.Time
	SuprimibleDesde domain.Fecha           // "" when no date is known
	Valores         []diario.ValorPersonal // by name
	Archivado       bool                   // they are in the archivo PBC
}

// ComprobacionConservada is a check of the desk that is still kept.
type ComprobacionConservada struct {
	Establecimiento string
	Instante        time.Time
	Veredicto       acceso.Veredicto
}

// AccesoDatos is everything that the house keeps of whoever holds a document, for her (art. 15
// of the Reglamento (UE) 2016/679; art. 20.4). Without Archivo the archivo PBC was not looked
// at: only those who may read it do.
type AccesoDatos struct {
	Numero         int64
	Instante       time.Time // of the request
	Autor          string
	Documento      identidad.Documento // Numero "" once erased
	Ficha          int64               // 0 none
	Datos          []DatoConservado    // in the order of the log
	Comprobaciones []ComprobacionConservada
	Interdicta     bool // her document is in the copy of the barred list in force
	Retenida       bool // a retencion keeps what she left
	ConArchivo     bool
	Archivo        []VisitaArchivada
	Posicion       int64
}

// RequestAcceso puts on record that the holder of a document asked what is kept of her, and
// returns the number of the request. Errors: those of the document.
func (p *Puerta) RequestAcceso(ctx context.Context, tipo, pais, num string, autor Autor) (int64, error) {
	doc, _, err := identidad.ParseDe(tipo, pais, num)
	if err != nil {
		return 0, err
	}
	var n int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		b := borrador(t, diario.Entidad, LibroAccesosDatos, TipoAccesoDatos, autor)
		b.Serie = SerieAccesosDatos
		b.Datos = []diario.Dato{dato("documento_pais", doc.Pais), dato("documento_tipo", string(doc.Tipo))}
		b.Personal = []diario.ValorPersonal{{Nombre: "documento", Valor: doc.Numero}}
		a, err := t.Append(b)
		n = a.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	return n, err
}

// maxArchivo is how many visits of the archivo PBC a request of access brings at most: those
// of a person who came every day of ten years.
const maxArchivo = 4000

// AccesoDatos gathers what the house keeps of whoever made a request, as it now is; with the
// archivo PBC when archivo says so. That it was handed over is on record, and the reading of
// the archivo too. Errors: ErrNoExiste; ErrSuprimida when the request itself was erased.
func (p *Puerta) AccesoDatos(ctx context.Context, n int64, archivo bool, autor Autor) (AccesoDatos, error) {
	db := p.w.Lectura().WithContext(ctx)
	d, err := readAcceso(db, n)
	if err != nil {
		return d, err
	}
	word := "no"
	if d.ConArchivo = archivo; archivo {
		word = "si"
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		b := borradorSupresiones(TipoEntregaAccesoDatos, autor, entero("acceso", n), dato("archivo", word))
		b.Libro = LibroAccesosDatos
		_, err := t.Append(b)
		return err
	})
	if err != nil {
		return d, err
	}
	if err := d.gather(db); err != nil {
		return d, err
	}
	if d.Interdicta, err = p.isBarred(db, d.Documento); err != nil || !archivo {
		return d, err
	}
	d.Archivo, err = p.Archivo(ctx, BusquedaArchivo{Documento: d.Documento.Numero, After: -1, Limite: maxArchivo}, autor)
	return d, err
}

// readAcceso reads a request.
func readAcceso(db *gorm.DB, n int64) (AccesoDatos, error) {
	var at []int64
	err := db.Raw(`SELECT posicion FROM asientos WHERE establecimiento = ? AND serie = ? AND numero_serie = ?`, diario.Entidad, SerieAccesosDatos, n).Scan(&at).Error
	if err != nil {
		return AccesoDatos{}, fmt.Errorf("read a request of access: %w", err)
	}
	if len(at) == 0 {
		return AccesoDatos{}, ErrNoExiste
	}
	a, v, err := registers.ReadHoja(db, at[0])
	if err == nil && v["documento"] == "" {
		err = ErrSuprimida
	}
	return AccesoDatos{Numero: n, Instante: a.Hecho, Autor: a.Autor, Posicion: a.Posicion, Documento: identidad.Documento{
		Tipo: identidad.TipoDocumento(a.Dato("documento_tipo")), Pais: a.Dato("documento_pais"), Numero: v["documento"]}}, err
}

// gather reads what is kept of her outside the archivo PBC.
func (d *AccesoDatos) gather(db *gorm.DB) error {
	ficha, at, err := findPersona(db, d.Documento)
	if err != nil {
		return err
	}
	d.Ficha = ficha
	staff, err := readEmpleado(db, d.Documento)
	if err != nil {
		return err
	}
	for _, posicion := range append(at, staff...) {
		if err := d.addAsiento(db, posicion); err != nil {
			return err
		}
	}
	held, err := readRetenidos(db)
	if err != nil {
		return err
	}
	d.Retenida = slices.ContainsFunc(at, func(posicion int64) bool { return held.holds(posicion, ficha) })
	var checks []filaComprobacion
	err = db.Where("tipo = ? AND pais = ? AND numero = ?", string(d.Documento.Tipo), d.Documento.Pais, d.Documento.Numero).Order("id").Find(&checks).Error
	if err != nil {
		return fmt.Errorf("read the checks of a person: %w", err)
	}
	for _, c := range checks {
		d.Comprobaciones = append(d.Comprobaciones, ComprobacionConservada{c.Establecimiento, instante(c.Instante), acceso.Veredicto(c.Veredicto)})
	}
	return nil
}

func (d *AccesoDatos) addAsiento(db *gorm.DB, posicion int64) error {
	a, v, err := registers.ReadHoja(db, posicion)
	if err != nil {
		return err
	}
	var archived int64
	if err := db.Raw("SELECT COUNT(*) FROM archivo_pbc WHERE posicion = ?", posicion).Row().Scan(&archived); err != nil {
		return fmt.Errorf("look into the archivo PBC: %w", err)
	}
	tipo := cmp.Or(a.Dato("acto.tipo"), a.Tipo)
	kept := DatoConservado{Tipo: tipo, Termino: plazos.TerminoDe(tipo), Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Instante: a.Hecho,
		SuprimibleDesde: a.SuprimibleDesde, Archivado: archived > 0}
	for _, c := range a.Valores {
		if text, ok := v[c.Nombre]; ok {
			kept.Valores = append(kept.Valores, diario.ValorPersonal{Nombre: c.Nombre, Valor: text})
		}
	}
	if len(kept.Valores) > 0 || kept.Archivado || a.Tipo == tipoEntrada {
		d.Datos = append(d.Datos, kept)
	}
	return nil
}

// readEmpleado lists the asientos of the person of the house who holds a document.
func readEmpleado(db *gorm.DB, doc identidad.Documento) ([]int64, error) {
	var at []int64
	err := db.Raw(`SELECT posicion FROM cargos WHERE persona IN (SELECT persona FROM documentos_empleado WHERE tipo = ? AND numero = ?) ORDER BY posicion`,
		string(doc.Tipo), doc.Numero).Scan(&at).Error
	if err != nil {
		return nil, fmt.Errorf("look for a document among the staff: %w", err)
	}
	return at, nil
}

// isBarred reports whether a document is in the copy of the barred list in force.
func (p *Puerta) isBarred(db *gorm.DB, doc identidad.Documento) (bool, error) {
	l := p.lista.Load()
	if l == nil {
		return false, nil
	}
	var n int64
	err := db.Raw(`SELECT COUNT(*) FROM interdicciones WHERE lista = ? AND tipo = ? AND numero = ?`, l.ID, string(doc.Tipo), doc.Numero).Row().Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look into the barred list: %w", err)
	}
	return n > 0, nil
}
