package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the notices of the tables.
var (
	// ErrCartel: no notice of that number was issued for the table.
	ErrCartel = errors.New("no consta ese cartel de la mesa")
	// ErrCartelDistinto: what the notice on the wall says is not how the table is open.
	ErrCartelDistinto = errors.New("el cartel de la mesa no dice lo que hay en ella")
)

// TipoCartel is the kind of the asiento with which a notice is issued.
const TipoCartel = "Cartel"

// SerieCarteles numbers the notices of an establecimiento.
const SerieCarteles = "carteles"

// prefijoTope begins the names of the datos of a notice that hold the ceiling of a suerte.
const prefijoTope = "tope."

// Cartel is a notice of a table: its number, its initial anticipo and the least and the
// most that each suerte admits (art. 38.2). Amounts in céntimos.
type Cartel struct {
	Establecimiento string
	Numero          int64
	Mesa            int
	Juego           domain.Juego
	ApuestaMinima   domain.Importe
	Maximos         string
	Anticipo        domain.Importe
	Topes           []libros.Maximo // of each suerte
	Hora            time.Time
	Posicion        int64
}

// CartelFacts issue a notice. What is left out comes from the open session of the table or,
// closed, from its plan: the minimum planned, the lowest maxima, the least anticipo.
type CartelFacts struct {
	ApuestaMinima domain.Importe
	Maximos       string
	Anticipo      domain.Importe
}

// IssueCartel issues the next notice of a table (art. 38.2): what it says is judged as an
// opening would be, so that no notice announces limits that the table could not have.
func (c *Casa) IssueCartel(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f CartelFacts) (Cartel, error) {
	var k Cartel
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		var err error
		if k, err = newCartel(tx.DB(), establecimiento, mesa, f); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Serie: SerieCarteles, Tipo: TipoCartel,
			Datos: []diario.Dato{datoEntero("mesa", mesa), {Nombre: "juego", Valor: string(k.Juego)}, datoEntero("apuesta_minima", k.ApuestaMinima),
				{Nombre: "maximos", Valor: k.Maximos}, datoEntero("anticipo", k.Anticipo)}}
		for _, t := range k.Topes {
			b.Datos = append(b.Datos, datoEntero(prefijoTope+t.Suerte, t.Importe))
		}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		k.Numero, k.Hora, k.Posicion = a.NumeroSerie, a.Hecho, a.Posicion
		tx.Recurso(201, fmt.Sprint(k.Numero))
		return err
	})
	return k, err
}

func newCartel(db *gorm.DB, establecimiento string, mesa int, f CartelFacts) (Cartel, error) {
	m, err := findMesa(db, establecimiento, mesa)
	if err != nil {
		return Cartel{}, err
	}
	a, err := CurrentAutorizacion(db, establecimiento)
	if err != nil {
		return Cartel{}, err
	}
	j, ok := a.Juego(m.Juego)
	if !ok {
		return Cartel{}, norma.Breach(art("9.c"), ErrJuegoNoAutorizado)
	}
	s, open, err := openSesion(db, establecimiento, mesa)
	if err != nil {
		return Cartel{}, err
	}
	if f == (CartelFacts{}) && open {
		f = CartelFacts{s.ApuestaMinima, s.Maximos, s.Anticipo}
	}
	if f.ApuestaMinima == 0 {
		f.ApuestaMinima = m.MinimoPrevisto
	}
	if f.Maximos == "" && m.Juego.Ruleta() {
		f.Maximos = string(domain.SerieBaja)
	}
	if f.Maximos == "" && m.Juego == domain.BlackJack {
		f.Maximos = OpcionesMaximos(m.Juego)[0]
	}
	if err := libros.CheckApuestaMinima(m.Juego, j.bandaOf(m), f.ApuestaMinima); err != nil {
		return Cartel{}, err
	}
	limites := m.limites(f.ApuestaMinima, f.Maximos)
	limites.Juego7 = a.Parametros.Juego7
	if err := j.checkMaximosDe(limites); err != nil {
		return Cartel{}, err
	}
	if f.Anticipo == 0 {
		if f.Anticipo, err = libros.AnticipoMinimo(m.Juego, f.ApuestaMinima, m.MinimoAutorizado); err != nil {
			return Cartel{}, err
		}
	}
	if err := libros.CheckAnticipoInicial(m.Juego, f.ApuestaMinima, m.MinimoAutorizado, f.Anticipo); err != nil {
		return Cartel{}, err
	}
	topes, err := limites.List()
	return Cartel{Establecimiento: establecimiento, Mesa: mesa, Juego: m.Juego, ApuestaMinima: f.ApuestaMinima, Maximos: limites.Maximos,
		Anticipo: f.Anticipo, Topes: topes}, err
}

