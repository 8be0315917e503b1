//go:build !race

package api

// conCarreras says that the race detector is on.
const conCarreras = false
