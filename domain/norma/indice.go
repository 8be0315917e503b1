package norma

import (
	_ "embed"
	"fmt"
	"strings"
)

// indiceTSV has a line per provision, parents before children, under the header
// "norma ref titulo ambito motivo". An article states its titulo and its ambito
// (dentro, fuera); a deeper provision that leaves them empty has those of its parent.
//
//go:embed indice.tsv
var indiceTSV string

const cabecera = "norma\tref\ttitulo\tambito\tmotivo"

// load reads the provisions of one norm from the embedded index, and panics when the
// index is not well formed.
func load(id, clave, nombre, complemento string) *Norma {
	n := &Norma{id: id, nombre: nombre, complemento: complemento, lugar: make(map[string]int)}
	lines := strings.Split(strings.TrimSuffix(indiceTSV, "\n"), "\n")
	if lines[0] != cabecera {
		panic("norma: the index has another header")
	}
	for k, line := range lines[1:] {
		campos := strings.Split(line, "\t")
		if campos[0] != clave {
			continue
		}
		if err := n.add(campos); err != nil {
			panic(fmt.Sprintf("norma: line %d of the index: %v", k+2, err))
		}
	}
	return n
}

func (n *Norma) add(campos []string) error {
	if len(campos) != 5 {
		return fmt.Errorf("%d fields, want 5", len(campos))
	}
	p := provision{ref: campos[1], titulo: campos[2], motivo: campos[4]}
	ambito := campos[3]
	if _, ok := n.lugar[p.ref]; ok {
		return fmt.Errorf("%s is there twice", p.ref)
	}
	if k := strings.LastIndexByte(p.ref, '.'); k >= 0 {
		lugar, ok := n.lugar[p.ref[:k]]
		if !ok {
			return fmt.Errorf("%s comes before its parent", p.ref)
		}
		padre := n.provisiones[lugar]
		if p.titulo == "" {
			p.titulo = padre.titulo
		}
		if ambito == "" {
			p.motivo = padre.motivo
		}
	} else if p.titulo == "" || ambito == "" {
		return fmt.Errorf("article %s lacks title or scope", p.ref)
	}
	switch {
	case ambito == "" && campos[4] != "",
		ambito == "dentro" && p.motivo != "",
		ambito == "fuera" && p.motivo == "",
		ambito != "" && ambito != "dentro" && ambito != "fuera":
		return fmt.Errorf("%s: scope %q and reason %q do not agree", p.ref, ambito, campos[4])
	}
	n.lugar[p.ref] = len(n.provisiones)
	n.provisiones = append(n.provisiones, p)
	return nil
}
