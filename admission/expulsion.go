package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SerieExpulsiones numbers the expulsions of each establecimiento.
const SerieExpulsiones = "expulsiones"

// Errors of the measures of the house.
var (
	// ErrYaDenegada: the check refuses the person already.
	ErrYaDenegada = errors.New("esa comprobación ya no deja entrar a la persona")
	// ErrYaDentro: she has her card: what is left is to expel her.
	ErrYaDentro = errors.New("esa persona ya tiene su tarjeta: lo que procede es la expulsión")
	// ErrSinIdentificar: nobody can be barred without knowing who.
	ErrSinIdentificar = errors.New("sin su tarjeta no se sabe quién es: la expulsión se anota y no prohíbe la entrada")
)

// Expulsion is the expulsion of a person from the room (arts. 21.2, 21.3, 21.5).
type Expulsion struct {
	Establecimiento string
	Numero          int64
	Jornada         domain.Fecha
	Instante        time.Time
	Autor           string // who decided it
	Tarjeta         int64  // 0: she showed none
	Ficha           int64
	Nombre          string // "" unknown, or erased
	Apellidos       string
	Documento       string
	Causa           acceso.Causa
	Articulo        string
	Motivo          string
	Posicion        int64 // of its asiento
}

type filaExpulsion struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Instante        int64
	Autor           string
	Tarjeta         int64
	Ficha           int64
	Nombre          string
	Apellidos       string
	Documento       string
	Articulo        string
	Fundamento      string
	Motivo          string
	Posicion        int64
}

func (filaExpulsion) TableName() string { return "expulsiones" }

func (f *filaExpulsion) expulsion() Expulsion {
	return Expulsion{f.Establecimiento, f.Numero, domain.Fecha(f.Jornada), instante(f.Instante), f.Autor, f.Tarjeta, f.Ficha,
		f.Nombre, f.Apellidos, f.Documento, acceso.Causa(f.Fundamento), f.Articulo, f.Motivo, f.Posicion}
}

var proyectoresExpulsion = map[string]escritor.Proyector{"Expulsion": projectExpulsion}

func projectExpulsion(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	ficha, err := numero(a, "ficha")
	if err != nil {
		return err
	}
	return l.Insert(&filaExpulsion{a.Establecimiento, a.NumeroSerie, string(a.Jornada), a.Hecho.UnixMicro(), a.Autor, tarjeta, ficha,
		v["nombre"], v["apellidos"], v["documento"], v["articulo"], v["fundamento"], v["motivo"], a.Posicion})
}

// Deny refuses entry, by decision of whoever answers for the door, to a person whom nothing
// else keeps out (arts. 21.2, 21.3, 21.5), and bars her when the measure says so. It returns
// the check as it then is. Errors: ErrNoExiste, ErrCerrado, ErrCaducada, ErrYaDenegada,
// ErrYaDentro; those of acceso.CheckMedida and CheckProhibicion.
func (p *Puerta) Deny(ctx context.Context, establecimiento, id string, m Medida, autor Autor) (Comprobacion, error) {
	if err := m.clean(); err != nil {
		return Comprobacion{}, err
	}
	var fila filaComprobacion
	err := p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			if err := a.check(t); err != nil {
				return err
			}
			f, err := loadEmitible(t.DB(), id)
			if err != nil {
				return err
			}
			if err := f.checkDenegable(a); err != nil {
				return err
			}
			f.rule(acceso.DecisionOf(acceso.NoPuedeEntrar, m.Causa), p.lista.Load())
			fila = f.filaComprobacion
			if err := appendDenegacion(t, &fila, autor, m.Motivo); err != nil {
				return err
			}
			if m.Hasta != "" {
				if _, err := appendProhibicion(t, establecimiento, fila.afectado(), &m, autor); err != nil {
					return err
				}
			}
			t.Recurso(200, id)
			return fila.update(t)
		})
		return err
	})
	if err != nil {
		return Comprobacion{}, err
	}
	return fila.comprobacion(), nil
}

// checkDenegable judges whether the house may still refuse entry on this check.
func (f *emitible) checkDenegable(a *abierta) error {
	switch v := acceso.Veredicto(f.Veredicto); {
	case f.Establecimiento != a.Establecimiento:
		return ErrNoExiste
	case f.fechaDe() != a.Fecha:
		return ErrCaducada
	case v == acceso.NoPuedeEntrar:
		return ErrYaDenegada
	case f.usada != 0 && f.anulada < 0, f.poseida != 0:
		return ErrYaDentro
	}
	return nil
}

// Expulsar asks for an expulsion.
type Expulsar struct {
	Establecimiento string
	Tarjeta         int64     // the card she holds; 0 when she shows none (art. 22.4)
	Hecho           time.Time // when; zero now
	Medida
}

