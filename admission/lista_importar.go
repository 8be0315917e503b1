package admission

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors of an import.
var (
	// ErrImportando: another import is under way.
	ErrImportando = errors.New("ya se está importando una lista")
	// ErrMerma: the list loses so many rows that a second person has to import it too.
	ErrMerma = errors.New("la lista pierde más del 5 % de sus filas: para ponerla en vigor ha de importar el mismo fichero otra persona")
)

const (
	// tandaLista is how many rows one commit of an import carries: few enough that the
	// queue at the door never waits for it (criterio ADM-2).
	tandaLista = 500
	// mermaLista is the share of its rows, in hundredths, that a list may lose without a
	// second person (criterio ADM-2).
	mermaLista = 5
	// restosLista is the age from which the rows of an import that never ended are rubbish.
	restosLista = 24 * time.Hour
	// formaLista begins the id of a list, so that ids are in order of time.
	formaLista = "20060102T150405"
)

// Importacion tells what an import brought.
type Importacion struct {
	ID       string    `json:"id"`
	Huella   string    `json:"huella"` // SHA-256 of the file, hex
	Fuente   string    `json:"fuente"`
	Filas    int       `json:"filas"`
	Altas    int       `json:"altas"`   // people that the former list lacked
	Bajas    int       `json:"bajas"`   // people of the former list that this one lacks
	Cambios  int       `json:"cambios"` // people of both of whom it says something else
	Avisos   int       `json:"avisos"`  // rows whose document is not right: kept as written
	Instante time.Time `json:"instante"`

	sello string // of the rows as they are kept
}

// ImportLista reads a barred list in CSV (UTF-8, comma or semicolon, header
// CabeceraLista) and puts it in force in one act, once all its rows are in; the queue
// goes on with the former list meanwhile. A list with a wrong line is refused whole,
// naming the line (errors wrap ErrLista): half a list would let somebody in. One that loses
// more than 5 % of the rows of the former is put on record and refused with ErrMerma until
// another person imports the same file (criterio ADM-2). progress may be nil.
func (p *Puerta) ImportLista(ctx context.Context, r io.Reader, fuente string, autor Autor, progress func(filas int)) (Importacion, error) {
	if !p.importando.TryLock() {
		return Importacion{}, ErrImportando
	}
	defer p.importando.Unlock()
	if err := p.Refresh(ctx); err != nil {
		return Importacion{}, err
	}
	defer p.avance.filas.Store(0)
	im := Importacion{ID: p.w.Ahora().Format(formaLista) + "-" + rand.Text(), Fuente: fuente}
	x, err := p.loadRows(ctx, r, &im, progress)
	if err == nil {
		err = p.putInForce(ctx, &im, x, autor)
	}
	if err != nil {
		return Importacion{}, errors.Join(err, p.dropRows(context.WithoutCancel(ctx), im.ID))
	}
	p.avance.retirando.Store(true)
	defer p.avance.retirando.Store(false)
	ctx = context.WithoutCancel(ctx)
	_, err = p.Watch(escritor.WithoutIdempotencia(ctx)) // who is inside and is in it
	return im, errors.Join(err, p.dropFormer(ctx))
}

// avance is how far the import under way is.
type avance struct {
	filas     atomic.Int64 // rows in; 0 no import
	retirando atomic.Bool  // in force: the rows of the former are being deleted
}

// Avance is how far an import is.
type Avance struct {
	Filas     int64 // rows checked so far
	Retirando bool  // the list is in force and the rows of the former are being deleted
}

// Avance tells how far the import under way in this process is; false when there is none.
func (p *Puerta) Avance() (Avance, bool) {
	n := p.avance.filas.Load()
	return Avance{n, p.avance.retirando.Load()}, n > 0
}

// loadRows writes the rows of a list under an id that no verdict looks at yet.
func (p *Puerta) loadRows(ctx context.Context, r io.Reader, im *Importacion, progress func(int)) (*indice, error) {
	digest := sha256.New()
	rd, err := newListaCSV(io.TeeReader(r, digest))
	if err != nil {
		return nil, err
	}
	x, seal := newIndice(p.semilla, 0), newSelloLista()
	tanda := make([]*filaInterdiccion, 0, tandaLista)
	for end := false; !end; {
		f, aviso, err := rd.next()
		if end = err == io.EOF; err != nil && !end {
			return nil, err
		}
		if !end {
			im.Filas++
			if aviso {
				im.Avisos++
			}
			f.Lista, f.Fila = im.ID, int64(im.Filas)
			x.add(&f)
			seal.add(&f)
			tanda = append(tanda, &f)
		}
		if len(tanda) < tandaLista && !end {
			continue
		}
		if err := p.insertRows(ctx, tanda); err != nil {
			return nil, err
		}
		tanda = tanda[:0]
		p.avance.filas.Store(int64(im.Filas))
		if progress != nil {
			progress(im.Filas)
		}
	}
	if im.Filas == 0 {
		return nil, fmt.Errorf("%w: no contiene ninguna fila", ErrLista)
	}
	im.Huella, im.sello = hex.EncodeToString(digest.Sum(nil)), seal.sum()
	x.sort()
	return x, nil
}

