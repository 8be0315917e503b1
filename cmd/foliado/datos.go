package main

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"foliado/admission"
	"foliado/domain"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Files of the data folder.
const (
	ficheroBD      = "foliado.db"
	ficheroClave   = "clave-diario"     // secret: signs the checkpoints
	ficheroPublica = "clave-diario.pub" // its verifier, for anybody
	ficheroMarca   = "marca"            // high-water mark of the log
	ficheroDemo    = "demo.json"
	ficheroVisita  = "checkpoint-visita.txt"
)

// casa is a house opened for writing: writer, books and door.
type casa struct {
	w      *escritor.Escritor
	libros *registers.Casa
	puerta *admission.Puerta
	clave  string // verifier of the checkpoints

	secreto []byte // of the server, kept out of the database
}

// Close finishes the open group of acts and releases the lock.
func (c *casa) Close() error { return c.w.Close() }

// proyectores of the whole product.
func proyectores() map[string]escritor.Proyector {
	m := registers.Proyectores()
	maps.Copy(m, admission.Proyectores())
	return m
}

// tablas are the projections of the whole product.
func tablas() []escritor.Tabla { return append(registers.Tablas(), admission.Tablas()...) }

// apertura are the choices of opening a house.
type apertura struct {
	reloj     func() time.Time
	opts      registers.Options
	nuevas    bool // make the keys when there are none (fundar, demo)
	recuperar bool
	dueno     bool
}

// open opens the house for writing. While another process holds it, it fails with
// escritor.ErrBloqueado. Keys made for a house that did not open are forgotten.
func (d datosOpts) open(env entorno, a apertura) (*casa, error) {
	if a.reloj == nil {
		a.reloj = env.now
	}
	firmante, clave, err := d.keys(a.nuevas)
	if err != nil {
		return nil, err
	}
	c, err := d.openWith(env.ctx, a, firmante, clave)
	if err != nil && a.nuevas {
		err = errors.Join(err, d.dropKeys())
	}
	if err != nil {
		return nil, err
	}
	if c.secreto, err = d.secreto(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (d datosOpts) openWith(ctx context.Context, a apertura, firmante note.Signer, clave string) (*casa, error) {
	cfg := d.config()
	cfg.Reloj, cfg.Azar, cfg.Firmante, cfg.Log = a.reloj, rand.Reader, firmante, slog.Default()
	cfg.Recuperar, cfg.PermiteDueno = a.recuperar, a.dueno
	w, err := escritor.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	libros := registers.New(w, a.opts)
	puerta := admission.New(w, libros)
	err = puerta.Refresh(ctx)
	if err == nil {
		err = puerta.ResumeSupresiones(ctx)
	}
	if err == nil && a.recuperar { // what was erased since the copy was made is here again
		_, err = puerta.Conserve(ctx, domain.FechaDe(w.Ahora()), registers.AutorSistema)
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return &casa{w: w, libros: libros, puerta: puerta, clave: clave}, nil
}

// config is the writer's configuration without keys: enough to read.
func (d datosOpts) config() escritor.Config {
	cfg := escritor.Config{DSN: d.BD, Marca: filepath.Join(d.Datos, ficheroMarca), Proyectores: proyectores(), Plazo: registers.Plazo}
	if d.BD == "" {
		cfg.Ruta = filepath.Join(d.Datos, ficheroBD)
	}
	return cfg
}

// secreto is a key of this house's server, drawn from that of its checkpoints: it stays out
// of the database.
func (d datosOpts) secreto() ([]byte, error) {
	secret, err := os.ReadFile(filepath.Join(d.Datos, ficheroClave))
	if err != nil {
		return nil, err
	}
	return hkdf.Key(sha256.New, secret, nil, "foliado idempotencia", 32)
}

// keys reads the key of the checkpoints, or makes it for a new house.
func (d datosOpts) keys(make bool) (note.Signer, string, error) {
	secret, err := os.ReadFile(filepath.Join(d.Datos, ficheroClave))
	if errors.Is(err, fs.ErrNotExist) && make {
		return d.newKeys()
	}
	if err != nil {
		return nil, "", noHouse(d.Datos, err)
	}
	public, err := os.ReadFile(filepath.Join(d.Datos, ficheroPublica))
	if err != nil {
		return nil, "", err
	}
	s, err := note.NewSigner(strings.TrimSpace(string(secret)))
	if err != nil {
		return nil, "", fmt.Errorf("la clave del diario de %s no se puede leer: %w", d.Datos, err)
	}
	return s, strings.TrimSpace(string(public)), nil
}

// noHouse explains that a file of the house is not there.
func noHouse(datos string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("en %s no hay ninguna casa: fúndela con «foliado fundar» o pruebe «foliado demo»", datos)
	}
	return err
}

func (d datosOpts) newKeys() (note.Signer, string, error) {
	if err := os.MkdirAll(d.Datos, 0o700); err != nil {
		return nil, "", err
	}
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return nil, "", err
	}
	secret, public, err := diario.NewKey(rand.Reader, fmt.Sprintf("foliado/%x", id))
	if err != nil {
		return nil, "", err
	}
	if err := os.WriteFile(filepath.Join(d.Datos, ficheroPublica), []byte(public+"\n"), 0o644); err != nil {
		return nil, "", err
	}
	if err := os.WriteFile(filepath.Join(d.Datos, ficheroClave), []byte(secret+"\n"), 0o600); err != nil {
		return nil, "", err
	}
	s, err := note.NewSigner(secret)
	return s, public, err
}

// dropKeys forgets the keys of a house that was not founded, so that it may be tried again.
func (d datosOpts) dropKeys() error {
	var errs []error
	for _, name := range []string{ficheroClave, ficheroPublica, ficheroMarca} {
		if err := os.Remove(filepath.Join(d.Datos, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// abandon closes a house in which nothing could be founded, and forgets its keys.
func (c *casa) abandon(d datosOpts) error {
	empty := c.w.Tamano() == 0
	err := c.Close()
	if empty {
		err = errors.Join(err, d.dropKeys())
	}
	return err
}

// locked explains a writer refused because the server holds the house, naming the
// route that does the job.
func locked(err error, ruta string) error {
	if errors.Is(err, escritor.ErrBloqueado) {
		return fmt.Errorf("%w: mientras el servidor está en marcha, hágalo por %s", err, ruta)
	}
	return err
}
