package admission

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// CabeceraLista is the header that a barred list in CSV must carry.
var CabeceraLista = []string{"tipo", "numero", "nombre", "apellidos", "fecha_nacimiento", "hasta"}

// ErrLista is the base of what is wrong with a list: nothing of it is imported.
var ErrLista = errors.New("la lista de interdicciones no se puede importar")

// ErrImportando: another import is under way.
var ErrImportando = errors.New("ya se está importando una lista")

// tandaLista is how many rows one commit of an import carries: few enough that the
// queue at the door never waits for it (criterio ADM-2).
const tandaLista = 500

// Importacion tells what an import brought.
type Importacion struct {
	ID       string    `json:"id"`
	Huella   string    `json:"huella"` // SHA-256 of the file, hex
	Fuente   string    `json:"fuente"`
	Filas    int       `json:"filas"`
	Avisos   int       `json:"avisos"` // rows whose document has a wrong control letter: kept as written
	Instante time.Time `json:"instante"`
}

var proyectoresLista = map[string]escritor.Proyector{"ListaInterdicciones": projectLista}

func projectLista(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	var filas int64
	if _, err := fmt.Sscan(a.Dato("filas"), &filas); err != nil {
		return fmt.Errorf("filas of a list: %w", err)
	}
	return l.Insert(&filaLista{ID: a.Dato("lista"), Huella: a.Dato("huella"), Fuente: a.Dato("fuente"),
		Filas: filas, Instante: a.Hecho.UnixMicro(), Posicion: a.Posicion})
}

// ImportLista reads a barred list in CSV (UTF-8, comma or semicolon, header
// CabeceraLista) and puts it in force in one act, once all its rows are in; the queue
// goes on with the former list meanwhile. A list with a wrong line is refused whole,
// naming the line (errors wrap ErrLista): half a list would let somebody in. progress
// may be nil.
func (p *Puerta) ImportLista(ctx context.Context, r io.Reader, fuente string, autor Autor, progress func(filas int)) (Importacion, error) {
	if !p.importando.TryLock() {
		return Importacion{}, ErrImportando
	}
	defer p.importando.Unlock()
	id := rand.Text()
	im, err := p.loadRows(ctx, r, id, progress)
	if err != nil {
		return Importacion{}, errors.Join(err, p.dropRows(context.WithoutCancel(ctx), "lista = ?", id))
	}
	im.Fuente = fuente
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		im.Instante = t.Ahora()
		_, err := t.Append(diario.Borrador{
			Establecimiento: diario.Entidad, Libro: registroEntidad, Tipo: "ListaInterdicciones", Hecho: im.Instante,
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{dato("lista", id), dato("huella", im.Huella), dato("fuente", fuente), entero("filas", int64(im.Filas))},
		})
		return err
	})
	if err != nil {
		return Importacion{}, errors.Join(err, p.dropRows(context.WithoutCancel(ctx), "lista = ?", id))
	}
	if err := p.Refresh(ctx); err != nil {
		return im, err
	}
	return im, p.dropRows(ctx, "lista <> ?", id)
}

// loadRows writes the rows of a list under an id that no verdict looks at yet.
func (p *Puerta) loadRows(ctx context.Context, r io.Reader, id string, progress func(int)) (Importacion, error) {
	im := Importacion{ID: id}
	digest := sha256.New()
	rd, err := newCSV(io.TeeReader(r, digest))
	if err != nil {
		return im, err
	}
	tanda := make([]*filaInterdiccion, 0, tandaLista)
	flush := func() error {
		if len(tanda) == 0 {
			return nil
		}
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			for _, f := range tanda {
				if err := t.Insert(f); err != nil {
					return err
				}
			}
			return nil
		})
		tanda = tanda[:0]
		if progress != nil {
			progress(im.Filas)
		}
		return err
	}
	for {
		record, err := rd.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return im, fmt.Errorf("%w: %w", ErrLista, err)
		}
		line, _ := rd.FieldPos(0)
		f, aviso, err := parseFila(record)
		if err != nil {
			return im, fmt.Errorf("%w: línea %d: %w", ErrLista, line, err)
		}
		if aviso {
			im.Avisos++
		}
		im.Filas++
		f.Lista, f.Fila = id, int64(im.Filas)
		if tanda = append(tanda, &f); len(tanda) == tandaLista {
			if err := flush(); err != nil {
				return im, err
			}
		}
	}
	if im.Filas == 0 {
		return im, fmt.Errorf("%w: no contiene ninguna fila", ErrLista)
	}
	im.Huella = hex.EncodeToString(digest.Sum(nil))
	return im, flush()
}

