package enlinea

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

// Namespaces and algorithms of a message.
const (
	nsSobre = "http://schemas.xmlsoap.org/soap/envelope/"
	nsJuego = "http://ws.cnjuego.gob.es/VerificacionJugadores/"
	nsSeg   = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
	nsUtil  = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
	nsFirma = "http://www.w3.org/2000/09/xmldsig#"
	algC14N = "http://www.w3.org/2001/10/xml-exc-c14n#"
	algRSA  = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
	algSHA  = "http://www.w3.org/2001/04/xmlenc#sha256"
)

// Pregunta is the content of the body that asks about some people.
func Pregunta(asked []Jugador) string {
	var b strings.Builder
	b.WriteString(`<ver:verificarRGIAJ xmlns:ver="` + nsJuego + `">`)
	for _, j := range asked {
		b.WriteString("<ver:jugador>" + campos(j) + "</ver:jugador>")
	}
	b.WriteString("</ver:verificarRGIAJ>")
	return b.String()
}

// Contestacion is the content of the body that answers.
func Contestacion(results []Resultado) string {
	var b strings.Builder
	b.WriteString(`<ver:verificarRGIAJResponse xmlns:ver="` + nsJuego + `">`)
	for _, r := range results {
		b.WriteString("<ver:resultado>" + campos(r.Jugador) + "<ver:codigo>" + escape(r.Codigo) + "</ver:codigo></ver:resultado>")
	}
	b.WriteString("</ver:verificarRGIAJResponse>")
	return b.String()
}

func campos(j Jugador) string {
	return "<ver:dni>" + escape(j.DNI) + "</ver:dni><ver:nombre>" + escape(j.Nombre) + "</ver:nombre><ver:apellido1>" + escape(j.Apellido1) +
		"</ver:apellido1><ver:apellido2>" + escape(j.Apellido2) + "</ver:apellido2><ver:fechaNacimiento>" + escape(j.FechaNacimiento) + "</ver:fechaNacimiento>"
}

// escape writes text as the canonical form does.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;").Replace(s)
}

// Seal wraps the content of a body in an envelope whose body and time are signed. What is
// signed is written in exclusive canonical form, each part with the namespaces that it uses.
func Seal(content string, key *rsa.PrivateKey, now time.Time) ([]byte, error) {
	body := `<s:Body xmlns:s="` + nsSobre + `" xmlns:u="` + nsUtil + `" u:Id="cuerpo">` + content + `</s:Body>`
	stamp := `<u:Timestamp xmlns:u="` + nsUtil + `" u:Id="hora"><u:Created>` + now.UTC().Format(time.RFC3339) + `</u:Created></u:Timestamp>`
	info := `<d:SignedInfo xmlns:d="` + nsFirma + `"><d:CanonicalizationMethod Algorithm="` + algC14N + `"></d:CanonicalizationMethod>` +
		`<d:SignatureMethod Algorithm="` + algRSA + `"></d:SignatureMethod>` + reference("cuerpo", body) + reference("hora", stamp) + `</d:SignedInfo>`
	digest := sha256.Sum256([]byte(info))
	sig, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	if err != nil {
		return nil, fmt.Errorf("sign a message of the register: %w", err)
	}
	return []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<s:Envelope xmlns:s="` + nsSobre + `"><s:Header><w:Security xmlns:w="` + nsSeg + `">` + stamp +
		`<d:Signature xmlns:d="` + nsFirma + `">` + info + `<d:SignatureValue>` + base64.StdEncoding.EncodeToString(sig) +
		`</d:SignatureValue></d:Signature></w:Security></s:Header>` + body + `</s:Envelope>`), nil
}

func reference(id, part string) string {
	return `<d:Reference URI="#` + id + `"><d:Transforms><d:Transform Algorithm="` + algC14N + `"></d:Transform></d:Transforms><d:DigestMethod Algorithm="` +
		algSHA + `"></d:DigestMethod><d:DigestValue>` + digestOf([]byte(part)) + `</d:DigestValue></d:Reference>`
}

func digestOf(part []byte) string {
	d := sha256.Sum256(part)
	return base64.StdEncoding.EncodeToString(d[:])
}