func (p *Puerta) insertRows(ctx context.Context, filas []*filaInterdiccion) error {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		for _, f := range filas {
			if err := t.Insert(f); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// putInForce makes a list, whose rows are all in, the one in force.
func (p *Puerta) putInForce(ctx context.Context, im *Importacion, x *indice, autor Autor) error {
	former, replaces, err := lastLista(p.w.Lectura().WithContext(ctx))
	if err != nil {
		return err
	}
	im.Altas, im.Bajas = im.Filas, int(former.Filas)
	if held := p.lista.Load(); held != nil && held.ID == former.ID { // else nobody knows who was in it
		im.Altas, im.Bajas, im.Cambios = x.missing(held.indice), held.indice.missing(x), x.changed(held.indice)
	}
	segundo := ""
	if int64(im.Filas)*100 < former.Filas*(100-mermaLista) {
		if segundo, err = p.proposer(ctx, former, im.Huella, autor); err != nil {
			return err
		}
		if segundo == "" {
			return p.propose(ctx, former, im, autor)
		}
	}
	var f filaLista
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		last, ok, err := lastLista(t.DB())
		if err != nil {
			return err
		}
		if ok != replaces || last.Posicion != former.Posicion { // another replica's
			return ErrImportando
		}
		b := borradorLista(t, "ListaInterdicciones", im, autor)
		b.Datos = append(b.Datos, dato("lista", im.ID), dato(selloFilas, im.sello), entero("altas", int64(im.Altas)), entero("bajas", int64(im.Bajas)),
			entero("cambios", int64(im.Cambios)))
		if segundo != "" {
			b.Datos = append(b.Datos, dato("propuso", segundo))
		}
		a, err := t.Append(b)
		im.Instante = a.Hecho
		f = filaLista{im.ID, im.Huella, im.Fuente, int64(im.Filas), a.Hecho.UnixMicro(), a.Posicion}
		return err
	})
	if err != nil {
		return err
	}
	l := f.lista()
	l.indice, l.Altas, l.Bajas, l.Cambios = x, im.Altas, im.Bajas, im.Cambios
	p.lista.Store(l)
	return nil
}

func borradorLista(t *escritor.Tx, tipo string, im *Importacion, autor Autor) diario.Borrador {
	return diario.Borrador{
		Establecimiento: diario.Entidad, Libro: registers.LibroRegistro, Tipo: tipo, Hecho: t.Ahora(),
		Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
		Datos: []diario.Dato{dato("huella", im.Huella), dato("fuente", im.Fuente), entero("filas", int64(im.Filas))},
	}
}

// propose puts on record a list that shrinks too much, and refuses it.
func (p *Puerta) propose(ctx context.Context, former filaLista, im *Importacion, autor Autor) error {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		b := borradorLista(t, "PropuestaLista", im, autor)
		b.Datos = append(b.Datos, dato("vigente", former.ID), entero("bajas", int64(im.Bajas)))
		_, err := t.Append(b)
		return err
	})
	if err != nil {
		return err
	}
	return norma.Errorf(art("20.2"), "%w (de %d filas pasa a %d)", ErrMerma, former.Filas, im.Filas).Under("ADM-2")
}

// proposer is another person who imported the same file since the list in force was; ""
// when nobody did.
func (p *Puerta) proposer(ctx context.Context, former filaLista, huella string, autor Autor) (string, error) {
	var textos [][]byte
	err := p.w.Lectura().WithContext(ctx).Table("asientos").
		Where("tipo = ? AND posicion > ?", "PropuestaLista", former.Posicion).Order("posicion").Pluck("texto", &textos).Error
	if err != nil {
		return "", fmt.Errorf("read the lists proposed: %w", err)
	}
	for _, texto := range textos {
		a, err := diario.Parse(texto)
		if err != nil {
			return "", fmt.Errorf("read the lists proposed: %w", err)
		}
		if a.Dato("huella") == huella && a.Autor != autor.Persona {
			return a.Autor, nil
		}
	}
	return "", nil
}

// dropRows deletes the rows of a list, a batch a commit.
func (p *Puerta) dropRows(ctx context.Context, id string) error {
	var last int64
	err := p.w.Lectura().WithContext(ctx).Raw("SELECT COALESCE(MAX(fila), 0) FROM interdicciones WHERE lista = ?", id).Row().Scan(&last)
	if err != nil {
		return fmt.Errorf("read the list %s: %w", id, err)
	}
	for n := int64(tandaLista); n < last+tandaLista; n += tandaLista {
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			return t.Exec("DELETE FROM interdicciones WHERE lista = ? AND fila <= ?", id, n)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// dropFormer deletes the rows of the lists no longer in force, and those of imports that
// never ended. One that may be going on in another replica is left alone.
func (p *Puerta) dropFormer(ctx context.Context) error {
	db := p.w.Lectura().WithContext(ctx)
	inForce := p.lista.Load().ID
	rubbish := p.w.Ahora().Add(-restosLista).Format(formaLista)
	for id := ""; ; {
		next, err := nextLista(db, id)
		if err != nil || next == "" {
			return err
		}
		if id = next; id == inForce {
			continue
		}
		var was int64
		if err := db.Model(&filaLista{}).Where("id = ?", id).Count(&was).Error; err != nil {
			return fmt.Errorf("look for the list %s: %w", id, err)
		}
		if was > 0 || id < rubbish {
			if err := p.dropRows(ctx, id); err != nil {
				return err
			}
		}
	}
}

// nextLista is the first list with rows after an id, "" when there is none.
func nextLista(db *gorm.DB, after string) (string, error) {
	var next string
	err := db.Raw("SELECT COALESCE(MIN(lista), '') FROM interdicciones WHERE lista > ?", after).Row().Scan(&next)
	if err != nil {
		return "", fmt.Errorf("list the lists: %w", err)
	}
	return next, nil
}
