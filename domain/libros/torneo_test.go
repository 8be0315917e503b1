package libros

import (
	"testing"

	"foliado/domain"
)

func TestTorneo(t *testing.T) {
	full := Torneo{Juego: domain.PoquerCirculo, Fecha: "2026-12-10", Bases: "hold'em, 40 plazas", Condiciones: "inscripción de 200 €", Presentada: "2026-12-10"}
	with := func(change func(*Torneo)) Torneo { x := full; change(&x); return x }
	tests := []struct {
		name string
		got  error
		want error
	}{
		{"1.5/póquer de círculo, authorised", full.Check(true), nil},
		{"1.5/not authorised", full.Check(false), ErrTorneo},
		{"1.5/roulette", with(func(x *Torneo) { x.Juego = domain.RuletaAmericana }).Check(true), ErrTorneo},
		{"1.5/TOR-1/mus is no game of the list", with(func(x *Torneo) { x.Juego = "mus" }).Check(true), ErrTorneo},
		{"1.5/declared with its bases and conditions", full.CheckDeclaracion(), nil},
		{"1.5/declared without bases", with(func(x *Torneo) { x.Bases = " " }).CheckDeclaracion(), ErrSinBases},
		{"1.5/declared without conditions", with(func(x *Torneo) { x.Condiciones = "" }).CheckDeclaracion(), ErrSinBases},
		{"1.5/declared once begun", with(func(x *Torneo) { x.Empezado = true }).CheckDeclaracion(), ErrTorneoEmpezado},
		{"1.5/begins on its day", full.CheckInicio("2026-12-10"), nil},
		{"1.5/begins the day before", with(func(x *Torneo) { x.Presentada = "2026-12-01" }).CheckInicio("2026-12-09"), ErrTorneoFecha},
		{"1.5/begins undeclared", with(func(x *Torneo) { x.Presentada = "" }).CheckInicio("2026-12-10"), ErrTorneoSinDecir},
		{"1.5/declared for the day after", with(func(x *Torneo) { x.Presentada = "2026-12-11" }).CheckInicio("2026-12-10"), ErrTorneoSinDecir},
		{"1.5/begins again", with(func(x *Torneo) { x.Empezado = true }).CheckInicio("2026-12-10"), ErrTorneoEmpezado},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cites := "1.5"
			if tt.want == nil {
				cites = ""
			}
			check(t, tt.got, tt.want, cites)
		})
	}
	t.Run("1.5/it warns from the beginning until it is declared", func(t *testing.T) {
		if _, warns := full.Aviso(); warns {
			t.Error("declared, it still warns")
		}
		if a, warns := with(func(x *Torneo) { x.Presentada = "" }).Aviso(); !warns || a.Articulo.Ref() != "1.5" {
			t.Errorf("got %+v, %v", a, warns)
		}
	})
}
