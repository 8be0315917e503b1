package main

import (
	"fmt"
	"io"

	"foliado/admission"
	"foliado/domain"
	"foliado/registers"
)

type conservacionCmd struct {
	datosOpts
	A       string `name:"a" help:"Fecha con la que se cuentan los plazos; por defecto, hoy. Una que no ha llegado solo se simula." placeholder:"FECHA"`
	Simular bool   `help:"Dice lo que vence y no toca nada."`
}

// Help tells what it does.
func (*conservacionCmd) Help() string {
	return "Anota y destruye los datos personales cuyo plazo ha acabado, pasa al archivo PBC lo que se guarda diez años, y compacta la base. " +
		"Lo interrumpido continúa la próxima vez. Los plazos están en docs/conservacion.md. Con el servidor en marcha se hace por su ruta."
}

// Run applies the terms of retention.
func (k *conservacionCmd) Run(env entorno) error {
	a := domain.FechaDe(env.now())
	if k.A != "" {
		var err error
		if a, err = domain.ParseFecha(k.A); err != nil {
			return fmt.Errorf("--a: %w", err)
		}
	}
	c, err := k.open(env, apertura{})
	if err != nil {
		return locked(err, "POST /api/v1/conservacion")
	}
	defer c.Close()
	run := func() (admission.Conservacion, error) { return c.puerta.Conserve(env.ctx, a, registers.AutorSistema) }
	if k.Simular || a > domain.FechaDe(env.now()) {
		run = func() (admission.Conservacion, error) { return c.puerta.SimulateConservacion(env.ctx, a) }
	}
	done, err := run()
	if err != nil {
		return err
	}
	writeConservacion(env.out, done)
	if done.Pendientes > 0 && !done.Simulada {
		return errNo
	}
	return nil
}

// writeConservacion tells what a run of retention did, or would do.
func writeConservacion(w io.Writer, c admission.Conservacion) {
	what := "Conservación"
	if c.Simulada {
		what = "Simulación: nada se ha tocado. Conservación"
	}
	fmt.Fprintf(w, "%s a %s\n", what, c.Fecha.Larga())
	if len(c.Vencidos) == 0 {
		fmt.Fprintln(w, "No vence nada.")
	}
	for _, v := range c.Vencidos {
		fmt.Fprintf(w, "%-15s %d vencidos", v.Termino.ID+":", v.Registros)
		if v.Archivados > 0 {
			fmt.Fprintf(w, ", %d pasan al archivo PBC", v.Archivados)
		}
		if v.Retenidos > 0 {
			fmt.Fprintf(w, ", %d retenidos", v.Retenidos)
		}
		fmt.Fprintf(w, " (%s)\n", v.Termino.Fundamento())
	}
	if c.Simulada {
		return
	}
	fmt.Fprintf(w, "Valores destruidos: %d\n", c.Borrados)
	if c.Pendientes > 0 {
		fmt.Fprintf(w, "Valores pendientes: %d; se intentará la próxima vez\n", c.Pendientes)
	}
	if !c.Compactada {
		fmt.Fprintln(w, "Lo borrado sigue en páginas libres de la base: se compactará la próxima vez.")
	}
}
