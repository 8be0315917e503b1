package motor

import (
	"slices"
	"strconv"
	"time"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/poquer"
)

// aperturaCirculo is how many hands went blank before one.
type aperturaCirculo struct {
	varianteCirculo
	EnBlanco int `json:"manos_en_blanco"`
}

func circuloApertura(e struct {
	aperturaCirculo
	Cartas []string `json:"cartas"`
}) (any, error) {
	valor, err := e.evaluate(e.Cartas)
	if err != nil {
		return nil, err
	}
	puede, err := poquer.Abre(valor, e.EnBlanco)
	if err != nil {
		return nil, err
	}
	minima, err := poquer.ParejaMinima(e.EnBlanco)
	if err != nil {
		return nil, err
	}
	return struct {
		Minima string `json:"pareja_minima"`
		Puede  bool   `json:"puede_abrir"`
	}{minima.String(), puede}, nil
}

// manoCirculo is a hand of a deal that waits to be opened.
type manoCirculo struct {
	Puesto poquer.Puesto `json:"puesto"`
	Cartas []string      `json:"cartas"`
	Quiere bool          `json:"quiere_abrir"`
}

func circuloAbrirBote(e struct {
	varianteCirculo
	Repartos [][]manoCirculo `json:"repartos"`
}) (any, error) {
	repartos := make([][]poquer.Mano, len(e.Repartos))
	for k, manos := range e.Repartos {
		for _, m := range manos {
			valor, err := e.evaluate(m.Cartas)
			if err != nil {
				return nil, err
			}
			repartos[k] = append(repartos[k], poquer.Mano{Puesto: m.Puesto, Valor: valor, Quiere: m.Quiere})
		}
	}
	a, err := poquer.AbreBote(repartos)
	if err != nil {
		return nil, err
	}
	return struct {
		Reparto *int           `json:"reparto"`
		Abre    *poquer.Puesto `json:"abre"`
		Antes   int            `json:"antes"`
		Minimo  string         `json:"minimo"`
	}{orNil(a.Reparto), orNil(a.Puesto), a.Antes, a.Minima.String()}, nil
}

// orNil is a number that may be missing.
func orNil[T ~int](n T) *T {
	if n == 0 {
		return nil
	}
	return &n
}

func circuloJugadaFalsa(e struct {
	aperturaCirculo
	Cartas   []string `json:"cartas_apertura"`
	Cubierta bool     `json:"ultima_apuesta_cubierta"`
}) (any, error) {
	valor, err := e.evaluate(e.Cartas)
	if err != nil {
		return nil, err
	}
	falsa, fichas, err := poquer.JugadaFalsa(valor, e.EnBlanco, e.Cubierta)
	if err != nil {
		return nil, err
	}
	return struct {
		Falsa  bool          `json:"falsa"`
		Puede  bool          `json:"puede_ganar"`
		Fichas poquer.Fichas `json:"fichas"`
	}{falsa, !falsa, fichas}, nil
}

// descarteCirculo are the cards that a player puts down in the draw.
type descarteCirculo struct {
	Puesto poquer.Puesto `json:"puesto"`
	Cartas []string      `json:"cartas"`
}

func circuloRehacerMazo(e struct {
	varianteCirculo
	Baraja    []string          `json:"baraja"`
	Descartes []descarteCirculo `json:"descartes"`
	Abridor   poquer.Puesto     `json:"abridor"`
}) (any, error) {
	if e.Variante == "" {
		e.Variante = poquer.Cubierto52
	}
	v, err := e.find()
	if err != nil {
		return nil, err
	}
	baraja, err := naipes.ParseCartas(e.Baraja)
	if err != nil {
		return nil, err
	}
	descartes := make([]poquer.Descarte, len(e.Descartes))
	for k, d := range e.Descartes {
		cartas, err := naipes.ParseCartas(d.Cartas)
		if err != nil {
			return nil, err
		}
		descartes[k] = poquer.Descarte{Puesto: d.Puesto, Cartas: cartas}
	}
	r, err := v.Roba(baraja, descartes, e.Abridor)
	if err != nil {
		return nil, err
	}
	answer := struct {
		DeLaBaraja map[string][]string `json:"de_la_baraja"`
		SeRehaceEn *poquer.Puesto      `json:"se_rehace_en"`
		NuevoMazo  []string            `json:"nuevo_mazo"`
	}{DeLaBaraja: map[string][]string{}}
	for k, cartas := range r.DeLaBaraja {
		answer.DeLaBaraja[strconv.Itoa(int(descartes[k].Puesto))] = naipes.FormatCartas(cartas)
	}
	if r.Rehace >= 0 {
		answer.SeRehaceEn = &descartes[r.Rehace].Puesto
		answer.NuevoMazo = naipes.FormatCartas(r.Mazo)
		slices.Sort(answer.NuevoMazo)
	}
	return answer, nil
}

