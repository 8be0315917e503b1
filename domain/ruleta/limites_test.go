package ruleta

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
)

// TestMaximos holds each row of arts. 132.3 and 139.3 against the text and against the
// identity of both series, and its limits against what is one céntimo beyond.
func TestMaximos(t *testing.T) {
	tests := []struct {
		s          Suerte
		bajo, alto domain.Importe
		francesa   string
		americana  string
	}{
		{Pleno, 20, 30, "132.3.b", "139.3.b"}, {Caballo, 40, 60, "132.3.b", "139.3.b"}, {Transversal, 60, 90, "132.3.b", "139.3.b"},
		{Cuadro, 80, 120, "132.3.b", "139.3.b"}, {Seisena, 120, 180, "132.3.b", "139.3.b"}, {Columna, 240, 360, "132.3.b", "139.3.b"},
		{Docena, 240, 360, "132.3.b", "139.3.b"}, {DobleColumna, 480, 720, "132.3.b", "139.3.b"}, {DobleDocena, 480, 720, "132.3.b", "139.3.b"},
		{Rojo, 360, 540, "132.3.a", "139.3.a"}, {Negro, 360, 540, "132.3.a", "139.3.a"}, {Par, 360, 540, "132.3.a", "139.3.a"},
		{Impar, 360, 540, "132.3.a", "139.3.a"}, {Falta, 360, 540, "132.3.a", "139.3.a"}, {Pasa, 360, 540, "132.3.a", "139.3.a"},
	}
	if len(tests) != len(maximos) {
		t.Fatalf("%d rows, want %d", len(maximos), len(tests))
	}
	const minimo = 250
	for _, tt := range tests {
		for v, ref := range map[Variante]string{Francesa: tt.francesa, Americana: tt.americana} {
			for serie, veces := range map[domain.Serie]domain.Importe{domain.SerieBaja: tt.bajo, domain.SerieAlta: tt.alto} {
				t.Run(fmt.Sprintf("%s/%v %s", ref, tt.s, serie), func(t *testing.T) {
					l, err := NewLimites(v, tt.s, minimo, serie)
					check(t, err, nil, "")
					if l.Minimo != minimo || l.Maximo != veces*minimo {
						t.Errorf("limits %v, want a maximum of %v", l, veces*minimo)
					}
					check(t, l.Check(minimo-1, false), ErrInferior, ref)
					check(t, l.Check(minimo, false), nil, "")
					check(t, l.Check(l.Maximo, false), nil, "")
					check(t, l.Check(l.Maximo+1, false), ErrSuperior, ref)
				})
			}
		}
		t.Run(fmt.Sprintf("132.3/RUL-5/%v", tt.s), func(t *testing.T) {
			if n := domain.Importe(tt.s.Pago().Numeros); tt.bajo != 20*n || tt.alto != 30*n {
				t.Errorf("%d numbers, maxima %d and %d", n, tt.bajo, tt.alto)
			}
		})
	}
}

// TestMaximosOfTheNotice wants on the sheet and the notice of a table the maxima with
// which its stakes are judged.
func TestMaximosOfTheNotice(t *testing.T) {
	for _, v := range []Variante{Francesa, Americana} {
		for _, serie := range []domain.Serie{domain.SerieBaja, domain.SerieAlta} {
			t.Run(fmt.Sprintf("38.2/%v %s", v, serie), func(t *testing.T) {
				list, err := libros.ListMaximos(v.Juego(), libros.Maximos{Serie: serie}, 500)
				if err != nil {
					t.Fatal(err)
				}
				notice := map[string]libros.Maximo{}
				for _, m := range list {
					notice[m.Suerte] = m
				}
				for _, s := range Suertes {
					name := s.String()
					if s.Sencilla() {
						name = "sencilla"
					}
					l, err := NewLimites(v, s, 500, serie)
					if err != nil || notice[name].Importe != l.Maximo || notice[name].Articulo != l.Articulo {
						t.Errorf("%v: %+v on the notice, %+v in the engine, %v", s, notice[name], l, err)
					}
				}
			})
		}
	}
}

