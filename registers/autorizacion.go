package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/dados"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about what an establecimiento may do.
var (
	// ErrAutorizacion: no authorisation is on record for that establecimiento.
	ErrAutorizacion = errors.New("el establecimiento no tiene anotada su autorización")
	// ErrJuegoNoAutorizado: the authorisation does not grant that game.
	ErrJuegoNoAutorizado = errors.New("ese juego no está autorizado en el establecimiento")
	// ErrTipoDia: the kind of day is not one of those of art. 27.1.
	ErrTipoDia = errors.New("el tipo de día es laborable, festivo o vispera")
	// ErrRespuestaJuego7: the payment of 4 without the regulator's answer, or the reverse.
	ErrRespuestaJuego7 = errors.New("el juego de 7 paga 4 solo con la respuesta escrita del regulador, y se cita")
	// ErrParametro: the house has no such parameter, or not with that value.
	ErrParametro = errors.New("el parámetro no existe o no admite ese valor")
)

// JuegoAutorizado is what the authorisation says of one game (arts. 9.c, 9.d).
type JuegoAutorizado struct {
	Juego  domain.Juego
	Minimo domain.Importe // authorised minimum stake, céntimos
	Maximo domain.Importe // how high a table may raise it (art. 9.e); 0 when no band was granted
	Mesas  int            // how many tables
	// Maximos are the choices of maxima granted for its tables, between blanks ("50 100");
	// empty: any of those of the law (art. 9.d).
	Maximos string
}

// Banda is the band of the minimum stake of the game.
func (j JuegoAutorizado) Banda() libros.Banda {
	return libros.Banda{Minimo: j.Minimo, Maximo: j.Maximo}
}

// AutorizacionFacts is what an establecimiento may do, as its authorisation and its
// direction say.
type AutorizacionFacts struct {
	Resolucion string         // of the regulator
	Horario    libros.Horario // authorised maximum (art. 9.b)
	Juegos     []JuegoAutorizado
	Mesas      int               // tables of all games together (art. 9.c); 0: no limit of its own
	Exenta     bool              // no table of each game need work at the authorised minimum (art. 132.4.b)
	Tarifa     domain.Importe    // unit price of the card, céntimos
	Libros     libros.Resolucion // of the tax authority (art. 39.3); zero: copia auxiliar (LIB-1)
	Parametros Parametros
}

// Autorizacion is the authorisation in force of an establecimiento.
type Autorizacion struct {
	AutorizacionFacts
	Establecimiento string
	Posicion        int64 // of its asiento
}

// Juego returns what the authorisation says of a game, and whether it grants it.
func (f AutorizacionFacts) Juego(j domain.Juego) (JuegoAutorizado, bool) {
	k := slices.IndexFunc(f.Juegos, func(a JuegoAutorizado) bool { return a.Juego == j })
	if k < 0 {
		return JuegoAutorizado{}, false
	}
	return f.Juegos[k], true
}

// Parametros are the readings that each house sets; zero values are the defaults. They
// change only by an asiento that the direction signs.
type Parametros struct {
	MargenDemora time.Duration   // above it a late annotation needs a reason (HOR-1); 0: 15 minutes
	ListaMaxima  time.Duration   // age from which a copy of the barred list does not count (ADM-2); 0: 24 hours
	Bisiesto     acceso.Bisiesto // those born on 29 February (ADM-6); "": 1 March

	// Juego7 is what the juego de 7 of the dados pays, "15" as printed or "4" (DAD-A); "":
	// the tables do not offer it. RespuestaJuego7 names the regulator's written answer
	// that the 4 needs.
	Juego7          string
	RespuestaJuego7 string

	// ConservacionPBC is where the archivo PBC is kept: PBCEnCasa, the default, or PBCAparte
	// (ADM-1).
	ConservacionPBC string
}

// Where the records of the anti-money-laundering law are kept (criterio ADM-1).
const (
	PBCEnCasa = "casa"   // here: visits pass to the archivo at six months
	PBCAparte = "aparte" // elsewhere: at six months they are destroyed
)

// PagoJuego7 is how the tables of dados of the house pay the juego de 7; they do not offer
// it unless the direction has signed one of the two payments (criterio DAD-A).
func (p Parametros) PagoJuego7() dados.PagoJuego7 {
	if j, err := dados.ParsePagoJuego7(p.Juego7); err == nil {
		return j
	}
	return dados.SinJuego7
}

const margenPorDefecto = 15 * time.Minute

// Margen is MargenDemora or its default (criterio HOR-1).
func (p Parametros) Margen() time.Duration {
	if p.MargenDemora > 0 {
		return p.MargenDemora
	}
	return margenPorDefecto
}

// Acceso are the parameters of the door.
func (p Parametros) Acceso() acceso.Parametros {
	return acceso.Parametros{ListaMaxima: p.ListaMaxima, Bisiesto: p.Bisiesto}
}

// Names of the parameters in the asiento; spans of time in whole minutes.
const (
	parametroMargen    = "margen_demora"
	parametroLista     = "lista_maxima"
	parametroBisiesto  = "bisiesto"
	parametroJuego7    = "juego_7"
	parametroRespuesta = "juego_7_respuesta"
	parametroPBC       = "conservacion_pbc"
)

