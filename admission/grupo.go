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
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Series of the groups and of the receipts of their payments.
const (
	SerieGrupos  = "grupos"
	SerieRecibos = "recibos"
)

// Errors of groups.
var (
	// ErrCobrado: the group was paid already, in one payment.
	ErrCobrado = errors.New("el grupo ya está cobrado")
	// ErrSinCobro: the cards of a group are issued once it is paid.
	ErrSinCobro = errors.New("el grupo no está cobrado todavía")
	// ErrOtroDia: the group is expected in another jornada.
	ErrOtroDia = errors.New("el grupo está previsto para otra jornada")
	// ErrOtraPersona: the check is of somebody else than the member named.
	ErrOtraPersona = errors.New("la comprobación no es de esa persona del grupo")
	// ErrSinDocumento: nothing of the member was registered that could be checked.
	ErrSinDocumento = errors.New("esa persona se registró sin documento: hay que comprobar el que muestre")
)

// GrupoFacts registers a group (art. 23.3).
type GrupoFacts struct {
	Denominacion string       // of the congress, the journey or the company
	Fecha        domain.Fecha // jornada in which it is expected
	Reduccion    acceso.Reduccion
	Precio       domain.Importe // of each card, céntimos
	Miembros     []Miembro
}

// Grupo is a group with its one payment and its live count.
type Grupo struct {
	Establecimiento string
	Numero          int64
	Denominacion    string // "" once erased
	Fecha           domain.Fecha
	Reduccion       acceso.Reduccion
	Precio          domain.Importe
	Instante        time.Time
	Autor           string
	Posicion        int64
	Recibo          int64 // number of its receipt, 0 while it is not paid
	Cobrado         time.Time
	Cobrador        string
	Medio           acceso.Medio
	Importe         domain.Importe // of the payment, or what is to be paid
	PosicionCobro   int64          // -1 while it is not paid
	Recuento        RecuentoGrupo
}

// RecuentoGrupo is how many of a group have come, and with what verdict.
type RecuentoGrupo struct {
	Previstos  int64
	Tarjetas   int64 // in, with their card
	NoEntran   int64
	Pendientes int64 // came, and a supervisor or a list is waited for
	SinLlegar  int64
}

// MiembroGrupo is a member with what came of her.
type MiembroGrupo struct {
	Miembro
	Orden        int64
	Veredicto    acceso.Veredicto // of her last arrival, "" before any
	Comprobacion string
	Tarjeta      int64 // 0 none
	Llegada      time.Time
}

type filaGrupo struct {
	Establecimiento string
	Numero          int64
	Fecha           string
	Reduccion       string
	Precio          int64
	Previstos       int64
	Instante        int64
	Autor           string
	Posicion        int64
	Recibo          int64
	Cobrado         int64
	Cobrador        string
	Medio           string
	Importe         int64
	Cobro           int64
}

func (filaGrupo) TableName() string { return "grupos" }

type filaMiembro struct {
	Establecimiento string
	Grupo           int64
	Orden           int64
	Posicion        int64
	Veredicto       string
	Comprobacion    string
	Tarjeta         int64
	Llegada         int64
}

func (filaMiembro) TableName() string { return "miembros" }

var proyectoresGrupo = map[string]escritor.Proyector{
	"Grupo":        projectGrupo,
	"MiembroGrupo": projectMiembro,
	"CobroGrupo":   projectCobro,
	"LlegadaGrupo": projectLlegada,
}

func projectGrupo(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	precio, err := numero(a, "precio")
	if err != nil {
		return err
	}
	previstos, err := numero(a, "previstos")
	if err != nil {
		return err
	}
	return l.Insert(&filaGrupo{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Fecha: a.Dato("fecha"), Reduccion: a.Dato("reduccion"),
		Precio: precio, Previstos: previstos, Instante: a.Hecho.UnixMicro(), Autor: a.Autor, Posicion: a.Posicion, Cobro: -1})
}

func projectMiembro(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	grupo, err := numero(a, "grupo")
	if err != nil {
		return err
	}
	orden, err := numero(a, "orden")
	if err != nil {
		return err
	}
	return l.Insert(&filaMiembro{Establecimiento: a.Establecimiento, Grupo: grupo, Orden: orden, Posicion: a.Posicion})
}

