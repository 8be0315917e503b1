// Package ventajas writes docs/ventajas.md: what the house expects of each bet. The numbers
// are those of testdata, reckoned outside this project; the tests of the engines reckon
// each of them again, exactly, by going through every outcome.
package ventajas

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/big"
	"slices"
	"strings"
)

// Ventaja is the edge of a bet.
type Ventaja struct {
	Game     string   `json:"game"`
	Bet      string   `json:"bet"`
	Article  string   `json:"article"`
	Fraccion string   `json:"edge_fraction"`
	Percent  string   `json:"edge_percent"`
	Basis    string   `json:"basis"`
	Reading  string   `json:"reading"`
	Flags    []string `json:"flags"`
}

// exacta is a number of recuentos.json.
type exacta struct {
	Fraccion string `json:"fraccion"`
}

// recuentos are the counts that the page shows.
type recuentos struct {
	Poquer      map[string]map[string]int64 `json:"poquer_5_cartas"`
	SinDescarte struct {
		Ventaja map[string]map[string]exacta `json:"ventaja_casa_sobre_el_ante"`
		Seguro  exacta                       `json:"seguro_ventaja_casa"`
	} `json:"sin_descarte"`
	Trijoker struct {
		Elegida struct {
			Frecuencias map[string]int64 `json:"frecuencias"`
			Optima      struct {
				Una        exacta `json:"ventaja_casa_sobre_una_apuesta"`
				Tres       exacta `json:"ventaja_casa_sobre_las_tres_apuestas"`
				Arriesgado exacta `json:"ventaja_casa_sobre_lo_arriesgado"`
			} `json:"optima"`
		} `json:"as_solo_alto_(elegida)"`
	} `json:"trijoker"`
}

// Hechos are what the page shows.
type Hechos struct {
	Ventajas  []Ventaja
	recuentos recuentos
}

// Read returns the facts of ventajas.json and recuentos.json in that folder.
func Read(dir fs.FS) (Hechos, error) {
	var h Hechos
	var v struct {
		Edges []Ventaja `json:"edges"`
	}
	for name, dst := range map[string]any{"ventajas.json": &v, "recuentos.json": &h.recuentos} {
		raw, err := fs.ReadFile(dir, name)
		if err != nil {
			return h, err
		}
		if err := json.Unmarshal(raw, dst); err != nil {
			return h, fmt.Errorf("read %s: %w", name, err)
		}
	}
	for _, e := range v.Edges {
		if Juego(e.Game) != "" {
			h.Ventajas = append(h.Ventajas, e)
		}
	}
	return h, nil
}

// juegos are the games of the page, in its order, with the folder of the engine whose tests
// reckon the edges again.
var juegos = []struct{ game, nombre, dir string }{
	{"ruleta_francesa", "Ruleta francesa", "domain/ruleta"},
	{"ruleta_americana", "Ruleta americana", "domain/ruleta"},
	{"bola", "Bola", "domain/bola"},
	{"dados", "Dados", "domain/dados"},
	{"treinta_cuarenta", "Treinta y cuarenta", "domain/treintaycuarenta"},
	{"black_jack", "Black jack", "domain/blackjack"},
	{"punto_banca", "Punto y banca, con seis barajas", "domain/puntobanca"},
}

// Juego is the folder of the engine of a game of the page; "" for any other game.
func Juego(game string) (dir string) {
	for _, j := range juegos {
		if j.game == game {
			return j.dir
		}
	}
	return ""
}

