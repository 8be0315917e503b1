package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/tapete"
)

// LineaJugada is a bet of a jugada with what was due and what was paid, céntimos.
type LineaJugada struct {
	Apuesta    string
	Quien      string // box, mark of the player, colour; "" not said
	Resultado  string
	Apostado   domain.Importe
	Debido     domain.Importe // on top of the stake
	Pagado     domain.Importe
	Devuelto   domain.Importe // due of the stake, with what stays pending
	Conservado domain.Importe // what the player kept of it
	Diferencia domain.Importe
	Exacto     string // what was rounded, "501/2"; "" when nothing was (criterio RED-1)
	Cita       string // "art. 131.1.a.1 · RUL-1"
}

// ReclamacionJugada is the complaint that disputes a jugada (art. 38.3).
type ReclamacionJugada struct {
	Hoja         string // number of the hoja de reclamaciones
	Reclamante   string
	Camara       string // "" when there is no recording
	Desde, Hasta time.Time
	Conservar    domain.Fecha
	Acto         *Acto // nil when it was withdrawn or expired
	Retirada     bool
}

// ActaJugadaFacts are the facts of a jugada put on record, and of its acta when somebody
// complains (art. 38.3).
type ActaJugadaFacts struct {
	Casa               Casa
	Evidencia          Evidencia
	Mesa               int
	Juego              domain.Juego
	Numero             int64
	Sesion             int64 // folio of the libro de anticipos
	Jornada            domain.Fecha
	Hecho, Anotacion   time.Time
	Autor              string // with the cargo
	Crupier            string
	Contingencia       string // number of the pre-printed form (criterio HOR-2)
	Demora             string
	Aviso              string // provisions that the program warned of: a bet above its maximum (MAQ-1)
	Veredicto          jugada.Veredicto
	Nula               string // "art. 133.d" of a void one
	Lineas             []LineaJugada
	Diferencia         domain.Importe
	Articulos          []string
	DeclaracionCrupier string
	DeclaracionJugador string
	Dibujos            []tapete.Dibujo // what lay on the table
	Reclamacion        *ReclamacionJugada
}

func (f ActaJugadaFacts) check() error {
	var sum domain.Importe
	for _, l := range f.Lineas {
		if l.Pagado+l.Conservado-l.Debido-l.Devuelto != l.Diferencia {
			return fmt.Errorf("%w: la diferencia de «%s» no es la de sus importes", ErrFacts, l.Apuesta)
		}
		sum += l.Diferencia
	}
	switch {
	case len(f.Lineas) == 0 || !f.Veredicto.Valid() || !f.Juego.Valid():
		return fmt.Errorf("%w: falta el juego, el veredicto o la liquidación", ErrFacts)
	case sum != f.Diferencia:
		return fmt.Errorf("%w: las diferencias suman %s y el total dice %s", ErrFacts, figure(sum), figure(f.Diferencia))
	case f.Veredicto == jugada.Nula && f.Nula == "":
		return fmt.Errorf("%w: falta por qué es nula", ErrFacts)
	}
	if r := f.Reclamacion; r != nil {
		if r.Hoja == "" {
			return fmt.Errorf("%w: falta el número de la hoja de reclamaciones", ErrFacts)
		}
		if r.Acto != nil {
			return r.Acto.check()
		}
	}
	return nil
}

// ActaJugada writes a jugada: what lay on the table, drawn, the settlement bet by bet with
// its provisions, and, of a disputed one, the statements, the recording to keep and the
// signatures. The errors about its facts wrap ErrFacts.
func ActaJugada(w io.Writer, f ActaJugadaFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Acta de jugada",
		subtitle:  fmt.Sprintf("%s, mesa %d · %s del %s", capital(f.Juego.Nombre()), f.Mesa, f.Juego.Jugada(), formatInstant(f.Hecho)),
		folio:     fmt.Sprintf("jugada %d", f.Numero),
		date:      "jornada del " + f.Jornada.Larga(),
		stamp:     f.stamp(),
		regimen:   "Anotación en el diario de la casa, para quien reclama y para la inspección (" + art("38.3").String() + ")",
		evidencia: f.Evidencia,
		basis:     strings.Join(f.Articulos, ", ") + " del Reglamento",
	}
	if f.Reclamacion == nil {
		r.title = "Jugada anotada"
	}
	return r.write(w, o, f.blocks)
}