// newCSV opens the file and checks its header; the separator is read off it.
func newCSV(r io.Reader) (*csv.Reader, error) {
	head := make([]byte, 4096)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, err
	}
	head = head[:n]
	text := strings.TrimPrefix(string(head), "\ufeff")
	first, _, _ := strings.Cut(text, "\n")
	rd := csv.NewReader(io.MultiReader(strings.NewReader(text), r))
	if strings.Contains(first, ";") {
		rd.Comma = ';'
	}
	rd.FieldsPerRecord = len(CabeceraLista)
	rd.ReuseRecord = true
	record, err := rd.Read()
	if err != nil || !slices.Equal(record, CabeceraLista) {
		return nil, fmt.Errorf("%w: la cabecera debe ser %s", ErrLista, strings.Join(CabeceraLista, ","))
	}
	return rd, nil
}

// parseFila reads one row. A number with a wrong control letter is kept as written:
// dropping the row would let a barred person in (aviso reports it).
func parseFila(record []string) (f filaInterdiccion, aviso bool, err error) {
	campo := make([]string, len(record))
	for k, s := range record {
		if campo[k], err = identidad.NFC(s); err != nil {
			return f, false, fmt.Errorf("campo %s: %w", CabeceraLista[k], err)
		}
	}
	f = filaInterdiccion{Tipo: strings.ToLower(campo[0]), Nombre: campo[2], Apellidos: campo[3],
		FechaNacimiento: campo[4], Hasta: campo[5]}
	if f.Nombre+f.Apellidos != "" {
		f.Plegado = identidad.Fold(f.Nombre, f.Apellidos)
	}
	for _, fecha := range []string{f.FechaNacimiento, f.Hasta} {
		if _, err := domain.ParseFecha(fecha); fecha != "" && err != nil {
			return f, false, err
		}
	}
	f.Numero, aviso = numeroLista(f.Tipo, campo[1])
	switch {
	case f.Numero == "" && (f.Plegado == "" || f.FechaNacimiento == ""):
		return f, false, errors.New("no identifica a nadie: hace falta un documento, o el nombre y la fecha de nacimiento")
	case f.Numero != "" && f.Tipo == "":
		return f, false, errors.New("falta el tipo del documento")
	}
	return f, aviso, nil
}

// numeroLista is the number in the normal form of the door; aviso when its letter is wrong.
func numeroLista(tipo, numero string) (string, bool) {
	if numero == "" {
		return "", false
	}
	doc, _, err := identidad.Parse(tipo, numero)
	if err == nil {
		return doc.Numero, false
	}
	plain := strings.NewReplacer(" ", "", ".", "", "-", "").Replace(strings.ToUpper(numero))
	return plain, tipo == string(identidad.DNI) || tipo == string(identidad.NIE)
}

// dropRows deletes rows of lists out of force, a batch a commit.
func (p *Puerta) dropRows(ctx context.Context, where string, arg any) error {
	for {
		var ids []struct {
			Lista string
			Fila  int64
		}
		db := p.w.Lectura().WithContext(ctx).Table("interdicciones").Select("lista", "fila").
			Where(where, arg).Order("lista, fila").Limit(5000).Find(&ids)
		if db.Error != nil || len(ids) == 0 {
			return db.Error
		}
		last := ids[len(ids)-1]
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			return t.Exec("DELETE FROM interdicciones WHERE "+where+" AND (lista < ? OR (lista = ? AND fila <= ?))",
				arg, last.Lista, last.Lista, last.Fila)
		})
		if err != nil {
			return err
		}
	}
}
