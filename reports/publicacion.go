package reports

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"foliado/domain"
)

// HorarioPublico is when a house opens and closes on a kind of day.
type HorarioPublico struct {
	Dia    string // in words
	Abre   string // "16:00"
	Cierra string
}

// JuegoPublico is a game offered with its least and its greatest minimum stake, céntimos.
type JuegoPublico struct {
	Juego  domain.Juego
	Minimo domain.Importe
	Maximo domain.Importe // of the band of the minimum; 0 there is none
	Mesas  int64
}

// PublicacionFacts are the facts of a paper for the public at the door (arts. 25.1, 27.4).
type PublicacionFacts struct {
	Casa       Casa
	Evidencia  Evidencia
	Edicion    int64     // number of the edition
	Fecha      time.Time // of the edition, UTC
	Horarios   []HorarioPublico
	Juegos     []JuegoPublico
	Tarifa     domain.Importe // unit price of the card
	Especiales []string       // cases of a cheaper card, in words
}

func (f PublicacionFacts) check() error {
	if f.Edicion <= 0 || f.Fecha.IsZero() {
		return fmt.Errorf("%w: falta el número o la fecha de la edición", ErrFacts)
	}
	return nil
}

func (f PublicacionFacts) sheet(title, subtitle, basis string) sheet {
	return sheet{casa: f.Casa, title: title, subtitle: subtitle, folio: "edición " + strconv.FormatInt(f.Edicion, 10), date: "del " + formatInstant(f.Fecha),
		regimen: "Información gratuita para el público", evidencia: f.Evidencia, basis: basis}
}

// prohibiciones say in our words who may not come in (arts. 21.1, 21.2, 21.3; Ley 6/2001, art. 24).
var prohibiciones = []string{
	"Menores de dieciocho años y personas incapacitadas judicialmente.",
	"Personas inscritas en el Registro de Interdicciones.",
	"Puede impedirse el paso a quien actúe con violencia, moleste a otras personas, menoscabe a los trabajadores o altere el juego, y a quien lleve prendas o símbolos que inciten a la violencia, al racismo o a la xenofobia.",
	"No juegan en la casa sus accionistas, su personal ni sus parientes próximos.",
}

// requisitos say in our words what it takes to come in (arts. 22, 23).
var requisitos = []string{
	"Identificarse en admisión con DNI, pasaporte, permiso de conducir o tarjeta de residencia en vigor.",
	"Obtener la tarjeta, que es personal y se enseña a los empleados y a los inspectores que la pidan; sin ella hay que salir de la sala.",
	"Entrar no obliga a jugar. Los asientos de las mesas son para quienes juegan.",
}

// bullets makes a paragraph of each text.
func bullets(cv *canvas, e style, texts []string) []block {
	step := e.size * mmPoint * 1.45
	var bs []block
	for _, s := range texts {
		for k, line := range cv.wrap(e, s, measure-6) {
			bs = append(bs, block{h: step, keep: k > 0, draw: func(cv *canvas, y float64) {
				if k == 0 {
					cv.text(margin, y+e.size*mmPoint, e.ink(green), "•")
				}
				cv.text(margin+6, y+e.size*mmPoint, e, line)
			}})
		}
		bs = append(bs, block{h: e.size * mmPoint * 0.35, keep: true, draw: func(*canvas, float64) {}})
	}
	return bs
}

// hours draws the timetable in letters of that size.
func (f PublicacionFacts) hours(e style) []block {
	var bs []block
	for _, h := range f.Horarios {
		height := e.size * mmPoint * 2.1
		bs = append(bs, block{h: height, keep: true, draw: func(cv *canvas, y float64) {
			base := y + e.size*mmPoint*1.35
			cv.text(margin, base, style{face: sans, size: max(9, e.size*0.62), color: dark}, h.Dia)
			cv.textRight(margin+measure, base, e, h.Abre+" – "+h.Cierra)
			cv.line(margin, y+height, margin+measure, y+height, 0.1, faint)
		}})
	}
	return bs
}

func (f PublicacionFacts) precio() string {
	if f.Tarifa == 0 {
		return "entrada gratuita"
	}
	return figure(f.Tarifa)
}

