package acceso

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

// at reads an instant with its offset.
func at(t testing.TB, s string) time.Time {
	t.Helper()
	i, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t.Fatal(err)
	}
	return i.UTC()
}

// visitor is somebody who may come in: of age, on no list, a fresh list at hand.
func visitor(t testing.TB) Hechos {
	now := at(t, "2026-11-30T21:00:00+01:00")
	return Hechos{Nacimiento: "1980-05-17", Instante: now, Lista: Lista{Fecha: now.Add(-time.Hour)}}
}

func causas(d Decision) []Causa {
	var c []Causa
	for _, f := range d.Fundamentos {
		c = append(c, f.Causa)
	}
	return c
}

func TestDecide(t *testing.T) {
	past, today, tomorrow := Interdiccion{"2026-11-29"}, Interdiccion{"2026-11-30"}, Interdiccion{"2026-12-01"}
	endless := Interdiccion{}
	tests := []struct {
		name     string
		change   func(*Hechos)
		want     Veredicto
		articulo string // of the first ground
		causas   []Causa
	}{
		{"23.1/nothing against", func(*Hechos) {}, PuedeEntrar, "", nil},
		{"Ley6 24.1/eighteen today", func(h *Hechos) { h.Nacimiento = "2008-11-30" }, PuedeEntrar, "", nil},
		{"Ley6 24.1/eighteen tomorrow", func(h *Hechos) { h.Nacimiento = "2008-12-01" },
			NoPuedeEntrar, "art. 24.1 de la Ley 6/2001", []Causa{CausaMenor}},
		{"Ley6 24.1/a minor without any list", func(h *Hechos) { h.Nacimiento, h.Lista = "2010-01-01", Lista{} },
			NoPuedeEntrar, "art. 24.1 de la Ley 6/2001", []Causa{CausaMenor, CausaSinLista}},
		{"Ley6 24.2/barred without end", func(h *Hechos) { h.Interdicciones = []Interdiccion{endless} },
			NoPuedeEntrar, "art. 24.2 de la Ley 6/2001", []Causa{CausaInterdicto}},
		{"Ley6 24.2/barred through today", func(h *Hechos) { h.Interdicciones = []Interdiccion{past, today} },
			NoPuedeEntrar, "art. 24.2 de la Ley 6/2001", []Causa{CausaInterdicto}},
		{"Ley6 24.2/barred through tomorrow", func(h *Hechos) { h.Interdicciones = []Interdiccion{tomorrow} },
			NoPuedeEntrar, "art. 24.2 de la Ley 6/2001", []Causa{CausaInterdicto}},
		{"Ley6 24.2/barred through yesterday", func(h *Hechos) { h.Interdicciones = []Interdiccion{past} },
			PuedeEntrar, "", nil},
		{"Ley6 24.2/barred in an old list", func(h *Hechos) {
			h.Interdicciones, h.Lista = []Interdiccion{endless}, Lista{h.Instante.AddDate(0, -1, 0)}
		}, NoPuedeEntrar, "art. 24.2 de la Ley 6/2001", []Causa{CausaInterdicto, CausaListaCaducada}},
		{"18.1.b/staff", func(h *Hechos) { h.Relacion = Empleado }, NoPuedeEntrar, "art. 18.1.b", []Causa{CausaEmpleado}},
		{"15.a/the director", func(h *Hechos) { h.Relacion = Direccion }, NoPuedeEntrar, "art. 15.a", []Causa{CausaDireccion}},
		{"20.2/no list", func(h *Hechos) { h.Lista = Lista{} }, SinComprobar, "art. 20.2", []Causa{CausaSinLista}},
		{"20.2/24 hours old", func(h *Hechos) { h.Lista.Fecha = h.Instante.Add(-24 * time.Hour) },
			SinComprobar, "art. 20.2", []Causa{CausaListaCaducada}},
		{"20.2/a microsecond younger", func(h *Hechos) { h.Lista.Fecha = h.Instante.Add(-24*time.Hour + time.Microsecond) },
			PuedeEntrar, "", nil},
		{"20.2/a list of the future", func(h *Hechos) { h.Lista.Fecha = h.Instante.Add(time.Minute + time.Microsecond) },
			SinComprobar, "art. 20.2", []Causa{CausaListaCaducada}},
		{"20.2/a clock a minute ahead", func(h *Hechos) { h.Lista.Fecha = h.Instante.Add(time.Minute) },
			PuedeEntrar, "", nil},
		{"21.1/candidate", func(h *Hechos) { h.Candidatos = []Interdiccion{endless} },
			Consultar, "art. 21.1", []Causa{CausaCandidato}},
		{"21.1/candidate whose ban ended", func(h *Hechos) { h.Candidatos = []Interdiccion{past} }, PuedeEntrar, "", nil},
		{"21.1/candidate ruled out by a person", func(h *Hechos) {
			h.Candidatos, h.CandidatosDescartados = []Interdiccion{endless}, true
		}, PuedeEntrar, "", nil},
		{"21.1/ruling out a candidate leaves a positive", func(h *Hechos) {
			h.Interdicciones, h.CandidatosDescartados = []Interdiccion{endless}, true
		}, NoPuedeEntrar, "art. 24.2 de la Ley 6/2001", []Causa{CausaInterdicto}},
		{"21.1/candidate in an old list", func(h *Hechos) {
			h.Candidatos, h.Lista.Fecha = []Interdiccion{endless}, h.Instante.Add(-25*time.Hour)
		}, SinComprobar, "art. 20.2", []Causa{CausaListaCaducada, CausaCandidato}},
		{"21.1/everything at once", func(h *Hechos) {
			*h = Hechos{Nacimiento: "2010-01-01", Instante: h.Instante, Interdicciones: []Interdiccion{endless}, Candidatos: []Interdiccion{endless}, Relacion: Empleado}
		}, NoPuedeEntrar, "art. 24.1 de la Ley 6/2001",
			[]Causa{CausaMenor, CausaInterdicto, CausaEmpleado, CausaSinLista, CausaCandidato}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := visitor(t)
			tt.change(&h)
			d, err := Decide(h, Parametros{})
			if err != nil {
				t.Fatal(err)
			}
			if d.Veredicto != tt.want || d.Articulo().String() != tt.articulo {
				t.Errorf("Decide = %s (%s), want %s (%s)", d.Veredicto, d.Articulo(), tt.want, tt.articulo)
			}
			if diff := cmp.Diff(tt.causas, causas(d)); diff != "" {
				t.Errorf("grounds (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDecideListParameter: a house may choose another age for its list.
func TestDecideListParameter(t *testing.T) {
	for age, want := range map[time.Duration]Veredicto{
		6*time.Hour - time.Microsecond: PuedeEntrar, 6 * time.Hour: SinComprobar,
	} {
		t.Run(fmt.Sprintf("ADM-2/%s", age), func(t *testing.T) {
			h := visitor(t)
			h.Lista.Fecha = h.Instante.Add(-age)
			d, err := Decide(h, Parametros{ListaMaxima: 6 * time.Hour})
			if d.Veredicto != want || err != nil {
				t.Errorf("Decide = %s, %v, want %s", d.Veredicto, err, want)
			}
		})
	}
}

// TestDecideNeverLenient: whatever the facts, one more thing against a visitor never
// makes the verdict milder.
func TestDecideNeverLenient(t *testing.T) {
	severity := map[Veredicto]int{PuedeEntrar: 0, Consultar: 1, SinComprobar: 2, NoPuedeEntrar: 3}
	against := []func(*Hechos){
		func(h *Hechos) { h.Nacimiento = "2015-01-01" },
		func(h *Hechos) { h.Interdicciones = []Interdiccion{{}} },
		func(h *Hechos) { h.Candidatos = []Interdiccion{{}} },
		func(h *Hechos) { h.Relacion = Empleado },
		func(h *Hechos) { h.Relacion = Direccion },
		func(h *Hechos) { h.Lista = Lista{} },
		func(h *Hechos) { h.Lista = Lista{h.Instante.Add(-48 * time.Hour)} },
	}
	rapid.Check(t, func(rt *rapid.T) {
		h := visitor(t)
		before := PuedeEntrar
		for _, k := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}).Draw(rt, "order") {
			against[k](&h)
			d, err := Decide(h, Parametros{})
			if err != nil || severity[d.Veredicto] < severity[before] {
				rt.Fatalf("after fact %d the verdict goes from %s to %s (%v)", k, before, d.Veredicto, err)
			}
			before = d.Veredicto
		}
	})
}

func TestRelacionDe(t *testing.T) {
	for _, c := range domain.Cargos {
		want, name := Empleado, "18.1.b/"
		switch c {
		case domain.Director, domain.Subdirector:
			want, name = Direccion, "15.a/"
		case domain.FuncionarioInspector:
			want, name = Ajeno, "24.1/"
		}
		t.Run(name+string(c), func(t *testing.T) {
			if got := RelacionDe(c); got != want {
				t.Errorf("RelacionDe(%s) = %q, want %q", c, got, want)
			}
		})
	}
	if got := RelacionDe(""); got != Ajeno {
		t.Errorf("RelacionDe of nobody = %q", got)
	}
}

// TestFor: the desk learns that somebody may not enter, and nothing of why.
func TestFor(t *testing.T) {
	decide := func(change func(*Hechos)) Decision {
		h := visitor(t)
		change(&h)
		d, err := Decide(h, Parametros{})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	barred := decide(func(h *Hechos) { h.Interdicciones = []Interdiccion{{}} })
	candidate := decide(func(h *Hechos) { h.Candidatos = []Interdiccion{{}} })
	unlisted := decide(func(h *Hechos) { h.Lista, h.Candidatos = Lista{}, []Interdiccion{{}} })
	for _, c := range []domain.Cargo{domain.JefeAdmision, domain.Director, domain.Subdirector, domain.FuncionarioInspector} {
		t.Run("ADM-10/"+string(c), func(t *testing.T) {
			if got := barred.For(c); got.Articulo() != ley6("24.2") || got.Fundamentos[0].Causa != CausaInterdicto {
				t.Errorf("%s is told %+v", c, got)
			}
		})
	}
	for _, c := range []domain.Cargo{domain.Admision, domain.Cajero, domain.Sistema, ""} {
		t.Run("21/ADM-10/"+string(c), func(t *testing.T) {
			want := Decision{NoPuedeEntrar, []Fundamento{{"", art("21"), "ADM-10"}}}
			if got := barred.For(c); got.Articulo() != want.Articulo() || got.Fundamentos[0] != want.Fundamentos[0] || len(got.Fundamentos) != 1 {
				t.Errorf("of a barred person %q is told %+v, want %+v", c, got, want)
			}
			if got := candidate.For(c); got.Veredicto != Consultar || len(got.Fundamentos) != 0 || !got.Articulo().IsZero() {
				t.Errorf("of a candidate %q is told %+v", c, got)
			}
			if got := unlisted.For(c); got.Veredicto != SinComprobar || len(got.Fundamentos) != 0 || !got.Articulo().IsZero() {
				t.Errorf("without a list %q is told %+v", c, got)
			}
		})
	}
}

// TestEdadCasos runs the faults about ages seen in similar software.
func TestEdadCasos(t *testing.T) {
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	type admit struct {
		Admit []bool `json:"admit"`
	}
	for line := range bytes.Lines(raw) {
		var c struct {
			ID    string `json:"id"`
			Input struct {
				Birth    domain.Fecha `json:"birth"`
				Attempts []string     `json:"attempts"`
			} `json:"input"`
			Expected struct {
				admit
				Default    *admit `json:"default"`
				VeintiOcho *admit `json:"parameter_28_february"`
			} `json:"expected"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		readings := map[Bisiesto]*admit{UnoDeMarzo: &c.Expected.admit}
		if c.Expected.Default != nil {
			readings = map[Bisiesto]*admit{"": c.Expected.Default, UnoDeMarzo: c.Expected.Default, VeintiochoDeFebrero: c.Expected.VeintiOcho}
		}
		for b, want := range readings {
			t.Run("Ley6 24.1/21.1/"+c.ID+"/"+string(b), func(t *testing.T) {
				for k, attempt := range c.Input.Attempts {
					now := at(t, attempt)
					d, err := Decide(Hechos{Nacimiento: c.Input.Birth, Instante: now, Lista: Lista{now}}, Parametros{Bisiesto: b})
					if err != nil {
						t.Fatal(err)
					}
					if got := d.Veredicto == PuedeEntrar; got != want.Admit[k] {
						t.Errorf("at %s admitted %v, want %v", attempt, got, want.Admit[k])
					}
				}
			})
		}
	}
}

func TestEdad(t *testing.T) {
	tests := []struct {
		name            string
		nacimiento, hoy domain.Fecha
		b               Bisiesto
		want            int
		bad             bool
	}{
		{"day of birth", "2026-11-30", "2026-11-30", "", 0, false},
		{"born tomorrow", "2026-12-01", "2026-11-30", "", 0, true},
		{"130 years", "1896-11-30", "2026-11-30", "", 130, false},
		{"the day before 131", "1895-12-01", "2026-11-30", "", 130, false},
		{"131 years", "1895-11-30", "2026-11-30", "", 0, true},
		{"no date", "1980-02-30", "2026-11-30", "", 0, true},
		{"empty", "", "2026-11-30", "", 0, true},
		{"no today", "1980-05-17", "", "", 0, true},
		{"29 February in a leap year", "2004-02-29", "2024-02-29", "", 20, false},
		{"29 February, 28 February of a common year", "2008-02-29", "2026-02-28", "", 17, false},
		{"29 February, 1 March of a common year", "2008-02-29", "2026-03-01", "", 18, false},
		{"the other reading, 27 February", "2008-02-29", "2026-02-27", VeintiochoDeFebrero, 17, false},
		{"the other reading, 28 February", "2008-02-29", "2026-02-28", VeintiochoDeFebrero, 18, false},
		{"the other reading in a leap year", "2004-02-29", "2024-02-28", VeintiochoDeFebrero, 19, false},
		{"the other reading, born on 28 February", "2008-02-28", "2026-02-27", VeintiochoDeFebrero, 17, false},
		{"1900 was no leap year", "1896-02-29", "1900-02-28", "", 3, false},
	}
	for _, tt := range tests {
		t.Run("21.1/ADM-6/"+tt.name, func(t *testing.T) {
			got, err := Edad(tt.nacimiento, tt.hoy, tt.b)
			if got != tt.want || (err != nil) != tt.bad {
				t.Errorf("Edad(%s, %s) = %d, %v, want %d, error %v", tt.nacimiento, tt.hoy, got, err, tt.want, tt.bad)
			}
			if a, _ := norma.Cited(err); tt.bad && (!errors.Is(err, ErrNacimiento) || a.Ref() != "21.1") {
				t.Errorf("error = %v, want ErrNacimiento on 21.1", err)
			}
		})
	}
}

func TestDecideImpossibleBirth(t *testing.T) {
	h := visitor(t)
	h.Nacimiento = "2026-12-01"
	if d, err := Decide(h, Parametros{}); !errors.Is(err, ErrNacimiento) || d.Veredicto != "" {
		t.Errorf("Decide = %+v, %v, want ErrNacimiento", d, err)
	}
}

func TestAlarmas(t *testing.T) {
	doors := at(t, "2026-11-30T16:00:00+01:00")
	tests := []struct {
		name string
		age  time.Duration // of the list when the doors open
		want []string
	}{
		{"fresh at the opening", time.Hour, []string{"2026-12-01T11:00:00+01:00"}},
		{"expires at the opening", 24 * time.Hour, []string{"2026-11-30T12:00:00+01:00", "2026-11-30T12:00:00+01:00"}},
		{"expires before it", 30 * time.Hour, []string{"2026-11-30T06:00:00+01:00", "2026-11-30T12:00:00+01:00"}},
	}
	for _, tt := range tests {
		t.Run("ADM-2/"+tt.name, func(t *testing.T) {
			l := Lista{Fecha: doors.Add(-tt.age)}
			got := l.Alarmas(doors, Parametros{})
			var want []time.Time
			for _, s := range tt.want {
				want = append(want, at(t, s))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Alarmas (-want +got):\n%s", diff)
			}
			if l.Alarma(want[0].Add(-time.Microsecond), doors, Parametros{}) || !l.Alarma(want[0], doors, Parametros{}) {
				t.Errorf("the alarm is not due just from %v", want[0])
			}
		})
	}
	t.Run("ADM-2/no list", func(t *testing.T) {
		if got := (Lista{}).Alarmas(doors, Parametros{}); len(got) != 1 || !got[0].Equal(doors.Add(-4*time.Hour)) {
			t.Errorf("Alarmas without a list = %v", got)
		}
		if (Lista{}).Alarma(doors.Add(-4*time.Hour-1), doors, Parametros{}) || !(Lista{}).Alarma(doors, doors, Parametros{}) {
			t.Error("the alarm is not due just from four hours before the doors open")
		}
	})
}

func TestCheckComprobacion(t *testing.T) {
	made := at(t, "2026-10-25T02:50:00+02:00") // and the hour repeats ten minutes later
	for age, good := range map[time.Duration]bool{
		0: true, 15 * time.Minute: true, 15*time.Minute + time.Microsecond: false,
		-time.Minute: true, -time.Minute - time.Microsecond: false,
	} {
		t.Run("21.1/"+age.String(), func(t *testing.T) {
			err := CheckComprobacion(made, made.Add(age))
			if (err == nil) != good || (err != nil && !errors.Is(err, ErrComprobacion)) {
				t.Errorf("CheckComprobacion after %s = %v, want good %v", age, err, good)
			}
		})
	}
}
