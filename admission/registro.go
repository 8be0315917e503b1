package admission

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// RegistroInterdicciones answers which entries of the register concern a person (art. 20.2):
// the list imported, or a service on line. An error means that it could not be consulted.
type RegistroInterdicciones interface {
	Consult(ctx context.Context, q Consulta) (Respuesta, error)
}

// Consulta is a person as she is asked about: every document she is known to hold.
type Consulta struct {
	Documentos      []identidad.Documento
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha

	plegado string // of a name that may be cut
}

// Respuesta is what a register says of a person, and what a verdict cites of it.
type Respuesta struct {
	Coincidencias
	Lista *Lista // source, instant and digest; nil: there is no list
}

// listaLocal is the list imported, as a register.
type listaLocal struct{ p *Puerta }

// Consult looks a person up in the list in force.
func (l listaLocal) Consult(ctx context.Context, q Consulta) (Respuesta, error) {
	list, hits, err := l.p.Search(ctx, q.Documentos, q.plegado, q.FechaNacimiento)
	return Respuesta{hits, list}, err
}

// pausaRegistro is for how long a register that did not answer is not asked again: the queue
// does not wait for its term once a person.
const pausaRegistro = 10 * time.Second

// conector is the register on line and how it has been answering.
type conector struct {
	registro RegistroInterdicciones
	fuente   string

	mu     sync.Mutex
	caido  time.Time // since when it does not answer; zero it does
	aparte time.Time // it is not asked before
}

// Connect makes the door ask a register on line too, of that name, from now on. It is called
// before serving.
func (p *Puerta) Connect(r RegistroInterdicciones, fuente string) {
	p.conector = &conector{registro: r, fuente: fuente}
}

// EnLinea tells the name of the register on line, "" none, and since when it does not answer,
// zero when it does.
func (p *Puerta) EnLinea() (fuente string, caido time.Time) {
	c := p.conector
	if c == nil {
		return "", time.Time{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fuente, c.caido
}

// consult asks the list and, where there is one, the register on line. A positive of either is
// one. What the verdict cites is the answer of the register; while it does not answer, the
// list, whose age then decides (criterio ADM-2).
func (p *Puerta) consult(ctx context.Context, q Consulta) (Respuesta, error) {
	r, err := listaLocal{p}.Consult(ctx, q)
	if err != nil || p.conector == nil || !p.conector.mayAsk(p.w.Ahora()) {
		return r, err
	}
	said, err := p.conector.registro.Consult(ctx, q)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err := p.noteConector(ctx, err); err != nil {
		return r, err
	}
	if err != nil {
		return r, nil
	}
	said.Interdicciones = append(said.Interdicciones, r.Interdicciones...)
	said.Candidatos = append(said.Candidatos, r.Candidatos...)
	return said, nil
}

func (c *conector) mayAsk(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !now.Before(c.aparte)
}

// noteConector takes account of an answer or of its lack. That the register ceased to answer,
// and that it answers again, are asientos of the alarms.
func (p *Puerta) noteConector(ctx context.Context, failed error) error {
	c, now := p.conector, p.w.Ahora()
	c.mu.Lock()
	was := c.caido
	if failed == nil {
		c.caido, c.aparte = time.Time{}, time.Time{}
	} else {
		c.aparte = now.Add(pausaRegistro)
		if was.IsZero() {
			c.caido = now
		}
	}
	c.mu.Unlock()
	switch {
	case failed != nil && was.IsZero():
		slog.Error("the register of interdicciones does not answer", "fuente", c.fuente, "error", failed)
		return p.alarm(ctx, "CaidaRegistro", dato("fuente", c.fuente), dato("causa", failed.Error()))
	case failed == nil && !was.IsZero():
		slog.Info("the register of interdicciones answers again", "fuente", c.fuente)
		return p.alarm(ctx, "VueltaRegistro", dato("desde", diario.FormatInstante(was)), dato("fuente", c.fuente))
	}
	return nil
}

// libroAlarmas is the book of the alarms of the entidad.
const libroAlarmas = "alarmas"

func (p *Puerta) alarm(ctx context.Context, tipo string, datos ...diario.Dato) error {
	_, err := p.w.Do(escritor.WithoutIdempotencia(context.WithoutCancel(ctx)), func(t *escritor.Tx) error {
		_, err := t.Append(diario.Borrador{Establecimiento: diario.Entidad, Libro: libroAlarmas, Tipo: tipo,
			Autor: registers.AutorSistema.Persona, Cargo: registers.AutorSistema.Cargo, Clase: diario.ClasePermanente, Datos: datos})
		return err
	})
	return err
}