// prices says what a card costs.
func (f PublicacionFacts) prices(cv *canvas, e style) []block {
	bs := bullets(cv, e, []string{"Precio unitario de la tarjeta: " + f.precio() + "."})
	if f.Tarifa == 0 || len(f.Especiales) == 0 {
		return bs
	}
	cases := ""
	for k, c := range f.Especiales {
		switch {
		case k > 0 && k == len(f.Especiales)-1:
			cases += " o "
		case k > 0:
			cases += ", "
		}
		cases += c
	}
	return append(bs, bullets(cv, e, []string{"Hay tarjetas especiales más baratas: " + cases + "."})...)
}

// FolletoPuerta writes the free leaflet with what art. 25.1 wants known. The errors about its facts
// wrap ErrFacts.
func FolletoPuerta(w io.Writer, f PublicacionFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	text := normalText.tall(9)
	return f.sheet("Información para el público", "Folleto gratuito del servicio de admisión", art("25.1").String()+" del Reglamento").write(w, o, func(cv *canvas) []block {
		bs := append([]block{section("Horario", "se abre y se cierra a la hora anunciada")}, f.hours(boldText.tall(10))...)
		bs = append(bs, section("Juegos disponibles", "apuesta mínima; los máximos de cada suerte, en el cartel de la mesa"))
		for _, j := range f.Juegos {
			bs = append(bs, f.game(j))
		}
		bs = append(bs, section("Dinero", ""))
		bs = append(bs, together(bullets(cv, text, []string{"Se juega en efectivo, con fichas y placas de la caja; solo las máquinas de tipo C admiten otros medios.",
			"La caja cambia divisas al tipo que tiene anunciado en cada momento."}))...)
		bs = append(bs, section("Tarjetas de entrada", ""))
		bs = append(bs, together(f.prices(cv, text))...)
		bs = append(bs, section("Condiciones de entrada", ""))
		bs = append(bs, bullets(cv, text, requisitos)...)
		bs = append(bs, section("No pueden entrar", ""))
		return append(bs, bullets(cv, text, prohibiciones)...)
	})
}

// game is the line of a game in the leaflet.
func (f PublicacionFacts) game(j JuegoPublico) block {
	return block{h: 5.6, keep: true, draw: func(cv *canvas, y float64) {
		least := "desde " + figure(j.Minimo)
		if j.Maximo > j.Minimo {
			least += " hasta " + figure(j.Maximo) + " según la mesa"
		}
		cv.text(margin, y+4, boldText, capital(j.Juego.Nombre()))
		cv.text(margin+70, y+4, normalText, least)
		tables := fmt.Sprintf("%d mesas", j.Mesas)
		if j.Mesas == 1 {
			tables = "1 mesa"
		}
		cv.textRight(margin+measure, y+4, normalText, tables)
		cv.line(margin, y+5.6, margin+measure, y+5.6, 0.08, faint)
	}}
}

// CartelHorario writes the poster with the hours of the rooms, announced at the door
// (art. 27.4). The errors about its facts wrap ErrFacts.
func CartelHorario(w io.Writer, f PublicacionFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.sheet("Horario de las salas", "Apertura y cierre al público", art("27.4").String()+" del Reglamento").write(w, o, func(cv *canvas) []block {
		bs := []block{{h: 14, draw: func(*canvas, float64) {}}}
		bs = append(bs, f.hours(style{face: serifBold, size: 26, color: dark})...)
		bs = append(bs, block{h: 8, draw: func(*canvas, float64) {}})
		return append(bs, bullets(cv, normalText.tall(12), []string{"El cierre que pasa de medianoche es del día siguiente.", "Durante la última hora puede cerrarse la entrada a nuevos visitantes."})...)
	})
}

