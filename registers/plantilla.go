package registers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoComite is the kind of the asiento that says who sits in the comité de dirección.
const TipoComite = "ComiteDireccion"

// miembrosComite is the least number of members of a comité (art. 12.3).
const miembrosComite = 4

// Errors about the comité de dirección.
var (
	// ErrComite: it is short of members, one is named twice or does not serve here, or none
	// is the director.
	ErrComite = errors.New("el comité de dirección lo forman al menos cuatro personas de la casa, y una es el director")
	// ErrDireccionIncompleta: the director has neither subdirector nor comité.
	ErrDireccionIncompleta = errors.New("la dirección está incompleta: falta un subdirector o un comité de dirección")
)

// Empleado is somebody of the staff at an instant.
type Empleado struct {
	Persona         Persona
	Cargo           domain.Cargo // held then
	Establecimiento string       // Todos when in every one
	Desde           time.Time    // since when she held it there
}

// Plantilla lists the staff of an establecimiento at an instant, with the post each held
// then (art. 17.1), by post and surname. Who serves the authority is not of the house. It
// returns ErrEstablecimiento.
func (c *Casa) Plantilla(ctx context.Context, establecimiento string, instante time.Time) ([]Empleado, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return nil, err
	}
	return plantillaAt(db, establecimiento, instante)
}

func plantillaAt(db *gorm.DB, establecimiento string, instante time.Time) ([]Empleado, error) {
	var cargos []filaCargo
	if err := db.Where("desde <= ?", micros(instante)).Order("persona, posicion").Find(&cargos).Error; err != nil {
		return nil, fmt.Errorf("read the cargos of the staff: %w", err)
	}
	var people []filaPersona
	if err := db.Find(&people).Error; err != nil {
		return nil, fmt.Errorf("read the staff: %w", err)
	}
	named := make(map[string]Persona, len(people))
	for _, f := range people {
		named[f.Persona] = f.persona()
	}
	var staff []Empleado
	for k, f := range cargos {
		last := k+1 == len(cargos) || cargos[k+1].Persona != f.Persona
		cargo := domain.Cargo(f.Cargo)
		if !last || cargo == "" || cargo == domain.FuncionarioInspector || f.Establecimiento != establecimiento && f.Establecimiento != Todos {
			continue
		}
		staff = append(staff, Empleado{named[f.Persona], cargo, f.Establecimiento, fromMicros(f.Desde)})
	}
	slices.SortFunc(staff, func(a, b Empleado) int {
		return cmp.Or(slices.Index(ordenPlantilla, a.Cargo)-slices.Index(ordenPlantilla, b.Cargo), cmp.Compare(a.Persona.Apellidos, b.Persona.Apellidos),
			cmp.Compare(a.Persona.Nombre, b.Persona.Nombre), cmp.Compare(a.Persona.ID, b.Persona.ID))
	})
	return staff, nil
}

// ordenPlantilla is the order of the posts on the list.
var ordenPlantilla = []domain.Cargo{domain.Director, domain.Subdirector, domain.ResponsablePBC, domain.JefeMesa, domain.InspectorMesa, domain.Crupier,
	domain.Cambista, domain.Cajero, domain.JefeAdmision, domain.Admision, domain.Sistema}

type filaComite struct {
	Posicion        int64
	Establecimiento string
	Acuerdo         string
	Miembros        string
	Anotada         int64
}

func (filaComite) TableName() string { return "comites" }

var tablasComite = []escritor.Tabla{{Nombre: "comites", Clave: []string{"posicion"}}}

var proyectoresComite = map[string]escritor.Proyector{
	TipoComite: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Insert(&filaComite{Posicion: a.Posicion, Establecimiento: a.Dato("establecimiento"), Acuerdo: a.Dato("acuerdo"), Miembros: a.Dato("miembros"),
			Anotada: micros(a.Anotacion)})
	},
}

// Comite is the comité de dirección of an establecimiento (art. 12.3).
type Comite struct {
	Acuerdo  domain.Fecha
	Anotado  time.Time
	Miembros []Persona
}

// ComiteFacts say who sits in the comité from an agreement on; nobody, that there is none.
type ComiteFacts struct {
	Miembros []string // personas
	Acuerdo  domain.Fecha
}

