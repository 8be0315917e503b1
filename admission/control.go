package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
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

// Series of the points of control and of the cards asked for in the room.
const (
	SeriePuntos    = "puntos-control"
	SerieControles = "controles-tarjeta"
)

// PuntoControl is a place inside where the code of a card is read: the technical system of
// art. 22.1.
type PuntoControl struct {
	Establecimiento string
	Numero          int64
	Nombre          string
	Sala            acceso.TipoSala
	Privada         int64 // number of the private room it guards, 0 none
}

// Lectura is all that a point of control is told of a card: whether it opens the room now,
// and the name of its holder.
type Lectura struct {
	Valida bool
	Nombre string // "" when it does not
	Aviso  string // what is shown at the door of that room to everybody
}

type filaPunto struct {
	Establecimiento string
	Numero          int64
	Nombre          string
	Sala            string
	SalaPrivada     int64
	Posicion        int64
}

func (filaPunto) TableName() string { return "puntos_control" }

type filaControl struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Instante        int64
	Solicita        string
	Tarjeta         int64
	Salida          int64
	Autor           string
	Posicion        int64
}

func (filaControl) TableName() string { return "controles_tarjeta" }

var proyectoresControl = map[string]escritor.Proyector{
	"PuntoControl":   projectPunto,
	"ControlTarjeta": projectControl,
}

func projectPunto(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	privada, err := numero(a, "sala_privada")
	if err != nil {
		return err
	}
	return l.Insert(&filaPunto{a.Establecimiento, a.NumeroSerie, a.Dato("nombre"), a.Dato("sala"), privada, a.Posicion})
}

func projectControl(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	f := &filaControl{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Jornada: string(a.Jornada), Instante: a.Hecho.UnixMicro(),
		Solicita: a.Dato("solicita"), Tarjeta: tarjeta, Autor: a.Autor, Posicion: a.Posicion}
	if tarjeta == 0 {
		f.Salida = f.Instante
	}
	return l.Insert(f)
}

// RegisterPunto puts a point of control on record (art. 22.1). A private room is one of those
// on record. Errors: ErrNoExiste; inside a *norma.Error, acceso.ErrSala and ErrMotivo.
func (p *Puerta) RegisterPunto(ctx context.Context, punto PuntoControl, autor Autor) (PuntoControl, error) {
	name, err := identidad.NFC(punto.Nombre)
	if err == nil && name == "" {
		err = ErrMotivo
	}
	if err != nil {
		return PuntoControl{}, norma.Breach(art("22.1"), err)
	}
	if err := acceso.CheckSala(punto.Sala); err != nil {
		return PuntoControl{}, err
	}
	if (punto.Sala == acceso.SalaPrivada) != (punto.Privada > 0) {
		return PuntoControl{}, norma.Breach(art("22.1"), acceso.ErrSala)
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		if punto.Privada > 0 {
			if _, err := findSala(t.DB(), punto.Establecimiento, punto.Privada); err != nil {
				return err
			}
		}
		leaf, err := t.Append(diario.Borrador{Establecimiento: punto.Establecimiento, Libro: Libro, Serie: SeriePuntos, Tipo: "PuntoControl",
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{dato("nombre", name), dato("sala", string(punto.Sala)), entero("sala_privada", punto.Privada)}})
		punto.Numero, punto.Nombre = leaf.NumeroSerie, name
		t.Recurso(201, strconv.FormatInt(punto.Numero, 10))
		return err
	})
	return punto, err
}

// Puntos lists the points of control of an establecimiento.
func (p *Puerta) Puntos(ctx context.Context, establecimiento string) ([]PuntoControl, error) {
	var filas []filaPunto
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the points of control of %s: %w", establecimiento, err)
	}
	out := make([]PuntoControl, 0, len(filas))
	for _, f := range filas {
		out = append(out, PuntoControl{f.Establecimiento, f.Numero, f.Nombre, acceso.TipoSala(f.Sala), f.SalaPrivada})
	}
	return out, nil
}

// ReadPunto tells a point of control whether the card of a code opens its room in the jornada
// going on, and the name of its holder; nothing else (art. 22.1). A card of another
// establecimiento opens none (criterio EST-1). A point that is not on record is a breach of
// art. 22.1.
func (p *Puerta) ReadPunto(ctx context.Context, establecimiento string, punto int64, codigo string) (Lectura, error) {
	db := p.w.Lectura().WithContext(ctx)
	var f filaPunto
	err := db.Where("establecimiento = ? AND numero = ?", establecimiento, punto).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Lectura{}, acceso.BreachSistema()
	}
	if err != nil {
		return Lectura{}, fmt.Errorf("read point of control %d: %w", punto, err)
	}
	l := Lectura{Aviso: acceso.AvisoSala(acceso.TipoSala(f.Sala))}
	j, ok, err := registers.LastJornada(db, establecimiento)
	if err != nil || !ok || !j.AdmitePublico() {
		return l, err
	}
	token, _, _ := strings.Cut(strings.TrimSpace(codigo), "\n")
	card, err := findToken(db, establecimiento, j.Fecha, strings.TrimSpace(token))
	if err != nil || card == nil {
		return l, err
	}
	if f.SalaPrivada > 0 {
		invited, err := isInvited(db, establecimiento, f.SalaPrivada, j.Fecha, card.Ficha)
		if err != nil || !invited {
			return l, err
		}
	}
	whole, err := card.tarjeta(db)
	if err != nil {
		return l, err
	}
	l.Valida, l.Nombre = true, strings.TrimSpace(whole.Nombre+" "+whole.Apellidos)
	return l, nil
}

