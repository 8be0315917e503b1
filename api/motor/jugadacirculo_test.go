package motor

import (
	"encoding/json"
	"errors"
	"testing"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
)

// bancaLeida is what a vector of the bacará says of the bank.
type bancaLeida struct {
	BankGain *domain.Importe `json:"bank_gain"`
	BankNet  domain.Importe  `json:"bank_net"`
	Cagnotte cantidad        `json:"cagnotte"`
	Unpaid   domain.Importe  `json:"unpaid"`
}

func (w bancaLeida) gain() domain.Importe {
	if w.BankGain != nil {
		return *w.BankGain
	}
	return w.BankNet + w.Unpaid
}

// TestLiquidarCirculo settles the hands of the vectors of both bacarás: the stakes lose what the
// bank gains, the pozo has the whole céntimos of the cagnotte, and nothing is lost on the way.
func TestLiquidarCirculo(t *testing.T) {
	for _, j := range []domain.Juego{domain.BacaraChemin, domain.BacaraDosPanos} {
		t.Run(map[domain.Juego]string{domain.BacaraChemin: "74.5", domain.BacaraDosPanos: "88.4"}[j], func(t *testing.T) {
			for _, v := range settlements(t, j) {
				l, err := Liquidar(j, v.Input)
				if err != nil {
					t.Fatalf("%s: %v", v.ID, err)
				}
				var want bancaLeida
				if err := json.Unmarshal(v.Expected, &want); err != nil {
					t.Fatal(err)
				}
				checkBanca(t, v.ID, l, want)
			}
		})
	}
}

func checkBanca(t *testing.T, id string, l jugada.Liquidacion, want bancaLeida) {
	t.Helper()
	var puntos, all domain.Fraccion
	n := len(l.Apuestas)
	for k, a := range l.Apuestas {
		net := a.Ganado.Add(a.Devuelto).Sub(domain.FraccionDe(a.Apostado))
		all = all.Add(net)
		if k < n-2 {
			puntos = puntos.Add(net)
		}
	}
	banca, pozo := l.Apuestas[n-2], l.Apuestas[n-1]
	if banca.Suerte != suerteBanca || pozo.Suerte != suertePozo || !pozo.Ganado.Equal(domain.FraccionDe(want.Cagnotte.Floor())) {
		t.Errorf("%s: bank %+v, pozo %+v, want a cagnotte of %s", id, banca, pozo, want.Cagnotte.Fraccion)
	}
	if !all.Equal(domain.Fraccion{}) {
		t.Errorf("%s: what is paid is %s away from what was staked", id, all)
	}
	if !puntos.Equal(domain.FraccionDe(-want.gain())) {
		t.Errorf("%s: the stakes are up %s, want %s", id, puntos, -want.gain())
	}
	d, err := jugada.Judge(l, paid(l))
	if err != nil || d.Veredicto != jugada.Conforme {
		t.Errorf("%s: paid right is %s, %v", id, d.Veredicto, err)
	}
}

