package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"
)

// informe gathers what docs/rendimiento.md says.
type informe struct {
	log     io.Writer
	targets []objetivo
	tables  []*tabla
	began   time.Time
	load    string

	kept struct { // of an earlier report, of what this run has not measured
		machine []string
		targets []string // whole lines
		tables  []string // whole sections
	}
}

// objetivo is a target: a ratio with what is asked of it.
type objetivo struct {
	texto    string
	medido   float64
	signo    string
	pedido   float64
	decimals int
	unidad   string
}

func (o objetivo) met() bool {
	if o.signo == "<=" {
		return o.medido <= o.pedido
	}
	return o.medido >= o.pedido
}

// tabla is the detail behind some targets.
type tabla struct {
	titulo string
	rows   [][]string
}

func (t *tabla) row(cells ...string) { t.rows = append(t.rows, cells) }

func newInforme() *informe {
	return &informe{log: os.Stderr, began: time.Now(), load: firstFields("/proc/loadavg", 1)}
}

func (i *informe) target(texto string, medido float64, signo string, pedido float64) {
	i.targets = append(i.targets, objetivo{texto: texto, medido: medido, signo: signo, pedido: pedido, decimals: 2})
}

func (i *informe) table(titulo string, header ...string) *tabla {
	t := &tabla{titulo: titulo, rows: [][]string{header}}
	i.tables = append(i.tables, t)
	return t
}

// keep takes from an earlier report what this run has not measured: its machine, the lines
// of other targets and the sections of other tables.
func (i *informe) keep(report string) {
	mine := map[string]bool{"La máquina": true, "Objetivos": true}
	for _, o := range i.targets {
		mine[o.texto] = true
	}
	for _, t := range i.tables {
		mine[t.titulo] = true
	}
	for _, section := range strings.Split(report, "\n## ")[1:] {
		title, body, _ := strings.Cut(section, "\n")
		for line := range strings.Lines(body) {
			cells := strings.Split(line, " | ")
			text := strings.TrimPrefix(cells[0], "| ")
			switch {
			case title == "La máquina" && strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "- "+i.apart()):
				i.kept.machine = append(i.kept.machine, strings.TrimSpace(strings.TrimPrefix(line, "- ")))
			case title == "Objetivos" && len(cells) > 3 && text != "Objetivo" && !mine[text]:
				i.kept.targets = append(i.kept.targets, line)
			}
		}
		if !mine[title] {
			i.kept.tables = append(i.kept.tables, "\n## "+strings.TrimRight(section, "\n")+"\n")
		}
	}
}

// apart begins the line of the machine for a run of some parts.
func (i *informe) apart() string { return "medido después, aparte (" + *chosen + "):" }

func (i *informe) write(name string) error {
	var b strings.Builder
	b.WriteString("# Rendimiento\n\nEsta página la escribe `make bench`; no se edita a mano. La máquina no importa tanto como los cocientes: cada uno compara\n" +
		"dos medidas de una misma ejecución, en rondas intercaladas, y es la mediana de los de cada ronda. Los valores absolutos\n" +
		"son los de la máquina de abajo, compartida con otros trabajos cuando su carga lo dice.\n\n## La máquina\n\n")
	lines := machine(i.load)
	if len(i.kept.machine) > 0 {
		lines = append(i.kept.machine, i.apart()+" carga media "+i.load+", "+time.Now().Format("2006-01-02"))
	}
	for _, l := range lines {
		fmt.Fprintf(&b, "- %s\n", l)
	}
	b.WriteString("\n## Objetivos\n\n| Objetivo | Medido | Pedido | |\n|---|---|---|---|\n" + strings.Join(i.kept.targets, ""))
	for _, o := range i.targets {
		verdict := "se cumple"
		if !o.met() {
			verdict = "**no se cumple**"
		}
		sign := map[string]string{">=": "≥", "<=": "≤"}[o.signo]
		fmt.Fprintf(&b, "| %s | %s | %s %s | %s |\n", o.texto, number(o.medido, o.decimals)+o.unidad, sign, number(o.pedido, -1)+o.unidad, verdict)
	}
	b.WriteString("\n" + explanation + strings.Join(i.kept.tables, ""))
	for _, t := range i.tables {
		fmt.Fprintf(&b, "\n## %s\n\n", t.titulo)
		for k, r := range t.rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(r, " | "))
			if k == 0 {
				b.WriteString(strings.Repeat("|---", len(r)) + "|\n")
			}
		}
	}
	fmt.Fprint(i.log, b.String())
	return os.WriteFile(name, []byte(b.String()), 0o644)
}

