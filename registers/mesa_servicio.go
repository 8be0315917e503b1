package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about tables that stop before their close.
var (
	// ErrDirige: that is for who directs to decide.
	ErrDirige = errors.New("eso lo acuerda el director de juegos o quien le sustituye")
	// ErrCausa: the cause of a suspension is not one of those foreseen.
	ErrCausa = errors.New("la causa de la suspensión es poca_animacion o sin_jugadores")
	// ErrSinMotivo: the reason is missing.
	ErrSinMotivo = errors.New("hay que decir el motivo")
	// ErrSinCircunstancias: nobody says what happened.
	ErrSinCircunstancias = errors.New("la clausura lleva sus circunstancias")
	// ErrMesaSuspendida and ErrMesaClausurada: the table is not in service.
	ErrMesaSuspendida = errors.New("la mesa está suspendida: antes se reanuda")
	ErrMesaClausurada = errors.New("la mesa está clausurada: solo cabe su recuento final")
	// ErrNoSuspendida: the table is in service already.
	ErrNoSuspendida = errors.New("la mesa no está suspendida")
	// ErrClausura: there is no such closing down, or it was communicated before.
	ErrClausura = errors.New("no consta esa clausura, o ya se comunicó")
)

// Servicio says whether an open table is in play.
type Servicio string

// The states of an open table.
const (
	EnServicio Servicio = "en_servicio"
	Suspendida Servicio = "suspendida" // arts. 29.1, 29.3
	Clausurada Servicio = "clausurada" // art. 29.2
)

// Causa is why a table is suspended.
type Causa string

// The causes of a suspension.
const (
	CausaPocaAnimacion Causa = "poca_animacion" // art. 29.3
	CausaSinJugadores  Causa = "sin_jugadores"  // art. 29.1
)

// Nombre is the cause in words.
func (c Causa) Nombre() string {
	if c == CausaSinJugadores {
		return "los jugadores se han retirado"
	}
	return "poca animación"
}

// Kinds of asiento of a table that stops.
const (
	TipoSuspensionMesa       = "SuspensionMesa"
	TipoReanudacionMesa      = "ReanudacionMesa"
	TipoClausuraMesa         = "ClausuraMesa"
	TipoComunicacionClausura = "ComunicacionClausura"
)

// diasClausura is the term of art. 29.2, in days (criterio PLA-1).
const diasClausura = 2

const (
	valorCircunstancias = "circunstancias"
	valorRegistro       = "registro"
)

// SuspensionFacts suspend a table.
type SuspensionFacts struct {
	Causa  Causa
	Motivo string
}

// checkDirige returns nil when the author directs the establecimiento at the instant of the
// fact (criterio FIR-3); the breach cites a.
func checkDirige(db *gorm.DB, autor Autor, establecimiento string, hora Hora, a norma.Articulo) error {
	ok, err := actsAsDirector(db, autor.Persona, establecimiento, diario.Instante(hora.Hecho))
	if err == nil && !ok {
		err = norma.Breach(a, ErrDirige).Under("FIR-3")
	}
	return err
}

// SuspendMesa suspends an open table for lack of players (arts. 29.1, 29.3): who directs
// decides it and says why. That no other table of the game stays in service is a warning
// (arts. 29.3, 29.4; criterio MAQ-1). The session goes on: it is resumed or counted.
func (c *Casa) SuspendMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f SuspensionFacts) ([]Aviso, error) {
	var avisos []Aviso
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		a := s.articuloSuspension(f.Causa)
		switch {
		case f.Causa != CausaPocaAnimacion && f.Causa != CausaSinJugadores:
			return norma.Breach(a, ErrCausa)
		case strings.TrimSpace(f.Motivo) == "":
			return norma.Breach(a, ErrSinMotivo)
		}
		if err := checkDirige(tx.DB(), autor, establecimiento, hora, a); err != nil {
			return err
		}
		if err := s.checkServicio(a); err != nil {
			return err
		}
		if avisos, err = s.avisosSuspension(tx.DB(), hora); err != nil {
			return err
		}
		return s.appendServicio(tx, autor, hora, TipoSuspensionMesa, withAvisos(avisos, diario.Dato{Nombre: "causa", Valor: string(f.Causa)}),
			diario.ValorPersonal{Nombre: valorMotivo, Valor: f.Motivo})
	})
	return avisos, err
}