// stamp is the verdict, or what keeps the acta from being one.
func (f ActaJugadaFacts) stamp() string {
	if r := f.Reclamacion; r != nil {
		switch {
		case r.Retirada:
			return "ACTA RETIRADA"
		case r.Acto != nil && !r.Acto.Closed():
			return "PENDIENTE DE FIRMA"
		}
	}
	if f.Veredicto == jugada.Conforme {
		return ""
	}
	return strings.ToUpper(f.Veredicto.Nombre())
}

func (f ActaJugadaFacts) blocks(cv *canvas) []block {
	diferencia := "diferencia para el jugador"
	if f.Juego.Circulo() { // the bank and the pozo have lines too
		diferencia = "diferencia"
	}
	facts := []fact{
		{"veredicto", capital(f.Veredicto.Nombre())},
		{diferencia, signed(f.Diferencia)},
		{"sesión", fmt.Sprintf("folio %d de su libro", f.Sesion)},
		{"anotada", formatInstant(f.Anotacion)},
		{"la anota", f.Autor},
	}
	for _, x := range []fact{{"crupier", f.Crupier}, {"impreso de contingencia", f.Contingencia}, {"anotada con demora", f.Demora}, {"apuesta superior al máximo", f.Aviso}} {
		if x.value != "" {
			facts = append(facts, x)
		}
	}
	if f.Nula != "" {
		facts = append(facts, fact{"nula por", f.Nula})
	}
	bs := grid(cv, 3, facts)
	if len(f.Dibujos) > 0 {
		bs = append(bs, section("Lo que había en la mesa", ""))
		bs = append(bs, drawings(f.Dibujos)...)
	}
	bs = append(bs, section("Liquidación", "importes en euros"))
	bs = append(bs, f.settlement(cv)...)
	bs = append(bs, f.statements(cv)...)
	if r := f.Reclamacion; r != nil {
		bs = append(bs, r.blocks(cv)...)
	}
	return bs
}

// Columns of the settlement, from the left margin.
const (
	colQuien, colApostado, colDebido, colPagado, colConservado, colDiferencia = 34.0, 66.0, 84.0, 102.0, 130.0, 148.0
	lineaHeight                                                               = 5.2
)

func settlementHead(cv *canvas, y float64) {
	base := y + 4.4
	cv.text(margin, base, labelText, "apuesta")
	cv.text(margin+colQuien, base, labelText, "de quién")
	cv.textRight(margin+colApostado, base, labelText, "apostado")
	cv.textRight(margin+colDebido, base, labelText, "debido")
	cv.textRight(margin+colPagado, base, labelText, "pagado")
	cv.textRight(margin+colConservado, base, labelText, "de lo apostado*")
	cv.textRight(margin+colDiferencia, base, labelText, "diferencia")
	cv.text(margin+colDiferencia+3, base, labelText, "artículo")
	cv.line(margin, y+6.2, margin+measure, y+6.2, 0.3, green)
}

// settlement is the table of the bets; one paid wrong stands out.
func (f ActaJugadaFacts) settlement(cv *canvas) []block {
	t := &table{h: 7.5, head: settlementHead}
	var bs []block
	for _, l := range f.Lineas {
		bs = append(bs, block{h: lineaHeight, table: t, keep: len(bs) == 0, draw: func(cv *canvas, y float64) { settlementRow(cv, y, l) }})
	}
	rounded := "* de lo apostado, lo que conserva el jugador y, tras la barra, lo que le correspondía, con lo que sigue en la mesa."
	for _, l := range f.Lineas {
		if l.Exacto != "" {
			rounded += fmt.Sprintf(" «%s» suma exactamente %s céntimos; se redondea a favor del jugador (criterio RED-1).", l.Apuesta, l.Exacto)
		}
	}
	bs = append(bs, block{h: 2, keep: true, draw: func(*canvas, float64) {}})
	return append(bs, paragraph(cv, noteText.tall(6.6), rounded, true)...)
}

