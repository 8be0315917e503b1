package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"foliado/registers/diario/exportacion"
)

type exportarCmd struct {
	datosOpts
	Establecimiento string `help:"Establecimiento del libro, si se exporta uno solo; «-» para los de la entidad." placeholder:"ID"`
	Libro           string `help:"Libro que se exporta, con su prueba de completitud; sin él, todo el diario." placeholder:"LIBRO"`
	Fichero         string `arg:"" help:"Fichero que se escribe, con modo 0600: lleva los valores personales que la casa aún conserva."`
}

// Help tells where the export comes from.
func (*exportarCmd) Help() string {
	return "La exportación llega hasta el último checkpoint y lleva consigo todo lo que hace falta para comprobarla con «foliado verificar». " +
		"No escribe en la base y puede hacerse con el servidor en marcha."
}

// Run writes the export whole or not at all.
func (x *exportarCmd) Run(env entorno) error {
	db, closeDB, err := x.reader(env.ctx)
	if err != nil {
		return err
	}
	defer closeDB()
	tmp, err := os.CreateTemp(filepath.Dir(x.Fichero), ".exportacion-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	bar := newBar(env, -1, "Exportando")
	err = exportacion.Write(env.ctx, tmp, db, exportacion.Options{Establecimiento: x.Establecimiento, Libro: x.Libro,
		Progreso: func(done, total int64) {
			bar.ChangeMax64(total)
			_ = bar.Set64(done)
		}})
	bar.Finish()
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), x.Fichero); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.out, "Exportación escrita en %s\n", x.Fichero)
	return err
}
