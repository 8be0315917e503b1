package verificador

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"golang.org/x/mod/sumdb/tlog"
)

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
			cp, err := peekCheckpoint(nota)
			if err != nil {
				return defectf("checkpoints.txt: %v", err)
			}
			r.nota = &notaEn{cp.tamano, nota}
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
