package main

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// kong speaks English; what a person reads here is Spanish.
var enEspanol = strings.NewReplacer(
	"Usage: ", "Uso: ",
	"Arguments:", "Argumentos:",
	"Commands:", "Órdenes:",
	"Flags:", "Opciones:",
	"Show context-sensitive help.", "Muestra esta ayuda.",
	"Run \"foliado <command> --help\" for more information on a command.", "Con «foliado ORDEN --help», la ayuda de cada orden.",
	"<command>", "ORDEN",
	"[flags]", "[opciones]",
	"(default: ", "(por defecto: ",
	"STRING", "TEXTO",
)

// ayuda prints kong's help in Spanish.
func ayuda(options kong.HelpOptions, ctx *kong.Context) error {
	out := ctx.Stdout
	var b bytes.Buffer
	ctx.Stdout = &b
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = out
	if err != nil {
		return err
	}
	_, err = out.Write([]byte(enEspanol.Replace(b.String())))
	return err
}

var faltas = []struct {
	re *regexp.Regexp
	es string
}{
	{regexp.MustCompile(`^unknown flag (\S+)(?:, did you mean .*)?$`), "no se conoce la opción $1"},
	{regexp.MustCompile(`^unexpected argument (\S+)(?:, did you mean .*)?$`), "sobra «$1», o no es una orden"},
	{regexp.MustCompile(`^expected one of (.+)$`), "falta la orden: una de $1"},
	{regexp.MustCompile(`^expected "(.+)"$`), "falta $1"},
	{regexp.MustCompile(`^missing flags: (.+)$`), "faltan las opciones $1"},
	{regexp.MustCompile(`^(\S+): expected .* value.*$`), "$1: falta su valor"},
	{regexp.MustCompile(`^(\S+): (?:stat|open) (.+): no such file or directory$`), "$1: no existe el fichero $2"},
	{regexp.MustCompile(`^(\S+): "(.+)" exists but is a directory$`), "$1: $2 es una carpeta"},
	{regexp.MustCompile(`^(\S+): expected a valid .* but got (.+)$`), "$1: $2 no es un número"},
	{regexp.MustCompile(`^--registro must be one of .*$`), "--registro es debug, info, warn o error"},
}

// traduce says in Spanish what is wrong with a command line.
func traduce(err error) string {
	s := err.Error()
	for _, f := range faltas {
		if f.re.MatchString(s) {
			return f.re.ReplaceAllString(s, f.es) + ". Pruebe «foliado --help»."
		}
	}
	return s
}
