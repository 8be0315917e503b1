package verificador_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

const instalacion = "00112233445566778899aabbccddeeff"

// fila is a leaf as a database keeps it.
type fila struct {
	a      diario.Asiento
	texto  []byte
	hashes []byte
}

// valor is a row of the vault.
type valor struct {
	diario.Apertura
	clase diario.Clase
	desde domain.Fecha
}

// casa writes logs for these tests: it knows the formats and nothing of the writer.
type casa struct {
	t          testing.TB
	signer     note.Signer
	vkey       string
	now        time.Time
	arbol      diario.Arbol
	filas      []fila
	notas      map[int64][]byte
	boveda     []valor
	contadores map[string]int64
	anuladas   int64
	abiertos   []string
	claves     map[string]ed25519.PrivateKey
	llaves     map[string]ed25519.PrivateKey // of the ronda
	rondaIn    string                        // establecimiento of the ronda, principal when empty
	cargos     map[string]domain.Cargo
	personas   int64
	jornada    domain.Fecha
	spoil      func(*diario.Asiento) // changes a leaf before it is written
}

func newCasa(t testing.TB) *casa {
	c := &casa{t: t, now: time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC), notas: map[int64][]byte{},
		contadores: map[string]int64{}, claves: map[string]ed25519.PrivateKey{}, cargos: map[string]domain.Cargo{}}
	c.signer, c.vkey = newSigner(t, 1)
	return c
}

func newSigner(t testing.TB, seed byte) (note.Signer, string) {
	t.Helper()
	skey, vkey, err := diario.NewKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 64)), "foliado/"+instalacion)
	if err != nil {
		t.Fatal(err)
	}
	s, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	return s, vkey
}

// hoja is what a test says of a leaf; the rest is filled in.
type hoja struct {
	e, libro, tipo, serie string
	nuevoFolio, folio     bool
	datos                 []string // name, value, name, value …
	valores               []string // idem
	sales                 map[string][32]byte
	firmas                []diario.Firma
	hecho                 time.Time
	autor                 string
}

func (c *casa) next(key string) int64 {
	c.contadores[key]++
	return c.contadores[key]
}

// add appends a leaf and returns it.
func (c *casa) add(h hoja) diario.Asiento {
	c.t.Helper()
	c.now = c.now.Add(time.Second)
	a := diario.Asiento{Posicion: c.arbol.Tamano(), Establecimiento: h.e, Libro: h.libro, Tipo: h.tipo,
		Hecho: h.hecho, Anotacion: c.now, Autor: "sistema", Cargo: domain.Sistema, Clase: diario.ClasePermanente, Firmas: h.firmas}
	if h.hecho.IsZero() {
		a.Hecho = c.now
	}
	if h.e != diario.Entidad {
		a.Jornada = c.jornada
	}
	a.Numero = c.next("libro." + h.e + "/" + h.libro)
	folio := "folio." + h.e + "/" + h.libro
	if h.nuevoFolio {
		c.next(folio)
	}
	if h.nuevoFolio || h.folio {
		a.Folio = c.contadores[folio]
	}
	if h.serie != "" {
		a.Serie, a.NumeroSerie = h.serie, c.next("serie."+h.e+"/"+h.serie)
	}
	a.Datos = pairs(h.datos)
	c.commitTo(&a, h)
	if c.spoil != nil {
		c.spoil(&a)
	}
	texto, err := diario.Format(&a)
	if err != nil {
		c.t.Fatalf("Format: %v", err)
	}
	c.filas = append(c.filas, fila{a, texto, diario.JoinHashes(c.arbol.Append(texto))})
	return a
}

func pairs(list []string) (datos []diario.Dato) {
	for k := 0; k < len(list); k += 2 {
		datos = append(datos, diario.Dato{Nombre: list[k], Valor: list[k+1]})
	}
	slices.SortFunc(datos, func(a, b diario.Dato) int { return strings.Compare(a.Nombre, b.Nombre) })
	return datos
}