// TestLiquidarManos settles hands of the games among players written out by hand.
func TestLiquidarManos(t *testing.T) {
	const poker = `"variante":"holdem","mano":1,"centesimas":500,"comunes":["Kp","9t","5d","3c","2c"],"jugadores":[
		{"puesto":1,"aportado":5000,"propias":["Kc","4d"]},{"puesto":2,"aportado":10000,"propias":["9c","9d"]},
		{"puesto":3,"aportado":10000,"propias":["Ap","Qp"]},{"puesto":4,"aportado":500,"retirado":true}]`
	for _, tt := range []struct {
		name, input string
		juego       domain.Juego
		want        []int64 // received, line by line
		articulos   []string
	}{
		{"76.1/the punto wins his stake", `{"cards":["9p","2p","Kp","4p"],"bank":60000,"bets":[{"suerte":"punto","stake":20000},{"suerte":"punto","stake":4000}]}`,
			domain.BacaraChemin, []int64{40000, 8000, 36000, 0}, []string{"76.1", "76.1", "77", "74.5"}},
		{"74.5/five per cent of what the banker wins", `{"cards":["2p","9p","4p","Kp"],"bank":60000,"bets":[{"suerte":"punto","stake":24000}]}`,
			domain.BacaraChemin, []int64{0, 82800, 1200}, []string{"76.1", "77", "74.5"}},
		{"RED-1/the odd céntimo is the banker's", `{"cards":["2p","9p","4p","Kp"],"bank":60000,"bets":[{"suerte":"punto","stake":25010}]}`,
			domain.BacaraChemin, []int64{0, 83760, 1250}, []string{"76.1", "77", "74.5"}},
		{"78.4/cards stuck together", `{"hecho":"cartas_pegadas","bank":60000,"bets":[{"suerte":"punto","stake":24000}]}`,
			domain.BacaraChemin, []int64{24000}, []string{"78.4"}},
		{"90.4/between both cloths", `{"mode":"limitada","bank":100000,"unidad":100,"cards":["9p","8p","5p","Kp","Kc","4c"],"bets":[{"suerte":"raya","stake":500},{"suerte":"pano2","stake":1000}]}`,
			domain.BacaraDosPanos, []int64{300, 0, 101176, 24}, []string{"90.4", "76.1", "90.6", "88.4"}},
		{"82/B2P-6/a bank that does not reach", `{"mode":"limitada","bank":1500,"cards":["9p","9t","5p","Kp","Kc","2c"],"bets":[{"suerte":"pano1","stake":1000},{"suerte":"pano2","stake":2000}]}`,
			domain.BacaraDosPanos, []int64{1500, 3000, 0, 0}, []string{"76.1", "76.1", "90.6", "88.4"}},
		{"92/an irregular deal", `{"mode":"libre","hecho":"reparto_irregular","bets":[{"suerte":"pano1","stake":1000}]}`,
			domain.BacaraDosPanos, []int64{1000}, []string{"92"}},
		{"118.8/113.3.a/a side pot, less five per cent", `{` + poker + `}`,
			domain.PoquerCirculo, []int64{0, 24225, 0, 0, 1275}, []string{"118.8", "118.8", "118.8", "118.3", "113.3.a"}},
		{"118.3/the last one wins without showing", `{"variante":"five_stud","mano":4,"jugadores":[{"puesto":1,"aportado":500,"retirado":true},
			{"puesto":2,"aportado":500,"retirado":true},{"puesto":3,"aportado":500,"retirado":true},{"puesto":4,"aportado":2000}]}`,
			domain.PoquerCirculo, []int64{0, 0, 0, 3500, 0}, []string{"118.3", "118.3", "118.3", "118.8", "113.3.a"}},
		{"118.9/equal hands share", `{"variante":"holdem","mano":1,"comunes":["Ap","Kt","Qd","Jc","Tc"],"jugadores":[{"puesto":1,"aportado":501,"propias":["2p","3p"]},
			{"puesto":2,"aportado":501,"propias":["4p","5p"]},{"puesto":3,"aportado":501,"propias":["2c","3c"]},{"puesto":4,"aportado":0,"retirado":true}]}`,
			domain.PoquerCirculo, []int64{501, 501, 501, 0}, []string{"118.9", "118.9", "118.9", "113.3.a"}},
		{"119.1.e/a pack of fifty-one", `{"variante":"holdem","mano":1,"hecho":"baraja_incompleta_o_defectuosa","jugadores":[{"puesto":1,"aportado":500},{"puesto":2,"aportado":500}]}`,
			domain.PoquerCirculo, []int64{500, 500}, []string{"119.1.e", "119.1.e"}},
		{"122.3/opened with tens", falseOpening("true"), domain.PoquerCirculo, []int64{0, 8000, 0, 0, 0}, []string{"122.3", "118.8", "118.8", "118.3", "113.3.a"}},
		{"122.3/A-C-16/and nobody called", falseOpening("false"), domain.PoquerCirculo, []int64{3000, 3000, 1000, 1000}, []string{"122.3", "122.3", "122.3", "122.3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := Liquidar(tt.juego, []byte(tt.input))
			if err != nil {
				t.Fatal(err)
			}
			if len(l.Apuestas) != len(tt.want) {
				t.Fatalf("got %+v, want %d lines", l.Apuestas, len(tt.want))
			}
			for k, a := range l.Apuestas {
				got := a.Ganado.Ceil() + a.Devuelto.Ceil() + a.Pendiente.Ceil()
				if int64(got) != tt.want[k] || a.Articulo.Ref() != tt.articulos[k] {
					t.Errorf("line %d, %s: got %d by art. %s, want %d by art. %s", k, a.Nombre, got, a.Articulo.Ref(), tt.want[k], tt.articulos[k])
				}
			}
			if _, err := Canonical([]byte(tt.input)); err != nil {
				t.Error(err)
			}
		})
	}
}

