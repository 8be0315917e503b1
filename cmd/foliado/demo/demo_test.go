package demo

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/libros"
)

// Whatever the hour at which it is tried, the timetable kept contains it and is lawful,
// and no gaming day runs into the next one.
func TestHorarioDe(t *testing.T) {
	authorised := libros.Horario{Abre: hora(cambioDeDia), Cierra: hora(cambioDeDia)}
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		now := began.Add(time.Duration(rapid.Int64Range(0, int64(4*365*24*time.Hour)).Draw(t, "t")))
		h := horarioDe(now)
		if !contains(h, now) {
			t.Fatalf("at %v the hours are %v to %v", now.In(domain.Madrid), h.Abre, h.Cierra)
		}
		if err := libros.CheckHorario(h, authorised); err != nil {
			t.Fatalf("27.1: %v", err)
		}
		_, cierra := h.On(fechaDe(now))
		if abre, _ := h.On(plus(fechaDe(now), 1)); abre.Before(cierra) {
			t.Fatalf("27.2: the day of %v closes after the next one opens", now.In(domain.Madrid))
		}
	})
}

func TestFechaDe(t *testing.T) {
	for wall, want := range map[string]domain.Fecha{
		"2026-12-01 04:59:59": "2026-11-30", "2026-12-01 05:00:00": "2026-12-01", "2026-12-01 23:59:59": "2026-12-01",
		"2026-10-25 02:30:00": "2026-10-24", "2027-01-01 00:00:00": "2026-12-31",
	} {
		at, err := time.ParseInLocation(time.DateTime, wall, domain.Madrid)
		if err != nil {
			t.Fatal(err)
		}
		if got := fechaDe(at); got != want {
			t.Errorf("the gaming day at %s is %s, want %s", wall, got, want)
		}
	}
}

// The clock goes on while the past is made up, not beyond the true hour, and never back.
func TestReloj(t *testing.T) {
	began := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	end := began.Add(10 * time.Hour)
	r := NewReloj(began, func() time.Time { return end })
	if got := r.Now(); !got.Equal(began) {
		t.Errorf("it begins at %v, want %v", got, began)
	}
	r.Advance(began.Add(time.Hour))
	r.Advance(began)
	if got := r.Now(); !got.Equal(began.Add(time.Hour)) {
		t.Errorf("an hour later it shows %v", got)
	}
	r.span(began.Add(2*time.Hour), began.Add(3*time.Hour), 8)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			last := began.Add(2 * time.Hour)
			for range 4 {
				now := r.Now()
				if now.Before(last) || !now.Before(began.Add(3*time.Hour)) {
					t.Errorf("within the third hour it shows %v after %v", now, last)
				}
				last = now
			}
		})
	}
	all.Wait()
	r.Advance(end.Add(time.Hour))
	if got := r.Now(); !got.Equal(end) {
		t.Errorf("past the true hour it shows %v", got)
	}
	end = end.Add(time.Minute)
	if r.Release(); !r.Now().Equal(end) {
		t.Errorf("released it shows %v, want %v", r.Now(), end)
	}
}

// Appointments are kept in the order of their hours, and the first fault stops the rest.
func TestLive(t *testing.T) {
	began := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	r := NewReloj(began, func() time.Time { return began.Add(24 * time.Hour) })
	var mu sync.Mutex
	var kept []time.Time
	at := func(minutes int, err error) cita {
		hour := began.Add(time.Duration(minutes) * time.Minute)
		return cita{hour, func(context.Context) error {
			mu.Lock()
			defer mu.Unlock()
			if now := r.Now(); now.Before(hour) {
				t.Errorf("that of %v happens at %v", hour, now)
			}
			kept = append(kept, hour)
			return err
		}}
	}
	told := 0
	if err := r.live(t.Context(), []cita{at(30, nil), at(10, nil), at(20, nil), at(10, nil)}, func(n int) { told = n }); err != nil || told != 4 {
		t.Errorf("live = %v, told %d", err, told)
	}
	for k, minutes := range []int{10, 10, 20, 30} {
		if want := began.Add(time.Duration(minutes) * time.Minute); !kept[k].Equal(want) {
			t.Errorf("appointment %d is that of %v, want %v", k, kept[k], want)
		}
	}
	fault := errors.New("fault")
	kept = nil
	if err := r.live(t.Context(), []cita{at(40, fault), at(50, nil)}, nil); !errors.Is(err, fault) || len(kept) != 1 {
		t.Errorf("live = %v after %d appointments, want the fault of the first", err, len(kept))
	}
}

