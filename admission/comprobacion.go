package admission

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Visitante is what the desk typed or read of a person.
type Visitante struct {
	Tipo            string // kind of document: "dni", "nie"
	Numero          string
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
}

// Comprobacion is one check of one person at one door. It is good for one card.
type Comprobacion struct {
	ID              string
	Establecimiento string
	Jornada         domain.Fecha
	Decision        acceso.Decision
	Documento       identidad.Documento
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
	Ficha           int64 // personal file she has already, 0 none
	Conocida        bool  // another ficha bears her folded name and birth date
	Lista           *Lista
	Instante        time.Time
	Avisos          []string
}

// filaComprobacion is a look-up record: written through the writer, no asiento.
type filaComprobacion struct {
	ID              string
	Establecimiento string
	Jornada         string
	Veredicto       string
	Articulo        string
	Fundamento      string
	Tipo            string
	Pais            string
	Numero          string
	Nombre          string
	Apellidos       string
	FechaNacimiento string
	Ficha           int64
	Lista           string
	ListaFuente     string
	ListaInstante   int64
	Instante        int64
	Autor           string
}

func (filaComprobacion) TableName() string { return "comprobaciones" }

// intervaloMirada is how often a list imported by another replica is looked for.
const intervaloMirada = 2 * time.Second

// Check identifies a person, decides whether she may come in and records the check;
// a refusal is put on record here, once (arts. 20.1-20.3, 21.1, 23.1). Errors: those of
// identidad.Parse and of the birth date (*norma.Error), ErrCerrado, ErrNoExiste.
func (p *Puerta) Check(ctx context.Context, establecimiento string, v Visitante, autor Autor) (Comprobacion, error) {
	c, err := p.newComprobacion(ctx, establecimiento, v)
	if err != nil {
		return c, err
	}
	fila := c.fila(autor)
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		if err := p.checkAbierta(t, establecimiento, c.Jornada); err != nil {
			return err
		}
		t.Recurso(200, fila.ID)
		if c.Decision.Veredicto == acceso.NoPuedeEntrar {
			if err := appendDenegacion(t, &fila, autor); err != nil {
				return err
			}
		}
		row := fila
		return t.Insert(&row)
	})
	return c, err
}

// newComprobacion reads what is known of the person and asks the rule.
func (p *Puerta) newComprobacion(ctx context.Context, establecimiento string, v Visitante) (Comprobacion, error) {
	ahora := p.w.Ahora()
	doc, avisos, err := identidad.Parse(v.Tipo, v.Numero)
	if err != nil {
		return Comprobacion{}, err
	}
	c := Comprobacion{ID: rand.Text(), Establecimiento: establecimiento, Documento: doc,
		FechaNacimiento: v.FechaNacimiento, Instante: ahora}
	for _, a := range avisos {
		c.Avisos = append(c.Avisos, a.Texto())
	}
	if c.Nombre, c.Apellidos, err = identidad.ParseNombre(v.Nombre, v.Apellidos); err != nil {
		return c, norma.Breach(art("23.1"), err)
	}
	puerta, err := p.abierta(ctx, establecimiento)
	if err != nil {
		return c, err
	}
	c.Jornada = puerta.Fecha
	plegado := identidad.Fold(c.Nombre, c.Apellidos)
	known, err := p.known(ctx, doc, plegado, v.FechaNacimiento)
	if err != nil {
		return c, err
	}
	c.Ficha, c.Conocida = known.Ficha, known.Homonimo && known.Ficha == 0
	if err := p.lookAround(ctx); err != nil {
		return c, err
	}
	hechos := acceso.Hechos{Nacimiento: v.FechaNacimiento, Instante: ahora, Relacion: known.Relacion}
	var hits Coincidencias
	if c.Lista, hits, err = p.Search(ctx, known.Documentos, plegado, v.FechaNacimiento); err != nil {
		return c, err
	}
	hechos.Interdicciones, hechos.Candidatos = hits.Interdicciones, hits.Candidatos
	if c.Lista != nil {
		hechos.Lista = acceso.Lista{Fecha: c.Lista.Instante}
	}
	c.Decision, err = acceso.Decide(hechos, puerta.Parametros)
	return c, err
}

// conocida is what the house knows of a person before asking the list.
type conocida struct {
	Ficha      int64
	Homonimo   bool
	Relacion   acceso.Relacion
	Documentos []identidad.Documento // the one shown, and those of her ficha
}

// known looks for her ficha by document, for another person of her name and birth
// date, and for her among the staff.
func (p *Puerta) known(ctx context.Context, doc identidad.Documento, plegado string, nacido domain.Fecha) (conocida, error) {
	k := conocida{Documentos: []identidad.Documento{doc}}
	var docs int
	err := p.w.Lectura().WithContext(ctx).Raw(`SELECT COALESCE(MAX(ficha), 0), COUNT(*),
		COALESCE((SELECT MAX(ficha) FROM visitantes WHERE plegado = ? AND fecha_nacimiento = ?), 0) <> 0
		FROM documentos WHERE ficha = (SELECT ficha FROM documentos WHERE tipo = ? AND pais = ? AND numero = ?)`,
		plegado, string(nacido), string(doc.Tipo), doc.Pais, doc.Numero).Row().Scan(&k.Ficha, &docs, &k.Homonimo)
	if err != nil {
		return k, err
	}
	if docs > 1 {
		f, err := p.loadFicha(p.w.Lectura().WithContext(ctx), k.Ficha)
		if err != nil {
			return k, err
		}
		k.Documentos = append(k.Documentos, f.Documentos...)
	}
	cargo, err := p.casa.CargoByDocumento(ctx, string(doc.Tipo), doc.Numero)
	if err == nil {
		k.Relacion = acceso.RelacionDe(cargo)
	}
	return k, err
}

