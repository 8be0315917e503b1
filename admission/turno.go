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

// SerieTurnos is the series of the shifts at the desk of an establecimiento.
const SerieTurnos = "turnos"

// Errors of the till of the desk.
var (
	// ErrTurnoAbierto: that person has a shift going on.
	ErrTurnoAbierto = errors.New("esa persona ya tiene un turno abierto")
	// ErrTurnoCerrado: the shift ended with its count.
	ErrTurnoCerrado = errors.New("el turno ya se cerró con su recuento")
	// ErrSinTurno: there is no jornada in which to begin a shift.
	ErrSinTurno = errors.New("no hay ninguna jornada en curso en la que abrir un turno")
	// ErrTurnoAjeno: a shift is closed by whoever keeps it, or by who is over the desk.
	ErrTurnoAjeno = errors.New("el turno lo cierra quien lo lleva o un responsable")
	// ErrFondo: a float or a count is not negative.
	ErrFondo = errors.New("el fondo y el recuento no son negativos")
)

// Turno is a shift of a person at the desk, with what it took.
type Turno struct {
	Establecimiento string
	Numero          int64
	Persona         string
	Jornada         domain.Fecha
	Abierto         time.Time
	Cerrado         time.Time // zero while it goes on
	Posicion        int64
	Cierre          int64 // position of its count, -1 while it goes on
	Arqueo          acceso.Arqueo
	Motivo          string // why the count does not agree; "" once erased
	Cobros          []Cobro
}

// Cobro is a receipt of a shift: a card, the price given back for one voided, or the one
// payment of a group.
type Cobro struct {
	Concepto ConceptoCobro
	Numero   int64 // of the card, or of the receipt of the group
	Instante time.Time
	Importe  domain.Importe // negative when it is given back
}

// ConceptoCobro is what a receipt is for.
type ConceptoCobro string

// What a receipt may be for.
const (
	CobroTarjeta    ConceptoCobro = "tarjeta"
	CobroDevolucion ConceptoCobro = "devolucion"
	CobroGrupo      ConceptoCobro = "grupo"
)

type filaTurno struct {
	Establecimiento string
	Numero          int64
	Persona         string
	Jornada         string
	Fondo           int64
	Abierto         int64
	Posicion        int64
	Cerrado         int64
	Cierre          int64
	Esperado        int64
	Efectivo        int64
	Otros           int64
}

func (filaTurno) TableName() string { return "turnos" }

var proyectoresTurno = map[string]escritor.Proyector{
	"TurnoAdmision": projectTurno,
	"CierreTurno":   projectCierreTurno,
}

func projectTurno(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	fondo, err := numero(a, "fondo")
	if err != nil {
		return err
	}
	return l.Insert(&filaTurno{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Persona: a.Autor, Jornada: string(a.Jornada),
		Fondo: fondo, Abierto: a.Hecho.UnixMicro(), Posicion: a.Posicion, Cierre: -1})
}

func projectCierreTurno(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	var n [4]int64
	for k, name := range []string{"turno", "esperado", "efectivo", "otros"} {
		var err error
		if n[k], err = numero(a, name); err != nil {
			return err
		}
	}
	return l.Exec("UPDATE turnos SET cerrado = ?, cierre = ?, esperado = ?, efectivo = ?, otros = ? WHERE establecimiento = ? AND numero = ?",
		a.Hecho.UnixMicro(), a.Posicion, n[1], n[2], n[3], a.Establecimiento, n[0])
}

// OpenTurno begins the shift of a person at the desk, with a float. Errors: ErrSinTurno,
// ErrTurnoAbierto; ErrFondo inside a *norma.Error.
func (p *Puerta) OpenTurno(ctx context.Context, establecimiento string, fondo domain.Importe, autor Autor) (Turno, error) {
	if fondo < 0 {
		return Turno{}, norma.Breach(art("23.2"), ErrFondo)
	}
	var n int64
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		j, ok, err := registers.LastJornada(t.DB(), establecimiento)
		if err != nil {
			return err
		}
		if !ok || !j.AdmiteRecuentos() {
			return ErrSinTurno
		}
		if f, ok, err := openTurno(t.DB(), establecimiento, autor.Persona); ok || err != nil {
			if err == nil {
				err = fmt.Errorf("%w: el %d", ErrTurnoAbierto, f.Numero)
			}
			return err
		}
		leaf, err := t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Serie: SerieTurnos, Tipo: "TurnoAdmision",
			Jornada: j.Fecha, Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("fondo", int64(fondo))}})
		n = leaf.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	if err != nil {
		return Turno{}, err
	}
	return p.Turno(ctx, establecimiento, n)
}

