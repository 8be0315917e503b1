package motor

import (
	"time"

	"foliado/domain/mus"
)

// operacionesTorneo is the dispatch table of the operations on the tournament of mus.
var operacionesTorneo = map[string]operacion{
	"exentas_posibles": takes(torneoExentas),
	"sorteo":           takes(torneoSorteo),
	"sanciones":        takes(torneoSanciones),
	"acta":             takes(torneoActa),
	"acta_modificable": takes(torneoModificable),
	"sustitucion":      takes(torneoSustitucion),
	"incomparecencia":  takes(torneoIncomparecencia),
	"reclamacion":      takes(torneoReclamacion),
}

// problemasTorneo are the words of what is wrong with a draw or an acta.
var problemasTorneo = []codigo{
	{mus.ErrNoEstanTodas, "no_estan_todas_una_vez"},
	{mus.ErrNumExentas, "numero_de_exentas"},
	{mus.ErrExentaRepite, "exenta_repetida"},
	{mus.ErrEnfrentadas, "enfrentamiento_repetido"},
	{mus.ErrNoTerminada, "partida_no_terminada"},
	{mus.ErrJuegosDeMas, "juegos_de_mas"},
	{mus.ErrNoFirma, "no_firma_la_perdedora"},
	{mus.ErrNoComprobada, "no_comprobada_por_la_ganadora"},
}

// codigosDe writes each problem by its word. The error is that of a problem without one.
func codigosDe(problemas []error) ([]string, error) {
	codigos := []string{}
	for _, p := range problemas {
		c, ok := findCodigo(p, problemasTorneo)
		if !ok {
			return nil, p
		}
		codigos = append(codigos, c)
	}
	return codigos, nil
}

// maxParejas bounds a tournament, so that a draw is judged at once.
const maxParejas = 1024

type sorteoTorneo struct {
	EnJuego     []int       `json:"en_juego"`
	Veces       map[int]int `json:"veces_exenta"`
	Enfrentadas [][2]int    `json:"enfrentadas"`
	Cruces      [][2]int    `json:"emparejamientos"`
	Exenta      *int        `json:"exenta"`
}

func (e sorteoTorneo) read() (mus.Sorteo, error) {
	if max(len(e.EnJuego), 2*len(e.Cruces)) > maxParejas {
		return mus.Sorteo{}, fallo(codigoEntrada)
	}
	s := mus.Sorteo{EnJuego: e.EnJuego, VecesExenta: e.Veces, Enfrentadas: e.Enfrentadas, Cruces: e.Cruces}
	if e.Exenta != nil {
		s.Exenta = *e.Exenta
	}
	for _, p := range e.EnJuego {
		if p < 1 {
			return mus.Sorteo{}, mus.ErrPareja
		}
	}
	return s, nil
}

func torneoExentas(e sorteoTorneo) (any, error) {
	s, err := e.read()
	if err != nil {
		return nil, err
	}
	exentas := s.Exentas()
	if exentas == nil {
		exentas = []int{}
	}
	return map[string][]int{"pueden_quedar_exentas": exentas}, nil
}

func torneoSorteo(e sorteoTorneo) (any, error) {
	s, err := e.read()
	if err != nil {
		return nil, err
	}
	infracciones, err := codigosDe(s.Check())
	if err != nil {
		return nil, err
	}
	return struct {
		Infracciones []string `json:"infracciones"`
		Valido       bool     `json:"valido"`
	}{infracciones, len(infracciones) == 0}, nil
}

type sancionTorneo struct {
	Pareja  mus.Pareja  `json:"pareja"`
	Sancion mus.Sancion `json:"sancion"`
}

func torneoSanciones(e struct {
	Infracciones []mus.Pareja `json:"infracciones"`
}) (any, error) {
	sanciones, juegos, err := mus.Sanciona(e.Infracciones)
	if err != nil {
		return nil, err
	}
	lista := []sancionTorneo{}
	for _, s := range sanciones {
		lista = append(lista, sancionTorneo{s.Pareja, s.Sancion})
	}
	para := map[mus.Pareja]int{}
	for _, p := range []mus.Pareja{mus.A, mus.B} {
		if n := juegos.Of(p); n > 0 {
			para[p] = n
		}
	}
	return struct {
		Sanciones []sancionTorneo    `json:"sanciones"`
		Juegos    map[mus.Pareja]int `json:"juegos_para"`
	}{lista, para}, nil
}

func torneoActa(e struct {
	Juegos     []mus.Pareja `json:"juegos"`
	Firma      mus.Pareja   `json:"firma"`
	Comprobada bool         `json:"comprobada_por_la_ganadora"`
}) (any, error) {
	problemas, err := codigosDe(mus.Acta{Juegos: e.Juegos, Firma: e.Firma, Comprobada: e.Comprobada}.Check())
	if err != nil {
		return nil, err
	}
	return map[string][]string{"problemas": problemas}, nil
}

func torneoModificable(e struct {
	Sorteado bool `json:"sorteo_siguiente_efectuado"`
}) (any, error) {
	return yesNo("modificable", mus.CheckModificable(e.Sorteado))
}

func torneoSustitucion(e struct {
	Inscrito   bool `json:"sustituto_inscrito"`
	Faltan     int  `json:"integrantes_que_faltan"`
	Autorizada bool `json:"autorizada"`
}) (any, error) {
	return yesNo("permitida", mus.CheckSustitucion(e.Inscrito, e.Faltan, e.Autorizada))
}

// maxMinutos bounds a delay, so that it is a duration.
const maxMinutos = 100_000

func torneoIncomparecencia(e struct {
	Retraso  int64 `json:"minutos_de_retraso"`
	Cortesia int64 `json:"cortesia"`
}) (any, error) {
	if min(e.Retraso, e.Cortesia) < 0 || max(e.Retraso, e.Cortesia) > maxMinutos {
		return nil, fallo(codigoEntrada)
	}
	resultado := "se_espera"
	if mus.CheckComparecencia(time.Duration(e.Retraso)*time.Minute, time.Duration(e.Cortesia)*time.Minute) != nil {
		resultado = "pierde_la_partida"
	}
	return map[string]string{"resultado": resultado}, nil
}

func torneoReclamacion(e struct {
	EnBaraja  bool `json:"cartas_en_baraja"`
	Apuntados bool `json:"tantos_apuntados"`
}) (any, error) {
	return yesNo("admitida", mus.CheckReclamacion(e.EnBaraja, e.Apuntados))
}
