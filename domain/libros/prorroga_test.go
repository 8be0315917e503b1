package libros

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
)

func wall(t *testing.T, s string) time.Time {
	t.Helper()
	x, err := time.ParseInLocation("2006-01-02 15:04", s, domain.Madrid)
	if err != nil {
		t.Fatal(err)
	}
	return x.UTC()
}

func TestCheckProrroga(t *testing.T) {
	abre, previsto := wall(t, "2026-11-28 12:00"), wall(t, "2026-11-29 04:00")
	circulo := Prorroga{Juego: domain.PoquerCirculo, Hasta: wall(t, "2026-11-29 06:00"), Jugadores: 7, Motivo: "partida en curso"}
	for name, c := range map[string]struct {
		change func(*Prorroga)
		want   error
	}{
		"27.3/círculo with its players":        {func(*Prorroga) {}, nil},
		"27.3/no players":                      {func(p *Prorroga) { p.Jugadores = 0 }, ErrProrrogaJugadores},
		"27.3/no reason":                       {func(p *Prorroga) { p.Motivo = " " }, ErrProrrogaMotivo},
		"27.3/roulette as usual":               {func(p *Prorroga) { p.Juego = domain.RuletaAmericana }, ErrProrrogaJuego},
		"27.3/roulette as an exception":        {func(p *Prorroga) { p.Juego, p.Excepcional, p.Jugadores = domain.RuletaAmericana, true, 0 }, nil},
		"27.3/bacará":                          {func(p *Prorroga) { p.Juego = domain.BacaraChemin }, nil},
		"27.3/no later than the close":         {func(p *Prorroga) { p.Hasta = previsto }, ErrProrrogaCorta},
		"27.3/twenty hours":                    {func(p *Prorroga) { p.Hasta = wall(t, "2026-11-29 08:00") }, nil},
		"27.3/a minute more than twenty hours": {func(p *Prorroga) { p.Hasta = wall(t, "2026-11-29 08:01") }, ErrHorasSeguidas},
	} {
		t.Run(name, func(t *testing.T) {
			p := circulo
			c.change(&p)
			if got := CheckProrroga(p, abre, previsto); !errors.Is(got, c.want) || (got == nil) != (c.want == nil) {
				t.Errorf("CheckProrroga = %v, want %v", got, c.want)
			}
		})
	}
	t.Run("JOR-1/twenty hours on the night that repeats one", func(t *testing.T) {
		abre := wall(t, "2026-10-24 12:00")
		p := circulo
		p.Hasta = wall(t, "2026-10-25 07:00") // twenty hours have passed, the clock shows nineteen
		if err := CheckProrroga(p, abre, wall(t, "2026-10-25 02:30")); err != nil {
			t.Error(err)
		}
		p.Hasta = wall(t, "2026-10-25 07:01")
		if err := CheckProrroga(p, abre, wall(t, "2026-10-25 02:30")); !errors.Is(err, ErrHorasSeguidas) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("JOR-1/and on the one that skips one", func(t *testing.T) {
		abre := wall(t, "2026-03-28 12:00")
		p := circulo
		p.Hasta = wall(t, "2026-03-29 09:00")
		if err := CheckProrroga(p, abre, wall(t, "2026-03-29 05:00")); err != nil {
			t.Error(err)
		}
		p.Hasta = wall(t, "2026-03-29 09:01")
		if err := CheckProrroga(p, abre, wall(t, "2026-03-29 05:00")); !errors.Is(err, ErrHorasSeguidas) {
			t.Errorf("got %v", err)
		}
	})
}

func TestCheckSuspension(t *testing.T) {
	cierre := wall(t, "2026-11-29 05:00")
	for name, c := range map[string]struct {
		causa        CausaSuspension
		texto        string
		vacia, hecho string
		aviso, err   error
	}{
		"27.5/fuerza mayor":                          {FuerzaMayor, "incendio en la cocina", "", "2026-11-29 01:00", nil, nil},
		"27.5/fuerza mayor without saying which":     {FuerzaMayor, " ", "", "2026-11-29 01:00", nil, ErrCausa},
		"27.5/empty thirty minutes":                  {SalaVacia, "", "2026-11-29 03:30", "2026-11-29 04:00", nil, nil},
		"27.5/empty twenty-nine minutes":             {SalaVacia, "", "2026-11-29 03:31", "2026-11-29 04:00", ErrSalaVacia, nil},
		"27.5/empty since before the last two hours": {SalaVacia, "", "2026-11-29 02:00", "2026-11-29 03:30", nil, nil},
		"27.5/its minutes count within them":         {SalaVacia, "", "2026-11-29 02:00", "2026-11-29 03:29", ErrSalaVacia, nil},
		"27.5/empty without its hour":                {SalaVacia, "", "", "2026-11-29 04:00", nil, ErrCausa},
		"27.5/empty since later":                     {SalaVacia, "", "2026-11-29 04:01", "2026-11-29 04:00", nil, ErrCausa},
		"27.5/no cause":                              {"", "x", "", "2026-11-29 04:00", nil, ErrCausa},
	} {
		t.Run(name, func(t *testing.T) {
			var vacia time.Time
			if c.vacia != "" {
				vacia = wall(t, c.vacia)
			}
			aviso, err := CheckSuspension(c.causa, c.texto, vacia, wall(t, c.hecho), cierre)
			if !errors.Is(aviso, c.aviso) || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || (aviso == nil) != (c.aviso == nil) {
				t.Errorf("got %v, %v; want %v, %v", aviso, err, c.aviso, c.err)
			}
		})
	}
}

func TestAnunciosFinales(t *testing.T) {
	cierre := wall(t, "2026-11-29 05:00")
	for name, c := range map[string]struct {
		juego domain.Juego
		now   string
		want  int
	}{
		"29.5/ruleta":                       {domain.RuletaAmericana, "2026-11-29 04:45", 3},
		"29.5/ruleta too early":             {domain.RuletaAmericana, "2026-11-29 04:44", 0},
		"29.5/bola":                         {domain.Bola, "2026-11-29 04:50", 3},
		"29.5/dados":                        {domain.Dados, "2026-11-29 04:50", 3},
		"29.5/póquer":                       {domain.Trijoker, "2026-11-29 04:50", 3},
		"29.5/punto y banca":                {domain.PuntoBanca, "2026-11-29 04:50", 5},
		"51.3/black jack":                   {domain.BlackJack, "2026-11-29 04:50", 1},
		"29.5/treinta y cuarenta, cut 4:35": {domain.TreintaCuarenta, "2026-11-29 04:35", 1},
		"29.5/treinta y cuarenta, cut 4:29": {domain.TreintaCuarenta, "2026-11-29 04:29", 0},
		"29.5/after the hour":               {domain.Bola, "2026-11-29 05:00", 0},
		"29.5/póquer de círculo":            {domain.PoquerCirculo, "2026-11-29 04:50", 0},
	} {
		t.Run(name, func(t *testing.T) {
			a, ok := AnunciosFinales(c.juego, wall(t, c.now), cierre)
			if ok != (c.want > 0) || a.Numero != c.want {
				t.Errorf("got %+v, %v; want %d", a, ok, c.want)
			}
		})
	}
}
