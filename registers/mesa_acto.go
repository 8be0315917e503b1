package registers

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Errors about the acts of a table.
var (
	// ErrActoPendiente: the table has an act that is neither signed nor withdrawn.
	ErrActoPendiente = errors.New("la mesa tiene un acto pendiente de firma")
	// ErrSinJornada: no gaming day is going on that admits the act.
	ErrSinJornada = errors.New("no hay una jornada en curso que lo admita")
)

// prefijoAnticipos begins the name of the libro de anticipos of a table, which bears the
// number of the table (art. 40.1.b).
const prefijoAnticipos = "anticipos-"

// LibroAnticipos is the name of the libro de anticipos of a table.
func LibroAnticipos(mesa int) string { return prefijoAnticipos + strconv.Itoa(mesa) }

// prefijoBeneficios begins the name of the libro de beneficios of a table of círculo, which
// bears the number of the table (art. 41.2.b).
const prefijoBeneficios = "beneficios-"

// LibroBeneficios is the name of the libro de beneficios of a table of círculo.
func LibroBeneficios(mesa int) string { return prefijoBeneficios + strconv.Itoa(mesa) }

// LibroMesa is the name of the book of a table: of anticipos or, where the players stake
// against one another, of beneficios (arts. 39.1, 40.1, 41.1).
func LibroMesa(m domain.Mesa) string {
	if m.Juego.Circulo() {
		return LibroBeneficios(m.Numero)
	}
	return LibroAnticipos(m.Numero)
}

// mesaDeLibro is the number of the table whose book that is, 0 when it is of none.
func mesaDeLibro(libro string) int {
	for _, prefijo := range []string{prefijoAnticipos, prefijoBeneficios} {
		text, ok := strings.CutPrefix(libro, prefijo)
		if n, err := strconv.Atoi(text); ok && err == nil && prefijo+strconv.Itoa(n) == libro {
			return n
		}
	}
	return 0
}

// Propuesta is an act of a table just proposed, with what the program warned of. Resultado
// is that of the session when the act closes it, in céntimos (criterio CAJ-B).
type Propuesta struct {
	Acto      Acto
	Avisos    []Aviso
	Resultado domain.Importe
}

// sala is what an act of a table needs to know, read once.
type sala struct {
	mesa         Mesa
	jornada      Jornada
	autorizacion Autorizacion
	sesion       SesionMesa
	abierta      bool
}

// loadSala reads a table and what is around it. It returns ErrMesa, ErrSinJornada,
// ErrAutorizacion or, while an act of the table is pending, ErrActoPendiente.
func loadSala(tx *escritor.Tx, establecimiento string, mesa int) (sala, error) {
	s, err := loadSalaPending(tx, establecimiento, mesa)
	if err != nil {
		return s, err
	}
	return s, checkNoPending(tx.DB(), establecimiento, mesa)
}

// loadSalaPending is loadSala for what is done apart from the table, whatever act of it is
// pending there.
func loadSalaPending(tx *escritor.Tx, establecimiento string, mesa int) (sala, error) {
	db := tx.DB()
	var s sala
	var err error
	if s.mesa, err = findMesa(db, establecimiento, mesa); err != nil {
		return s, err
	}
	var has bool
	if s.jornada, has, err = LastJornada(db, establecimiento); err != nil {
		return s, err
	}
	if !has || !s.jornada.AdmiteRecuentos() {
		return s, ErrSinJornada
	}
	if s.autorizacion, err = CurrentAutorizacion(db, establecimiento); err != nil {
		return s, err
	}
	if s.sesion, s.abierta, err = openSesion(db, establecimiento, mesa); err != nil {
		return s, err
	}
	return s, expirePending(tx, establecimiento, LibroMesa(s.mesa.Mesa))
}

// checkNoPending returns an error wrapping ErrActoPendiente while the table has an act
// that is neither closed nor withdrawn nor expired: one at a time. The acta of notes taken
// to the caja is apart: meanwhile the table goes on (art. 31.5).
func checkNoPending(db *gorm.DB, establecimiento string, mesa int) error {
	books := []string{LibroAnticipos(mesa), LibroBeneficios(mesa)}
	f, ok, err := findOne[filaActo](pendingOf(db, establecimiento).Where("libro IN ? AND tipo <> ?", books, TipoActaBilletes))
	if err != nil {
		return fmt.Errorf("read the acts of table %d of %s: %w", mesa, establecimiento, err)
	}
	if ok {
		return fmt.Errorf("%w: %s", ErrActoPendiente, f.Acto)
	}
	return nil
}

