package mutantes

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"foliado/domain/norma"
)

// Puntuacion is how the tests of a provision, in a package, did with its numbers changed.
type Puntuacion struct {
	Dir      string
	Articulo string // as trazabilidad.Clave writes it
	Muertos  int    // changes that a test named by the provision noticed
	Mutantes int
	Vivos    []string // what was changed and nobody noticed: "pagos 35+1"
}

const cabecera = "paquete\tarticulo\tmuertos\tmutantes\tvivos\n"

// Write writes the scores in order.
func Write(w io.Writer, ps []Puntuacion) error {
	var b bytes.Buffer
	b.WriteString(cabecera)
	Sort(ps)
	for _, p := range ps {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%d\t%s\n", p.Dir, p.Articulo, p.Muertos, p.Mutantes, strings.Join(p.Vivos, ", "))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Sort puts scores in the order of the packages and, in each, of the norm.
func Sort(ps []Puntuacion) {
	place := map[string]int{}
	for _, n := range norma.Normas() {
		for a := range n.Provisiones() {
			place[Clave(a)] = len(place)
		}
	}
	slices.SortFunc(ps, func(a, b Puntuacion) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(place[a.Articulo], place[b.Articulo]))
	})
}

// Clave names a provision in one word or two: "35.2.d", "Ley6 24.1".
func Clave(a norma.Articulo) string {
	if a.Norma() == norma.Reglamento {
		return a.Ref()
	}
	return a.Norma().ID() + " " + a.Ref()
}

// Read reads what Write writes.
func Read(r io.Reader) ([]Puntuacion, error) {
	var ps []Puntuacion
	sc := bufio.NewScanner(r)
	for line := 1; sc.Scan(); line++ {
		if line == 1 {
			if sc.Text()+"\n" != cabecera {
				return nil, fmt.Errorf("line 1: not the heading of the scores")
			}
			continue
		}
		f := strings.Split(sc.Text(), "\t")
		if len(f) != 5 {
			return nil, fmt.Errorf("line %d: %d fields of 5", line, len(f))
		}
		muertos, err1 := strconv.Atoi(f[2])
		mutantes, err2 := strconv.Atoi(f[3])
		if err1 != nil || err2 != nil || muertos < 0 || muertos > mutantes {
			return nil, fmt.Errorf("line %d: %s of %s is no score", line, f[2], f[3])
		}
		p := Puntuacion{Dir: f[0], Articulo: f[1], Muertos: muertos, Mutantes: mutantes}
		if f[4] != "" {
			p.Vivos = strings.Split(f[4], ", ")
		}
		ps = append(ps, p)
	}
	return ps, sc.Err()
}

// Count is how many numbers each provision has in each package: what the scores must speak
// of.
func Count(numeros []Numero) map[[2]string]int {
	count := map[[2]string]int{}
	for _, n := range numeros {
		count[[2]string{n.Dir(), Clave(n.Articulo)}]++
	}
	return count
}

// Celdas is what docs/trazabilidad.md says of each provision that has numbers: "12 de 12"
// of its changes noticed, in bold when some lives, and what is not measured as the code
// stands now.
func Celdas(numeros []Numero, ps []Puntuacion) map[norma.Articulo]string {
	scores := map[[2]string]Puntuacion{}
	for _, p := range ps {
		scores[[2]string{p.Dir, p.Articulo}] = p
	}
	type suma struct{ muertos, mutantes, porMedir int }
	sumas := map[string]suma{}
	for key, n := range Count(numeros) {
		s, p := sumas[key[1]], scores[key]
		if p.Mutantes != n {
			s.porMedir += n
		} else {
			s.muertos, s.mutantes = s.muertos+p.Muertos, s.mutantes+p.Mutantes
		}
		sumas[key[1]] = s
	}
	celdas := map[norma.Articulo]string{}
	for _, n := range numeros {
		s := sumas[Clave(n.Articulo)]
		celda := fmt.Sprintf("%d de %d", s.muertos, s.mutantes)
		if s.muertos < s.mutantes {
			celda = "**" + celda + "**"
		}
		if s.porMedir > 0 {
			celda += fmt.Sprintf(", %d por medir", s.porMedir)
		}
		celdas[n.Articulo] = celda
	}
	return celdas
}
