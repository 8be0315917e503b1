package registers

import (
	"context"
	"errors"
	"testing"

	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestRecordCambio(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		record := func(autor Autor, f CambioClienteFacts) ([]Aviso, error) {
			_, avisos, err := s.RecordCambio(ctx, autor, s.ahora(), "principal", f)
			return avisos, err
		}
		buy := CambioClienteFacts{Sentido: libros.Compra, Importe: 10_000, Fichas: 10_000}
		if _, err := record(s.cajero.autor(), buy); !errors.Is(err, ErrSinJornada) {
			t.Errorf("without jornada: got %v", err)
		}
		s.begin("principal", "2026-11-30")
		s.openMesa(2, aperturaBlackJack())
		t.Run("31.2/at the caja or at a table in play", func(t *testing.T) {
			avisos, err := record(s.cajero.autor(), buy)
			if err != nil || len(avisos) != 0 {
				t.Errorf("got %v, %v", avisos, err)
			}
			there := buy
			there.Mesa = 2
			_, err = record(s.crupier.autor(), there)
			s.must(err)
			_, err = record(s.director.autor(), there)
			checkErr(t, err, libros.ErrQuienCambia, "31.2", "")
			there.Mesa = 1
			_, err = record(s.crupier.autor(), there)
			checkErr(t, err, libros.ErrPunto, "31.2", "")
			there.Mesa = 99
			if _, err = record(s.crupier.autor(), there); !errors.Is(err, ErrMesa) {
				t.Errorf("got %v, want ErrMesa", err)
			}
		})
		t.Run("28.1/foreign money with its rate", func(t *testing.T) {
			dollars := buy
			dollars.Divisa = "USD"
			_, err := record(s.cajero.autor(), dollars)
			checkErr(t, err, ErrTipoCambio, "28.1", "")
			dollars.TipoCambio, dollars.ImporteDivisa = "1,0800", 10_800
			_, err = record(s.cajero.autor(), dollars)
			s.must(err)
			dollars.Mesa = 2
			_, err = record(s.crupier.autor(), dollars)
			checkErr(t, err, libros.ErrDivisa, "28.1", "")
		})
		t.Run("34.5/PBC 7.5/a client of 2.000 euros", func(t *testing.T) {
			cash := CambioClienteFacts{Sentido: libros.Canje, Importe: 200_000, Fichas: 200_000}
			_, err := record(s.cajero.autor(), cash)
			checkErr(t, err, libros.ErrSinCliente, "34.5", "")
			cash.Tarjeta = 17
			avisos, err := record(s.cajero.autor(), cash)
			if err != nil || len(avisos) != 1 || avisos[0].Articulo.Ref() != "7.5" {
				t.Errorf("got %+v, %v", avisos, err)
			}
		})
		list, err := s.Cambios(ctx, "principal", "2026-11-30")
		if err != nil || len(list) != 4 || list[2].Divisa != "USD" || list[3].Tarjeta != 17 {
			t.Errorf("got %+v, %v", list, err)
		}
		s.check()
	})
}
