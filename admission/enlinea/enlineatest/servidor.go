// Package enlineatest is a register of interdicciones on line for tests, that answers as asked
// or misbehaves in a way of its own.
package enlineatest

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/xml"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"foliado/admission/enlinea"
)

// Modo is how the service behaves.
type Modo string

// The ways of the service: it answers; it hangs, faults or dies; or it lies.
const (
	Contesta    Modo = "contesta"
	Cuelga      Modo = "cuelga"
	Falla       Modo = "falla"
	Muere       Modo = "muere"
	Basura      Modo = "basura"
	SinDato     Modo = "sin dato"
	FirmaAjena  Modo = "firma ajena"
	Manipulada  Modo = "manipulada"
	Repetida    Modo = "cuerpo repetido"
	Vieja       Modo = "vieja"
	OtraPersona Modo = "otra persona"
	Contradice  Modo = "se contradice"
	Codigo      Modo = "codigo desconocido"
	Larga       Modo = "demasiado larga"
)

// Servidor is the service, with a client of the house for it.
type Servidor struct {
	Preguntas atomic.Int64    // questions asked
	Inscritos map[string]bool // documents in the register

	modo    atomic.Value
	srv     *httptest.Server
	casa    tls.Certificate
	casaX   *x509.Certificate
	propia  *rsa.PrivateKey
	propiaX *x509.Certificate
	ajena   *rsa.PrivateKey
	reloj   func() time.Time
}

// New starts a service whose register has some documents. It ends with the test.
func New(tb testing.TB, reloj func() time.Time, inscritos ...string) *Servidor {
	tb.Helper()
	s := &Servidor{Inscritos: map[string]bool{}, reloj: reloj}
	for _, d := range inscritos {
		s.Inscritos[d] = true
	}
	s.Set(Contesta)
	s.propia, s.propiaX, _ = newKey(tb, "Registro de prueba")
	s.ajena, _, _ = newKey(tb, "Otro")
	key, cert, der := newKey(tb, "Casa de prueba")
	s.casa, s.casaX = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, cert
	s.srv = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	s.srv.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool}
	s.srv.Config.ErrorLog = nil
	s.srv.StartTLS()
	tb.Cleanup(s.Close)
	return s
}

// Set makes the service behave in a way from now on.
func (s *Servidor) Set(m Modo) { s.modo.Store(m) }

// Close ends the service: nobody listens any more.
func (s *Servidor) Close() {
	s.srv.CloseClientConnections()
	s.srv.Close()
}

// Client is a connector of the house to this service.
func (s *Servidor) Client(tb testing.TB, plazo time.Duration) *enlinea.Registro {
	tb.Helper()
	pool := x509.NewCertPool()
	pool.AddCert(s.srv.Certificate())
	r, err := enlinea.New(enlinea.Config{URL: s.srv.URL, Cliente: s.casa, Servicio: s.propiaX, CA: pool, Plazo: plazo, Reloj: s.reloj})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func newKey(tb testing.TB, name string) (*rsa.PrivateKey, *x509.Certificate, []byte) {
	tb.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		tb.Fatal(err)
	}
	model := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<32, 0),
		IsCA: true, BasicConstraintsValid: true, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, model, model, key.Public(), key)
	if err != nil {
		tb.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		tb.Fatal(err)
	}
	return key, cert, der
}

func (s *Servidor) serve(w http.ResponseWriter, r *http.Request) {
	s.Preguntas.Add(1)
	modo := s.modo.Load().(Modo)
	question, err := io.ReadAll(r.Body)
	if err == nil {
		_, err = enlinea.Open(question, s.casaX, s.reloj()) // the house signs too
	}
	var asked struct {
		Jugadores []enlinea.Jugador `xml:"Body>verificarRGIAJ>jugador"`
	}
	if err == nil {
		err = xml.Unmarshal(question, &asked)
	}
	switch {
	case err != nil:
		refuse(w, "ERR003")
		return
	case modo == Cuelga:
		<-r.Context().Done()
		return
	case modo == Muere:
		panic(http.ErrAbortHandler)
	case modo == Falla:
		refuse(w, "ERR001")
		return
	case modo == Basura:
		fmt.Fprint(w, "<html>fuera de servicio")
		return
	}
	_, _ = w.Write(s.answer(modo, asked.Jugadores))
}

func refuse(w http.ResponseWriter, code string) {
	w.WriteHeader(http.StatusInternalServerError)
	fmt.Fprintf(w, `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:%s</faultcode></s:Fault></s:Body></s:Envelope>`, code)
}

// answer is what the service says of some people in one of its ways.
func (s *Servidor) answer(modo Modo, asked []enlinea.Jugador) []byte {
	var results []enlinea.Resultado
	for _, j := range asked {
		r := enlinea.Resultado{Jugador: j, Codigo: enlinea.CodigoNoInscrito}
		if s.Inscritos[j.DNI] {
			r.Codigo = enlinea.CodigoInscrito
		}
		results = append(results, r)
	}
	key, now := s.propia, s.reloj()
	switch modo {
	case SinDato:
		results[0].Codigo = enlinea.CodigoSinDato
	case Codigo:
		results[0].Codigo = "NO"
	case OtraPersona:
		results[0].DNI = "00000000T"
	case Contradice:
		twin := results[0]
		twin.Codigo = enlinea.CodigoInscrito
		results = append(results, twin)
	case FirmaAjena:
		key = s.ajena
	case Vieja:
		now = now.Add(-time.Hour)
	}
	message, err := enlinea.Seal(enlinea.Contestacion(results), key, now)
	if err != nil {
		panic(err)
	}
	return distort(modo, message)
}

// distort alters an answer after its signature.
func distort(modo Modo, message []byte) []byte {
	switch modo {
	case Manipulada:
		return bytes.Replace(message, []byte(enlinea.CodigoInscrito), []byte(enlinea.CodigoNoInscrito), 1)
	case Repetida:
		return bytes.Replace(message, []byte("</s:Envelope>"), []byte(`<s:Body xmlns:u="urn:x" u:Id="cuerpo"></s:Body></s:Envelope>`), 1)
	case Larga:
		return append(message, bytes.Repeat([]byte(" "), 2<<20)...)
	}
	return message
}

// Key is a key with its certificate.
func Key(tb testing.TB) (*rsa.PrivateKey, *x509.Certificate) {
	tb.Helper()
	key, cert, _ := newKey(tb, "Clave de prueba")
	return key, cert
}
