package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about counts of the caja central.
var (
	// ErrArqueo: no count of the caja of that number.
	ErrArqueo = errors.New("no consta ese arqueo de la caja central")
	// ErrMotivoArqueo: the occasion of the count is not one of those foreseen.
	ErrMotivoArqueo = errors.New("un arqueo es de turno, a requerimiento de la inspección o para abrir una ruleta de mínimo más alto")
	// ErrRequerimiento: a count that the inspector asked for, without the inspector.
	ErrRequerimiento = errors.New("en un arqueo a requerimiento consta la presencia de quien inspecciona, con su número profesional")
	// ErrDescuadre: the books of the tables do not say what the register of the caja says.
	ErrDescuadre = errors.New("el registro por mesas de la caja central no cuadra con los libros")
)

// LibroArqueos holds the counts of the caja central of an establecimiento, a folio each.
const LibroArqueos = "arqueos"

// TipoArqueo is the kind of the asiento that closes a count.
const TipoArqueo = "Arqueo"

// MotivoArqueo is the occasion of a count of the caja.
type MotivoArqueo string

// The occasions of a count.
const (
	ArqueoTurno         MotivoArqueo = "turno"           // a cashier hands over to another
	ArqueoRequerimiento MotivoArqueo = "requerimiento"   // an inspector asks for it (art. 36.5)
	ArqueoRuleta        MotivoArqueo = "apertura_ruleta" // 37.1 is to be judged again (criterio CAJ-D)
)

// Nombre is the occasion in words.
func (m MotivoArqueo) Nombre() string {
	switch m {
	case ArqueoTurno:
		return "cambio de turno"
	case ArqueoRequerimiento:
		return "a requerimiento de la inspección"
	}
	return "para abrir una ruleta de mínimo más alto"
}

// ArqueoFacts are a count of the caja central. Metalico counts notes and coins by value.
// Entrante is the cajero who takes over, at a change of shift; Funcionario the professional
// number of the inspector who asks for it. When the cash is not what was expected, Nota says
// why and the count stands.
type ArqueoFacts struct {
	Motivo                   MotivoArqueo
	Metalico, Fichas, Placas domain.Piezas
	Bloqueado                domain.Importe
	Entrante                 string
	Inspector                libros.Presencia
	Funcionario              string
	Esperado                 *domain.Importe
	Nota                     string
}

// sumasArqueo are the totals of a count, in céntimos.
type sumasArqueo struct{ metalico, fichas, placas domain.Importe }

func (f *ArqueoFacts) check(db *gorm.DB) (sumasArqueo, error) {
	var s sumasArqueo
	var err error
	if f.Motivo != ArqueoTurno && f.Motivo != ArqueoRequerimiento && f.Motivo != ArqueoRuleta {
		return s, norma.Breach(art("37.1"), ErrMotivoArqueo)
	}
	if f.Inspector, err = libros.ParsePresencia(string(f.Inspector)); err != nil {
		return s, err
	}
	there := f.Inspector == libros.PresenteFirma || f.Inspector == libros.PresenteNoFirma
	if f.Motivo == ArqueoRequerimiento && (!there || strings.TrimSpace(f.Funcionario) == "") {
		return s, norma.Breach(art("36.5"), ErrRequerimiento)
	}
	for _, p := range []struct {
		dst *domain.Importe
		src domain.Piezas
	}{{&s.metalico, f.Metalico}, {&s.fichas, f.Fichas}, {&s.placas, f.Placas}} {
		if *p.dst, err = p.src.Total(); err != nil {
			return s, norma.Breach(art("37.1"), err)
		}
	}
	if f.Bloqueado < 0 || f.Metalico == nil {
		return s, norma.Errorf(art("37.1"), "%w: se cuenta el metálico, y lo bloqueado no es negativo", libros.ErrImporte)
	}
	if f.Esperado != nil && *f.Esperado != s.metalico && strings.TrimSpace(f.Nota) == "" {
		return s, norma.Errorf(art("37.1"), "%w: se cuentan %s y se esperaban %s", ErrNota, s.metalico, *f.Esperado)
	}
	if f.Entrante == "" {
		return s, nil
	}
	p, err := findPersona(db, f.Entrante)
	if err == nil && p.Cargo != domain.Cajero {
		err = fmt.Errorf("%w: el turno de caja lo toma un cajero", ErrDatos)
	}
	return s, err
}

