package motor

import (
	"slices"

	"foliado/domain/naipes"
	"foliado/domain/poquer"
)

// operacionesCirculo is the dispatch table of the operations on the póquer de círculo.
var operacionesCirculo = map[string]operacion{
	"evaluar":    takes(circuloEvaluar),
	"comparar":   takes(circuloComparar),
	"mejor_mano": takes(circuloMejorMano),
	"ganadores":  takes(circuloGanadores),

	"apertura":          takes(circuloApertura),
	"abrir_bote":        takes(circuloAbrirBote),
	"jugada_falsa":      takes(circuloJugadaFalsa),
	"rehacer_mazo":      takes(circuloRehacerMazo),
	"primero_en_hablar": takes(circuloPrimero),
	"orden_de_mostrar":  takes(circuloMostrar),
	"limites_mesa":      takes(circuloLimites),
	"apuesta_maxima":    takes(circuloApuestaMaxima),
	"subida_maxima":     takes(circuloSubidaMaxima),
	"limite_seven_stud": takes(circuloLimiteStud),
	"beneficio_mano":    takes(circuloBeneficioMano),
	"beneficio_sesion":  takes(circuloBeneficioSesion),
	"estado_mesa":       takes(circuloEstadoMesa),
	"reparto_empate":    takes(circuloRepartoEmpate),
	"botes":             takes(circuloBotes),
	"acciones":          takes(circuloAcciones),
	"fichas":            takes(circuloFichas),
	"septima_carta":     takes(circuloSeptima),
	"error_reparto":     takes(circuloErrorReparto),
	"error_jugador":     takes(circuloErrorJugador),
}

// erroresCirculo are the words of what the text forbids.
var erroresCirculo = []codigo{
	{naipes.ErrCarta, "carta_no_valida"},
	{naipes.ErrRepetida, "carta_repetida"},
	{poquer.ErrNaipe, "carta_fuera_de_la_baraja"},
	{poquer.ErrVariante, "variante_desconocida"},
	{poquer.ErrNumCartas, "numero_de_cartas"},
	{poquer.ErrNumComunes, "numero_de_comunes"},
	{poquer.ErrVistas, "numero_de_descubiertas"},
	{poquer.ErrPuesto, "puesto_no_valido"},
	{poquer.ErrRepetido, "jugador_repetido"},
	{poquer.ErrNadie, "sin_jugadores"},
	{poquer.ErrTodosRetirados, "todos_retirados"},
	{poquer.ErrImporte, "importe_no_valido"},
	{poquer.ErrPesos, "restos_no_validos"},
	{poquer.ErrBlanco, "manos_en_blanco_no_validas"},
	{poquer.ErrDescarte, "descarte_no_valido"},
	{poquer.ErrIntervalo, "intervalo_no_valido"},
	{poquer.ErrStud, "variante_sin_descubiertas"},
	{poquer.ErrModo, "modo_desconocido"},
	{poquer.ErrHecho, "hecho_desconocido"},
}

// varianteCirculo names the variant that a question is about.
type varianteCirculo struct {
	Variante poquer.Nombre `json:"variante"`
}

func (e varianteCirculo) find() (poquer.Variante, error) { return poquer.FindVariante(e.Variante) }

// desempate writes the ranks that decide between hands of a category.
func desempate(v naipes.Valor) []string {
	textos := []string{}
	for _, r := range v.Desempate() {
		textos = append(textos, r.String())
	}
	return textos
}

// valorCirculo is what a hand is worth.
type valorCirculo struct {
	Categoria string   `json:"categoria"`
	Desempate []string `json:"desempate"`
}

func writeValor(v naipes.Valor) valorCirculo {
	return valorCirculo{v.Categoria().String(), desempate(v)}
}

// evaluate reads five cards and returns what they are worth.
func (e varianteCirculo) evaluate(textos []string) (naipes.Valor, error) {
	v, err := e.find()
	if err != nil {
		return 0, err
	}
	cartas, err := naipes.ParseCartas(textos)
	if err != nil {
		return 0, err
	}
	return v.Evaluate(cartas)
}

func circuloEvaluar(e struct {
	varianteCirculo
	Cartas []string `json:"cartas"`
}) (any, error) {
	valor, err := e.evaluate(e.Cartas)
	if err != nil {
		return nil, err
	}
	return writeValor(valor), nil
}

func circuloComparar(e struct {
	varianteCirculo
	A []string `json:"a"`
	B []string `json:"b"`
}) (any, error) {
	v, err := e.find()
	if err != nil {
		return nil, err
	}
	a, err := naipes.ParseCartas(e.A)
	if err != nil {
		return nil, err
	}
	b, err := naipes.ParseCartas(e.B)
	if err != nil {
		return nil, err
	}
	va, vb, err := v.Compare(a, b)
	if err != nil {
		return nil, err
	}
	gana := "empate"
	if va > vb {
		gana = "a"
	} else if vb > va {
		gana = "b"
	}
	return struct {
		Gana       string `json:"gana"`
		CategoriaA string `json:"categoria_a"`
		CategoriaB string `json:"categoria_b"`
	}{gana, va.Categoria().String(), vb.Categoria().String()}, nil
}

// mostradorCirculo is a player who shows.
type mostradorCirculo struct {
	ID      string   `json:"id"`
	Propias []string `json:"propias"`
}

func circuloMejorMano(e struct {
	varianteCirculo
	mostradorCirculo
	Comunes []string `json:"comunes"`
}) (any, error) {
	v, err := e.find()
	if err != nil {
		return nil, err
	}
	propias, err := naipes.ParseCartas(e.Propias)
	if err != nil {
		return nil, err
	}
	comunes, err := naipes.ParseCartas(e.Comunes)
	if err != nil {
		return nil, err
	}
	valor, err := v.Best(propias, comunes)
	if err != nil {
		return nil, err
	}
	return writeValor(valor), nil
}

func circuloGanadores(e struct {
	varianteCirculo
	Jugadores []mostradorCirculo `json:"jugadores"`
	Comunes   []string           `json:"comunes"`
}) (any, error) {
	v, err := e.find()
	if err != nil {
		return nil, err
	}
	comunes, err := naipes.ParseCartas(e.Comunes)
	if err != nil {
		return nil, err
	}
	if len(e.Jugadores) > poquer.MaxPuestos {
		return nil, poquer.ErrPuesto
	}
	propias := make([][]naipes.Carta, len(e.Jugadores))
	seen := map[string]bool{}
	for k, j := range e.Jugadores {
		if propias[k], err = naipes.ParseCartas(j.Propias); err != nil {
			return nil, err
		}
		if seen[j.ID] {
			return nil, poquer.ErrRepetido
		}
		seen[j.ID] = true
	}
	ganadores, valor, err := v.Ganadores(propias, comunes)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	for _, k := range ganadores {
		ids = append(ids, e.Jugadores[k].ID)
	}
	slices.Sort(ids)
	return struct {
		Ganadores []string `json:"ganadores"`
		Categoria string   `json:"categoria"`
	}{ids, valor.Categoria().String()}, nil
}
