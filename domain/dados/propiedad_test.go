package dados

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
)

// offers reports whether Options has the stake, and for what amounts.
func offers(m *Mesa, a Apuesta) (Opcion, bool) {
	os := m.Options()
	k := slices.IndexFunc(os, func(o Opcion) bool {
		return !o.Retirar && o.Suerte == a.Suerte && o.Numero == a.Numero && o.Base == a.Base
	})
	if k < 0 {
		return Opcion{}, false
	}
	return os[k], true
}

// drawApuesta draws a stake that may be anything.
func drawApuesta(t *rapid.T, id string, ids []string) Apuesta {
	a := Apuesta{ID: id, Suerte: rapid.SampledFrom(append(Suertes(), "buy")).Draw(t, "suerte"), Importe: domain.Importe(rapid.IntRange(0, 60_000).Draw(t, "importe"))}
	if a.Suerte.Numeros() != nil || rapid.IntRange(0, 9).Draw(t, "stray") == 0 {
		a.Numero = rapid.IntRange(0, 12).Draw(t, "numero")
	}
	if a.Suerte == Asociada {
		a.Base = rapid.SampledFrom(ids).Draw(t, "base")
	}
	return a
}

// TestTable plays tables at random: a stake is laid when Options has it within its limits
// and not otherwise, taken back likewise, and no céntimo appears or vanishes.
func TestTable(t *testing.T) {
	t.Run("151.2/152/options, and money conserved", func(t *testing.T) {
		l, err := NewLimites(500, 100)
		check(t, err, nil, "")
		rapid.Check(t, func(rt *rapid.T) {
			r := Reglas{Juego7: PagoJuego7(rapid.IntRange(0, 2).Draw(rt, "juego7"))}
			if rapid.Bool().Draw(rt, "limits") {
				r.Limites = &l
			}
			m := tabla(t, r)
			ids := []string{"none"}
			var staked, back, lost domain.Importe
			for k := range rapid.IntRange(1, 30).Draw(rt, "steps") {
				switch rapid.IntRange(0, 4).Draw(rt, "step") {
				case 0, 1:
					a := drawApuesta(rt, strconv.Itoa(k), ids)
					o, ok := offers(m, a)
					ok = ok && a.Importe >= o.Minimo && (o.Maximo == 0 || a.Importe <= o.Maximo)
					if err := m.Lay(a); (err == nil) != ok {
						rt.Fatalf("%+v: %v, option %+v", a, err, o)
					} else if err == nil {
						ids, staked = append(ids, a.ID), staked+a.Importe
					}
				case 2:
					id := rapid.SampledFrom(ids).Draw(rt, "id")
					ok := slices.ContainsFunc(m.Options(), func(o Opcion) bool { return o.Retirar && o.ID == id })
					lq, err := m.Withdraw(id)
					if (err == nil) != ok {
						rt.Fatalf("%s back: %v", id, err)
					}
					back += lq.Devuelto
				default:
					lance, err := m.Throw(Tirada{Dados: Dados{rapid.IntRange(1, 6).Draw(rt, "a"), rapid.IntRange(1, 6).Draw(rt, "b")}})
					if err != nil {
						rt.Fatal(err)
					}
					checkLance(rt, m, lance)
					back, lost = back+lance.Devuelto, lost+lance.Perdido
				}
				var pending domain.Importe
				for _, p := range m.Posturas() {
					pending += p.Importe
				}
				if staked != back+lost+pending || pending != m.apostado {
					rt.Fatalf("staked %d, back %d, lost %d, pending %d", staked, back, lost, pending)
				}
			}
		})
	})
}

// checkLance wants each stake in one state, with its provision, and the sums to be right.
func checkLance(t *rapid.T, m *Mesa, lance Lance) {
	var ganado domain.Fraccion
	var pendiente domain.Importe
	for _, l := range lance.Liquidaciones {
		ganado, pendiente = ganado.Add(l.Ganado), pendiente+l.Pendiente
		won := l.Ganado.Cmp(domain.Fraccion{}) > 0
		if won != (l.Resultado == Gana) || won != (l.Devuelto > 0) || l.Articulo.IsZero() || (l.Perdido > 0) != (l.Resultado == Pierde) {
			t.Fatalf("%+v", l)
		}
		if (m.find(l.ID) != nil) != (l.Pendiente > 0) {
			t.Fatalf("%+v on the table", l)
		}
	}
	if !ganado.Equal(lance.Ganado) || pendiente != lance.Pendiente || lance.PuntoDespues != m.Punto() {
		t.Fatalf("%+v", lance)
	}
}

// FuzzMesa plays bytes on a table: nothing may panic.
func FuzzMesa(f *testing.F) {
	f.Add([]byte("\x00\x00\x10\x80\x09\x21\x00\x10"))
	f.Add([]byte{0, 0, 16, 200, 8, 13, 1, 16, 200, 8, 200, 12})
	f.Fuzz(func(t *testing.T, plays []byte) {
		m := tabla(t, Reglas{})
		suertes := append(Suertes(), "")
		for k := 0; k+3 < len(plays); k += 4 {
			p := plays[k : k+4]
			id := strconv.Itoa(k)
			switch {
			case p[0] < 128:
				m.Lay(Apuesta{ID: id, Suerte: suertes[int(p[0])%len(suertes)], Numero: int(p[1]), Base: strconv.Itoa(4 * int(p[2])), Importe: domain.Importe(p[3]) << 40})
			case p[0] < 150:
				m.Withdraw(strconv.Itoa(4 * int(p[1])))
			default:
				lance, err := m.Throw(Tirada{Dados: Dados{int(p[1]) % 8, int(p[2]) % 8}})
				if err == nil && lance.Pendiente != m.apostado {
					t.Fatalf("%+v with %d on the table", lance, m.apostado)
				}
			}
			m.Options()
		}
	})
}
