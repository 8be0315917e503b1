package diario_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/registers/diario"
)

// leaf is the text of the leaf k in the tests of the tree: any bytes do.
func leaf(k int) []byte { return fmt.Appendf(nil, "hoja %d\n", k) }

// grow returns the tree of n leaves and the column of hashes of each.
func grow(n int) (diario.Arbol, [][]byte) {
	var a diario.Arbol
	var columns [][]byte
	for k := range n {
		columns = append(columns, diario.JoinHashes(a.Append(leaf(k))))
	}
	return a, columns
}

// reader reads stored hashes from columns, and fails the test on positions out of order.
func reader(t *testing.T, columns [][]byte) tlog.HashReader {
	return diario.NewHashReader(func(posiciones []int64) ([][]byte, error) {
		if !slices.IsSorted(posiciones) || len(slices.Compact(slices.Clone(posiciones))) != len(posiciones) {
			t.Errorf("positions %v are not strictly ascending", posiciones)
		}
		var out [][]byte
		for _, p := range posiciones {
			if p >= int64(len(columns)) {
				return nil, errors.New("no such asiento")
			}
			out = append(out, columns[p])
		}
		return out, nil
	})
}

// The oracle is tlog over one flat list of stored hashes.
func TestArbolAgainstTlog(t *testing.T) {
	var flat []tlog.Hash
	oracle := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var out []tlog.Hash
		for _, k := range indexes {
			out = append(out, flat[k])
		}
		return out, nil
	})
	var a diario.Arbol
	for n := range int64(300) {
		want, err := tlog.StoredHashes(n, leaf(int(n)), oracle)
		if err != nil {
			t.Fatal(err)
		}
		got := a.Append(leaf(int(n)))
		if !slices.Equal(got, want) {
			t.Fatalf("leaf %d: got %v, want %v", n, got, want)
		}
		if got, want := diario.StoredHashCount(n), len(want); got != want {
			t.Fatalf("StoredHashCount(%d): got %d, want %d", n, got, want)
		}
		for k := range want {
			posicion, desde := diario.StoredHashPlace(int64(len(flat) + k))
			if posicion != n || desde != 32*k {
				t.Fatalf("hash %d of leaf %d: got place %d+%d", k, n, posicion, desde)
			}
		}
		flat = append(flat, want...)
		root, err := tlog.TreeHash(n+1, oracle)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Raiz(); got != root {
			t.Fatalf("root of %d leaves: got %v, want %v", n+1, got, root)
		}
	}
}

func TestLoadArbol(t *testing.T) {
	_, columns := grow(70)
	for n := range int64(71) {
		got, err := diario.LoadArbol(n, reader(t, columns))
		if err != nil {
			t.Fatalf("LoadArbol(%d): %v", n, err)
		}
		want, _ := grow(int(n))
		if got != want {
			t.Errorf("LoadArbol(%d) is another tree", n)
		}
		got.Append(leaf(int(n)))
		if want.Append(leaf(int(n))); got.Raiz() != want.Raiz() {
			t.Errorf("the tree loaded at %d grows otherwise", n)
		}
	}
	if _, err := diario.LoadArbol(71, reader(t, columns)); err == nil {
		t.Error("a tree larger than its asientos was loaded")
	}
	if _, err := diario.LoadArbol(-1, reader(t, columns)); !errors.Is(err, diario.ErrArbol) {
		t.Errorf("size -1: got %v, want ErrArbol", err)
	}
	columns[63] = columns[63][:32]
	if _, err := diario.LoadArbol(64, reader(t, columns)); !errors.Is(err, diario.ErrArbol) {
		t.Errorf("column cut short: got %v, want ErrArbol", err)
	}
}

// A copy taken before a group is the tree to go back to.
func TestArbolRestore(t *testing.T) {
	a, _ := grow(37)
	before, root := a, a.Raiz()
	for k := range 30 {
		a.Append(leaf(1000 + k))
	}
	a = before
	if a.Tamano() != 37 || a.Raiz() != root {
		t.Error("the copy did not keep the tree")
	}
}

func TestProofs(t *testing.T) {
	const n = 45
	tree, columns := grow(n)
	r := reader(t, columns)
	for k := range int64(n) {
		p, err := diario.ProveRecord(n, k, r)
		if err != nil {
			t.Fatal(err)
		}
		if err := tlog.CheckRecord(p, n, tree.Raiz(), k, tlog.RecordHash(leaf(int(k)))); err != nil {
			t.Errorf("leaf %d: %v", k, err)
		}
		if err := tlog.CheckRecord(p, n, tree.Raiz(), k, tlog.RecordHash(leaf(int(k)+1))); err == nil {
			t.Errorf("leaf %d: the proof serves for another leaf", k)
		}
	}
	now := diario.Checkpoint{Tamano: n, Raiz: tree.Raiz()}
	for k := range int64(n + 1) {
		old, _ := grow(int(k))
		then := diario.Checkpoint{Tamano: k, Raiz: old.Raiz()}
		p, err := diario.ProveTree(n, k, r)
		if err != nil {
			t.Fatalf("ProveTree(%d, %d): %v", n, k, err)
		}
		if err := diario.CheckTree(p, now, then); err != nil {
			t.Errorf("from %d: %v", k, err)
		}
		then.Raiz[3] ^= 1
		if err := diario.CheckTree(p, now, then); !errors.Is(err, diario.ErrArbol) {
			t.Errorf("from %d with another root: got %v, want ErrArbol", k, err)
		}
	}
	for _, bad := range [][2]int64{{n, n + 1}, {n, -1}, {-1, 0}, {0, 1}} {
		if _, err := diario.ProveTree(bad[0], bad[1], r); !errors.Is(err, diario.ErrArbol) {
			t.Errorf("ProveTree(%v): got %v, want ErrArbol", bad, err)
		}
	}
	for _, bad := range []int64{-1, n} {
		if _, err := diario.ProveRecord(n, bad, r); !errors.Is(err, diario.ErrArbol) {
			t.Errorf("ProveRecord(%d): got %v, want ErrArbol", bad, err)
		}
	}
}

func TestJoinHashes(t *testing.T) {
	h := []tlog.Hash{{1}, {2}}
	if got, want := diario.JoinHashes(h), append(h[0][:], h[1][:]...); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func BenchmarkArbolAppend(b *testing.B) {
	var a diario.Arbol
	texto := bytes.Repeat([]byte("x"), 700)
	b.ReportAllocs()
	for b.Loop() {
		a.Append(texto)
	}
}
