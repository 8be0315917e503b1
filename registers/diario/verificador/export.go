package verificador

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Export is an export file: a zip whose entries are stored without compression.
type Export struct {
	close func() error
	zip   *zip.Reader
	index indice
	bad   error // the file is no export: head says so
}

// formatoExport is the version of the container, in indice.json.
const formatoExport = "foliado exportacion v1"

// Entries of the container.
const (
	entryLeeme       = "LEEME.txt"
	entryIndice      = "indice.json"
	entryClave       = "clave.txt"
	entryCheckpoint  = "checkpoint.txt"
	entryCheckpoints = "checkpoints.txt" // whole exports
	entryHuellas     = "huellas.bin"
	entryPruebas     = "pruebas.txt" // partial exports
	entryAsientos    = "asientos.txt"
	entryValores     = "valores.jsonl"
)

// entriesOf are the entries of each kind of export, sorted.
var entriesOf = map[string][]string{
	"completa": {entryLeeme, entryAsientos, entryCheckpoint, entryCheckpoints, entryClave, entryHuellas, entryIndice, entryValores},
	"parcial":  {entryLeeme, entryAsientos, entryCheckpoint, entryClave, entryHuellas, entryIndice, entryPruebas, entryValores},
}

// indice is indice.json.
type indice struct {
	Formato         string `json:"formato"`
	Clase           string `json:"clase"` // completa or parcial
	Origen          string `json:"origen"`
	Tamano          int64  `json:"tamano"`
	Asientos        int64  `json:"asientos"` // leaves in asientos.txt
	Establecimiento string `json:"establecimiento,omitempty"`
	Libro           string `json:"libro,omitempty"`
	Completa        bool   `json:"completa,omitempty"` // the book of a partial export, up to its EstadoDeSeries
}

// separator ends a leaf and the empty line after it.
var separator = []byte("\n\n")

const (
	blockBytes = 256 << 10 // least size of a block of leaves
	maxSmall   = 1 << 20   // of the entries read whole
	maxLine    = 4 << 20   // of a line of values or proofs
)

// OpenExport opens an export file. The error is that of the file system; what is wrong
// with the content is told by Verify. Close it.
func OpenExport(ruta string) (*Export, error) {
	f, err := os.Open(ruta)
	if err != nil {
		return nil, fmt.Errorf("open the export: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open the export: %w", err)
	}
	e := NewExport(f, info.Size())
	e.close = f.Close
	return e, nil
}

// NewExport is OpenExport over bytes at hand.
func NewExport(r io.ReaderAt, size int64) *Export {
	e := &Export{close: func() error { return nil }}
	e.bad = e.open(r, size)
	return e
}

// Close lets the file go.
func (x *Export) Close() error { return x.close() }

func (x *Export) name() string {
	if x.index.Clase == "parcial" {
		return fmt.Sprintf("exportación parcial, establecimiento %s, libro %s", x.index.Establecimiento, x.index.Libro)
	}
	return "exportación completa"
}

func defectf(format string, args ...any) error {
	return &defectError{motivo: fmt.Sprintf("la exportación no es legible: "+format, args...)}
}

// open reads the directory of the container and its index.
func (x *Export) open(r io.ReaderAt, size int64) (err error) {
	if x.zip, err = zip.NewReader(r, size); err != nil {
		return defectf("está truncada o no es un fichero zip (%v)", err)
	}
	var names []string
	for _, f := range x.zip.File {
		names = append(names, f.Name)
		if f.Method != zip.Store || f.CompressedSize64 != f.UncompressedSize64 {
			return defectf("%q está comprimido", f.Name)
		}
	}
	if _, err := x.small(entryLeeme); err != nil {
		return err
	}
	raw, err := x.small(entryIndice)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&x.index); err != nil || x.index.Formato != formatoExport {
		return defectf("indice.json no se entiende o es de otra versión")
	}
	want, known := entriesOf[x.index.Clase]
	slices.Sort(names)
	if !known || !slices.Equal(names, want) {
		return defectf("le faltan o le sobran partes")
	}
	if x.index.Asientos < 0 || x.index.Tamano < 0 {
		return defectf("indice.json da cantidades negativas")
	}
	return nil
}

func (x *Export) find(name string) (*zip.File, error) {
	for _, f := range x.zip.File {
		if f.Name == name {
			return f, nil
		}
	}
	return nil, defectf("falta %s", name)
}

