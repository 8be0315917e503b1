package motor

import (
	"encoding/json"
	"errors"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/naipes"
)

// operacionesPanos is the dispatch table of the operations on the baccará of two cloths.
var operacionesPanos = map[string]operacion{
	"b2p_hand":        pays(panosHand),
	"b2p_bank_choice": takes(panosBankChoice),
	"b2p_cagnotte":    pays(panosCagnotte),
	"b2p_line":        pays(panosLine),
	"b2p_restored":    takes(panosRestored),
	"b2p_banco":       takes(panosBanco),
	"cuadro":          takes(cheminCuadro),
}

// dineroPanos is the bank and the stakes of a coup.
type dineroPanos struct {
	Mode   bacara.Modalidad `json:"mode"`
	Bank   *domain.Importe  `json:"bank"`
	Stake1 domain.Importe   `json:"stake1"`
	Stake2 domain.Importe   `json:"stake2"`
}

// banca is what the bank has; 0 when it is not said.
func (e dineroPanos) banca() domain.Importe {
	if e.Bank == nil {
		return 0
	}
	return *e.Bank
}

// cuentaPanos is what a coup comes to for the bank; bank_after and unpaid are of a limited
// one.
type cuentaPanos struct {
	BankNet   domain.Importe  `json:"bank_net"`
	Cagnotte  json.RawMessage `json:"cagnotte"`
	BankAfter json.RawMessage `json:"bank_after,omitempty"`
	Unpaid    *domain.Importe `json:"unpaid,omitempty"`
}

func (e dineroPanos) write(c bacara.Cuenta, m moneda) cuentaPanos {
	answer := cuentaPanos{BankNet: c.Neto, Cagnotte: m.down(c.Cagnotte)}
	if e.Mode == bacara.Limitada {
		answer.BankAfter, answer.Unpaid = m.up(c.BancaQueda), &c.SinPagar
	}
	return answer
}

// jugadaPanos is a coup of two cloths.
type jugadaPanos struct {
	Pano1     manoBacara     `json:"pano1"`
	Pano2     manoBacara     `json:"pano2"`
	Banca     manoBacara     `json:"banca"`
	Winner1   bacara.Ganador `json:"winner1"`
	Winner2   bacara.Ganador `json:"winner2"`
	Nulo      bool           `json:"juego_nulo"`
	CardsUsed int            `json:"cards_used"`
	cuentaPanos
}

func panosHand(e struct {
	dineroPanos
	Cards     []string       `json:"cards"`
	Pano1     bacara.Palabra `json:"pano1"`
	Pano2     bacara.Palabra `json:"pano2"`
	Banquero  bacara.Palabra `json:"banquero"`
	Cuadro    bool           `json:"cuadro"`
	HaceBanco bool           `json:"hace_banco"`
}, m moneda) (any, error) {
	cartas, err := naipes.ParseCartas(e.Cards)
	if err != nil {
		return nil, err
	}
	j, err := bacara.SettlePanos(bacara.HechosPanos{
		Cartas: cartas, Dicho: [2]bacara.Palabra{e.Pano1, e.Pano2}, Banquero: e.Banquero, Cuadro: e.Cuadro, HaceBanco: e.HaceBanco,
		Modalidad: e.Mode, Banca: e.banca(), Apuestas: [2]domain.Importe{e.Stake1, e.Stake2},
	})
	if p := (*bacara.PanoError)(nil); errors.As(err, &p) && errors.Is(err, bacara.ErrPano) {
		return nil, fallo([...]string{"pano1_no_permitido", "pano2_no_permitido"}[p.Pano])
	}
	if err != nil {
		return nil, err
	}
	return jugadaPanos{
		Pano1: writeManoBacara(j.Panos[0]), Pano2: writeManoBacara(j.Panos[1]), Banca: writeManoBacara(j.Banca),
		Winner1: j.Gana[0], Winner2: j.Gana[1], Nulo: j.Nula, CardsUsed: j.Cartas, cuentaPanos: e.write(j.Cuenta, m),
	}, nil
}

// respuestaPano is what a cloth came to: "abate", "no", or the points of its third card.
type respuestaPano bacara.Respuesta

// UnmarshalJSON reads the word or the points.
func (r *respuestaPano) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case `"abate"`:
		*r = respuestaPano{Abate: true}
		return nil
	case `"no"`:
		*r = respuestaPano{Tercera: bacara.Sin}
		return nil
	}
	if err := json.Unmarshal(raw, &r.Tercera); err != nil {
		return err
	}
	if r.Tercera < 0 {
		return bacara.ErrPuntos
	}
	return nil
}

func panosBankChoice(e struct {
	BankTotal int             `json:"bank_total"`
	Panos     []respuestaPano `json:"panos"`
	Cuadro    bool            `json:"cuadro"`
}) (any, error) {
	if len(e.Panos) != 2 {
		return nil, fallo(codigoEntrada)
	}
	puede, _, err := bacara.BancaPuede(e.BankTotal, [2]bacara.Respuesta{bacara.Respuesta(e.Panos[0]), bacara.Respuesta(e.Panos[1])}, e.Cuadro)
	return allowed(puede, err)
}

// resultadosPanos are the results of the banker by who wins.
var resultadosPanos = map[string]bacara.Ganador{"gana": bacara.Banca, "pierde": bacara.Pano, "nula": bacara.Nula}

func panosCagnotte(e struct {
	dineroPanos
	Result1 string `json:"result1"`
	Result2 string `json:"result2"`
}, m moneda) (any, error) {
	gana1, ok1 := resultadosPanos[e.Result1]
	gana2, ok2 := resultadosPanos[e.Result2]
	if !ok1 || !ok2 {
		return nil, fallo("resultado_desconocido")
	}
	c, err := bacara.Liquida(e.Mode, e.banca(), [2]domain.Importe{e.Stake1, e.Stake2}, [2]bacara.Ganador{gana1, gana2})
	if err != nil {
		return nil, err
	}
	return e.write(c, m), nil
}

func panosLine(e struct {
	Stake domain.Importe `json:"stake"`
	Unit  domain.Importe `json:"unit"`
	Kind  string         `json:"kind"`
}, m moneda) (any, error) {
	switch e.Kind {
	case "panos":
		primero, segundo, err := bacara.EntrePanos(e.Stake, e.Unit)
		if err != nil {
			return nil, err
		}
		return map[string]domain.Importe{"pano1": primero, "pano2": segundo}, nil
	case "zona":
		return cheminRaya(errorChemin{Stake: e.Stake}, m)
	}
	return nil, fallo("raya_desconocida")
}

func panosRestored(e struct {
	Table     []bacara.Palabra `json:"table"`
	ErrorBy   bacara.Culpable  `json:"error_by"`
	BankTotal int              `json:"bank_total"`
}) (any, error) {
	if len(e.Table) != 2 {
		return nil, fallo(codigoEntrada)
	}
	puede, _, err := bacara.Restablecida([2]bacara.Palabra{e.Table[0], e.Table[1]}, e.ErrorBy, e.BankTotal)
	return allowed(puede, err)
}

func panosBanco(e struct {
	History []string `json:"history"`
}) (any, error) {
	var nulas []bool
	for _, h := range e.History {
		if h != "nulo" && h != "decidido" {
			return nil, fallo("resultado_desconocido")
		}
		nulas = append(nulas, h == "nulo")
	}
	return yesNo("may_repeat", bacara.CheckBanco(nulas))
}