func openTurno(db *gorm.DB, establecimiento, persona string) (filaTurno, bool, error) {
	var filas []filaTurno
	err := db.Where("establecimiento = ? AND persona = ? AND cierre < 0", establecimiento, persona).Find(&filas).Error
	if err != nil || len(filas) == 0 {
		return filaTurno{}, false, err
	}
	return filas[0], true, nil
}

// RecuentoTurno is what is counted at the end of a shift, in céntimos.
type RecuentoTurno struct {
	Efectivo domain.Importe
	Otros    domain.Importe // other means, by their vouchers
	Motivo   string         // why it does not agree
}

// CloseTurno ends a shift with its count: the difference is on record, with its reason.
// Errors: ErrNoExiste, ErrTurnoCerrado; inside a *norma.Error, ErrFondo,
// acceso.ErrDiferencia and ErrTurnoAjeno.
func (p *Puerta) CloseTurno(ctx context.Context, establecimiento string, n int64, r RecuentoTurno, autor Autor) (Turno, error) {
	motivo, err := identidad.NFC(r.Motivo)
	if err == nil && (r.Efectivo < 0 || r.Otros < 0) {
		err = ErrFondo
	}
	if err != nil {
		return Turno{}, norma.Breach(art("23.2"), err)
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findTurno(t.DB(), establecimiento, n)
		switch {
		case err != nil:
			return err
		case f.Cierre >= 0:
			return ErrTurnoCerrado
		case f.Persona != autor.Persona && autor.Cargo == domain.Admision:
			return norma.Breach(art("23.2"), ErrTurnoAjeno)
		}
		turno, err := f.turno(t.DB())
		if err != nil {
			return err
		}
		turno.Arqueo.Efectivo, turno.Arqueo.Otros = r.Efectivo, r.Otros
		if err := turno.Arqueo.Check(motivo); err != nil {
			return err
		}
		t.Recurso(201, strconv.FormatInt(n, 10))
		return appendCierreTurno(t, &turno, motivo, autor)
	})
	if err != nil {
		return Turno{}, err
	}
	return p.Turno(ctx, establecimiento, n)
}

func appendCierreTurno(t *escritor.Tx, turno *Turno, motivo string, autor Autor) error {
	a := turno.Arqueo
	b := diario.Borrador{Establecimiento: turno.Establecimiento, Libro: Libro, Tipo: "CierreTurno", Jornada: turno.Jornada,
		Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
		Datos: []diario.Dato{entero("cobros", int64(len(turno.Cobros))), entero("devoluciones", int64(a.Devoluciones)),
			entero("diferencia", int64(a.Diferencia())), entero("efectivo", int64(a.Efectivo)), entero("esperado", int64(a.Esperado())),
			entero("fondo", int64(a.Fondo)), entero("grupos", int64(a.Grupos)), entero("otros", int64(a.Otros)),
			entero("tarjetas", int64(a.Tarjetas)), entero("turno", turno.Numero)}}
	if motivo != "" {
		b.Clase, b.SuprimibleDesde = diario.ClaseAdmision, suprimibleDesde(t.Ahora())
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
	}
	_, err := t.Append(b)
	return err
}

func findTurno(db *gorm.DB, establecimiento string, n int64) (filaTurno, error) {
	return findNumero[filaTurno](db, "shift", establecimiento, n)
}

// Turno returns a shift with its receipts in order. Errors: ErrNoExiste.
func (p *Puerta) Turno(ctx context.Context, establecimiento string, n int64) (Turno, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findTurno(db, establecimiento, n)
	if err != nil {
		return Turno{}, err
	}
	return f.turno(db)
}

