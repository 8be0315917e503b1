package reports

import (
	"fmt"

	"github.com/skip2/go-qrcode"
)

// TextoQR is what the QR of a document says: the opaque token on the first line, then
// the checkpoint of the document's own commit as it would stand in a file: origin, size
// and root, one a line, and, when c carries it, an empty line and the signature. What
// follows the first line is therefore a signed note that `foliado verificar` accepts.
func TextoQR(token string, c Checkpoint) string { return token + "\n" + c.Nota() }

// qr is the matrix of the QR of text, level of correction M, without its quiet zone.
func qr(text string) ([][]bool, error) {
	q, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return nil, fmt.Errorf("no se puede componer el código QR: %w", err)
	}
	q.DisableBorder = true
	return q.Bitmap(), nil
}

// CodigoQR draws a text as the image of a QR, in PNG, for a page to show. The error is that
// of a text too long.
func CodigoQR(texto string) ([]byte, error) {
	return qrcode.Encode(texto, qrcode.Medium, 352)
}
