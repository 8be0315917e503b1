package registers

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about visits of the authority.
var (
	// ErrInspeccion: there is no such visit, or it has ended.
	ErrInspeccion = errors.New("no hay ninguna visita de inspección abierta con ese número")
	// ErrNumeroProfesional: the professional number is not one.
	ErrNumeroProfesional = errors.New("el número profesional tiene de 1 a 20 letras, cifras o guiones")
	// ErrDuracion: a visit lasts from half an hour to a day.
	ErrDuracion = errors.New("una visita dura entre media hora y veinticuatro horas")
)

// Names of what concerns visits.
const (
	LibroInspecciones  = "inspecciones"
	SerieInspecciones  = "inspecciones"
	TipoInspeccion     = "Inspeccion"
	TipoFinInspeccion  = "FinInspeccion"
	prefijoInspector   = "inspector."
	minVisita          = 30 * time.Minute
	maxVisita          = 24 * time.Hour
	codigoInspeccion   = 12 // characters of the access code
	maxNumeroInspector = 20
)

type filaInspeccion struct {
	Inspeccion      int64
	Persona         string
	Establecimiento string
	Desde           int64
	Caduca          int64
	Fin             int64
	Posicion        int64
}

func (filaInspeccion) TableName() string { return "inspecciones" }

var tablasInspeccion = []escritor.Tabla{{Nombre: "inspecciones", Clave: []string{"inspeccion"}}}

