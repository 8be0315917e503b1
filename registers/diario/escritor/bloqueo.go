package escritor

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock takes the lock file beside the SQLite file: one process writes. The kernel lets
// go of it when the process ends, however it ends. It returns ErrBloqueado when another
// holds it.
func lock(ruta string) (*os.File, error) {
	f, err := os.OpenFile(ruta+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock file: %w", err)
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return f, nil
	}
	f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrBloqueado
	}
	return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
}