// falseOpening is a covered hand that seat 1 opened with a pair of tens.
func falseOpening(covered string) string {
	return `{"variante":"cubierto52","mano":1,"abre":1,"apertura":["Tp","Tt","5d","3c","2c"],"cubierta":` + covered + `,"jugadores":[
		{"puesto":1,"aportado":3000,"propias":["Tp","Tt","Td","3c","2c"]},{"puesto":2,"aportado":3000,"propias":["Jp","Jt","5p","4c","2p"]},
		{"puesto":3,"aportado":1000,"propias":["9p","9t","6p","4d","2d"]},{"puesto":4,"aportado":1000,"retirado":true}]}`
}

func TestLiquidarCirculoRefuses(t *testing.T) {
	var breach *norma.Error
	for _, tt := range []struct {
		name, input string
		juego       domain.Juego
		articulo    string // "" when it is no question of the game
	}{
		{"74.2/stakes above the bank", `{"cards":["9p","2p","Kp","4p"],"bank":100,"bets":[{"suerte":"punto","stake":101}]}`, domain.BacaraChemin, "74.2"},
		{"76.3/a punto who stands with four", `{"cards":["4p","2p","Kp","4p"],"bank":1000,"punto":"no","banquero":"no","bets":[{"suerte":"punto","stake":100}]}`, domain.BacaraChemin, "76.3"},
		{"a suerte that is none", `{"cards":["9p","2p","Kp","4p"],"bank":100,"bets":[{"suerte":"banca","stake":10}]}`, domain.BacaraChemin, ""},
		{"a key of another game", `{"number":17}`, domain.BacaraChemin, ""},
		{"an incident that voids nothing", `{"hecho":"carta_caida"}`, domain.BacaraDosPanos, ""},
		{"82/no modality", `{"cards":["9p","2p","5p","Kp","Kc","4c"],"bets":[{"suerte":"pano1","stake":500}]}`, domain.BacaraDosPanos, "82"},
		{"90.4/half a unit", `{"mode":"libre","unidad":100,"bets":[{"suerte":"raya","stake":550}]}`, domain.BacaraDosPanos, "90.4"},
		{"118.1/three players", `{"variante":"holdem","mano":1,"jugadores":[{"puesto":1,"aportado":1},{"puesto":2,"aportado":1},{"puesto":3,"aportado":1}]}`, domain.PoquerCirculo, "118.1"},
		{"111/another variant", `{"variante":"razz","mano":1}`, domain.PoquerCirculo, "111"},
		{"113.3.a/six per cent", `{"variante":"five_stud","mano":1,"centesimas":600,"jugadores":[{"puesto":1,"aportado":10},{"puesto":2,"aportado":10,"retirado":true},
			{"puesto":3,"aportado":10,"retirado":true},{"puesto":4,"aportado":10,"retirado":true}]}`, domain.PoquerCirculo, "113.3.a"},
		{"nothing", `{`, domain.PoquerCirculo, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Liquidar(tt.juego, []byte(tt.input))
			switch {
			case err == nil:
				t.Error("settled")
			case tt.articulo == "" && !errors.Is(err, ErrHechos):
				t.Errorf("got %v, want ErrHechos", err)
			case tt.articulo != "" && (!errors.As(err, &breach) || breach.Art.Ref() != tt.articulo):
				t.Errorf("got %v, want art. %s", err, tt.articulo)
			}
		})
	}
}

// TestWithPartida: what a session was opened with stands above what its hands say.
func TestWithPartida(t *testing.T) {
	for _, tt := range []struct {
		name, input, want string
		juego             domain.Juego
		partida           Partida
	}{
		{"69.2/by the cuadro", `{"bank":1}`, `{"bank":1,"cuadro":true}`, domain.BacaraChemin, Partida{Modalidad: "cuadro"}},
		{"69.2/free", `{"bank":1}`, `{"bank":1}`, domain.BacaraChemin, Partida{Modalidad: "libre"}},
		{"82/the modality", `{"mode":"libre"}`, `{"mode":"limitada"}`, domain.BacaraDosPanos, Partida{Modalidad: "limitada"}},
		{"113.3/the take announced", `{"centesimas":0}`, `{"centesimas":500,"variante":"omaha"}`, domain.PoquerCirculo, Partida{Variante: "omaha", Centesimas: 500}},
		{"another game", `{"number":1}`, `{"number":1}`, domain.Bola, Partida{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := WithPartida(tt.juego, []byte(tt.input), tt.partida)
			if err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
	if _, err := WithPartida(domain.PoquerCirculo, []byte("null"), Partida{}); !errors.Is(err, ErrHechos) {
		t.Errorf("got %v", err)
	}
}