// palabras are the words of ventajas.json in Spanish.
var palabras = strings.NewReplacer(
	" (half on the zero)", ", mitad con el cero", " (half at 31-31)", ", mitad con el 31",
	", always prison (RUL-1 = halving)", ", siempre prisión", ", always prison (RUL-1 = full)", ", siempre prisión y al salir toda la apuesta (RUL-1)",
	", best choice at every zero", ", la mejor elección en cada cero", " (RUL-3 = custom)", " (RUL-3)",
	" read as 7 for 1 (BOL-1)", " a siete en total, con la apuesta dentro (BOL-1)", " read as 'for one' (DAD-5)", " con la apuesta dentro del pago (DAD-5)",
	"juego7 as printed (15 times)", "juego de 7 como está impreso, a 15", "juego7 paid 4 times (DAD-1)", "juego de 7 a 4 (DAD-A)", "juego7", "juego de 7", "juego11", "juego de 11",
	" (12 void, the bet stays)", ", el 12 la deja en la mesa", " (12 void, the bet is given back)", ", el 12 la devuelve (DAD-3)",
	" plus odds at the maximum of art. 152", " con la asociada más alta del art. 152", "odds of ", "asociada de ", ", point ", ", punto ",
	"dont_win", "don't win", "dont_come", "don't come", "hardway", "hard way", "any_craps", "any craps", "place_right", "right bet", "place_wrong", "wrong bet",
	"doble_", "doble ", "any, per decided or halved coup", "cualquiera, por jugada no nula", "any, insured", "cualquiera, asegurada", "any", "cualquiera",
	" (TYC-3 = lost_unless_null)", "", " (TYC-3 = always_lost)", ", la prima siempre perdida (TYC-3)", " (TYC-3 = lost_only_if_decided)", ", la prima perdida solo si gana una fila (TYC-3)",
	", infinite deck", ", con baraja sin fin", ", void coups left out", ", sin contar las jugadas nulas", "50 % when it wins with 6", "la mitad si gana con 6",
	"seguro (fresh shoe, only the ace seen)", "seguro, con el sabot lleno y solo el as a la vista",
	"per unit staked", "lo apostado", "per bet decided", "cada apuesta decidida", "per bet made", "cada apuesta hecha", "per unit of total action", "todo lo puesto",
)

// aviso marks a bet whose edge nobody can have meant.
func (v Ventaja) aviso() string {
	e, ok := new(big.Rat).SetString(v.Fraccion)
	switch {
	case !ok:
		return "**no es un número**"
	case e.Sign() < 0:
		return "**absurda: la ventaja es del jugador**"
	case e.Sign() == 0:
		return "sin ventaja"
	}
	return ""
}

// maxCifras is the longest fraction that is shown whole.
const maxCifras = 30

func fraccion(f string) string {
	if len(f) > maxCifras {
		return fmt.Sprintf("fracción de %d cifras", len(f)-1)
	}
	return f
}

// percent writes a percentage the Spanish way; of a fraction, rounded to four decimals.
func percent(f string) string {
	r, ok := new(big.Rat).SetString(f)
	if !ok {
		return "?"
	}
	s := new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(4)
	return strings.ReplaceAll(strings.ReplaceAll(s, ".", ","), "-", "−") + " %"
}

const inicio = `# Ventajas de la casa

Lo que la casa espera de cada apuesta, por unidad apostada; con signo menos, lo que espera el jugador. Esta página la escribe
` + "`go run ./.ci/ventajas`" + ` a partir de ` + "`docs/ventajas/testdata`" + `, y una prueba la compara. Los números vienen de fuera de este
programa, y las pruebas de cada motor los vuelven a calcular, exactos, recorriendo todos los resultados posibles o por
recursión: si el motor pagara otra cosa, fallarían. Lo que resulta de otra lectura está aparte: el motor no la aplica.

Una ventaja negativa o nula no la puede querer ninguna casa. La del «juego de 7» sale del texto impreso (criterio DAD-1),
que paga a 15 lo que ocurre una vez de cada seis: por eso una mesa de dados abre sin ofrecerlo o con el criterio DAD-A
firmado. Las asociadas carecen de ventaja por su naturaleza: pagan lo que cuestan.
`

