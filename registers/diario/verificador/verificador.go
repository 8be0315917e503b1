// Package verificador tells whether a log is sound, from the formats of
// docs/formato-diario.md alone: it has its own reader of leaves, digests, commitments,
// checkpoints, tree and words, and shares no line with what writes them. It reads an
// export (Export) or a database (BaseDatos), in blocks and on every core, so that its
// memory does not grow with the log.
package verificador

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// Options say what to compare with, and how.
type Options struct {
	// Clave is a text that holds the verifier key known beforehand: the key alone, or
	// the acta fundacional. Nil: authenticity is not checked.
	Clave []byte
	// Desde is the signed checkpoint kept since an earlier visit. Nil: not compared.
	Desde []byte
	// Progreso hears how many leaves are done; nil for silence.
	Progreso func(done, total int64)
	// Proyecciones compares the projections of a database with what the leaves give,
	// beside the verification; nil when they are not compared. Its error is a fault, unless
	// the log is found not to be sound anyway: then the answer is known.
	Proyecciones func(context.Context) ([]Diferencia, error)
	// Trabajadores is how many blocks are analysed at once; 0 for one a core.
	Trabajadores int
}

// GCPercent is what a process that does nothing but verify gives debug.SetGCPercent: it makes
// little that lasts, and a quarter of its time went in looking for it. It takes some 250 MB, of
// a log of any length.
const GCPercent = 400

// Verify checks a log whole. The error is a fault that kept it from reaching an answer
// (the database does not reply, the context ended); what is wrong with the log is in the
// Informe, and Informe.Integro is the answer. A verification that checked nothing is
// never sound.
func Verify(ctx context.Context, f Fuente, o Options) (*Informe, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inf := &Informe{Fuente: f.name(), Problemas: []Problema{}, Avisos: []string{}}
	wait := startProyecciones(ctx, o)
	err := verify(ctx, f, o, inf)
	if defect := (*defectError)(nil); errors.As(err, &defect) {
		inf.Problemas = append(inf.Problemas, Problema{ClaseFuente, defect.lugar, err.Error()})
		err = nil
	}
	if err != nil {
		cancel()
	}
	diferencias, errP := wait()
	if err == nil && errP != nil && len(inf.Problemas) > 0 && ctx.Err() == nil {
		inf.Avisos = append(inf.Avisos, "las proyecciones no se han podido comparar: "+errP.Error())
		errP = nil // the answer is known
	} else {
		inf.Proyecciones = o.Proyecciones != nil
	}
	if err = errors.Join(err, errP); err != nil {
		return nil, err
	}
	for _, d := range diferencias {
		inf.Problemas = append(inf.Problemas, Problema{ClaseProyeccion, nil, "proyecciones: " + d.String()})
	}
	if inf.Asientos == 0 && len(inf.Problemas) == 0 {
		inf.Problemas = append(inf.Problemas, Problema{ClaseVacio, nil, "no se ha comprobado ningún asiento"})
	}
	inf.conclude()
	return inf, nil
}

// startProyecciones runs the comparison beside the verification.
func startProyecciones(ctx context.Context, o Options) (wait func() ([]Diferencia, error)) {
	if o.Proyecciones == nil {
		return func() ([]Diferencia, error) { return nil, nil }
	}
	type answer struct {
		diferencias []Diferencia
		err         error
	}
	done := make(chan answer, 1)
	go func() {
		d, err := o.Proyecciones(ctx)
		done <- answer{d, err}
	}()
	return func() ([]Diferencia, error) {
		a := <-done
		return a.diferencias, a.err
	}
}

func verify(ctx context.Context, f Fuente, o Options, inf *Informe) error {
	c, err := f.head(ctx)
	if err != nil {
		return err
	}
	if c.hojas == 0 && c.nota == nil {
		return &defectError{motivo: "el diario está vacío: no hay nada que comprobar"}
	}
	acta, err := f.acta(ctx)
	if err != nil {
		return err
	}
	p := &pipeline{fuente: f, options: o, informe: inf}
	p.signatures.start(o.workers())
	p.estado = newEstado(inf, c, p.signatures.jobs)
	err = p.run(ctx, c, acta)
	inf.Firmas = p.signatures.stop(inf)
	if err != nil {
		return err
	}
	return nil
}