// Expel puts the expulsion of a person from the room on record: why, when and who decides it
// (arts. 21.2, 21.3, 21.5). She does not come back in that night, nor until the day of the
// measure when it says one; a person who changes her clothes may. Errors: ErrNoExiste,
// ErrCerrado, ErrSinIdentificar; registers.ErrHoraFutura and ErrHoraTemprana; those of
// acceso.CheckMedida and CheckProhibicion.
func (p *Puerta) Expel(ctx context.Context, e Expulsar, autor Autor) (Expulsion, error) {
	if err := e.clean(); err != nil {
		return Expulsion{}, err
	}
	var n int64
	_, err := p.w.Do(ctx, func(t *escritor.Tx) (err error) {
		n, err = e.expel(t, p.w.Ahora(), autor)
		return err
	})
	if err != nil {
		return Expulsion{}, err
	}
	return p.Expulsion(ctx, e.Establecimiento, n)
}

func (e *Expulsar) expel(t *escritor.Tx, ahora time.Time, autor Autor) (int64, error) {
	j, ok, err := registers.LastJornada(t.DB(), e.Establecimiento)
	if err != nil {
		return 0, err
	}
	if !ok || !j.AdmiteRecuentos() || j.Fase == domain.FasePreparacion {
		return 0, norma.Breach(art("27.4"), ErrCerrado).Under("JOR-0")
	}
	who := afectado{}
	if e.Tarjeta != 0 {
		if who, err = e.titular(t); err != nil {
			return 0, err
		}
	}
	b := borrador(t, e.Establecimiento, Libro, "Expulsion", autor)
	b.Serie, b.Jornada = SerieExpulsiones, j.Fecha
	switch hecho := diario.Instante(e.Hecho); {
	case e.Hecho.IsZero():
	case hecho.After(ahora):
		return 0, norma.Breach(art("21.2"), registers.ErrHoraFutura).Under("HOR-1")
	case hecho.Before(j.Preparacion):
		return 0, norma.Breach(art("21.2"), registers.ErrHoraTemprana).Under("HOR-1")
	default:
		b.Hecho = hecho
	}
	articulo := acceso.DecisionOf(acceso.NoPuedeEntrar, e.Causa).Articulo()
	b.Datos = []diario.Dato{entero("ficha", who.ficha), entero("tarjeta", e.Tarjeta)}
	b.Personal = []diario.ValorPersonal{{Nombre: "nombre", Valor: who.nombre}, {Nombre: "apellidos", Valor: who.apellidos},
		{Nombre: "documento", Valor: who.documento.Numero}, {Nombre: "articulo", Valor: articulo.String()},
		{Nombre: "fundamento", Valor: string(e.Causa)}, {Nombre: "motivo", Valor: e.Motivo}}
	a, err := t.Append(b)
	if err != nil {
		return 0, err
	}
	t.Recurso(201, strconv.FormatInt(a.NumeroSerie, 10))
	return a.NumeroSerie, e.bar(t, j.Fecha, who, autor)
}

// titular is the person of a card of this establecimiento.
func (e *Expulsar) titular(t *escritor.Tx) (afectado, error) {
	card, err := findTarjeta(t.DB(), e.Establecimiento, e.Tarjeta)
	if err != nil {
		return afectado{}, err
	}
	return afectadoDe(t.DB(), card.Ficha)
}

// bar bars whoever is expelled: through the night at least, unless it is for her clothes.
func (e *Expulsar) bar(t *escritor.Tx, jornada domain.Fecha, who afectado, autor Autor) error {
	m := e.Medida
	if e.Tarjeta == 0 {
		if m.Hasta != "" {
			return norma.Breach(art("22.4"), ErrSinIdentificar)
		}
		return nil
	}
	if m.Hasta == "" && m.Causa == acceso.CausaVestimenta {
		return nil
	}
	if m.Hasta == "" {
		m.Hasta = domain.FechaDe(jornada.Time().AddDate(0, 0, 1)) // the jornada goes on after midnight
	}
	_, err := appendProhibicion(t, e.Establecimiento, who, &m, autor)
	return err
}

// Expulsion returns an expulsion. Errors: ErrNoExiste.
func (p *Puerta) Expulsion(ctx context.Context, establecimiento string, n int64) (Expulsion, error) {
	var f filaExpulsion
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND numero = ?", establecimiento, n).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return Expulsion{}, ErrNoExiste
	}
	if err != nil {
		return Expulsion{}, fmt.Errorf("read the expulsion %d of %s: %w", n, establecimiento, err)
	}
	return f.expulsion(), nil
}
