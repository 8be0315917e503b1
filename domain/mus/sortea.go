package mus

import "slices"

// Sortea pairs those in play in the order in which the lots came out, which is a permutation of them. Who is left without
// an opponent is the first of the order that art. 54 admits and whose absence lets the others be paired without repeating an
// encounter (art. 55); each of the others plays against the first that leaves the rest so. Where no draw avoids a
// repetition they are paired as they came. What comes out passes Check.
func (s Sorteo) Sortea(orden []int) Sorteo {
	antes := map[[2]int]bool{}
	for _, e := range s.Enfrentadas {
		antes[e], antes[[2]int{e[1], e[0]}] = true, true
	}
	quedan := slices.Clone(orden)
	if len(orden)%2 == 1 {
		s.Exenta = s.exime(orden, antes)
		quedan = slices.DeleteFunc(quedan, func(p int) bool { return p == s.Exenta })
	}
	if !cruzables(quedan, antes) {
		antes = nil
	}
	s.Cruces = nil
	for len(quedan) > 0 {
		for k := 1; k < len(quedan); k++ {
			resto := slices.Delete(slices.Clone(quedan[1:]), k-1, k)
			if !antes[[2]int{quedan[0], quedan[k]}] && cruzables(resto, antes) {
				s.Cruces, quedan = append(s.Cruces, [2]int{quedan[0], quedan[k]}), resto
				break
			}
		}
	}
	return s
}

// exime chooses who is left without an opponent.
func (s Sorteo) exime(orden []int, antes map[[2]int]bool) int {
	pueden := s.Exentas()
	primera := 0
	for _, p := range orden {
		if !slices.Contains(pueden, p) {
			continue
		}
		if primera == 0 {
			primera = p
		}
		if cruzables(slices.DeleteFunc(slices.Clone(orden), func(o int) bool { return o == p }), antes) {
			return p
		}
	}
	return primera
}

// cruzables reports whether the pairs, which are even in number, can all meet others that they have not met.
func cruzables(parejas []int, antes map[[2]int]bool) bool {
	g := newGrafo(len(parejas))
	for a := range parejas {
		for b := range a {
			if !antes[[2]int{parejas[a], parejas[b]}] {
				g.join(a, b)
			}
		}
	}
	return 2*g.matching() == len(parejas)
}
