package motor

import (
	"encoding/json"
	"time"

	"foliado/domain/mus"
)

// sitioMus is who is the mano and whom a question is about.
type sitioMus struct {
	Mano    mus.Jugador `json:"mano"`
	Jugador mus.Jugador `json:"jugador"`
}

func musCorte(e struct {
	Cartas int `json:"cartas"`
}) (any, error) {
	return yesNo("valido", mus.CheckCorte(e.Cartas))
}

func orden(mano mus.Jugador, f func(mus.Jugador) []mus.Jugador) (any, error) {
	if err := mus.CheckJugador(mano); err != nil {
		return nil, err
	}
	return map[string][]int{"orden": asientos(f(mano))}, nil
}

func musOrdenReparto(e sitioMus) (any, error)  { return orden(e.Mano, mus.OrdenReparto) }
func musOrdenDescarte(e sitioMus) (any, error) { return orden(e.Mano, mus.OrdenDescarte) }

func musErrorNumero(e struct {
	sitioMus
	Dadas mus.Dadas `json:"dadas"`
}) (any, error) {
	accion, fuera, err := mus.CorrigeCartas(e.Dadas, e.Jugador, e.Mano)
	if err != nil {
		return nil, err
	}
	return struct {
		Accion   mus.Correccion `json:"accion"`
		EnBaraja []int          `json:"en_baraja"`
	}{accion, asientos(fuera)}, nil
}

func musTrasGrande(e sitioMus) (any, error) {
	anuladas, err := mus.AnuladasTrasGrande(e.Jugador, e.Mano)
	if err != nil {
		return nil, err
	}
	return map[string][]int{"cartas_invalidas": asientos(anuladas)}, nil
}

func musManoRepetida(e struct {
	sitioMus
	Anterior mus.Jugador `json:"mano_anterior"`
	Cerrada  bool        `json:"grande_cerrada"`
}) (any, error) {
	r, err := mus.RepiteMano(e.Anterior, e.Mano, e.Cerrada)
	if err != nil {
		return nil, err
	}
	return map[string]mus.Repeticion{"jugada": r}, nil
}

func musManoSiguiente(e sitioMus) (any, error) {
	if err := mus.CheckJugador(e.Mano); err != nil {
		return nil, err
	}
	return map[string]mus.Jugador{"mano": e.Mano.Siguiente()}, nil
}

func musVisto(e struct {
	Primera bool            `json:"primera_mano"`
	Quien   mus.Descubierta `json:"descubierta_por"`
}) (any, error) {
	hay, _, err := mus.MusVisto(e.Primera, e.Quien)
	if err != nil {
		return nil, err
	}
	return map[string]bool{"mus_visto": hay}, nil
}

func musHayMus(e struct {
	Servido bool `json:"alguien_servido"`
}) (any, error) {
	return yesNo("puede_haber_mus", mus.CheckMus(e.Servido))
}

func musCierra(e struct {
	Forma mus.Forma `json:"forma"`
}) (any, error) {
	cierra, err := mus.Cierra(e.Forma)
	if err != nil {
		return nil, err
	}
	return map[string]bool{"cierra": cierra}, nil
}

// maxSegundos bounds a wait, so that it is a duration.
const maxSegundos = 1_000_000

func musTiempo(e struct {
	Segundos int64 `json:"segundos"`
}) (any, error) {
	if e.Segundos < 0 {
		return nil, fallo(codigoEntrada)
	}
	resultado := "puede_contestar"
	if declina, _ := mus.Declina(time.Duration(min(e.Segundos, maxSegundos)) * time.Second); declina {
		resultado = "declina"
	}
	return map[string]string{"resultado": resultado}, nil
}

func musSimultaneos(e struct {
	Tantos []int `json:"tantos"`
}) (any, error) {
	tantos, err := mus.Simultaneos(e.Tantos)
	if err != nil {
		return nil, err
	}
	return map[string][]int{"los_contrarios_eligen_entre": tantos}, nil
}

func musEnsena(struct{}) (any, error) {
	palabra := map[mus.Accion]string{mus.Quiere: "acepta", mus.NoQuiere: "declina"}
	accion, _ := mus.Ensena()
	return map[string]string{"resultado": palabra[accion]}, nil
}