// articuloSuspension is the provision that suspends a table for that cause: a póquer de círculo
// stops with less than four players (art. 118.1).
func (s *sala) articuloSuspension(c Causa) norma.Articulo {
	switch {
	case c == CausaSinJugadores && s.mesa.Juego == domain.PoquerCirculo:
		return art("118.1")
	case c == CausaSinJugadores:
		return art("29.1")
	}
	return art("29.3")
}

// ResumeMesa puts a suspended table back in service; who directs decides it (art. 29.3).
func (c *Casa) ResumeMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := checkDirige(tx.DB(), autor, establecimiento, hora, art("29.3")); err != nil {
			return err
		}
		if !s.abierta || s.sesion.Servicio != Suspendida {
			return norma.Breach(art("29.3"), ErrNoSuspendida)
		}
		if err := s.checkFinJuegos(hora); err != nil {
			return err
		}
		return s.appendServicio(tx, autor, hora, TipoReanudacionMesa, nil)
	})
	return err
}

// checkServicio returns nil while the table is open and in service; the breach cites a,
// or the article that stopped it.
func (s *sala) checkServicio(a norma.Articulo) error {
	switch {
	case !s.abierta:
		return norma.Breach(a, ErrMesaCerrada)
	case s.sesion.Servicio == Clausurada:
		return norma.Breach(art("29.2"), ErrMesaClausurada)
	case s.sesion.Servicio == Suspendida:
		return norma.Breach(art("29.3"), ErrMesaSuspendida)
	}
	return nil
}

// appendServicio writes in the book of the table what changes its service.
func (s *sala) appendServicio(tx *escritor.Tx, autor Autor, hora Hora, tipo string, datos []diario.Dato, personal ...diario.ValorPersonal) error {
	anticipos, err := anticiposOf(tx.DB(), s.sesion)
	if err != nil {
		return err
	}
	if err := hora.check(tx, s.desde(anticipos), s.autorizacion.Parametros.Margen()); err != nil {
		return err
	}
	_, err = s.appendHoja(tx, autor, hora, diario.Borrador{Tipo: tipo, Datos: datos, Personal: personal})
	return err
}

// appendHoja writes an asiento in the folio of the open session.
func (s *sala) appendHoja(tx *escritor.Tx, autor Autor, hora Hora, b diario.Borrador) (diario.Asiento, error) {
	b.Establecimiento, b.Libro, b.Folio, b.Jornada = s.mesa.Establecimiento, LibroMesa(s.mesa.Mesa), s.sesion.Folio, s.jornada.Fecha
	b.Datos = append(b.Datos, datoEntero("mesa", s.mesa.Numero))
	if err := checkFormulario(tx.DB(), b.Establecimiento, b.Tipo, hora.Formulario); err != nil {
		return diario.Asiento{}, err
	}
	hora.stamp(&b, autor)
	return tx.Append(b)
}

// avisosSuspension warn that no other table of the same game stays in service.
func (s *sala) avisosSuspension(db *gorm.DB, hora Hora) ([]Aviso, error) {
	var avisos []Aviso
	n, err := countInService(db, s.mesa.Establecimiento, s.mesa.Numero, s.sesion.Juego)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		avisos = append(avisos, avisoDe(norma.Breach(art("29.3"), ErrUnicaMesa).Under("MAQ-1")))
	}
	alone, err := s.onlyOneInService(db)
	if err == nil && alone && s.jornada.Fase == domain.FaseAbierta && diario.Instante(hora.Hecho).Before(s.jornada.CierrePrevisto) {
		avisos = append(avisos, avisoDe(norma.Breach(art("29.4"), ErrUnicaMesa).Under("MAQ-1")))
	}
	return avisos, err
}

// countInService counts the other tables of those games in service.
func countInService(db *gorm.DB, establecimiento string, besides int, juegos ...domain.Juego) (int64, error) {
	var n int64
	err := db.Model(&filaSesionMesa{}).Where("establecimiento = ? AND abierta = 1 AND servicio = ? AND mesa <> ? AND juego IN ?",
		establecimiento, string(EnServicio), besides, juegos).Count(&n).Error
	if err != nil {
		return 0, fmt.Errorf("count the tables in service of %s: %w", establecimiento, err)
	}
	return n, nil
}

