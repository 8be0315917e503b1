package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain/deposito"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about play material.
var (
	// ErrMaterial: no piece of that class and name is on record.
	ErrMaterial = errors.New("no consta ese material")
	// ErrCilindroEnMesa: the wheel is at another table.
	ErrCilindroEnMesa = errors.New("ese cilindro está asignado a otra mesa")
)

// Kinds of asiento of the play material.
const (
	TipoMaterial           = "Material"
	TipoAsignacionCilindro = "AsignacionCilindro"
)

// Classes of material whose homologation is kept here; sabots are units of the depósito.
const (
	MaterialCilindro = "cilindro"         // art. 140.2
	MaterialAdmision = "sistema_admision" // art. 20.2
)

// Material is a wheel, or the admission system, with the reference of its homologation. Mesa
// is the table of a wheel, 0 none.
type Material struct {
	Clase, Identificador     string
	Fabricante, Distribuidor string
	Homologacion             string
	Mesa                     int
}

// Incompleto reports whether nobody answers for its defects yet: neither manufacturer nor
// distributor is on record.
func (m Material) Incompleto() bool { return m.Fabricante == "" && m.Distribuidor == "" }

type filaMaterial struct {
	Establecimiento string
	Clase           string
	Identificador   string
	Fabricante      string
	Distribuidor    string
	Homologacion    string
	Mesa            int64
	Posicion        int64
}

func (filaMaterial) TableName() string { return "material" }

func (f filaMaterial) material() Material {
	return Material{f.Clase, f.Identificador, f.Fabricante, f.Distribuidor, f.Homologacion, int(f.Mesa)}
}

var tablasMaterial = []escritor.Tabla{{Nombre: "material", Clave: []string{"establecimiento", "clase", "identificador"}}}

var proyectoresMaterial = map[string]escritor.Proyector{
	TipoMaterial: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaMaterial{Establecimiento: a.Establecimiento, Clase: d.texto("clase"), Identificador: d.texto("identificador"), Fabricante: d.texto("fabricante"),
			Distribuidor: d.texto("distribuidor"), Homologacion: d.texto("homologacion"), Posicion: a.Posicion}
		if a.Dato("primero") == "si" {
			return l.Insert(f)
		}
		return l.Exec(`UPDATE material SET fabricante = ?, distribuidor = ?, homologacion = ?, posicion = ? WHERE establecimiento = ? AND clase = ? AND identificador = ?`,
			f.Fabricante, f.Distribuidor, f.Homologacion, f.Posicion, f.Establecimiento, f.Clase, f.Identificador)
	},
	TipoAsignacionCilindro: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		mesa := d.entero("mesa")
		if d.err != nil {
			return d.err
		}
		if err := l.Exec(`UPDATE material SET mesa = 0 WHERE establecimiento = ? AND clase = ? AND mesa = ?`, a.Establecimiento, MaterialCilindro, mesa); err != nil {
			return err
		}
		return l.Exec(`UPDATE material SET mesa = ?, posicion = ? WHERE establecimiento = ? AND clase = ? AND identificador = ?`,
			mesa, a.Posicion, a.Establecimiento, MaterialCilindro, a.Dato("identificador"))
	},
}

func findMaterial(db *gorm.DB, establecimiento, clase, identificador string) (Material, error) {
	f, ok, err := findOne[filaMaterial](db.Where("establecimiento = ? AND clase = ? AND identificador = ?", establecimiento, clase, deposito.Clave(identificador)))
	if err == nil && !ok {
		err = ErrMaterial
	}
	return f.material(), err
}

// RecordMaterial records a wheel or the admission system with its homologation (arts. 20.2,
// 140.2); recorded again, with what was missing. It returns ErrDatos.
func (c *Casa) RecordMaterial(ctx context.Context, autor Autor, hora Hora, establecimiento string, m Material) (Material, error) {
	m.Identificador = deposito.Clave(m.Identificador)
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if m.Identificador == "" || m.Clase != MaterialCilindro && m.Clase != MaterialAdmision {
			return fmt.Errorf("%w: el material es un cilindro o el sistema de admisión, con su identificador", ErrDatos)
		}
		old, err := findMaterial(tx.DB(), establecimiento, m.Clase, m.Identificador)
		if err != nil && !errors.Is(err, ErrMaterial) {
			return err
		}
		m.Mesa = old.Mesa
		_, err = appendDeposito(tx, autor, hora, establecimiento, time.Time{}, diario.Borrador{Libro: LibroRegistro, Tipo: TipoMaterial, Datos: []diario.Dato{
			{Nombre: "clase", Valor: m.Clase}, {Nombre: "identificador", Valor: m.Identificador}, {Nombre: "fabricante", Valor: strings.TrimSpace(m.Fabricante)},
			{Nombre: "distribuidor", Valor: strings.TrimSpace(m.Distribuidor)}, {Nombre: "homologacion", Valor: strings.TrimSpace(m.Homologacion)},
			datoSi("primero", err != nil)}})
		tx.Recurso(201, m.Clase+" "+m.Identificador)
		return err
	})
	return m, err
}

// AssignCilindro assigns a wheel to a roulette: one homologated, at no other table (art. 140.2
// and the additional provision). It returns ErrMesa, ErrMaterial or those breaches.
func (c *Casa) AssignCilindro(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, identificador string) (Material, error) {
	var m Material
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if _, _, _, err := ruletaDe(tx.DB(), establecimiento, mesa); err != nil {
			return err
		}
		var err error
		if m, err = findMaterial(tx.DB(), establecimiento, MaterialCilindro, identificador); err != nil {
			return err
		}
		if err := deposito.CheckHomologacion(art("140.2"), m.Homologacion); err != nil {
			return err
		}
		if m.Mesa != 0 && m.Mesa != mesa {
			return norma.Errorf(art("140.2"), "%w: la %d", ErrCilindroEnMesa, m.Mesa)
		}
		m.Mesa = mesa
		_, err = appendDeposito(tx, autor, hora, establecimiento, time.Time{}, diario.Borrador{Libro: LibroRegistro, Tipo: TipoAsignacionCilindro, Datos: []diario.Dato{
			datoEntero("mesa", mesa), {Nombre: "identificador", Valor: m.Identificador}}})
		tx.Recurso(201, MaterialCilindro+" "+m.Identificador)
		return err
	})
	return m, err
}

// Material lists the wheels and the admission system of an establecimiento.
func (c *Casa) Material(ctx context.Context, establecimiento string) ([]Material, error) {
	var filas []filaMaterial
	if err := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("clase, identificador").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the material of %s: %w", establecimiento, err)
	}
	out := make([]Material, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.material())
	}
	return out, nil
}