// commitTo commits to the personal values and puts them in the vault.
func (c *casa) commitTo(a *diario.Asiento, h hoja) {
	for _, d := range pairs(h.valores) {
		a.Clase, a.SuprimibleDesde = diario.ClaseAdmision, "2027-05-30"
		sal, ok := h.sales[d.Nombre]
		if !ok {
			sal = sha256.Sum256(fmt.Appendf(nil, "sal %d %s", a.Posicion, d.Nombre))
		}
		a.Valores = append(a.Valores, diario.Compromiso{Nombre: d.Nombre, HMAC: diario.Comprometer(d.Nombre, d.Valor, sal)})
		c.boveda = append(c.boveda, valor{diario.Apertura{Posicion: a.Posicion, Nombre: d.Nombre, Valor: d.Valor, Sal: sal},
			a.Clase, a.SuprimibleDesde})
	}
}

// commit signs a checkpoint of the leaves so far.
func (c *casa) commit() {
	c.t.Helper()
	nota, err := diario.SignCheckpoint(diario.Checkpoint{Origen: c.signer.Name(), Tamano: c.arbol.Tamano(), Raiz: c.arbol.Raiz()}, c.signer)
	if err != nil {
		c.t.Fatal(err)
	}
	c.notas[c.arbol.Tamano()] = nota
}

func (c *casa) checkpoint() []byte { return c.notas[c.arbol.Tamano()] }

func (c *casa) newClave(persona string) (id, publica, posesion string) {
	c.t.Helper()
	key := ed25519.NewKeyFromSeed(slices.Repeat([]byte{byte(len(c.claves) + 1)}, 32))
	c.claves[persona] = key
	pub := key.Public().(ed25519.PublicKey)
	sum := sha256.Sum256(pub)
	id, publica = hex.EncodeToString(sum[:8]), base64.StdEncoding.EncodeToString(pub)
	message := "foliado posesion v1\n" + instalacion + "\n" + persona + "\n" + id + "\n" + publica + "\n"
	return id, publica, base64.StdEncoding.EncodeToString(ed25519.Sign(key, []byte(message)))
}

// found writes the acta fundacional, the house and its first two people.
func (c *casa) found() {
	id1, pub1, pos1 := c.newClave("p1")
	id2, pub2, pos2 := c.newClave("p2")
	c.add(hoja{e: "-", libro: "registro", tipo: "ActaFundacional", datos: []string{
		"instalacion", instalacion, "origen", "foliado/" + instalacion, "clave_diario", c.vkey, "entidad", "Casino Inventado",
		"demostracion", "si", "version", "1",
		"clave.1.persona", "p1", "clave.1.id", id1, "clave.1.publica", pub1, "clave.1.posesion", pos1, "clave.1.cargo", "director",
		"clave.2.persona", "p2", "clave.2.id", id2, "clave.2.publica", pub2, "clave.2.posesion", pos2, "clave.2.cargo", "jefe_mesa"}})
	c.commit()
	c.add(hoja{e: "-", libro: "registro", tipo: "Establecimiento", datos: []string{"establecimiento", "principal"}})
	c.persona(domain.Director)
	c.persona(domain.JefeMesa)
	c.direccion("p1", c.now)
	c.commit()
}

func (c *casa) persona(cargo domain.Cargo) string {
	c.personas++
	id := "p" + strconv.FormatInt(c.personas, 10)
	c.cargos[id] = cargo
	c.add(hoja{e: "-", libro: "registro", tipo: "Persona", serie: "personas", datos: []string{"persona", id, "usuario", "u" + id,
		"cargo", string(cargo), "establecimiento", "*"}, valores: []string{"nombre", "Nombre " + id, "apellidos", "De Prueba"}})
	return id
}

func (c *casa) direccion(persona string, desde time.Time) {
	c.add(hoja{e: "-", libro: "registro", tipo: "Direccion", datos: []string{"persona", persona, "calidad", "titular",
		"establecimiento", "*", "desde", diario.FormatInstante(desde), "acuerdo", "2026-10-30"}})
}

