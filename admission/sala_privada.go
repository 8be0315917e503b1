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

// Series of the private rooms and of their invitations.
const (
	SerieSalas        = "salas-privadas"
	SerieInvitaciones = "invitaciones"
)

// Errors of private rooms.
var (
	// ErrDeclarada: the declaration of that room is on record.
	ErrDeclarada = errors.New("la declaración de esa sala ya consta presentada")
	// ErrInvitada: that person is invited to that room on that date.
	ErrInvitada = errors.New("esa persona ya está invitada a esa sala en esa fecha")
)

// Sala is a private room with its prior declaration (art. 26.2).
type Sala struct {
	Establecimiento string
	Numero          int64
	Nombre          string
	Prevista        domain.Fecha // from which it would work
	Presentada      domain.Fecha // of its declaración responsable, "" not yet
	Referencia      string       // with which it was presented
	Posicion        int64
}

// Invitacion is an invitation to a private room, by name (art. 26.2).
type Invitacion struct {
	Establecimiento string
	Numero          int64
	Sala            Sala
	Fecha           domain.Fecha
	Ficha           int64
	Nombre          string // "" once erased
	Instante        time.Time
	Posicion        int64
}

type filaSala struct {
	Establecimiento string
	Numero          int64
	Nombre          string
	Prevista        string
	Presentada      string
	Referencia      string
	Posicion        int64
	Declaracion     int64
}

func (filaSala) TableName() string { return "salas_privadas" }

func (f *filaSala) sala() Sala {
	return Sala{f.Establecimiento, f.Numero, f.Nombre, domain.Fecha(f.Prevista), domain.Fecha(f.Presentada), f.Referencia, f.Posicion}
}

type filaInvitacion struct {
	Establecimiento string
	Numero          int64
	Sala            int64
	Fecha           string
	Ficha           int64
	Instante        int64
	Autor           string
	Posicion        int64
}

func (filaInvitacion) TableName() string { return "invitaciones" }

var proyectoresSala = map[string]escritor.Proyector{
	"SalaPrivada":       projectSala,
	"DeclaracionSala":   projectDeclaracion,
	"Invitacion":        projectInvitacion,
	"AccesoSalaPrivada": func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}

func projectSala(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	return l.Insert(&filaSala{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Nombre: a.Dato("nombre"), Prevista: a.Dato("prevista"),
		Posicion: a.Posicion, Declaracion: -1})
}

func projectDeclaracion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "sala")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE salas_privadas SET presentada = ?, referencia = ?, declaracion = ? WHERE establecimiento = ? AND numero = ?",
		a.Dato("presentada"), a.Dato("referencia"), a.Posicion, a.Establecimiento, n)
}

func projectInvitacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	sala, err := numero(a, "sala")
	if err != nil {
		return err
	}
	ficha, err := numero(a, "ficha")
	if err != nil {
		return err
	}
	return l.Insert(&filaInvitacion{a.Establecimiento, a.NumeroSerie, sala, a.Dato("fecha"), ficha, a.Hecho.UnixMicro(), a.Autor, a.Posicion})
}

// permanente is an asiento of the door without personal values.
func permanente(establecimiento, serie, tipo string, autor Autor, datos ...diario.Dato) diario.Borrador {
	return diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Serie: serie, Tipo: tipo, Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClasePermanente, Datos: datos}
}

// RegisterSala puts a private room on record; it does not work until its declaration is
// presented (art. 26.2). Errors: ErrMotivo inside a *norma.Error.
func (p *Puerta) RegisterSala(ctx context.Context, establecimiento, nombre string, prevista domain.Fecha, autor Autor) (Sala, error) {
	nombre, err := identidad.NFC(nombre)
	if err == nil && nombre == "" {
		err = ErrMotivo
	}
	if err != nil {
		return Sala{}, norma.Breach(art("26.2"), err)
	}
	var n int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		leaf, err := t.Append(permanente(establecimiento, SerieSalas, "SalaPrivada", autor, dato("nombre", nombre), dato("prevista", string(prevista))))
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	if err != nil {
		return Sala{}, err
	}
	return p.Sala(ctx, establecimiento, n)
}

