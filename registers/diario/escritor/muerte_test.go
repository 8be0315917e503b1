package escritor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// childVariable makes this test binary a writer that others watch, trace and kill.
const childVariable = "FOLIADO_PRUEBA_ESCRITOR"

// child is what such a process is asked for.
type child struct {
	Ruta, DSN, Marca string
	Skey             string
	Clients          int
	Acts             int // 0: until killed
	Name             string
}

func TestMain(m *testing.M) {
	if order := os.Getenv(childVariable); order != "" {
		if err := runChild(order); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runChild issues cards and says so, a line each, once they are acknowledged.
func runChild(order string) error {
	var c child
	if err := json.Unmarshal([]byte(order), &c); err != nil {
		return err
	}
	cfg, err := configWith(c.Skey)
	if err != nil {
		return err
	}
	cfg.Ruta, cfg.DSN, cfg.Marca, cfg.Reloj = c.Ruta, c.DSN, c.Marca, time.Now
	e, err := Open(context.Background(), cfg)
	if err != nil {
		return err
	}
	fmt.Println("open")
	var wg sync.WaitGroup
	errs := make(chan error, c.Clients)
	for client := range c.Clients {
		wg.Go(func() {
			for k := client; c.Acts == 0 || k < c.Acts; k += c.Clients {
				persona := c.Name + "-" + strconv.Itoa(k)
				var a diario.Asiento
				if _, err := e.Do(context.Background(), issue(persona, &a)); err != nil {
					errs <- err
					return
				}
				fmt.Printf("ack %d %s\n", a.NumeroSerie, persona)
			}
		})
	}
	wg.Wait()
	close(errs)
	if err := <-errs; err != nil {
		return err
	}
	return e.Close()
}

// command is the child as a command.
func (c child) command(t *testing.T, wrap ...string) *exec.Cmd {
	t.Helper()
	order, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	words := append(wrap, self)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), childVariable+"="+string(order))
	cmd.Stderr = os.Stderr
	return cmd
}

func childOf(bd dbtest.BD, marca string) child {
	skey, _ := keysPrueba()
	return child{Ruta: bd.Ruta, DSN: bd.DSN, Marca: marca, Skey: skey}
}

// acks reads the acknowledgements out of what a child said, whole lines only.
func acks(said []byte) map[int64]string {
	got := map[int64]string{}
	lines := strings.SplitAfter(string(said), "\n")
	for _, line := range lines {
		var n int64
		var persona string
		if strings.HasSuffix(line, "\n") {
			if k, _ := fmt.Sscanf(line, "ack %d %s", &n, &persona); k == 2 {
				got[n] = persona
			}
		}
	}
	return got
}

// kill -9 under load, 20 times: whatever was acknowledged is there, and the log goes on.
func TestKill(t *testing.T) {
	t.Parallel()
	const rounds = 20
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		marca := marcaIn(t)
		all := map[int64]string{}
		for round := range rounds {
			c := childOf(bd, marca)
			c.Clients, c.Name = 16, fmt.Sprint("r", round)
			cmd := c.command(t)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			r := bufio.NewReader(out)
			var said bytes.Buffer
			for !strings.HasPrefix(said.String(), "open\nack") { // it is at work
				line, err := r.ReadString('\n')
				said.WriteString(line)
				if err != nil {
					t.Fatalf("round %d: the writer died: %v: %s", round, err, &said)
				}
			}
			time.AfterFunc(time.Duration(10+rand.IntN(90))*time.Millisecond, func() { cmd.Process.Kill() })
			io.Copy(&said, r)
			cmd.Wait()
			for n, persona := range acks(said.Bytes()) {
				all[n] = persona
			}
		}
		cfg := configFor(t, bd)
		cfg.Marca, cfg.Reloj = marca, time.Now
		e := openWith(t, cfg) // PostgreSQL may be ending what the last one sent: this takes its turn
		found := map[int64]string{}
		for _, l := range readLog(t, bd) {
			a, err := diario.Parse(l.Texto)
			if err != nil {
				t.Fatal(err)
			}
			found[a.NumeroSerie] = a.Dato("persona")
		}
		for n, persona := range all {
			if found[n] != persona {
				t.Errorf("card %d, acknowledged to %s: got %q", n, persona, found[n])
			}
		}
		t.Logf("%d acknowledged, %d on record", len(all), len(found))
		mustIssue(t, e, "after")
	})
}