// Carteles lists the notices issued for a table, the latest first, at most fifty.
func (c *Casa) Carteles(ctx context.Context, establecimiento string, mesa int) ([]Cartel, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return nil, err
	}
	var filas []filaCartel
	if err := db.Where("establecimiento = ? AND mesa = ?", establecimiento, mesa).Order("cartel DESC").Limit(50).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the notices of table %d of %s: %w", mesa, establecimiento, err)
	}
	out := make([]Cartel, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.cartel())
	}
	return out, nil
}

// Cartel returns a notice with its ceilings, read from its leaf, or ErrCartel.
func (c *Casa) Cartel(ctx context.Context, establecimiento string, mesa int, numero int64) (Cartel, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	f, ok, err := findOne[filaCartel](db.Where("establecimiento = ? AND mesa = ? AND cartel = ?", establecimiento, mesa, numero))
	if err != nil || !ok {
		return Cartel{}, errors.Join(ErrCartel, err)
	}
	k := f.cartel()
	hoja, err := readAsiento(db, k.Posicion)
	if err != nil {
		return k, err
	}
	m, err := findMesa(db, establecimiento, mesa)
	if err != nil {
		return k, err
	}
	limites := LimitesMesa{Juego: k.Juego, Minimo: k.ApuestaMinima, MinimoAutorizado: m.MinimoAutorizado, Maximos: k.Maximos}
	if hoja.Dato(prefijoTope+"juego7") != "" {
		limites.Juego7 = "15"
	}
	if k.Topes, err = limites.List(); err != nil {
		return k, err
	}
	d := lector{a: &hoja}
	for n := range k.Topes { // what was printed then, whatever the tables say now
		k.Topes[n].Importe = d.importe(prefijoTope + k.Topes[n].Suerte)
	}
	return k, d.err
}

// lastCartel returns the last notice issued for a table, and whether there is one.
func lastCartel(db *gorm.DB, establecimiento string, mesa int) (Cartel, bool, error) {
	f, ok, err := findOne[filaCartel](db.Where("establecimiento = ? AND mesa = ?", establecimiento, mesa).Order("cartel DESC"))
	if err != nil {
		return Cartel{}, false, fmt.Errorf("read the notice of table %d of %s: %w", mesa, establecimiento, err)
	}
	return f.cartel(), ok, nil
}

// Aviso warns, with a notice on the wall, that it does not say what the table has
// (art. 38.2, criterio MAQ-1).
func (k Cartel) Aviso(s SesionMesa) (Aviso, bool) {
	format := "%w: el cartel %d anuncia %s de %s y son %s"
	breach := func(what string, says, has any) (Aviso, bool) {
		return avisoDe(norma.Errorf(art("38.2"), format, ErrCartelDistinto, k.Numero, what, says, has).Under("MAQ-1")), true
	}
	switch {
	case k.Juego != s.Juego:
		return breach("el juego", k.Juego.Nombre(), s.Juego.Nombre())
	case k.Anticipo != s.Anticipo:
		return breach("un anticipo inicial", k.Anticipo, s.Anticipo)
	case k.ApuestaMinima != s.ApuestaMinima:
		return breach("una apuesta mínima", k.ApuestaMinima, s.ApuestaMinima)
	case k.Maximos != s.Maximos:
		return breach("unos máximos", k.Maximos, s.Maximos)
	}
	return Aviso{}, false
}

type filaCartel struct {
	Establecimiento string
	Cartel          int64
	Mesa            int64
	Juego           string
	ApuestaMinima   int64
	Maximos         string
	Anticipo        int64
	Hora            int64
	Posicion        int64
}

func (filaCartel) TableName() string { return "carteles" }

func (f filaCartel) cartel() Cartel {
	return Cartel{Establecimiento: f.Establecimiento, Numero: f.Cartel, Mesa: int(f.Mesa), Juego: domain.Juego(f.Juego),
		ApuestaMinima: domain.Importe(f.ApuestaMinima), Maximos: f.Maximos, Anticipo: domain.Importe(f.Anticipo), Hora: fromMicros(f.Hora), Posicion: f.Posicion}
}

var tablasCartel = []escritor.Tabla{{Nombre: "carteles", Clave: []string{"establecimiento", "cartel"}}}

var proyectoresCartel = map[string]escritor.Proyector{
	TipoCartel: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaCartel{a.Establecimiento, a.NumeroSerie, d.entero("mesa"), d.texto("juego"), d.entero("apuesta_minima"), d.texto("maximos"),
			d.entero("anticipo"), micros(a.Hecho), a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}