// ProposeArqueo proposes a count of the caja central, by denominations: at each change of
// cashier, when an inspector asks for it (art. 36.5), or so that art. 37.1 be judged again for
// a roulette with a higher minimum (criterio CAJ-D). A cajero and who directs sign, and the
// inspector when there and signing. It states what the tables hold by the register of the
// caja and warns when that does not balance with their books (art. 37.2), or when the caja is
// short of what art. 37.1 asked for when the session began (criterio MAQ-1).
func (c *Casa) ProposeArqueo(ctx context.Context, autor Autor, hora Hora, establecimiento string, f ArqueoFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		j, has, err := LastJornada(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if !has || !j.AdmiteRecuentos() {
			return ErrSinJornada
		}
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if err := expirePending(tx, establecimiento, LibroArqueos); err != nil {
			return err
		}
		if err := hora.check(tx, j.Preparacion, a.Parametros.Margen()); err != nil {
			return err
		}
		p, err = c.proposeArqueo(tx, autor, hora, j, &f)
		return err
	})
	return p, err
}

func (c *Casa) proposeArqueo(tx *escritor.Tx, autor Autor, hora Hora, j Jornada, f *ArqueoFacts) (Propuesta, error) {
	s, err := f.check(tx.DB())
	if err != nil {
		return Propuesta{}, err
	}
	lines, err := cuadreCaja(tx.DB(), j.Establecimiento, j.Fecha)
	if err != nil {
		return Propuesta{}, err
	}
	entregado, devuelto, cuadra := totalesCaja(lines)
	plazas, err := plazasDe(libros.ActoArqueo, f.Inspector, hora)
	if err != nil {
		return Propuesta{}, err
	}
	avisos := avisosArqueo(j, s, f.Bloqueado, cuadra)
	b := ActoBorrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroArqueos,
		NuevoFolio:      true,
		Jornada:         j.Fecha,
		Tipo:            TipoArqueo,
		Plazas:          plazas,
		Datos: withAvisos(avisos,
			diario.Dato{Nombre: "motivo", Valor: string(f.Motivo)},
			diario.Dato{Nombre: "inspector", Valor: string(f.Inspector)},
			diario.Dato{Nombre: "metalico", Valor: f.Metalico.String()},
			diario.Dato{Nombre: "fichas", Valor: f.Fichas.String()},
			diario.Dato{Nombre: "placas", Valor: f.Placas.String()},
			datoEntero("metalico_importe", s.metalico), datoEntero("fichas_importe", s.fichas), datoEntero("placas_importe", s.placas),
			datoEntero("bloqueado", f.Bloqueado), datoEntero("exigido", j.Exigido),
			datoEntero("entregado", entregado), datoEntero("devuelto", devuelto), datoSi("cuadra", cuadra)),
	}
	if f.Entrante != "" {
		b.Datos = append(b.Datos, diario.Dato{Nombre: "entrante", Valor: f.Entrante})
	}
	if f.Esperado != nil {
		b.Datos = append(b.Datos, datoEntero("esperado", *f.Esperado), datoEntero("diferencia", s.metalico-*f.Esperado))
	}
	for nombre, valor := range map[string]string{valorNota: f.Nota, "funcionario": f.Funcionario} {
		if valor != "" {
			b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: nombre, Valor: valor})
		}
	}
	hora.stampActo(&b, autor)
	a, err := c.proposeTx(tx, b)
	tx.Recurso(201, a.ID)
	return Propuesta{Acto: a, Avisos: avisos}, err
}

// totalesCaja adds up what the caja handed over and got back, and whether every line
// balances.
func totalesCaja(lines []LineaCuadre) (entregado, devuelto domain.Importe, cuadra bool) {
	cuadra = true
	for _, l := range lines {
		entregado += l.EntregadoCaja
		devuelto += l.DevueltoCaja
		cuadra = cuadra && l.Cuadra()
	}
	return entregado, devuelto, cuadra
}

func avisosArqueo(j Jornada, s sumasArqueo, bloqueado domain.Importe, cuadra bool) []Aviso {
	var avisos []Aviso
	if !cuadra {
		avisos = append(avisos, avisoDe(norma.Breach(art("37.2"), ErrDescuadre).Under("MAQ-1")))
	}
	switch total := s.metalico + bloqueado; {
	case total < j.Exigido:
		avisos = append(avisos, avisoDe(norma.Errorf(art("37.1"), "%w: hay %s y al empezar hacían falta %s", libros.ErrSuma, total, j.Exigido).Under("MAQ-1")))
	case s.metalico < j.Exigido/2+j.Exigido%2:
		avisos = append(avisos, avisoDe(norma.Errorf(art("37.1"), "%w: hay %s y se exigían %s", libros.ErrMetalico, s.metalico, j.Exigido).Under("MAQ-1")))
	}
	return avisos
}

// Arqueo is a count of the caja central, signed. Amounts in céntimos, instants UTC.
type Arqueo struct {
	EntradaFolio
	Establecimiento                   string
	Folio                             int64
	Jornada                           domain.Fecha
	Motivo                            MotivoArqueo
	Inspector                         libros.Presencia
	Funcionario, Nota                 string // while the vault holds them
	Entrante                          string // name of the cajero who takes over
	Metalico, Fichas, Placas          domain.Piezas
	MetalicoImporte, FichasImporte    domain.Importe
	PlacasImporte, Bloqueado, Exigido domain.Importe
	Entregado, Devuelto               domain.Importe // by the register of the caja, till then
	Cuadra                            bool
	Esperado, Diferencia              *domain.Importe
	Checkpoint                        []byte
}