func settlementRow(cv *canvas, y float64, l LineaJugada) {
	base, text := y+3.6, normalText.tall(7.8)
	if l.Diferencia != 0 {
		cv.fill(margin, y, measure, lineaHeight, veil)
		text = boldText.tall(7.8)
	}
	cv.fitted(margin+0.8, base, text, capital(l.Apuesta), colQuien-2, 1, 4.5)
	cv.fitted(margin+colQuien, base, text, l.Quien, colApostado-colQuien-14, 1, 4.5)
	cv.textRight(margin+colApostado, base, text, l.Apostado.Cifra())
	cv.textRight(margin+colDebido, base, text, l.Debido.Cifra())
	cv.textRight(margin+colPagado, base, text, l.Pagado.Cifra())
	kept := l.Conservado.Cifra() + " / " + l.Devuelto.Cifra()
	small, _ := cv.fit(text, kept, colConservado-colPagado-2, 1, 4)
	cv.textRight(margin+colConservado, base, small, kept)
	cv.textRight(margin+colDiferencia, base, text, strings.TrimSuffix(signed(l.Diferencia), " €"))
	cv.fitted(margin+colDiferencia+3, base, normalText.tall(7), l.Cita, measure-colDiferencia-3, 1, 4)
	cv.line(margin, y+lineaHeight, margin+measure, y+lineaHeight, 0.08, faint)
}

// signed is an amount with its sign, none for nothing.
func signed(i domain.Importe) string {
	if i > 0 {
		return "+" + figure(i)
	}
	return figure(i)
}

// statements are what both sides say, in their own words.
func (f ActaJugadaFacts) statements(cv *canvas) []block {
	var bs []block
	for _, s := range []fact{{"Declaración del crupier", f.DeclaracionCrupier}, {"Declaración del jugador", f.DeclaracionJugador}} {
		if s.value == "" {
			continue
		}
		bs = append(bs, section(s.label, ""))
		ps := paragraph(cv, normalText, s.value, false)
		ps[0].keep = true
		bs = append(bs, ps...)
	}
	return bs
}

// blocks are the complaint, the recording to keep and the signatures.
func (r ReclamacionJugada) blocks(cv *canvas) []block {
	facts := []fact{{"hoja de reclamaciones", r.Hoja}}
	if r.Reclamante != "" {
		facts = append(facts, fact{"reclama", r.Reclamante})
	}
	if r.Camara != "" {
		facts = append(facts, fact{"cámara", r.Camara}, fact{"grabación que se guarda", formatInstant(r.Desde) + " a " + formatInstant(r.Hasta)},
			fact{"se conserva hasta", r.Conservar.Larga()})
	}
	bs := append([]block{section("Reclamación", "")}, together(grid(cv, 3, facts))...)
	if r.Acto == nil {
		return append(bs, paragraph(cv, noteText, "El acta se retiró antes de que la firmaran todos; la jugada queda anotada.", true)...)
	}
	acto := *r.Acto
	return append(bs, block{h: boxHeight + 16, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Firmas")
		cv.textRight(margin+measure, y+6, labelText, "Acto "+acto.ID)
		boxes(cv, margin, y+9.6, measure, acto.Firmas)
		cv.textRight(margin+measure, y+boxHeight+13.2, monoText.tall(6), "huella "+acto.Huella)
	}})
}

// capital begins a text with a capital letter.
func capital(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[0])) + string(r[1:])
}