// findToken is the card in force of a code, nil none: among those of the jornada, and then
// among those good for several days.
func findToken(db *gorm.DB, establecimiento string, jornada domain.Fecha, token string) (*filaTarjeta, error) {
	if token == "" {
		return nil, nil
	}
	for _, where := range []string{"establecimiento = ? AND jornada = ? AND token = ? AND anulada < 0" + sinBloqueo,
		"establecimiento = ? AND validez >= ? AND token = ? AND validez > jornada AND anulada < 0" + sinBloqueo} {
		var found []filaTarjeta
		if err := db.Where(where, establecimiento, string(jornada), token).Limit(1).Find(&found).Error; err != nil {
			return nil, fmt.Errorf("look for the code of a card: %w", err)
		}
		if len(found) > 0 {
			return &found[0], nil
		}
	}
	return nil, nil
}

// ControlFacts is a card asked for in the room (art. 22.4). Without it the person leaves, at
// the hour of the fact.
type ControlFacts struct {
	Solicita    acceso.Solicita
	Tarjeta     int64  // card shown, 0 none
	Descripcion string // of who showed none
	Hora        registers.Hora
}

// Control is a card asked for in the room, as it is on record.
type Control struct {
	Numero      int64
	Jornada     domain.Fecha
	Instante    time.Time
	Solicita    acceso.Solicita
	Tarjeta     int64
	Descripcion string    // "" once erased
	Salida      time.Time // when she left, zero when she showed a card
	Autor       string
	Posicion    int64
}

// RecordControl puts on record that a card was asked for in the room: the one shown, which is
// in force, or that the person left because she showed none (art. 22.4). Errors: ErrNoExiste,
// ErrNoEnVigor; inside a *norma.Error, acceso.ErrSolicita and those of acceso.CheckHora.
func (p *Puerta) RecordControl(ctx context.Context, establecimiento string, f ControlFacts, autor Autor) (Control, error) {
	if err := acceso.CheckSolicita(f.Solicita); err != nil {
		return Control{}, err
	}
	what, err := identidad.NFC(f.Descripcion)
	if err != nil {
		return Control{}, norma.Breach(art("22.4"), err)
	}
	var posicion int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		b, err := p.late(t, establecimiento, "ControlTarjeta", f.Hora, time.Time{}, autor)
		if err != nil {
			return err
		}
		if f.Tarjeta > 0 {
			card, err := findTarjeta(t.DB(), establecimiento, f.Tarjeta)
			if err != nil {
				return err
			}
			if card.Anulada >= 0 || domain.Fecha(card.Validez) < b.Jornada || b.Jornada == "" {
				return norma.Breach(art("22.4"), ErrNoEnVigor)
			}
			blocked, err := isBlocked(t.DB(), establecimiento, f.Tarjeta)
			if err != nil {
				return err
			}
			if blocked {
				return norma.Breach(art("22.4"), ErrNoEnVigor)
			}
		}
		b.Libro, b.Serie = Libro, SerieControles
		b.Datos = []diario.Dato{dato("solicita", string(f.Solicita)), entero("tarjeta", f.Tarjeta)}
		if what != "" {
			b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: "descripcion", Valor: what})
		}
		leaf, err := t.Append(b)
		posicion = leaf.Posicion
		t.Recurso(201, strconv.FormatInt(leaf.NumeroSerie, 10))
		return err
	})
	if err != nil {
		return Control{}, err
	}
	list, err := controlesWhere(p.w.Lectura().WithContext(ctx), "posicion = ?", posicion)
	if err != nil {
		return Control{}, err
	}
	return list[0], nil
}

// ErrNoEnVigor: the card shown does not open the rooms in this jornada.
var ErrNoEnVigor = errors.New("la tarjeta mostrada no está en vigor: es como no mostrar ninguna")

// Controles lists the cards asked for in the room in a jornada, by number.
func (p *Puerta) Controles(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Control, error) {
	return controlesWhere(p.w.Lectura().WithContext(ctx), "establecimiento = ? AND jornada = ?", establecimiento, string(jornada))
}

// Control returns a card asked for in the room. Errors: ErrNoExiste.
func (p *Puerta) Control(ctx context.Context, establecimiento string, n int64) (Control, error) {
	list, err := controlesWhere(p.w.Lectura().WithContext(ctx), "establecimiento = ? AND numero = ?", establecimiento, n)
	if err == nil && len(list) == 0 {
		err = ErrNoExiste
	}
	if err != nil {
		return Control{}, err
	}
	return list[0], nil
}

func controlesWhere(db *gorm.DB, where string, args ...any) ([]Control, error) {
	var filas []filaControl
	if err := db.Where(where, args...).Order("numero").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the cards asked for: %w", err)
	}
	out := make([]Control, 0, len(filas))
	for _, f := range filas {
		_, v, err := registers.ReadHoja(db, f.Posicion)
		if err != nil {
			return nil, err
		}
		c := Control{Numero: f.Numero, Jornada: domain.Fecha(f.Jornada), Instante: instante(f.Instante), Solicita: acceso.Solicita(f.Solicita),
			Tarjeta: f.Tarjeta, Descripcion: v["descripcion"], Autor: f.Autor, Posicion: f.Posicion}
		if f.Salida > 0 {
			c.Salida = instante(f.Salida)
		}
		out = append(out, c)
	}
	return out, nil
}
