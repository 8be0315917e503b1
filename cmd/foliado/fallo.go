package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"foliado/admission"
	"foliado/registers"
	"foliado/registers/diario/exportacion"
)

// negativas are the refusals by rule: the command was well given and the answer is no.
var negativas = []error{
	errNo,
	registers.ErrFundada,
	registers.ErrUsuarioRepetido,
	registers.ErrEnDireccion,
	registers.ErrSinFirmantes,
	registers.ErrPersona,
	registers.ErrLibro,
	exportacion.ErrLibro,
	admission.ErrMerma,
	errCopiaExiste,
	errNoVacia,
	errOtraVersion,
}

// codeOf is the exit code of what a command answered.
func codeOf(err error) int {
	if err == nil {
		return salidaHecho
	}
	for _, no := range negativas {
		if errors.Is(err, no) {
			return salidaNo
		}
	}
	return salidaFallo
}

// sistema are the faults of the operating system that people meet.
var sistema = []struct {
	err   error
	texto string
}{
	{fs.ErrNotExist, "no existe"},
	{fs.ErrPermission, "no hay permiso"},
	{fs.ErrExist, "ya existe"},
	{syscall.EISDIR, "es una carpeta"},
	{syscall.ENOTDIR, "no es una carpeta"},
	{syscall.ENOSPC, "no queda sitio en el disco"},
	{syscall.EADDRINUSE, "otro programa escucha ya en esa dirección"},
	{syscall.EADDRNOTAVAIL, "esa dirección no es de esta máquina"},
	{zip.ErrFormat, "el fichero no es una exportación"},
	{context.Canceled, "se interrumpió: no se ha terminado"},
}

// explain says in Spanish what a driver or the operating system said in English; what
// the program itself says is Spanish already. It never repeats a user or a password.
func explain(err error) string {
	var connect *pgconn.ConnectError
	var pg *pgconn.PgError
	var path *fs.PathError
	var op *net.OpError
	switch {
	case errors.As(err, &connect):
		return fmt.Sprintf("no se pudo conectar con la base de datos %s en %s:%d", connect.Config.Database, connect.Config.Host, connect.Config.Port)
	case errors.As(err, &pg):
		return explainPostgres(pg)
	case errors.As(err, &path):
		if texto := systemText(err); texto != "" {
			return path.Path + ": " + texto
		}
	case errors.As(err, &op) && op.Addr != nil:
		if texto := systemText(err); texto != "" {
			return op.Addr.String() + ": " + texto
		}
	}
	if texto := systemText(err); texto != "" {
		return texto
	}
	return err.Error()
}

func systemText(err error) string {
	for _, s := range sistema {
		if errors.Is(err, s.err) {
			return s.texto
		}
	}
	return ""
}

// explainPostgres names the faults of a badly prepared database.
func explainPostgres(pg *pgconn.PgError) string {
	switch pg.Code {
	case "42704":
		return "no existe el rol: hay que crearlo antes en la base de datos"
	case "42501":
		return "el rol de la base de datos no tiene permiso para eso"
	case "42P01", "3F000":
		return "la base de datos no está preparada: «foliado migrar»"
	case "53100":
		return "no queda sitio en el disco de la base de datos"
	}
	return "la base de datos falló (código " + pg.Code + ")"
}
