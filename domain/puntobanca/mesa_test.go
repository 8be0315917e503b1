package puntobanca

import "testing"

func TestMesa(t *testing.T) {
	find := func(t *testing.T, f Formato) Mesa {
		t.Helper()
		m, err := FindMesa(f)
		check(t, err, nil, "")
		return m
	}
	t.Run("62.3/who may sit", func(t *testing.T) {
		check(t, find(t, Mini).CheckSentados(7), nil, "")
		check(t, find(t, Mini).CheckSentados(8), ErrSentados, "62.3")
		check(t, find(t, Midi).CheckSentados(9), nil, "")
		check(t, find(t, Midi).CheckSentados(10), ErrSentados, "62.3")
		check(t, find(t, Completa).CheckSentados(15), nil, "")
		_, err := FindMesa("maxi")
		check(t, err, ErrFormato, "62.3")
	})
	t.Run("63.1/who serves it", func(t *testing.T) {
		check(t, find(t, Completa).CheckCrupieres(2), nil, "")
		check(t, find(t, Completa).CheckCrupieres(1), ErrCrupieres, "63.1")
		for _, f := range []Formato{Mini, Midi} {
			check(t, find(t, f).CheckCrupieres(1), nil, "")
			check(t, find(t, f).CheckCrupieres(0), ErrCrupieres, "63.1")
		}
	})
	t.Run("64.4/who deals", func(t *testing.T) {
		check(t, find(t, Mini).CheckTalla(Crupier), nil, "")
		check(t, find(t, Mini).CheckTalla(1), ErrTalla, "64.4")
		check(t, find(t, Midi).CheckTalla(1), nil, "")
		check(t, find(t, Completa).CheckTalla(1), nil, "")
	})
}
