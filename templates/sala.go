package templates

import (
	"time"

	"foliado/domain"
)

// Tablero is the board of tables.
type Tablero struct {
	Marco
	Mesas      []MesaTablero
	Pendientes []ActoBreve // acts of the house waiting for a signature
	Avisos     []Aviso     // standing warnings (criterio MAQ-1)
	Admite     bool        // tables may be opened, replenished or counted
}

func (Tablero) plantilla() string { return "tablero" }

// Abiertas counts the tables open now.
func (t Tablero) Abiertas() int64 {
	n := int64(0)
	for _, m := range t.Mesas {
		if m.Sesion != nil && m.Sesion.Abierta {
			n++
		}
	}
	return n
}

// MesaTablero is a table as the board shows it.
type MesaTablero struct {
	Numero     int64
	Juego      domain.Juego
	Autorizado domain.Importe // minimum stake of the authorisation
	Sesion     *SesionMesa    // the last of this jornada; nil when it did not open
	Pendiente  *ActoBreve
}

// Abierta reports whether the table is open.
func (m MesaTablero) Abierta() bool { return m.Sesion != nil && m.Sesion.Abierta }

// Estado is the state of the table in a word, and the class of the style sheet.
func (m MesaTablero) Estado() string {
	switch {
	case m.Abierta():
		return "abierta"
	case m.Pendiente != nil && m.Pendiente.Tipo == "AnticipoInicial":
		return "pendiente"
	case m.Sesion != nil:
		return "cerrada"
	}
	return "libre"
}

// SesionMesa is one session of a table, from its anticipo to its count.
type SesionMesa struct {
	Folio         int64
	ApuestaMinima domain.Importe
	Maximos       string         // in words: "serie alta"
	Anticipo      domain.Importe // the initial one
	Anticipos     domain.Importe // all of them
	Reposiciones  int64
	Apertura      time.Time
	Cierre        time.Time
	Abierta       bool
	Extraido      domain.Importe // notes of signed actas (art. 31.5)
	Devuelto      domain.Importe // chips returned to the caja (criterio CAJ-C)
	Resultado     domain.Importe // once closed
}

// AnticipoLinea is one anticipo of a session.
type AnticipoLinea struct {
	Ordinal int64 // 0 the initial one
	Importe domain.Importe
	Hora    time.Time
}

// ActoBreve is an act in a line.
type ActoBreve struct {
	ID     string
	Tipo   string
	Nombre string   // in words: "Reposición de la mesa 3"
	Faltan []string // slots still to be signed
}

// Mesa is the sheet of a table: it is opened, replenished, counted.
type Mesa struct {
	Marco
	Mesa       MesaTablero
	Admite     bool // the jornada lets tables be opened, replenished or counted
	Puede      bool // her cargo may propose these acts
	Maximos    []Opcion
	Apertura   FormaApertura
	Reposicion Recuento
	Cierre     FormaCierre
	Jugadas    bool // she may read the jugadas of the table
	Repone     bool // the form of the reposición came back with something wrong
	Otros      OtrosMovimientos
	Anteriores []FolioLinea // sessions of this jornada already closed
	Circulo    *MesaCirculo // of a table of círculo; nil otherwise
	Libro      string       // book of the table: anticipos-3, beneficios-7
}

func (Mesa) plantilla() string { return "mesa" }

// Opcion is a choice of a list.
type Opcion struct {
	Valor, Texto string
	Elegida      bool
}

// FormaApertura is the form of an opening, as typed.
type FormaApertura struct {
	ApuestaMinima string
	Maximos       string // chosen
	Presencia     string // chosen, of the inspector
	Anticipo      Recuento
	Inspector     []Opcion
	Previsto      domain.Importe // minimum stake planned
	Exigido       domain.Importe // what the anticipo must reach with it (art. 35.2)
}

// FormaCierre is the form of a closing count, as typed; Revisado when it is shown back
// before anything is proposed.
type FormaCierre struct {
	Recuentos   []Recuento // fichas, placas, billetes
	Motivo      string
	PideMotivo  bool // it is before hour: a reason is asked for (criterio MAQ-1)
	Revisado    bool
	Existencias domain.Importe
	Anticipos   domain.Importe
	Resultado   domain.Importe
}

// Recuento is a count by denominations as a form takes it and shows it back.
type Recuento struct {
	Nombre string // of the fields: "fichas" makes fichas.500
	Titulo string
	Cosa   string // what is counted, singular: "ficha"
	Lineas []LineaRecuento
	Total  domain.Importe
}

// LineaRecuento is a denomination with its pieces.
type LineaRecuento struct {
	Valor  domain.Importe
	Piezas int64
	Suma   domain.Importe
	Texto  string // pieces as typed, when they were no number
}

// Escrito is what the field shows: nothing when nothing was counted.
func (l LineaRecuento) Escrito() string {
	if l.Texto != "" || l.Piezas == 0 {
		return l.Texto
	}
	return plano(l.Piezas)
}
