package admission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SeriePublicaciones is the series of what is printed for the public at the door.
const SeriePublicaciones = "publicaciones"

// TipoPublicacion is a paper for the public at the door.
type TipoPublicacion string

// The papers for the public at the door.
const (
	Folleto           TipoPublicacion = "folleto"     // what art. 25.1 wants known
	CartelHorario     TipoPublicacion = "horario"     // hours of opening and close (art. 27.4)
	CartelCondiciones TipoPublicacion = "condiciones" // who may come in, and for how much (arts. 21, 23)
)

// TiposPublicacion lists the papers for the public.
func TiposPublicacion() []TipoPublicacion {
	return []TipoPublicacion{Folleto, CartelHorario, CartelCondiciones}
}

// ErrPublicacion: there is no such paper for the public.
var ErrPublicacion = errors.New("se publican el folleto, el cartel de horario y el de condiciones de entrada")

// HorarioPublico is when an establecimiento opens and closes on a kind of day.
type HorarioPublico struct {
	TipoDia string
	Abre    string // "16:00"
	Cierra  string
}

// JuegoPublico is a game offered, with its least and its greatest stake, céntimos.
type JuegoPublico struct {
	Juego  domain.Juego
	Minimo domain.Importe
	Maximo domain.Importe // of the authorised band of the minimum, 0 when there is none
	Mesas  int64
}

// Contenido is what a paper for the public says, as the house stands.
type Contenido struct {
	Horarios []HorarioPublico
	Juegos   []JuegoPublico
	Tarifa   domain.Importe
	Bisiesto string // reading of the age of those born on 29 February
}

// Publicacion is an edition of a paper for the public, with what it said.
type Publicacion struct {
	Establecimiento string
	Numero          int64
	Tipo            TipoPublicacion
	Huella          string // digest of what it says
	Instante        time.Time
	Autor           string
	Posicion        int64
	Contenido       Contenido
}

type filaPublicacion struct {
	Establecimiento string
	Numero          int64
	Tipo            string
	Huella          string
	Instante        int64
	Autor           string
	Posicion        int64
}

func (filaPublicacion) TableName() string { return "publicaciones" }

var proyectoresPublicacion = map[string]escritor.Proyector{"Publicacion": projectPublicacion}

func projectPublicacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Insert(&filaPublicacion{a.Establecimiento, a.NumeroSerie, a.Dato("publica"), a.Dato("huella"), a.Hecho.UnixMicro(), a.Autor, a.Posicion})
}

// readContenido reads what the house would publish now.
func readContenido(db *gorm.DB, establecimiento string) (Contenido, error) {
	a, err := registers.CurrentAutorizacion(db, establecimiento)
	if errors.Is(err, registers.ErrAutorizacion) {
		return Contenido{}, errors.Join(ErrNoExiste, err)
	}
	if err != nil {
		return Contenido{}, err
	}
	c := Contenido{Tarifa: a.Tarifa, Bisiesto: string(a.Parametros.Bisiesto)}
	hours, err := registers.HorariosOf(db, establecimiento)
	if err != nil {
		return c, err
	}
	for _, t := range []registers.TipoDia{registers.Laborable, registers.Festivo, registers.Vispera} {
		h, ok := hours[t]
		if !ok {
			if h, ok = hours[registers.Laborable]; !ok {
				h = a.Horario
			}
		}
		c.Horarios = append(c.Horarios, HorarioPublico{string(t), h.Abre.String(), h.Cierra.String()})
	}
	for _, j := range a.Juegos {
		c.Juegos = append(c.Juegos, JuegoPublico{j.Juego, j.Minimo, j.Maximo, int64(j.Mesas)})
	}
	slices.SortFunc(c.Juegos, func(a, b JuegoPublico) int { return strings.Compare(string(a.Juego), string(b.Juego)) })
	return c, nil
}

// datos are the facts of a paper of that kind.
func (c Contenido) datos(t TipoPublicacion) []diario.Dato {
	var ds []diario.Dato
	if t != CartelHorario {
		ds = append(ds, dato("bisiesto", c.Bisiesto), entero("tarifa", int64(c.Tarifa)))
	}
	if t != CartelCondiciones {
		for _, h := range c.Horarios {
			ds = append(ds, dato("horario."+h.TipoDia, h.Abre+" "+h.Cierra))
		}
	}
	if t == Folleto {
		for _, j := range c.Juegos {
			ds = append(ds, dato("juego."+string(j.Juego), fmt.Sprintf("%d %d %d", j.Minimo, j.Maximo, j.Mesas)))
		}
	}
	slices.SortFunc(ds, func(a, b diario.Dato) int { return strings.Compare(a.Nombre, b.Nombre) })
	return ds
}

