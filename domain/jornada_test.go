package domain

import (
	"errors"
	"testing"
	"time"
)

func TestParseFecha(t *testing.T) {
	for _, s := range []string{"2026-11-30", "2024-02-29", "1900-01-01"} {
		if got, err := ParseFecha(s); string(got) != s || err != nil {
			t.Errorf("ParseFecha(%q) = %q, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "2026-02-29", "2026-13-01", "30/11/2026", "2026-1-1", "2026-11-30 ", "2026-11-30T00:00:00Z"} {
		if got, err := ParseFecha(s); err == nil {
			t.Errorf("ParseFecha(%q) = %q, want an error", s, got)
		}
	}
}

func TestFechaDe(t *testing.T) {
	tests := []struct{ instant, want string }{
		{"2026-06-30T21:59:59Z", "2026-06-30"}, // summer: midnight in Madrid is 22:00 UTC
		{"2026-06-30T22:00:00Z", "2026-07-01"},
		{"2026-12-31T22:59:59Z", "2026-12-31"},
		{"2026-12-31T23:00:00Z", "2027-01-01"},
	}
	for _, tt := range tests {
		at, err := time.Parse(time.RFC3339, tt.instant)
		if err != nil {
			t.Fatal(err)
		}
		if got := FechaDe(at); string(got) != tt.want {
			t.Errorf("FechaDe(%s) = %s, want %s", tt.instant, got, tt.want)
		}
	}
}

func TestFechaTime(t *testing.T) {
	f := Fecha("2026-06-05")
	if got, want := f.Time().UTC(), time.Date(2026, 6, 4, 22, 0, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("Time() = %v, want %v", got, want)
	}
	if got := FechaDe(f.Time()); got != f {
		t.Errorf("FechaDe(Time()) = %s, want %s", got, f)
	}
	if got, want := f.Larga(), "05/06/2026"; got != want {
		t.Errorf("Larga() = %q, want %q", got, want)
	}
}

func TestFaseAdvance(t *testing.T) {
	all := append([]Fase{"", "otra"}, Fases...)
	for _, from := range all {
		for _, to := range all {
			err := from.Advance(to)
			want := from.Orden() >= 0 && to.Orden() == from.Orden()+1
			if (err == nil) != want || (err != nil && !errors.Is(err, ErrFase)) {
				t.Errorf("%q.Advance(%q) = %v, want allowed %v", from, to, err, want)
			}
		}
	}
	if err := Fase("otra").Advance(FasePreparacion); err == nil {
		t.Error("an unknown phase advances to preparacion")
	}
}

func TestJornadaJOR0(t *testing.T) {
	tests := []struct {
		fase               Fase
		publico, recuentos bool
	}{
		{"", false, false},
		{FasePreparacion, false, true},
		{FaseAbierta, true, true},
		{FaseFinJuegos, false, true},
		{FaseRecuentos, false, true},
		{FaseCerrada, false, false},
		{FaseCertificada, false, false},
	}
	for _, tt := range tests {
		t.Run("JOR-0/"+string(tt.fase), func(t *testing.T) {
			j := Jornada{Establecimiento: "principal", Fecha: "2026-11-30", Fase: tt.fase}
			if got := j.AdmitePublico(); got != tt.publico {
				t.Errorf("AdmitePublico() = %v, want %v", got, tt.publico)
			}
			if got := j.AdmiteRecuentos(); got != tt.recuentos {
				t.Errorf("AdmiteRecuentos() = %v, want %v", got, tt.recuentos)
			}
		})
	}
	if got, want := (Jornada{Fecha: "2026-11-30"}).ID(), "2026-11-30"; got != want {
		t.Errorf("ID() = %q, want %q", got, want)
	}
}

func TestJuego(t *testing.T) {
	circulo := map[Juego]bool{BacaraChemin: true, BacaraDosPanos: true, PoquerCirculo: true}
	ruleta := map[Juego]bool{RuletaFrancesa: true, RuletaAmericana: true}
	if got, want := len(Juegos), 12; got != want {
		t.Errorf("%d juegos, want %d", got, want)
	}
	nombres := map[string]Juego{}
	for _, j := range Juegos {
		t.Run("1.3/"+string(j), func(t *testing.T) {
			if !j.Valid() || j.Circulo() != circulo[j] || j.Ruleta() != ruleta[j] {
				t.Errorf("Valid %v, Circulo %v, Ruleta %v", j.Valid(), j.Circulo(), j.Ruleta())
			}
			if other, twice := nombres[j.Nombre()]; twice || j.Nombre() == "" {
				t.Errorf("shares the name %q with %s", j.Nombre(), other)
			}
			nombres[j.Nombre()] = j
		})
	}
	if j := Juego("bingo"); j.Valid() || j.Circulo() || j.Nombre() != "" {
		t.Errorf("bingo is a game of the house")
	}
}

func TestCargo(t *testing.T) {
	nombres := map[string]bool{}
	for _, c := range Cargos {
		if !c.Valid() || c.Nombre() == "" || nombres[c.Nombre()] {
			t.Errorf("cargo %s: Valid %v, Nombre %q", c, c.Valid(), c.Nombre())
		}
		nombres[c.Nombre()] = true
		if got, want := c.Direccion(), c == Director || c == Subdirector; got != want {
			t.Errorf("%s.Direccion() = %v, want %v", c, got, want)
		}
	}
	if len(Cargos) != len(nombresCargo) {
		t.Errorf("Cargos lists %d of %d", len(Cargos), len(nombresCargo))
	}
	if Cargo("").Valid() || Cargo("rey").Valid() {
		t.Error("an unknown cargo is valid")
	}
}