// enrol gives a person a key by an act of the director and a second one.
func (c *casa) enrol(persona string) {
	id, publica, posesion := c.newClave(persona)
	act := c.propose("-", "Clave", []string{"director clave", "segundo clave"},
		[]string{"persona", persona, "clave", id, "publica", publica, "posesion", posesion}, nil)
	c.close(act, hoja{e: "-", libro: "registro"}, "p1", "p2")
}

// staff are a croupier, a cajero and another croupier without key.
func (c *casa) staff() {
	c.enrol(c.persona(domain.Crupier))
	c.enrol(c.persona(domain.Cajero))
	c.persona(domain.Crupier)
	c.commit()
}

// acto is a proposal.
type acto struct {
	id    string
	a     diario.Asiento
	h     hoja
	datos []string
}

// lugares is the book and folio in which each kind of act is closed.
var lugares = map[string][2]string{"AnticipoInicial": {"anticipos-4", "nuevo"}, "Reposicion": {"anticipos-4", "="},
	"CierreMesa": {"anticipos-4", "="}, "Certificacion": {"control-ingresos", "="}, "Clave": {"registro"}, "RevocacionClave": {"registro"}, "Ronda": {"rondas"}, "Rectificacion": {"anticipos-4", "="},
	"ActaJugada": {"jugadas-4", "="}, "RelevoDireccion": {"direccion"}, "AperturaPozo": {"beneficios-7", "nuevo"}, "RectificacionPozo": {"beneficios-7", "="}}

// propose writes a proposal.
func (c *casa) propose(e, tipo string, plazas, datos, valores []string) acto {
	c.t.Helper()
	lugar := lugares[tipo]
	datos = append(slices.Clone(datos), "acto.libro", lugar[0])
	switch n := c.contadores["folio."+e+"/"+lugar[0]]; {
	case lugar[1] == "=" && n == 0:
		lugar[1] = "nuevo" // a test that opened no table
	case lugar[1] == "=":
		lugar[1] = strconv.FormatInt(n, 10)
	}
	if lugar[1] != "" {
		datos = append(datos, "acto.folio", lugar[1])
	}
	id := e + "-" + strconv.FormatInt(c.contadores["serie."+e+"/actos"]+1, 10)
	datos = append(slices.Clone(datos), "acto", id, "acto.tipo", tipo)
	for k, p := range plazas {
		datos = append(datos, fmt.Sprintf("acto.plaza.%d", k+1), p)
	}
	h := hoja{e: e, libro: "actos", serie: "actos", tipo: diario.TipoActoPropuesto, valores: valores}
	draft := diario.Asiento{Establecimiento: e, Tipo: diario.TipoActoPropuesto, Hecho: c.now.Add(time.Second), Datos: pairs(datos)}
	if e != diario.Entidad {
		draft.Jornada = c.jornada
	}
	for _, d := range pairs(valores) {
		sal := sha256.Sum256(fmt.Appendf(nil, "sal %d %s", c.arbol.Tamano(), d.Nombre))
		draft.Valores = append(draft.Valores, diario.Compromiso{Nombre: d.Nombre, HMAC: diario.Comprometer(d.Nombre, d.Valor, sal)})
	}
	huella, err := diario.HuellaActo(&draft)
	if err != nil {
		c.t.Fatal(err)
	}
	h.datos = append(slices.Clone(datos), "acto.huella", hex.EncodeToString(huella[:]))
	c.abiertos = append(c.abiertos, id)
	return acto{id, c.add(h), h, datos}
}

// sign makes the signature of a slot with the person's key.
func (c *casa) sign(act acto, plaza int, persona string) diario.Firma {
	c.t.Helper()
	return c.signAs(act, plaza, persona, diario.ModoClave)
}

// signAs is sign by a mode.
func (c *casa) signAs(act acto, plaza int, persona string, modo diario.Modo) diario.Firma {
	c.t.Helper()
	huella, err := diario.HuellaActo(&act.a)
	if err != nil {
		c.t.Fatal(err)
	}
	key := c.claves[persona]
	sum := sha256.Sum256(key.Public().(ed25519.PublicKey))
	f := diario.Firma{Plaza: plaza, Cargo: c.cargos[persona], Persona: persona, Clave: hex.EncodeToString(sum[:8]),
		Modo: modo, Instante: c.now}
	message := fmt.Sprintf("foliado firma v1\n%s\n%s\n%d\n%s\n%s\n%x\n", instalacion, act.id, plaza, f.Cargo, f.Modo, huella)
	f.Firma = ed25519.Sign(key, []byte(message))
	return f
}