func TestCheckMultiples(t *testing.T) {
	l, err := NewLimites(Francesa, Pleno, 250, domain.SerieBaja)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		importe domain.Importe
		solo    bool
		want    error
		cites   string
	}{
		{250, true, nil, ""}, {750, true, nil, ""}, {1125, true, ErrNoMultiplo, "30.3"}, {1125, false, nil, ""},
		{251, true, ErrNoMultiplo, "30.3"}, {249, true, ErrInferior, "132.3.b"}, {5001, true, ErrSuperior, "132.3.b"}, {5000, true, nil, ""},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("30.3/%d %v", tt.importe, tt.solo), func(t *testing.T) {
			check(t, l.Check(tt.importe, tt.solo), tt.want, tt.cites)
		})
	}
}

func TestNewLimitesErrors(t *testing.T) {
	tests := []struct {
		name   string
		v      Variante
		s      Suerte
		minimo domain.Importe
		serie  domain.Serie
		want   error
		cites  string
	}{
		{"131.1/no roulette", 0, Pleno, 250, domain.SerieBaja, ErrVariante, "131.1"},
		{"131.1/no suerte", Francesa, 0, 250, domain.SerieBaja, ErrSuerte, "131.1"},
		{"132.3.b/RUL-A/no series", Francesa, Pleno, 250, "medio", ErrSerie, "132.3.b"},
		{"139.3.a/RUL-A/no series", Americana, Rojo, 250, "", ErrSerie, "139.3.a"},
		{"132.3.a/no minimum", Francesa, Rojo, 0, domain.SerieBaja, ErrImporte, "132.3.a"},
		{"139.3.b/negative minimum", Americana, Pleno, -1, domain.SerieBaja, ErrImporte, "139.3.b"},
		{"132.3.b/too large a minimum", Francesa, DobleDocena, math.MaxInt64/720 + 1, domain.SerieAlta, domain.ErrDesborde, "132.3.b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := NewLimites(tt.v, tt.s, tt.minimo, tt.serie)
			check(t, err, tt.want, tt.cites)
			if l != (Limites{}) {
				t.Errorf("limits with an error: %+v", l)
			}
		})
	}
}

func TestCheckLineas(t *testing.T) {
	pleno, other := mustPostura(t, Pleno, 17), mustPostura(t, Pleno, 18)
	linea := func(jugador string, p Postura, i domain.Importe) Linea {
		return Linea{jugador, Apuesta{Postura: p, Importe: i}}
	}
	tests := []struct {
		name   string
		lineas []Linea
		want   error
		cites  string
	}{
		{"132.3.b/RUL-B/two lines up to the maximum", []Linea{linea("A", pleno, 3999), linea("A", pleno, 1)}, nil, ""},
		{"132.3.b/RUL-B/two lines one céntimo above", []Linea{linea("A", pleno, 3999), linea("A", pleno, 2)}, ErrSuperior, "132.3.b"},
		{"132.3.b/RUL-7/two players", []Linea{linea("A", pleno, 4000), linea("B", pleno, 4000)}, nil, ""},
		{"132.3.b/RUL-7/two places", []Linea{linea("A", pleno, 4000), linea("A", other, 4000)}, nil, ""},
		{"132.3.b/a sum that does not fit", []Linea{linea("A", pleno, 4000), linea("A", pleno, math.MaxInt64)}, domain.ErrDesborde, "132.3.b"},
		{"131.1/no place", []Linea{linea("A", Postura{}, 1)}, ErrSuerte, "131.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, CheckLineas(Francesa, 200, domain.SerieBaja, tt.lineas), tt.want, tt.cites)
		})
	}
}

