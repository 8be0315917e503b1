package registers

import (
	"context"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

// salaPrueba is the house of the tests with its floor: in each establecimiento the
// roulettes 1 and 3 and the black jack 2.
type salaPrueba struct{ *gente }

// autorizacionPrueba grants two games, from 15:00 to 07:00.
func autorizacionPrueba() AutorizacionFacts {
	return AutorizacionFacts{
		Resolucion: "DG-1/2026",
		Horario:    horarioPrueba("15:00", "07:00"),
		Juegos: []JuegoAutorizado{
			{Juego: domain.RuletaAmericana, Minimo: 200, Maximo: 5000, Mesas: 2},
			{Juego: domain.BlackJack, Minimo: 500, Maximo: 10000, Mesas: 1},
			{Juego: domain.Bola, Minimo: 100, Mesas: 1},
		},
		Tarifa: 500,
	}
}

func horarioPrueba(abre, cierra string) libros.Horario {
	h, err := parseHorario(abre, cierra)
	if err != nil {
		panic(err)
	}
	return h
}

// newSala founds the house, authorises both establecimientos and lays their tables.
func newSala(t *testing.T, bd dbtest.BD) *salaPrueba {
	t.Helper()
	s := &salaPrueba{newGente(t, bd)}
	s.must(s.AppointDireccion(context.Background(), s.director.autor(), DireccionFacts{Persona: s.sustituto.ID,
		Calidad: CalidadSustituto, Establecimiento: "principal", Desde: s.Escritor.Ahora(), Acuerdo: "2026-11-20"}))
	for _, e := range []string{"principal", "apendice"} {
		s.authorize(e, autorizacionPrueba())
		s.must(s.SetHorario(context.Background(), s.director.autor(), s.Escritor.Ahora(), e, Laborable, horarioPrueba("16:00", "06:00")))
		for _, f := range []MesaFacts{
			{Numero: 1, Juego: domain.RuletaAmericana},
			{Numero: 2, Juego: domain.BlackJack},
			{Numero: 3, Juego: domain.RuletaAmericana, MinimoPrevisto: 500},
		} {
			_, err := s.CreateMesa(context.Background(), s.director.autor(), s.ahora(), e, f)
			s.must(err)
		}
	}
	return s
}

func (s *salaPrueba) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *salaPrueba) ahora() Hora { return EnLinea(s.Escritor.Ahora()) }

// authorize proposes an authorisation and has who directs sign it.
func (s *salaPrueba) authorize(establecimiento string, f AutorizacionFacts) {
	s.t.Helper()
	a, err := s.ProposeAutorizacion(context.Background(), s.director.autor(), s.Escritor.Ahora(), establecimiento, f)
	s.must(err)
	s.mustSign(a.ID, s.director)
}

// begin begins a jornada with a caja central of 75,000 €, half of it in cash.
func (s *salaPrueba) begin(establecimiento string, fecha domain.Fecha) Jornada {
	s.t.Helper()
	j, err := s.CreateJornada(context.Background(), s.director.autor(), s.ahora(), establecimiento,
		JornadaFacts{Fecha: fecha, Metalico: 3_750_000, Bloqueado: 3_750_000})
	s.must(err)
	return j
}

// advance takes a jornada to a phase, through those before it.
func (s *salaPrueba) advance(establecimiento string, fecha domain.Fecha, to domain.Fase) Jornada {
	s.t.Helper()
	j, err := s.Jornada(context.Background(), establecimiento, fecha)
	s.must(err)
	for j.Fase != to {
		j, err = s.AdvanceFase(context.Background(), s.director.autor(), s.ahora(), establecimiento, fecha, domain.Fases[j.Fase.Orden()+1])
		s.must(err)
	}
	return j
}

func piezas(pairs ...int64) domain.Piezas {
	p := domain.Piezas{}
	for k := 0; k < len(pairs); k += 2 {
		p[domain.Importe(pairs[k])] = pairs[k+1]
	}
	return p
}

// aperturaRuleta opens a roulette of 2 € with the least anticipo: 30,000 €.
func aperturaRuleta() AperturaFacts {
	return AperturaFacts{ApuestaMinima: 200, Maximos: "bajo", Entrega: Entrega{Anticipo: piezas(100_000, 20, 10_000, 90, 1_000, 100)}}
}

// aperturaBlackJack opens a black jack of 5 € with the least anticipo: 25,000 €.
func aperturaBlackJack() AperturaFacts {
	return AperturaFacts{ApuestaMinima: 500, Maximos: "100", Entrega: Entrega{Anticipo: piezas(100_000, 25)}}
}

func (s *salaPrueba) proposeApertura(mesa int, f AperturaFacts) (Propuesta, error) {
	return s.ProposeApertura(context.Background(), s.director.autor(), s.ahora(), "principal", mesa, f)
}

func (s *salaPrueba) proposeReposicion(mesa int, p domain.Piezas) (Propuesta, error) {
	return s.ProposeReposicion(context.Background(), s.director.autor(), s.ahora(), "principal", mesa, ReposicionFacts{Entrega{Anticipo: p}})
}

func (s *salaPrueba) proposeCierreMesa(mesa int, f CierreMesaFacts) (Propuesta, error) {
	return s.ProposeCierre(context.Background(), s.director.autor(), s.ahora(), "principal", mesa, f)
}

// open opens a table of the main casino, signed.
func (s *salaPrueba) openMesa(mesa int, f AperturaFacts) Acto {
	s.t.Helper()
	p, err := s.proposeApertura(mesa, f)
	s.must(err)
	return s.mustSign(p.Acto.ID, s.director)
}

func (s *salaPrueba) replenish(mesa int, p domain.Piezas) Acto {
	s.t.Helper()
	r, err := s.proposeReposicion(mesa, p)
	s.must(err)
	return s.mustSign(r.Acto.ID, s.sustituto)
}

// closeMesa closes a table of the main casino with its three signatures.
func (s *salaPrueba) closeMesa(mesa int, f CierreMesaFacts) Propuesta {
	s.t.Helper()
	p, err := s.proposeCierreMesa(mesa, f)
	s.must(err)
	for _, who := range []persona{s.crupier, s.cajero, s.director} {
		p.Acto = s.mustSign(p.Acto.ID, who)
	}
	return p
}

// cuenta is a closing count of chips and notes.
func cuenta(fichas, billetes domain.Piezas) CierreMesaFacts {
	return CierreMesaFacts{Fichas: fichas, Placas: piezas(), Billetes: billetes, Motivo: "fin de la partida"}
}

// closeDay ends the games, closes the day and has it certified.
func (s *salaPrueba) closeDay(establecimiento string, fecha domain.Fecha) CierreJornada {
	s.t.Helper()
	s.advance(establecimiento, fecha, domain.FaseRecuentos)
	done, err := s.CloseJornada(context.Background(), s.director.autor(), s.ahora(), establecimiento, fecha)
	s.must(err)
	c, err := s.ProposeCertificacion(context.Background(), s.director.autor(), s.ahora(), establecimiento, fecha)
	s.must(err)
	if a := s.mustSign(c.Acto.ID, s.director); a.Estado != EstadoCerrado {
		s.t.Fatalf("certification: got %s, want cerrado", a.Estado)
	}
	return done
}
