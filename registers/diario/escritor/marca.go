package escritor

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	cabeceraMarca   = "foliado marca v2"
	cabeceraMarcaV1 = "foliado marca v1"

	markSlotV1 = 4096           // two slots at the start of the file, of the former format
	markBase   = 2 * markSlotV1 // where the slots begin
	markSlot   = 256 << 10
	markSlots  = 4 // two written in turn at each commit, two at each sync
	markSync   = time.Second
)

// mark is the high-water mark outside the database: the size and root of the log at the
// last commit, and the last number of every counter, so that a restore knows which
// numbers were lost. The file has four slots, each a line that ends in its own SHA-256.
// Commits write the first two in turn: a write torn by the death of the process leaves
// the one before. Once a second one of the other two, in turn, is written and taken to
// the disk: a power cut, which may tear both of the first, leaves the one that had got
// there. A file of the former format, without counters, is read too.
type mark struct {
	file   *os.File
	origen string
	level
	keys  []counter // of the counters, in the order of the line
	found bool      // the file had a mark when it was opened

	mu     sync.Mutex // guards line; a commit waits for no disk
	line   []byte     // last one written; nil once it is taken to the disk
	syncMu sync.Mutex // guards syncs
	syncs  int64

	stop chan struct{}
	done sync.WaitGroup
}

// level is what a mark says.
type level struct {
	turn     int64
	tamano   int64
	raiz     tlog.Hash
	counters map[counter]int64 // nil in the former format
}

// openMark opens or makes the file and reads its mark; found is false when it has none
// yet. A file of another log, or unreadable, is an ErrMarca.
func openMark(name, origen string, log *slog.Logger) (*mark, error) {
	if strings.ContainsAny(origen, " \n") || len(origen) > 1024 {
		return nil, fmt.Errorf("%w: origen %q", ErrMarca, origen)
	}
	_, err := os.Stat(name)
	fresh := errors.Is(err, fs.ErrNotExist)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the mark: %w", err)
	}
	m := &mark{file: f, origen: origen, stop: make(chan struct{})}
	if fresh {
		err = syncDir(filepath.Dir(name))
	} else {
		err = m.read()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	m.done.Go(func() { m.keepSynced(log) })
	return m, nil
}

func syncDir(name string) error {
	dir, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open the folder of the mark: %w", err)
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil {
		return fmt.Errorf("sync the folder of the mark: %w", err)
	}
	return nil
}

// read takes the newest of the slots that are whole, of either format.
func (m *mark) read() error {
	raw, err := io.ReadAll(io.NewSectionReader(m.file, 0, markBase+markSlots*markSlot))
	if err != nil {
		return fmt.Errorf("read the mark: %w", err)
	}
	if len(bytes.Trim(raw, "\x00")) == 0 {
		return nil // made, and never written
	}
	starts := []int{0, markSlotV1}
	for slot := range markSlots {
		starts = append(starts, markBase+slot*markSlot)
	}
	synced := int64(-1)
	for k, start := range starts {
		size := markSlot
		if k < 2 {
			size = markSlotV1
		}
		start = min(start, len(raw))
		got, origen, ok := parseMark(raw[start:min(start+size, len(raw))])
		if ok && k >= 4 && got.turn > synced {
			synced, m.syncs = got.turn, int64(k%2) // the next one goes to the other
		}
		if !ok || m.found && got.turn < m.turn {
			continue
		}
		if origen != m.origen {
			return fmt.Errorf("%w: la marca es de %s", ErrMarca, origen)
		}
		m.found, m.level = true, got
	}
	if !m.found {
		return fmt.Errorf("%w: la marca es ilegible", ErrMarca)
	}
	return nil
}