// contenidoDe reads back what a paper said.
func contenidoDe(a *diario.Asiento) (Contenido, error) {
	var c Contenido
	tarifa, err := opcional(a, "tarifa")
	if err != nil {
		return c, err
	}
	c.Tarifa, c.Bisiesto = domain.Importe(tarifa), a.Dato("bisiesto")
	for _, t := range []string{"laborable", "festivo", "vispera"} {
		if abre, cierra, ok := strings.Cut(a.Dato("horario."+t), " "); ok {
			c.Horarios = append(c.Horarios, HorarioPublico{t, abre, cierra})
		}
	}
	for _, d := range a.Datos {
		juego, ok := strings.CutPrefix(d.Nombre, "juego.")
		if !ok {
			continue
		}
		j := JuegoPublico{Juego: domain.Juego(juego)}
		if _, err := fmt.Sscanf(d.Valor, "%d %d %d", &j.Minimo, &j.Maximo, &j.Mesas); err != nil {
			return c, fmt.Errorf("asiento %d: dato %s ilegible: %w", a.Posicion, d.Nombre, err)
		}
		c.Juegos = append(c.Juegos, j)
	}
	return c, nil
}

// huellaPublicacion is the digest of what a paper says: another edition is due when it
// changes.
func huellaPublicacion(t TipoPublicacion, datos []diario.Dato) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", t)
	for _, d := range datos {
		fmt.Fprintf(h, "%s=%q\n", d.Nombre, d.Valor)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Publish puts on record another edition of a paper for the public, with what the house
// offers now: its number is printed on it (arts. 25.1, 27.4). Errors: ErrNoExiste;
// ErrPublicacion inside a *norma.Error.
func (p *Puerta) Publish(ctx context.Context, establecimiento string, tipo TipoPublicacion, autor Autor) (Publicacion, error) {
	if !slices.Contains(TiposPublicacion(), tipo) {
		return Publicacion{}, norma.Breach(art("25.1"), ErrPublicacion)
	}
	var n int64
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		c, err := readContenido(t.DB(), establecimiento)
		if err != nil {
			return err
		}
		datos := c.datos(tipo)
		b := permanente(establecimiento, SeriePublicaciones, "Publicacion", autor, append(datos, dato("huella", huellaPublicacion(tipo, datos)), dato("publica", string(tipo)))...)
		leaf, err := t.Append(b)
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	if err != nil {
		return Publicacion{}, err
	}
	return p.Publicacion(ctx, establecimiento, n)
}

// Publicacion returns an edition with what it said. Errors: ErrNoExiste.
func (p *Puerta) Publicacion(ctx context.Context, establecimiento string, n int64) (Publicacion, error) {
	list, err := publicacionesWhere(p.w.Lectura().WithContext(ctx), "establecimiento = ? AND numero = ?", establecimiento, n)
	if err == nil && len(list) == 0 {
		err = ErrNoExiste
	}
	if err != nil {
		return Publicacion{}, err
	}
	return list[0], nil
}

// Publicado is a paper for the public as it stands: its last edition, and whether it still
// says what the house offers.
type Publicado struct {
	Tipo    TipoPublicacion
	Ultima  *Publicacion // nil when none was printed
	Vigente bool
	Ahora   Contenido
}

// Publicados lists the papers for the public as they stand. Errors: ErrNoExiste.
func (p *Puerta) Publicados(ctx context.Context, establecimiento string) ([]Publicado, error) {
	db := p.w.Lectura().WithContext(ctx)
	now, err := readContenido(db, establecimiento)
	if err != nil {
		return nil, err
	}
	var out []Publicado
	for _, t := range TiposPublicacion() {
		last, err := publicacionesWhere(db.Limit(1), "establecimiento = ? AND tipo = ?", establecimiento, string(t))
		if err != nil {
			return nil, err
		}
		k := Publicado{Tipo: t, Ahora: now}
		if len(last) > 0 {
			k.Ultima, k.Vigente = &last[0], last[0].Huella == huellaPublicacion(t, now.datos(t))
		}
		out = append(out, k)
	}
	return out, nil
}

// publicacionesWhere lists editions, the last one first.
func publicacionesWhere(db *gorm.DB, where string, args ...any) ([]Publicacion, error) {
	var filas []filaPublicacion
	if err := db.Where(where, args...).Order("numero DESC").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the publications: %w", err)
	}
	out := make([]Publicacion, 0, len(filas))
	for _, f := range filas {
		a, _, err := registers.ReadHoja(db.Session(&gorm.Session{NewDB: true}), f.Posicion)
		if err != nil {
			return nil, err
		}
		c, err := contenidoDe(&a)
		if err != nil {
			return nil, err
		}
		out = append(out, Publicacion{f.Establecimiento, f.Numero, TipoPublicacion(f.Tipo), f.Huella, instante(f.Instante), f.Autor, f.Posicion, c})
	}
	return out, nil
}