// Page writes the page. It depends on its argument only.
func Page(h Hechos) string {
	var b strings.Builder
	b.WriteString(inicio)
	for _, j := range juegos {
		fmt.Fprintf(&b, "\n## %s\n\nCalculada otra vez en `%s`.\n\n", j.nombre, j.dir)
		b.WriteString("| Apuesta | Artículo | Ventaja | Exacta | Sobre qué | Aviso |\n|---|---|---:|---|---|---|\n")
		for _, v := range h.Ventajas {
			if v.Game == j.game && v.Reading == "chosen" {
				fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", palabras.Replace(v.Bet), strings.ReplaceAll(v.Article, "º", ""),
					percent(v.Fraccion), fraccion(v.Fraccion), palabras.Replace(v.Basis), v.aviso())
			}
		}
	}
	pokers(&b, h.recuentos)
	b.WriteString("\n## Con otra lectura\n\n| Juego | Apuesta | Artículo | Ventaja | Aviso |\n|---|---|---|---:|---|\n")
	for _, v := range h.Ventajas {
		if v.Reading != "chosen" {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", strings.ReplaceAll(v.Game, "_", " "), palabras.Replace(v.Bet),
				strings.ReplaceAll(v.Article, "º", ""), percent(v.Fraccion), v.aviso())
		}
	}
	return b.String()
}

// maneras are the ways of playing the póquer sin descarte.
var maneras = []struct{ clave, nombre string }{
	{"pareja_o_mejor", "ir con pareja o mejor"},
	{"AK_o_mejor", "ir con as y rey o mejor"},
	{"AKJ83_o_mejor", "ir con A-K-J-8-3 o mejor"},
	{"siempre_voy", "ir siempre"},
	{"optima_viendo_la_carta_de_la_banca", "la mejor, viendo la carta de la banca"},
}

func pokers(b *strings.Builder, r recuentos) {
	b.WriteString("\n## Póquer sin descarte\n\nCalculada otra vez en `domain/poquersindescarte`, con todos los repartos. La segunda apuesta igual a la inicial es la otra\n" +
		"lectura del 101.3 (criterio A-SD-1): quien va siempre le ganaría a la casa.\n\n" +
		"| Manera de jugar | Ventaja sobre la inicial | Si la segunda fuera igual a la inicial |\n|---|---:|---:|\n")
	doble, igual := r.SinDescarte.Ventaja["segunda_apuesta_doble_del_ante"], r.SinDescarte.Ventaja["segunda_apuesta_igual_al_ante"]
	for _, m := range maneras {
		fmt.Fprintf(b, "| %s | %s | %s |\n", m.nombre, percent(doble[m.clave].Fraccion), percent(igual[m.clave].Fraccion))
	}
	fmt.Fprintf(b, "\nEl seguro (art. 102.b) tiene una ventaja del %s (%s).\n", percent(r.SinDescarte.Seguro.Fraccion), r.SinDescarte.Seguro.Fraccion)
	o := r.Trijoker.Elegida.Optima
	fmt.Fprintf(b, "\n## Trijoker\n\nCalculada otra vez en `domain/trijoker`, jugando cada decisión lo mejor posible: %s de una apuesta (%s), %s de las\ntres y %s de lo que queda arriesgado.\n",
		percent(o.Una.Fraccion), o.Una.Fraccion, percent(o.Tres.Fraccion), percent(o.Arriesgado.Fraccion))
	b.WriteString("\n## Las 2.598.960 manos de cinco cartas\n\nContadas otra vez en `domain/naipes` en cada pasada de pruebas.\n\n| Combinación | Sin descarte | Trijoker, el as solo alto |\n|---|---:|---:|\n")
	sin, tri := r.Poquer["baraja_52_sin_descarte"], r.Trijoker.Elegida.Frecuencias
	for _, c := range categorias {
		t := tri[c.clave]
		if c.clave == "pareja" {
			t = tri["pareja_J_o_mas"] + tri["pareja_menor"]
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", c.nombre, miles(sin[c.clave]), miles(t))
	}
}

// categorias are those of five cards, the best first.
var categorias = []struct{ clave, nombre string }{
	{"escalera_real_color", "escalera real de color"}, {"escalera_color", "escalera de color"}, {"poquer", "póquer"}, {"full", "full"},
	{"color", "color"}, {"escalera", "escalera"}, {"trio", "trío"}, {"doble_pareja", "doble pareja"}, {"pareja", "pareja"}, {"carta_mayor", "carta mayor"},
}

// miles writes a count with a point every three figures.
func miles(n int64) string {
	s := fmt.Sprint(n)
	var parts []string
	for len(s) > 3 {
		parts = append(parts, s[len(s)-3:])
		s = s[:len(s)-3]
	}
	parts = append(parts, s)
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}
