package admission

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers"
	"foliado/registers/diario"
)

// plan is what is due at a date, read off the projections and the vault.
type plan struct {
	fecha     domain.Fecha
	numero    int64 // last number of the book of Supresiones when it was made
	lotes     []lote
	retenidos map[string]int // by row of the table of terms
	stuck     atascados

	grupos map[grupoLote][]int64
	fichas map[int64][]int64 // ficha → its asientos
}

// grupoLote is what the asientos of one Supresion have in common.
type grupoLote struct {
	termino string
	valores string
	orden   string
	pasa    bool // what is not named passes to the archivo PBC
}

// lote is what one Supresion names.
type lote struct {
	grupoLote
	posiciones []int64
	fichas     []int64 // whose erasure it is
}

// asientos is how many a lote writes in the book of Supresiones.
func (l lote) asientos() int64 {
	if l.pasa {
		return 2
	}
	return 1
}

// todos names every value of an asiento; noArchivo those of a card that the archivo PBC has no
// use for: it keeps name and document (criterio ADM-1).
const (
	todos     = "*"
	noArchivo = "documento_caducidad token"
)

// plan reads what is due at a date, but what a Supresion already names.
func (p *Puerta) plan(ctx context.Context, a domain.Fecha, stuck atascados) (*plan, error) {
	db := p.w.Lectura().WithContext(ctx)
	due := &plan{fecha: a, stuck: stuck, retenidos: map[string]int{}, grupos: map[grupoLote][]int64{}, fichas: map[int64][]int64{}}
	if err := readNumeros(db, map[string]*int64{libroDe(diario.Entidad, LibroSupresiones): &due.numero}); err != nil {
		return nil, fmt.Errorf("read the book of Supresiones: %w", err)
	}
	held, err := readRetenidos(db)
	if err != nil {
		return nil, err
	}
	for _, read := range []func(*gorm.DB, *retenidos) error{due.readTarjetas, due.readFichas, due.readArchivo, due.readPersonal, due.readLibros,
		due.readResto} {
		if err := read(db, held); err != nil {
			return nil, err
		}
	}
	due.split()
	return due, nil
}

func (due *plan) add(g grupoLote, posicion int64) {
	due.grupos[g] = append(due.grupos[g], posicion)
}

func (due *plan) count(c cuenta) {
	for id, n := range due.retenidos {
		c.row(id).Retenidos += n
	}
}

// split makes lotes of what was read, in an order that does not depend on how it was.
func (due *plan) split() {
	order := func(a, b grupoLote) int {
		return cmp.Or(cmp.Compare(a.termino, b.termino), cmp.Compare(a.valores, b.valores), cmp.Compare(a.orden, b.orden))
	}
	for _, g := range slices.SortedFunc(maps.Keys(due.grupos), order) {
		posiciones := due.grupos[g]
		slices.Sort(posiciones)
		for part := range slices.Chunk(posiciones, maxLote) {
			due.lotes = append(due.lotes, lote{grupoLote: g, posiciones: part})
		}
	}
	fichas := lote{grupoLote: grupoLote{termino: plazos.TerminoFichas, valores: todos}}
	flush := func() {
		if len(fichas.fichas) > 0 {
			slices.Sort(fichas.posiciones)
			due.lotes = append(due.lotes, fichas)
			fichas.fichas, fichas.posiciones = nil, nil
		}
	}
	for _, n := range slices.Sorted(maps.Keys(due.fichas)) { // a ficha goes whole
		if len(fichas.posiciones) > 0 && len(fichas.posiciones)+len(due.fichas[n]) > maxLote {
			flush()
		}
		fichas.fichas, fichas.posiciones = append(fichas.fichas, n), append(fichas.posiciones, due.fichas[n]...)
	}
	flush()
}

// queryTarjetas reads the cards whose visits, the later ones with them included, are over
// their term, and that were not dealt with yet.
const queryTarjetas = `SELECT t.posicion, t.establecimiento, t.ficha, t.anulada FROM tarjetas t
	JOIN asientos a ON a.posicion = t.posicion AND a.suprimible_desde <= ?
	WHERE t.token <> '' AND t.emitida < ? AND t.validez < ? AND NOT EXISTS (SELECT 1 FROM entradas e
		WHERE e.establecimiento = t.establecimiento AND e.tarjeta = t.numero AND e.instante >= ?)`

