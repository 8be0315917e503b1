package escritor

// UltimoNumero is the last number given in a book of an establecimiento, 0 when none was,
// those of this transaction included. While it stays the same, what was read of that book
// still holds, whichever replica writes.
func (t *Tx) UltimoNumero(establecimiento, libro string) int64 {
	return t.g.e.s.counters[counter{"libro", establecimiento, libro}]
}

// Relecturas is Escritor.Relecturas, the reading for this transaction included.
func (t *Tx) Relecturas() int64 { return t.g.e.reread.Load() }