func (p *Parametros) set(nombre, valor string) error {
	minutes, err := strconv.ParseInt(valor, 10, 32)
	good := err == nil && minutes > 0 && strconv.FormatInt(minutes, 10) == valor
	switch {
	case nombre == parametroMargen && good:
		p.MargenDemora = time.Duration(minutes) * time.Minute
	case nombre == parametroLista && good:
		p.ListaMaxima = time.Duration(minutes) * time.Minute
	case nombre == parametroBisiesto && (valor == string(acceso.UnoDeMarzo) || valor == string(acceso.VeintiochoDeFebrero)):
		p.Bisiesto = acceso.Bisiesto(valor)
	case nombre == parametroJuego7 && (valor == dados.PagoImpreso.String() || valor == dados.PagoCuatro.String()):
		p.Juego7 = valor
	case nombre == parametroRespuesta && strings.TrimSpace(valor) != "":
		p.RespuestaJuego7 = valor
	case nombre == parametroPBC && (valor == PBCEnCasa || valor == PBCAparte):
		p.ConservacionPBC = valor
	default:
		return fmt.Errorf("%w: %s=%q", ErrParametro, nombre, valor)
	}
	return nil
}

// datos writes the parameters that are set, each read back to what was given.
func (p Parametros) datos() ([]diario.Dato, error) {
	var ds []diario.Dato
	add := func(nombre, valor string) {
		ds = append(ds, diario.Dato{Nombre: prefijoParametro + nombre, Valor: valor})
	}
	if p.MargenDemora != 0 {
		add(parametroMargen, strconv.FormatInt(int64(p.MargenDemora/time.Minute), 10))
	}
	if p.ListaMaxima != 0 {
		add(parametroLista, strconv.FormatInt(int64(p.ListaMaxima/time.Minute), 10))
	}
	if p.Bisiesto != "" {
		add(parametroBisiesto, string(p.Bisiesto))
	}
	if p.Juego7 != "" {
		add(parametroJuego7, p.Juego7)
	}
	if p.RespuestaJuego7 != "" {
		add(parametroRespuesta, p.RespuestaJuego7)
	}
	if p.ConservacionPBC != "" {
		add(parametroPBC, p.ConservacionPBC)
	}
	if (p.Juego7 == dados.PagoCuatro.String()) != (p.RespuestaJuego7 != "") {
		return nil, norma.Breach(art("151.2.b.2"), ErrRespuestaJuego7).Under("DAD-A")
	}
	var back Parametros
	for _, d := range ds {
		if err := back.set(strings.TrimPrefix(d.Nombre, prefijoParametro), d.Valor); err != nil {
			return nil, err
		}
	}
	if back != p {
		return nil, fmt.Errorf("%w: los plazos se dan en minutos enteros", ErrParametro)
	}
	return ds, nil
}

func (f AutorizacionFacts) check() error {
	if strings.TrimSpace(f.Resolucion) == "" || f.Tarifa < 0 || len(f.Juegos) == 0 || f.Mesas < 0 {
		return fmt.Errorf("%w: la autorización lleva resolución, juegos y una tarifa que no es negativa", ErrDatos)
	}
	if f.Libros.Otras || (f.Libros.Referencia == "") != (f.Libros.Fecha == "") {
		return fmt.Errorf("%w: la resolución de los libros lleva referencia y fecha", ErrDatos)
	}
	if f.Libros.Fecha != "" {
		if _, err := domain.ParseFecha(string(f.Libros.Fecha)); err != nil {
			return fmt.Errorf("%w: %w", ErrDatos, err)
		}
	}
	seen := map[domain.Juego]bool{}
	for _, j := range f.Juegos {
		switch {
		case !j.Juego.Valid():
			return norma.Breach(art("1.3"), libros.ErrJuego)
		case seen[j.Juego], j.Minimo <= 0, j.Mesas <= 0, j.Maximo != 0 && j.Maximo < j.Minimo:
			return fmt.Errorf("%w: %s, mínimo %s, banda hasta %s, %d mesas", ErrDatos, j.Juego.Nombre(), j.Minimo, j.Maximo, j.Mesas)
		}
		if err := j.checkMaximos(); err != nil {
			return err
		}
		seen[j.Juego] = true
	}
	return nil
}

// checkMaximos judges the choices of maxima granted: each is one of the game's.
func (j JuegoAutorizado) checkMaximos() error {
	for _, m := range strings.Fields(j.Maximos) {
		if _, err := (LimitesMesa{Juego: j.Juego, Minimo: j.Minimo, MinimoAutorizado: j.Minimo, Maximos: m}).List(); err != nil {
			return err
		}
	}
	return nil
}

