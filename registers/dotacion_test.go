package registers

import (
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/puntobanca"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// A table that says who serves it opens only with the staff that its game asks for.
func TestDotacionMesa(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, migrations.SQLite))
	s.begin("principal", "2026-11-30")
	f := aperturaRuleta()
	t.Run("136.1/without croupier", func(t *testing.T) {
		f.Dotacion = &DotacionMesa{Dotacion: libros.Dotacion{Jefes: 1}}
		_, err := s.proposeApertura(1, f)
		checkErr(t, err, libros.ErrDotacion, "136.1", "")
	})
	t.Run("128.2/136.1/its cloths and who serves it are on record", func(t *testing.T) {
		f.Dotacion = &DotacionMesa{Dotacion: libros.Dotacion{Jefes: 1, Crupieres: 2}, Panos: 2}
		a := s.openMesa(1, f)
		if got, want := a.Dato("dotacion"), "jefes=1 subjefes=0 crupieres=2 stickmen=0 panos=2"; got != want {
			t.Errorf("on record %q, want %q", got, want)
		}
	})
	t.Run("49.1/the tables of its jefe", func(t *testing.T) {
		f := aperturaBlackJack()
		f.Dotacion = &DotacionMesa{Dotacion: libros.Dotacion{Jefes: 1, Crupieres: 1}, Jefe: []int{2, 3, 5}}
		_, err := s.proposeApertura(2, f)
		checkErr(t, err, libros.ErrJefe, "49.1", "")
		f.Dotacion.Jefe = []int{3, 4}
		_, err = s.proposeApertura(2, f)
		checkErr(t, err, ErrDatos, "", "")
		f.Dotacion.Jefe = []int{1, 2, 3}
		a := s.openMesa(2, f)
		if got, want := a.Dato("dotacion"), "jefes=1 subjefes=0 crupieres=1 stickmen=0 jefe=1,2,3"; got != want {
			t.Errorf("on record %q, want %q", got, want)
		}
	})
	s.check()
	tests := []struct {
		name  string
		d     DotacionMesa
		want  error
		cites string
	}{
		{"63.1/a jefe and two croupiers", DotacionMesa{Dotacion: libros.Dotacion{Jefes: 1, Crupieres: 2}}, nil, ""},
		{"63.1/one croupier", DotacionMesa{Dotacion: libros.Dotacion{Jefes: 1, Crupieres: 1}}, puntobanca.ErrCrupieres, "63.1"},
		{"63.1/no jefe", DotacionMesa{Dotacion: libros.Dotacion{Crupieres: 3}}, libros.ErrDotacion, "63.1"},
		{"63.1/a midi with one croupier", DotacionMesa{Dotacion: libros.Dotacion{Crupieres: 1}, Formato: puntobanca.Midi}, nil, ""},
		{"62.3/another size", DotacionMesa{Dotacion: libros.Dotacion{Crupieres: 1}, Formato: "maxi"}, puntobanca.ErrFormato, "62.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkErr(t, tt.d.check(domain.PuntoBanca), tt.want, tt.cites, "") })
	}
}
