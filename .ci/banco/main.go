// Command banco measures Foliado and writes docs/rendimiento.md (`make bench`). Every
// target is a ratio of two rates of one run: rounds are interleaved, each ratio is taken
// within its round, and the median is reported, so that a noisy machine spoils both sides
// alike. Without arguments it measures everything; -partes a,b chooses, and what the report
// has of the other parts stays in it.
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"
)

// partes are what is measured, in the order of the report.
var partes = []struct {
	letra, nombre string
	medir         func(*tb, *informe)
}{
	{"a", "card issues, in process and over HTTP", measureTarjetas},
	{"c", "the check with a million barred rows", measureComprobaciones},
	{"d", "verificar, and issues beside it", measureVerificar},
	{"m", "the engines of the games", measureMotores},
}

// allParts is the choice of everything.
const allParts = "a,c,d,m"

var (
	chosen  = flag.String("partes", allParts, "parts to measure, by letter")
	output  = flag.String("o", "docs/rendimiento.md", "report to write")
	rounds  = flag.Int("rondas", 5, "interleaved rounds of each measurement")
	prof    = flag.String("perfil", "", "folder for CPU profiles of the product's sides")
	verifyF = flag.String("verificar", "", "internal: verify this export or database and tell the memory it took")
	noProj  = flag.Bool("sin-proyecciones", false, "internal: with -verificar")
)

func main() {
	flag.Parse()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if *verifyF != "" {
		os.Exit(verifyAlone(*verifyF, !*noProj))
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "banco:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	inf := newInforme()
	for _, p := range partes {
		if !strings.Contains(","+*chosen+",", ","+p.letra+",") {
			continue
		}
		began := time.Now()
		fmt.Fprintf(os.Stderr, "%s: %s\n", p.letra, p.nombre)
		if err := guard(inf, p.medir); err != nil {
			return fmt.Errorf("part %s: %w", p.letra, err)
		}
		fmt.Fprintf(os.Stderr, "%s: done in %v\n", p.letra, time.Since(began).Round(time.Second))
	}
	if *chosen != allParts {
		inf.keep(readAll(*output))
	}
	return inf.write(*output)
}

// guard measures a part and cleans up after it; what failed in it is its error.
func guard(inf *informe, f func(*tb, *informe)) (err error) {
	t := &tb{}
	defer t.close()
	defer func() {
		if p := recover(); p != nil {
			x, ok := p.(failure)
			if !ok {
				panic(p)
			}
			err = fmt.Errorf("%s", x.text)
		}
	}()
	f(t, inf)
	return nil
}