// formatMark writes the line of a mark: turn, size, root, origin, a counter=number a
// counter, in the order of keys, and the digest of it all.
func formatMark(v *level, keys []counter, origen string) []byte {
	head := cabeceraMarca
	if v.counters == nil {
		head = cabeceraMarcaV1
	}
	b := fmt.Appendf(make([]byte, 0, 256+48*len(keys)), "%s %d %d %s %s ", head, v.turn, v.tamano, v.raiz, origen)
	for _, k := range keys {
		b = append(append(append(append(append(append(b, k.kind...), '.'), k.establecimiento...), '/'), k.nombre...), '=')
		b = append(strconv.AppendInt(b, v.counters[k], 10), ' ')
	}
	digest := sha256.Sum256(b)
	return append(hex.AppendEncode(b, digest[:]), '\n')
}

// parseMark reads the line of a slot; false of what formatMark would not have written.
func parseMark(slot []byte) (v level, origen string, ok bool) {
	raw, _, ended := bytes.Cut(slot, []byte("\n"))
	line := string(raw)
	f := strings.Split(line, " ")
	if !ended || len(f) < 8 {
		return v, "", false
	}
	if strings.HasPrefix(line, cabeceraMarca+" ") {
		v.counters = map[counter]int64{}
	}
	var err1, err2, err3 error
	v.turn, err1 = strconv.ParseInt(f[3], 10, 64)
	v.tamano, err2 = strconv.ParseInt(f[4], 10, 64)
	v.raiz, err3 = tlog.ParseHash(f[5])
	if errors.Join(err1, err2, err3) != nil || v.counters == nil && len(f) != 8 {
		return v, "", false
	}
	for _, field := range f[7 : len(f)-1] {
		clave, number, _ := strings.Cut(field, "=")
		k, known := parseCounter(clave)
		n, err := strconv.ParseInt(number, 10, 64)
		if !known || err != nil {
			return v, "", false
		}
		v.counters[k] = n
	}
	again := formatMark(&v, sortedCounters(v.counters), f[6])
	return v, f[6], string(again) == line+"\n"
}

func sortedCounters(counters map[counter]int64) []counter {
	return slices.SortedFunc(maps.Keys(counters), compareCounters)
}

// compareCounters orders counters by name.
func compareCounters(a, b counter) int { return strings.Compare(a.String(), b.String()) }

// write records a commit. It is called before the commit is acknowledged.
func (m *mark) write(tamano int64, raiz tlog.Hash, counters map[counter]int64) error {
	if len(m.keys) != len(counters) || slices.ContainsFunc(m.keys, func(k counter) bool { return counters[k] == 0 }) {
		m.keys = sortedCounters(counters)
	}
	next := level{m.turn + 1, tamano, raiz, counters}
	line := formatMark(&next, m.keys, m.origen)
	if len(line) > markSlot {
		return fmt.Errorf("write the mark: %d bytes do not fit", len(line))
	}
	if _, err := m.file.WriteAt(line, markBase+next.turn%2*markSlot); err != nil {
		return fmt.Errorf("write the mark: %w", err)
	}
	next.counters = nil // they are the writer's, and change
	m.level = next
	m.mu.Lock()
	m.line = line
	m.mu.Unlock()
	return nil
}

// sync takes the last line to the disk, in a slot that no commit writes.
func (m *mark) sync() error {
	m.mu.Lock()
	line := m.line
	m.line = nil
	m.mu.Unlock()
	if line == nil {
		return nil
	}
	m.syncMu.Lock()
	defer m.syncMu.Unlock()
	m.syncs++
	if _, err := m.file.WriteAt(line, markBase+(2+m.syncs%2)*markSlot); err != nil {
		return fmt.Errorf("write the mark: %w", err)
	}
	if err := m.file.Sync(); err != nil {
		return fmt.Errorf("sync the mark: %w", err)
	}
	return nil
}

// keepSynced takes the mark to the disk each second that wrote one.
func (m *mark) keepSynced(log *slog.Logger) {
	tick := time.NewTicker(markSync)
	defer tick.Stop()
	for {
		select {
		case <-m.stop:
			return
		case <-tick.C:
			if err := m.sync(); err != nil {
				log.Error("the high-water mark did not reach the disk", "error", err)
			}
		}
	}
}

func (m *mark) close() error {
	close(m.stop)
	m.done.Wait()
	return errors.Join(m.sync(), m.file.Close())
}