func TestPaymentOrder(t *testing.T) {
	tests := []struct {
		name string
		v    Variante
		want []Suerte
	}{
		{"133.c/whole order", Francesa, []Suerte{DobleColumna, Columna, DobleDocena, Docena, Rojo, Negro, Par, Impar, Pasa, Falta,
			Seisena, Transversal, Cuadro, Caballo, Pleno}},
		{"137.2/whole order", Americana, []Suerte{DobleColumna, Columna, Pasa, Impar, Negro, Rojo, Par, Falta, DobleDocena, Docena,
			Seisena, Transversal, Cuadro, Caballo, Pleno}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := slices.Clone(Suertes)
			got, err := PaymentOrder(tt.v, in)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("PaymentOrder = %v, %v, want %v", got, err, tt.want)
			}
			if !slices.Equal(in, Suertes) {
				t.Error("the list was written to")
			}
			twice, err := PaymentOrder(tt.v, []Suerte{Pleno, Docena, Pleno})
			if err != nil || !slices.Equal(twice, []Suerte{Docena, Pleno, Pleno}) {
				t.Errorf("with one suerte twice: %v, %v", twice, err)
			}
		})
	}
	t.Run("133.c/no suerte", func(t *testing.T) {
		_, err := PaymentOrder(Francesa, []Suerte{Pleno, 0})
		check(t, err, ErrSuerte, "133.c")
	})
	t.Run("131.1/no roulette", func(t *testing.T) {
		_, err := PaymentOrder(0, Suertes)
		check(t, err, ErrVariante, "131.1")
	})
}

func TestValorFicha(t *testing.T) {
	of := func(i domain.Importe) *domain.Importe { return &i }
	casa := []domain.Importe{200, 500, 1000, 2000}
	tests := []struct {
		name      string
		serie     domain.Serie
		declarado *domain.Importe
		casa      []domain.Importe
		want      domain.Importe
		err       error
		cites     string
	}{
		{"134.1.b/the minimum", domain.SerieBaja, of(200), nil, 200, nil, ""},
		{"134.1.b/one céntimo below", domain.SerieBaja, of(199), nil, 0, ErrFueraDeLimites, "134.1.b"},
		{"134.1.b/nothing", domain.SerieBaja, of(0), nil, 0, ErrFueraDeLimites, "134.1.b"},
		{"134.1.b/the maximum of a pleno", domain.SerieBaja, of(4000), nil, 4000, nil, ""},
		{"134.1.b/one céntimo above", domain.SerieBaja, of(4001), nil, 0, ErrFueraDeLimites, "134.1.b"},
		{"134.1.b/the maximum of the high series", domain.SerieAlta, of(6000), nil, 6000, nil, ""},
		{"134.1.b/one céntimo above the high series", domain.SerieAlta, of(6001), nil, 0, ErrFueraDeLimites, "134.1.b"},
		{"134.1.b/RUL-11/a chip of the house", domain.SerieBaja, of(500), casa, 500, nil, ""},
		{"134.1.b/RUL-11/no such chip", domain.SerieBaja, of(700), casa, 0, ErrValorFicha, "134.1.b"},
		{"139.4/nothing declared", domain.SerieBaja, nil, nil, 200, nil, ""},
		{"139.4/nothing declared, with chips of the house", domain.SerieBaja, nil, casa, 200, nil, ""},
		{"139.4/nothing declared, and no chip of the minimum", domain.SerieBaja, nil, casa[1:], 0, ErrValorFicha, "139.4"},
		{"139.3.b/no series", "", of(200), nil, 0, ErrSerie, "139.3.b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ValorFicha(200, tt.serie, tt.declarado, tt.casa)
			check(t, err, tt.err, tt.cites)
			if got != tt.want {
				t.Errorf("ValorFicha = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestColores(t *testing.T) {
	six := []string{"azul", "rojo", "verde", "lila", "gris", "ocre"}
	t.Run("135/a seventh player", func(t *testing.T) {
		check(t, CheckColor("ocre", six, six[:5]), nil, "")
		check(t, CheckColor("blanco", six, six), ErrSinColor, "135")
	})
	t.Run("135/one colour, one player", func(t *testing.T) {
		check(t, CheckColor("azul", six, []string{"azul"}), ErrColorOcupado, "135")
		check(t, CheckColor("blanco", six, nil), ErrColorOcupado, "135")
	})
	t.Run("135/chips of value", func(t *testing.T) {
		check(t, CheckFichasValor(0, false), ErrSinPermiso, "135")
		check(t, CheckFichasValor(2, true), nil, "")
		check(t, CheckFichasValor(3, true), ErrFichasValor, "135")
	})
}
