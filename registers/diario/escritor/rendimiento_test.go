package escritor

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

func BenchmarkIssue(b *testing.B) {
	for _, dialecto := range migrations.Dialectos() {
		for _, callers := range []int{1, 8, 32, 64} {
			b.Run(fmt.Sprintf("%s/%d", dialecto, callers), func(b *testing.B) {
				bd := dbtest.New(b, dialecto)
				createTables(b, bd)
				cfg := configFor(b, bd)
				cfg.Reloj = time.Now
				cfg.Marca = marcaIn(b)
				e := openWith(b, cfg)
				var n atomic.Int64
				var wg sync.WaitGroup
				var r0, r1 syscall.Rusage
				syscall.Getrusage(0, &r0)
				b.ResetTimer()
				for range callers {
					wg.Go(func() {
						for k := n.Add(1); k <= int64(b.N); k = n.Add(1) {
							persona := fmt.Sprint("p", k)
							ctx := WithIdempotencia(context.Background(), Idempotencia{Usuario: "u1",
								Ruta: "POST /api/v1/establecimientos/principal/tarjetas", Clave: persona,
								Huella:          "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a",
								Establecimiento: "principal", Jornada: "2026-11-30"})
							if _, err := e.Do(ctx, issue(persona, nil)); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wg.Wait()
				syscall.Getrusage(0, &r1)
				b.ReportMetric(float64(r1.Utime.Nano()+r1.Stime.Nano()-r0.Utime.Nano()-r0.Stime.Nano())/float64(b.N)/1e3, "cpu-us/act")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "acts/s")
			})
		}
	}
}
