package escritor

// Lote buffers rows and flushes them as one multi-row INSERT per table and group.
type Lote struct{}