func projectCobro(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	grupo, err := numero(a, "grupo")
	if err != nil {
		return err
	}
	importe, err := numero(a, "importe")
	if err != nil {
		return err
	}
	return l.Exec(`UPDATE grupos SET recibo = ?, cobrado = ?, cobrador = ?, medio = ?, importe = ?, cobro = ? WHERE establecimiento = ? AND numero = ?`,
		a.NumeroSerie, a.Hecho.UnixMicro(), a.Autor, a.Dato("medio"), importe, a.Posicion, a.Establecimiento, grupo)
}

func projectLlegada(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	grupo, err := numero(a, "grupo")
	if err != nil {
		return err
	}
	orden, err := numero(a, "orden")
	if err != nil {
		return err
	}
	tarjeta, err := opcional(a, "tarjeta")
	if err != nil {
		return err
	}
	return l.Exec(`UPDATE miembros SET veredicto = ?, comprobacion = ?, tarjeta = ?, llegada = ? WHERE establecimiento = ? AND grupo = ? AND orden = ?`,
		a.Dato("veredicto"), a.Dato("comprobacion"), tarjeta, a.Hecho.UnixMicro(), a.Establecimiento, grupo, orden)
}

// RegisterGrupo registers a group beforehand: who will come, in which jornada and at what
// price (art. 23.3). Nobody is checked yet. Errors: ErrNoExiste; inside a *norma.Error,
// those of acceso.CheckGrupo, ErrMotivo without a name, domain.ErrFecha.
func (p *Puerta) RegisterGrupo(ctx context.Context, establecimiento string, g GrupoFacts, autor Autor) (Grupo, error) {
	name, err := identidad.NFC(g.Denominacion)
	if err == nil && name == "" {
		err = ErrMotivo
	}
	if err != nil {
		return Grupo{}, norma.Breach(art("23.3"), err)
	}
	var n int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		auth, err := registers.CurrentAutorizacion(t.DB(), establecimiento)
		if errors.Is(err, registers.ErrAutorizacion) {
			return errors.Join(ErrNoExiste, err)
		}
		if err != nil {
			return err
		}
		if err := acceso.CheckGrupo(len(g.Miembros), g.Precio, auth.Tarifa, g.Reduccion); err != nil {
			return err
		}
		b := borrador(t, establecimiento, Libro, "Grupo", autor)
		b.Serie = SerieGrupos
		b.Datos = []diario.Dato{dato("fecha", string(g.Fecha)), entero("precio", int64(g.Precio)), entero("previstos", int64(len(g.Miembros))),
			dato("reduccion", string(g.Reduccion))}
		b.Personal = []diario.ValorPersonal{{Nombre: "denominacion", Valor: name}}
		leaf, err := t.Append(b)
		if err != nil {
			return err
		}
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		for k, m := range g.Miembros {
			if err := appendMiembro(t, establecimiento, n, int64(k+1), m, autor); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Grupo{}, err
	}
	return p.Grupo(ctx, establecimiento, n)
}

func appendMiembro(t *escritor.Tx, establecimiento string, grupo, orden int64, m Miembro, autor Autor) error {
	b := borrador(t, establecimiento, Libro, "MiembroGrupo", autor)
	b.Datos = []diario.Dato{dato("documento_pais", m.Documento.Pais), dato("documento_tipo", string(m.Documento.Tipo)),
		entero("grupo", grupo), entero("orden", orden)}
	b.Personal = []diario.ValorPersonal{{Nombre: "apellidos", Valor: m.Apellidos}, {Nombre: "documento", Valor: m.Documento.Numero},
		{Nombre: "fecha_nacimiento", Valor: string(m.FechaNacimiento)}, {Nombre: "nombre", Valor: m.Nombre}}
	_, err := t.Append(b)
	return err
}

// ChargeGrupo takes the one payment of a group: its price for each of those registered. It
// gives the number of its receipt. Errors: ErrNoExiste, ErrCobrado; acceso.ErrMedio inside
// a *norma.Error.
func (p *Puerta) ChargeGrupo(ctx context.Context, establecimiento string, grupo int64, medio acceso.Medio, autor Autor) (Grupo, error) {
	if err := acceso.CheckMedio(medio); err != nil {
		return Grupo{}, err
	}
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findGrupo(t.DB(), establecimiento, grupo)
		if err != nil {
			return err
		}
		if f.Cobro >= 0 {
			return ErrCobrado
		}
		t.Recurso(201, strconv.FormatInt(grupo, 10))
		_, err = t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Serie: SerieRecibos, Tipo: "CobroGrupo",
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("grupo", grupo), entero("importe", f.Precio*f.Previstos), dato("medio", string(medio))}})
		return err
	})
	if err != nil {
		return Grupo{}, err
	}
	return p.Grupo(ctx, establecimiento, grupo)
}

