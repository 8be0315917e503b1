package firma

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/registers/diario"
)

func TestParsePlaza(t *testing.T) {
	for s, want := range map[string]Plaza{
		"director clave":                         {1, QuienDirector, []diario.Modo{diario.ModoClave}},
		"funcionario_inspector clave,manuscrita": {1, QuienFuncionario, []diario.Modo{diario.ModoClave, diario.ModoManuscrita}},
		"segundo manuscrita,se_niega":            {1, QuienSegundo, []diario.Modo{diario.ModoManuscrita, diario.ModoSeNiega}},
	} {
		got, err := ParsePlaza(1, s)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%q: %v %s", s, err, cmp.Diff(got, want))
		}
	}
	for _, bad := range []string{"", "director", "director ", "rey clave", "director clave,clave", "director manuscrita,clave",
		"director  clave", "director clave ", "director clave,"} {
		if p, err := ParsePlaza(1, bad); !errors.Is(err, ErrPlaza) {
			t.Errorf("%q was read as %v, %v", bad, p, err)
		}
	}
	if _, err := ParsePlaza(0, "director clave"); !errors.Is(err, ErrPlaza) {
		t.Errorf("slot 0: got %v, want ErrPlaza", err)
	}
}

func TestPlazaDefaultsToClave(t *testing.T) {
	p := Plaza{Num: 2, Quien: QuienCajero}
	if got, want := p.String(), "cajero clave"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !p.Accepts(diario.ModoClave) || p.Accepts(diario.ModoManuscrita) || p.Accepts(diario.ModoSeNiega) {
		t.Error("a slot without modes accepts the key and nothing else")
	}
}

func TestPlazaRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := &diario.Asiento{Datos: []diario.Dato{{Nombre: "acto", Valor: "principal-1"}, {Nombre: "mesa", Valor: "1"}}}
		var want []Plaza
		for k := range rapid.IntRange(1, 12).Draw(t, "slots") {
			p := Plaza{Num: k + 1, Quien: rapid.SampledFrom(quienes).Draw(t, "quien")}
			for _, m := range modos {
				if rapid.Bool().Draw(t, string(m)) {
					p.Modos = append(p.Modos, m)
				}
			}
			if p.Modos == nil {
				p.Modos = []diario.Modo{diario.ModoClave}
			}
			want = append(want, p)
		}
		for _, k := range rapid.Permutation(indexes(want)).Draw(t, "order") {
			a.Datos = append(a.Datos, want[k].Dato())
		}
		got, err := Plazas(a)
		if err != nil || !cmp.Equal(got, want) {
			t.Fatalf("%v %s", err, cmp.Diff(got, want))
		}
	})
}

func indexes[T any](s []T) []int {
	var out []int
	for k := range s {
		out = append(out, k)
	}
	return out
}

func TestPlazasRefuses(t *testing.T) {
	for name, datos := range map[string][]diario.Dato{
		"gap":          {{Nombre: "acto.plaza.1", Valor: "director clave"}, {Nombre: "acto.plaza.3", Valor: "cajero clave"}},
		"from zero":    {{Nombre: "acto.plaza.0", Valor: "director clave"}},
		"leading zero": {{Nombre: "acto.plaza.01", Valor: "director clave"}},
		"no number":    {{Nombre: "acto.plaza.x", Valor: "director clave"}},
		"bad value":    {{Nombre: "acto.plaza.1", Valor: "director"}},
	} {
		t.Run(name, func(t *testing.T) {
			if ps, err := Plazas(&diario.Asiento{Datos: datos}); !errors.Is(err, ErrPlaza) {
				t.Errorf("got %v, %v, want ErrPlaza", ps, err)
			}
		})
	}
}
