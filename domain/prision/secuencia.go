package prision

// Evento is what a throw did to a stake: an Estado that decides it, or the Opcion that
// was taken at a zero, or that it was void.
type Evento string

// Secuencia is a stake followed throw by throw.
type Secuencia struct {
	Eventos []Evento
	Postura Postura
}

// Follow plays the throws in order on a stake. deseos[k] is what the player wants at the
// (k+1)-th zero from p on: it counts only where Options leaves him a choice. An undecided
// stake is a good end. The error is that of Apply; throws after the one that decides the
// stake are ErrResuelta.
func (p Postura) Follow(tiradas []Tirada, deseos []Opcion) (Secuencia, error) {
	s := Secuencia{Postura: p}
	ceros := 0
	for _, t := range tiradas {
		var o Opcion
		if t.Suceso == Cero {
			if ceros < len(deseos) {
				o = deseos[ceros]
			}
			ceros++
			if opciones := s.Postura.Options(t); len(opciones) == 1 {
				o = opciones[0]
			}
		}
		next, err := s.Postura.Apply(t, o)
		if err != nil {
			return Secuencia{}, err
		}
		s.Eventos = append(s.Eventos, event(t, o, next))
		s.Postura = next
	}
	return s, nil
}

func event(t Tirada, o Opcion, p Postura) Evento {
	switch t.Suceso {
	case Nulo:
		return Evento(Nulo)
	case Cero:
		return Evento(o)
	}
	return Evento(p.Estado)
}
