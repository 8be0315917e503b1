package libros

import (
	"errors"
	"testing"

	"foliado/domain/norma"
)

func TestHojaReclamacion(t *testing.T) {
	t.Parallel()
	whole := HojaReclamacion{Hoja: "MAD-0042", Hechos: "cree mal pagado un caballo", ContestarAntes: "2026-11-30", RemitirAntes: "2026-12-10"}
	for _, x := range []struct {
		name   string
		change func(*HojaReclamacion)
		want   error
	}{
		{"38.3/due the very day", func(*HojaReclamacion) {}, nil},
		{"38.3/no term", func(h *HojaReclamacion) { h.ContestarAntes, h.RemitirAntes = "", "" }, nil},
		{"38.3/no number", func(h *HojaReclamacion) { h.Hoja = "" }, ErrHojaReclamacion},
		{"38.3/nothing complained of", func(h *HojaReclamacion) { h.Hechos = "" }, ErrHojaReclamacion},
		{"38.3/due the day before", func(h *HojaReclamacion) { h.ContestarAntes = "2026-11-29" }, ErrTerminoReclamacion},
		{"38.3/sent the day before", func(h *HojaReclamacion) { h.RemitirAntes = "2026-11-29" }, ErrTerminoReclamacion},
		{"38.3/no day", func(h *HojaReclamacion) { h.RemitirAntes = "2026-13-01" }, ErrTerminoReclamacion},
	} {
		t.Run(x.name, func(t *testing.T) {
			h := whole
			x.change(&h)
			checkReclamacion(t, h.Check("2026-11-30"), x.want)
		})
	}
	t.Run("38.3/answered or sent, under a reference", func(t *testing.T) {
		checkReclamacion(t, CheckTramite(TramiteContestada, "carta 3"), nil)
		checkReclamacion(t, CheckTramite(TramiteRemitida, "REG-1"), nil)
		checkReclamacion(t, CheckTramite(TramiteRemitida, ""), ErrTramiteReclamacion)
		checkReclamacion(t, CheckTramite("archivada", "REG-1"), ErrTramiteReclamacion)
	})
}

func checkReclamacion(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); want != nil && a.Ref() != "38.3" {
		t.Errorf("got article %q, want 38.3", a.Ref())
	}
}
