package registers

import (
	"context"
	"errors"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestReclamaciones(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		record := func(mesa int, h libros.HojaReclamacion) (Reclamacion, error) {
			return s.RecordReclamacion(ctx, s.cajero.autor(), s.ahora(), "principal", mesa, h)
		}
		sheet := libros.HojaReclamacion{Hoja: "MAD-0042", Hechos: "cree mal pagado un caballo", Reclamante: "Inés Vidal", ContestarAntes: "2026-12-02", RemitirAntes: "2026-12-10"}
		if _, err := record(2, sheet); !errors.Is(err, ErrSinJornada) {
			t.Errorf("without jornada: got %v", err)
		}
		s.begin("principal", "2026-11-30")
		t.Run("38.3/date, table and number of the sheet", func(t *testing.T) {
			r, err := record(2, sheet)
			if err != nil || r.Numero != 1 || r.Mesa != 2 || r.Jornada != "2026-11-30" {
				t.Fatalf("got %+v, %v", r, err)
			}
			got, err := s.Reclamacion(ctx, "principal", 1)
			if err != nil || got.HojaReclamacion != sheet {
				t.Errorf("got %+v, %v", got, err)
			}
			_, err = record(2, sheet)
			checkErr(t, err, ErrHojaAnotada, "38.3", "")
			if _, err = record(99, libros.HojaReclamacion{Hoja: "MAD-0043", Hechos: "x"}); !errors.Is(err, ErrMesa) {
				t.Errorf("got %v, want ErrMesa", err)
			}
			_, err = record(0, libros.HojaReclamacion{Hoja: "MAD-0043"})
			checkErr(t, err, libros.ErrHojaReclamacion, "38.3", "")
			if _, err = s.Reclamacion(ctx, "principal", 7); !errors.Is(err, ErrReclamacion) {
				t.Errorf("got %v, want ErrReclamacion", err)
			}
		})
		due := func(hoy domain.Fecha) (out []Deber) {
			all, err := s.Agenda(ctx, "principal", hoy)
			s.must(err)
			for _, d := range all {
				if d.Clase == DeberReclamacion {
					out = append(out, d)
				}
			}
			return out
		}
		file := func(n int64, tramite libros.Tramite, referencia string) error {
			return s.FileReclamacion(ctx, s.director.autor(), s.ahora(), "principal", n, tramite, referencia)
		}
		t.Run("38.3/due until it is done, late the day after", func(t *testing.T) {
			if d := due("2026-12-02"); len(d) != 2 || d[0].Estado != DeberPendiente || d[0].Vence.Alarma() != "2026-12-02" {
				t.Errorf("got %+v", d)
			}
			if d := due("2026-12-03"); d[0].Estado != DeberVencido || d[1].Estado != DeberPendiente {
				t.Errorf("got %+v", d)
			}
			checkErr(t, file(1, libros.TramiteContestada, ""), libros.ErrTramiteReclamacion, "38.3", "")
			s.must(file(1, libros.TramiteContestada, "carta 3"))
			checkErr(t, file(1, libros.TramiteContestada, "carta 4"), ErrTramiteHecho, "38.3", "")
			if d := due("2026-12-03"); len(d) != 1 || d[0].Asunto != "remitir la reclamación MAD-0042" {
				t.Errorf("got %+v", d)
			}
			s.must(file(1, libros.TramiteRemitida, "REG-77"))
			if d := due("2027-01-01"); len(d) != 0 {
				t.Errorf("got %+v", d)
			}
			if err := file(7, libros.TramiteRemitida, "REG-78"); !errors.Is(err, ErrReclamacion) {
				t.Errorf("got %v, want ErrReclamacion", err)
			}
			list, err := s.Reclamaciones(ctx, "principal")
			if err != nil || len(list) != 1 || list[0].Contestada.IsZero() || list[0].Remitida.IsZero() {
				t.Errorf("got %+v, %v", list, err)
			}
		})
		s.check()
	})
}
