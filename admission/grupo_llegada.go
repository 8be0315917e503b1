package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Llegada is a member of a group who has come to the door.
type Llegada struct {
	Miembro      MiembroGrupo
	Comprobacion Comprobacion
	Tarjeta      *Tarjeta // nil when she may not enter, or not yet
}

// Arrive checks a member of a group who shows her document and, when she may enter, issues
// her card at the price of the group: one verdict each (arts. 21.1, 23.3). With
// comprobacion "" the document shown is the one registered; otherwise the check must be
// hers. Errors: ErrNoExiste, ErrCerrado, ErrOtroDia, ErrCaducada, *YaTieneTarjeta; inside a
// *norma.Error, ErrSinCobro, ErrOtraPersona and ErrSinDocumento (23.3), and those of Issue.
func (p *Puerta) Arrive(ctx context.Context, establecimiento string, grupo, orden int64, comprobacion string, autor Autor) (Llegada, error) {
	db := p.w.Lectura().WithContext(ctx)
	g, err := findGrupo(db, establecimiento, grupo)
	if err != nil {
		return Llegada{}, err
	}
	m, err := findMiembro(db, establecimiento, grupo, orden)
	if err != nil {
		return Llegada{}, err
	}
	err = p.whileOpen(ctx, establecimiento, func(a *abierta) error { return g.expects(a, &m) })
	if err != nil {
		return Llegada{}, err
	}
	k, err := p.checkMiembro(ctx, establecimiento, &m, comprobacion, autor)
	if err != nil {
		return Llegada{}, err
	}
	done := Llegada{Miembro: m, Comprobacion: k}
	if k.Decision.Veredicto == acceso.PuedeEntrar {
		var card Tarjeta
		card, err = p.Issue(ctx, Emision{Establecimiento: establecimiento, Comprobacion: k.ID, Precio: g.precio(), Reduccion: acceso.Reduccion(g.Reduccion),
			Autor: autor, con: &anejo{datos: []diario.Dato{entero("grupo", grupo)}, then: func(t *escritor.Tx, a *diario.Asiento) error {
				return appendLlegada(t, &g, orden, k, a.NumeroSerie, autor)
			}}})
		done.Tarjeta = &card
	} else {
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
			t.Recurso(201, strconv.FormatInt(orden, 10))
			return appendLlegada(t, &g, orden, k, 0, autor)
		})
	}
	if err != nil {
		return Llegada{}, err
	}
	done.Miembro, err = findMiembro(db, establecimiento, grupo, orden)
	return done, err
}

// expects judges whether a member may come now.
func (f *filaGrupo) expects(a *abierta, m *MiembroGrupo) error {
	switch {
	case string(a.Fecha) != f.Fecha:
		return ErrOtroDia
	case f.Cobro < 0 && f.Precio > 0:
		return norma.Breach(art("23.3"), ErrSinCobro)
	case m.Tarjeta != 0:
		return &YaTieneTarjeta{Numero: m.Tarjeta}
	}
	return nil
}

// checkMiembro is the check of a member: the one given, when it is hers, or a new one with
// the document that was registered.
func (p *Puerta) checkMiembro(ctx context.Context, establecimiento string, m *MiembroGrupo, comprobacion string, autor Autor) (Comprobacion, error) {
	if comprobacion == "" {
		if m.Documento.IsZero() {
			return Comprobacion{}, norma.Breach(art("23.3"), ErrSinDocumento)
		}
		return p.Check(escritor.WithoutIdempotencia(ctx), establecimiento, Visitante{Tipo: string(m.Documento.Tipo), Numero: m.Documento.Numero, Nombre: m.Nombre,
			Apellidos: m.Apellidos, FechaNacimiento: m.FechaNacimiento}, autor)
	}
	k, err := p.Comprobacion(ctx, establecimiento, comprobacion)
	if err != nil {
		return k, err
	}
	same := k.Documento == m.Documento
	if m.Documento.IsZero() {
		same = identidad.Fold(k.Nombre, k.Apellidos) == identidad.Fold(m.Nombre, m.Apellidos) && k.FechaNacimiento == m.FechaNacimiento
	}
	if !same {
		return k, norma.Breach(art("23.3"), ErrOtraPersona)
	}
	return k, nil
}

func appendLlegada(t *escritor.Tx, g *filaGrupo, orden int64, k Comprobacion, tarjeta int64, autor Autor) error {
	b := diario.Borrador{Establecimiento: g.Establecimiento, Libro: Libro, Tipo: "LlegadaGrupo", Jornada: k.Jornada,
		Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
		Datos: []diario.Dato{dato("comprobacion", k.ID), entero("grupo", g.Numero), entero("orden", orden), dato("veredicto", string(k.Decision.Veredicto))}}
	if tarjeta > 0 {
		b.Datos = append(b.Datos, entero("tarjeta", tarjeta))
	}
	_, err := t.Append(b)
	return err
}

// Miembro returns somebody of a group. Errors: ErrNoExiste.
func (p *Puerta) Miembro(ctx context.Context, establecimiento string, grupo, orden int64) (MiembroGrupo, error) {
	return findMiembro(p.w.Lectura().WithContext(ctx), establecimiento, grupo, orden)
}

func findMiembro(db *gorm.DB, establecimiento string, grupo, orden int64) (MiembroGrupo, error) {
	var f filaMiembro
	err := db.Where("establecimiento = ? AND grupo = ? AND orden = ?", establecimiento, grupo, orden).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return MiembroGrupo{}, ErrNoExiste
	}
	if err != nil {
		return MiembroGrupo{}, fmt.Errorf("read member %d of group %d: %w", orden, grupo, err)
	}
	return f.miembro(db)
}
