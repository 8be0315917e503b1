package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"foliado/admission"
	"foliado/migrations"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

const (
	asientosVerificar = 200_000
	cuarto            = asientosVerificar / 4
	paso              = 4 * time.Millisecond // between the issues beside a verification
)

// medida is what verifyAlone tells of itself.
type medida struct {
	Segundos float64
	PicoKB   int64
	Informe  verificador.Informe
}

// verifyAlone verifies an export or a database in a process of its own and writes a
// medida; with projections, a database's are rebuilt and compared too.
func verifyAlone(name string, projections bool) int {
	var fuente verificador.Fuente
	var o verificador.Options
	if strings.HasSuffix(name, ".db") {
		base, err := verificador.OpenSQLite(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fuente = base
		if projections {
			o.Proyecciones = func(ctx context.Context) ([]verificador.Diferencia, error) {
				m := registers.Proyectores()
				for k, p := range admission.Proyectores() {
					m[k] = p
				}
				found, err := escritor.Contrast(ctx, escritor.Config{Ruta: name, Proyectores: m}, append(registers.Tablas(), admission.Tablas()...), nil)
				return make([]verificador.Diferencia, len(found)), err
			}
		}
	} else {
		x, err := verificador.OpenExport(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fuente = x
	}
	debug.SetGCPercent(verificador.GCPercent) // as the command does
	began := time.Now()
	inf, err := verificador.Verify(context.Background(), fuente, o)
	if err != nil || !inf.Integro {
		fmt.Fprintln(os.Stderr, err, inf)
		return 1
	}
	m := medida{Segundos: time.Since(began).Seconds(), Informe: *inf}
	m.PicoKB = peakMemory()
	if err := json.NewEncoder(os.Stdout).Encode(m); err != nil {
		return 1
	}
	return 0
}

// peakMemory is the most memory this process has held, in kB. (What getrusage tells of a
// child takes in what its parent held when it was born.)
func peakMemory() int64 {
	for line := range strings.Lines(readAll("/proc/self/status")) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n
		}
	}
	return 0
}

// alone runs verifyAlone in another process, on that many cores.
func alone(t *tb, name string, cores int) medida {
	self, err := os.Executable()
	t.check(err)
	cmd := exec.Command(self, "-verificar", name)
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", cores))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	t.check(err)
	var m medida
	t.check(json.Unmarshal(out, &m))
	return m
}

// measureVerificar compares verificar with its bare cryptography, at two sizes, and times
// the issues beside it.
func measureVerificar(t *tb, inf *informe) {
	c := newCasa(t, migrations.SQLite, interdictos)
	c.grow(cuarto)
	small := c.export(t)
	quarter := alone(t, small, runtime.NumCPU())
	c.grow(asientosVerificar)
	export := c.export(t)
	var onExport, onDatabase []float64
	var last, lastDB medida
	for range max(1, *rounds/2) {
		bare := c.bareSum(t)
		last = alone(t, export, runtime.NumCPU())
		onExport = append(onExport, last.Segundos/bare)
		bare = c.bareSum(t)
		lastDB = alone(t, c.bd.Ruta, runtime.NumCPU())
		onDatabase = append(onDatabase, lastDB.Segundos/bare)
	}
	p99, n := c.besideVerificar(t)
	inf.target("verificar una exportación de 200.000 asientos, frente a su criptografía desnuda", mediana(onExport), "<=", 3)
	inf.target("verificar una base SQLite de 200.000 asientos, con sus proyecciones, frente a lo mismo", mediana(onDatabase), "<=", 8)
	inf.target("memoria máxima de verificar 200.000 asientos, frente a 50.000 (exportación)", float64(last.PicoKB)/float64(quarter.PicoKB), "<=", 1.5)
	inf.target("p99 de las emisiones, en ms, junto a verificar en un núcleo", p99, "<=", 10)
	d := inf.table("Verificar", "fuente", "asientos", "valores", "checkpoints", "segundos", "pico de memoria")
	for _, m := range []medida{quarter, last, lastDB} {
		d.row(m.Informe.Fuente, fmt.Sprint(m.Informe.Asientos), fmt.Sprint(m.Informe.Abiertos), fmt.Sprint(m.Informe.Checkpoints),
			number(m.Segundos, 2), fmt.Sprintf("%d MB", m.PicoKB/1024))
	}
	d.row("emisiones al lado", fmt.Sprint(n), "", "", "p99 "+number(p99, 2)+" ms", "")
	t.check(c.Escritor.Close())
}

