package main

import (
	"slices"
	"sync/atomic"
	"time"
)

// cola hands out what was prepared, each once.
type cola struct {
	ids  []string
	next atomic.Int64
}

func (q *cola) take() (string, bool) {
	k := int(q.next.Add(1)) - 1
	if k >= len(q.ids) {
		return "", false
	}
	return q.ids[k], true
}

func (q *cola) left() int { return max(0, len(q.ids)-int(q.next.Load())) }

// fill keeps n prepared.
func (q *cola) fill(n int, prepare func(n int) []string) {
	rest := q.ids[len(q.ids)-q.left():]
	q.ids = slices.Clip(rest)
	q.next.Store(0)
	if missing := n - len(q.ids); missing > 0 {
		q.ids = append(q.ids, prepare(missing)...)
	}
}

// rate runs f from that many callers until the time is up, or until nothing prepared is
// left, and returns how many a second.
func rate(d time.Duration, callers int, q *cola, f func(caller int, id string)) float64 {
	var done atomic.Int64
	began := time.Now()
	end := began.Add(d)
	spread(callers, callers, func(caller int) {
		for time.Now().Before(end) {
			id, ok := q.take()
			if !ok {
				return
			}
			f(caller, id)
			done.Add(1)
		}
	})
	return float64(done.Load()) / time.Since(began).Seconds()
}

// mediana of a few numbers.
func mediana(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	if n := len(v); n%2 == 0 {
		return (v[n/2-1] + v[n/2]) / 2
	}
	return v[len(v)/2]
}

// cocientes is one series over another, round by round.
func cocientes(a, b []float64) []float64 {
	r := make([]float64, min(len(a), len(b)))
	for k := range r {
		r[k] = a[k] / b[k]
	}
	return r
}
