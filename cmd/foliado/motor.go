package main

import (
	"foliado/api/motor"
)

type motorCmd struct {
	Comprobar  bool `help:"Compara con «expected», escribe cada diferencia y cierra con el recuento."`
	Redondeado bool `help:"Importes redondeados a céntimos, según el criterio RED-1."`
}

// Run settles the JSONL of standard input.
func (m motorCmd) Run(env entorno) error {
	_, failed, err := motor.Run(env.in, env.out, motor.Options{Comprobar: m.Comprobar, Redondeado: m.Redondeado})
	if err != nil {
		return err
	}
	if failed > 0 {
		return errNo
	}
	return nil
}