// On SQLite fsyncs are counted at the system calls: no acknowledgement before one that
// came after its act began, and a few a group at most.
func TestSyncsSQLite(t *testing.T) {
	bd := dbtest.New(t, migrations.SQLite)
	createTables(t, bd)
	run := func(c child) (syncs int, trace string) {
		t.Helper()
		name := filepath.Join(t.TempDir(), "traza")
		cmd := c.command(t, "strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,write", "-e", "signal=none", "-s", "16", "-o", name)
		if out, err := cmd.Output(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "sync("), string(text)
	}
	t.Run("one caller", func(t *testing.T) {
		c := childOf(bd, "")
		c.Clients, c.Acts, c.Name = 1, 50, "uno"
		_, trace := run(c)
		synced, acked := 0, 0
		for line := range strings.SplitSeq(trace, "\n") {
			switch {
			case strings.Contains(line, `write(1, "ack`):
				if acked++; synced == 0 {
					t.Fatalf("acknowledgement %d: no sync since the one before", acked)
				}
				synced = 0
			case strings.Contains(line, "sync(") && strings.HasSuffix(line, "= 0"),
				strings.Contains(line, "sync resumed") && strings.HasSuffix(line, "= 0"):
				synced++
			}
		}
		if acked != 50 {
			t.Errorf("got %d acknowledgements, want 50", acked)
		}
	})
	t.Run("64 callers", func(t *testing.T) {
		before := groupsOf(t, bd)
		c := childOf(bd, "")
		c.Clients, c.Acts, c.Name = 64, 1000, "muchos"
		syncs, _ := run(c)
		if groups := groupsOf(t, bd) - before; syncs < groups || syncs > 3*groups+20 {
			t.Errorf("got %d syncs of %d groups", syncs, groups)
		}
	})
}

// groupsOf is how many commits of the log there were: a checkpoint each.
func groupsOf(t *testing.T, bd dbtest.BD) (n int) {
	t.Helper()
	if err := bd.Raw(t).QueryRow(`SELECT count(*) FROM checkpoints`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// On PostgreSQL the server counts: the WAL was synced once a group at least, and the
// groups were the only transactions (the syncs of a server are of all its databases, the
// transactions of each its own).
func TestSyncsPostgres(t *testing.T) {
	bd := dbtest.New(t, migrations.Postgres)
	createTables(t, bd)
	raw := bd.Raw(t)
	stat := func(query string) (n int64) {
		t.Helper()
		if err := raw.QueryRow(query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const wal = `SELECT wal_sync FROM pg_stat_wal`
	const commits = `SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()`
	c := childOf(bd, "")
	c.Clients, c.Acts, c.Name = 64, 1000, "muchos"
	syncsBefore, commitsBefore := stat(wal), stat(commits)
	if out, err := c.command(t).Output(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	groups := int64(groupsOf(t, bd))
	var syncs, transactions int64
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		// A backend tells its numbers when it ends, soon after its client went.
		syncs, transactions = stat(wal)-syncsBefore, stat(commits)-commitsBefore
		if syncs >= groups && transactions >= groups || time.Now().After(deadline) {
			break
		}
	}
	if syncs < groups {
		t.Errorf("got %d syncs of %d groups", syncs, groups)
	}
	if transactions < groups || transactions > 2*groups+500 {
		t.Errorf("got %d transactions of %d groups", transactions, groups)
	}
}