// small reads a short entry whole.
func (x *Export) small(name string) ([]byte, error) {
	r, err := x.entry(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	raw, err := io.ReadAll(io.LimitReader(r, maxSmall+1))
	if err != nil || len(raw) > maxSmall {
		return nil, defectf("%s está dañado o es demasiado grande", name)
	}
	return raw, nil
}

// entry opens an entry; its end is only reached if its checksum is right.
func (x *Export) entry(name string) (io.ReadCloser, error) {
	f, err := x.find(name)
	if err != nil {
		return nil, err
	}
	r, err := f.Open()
	if err != nil {
		return nil, defectf("%s está dañado (%v)", name, err)
	}
	return r, nil
}

func (x *Export) head(context.Context) (cabeza, error) {
	if x.bad != nil {
		return cabeza{}, x.bad
	}
	nota, err := x.small(entryCheckpoint)
	if err != nil {
		return cabeza{}, err
	}
	vkey, err := x.small(entryClave)
	if err != nil {
		return cabeza{}, err
	}
	cp, err := peekCheckpoint(nota)
	switch {
	case err != nil:
		return cabeza{}, defectf("checkpoint.txt: %v", err)
	case x.index.Tamano != cp.tamano || x.index.Origen != cp.origen:
		return cabeza{}, defectf("indice.json no dice lo que checkpoint.txt")
	}
	c := cabeza{nota: nota, tamano: cp.tamano, hojas: x.index.Asientos, clave: strings.TrimSpace(string(vkey)), boveda: -1}
	if x.index.Clase == "parcial" {
		c.parcial = &parcial{x.index.Establecimiento, x.index.Libro, x.index.Completa,
			func() (io.ReadCloser, error) { return x.entry(entryHuellas) }}
	}
	return c, nil
}

func (x *Export) acta(context.Context) ([]byte, error) {
	r, err := x.entry(entryAsientos)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	run, err := (&paragraphs{r: r}).next(1)
	if err != nil {
		return nil, defectf("asientos.txt está vacío o dañado")
	}
	first, _, _ := bytes.Cut(run, separator)
	return endLine(first), nil
}

// endLine gives back to a leaf the line feed that the separator took.
func endLine(b []byte) []byte {
	if len(b) > 0 && b[len(b)-1] == '\n' {
		return b
	}
	return append(b[:len(b):len(b)], '\n')
}

// supresiones reads the leaves once to find those of that kind.
func (x *Export) supresiones(ctx context.Context, _ int64) (texts [][]byte, err error) {
	f, err := x.find(entryAsientos)
	if err != nil {
		return nil, err
	}
	r, err := f.OpenRaw() // stored: the checksum is for the second reading
	if err != nil {
		return nil, defectf("%s está dañado (%v)", entryAsientos, err)
	}
	p := &paragraphs{r: r}
	mark := []byte("\ntipo Supresion\n")
	for ctx.Err() == nil {
		run, err := p.next(blockBytes)
		if errors.Is(err, io.EOF) {
			return texts, nil
		}
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(run, mark) {
			continue
		}
		for leaf := range bytes.SplitSeq(run, separator) {
			if leaf = endLine(leaf); bytes.Contains(leaf, mark) {
				texts = append(texts, leaf)
			}
		}
	}
	return nil, ctx.Err()
}

// opened is never asked of an export: it does not change.
func (x *Export) opened(_ context.Context, values []valorEn) ([]bool, error) {
	return slices.Repeat([]bool{true}, len(values)), nil
}

// paragraphs reads runs of whole paragraphs: leaves separated by an empty line.
type paragraphs struct {
	r    io.Reader
	rest []byte
	end  bool
}

// next returns at least that many bytes of whole paragraphs, or what is left; io.EOF when
// nothing is. The last line feed of the run is kept, the separator after it is not.
func (p *paragraphs) next(least int) ([]byte, error) {
	buf := append(make([]byte, 0, len(p.rest)+least+4096), p.rest...)
	for {
		if len(buf) >= least || p.end {
			if p.end && len(buf) == 0 {
				return nil, io.EOF
			}
			if cut := bytes.LastIndex(buf, separator); cut >= 0 && !p.end {
				p.rest = buf[cut+2:]
				return buf[: cut+1 : cut+1], nil
			}
			if p.end {
				p.rest = nil
				return buf, nil
			}
			if len(buf) > least+maxTexto {
				return nil, defectf("asientos.txt tiene un asiento demasiado largo")
			}
		}
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, len(buf))
		}
		n, err := p.r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			p.end = true
		} else if err != nil {
			return nil, defectf("asientos.txt está dañado (%v)", err)
		}
	}
}

func (x *Export) blocks(ctx context.Context, _, hasta int64, emit func(lectura) error) error {
	r := &exportReader{export: x}
	defer r.close()
	if err := r.open(); err != nil {
		return err
	}
	for done := int64(0); ; {
		b, err := r.block(done)
		if errors.Is(err, io.EOF) {
			if done < hasta && r.pruebas != nil {
				return defectf("trae menos asientos de los que dice")
			}
			if done < hasta {
				return emit(func(context.Context) (*bloque, error) { return &bloque{desde: done, hasta: hasta}, nil })
			}
			return r.ended()
		}
		if err != nil {
			return err
		}
		if done = b.hasta; done > hasta {
			return defectf("trae más asientos de los que dice")
		}
		if err := emit(b.read); err != nil {
			return err
		}
	}
}
