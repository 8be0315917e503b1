package acceso

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

func TestCheckMedida(t *testing.T) {
	for _, tt := range []struct {
		name   string
		causa  Causa
		motivo string
		err    error
		art    string
	}{
		{"21.2/violent", CausaViolencia, "golpeó a otro cliente", nil, ""},
		{"21.2/no ground", "", "algo", ErrCausa, "21.2"},
		{"21.2/studies the wheel", "estudia_la_ruleta", "anota los números", ErrCausa, "21.2"},
		{"21.2/a ground of the list is not of the house", CausaInterdicto, "x", ErrCausa, "21.2"},
		{"21.2/nothing written", CausaMolestias, "  ", ErrMotivoCausa, "21.2"},
		{"21.3/symbols have a ground of their own", CausaSimbolos, "esvástica en la chaqueta", nil, ""},
		{"21.3/nothing written", CausaSimbolos, "", ErrMotivoCausa, "21.3"},
		{"21.5/dress", CausaVestimenta, "pantalón de baño", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckMedida(tt.causa, tt.motivo)
			if a, _ := norma.Cited(err); !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) || a.Ref() != tt.art {
				t.Errorf("got %v citing %q, want %v, %q", err, a.Ref(), tt.err, tt.art)
			}
		})
	}
	for _, c := range Medidas() {
		if c.Nombre() == "" {
			t.Errorf("%s has no name", c)
		}
	}
	for _, f := range fundamentos {
		if f.Causa.Nombre() == "" {
			t.Errorf("%s has no name", f.Causa)
		}
	}
}

func TestCheckProhibicion(t *testing.T) {
	for _, tt := range []struct {
		name  string
		causa Causa
		hasta domain.Fecha
		err   error
		art   string
	}{
		{"21.2/until today", CausaViolencia, "2026-11-30", nil, ""},
		{"21.2/until yesterday", CausaViolencia, "2026-11-29", ErrFin, "21.2"},
		{"21.2/without end", CausaViolencia, "", ErrFin, "21.2"},
		{"21.3/for a year", CausaSimbolos, "2027-11-30", nil, ""},
		{"21.5/clothes", CausaVestimenta, "2027-11-30", ErrVestimenta, "21.5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckProhibicion(tt.causa, "consta", tt.hasta, "2026-11-30")
			if a, _ := norma.Cited(err); !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) || a.Ref() != tt.art {
				t.Errorf("got %v citing %q, want %v, %q", err, a.Ref(), tt.err, tt.art)
			}
		})
	}
}

func TestCheckCorte(t *testing.T) {
	fin := at(t, "2026-12-01T05:00:00+01:00")
	for _, tt := range []struct {
		name string
		left time.Duration
		good bool
	}{
		{"21.4/an hour and a minute", time.Hour + time.Minute, false},
		{"21.4/an hour", time.Hour, false},
		{"21.4/a microsecond less", time.Hour - time.Microsecond, true},
		{"21.4/the end", 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := CheckCorte(fin.Add(-tt.left), fin); (err == nil) != tt.good || err != nil && !errors.Is(err, ErrCorte) {
				t.Errorf("got %v, want good %v", err, tt.good)
			}
		})
	}
}

func TestDecideMedidas(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Hechos)
		want   Veredicto
		art    string
	}{
		{"21.2/ban through today", func(h *Hechos) { h.Prohibiciones = []Prohibicion{{CausaViolencia, "2026-11-30"}} }, NoPuedeEntrar, "21.2"},
		{"21.2/ban through yesterday", func(h *Hechos) { h.Prohibiciones = []Prohibicion{{CausaViolencia, "2026-11-29"}} }, PuedeEntrar, ""},
		{"21.3/ban for symbols", func(h *Hechos) { h.Prohibiciones = []Prohibicion{{CausaSimbolos, "2026-12-30"}} }, NoPuedeEntrar, "21.3"},
		{"21.4/entry closed", func(h *Hechos) { h.UltimaHora = true }, NoPuedeEntrar, "21.4"},
		{"21.2/a ban goes before a candidate", func(h *Hechos) {
			h.Prohibiciones, h.Candidatos = []Prohibicion{{CausaMolestias, "2026-12-30"}}, []Interdiccion{{}}
		}, NoPuedeEntrar, "21.2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := visitor(t)
			tt.change(&h)
			d, err := Decide(h, Parametros{})
			if err != nil || d.Veredicto != tt.want || d.Articulo().Ref() != tt.art {
				t.Errorf("got %+v, %v", d, err)
			}
			if got := d.For(domain.Admision); tt.want == NoPuedeEntrar && (got.Articulo().Ref() != "21" || got.Fundamentos[0].Causa != "") {
				t.Errorf("the desk is told %+v", got)
			}
		})
	}
}
