package registers

import (
	"context"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/ruleta"
	"foliado/migrations/dbtest"
)

// A player takes a colour, hands it back, another takes it at another value: who comes back
// with its chips is paid by the marker of his hour.
func TestMarcador(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		set := func(mesa int, color string, valor domain.Importe) (Marcador, error) {
			f := MarcadorFacts{Color: color}
			if valor != 0 {
				f.Valor = &valor
			}
			return s.SetMarcador(ctx, s.director.autor(), s.ahora(), "principal", mesa, f)
		}
		back := func(color string) error {
			_, err := s.SetMarcador(ctx, s.director.autor(), s.ahora(), "principal", 1, MarcadorFacts{Color: color, Devuelto: true})
			return err
		}
		t.Run("134.1.b/a table that is not open", func(t *testing.T) {
			_, err := set(1, "azul", 500)
			checkErr(t, err, ErrMesaCerrada, "134.1.b", "")
		})
		s.openMesa(1, aperturaRuleta())
		s.openMesa(2, aperturaBlackJack())
		minimo := aperturaRuleta().ApuestaMinima
		t.Run("134.1.b/no roulette", func(t *testing.T) {
			_, err := set(2, "azul", 500)
			checkErr(t, err, ErrColor, "134.1.b", "")
		})
		t.Run("134.1.b/above the maximum of a pleno", func(t *testing.T) {
			_, err := set(1, "azul", 20*minimo+1)
			checkErr(t, err, ruleta.ErrFueraDeLimites, "134.1.b", "RUL-11")
			_, err = set(1, "azul", minimo-1)
			checkErr(t, err, ruleta.ErrFueraDeLimites, "134.1.b", "RUL-11")
		})
		first, err := set(1, "azul", 20*minimo)
		s.must(err)
		t.Run("135/a colour has one player", func(t *testing.T) {
			_, err := set(1, "azul", minimo)
			checkErr(t, err, ruleta.ErrColorOcupado, "135", "")
		})
		t.Run("139.4/who says nothing plays at the minimum", func(t *testing.T) {
			m, err := set(1, "verde", 0)
			s.must(err)
			if m.Valor != minimo || m.Declarado {
				t.Errorf("got %+v, want the minimum, %s", m, minimo)
			}
		})
		t.Run("134.1.b/a colour that nobody has does not come back", func(t *testing.T) {
			checkErr(t, back("rojo"), ErrColorSinValor, "134.1.b", "")
		})
		s.reloj.Move(10 * time.Minute)
		s.must(back("azul"))
		between := s.reloj.Now()
		s.reloj.Move(10 * time.Minute)
		second, err := set(1, "azul", 2*minimo)
		s.must(err)
		t.Run("134.1.b/139.4/paid by the marker of his hour", func(t *testing.T) {
			for _, tt := range []struct {
				at   time.Time
				want domain.Importe
			}{{first.Desde, 20 * minimo}, {first.Desde.Add(9 * time.Minute), 20 * minimo}, {second.Desde, 2 * minimo}, {s.reloj.Now(), 2 * minimo}} {
				m, err := s.MarcadorAt(ctx, "principal", 1, "azul", tt.at)
				if err != nil || m.Valor != tt.want {
					t.Errorf("at %s: got %s (%v), want %s", tt.at, m.Valor, err, tt.want)
				}
			}
			_, err := s.MarcadorAt(ctx, "principal", 1, "azul", between)
			checkErr(t, err, ErrSinMarcador, "134.1.b", "")
			_, err = s.MarcadorAt(ctx, "principal", 1, "rojo", between)
			checkErr(t, err, ErrSinMarcador, "134.1.b", "")
		})
		t.Run("135/as many as there are colours", func(t *testing.T) {
			s.must(s.SetDotacionColor(ctx, s.director.autor(), s.ahora(), "principal", 1, Colores{"azul": 300, "verde": 300}))
			_, err := set(1, "rojo", 0)
			checkErr(t, err, ruleta.ErrSinColor, "135", "")
			s.must(s.SetDotacionColor(ctx, s.director.autor(), s.ahora(), "principal", 1, Colores{"azul": 300, "verde": 300, "rosa": 300}))
			_, err = set(1, "rojo", 0)
			checkErr(t, err, ruleta.ErrColorOcupado, "135", "")
		})
		t.Run("135/chips of value", func(t *testing.T) {
			change := func(p persona, deja bool) (int, error) {
				return s.ChangeFichasValor(ctx, p.autor(), s.ahora(), "principal", 1, deja)
			}
			_, err := change(s.cajero, false)
			checkErr(t, err, ruleta.ErrSinPermiso, "135", "")
			_, err = change(s.cajero, true)
			checkErr(t, err, ErrColorSinValor, "135", "")
			for want := 1; want <= 3; want++ {
				if got, err := change(s.director, false); err != nil || got != want {
					t.Fatalf("got %d (%v), want %d", got, err, want)
				}
			}
			_, err = change(s.director, false)
			checkErr(t, err, ruleta.ErrFichasValor, "135", "")
			got, err := change(s.cajero, true)
			s.must(err)
			now, err := s.FichasValor(ctx, "principal", 1)
			if err != nil || got != 2 || now != 2 {
				t.Errorf("%d and %d (%v), want 2", got, now, err)
			}
			_, err = s.ChangeFichasValor(ctx, s.director.autor(), s.ahora(), "principal", 2, false)
			checkErr(t, err, ErrColor, "135", "")
		})
		todos, enJuego, err := s.Marcadores(ctx, "principal", 1)
		s.must(err)
		if len(todos) != 4 || len(enJuego) != 2 {
			t.Errorf("%d set and %d in play, want 4 and 2", len(todos), len(enJuego))
		}
		s.check()
	})
}