func circuloPrimero(e struct {
	varianteCirculo
	Intervalo    int                        `json:"intervalo"`
	Mano         poquer.Puesto              `json:"mano"`
	Descubiertas map[poquer.Puesto][]string `json:"descubiertas"`
}) (any, error) {
	v, err := e.find()
	if err != nil {
		return nil, err
	}
	descubiertas := map[poquer.Puesto][]naipes.Carta{}
	for p, textos := range e.Descubiertas {
		if err := poquer.CheckPuesto(p); err != nil {
			return nil, err
		}
		if descubiertas[p], err = naipes.ParseCartas(textos); err != nil {
			return nil, err
		}
	}
	habla, err := v.Habla(e.Intervalo, e.Mano, descubiertas)
	if err != nil {
		return nil, err
	}
	return map[string]poquer.Puesto{"habla": habla}, nil
}

func circuloMostrar(e struct {
	Activos []poquer.Puesto `json:"activos"`
	Ultimo  *poquer.Puesto  `json:"ultimo_apostante"`
	Mano    poquer.Puesto   `json:"mano"`
}) (any, error) {
	primero := e.Mano
	if e.Ultimo != nil {
		primero = *e.Ultimo
	}
	orden, err := poquer.OrdenDeMostrar(e.Activos, primero)
	if err != nil {
		return nil, err
	}
	return map[string][]poquer.Puesto{"orden": orden}, nil
}

func circuloLimites(e struct {
	Maximo domain.Importe `json:"maximo"`
	Minimo domain.Importe `json:"minimo"`
	Ante   domain.Importe `json:"ante"`
}) (any, error) {
	return struct {
		Minimo bool `json:"minimo_valido"`
		Ante   bool `json:"ante_valido"`
	}{poquer.CheckMinimo(e.Maximo, e.Minimo) == nil, poquer.CheckAnte(e.Minimo, e.Ante) == nil}, nil
}

// writeMaximo writes a maximum that there may not be.
func writeMaximo(maximo domain.Importe, hay bool, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	answer := map[string]*domain.Importe{"maximo": nil}
	if hay {
		answer["maximo"] = &maximo
	}
	return answer, nil
}

type apuestaCirculo struct {
	Modo poquer.Modo    `json:"modo"`
	Bote domain.Importe `json:"bote"`
}

func circuloApuestaMaxima(e apuestaCirculo) (any, error) {
	return writeMaximo(poquer.MaximoApuesta(e.Modo, e.Bote))
}

func circuloSubidaMaxima(e apuestaCirculo) (any, error) {
	return writeMaximo(poquer.MaximoSubida(e.Modo, e.Bote))
}

func circuloLimiteStud(e struct {
	Modo      poquer.LimiteStud `json:"modo"`
	Intervalo int               `json:"intervalo"`
	Bajo      domain.Importe    `json:"bajo"`
	Alto      domain.Importe    `json:"alto"`
	Pareja    bool              `json:"pareja_en_las_dos_primeras_descubiertas"`
	Sexta     domain.Importe    `json:"bote_al_dar_la_sexta"`
	Septima   domain.Importe    `json:"bote_al_dar_la_septima"`
}) (any, error) {
	bote := e.Sexta
	if e.Intervalo == 5 {
		bote = e.Septima
	}
	return writeMaximo(poquer.MaximoStud(e.Modo, poquer.HechosStud{Intervalo: e.Intervalo, Bajo: e.Bajo, Alto: e.Alto, Pareja: e.Pareja, Bote: bote}))
}

