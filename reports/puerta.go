package reports

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"foliado/domain"
)

// VolanteFacts are the facts of a volante provisional (art. 23.4, criterio ADM-7).
type VolanteFacts struct {
	Casa       Casa
	Numero     int64
	Nombre     string // of the holder, whole
	Tarjeta    int64  // number of the card that will be handed over
	Documento  string // kind of the document in custody, in words
	Importe    domain.Importe
	Emision    time.Time // UTC
	Jornada    domain.Fecha
	Entregado  time.Time // zero: the document is still in custody
	Token      string
	Checkpoint Checkpoint
}

// Volante writes the paper that the holder carries until her card is printed, and that
// gives her the document back. The errors about its facts wrap ErrFacts.
func Volante(w io.Writer, f VolanteFacts, o Options) error {
	kind, custody := "VOLANTE PROVISIONAL", f.Documento+" en depósito"
	if !f.Entregado.IsZero() {
		custody = f.Documento + ", devuelto " + formatInstant(f.Entregado)
	}
	return slip{casa: f.Casa, kind: kind, number: f.Numero, name: f.Nombre, token: f.Token, checkpoint: f.Checkpoint, basis: art("23.4").String(),
		facts: []fact{{"Documento", custody}, {"Importe en depósito", figure(f.Importe)}, {"Entregado a las", formatInstant(f.Emision)},
			{"Tarjeta que se formaliza", "n.º " + strconv.FormatInt(f.Tarjeta, 10)}, {"Vale para", "jornada del " + f.Jornada.Larga()}},
		note: "Cámbielo en admisión por su tarjeta y recoja su documento.",
	}.write(w, o)
}

// ReciboGrupoFacts are the facts of the receipt of the one payment of a group (art. 23.3).
type ReciboGrupoFacts struct {
	Casa         Casa
	Recibo       int64
	Denominacion string
	Grupo        int64
	Tarjetas     int64
	Precio       domain.Importe
	Importe      domain.Importe
	Caso         string // ground of the lower price, in words; "" the unit price
	Medio        string
	Cobrado      time.Time // UTC
	Token        string
	Checkpoint   Checkpoint
}

// ReciboGrupo writes the receipt of the payment of a group. The errors about its facts wrap
// ErrFacts.
func ReciboGrupo(w io.Writer, f ReciboGrupoFacts, o Options) error {
	if f.Precio*domain.Importe(f.Tarjetas) != f.Importe {
		return fmt.Errorf("%w: %d tarjetas a %s no son %s", ErrFacts, f.Tarjetas, f.Precio, f.Importe)
	}
	caso := f.Caso
	if caso == "" {
		caso = "precio unitario"
	}
	return slip{casa: f.Casa, kind: "RECIBO DE GRUPO", number: f.Recibo, name: f.Denominacion, token: f.Token, checkpoint: f.Checkpoint,
		basis: art("23.3").String(),
		facts: []fact{{"Tarjetas", fmt.Sprintf("%d a %s", f.Tarjetas, figure(f.Precio))}, {"Importe", figure(f.Importe)}, {"Cobrado", formatInstant(f.Cobrado)},
			{"Medio", f.Medio}, {"Caso", caso}, {"Grupo", "n.º " + strconv.FormatInt(f.Grupo, 10)}},
		note: "Cada persona se identifica en admisión y recibe allí su tarjeta.",
	}.write(w, o)
}

// LineaCustodia is a volante in the custody list.
type LineaCustodia struct {
	Volante, Tarjeta int64
	Nombre           string // "" once erased
	Documento        string
	Importe          domain.Importe
	Instante         time.Time
	Estado           string // in words
}

// CustodiaFacts are the facts of the custody list of a jornada (art. 23.4).
type CustodiaFacts struct {
	Casa      Casa
	Evidencia Evidencia
	Jornada   domain.Fecha
	Lineas    []LineaCustodia
}

// internal is the standing of a document of the door that is no book of art. 39.
const internal = "Documento interno del servicio de admisión"

