// Command ventajas writes docs/ventajas.md from docs/ventajas/testdata:
//
//	go run ./.ci/ventajas
package main

import (
	"fmt"
	"os"

	"foliado/docs/ventajas"
)

func main() {
	h, err := ventajas.Read(os.DirFS("docs/ventajas/testdata"))
	if err == nil {
		err = os.WriteFile("docs/ventajas.md", []byte(ventajas.Page(h)), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ventajas:", err)
		os.Exit(1)
	}
}