var proyectoresInspeccion = map[string]escritor.Proyector{
	TipoInspeccion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaInspeccion{Inspeccion: a.NumeroSerie, Persona: d.texto("persona"), Establecimiento: d.texto("establecimiento"),
			Desde: micros(a.Anotacion), Caduca: micros(d.instante("caduca")), Posicion: a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoFinInspeccion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n := d.entero("inspeccion")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE inspecciones SET fin = ? WHERE inspeccion = ? AND fin = 0`, micros(a.Anotacion), n)
	},
}

// Inspeccion is a visit of the authority: who comes in, and until when. Instants in UTC.
type Inspeccion struct {
	Numero  int64
	Persona Persona // of cargo funcionario_inspector
	Desde   time.Time
	Caduca  time.Time
	Fin     time.Time // ended before; zero: not
	Codigo  string    // told once, when it opens; kept nowhere
}

// Abierta reports whether the visit lets its inspector in at that instant.
func (i Inspeccion) Abierta(t time.Time) bool { return i.Fin.IsZero() && t.Before(i.Caduca) }

// OpenInspeccion opens the modo inspección for a funcionario with that professional
// number, who reads everything and alters nothing until it expires (art. 14.1.c). The
// access code is returned once. The visit stays on record; what is looked up in it does
// not. It returns ErrNumeroProfesional, ErrDuracion or ErrEstablecimiento.
func (c *Casa) OpenInspeccion(ctx context.Context, autor Autor, establecimiento, numero string, duracion time.Duration) (Inspeccion, error) {
	numero, err := checkNumero(numero)
	if err != nil {
		return Inspeccion{}, err
	}
	if duracion < minVisita || duracion > maxVisita {
		return Inspeccion{}, ErrDuracion
	}
	codigo := rand.Text()[:codigoInspeccion]
	digest, err := c.hashClave(ctx, codigo)
	if err != nil {
		return Inspeccion{}, err
	}
	var i Inspeccion
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
		i, err = openInspeccion(tx, autor, establecimiento, numero, digest, duracion)
		return err
	})
	i.Codigo = codigo
	return i, err
}

// checkNumero normalises a professional number.
func checkNumero(s string) (string, error) {
	s = strings.ToUpper(strings.TrimSpace(s))
	bad := func(r rune) bool { return !(r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-') }
	if s == "" || len(s) > maxNumeroInspector || strings.ContainsFunc(s, bad) {
		return "", ErrNumeroProfesional
	}
	return s, nil
}

func openInspeccion(tx *escritor.Tx, autor Autor, establecimiento, numero, digest string, duracion time.Duration) (Inspeccion, error) {
	if establecimiento != Todos {
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return Inspeccion{}, err
		}
	}
	p, err := inspectorOf(tx, autor, numero, digest)
	if err != nil {
		return Inspeccion{}, err
	}
	caduca := diario.Instante(tx.Ahora().Add(duracion))
	b := borradorRegistro(tx, autor, TipoInspeccion, diario.Dato{Nombre: "persona", Valor: p.ID},
		diario.Dato{Nombre: "establecimiento", Valor: establecimiento}, datoInstante("caduca", caduca))
	b.Libro, b.Serie = LibroInspecciones, SerieInspecciones
	a, err := tx.Append(b)
	if err != nil {
		return Inspeccion{}, err
	}
	tx.Recurso(201, fmt.Sprint(a.NumeroSerie))
	return Inspeccion{Numero: a.NumeroSerie, Persona: p, Desde: a.Anotacion, Caduca: caduca}, nil
}

// inspectorOf returns the funcionario of a professional number, on record since an earlier
// visit or from now on, with another access code.
func inspectorOf(tx *escritor.Tx, autor Autor, numero, digest string) (Persona, error) {
	usuario := prefijoInspector + strings.ToLower(numero)
	f, ok, err := findOne[filaPersona](tx.DB().Where("usuario = ? AND baja = 0", usuario))
	if err != nil {
		return Persona{}, fmt.Errorf("look for the inspector: %w", err)
	}
	if !ok {
		facts := AltaFacts{Usuario: usuario, Cargo: domain.FuncionarioInspector, Establecimiento: Todos,
			Nombre: "Funcionario inspector", Apellidos: "n.º " + numero, digest: digest}
		return alta(tx, autor, facts)
	}
	if err := tx.Exec(`DELETE FROM usuarios WHERE persona = ?`, f.Persona); err != nil {
		return Persona{}, err
	}
	return f.persona(), tx.Insert(&filaUsuario{Persona: f.Persona, Clave: digest})
}

// EndInspeccion ends a visit before it expires. It returns ErrInspeccion.
func (c *Casa) EndInspeccion(ctx context.Context, autor Autor, numero int64) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		f, ok, err := findOne[filaInspeccion](tx.DB().Where("inspeccion = ? AND fin = 0 AND caduca > ?", numero, micros(tx.Ahora())))
		if err != nil || !ok {
			return errors.Join(ErrInspeccion, err)
		}
		b := borradorRegistro(tx, autor, TipoFinInspeccion, datoEntero("inspeccion", f.Inspeccion))
		b.Libro = LibroInspecciones
		if _, err := tx.Append(b); err != nil {
			return err
		}
		return tx.Exec(`DELETE FROM usuarios WHERE persona = ?`, f.Persona)
	})
	return err
}

// Inspecciones lists the visits, the latest first, at most max.
func (c *Casa) Inspecciones(ctx context.Context, max int) ([]Inspeccion, error) {
	var rows []filaInspeccion
	if err := c.Escritor.Lectura().WithContext(ctx).Order("inspeccion DESC").Limit(max).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the visits: %w", err)
	}
	out := make([]Inspeccion, 0, len(rows))
	for _, f := range rows {
		p, err := c.Persona(ctx, f.Persona)
		if err != nil {
			return nil, err
		}
		out = append(out, Inspeccion{Numero: f.Inspeccion, Persona: p, Desde: fromMicros(f.Desde), Caduca: fromMicros(f.Caduca), Fin: fromMicros(f.Fin)})
	}
	return out, nil
}

// VisitaVigente says until when a person who comes in by visits may do so: false when she
// has had visits and none is open. Anybody else may at any time, and the hour is zero.
func (c *Casa) VisitaVigente(ctx context.Context, persona string) (time.Time, bool, error) {
	return visitOf(c.Escritor.Lectura().WithContext(ctx), persona, c.Escritor.Ahora())
}

func visitOf(db *gorm.DB, persona string, now time.Time) (time.Time, bool, error) {
	f, ok, err := findOne[filaInspeccion](db.Where("persona = ?", persona).Order("inspeccion DESC"))
	if err != nil {
		return time.Time{}, false, fmt.Errorf("read the visits of %s: %w", persona, err)
	}
	if !ok {
		return time.Time{}, true, nil
	}
	until := fromMicros(f.Caduca)
	return until, f.Fin == 0 && now.Before(until), nil
}