// Custodia writes the list of documents and amounts that the desk holds for volantes. The
// errors about its facts wrap ErrFacts.
func Custodia(w io.Writer, f CustodiaFacts, o Options) error {
	var held int64
	l := listado{sheet: sheet{casa: f.Casa, title: "Volantes y documentos en custodia", subtitle: "Servicio de admisión · jornada del " + f.Jornada.Larga(),
		folio: "custodia", date: "jornada del " + f.Jornada.Larga(), regimen: internal, evidencia: f.Evidencia,
		basis: art("23.4").String() + " del Reglamento"},
		empty: "No se ha dado ningún volante en la jornada.",
		columns: []column{{"volante", 13, 0, true}, {"titular", 17, 66, false}, {"documento", 86, 22, false}, {"importe", 122, 0, true},
			{"hora", 126, 12, false}, {"tarjeta", 150, 0, true}, {"estado", 153, 17, false}}}
	for _, v := range f.Lineas {
		if v.Estado != "entregado" {
			held++
		}
		name := v.Nombre
		if name == "" {
			name = "suprimido"
		}
		l.rows = append(l.rows, []string{strconv.FormatInt(v.Volante, 10), name, v.Documento, figure(v.Importe),
			v.Instante.In(domain.Madrid).Format("15:04"), strconv.FormatInt(v.Tarjeta, 10), v.Estado})
	}
	l.totals = []fact{{"Volantes dados", strconv.Itoa(len(f.Lineas))}, {"Documentos en custodia", strconv.FormatInt(held, 10)}}
	return l.write(w, o)
}

// LineaTurno is a receipt of a shift at the desk.
type LineaTurno struct {
	Concepto string // in words
	Numero   int64
	Instante time.Time
	Importe  domain.Importe
}

// TurnoFacts are the facts of a shift at the desk with its count, in céntimos.
type TurnoFacts struct {
	Casa            Casa
	Evidencia       Evidencia
	Numero          int64
	Persona         string // who kept it
	Jornada         domain.Fecha
	Abierto         time.Time
	Cerrado         time.Time // zero: it goes on
	Lineas          []LineaTurno
	Fondo           domain.Importe
	Cobrado         domain.Importe // sum of the lines
	Esperado        domain.Importe
	Efectivo, Otros domain.Importe
	Diferencia      domain.Importe
	Motivo          string
}

func (f TurnoFacts) check() error {
	var sum domain.Importe
	for _, l := range f.Lineas {
		sum += l.Importe
	}
	switch {
	case sum != f.Cobrado || f.Fondo+f.Cobrado != f.Esperado:
		return fmt.Errorf("%w: los recibos suman %s y el turno dice %s", ErrFacts, sum, f.Cobrado)
	case !f.Cerrado.IsZero() && f.Efectivo+f.Otros-f.Esperado != f.Diferencia:
		return fmt.Errorf("%w: la diferencia del recuento no es %s", ErrFacts, f.Diferencia)
	}
	return nil
}

// Turno writes the receipts of a shift at the desk and its closing count. The errors about
// its facts wrap ErrFacts.
func Turno(w io.Writer, f TurnoFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	closed, stamp := formatInstant(f.Cerrado), ""
	if f.Cerrado.IsZero() {
		stamp, closed = "TURNO ABIERTO", "sin cerrar"
	}
	l := listado{sheet: sheet{casa: f.Casa, title: "Caja de admisión", subtitle: "Recibos de tarjetas y recuento del turno", stamp: stamp,
		folio: fmt.Sprintf("turno %d", f.Numero), date: "jornada del " + f.Jornada.Larga(), regimen: internal, evidencia: f.Evidencia,
		basis: art("23.2").String() + " y " + art("23.3").String() + " del Reglamento"},
		facts:   []fact{{"Persona", f.Persona}, {"Abierto", formatInstant(f.Abierto)}, {"Cerrado", closed}},
		empty:   "No se ha cobrado nada en el turno.",
		columns: []column{{"recibo", 14, 0, true}, {"concepto", 20, 70, false}, {"hora", 110, 30, false}, {"importe", measure, 0, true}}}
	for k, r := range f.Lineas {
		l.rows = append(l.rows, []string{strconv.Itoa(k + 1), fmt.Sprintf("%s %d", r.Concepto, r.Numero),
			r.Instante.In(domain.Madrid).Format("15:04:05"), figure(r.Importe)})
	}
	l.totals = []fact{{"Cobrado en el turno", figure(f.Cobrado)}, {"Fondo", figure(f.Fondo)}, {"Debe haber", figure(f.Esperado)}}
	if !f.Cerrado.IsZero() {
		l.totals = append(l.totals, fact{"Contado en efectivo", figure(f.Efectivo)}, fact{"Contado por otros medios", figure(f.Otros)},
			fact{"Diferencia", figure(f.Diferencia)})
	}
	if f.Motivo != "" {
		l.notes = []string{"Motivo de la diferencia: " + f.Motivo}
	}
	return l.write(w, o)
}