// The people drawn hold documents that the door reads, none of them twice.
func TestGente(t *testing.T) {
	seen := map[string]bool{}
	read := func(d identidad.Documento) {
		t.Helper()
		if d.IsZero() {
			return
		}
		if got, _, err := identidad.Parse(string(d.Tipo), d.Numero); err != nil || got != d {
			t.Errorf("%v reads as %v, %v", d, got, err)
		}
		if seen[d.Numero] {
			t.Errorf("%v is given twice", d)
		}
		seen[d.Numero] = true
	}
	l := newLista("2026-11-30")
	for _, i := range l.interdictos {
		read(i.documento)
		read(i.otro)
	}
	p := newPueblo(l, 650)
	for _, v := range p.gente {
		read(v.documento)
		if _, _, err := identidad.ParseNombre(v.nombre, v.apellidos); err != nil {
			t.Errorf("%s %s: %v", v.nombre, v.apellidos, err)
		}
	}
	z := newAzar(deLaCasa)
	for range 100 {
		read(z.persona().documento)
	}
}

// The list has two thousand rows; those told in demo.json are in force whenever it is
// drawn, with the same documents; some people hold two, and some bans have ended.
func TestLista(t *testing.T) {
	told := newLista("2026-11-30").dados()
	for _, hoy := range []domain.Fecha{"2026-11-30", "2026-12-01", "2029-02-28"} {
		l := newLista(hoy)
		rows, err := csv.NewReader(bytes.NewReader(l.csv())).ReadAll()
		if err != nil || len(rows) != filasLista+1 {
			t.Fatalf("the list of %s has %d rows and a header, %v", hoy, len(rows)-1, err)
		}
		until := map[string]string{}
		ended := 0
		for _, r := range rows[1:] {
			until[r[0]+" "+r[1]] = r[5]
			if r[5] != "" && r[5] < string(hoy) {
				ended++
			}
		}
		if ended == 0 || ended > filasLista/3 {
			t.Errorf("on %s %d bans have ended", hoy, ended)
		}
		for _, i := range told {
			if end, ok := until[i.Tipo+" "+i.Numero]; !ok || end != "" && end < string(plus(hoy, 30)) {
				t.Errorf("on %s one told in demo.json is barred until %q, %v", hoy, end, ok)
			}
		}
	}
	if two := len(told) - interdictosDados; two < 5 {
		t.Errorf("%d of those told hold two documents", two)
	}
}

// The counts drawn add up: an anticipo to what the law asks, a close to what is there.
func TestPieces(t *testing.T) {
	for _, lugar := range casas {
		for _, m := range mesas[lugar.ID] {
			minimo, err := libros.AnticipoMinimo(m.Juego, m.MinimoAutorizado, m.MinimoAutorizado)
			if err != nil {
				t.Fatal(err)
			}
			z := newAzar(deLaSala)
			for range 50 {
				if got, err := z.pieces(minimo, append(valoresPlaca[:2:2], valoresFicha...)).Total(); got != minimo || err != nil {
					t.Fatalf("35.2: an anticipo of %v adds up to %v, %v", minimo, got, err)
				}
				f := z.count(minimo, m.MinimoAutorizado)
				fichas, err1 := f.Fichas.Total()
				placas, err2 := f.Placas.Total()
				notas, err3 := f.Billetes.Total()
				if err := errors.Join(err1, err2, err3); err != nil || fichas < 0 || placas < 0 || notas <= 0 {
					t.Fatalf("36.3: a count of %v, %v and %v, %v", fichas, placas, notas, err)
				}
			}
		}
	}
}
