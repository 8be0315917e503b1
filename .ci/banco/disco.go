package main

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// syncRate is how many pages a second reach the disk one by one.
func syncRate() float64 {
	dir, err := os.MkdirTemp("", "foliado-banco-")
	if err != nil {
		return 0
	}
	defer os.RemoveAll(dir)
	f, err := os.Create(filepath.Join(dir, "pagina"))
	if err != nil {
		return 0
	}
	defer f.Close()
	page := make([]byte, 4096)
	const n = 500
	began := time.Now()
	for k := range n {
		if _, err := f.WriteAt(page, int64(k%64)*4096); err != nil {
			return 0
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			return 0
		}
	}
	return n / time.Since(began).Seconds()
}
