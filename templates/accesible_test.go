package templates

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestAccessible draws every page in a browser, by day and by night, and has axe-core
// find nothing to say: contrast, labels, landmarks, headings.
func TestAccessible(t *testing.T) {
	axe, err := os.ReadFile("testdata/axe/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	pages := muestras()
	mux := http.NewServeMux()
	mux.Handle("/static/", http.StripPrefix("/static/", http.FileServerFS(Static())))
	mux.HandleFunc("/pagina/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := Render(w, pages[r.PathValue("name")]); err != nil {
			t.Error(err)
		}
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	ctx := browser(t)
	drawn := map[string]int{} // samples of each template so far
	for k, name := range slices.Sorted(maps.Keys(pages)) {
		schemes := []string{[]string{"light", "dark"}[k%2]}
		template := pages[name].plantilla()
		drawn[template]++
		switch {
		case slices.Contains(asOthers, name) || drawn[template] > samplesEach && !slices.Contains(inColour, name):
			continue
		case slices.Contains(inColour, name):
			schemes = []string{"light", "dark"}
		}
		for _, scheme := range schemes {
			audit(t, ctx, srv.URL+"/pagina/"+name, scheme, string(axe))
		}
	}
}

// samplesEach is how many samples of a template are looked at, besides those in colour.
const samplesEach = 2

var (
	// inColour are the samples whose colours say something: seen by day and by night.
	inColour = []string{"mostrador-si", "mostrador-no", "mostrador-duda", "tablero", "acto", "jugada_nueva"}
	// asOthers have nothing on them that another sample lacks.
	asOthers = []string{"jugadas-ninguna", "acto-caducado", "acto-retirado", "jornada-nueva", "libros", "mesa-cerrada", "mostrador-repetida",
		"tarjeta-perdida", "grupo-sin-cobrar", "mostrador-sin", "problema-fuera", "tablero-vacio"}
)

// browser starts a headless browser of its own, which ends with the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

const runAxe = `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.map((v) =>
	v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " (" + n.failureSummary.replace(/\s+/g, " ") + ")").join("; ")))`

func audit(t *testing.T, ctx context.Context, url, scheme, axe string) {
	t.Helper()
	media := func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800), chromedp.Func(media), chromedp.Navigate(url),
		chromedp.WaitReady(chromedp.CSS("main")), chromedp.Evaluate[chromedp.Void](axe+";0"))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](runAxe, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	for _, v := range found {
		t.Errorf("%s, %s: %s", url, scheme, v)
	}
}
