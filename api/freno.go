package api

import (
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// errFreno: too many tries to log in.
var errFreno = errors.New("demasiados intentos de entrada seguidos: espere un minuto")

// freno slows whoever tries passwords: five wrong ones at once and then one every ten
// seconds a usuario and address; sixty at once and one a second an address. Only wrong
// tries count: a desk that logs in all night is never slowed.
type freno struct {
	mu      sync.Mutex
	limites map[string]*rate.Limiter
}

func newFreno() *freno { return &freno{limites: map[string]*rate.Limiter{}} }

// allow returns errFreno while there were too many wrong tries.
func (f *freno) allow(ip, usuario string, now time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	porIP, porUsuario := f.of(ip, usuario)
	if porIP.TokensAt(now) < 1 || porUsuario.TokensAt(now) < 1 {
		return errFreno
	}
	return nil
}

// fail counts a wrong try.
func (f *freno) fail(ip, usuario string, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	porIP, porUsuario := f.of(ip, usuario)
	porIP.AllowN(now, 1)
	porUsuario.AllowN(now, 1)
}

func (f *freno) of(ip, usuario string) (porIP, porUsuario *rate.Limiter) {
	if len(f.limites) > 20000 {
		clear(f.limites)
	}
	get := func(key string, every rate.Limit, burst int) *rate.Limiter {
		l, ok := f.limites[key]
		if !ok {
			l = rate.NewLimiter(every, burst)
			f.limites[key] = l
		}
		return l
	}
	return get("ip "+ip, rate.Every(time.Second), 60), get("usuario "+ip+" "+usuario, rate.Every(10*time.Second), 5)
}