// SetComite records the comité de dirección of an establecimiento, and that the change is
// to be communicated (arts. 12.1, 12.3, 13.2). It returns ErrEstablecimiento, ErrDatos or a
// breach that wraps ErrComite.
func (c *Casa) SetComite(ctx context.Context, autor Autor, establecimiento string, f ComiteFacts) error {
	if _, err := domain.ParseFecha(string(f.Acuerdo)); err != nil {
		return fmt.Errorf("%w: fecha del acuerdo %q", ErrDatos, f.Acuerdo)
	}
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		if err := checkComite(tx, establecimiento, f.Miembros); err != nil {
			return err
		}
		_, err := tx.Append(borradorRegistro(tx, autor, TipoComite,
			diario.Dato{Nombre: "establecimiento", Valor: establecimiento},
			diario.Dato{Nombre: "acuerdo", Valor: string(f.Acuerdo)},
			diario.Dato{Nombre: "miembros", Valor: strings.Join(f.Miembros, " ")}))
		if err != nil {
			return err
		}
		return dueFrom(tx, autor, AsuntoDireccion, "", establecimiento, f.Acuerdo,
			fmt.Sprintf("Comité de dirección, por acuerdo del %s: %d miembros.", f.Acuerdo.Larga(), len(f.Miembros)))
	})
	return err
}

// checkComite returns nil for nobody, or for four or more of the house among whom is one
// who directs as director (art. 12.3).
func checkComite(tx *escritor.Tx, establecimiento string, miembros []string) error {
	if len(miembros) == 0 {
		return nil
	}
	seen, director := map[string]bool{}, false
	for _, id := range miembros {
		p, err := findPersona(tx.DB(), id)
		if errors.Is(err, ErrPersona) || err == nil && (seen[id] || !p.ServesIn(establecimiento) || p.Cargo == domain.FuncionarioInspector) {
			return norma.Breach(art("12.3"), ErrComite)
		}
		if err != nil {
			return err
		}
		seen[id] = true
		if p.Cargo == domain.Director && !director {
			if director, err = actsAsDirector(tx.DB(), id, establecimiento, tx.Ahora()); err != nil {
				return err
			}
		}
	}
	if len(seen) < miembrosComite || !director {
		return norma.Breach(art("12.3"), ErrComite)
	}
	return nil
}

// Comite returns the comité de dirección on record, nil when there is none.
func (c *Casa) Comite(ctx context.Context, establecimiento string) (*Comite, error) {
	f, ok, err := lastComite(c.Escritor.Lectura().WithContext(ctx), establecimiento)
	if err != nil || !ok || f.Miembros == "" {
		return nil, err
	}
	k := &Comite{Acuerdo: domain.Fecha(f.Acuerdo), Anotado: fromMicros(f.Anotada)}
	for _, id := range strings.Fields(f.Miembros) {
		p, err := c.Persona(ctx, id)
		if err != nil {
			return nil, err
		}
		k.Miembros = append(k.Miembros, p)
	}
	return k, nil
}

func lastComite(db *gorm.DB, establecimiento string) (filaComite, bool, error) {
	f, ok, err := findOne[filaComite](db.Where("establecimiento = ?", establecimiento).Order("posicion DESC"))
	if err != nil {
		err = fmt.Errorf("read the comité of %s: %w", establecimiento, err)
	}
	return f, ok, err
}

// comiteBetween are the personas who sat in the comité of an establecimiento at some time
// between two instants.
func comiteBetween(db *gorm.DB, establecimiento string, from, to time.Time) ([]string, error) {
	var filas []filaComite
	if err := db.Where("establecimiento = ? AND anotada < ?", establecimiento, micros(to)).Order("posicion").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the comités of %s: %w", establecimiento, err)
	}
	var out []string
	for k, f := range filas {
		if k+1 == len(filas) || filas[k+1].Anotada > micros(from) {
			out = append(out, strings.Fields(f.Miembros)...)
		}
	}
	return out, nil
}

// avisosDireccion warn of a direction without subdirector and without comité, for as long
// as it is so (art. 12.1, criterio MAQ-1).
func (t *Tablero) avisosDireccion(db *gorm.DB, now time.Time) ([]Aviso, error) {
	k, ok, err := lastComite(db, t.Establecimiento.ID)
	if err != nil || ok && k.Miembros != "" {
		return nil, err
	}
	staff, err := plantillaAt(db, t.Establecimiento.ID, now)
	if err != nil || slices.ContainsFunc(staff, func(e Empleado) bool { return e.Cargo == domain.Subdirector }) {
		return nil, err
	}
	return []Aviso{avisoDe(norma.Breach(art("12.1"), ErrDireccionIncompleta).Under("MAQ-1"))}, nil
}
