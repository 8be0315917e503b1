package verificador

import "slices"

// relevo wants a relevo de dirección signed by who leaves and by who takes over, and by
// nobody else; by the latter alone when it is one-sided (criterio FIR-3).
func (e *estado) relevo(a *asiento) {
	var want []string
	if who := a.dato("saliente"); who != "" {
		want = append(want, who)
	}
	want = append(want, a.dato("entrante"))
	right := len(a.firmas) == len(want) && (len(want) == 1) == (a.dato("unilateral") == "si")
	for k := range a.firmas {
		right = right && slices.Contains(want, a.firmas[k].persona)
	}
	if !right {
		e.problem(ClaseFirma, a, "el relevo de dirección no lo firman quien sale y quien entra")
	}
}
