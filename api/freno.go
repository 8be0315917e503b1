package api

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// errFreno: too many tries to log in.
var errFreno = errors.New("demasiados intentos de entrada seguidos: espere un minuto")

// freno slows whoever tries passwords: five wrong ones at once and then one every ten
// seconds a usuario and address; sixty at once and one a second an address. Only wrong
// tries count: a desk that logs in all night is never slowed. Tries of one usuario from
// one address go one after another, so that a thousand at once are no way around.
type freno struct {
	mu     sync.Mutex
	frenos map[string]*frenado
}

// frenado is what is known of one address, or of one usuario from it.
type frenado struct {
	limite *rate.Limiter
	turno  chan struct{}
}

// maxFrenos bounds the memory of a freno.
const maxFrenos = 20000

func newFreno() *freno { return &freno{frenos: map[string]*frenado{}} }

// enter waits for the turn of a try and returns how to end it, saying whether it was
// wrong; or errFreno after too many wrong ones, or the error of ctx.
func (f *freno) enter(ctx context.Context, ip, usuario string) (leave func(wrong bool), err error) {
	address, user := f.of(ip, usuario)
	select {
	case user.turno <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if now := time.Now(); address.limite.TokensAt(now) < 1 || user.limite.TokensAt(now) < 1 {
		<-user.turno
		return nil, errFreno
	}
	return func(wrong bool) {
		if now := time.Now(); wrong {
			address.limite.AllowN(now, 1)
			user.limite.AllowN(now, 1)
		}
		<-user.turno
	}, nil
}

func (f *freno) of(ip, usuario string) (address, user *frenado) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.frenos) > maxFrenos {
		clear(f.frenos)
	}
	get := func(key string, every time.Duration, burst int) *frenado {
		k, ok := f.frenos[key]
		if !ok {
			k = &frenado{rate.NewLimiter(rate.Every(every), burst), make(chan struct{}, 1)}
			f.frenos[key] = k
		}
		return k
	}
	return get(ip, time.Second, 60), get(ip+" "+strings.ToLower(usuario), 10*time.Second, 5)
}
