package libros

import (
	"testing"

	"foliado/domain"
)

func TestOlvidada(t *testing.T) {
	t.Run("33.2/10 € that grew to 80 €", func(t *testing.T) {
		got, err := ApuestaOlvidada{Abandonada, 1_000, 8_000}.Check()
		if err != nil || got != 1_000 {
			t.Errorf("got %s, %v", got, err)
		}
	})
	for _, tt := range []struct {
		name  string
		a     ApuestaOlvidada
		want  error
		cites string
	}{
		{"33.1/of no kind", ApuestaOlvidada{"robada", 100, 0}, ErrClaseOlvidada, "33.1"},
		{"33.2/of nothing", ApuestaOlvidada{Olvidada, 0, 0}, ErrImporte, "33.2"},
		{"33.2/it grew to less", ApuestaOlvidada{Olvidada, 100, 99}, ErrImporte, "33.2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.a.Check()
			check(t, err, tt.want, tt.cites)
		})
	}
	whole := DevolucionOlvidada{5_000, "Inés Vidal", "calle Mayor 1", "imágenes de la mesa"}
	with := func(change func(*DevolucionOlvidada)) DevolucionOlvidada { d := whole; change(&d); return d }
	t.Run("33.3/to the céntimo", func(t *testing.T) {
		if err := whole.Check(5_000); err != nil {
			t.Error(err)
		}
		check(t, whole.Check(4_999), ErrExcedeOlvidada, "33.3")
	})
	for name, d := range map[string]DevolucionOlvidada{
		"no proof":   with(func(d *DevolucionOlvidada) { d.Pruebas = "" }),
		"no address": with(func(d *DevolucionOlvidada) { d.Domicilio = "" }),
		"no name":    with(func(d *DevolucionOlvidada) { d.Nombre = "" }),
	} {
		t.Run("33.3/"+name, func(t *testing.T) { check(t, d.Check(domain.Importe(5_000)), ErrSinPruebas, "33.3") })
	}
}
