package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
)

// body is a page as it was sent, unpacked.
type body struct {
	at        *url.URL
	bytes     []byte
	mediaType string // lower case, without parameters
	charset   string // the parameter, or ""
}

func (b *body) sha256() string {
	sum := sha256.Sum256(b.bytes)
	return hex.EncodeToString(sum[:])
}

// errSilent ends a request whose server stopped sending.
var errSilent = errors.New("the server fell silent")

// readBody reads a response to its end, under all limits. What is of a kind
// that is not read as text is not even received.
func readBody(ctx context.Context, stop context.CancelCauseFunc, at *target, res *http.Response) (*body, error) {
	b := &body{at: at.url}
	b.mediaType, b.charset = contentType(res.Header.Get("Content-Type"))
	if b.mediaType != "" && formOf(b.mediaType) == formNone {
		return nil, notReadable(at.url, b.mediaType)
	}
	if res.ContentLength > maxBody {
		return nil, tooLarge(at.url)
	}
	timer := time.AfterFunc(silence, func() { stop(errSilent) })
	defer timer.Stop()
	sent := &capped{r: &watched{res.Body, timer}, left: maxBody, over: tooLarge(at.url)}
	plain, err := unpack(sent, res.Header.Values("Content-Encoding"), at.url)
	if err == nil {
		b.bytes, err = io.ReadAll(&capped{r: plain, left: maxBody, over: tooLarge(at.url)})
	}
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	if b.mediaType == "" {
		b.mediaType, _ = contentType(http.DetectContentType(b.bytes))
	}
	if formOf(b.mediaType) == formNone {
		return nil, notReadable(at.url, b.mediaType)
	}
	return b, nil
}

func tooLarge(at *url.URL) *Error {
	return failf(TooLarge, at.String(), "The page at %q is over %d MiB", shown(at.String()), maxBody>>20)
}

// contentType takes a header apart. A header that cannot be read is as good as
// none.
func contentType(header string) (mediaType, charset string) {
	mediaType, params, err := mime.ParseMediaType(header)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		mediaType, _, _ = strings.Cut(header, ";")
		mediaType, params = strings.ToLower(strings.TrimSpace(mediaType)), nil
	}
	if strings.Count(mediaType, "/") != 1 {
		return "", ""
	}
	return mediaType, params["charset"]
}

// unpack undoes the one encoding a body may have.
func unpack(r io.Reader, encodings []string, at *url.URL) (io.Reader, error) {
	switch name := strings.ToLower(strings.TrimSpace(strings.Join(encodings, ","))); name {
	case "", "identity":
		return r, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(r)
	case "deflate":
		return inflate(r)
	case "br":
		return brotli.NewReader(r), nil
	default:
		return nil, failf(BadType, at.String(), "The page at %q is packed in a way that was not asked for", shown(at.String()))
	}
}

// inflate reads what servers call deflate: mostly zlib, sometimes bare.
func inflate(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	head, err := buffered.Peek(2)
	if err == nil && head[0]&0x0f == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}

// capped is a reader that fails once more than left bytes came.
type capped struct {
	r    io.Reader
	left int64
	over error
}

// Read reads, and fails on the first byte too many.
func (c *capped) Read(p []byte) (int, error) {
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1]
	}
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, c.over
	}
	return n, err
}

// watched starts the timer of silence again whenever something came.
type watched struct {
	r     io.Reader
	timer *time.Timer
}

// Read reads from a server that must not fall silent.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if n > 0 {
		w.timer.Reset(silence)
	}
	return n, err
}
