package motor

import (
	"encoding/json"
	"errors"

	"foliado/domain"
	"foliado/domain/libros"
)

// entradaCaja is the union of the inputs of the operations on the caja. Amounts are
// pointers where the operation cannot do without them.
type entradaCaja struct {
	Op             string           `json:"op"`
	Game           domain.Juego     `json:"game"`
	TableMin       *domain.Importe  `json:"table_min"`
	AuthorisedMin  *domain.Importe  `json:"authorised_min"`
	Advances       []domain.Importe `json:"advances"`
	Roulettes      []ruletaCaja     `json:"roulettes"`
	Cash           *domain.Importe  `json:"cash"`
	Blocked        *domain.Importe  `json:"blocked"`
	AutomaticSabot bool             `json:"automatic_sabot"`
	Stake          *domain.Importe  `json:"stake"`
	MultiplesOnly  bool             `json:"multiples_only"`
	Tables         []domain.Importe `json:"tables"`
	Exempt         bool             `json:"exempt"`
	TableOpen      bool             `json:"table_open"`
}

type ruletaCaja struct {
	Min     domain.Importe `json:"min"`
	Advance domain.Importe `json:"advance"` // null reads as 0: not known
}

// veredictoCaja is the answer of an operation that says yes or no.
type veredictoCaja struct {
	OK     bool    `json:"ok"`
	Reason *string `json:"reason"`
}

// operacionesCaja is the dispatch table of the operations.
var operacionesCaja = map[string]func(e entradaCaja, m moneda) (any, error){
	"advance":         cajaAdvance,
	"check_advance":   cajaCheckAdvance,
	"central_cash":    cajaCentralCash,
	"last_rounds":     cajaLastRounds,
	"multiple_of_min": cajaMultipleOfMin,
	"table_minima":    cajaTableMinima,
	"change_min":      cajaChangeMin,
}

func caja(input []byte, m moneda) (any, error) {
	var e entradaCaja
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesCaja[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// erroresCaja are the codes of the questions that the text does not let be asked.
var erroresCaja = []struct {
	err    error
	codigo fallo
}{
	{libros.ErrJuego, codigoJuego},
	{libros.ErrCirculo, "juego_de_circulo_sin_anticipo"},
	{libros.ErrMinimoAutorizado, "falta_minimo_autorizado"},
	{libros.ErrSinRuleta, "sin_mesa_de_ruleta"},
}

// motivosCaja are the words of a no.
var motivosCaja = []struct {
	err    error
	motivo string
}{
	{libros.ErrAnticipo, "anticipo_inicial_insuficiente"},
	{libros.ErrReposicion, "reposicion_distinta_del_inicial"},
	{libros.ErrSuma, "suma_insuficiente"},
	{libros.ErrMetalico, "metalico_inferior_al_50"},
	{libros.ErrInferior, "inferior_al_minimo"},
	{libros.ErrNoMultiplo, "no_multiplo_del_minimo"},
	{libros.ErrBajoAutorizado, "inferior_al_minimo_autorizado"},
	{libros.ErrNingunaAlMinimo, "ninguna_mesa_con_el_minimo_autorizado"},
	{libros.ErrEnMarcha, "mesa_en_funcionamiento"},
}

// failure is the error of an answer, when err is not a verdict.
func failure(err error) error {
	for _, e := range erroresCaja {
		if errors.Is(err, e.err) {
			return e.codigo
		}
	}
	return fallo(codigoEntrada)
}

// verdict turns the outcome of a rule into a yes, a no with its reason, or an error.
func verdict(err error) (veredictoCaja, error) {
	if err == nil {
		return veredictoCaja{OK: true}, nil
	}
	for _, m := range motivosCaja {
		if errors.Is(err, m.err) {
			return veredictoCaja{Reason: &m.motivo}, nil
		}
	}
	return veredictoCaja{}, failure(err)
}

// orZero reads a missing amount as 0, where 0 means that it is not known.
func orZero(i *domain.Importe) domain.Importe {
	if i == nil {
		return 0
	}
	return *i
}

func cajaAdvance(e entradaCaja, _ moneda) (any, error) {
	minimo, err := libros.AnticipoMinimo(e.Game, orZero(e.TableMin), orZero(e.AuthorisedMin))
	if err != nil {
		return nil, failure(err)
	}
	return struct {
		Minimo domain.Importe `json:"minimum_advance"`
	}{minimo}, nil
}

func cajaCheckAdvance(e entradaCaja, _ moneda) (any, error) {
	var inicial domain.Importe // a table without anticipos has one of nothing
	if len(e.Advances) > 0 {
		inicial = e.Advances[0]
	}
	err := libros.CheckAnticipoInicial(e.Game, orZero(e.TableMin), orZero(e.AuthorisedMin), inicial)
	for k := 1; err == nil && k < len(e.Advances); k++ {
		err = libros.CheckReposicion(inicial, e.Advances[k])
	}
	return verdict(err)
}

func cajaCentralCash(e entradaCaja, m moneda) (any, error) {
	if e.Cash == nil || e.Blocked == nil {
		return nil, fallo(codigoEntrada)
	}
	ruletas := make([]libros.Ruleta, len(e.Roulettes))
	for k, r := range e.Roulettes {
		ruletas[k] = libros.Ruleta{Minimo: r.Min, Anticipo: r.Advance}
	}
	exigencia, err := libros.CheckCajaCentral(ruletas, *e.Cash, *e.Blocked)
	v, err := verdict(err)
	if err != nil {
		return nil, err
	}
	half := domain.FraccionDe(exigencia.Suma).Mul(domain.NewFraccion(1, 2))
	return struct {
		Suma     domain.Importe  `json:"required"`
		Metalico json.RawMessage `json:"min_cash"`
		veredictoCaja
	}{exigencia.Suma, m.up(half), v}, nil
}

func cajaLastRounds(e entradaCaja, _ moneda) (any, error) {
	u, err := libros.LastRounds(e.Game, e.AutomaticSabot)
	if err != nil {
		return nil, failure(err)
	}
	return struct {
		Unidad libros.Unidad `json:"unit"`
		Numero int           `json:"count"`
	}{u.Unidad, u.Numero}, nil
}

func cajaMultipleOfMin(e entradaCaja, _ moneda) (any, error) {
	if e.Stake == nil || e.TableMin == nil {
		return nil, fallo(codigoEntrada)
	}
	return verdict(libros.CheckApuesta(*e.Stake, *e.TableMin, e.MultiplesOnly))
}

func cajaTableMinima(e entradaCaja, _ moneda) (any, error) {
	if e.AuthorisedMin == nil {
		return nil, fallo(codigoEntrada)
	}
	return verdict(libros.CheckMinimos(*e.AuthorisedMin, e.Tables, e.Exempt))
}

func cajaChangeMin(e entradaCaja, _ moneda) (any, error) {
	return verdict(libros.CheckCambioLimites(e.Game, e.TableOpen))
}
