package admission

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors of what the door wrote by hand.
var (
	// ErrSinConsulta: without a copy of the list at hand no card is given, on paper either.
	ErrSinConsulta = errors.New("hay que decir con qué copia de la lista de interdicciones se comprobó a mano")
	// ErrCausaImpreso: the grounds that a form of refusal offers.
	ErrCausaImpreso = errors.New("la causa ha de ser una de las que ofrece el impreso")
)

// Impreso is a form of contingency of the door as it was filled in by hand: whom it is
// about, its number, when it happened and why it is put on record late (criterio HOR-2).
type Impreso struct {
	Visitante
	Hora registers.Hora
}

// TarjetaPapel is a form by which a card was written by hand.
type TarjetaPapel struct {
	Impreso
	Precio    domain.Importe // céntimos
	Reduccion acceso.Reduccion
	Consulta  string // with which copy of the barred list the desk checked her
}

// Transcrita is a card transcribed from its form, with what list and rule say of its holder
// now. Whoever should not be inside is flagged to the supervisor by that same act.
type Transcrita struct {
	Tarjeta
	Formulario string
	Anotada    time.Time
	Decision   acceso.Decision
	Alerta     bool
}

// TranscribeTarjeta puts on record a card written by hand while there was no power or no
// network (criterio HOR-2): a number of its series, the true hour, the form it comes from. It
// tells a fact, so that whoever was let in is on record whatever list and rule say of her
// now; when they say that she may not be inside, an Alerta goes with the card, which opens
// nothing (arts. 20.2, 21.1). Errors: those of the document; ErrNoExiste, *YaTieneTarjeta;
// inside a *norma.Error, ErrCerrado, ErrSinConsulta (20.2), those of
// registers.CheckFormulario, acceso.CheckHora and acceso.Tarjeta.Check.
func (p *Puerta) TranscribeTarjeta(ctx context.Context, establecimiento string, papel TarjetaPapel, autor Autor) (Transcrita, error) {
	var done Transcrita
	consulta, err := identidad.NFC(papel.Consulta)
	if err == nil && consulta == "" {
		err = ErrSinConsulta
	}
	if err != nil {
		return done, norma.Breach(art("20.2"), err).Under("ADM-2")
	}
	papel.Consulta = consulta
	var fila filaComprobacion
	err = p.transcribe(ctx, establecimiento, &papel.Impreso, func(x *transcripcion) (err error) {
		done, err = papel.issue(x, autor)
		fila = x.fila
		return err
	}, autor)
	if err != nil {
		return Transcrita{}, err
	}
	p.addFicha(done.Ficha, &fila)
	return done, nil
}

// transcripcion is a form about to be put on record, inside its commit.
type transcripcion struct {
	t    *escritor.Tx
	a    *abierta
	hora registers.Hora
	fila filaComprobacion
	d    acceso.Decision
	l    *Lista
}

// transcribe judges whom a form is about by the list and the rules of now, and its number and
// hour; then write puts it on record.
func (p *Puerta) transcribe(ctx context.Context, establecimiento string, i *Impreso, write func(*transcripcion) error, autor Autor) error {
	motivo, err := identidad.NFC(i.Hora.Motivo)
	if err != nil {
		return norma.Breach(art("20.1"), err)
	}
	i.Hora.Motivo, i.Hora.Hecho = motivo, diario.Instante(i.Hora.Hecho)
	q, _, err := parseVisitante(i.Visitante, domain.FechaDe(i.Hora.Hecho))
	if err != nil {
		return err
	}
	for range maxMudanzas {
		var a *abierta
		a, err = p.readJornada(ctx, establecimiento, func(j registers.Jornada) bool { return !j.Apertura.IsZero() && j.AdmiteRecuentos() })
		if err != nil {
			return err
		}
		q.consultar = true
		if err = p.recognise(ctx, a, &q); err != nil {
			return err
		}
		q.corte = false // of the entry, which was before
		x := transcripcion{a: a, hora: i.Hora}
		if x.d, x.l, err = p.decide(ctx, &q, a.Parametros, false); err != nil {
			return err
		}
		x.fila = newFila(a, &q, p.w.Ahora(), autor)
		x.fila.rule(x.d, x.l)
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
			x.t = t
			if err := a.check(t); err != nil {
				return err
			}
			if err := acceso.CheckHora(x.hora.Hecho, t.Ahora(), a.apertura, a.margen, x.hora.Motivo); err != nil {
				return err
			}
			return write(&x)
		})
		if !errors.Is(err, errMudada) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", escritor.ErrNoDisponible, err)
}

