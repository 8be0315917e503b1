package admission_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"foliado/admission"
	"foliado/domain/acceso"
)

// rows counts the rows kept of every list.
func (e *entrada) rows(t *testing.T) int { return e.count(t, `SELECT COUNT(*) FROM interdicciones`) }

// A list comes in whole or not at all.
func testImportLista(t *testing.T, ps puertas) {
	const good = "dni,00000000T,Nombre,Apellidos,1970-01-01,\n"
	for _, c := range []struct{ name, file, want string }{
		{"another header", "tipo,numero,nombre,apellidos,nacimiento,hasta\n" + good, "línea 1"},
		{"no header", good, "línea 1"},
		{"empty", "", "línea 1"},
		{"header alone", cabecera, "ninguna fila"},
		{"a field too many", cabecera + good + "dni,1,a,b,1970-01-01,,\n", "línea 3"},
		{"a field too few", cabecera + good + "dni,1,a,b\n", "línea 3: tiene 4 campos"},
		{"a quote without end", cabecera + good + "dni,\"1,a,b,1970-01-01,\n", "línea 3"},
		{"a date that does not exist", cabecera + good + good + "dni,00000000T,a,b,1970-02-30,\n", "línea 4"},
		{"an end that is no date", cabecera + "dni,00000000T,a,b,1970-02-03,siempre\n", "línea 2"},
		{"nobody", cabecera + ",,Solo,Nombre,,\n", "línea 2: no identifica"},
		{"a kind nobody knows", cabecera + "nii,00000000T,,,,\n", "línea 2: tipo"},
		{"control characters", cabecera + "dni,00000000T,a\x01,b,,\n", "línea 2: campo nombre"},
		{"after many good lines", cabecera + strings.Repeat(good, 1500) + "dni,1,a,b\n", "línea 1502"},
	} {
		ps.each(t, "20.2/refused whole/"+c.name, func(t *testing.T, e *entrada) {
			before, rows := *e.Lista(), e.rows(t)
			e.unchanged(t, func() {
				_, err := e.tryImport("jefe_admision", c.file)
				if !errors.Is(err, admission.ErrLista) || !strings.Contains(err.Error(), c.want) {
					t.Fatalf("got %v, want ErrLista with %q", err, c.want)
				}
			})
			if after := *e.Lista(); after != before || e.rows(t) != rows {
				t.Errorf("got list %s with %d rows, want %s with %d", after.ID, e.rows(t), before.ID, rows)
			}
		})
	}
	ps.each(t, "20.2/refused whole/the file cannot be read to its end", func(t *testing.T, e *entrada) {
		rows := e.rows(t)
		broken := io.MultiReader(strings.NewReader(cabecera+strings.Repeat(good, 900)), &failing{})
		_, err := e.ImportLista(context.Background(), broken, "prueba", e.Autor("director"), nil)
		if !errors.Is(err, errDisk) || e.rows(t) != rows {
			t.Errorf("got %v, %d rows, want %d", err, e.rows(t), rows)
		}
	})
	ps.each(t, "20.2/the former list goes", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.importLista(t, row(v, ""))
		e.mustCheck(t, v, acceso.NoPuedeEntrar)
		im := e.importLista(t)
		e.mustCheck(t, v, acceso.PuedeEntrar)
		if im.Altas != 0 || im.Bajas != 1 || im.Filas != relleno || e.rows(t) != relleno {
			t.Errorf("got %+v and %d rows", im, e.rows(t))
		}
		datos, _, _ := e.leaf(t, "ListaInterdicciones")
		want := map[string]string{"huella": im.Huella, "filas": fmt.Sprint(relleno), "altas": "0", "bajas": "1", "cambios": "0", "fuente": "prueba", "lista": im.ID}
		for k, v := range want {
			if datos[k] != v {
				t.Errorf("%s: got %q, want %q", k, datos[k], v)
			}
		}
	})
	ps.each(t, "20.2/semicolons, a mark of UTF-8, numbers to be mended", func(t *testing.T, e *entrada) {
		mended, swapped, spoilt := e.visitante(), e.visitante(), e.visitante()
		swapped.Tipo, swapped.Numero = "nie", nie(4100001)
		file := "\ufeff" + strings.ReplaceAll(padded(
			"DNI,"+mended.Numero[:8]+",,,,", // without its letter
			"dni,"+swapped.Numero+",,,,",    // a NIE called DNI
			"dni,12345678A,"+spoilt.Nombre+","+spoilt.Apellidos+","+string(spoilt.FechaNacimiento)+",",
			"pasaporte,AB 123456,,,,"), ",", ";")
		im, err := e.tryImport("jefe_admision", file)
		if err != nil || im.Avisos != 1 {
			t.Fatalf("got %+v, %v, want one warning", im, err)
		}
		e.mustCheck(t, mended, acceso.NoPuedeEntrar)
		e.mustCheck(t, swapped, acceso.NoPuedeEntrar)
		e.mustCheck(t, spoilt, acceso.Consultar)
	})
	ps.each(t, "20.2/ADM-2/a list that shrinks by 5 %, and by more", func(t *testing.T, e *entrada) {
		e.importLista(t)
		rest := strings.SplitAfter(padded(), "\n")
		keep := func(n int) string { return strings.Join(rest[:n+1], "") }
		if _, err := e.tryImport("jefe_admision", keep(relleno*95/100)); err != nil {
			t.Fatalf("5 %%: %v", err)
		}
		short := keep(relleno*95/100*95/100 - 1)
		for _, usuario := range []string{"jefe_admision", "jefe_admision"} { // once more is not somebody else
			_, err := e.tryImport(usuario, short)
			wantErr(t, err, admission.ErrMerma, "20.2", "ADM-2")
		}
		_, err := e.tryImport("director", keep(100)) // another file
		wantErr(t, err, admission.ErrMerma, "20.2", "ADM-2")
		if e.rows(t) != relleno*95/100 {
			t.Errorf("got %d rows, want those in force", e.rows(t))
		}
		im, err := e.tryImport("director", short)
		if err != nil {
			t.Fatal(err)
		}
		if datos, _, _ := e.leaf(t, "ListaInterdicciones"); datos["propuso"] != e.Gente["jefe_admision"].ID || datos["huella"] != im.Huella {
			t.Errorf("got %v", datos)
		}
		_, err = e.tryImport("subdirector", keep(50)) // proposed by another, before the list in force
		wantErr(t, err, admission.ErrMerma, "20.2", "ADM-2")
		e.importLista(t)
	})
	ps.each(t, "20.2/ADM-2/the queue goes on while a list comes in", func(t *testing.T, e *entrada) {
		barred := e.visitante()
		e.importLista(t, row(barred, ""))
		var stop atomic.Bool
		var checks atomic.Int64
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for !stop.Load() {
					for v, want := range map[admission.Visitante]acceso.Veredicto{barred: acceso.NoPuedeEntrar, e.visitante(): acceso.PuedeEntrar} {
						c, err := e.check(v)
						if err != nil || c.Decision.Veredicto != want {
							t.Errorf("got %v, %v, want %s", c.Decision, err, want)
							stop.Store(true)
						}
						checks.Add(1)
					}
				}
			})
		}
		for n := 0; n < 5 || checks.Load() < 10 && n < 300; n++ { // the checks share the processors with the rest of the suite
			e.importLista(t, row(barred, ""), fmt.Sprintf("nie,%s,,,,", nie(4200000+n)))
		}
		_, err := e.tryImport("jefe_admision", cabecera+"mal\n")
		stop.Store(true)
		wg.Wait()
		if !errors.Is(err, admission.ErrLista) || checks.Load() < 10 {
			t.Errorf("got %v, %d checks meanwhile", err, checks.Load())
		}
	})
	ps.each(t, "20.2/one import at a time", func(t *testing.T, e *entrada) {
		began, let := make(chan struct{}), make(chan struct{})
		var once sync.Once
		done := make(chan error)
		go func() {
			_, err := e.ImportLista(context.Background(), strings.NewReader(padded()), "lenta", e.Autor("director"), func(int) {
				once.Do(func() { close(began); <-let })
			})
			done <- err
		}()
		<-began
		_, err := e.tryImport("jefe_admision", padded())
		close(let)
		if first := <-done; first != nil || !errors.Is(err, admission.ErrImportando) {
			t.Errorf("got %v and %v, want nil and ErrImportando", first, err)
		}
	})
	ps.each(t, "20.2/another process finds the list", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.importLista(t, row(v, ""))
		other := admission.New(e.Escritor, e.Casa.Casa) // as after a restart, before its first Refresh
		c, err := other.Check(context.Background(), principal, v, e.Autor("admision"))
		if err != nil || c.Decision.Veredicto != acceso.NoPuedeEntrar {
			t.Errorf("got %v, %v", c.Decision, err)
		}
	})
	ps.each(t, "20.2/what an import cut short left goes in a day", func(t *testing.T, e *entrada) {
		e.importLista(t)
		e.bd.Exec(t, `INSERT INTO interdicciones VALUES ('20200101T000000-X', 1, 'dni', '1', '', '', '', '', ''),
			('20990101T000000-X', 1, 'dni', '1', '', '', '', '', '')`)
		e.importLista(t)
		if n := e.rows(t) - relleno; n != 1 { // the second may be coming in elsewhere
			t.Errorf("got %d rows of others, want 1", n)
		}
		e.bd.Exec(t, `DELETE FROM interdicciones WHERE lista = '20990101T000000-X'`)
	})
}

var errDisk = errors.New("the disk failed")

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, errDisk }