// close signs an act, a person a slot, and writes its closing asiento.
func (c *casa) close(act acto, h hoja, firmantes ...string) diario.Asiento {
	c.t.Helper()
	for k, persona := range firmantes {
		h.firmas = append(h.firmas, c.sign(act, k+1, persona))
	}
	return c.closeWith(act, h)
}

func (c *casa) closeWith(act acto, h hoja) diario.Asiento {
	h.tipo, h.datos, h.valores, h.hecho = act.a.Dato("acto.tipo"), act.datos, act.h.valores, act.a.Hecho
	h.sales = map[string][32]byte{}
	for _, v := range c.boveda {
		if v.Posicion == act.a.Posicion {
			h.sales[v.Nombre] = v.Sal
		}
	}
	c.forget(act.id)
	return c.add(h)
}

func (c *casa) forget(id string) {
	c.abiertos = slices.DeleteFunc(c.abiertos, func(x string) bool { return x == id })
}

func (c *casa) openJornada(fecha domain.Fecha) {
	c.jornada = fecha
	c.add(hoja{e: "principal", libro: "jornadas", tipo: "Jornada", datos: []string{"fecha", string(fecha), "metalico", "0"}})
	c.commit()
}

// tarjetas issues cards, three leaves a checkpoint.
func (c *casa) tarjetas(n int) {
	for k := range n {
		c.tarjeta("500")
		if k%3 == 2 {
			c.commit()
		}
	}
	c.commit()
}

func (c *casa) tarjeta(precio string) diario.Asiento {
	k := c.contadores["serie.principal/tarjetas"]
	return c.add(hoja{e: "principal", libro: "admision", serie: "tarjetas", tipo: "Tarjeta", datos: []string{"precio", precio,
		"validez", string(c.jornada)}, valores: []string{"nombre", fmt.Sprintf("Visitante %d", k), "apellidos", "Inventado \"Peña\"\nde \\ Prueba",
		"documento", fmt.Sprintf("%08dX", k), "fecha_nacimiento", "1980-02-03"}})
}

// table opens and counts table 4.
func (c *casa) table(resultado int64) (anticipo, cierre diario.Asiento) {
	act := c.propose("principal", "AnticipoInicial", []string{"director clave"},
		[]string{"mesa", "4", "anticipo", "10000x10", "importe", "100000", "inspector", "no_presente"}, nil)
	anticipo = c.close(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true}, "p1")
	c.commit()
	act = c.propose("principal", "CierreMesa", []string{"crupier clave", "cajero clave", "director clave"},
		recuento(100000, resultado), []string{"motivo", "fin de la noche"})
	cierre = c.close(act, hoja{e: "principal", libro: "anticipos-4", folio: true}, "p3", "p4", "p1")
	c.commit()
	return anticipo, cierre
}

// recuento is a count of table 4 with that result.
func recuento(anticipos, resultado int64) []string {
	total := strconv.FormatInt(anticipos+resultado, 10)
	fichas := total + "x1"
	if anticipos+resultado == 0 {
		fichas = ""
	}
	return []string{"mesa", "4", "fichas", fichas, "fichas_importe", total, "placas", "", "placas_importe", "0",
		"billetes", "", "billetes_importe", "0", "existencias", total, "anticipos", strconv.FormatInt(anticipos, 10),
		"resultado", strconv.FormatInt(resultado, 10)}
}

func (c *casa) closeJornada(total, sesiones int64) {
	datos := []string{"fecha", string(c.jornada), "total", strconv.FormatInt(total, 10), "total_letra", letras.Euros(domain.Importe(total))}
	if sesiones > 0 {
		datos = append(datos, "mesa.4", strconv.FormatInt(total, 10), "mesa.4.sesiones", strconv.FormatInt(sesiones, 10))
	}
	c.add(hoja{e: "principal", libro: "jornadas", tipo: "CierreJornada"})
	c.add(hoja{e: "principal", libro: "control-ingresos", tipo: "ControlIngresos", nuevoFolio: true, datos: datos})
	c.estado()
	c.commit()
}

