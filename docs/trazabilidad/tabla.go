package trazabilidad

import (
	"fmt"
	"slices"
	"strings"

	"foliado/domain/norma"
)

const inicio = `# Trazabilidad

De cada disposición de la norma a su código y a sus pruebas, o al motivo por el que queda fuera.
Esta página la escribe ` + "`go run ./.ci/trazabilidad`" + ` a partir de las citas del código y de las pruebas que
corrieron y pasaron (` + "`go test -json`" + `); no se edita a mano. La primera celda es la disposición; los títulos, de
redacción propia, están en ` + "`domain/norma/indice.tsv`" + `. Una disposición citada y sin prueba hace fallar ` + "`make test`" + `.
Para ver correr las pruebas de una: ` + "`go test ./... -run '/35\\.2\\.d'`" + `.

La última celda dice cuántos de los números de esa disposición, cambiados en uno, hacen fallar una prueba que lleva su
nombre: es lo que midió ` + "`make mutantes`" + ` (` + "`docs/mutantes.tsv`" + `), que se corre cuando cambia una tabla.
`

const cabecera = "| Disposición | Dónde se cumple | Pruebas que pasan, o por qué queda fuera | Mutantes |\n|---|---|---|---|\n"

// Page writes the page: the Reglamento, the other norms, and what no code cites yet. It
// depends on its arguments only, so that equal sources and equal runs give equal bytes;
// mutantes are the cells of the provisions whose numbers were changed.
func Page(citas []Cita, pruebas []Prueba, mutantes map[norma.Articulo]string) string {
	p := page{where: map[norma.Articulo][]Cita{}, tests: map[norma.Articulo][]Prueba{}, mutantes: mutantes}
	for _, c := range citas {
		p.where[c.Art] = append(p.where[c.Art], c)
	}
	for _, t := range pruebas {
		p.tests[t.Art] = append(p.tests[t.Art], t)
	}
	var b strings.Builder
	b.WriteString(inicio)
	b.WriteString("\n## Reglamento de Casinos de Juego (Decreto 58/2006)\n\n" + cabecera)
	p.rows(&b, norma.Reglamento, "")
	b.WriteString("\n## Otras normas\n\n" + cabecera)
	for _, n := range norma.Normas()[1:] {
		p.rows(&b, n, n.String()+" ")
	}
	b.WriteString("\n## Aún sin código\n\nDentro del alcance y sin ninguna cita todavía, ni suya ni del artículo entero:\n\n")
	for _, n := range norma.Normas() {
		if refs := p.pending(n); refs != "" {
			fmt.Fprintf(&b, "- **%s**: %s.\n", n, refs)
		}
	}
	return b.String()
}

// Untested returns the provisions that the code cites and no test that ran carries.
func Untested(citas []Cita, pruebas []Prueba) []Cita {
	tested := map[norma.Articulo]bool{}
	for _, t := range pruebas {
		tested[t.Art] = true
	}
	var out []Cita
	for _, c := range citas {
		if !tested[c.Art] {
			tested[c.Art] = true
			out = append(out, c)
		}
	}
	return out
}

type page struct {
	where map[norma.Articulo][]Cita
	tests map[norma.Articulo][]Prueba

	mutantes map[norma.Articulo]string
}

func (p page) rows(b *strings.Builder, n *norma.Norma, prefix string) {
	for a := range n.Provisiones() {
		switch {
		case len(p.where[a]) > 0:
			tests := p.testCell(a)
			if tests == "" {
				tests = "**ninguna**"
			}
			fmt.Fprintf(b, "| %s%s | %s | %s | %s |\n", prefix, a.Ref(), p.whereCell(a), tests, p.mutantes[a])
		case p.ownRowOut(a):
			fmt.Fprintf(b, "| %s%s | — | Fuera: %s | |\n", prefix, a.Ref(), a.Reason())
		}
	}
}

// ownRowOut reports whether a, out of scope, has a row: paragraphs and articles without
// paragraphs have one; deeper provisions, only where the reason is not their parent's.
func (p page) ownRowOut(a norma.Articulo) bool {
	if a.InScope() {
		return false
	}
	parent, ok := a.Parent()
	switch depth := strings.Count(a.Ref(), "."); depth {
	case 0:
		return !hasChildren(a)
	case 1:
		return true
	default:
		return ok && parent.Reason() != a.Reason()
	}
}

func hasChildren(a norma.Articulo) bool {
	for c := range a.Norma().Provisiones() {
		if strings.HasPrefix(c.Ref(), a.Ref()+".") {
			return true
		}
	}
	return false
}

// whereCell lists the files that cite a with their declarations.
func (p page) whereCell(a norma.Articulo) string {
	decls := map[string][]string{}
	for _, c := range p.where[a] {
		decls[c.File] = append(decls[c.File], c.Decl)
	}
	return join(decls)
}

// testCell lists the tests of a with their packages.
func (p page) testCell(a norma.Articulo) string {
	tests := map[string][]string{}
	for _, t := range p.tests[a] {
		tests[t.Dir] = append(tests[t.Dir], t.Name)
	}
	return join(tests)
}

func join(groups map[string][]string) string {
	var keys []string
	for k := range groups {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var parts []string
	for _, k := range keys {
		names := groups[k]
		slices.Sort(names)
		parts = append(parts, "`"+k+"`: "+strings.Join(slices.Compact(names), ", "))
	}
	return strings.Join(parts, "; ")
}

// pending lists the provisions in scope that no code cites, neither them nor what they
// contain: "20.1, 20.5, 25.1 a 27.3, 43".
func (p page) pending(n *norma.Norma) string {
	var all []norma.Articulo // paragraphs, articles without paragraphs, and what is in scope inside what is not
	for a := range n.Provisiones() {
		depth := strings.Count(a.Ref(), ".")
		parent, _ := a.Parent()
		if depth == 1 || depth == 0 && !hasChildren(a) || depth > 1 && a.InScope() && !parent.InScope() {
			all = append(all, a)
		}
	}
	var out []string
	first, last := -1, -1
	flush := func() {
		switch {
		case first < 0:
		case first == last:
			out = append(out, all[first].Ref())
		default:
			out = append(out, all[first].Ref()+" a "+all[last].Ref())
		}
		first = -1
	}
	for k, a := range all {
		if !a.InScope() || p.cited(a) {
			flush()
			continue
		}
		if first < 0 {
			first = k
		}
		last = k
	}
	flush()
	return strings.Join(out, ", ")
}

// cited reports whether code cites a, part of it or the whole that it is part of.
func (p page) cited(a norma.Articulo) bool {
	for c := range p.where {
		if c.Norma() == a.Norma() && (c == a || strings.HasPrefix(c.Ref(), a.Ref()+".") || strings.HasPrefix(a.Ref(), c.Ref()+".")) {
			return true
		}
	}
	return false
}

// Differences returns up to limit lines that differ, "-" for those of the file and "+"
// for those the run gives, in the order of the page.
func Differences(file, run string, limit int) []string {
	have, want := strings.Split(file, "\n"), strings.Split(run, "\n")
	inHave, inWant := map[string]bool{}, map[string]bool{}
	for _, l := range have {
		inHave[l] = true
	}
	for _, l := range want {
		inWant[l] = true
	}
	var out []string
	for _, l := range have {
		if !inWant[l] {
			out = append(out, "- "+l)
		}
	}
	for _, l := range want {
		if !inHave[l] {
			out = append(out, "+ "+l)
		}
	}
	if file != run && len(out) == 0 {
		out = append(out, "the same lines in another order")
	}
	return out[:min(len(out), limit)]
}