// EnMesas is what the tables hold of the caja, by its register.
func (a Arqueo) EnMesas() domain.Importe { return a.Entregado - a.Devuelto }

// Arqueo returns a count with everything that its paper shows, read from its leaf, or
// ErrArqueo.
func (c *Casa) Arqueo(ctx context.Context, establecimiento string, folio int64) (Arqueo, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND tipo = ?", establecimiento, LibroArqueos, folio, TipoArqueo))
	if err != nil || len(hojas) == 0 {
		return Arqueo{}, errors.Join(ErrArqueo, err)
	}
	r := folioReader{db: db, hojas: hojas, names: map[string]string{}}
	e, valores, err := r.entrada(&hojas[0])
	if err != nil {
		return Arqueo{}, err
	}
	d := lector{a: &hojas[0]}
	a := Arqueo{EntradaFolio: e, Establecimiento: establecimiento, Folio: folio, Jornada: hojas[0].Jornada, Motivo: MotivoArqueo(d.texto("motivo")),
		Inspector: libros.Presencia(d.texto("inspector")), Funcionario: valores["funcionario"], Nota: valores[valorNota],
		Metalico: d.piezas("metalico"), Fichas: d.piezas("fichas"), Placas: d.piezas("placas"), MetalicoImporte: d.importe("metalico_importe"),
		FichasImporte: d.importe("fichas_importe"), PlacasImporte: d.importe("placas_importe"), Bloqueado: d.importe("bloqueado"),
		Exigido: d.importe("exigido"), Entregado: d.importe("entregado"), Devuelto: d.importe("devuelto"), Cuadra: d.si("cuadra")}
	if d.texto("esperado") != "" {
		esperado, diferencia := d.importe("esperado"), d.importe("diferencia")
		a.Esperado, a.Diferencia = &esperado, &diferencia
	}
	if d.err != nil {
		return a, d.err
	}
	if p := d.texto("entrante"); p != "" {
		if a.Entrante, err = r.nombre(p, hojas[0].Posicion); err != nil {
			return a, err
		}
	}
	a.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, hojas[0].Posicion)
	return a, err
}

// ResumenArqueo is a count in a line.
type ResumenArqueo struct {
	Folio                                int64
	Jornada                              domain.Fecha
	Motivo                               MotivoArqueo
	Metalico, Bloqueado, Fichas, Exigido domain.Importe // Fichas with the plaques
	Hora                                 time.Time
}

// Arqueos lists the counts of the caja of a jornada, in order.
func (c *Casa) Arqueos(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]ResumenArqueo, error) {
	return arqueosOf(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
}

func arqueosOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]ResumenArqueo, error) {
	var filas []filaArqueo
	if err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)).Order("folio").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the counts of the caja of %s: %w", establecimiento, err)
	}
	out := make([]ResumenArqueo, 0, len(filas))
	for _, f := range filas {
		out = append(out, ResumenArqueo{f.Folio, domain.Fecha(f.Jornada), MotivoArqueo(f.Motivo), domain.Importe(f.Metalico), domain.Importe(f.Bloqueado),
			domain.Importe(f.Fichas), domain.Importe(f.Exigido), fromMicros(f.Hora)})
	}
	return out, nil
}

// enCaja is what the caja central holds by the last word on it: the last count of the
// jornada, else what it began with (criterio CAJ-D).
func enCaja(db *gorm.DB, j Jornada) (metalico, bloqueado domain.Importe, err error) {
	as, err := arqueosOf(db, j.Establecimiento, j.Fecha)
	if err != nil || len(as) == 0 {
		return j.Metalico, j.Bloqueado, err
	}
	last := as[len(as)-1]
	return last.Metalico, last.Bloqueado, nil
}

type filaArqueo struct {
	Establecimiento string
	Folio           int64
	Jornada         string
	Motivo          string
	Metalico        int64
	Bloqueado       int64
	Fichas          int64
	Exigido         int64
	Hora            int64
	Posicion        int64
}

func (filaArqueo) TableName() string { return "arqueos" }

var tablasArqueo = []escritor.Tabla{{Nombre: "arqueos", Clave: []string{"establecimiento", "folio"}}}

var proyectoresArqueo = map[string]escritor.Proyector{
	TipoArqueo: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaArqueo{a.Establecimiento, a.Folio, string(a.Jornada), d.texto("motivo"), d.entero("metalico_importe"), d.entero("bloqueado"),
			d.entero("fichas_importe") + d.entero("placas_importe"), d.entero("exigido"), micros(a.Hecho), a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}
