package admission

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Emision asks for one card.
type Emision struct {
	Establecimiento string
	Comprobacion    string
	Precio          domain.Importe   // the unit price unless Reduccion says otherwise (arts. 23.2, 23.3), céntimos
	Reduccion       acceso.Reduccion // "" for an ordinary card
	Hasta           domain.Fecha     // last jornada of a card for several days (art. 23.3.c); "" the one of issue
	Autor           Autor

	con *anejo // what else goes with it; nil nothing
}

// emitible is a check with what stands in the way of its card.
type emitible struct {
	filaComprobacion
	usada   int64 // card issued on this very check, 0 none
	anulada int64 // position of the void of that card, −1 while it stands
	poseida int64 // card that the person holds in the jornada, 0 none
}

// Issue issues the numbered card of a check that let the person in (arts. 22.1, 22.3,
// 23.2). When another barred list came into force since the check, it is asked first.
// Errors: ErrNoExiste, ErrCaducada, ErrCerrado, *YaTieneTarjeta; inside a *norma.Error,
// ErrNoEntra (21), acceso.ErrComprobacion, and what is wrong with the price (23.2, 23.3).
func (p *Puerta) Issue(ctx context.Context, e Emision) (Tarjeta, error) {
	var done Tarjeta
	err := p.whileOpen(ctx, e.Establecimiento, func(a *abierta) error {
		f, err := loadEmitible(p.w.Lectura().WithContext(ctx), e.Comprobacion)
		if err != nil {
			return err
		}
		ahora := p.w.Ahora()
		if err := f.check(a, ahora); err != nil {
			return err
		}
		if err := p.checkSinVigente(ctx, &f); err != nil {
			return err
		}
		if p.outdated(a, &f.filaComprobacion) {
			if err := p.checkAgain(ctx, a, &f, e.Autor); err != nil {
				return err
			}
		}
		v, err := e.commit(&f, rand.Text())
		if err != nil {
			return err
		}
		_, err = p.w.Do(ctx, func(t *escritor.Tx) (err error) {
			if err := p.checkOficial(t, &f.filaComprobacion); err != nil {
				return err
			}
			done, err = e.issue(t, a, f, ahora, v)
			return err
		})
		if err == nil && f.Ficha == 0 {
			p.addFicha(done.Ficha, &f.filaComprobacion)
		}
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return done, nil
}

// valores are the personal values of a card, and of the ficha that it may open.
type valores struct {
	token          string
	tarjeta, ficha []diario.ValorPersonal
}

// commit commits to the values of a card before its turn comes; to those of a ficha when
// it seems to be needed.
func (e *Emision) commit(f *emitible, token string) (valores, error) {
	v := valores{token: token, ficha: f.valoresFicha(),
		tarjeta: f.personal(f.validez(diario.ValorPersonal{Nombre: "token", Valor: token})...)}
	err := commitAll(v.tarjeta)
	if err == nil && f.Ficha == 0 {
		err = commitAll(v.ficha)
	}
	return v, err
}

func commitAll(values []diario.ValorPersonal) (err error) {
	for k := range values {
		if values[k], err = values[k].Commit(rand.Reader); err != nil {
			return err
		}
	}
	return nil
}

const queryEmitible = `SELECT c.id, c.establecimiento, c.jornada, c.veredicto, c.fundamento, c.tipo, c.pais, c.numero,
	c.nombre, c.apellidos, c.fecha_nacimiento, c.lista, c.lista_fuente, c.lista_instante, c.instante,
	c.exhibido, c.caducidad, c.mismo_documento,
	COALESCE(d.ficha, 0), COALESCE(u.numero, 0), COALESCE(u.anulada, -1), COALESCE(v.numero, 0)
	FROM comprobaciones c
	LEFT JOIN documentos d ON d.tipo = c.tipo AND d.pais = c.pais AND d.numero = c.numero
	LEFT JOIN tarjetas u ON u.comprobacion = c.id
	LEFT JOIN tarjetas v ON v.establecimiento = c.establecimiento AND v.jornada = c.jornada AND v.ficha = d.ficha AND v.anulada < 0
	WHERE c.id = $1`

// loadEmitible reads a check, the ficha that its document has now and the cards in its way.
func loadEmitible(db *gorm.DB, id string) (emitible, error) {
	var f emitible
	err := queryRow(db, queryEmitible, []any{id}, &f.ID, &f.Establecimiento, &f.Jornada, &f.Veredicto, &f.Fundamento, &f.Tipo,
		&f.Pais, &f.Numero, &f.Nombre, &f.Apellidos, &f.FechaNacimiento, &f.Lista, &f.ListaFuente, &f.ListaInstante, &f.Instante,
		&f.Exhibido, &f.Caducidad, &f.MismoDocumento, &f.Ficha, &f.usada, &f.anulada, &f.poseida)
	if errors.Is(err, sql.ErrNoRows) {
		return f, norma.Breach(art("20.1"), ErrNoExiste)
	}
	if err != nil {
		return f, fmt.Errorf("read a comprobación: %w", err)
	}
	return f, nil
}

// check judges whether a card may be issued on this check now.
func (f *emitible) check(a *abierta, ahora time.Time) error {
	switch {
	case f.Establecimiento != a.Establecimiento:
		return ErrNoExiste
	case f.poseida != 0:
		return &YaTieneTarjeta{Numero: f.poseida}
	case f.usada != 0 && f.anulada < 0:
		return &YaTieneTarjeta{Numero: f.usada}
	case f.usada != 0 || f.fechaDe() != a.Fecha:
		return ErrCaducada
	}
	if v := acceso.Veredicto(f.Veredicto); v != acceso.PuedeEntrar {
		return noEntra(v)
	}
	return acceso.CheckComprobacion(instante(f.Instante), ahora)
}

// noEntra says why a verdict gives no card.
func noEntra(v acceso.Veredicto) error {
	switch v {
	case acceso.SinComprobar:
		return norma.Breach(art("20.2"), ErrNoEntra).Under("ADM-2")
	case acceso.Consultar:
		return norma.Breach(art("21.1"), ErrNoEntra).Under("ADM-3")
	}
	return norma.Breach(art("21.1"), ErrNoEntra)
}

// checkAgain asks the list that came into force since the check. A person who may no
// longer come in has her check changed, and her refusal is on record.
func (p *Puerta) checkAgain(ctx context.Context, a *abierta, f *emitible, autor Autor) error {
	admitted := f.resuelta()
	d, l, err := p.judgeAgain(ctx, a, &f.filaComprobacion, admitted)
	if err != nil {
		return err
	}
	f.rule(d, l)
	switch d.Veredicto {
	case acceso.PuedeEntrar:
		if admitted {
			f.Fundamento = string(acceso.CausaCandidato)
		}
		return nil
	case acceso.SinComprobar:
		return noEntra(d.Veredicto)
	}
	_, err = p.w.Do(context.WithoutCancel(ctx), func(t *escritor.Tx) error {
		return recordChange(t, &f.filaComprobacion, acceso.PuedeEntrar, autor)
	})
	if err != nil {
		return err
	}
	return noEntra(d.Veredicto)
}

// issue writes the card, and opens the ficha of whoever comes for the first time. ahora is
// the clock's, as that of the check is: that of t runs ahead of it after a step back.
func (e *Emision) issue(t *escritor.Tx, a *abierta, f emitible, ahora time.Time, v valores) (Tarjeta, error) {
	if t.Sola() { // run again: another desk may have been quicker
		now, err := loadEmitible(t.DB(), f.ID)
		if err != nil {
			return Tarjeta{}, err
		}
		if err := now.check(a, ahora); err != nil {
			return Tarjeta{}, err
		}
		f.Ficha = now.Ficha
	}
	if err := a.check(t); err != nil {
		return Tarjeta{}, err
	}
	if err := e.facts(t, &f).Check(a.Tarifa); err != nil {
		return Tarjeta{}, err
	}
	if f.Ficha == 0 {
		n, err := appendFicha(t, &f.filaComprobacion, v.ficha, e.Autor)
		if err != nil {
			return Tarjeta{}, err
		}
		f.Ficha = n
	}
	asiento, err := t.Append(e.borrador(t, &f, v.tarjeta))
	if err != nil {
		return Tarjeta{}, err
	}
	t.Recurso(201, strconv.FormatInt(asiento.NumeroSerie, 10))
	if err := e.con.follow(t, &asiento); err != nil {
		return Tarjeta{}, err
	}
	return tarjetaDe(&asiento, map[string]string{"nombre": f.Nombre, "apellidos": f.Apellidos, "documento": f.Numero, "token": v.token})
}

func (e *Emision) borrador(t *escritor.Tx, f *emitible, personal []diario.ValorPersonal) diario.Borrador {
	b := borrador(t, f.Establecimiento, Libro, "Tarjeta", e.Autor)
	b.Serie, b.Jornada = SerieTarjetas, f.fechaDe()
	b.Datos = []diario.Dato{
		dato("comprobacion", f.ID),
		dato("documento_tipo", f.Tipo),
	}
	b.Datos = append(b.Datos, f.exhibicion()...)
	b.Datos = append(b.Datos,
		entero("ficha", f.Ficha),
		dato("lista", f.Lista),
		dato("lista_fuente", f.ListaFuente),
		dato("lista_instante", diario.FormatInstante(instante(f.ListaInstante))),
		entero("precio", int64(e.Precio)),
	)
	if e.Reduccion != acceso.SinReduccion {
		b.Datos = append(b.Datos, dato("reduccion", string(e.Reduccion)))
	}
	b.Datos = append(b.Datos, dato("validez", string(e.hasta(f))))
	b.Datos = e.con.extend(b.Datos, f)
	b.Personal = personal
	return b
}