// DeclareSala puts on record that the declaración responsable of a private room was presented
// to the regulator, and when (art. 26.2). Errors: ErrNoExiste, ErrDeclarada; inside a
// *norma.Error, ErrMotivo without a reference and acceso.ErrHoraFutura.
func (p *Puerta) DeclareSala(ctx context.Context, establecimiento string, n int64, presentada domain.Fecha, referencia string, autor Autor) (Sala, error) {
	referencia, err := identidad.NFC(referencia)
	switch {
	case err != nil:
	case referencia == "":
		err = ErrMotivo
	case presentada > domain.FechaDe(p.w.Ahora()):
		err = acceso.ErrHoraFutura
	}
	if err != nil {
		return Sala{}, norma.Breach(art("26.2"), err)
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findSala(t.DB(), establecimiento, n)
		if err != nil {
			return err
		}
		if f.Declaracion >= 0 {
			return ErrDeclarada
		}
		t.Recurso(201, strconv.FormatInt(n, 10))
		_, err = t.Append(permanente(establecimiento, "", "DeclaracionSala", autor, dato("presentada", string(presentada)), dato("referencia", referencia), entero("sala", n)))
		return err
	})
	if err != nil {
		return Sala{}, err
	}
	return p.Sala(ctx, establecimiento, n)
}

func findSala(db *gorm.DB, establecimiento string, n int64) (filaSala, error) {
	return findNumero[filaSala](db, "private room", establecimiento, n)
}

// Sala returns a private room. Errors: ErrNoExiste.
func (p *Puerta) Sala(ctx context.Context, establecimiento string, n int64) (Sala, error) {
	f, err := findSala(p.w.Lectura().WithContext(ctx), establecimiento, n)
	return f.sala(), err
}

// Salas lists the private rooms of an establecimiento.
func (p *Puerta) Salas(ctx context.Context, establecimiento string) ([]Sala, error) {
	var filas []filaSala
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the private rooms of %s: %w", establecimiento, err)
	}
	out := make([]Sala, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.sala())
	}
	return out, nil
}

// Invite issues an invitation to a private room by the name of whoever was checked and may
// enter, for the jornada of the check (arts. 23.1, 26.2). Errors: ErrNoExiste, ErrCerrado,
// ErrCaducada, ErrInvitada; inside a *norma.Error, acceso.ErrSinDeclaracion, ErrNoEntra and
// acceso.ErrComprobacion.
func (p *Puerta) Invite(ctx context.Context, establecimiento string, sala int64, comprobacion string, autor Autor) (Invitacion, error) {
	var n int64
	err := p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		f, err := loadEmitible(p.w.Lectura().WithContext(ctx), comprobacion)
		if err != nil {
			return err
		}
		if err := f.checkInvitable(a, p.w.Ahora()); err != nil {
			return err
		}
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
			if err := a.check(t); err != nil {
				return err
			}
			n, err = invite(t, a, &f, sala, autor)
			return err
		})
		return err
	})
	if err != nil {
		return Invitacion{}, err
	}
	return p.Invitacion(ctx, establecimiento, n)
}

// checkInvitable judges a check as the ground of an invitation: whoever holds a card may be
// invited too.
func (f *emitible) checkInvitable(a *abierta, ahora time.Time) error {
	switch {
	case f.Establecimiento != a.Establecimiento:
		return ErrNoExiste
	case f.fechaDe() != a.Fecha:
		return ErrCaducada
	}
	if v := acceso.Veredicto(f.Veredicto); v != acceso.PuedeEntrar {
		return noEntra(v)
	}
	return acceso.CheckComprobacion(instante(f.Instante), ahora)
}