// ClausuraFacts close a table down.
type ClausuraFacts struct{ Circunstancias string }

// ProposeClausura proposes to close an open table down on founded suspicion of incorrect or
// fraudulent play (art. 29.2), which who directs asks for, with its circumstances, and
// signs. Signed, the table admits its final count and nothing else, and does not open again
// in the jornada; the communication to the authority falls due in two days (criterio PLA-1).
func (c *Casa) ProposeClausura(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f ClausuraFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := checkDirige(tx.DB(), autor, establecimiento, hora, art("29.2")); err != nil {
			return err
		}
		if strings.TrimSpace(f.Circunstancias) == "" {
			return norma.Breach(art("29.2"), ErrSinCircunstancias)
		}
		if !s.abierta || s.sesion.Servicio == Clausurada {
			return norma.Breach(art("29.2"), ErrMesaCerrada)
		}
		anticipos, err := anticiposOf(tx.DB(), s.sesion)
		if err != nil {
			return err
		}
		if err := hora.check(tx, s.desde(anticipos), s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoClausura, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		v := plazos.Madrid.AddDays(domain.FechaDe(diario.Instante(hora.Hecho)), diasClausura)
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{
			Folio:  s.sesion.Folio,
			Tipo:   TipoClausuraMesa,
			Plazas: plazas,
			Datos: []diario.Dato{
				datoEntero("mesa", s.mesa.Numero),
				{Nombre: "juego", Valor: string(s.sesion.Juego)},
				{Nombre: "vence_natural", Valor: string(v.Natural)},
				{Nombre: "vence_habil", Valor: string(v.Habil)},
			},
			Personal: []diario.ValorPersonal{{Nombre: valorCircunstancias, Valor: f.Circunstancias}},
		}, nil)
		return err
	})
	return p, err
}

// Clausura is a table closed down, with when its communication falls due (art. 29.2).
type Clausura struct {
	Establecimiento string
	Mesa            int
	Folio           int64
	Jornada         domain.Fecha
	Juego           domain.Juego
	Acto            string
	Hora            time.Time
	Vence           plazos.Vencimiento
	Comunicada      time.Time // zero while nobody noted its filing
	Posicion        int64
}

// Clausuras lists the tables closed down of an establecimiento, the latest first.
func (c *Casa) Clausuras(ctx context.Context, establecimiento string) ([]Clausura, error) {
	return clausurasOf(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento))
}

func clausurasOf(q *gorm.DB) ([]Clausura, error) {
	var filas []filaClausura
	if err := q.Order("posicion DESC").Limit(200).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the clausuras: %w", err)
	}
	out := make([]Clausura, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.clausura())
	}
	return out, nil
}

// CommunicateClausura notes that a closing down was communicated to the authority, with
// its entry number there (art. 29.2). It returns ErrClausura.
func (c *Casa) CommunicateClausura(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, folio int64, registro string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if strings.TrimSpace(registro) == "" {
			return fmt.Errorf("%w: falta el número de registro de la presentación", ErrDatos)
		}
		f, ok, err := findOne[filaClausura](tx.DB().Where("establecimiento = ? AND mesa = ? AND folio = ? AND comunicada = 0", establecimiento, mesa, folio))
		if err != nil || !ok {
			return errors.Join(ErrClausura, err)
		}
		if now := tx.Ahora(); diario.Instante(hora.Hecho).After(now) || hora.Hecho.Before(fromMicros(f.Hora)) {
			return breachHora(ErrHoraTemprana)
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Tipo: TipoComunicacionClausura,
			Datos:    []diario.Dato{datoEntero("mesa", mesa), datoEntero("folio", folio), {Nombre: "acto", Valor: f.Acto}},
			Personal: []diario.ValorPersonal{{Nombre: valorRegistro, Valor: registro}}}
		hora.stamp(&b, autor)
		_, err = tx.Append(b)
		return err
	})
	return err
}