// readTarjetas reads what leaves the admission file: to the archivo PBC, or for good where the
// house keeps it elsewhere, and of cards that were void (art. 20.4, criterio ADM-1).
func (due *plan) readTarjetas(db *gorm.DB, held *retenidos) error {
	var cards []struct {
		Posicion        int64
		Establecimiento string
		Ficha           int64
		Anulada         int64
	}
	cut := corte(due.fecha)
	if err := db.Raw(queryTarjetas, string(due.fecha), cut, string(due.fecha), cut).Scan(&cards).Error; err != nil {
		return fmt.Errorf("read the cards that are due: %w", err)
	}
	aparte := map[string]bool{}
	for _, c := range cards {
		if held.holds(c.Posicion, c.Ficha) {
			due.retenidos[plazos.TerminoVisitas]++
			continue
		}
		if _, known := aparte[c.Establecimiento]; !known {
			auth, err := registers.CurrentAutorizacion(db, c.Establecimiento)
			if err != nil {
				return err
			}
			aparte[c.Establecimiento] = auth.Parametros.ConservacionPBC == registers.PBCAparte
		}
		if c.Anulada >= 0 || aparte[c.Establecimiento] {
			due.add(grupoLote{termino: plazos.TerminoVisitas, valores: todos}, c.Posicion)
		} else {
			due.add(grupoLote{termino: plazos.TerminoVisitas, valores: noArchivo, pasa: true}, c.Posicion)
		}
	}
	return nil
}

// queryFichas reads the fichas without a visit in their term, without a ban in force and
// without an invitation to come.
const queryFichas = `SELECT v.ficha, v.posicion FROM visitantes v JOIN asientos a ON a.posicion = v.posicion AND a.suprimible_desde <= ?
	WHERE v.nombre || v.apellidos <> ''
	AND NOT EXISTS (SELECT 1 FROM tarjetas t WHERE t.ficha = v.ficha AND (t.emitida >= ? OR t.validez >= ?))
	AND NOT EXISTS (SELECT 1 FROM entradas e WHERE e.ficha = v.ficha AND e.instante >= ?)
	AND NOT EXISTS (SELECT 1 FROM prohibiciones p WHERE p.ficha = v.ficha AND p.fin < 0 AND p.hasta >= ?)
	AND NOT EXISTS (SELECT 1 FROM invitaciones i WHERE i.ficha = v.ficha AND i.fecha >= ?)`

// fichasVencidas reads the fichas that are due at a date, with the position of the asiento of
// each; all, or only those named.
func fichasVencidas(db *gorm.DB, a domain.Fecha, only []int64) (map[int64]int64, error) {
	cut, day := corte(a), string(a)
	query, args := queryFichas, []any{day, cut, day, cut, day, day}
	if only != nil {
		query, args = query+" AND v.ficha IN ?", append(args, only)
	}
	var rows []struct{ Ficha, Posicion int64 }
	if err := db.Raw(query, args...).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("read the fichas that are due: %w", err)
	}
	found := map[int64]int64{}
	for _, r := range rows {
		found[r.Ficha] = r.Posicion
	}
	return found, nil
}

// readFichas reads the fichas that die with their last visit, each with the documents tied to
// it later (criterio ADM-1b).
func (due *plan) readFichas(db *gorm.DB, held *retenidos) error {
	fichas, err := fichasVencidas(db, due.fecha, nil)
	if err != nil || len(fichas) == 0 {
		return err
	}
	tied, err := readLeaves(db, `a.tipo = 'DocumentoFicha' AND EXISTS (SELECT 1 FROM boveda b WHERE b.posicion = a.posicion)`)
	if err != nil {
		return err
	}
	documents := map[int64][]diario.Asiento{}
	for k := range tied {
		n, err := numero(&tied[k], "ficha")
		if err != nil {
			return err
		}
		documents[n] = append(documents[n], tied[k])
	}
	for ficha, posicion := range fichas {
		early := slices.ContainsFunc(documents[ficha], func(a diario.Asiento) bool { return a.SuprimibleDesde > due.fecha })
		if early {
			continue
		}
		if held.holds(posicion, ficha) {
			due.retenidos[plazos.TerminoFichas]++
			continue
		}
		due.fichas[ficha] = []int64{posicion}
		for _, a := range documents[ficha] {
			due.fichas[ficha] = append(due.fichas[ficha], a.Posicion)
		}
	}
	return nil
}