// sobre is an envelope as it is read.
type sobre struct {
	XMLName  xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Cabecera struct {
		Seguridad struct {
			Hora  hora  `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd Timestamp"`
			Firma firma `xml:"http://www.w3.org/2000/09/xmldsig# Signature"`
		} `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd Security"`
	} `xml:"http://schemas.xmlsoap.org/soap/envelope/ Header"`
	Cuerpo struct {
		ID         string      `xml:"Id,attr"`
		Resultados []Resultado `xml:"verificarRGIAJResponse>resultado"`
	} `xml:"http://schemas.xmlsoap.org/soap/envelope/ Body"`
}

type hora struct {
	ID      string `xml:"Id,attr"`
	Created string `xml:"Created"`
}

type firma struct {
	Metodo struct {
		Algorithm string `xml:"Algorithm,attr"`
	} `xml:"SignedInfo>SignatureMethod"`
	Referencias []struct {
		URI    string `xml:"URI,attr"`
		Digest string `xml:"DigestValue"`
	} `xml:"SignedInfo>Reference"`
	Valor string `xml:"SignatureValue"`
}

// Open verifies an answer and returns what it says. The parts that are signed have to be
// written in canonical form already, as Seal does: they are not rewritten, and an answer that
// needs it does not verify. Errors: ErrFirma, ErrIncoherente.
func Open(message []byte, service *x509.Certificate, now time.Time) ([]Resultado, error) {
	var s sobre
	if err := xml.Unmarshal(message, &s); err != nil {
		return nil, fmt.Errorf("%w: no se puede leer", ErrIncoherente)
	}
	if err := s.verify(message, service); err != nil {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339, s.Cabecera.Seguridad.Hora.Created)
	if err != nil || at.Before(now.Add(-frescura)) || at.After(now.Add(frescura)) {
		return nil, fmt.Errorf("%w: no es de ahora", ErrFirma)
	}
	return s.Cuerpo.Resultados, nil
}

// verify checks the signature over body and time, and that there is one of each.
func (s *sobre) verify(message []byte, service *x509.Certificate) error {
	firma, hora := &s.Cabecera.Seguridad.Firma, &s.Cabecera.Seguridad.Hora
	info, err := element(message, nsFirma, "SignedInfo")
	if err != nil {
		return err
	}
	sig, err := base64.StdEncoding.DecodeString(strings.TrimSpace(firma.Valor))
	if err != nil || firma.Metodo.Algorithm != algRSA {
		return ErrFirma
	}
	if err := service.CheckSignature(x509.SHA256WithRSA, info, sig); err != nil {
		return ErrFirma
	}
	want := map[string]struct{ ns, name string }{"#" + s.Cuerpo.ID: {nsSobre, "Body"}, "#" + hora.ID: {nsUtil, "Timestamp"}}
	if len(want) != 2 || len(firma.Referencias) != 2 || firma.Referencias[0].URI == firma.Referencias[1].URI {
		return ErrFirma
	}
	for _, ref := range firma.Referencias {
		part, ok := want[ref.URI]
		if !ok {
			return ErrFirma
		}
		raw, err := element(message, part.ns, part.name)
		if err != nil {
			return err
		}
		if digestOf(raw) != strings.TrimSpace(ref.Digest) {
			return ErrFirma
		}
	}
	return nil
}

// element is the text of the only element of that name, as it was sent. Two of them is an
// attempt to have one verified and the other read.
func element(message []byte, ns, name string) ([]byte, error) {
	d := xml.NewDecoder(bytes.NewReader(message))
	var found []byte
	begin, depth := int64(-1), 0
	for {
		at := d.InputOffset()
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: no se puede leer", ErrIncoherente)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			if t.Name.Space == ns && t.Name.Local == name {
				if found != nil || begin >= 0 {
					return nil, fmt.Errorf("%w: repite %s", ErrFirma, name)
				}
				begin, depth = at, 0
			}
			depth++
		case xml.EndElement:
			if depth--; begin >= 0 && found == nil && depth == 0 {
				found = message[begin:d.InputOffset()]
			}
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: falta %s", ErrFirma, name)
	}
	return found, nil
}
