package mus

// grafo is an undirected graph, in which a maximum matching is looked for by the blossoms of
// Edmonds.
type grafo struct {
	n      int
	vecino [][]int
	pareja []int // of each vertex, -1 for none
	padre  []int // in the tree of the search, through its odd levels
	base   []int // of the blossom that a vertex is in
}

func newGrafo(n int) *grafo {
	g := &grafo{n: n, vecino: make([][]int, n), pareja: make([]int, n), padre: make([]int, n), base: make([]int, n)}
	for k := range n {
		g.pareja[k] = -1
	}
	return g
}

func (g *grafo) join(a, b int) {
	g.vecino[a], g.vecino[b] = append(g.vecino[a], b), append(g.vecino[b], a)
}

// matching is how many pairs a maximum matching has.
func (g *grafo) matching() int {
	total := 0
	for k := range g.n {
		if g.pareja[k] < 0 && g.augment(g.find(k)) {
			total++
		}
	}
	return total
}

// augment swaps the pairs along the path that ends in v; v is -1 when there is none.
func (g *grafo) augment(v int) bool {
	if v < 0 {
		return false
	}
	for v >= 0 {
		padre := g.padre[v]
		next := g.pareja[padre]
		g.pareja[v], g.pareja[padre] = padre, v
		v = next
	}
	return true
}

// find looks from a single vertex for another by a path that alternates, and returns it, or
// -1.
func (g *grafo) find(root int) int {
	usado := make([]bool, g.n)
	for k := range g.n {
		g.padre[k], g.base[k] = -1, k
	}
	usado[root] = true
	cola := []int{root}
	for len(cola) > 0 {
		v := cola[0]
		cola = cola[1:]
		for _, to := range g.vecino[v] {
			switch {
			case g.base[v] == g.base[to] || g.pareja[v] == to:
			case to == root || g.pareja[to] >= 0 && g.padre[g.pareja[to]] >= 0:
				cola = g.contract(v, to, usado, cola)
			case g.padre[to] < 0:
				g.padre[to] = v
				if g.pareja[to] < 0 {
					return to
				}
				usado[g.pareja[to]] = true
				cola = append(cola, g.pareja[to])
			}
		}
	}
	return -1
}

// contract makes one blossom of the odd cycle that v and to close.
func (g *grafo) contract(v, to int, usado []bool, cola []int) []int {
	base := g.ancestor(v, to)
	flor := make([]bool, g.n)
	g.mark(flor, v, base, to)
	g.mark(flor, to, base, v)
	for k := range g.n {
		if flor[g.base[k]] {
			g.base[k] = base
			if !usado[k] {
				usado[k] = true
				cola = append(cola, k)
			}
		}
	}
	return cola
}

// ancestor is the nearest base that both vertices come from.
func (g *grafo) ancestor(a, b int) int {
	seen := make([]bool, g.n)
	for {
		a = g.base[a]
		seen[a] = true
		if g.pareja[a] < 0 {
			break
		}
		a = g.padre[g.pareja[a]]
	}
	for {
		b = g.base[b]
		if seen[b] {
			return b
		}
		b = g.padre[g.pareja[b]]
	}
}

// mark puts in the blossom the path from v up to its base.
func (g *grafo) mark(flor []bool, v, base, hijo int) {
	for g.base[v] != base {
		flor[g.base[v]], flor[g.base[g.pareja[v]]] = true, true
		g.padre[v] = hijo
		hijo = g.pareja[v]
		v = g.padre[g.pareja[v]]
	}
}
