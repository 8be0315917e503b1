// Package enlinea asks a register of interdicciones on line whether people are barred (art.
// 20.2). No interface of the register of the Comunidad is public: this one is modelled on the
// service with which the State verifies players, SOAP 1.1 with a client certificate and
// WS-Security signatures both ways. Whatever is not a signed, fresh and coherent answer about
// the very person asked is an error: the door then goes by its list (criterio ADM-2).
package enlinea

import (
	"bytes"
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"foliado/admission"
	"foliado/domain/acceso"
)

// Reasons why the register could not be consulted. Their texts go on record.
var (
	ErrPlazo       = errors.New("no contesta a tiempo")
	ErrConexion    = errors.New("no se puede conectar")
	ErrFallo       = errors.New("contesta con un fallo")
	ErrFirma       = errors.New("la firma de la respuesta no vale")
	ErrIncoherente = errors.New("la respuesta no es coherente con la pregunta")
	ErrSinDato     = errors.New("no ha podido comprobar a la persona")
)

// Config says where the service is and who is who.
type Config struct {
	URL      string
	Cliente  tls.Certificate   // of the house: TLS and the signature of what it asks; RSA
	Servicio *x509.Certificate // of the service: signs what it answers; RSA
	CA       *x509.CertPool    // of its TLS; nil: those of the system
	Plazo    time.Duration     // for each question; 0: two seconds
	Reloj    func() time.Time
}

const (
	plazoPorDefecto = 2 * time.Second
	maxRespuesta    = 1 << 20 // bytes
	maxJugadores    = 100     // of one question
	frescura        = 5 * time.Minute
)

// Registro is the service on line. It is an admission.RegistroInterdicciones.
type Registro struct {
	cfg    Config
	clave  *rsa.PrivateKey
	client *http.Client
}

// New returns the connector. The keys must be RSA.
func New(cfg Config) (*Registro, error) {
	clave, ok := cfg.Cliente.PrivateKey.(*rsa.PrivateKey)
	if _, rsaToo := cfg.Servicio.PublicKey.(*rsa.PublicKey); !ok || !rsaToo {
		return nil, errors.New("las claves del registro en línea han de ser RSA")
	}
	if cfg.Plazo <= 0 {
		cfg.Plazo = plazoPorDefecto
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{Certificates: []tls.Certificate{cfg.Cliente}, RootCAs: cfg.CA, MinVersion: tls.VersionTLS12},
		MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute}
	return &Registro{cfg, clave, &http.Client{Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
}

// Load reads the files of a configuration, in PEM: certificate and key of the house,
// certificate with which the service signs and, "" none, the authority of its TLS.
func Load(url, certificado, clave, servicio, ca string, plazo time.Duration, reloj func() time.Time) (*Registro, error) {
	cfg := Config{URL: url, Plazo: plazo, Reloj: reloj}
	var err error
	if cfg.Cliente, err = tls.LoadX509KeyPair(certificado, clave); err != nil {
		return nil, fmt.Errorf("el certificado de la casa ante el registro: %w", err)
	}
	text, err := os.ReadFile(servicio)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s no es un certificado PEM", servicio)
	}
	if cfg.Servicio, err = x509.ParseCertificate(block.Bytes); err != nil {
		return nil, fmt.Errorf("el certificado del registro: %w", err)
	}
	if ca != "" {
		if text, err = os.ReadFile(ca); err != nil {
			return nil, err
		}
		cfg.CA = x509.NewCertPool()
		if !cfg.CA.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s no lleva ningún certificado PEM", ca)
		}
	}
	return New(cfg)
}

// Jugador is a person in a question, a document each, and in its answer.
type Jugador struct {
	DNI             string `xml:"dni"`
	Nombre          string `xml:"nombre"`
	Apellido1       string `xml:"apellido1"`
	Apellido2       string `xml:"apellido2"`
	FechaNacimiento string `xml:"fechaNacimiento"`
}

// Resultado is what the service says of a Jugador.
type Resultado struct {
	Jugador
	Codigo string `xml:"codigo"`
}

// Codes of an answer.
const (
	CodigoInscrito   = "COD001"
	CodigoNoInscrito = "COD002"
	CodigoSinDato    = "COD005"
)