// readArchivo reads what leaves the archivo PBC at ten years (Ley 10/2010 art. 25).
func (due *plan) readArchivo(db *gorm.DB, held *retenidos) error {
	var rows []struct{ Posicion, Ficha int64 }
	err := db.Raw(`SELECT posicion, ficha FROM archivo_pbc WHERE destruible_desde <= ?`, string(due.fecha)).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("read the archivo PBC: %w", err)
	}
	for _, r := range rows {
		if held.holds(r.Posicion, r.Ficha) {
			due.retenidos[plazos.TerminoArchivo]++
			continue
		}
		due.add(grupoLote{termino: plazos.TerminoArchivo, valores: todos}, r.Posicion)
	}
	return nil
}

// readPersonal reads the asientos of who left the house longer ago than the term. Their date
// was not known when they were written: the Supresion cites the leaving (criterio ADM-11).
func (due *plan) readPersonal(db *gorm.DB, held *retenidos) error {
	var gone []struct {
		Persona string
		Baja    int64
	}
	err := db.Raw(`SELECT persona, baja FROM personas WHERE baja > 0 AND baja < ? AND nombre || apellidos <> ''`,
		corteDeMeses(due.fecha, plazos.MesesPersonal)).Scan(&gone).Error
	if err != nil || len(gone) == 0 {
		return err
	}
	leaves, err := readLeaves(db, `a.clase = 'personal' AND EXISTS (SELECT 1 FROM boveda b WHERE b.posicion = a.posicion)`)
	if err != nil {
		return err
	}
	for _, g := range gone {
		orden := "criterio ADM-11, baja de " + g.Persona + " el " + string(domain.FechaDe(instante(g.Baja)))
		for _, a := range leaves {
			switch {
			case a.Dato("persona") != g.Persona:
			case held.holds(a.Posicion, 0):
				due.retenidos[plazos.TerminoPersonal]++
			default:
				due.add(grupoLote{termino: plazos.TerminoPersonal, valores: todos, orden: orden}, a.Posicion)
			}
		}
	}
	return nil
}

// readLibros reads the reasons and notes of the books whose asientos say no date: the
// Supresion cites the term (criterio ADM-11).
func (due *plan) readLibros(db *gorm.DB, held *retenidos) error {
	leaves, err := readLeaves(db, `a.clase = 'libros' AND a.suprimible_desde = '' AND a.anotacion < ?
		AND EXISTS (SELECT 1 FROM boveda b WHERE b.posicion = a.posicion)`, corteDeMeses(due.fecha, plazos.MesesLibros))
	if err != nil {
		return err
	}
	g := grupoLote{termino: plazos.TerminoLibros, valores: todos, orden: "criterio ADM-11, seis años desde el asiento"}
	for _, a := range leaves {
		switch {
		case due.stuck.posiciones[a.Posicion]:
		case held.holds(a.Posicion, 0):
			due.retenidos[g.termino]++
		default:
			due.add(g, a.Posicion)
		}
	}
	return nil
}

// readResto reads whatever else in the vault is over its date.
func (due *plan) readResto(db *gorm.DB, held *retenidos) error {
	leaves, err := readLeaves(db, `a.suprimible_desde <> '' AND a.suprimible_desde <= ?
		AND a.tipo NOT IN ('Tarjeta', 'Ficha', 'DocumentoFicha') AND EXISTS (SELECT 1 FROM boveda b WHERE b.posicion = a.posicion)`,
		string(due.fecha))
	if err != nil {
		return err
	}
	for _, a := range leaves {
		tipo := cmp.Or(a.Dato("acto.tipo"), a.Tipo) // a proposal holds what its act does
		termino := plazos.TerminoDe(tipo).ID
		ficha, _ := strconv.ParseInt(a.Dato("ficha"), 10, 64)
		switch {
		case due.stuck.posiciones[a.Posicion]:
		case held.holds(a.Posicion, ficha):
			due.retenidos[termino]++
		default:
			due.add(grupoLote{termino: termino, valores: todos}, a.Posicion)
		}
	}
	return nil
}

// readLeaves reads the leaves a that a condition selects.
func readLeaves(db *gorm.DB, where string, args ...any) ([]diario.Asiento, error) {
	rows, err := db.Raw(`SELECT a.texto FROM asientos a WHERE `+where+` ORDER BY a.posicion`, args...).Rows()
	if err != nil {
		return nil, fmt.Errorf("read leaves: %w", err)
	}
	defer rows.Close()
	var leaves []diario.Asiento
	for rows.Next() {
		var texto []byte
		if err := rows.Scan(&texto); err != nil {
			return nil, fmt.Errorf("read leaves: %w", err)
		}
		a, err := diario.Parse(texto)
		if err != nil {
			return nil, fmt.Errorf("read leaves: %w", err)
		}
		leaves = append(leaves, a)
	}
	return leaves, rows.Err()
}