// stamp puts the true hour and the form into a draft.
func (x *transcripcion) stamp(b *diario.Borrador) {
	b.Hecho = x.hora.Hecho
	b.Origen = diario.Origen{Formulario: x.hora.Formulario, Transcriptor: b.Autor}
	if x.hora.Motivo != "" {
		b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: "demora", Valor: x.hora.Motivo})
	}
}

const queryEnPapel = `SELECT COALESCE(MAX(d.ficha), 0), COALESCE(MAX(t.numero), 0) FROM documentos d
	LEFT JOIN tarjetas t ON t.establecimiento = $1 AND t.jornada = $2 AND t.ficha = d.ficha AND t.anulada < 0
	WHERE d.tipo = $3 AND d.pais = $4 AND d.numero = $5`

// settle finds the ficha of the person as it is in this commit, and refuses a second card.
func (x *transcripcion) settle(db *gorm.DB) error {
	f := &x.fila
	var card int64
	if err := queryRow(db, queryEnPapel, []any{f.Establecimiento, f.Jornada, f.Tipo, f.Pais, f.Numero}, &f.Ficha, &card); err != nil {
		return fmt.Errorf("look for a ficha: %w", err)
	}
	if card != 0 {
		return &YaTieneTarjeta{Numero: card}
	}
	return nil
}

// issue writes the card with its true hour, and the alert on whoever should not be inside.
func (papel *TarjetaPapel) issue(x *transcripcion, autor Autor) (Transcrita, error) {
	t := x.t
	if err := registers.CheckFormulario(t.DB(), x.a.Establecimiento, registers.FormularioTarjeta, x.hora.Formulario); err != nil {
		return Transcrita{}, err
	}
	if err := x.settle(t.DB()); err != nil {
		return Transcrita{}, err
	}
	e := Emision{Establecimiento: x.a.Establecimiento, Precio: papel.Precio, Reduccion: papel.Reduccion, Autor: autor}
	f := emitible{filaComprobacion: x.fila}
	if err := e.facts(t, &f).Check(x.a.Tarifa); err != nil {
		return Transcrita{}, err
	}
	if f.Ficha == 0 {
		n, err := appendFicha(t, &f.filaComprobacion, f.valoresFicha(), autor)
		if err != nil {
			return Transcrita{}, err
		}
		f.Ficha, x.fila.Ficha = n, n
	}
	token := rand.Text()
	b := e.borrador(t, &f, f.personal(f.validez(diario.ValorPersonal{Nombre: "token", Valor: token})...))
	b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: "consulta", Valor: papel.Consulta})
	x.stamp(&b)
	leaf, err := t.Append(b)
	if err != nil {
		return Transcrita{}, err
	}
	t.Recurso(201, strconv.FormatInt(leaf.NumeroSerie, 10))
	card, err := tarjetaDe(&leaf, map[string]string{"nombre": f.Nombre, "apellidos": f.Apellidos, "documento": f.Numero, "token": token})
	if err != nil {
		return Transcrita{}, err
	}
	done := Transcrita{Tarjeta: card, Formulario: x.hora.Formulario, Anotada: leaf.Anotacion, Decision: x.d,
		Alerta: x.d.Veredicto == acceso.NoPuedeEntrar || x.d.Veredicto == acceso.Consultar}
	if done.Alerta {
		if err := appendAlerta(t, x.a, card.Numero, x.d, x.l); err != nil {
			return Transcrita{}, err
		}
	}
	return done, t.Insert(&x.fila)
}

// DenegacionPapel is a form by which somebody was refused by hand.
type DenegacionPapel struct {
	Impreso
	Causa  acceso.Causa
	Motivo string // what happened, when a person decided it (arts. 21.2, 21.3, 21.5)
}

// causasImpreso are the grounds of a form of refusal besides those of acceso.Medidas.
var causasImpreso = []acceso.Causa{acceso.CausaMenor, acceso.CausaInterdicto, acceso.CausaDireccion, acceso.CausaEmpleado, acceso.CausaUltimaHora}

// CausasImpreso lists the grounds that a form of refusal offers.
func CausasImpreso() []acceso.Causa {
	return append(append([]acceso.Causa{}, causasImpreso...), acceso.Medidas()...)
}