const explanation = `Qué se compara:

- **Emisión de tarjetas.** Con las comprobaciones ya hechas; la mitad de quienes entran tienen ficha y a la otra mitad se les
  abre. Se escribe todo lo que escribe el producto: hojas, bóveda, ficha, documento, tarjeta, clave de idempotencia,
  contadores y checkpoint firmado. La vara de medir (` + "`.ci/banco/poracto.go`" + `) escribe las mismas filas en las mismas tablas, con
  los mismos índices y la misma durabilidad, en una transacción por acto: contadores bloqueados en la base, sentencias
  preparadas, dos viajes por acto en PostgreSQL. Al terminar se comprueba que su diario y sus proyecciones son los que
  el producto habría escrito.
- **HTTP.** El servidor del producto en el mismo proceso, por la interfaz local, con conexiones que se mantienen, testigo de
  portador y clave de idempotencia; el cliente es mínimo y también gasta de los mismos núcleos.
- **Comprobación.** Lo mismo, frente a un manejador de echo que no hace nada con las mismas peticiones.
- **Verificar.** La suma desnuda son los SHA-256 de hojas y nodos, los HMAC de los valores abiertos y las firmas Ed25519 que
  la verificación contó, sobre los mismos datos en memoria y en los mismos núcleos.
- **Motores.** Las pruebas de rendimiento de cada motor, como están. Contar cinco cartas en tablas es lo que hacen las pruebas
  para tener con qué comparar; las dos se miden por turnos dentro de la misma.
`

func number(v float64, decimals int) string {
	s := fmt.Sprintf("%.*f", max(decimals, 0), v)
	if decimals < 0 {
		s = strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
	}
	return strings.Replace(s, ".", ",", 1)
}

// machine describes where this ran.
func machine(load string) []string {
	model := "desconocido"
	for line := range strings.Lines(readAll("/proc/cpuinfo")) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == "model name" {
			model = strings.TrimSpace(v)
			break
		}
	}
	memory := "desconocida"
	if f := strings.Fields(readAll("/proc/meminfo")); len(f) > 1 {
		memory = f[1] + " kB"
	}
	return []string{
		fmt.Sprintf("%d núcleos (%s), %s de memoria", runtime.NumCPU(), model, memory),
		fmt.Sprintf("%s, %s; núcleo %s", runtime.Version(), postgresVersion(), strings.TrimSpace(readAll("/proc/sys/kernel/osrelease"))),
		fmt.Sprintf("%.0f fdatasync de una página por segundo", syncRate()),
		fmt.Sprintf("carga media de la máquina al empezar: %s; ahora: %s", load, firstFields("/proc/loadavg", 1)),
		time.Now().Format("2006-01-02"),
	}
}

func readAll(name string) string {
	b, _ := os.ReadFile(name)
	return string(b)
}

func firstFields(name string, n int) string {
	f := strings.Fields(readAll(name))
	return strings.Join(f[:min(n, len(f))], " ")
}

func postgresVersion() string {
	names, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(names) == 0 {
		return "PostgreSQL"
	}
	out, err := exec.Command(names[len(names)-1], "--version").Output()
	if err != nil {
		return "PostgreSQL"
	}
	return strings.Replace(strings.TrimSpace(string(out)), "postgres (PostgreSQL)", "PostgreSQL", 1)
}

// profile begins a CPU profile when one was asked for.
func profile(name string) (stop func()) {
	if *prof == "" {
		return func() {}
	}
	f, err := os.Create(filepath.Join(*prof, name+".prof"))
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		return func() {}
	}
	return func() { pprof.StopCPUProfile(); f.Close() }
}