// grow issues cards until the log has that many asientos.
func (c *casa) grow(asientos int64) {
	for c.Escritor.Tamano() < asientos {
		ids := c.checks(4000)
		spread(preparers, len(ids), func(k int) { c.issue(ids[k]) })
	}
}

// export writes the whole log to a file and returns its name.
func (c *casa) export(t *tb) string {
	name := filepath.Join(t.TempDir(), "diario.foliado")
	f, err := os.Create(name)
	t.check(err)
	db, err := sql.Open("sqlite", "file:"+c.bd.Ruta+"?mode=ro")
	t.check(err)
	defer db.Close()
	t.check(exportacion.Write(context.Background(), f, db, exportacion.Options{}))
	t.check(f.Close())
	return name
}

// bareSum is the time, in seconds, that the cryptography alone takes on every core: the
// leaves and nodes of the tree, the commitments, the signatures of the checkpoints and
// of the acts.
func (c *casa) bareSum(t *tb) float64 {
	leaves, values, notes, signatures := c.material(t)
	v, err := note.NewVerifier(c.Clave)
	t.check(err)
	keys := note.VerifierList(v)
	public, private, err := ed25519.GenerateKey(rand.Reader)
	t.check(err)
	message := []byte(strings.Repeat("x", 160))
	signed := ed25519.Sign(private, message)
	began := time.Now()
	workers := runtime.NumCPU()
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for k := w; k < len(leaves); k += workers {
				h := tlog.RecordHash(leaves[k])
				tlog.NodeHash(h, h) // as many nodes as leaves
			}
			for k := w; k < len(values); k += workers {
				diario.Comprometer(values[k].Nombre, values[k].Valor, values[k].Sal)
			}
			for k := w; k < len(notes); k += workers {
				if _, err := note.Open(notes[k], keys); err != nil {
					panic(err)
				}
			}
			for k := w; k < signatures; k += workers {
				ed25519.Verify(public, message, signed)
			}
		})
	}
	group.Wait()
	return time.Since(began).Seconds()
}

// material reads into memory what the cryptography works on.
func (c *casa) material(t *tb) (leaves [][]byte, values []diario.Apertura, notes [][]byte, signatures int) {
	db := c.Escritor.Lectura()
	t.check(db.Table("asientos").Order("posicion").Pluck("texto", &leaves).Error)
	t.check(db.Table("checkpoints").Order("tamano").Pluck("nota", &notes).Error)
	rows, err := db.Raw("SELECT nombre, valor, sal FROM boveda").Rows()
	t.check(err)
	defer rows.Close()
	for rows.Next() {
		var a diario.Apertura
		var sal []byte
		t.check(rows.Scan(&a.Nombre, &a.Valor, &sal))
		copy(a.Sal[:], sal)
		values = append(values, a)
	}
	t.check(rows.Err())
	for _, l := range leaves {
		signatures += strings.Count(string(l), "\nfirma ")
	}
	return leaves, values, notes, signatures
}

// besideVerificar issues cards at a steady pace while another process verifies the
// database on one core, and returns the 99th percentile of their time in milliseconds.
func (c *casa) besideVerificar(t *tb) (p99 float64, n int) {
	ids := c.checks(6000)
	stop := make(chan struct{})
	var finished sync.WaitGroup
	finished.Go(func() {
		defer close(stop)
		alone(t, c.bd.Ruta, 1)
	})
	var took []float64
	tick := time.NewTicker(paso)
	defer tick.Stop()
	for _, id := range ids {
		select {
		case <-stop:
		case <-tick.C:
			began := time.Now()
			c.issue(id)
			took = append(took, float64(time.Since(began).Microseconds())/1000)
			continue
		}
		break
	}
	finished.Wait()
	slices.Sort(took)
	return took[len(took)*99/100], len(took)
}