// CartelCondiciones writes the poster with the conditions of entry and the price of the card
// (arts. 21, 22, 23). The errors about its facts wrap ErrFacts.
func CartelCondiciones(w io.Writer, f PublicacionFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.sheet("Condiciones de entrada", "Servicio de admisión", "arts. 21, 22 y 23 del Reglamento").write(w, o, func(cv *canvas) []block {
		text := normalText.tall(12.5)
		bs := []block{{h: 22, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+13, style{face: sans, size: 15, color: dark}, "Tarjeta de entrada")
			cv.textRight(margin+measure, y+14, style{face: serifBold, size: 28, color: green}, f.precio())
			cv.line(margin, y+19, margin+measure, y+19, 0.3, green)
		}}}
		if f.Tarifa > 0 {
			bs = append(bs, f.prices(cv, text.tall(11))[2:]...)
		}
		bs = append(bs, section("Para entrar", ""))
		bs = append(bs, bullets(cv, text, requisitos)...)
		bs = append(bs, section("No pueden entrar", ""))
		return append(bs, bullets(cv, text, prohibiciones)...)
	})
}

// InvitacionFacts are the facts of an invitation to a private room (art. 26.2).
type InvitacionFacts struct {
	Casa       Casa
	Numero     int64
	Nombre     string
	Sala       string
	Fecha      domain.Fecha
	Emision    time.Time // UTC
	Token      string
	Checkpoint Checkpoint
}

// Invitacion writes an invitation by the name of the guest. The errors about its facts wrap
// ErrFacts.
func Invitacion(w io.Writer, f InvitacionFacts, o Options) error {
	if f.Sala == "" || f.Fecha == "" {
		return fmt.Errorf("%w: faltan la sala o la fecha", ErrFacts)
	}
	return slip{casa: f.Casa, kind: "INVITACIÓN", number: f.Numero, name: f.Nombre, token: f.Token, checkpoint: f.Checkpoint, basis: art("26.2").String(),
		facts: []fact{{"Sala privada", f.Sala}, {"Emitida", formatInstant(f.Emision)}, {"Vale para", "jornada del " + f.Fecha.Larga()}},
		note:  "Es personal. Se presenta junto con la tarjeta de entrada en vigor.",
	}.write(w, o)
}

// DeclaracionSalaFacts are the facts of the declaración responsable of a private room
// (art. 26.2).
type DeclaracionSalaFacts struct {
	Casa       Casa
	Evidencia  Evidencia
	Sala       string
	Numero     int64
	Prevista   domain.Fecha
	Presentada domain.Fecha // "" not yet
	Referencia string
}

// DeclaracionSala writes the declaración responsable with which the entidad starts a private
// room, for its signature on paper. The errors about its facts wrap ErrFacts.
func DeclaracionSala(w io.Writer, f DeclaracionSalaFacts, o Options) error {
	if f.Sala == "" || f.Prevista == "" {
		return fmt.Errorf("%w: faltan la sala o la fecha prevista", ErrFacts)
	}
	stamp := "SIN PRESENTAR"
	if f.Presentada != "" {
		stamp = ""
	}
	r := sheet{casa: f.Casa, title: "Declaración responsable", subtitle: "Puesta en marcha de una sala privada", folio: fmt.Sprintf("sala %d", f.Numero),
		date: "prevista para el " + f.Prevista.Larga(), stamp: stamp, regimen: "Se presenta al órgano regulador antes de que la sala funcione", evidencia: f.Evidencia,
		basis: art("26.2").String() + " del Reglamento"}
	return r.write(w, o, func(cv *canvas) []block {
		bs := grid(cv, 2, []fact{{"Entidad titular", f.Casa.Entidad}, {"Establecimiento", f.Casa.Establecimiento}, {"Sala privada", f.Sala}, {"Fecha prevista", f.Prevista.Larga()}})
		if f.Presentada != "" {
			bs = append(bs, grid(cv, 2, []fact{{"Presentada", f.Presentada.Larga()}, {"Referencia de la presentación", f.Referencia}})...)
		}
		bs = append(bs, block{h: 6, draw: func(*canvas, float64) {}})
		bs = append(bs, bullets(cv, normalText.tall(10.5), []string{
			"La entidad titular declara, bajo su responsabilidad, que pone en marcha la sala privada indicada dentro del establecimiento autorizado.",
			"A la sala se pasará solo con invitación a nombre de cada persona, después de cumplir el servicio de admisión con su tarjeta.",
			"La entidad conserva y exhibirá las invitaciones emitidas y el registro de los accesos."})...)
		return append(bs, block{h: 46, keep: true, draw: signHere})
	})
}
