package escritor

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	cabeceraMarca = "foliado marca v1"
	markSlot      = 4096 // two slots, each in a page of its own
	markSync      = time.Second
)

// mark is the high-water mark outside the database: the size and root of the log at the
// last commit. The file has two slots written in turn, each a line that ends in its own
// SHA-256, so that a torn write leaves the one before. It reaches the disk within a
// second; the death of the process alone loses nothing of it.
type mark struct {
	file   *os.File
	origen string
	turn   int64
	tamano int64
	raiz   tlog.Hash

	dirty atomic.Bool
	stop  chan struct{}
	done  sync.WaitGroup
}

// openMark opens or makes the file and reads its mark; size 0 when it has none yet. A
// file of another log, or unreadable, is an ErrMarca.
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

// read takes the newest of the slots that are whole.
func (m *mark) read() error {
	var buf [2 * markSlot]byte
	n, err := m.file.ReadAt(buf[:], 0)
	if strings.Trim(string(buf[:n]), "\x00") == "" {
		return nil // made, and never written
	}
	found := false
	for slot := range 2 {
		turn, tamano, raiz, origen, ok := parseMark(string(buf[slot*markSlot : (slot+1)*markSlot]))
		if !ok || found && turn < m.turn {
			continue
		}
		if origen != m.origen {
			return fmt.Errorf("%w: la marca es de %s", ErrMarca, origen)
		}
		found, m.turn, m.tamano, m.raiz = true, turn, tamano, raiz
	}
	if !found {
		return fmt.Errorf("%w: la marca es ilegible: %w", ErrMarca, err)
	}
	return nil
}

func formatMark(turn, tamano int64, raiz tlog.Hash, origen string) string {
	body := fmt.Sprintf("%s %d %d %s %s ", cabeceraMarca, turn, tamano, raiz, origen)
	digest := sha256.Sum256([]byte(body))
	return body + hex.EncodeToString(digest[:]) + "\n"
}

func parseMark(slot string) (turn, tamano int64, raiz tlog.Hash, origen string, ok bool) {
	line, _, ended := strings.Cut(slot, "\n")
	f := strings.Split(strings.TrimPrefix(line, cabeceraMarca+" "), " ")
	if !ended || len(f) != 5 {
		return
	}
	turn, err1 := strconv.ParseInt(f[0], 10, 64)
	tamano, err2 := strconv.ParseInt(f[1], 10, 64)
	raiz, err3 := tlog.ParseHash(f[2])
	if errors.Join(err1, err2, err3) != nil || formatMark(turn, tamano, raiz, f[3]) != line+"\n" {
		return
	}
	return turn, tamano, raiz, f[3], true
}

// write records a commit. It is called before the commit is acknowledged.
func (m *mark) write(tamano int64, raiz tlog.Hash) error {
	line := formatMark(m.turn+1, tamano, raiz, m.origen)
	if _, err := m.file.WriteAt([]byte(line), (m.turn+1)%2*markSlot); err != nil {
		return fmt.Errorf("write the mark: %w", err)
	}
	m.turn, m.tamano, m.raiz = m.turn+1, tamano, raiz
	m.dirty.Store(true)
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
			if m.dirty.Swap(false) {
				if err := m.file.Sync(); err != nil {
					log.Error("the high-water mark did not reach the disk", "error", err)
				}
			}
		}
	}
}

func (m *mark) close() error {
	close(m.stop)
	m.done.Wait()
	return errors.Join(m.file.Sync(), m.file.Close())
}