func invite(t *escritor.Tx, a *abierta, f *emitible, sala int64, autor Autor) (int64, error) {
	room, err := findSala(t.DB(), a.Establecimiento, sala)
	if err != nil {
		return 0, err
	}
	if err := acceso.CheckDeclaracion(domain.Fecha(room.Presentada), a.Fecha); err != nil {
		return 0, err
	}
	now, err := loadEmitible(t.DB(), f.ID)
	if err != nil {
		return 0, err
	}
	if now.Ficha == 0 {
		if now.Ficha, err = appendFicha(t, &f.filaComprobacion, f.valoresFicha(), autor); err != nil {
			return 0, err
		}
	} else if again, err := isInvited(t.DB(), a.Establecimiento, sala, a.Fecha, now.Ficha); err != nil || again {
		if err == nil {
			err = ErrInvitada
		}
		return 0, err
	}
	b := borrador(t, a.Establecimiento, Libro, "Invitacion", autor)
	b.Serie, b.Jornada = SerieInvitaciones, a.Fecha
	b.Datos = []diario.Dato{dato("comprobacion", f.ID), dato("fecha", string(a.Fecha)), entero("ficha", now.Ficha), entero("sala", sala)}
	b.Personal = []diario.ValorPersonal{{Nombre: "apellidos", Valor: f.Apellidos}, {Nombre: "nombre", Valor: f.Nombre}}
	leaf, err := t.Append(b)
	t.Recurso(201, strconv.FormatInt(leaf.NumeroSerie, 10))
	return leaf.NumeroSerie, err
}

func isInvited(db *gorm.DB, establecimiento string, sala int64, fecha domain.Fecha, ficha int64) (bool, error) {
	var n int64
	err := db.Model(&filaInvitacion{}).Where("establecimiento = ? AND sala = ? AND fecha = ? AND ficha = ?", establecimiento, sala, string(fecha), ficha).Count(&n).Error
	if err != nil {
		return false, fmt.Errorf("look for an invitation: %w", err)
	}
	return n > 0, nil
}

// Invitacion returns an invitation. Errors: ErrNoExiste.
func (p *Puerta) Invitacion(ctx context.Context, establecimiento string, n int64) (Invitacion, error) {
	list, err := p.invitacionesWhere(ctx, "establecimiento = ? AND numero = ?", establecimiento, n)
	if err == nil && len(list) == 0 {
		err = ErrNoExiste
	}
	if err != nil {
		return Invitacion{}, err
	}
	return list[0], nil
}

// Invitaciones lists the invitations of a jornada, by number.
func (p *Puerta) Invitaciones(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]Invitacion, error) {
	return p.invitacionesWhere(ctx, "establecimiento = ? AND fecha = ?", establecimiento, string(fecha))
}

func (p *Puerta) invitacionesWhere(ctx context.Context, where string, args ...any) ([]Invitacion, error) {
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaInvitacion
	if err := db.Where(where, args...).Order("numero").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the invitations: %w", err)
	}
	out := make([]Invitacion, 0, len(filas))
	for _, f := range filas {
		room, err := findSala(db, f.Establecimiento, f.Sala)
		if err != nil {
			return nil, err
		}
		_, v, err := registers.ReadHoja(db, f.Posicion)
		if err != nil {
			return nil, err
		}
		out = append(out, Invitacion{f.Establecimiento, f.Numero, room.sala(), domain.Fecha(f.Fecha), f.Ficha,
			strings.TrimSpace(v["nombre"] + " " + v["apellidos"]), instante(f.Instante), f.Posicion})
	}
	return out, nil
}

// EnterSala puts on record that the holder of a card goes into a private room: the card is in
// force and she was invited (art. 26.2). Errors: ErrNoExiste, ErrCerrado;
// acceso.ErrSinInvitacion inside a *norma.Error.
func (p *Puerta) EnterSala(ctx context.Context, establecimiento string, sala, tarjeta int64, autor Autor) error {
	return p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			if err := a.check(t); err != nil {
				return err
			}
			if _, err := findSala(t.DB(), establecimiento, sala); err != nil {
				return err
			}
			card, err := findTarjeta(t.DB(), establecimiento, tarjeta)
			good := err == nil && card.Anulada < 0 && domain.Fecha(card.Validez) >= a.Fecha
			if err != nil && !errors.Is(err, ErrNoExiste) {
				return err
			}
			invited, err := isInvited(t.DB(), establecimiento, sala, a.Fecha, card.Ficha)
			if err != nil {
				return err
			}
			if err := acceso.CheckPrivada(good, invited); err != nil {
				return err
			}
			b := permanente(establecimiento, "", "AccesoSalaPrivada", autor, entero("ficha", card.Ficha), entero("sala", sala), entero("tarjeta", tarjeta))
			b.Jornada = a.Fecha
			_, err = t.Append(b)
			return err
		})
		return err
	})
}
