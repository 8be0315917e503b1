package diario

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// ErrArbol is the base of every error about the tree.
var ErrArbol = errors.New("árbol del diario no válido")

// Arbol is the Merkle tree of the log (RFC 6962), of which only the frontier is kept:
// the roots of the complete subtrees that the tree is made of. It is a value: a copy
// taken before a group is the tree to go back to if the group fails. The zero value is
// the empty tree.
type Arbol struct {
	tamano   int64
	frontera [63]tlog.Hash // [k]: root of the subtree of 2^k leaves, when bit k of tamano is set
}

// LoadArbol reads the frontier of the tree of that size from its stored hashes.
func LoadArbol(tamano int64, r tlog.HashReader) (Arbol, error) {
	if tamano < 0 {
		return Arbol{}, fmt.Errorf("%w: tamaño %d", ErrArbol, tamano)
	}
	a := Arbol{tamano: tamano}
	var levels []int
	var indexes []int64
	for k := 62; k >= 0; k-- { // from the left of the tree to its right
		if tamano>>k&1 == 1 {
			levels = append(levels, k)
			indexes = append(indexes, tlog.StoredHashIndex(k, tamano>>k-1))
		}
	}
	if len(indexes) == 0 {
		return a, nil
	}
	hashes, err := r.ReadHashes(indexes)
	if err != nil {
		return Arbol{}, err
	}
	if len(hashes) != len(indexes) {
		return Arbol{}, fmt.Errorf("%w: se leyeron %d hashes de %d", ErrArbol, len(hashes), len(indexes))
	}
	for k, level := range levels {
		a.frontera[level] = hashes[k]
	}
	return a, nil
}

// Tamano is the number of leaves.
func (a *Arbol) Tamano() int64 { return a.tamano }

// Append adds a leaf and returns the hashes to store with it: its own first, then
// those of the subtrees that it completes.
func (a *Arbol) Append(texto []byte) []tlog.Hash {
	return a.AppendHash(tlog.RecordHash(texto))
}

// AppendHash is Append for a leaf whose hash (tlog.RecordHash of its text) is known.
func (a *Arbol) AppendHash(leaf tlog.Hash) []tlog.Hash {
	stored, err := tlog.StoredHashesForRecordHash(a.tamano, leaf, a)
	if err != nil {
		panic(err) // the frontier holds whatever a new leaf needs
	}
	a.tamano++
	level := len(stored) - 1
	a.frontera[level] = stored[level]
	clear(a.frontera[:level]) // taken in by the new one: equal trees are equal values
	return stored
}

// Raiz is the root of the tree: the hash that a checkpoint signs.
func (a *Arbol) Raiz() tlog.Hash {
	root, err := tlog.TreeHash(a.tamano, a)
	if err != nil {
		panic(err) // idem
	}
	return root
}

// ReadHashes gives the hashes of the frontier, by stored hash index; any other is an error.
func (a *Arbol) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for k, index := range indexes {
		level, n := tlog.SplitStoredHashIndex(index)
		if level > 62 || a.tamano>>level&1 == 0 || n != a.tamano>>level-1 {
			return nil, fmt.Errorf("%w: el hash %d no está en la frontera", ErrArbol, index)
		}
		hashes[k] = a.frontera[level]
	}
	return hashes, nil
}

// StoredHashPlace says where a stored hash is kept: in the asiento of that position,
// from that byte of its column of hashes on.
func StoredHashPlace(index int64) (posicion int64, desde int) {
	level, n := tlog.SplitStoredHashIndex(index)
	return (n+1)<<level - 1, level * tlog.HashSize
}

// StoredHashCount is the number of hashes stored with the leaf of that position.
func StoredHashCount(posicion int64) int {
	return 1 + bits.TrailingZeros64(uint64(posicion+1))
}

// JoinHashes is the column of hashes of an asiento: its stored hashes one after another.
func JoinHashes(stored []tlog.Hash) []byte {
	b := make([]byte, 0, len(stored)*tlog.HashSize)
	for k := range stored {
		b = append(b, stored[k][:]...)
	}
	return b
}

// NewHashReader reads stored hashes out of the asientos. leer returns the columns of
// hashes of the positions asked for, which come in ascending order and without repeats,
// in that order.
func NewHashReader(leer func(posiciones []int64) ([][]byte, error)) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		posiciones := make([]int64, 0, len(indexes))
		for _, index := range indexes {
			posicion, _ := StoredHashPlace(index)
			posiciones = append(posiciones, posicion)
		}
		slices.Sort(posiciones)
		posiciones = slices.Compact(posiciones)
		columns, err := leer(posiciones)
		if err != nil {
			return nil, err
		}
		if len(columns) != len(posiciones) {
			return nil, fmt.Errorf("%w: se leyeron %d asientos de %d", ErrArbol, len(columns), len(posiciones))
		}
		hashes := make([]tlog.Hash, len(indexes))
		for k, index := range indexes {
			posicion, from := StoredHashPlace(index)
			place, _ := slices.BinarySearch(posiciones, posicion)
			if len(columns[place]) < from+tlog.HashSize {
				return nil, fmt.Errorf("%w: faltan hashes en el asiento %d", ErrArbol, posicion)
			}
			copy(hashes[k][:], columns[place][from:])
		}
		return hashes, nil
	})
}

// ProveRecord proves that the tree of size tamano holds the leaf of that position.
func ProveRecord(tamano, posicion int64, r tlog.HashReader) (tlog.RecordProof, error) {
	p, err := tlog.ProveRecord(tamano, posicion, r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrArbol, err)
	}
	return p, nil
}

// ProveTree proves that the tree of size tamano extends the one of size anterior.
// Every tree extends the empty one: that proof is empty.
func ProveTree(tamano, anterior int64, r tlog.HashReader) (tlog.TreeProof, error) {
	if anterior == 0 && tamano >= 0 {
		return tlog.TreeProof{}, nil
	}
	p, err := tlog.ProveTree(tamano, anterior, r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrArbol, err)
	}
	return p, nil
}

// CheckTree checks a proof of ProveTree: that the tree of nuevo extends that of viejo.
func CheckTree(p tlog.TreeProof, nuevo, viejo Checkpoint) error {
	if viejo.Tamano == 0 && nuevo.Tamano >= 0 {
		empty := Arbol{}
		if len(p) != 0 || viejo.Raiz != empty.Raiz() {
			return fmt.Errorf("%w: prueba de un diario vacío", ErrArbol)
		}
		return nil
	}
	if err := tlog.CheckTree(p, nuevo.Tamano, nuevo.Raiz, viejo.Tamano, viejo.Raiz); err != nil {
		return fmt.Errorf("%w: %w", ErrArbol, err)
	}
	return nil
}