// Turnos lists the shifts of a jornada, by number.
func (p *Puerta) Turnos(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Turno, error) {
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaTurno
	err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the shifts of %s, %s: %w", establecimiento, jornada, err)
	}
	out := make([]Turno, 0, len(filas))
	for _, f := range filas {
		t, err := f.turno(db)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// CurrentTurno is the shift that a person has going on, 0 none.
func (p *Puerta) CurrentTurno(ctx context.Context, establecimiento, persona string) (int64, error) {
	f, _, err := openTurno(p.w.Lectura().WithContext(ctx), establecimiento, persona)
	return f.Numero, err
}

func (f *filaTurno) turno(db *gorm.DB) (Turno, error) {
	t := Turno{Establecimiento: f.Establecimiento, Numero: f.Numero, Persona: f.Persona, Jornada: domain.Fecha(f.Jornada),
		Abierto: instante(f.Abierto), Posicion: f.Posicion, Cierre: f.Cierre,
		Arqueo: acceso.Arqueo{Fondo: domain.Importe(f.Fondo), Efectivo: domain.Importe(f.Efectivo), Otros: domain.Importe(f.Otros)}}
	if f.Cierre >= 0 {
		_, v, err := registers.ReadHoja(db, f.Cierre)
		if err != nil {
			return t, err
		}
		t.Cerrado, t.Motivo = instante(f.Cerrado), v["motivo"]
	}
	return t, t.collect(db)
}

// queryCobros lists what a person took between two positions of the log: the cards that
// belong to no group, the prices of those voided, and the payments of groups. A card that
// was lost is not given back.
const queryCobros = `
	SELECT 'tarjeta' AS concepto, t.numero AS numero, t.emitida AS instante, t.precio AS importe, t.posicion AS orden
	FROM tarjetas t LEFT JOIN miembros m ON m.establecimiento = t.establecimiento AND m.tarjeta = t.numero AND m.tarjeta > 0
	WHERE t.establecimiento = @e AND t.jornada = @j AND t.autor = @p AND t.posicion > @desde AND t.posicion < @hasta AND m.grupo IS NULL
	UNION ALL
	SELECT 'devolucion', t.numero, a.hecho, -t.precio, t.anulada
	FROM tarjetas t JOIN asientos a ON a.posicion = t.anulada AND a.tipo = 'AnulacionTarjeta'
	LEFT JOIN miembros m ON m.establecimiento = t.establecimiento AND m.tarjeta = t.numero AND m.tarjeta > 0
	WHERE t.establecimiento = @e AND t.jornada = @j AND a.autor = @p AND t.anulada > @desde AND t.anulada < @hasta AND m.grupo IS NULL
	UNION ALL
	SELECT 'grupo', g.recibo, g.cobrado, g.importe, g.cobro
	FROM grupos g WHERE g.establecimiento = @e AND g.cobrador = @p AND g.cobro > @desde AND g.cobro < @hasta
	ORDER BY orden`

// collect reads the receipts of the shift and adds them up.
func (t *Turno) collect(db *gorm.DB) error {
	hasta := t.Cierre
	if hasta < 0 {
		hasta = 1 << 62
	}
	var filas []struct {
		Concepto string
		Numero   int64
		Instante int64
		Importe  int64
	}
	err := db.Raw(queryCobros, map[string]any{"e": t.Establecimiento, "j": string(t.Jornada), "p": t.Persona, "desde": t.Posicion, "hasta": hasta}).
		Scan(&filas).Error
	if err != nil {
		return fmt.Errorf("read the receipts of shift %d: %w", t.Numero, err)
	}
	for _, f := range filas {
		c := Cobro{Concepto: ConceptoCobro(f.Concepto), Numero: f.Numero, Instante: instante(f.Instante), Importe: domain.Importe(f.Importe)}
		switch c.Concepto {
		case CobroTarjeta:
			t.Arqueo.Tarjetas += c.Importe
		case CobroDevolucion:
			t.Arqueo.Devoluciones -= c.Importe
		case CobroGrupo:
			t.Arqueo.Grupos += c.Importe
		}
		t.Cobros = append(t.Cobros, c)
	}
	return nil
}
