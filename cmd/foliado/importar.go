package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"foliado/registers"
)

type importarCmd struct {
	Interdicciones importarInterdiccionesCmd `cmd:"" help:"Importa la lista de interdicciones, en CSV."`
}

type importarInterdiccionesCmd struct {
	datosOpts
	Fichero string `arg:"" help:"CSV con cabecera tipo,numero,nombre,apellidos,fecha_nacimiento,hasta." type:"existingfile"`
	Fuente  string `help:"De dónde viene la lista; por defecto, el nombre del fichero."`
}

// Run imports a barred list.
func (i *importarInterdiccionesCmd) Run(env entorno) error {
	c, err := i.open(env, apertura{})
	if err != nil {
		return locked(err, "POST /api/v1/interdicciones")
	}
	defer c.Close()
	return i.importTo(env, c)
}

func (i *importarInterdiccionesCmd) importTo(env entorno, c *casa) error {
	f, err := os.Open(i.Fichero)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	fuente := i.Fuente
	if fuente == "" {
		fuente = filepath.Base(i.Fichero)
	}
	bar := newBar(env, info.Size(), "Importando")
	im, err := c.puerta.ImportLista(env.ctx, io.TeeReader(f, bar), fuente, registers.AutorSistema, nil)
	if err != nil {
		return err
	}
	bar.Finish()
	fmt.Fprintf(env.out, "Lista en vigor: %d filas, huella %s\n", im.Filas, im.Huella)
	fmt.Fprintf(env.out, "Respecto de la anterior: %d altas, %d bajas, %d cambios\n", im.Altas, im.Bajas, im.Cambios)
	if im.Avisos > 0 {
		fmt.Fprintf(env.out, "%d documentos llevan una letra que no les corresponde; se han conservado como venían.\n", im.Avisos)
	}
	return nil
}

// bar is a progress bar, shown only on a terminal.
type bar struct{ *progressbar.ProgressBar }

// Finish leaves the line clean.
func (b bar) Finish() { _ = b.ProgressBar.Finish() }

func newBar(env entorno, total int64, what string) bar {
	w, ok := env.err.(*os.File)
	visible := ok && term.IsTerminal(int(w.Fd()))
	return bar{progressbar.NewOptions64(total, progressbar.OptionSetWriter(env.err), progressbar.OptionSetVisibility(visible),
		progressbar.OptionSetDescription(what), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100e6))}
}

type checkpointCmd struct{ datosOpts }

// Run writes the last signed checkpoint; the server may be running.
func (k *checkpointCmd) Run(env entorno) error {
	note, err := k.lastCheckpoint(env.ctx)
	if err != nil {
		return err
	}
	_, err = io.Copy(env.out, strings.NewReader(string(note)))
	return err
}

func (d datosOpts) lastCheckpoint(ctx context.Context) ([]byte, error) {
	db, closeDB, err := d.reader(ctx)
	if err != nil {
		return nil, err
	}
	defer closeDB()
	var note []byte
	err = db.QueryRowContext(ctx, "SELECT nota FROM checkpoints ORDER BY tamano DESC LIMIT 1").Scan(&note)
	return note, err
}
