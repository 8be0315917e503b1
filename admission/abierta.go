package admission

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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

// abierta is what the door needs to know of the jornada that is open to the public, and of
// the staff. It holds while the books it was read from bear the same last numbers.
type abierta struct {
	Establecimiento string
	Fecha           domain.Fecha
	Tarifa          domain.Importe // unit price of the card, céntimos
	Parametros      acceso.Parametros
	plantilla       map[identidad.Documento]domain.Cargo // who serves, by kind and number alone
	vetos           vetos                                // bans of the house in force
	corte           bool                                 // entry is closed to newcomers (art. 21.4)
	apertura        time.Time                            // when the public was let in
	margen          time.Duration                        // within which a fact is put on record without saying why so late
	hasta           hasta
}

// hasta is how far the books go that abierta was read from.
type hasta struct{ jornadas, registro, entidad, prohibiciones, supresiones int64 }

// errMudada: between the reading and the commit the jornada, the price, a parameter or the
// staff changed.
var errMudada = errors.New("ha cambiado la jornada, la autorización o la plantilla")

// maxMudanzas is how many times a use case begins again because of errMudada.
const maxMudanzas = 5

// Tarifa is the unit price of the card in an establecimiento now (art. 23.2), céntimos.
// Errors: ErrCerrado, ErrNoExiste.
func (p *Puerta) Tarifa(ctx context.Context, establecimiento string) (domain.Importe, error) {
	a, err := p.readAbierta(ctx, establecimiento)
	if err != nil {
		return 0, err
	}
	return a.Tarifa, nil
}

// whileOpen calls do with the jornada open to the public. A reading kept from before is
// enough to begin with; when do fails on it, or finds inside its commit that it no longer
// holds (check), do is called again with what holds now.
func (p *Puerta) whileOpen(ctx context.Context, establecimiento string, do func(*abierta) error) error {
	kept, ok := p.abiertas.Load(establecimiento)
	if !ok {
		a, err := p.readAbierta(ctx, establecimiento)
		if err != nil {
			return err
		}
		kept = a
	}
	a := kept.(*abierta)
	var err error
	for range maxMudanzas {
		if err = do(a); err == nil {
			return nil
		}
		now, rerr := p.readAbierta(ctx, establecimiento)
		if rerr != nil {
			return rerr
		}
		if now.hasta == a.hasta && !errors.Is(err, errMudada) {
			return err
		}
		a = now
	}
	return fmt.Errorf("%w: %w", escritor.ErrNoDisponible, err)
}

// readAbierta reads the jornada open to the public and the price in force. The numbers of
// the books are read first: what is read after them is at least as new.
func (p *Puerta) readAbierta(ctx context.Context, establecimiento string) (*abierta, error) {
	p.abiertas.Delete(establecimiento)
	a, err := p.readJornada(ctx, establecimiento, func(j registers.Jornada) bool { return j.AdmitePublico() })
	if err != nil {
		return nil, err
	}
	p.abiertas.Store(establecimiento, a)
	return a, nil
}

// readJornada reads the last jornada when it is one that admite lets through.
func (p *Puerta) readJornada(ctx context.Context, establecimiento string, admite func(registers.Jornada) bool) (*abierta, error) {
	db := p.w.Lectura().WithContext(ctx)
	a := &abierta{Establecimiento: establecimiento}
	err := readNumeros(db, map[string]*int64{
		libroDe(establecimiento, registers.LibroJornadas): &a.hasta.jornadas,
		libroDe(establecimiento, registers.LibroRegistro): &a.hasta.registro,
		libroDe(diario.Entidad, registers.LibroRegistro):  &a.hasta.entidad,
		libroDe(diario.Entidad, LibroProhibiciones):       &a.hasta.prohibiciones,
		libroDe(diario.Entidad, LibroSupresiones):         &a.hasta.supresiones,
	})
	if err != nil {
		return nil, fmt.Errorf("read how far the books of %s go: %w", establecimiento, err)
	}
	auth, err := registers.CurrentAutorizacion(db, establecimiento)
	if errors.Is(err, registers.ErrAutorizacion) {
		return nil, errors.Join(ErrNoExiste, err)
	}
	if err != nil {
		return nil, err
	}
	j, ok, err := registers.LastJornada(db, establecimiento)
	if err != nil {
		return nil, err
	}
	if !ok || !admite(j) {
		return nil, norma.Breach(art("27.4"), ErrCerrado).Under("JOR-0")
	}
	if a.plantilla, err = p.casa.CargosByDocumento(ctx); err != nil {
		return nil, err
	}
	if a.vetos, err = loadVetos(db, establecimiento, domain.FechaDe(p.w.Ahora())); err != nil {
		return nil, err
	}
	if a.corte, err = corteDe(db, establecimiento, j.Fecha); err != nil {
		return nil, err
	}
	a.Fecha, a.Tarifa, a.Parametros = j.Fecha, auth.Tarifa, auth.Parametros.Acceso()
	a.apertura, a.margen = j.Apertura, auth.Parametros.Margen()
	return a, nil
}

// libroDe is the counter of a book.
func libroDe(establecimiento, libro string) string { return "libro." + establecimiento + "/" + libro }

// readNumeros reads the last number of each counter, 0 when none was given: what
// Tx.UltimoNumero says, numbers that a restore lost included.
func readNumeros(db *gorm.DB, into map[string]*int64) error {
	var rows []struct {
		Clave  string
		Ultimo int64
	}
	err := db.Raw("SELECT clave, ultimo FROM contadores WHERE clave IN ?", slices.Collect(maps.Keys(into))).Scan(&rows).Error
	for _, r := range rows {
		*into[r.Clave] = r.Ultimo
	}
	return err
}

// check returns errMudada when what was read no longer holds in this commit.
func (a *abierta) check(t *escritor.Tx) error {
	now := hasta{t.UltimoNumero(a.Establecimiento, registers.LibroJornadas), t.UltimoNumero(a.Establecimiento, registers.LibroRegistro),
		t.UltimoNumero(diario.Entidad, registers.LibroRegistro), t.UltimoNumero(diario.Entidad, LibroProhibiciones),
		t.UltimoNumero(diario.Entidad, LibroSupresiones)}
	if now != a.hasta {
		return errMudada
	}
	return nil
}

// relacion is what the holder of a document is to the house (criterio ADM-9).
func (a *abierta) relacion(d identidad.Documento) acceso.Relacion {
	return acceso.RelacionDe(a.plantilla[identidad.Documento{Tipo: d.Tipo, Numero: d.Numero}])
}