func (c *casa) certify() {
	act := c.propose("principal", "Certificacion", []string{"director clave"}, []string{"fecha", string(c.jornada)}, nil)
	c.close(act, hoja{e: "principal", libro: "control-ingresos", folio: true}, "p1")
	c.commit()
}

func (c *casa) estado() {
	datos := []string{"tamano", strconv.FormatInt(c.arbol.Tamano(), 10), "actos_abiertos", strings.Join(c.abiertos, ","),
		"anuladas.principal/tarjetas", strconv.FormatInt(c.anuladas, 10)}
	for k, n := range c.contadores {
		datos = append(datos, k, strconv.FormatInt(n, 10))
	}
	c.add(hoja{e: "-", libro: "estado", tipo: "EstadoDeSeries", datos: datos})
}

// erase records a Supresion of the values of a position and takes them out of the vault.
func (c *casa) erase(posicion int64, datos ...string) {
	c.add(hoja{e: "-", libro: "supresiones", tipo: "Supresion", datos: append([]string{"causa", "plazo", "valores", "*",
		"posiciones", strconv.FormatInt(posicion, 10)}, datos...)})
	c.commit()
	c.lose(posicion, "")
}

// lose takes values out of the vault without saying so.
func (c *casa) lose(posicion int64, nombre string) {
	c.boveda = slices.DeleteFunc(c.boveda, func(v valor) bool {
		return v.Posicion == posicion && (nombre == "" || v.Nombre == nombre)
	})
}

// day is a whole jornada: cards, a void, a table, close and certification.
func (c *casa) day(fecha domain.Fecha) {
	c.openJornada(fecha)
	c.tarjetas(7)
	c.add(hoja{e: "principal", libro: "admision", tipo: "AnulacionTarjeta", datos: []string{"tarjeta", "3"}, valores: []string{"motivo", "papel atascado"}})
	c.anuladas++
	c.table(-1250)
	c.closeJornada(-1250, 1)
	c.certify()
}

// whole is a sound house of two days, with an act withdrawn, one open and a value erased.
func whole(t testing.TB) *casa {
	c := newCasa(t)
	c.found()
	c.staff()
	c.day("2026-11-02")
	c.now = time.Date(2027, 6, 1, 10, 0, 0, 0, time.UTC)
	c.erase(c.find("Tarjeta").a.Posicion)
	c.day("2027-06-01")
	act := c.propose("principal", "Reposicion", []string{"director clave"}, []string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "no_presente"}, nil)
	c.add(hoja{e: "principal", libro: "actos", tipo: "ActoRetirado", datos: []string{"acto", act.id}})
	c.forget(act.id)
	c.propose("principal", "Reposicion", []string{"director clave"}, []string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "no_presente"}, nil)
	c.estado()
	c.commit()
	return c
}

// find returns the first leaf of a kind.
func (c *casa) find(tipo string) fila {
	c.t.Helper()
	for _, f := range c.filas {
		if f.a.Tipo == tipo {
			return f
		}
	}
	c.t.Fatalf("no asiento %s", tipo)
	return fila{}
}

// store puts the log in a database, as the writer would have.
func (c *casa) store(bd dbtest.BD) *sql.DB {
	c.t.Helper()
	db := bd.Raw(c.t)
	c.flush(db, 0)
	tx, err := db.Begin()
	if err != nil {
		c.t.Fatal(err)
	}
	for _, v := range c.boveda {
		c.keep(tx, v)
	}
	if err := tx.Commit(); err != nil {
		c.t.Fatal(err)
	}
	return db
}

// executor is a database or a transaction of it.
type executor interface {
	Exec(query string, args ...any) (sql.Result, error)
}

