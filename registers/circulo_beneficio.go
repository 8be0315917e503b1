package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/poquer"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrTemporada: the season has no name.
var ErrTemporada = errors.New("hay que decir de qué temporada es la dotación")

// Beneficio is how the house takes its part of a póquer de círculo (art. 113.3): of each hand,
// so many hundredths of one per cent; or for a session, so much per cent of Base, which is the
// maximum of the table or, where there is none, the resto.
type Beneficio struct {
	Opcion     poquer.Opcion
	Centesimas int64          // by hand: 500 is five per cent
	PorCiento  int64          // by session
	Base       domain.Importe // by session
	Importe    domain.Importe // by session, what comes of both: céntimos
	Hora       time.Time      // when it was announced, UTC
}

// check judges the choice and works the sum of a session out.
func (b *Beneficio) check() error {
	if err := poquer.CheckOpcion(b.Opcion, b.Opcion, true); err != nil {
		return err
	}
	if b.Opcion == poquer.PorMano {
		if b.PorCiento != 0 || b.Base != 0 {
			return norma.Breach(art("113.3"), poquer.ErrOpcion)
		}
		_, err := poquer.BeneficioMano(0, b.Centesimas)
		return err
	}
	if b.Centesimas != 0 || b.Base <= 0 {
		return norma.Breach(art("113.3"), poquer.ErrOpcion)
	}
	var err error
	b.Importe, err = poquer.BeneficioSesion(b.Base, b.PorCiento)
	return err
}

const prefijoBeneficio = "beneficio."

func (b *Beneficio) datos() []diario.Dato {
	ds := []diario.Dato{{Nombre: prefijoBeneficio + "opcion", Valor: string(b.Opcion)}}
	if b.Opcion == poquer.PorMano {
		return append(ds, datoEntero(prefijoBeneficio+"centesimas", b.Centesimas))
	}
	return append(ds, datoEntero(prefijoBeneficio+"por_ciento", b.PorCiento), datoEntero(prefijoBeneficio+"base", b.Base),
		datoEntero(prefijoBeneficio+"importe", b.Importe))
}

// beneficio reads what datos writes; nil when the asiento says nothing of it.
func (l *lector) beneficio() *Beneficio {
	b := &Beneficio{Opcion: poquer.Opcion(l.texto(prefijoBeneficio + "opcion")), Centesimas: l.enteroOpcional(prefijoBeneficio + "centesimas"),
		PorCiento: l.enteroOpcional(prefijoBeneficio + "por_ciento"), Base: domain.Importe(l.enteroOpcional(prefijoBeneficio + "base")),
		Importe: domain.Importe(l.enteroOpcional(prefijoBeneficio + "importe")), Hora: l.a.Hecho}
	if b.Opcion == "" {
		return nil
	}
	return b
}

// String says it in words: "el 5 % de cada mano".
func (b *Beneficio) String() string {
	if b.Opcion == poquer.PorMano {
		return fmt.Sprintf("el %s %% de cada mano", strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d,%02d", b.Centesimas/100, b.Centesimas%100), "0"), ","))
	}
	return fmt.Sprintf("%s por sesión, el %d %% de %s", b.Importe, b.PorCiento, b.Base)
}

// AnnounceBeneficio records how the house will take its part of a póquer de círculo, announced
// to the players before the game (art. 113.3). One way alone: with the table open it does not
// change. It holds for the partidas of the jornada until another is announced.
func (c *Casa) AnnounceBeneficio(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, b Beneficio) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if s.mesa.Juego != domain.PoquerCirculo {
			return norma.Breach(art("113.3"), ErrOtroBeneficio)
		}
		if s.abierta {
			return norma.Breach(art("113.3"), poquer.ErrOpcion)
		}
		if err := b.check(); err != nil {
			return err
		}
		if err := hora.check(tx, s.jornada.Preparacion, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		d := diario.Borrador{Establecimiento: establecimiento, Libro: LibroBeneficios(mesa), Jornada: s.jornada.Fecha, Tipo: TipoAnuncioBeneficio,
			Datos: append(b.datos(), datoEntero("mesa", mesa))}
		hora.stamp(&d, autor)
		tx.Recurso(201, fmt.Sprint(mesa))
		_, err = tx.Append(d)
		return err
	})
	return err
}

// beneficioAnunciado is the last announcement of the table in the jornada.
func beneficioAnunciado(db *gorm.DB, m domain.Mesa, fecha domain.Fecha) (*Beneficio, bool, error) {
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND jornada = ? AND tipo = ?",
		m.Establecimiento, LibroBeneficios(m.Numero), string(fecha), TipoAnuncioBeneficio))
	if err != nil || len(hojas) == 0 {
		return nil, false, err
	}
	d := lector{a: &hojas[len(hojas)-1]}
	return d.beneficio(), true, d.err
}

// BeneficioAnunciado is how the house takes its part of a póquer in a jornada, nil while nobody
// has announced it (art. 113.3).
func (c *Casa) BeneficioAnunciado(ctx context.Context, m domain.Mesa, fecha domain.Fecha) (*Beneficio, error) {
	b, _, err := beneficioAnunciado(c.Escritor.Lectura().WithContext(ctx), m, fecha)
	return b, err
}

// DotacionCambista is what the special box of the cambistas of an establecimiento holds in a
// season, in céntimos, as who directs fixed it (art. 32.3). Hora is zero when nobody has.
type DotacionCambista struct {
	Importe   domain.Importe
	Temporada string
	Hora      time.Time
}

// FixDotacionCambista fixes the sum of the box of the cambista for a season; who directs does
// it (art. 32.3). It holds for the tables that open from then on.
func (c *Casa) FixDotacionCambista(ctx context.Context, autor Autor, hora Hora, establecimiento string, f DotacionCambista) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if err := checkDirige(tx.DB(), autor, establecimiento, hora, art("32.3")); err != nil {
			return err
		}
		switch {
		case f.Importe <= 0:
			return norma.Errorf(art("32.3"), "%w: la dotación de la caja es de %s", ErrDatos, f.Importe)
		case strings.TrimSpace(f.Temporada) == "":
			return norma.Breach(art("32.3"), ErrTemporada)
		}
		before, err := dotacionCambista(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if err := hora.check(tx, before.Hora, a.Parametros.Margen()); err != nil {
			return err
		}
		d := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Tipo: TipoDotacionCambista, Datos: []diario.Dato{
			datoEntero("importe", f.Importe), {Nombre: "temporada", Valor: strings.TrimSpace(f.Temporada)}}}
		hora.stamp(&d, autor)
		tx.Recurso(201, establecimiento)
		_, err = tx.Append(d)
		return err
	})
	return err
}

func dotacionCambista(db *gorm.DB, establecimiento string) (DotacionCambista, error) {
	hojas, err := readHojas(db.Where("posicion = (?)", db.Table("asientos").Select("max(posicion)").
		Where("establecimiento = ? AND libro = ? AND tipo = ?", establecimiento, LibroRegistro, TipoDotacionCambista)))
	if err != nil || len(hojas) == 0 {
		return DotacionCambista{}, err
	}
	d := lector{a: &hojas[0]}
	return DotacionCambista{d.importe("importe"), d.texto("temporada"), hojas[0].Hecho}, d.err
}

// DotacionCambista returns the sum in force of the box of the cambista, zero when nobody has
// fixed it. It returns ErrEstablecimiento.
func (c *Casa) DotacionCambista(ctx context.Context, establecimiento string) (DotacionCambista, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return DotacionCambista{}, err
	}
	return dotacionCambista(db, establecimiento)
}
