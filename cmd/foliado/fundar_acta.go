package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"foliado/registers"
	"foliado/reports"
)

// writeActa leaves the acta fundacional in PDF, to be signed on paper.
func (d datosOpts) writeActa(done *registers.Fundada) error {
	cp, err := reports.NewCheckpoint(done.Recibo.Checkpoint)
	if err != nil {
		return err
	}
	acta := done.Fundacion
	facts := reports.ActaFundacionalFacts{
		Casa:        reports.Casa{Entidad: acta.Entidad, Demostracion: acta.Demostracion},
		Instalacion: acta.Instalacion,
		Origen:      acta.Origen,
		ClaveDiario: acta.ClaveDiario,
		HuellaClave: acta.HuellaClave(),
		Version:     acta.Version,
		Fundacion:   acta.Instante,
		Checkpoint:  cp,
	}
	for k, p := range []registers.Fundador{done.Director, done.Segundo} {
		facts.Claves[k] = reports.ClaveFundacional{Nombre: p.Persona.NombreCompleto(), Cargo: p.Persona.Cargo.Nombre(), Clave: p.Clave,
			Publica: done.Acta.Dato(fmt.Sprintf("clave.%d.publica", k+1))}
	}
	file, err := os.OpenFile(filepath.Join(d.Datos, ficheroActa), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(reports.ActaFundacional(file, facts, reports.Options{Instante: acta.Instante}), file.Close())
}