// flush writes the leaves from that one on, and the checkpoints of sizes above it.
func (c *casa) flush(db *sql.DB, from int64) {
	c.t.Helper()
	tx, err := db.Begin()
	if err != nil {
		c.t.Fatal(err)
	}
	exec := func(q string, args ...any) {
		if _, err := tx.Exec(q, args...); err != nil {
			c.t.Fatalf("%s: %v", q, err)
		}
	}
	for _, f := range c.filas[from:] {
		a := f.a
		exec(`INSERT INTO asientos (posicion, establecimiento, libro, numero, folio, serie, numero_serie, jornada, hecho, anotacion,
			formulario, transcriptor, autor, cargo, clase, suprimible_desde, tipo, texto, hashes)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
			a.Posicion, a.Establecimiento, a.Libro, a.Numero, a.Folio, a.Serie, a.NumeroSerie, string(a.Jornada),
			a.Hecho.UnixMicro(), a.Anotacion.UnixMicro(), a.Origen.Formulario, a.Origen.Transcriptor, a.Autor, string(a.Cargo),
			string(a.Clase), string(a.SuprimibleDesde), a.Tipo, f.texto, f.hashes)
	}
	exec(`DELETE FROM contadores`)
	for clave, n := range c.contadores {
		exec(`INSERT INTO contadores (clave, ultimo) VALUES ($1, $2)`, clave, n)
	}
	for _, n := range slices.Sorted(maps.Keys(c.notas)) {
		if n > from {
			exec(`INSERT INTO checkpoints (tamano, nota) VALUES ($1, $2)`, n, c.notas[n])
		}
	}
	if err := tx.Commit(); err != nil {
		c.t.Fatal(err)
	}
}

// keep writes a row of the vault.
func (c *casa) keep(db executor, v valor) {
	c.t.Helper()
	_, err := db.Exec(`INSERT INTO boveda (posicion, nombre, valor, sal, clase, suprimible_desde) VALUES ($1, $2, $3, $4, $5, $6)`,
		v.Posicion, v.Nombre, v.Valor, v.Sal[:], string(v.clase), string(v.desde))
	if err != nil {
		c.t.Fatal(err)
	}
}

// bare are the tables that store fills, without keys or checks: these tests
// write what no database of the product would take.
var bare = []string{`CREATE TABLE asientos (posicion, establecimiento, libro, numero, folio, serie, numero_serie, jornada, hecho,
	anotacion, formulario, transcriptor, autor, cargo, clase, suprimible_desde, tipo, texto, hashes)`,
	`CREATE TABLE boveda (posicion, nombre, valor, sal, clase, suprimible_desde)`, `CREATE TABLE checkpoints (tamano, nota)`,
	`CREATE TABLE contadores (clave, ultimo)`}

// export writes the log to a file through a SQLite database.
func (c *casa) export(o exportacion.Options) []byte {
	c.t.Helper()
	bd := dbtest.NewEmpty(c.t, migrations.SQLite)
	bd.Exec(c.t, bare...)
	return exportOf(c.t, c.store(bd), o)
}

func exportOf(t testing.TB, db *sql.DB, o exportacion.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := exportacion.Write(context.Background(), &b, db, o); err != nil {
		t.Fatalf("export: %v", err)
	}
	return b.Bytes()
}

func open(t testing.TB, bd dbtest.BD) *verificador.BaseDatos {
	t.Helper()
	var b *verificador.BaseDatos
	var err error
	if bd.Ruta != "" {
		b, err = verificador.OpenSQLite(bd.Ruta)
	} else {
		b, err = verificador.OpenPostgres(bd.DSN)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func verify(t testing.TB, f verificador.Fuente, o verificador.Options) *verificador.Informe {
	t.Helper()
	inf, err := verificador.Verify(context.Background(), f, o)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	return inf
}

func verifyExport(t testing.TB, b []byte, o verificador.Options) *verificador.Informe {
	t.Helper()
	return verify(t, verificador.NewExport(bytes.NewReader(b), int64(len(b))), o)
}

func text(inf *verificador.Informe) string {
	var b bytes.Buffer
	inf.WriteText(&b)
	return b.String()
}
