// Command foliado is the whole program: server, demo, verifier, exporter, engines.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata"

	"github.com/alecthomas/kong"
)

// version is set by the build.
var version string

// Exit codes.
const (
	salidaHecho = 0
	salidaNo    = 1 // the answer is no
	salidaFallo = 2 // wrong use or a fault
)

// errNo is an answer of no that the command has already told in words.
var errNo = errors.New("no")

// entorno is what commands write to and read from.
type entorno struct {
	ctx      context.Context
	out, err io.Writer
	in       io.Reader
	ahora    func() time.Time // the true hour; nil: time.Now
}

// now is the true hour.
func (e entorno) now() time.Time {
	if e.ahora == nil {
		return time.Now()
	}
	return e.ahora()
}

// datosOpts say where the house is.
type datosOpts struct {
	Datos string `help:"Carpeta de los datos: base SQLite, claves y configuración; por defecto, ./datos." default:"./datos" env:"FOLIADO_DATOS" type:"path" placeholder:"CARPETA"`
	BD    string `name:"bd" help:"DSN de PostgreSQL, en vez de SQLite; las claves siguen en --datos." env:"FOLIADO_BD" placeholder:"DSN"`
}

type raiz struct {
	Fundar       fundarCmd       `cmd:"" help:"Funda una casa: claves, acta fundacional, establecimientos y los dos primeros firmantes."`
	Servir       servirCmd       `cmd:"" help:"Sirve la API y las páginas."`
	Demo         demoCmd         `cmd:"" help:"Crea una casa de demostración, con tres jornadas pasadas, y la sirve."`
	Migrar       migrarCmd       `cmd:"" help:"Prepara una base PostgreSQL y da sus permisos al rol de la aplicación."`
	Verificar    verificarCmd    `cmd:"" help:"Comprueba el diario, en la base o en una exportación."`
	Exportar     exportarCmd     `cmd:"" help:"Exporta el diario, o un libro, con sus pruebas."`
	Copia        copiaCmd        `cmd:"" help:"Copia la base entera, aun con el servidor en marcha."`
	Restaurar    restaurarCmd    `cmd:"" help:"Repone una copia donde no hay nada, y la verifica."`
	Checkpoint   checkpointCmd   `cmd:"" help:"Escribe el último checkpoint firmado."`
	Importar     importarCmd     `cmd:"" help:"Importa datos de fuera."`
	Conservacion conservacionCmd `cmd:"" help:"Destruye los datos personales cuyo plazo ha acabado, o dice cuáles son."`
	Usuario      usuarioCmd      `cmd:"" help:"Altas, bajas y contraseñas de usuarios."`
	Motor        motorCmd        `cmd:"" help:"Liquida con los motores los casos JSONL de la entrada."`
	Version      versionCmd      `cmd:"" help:"Escribe la versión y la huella del programa."`

	Registro string `help:"Detalle del registro de sucesos: debug, info, warn, error." default:"info" enum:"debug,info,warn,error" env:"FOLIADO_REGISTRO"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(entorno{ctx: ctx, out: os.Stdout, err: os.Stderr, in: os.Stdin}, os.Args[1:]))
}

// run parses and runs one command line, and returns its exit code.
func run(env entorno, args []string) int {
	var cli raiz
	parser, err := kong.New(&cli,
		kong.Name("foliado"),
		kong.Description("Foliado: los libros de un casino, que cualquiera puede verificar.\n\nSalida: 0 hecho, 1 la respuesta es no, 2 uso o fallo."),
		kong.Writers(env.out, env.err),
		kong.Help(ayuda),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Exit(func(code int) { panic(exit(code)) }),
	)
	if err != nil {
		panic(err)
	}
	code := salidaHecho
	func() {
		defer func() {
			if r := recover(); r != nil {
				e, ok := r.(exit)
				if !ok {
					panic(r)
				}
				code = int(e)
			}
		}()
		code = dispatch(parser, &cli, env, args)
	}()
	return code
}

// exit carries an exit code out of kong, which wants a function that does not return.
type exit int

func dispatch(parser *kong.Kong, cli *raiz, env entorno, args []string) int {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	kctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(env.err, "foliado:", traduce(err))
		return salidaFallo
	}
	var level slog.Level
	_ = level.UnmarshalText([]byte(cli.Registro))
	log := slog.New(slog.NewTextHandler(env.err, &slog.HandlerOptions{Level: level}))
	slog.SetDefault(log)
	err = kctx.Run(env)
	if err != nil && !errors.Is(err, errNo) {
		log.Debug("command failed", "error", err)
		fmt.Fprintln(env.err, "foliado:", explain(err))
	}
	return codeOf(err)
}