// Consult asks about every document of a person. Errors: those of this package, each with
// what happened.
func (r *Registro) Consult(ctx context.Context, q admission.Consulta) (admission.Respuesta, error) {
	asked := jugadores(q)
	if len(asked) == 0 || len(asked) > maxJugadores {
		return admission.Respuesta{}, fmt.Errorf("%w: %d documentos", ErrIncoherente, len(asked))
	}
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Plazo)
	defer cancel()
	answer, err := r.post(ctx, asked)
	if err != nil {
		return admission.Respuesta{}, err
	}
	now := r.cfg.Reloj()
	results, err := Open(answer, r.cfg.Servicio, now)
	if err != nil {
		return admission.Respuesta{}, err
	}
	barred, err := judge(asked, results)
	if err != nil {
		return admission.Respuesta{}, err
	}
	digest := sha256.Sum256(answer)
	said := admission.Respuesta{Lista: &admission.Lista{Huella: hex.EncodeToString(digest[:]), Fuente: r.Fuente(), Instante: now}}
	if barred {
		said.Interdicciones = []acceso.Interdiccion{{}}
	}
	return said, nil
}

// Fuente is the name of the service in what is put on record.
func (r *Registro) Fuente() string { return "en línea: " + r.cfg.URL }

// jugadores are the documents of a person, each with her name as it is on them.
func jugadores(q admission.Consulta) []Jugador {
	first, second, _ := strings.Cut(q.Apellidos, " ")
	var out []Jugador
	for _, d := range q.Documentos {
		out = append(out, Jugador{d.Numero, q.Nombre, first, second, string(q.FechaNacimiento)})
	}
	return out
}

// judge says whether one of the documents asked about is in the register. An answer that lacks
// one, names another or contradicts itself is none.
func judge(asked []Jugador, results []Resultado) (barred bool, err error) {
	if len(results) != len(asked) {
		return false, fmt.Errorf("%w: se preguntó por %d documentos y habla de %d", ErrIncoherente, len(asked), len(results))
	}
	for k, r := range results {
		if r.Jugador != asked[k] {
			return false, fmt.Errorf("%w: habla de otra persona", ErrIncoherente)
		}
		switch {
		case r.Codigo == CodigoInscrito:
			barred = true
		case r.Codigo == CodigoNoInscrito:
		case strings.HasPrefix(r.Codigo, "COD"):
			err = fmt.Errorf("%w (%s)", ErrSinDato, r.Codigo)
		default:
			return false, fmt.Errorf("%w: código desconocido", ErrIncoherente)
		}
	}
	if barred { // a positive is one whatever could not be checked beside it
		return true, nil
	}
	return false, err
}

func (r *Registro) post(ctx context.Context, asked []Jugador) ([]byte, error) {
	message, err := Seal(Pregunta(asked), r.clave, r.cfg.Reloj())
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.cfg.URL, bytes.NewReader(message))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConexion, err)
	}
	req.Header.Set("Content-Type", "text/xml; charset=utf-8")
	req.Header.Set("SOAPAction", `"verificarRGIAJ"`)
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, lost(ctx, err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxRespuesta+1))
	if err != nil {
		return nil, lost(ctx, err)
	}
	if len(answer) > maxRespuesta {
		return nil, fmt.Errorf("%w: es demasiado larga", ErrIncoherente)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fault(resp.StatusCode, answer)
	}
	return answer, nil
}

// lost says why no answer came. The cause itself, which may name hosts, goes to no record.
func lost(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ErrPlazo
	}
	return quiet{ErrConexion, err}
}

// quiet is an error that tells no more than its kind and wraps the cause.
type quiet struct{ kind, cause error }

func (q quiet) Error() string   { return q.kind.Error() }
func (q quiet) Unwrap() []error { return []error{q.kind, q.cause} }

// fault reads a fault of SOAP: its code, when it is one of those known.
func fault(status int, answer []byte) error {
	var s struct {
		Codigo string `xml:"Body>Fault>faultcode"`
	}
	if xml.Unmarshal(answer, &s) == nil {
		_, code, _ := strings.Cut(s.Codigo, ":")
		for _, known := range []string{"ERR001", "ERR002", "ERR003"} {
			if code == known || s.Codigo == known {
				return fmt.Errorf("%w (%s)", ErrFallo, known)
			}
		}
	}
	return fmt.Errorf("%w (HTTP %d)", ErrFallo, status)
}
