package verificador_test

import (
	"crypto/ed25519"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// tamanoBench is how many cards the log of the benchmarks has; FOLIADO_BENCH_ASIENTOS
// sets another.
func tamanoBench() int {
	if n, err := strconv.Atoi(os.Getenv("FOLIADO_BENCH_ASIENTOS")); err == nil {
		return n
	}
	return 5000
}

// large is a house with that many cards, 32 a commit.
func large(b *testing.B, n int) *casa {
	c := newCasa(b)
	c.found()
	c.staff()
	c.openJornada("2026-11-02")
	for k := range n {
		c.tarjeta("500")
		if k%32 == 31 {
			c.commit()
		}
	}
	c.table(-1250)
	c.closeJornada(-1250, 1)
	c.certify()
	return c
}

// bareSum is the time that the cryptography alone takes on every core: hashes of leaves
// and nodes, commitments, signatures.
func bareSum(b *testing.B, c *casa) time.Duration {
	b.Helper()
	v, err := note.NewVerifier(c.vkey)
	if err != nil {
		b.Fatal(err)
	}
	keys := note.VerifierList(v)
	start := time.Now()
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for k := w; k < len(c.filas); k += workers {
				h := tlog.RecordHash(c.filas[k].texto)
				for range len(c.filas[k].hashes)/32 - 1 {
					h = tlog.NodeHash(h, h)
				}
				for _, f := range c.filas[k].a.Firmas {
					ed25519.Verify(c.claves["p1"].Public().(ed25519.PublicKey), c.filas[k].texto[:200], f.Firma)
				}
				if nota := c.notas[int64(k)]; nota != nil {
					if _, err := note.Open(nota, keys); err != nil {
						panic(err)
					}
				}
			}
			for k := w; k < len(c.boveda); k += workers {
				diario.Comprometer(c.boveda[k].Nombre, c.boveda[k].Valor, c.boveda[k].Sal)
			}
		})
	}
	group.Wait()
	return time.Since(start)
}

func benchmark(b *testing.B, c *casa, open func() verificador.Fuente) {
	var bare, whole time.Duration
	for b.Loop() {
		bare += bareSum(b, c)
		f := open()
		runtime.GC()
		start := time.Now()
		inf := verify(b, f, verificador.Options{})
		whole += time.Since(start)
		if !inf.Integro {
			b.Fatal(text(inf))
		}
	}
	b.ReportMetric(float64(whole)/float64(bare), "×crypto")
	b.ReportMetric(float64(whole.Microseconds())/float64(b.N)/float64(len(c.filas)), "µs/asiento")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkVerifyExport: at most 3 times the cryptography alone.
func BenchmarkVerifyExport(b *testing.B) {
	c := large(b, tamanoBench())
	export := c.export(exportacion.Options{})
	ruta := filepath.Join(b.TempDir(), "export.zip")
	if err := os.WriteFile(ruta, export, 0o600); err != nil {
		b.Fatal(err)
	}
	benchmark(b, c, func() verificador.Fuente {
		f, err := verificador.OpenExport(ruta)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { f.Close() })
		return f
	})
}

// BenchmarkVerifyDatabase: at most 8 times, projections apart.
func BenchmarkVerifyDatabase(b *testing.B) {
	c := large(b, tamanoBench())
	for _, dialecto := range migrations.Dialectos() {
		b.Run(string(dialecto), func(b *testing.B) {
			bd := dbtest.New(b, dialecto)
			c.t = b
			c.store(bd)
			benchmark(b, c, func() verificador.Fuente { return open(b, bd) })
		})
	}
}
