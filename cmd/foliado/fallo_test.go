package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"foliado/registers"
)

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"its own words", errors.New("no existe esa mesa"), "no existe esa mesa"},
		{"a file that is not there", &fs.PathError{Op: "open", Path: "lista.csv", Err: syscall.ENOENT}, "lista.csv: no existe"},
		{"a file of another", &fs.PathError{Op: "open", Path: "clave", Err: syscall.EACCES}, "clave: no hay permiso"},
		{"a full disk", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "no queda sitio en el disco"},
		{"an address taken", &net.OpError{Op: "listen", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}, Err: syscall.EADDRINUSE}, "127.0.0.1:80: otro programa escucha ya en esa dirección"},
		{"a role that is not there", &pgconn.PgError{Code: "42704", Message: `role "x" does not exist`}, "no existe el rol"},
		{"any other fault of the database", &pgconn.PgError{Code: "XX000", Message: "internal error"}, "código XX000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := explain(fmt.Errorf("wrapped in English: %w", c.err))
			if c.name == "its own words" {
				got = explain(c.err)
			}
			if !strings.Contains(got, c.want) || strings.Contains(got, "English") {
				t.Errorf("explain(%v) = %q, want %q", c.err, got, c.want)
			}
		})
	}
}

func TestCodeOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, salidaHecho},
		{errNo, salidaNo},
		{fmt.Errorf("x: %w", registers.ErrFundada), salidaNo},
		{syscall.ENOSPC, salidaFallo},
	} {
		if got := codeOf(c.err); got != c.want {
			t.Errorf("codeOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}