// consecuenciaMus is what an error comes to.
type consecuenciaMus struct {
	Lance    mus.Lance `json:"lance"`
	Articulo string    `json:"articulo"`
	Gana     *string   `json:"gana"`
	Modo     mus.Modo  `json:"modo"`
	Tantos   any       `json:"tantos,omitempty"`
}

func writeConsecuencia(c mus.Consecuencia, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	answer := consecuenciaMus{Lance: c.Lance, Articulo: c.Articulo.Ref(), Gana: orNull(string(c.Gana)), Modo: c.Modo}
	if c.Letra != "" {
		answer.Articulo += "." + c.Letra
	}
	switch {
	case c.Juego:
		answer.Tantos = "juego"
	case c.Gana != "":
		answer.Tantos = c.Tantos
	}
	return answer, nil
}

// infraccionMus is a deal and the pair that broke a rule in it.
type infraccionMus struct {
	jugadaMus
	Infractora mus.Pareja `json:"infractora"`
	Lance      mus.Lance  `json:"lance"`
}

func musInfraccion(e infraccionMus) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	return writeConsecuencia(mus.InfraccionDePalabra(j, e.Lance, e.Infractora, false))
}

func musDeclaracionValida(e struct {
	cartasMus
	Lance     mus.Lance       `json:"lance"`
	Declarado json.RawMessage `json:"declarado"`
}) (any, error) {
	m, err := mus.ParseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	if e.Lance == mus.Juego || e.Lance == mus.Punto {
		var suma int
		if err := json.Unmarshal(e.Declarado, &suma); err != nil {
			return nil, fallo(codigoEntrada)
		}
		return yesNo("valida", m.CheckSuma(e.Lance, suma))
	}
	if err := mus.CheckLance(e.Lance); err != nil {
		return nil, err
	}
	var textos []string
	if err := json.Unmarshal(e.Declarado, &textos); err != nil {
		return nil, fallo(codigoEntrada)
	}
	rangos := make([]mus.Rango, len(textos))
	for k, s := range textos {
		if rangos[k], err = mus.ParseRango(s); err != nil {
			return nil, err
		}
	}
	return yesNo("valida", m.CheckDeclaracion(e.Lance, rangos))
}

func musQuererDePostre(e struct {
	cartasMus
	Lance   mus.Lance `json:"lance"`
	Postre  bool      `json:"es_postre"`
	Apuesta string    `json:"apuesta"`
}) (any, error) {
	m, err := mus.ParseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	if err := mus.CheckLance(e.Lance); err != nil {
		return nil, err
	}
	if e.Apuesta != "envite" && e.Apuesta != "ordago" {
		return nil, fallo("apuesta_desconocida")
	}
	return yesNo("valido", m.CheckQuererDePostre(e.Lance, e.Postre, e.Apuesta == "ordago"))
}

func musOrdagoPares(e infraccionMus) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	return writeConsecuencia(mus.InfraccionOrdagoPares(j, e.Infractora))
}

func musErrorDeclaracion(e struct {
	jugadaMus
	Lance   mus.Lance   `json:"lance"`
	Jugador mus.Jugador `json:"jugador"`
	Canto   bool        `json:"canto"`
	Envite  enviteMus   `json:"envite"`
}) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	return writeConsecuencia(mus.Declaracion(j, mus.Falta{
		Lance: e.Lance, Jugador: e.Jugador, Canto: e.Canto, Envite: e.Envite.read(), GanaCartas: e.Envite.GanaCartas,
	}))
}

func musPuntoTrasError(e infraccionMus) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	return writeConsecuencia(mus.PuntoTrasError(j, e.Infractora, false))
}

func musJuegoFalso(e struct {
	jugadaMus
	Jugador mus.Jugador `json:"jugador"`
}) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	return writeConsecuencia(mus.JuegoFalso(j, e.Jugador))
}

func musParesMal(e infraccionMus) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	return writeConsecuencia(mus.ParesMalCantados(j, e.Infractora))
}

func musValorSin(e struct {
	jugadaMus
	Pareja  mus.Pareja  `json:"pareja"`
	Lance   mus.Lance   `json:"lance"`
	NoCanto mus.Jugador `json:"no_canto"`
}) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	tantos, err := j.ValorSin(e.Lance, e.Pareja, e.NoCanto)
	if err != nil {
		return nil, err
	}
	return map[string]int{"tantos": tantos}, nil
}
