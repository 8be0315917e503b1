package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// medidaMotor is a benchmark of an engine, read off the output of go test: the naive
// evaluator stands in the tests, as their oracle, so they are run as they are.
type medidaMotor struct {
	dir, bench string
	unit       string // of the metric: "times", "ns/bet"
	texto      string
	signo      string
	pedido     float64
	escala     float64 // of the unit to that of the text
}

var medidasMotor = []medidaMotor{
	{"domain/naipes", "BenchmarkNaive", "times", "Valorar cinco cartas, frente a contarlas en tablas, veces más rápido", ">=", 3.5, 1},
	{"domain/naipes", "BenchmarkValue/five", "allocs/op", "Reservas de memoria al valorar cinco cartas", "<=", 0, 1},
	{"domain/ruleta", "BenchmarkSettle", "ns/bet", "Liquidar una mesa de ruleta de cien apuestas, ns por apuesta", "<=", 100, 1},
	{"domain/ruleta", "BenchmarkSettle", "allocs/op", "Reservas de memoria al liquidar esa mesa", "<=", 0, 1},
	{"domain/blackjack", "BenchmarkRonda", "ns/op", "Una mano de black jack de dos casillas con una separación, en microsegundos", "<=", 100, 1e-3},
}

// detalleMotor is what the table shows besides.
var detalleMotor = []medidaMotor{
	{dir: "domain/naipes", bench: "BenchmarkValue/five", unit: "ns/op", texto: "valorar cinco cartas, ns", escala: 1},
	{dir: "domain/naipes", bench: "BenchmarkValue/seven", unit: "ns/op", texto: "valorar las mejores cinco de siete, ns", escala: 1},
	{dir: "domain/naipes", bench: "BenchmarkNaive", unit: "ns/hand", texto: "lo mismo contándolas en tablas, ns por mano", escala: 1},
	{dir: "domain/naipes", bench: "BenchmarkValue/enumerated", unit: "ns/op", texto: "las 2.598.960 manos de cinco cartas, ms", escala: 1e-6},
	{dir: "domain/ruleta", bench: "BenchmarkSettle", unit: "ns/op", texto: "mesa de ruleta de cien apuestas, µs", escala: 1e-3},
	{dir: "domain/blackjack", bench: "BenchmarkRonda", unit: "ns/op", texto: "mano de black jack, µs", escala: 1e-3},
}

// measureMotores runs the benchmarks of the engines, a run of each a round.
func measureMotores(t *tb, inf *informe) {
	runs := map[string][]map[string]map[string]float64{} // folder -> rounds -> benchmark -> unit -> value
	for n := range *rounds {
		for _, dir := range []string{"domain/naipes", "domain/ruleta", "domain/blackjack"} {
			out, err := exec.Command("go", "test", "-run", "^$", "-bench", "^Benchmark(Naive|Value|Settle|Ronda)$", "-benchmem", "-benchtime", "300ms", "./"+dir).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", dir, err, out)
			}
			runs[dir] = append(runs[dir], readBench(string(out)))
			fmt.Fprintf(inf.log, "%s, round %d\n", dir, n+1)
		}
	}
	median := func(m medidaMotor) float64 {
		var vs []float64
		for _, r := range runs[m.dir] {
			v, ok := r[m.bench][m.unit]
			if !ok {
				t.Fatalf("%s: %s tells no %s", m.dir, m.bench, m.unit)
			}
			vs = append(vs, v*m.escala)
		}
		return mediana(vs)
	}
	for _, m := range medidasMotor {
		inf.target(m.texto, median(m), m.signo, m.pedido)
	}
	table := inf.table("Motores, medianas de las rondas", "Qué", "Cuánto")
	for _, m := range detalleMotor {
		table.row(m.texto, number(median(m), 1))
	}
}

var (
	benchRE  = regexp.MustCompile(`(?m)^(Benchmark\S*?)(?:-\d+)?\s+\d+\s+(.*)$`)
	metricRE = regexp.MustCompile(`([0-9.]+) (\S+)`)
)

// readBench reads the metrics of each benchmark off the output of go test.
func readBench(out string) map[string]map[string]float64 {
	found := map[string]map[string]float64{}
	for _, line := range benchRE.FindAllStringSubmatch(out, -1) {
		found[line[1]] = map[string]float64{}
		for _, m := range metricRE.FindAllStringSubmatch(line[2], -1) {
			if v, err := strconv.ParseFloat(m[1], 64); err == nil {
				found[line[1]][m[2]] = v
			}
		}
	}
	return found
}
