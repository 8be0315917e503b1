//go:build race

package api

// conCarreras says that the race detector is on: everything takes several times as long.
const conCarreras = true
