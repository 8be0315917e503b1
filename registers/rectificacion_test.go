package registers_test

import (
	"bytes"
	"context"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// exporta verifies an export of the database of a test.
func exporta(t *testing.T, bd dbtest.BD) *verificador.Informe {
	t.Helper()
	var b bytes.Buffer
	if err := exportacion.Write(context.Background(), &b, bd.Raw(t), exportacion.Options{}); err != nil {
		t.Fatal(err)
	}
	inf, err := verificador.Verify(context.Background(), verificador.NewExport(bytes.NewReader(b.Bytes()), int64(b.Len())), verificador.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return inf
}

const alDiaSiguiente domain.Fecha = "2026-12-01"

func TestRectificacion(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		p := newPaseo(t, bd)
		p.Sign(t, p.apertura(1).ID, "director")
		p.Sign(t, p.recuento(1).ID, "crupier", "cajero", "director") // 37,000 € + 5,000 € − 37,500 €
		p.CloseDay(t, casatest.Principal, casatest.Fecha)
		right := registers.RectificacionFacts{Fichas: domain.Piezas{10_000: 371}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 100},
			Motivo: "una ficha quedó bajo la bandeja"}
		propose := func(folio int64, f registers.RectificacionFacts) (registers.Propuesta, error) {
			return p.ProposeRectificacion(ctx, p.Autor("jefe_mesa"), p.Ahora(), casatest.Principal, 1, folio, f)
		}
		t.Run("FIR-5/refusals", func(t *testing.T) {
			p := &paseo{p.Casa, t}
			_, err := propose(1, right)
			p.refused("no jornada going on", err, registers.ErrSinJornada, "", "")
			p.OpenDay(t, casatest.Principal, alDiaSiguiente)
			_, err = propose(2, right)
			p.refused("no such folio", err, libros.ErrSinRecuento, "40.1.d", "FIR-5")
			same := right
			same.Fichas = domain.Piezas{10_000: 370}
			_, err = propose(1, same)
			p.refused("nothing to correct", err, libros.ErrSinDiferencia, "40.1.d", "FIR-5")
			same.Fichas, same.Motivo = right.Fichas, ""
			_, err = propose(1, same)
			p.refused("no reason", err, libros.ErrSinMotivo, "40.1.d", "FIR-5")
		})
		pr, err := propose(1, right)
		if err != nil {
			t.Fatal(err)
		}
		t.Run("FIR-5/the cargos of the act it corrects, with PIN", func(t *testing.T) {
			p := &paseo{p.Casa, t}
			if len(pr.Acto.Plazas) != 3 || pr.Resultado != 460_000 || pr.Acto.Dato("diferencia") != "10000" {
				t.Errorf("got %d slots, result %d, %s", len(pr.Acto.Plazas), pr.Resultado, pr.Acto.Dato("diferencia"))
			}
			_, err := p.tap(p.open(), pr.Acto, "cajero")
			p.refused("in a ronda", err, libros.ErrRondaActo, "36.3", "")
			_, err = p.Firmar(ctx, registers.FirmaRequest{Acto: pr.Acto.ID, PIN: p.Gente["jefe_mesa"].PIN, Credencial: p.Gente["jefe_mesa"].Credencial})
			p.refused("jefe de mesa", err, registers.ErrNoFirma, "40.3", "FIR-1")
			p.Sign(t, pr.Acto.ID, "crupier2", "cajero", "subdirector")
		})
		t.Run("FIR-5/the original folio stands, with what corrects it", func(t *testing.T) {
			f, err := p.Folio(ctx, casatest.Principal, "anticipos-1", 1)
			if err != nil {
				t.Fatal(err)
			}
			a := f.Anticipos
			if a.Recuento.Resultado != 450_000 || len(a.Rectificaciones) != 1 || *a.TotalDia != 450_000 {
				t.Fatalf("got %+v", a)
			}
			r := a.Rectificaciones[0]
			if r.Resultado != 460_000 || r.Diferencia != 10_000 || r.Original != casatest.Fecha || r.Jornada != alDiaSiguiente || len(r.Firmas) != 3 || r.Motivo != right.Motivo {
				t.Errorf("got %+v", r)
			}
		})
		t.Run("FIR-5/corrected again", func(t *testing.T) {
			again := right
			again.Fichas = domain.Piezas{10_000: 369}
			pr, err := propose(1, again)
			if err != nil {
				t.Fatal(err)
			}
			if got := pr.Acto.Dato("contado_anterior") + " " + pr.Acto.Dato("diferencia"); got != "4210000 -20000" {
				t.Errorf("got %s", got)
			}
			p.Sign(t, pr.Acto.ID, "crupier", "cajero", "director")
		})
		t.Run("42.1/a line in the control of the day that cites the folio", func(t *testing.T) {
			p.CloseDay(t, casatest.Principal, alDiaSiguiente)
			f, err := p.Folio(ctx, casatest.Principal, registers.LibroControlIngresos, 2)
			if err != nil {
				t.Fatal(err)
			}
			want := []libros.LineaRectificacion{{Mesa: 1, Folio: 1, Jornada: casatest.Fecha, Diferencia: 10_000}, {Mesa: 1, Folio: 1, Jornada: casatest.Fecha, Diferencia: -20_000}}
			if k := f.Control; k.Total != -10_000 || k.TotalLetra != "menos cien euros" || len(k.Rectificaciones) != 2 || k.Rectificaciones[0] != want[0] || k.Rectificaciones[1] != want[1] {
				t.Errorf("got %+v", k)
			}
			first, err := p.Folio(ctx, casatest.Principal, registers.LibroControlIngresos, 1)
			if err != nil || first.Control.Total != 450_000 {
				t.Errorf("the control certified before: %+v, %v", first.Control, err)
			}
		})
		p.CheckProjections(t)
		if inf := exporta(t, bd); !inf.Integro {
			t.Errorf("not sound: %+v", inf.Problemas)
		}
	})
}
