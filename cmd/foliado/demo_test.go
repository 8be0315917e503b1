package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"foliado/cmd/foliado/demo"
	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
)

// eachDemo runs f with a place on each database: of PostgreSQL, the owner's, empty.
func eachDemo(t *testing.T, f func(t *testing.T, p lugar)) {
	clearEnv(t)
	dbtest.EachEmpty(t, func(t *testing.T, bd dbtest.BD) {
		p := lugar{bd: bd, datos: filepath.Join(t.TempDir(), "demo")}
		if bd.Dialecto == migrations.Postgres {
			_, p.dsn = bd.CrearPropietario(t)
		}
		f(t, p)
	})
}

// runningFrom is a true clock that shows t now.
func runningFrom(t time.Time) func() time.Time {
	began := time.Now()
	return func() time.Time { return t.Add(time.Since(began)) }
}

func madrid(t *testing.T, wall string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation(time.DateTime, wall, domain.Madrid)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func small(p lugar) []string { return p.at("demo", "--solo-crear", "--dias", "1", "--visitas", "12") }

// A demonstration is made, left with a table open and an act unsigned, and taken up again
// the next day: the night that repeats an hour.
func TestDemo(t *testing.T) {
	eachDemo(t, func(t *testing.T, p lugar) {
		first := madrid(t, "2024-10-26 22:15:00")
		a := at(t, runningFrom(first), small(p)...)
		a.wants(t, salidaHecho, "USUARIO", "CREDENCIAL", "Todo esto está en "+p.file(ficheroDemo))
		if acta, err := os.ReadFile(p.file(ficheroActa)); err != nil || !strings.HasPrefix(string(acta), "%PDF-") {
			t.Errorf("the acta fundacional of the demonstration: %v", err)
		}
		f := checkFichero(t, p, a)
		checkDays(t, p, "2024-10-26", map[domain.Fecha]domain.Fase{"2024-10-25": domain.FaseCertificada, "2024-10-26": domain.FaseAbierta})
		foliado(t, p.at("verificar", "--clave", p.file(ficheroPublica))...).wants(t, salidaHecho, "íntegro; autenticidad comprobada")

		again := at(t, runningFrom(first.Add(time.Hour)), small(p)...)
		again.wants(t, salidaHecho)
		if again.out != a.out {
			t.Errorf("an hour later the logins are others:\n%s", again.out)
		}
		checkDays(t, p, "2024-10-26", map[domain.Fecha]domain.Fase{"2024-10-25": domain.FaseCertificada, "2024-10-26": domain.FaseAbierta})

		leaveHalfDone(t, p, f, first.Add(2*time.Hour))
		at(t, runningFrom(madrid(t, "2024-10-27 10:00:00")), small(p)...).wants(t, salidaHecho)
		checkDays(t, p, "2024-10-27", map[domain.Fecha]domain.Fase{"2024-10-25": domain.FaseCertificada,
			"2024-10-26": domain.FaseCertificada, "2024-10-27": domain.FaseAbierta})
		if p.dsn == "" {
			checkOtherPIN(t, p, madrid(t, "2024-10-29 03:30:00"))
			checkServed(t, p)
		}
		foliado(t, p.at("verificar")...).wants(t, salidaHecho, "íntegro por dentro")
	})
}

// checkFichero holds demo.json to its contract.
func checkFichero(t *testing.T, p lugar, a answer) *demo.Fichero {
	t.Helper()
	info, err := os.Stat(p.file(ficheroDemo))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("demo.json: %v, mode %v, want 0600", err, info.Mode().Perm())
	}
	f, err := demo.Load(p.file(ficheroDemo))
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal([]byte(mustRead(t, p.file(ficheroDemo))), &raw); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, "demo.json", raw, "tarifa", "establecimientos", "mesas", "usuarios", "interdictos")
	first := func(list string) map[string]any { return raw[list].([]any)[0].(map[string]any) }
	wantKeys(t, "establecimientos", first("establecimientos"), "id", "nombre")
	wantKeys(t, "mesas", first("mesas"), "establecimiento", "mesa", "juego", "apuesta_minima")
	wantKeys(t, "usuarios", first("usuarios"), "usuario", "clave", "cargo", "establecimiento", "pin", "credencial")
	wantKeys(t, "interdictos", first("interdictos"), "tipo", "numero")
	if f.Tarifa != 500 || len(f.Establecimientos) != 2 || f.Establecimientos[0].ID != "principal" || f.Establecimientos[1].ID != "apendice" {
		t.Errorf("tarifa %d, establecimientos %v", f.Tarifa, f.Establecimientos)
	}
	checkMesas(t, f)
	checkUsuarios(t, f, a)
	if n := len(f.Interdictos); n < 20 || n > 99 {
		t.Errorf("%d interdictos, want a few tens", n)
	}
	return f
}