func (papel *DenegacionPapel) check() error {
	for _, c := range causasImpreso {
		if papel.Causa == c {
			return nil
		}
	}
	for _, c := range acceso.Medidas() {
		if papel.Causa == c {
			return acceso.CheckMedida(papel.Causa, papel.Motivo)
		}
	}
	return norma.Breach(art("21.1"), ErrCausaImpreso)
}

// TranscribeDenegacion puts on record that somebody was refused entry while there was no power
// or no network (arts. 20.2, 21, criterio HOR-2), with the true hour and the ground written
// then. Errors: those of the document; ErrNoExiste; inside a *norma.Error, ErrCerrado,
// ErrCausaImpreso (21.1), those of acceso.CheckMedida, registers.CheckFormulario and
// acceso.CheckHora.
func (p *Puerta) TranscribeDenegacion(ctx context.Context, establecimiento string, papel DenegacionPapel, autor Autor) (Denegacion, error) {
	motivo, err := identidad.NFC(papel.Motivo)
	if err != nil {
		return Denegacion{}, norma.Breach(art("21.1"), err)
	}
	papel.Motivo = motivo
	if err := papel.check(); err != nil {
		return Denegacion{}, err
	}
	papel.Visitante.Caducidad = "" // whoever did not come in needs no document in force
	var n int64
	err = p.transcribe(ctx, establecimiento, &papel.Impreso, func(x *transcripcion) error {
		t := x.t
		if err := registers.CheckFormulario(t.DB(), establecimiento, registers.FormularioDenegacion, x.hora.Formulario); err != nil {
			return err
		}
		x.fila.rule(acceso.DecisionOf(acceso.NoPuedeEntrar, papel.Causa), x.l)
		b := borradorDenegacion(t, &x.fila, autor, papel.Motivo)
		x.stamp(&b)
		leaf, err := t.Append(b)
		if err != nil {
			return err
		}
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return t.Insert(&x.fila)
	}, autor)
	if err != nil {
		return Denegacion{}, err
	}
	return p.Denegacion(ctx, establecimiento, n)
}

// Transcripcion is something of the door that was put on record from a form.
type Transcripcion struct {
	Tarjeta    bool // a card; else a refusal
	Numero     int64
	Formulario string
	Hecho      time.Time
	Anotada    time.Time
	Alerta     bool // the holder of the card was flagged
}

const queryTranscripciones = `SELECT a.tipo, a.numero_serie AS numero, a.formulario, a.hecho, a.anotacion,
	(SELECT COUNT(*) FROM alertas x WHERE a.tipo = 'Tarjeta' AND x.establecimiento = a.establecimiento AND x.tarjeta = a.numero_serie) AS alertas
	FROM asientos a WHERE a.establecimiento = ? AND a.formulario <> '' AND `

// Transcripciones lists what the door put on record from forms in a jornada, in that order
// (criterio HOR-2).
func (p *Puerta) Transcripciones(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Transcripcion, error) {
	return p.transcripciones(ctx, "a.jornada = ? AND a.libro = ? ORDER BY a.posicion", establecimiento, string(jornada), Libro)
}

// Transcripcion is a card, or a refusal, that was put on record from a form; false when it
// was not.
func (p *Puerta) Transcripcion(ctx context.Context, establecimiento string, tarjeta bool, n int64) (Transcripcion, bool, error) {
	serie := SerieDenegaciones
	if tarjeta {
		serie = SerieTarjetas
	}
	list, err := p.transcripciones(ctx, "a.serie = ? AND a.numero_serie = ?", establecimiento, serie, n)
	if err != nil || len(list) == 0 {
		return Transcripcion{}, false, err
	}
	return list[0], true, nil
}

func (p *Puerta) transcripciones(ctx context.Context, where string, args ...any) ([]Transcripcion, error) {
	var filas []struct {
		Tipo, Formulario                  string
		Numero, Hecho, Anotacion, Alertas int64
	}
	if err := p.w.Lectura().WithContext(ctx).Raw(queryTranscripciones+where, args...).Scan(&filas).Error; err != nil {
		return nil, fmt.Errorf("list what was transcribed: %w", err)
	}
	out := make([]Transcripcion, 0, len(filas))
	for _, f := range filas {
		out = append(out, Transcripcion{f.Tipo == "Tarjeta", f.Numero, f.Formulario, instante(f.Hecho), instante(f.Anotacion), f.Alertas > 0})
	}
	return out, nil
}
