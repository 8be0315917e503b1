package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/migrations/dbtest"
)

func TestCheckComunicacion(t *testing.T) {
	casino, sala := domain.Establecimiento{ID: "principal"}, domain.Establecimiento{ID: "apendice", Apendice: true}
	for _, tt := range []struct {
		name               string
		e                  domain.Establecimiento
		asunto             AsuntoComunicacion
		desde              domain.Fecha
		detalle            string
		want               error
		articulo, criterio string
	}{
		{"11.2/without saying what", casino, AsuntoModificacion, "2026-12-01", " ", ErrDetalle, "11.2", ""},
		{"11.2/PLA-1/before it happens", casino, AsuntoModificacion, "2026-12-02", "cambia el servicio de bar", ErrAunNo, "11.2", "PLA-1"},
		{"159.4/from the casino", casino, AsuntoModificacionApendice, "2026-12-01", "cambia el servicio de bar", ErrAsunto, "159.4", ""},
		{"159.4/PLA-1/before it happens", sala, AsuntoModificacionApendice, "2026-12-02", "cambia el servicio de bar", ErrAunNo, "159.4", "PLA-1"},
		{"1.6/from a sala apéndice", sala, AsuntoEscuela, "2026-12-01", "doce plazas", ErrAsunto, "1.6", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkErr(t, checkComunicacion(tt.e, tt.asunto, tt.desde, "2026-12-01", tt.detalle), tt.want, tt.articulo, tt.criterio)
		})
	}
	t.Run("1.6/a school is told before it opens", func(t *testing.T) {
		if err := checkComunicacion(casino, AsuntoEscuela, "2027-01-15", "2026-12-01", "doce plazas"); err != nil {
			t.Error(err)
		}
	})
	t.Run("13.2/an appointment is not told by hand", func(t *testing.T) {
		if err := checkComunicacion(casino, AsuntoDirector, "2026-12-01", "2026-12-01", "x"); !errors.Is(err, ErrDatos) {
			t.Errorf("got %v", err)
		}
	})
}

func TestDeberEstado(t *testing.T) {
	change := Deber{Suceso: "2026-12-03", Vence: plazos.Madrid.AddDays("2026-12-03", 5)}
	school := Deber{Suceso: "2026-12-01", Vence: plazos.Vencimiento{Natural: "2026-12-01", Habil: "2026-12-01"}}
	for _, tt := range []struct {
		name string
		d    Deber
		hoy  domain.Fecha
		want EstadoDeber
	}{
		{"11.2/PLA-1/on its last calendar day", change, "2026-12-08", DeberPendiente},
		{"11.2/PLA-1/the day after", change, "2026-12-09", DeberVencido},
		{"1.6/the day before it opens", school, "2026-11-30", DeberPendiente},
		{"1.6/the day it opens", school, "2026-12-01", DeberVencido},
		{"159.4/filed", Deber{Vence: change.Vence, Presentado: time.Unix(1, 0)}, "2027-01-01", DeberPresentado},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.d.estado(tt.hoy); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAgenda(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		hoy := domain.FechaDe(s.Escritor.Ahora())
		t.Run("11.2/PLA-1/five days from the change, both readings", func(t *testing.T) {
			if err := s.RecordComunicacion(ctx, s.director.autor(), "ninguno", AsuntoModificacion, hoy, "x"); !errors.Is(err, ErrEstablecimiento) {
				t.Errorf("got %v", err)
			}
			if err := s.RecordComunicacion(ctx, s.director.autor(), "principal", AsuntoModificacion, "ayer", "x"); !errors.Is(err, ErrDatos) {
				t.Errorf("got %v", err)
			}
			s.must(s.RecordComunicacion(ctx, s.director.autor(), "principal", AsuntoModificacion, hoy, "cierra la tienda"))
			s.must(s.RecordComunicacion(ctx, s.director.autor(), "principal", AsuntoEscuela, hoy, "doce plazas"))
			due, err := s.Agenda(ctx, "principal", hoy)
			s.must(err)
			if len(due) != 3 || due[0].Articulo != art("13.2") || due[0].Estado != DeberVencido || due[1].Articulo != art("1.6") || due[1].Estado != DeberVencido ||
				due[2].Articulo != art("11.2") || due[2].Estado != DeberPendiente || due[2].Vence != plazos.Madrid.AddDays(hoy, 5) {
				t.Fatalf("got %+v", due)
			}
			n, err := s.CountVencidos(ctx, "principal", hoy)
			if err != nil || n != 2 {
				t.Errorf("%d out of time, %v", n, err)
			}
			k, err := s.Escrito(ctx, "principal", due[2].Numero, s.Escritor.Ahora())
			if err != nil || k.Detalle != "cierra la tienda" || k.Quien != nil {
				t.Errorf("got %+v, %v", k, err)
			}
			s.must(s.FileComunicacion(ctx, s.director.autor(), due[2].Numero, "03/1.9/26"))
			again, err := s.Agenda(ctx, "principal", hoy)
			s.must(err)
			if last := again[2]; last.Estado != DeberPresentado || last.Numero != due[2].Numero {
				t.Errorf("got %+v", last)
			}
		})
		t.Run("13.1/the letter says who, in which post, and the regime", func(t *testing.T) {
			list, err := s.Comunicaciones(ctx, "principal")
			s.must(err)
			for _, x := range list {
				if x.Asunto != AsuntoSustituto {
					continue
				}
				k, err := s.Escrito(ctx, "principal", x.Numero, s.Escritor.Ahora())
				if err != nil || k.Quien == nil || k.Quien.ID != s.sustituto.ID || len(k.Regimen) != 2 {
					t.Errorf("got %+v, %v", k, err)
				}
				return
			}
			t.Error("no appointment")
		})
		if _, err := s.Escrito(ctx, "principal", 1, s.Escritor.Ahora()); !errors.Is(err, ErrComunicacion) {
			t.Errorf("got %v", err)
		}
		s.check()
	})
}
