package admission

import (
	"context"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// filaArchivo is a visit in the archivo PBC: its name and document are in the vault.
type filaArchivo struct {
	Posicion        int64
	Establecimiento string
	Tarjeta         int64
	Ficha           int64
	Instante        int64
	Pase            int64
	DestruibleDesde string
}

func (filaArchivo) TableName() string { return "archivo_pbc" }

var proyectoresConservacion = map[string]escritor.Proyector{
	diario.TipoSupresion: projectSupresion,
	TipoPaseArchivo:      projectPaseArchivo,
}

// nombrada is a leaf that a Supresion or a PaseArchivo names.
type nombrada struct {
	Posicion        int64
	Tipo            string
	Establecimiento string
	NumeroSerie     int64
	Hecho           int64
}

// named reads the leaves of those positions, by kind.
func named(db *gorm.DB, t diario.Tramos) (map[string][]nombrada, error) {
	byTipo := map[string][]nombrada{}
	for _, part := range parts(t) {
		var rows []nombrada
		err := db.Raw(`SELECT posicion, tipo, establecimiento, numero_serie, hecho FROM asientos WHERE posicion IN ? ORDER BY posicion`, part).
			Scan(&rows).Error
		if err != nil {
			return nil, fmt.Errorf("read the leaves of a Supresion: %w", err)
		}
		for _, r := range rows {
			byTipo[r.Tipo] = append(byTipo[r.Tipo], r)
		}
	}
	return byTipo, nil
}

// parts lists the positions of some runs, so many at a time as one statement takes.
func parts(t diario.Tramos) [][]int64 {
	var out [][]int64
	var part []int64
	for _, run := range t {
		for n := run[0]; n <= run[1]; n++ {
			if part = append(part, n); len(part) == maxLote {
				out, part = append(out, part), nil
			}
		}
	}
	if len(part) > 0 {
		out = append(out, part)
	}
	return out
}

// projectPaseArchivo keeps apart the visits of the cards that it names.
func projectPaseArchivo(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	runs, err := diario.ParseTramos(a.Dato("posiciones"))
	if err != nil {
		return err
	}
	leaves, err := named(l.DB(), runs)
	if err != nil {
		return err
	}
	for est, numbers := range byEstablecimiento(leaves["Tarjeta"]) {
		var cards []filaTarjeta
		if err := l.DB().Where("establecimiento = ? AND numero IN ?", est, numbers).Order("numero").Find(&cards).Error; err != nil {
			return fmt.Errorf("read the cards that pass to the archivo: %w", err)
		}
		for _, c := range cards {
			err := l.Insert(&filaArchivo{Posicion: c.Posicion, Establecimiento: est, Tarjeta: c.Numero, Ficha: c.Ficha, Instante: c.Emitida,
				Pase: a.Posicion, DestruibleDesde: string(plazos.SuprimibleDesde(domain.FechaDe(instante(c.Emitida)), plazos.MesesArchivo))})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func byEstablecimiento(leaves []nombrada) map[string][]int64 {
	numbers := map[string][]int64{}
	for _, r := range leaves {
		numbers[r.Establecimiento] = append(numbers[r.Establecimiento], r.NumeroSerie)
	}
	return numbers
}

// blancos says which columns of which projection repeat the values of a kind of asiento; its
// rows are found by the number of the document, that of an establecimiento or of the entidad.
var blancos = map[string]string{
	"Denegacion":   "UPDATE denegaciones SET nombre = '', apellidos = '', documento = '', articulo = '', fundamento = '', motivo = ''",
	"Expulsion":    "UPDATE expulsiones SET nombre = '', apellidos = '', documento = '', articulo = '', fundamento = '', motivo = ''",
	"Acreditacion": "UPDATE acreditaciones SET empresa = '', nombre = '', apellidos = '', documento = '', motivo = ''",
}

// projectSupresion blanks what the projections repeat of the values that it names: the
// same that their projectors write once the vault no longer holds them.
func projectSupresion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	s, err := diario.ParseSupresion(a)
	if err != nil {
		return err
	}
	leaves, err := named(l.DB(), s.Posiciones)
	if err != nil {
		return err
	}
	for tipo, query := range blancos {
		for est, numbers := range byEstablecimiento(leaves[tipo]) {
			if err := l.Exec(query+" WHERE establecimiento = ? AND numero IN ?", est, numbers); err != nil {
				return err
			}
		}
	}
	if err := blankTarjetas(l, &s, leaves["Tarjeta"]); err != nil {
		return err
	}
	if err := blankFichas(l, leaves["Ficha"]); err != nil {
		return err
	}
	if at := positions(leaves["Observacion"]); len(at) > 0 {
		if err := l.Exec("UPDATE observaciones SET texto = '' WHERE posicion IN ?", at); err != nil {
			return err
		}
	}
	for _, numbers := range byEstablecimiento(leaves["Prohibicion"]) {
		err := l.Exec(`UPDATE prohibiciones SET documento = '', nombre = '', apellidos = '', plegado = '', fecha_nacimiento = '', fundamento = '',
			motivo = '' WHERE numero IN ?`, numbers)
		if err != nil {
			return err
		}
	}
	return blankPersonas(l, append(leaves["Persona"], leaves["CambioPersona"]...))
}

func positions(leaves []nombrada) []int64 {
	at := make([]int64, 0, len(leaves))
	for _, r := range leaves {
		at = append(at, r.Posicion)
	}
	return at
}

func blankTarjetas(l *escritor.Lote, s *diario.Supresion, leaves []nombrada) error {
	if len(leaves) == 0 {
		return nil
	}
	if s.Names("token") {
		for est, numbers := range byEstablecimiento(leaves) {
			if err := l.Exec("UPDATE tarjetas SET token = '' WHERE establecimiento = ? AND numero IN ?", est, numbers); err != nil {
				return err
			}
		}
	}
	if !s.Names("nombre") {
		return nil
	}
	return l.Exec("DELETE FROM archivo_pbc WHERE posicion IN ?", positions(leaves))
}

// blankFichas blanks fichas, each of which goes with all its documents.
func blankFichas(l *escritor.Lote, leaves []nombrada) error {
	for _, numbers := range byEstablecimiento(leaves) {
		err := l.Exec("UPDATE visitantes SET nombre = '', apellidos = '', plegado = '', fecha_nacimiento = '' WHERE ficha IN ?", numbers)
		if err != nil {
			return err
		}
		if err := l.Exec("DELETE FROM documentos WHERE ficha IN ?", numbers); err != nil {
			return err
		}
	}
	return nil
}

// blankPersonas blanks who left the house, whose last asiento is that of the leaving.
func blankPersonas(l *escritor.Lote, leaves []nombrada) error {
	if len(leaves) == 0 {
		return nil
	}
	gone, err := readLeaves(l.DB(), "a.posicion IN ?", positions(leaves))
	if err != nil {
		return err
	}
	var ids []string
	for _, a := range gone {
		ids = append(ids, a.Dato("persona"))
	}
	return l.Exec("UPDATE personas SET nombre = '', apellidos = '' WHERE persona IN ?", ids)
}

// atascados are the values that a Supresion names and that are still in the vault.
type atascados struct {
	values     int64
	posiciones map[int64]bool
}

// erase carries out the Supresiones on record: it deletes from the vault what each names, one
// after another, and remembers how far it came. What another process has locked waits for
// the next time. It returns how many values it deleted and which are left.
func (p *Puerta) erase(ctx context.Context) (int64, atascados, error) {
	gone, stuck := int64(0), atascados{posiciones: map[int64]bool{}}
	after, err := readCarriedOut(p.w.Lectura().WithContext(ctx))
	if err != nil {
		return 0, stuck, err
	}
	for {
		var s diario.Supresion
		var some bool
		var deleted, left int64
		_, err := p.w.Do(ctx, func(t *escritor.Tx) (err error) {
			if s, some, err = nextSupresion(t.DB(), after); err != nil {
				return err
			}
			deleted, left = 0, 0
			if !some {
				return carriedOut(t, t.Tamano()-1, 0, stuck.values)
			}
			for _, part := range parts(s.Posiciones) {
				d, l, err := eraseValues(t, &s, part)
				if err != nil {
					return err
				}
				deleted, left = deleted+d, left+l
			}
			return carriedOut(t, s.Posicion, deleted, left+stuck.values)
		})
		if err != nil || !some {
			return gone, stuck, err
		}
		after = s.Posicion
		gone += deleted
		if left > 0 {
			stuck.add(&s, left)
		}
	}
}

func (s *atascados) add(by *diario.Supresion, values int64) {
	s.values += values
	for _, part := range parts(by.Posiciones) {
		for _, posicion := range part {
			s.posiciones[posicion] = true
		}
	}
}

// carriedOut remembers that the Supresiones up to a position are carried out, unless some
// value is left.
func carriedOut(t *escritor.Tx, posicion, deleted, left int64) error {
	if deleted > 0 {
		if err := setMeta(t, metaCompactar, "si"); err != nil {
			return err
		}
	}
	if left > 0 {
		return nil
	}
	return setMeta(t, metaSupresiones, strconv.FormatInt(posicion, 10))
}

// readCarriedOut is the last Supresion carried out; -1 when the log was restored since, and all
// of them are carried out again.
func readCarriedOut(db *gorm.DB) (int64, error) {
	text, err := readMeta(db, metaSupresiones)
	if err != nil || text == "" {
		return -1, err
	}
	last, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1, nil
	}
	var restored int64
	err = db.Raw(`SELECT COALESCE(MAX(posicion), -1) FROM asientos WHERE tipo = 'Recuperacion'`).Row().Scan(&restored)
	if err != nil {
		return -1, fmt.Errorf("look for a Recuperacion: %w", err)
	}
	if restored > last {
		return -1, nil
	}
	return last, nil
}

// nextSupresion reads the first Supresion after a position.
func nextSupresion(db *gorm.DB, after int64) (diario.Supresion, bool, error) {
	leaves, err := readLeaves(db, `a.posicion = (SELECT MIN(posicion) FROM asientos WHERE tipo = 'Supresion' AND posicion > ?)`, after)
	if err != nil || len(leaves) == 0 {
		return diario.Supresion{}, false, err
	}
	s, err := diario.ParseSupresion(&leaves[0])
	return s, err == nil, err
}

// selectValues selects in the vault the values that a Supresion names of some positions.
func selectValues(s *diario.Supresion, part []int64) (where string, args []any) {
	if s.Names(todos) {
		return "posicion IN ?", []any{part}
	}
	return "posicion IN ? AND nombre IN ?", []any{part, s.Valores}
}

func eraseValues(t *escritor.Tx, s *diario.Supresion, part []int64) (deleted, left int64, err error) {
	where, args := selectValues(s, part)
	query := "DELETE FROM boveda WHERE " + where
	if t.DB().Name() == "postgres" {
		query = "DELETE FROM boveda WHERE (posicion, nombre) IN (SELECT posicion, nombre FROM boveda WHERE " + where + " FOR UPDATE SKIP LOCKED)"
	}
	done := t.DB().Exec(query, args...)
	if done.Error != nil {
		return 0, 0, fmt.Errorf("erase from the vault: %w", done.Error)
	}
	left, err = countValues(t.DB(), s, part)
	return done.RowsAffected, left, err
}

func countValues(db *gorm.DB, s *diario.Supresion, part []int64) (int64, error) {
	where, args := selectValues(s, part)
	var n int64
	if err := db.Raw("SELECT COUNT(*) FROM boveda WHERE "+where, args...).Row().Scan(&n); err != nil {
		return 0, fmt.Errorf("count what is left in the vault: %w", err)
	}
	return n, nil
}

// pendientes reads what Supresiones name and the vault still holds, deleting nothing.
func pendientes(db *gorm.DB) (atascados, error) {
	stuck := atascados{posiciones: map[int64]bool{}}
	after, err := readCarriedOut(db)
	for err == nil {
		var s diario.Supresion
		var some bool
		if s, some, err = nextSupresion(db, after); err != nil || !some {
			break
		}
		var left int64
		for _, part := range parts(s.Posiciones) {
			var n int64
			if n, err = countValues(db, &s, part); err != nil {
				return stuck, err
			}
			left += n
		}
		if left > 0 {
			stuck.add(&s, left)
		}
		after = s.Posicion
	}
	return stuck, err
}

// ResumeSupresiones carries out, when the house is opened, what a run of retention left
// half-way: Supresiones on record whose values are still there, files not yet written again.
// After a restore all of them are carried out anew, and what fell due since is too.
func (p *Puerta) ResumeSupresiones(ctx context.Context) error {
	db := p.w.Lectura().WithContext(ctx)
	var last, restored int64
	err := db.Raw(`SELECT COALESCE(MAX(CASE tipo WHEN 'Supresion' THEN posicion END), -1), COALESCE(MAX(CASE tipo WHEN 'Recuperacion' THEN posicion END), -1)
		FROM asientos WHERE tipo IN ('Supresion', 'Recuperacion')`).Row().Scan(&last, &restored)
	if err != nil {
		return fmt.Errorf("look for Supresiones: %w", err)
	}
	done, err := readCarriedOut(db)
	if err != nil || last < 0 {
		return err
	}
	waiting, err := readMeta(db, metaCompactar)
	if err != nil || done >= last && waiting == "" {
		return err
	}
	p.conservando.Lock()
	defer p.conservando.Unlock()
	if _, _, err := p.erase(ctx); err != nil {
		return err
	}
	_, err = p.compact(ctx)
	return err
}
