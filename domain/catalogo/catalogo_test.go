package catalogo

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/dados"
)

func ficha(t *testing.T, j domain.Juego) Ficha {
	t.Helper()
	f, err := Of(j, Casa{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFichas(t *testing.T) {
	for _, j := range Juegos() {
		t.Run(string(j), func(t *testing.T) {
			f := ficha(t, j)
			if len(f.Reglas) < 5 || len(f.Tablas) == 0 || len(f.Limites) == 0 || f.Rondas.Numero == 0 || f.Articulo.IsZero() || f.Asientos.Articulo.IsZero() {
				t.Fatalf("something is missing: %+v", f)
			}
			for _, r := range f.Reglas {
				if r.Articulo.IsZero() || !strings.HasSuffix(r.Texto, ".") {
					t.Errorf("%s: %q", r.Articulo, r.Texto)
				}
			}
			for _, tabla := range f.Tablas {
				for _, p := range tabla.Pagos {
					if p.Articulo.IsZero() || p.Nombre == "" || p.Num <= 0 || p.Den <= 0 {
						t.Errorf("%s: %+v", tabla.Titulo, p)
					}
				}
			}
			for _, l := range f.Limites {
				if l.Articulo.IsZero() || l.Texto == "" {
					t.Errorf("limit %+v", l)
				}
			}
		})
	}
	t.Run("1.3/a game of círculo has none", func(t *testing.T) {
		if _, err := Of(domain.PoquerCirculo, Casa{}); !errors.Is(err, ErrJuego) {
			t.Errorf("got %v, want ErrJuego", err)
		}
	})
	if got, want := len(Juegos()), 9; got != want {
		t.Errorf("%d games, want %d", got, want)
	}
}

// What the norm says of a game and settles nothing is on its leaflet.
func TestReglasDelFolleto(t *testing.T) {
	for _, tt := range []struct {
		name  string
		juego domain.Juego
		dice  string
	}{
		{"128/cloths", domain.RuletaFrancesa, "dos paños"},
		{"129.2/columns", domain.RuletaFrancesa, "tres columnas de doce"},
		{"132.1/minimum", domain.RuletaFrancesa, "no baja del que fija la autorización"},
		{"134.3/electronic", domain.RuletaAmericana, "electrónico"},
		{"141/no cap", domain.Bola, "sin límite de jugadores"},
		{"142.1/the plate", domain.Bola, "1,85 m"},
		{"54/against the house", domain.TreintaCuarenta, "contra la casa"},
		{"55.3/four suertes", domain.TreintaCuarenta, "cuatro suertes"},
		{"148/two dice", domain.Dados, "dos dados"},
		{"149.1/the table", domain.Dados, "bordes altos"},
		{"153.2/who throws", domain.Dados, "izquierda de los crupieres"},
		{"153.3/how", domain.Dados, "borde de enfrente"},
		{"153.7/what is not foreseen", domain.Dados, "el jefe de mesa"},
		{"50.3/on foot", domain.BlackJack, "no da instrucciones"},
		{"51.2/five apart", domain.BlackJack, "cinco cartas"},
		{"52.2/face up", domain.BlackJack, "ya vuelta"},
		{"53.2/frozen", domain.BlackJack, "no cambian"},
		{"64.1/who deals", domain.PuntoBanca, "voluntario"},
		{"63.2/places", domain.PuntoBanca, "esperan plaza"},
		{"99.3/silence", domain.PoquerSinDescarte, "ni se pide consejo"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ref, _, _ := strings.Cut(tt.name, "/")
			for _, r := range ficha(t, tt.juego).Reglas {
				if r.Articulo.Ref() == ref {
					if !strings.Contains(r.Texto, tt.dice) {
						t.Errorf("it says %q, not %q", r.Texto, tt.dice)
					}
					return
				}
			}
			t.Errorf("the leaflet says nothing of art. %s", ref)
		})
	}
}

func TestAsientos(t *testing.T) {
	tests := []struct {
		name  string
		juego domain.Juego
		want  int
	}{
		{"50.1/seven", domain.BlackJack, 7},
		{"99.1/seven", domain.PoquerSinDescarte, 7},
		{"106/seven", domain.Trijoker, 7},
		{"144/no cap", domain.Bola, 0},
		{"57/no cap", domain.TreintaCuarenta, 0},
		{"153.1/no cap", domain.Dados, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ficha(t, tt.juego).Asientos.Maximo; got != tt.want {
				t.Errorf("%d seats, want %d", got, tt.want)
			}
		})
	}
}

// pays is what a table says of each suerte.
func pays(t Tabla) string {
	var out []string
	for _, p := range t.Pagos {
		out = append(out, p.Nombre+" "+p.Paga())
	}
	return strings.Join(out, ", ")
}

func TestTablas(t *testing.T) {
	tests := []struct {
		name  string
		juego domain.Juego
		tabla int
		want  string
	}{
		{"131.1/múltiples", domain.RuletaFrancesa, 0, "pleno 35 a 1, caballo 17 a 1, transversal 11 a 1, cuadro 8 a 1, seisena 5 a 1, columna 2 a 1, docena 2 a 1, doble columna 1 a 2, doble docena 1 a 2"},
		{"131.1/sencillas", domain.RuletaAmericana, 1, "rojo 1 a 1, negro 1 a 1, par 1 a 1, impar 1 a 1, falta 1 a 1, pasa 1 a 1"},
		{"145.1", domain.Bola, 0, "pleno 7 a 1, rojo 1 a 1, negro 1 a 1, par 1 a 1, impar 1 a 1, falta 1 a 1, pasa 1 a 1"},
		{"58.2", domain.TreintaCuarenta, 0, "negro 1 a 1, rojo 1 a 1, color 1 a 1, inverso 1 a 1"},
		{"52.1.a", domain.BlackJack, 0, "mano que gana 1 a 1, black jack 3 a 2, seguro 2 a 1"},
		{"67.1", domain.PuntoBanca, 0, "punto 1 a 1, banca 1 a 1, igualdad 8 a 1"},
		{"65.1", domain.PuntoBanca, 1, "banca, lo que se cobra 95 a 100"},
		{"65.2", domain.PuntoBanca, 2, "banca, lo que se cobra 50 a 100"},
		{"151.2.d/place", domain.Dados, 3, "right bet, 4 9 a 5, right bet, 5 7 a 5, right bet, 6 7 a 6, right bet, 8 7 a 6, right bet, 9 7 a 5, right bet, 10 9 a 5, " +
			"wrong bet, 4 5 a 11, wrong bet, 5 5 a 8, wrong bet, 6 4 a 5, wrong bet, 8 4 a 5, wrong bet, 9 5 a 8, wrong bet, 10 5 a 11"},
		{"102.b/seguro", domain.PoquerSinDescarte, 1, "escalera real de color 2000 a 1, escalera de color 1000 a 1, póquer 300 a 1, full 100 a 1"},
		{"102.a/acumulado", domain.PoquerSinDescarte, 2, "escalera real de color 100 a 100, escalera de color 10 a 100"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := pays(ficha(t, tt.juego).Tablas[tt.tabla]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestTablaExpuesta is the tables that hang at the pokers.
func TestTablaExpuesta(t *testing.T) {
	tests := []struct {
		name  string
		juego domain.Juego
		ref   string
		want  string
	}{
		{"100.2/sin descarte", domain.PoquerSinDescarte, "100.2", "100 25 20 7 5 4 3 2 1 1"},
		{"107.2/trijoker", domain.Trijoker, "107.2", "500 200 50 11 8 5 3 2 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tabla, a, err := TablaExpuesta(tt.juego)
			if err != nil || a.Ref() != tt.ref {
				t.Fatalf("TablaExpuesta = %s, %v", a, err)
			}
			var got []string
			for _, p := range tabla.Pagos {
				got = append(got, fmt.Sprint(p.Num))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
	t.Run("100.2/another game needs none", func(t *testing.T) {
		if _, _, err := TablaExpuesta(domain.Bola); !errors.Is(err, ErrJuego) {
			t.Errorf("got %v, want ErrJuego", err)
		}
	})
}

func TestJuego7(t *testing.T) {
	find := func(c Casa) (found []string) {
		f, err := Of(domain.Dados, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range f.Tablas[1].Pagos {
			if p.Suerte == string(dados.Juego7) {
				found = append(found, p.Paga()+" "+p.Criterio)
			}
		}
		return found
	}
	for j, want := range map[dados.PagoJuego7]string{dados.PagoImpreso: "[15 a 1 DAD-1]", dados.PagoCuatro: "[4 a 1 DAD-A]", dados.SinJuego7: "[]"} {
		t.Run("151.2.b.2/DAD-A "+j.String(), func(t *testing.T) {
			if got := fmt.Sprint(find(Casa{Juego7: j})); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestLimites(t *testing.T) {
	tests := []struct {
		name  string
		juego domain.Juego
		want  string
	}{
		{"132.3.b", domain.RuletaFrancesa, "pleno: 20 o 30 veces el mínimo (art. 132.3.b)"},
		{"132.3.a", domain.RuletaFrancesa, "rojo: 360 o 540 veces el mínimo (art. 132.3.a)"},
		{"139.3.b", domain.RuletaAmericana, "doble docena: 480 o 720 veces el mínimo (art. 139.3.b)"},
		{"146.3", domain.Bola, "pleno: entre 40 y 100 veces el mínimo autorizado, según la autorización (art. 146.3)"},
		{"59", domain.TreintaCuarenta, "cada suerte: 1.000 veces el mínimo (art. 59)"},
		{"152.2", domain.Dados, "sencillas: entre 100 y 1.000 veces el mínimo (art. 152.2)"},
		{"152.5", domain.Dados, "asociada de don't win, 4 y 10: 200 % de la sencilla (art. 152.5)"},
		{"152.7", domain.Dados, "wrong bet, 4 y 10: 220 % del máximo de las sencillas (art. 152.7)"},
		{"53.3", domain.BlackJack, "casilla: 50, 100 o 200 veces el mínimo, según la autorización de la mesa, entre sus tres apuestas (art. 53.3)"},
		{"66.3", domain.PuntoBanca, "igualdad: 5 o 10 veces el mínimo: la décima parte (art. 66.3)"},
		{"100.6", domain.PoquerSinDescarte, "apuesta inicial, por casilla: hasta 25 veces el mínimo (art. 100.6)"},
		{"108", domain.Trijoker, "cada una de las tres apuestas: hasta 30 veces el mínimo (art. 108)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var all []string
			for _, l := range ficha(t, tt.juego).Limites {
				s := l.Suerte + ": " + l.Texto + " (" + l.Articulo.String() + ")"
				if s == tt.want {
					return
				}
				all = append(all, s)
			}
			t.Errorf("no limit %q in\n%s", tt.want, strings.Join(all, "\n"))
		})
	}
}

// TestReglas wants what people must be told and nothing settles.
func TestReglas(t *testing.T) {
	for name, j := range map[string]domain.Juego{
		"60.5/the cards stay on the table":  domain.TreintaCuarenta,
		"134.2/where the marker may stand":  domain.RuletaAmericana,
		"110.1/what annuls a hand":          domain.Trijoker,
		"51.3/what is said before the last": domain.BlackJack,
	} {
		t.Run(name, func(t *testing.T) {
			ref, _, _ := strings.Cut(name, "/")
			for _, r := range ficha(t, j).Reglas {
				if r.Articulo.Ref() == ref {
					return
				}
			}
			t.Errorf("%s says nothing of %s", j, ref)
		})
	}
}
