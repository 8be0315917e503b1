package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"foliado/cmd/foliado/demo"
	"foliado/registers"
	"foliado/registers/diario/firma"
)

type demoCmd struct {
	datosOpts
	Direccion string      `help:"Dirección en la que escucha; por defecto, 127.0.0.1:8080." default:"127.0.0.1:8080" env:"FOLIADO_DIRECCION" placeholder:"HOST:PUERTO"`
	SoloCrear bool        `help:"Crea o pone al día la casa y termina, sin servirla."`
	Dias      int         `help:"Jornadas pasadas que se inventan al crearla." default:"3" placeholder:"N"`
	Escena    demo.Escena `help:"Escena de cinco minutos que se representa: director (sábado, 04:50) o inspector (sábado, 23:10). Pide una carpeta nueva." enum:",director,inspector" default:"" placeholder:"ESCENA"`
	Visitas   int         `help:"Visitantes de cada una en el casino, más o menos; en la sala apéndice vienen menos." default:"500" placeholder:"N"`
}

const (
	maxDias    = 30
	maxVisitas = 5000
)

// costeDemo is what sealing a key costs in a demonstration. With PIN and badge in clear
// beside the database nothing is lost, and the past is made up sooner.
var costeDemo = firma.Coste{Pasadas: 1, Memoria: 4 * 1024, Hilos: 1}

// Help tells what the demonstration is and is not.
func (*demoCmd) Help() string {
	return "Todo es inventado: personas, documentos, importes y resoluciones. El acta fundacional dice DEMOSTRACIÓN y cada papel, que no vale. " +
		"En la carpeta queda demo.json, con contraseñas, PIN y credenciales de todos: una casa de verdad no los guarda en ninguna parte; por lo mismo, sus claves se sellan con menos coste que las de verdad. " +
		"Otro día, la misma orden cierra y certifica lo que quedó abierto y abre la jornada de hoy. " +
		"Con --bd, el DSN es el del dueño de la base: la demostración también la migra."
}

// Run makes the demonstration, or takes it up again, and serves it.
func (d *demoCmd) Run(env entorno) error {
	if d.Dias < 0 || d.Dias > maxDias || d.Visitas < 0 || d.Visitas > maxVisitas {
		return fmt.Errorf("--dias va de 0 a %d y --visitas, de 0 a %d", maxDias, maxVisitas)
	}
	if err := d.checkAddress(); err != nil {
		return err
	}
	fresh, err := d.fresh(env.ctx)
	if err != nil {
		return err
	}
	if d.Escena != "" {
		if !fresh {
			return fmt.Errorf("cada escena empieza de nuevo y en %s ya hay una casa: elija otra carpeta con --datos", d.Datos)
		}
		env.ahora = clockAt(d.Escena, env.now)
	}
	var c *casa
	var f *demo.Fichero
	if fresh {
		c, f, err = d.create(env)
	} else {
		c, f, err = d.resume(env)
	}
	if err != nil {
		return err
	}
	defer c.Close()
	if err := f.Print(env.out); err != nil {
		return err
	}
	fmt.Fprintf(env.out, "\nTodo esto está en %s\n", d.fichero())
	if d.SoloCrear {
		return nil
	}
	l, err := net.Listen("tcp", d.Direccion)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.out, "DEMOSTRACIÓN en http://%s\n", l.Addr())
	return c.serve(env.ctx, l, false)
}

// clockAt is a clock that shows the hour of the scene now, and goes on from there.
func clockAt(e demo.Escena, verdadero func() time.Time) func() time.Time {
	began := verdadero()
	hora := e.Hora(began)
	return func() time.Time { return hora.Add(verdadero().Sub(began)) }
}

// keepVisita writes the checkpoint that the inspector of the scene brings on paper.
func (d *demoCmd) keepVisita(checkpoint []byte) error {
	return os.WriteFile(filepath.Join(d.Datos, ficheroVisita), checkpoint, 0o600)
}

func (d *demoCmd) fichero() string { return filepath.Join(d.Datos, ficheroDemo) }

// checkAddress refuses an address taken before half a minute's work is done for nothing.
func (d *demoCmd) checkAddress() error {
	if d.SoloCrear {
		return nil
	}
	l, err := net.Listen("tcp", d.Direccion)
	if err != nil {
		return err
	}
	return l.Close()
}

func (d *demoCmd) create(env entorno) (*casa, *demo.Fichero, error) {
	ahora := env.now()
	c, w, err := d.openDemo(env, demo.Comienzo(ahora, d.Dias), true)
	if err != nil {
		return nil, nil, err
	}
	bar := newBar(env, -1, "Inventando la casa")
	w.Visita = d.keepVisita
	w.Progreso = func(done, total int) {
		bar.ChangeMax(total)
		_ = bar.Set(done)
	}
	f, err := w.Create(env.ctx, demo.Options{Clave: c.clave, Version: versionText(), Ahora: ahora, Dias: d.Dias, Visitas: d.Visitas, Escena: d.Escena})
	bar.Finish()
	if err != nil {
		return nil, nil, errors.Join(err, d.abandon(c))
	}
	return c, f, nil
}

// abandon closes a demonstration that was not made. Without demo.json nobody could take it
// up: its files go too, so that it may be tried again in the same folder.
func (d *demoCmd) abandon(c *casa) error {
	told, err := exists(d.fichero())
	if err != nil || told || d.BD != "" {
		return errors.Join(err, c.abandon(d.datosOpts))
	}
	err = errors.Join(c.Close(), d.dropKeys())
	for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
		if e := os.Remove(filepath.Join(d.Datos, ficheroBD+suffix)); !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

func (d *demoCmd) resume(env entorno) (*casa, *demo.Fichero, error) {
	f, err := demo.Load(d.fichero())
	if err != nil {
		return nil, nil, err
	}
	last, err := d.lastInstant(env.ctx)
	if err != nil {
		return nil, nil, err
	}
	c, w, err := d.openDemo(env, last, false)
	if err != nil {
		return nil, nil, err
	}
	acta, err := c.libros.Fundacion(env.ctx)
	if err == nil && !acta.Demostracion {
		err = fmt.Errorf("la casa de %s no es de demostración: su acta fundacional no lo dice", d.Datos)
	}
	if err != nil {
		return nil, nil, errors.Join(err, c.Close())
	}
	avisos, err := w.Resume(env.ctx, f, env.now())
	if err != nil {
		return nil, nil, errors.Join(err, c.Close())
	}
	for _, a := range avisos {
		fmt.Fprintln(env.err, a)
	}
	return c, f, nil
}

// openDemo opens the house under the clock of the demonstration.
func (d *demoCmd) openDemo(env entorno, inicio time.Time, nuevas bool) (*casa, *demo.Casa, error) {
	reloj := demo.NewReloj(inicio, env.now)
	c, err := d.open(env, apertura{reloj: reloj.Now, opts: registers.Options{Coste: costeDemo}, nuevas: nuevas, dueno: true})
	if err != nil {
		return nil, nil, err
	}
	return c, &demo.Casa{Libros: c.libros, Puerta: c.puerta, Reloj: reloj,
		Guarda: func(f *demo.Fichero) error { return f.Save(d.fichero()) }, Fundada: d.writeActa}, nil
}
