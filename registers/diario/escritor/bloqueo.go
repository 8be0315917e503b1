package escritor

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
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

// unlock lets the lock go at once: closing alone would leave it to a process that is being
// started at this moment and still has a copy of the file.
func unlock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}

// makePrivate makes the SQLite file, when there is none, for its owner alone: it holds the
// vault. SQLite gives the same mode to its -wal and -shm. Of one that others can read it
// warns: who made it so may mean it.
func makePrivate(ruta string, log *slog.Logger) error {
	f, err := os.OpenFile(ruta, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make the database: %w", err)
	}
	info, err := os.Stat(ruta) // opening it would drop the locks of SQLite
	if err != nil {
		return fmt.Errorf("look at the database: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		log.Warn("others than its owner may read the database, which holds personal data", "file", ruta, "mode", fmt.Sprintf("%04o", mode))
	}
	return nil
}
