package verificador_test

import (
	"strings"
	"testing"

	"foliado/migrations/dbtest"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

func TestSound(t *testing.T) {
	c := whole(t)
	check := func(t *testing.T, inf *verificador.Informe) {
		t.Helper()
		if !inf.Integro {
			t.Fatalf("not sound:\n%s", text(inf))
		}
		if got, want := inf.Asientos, int64(len(c.filas)); got != want {
			t.Errorf("asientos: got %d, want %d", got, want)
		}
		if got, want := inf.Checkpoints, int64(len(c.notas)); got != want {
			t.Errorf("checkpoints: got %d, want %d", got, want)
		}
		if inf.Firmas != 2*2+2*(1+3+1) || inf.Actos != 2+2*3 {
			t.Errorf("firmas, actos: got %d, %d, want 14, 8", inf.Firmas, inf.Actos)
		}
		if inf.Suprimidos != 4 || inf.Abiertos != int64(len(c.boveda)) {
			t.Errorf("suprimidos, abiertos: got %d, %d, want 4, %d", inf.Suprimidos, inf.Abiertos, len(c.boveda))
		}
		if inf.Completitud != "demostrada" {
			t.Errorf("completitud: got %q", inf.Completitud)
		}
	}
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		db := c.store(bd)
		check(t, verify(t, open(t, bd), verificador.Options{}))
		check(t, verifyExport(t, exportOf(t, db, exportacion.Options{}), verificador.Options{}))
	})
	t.Run("authenticity", func(t *testing.T) { testAuthenticity(t, c) })
}

func testAuthenticity(t *testing.T, c *casa) {
	export := c.export(exportacion.Options{})
	early := newCasa(t)
	early.found()
	acta := append([]byte("el acta\n"), c.filas[0].texto...)
	for _, test := range []struct {
		name string
		o    verificador.Options
		want string
	}{
		{"nothing given", verificador.Options{}, "íntegro por dentro; autenticidad no comprobada"},
		{"key", verificador.Options{Clave: []byte(c.vkey + "\n")}, "comprobada con la clave; sin comparar"},
		{"acta", verificador.Options{Clave: acta}, "comprobada con la clave; sin comparar"},
		{"checkpoint", verificador.Options{Desde: early.checkpoint()}, "continúa el checkpoint"},
		{"both", verificador.Options{Clave: acta, Desde: c.checkpoint()}, "comprobada con la clave y con el checkpoint"},
	} {
		t.Run(test.name, func(t *testing.T) {
			inf := verifyExport(t, export, test.o)
			if !inf.Integro || !strings.Contains(inf.Veredicto(), test.want) {
				t.Errorf("got %q, want %q\n%s", inf.Veredicto(), test.want, text(inf))
			}
		})
	}
}

func TestPartial(t *testing.T) {
	c := whole(t)
	for libro, demostrada := range map[string]bool{"anticipos-4": true, "admision": true, "control-ingresos": true, "actos": true, "jornadas": true} {
		t.Run(libro, func(t *testing.T) {
			inf := verifyExport(t, c.export(exportacion.Options{Establecimiento: "principal", Libro: libro}), verificador.Options{Clave: []byte(c.vkey)})
			if !inf.Integro || strings.HasPrefix(inf.Completitud, "demostrada: los ") != demostrada {
				t.Errorf("got %q\n%s", inf.Completitud, text(inf))
			}
		})
	}
}
