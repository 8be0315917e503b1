package admission

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Comprobacion is one check of one person at one door. It is good for one card.
type Comprobacion struct {
	ID              string
	Establecimiento string
	Jornada         domain.Fecha
	Decision        acceso.Decision
	Documento       identidad.Documento
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
	Exhibido        identidad.TipoDocumento // kind of document shown
	Caducidad       domain.Fecha            // its last day; "" without end, or seen and not noted
	Mismo           bool                    // she showed the document of another day (criterio ADM-5)
	Ficha           int64                   // personal file she had already, 0 none
	Duplicados      []Duplicado             // without it: fichas that may be hers
	Lista           *Lista
	Instante        time.Time
	Avisos          []string // of a check just made
}

// filaComprobacion is a look-up record: written through the writer, no asiento.
type filaComprobacion struct {
	ID              string
	Establecimiento string
	Jornada         string
	Veredicto       string
	Articulo        string
	Fundamento      string
	Tipo            string
	Pais            string
	Numero          string
	Nombre          string
	Apellidos       string
	FechaNacimiento string
	Ficha           int64
	Lista           string
	ListaFuente     string
	ListaInstante   int64
	Instante        int64
	Autor           string
	Exhibido        string
	Caducidad       string
	MismoDocumento  int64
}

func (filaComprobacion) TableName() string { return "comprobaciones" }

// Check identifies a person, decides whether she may come in and records the check;
// a refusal is put on record here, once (arts. 20.1-20.3, 21.1, 23.1). Errors: those of
// the document, the name and the birth date (each a *norma.Error), ErrCerrado, ErrNoExiste.
func (p *Puerta) Check(ctx context.Context, establecimiento string, v Visitante, autor Autor) (Comprobacion, error) {
	if v.Mismo {
		known, err := p.onFile(ctx, v)
		if err != nil {
			return Comprobacion{}, err
		}
		v = known
	}
	q, avisos, err := parseVisitante(v, domain.FechaDe(p.w.Ahora()))
	if err != nil {
		return Comprobacion{}, err
	}
	var fila filaComprobacion
	var lista *Lista
	var d acceso.Decision
	err = p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		if err := p.recognise(ctx, a, &q); err != nil {
			return err
		}
		var err error
		if d, lista, err = p.decide(ctx, &q, a.Parametros, false); err != nil {
			return err
		}
		if err := v.checkEntero(d); err != nil {
			return err
		}
		fila = newFila(a, &q, p.w.Ahora(), autor)
		fila.rule(d, lista)
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
			if err := q.check(t); err != nil {
				return err
			}
			return recordCheck(t, a, &fila, autor)
		})
		return err
	})
	if err != nil {
		return Comprobacion{}, err
	}
	c := fila.comprobacion()
	c.Decision, c.Lista, c.Duplicados = d, lista, q.duplicados
	for _, a := range avisos {
		c.Avisos = append(c.Avisos, a.Texto())
	}
	return c, nil
}

// newID returns an opaque id that nobody guesses, later than those given before: rows that
// come together lie together in an index.
func newID(t time.Time) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(t.UnixMilli())<<16)
	rand.Read(b[6:])
	return base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:])
}

func newFila(a *abierta, q *persona, ahora time.Time, autor Autor) filaComprobacion {
	return filaComprobacion{
		ID: newID(ahora), Establecimiento: a.Establecimiento, Jornada: string(a.Fecha),
		Tipo: string(q.Documento.Tipo), Pais: q.Documento.Pais, Numero: q.Documento.Numero,
		Nombre: q.Nombre, Apellidos: q.Apellidos, FechaNacimiento: string(q.FechaNacimiento),
		Ficha: q.ficha, Instante: ahora.UnixMicro(), Autor: autor.Persona,
		Exhibido: string(q.exhibido), Caducidad: string(q.caducidad), MismoDocumento: flag(q.mismo),
	}
}

// rule sets what was decided, and with which list.
func (f *filaComprobacion) rule(d acceso.Decision, l *Lista) {
	f.Veredicto, f.Articulo, f.Fundamento = string(d.Veredicto), "", ""
	if g := d.Fundamentos; len(g) > 0 {
		f.Articulo, f.Fundamento = g[0].Articulo.String(), string(g[0].Causa)
	}
	f.Lista, f.ListaFuente, f.ListaInstante = "", "", 0
	if l != nil {
		f.Lista, f.ListaFuente, f.ListaInstante = l.Huella, l.Fuente, l.Instante.UnixMicro()
	}
}

