package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

// A roulette whose seals are on record opens sealed, is unsealed after its count, and does not
// count as closed until it is covered again; the others, as ever.
func TestPrecinto(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		seal := func(mesa int, medio, numero string) error {
			_, err := s.SealMesa(ctx, s.director.autor(), s.ahora(), "principal", mesa, medio, numero)
			return err
		}
		lift := func() error {
			_, err := s.LiftPrecinto(ctx, s.director.autor(), s.ahora(), "principal", 1, true)
			return err
		}
		unseal := func(motivo, numero string) (int64, error) {
			return s.Unseal(ctx, s.director.autor(), s.ahora(), "principal", 1, DesprecintoFacts{Motivo: motivo, Numero: numero, Presentes: []string{s.director.ID}, Otros: "técnico de Cilindros Arroyo"})
		}
		checkErr(t, lift(), libros.ErrSinPrecinto, "133.e", "")
		checkErr(t, seal(2, libros.MedioLlave, ""), ErrSinCilindro, "133.e", "")
		checkErr(t, seal(1, libros.MedioPrecinto, ""), libros.ErrMedioPrecinto, "133.e", "")
		s.must(seal(1, libros.MedioPrecinto, "114"))
		checkErr(t, seal(1, libros.MedioPrecinto, "115"), libros.ErrPrecintoPuesto, "140.3", "")
		t.Run("140.2/140.3/out of hours", func(t *testing.T) {
			_, err := unseal("practicar", "114")
			checkErr(t, err, libros.ErrMotivoDesprecinto, "140.2", "")
			_, err = unseal("limpiar", "113")
			checkErr(t, err, libros.ErrOtroPrecinto, "140.3", "")
			folio, err := unseal("limpiar", "114")
			s.must(err)
			_, err = s.proposeApertura(1, aperturaRuleta())
			checkErr(t, err, libros.ErrDesprecintada, "140.3", "")
			if _, err := s.Reseal(ctx, s.director.autor(), s.ahora(), "principal", folio+1, libros.MedioPrecinto, "115"); !errors.Is(err, ErrDesprecinto) {
				t.Errorf("got %v", err)
			}
			_, err = s.Reseal(ctx, s.director.autor(), s.ahora(), "principal", folio, libros.MedioPrecinto, "115")
			s.must(err)
			ds, err := s.Desprecintos(ctx, "principal", time.Time{}, s.Escritor.Ahora())
			s.must(err)
			if len(ds) != 1 || ds[0].Precinto != "114" || ds[0].Nuevo != "115" || ds[0].HoraNuevo.IsZero() || len(ds[0].Presentes) != 1 || ds[0].Otros == "" {
				t.Errorf("got %+v", ds)
			}
		})
		t.Run("140.1/after the anticipo", func(t *testing.T) {
			checkErr(t, lift(), libros.ErrSinAnticipo, "140.1", "")
			s.openMesa(1, aperturaRuleta())
			s.must(lift())
			checkErr(t, lift(), libros.ErrSinPrecinto, "133.e", "")
			checkErr(t, seal(1, libros.MedioLlave, ""), libros.ErrEnSesion, "133.e", "")
		})
		t.Run("133.e/uncovered it does not count as closed", func(t *testing.T) {
			s.closeMesa(1, cuenta(piezas(100_000, 20, 10_000, 90, 1_000, 100), piezas()))
			_, err := s.proposeApertura(1, aperturaRuleta())
			checkErr(t, err, libros.ErrSinPrecinto, "133.e", "")
			s.advance("principal", "2026-11-30", domain.FaseRecuentos)
			_, err = s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", "2026-11-30")
			var blocked *CierreBloqueado
			if !errors.As(err, &blocked) || len(blocked.SinPrecinto) != 1 || blocked.SinPrecinto[0] != 1 {
				t.Fatalf("got %v", err)
			}
			if p := puntoDe(t, s, "precintos"); p.Hecho || !p.Impide || p.Detalle != " 1" {
				t.Errorf("got %+v", p)
			}
			s.must(seal(1, libros.MedioLlave, ""))
			_, err = s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", "2026-11-30")
			s.must(err)
		})
		s.check()
	})
}
