package verificador

import (
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

// arbol is the Merkle tree of the leaves read so far (docs/formato-diario.md, 4): the
// roots of the whole subtrees that it is made of, the largest first.
type arbol struct {
	tamano int64
	ramas  []tlog.Hash
	stored []tlog.Hash // given by the last append
}

// append adds a leaf by its hash and returns the hashes that it completes: its own and,
// from small to large, those of the subtrees that it closes. They hold until the next one.
func (t *arbol) append(h tlog.Hash) []tlog.Hash {
	t.stored = append(t.stored[:0], h)
	for n := t.tamano; n&1 == 1; n >>= 1 {
		last := len(t.ramas) - 1
		h = tlog.NodeHash(t.ramas[last], h)
		t.ramas = t.ramas[:last]
		t.stored = append(t.stored, h)
	}
	t.ramas = append(t.ramas, h)
	t.tamano++
	return t.stored
}

// raiz is the root of the tree.
func (t *arbol) raiz() tlog.Hash {
	last := len(t.ramas) - 1
	if last < 0 {
		return sha256.Sum256(nil)
	}
	h := t.ramas[last]
	for k := last - 1; k >= 0; k-- {
		h = tlog.NodeHash(t.ramas[k], h)
	}
	return h
}