// lookAround loads a list that another replica imported.
func (p *Puerta) lookAround(ctx context.Context) error {
	now, last := p.w.Ahora().UnixMicro(), p.mirada.Load()
	if now-last < intervaloMirada.Microseconds() || !p.mirada.CompareAndSwap(last, now) {
		return nil
	}
	return p.Refresh(ctx)
}

func (c *Comprobacion) fila(autor Autor) filaComprobacion {
	f := filaComprobacion{
		ID: c.ID, Establecimiento: c.Establecimiento, Jornada: string(c.Jornada), Veredicto: string(c.Decision.Veredicto),
		Tipo: string(c.Documento.Tipo), Pais: c.Documento.Pais, Numero: c.Documento.Numero,
		Nombre: c.Nombre, Apellidos: c.Apellidos, FechaNacimiento: string(c.FechaNacimiento),
		Ficha: c.Ficha, Instante: c.Instante.UnixMicro(), Autor: autor.Persona,
	}
	if g := c.Decision.Fundamentos; len(g) > 0 {
		f.Articulo, f.Fundamento = g[0].Articulo.String(), string(g[0].Causa)
	}
	if c.Lista != nil {
		f.Lista, f.ListaFuente, f.ListaInstante = c.Lista.Huella, c.Lista.Fuente, c.Lista.Instante.UnixMicro()
	}
	return f
}

// loadComprobacion reads a check with the card that its person may hold already.
func (p *Puerta) loadComprobacion(db *gorm.DB, id string) (filaComprobacion, error) {
	var f filaComprobacion
	err := db.Where("id = ?", id).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, ErrNoExiste
	}
	return f, err
}

// Comprobacion returns a check already made. Errors: ErrNoExiste.
func (p *Puerta) Comprobacion(ctx context.Context, establecimiento, id string) (Comprobacion, error) {
	f, err := p.loadComprobacion(p.w.Lectura().WithContext(ctx), id)
	if err == nil && f.Establecimiento != establecimiento {
		err = ErrNoExiste
	}
	if err != nil {
		return Comprobacion{}, err
	}
	return f.comprobacion(), nil
}

func (f *filaComprobacion) comprobacion() Comprobacion {
	c := Comprobacion{
		ID: f.ID, Establecimiento: f.Establecimiento, Jornada: domain.Fecha(f.Jornada),
		Decision:  acceso.DecisionOf(acceso.Veredicto(f.Veredicto), acceso.Causa(f.Fundamento)),
		Documento: identidad.Documento{Tipo: identidad.TipoDocumento(f.Tipo), Pais: f.Pais, Numero: f.Numero},
		Nombre:    f.Nombre, Apellidos: f.Apellidos, FechaNacimiento: domain.Fecha(f.FechaNacimiento),
		Ficha: f.Ficha, Instante: instante(f.Instante),
	}
	if f.Lista != "" {
		c.Lista = &Lista{Huella: f.Lista, Fuente: f.ListaFuente, Instante: instante(f.ListaInstante)}
	}
	return c
}

// ErrSinCandidato: only a check whose verdict is «consultar» is decided by a person.
var ErrSinCandidato = errors.New("esa comprobación no espera la decisión de nadie")

// Resolve records the word of the jefe de admisión, or of the director, on a person
// whose name and birth date are those of a barred one (criterio ADM-3). Admitted, the
// check is good for a card from now on; otherwise it is a refusal, on record. Errors:
// ErrNoExiste, ErrSinCandidato.
func (p *Puerta) Resolve(ctx context.Context, establecimiento, id string, admite bool, motivo string, autor Autor) (Comprobacion, error) {
	motivo, err := identidad.NFC(motivo)
	if err != nil {
		return Comprobacion{}, err
	}
	var fila filaComprobacion
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		if fila, err = p.loadComprobacion(t.DB(), id); err != nil {
			return err
		}
		if fila.Establecimiento != establecimiento {
			return ErrNoExiste
		}
		if acceso.Veredicto(fila.Veredicto) != acceso.Consultar {
			return ErrSinCandidato
		}
		if err := p.checkAbierta(t, establecimiento, domain.Fecha(fila.Jornada)); err != nil {
			return err
		}
		veredicto := acceso.PuedeEntrar
		if !admite {
			veredicto = acceso.NoPuedeEntrar
		}
		if err := appendDecision(t, &fila, veredicto, motivo, autor); err != nil {
			return err
		}
		fila.Veredicto, fila.Instante = string(veredicto), t.Ahora().UnixMicro()
		return t.Exec("UPDATE comprobaciones SET veredicto = ?, instante = ? WHERE id = ?", fila.Veredicto, fila.Instante, id)
	})
	return fila.comprobacion(), err
}

// appendDecision puts on record what was decided of a candidate, and the refusal when
// it is one.
func appendDecision(t *escritor.Tx, c *filaComprobacion, v acceso.Veredicto, motivo string, autor Autor) error {
	_, err := t.Append(diario.Borrador{
		Establecimiento: c.Establecimiento, Libro: Libro, Tipo: "DecisionAdmision", Jornada: domain.Fecha(c.Jornada),
		Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(domain.FechaDe(t.Ahora())),
		Datos:    []diario.Dato{dato("comprobacion", c.ID), dato("veredicto", string(v)), dato("lista", c.Lista)},
		Personal: []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}},
	})
	if err != nil || v == acceso.PuedeEntrar {
		return err
	}
	return appendDenegacion(t, c, autor)
}
