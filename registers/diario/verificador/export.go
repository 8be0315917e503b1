package verificador

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/registers/diario"
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
	entryHuellas     = "huellas.bin"     // whole exports
	entryPruebas     = "pruebas.txt"     // partial exports
	entryAsientos    = "asientos.txt"
	entryValores     = "valores.jsonl"
)

// entriesOf are the entries of each kind of export, sorted.
var entriesOf = map[string][]string{
	"completa": {entryLeeme, entryAsientos, entryCheckpoint, entryCheckpoints, entryClave, entryHuellas, entryIndice, entryValores},
	"parcial":  {entryLeeme, entryAsientos, entryCheckpoint, entryClave, entryIndice, entryPruebas, entryValores},
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
	cp, err := diario.PeekCheckpoint(nota)
	switch {
	case err != nil:
		return cabeza{}, defectf("checkpoint.txt: %v", err)
	case x.index.Tamano != cp.Tamano || x.index.Origen != cp.Origen:
		return cabeza{}, defectf("indice.json no dice lo que checkpoint.txt")
	}
	c := cabeza{nota: nota, tamano: cp.Tamano, hojas: x.index.Asientos, clave: strings.TrimSpace(string(vkey)), boveda: -1}
	if x.index.Clase == "parcial" {
		c.parcial = &parcial{x.index.Establecimiento, x.index.Libro, x.index.Completa}
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
			if len(buf) > least+diario.MaxTexto {
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

// exportReader goes through the long entries side by side.
type exportReader struct {
	export  *Export
	closers []io.Closer
	leaves  *paragraphs
	huellas *bufio.Reader // nil in a partial export
	pruebas *bufio.Reader // nil in a whole one
	notas   *bufio.Reader // nil in a partial one
	valores *bufio.Reader
	nota    *notaEn // read and not yet due
	ultimos int     // bytes of values of the last block
}

func (r *exportReader) entry(name string) (*bufio.Reader, error) {
	rc, err := r.export.entry(name)
	if err != nil {
		return nil, err
	}
	r.closers = append(r.closers, rc)
	return bufio.NewReaderSize(rc, 256<<10), nil
}

func (r *exportReader) open() (err error) {
	rc, err := r.export.entry(entryAsientos)
	if err != nil {
		return err
	}
	r.closers = append(r.closers, rc)
	r.leaves = &paragraphs{r: rc}
	if r.valores, err = r.entry(entryValores); err != nil {
		return err
	}
	if r.export.index.Clase == "parcial" {
		r.pruebas, err = r.entry(entryPruebas)
		return err
	}
	if r.huellas, err = r.entry(entryHuellas); err != nil {
		return err
	}
	r.notas, err = r.entry(entryCheckpoints)
	return err
}

func (r *exportReader) close() {
	for _, c := range r.closers {
		c.Close()
	}
}

// rawBlock is a block as bytes: taking it apart is left to a worker.
type rawBlock struct {
	desde, hasta int64
	leaves       []byte
	huellas      []byte
	pruebas      [][]byte
	posiciones   []int64 // of the leaves of a partial export
	valores      []byte
	notas        []notaEn
}

// block takes the next run of leaves with what belongs to them; io.EOF at the end.
func (r *exportReader) block(desde int64) (*rawBlock, error) {
	leaves, err := r.leaves.next(blockBytes)
	if err != nil {
		return nil, err
	}
	n := bytes.Count(leaves, separator) + 1
	b := &rawBlock{desde: desde, hasta: desde + int64(n), leaves: leaves}
	until := b.hasta // positions below it
	if r.huellas != nil {
		b.huellas = make([]byte, n*tlog.HashSize)
		if _, err := io.ReadFull(r.huellas, b.huellas); err != nil {
			return nil, defectf("huellas.bin acaba antes que los asientos")
		}
		if err := r.takeNotas(b); err != nil {
			return nil, err
		}
	} else if until, err = r.takePruebas(b, n); err != nil {
		return nil, err
	}
	b.valores, err = r.takeValores(until)
	return b, err
}

// line reads a line without its line feed; io.EOF at the end.
func line(r *bufio.Reader, name string) ([]byte, error) {
	out, err := appendLine(nil, r)
	switch {
	case err == nil:
		return out[:len(out)-1], nil
	case errors.Is(err, io.EOF) && len(out) == 0:
		return nil, io.EOF
	}
	return nil, defectf("%s está dañado", name)
}

// takeNotas takes the checkpoints of the sizes that the block reaches.
func (r *exportReader) takeNotas(b *rawBlock) error {
	for {
		if r.nota == nil {
			nota, err := readNota(r.notas)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			cp, err := diario.PeekCheckpoint(nota)
			if err != nil {
				return defectf("checkpoints.txt: %v", err)
			}
			r.nota = &notaEn{cp.Tamano, nota}
		}
		if r.nota.tamano > b.hasta {
			return nil
		}
		b.notas = append(b.notas, *r.nota)
		r.nota = nil
	}
}

// readNota reads a signed note: its text, an empty line, its signatures; an empty line
// separates it from the next.
func readNota(r *bufio.Reader) ([]byte, error) {
	var nota []byte
	for empty := 0; ; {
		l, err := line(r, entryCheckpoints)
		if errors.Is(err, io.EOF) && empty == 1 {
			return nota, nil
		}
		if errors.Is(err, io.EOF) && len(nota) > 0 || err == nil && len(nota) > maxSmall {
			return nil, defectf("checkpoints.txt está dañado")
		}
		if err != nil {
			return nil, err
		}
		if len(l) == 0 {
			if empty++; empty == 2 {
				return nota, nil
			}
		}
		nota = append(append(nota, l...), '\n')
	}
}

// takePruebas takes a proof a leaf, and returns the first position after them.
func (r *exportReader) takePruebas(b *rawBlock, n int) (until int64, err error) {
	for range n {
		l, err := line(r.pruebas, entryPruebas)
		if err != nil {
			return 0, defectf("pruebas.txt está dañado o acaba antes que los asientos")
		}
		digits, hashes, _ := bytes.Cut(l, []byte(" "))
		posicion, ok := parsePosition(digits)
		if !ok {
			return 0, defectf("pruebas.txt está dañado")
		}
		b.posiciones = append(b.posiciones, posicion)
		b.pruebas = append(b.pruebas, hashes)
		until = max(until, posicion+1)
	}
	return until, nil
}

// prefixValor begins every line of valores.jsonl.
const prefixValor = `{"posicion":`

// takeValores takes the lines of the values of positions below until.
func (r *exportReader) takeValores(until int64) ([]byte, error) {
	out := make([]byte, 0, r.ultimos+r.ultimos/8)
	for {
		head, err := r.valores.Peek(len(prefixValor) + 20)
		if len(head) == 0 {
			if err != nil && !errors.Is(err, io.EOF) {
				return nil, defectf("valores.jsonl está dañado")
			}
			r.ultimos = len(out)
			return out, nil
		}
		rest, ok := bytes.CutPrefix(head, []byte(prefixValor))
		comma := bytes.IndexByte(rest, ',')
		if !ok || comma < 0 {
			return nil, defectf("valores.jsonl está dañado")
		}
		posicion, ok := parsePosition(rest[:comma])
		if !ok {
			return nil, defectf("valores.jsonl está dañado")
		}
		if posicion >= until {
			r.ultimos = len(out)
			return out, nil
		}
		if out, err = appendLine(out, r.valores); err != nil {
			return nil, defectf("valores.jsonl está dañado")
		}
	}
}

// appendLine appends a line with its line feed to out.
func appendLine(out []byte, r *bufio.Reader) ([]byte, error) {
	from := len(out)
	for {
		part, err := r.ReadSlice('\n')
		out = append(out, part...)
		if !errors.Is(err, bufio.ErrBufferFull) || len(out)-from > maxLine {
			return out, err
		}
	}
}

// ended checks that nothing is left over.
func (r *exportReader) ended() error {
	if r.nota != nil {
		return defectf("hay un checkpoint de más asientos de los que trae")
	}
	for name, rest := range map[string]*bufio.Reader{entryHuellas: r.huellas, entryPruebas: r.pruebas,
		entryCheckpoints: r.notas, entryValores: r.valores} {
		if rest == nil {
			continue
		}
		if _, err := rest.Peek(1); !errors.Is(err, io.EOF) {
			return defectf("%s está dañado o trae más de lo que corresponde", name)
		}
	}
	return nil
}
