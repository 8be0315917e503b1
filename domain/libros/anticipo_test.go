package libros

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"foliado/domain"
	"foliado/domain/norma"
)

// check holds an error against what it must wrap and what it must cite; want nil is no error.
func check(t *testing.T, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) || (want == nil && err != nil) {
		t.Fatalf("error = %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites {
		t.Fatalf("error %q cites %q, want %q", err, a.Ref(), cites)
	}
}

// criterio is the reading that decided err.
func criterio(err error) string {
	var e *norma.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Criterio
}

func TestAnticipoMinimo(t *testing.T) {
	tests := []struct {
		art              string
		j                domain.Juego
		mesa, autorizado domain.Importe
		want             domain.Importe
	}{
		{"35.2.a", domain.Bola, 200, 100, 4_000_00},
		{"35.2.b", domain.RuletaFrancesa, 200, 100, 30_000_00},
		{"35.2.b", domain.RuletaAmericana, 250, 0, 37_500_00},
		{"35.2.b", domain.Dados, 500, 0, 75_000_00},
		{"35.2.c", domain.TreintaCuarenta, 1000, 0, 100_000_00},
		{"35.2.c", domain.PuntoBanca, 2000, 0, 200_000_00},
		{"35.2.d", domain.BlackJack, 500, 0, 25_000_00},
		{"35.2.d", domain.PoquerSinDescarte, 500, 0, 25_000_00},
		{"35.2.d", domain.Trijoker, 1, 0, 50_00},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s/%s", tt.art, tt.j), func(t *testing.T) {
			got, err := AnticipoMinimo(tt.j, tt.mesa, tt.autorizado)
			if got != tt.want || err != nil {
				t.Fatalf("AnticipoMinimo = %v, %v, want %v", got, err, tt.want)
			}
			check(t, CheckAnticipoInicial(tt.j, tt.mesa, tt.autorizado, tt.want), nil, "")
			check(t, CheckAnticipoInicial(tt.j, tt.mesa, tt.autorizado, tt.want+1), nil, "")
			check(t, CheckAnticipoInicial(tt.j, tt.mesa, tt.autorizado, tt.want-1), ErrAnticipo, tt.art)
		})
	}
}

func TestAnticipoMinimoErrors(t *testing.T) {
	tests := []struct {
		name             string
		j                domain.Juego
		mesa, autorizado domain.Importe
		want             error
		cites            string
	}{
		{"1.3/no game", "bingo", 500, 500, ErrJuego, "1.3"},
		{"35.1/chemin de fer", domain.BacaraChemin, 500, 500, ErrCirculo, "35.1"},
		{"35.1/dos paños", domain.BacaraDosPanos, 500, 500, ErrCirculo, "35.1"},
		{"35.1/póquer de círculo", domain.PoquerCirculo, 500, 500, ErrCirculo, "35.1"},
		{"35.2.a/bola without the authorised minimum", domain.Bola, 200, 0, ErrMinimoAutorizado, "35.2.a"},
		{"35.2.a/negative authorised minimum", domain.Bola, 200, -1, ErrImporte, "35.2.a"},
		{"35.2.b/no minimum", domain.Dados, 0, 100, ErrImporte, "35.2.b"},
		{"35.2.d/negative minimum", domain.BlackJack, -1, 100, ErrImporte, "35.2.d"},
		{"35.2.b/the largest that fits", domain.Dados, math.MaxInt64/15_000 + 1, 0, domain.ErrDesborde, "35.2.b"},
		{"35.2.c/a product that would wrap into 0", domain.PuntoBanca, 1 << 60, 0, domain.ErrDesborde, "35.2.c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := AnticipoMinimo(tt.j, tt.mesa, tt.autorizado)
			check(t, err, tt.want, tt.cites)
			if got != 0 {
				t.Errorf("AnticipoMinimo = %v with an error", got)
			}
			check(t, CheckAnticipoInicial(tt.j, tt.mesa, tt.autorizado, math.MaxInt64), tt.want, tt.cites)
		})
	}
}

// TestMultiplosCoverEveryGame: a game is of círculo or has its row in art. 35.2.
func TestMultiplosCoverEveryGame(t *testing.T) {
	for _, j := range domain.Juegos {
		t.Run("35.2/"+string(j), func(t *testing.T) {
			if _, ok := multiplos[j]; ok == j.Circulo() {
				t.Errorf("%s: row %v, círculo %v", j, ok, j.Circulo())
			}
		})
	}
}

func TestCheckReposicion(t *testing.T) {
	for nuevo, want := range map[domain.Importe]error{
		75_000_00: nil, 75_000_00 - 1: ErrReposicion, 75_000_00 + 1: ErrReposicion, 50_000_00: ErrReposicion, 0: ErrReposicion,
	} {
		t.Run("35.1/"+nuevo.Cifra(), func(t *testing.T) {
			err := CheckReposicion(75_000_00, nuevo)
			cites, reading := "", ""
			if want != nil {
				cites, reading = "35.1", "CAJ-A"
			}
			check(t, err, want, cites)
			if got := criterio(err); got != reading {
				t.Errorf("criterio %q, want %q", got, reading)
			}
		})
	}
}

func TestCheckCajaAnticipo(t *testing.T) {
	exact := domain.Piezas{10_000: 200, 500: 1000} // 25,000 euros
	tests := []struct {
		name    string
		contado domain.Piezas
		want    error
		cites   string
	}{
		{"36.1/exact", exact, nil, ""},
		{"36.1/one piece more", domain.Piezas{10_000: 201, 500: 1000}, ErrCajaAnticipo, "36.1"},
		{"36.1/one céntimo less", domain.Piezas{10_000: 200, 500: 999, 1: 499}, ErrCajaAnticipo, "36.1"},
		{"36.2/no count", domain.Piezas{-1: 1}, domain.ErrPiezas, "36.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, CheckCajaAnticipo(25_000_00, tt.contado), tt.want, tt.cites)
		})
	}
}
