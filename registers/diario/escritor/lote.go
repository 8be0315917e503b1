package escritor

import "gorm.io/gorm"

// Lote buffers rows and flushes them as one multi-row INSERT per table and group.
type Lote struct{}

// Insert buffers a projection row: a pointer to a gorm row struct with TableName. Every
// column is written, zero values included.
func (l *Lote) Insert(row any) error { panic("soon") }

// Exec flushes the buffers and executes: unqualified table names only, ? for arguments.
func (l *Lote) Exec(sql string, args ...any) error { panic("soon") }

// DB flushes the buffers and returns a handle for reads.
func (l *Lote) DB() *gorm.DB { panic("soon") }