func pendingOf(db *gorm.DB, establecimiento string) *gorm.DB {
	return db.Where("establecimiento = ? AND estado = ?", establecimiento, string(EstadoPropuesto))
}

// expirePending puts on record the expiry of the acts of a book whose time has come; of
// every book of the establecimiento when libro is empty.
func expirePending(tx *escritor.Tx, establecimiento, libro string) error {
	now := tx.Ahora()
	q := pendingOf(tx.DB(), establecimiento).Where("caduca > 0 AND caduca <= ?", micros(now))
	if libro != "" {
		q = q.Where("libro = ?", libro)
	}
	var filas []filaActo
	if err := q.Order("numero").Find(&filas).Error; err != nil {
		return fmt.Errorf("read the acts that expire in %s: %w", establecimiento, err)
	}
	for _, f := range filas {
		a, err := loadActo(tx.DB(), f.Acto)
		if err != nil {
			return err
		}
		if _, err := expire(tx, &a, now); err != nil {
			return err
		}
	}
	return nil
}

// checkContrapartida returns nil unless the table is of círculo: it has neither anticipos nor a
// count of its chips, but a pozo (arts. 35.1, 41.1; criterio CAJ-4).
func (s *sala) checkContrapartida() error {
	if s.mesa.Juego.Circulo() {
		return norma.Breach(art("35.1"), libros.ErrCirculo).Under("CAJ-4")
	}
	return nil
}

// propose puts an act of the table on record. b brings Tipo, Datos, Plazas and folio.
func (s *sala) propose(c *Casa, tx *escritor.Tx, autor Autor, hora Hora, b ActoBorrador, avisos []Aviso) (Propuesta, error) {
	b.Establecimiento = s.mesa.Establecimiento
	b.Libro = LibroMesa(s.mesa.Mesa)
	b.Jornada = s.jornada.Fecha
	b.Datos = withAvisos(avisos, b.Datos...)
	hora.stampActo(&b, autor)
	a, err := c.proposeTx(tx, b)
	if err != nil {
		return Propuesta{}, err
	}
	tx.Recurso(201, a.ID)
	return Propuesta{Acto: a, Avisos: avisos}, nil
}

// stampActo is stamp for an act of signature.
func (h Hora) stampActo(b *ActoBorrador, autor Autor) {
	d := diario.Borrador{Personal: b.Personal}
	h.stamp(&d, autor)
	b.Hecho, b.Autor, b.Cargo, b.Origen = d.Hecho, d.Autor, d.Cargo, d.Origen
	b.Personal, b.Clase = d.Personal, d.Clase
}

// plazasDe are the slots of an act of the books, as domain/libros lists them. What is
// transcribed from a contingency form may have been signed on it by hand (criterios
// HOR-2, FIR-4).
func plazasDe(a libros.Acto, p libros.Presencia, hora Hora) ([]firma.Plaza, error) {
	plazas, err := libros.Plazas(a, p)
	if err != nil {
		return nil, err
	}
	ps := make([]firma.Plaza, 0, len(plazas))
	for k, p := range plazas {
		f := firma.Plaza{Num: k + 1, Quien: firma.Quien(p.Cargo), Modos: []diario.Modo{diario.ModoClave}}
		if libros.EnRonda(a, p.Cargo) {
			f.Modos = append(f.Modos, diario.ModoRonda)
		}
		if p.Manuscrita || hora.Formulario != "" {
			f.Modos = append(f.Modos, diario.ModoManuscrita)
		}
		ps = append(ps, f)
	}
	return ps, nil
}

// desde is the earliest hour of a new act of the table: that of the last one before it.
func (s *sala) desde(anticipos []libros.Anticipo) time.Time {
	if len(anticipos) == 0 && s.abierta { // of círculo
		return s.sesion.Apertura
	}
	if len(anticipos) == 0 {
		return s.jornada.Preparacion
	}
	return anticipos[len(anticipos)-1].Hora
}

// checkFinJuegos returns nil while games go on, and afterwards for what was counted
// before they ended (art. 29.5, criterio HOR-1).
func (s *sala) checkFinJuegos(hora Hora) error {
	if s.jornada.FinJuegos.IsZero() {
		return nil
	}
	return libros.CheckHoraLimite(diario.Instante(hora.Hecho), s.jornada.FinJuegos)
}