func wantKeys(t *testing.T, what string, got map[string]any, want ...string) {
	t.Helper()
	keys := make([]string, 0, len(got))
	for k := range got {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	slices.Sort(want)
	if !slices.Equal(keys, want) {
		t.Errorf("%s has the keys %v, want %v", what, keys, want)
	}
}

func checkMesas(t *testing.T, f *demo.Fichero) {
	t.Helper()
	next := map[string]int{}
	juegos := map[domain.Juego]int{}
	for _, m := range f.Mesas {
		next[m.Establecimiento]++
		juegos[m.Juego]++
		if m.Mesa != strconv.Itoa(next[m.Establecimiento]) || m.ApuestaMinima <= 0 {
			t.Errorf("table %+v, want number %d", m, next[m.Establecimiento])
		}
	}
	if len(f.Mesas) != 12 || juegos[domain.RuletaAmericana]+juegos[domain.BlackJack] != 12 || next["apendice"] == 0 {
		t.Errorf("the tables are %v", f.Mesas)
	}
}

func checkUsuarios(t *testing.T, f *demo.Fichero, a answer) {
	t.Helper()
	served := map[string]bool{} // place and cargo
	for _, u := range f.Usuarios {
		places := []string{"principal", "apendice"}
		if u.Establecimiento != nil {
			places = []string{*u.Establecimiento}
		}
		for _, e := range places {
			served[e+" "+string(u.Cargo)] = true
		}
		if signs := u.Cargo != domain.Sistema; (u.PIN != "") != signs || (u.Credencial != "") != signs || len(u.Clave) < registers.MinClave {
			t.Errorf("%s, %s: PIN %q, badge %q", u.Usuario, u.Cargo, u.PIN, u.Credencial)
		}
		for _, text := range []string{u.Usuario, u.Clave, u.PIN, u.Credencial} {
			if !strings.Contains(a.out, text) {
				t.Errorf("the table of logins lacks something of %s", u.Usuario)
			}
		}
	}
	for _, e := range []string{"principal", "apendice"} {
		for _, cargo := range domain.Cargos {
			if !served[e+" "+string(cargo)] {
				t.Errorf("nobody serves as %s in %s", cargo, e)
			}
		}
	}
}

// open opens the house of a demonstration that nobody serves.
func (p lugar) open(t *testing.T, ahora func() time.Time) *casa {
	t.Helper()
	d := datosOpts{Datos: p.datos, BD: p.dsn}
	c, err := d.open(entorno{ctx: context.Background(), ahora: ahora}, apertura{dueno: true, opts: registers.Options{Coste: costeDemo}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// checkDays wants the jornadas of every establecimiento in those phases; that of hoy, with
// hours that contain the last instant on record.
func checkDays(t *testing.T, p lugar, hoy domain.Fecha, want map[domain.Fecha]domain.Fase) {
	t.Helper()
	last, err := datosOpts{Datos: p.datos, BD: p.dsn}.lastInstant(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c := p.open(t, runningFrom(last))
	defer c.Close()
	for _, e := range []string{"principal", "apendice"} {
		js, err := c.libros.Jornadas(context.Background(), e, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		got := map[domain.Fecha]domain.Fase{}
		for _, j := range js {
			got[j.Fecha] = j.Fase
			if j.Fecha == hoy && (last.Before(j.AperturaPrevista) || !last.Before(j.CierrePrevisto)) {
				t.Errorf("%s, %s: open from %v to %v, and it is %v", e, j.Fecha, j.AperturaPrevista, j.CierrePrevisto, last)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has the jornadas %v, want %v", e, got, want)
		}
		for fecha, fase := range want {
			if got[fecha] != fase {
				t.Errorf("%s, %s is %q, want %q", e, fecha, got[fecha], fase)
			}
		}
	}
	if l := c.puerta.Lista(); l == nil || l.Filas != 2000 || last.Sub(l.Instante) > 13*time.Hour {
		t.Errorf("the barred list in force is %+v", l)
	}
}

// leaveHalfDone opens a table in each house and leaves the act of another one unsigned.
func leaveHalfDone(t *testing.T, p lugar, f *demo.Fichero, now time.Time) {
	t.Helper()
	c := p.open(t, runningFrom(now))
	defer c.Close()
	ctx := context.Background()
	for _, e := range []string{"principal", "apendice"} {
		signer := f.Usuarios[slices.IndexFunc(f.Usuarios, func(u demo.Usuario) bool { return u.Usuario == "subdirector."+e })]
		autor, err := c.libros.PersonaByUsuario(ctx, signer.Usuario)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []int{1, 3} {
			mesa, err := c.libros.Mesa(ctx, e, m)
			if err != nil {
				t.Fatal(err)
			}
			maximos := "bajo"
			if mesa.Juego == domain.BlackJack {
				maximos = "100"
			}
			// Up to twenty times its authorised minimum.
			minimo := mesa.MinimoAutorizado * 20
			total, err := libros.AnticipoMinimo(mesa.Juego, minimo, minimo)
			if err != nil {
				t.Fatal(err)
			}
			a, err := c.libros.ProposeApertura(ctx, autor.Autor(), registers.EnLinea(c.w.Ahora()), e, m, registers.AperturaFacts{
				ApuestaMinima: minimo, Maximos: maximos, Entrega: registers.Entrega{Anticipo: domain.Piezas{minimo: int64(total / minimo)}}})
			if err != nil {
				t.Fatalf("open table %d of %s at %d: %v", m, e, minimo, err)
			}
			if m == 3 {
				continue
			}
			if _, err := c.libros.Firmar(ctx, registers.FirmaRequest{Acto: a.Acto.ID, PIN: signer.PIN, Credencial: signer.Credencial}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkServed serves the demonstration at the true hour: those named in demo.json may not
// come in, whichever document they show.
func checkServed(t *testing.T, p lugar) {
	t.Helper()
	url, stop := serve(t, p.at("demo", "--direccion", "127.0.0.1:0"), `DEMOSTRACIÓN en (http://\S+)`)
	f, err := demo.Load(p.file(ficheroDemo))
	if err != nil {
		t.Fatal(err)
	}
	client := newClient(t, url, f)
	for _, i := range f.Interdictos {
		if v := client.check(t, i.Tipo, i.Numero); v != "no_puede_entrar" {
			t.Errorf("%s: got %q, want no_puede_entrar", i.Tipo, v)
		}
	}
	if v := client.check(t, "dni", "99999999R"); v != "puede_entrar" {
		t.Errorf("somebody on no list: got %q, want puede_entrar", v)
	}
	foliado(t, p.at("demo", "--solo-crear")...).wants(t, salidaFallo, "otro proceso tiene abierto el diario")
	foliado(t, p.at("verificar")...).wants(t, salidaHecho)
	if code := stop(); code != salidaHecho {
		t.Errorf("the demonstration ended with %d", code)
	}
}

// checkOtherPIN has the PIN of some, and then of all, be another one than demo.json tells:
// somebody else signs, or nobody does and it is told.
func checkOtherPIN(t *testing.T, p lugar, next time.Time) {
	t.Helper()
	told, err1 := demo.Load(p.file(ficheroDemo))
	f, err2 := demo.Load(p.file(ficheroDemo))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	change := func(usuarios ...string) {
		for k, u := range f.Usuarios {
			if len(usuarios) == 0 || slices.Contains(usuarios, u.Usuario) {
				f.Usuarios[k].PIN = "1357"
			}
		}
		if err := f.Save(p.file(ficheroDemo)); err != nil {
			t.Fatal(err)
		}
	}
	change("subdirector.apendice", "director.apendice")
	at(t, runningFrom(next), small(p)...).wants(t, salidaHecho)
	change()
	at(t, runningFrom(next.Add(24*time.Hour)), small(p)...).wants(t, salidaFallo, "firmar", "el PIN no es correcto")
	if err := told.Save(p.file(ficheroDemo)); err != nil {
		t.Fatal(err)
	}
}

func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func TestDemoRefuses(t *testing.T) {
	clearEnv(t)
	t.Run("a house that is no demonstration", func(t *testing.T) {
		p := lugar{bd: dbtest.NewEmpty(t, migrations.SQLite), datos: filepath.Join(t.TempDir(), "casa")}
		p.found(t)
		foliado(t, p.at("demo", "--solo-crear")...).wants(t, salidaFallo, "no es de demostración")
		write(t, p.file(ficheroDemo), "{}")
		foliado(t, p.at("demo", "--solo-crear")...).wants(t, salidaFallo, "su acta fundacional no lo dice")
		foliado(t, p.at("verificar")...).wants(t, salidaHecho)
	})
	t.Run("demo.json lost", func(t *testing.T) {
		p := lugar{bd: dbtest.NewEmpty(t, migrations.SQLite), datos: filepath.Join(t.TempDir(), "demo")}
		ctx, cancel := context.WithCancel(t.Context())
		go func() { // cut it short while it is being founded
			defer cancel()
			for !fileExists(p.file(ficheroMarca)) && t.Context().Err() == nil {
				time.Sleep(time.Millisecond)
			}
		}()
		var out, errs bytes.Buffer
		code := run(entorno{ctx: ctx, out: &out, err: &errs}, small(p))
		answer{code, out.String(), errs.String()}.wants(t, salidaFallo, "se interrumpió")
		foliado(t, p.at("demo", "--solo-crear", "--dias", "0")...).wants(t, salidaHecho)
		if err := os.Remove(p.file(ficheroDemo)); err != nil {
			t.Fatal(err)
		}
		foliado(t, p.at("demo", "--solo-crear")...).wants(t, salidaFallo, "quedó a medio crear, o perdió su demo.json")
	})
	t.Run("keys lost", func(t *testing.T) {
		p := lugar{bd: dbtest.NewEmpty(t, migrations.SQLite), datos: filepath.Join(t.TempDir(), "casa")}
		p.found(t)
		if err := os.Remove(p.file(ficheroClave)); err != nil {
			t.Fatal(err)
		}
		foliado(t, p.at("demo", "--solo-crear")...).wants(t, salidaFallo, "cuyas claves no están aquí")
		write(t, p.file(ficheroDemo), "{}")
		foliado(t, p.at("demo", "--solo-crear")...).wants(t, salidaFallo, "no las claves de su casa")
	})
	t.Run("address taken", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		datos := filepath.Join(t.TempDir(), "demo")
		foliado(t, "demo", "--datos", datos, "--direccion", l.Addr().String()).wants(t, salidaFallo, "otro programa escucha ya en esa dirección")
		if _, err := os.Stat(datos); err == nil {
			t.Error("something was made all the same")
		}
	})
	t.Run("a database with another house", func(t *testing.T) {
		bd := dbtest.NewEmpty(t, migrations.Postgres)
		rol, app := bd.CrearRol(t)
		foliado(t, "migrar", "--bd", bd.DSN, "--rol", rol).wants(t, salidaHecho)
		real := lugar{bd: bd, datos: filepath.Join(t.TempDir(), "casa"), dsn: app}
		real.found(t)
		other := lugar{bd: bd, datos: filepath.Join(t.TempDir(), "demo"), dsn: bd.DSN}
		foliado(t, other.at("demo", "--solo-crear")...).wants(t, salidaFallo, "cuyas claves no están aquí")
		foliado(t, real.at("verificar")...).wants(t, salidaHecho)
	})
}
