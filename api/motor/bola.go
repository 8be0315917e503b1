package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/bola"
)

// entradaBola is the union of the inputs of the operations on the bola.
type entradaBola struct {
	Op             string           `json:"op"`
	Number         *int             `json:"number"`
	Bets           []apuestaBola    `json:"bets"`
	AuthorisedMin  *domain.Importe  `json:"authorised_min"`
	TableMin       *domain.Importe  `json:"table_min"`
	FactorPleno    int64            `json:"factor_pleno"`
	FactorSencilla int64            `json:"factor_sencilla"`
	Suerte         string           `json:"suerte"`
	Stake          *domain.Importe  `json:"stake"`
	Panos          []domain.Importe `json:"panos"`
	Max            *domain.Importe  `json:"max"`
}

// apuestaBola is a bet of settle, or of table_max, which says the player.
type apuestaBola struct {
	Suerte string          `json:"suerte"`
	N      *int            `json:"n"`
	Stake  *domain.Importe `json:"stake"`
	Player string          `json:"player"`
}

// operacionesBola is the dispatch table of the operations.
var operacionesBola = map[string]func(e entradaBola, m moneda) (any, error){
	"attributes":  bolaAttributes,
	"settle":      bolaSettle,
	"limits":      bolaLimits,
	"check_stake": bolaCheckStake,
	"panos":       bolaPanos,
	"table_max":   bolaTableMax,
}

func bolaGame(input []byte, m moneda) (any, error) {
	var e entradaBola
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesBola[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// erroresBola are the words of what the text forbids.
var erroresBola = []codigo{
	{bola.ErrNumero, "numero_invalido"},
	{bola.ErrSuerte, "suerte_desconocida"},
	{bola.ErrCombinacion, "combinacion_invalida"},
	{bola.ErrFactorPleno, "factor_pleno_fuera_de_40_100"},
	{bola.ErrFactorSencilla, "factor_sencilla_fuera_de_200_500"},
	{bola.ErrMinimo, "minimo_de_mesa_no_permitido"},
}

// motivosBola are the words of a no to a stake, motivosPanos those of a no to the cloths.
var (
	motivosBola = []codigo{
		{bola.ErrInferior, "inferior_al_minimo"},
		{bola.ErrSuperior, "superior_al_maximo"},
	}
	motivosPanos = []codigo{
		{bola.ErrMinimo, "minimo_de_mesa_no_permitido"},
		{bola.ErrNingunPano, "ningun_pano_con_el_minimo_autorizado"},
	}
)

// atributosBola is what the cloth says of a number.
type atributosBola struct {
	Colour *string `json:"colour"`
	Parity *string `json:"parity"`
	Half   *string `json:"half"`
}

func bolaAttributes(e entradaBola, _ moneda) (any, error) {
	n, err := e.numero()
	if err != nil {
		return nil, err
	}
	a := n.Atributos()
	return atributosBola{orNull(a.Color.String()), orNull(a.Paridad.String()), orNull(a.Mitad.String())}, nil
}

func (e entradaBola) numero() (bola.Numero, error) {
	if e.Number == nil {
		return 0, fallo(codigoEntrada)
	}
	n, err := bola.ParseNumero(*e.Number)
	if err != nil {
		return 0, failWith(err, erroresBola)
	}
	return n, nil
}

// apuesta reads a bet. A number that is not on the cloth makes no combination.
func (b apuestaBola) apuesta() (bola.Apuesta, error) {
	s, err := bola.ParseSuerte(b.Suerte)
	if err != nil {
		return bola.Apuesta{}, failWith(err, erroresBola)
	}
	if b.Stake == nil {
		return bola.Apuesta{}, fallo(codigoEntrada)
	}
	a := bola.Apuesta{Suerte: s, Importe: *b.Stake}
	if b.N != nil {
		if a.Numero, err = bola.ParseNumero(*b.N); err != nil {
			return bola.Apuesta{}, failWith(bola.ErrCombinacion, erroresBola)
		}
	}
	return a, nil
}

func bolaSettle(e entradaBola, m moneda) (any, error) {
	n, err := e.numero()
	if err != nil {
		return nil, err
	}
	apuestas := make([]bola.Apuesta, len(e.Bets))
	for k, b := range e.Bets {
		if apuestas[k], err = b.apuesta(); err != nil {
			return nil, err
		}
	}
	ls, total, err := bola.Settle(n, apuestas, nil)
	if err != nil {
		return nil, failWith(err, erroresBola)
	}
	bets := make([]registro, len(ls))
	for k, l := range ls {
		bets[k] = registro{string(l.Resultado), m.importes(importes{
			Ganado: domain.FraccionDe(l.Ganado), Devuelto: domain.FraccionDe(l.Devuelto), Neto: domain.FraccionDe(l.Neto())}),
			m.cita(l.Articulo, l.Criterio)}
	}
	return struct {
		Bets  []registro       `json:"bets"`
		Total registroImportes `json:"total"`
	}{bets, m.importes(importes{
		Ganado: domain.FraccionDe(total.Ganado), Devuelto: domain.FraccionDe(total.Devuelto), Neto: domain.FraccionDe(total.Neto())})}, nil
}

func (e entradaBola) limites() (bola.Limites, error) {
	if e.AuthorisedMin == nil || e.TableMin == nil {
		return bola.Limites{}, fallo(codigoEntrada)
	}
	l, err := bola.NewLimites(bola.Autorizacion{Minimo: *e.AuthorisedMin, FactorPleno: e.FactorPleno, FactorSencilla: e.FactorSencilla}, *e.TableMin)
	if err != nil {
		return bola.Limites{}, failWith(err, erroresBola)
	}
	return l, nil
}

func bolaLimits(e entradaBola, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	return struct {
		Min         domain.Importe `json:"min"`
		MaxPleno    domain.Importe `json:"max_pleno"`
		MaxSencilla domain.Importe `json:"max_sencilla"`
	}{l.Minimo, l.MaximoPleno, l.MaximoSencilla}, nil
}

func bolaCheckStake(e entradaBola, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	s, err := bola.ParseSuerte(e.Suerte)
	if err != nil {
		return nil, failWith(err, erroresBola)
	}
	if e.Stake == nil {
		return nil, fallo(codigoEntrada)
	}
	return judge(l.Check(s, *e.Stake), motivosBola, erroresBola)
}

func bolaPanos(e entradaBola, _ moneda) (any, error) {
	if e.AuthorisedMin == nil {
		return nil, fallo(codigoEntrada)
	}
	return judge(bola.CheckPanos(*e.AuthorisedMin, e.Panos), motivosPanos, erroresBola)
}

func bolaTableMax(e entradaBola, _ moneda) (any, error) {
	if e.Max == nil {
		return nil, fallo(codigoEntrada)
	}
	lineas := make([]bola.Linea, len(e.Bets))
	for k, b := range e.Bets {
		lineas[k] = bola.Linea{Jugador: b.Player, Importe: orZero(b.Stake)}
	}
	over, err := bola.ListExcesos(*e.Max, lineas)
	if err != nil {
		return nil, failWith(err, erroresBola)
	}
	return struct {
		OK   bool     `json:"ok"`
		Over []string `json:"over"`
	}{len(over) == 0, append([]string{}, over...)}, nil
}
