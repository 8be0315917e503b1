package verificador

import (
	"crypto/ed25519"
	"sync"
)

// pool verifies signatures on every core.
type pool struct {
	jobs  chan signature
	group sync.WaitGroup

	mu    sync.Mutex
	bad   []Problema
	count int64
}

func (p *pool) start(workers int) {
	p.jobs = make(chan signature, 64*workers)
	for range workers {
		p.group.Go(func() {
			count, bad := int64(0), []Problema(nil)
			for s := range p.jobs {
				if s.deActo {
					count++
				}
				if !ed25519.Verify(s.publica, s.message, s.firma) && len(bad) <= maxProblemas {
					bad = append(bad, s.problema)
				}
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			p.bad = append(p.bad, bad...)
			p.count += count
		})
	}
}

// stop waits for every signature, adds the bad ones to the report and returns how many of
// people were verified.
func (p *pool) stop(inf *Informe) int64 {
	close(p.jobs)
	p.group.Wait()
	inf.Problemas = append(inf.Problemas, p.bad...)
	return p.count
}
