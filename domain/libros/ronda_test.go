package libros

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
)

func TestRonda(t *testing.T) {
	at := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	r := Ronda{Establecimiento: "principal", Jornada: "2026-11-30", Desde: at, Caduca: at.Add(DuracionRonda), Ultimo: at}
	for name, c := range map[string]struct {
		last, now time.Duration
		fin       time.Duration
		want      error
	}{
		"36.3/at once":              {0, 0, 0, nil},
		"36.3/three idle minutes":   {0, InactividadRonda, 0, nil},
		"36.3/one microsecond more": {0, InactividadRonda + time.Microsecond, 0, ErrRondaBloqueada},
		"36.3/last instant":         {DuracionRonda - time.Minute, DuracionRonda - time.Microsecond, 0, nil},
		"36.3/ninety minutes":       {DuracionRonda - time.Minute, DuracionRonda, 0, ErrRondaAcabada},
		"36.3/before it opened":     {0, -time.Microsecond, 0, ErrRondaAcabada},
		"36.3/ended":                {time.Minute, 2 * time.Minute, 2 * time.Minute, ErrRondaAcabada},
		"36.3/before it ended":      {time.Minute, 2*time.Minute - time.Microsecond, 2 * time.Minute, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := r
			r.Ultimo = at.Add(c.last)
			if c.fin > 0 {
				r.Fin = at.Add(c.fin)
			}
			if got := r.CheckUse(at.Add(c.now)); !errors.Is(got, c.want) || (got == nil) != (c.want == nil) {
				t.Errorf("CheckUse = %v, want %v", got, c.want)
			}
		})
	}
	for name, c := range map[string]struct {
		establecimiento string
		jornada         domain.Fecha
		huella          string
		want            error
	}{
		"36.3/its sheet":               {"principal", "2026-11-30", "ab", nil},
		"36.3/no digest":               {"principal", "2026-11-30", "", ErrSinHuella},
		"36.4/another establecimiento": {"apendice", "2026-11-30", "ab", ErrRondaMesas},
		"36.4/another jornada":         {"principal", "2026-11-29", "ab", ErrRondaMesas},
	} {
		t.Run(name, func(t *testing.T) {
			if got := r.CheckHoja(c.establecimiento, c.jornada, c.huella); !errors.Is(got, c.want) || (got == nil) != (c.want == nil) {
				t.Errorf("CheckHoja = %v, want %v", got, c.want)
			}
		})
	}
}

func TestEnRonda(t *testing.T) {
	for _, c := range []struct {
		acto  Acto
		cargo domain.Cargo
		want  bool
	}{
		{ActoCierre, domain.Director, true},
		{ActoCierre, domain.Cajero, true},
		{ActoCierre, domain.Crupier, false},
		{ActoApertura, domain.Director, true},
		{ActoApertura, domain.FuncionarioInspector, false},
		{ActoReposicion, domain.Director, true},
		{ActoExtraccion, domain.Director, true},
		{ActoDevolucion, domain.Director, false},
		{ActoCertificacion, domain.Director, false},
		{ActoRonda, domain.Cajero, false},
	} {
		if got := EnRonda(c.acto, c.cargo); got != c.want {
			t.Errorf("EnRonda(%s, %s) = %v, want %v", c.acto, c.cargo, got, c.want)
		}
	}
}