func (f AutorizacionFacts) datos() ([]diario.Dato, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	ds := []diario.Dato{
		{Nombre: "resolucion", Valor: f.Resolucion},
		{Nombre: "horario_apertura", Valor: f.Horario.Abre.String()},
		{Nombre: "horario_cierre", Valor: f.Horario.Cierra.String()},
		datoEntero("tarifa", f.Tarifa),
		{Nombre: "resolucion_libros", Valor: f.Libros.Referencia},
		{Nombre: "resolucion_libros_fecha", Valor: string(f.Libros.Fecha)},
	}
	if f.Mesas > 0 {
		ds = append(ds, datoEntero("mesas", f.Mesas))
	}
	if f.Exenta {
		ds = append(ds, datoSi("exenta_minimo", true))
	}
	nombres := make([]string, 0, len(f.Juegos))
	for _, j := range f.Juegos {
		nombres = append(nombres, string(j.Juego))
		k := prefijoJuego + string(j.Juego)
		ds = append(ds, datoEntero(k+".minimo", j.Minimo), datoEntero(k+".maximo", j.Maximo), datoEntero(k+".mesas", j.Mesas))
		if j.Maximos != "" {
			ds = append(ds, diario.Dato{Nombre: k + ".maximos", Valor: strings.Join(strings.Fields(j.Maximos), " ")})
		}
	}
	slices.Sort(nombres)
	ds = append(ds, diario.Dato{Nombre: "juegos", Valor: strings.Join(nombres, " ")})
	ps, err := f.Parametros.datos()
	return append(ds, ps...), err
}

// ProposeAutorizacion proposes the act that sets what an establecimiento may do and the
// parameters of the house there; who directs signs it. The whole of it replaces the former
// one. It returns ErrEstablecimiento, ErrDatos, ErrParametro or a breach of art. 1.3.
func (c *Casa) ProposeAutorizacion(ctx context.Context, autor Autor, hecho time.Time, establecimiento string, f AutorizacionFacts) (Acto, error) {
	datos, err := f.datos()
	if err != nil {
		return Acto{}, err
	}
	var acto Acto
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		var err error
		acto, err = c.proposeTx(tx, ActoBorrador{
			Establecimiento: establecimiento,
			Libro:           LibroRegistro,
			Hecho:           diario.Instante(hecho),
			Autor:           autor.Persona,
			Cargo:           autor.Cargo,
			Clase:           diario.ClasePermanente,
			Tipo:            TipoAutorizacion,
			Datos:           datos,
			Plazas:          []firma.Plaza{{Num: 1, Quien: firma.QuienDirector}},
		})
		tx.Recurso(201, acto.ID)
		return err
	})
	return acto, err
}

// Autorizacion returns the authorisation in force of an establecimiento, or ErrAutorizacion.
func (c *Casa) Autorizacion(ctx context.Context, establecimiento string) (Autorizacion, error) {
	return CurrentAutorizacion(c.Escritor.Lectura().WithContext(ctx), establecimiento)
}

// TipoDia is a kind of day: the hours may differ (art. 27.1).
type TipoDia string

// The kinds of day of art. 27.1.
const (
	Laborable TipoDia = "laborable"
	Festivo   TipoDia = "festivo"
	Vispera   TipoDia = "vispera"
)

// Valid reports whether t is one of the three.
func (t TipoDia) Valid() bool { return t == Laborable || t == Festivo || t == Vispera }

// tipoDiaDe is the kind of a date by its day of the week alone; the house says another
// when the date is a holiday or the eve of one.
func tipoDiaDe(f domain.Fecha) TipoDia {
	switch f.Time().Weekday() {
	case time.Sunday:
		return Festivo
	case time.Saturday:
		return Vispera
	}
	return Laborable
}

// SetHorario records the hours that the establecimiento keeps on a kind of day, from the
// next jornada on. They lie within the authorised maximum (art. 27.1) and last no more
// than sixteen hours (art. 27.2). It returns ErrAutorizacion, ErrTipoDia or those breaches.
func (c *Casa) SetHorario(ctx context.Context, autor Autor, hecho time.Time, establecimiento string, t TipoDia, h libros.Horario) error {
	if !t.Valid() {
		return norma.Breach(art("27.1"), ErrTipoDia)
	}
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if err := libros.CheckHorario(h, a.Horario); err != nil {
			return err
		}
		b := diario.Borrador{
			Establecimiento: establecimiento,
			Libro:           LibroRegistro,
			Tipo:            TipoHorario,
			Datos: []diario.Dato{
				{Nombre: "tipo_dia", Valor: string(t)},
				{Nombre: "apertura", Valor: h.Abre.String()},
				{Nombre: "cierre", Valor: h.Cierra.String()},
			},
		}
		EnLinea(hecho).stamp(&b, autor)
		_, err = tx.Append(b)
		return err
	})
	return err
}

// Horarios lists the hours kept on each kind of day that has its own.
func (c *Casa) Horarios(ctx context.Context, establecimiento string) (map[TipoDia]libros.Horario, error) {
	return HorariosOf(c.Escritor.Lectura().WithContext(ctx), establecimiento)
}

// HorariosOf is Horarios inside a transaction.
func HorariosOf(db *gorm.DB, establecimiento string) (map[TipoDia]libros.Horario, error) {
	return readHorarios(db, establecimiento)
}