// beneficioCirculo is what the house takes, if it may.
type beneficioCirculo struct {
	Permitido bool            `json:"permitido"`
	Beneficio *domain.Importe `json:"beneficio"`
	Queda     *domain.Importe `json:"queda,omitempty"`
}

func circuloBeneficioMano(e struct {
	Aportado   domain.Importe `json:"aportado"`
	Centesimas int64          `json:"centesimas_de_por_ciento"`
}) (any, error) {
	b, err := poquer.BeneficioMano(e.Aportado, e.Centesimas)
	if err != nil {
		return beneficioCirculo{}, nil
	}
	queda := e.Aportado - b
	return beneficioCirculo{true, &b, &queda}, nil
}

func circuloBeneficioSesion(e struct {
	Base      domain.Importe `json:"base"`
	PorCiento int64          `json:"por_ciento"`
}) (any, error) {
	b, err := poquer.BeneficioSesion(e.Base, e.PorCiento)
	if err != nil {
		return beneficioCirculo{}, nil
	}
	return beneficioCirculo{Permitido: true, Beneficio: &b}, nil
}

func circuloEstadoMesa(e struct {
	Jugadores int   `json:"jugadores"`
	Minutos   int64 `json:"minutos_suspendida"`
}) (any, error) {
	if e.Jugadores < 0 || e.Jugadores > poquer.MaxPuestos || e.Minutos < 0 {
		return nil, fallo(codigoEntrada)
	}
	estado := poquer.EstadoDe(e.Jugadores, time.Duration(min(e.Minutos, maxMinutos))*time.Minute)
	return map[string]poquer.Estado{"estado": estado}, nil
}

func circuloRepartoEmpate(e struct {
	Bote   domain.Importe   `json:"bote"`
	Restos []domain.Importe `json:"restos"`
}) (any, error) {
	exacto, partes, resto, err := poquer.Share(e.Bote, e.Restos)
	if err != nil {
		return nil, err
	}
	textos := make([]string, len(exacto))
	for k, f := range exacto {
		textos[k] = f.String()
	}
	return struct {
		Exacto []string         `json:"exacto"`
		Partes []domain.Importe `json:"partes"`
		Resto  domain.Importe   `json:"resto_indiviso"`
	}{textos, partes, resto}, nil
}

// jugadorBotes is what a player put into a hand.
type jugadorBotes struct {
	ID       string         `json:"id"`
	Aportado domain.Importe `json:"aportado"`
	Retirado bool           `json:"retirado"`
	Fuerza   naipes.Valor   `json:"fuerza"`
}

// boteCirculo is a pot as the schema writes it.
type boteCirculo struct {
	Importe    domain.Importe            `json:"importe"`
	ConDerecho []string                  `json:"con_derecho"`
	Ganadores  []string                  `json:"ganadores"`
	Partes     map[string]domain.Importe `json:"partes"`
	Resto      domain.Importe            `json:"resto_indiviso"`
}

func circuloBotes(e struct {
	Jugadores []jugadorBotes `json:"jugadores"`
}) (any, error) {
	jugadores := make([]poquer.Jugador, len(e.Jugadores))
	for k, j := range e.Jugadores {
		jugadores[k] = poquer.Jugador{ID: j.ID, Aportado: j.Aportado, Retirado: j.Retirado, Fuerza: j.Fuerza}
	}
	devuelto, botes, err := poquer.Botes(jugadores)
	if err != nil {
		return nil, err
	}
	answer := struct {
		Devuelto map[string]domain.Importe `json:"devuelto"`
		Botes    []boteCirculo             `json:"botes"`
		Cobra    map[string]domain.Importe `json:"cobra"`
	}{map[string]domain.Importe{}, []boteCirculo{}, map[string]domain.Importe{}}
	for k, j := range jugadores {
		answer.Cobra[j.ID] = devuelto[k]
		if devuelto[k] > 0 {
			answer.Devuelto[j.ID] = devuelto[k]
		}
	}
	for _, b := range botes {
		parte, resto := b.Partes()
		bote := boteCirculo{Importe: b.Importe, Partes: map[string]domain.Importe{}, Resto: resto}
		for _, k := range b.ConDerecho {
			bote.ConDerecho = append(bote.ConDerecho, jugadores[k].ID)
		}
		for _, k := range b.Ganadores {
			bote.Ganadores = append(bote.Ganadores, jugadores[k].ID)
			bote.Partes[jugadores[k].ID] = parte
			answer.Cobra[jugadores[k].ID] += parte
		}
		answer.Botes = append(answer.Botes, bote)
	}
	return answer, nil
}