func (o *Options) workers() int {
	if o.Trabajadores > 0 {
		return o.Trabajadores
	}
	return runtime.GOMAXPROCS(0)
}

// pipeline reads and analyses blocks side by side and judges them in order.
type pipeline struct {
	fuente     Fuente
	options    Options
	informe    *Informe
	estado     *estado
	taller     *taller
	signatures pool
}

func (p *pipeline) run(ctx context.Context, c cabeza, acta []byte) error {
	verifier, err := p.keys(c, acta)
	if err != nil {
		return err
	}
	if !p.openHead(c, verifier) {
		return nil
	}
	if c.parcial != nil {
		if err := p.estado.huellas(ctx, c.parcial); err != nil {
			return err
		}
	}
	texts, err := p.fuente.supresiones(ctx, c.hojas)
	if err != nil {
		return err
	}
	p.estado.supresionesListadas = len(texts)
	p.taller = &taller{parcial: c.parcial, verifier: verifier, supresiones: newSupresiones(parseAll(texts)),
		conBoveda: c.base}
	total := min(c.hojas, c.tamano)
	if c.parcial != nil {
		total = c.hojas
	}
	if err := p.stretch(ctx, 0, total); err != nil || p.estado.enough() {
		return err
	}
	if err := p.settle(ctx, total); err != nil {
		return err
	}
	p.estado.finish()
	return nil
}

// keys finds the key of the log in its acta fundacional, and holds against it the one
// that comes with the export and the one known beforehand.
func (p *pipeline) keys(c cabeza, acta []byte) (note.Verifiers, error) {
	a, err := readAsiento(acta)
	if err != nil || a.tipo != "ActaFundacional" {
		return nil, &defectError{"el primer asiento no es un acta fundacional legible: no se sabe con qué clave se firma el diario", &Lugar{}}
	}
	vkey := a.dato("clave_diario")
	v, err := note.NewVerifier(vkey)
	if err != nil || v.Name() != a.dato("origen") {
		return nil, &defectError{"el acta fundacional no lleva la clave del diario", &Lugar{}}
	}
	if c.clave != "" && c.clave != vkey {
		p.estado.problem(ClaseClave, nil, "la clave que acompaña a la exportación no es la del acta fundacional")
	}
	if p.options.Clave != nil {
		known, err := ParseClave(p.options.Clave)
		switch {
		case err != nil:
			return nil, err
		case known != vkey:
			p.estado.problem(ClaseClave, nil, "la clave del diario no es la indicada: lo firma otro, o se ha rehecho con otra clave")
		default:
			p.informe.ClaveComprobada = true
		}
	}
	return note.VerifierList(v), nil
}

// openHead opens the last checkpoint and the one of the earlier visit. It reports whether
// there is something to hold the leaves against.
func (p *pipeline) openHead(c cabeza, verifier note.Verifiers) bool {
	e := p.estado
	cp, err := openCheckpoint(c.nota, verifier)
	switch {
	case c.nota == nil:
		e.problem(ClaseCheckpoint, nil, "no hay ningún checkpoint firmado")
		return false
	case err != nil:
		e.problem(ClaseCheckpoint, nil, fmt.Sprintf("el último checkpoint: %v", err))
		return false
	}
	e.checkpoint = cp
	p.informe.Origen, p.informe.Tamano, p.informe.Raiz = cp.origen, cp.tamano, cp.raiz.String()
	switch {
	case c.parcial != nil:
		p.informe.Checkpoints++
	case c.tamano != cp.tamano:
		e.problem(ClaseCheckpoint, nil, fmt.Sprintf("el último checkpoint se guarda como de tamaño %d y dice %d", c.tamano, cp.tamano))
	case c.hojas > c.tamano:
		e.problemAt(ClaseCheckpoint, c.tamano, fmt.Sprintf("hay %d asientos que ningún checkpoint firmado cubre", c.hojas-c.tamano))
	case c.hojas < c.tamano:
		e.problemAt(ClaseHoja, c.hojas, fmt.Sprintf("faltan los últimos %d asientos de los %d que cubre el checkpoint", c.tamano-c.hojas, c.tamano))
	}
	if c.boveda >= max(c.hojas, 1) {
		e.problemAt(ClaseCompromiso, c.boveda, "hay valores guardados de un asiento que no existe")
	}
	if p.options.Desde != nil {
		p.openAnterior(verifier)
	}
	return true
}