func recordCheck(t *escritor.Tx, a *abierta, f *filaComprobacion, autor Autor) error {
	if err := a.check(t); err != nil {
		return err
	}
	t.Recurso(200, f.ID)
	if acceso.Veredicto(f.Veredicto) == acceso.NoPuedeEntrar {
		if err := appendDenegacion(t, f, autor, ""); err != nil {
			return err
		}
	}
	return t.Insert(f)
}

// loadComprobacion reads a check.
func loadComprobacion(db *gorm.DB, establecimiento, id string) (filaComprobacion, error) {
	var f filaComprobacion
	err := db.Where("id = ? AND establecimiento = ?", id, establecimiento).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, norma.Breach(art("20.1"), ErrNoExiste)
	}
	if err != nil {
		return f, fmt.Errorf("read a comprobación: %w", err)
	}
	return f, nil
}

// Comprobacion returns a check already made. Errors: ErrNoExiste.
func (p *Puerta) Comprobacion(ctx context.Context, establecimiento, id string) (Comprobacion, error) {
	f, err := loadComprobacion(p.w.Lectura().WithContext(ctx), establecimiento, id)
	if err != nil {
		return Comprobacion{}, err
	}
	c := f.comprobacion()
	if f.Ficha == 0 {
		c.Duplicados, err = p.lookDuplicados(ctx, identidad.Fold(f.Nombre, f.Apellidos), c.FechaNacimiento)
	}
	return c, err
}

func (f *filaComprobacion) comprobacion() Comprobacion {
	c := Comprobacion{
		ID: f.ID, Establecimiento: f.Establecimiento, Jornada: domain.Fecha(f.Jornada),
		Decision:  acceso.DecisionOf(acceso.Veredicto(f.Veredicto), acceso.Causa(f.Fundamento)),
		Documento: f.documento(), Nombre: f.Nombre, Apellidos: f.Apellidos, FechaNacimiento: domain.Fecha(f.FechaNacimiento),
		Ficha: f.Ficha, Instante: instante(f.Instante),
		Exhibido: f.exhibido(), Caducidad: domain.Fecha(f.Caducidad), Mismo: f.MismoDocumento != 0,
	}
	if f.Lista != "" {
		c.Lista = &Lista{Huella: f.Lista, Fuente: f.ListaFuente, Instante: instante(f.ListaInstante)}
	}
	return c
}

func (f *filaComprobacion) documento() identidad.Documento {
	return identidad.Documento{Tipo: identidad.TipoDocumento(f.Tipo), Pais: f.Pais, Numero: f.Numero}
}

// resuelta reports whether a supervisor admitted her although she bears the name and birth
// date of a barred person (criterio ADM-3).
func (f *filaComprobacion) resuelta() bool {
	return acceso.Veredicto(f.Veredicto) == acceso.PuedeEntrar && acceso.Causa(f.Fundamento) == acceso.CausaCandidato
}

// judgeAgain asks list and rule again, as things are now.
func (p *Puerta) judgeAgain(ctx context.Context, a *abierta, f *filaComprobacion, descartados bool) (acceso.Decision, *Lista, error) {
	q := persona{consultar: true, Documento: f.documento(), Nombre: f.Nombre, Apellidos: f.Apellidos, FechaNacimiento: domain.Fecha(f.FechaNacimiento),
		plegado: identidad.Fold(f.Nombre, f.Apellidos)}
	if err := p.recognise(ctx, a, &q); err != nil {
		return acceso.Decision{}, nil, err
	}
	return p.decide(ctx, &q, a.Parametros, descartados)
}

// update writes what was decided of a check since it was made.
func (f *filaComprobacion) update(t *escritor.Tx) error {
	return t.Exec(`UPDATE comprobaciones SET veredicto = ?, articulo = ?, fundamento = ?, lista = ?, lista_fuente = ?,
		lista_instante = ?, instante = ?, ficha = ? WHERE id = ?`, f.Veredicto, f.Articulo, f.Fundamento, f.Lista, f.ListaFuente,
		f.ListaInstante, f.Instante, f.Ficha, f.ID)
}

// fechaDe is the jornada of a check.
func (f *filaComprobacion) fechaDe() domain.Fecha { return domain.Fecha(f.Jornada) }

// personal are the values of the person that an asiento commits to.
func (f *filaComprobacion) personal(more ...diario.ValorPersonal) []diario.ValorPersonal {
	return append([]diario.ValorPersonal{
		{Nombre: "nombre", Valor: f.Nombre}, {Nombre: "apellidos", Valor: f.Apellidos}, {Nombre: "documento", Valor: f.Numero},
	}, more...)
}
