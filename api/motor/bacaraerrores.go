package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/naipes"
)

// errorChemin is the union of the facts of the incidents of arts. 79 to 81.
type errorChemin struct {
	Case       string         `json:"case"`
	BankTotal  *int           `json:"bank_total"`
	PuntoTotal *int           `json:"punto_total"`
	Drawn      int            `json:"drawn"`
	PuntoAsks  bool           `json:"punto_asks"`
	TwoCards   []string       `json:"two_cards"`
	Thirds     []string       `json:"third_cards"`
	Stake      domain.Importe `json:"stake"`
}

// casosChemin answers each incident by its article.
var casosChemin = map[string]func(e errorChemin, m moneda) (any, error){
	"79.2":          cheminCantada,
	"80.1":          cheminQuinta,
	"80.2":          cheminDeMas,
	"80.3.punto":    func(e errorChemin, _ moneda) (any, error) { return e.terceras(false) },
	"80.3.banca":    func(e errorChemin, _ moneda) (any, error) { return e.terceras(true) },
	"80.4.primeras": func(e errorChemin, _ moneda) (any, error) { return e.cesta(false) },
	"80.4.tercera":  func(e errorChemin, _ moneda) (any, error) { return e.cesta(true) },
	"80.7":          cheminOfrece,
	"80.8":          func(errorChemin, moneda) (any, error) { return sinVer(true) },
	"81.3":          cheminOlvida,
	"81.5":          func(errorChemin, moneda) (any, error) { return sinVer(false) },
	"81.7":          cheminRaya,
}

func cheminError(e errorChemin, m moneda) (any, error) {
	answer, ok := casosChemin[e.Case]
	if !ok {
		return nil, fallo("caso_desconocido")
	}
	return answer(e, m)
}

// orElse is a number, or another when it is missing.
func orElse(n *int, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return *n
}

func cheminCantada(e errorChemin, _ moneda) (any, error) {
	toma, desecha, err := bacara.CantadaPorError(orElse(e.BankTotal, 0), e.Drawn)
	if err != nil {
		return nil, err
	}
	return map[string]int{"bank_takes": toma, "discarded": desecha}, nil
}

func cheminQuinta(e errorChemin, _ moneda) (any, error) {
	suya, _ := bacara.QuintaEsSuya(e.PuntoAsks)
	return map[string]bool{"bank_must_take_it": suya}, nil
}

func cheminDeMas(errorChemin, moneda) (any, error) {
	puntos, pide, _ := bacara.DeMas()
	return struct {
		Total int  `json:"bank_total"`
		Draw  bool `json:"may_draw"`
	}{puntos, pide}, nil
}

func (e errorChemin) terceras(alBanquero bool) (any, error) {
	dos, err := naipes.ParseCartas(e.TwoCards)
	if err != nil {
		return nil, err
	}
	terceras, err := naipes.ParseCartas(e.Thirds)
	if err != nil {
		return nil, err
	}
	total, err := bacara.DosTerceras(dos, terceras, alBanquero)
	if err != nil {
		return nil, err
	}
	return map[string]int{"total": total}, nil
}

func (e errorChemin) cesta(tercera bool) (any, error) {
	c, err := bacara.PierdeCarta(tercera, orElse(e.BankTotal, 0))
	if err != nil {
		return nil, err
	}
	return struct {
		Total int  `json:"punto_total"`
		Abate bool `json:"punto_abate"`
		Draw  bool `json:"bank_may_draw"`
	}{c.Punto, c.PuntoAbate, c.BanqueroPuedePedir}, nil
}

func cheminOfrece(errorChemin, moneda) (any, error) {
	return yesNo("bank_may_abate", bacara.CheckAbate(true))
}

func sinVer(delBanquero bool) (any, error) {
	gana, _ := bacara.SinVer(delBanquero)
	return map[string]bacara.Ganador{"winner": gana}, nil
}

// cheminOlvida is the punto who forgot to lay his hand down, a 9 against an 8 unless the
// question says otherwise.
func cheminOlvida(e errorChemin, _ moneda) (any, error) {
	gana, err := bacara.OlvidaAbatir(orElse(e.PuntoTotal, 9), orElse(e.BankTotal, 8), true)
	if err != nil {
		return nil, err
	}
	return struct {
		Winner bacara.Ganador `json:"winner"`
		Abate  bool           `json:"punto_abate"`
	}{gana, false}, nil
}

func cheminRaya(e errorChemin, m moneda) (any, error) {
	juega, err := bacara.EnLaRaya(e.Stake)
	if err != nil {
		return nil, err
	}
	return map[string]json.RawMessage{"plays": m.up(juega)}, nil
}