func findGrupo(db *gorm.DB, establecimiento string, n int64) (filaGrupo, error) {
	return findNumero[filaGrupo](db, "group", establecimiento, n)
}

// Grupo returns a group with its live count. Errors: ErrNoExiste.
func (p *Puerta) Grupo(ctx context.Context, establecimiento string, n int64) (Grupo, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findGrupo(db, establecimiento, n)
	if err != nil {
		return Grupo{}, err
	}
	return f.grupo(db)
}

// Grupos lists the groups expected in a jornada, by number.
func (p *Puerta) Grupos(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]Grupo, error) {
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaGrupo
	err := db.Where("establecimiento = ? AND fecha = ?", establecimiento, string(fecha)).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the groups of %s, %s: %w", establecimiento, fecha, err)
	}
	out := make([]Grupo, 0, len(filas))
	for _, f := range filas {
		g, err := f.grupo(db)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// precio is the price of each card, céntimos.
func (f *filaGrupo) precio() domain.Importe { return domain.Importe(f.Precio) }

func (f *filaGrupo) grupo(db *gorm.DB) (Grupo, error) {
	_, v, err := registers.ReadHoja(db, f.Posicion)
	if err != nil {
		return Grupo{}, err
	}
	g := Grupo{Establecimiento: f.Establecimiento, Numero: f.Numero, Denominacion: v["denominacion"], Fecha: domain.Fecha(f.Fecha),
		Reduccion: acceso.Reduccion(f.Reduccion), Precio: domain.Importe(f.Precio), Instante: instante(f.Instante), Autor: f.Autor,
		Posicion: f.Posicion, Importe: domain.Importe(f.Precio * f.Previstos), PosicionCobro: f.Cobro}
	if f.Cobro >= 0 {
		g.Recibo, g.Cobrado, g.Cobrador, g.Medio, g.Importe = f.Recibo, instante(f.Cobrado), f.Cobrador, acceso.Medio(f.Medio), domain.Importe(f.Importe)
	}
	r := &g.Recuento
	err = db.Raw(`SELECT COUNT(*), COUNT(CASE WHEN tarjeta > 0 THEN 1 END), COUNT(CASE WHEN tarjeta = 0 AND veredicto = 'no_puede_entrar' THEN 1 END),
		COUNT(CASE WHEN veredicto = '' THEN 1 END) FROM miembros WHERE establecimiento = ? AND grupo = ?`, f.Establecimiento, f.Numero).
		Row().Scan(&r.Previstos, &r.Tarjetas, &r.NoEntran, &r.SinLlegar)
	if err != nil {
		return g, fmt.Errorf("count group %d: %w", f.Numero, err)
	}
	r.Pendientes = r.Previstos - r.Tarjetas - r.NoEntran - r.SinLlegar
	return g, nil
}

// Miembros lists who is registered in a group, in the order of the list. Errors: ErrNoExiste.
func (p *Puerta) Miembros(ctx context.Context, establecimiento string, grupo int64) ([]MiembroGrupo, error) {
	db := p.w.Lectura().WithContext(ctx)
	if _, err := findGrupo(db, establecimiento, grupo); err != nil {
		return nil, err
	}
	var filas []filaMiembro
	err := db.Where("establecimiento = ? AND grupo = ?", establecimiento, grupo).Order("orden").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the members of group %d: %w", grupo, err)
	}
	out := make([]MiembroGrupo, 0, len(filas))
	for _, f := range filas {
		m, err := f.miembro(db)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// miembro reads a member off her leaf.
func (f *filaMiembro) miembro(db *gorm.DB) (MiembroGrupo, error) {
	a, v, err := registers.ReadHoja(db, f.Posicion)
	if err != nil {
		return MiembroGrupo{}, err
	}
	m := MiembroGrupo{Orden: f.Orden, Veredicto: acceso.Veredicto(f.Veredicto), Comprobacion: f.Comprobacion, Tarjeta: f.Tarjeta,
		Miembro: Miembro{Nombre: v["nombre"], Apellidos: v["apellidos"], FechaNacimiento: domain.Fecha(v["fecha_nacimiento"])}}
	if v["documento"] != "" {
		m.Documento = identidad.Documento{Tipo: identidad.TipoDocumento(a.Dato("documento_tipo")), Pais: a.Dato("documento_pais"), Numero: v["documento"]}
	}
	if f.Llegada > 0 {
		m.Llegada = instante(f.Llegada)
	}
	return m, nil
}