// openAnterior opens the checkpoint of the earlier visit.
func (p *pipeline) openAnterior(verifier note.Verifiers) {
	e := p.estado
	old, err := openCheckpoint(p.options.Desde, verifier)
	switch {
	case err != nil:
		e.problem(ClaseAnterior, nil, "el checkpoint de la visita anterior no lo firmó la clave de este diario")
	case old.origen != e.checkpoint.origen:
		e.problem(ClaseAnterior, nil, "el checkpoint de la visita anterior es de otro diario")
	case old.tamano > e.checkpoint.tamano:
		e.problemAt(ClaseAnterior, e.checkpoint.tamano, fmt.Sprintf("en la visita anterior había %d asientos y ahora %d: falta el final o es una copia antigua",
			old.tamano, e.checkpoint.tamano))
	case old.tamano == e.checkpoint.tamano && old.raiz != e.checkpoint.raiz:
		e.problem(ClaseAnterior, nil, "el diario tiene el tamaño de la visita anterior y otra raíz: se ha reescrito")
	case old.tamano == 0:
		e.problem(ClaseAnterior, nil, "el checkpoint de la visita anterior es de un diario vacío: no demuestra nada")
	default:
		e.anterior = &old
	}
}

// stretch reads, analyses and judges the positions [desde, hasta).
func (p *pipeline) stretch(ctx context.Context, desde, hasta int64) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type job struct {
		read lectura
		done chan *analisis
		err  chan error
	}
	workers := p.options.workers()
	jobs, order := make(chan *job), make(chan *job, 2*workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for j := range jobs {
				b, err := j.read(ctx)
				if err != nil {
					j.err <- err
					continue
				}
				j.done <- p.taller.analyse(b)
			}
		})
	}
	readErr := make(chan error, 1)
	go func() {
		defer close(order)
		defer close(jobs)
		readErr <- p.fuente.blocks(ctx, desde, hasta, func(l lectura) error {
			j := &job{l, make(chan *analisis, 1), make(chan error, 1)}
			select {
			case order <- j:
			case <-ctx.Done():
				return ctx.Err()
			}
			select {
			case jobs <- j:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	var err error
	for j := range order {
		if err != nil || p.estado.enough() {
			cancel() // and drain
			continue
		}
		select {
		case b := <-j.done:
			p.estado.take(b)
			p.progress(b.hasta, hasta)
		case err = <-j.err:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	group.Wait()
	rerr := <-readErr
	if p.estado.enough() && err == nil {
		return nil
	}
	if err != nil {
		return err
	}
	return rerr
}

func (p *pipeline) progress(done, total int64) {
	if p.options.Progreso != nil {
		p.options.Progreso(min(done, total), total)
	}
}

// Waits for a value whose Supresion is on record to leave the vault: the asiento commits
// before the data goes.
const (
	esperas = 5
	espera  = 100 * time.Millisecond
)

// settle looks again at the values that were missing, or still there, when their block
// was read: on a living database a Supresion may have come meanwhile. The log is then
// verified up to its new end.
func (p *pipeline) settle(ctx context.Context, total int64) error {
	e := p.estado
	if len(e.pendientes) == 0 {
		return nil
	}
	if e.cabeza.base {
		if err := p.extend(ctx, total); err != nil {
			return err
		}
		if err := p.waitErased(ctx); err != nil {
			return err
		}
	}
	for _, v := range e.pendientes {
		switch named, lawful := covers(p.taller.supresiones.covering(v.posicion), v.nombre, v.suprimibleDesde); {
		case v.sobra:
			e.informe.Problemas = append(e.informe.Problemas, Problema{ClaseSupresion, v.lugar,
				"el valor de " + v.nombre + " sigue guardado después de su Supresion"})
		case lawful != nil:
			e.informe.Suprimidos++
			e.borrados.count(lawful)
		case named:
			e.informe.Problemas = append(e.informe.Problemas, Problema{ClaseSupresion, v.lugar,
				fmt.Sprintf("el valor de %s se suprimió antes de su fecha, %s, y sin orden que lo ampare", v.nombre, v.suprimibleDesde)})
		default:
			e.informe.Problemas = append(e.informe.Problemas, Problema{ClaseSupresion, v.lugar,
				"falta el valor de " + v.nombre + " y ninguna Supresion lo explica"})
		}
	}
	e.pendientes = nil
	return nil
}

// extend verifies what was appended since the verification began.
func (p *pipeline) extend(ctx context.Context, total int64) error {
	c, err := p.fuente.head(ctx)
	if err != nil {
		return err
	}
	if c.tamano <= total || c.hojas < c.tamano {
		return nil
	}
	texts, err := p.fuente.supresiones(ctx, c.tamano)
	if err != nil {
		return err
	}
	p.estado.supresionesListadas = len(texts)
	p.taller.supresiones = newSupresiones(parseAll(texts))
	if err := p.stretch(ctx, total, c.tamano); err != nil {
		return err
	}
	p.estado.cabeza.contadores = c.contadores
	cp, err := openCheckpoint(c.nota, p.taller.verifier)
	if err != nil {
		p.estado.problem(ClaseCheckpoint, nil, fmt.Sprintf("el último checkpoint: %v", err))
		return nil
	}
	p.estado.checkpoint = cp
	p.informe.Tamano, p.informe.Raiz = cp.tamano, cp.raiz.String()
	return nil
}

// waitErased takes out of the pending values those that have left the vault.
func (p *pipeline) waitErased(ctx context.Context) error {
	for n := 0; ; n++ {
		var left []valorEn
		for _, v := range p.estado.pendientes {
			if v.sobra {
				left = append(left, v.valorEn)
			}
		}
		if len(left) == 0 || n == esperas {
			return nil
		}
		there, err := p.fuente.opened(ctx, left)
		if err != nil {
			return err
		}
		k := 0
		for i := range p.estado.pendientes {
			if v := &p.estado.pendientes[i]; v.sobra {
				v.sobra = there[k]
				k++
			}
		}
		if !slices.Contains(there, true) {
			return nil
		}
		select {
		case <-time.After(espera):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// parseAll parses the leaves that can be parsed; the others are reported in their place.
func parseAll(texts [][]byte) []asiento {
	var out []asiento
	for _, t := range texts {
		if a, err := readAsiento(t); err == nil {
			out = append(out, a)
		}
	}
	return out
}

var formaClave = regexp.MustCompile(`[^\s+=]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}`)

// ParseClave finds the verifier key of a log in a text: the key alone, or the acta
// fundacional that states it. The error is for people.
func ParseClave(texto []byte) (string, error) {
	found := ""
	for _, m := range formaClave.FindAll(texto, -1) {
		v, err := note.NewVerifier(string(m))
		if err != nil || v.Name() == "" {
			continue
		}
		if found != "" && found != string(m) {
			return "", errors.New("el fichero de la clave contiene más de una clave")
		}
		found = string(m)
	}
	if found == "" {
		return "", errors.New("el fichero de la clave no contiene ninguna clave de diario")
	}
	return found, nil
}
