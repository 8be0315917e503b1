package registers

import (
	"context"
	"testing"

	"foliado/domain/deposito"
	"foliado/migrations/dbtest"
)

func TestMaterial(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		record := func(m Material) error {
			_, err := s.RecordMaterial(ctx, s.director.autor(), s.ahora(), "principal", m)
			return err
		}
		assign := func(mesa int, id string) error {
			_, err := s.AssignCilindro(ctx, s.director.autor(), s.ahora(), "principal", mesa, id)
			return err
		}
		checkErr(t, record(Material{Clase: "mesa", Identificador: "1"}), ErrDatos, "", "")
		s.must(record(Material{Clase: MaterialCilindro, Identificador: "c-7"}))
		t.Run("140.2/a wheel without homologation goes to no table", func(t *testing.T) {
			checkErr(t, assign(1, "C-7"), deposito.ErrHomologacion, "140.2", "")
			checkErr(t, assign(2, "C-7"), ErrSinCilindro, "133.e", "")
			checkErr(t, assign(1, "C-8"), ErrMaterial, "", "")
			s.must(record(Material{Clase: MaterialCilindro, Identificador: "C-7", Fabricante: "Arroyo", Homologacion: "H-40/2025"}))
			s.must(assign(1, "C-7"))
			checkErr(t, assign(3, "C-7"), ErrCilindroEnMesa, "140.2", "")
		})
		t.Run("20.2/the admission system", func(t *testing.T) {
			s.must(record(Material{Clase: MaterialAdmision, Identificador: "foliado"}))
			ms, err := s.Material(ctx, "principal")
			s.must(err)
			if len(ms) != 2 || ms[0].Mesa != 1 || ms[0].Incompleto() || !ms[1].Incompleto() {
				t.Errorf("got %+v", ms)
			}
		})
		s.check()
	})
}