// turnoCirculo is the situation of a player whose turn has come.
type turnoCirculo struct {
	ApuestaActual domain.Importe `json:"apuesta_actual"`
	Aportado      domain.Importe `json:"aportado"`
	Resto         domain.Importe `json:"resto"`
	Subidas       int            `json:"subidas"`
	MaxSubidas    *int           `json:"max_subidas"`
	Activos       int            `json:"jugadores_activos"`
	FueraDeTurno  bool           `json:"fuera_de_turno"`
	Forzado       poquer.Forzado `json:"forzado"`
}

func circuloAcciones(e turnoCirculo) (any, error) {
	if min(e.ApuestaActual, e.Aportado, e.Resto) < 0 {
		return nil, poquer.ErrImporte
	}
	t := poquer.Turno{ApuestaActual: e.ApuestaActual, Aportado: e.Aportado, Resto: e.Resto, Subidas: e.Subidas,
		MaxSubidas: -1, Activos: e.Activos, FueraDeTurno: e.FueraDeTurno, Forzado: e.Forzado}
	if e.MaxSubidas != nil {
		t.MaxSubidas = *e.MaxSubidas
	}
	answer := map[string]any{"para_cubrir": t.ParaCubrir()}
	for _, a := range []poquer.Accion{poquer.Retirarse, poquer.Pasar, poquer.Apostar, poquer.Cubrir, poquer.Subir} {
		answer[string(a)] = t.Check(a) == nil
	}
	return answer, nil
}

func circuloFichas(e struct {
	Debe    domain.Importe `json:"debe"`
	Pone    domain.Importe `json:"pone"`
	Anuncia bool           `json:"anuncia_subida"`
}) (any, error) {
	p, err := poquer.PoneFichas(e.Debe, e.Pone, e.Anuncia)
	if err != nil {
		return nil, err
	}
	return struct {
		Accion  poquer.AccionFichas `json:"accion"`
		Falta   domain.Importe      `json:"falta"`
		Retirar bool                `json:"puede_retirar"`
		Vuelve  domain.Importe      `json:"devuelto"`
	}{p.Accion, p.Falta, poquer.CheckRetirar(true, false) == nil, p.Devuelto}, nil
}

func circuloSeptima(e struct {
	Quedan    int `json:"quedan"`
	Muertas   int `json:"cartas_muertas"`
	Descartes int `json:"descartes"`
	Jugadores int `json:"jugadores"`
}) (any, error) {
	modo, err := poquer.Septima(e.Quedan, e.Muertas, e.Descartes, e.Jugadores)
	if err != nil {
		return nil, err
	}
	return map[string]poquer.ModoSeptima{"modo": modo}, nil
}

func circuloErrorReparto(e struct {
	Hecho      poquer.Hecho `json:"hecho"`
	Numero     int          `json:"numero"`
	Vista      bool         `json:"vista"`
	Vistas     bool         `json:"vistas"`
	Corregible bool         `json:"corregible"`
	Jugadores  int          `json:"jugadores"`
}) (any, error) {
	r, err := poquer.ErrorDeReparto(e.Hecho, poquer.Detalles{
		Numero: e.Numero, Vistas: e.Vista || e.Vistas, Corregible: e.Corregible, Jugadores: e.Jugadores,
	})
	if err != nil {
		return nil, err
	}
	return map[string]poquer.Consecuencia{"consecuencia": r.Consecuencia}, nil
}

func circuloErrorJugador(e struct {
	Hecho poquer.Hecho `json:"hecho"`
}) (any, error) {
	r, err := poquer.ErrorDeJugador(e.Hecho)
	if err != nil {
		return nil, err
	}
	return map[string]poquer.Consecuencia{"consecuencia": r.Consecuencia}, nil
}
