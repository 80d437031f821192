package note

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// card is one node of a canvas that means something to the index.
type card struct {
	kind, file, subpath, text, label string
	fileAt, textAt                   seg // where the strings stand in the file, quotes included
}

// ParseCanvas reads a .canvas file (F1): a link for every file card, and the
// links of text cards. Tags of text cards do not count (T18). The Span of a file
// card's link is the JSON string of its path; that of a link in a text is the
// link as the JSON spells it, escapes included. Like Parse it never fails.
func ParseCanvas(raw []byte) *Note {
	n := &Note{Lines: countLines(raw)}
	c := newCollector(n, raw)
	r, at, err := readCards(raw)
	switch {
	case err != nil:
		n.problem(ProblemCanvas, c.lines.line(min(at, len(raw))), "The canvas is not valid JSON Canvas: it cannot be read from here on.")
	case r.wrong >= 0:
		n.problem(ProblemCanvas, c.lines.line(min(r.wrong, len(raw))), "This part of the canvas is not valid JSON Canvas and left out.")
	}
	for _, card := range r.cards {
		c.card(card)
	}
	c.finish()
	return n
}

// CanvasText returns the text cards of a canvas, a blank line between them.
func CanvasText(raw []byte) string {
	r, _, _ := readCards(raw)
	var texts []string
	for _, card := range r.cards {
		if card.kind == "text" && card.text != "" {
			texts = append(texts, card.text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// CanvasLabels returns the labels of a canvas's groups and arrows, a line each.
func CanvasLabels(raw []byte) string {
	r, _, _ := readCards(raw)
	var labels []string
	for _, card := range append(r.cards, r.edges...) {
		if card.label != "" {
			labels = append(labels, card.label)
		}
	}
	return strings.Join(labels, "\n")
}

func (c *collector) card(card card) {
	switch card.kind {
	case "file":
		if path := strings.Trim(card.file, "/"); path != "" {
			c.addLink(Link{Kind: CanvasFile, Path: path, Subpath: card.subpath}, card.fileAt.start, card.fileAt.stop)
		}
	case "text":
		inner := &Note{}
		text := newCollector(inner, []byte(card.text))
		text.room = c.room
		text.body(0)
		text.finish()
		c.note.Words += inner.Words
		c.cardLinks(card, inner.Links)
	}
}

// cardLinks adds the links of a text card, whose places are those in the
// decoded text.
func (c *collector) cardLinks(card card, links []Link) {
	if len(links) == 0 {
		return
	}
	at := jsonOffsets(c.src[card.textAt.start:card.textAt.stop], len(card.text))
	for _, l := range links {
		start, end := card.textAt.start, card.textAt.stop
		if at != nil {
			start, end = start+int(at[l.Span.Start]), start+int(at[l.Span.End])
		}
		c.addLink(l, start, end)
	}
}

var errCanvas = errors.New("not a canvas")

// readCards walks the JSON token by token: only that tells where a string
// stands, and it is indifferent to nesting. A node or a value of the wrong type
// is left out. On an error it returns what it had and how far it came. An empty
// file is an empty canvas.
func readCards(raw []byte) (r *cardReader, at int, err error) {
	body := bytes.TrimPrefix(raw, bom)
	base := len(raw) - len(body)
	if len(bytes.TrimSpace(body)) == 0 {
		return &cardReader{wrong: -1}, 0, nil
	}
	r = &cardReader{dec: json.NewDecoder(bytes.NewReader(body)), src: raw, base: base, wrong: -1}
	err = r.canvas()
	return r, base + int(r.dec.InputOffset()), err
}

type cardReader struct {
	dec   *json.Decoder
	src   []byte
	base  int
	cards []card
	edges []card // arrows, of which only the labels are read
	wrong int    // where the first value of a wrong type ends, or -1
}

// canvas reads the top object and the cards under its key "nodes".
func (r *cardReader) canvas() error {
	if err := r.expect('{'); err != nil {
		return err
	}
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		switch key {
		case "nodes":
			err = r.list(&r.cards)
		case "edges":
			err = r.list(&r.edges)
		default:
			err = r.skip()
		}
		if err != nil {
			return err
		}
	}
	return r.expect('}')
}

func (r *cardReader) list(into *[]card) error {
	if ok, err := r.opens('['); !ok {
		return err
	}
	for r.dec.More() {
		if err := r.node(into); err != nil {
			return err
		}
	}
	return r.expect(']')
}

func (r *cardReader) node(into *[]card) error {
	if ok, err := r.opens('{'); !ok {
		return err
	}
	var c card
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		if err := r.field(&c, key); err != nil {
			return err
		}
	}
	*into = append(*into, c)
	return r.expect('}')
}

// opens begins a list or an object. A value that is none is passed.
func (r *cardReader) opens(want json.Delim) (bool, error) {
	tok, err := r.dec.Token()
	if err != nil || tok == want {
		return err == nil, err
	}
	return false, r.misplaced(tok)
}

// misplaced passes a value of the wrong type, whose first token was taken.
func (r *cardReader) misplaced(tok json.Token) error {
	err := r.rest(tok)
	if r.wrong < 0 {
		r.wrong = r.base + int(r.dec.InputOffset())
	}
	return err
}

func (r *cardReader) field(c *card, key json.Token) error {
	switch key {
	case "type", "file", "subpath", "text", "label":
	default:
		return r.skip()
	}
	before := r.base + int(r.dec.InputOffset())
	tok, err := r.dec.Token()
	s, ok := tok.(string)
	if err != nil {
		return errors.Join(errCanvas, err)
	}
	if !ok {
		return r.misplaced(tok)
	}
	after := r.base + int(r.dec.InputOffset())
	if at := bytes.IndexByte(r.src[before:after], '"'); at >= 0 {
		before += at
	}
	switch key {
	case "type":
		c.kind = s
	case "file":
		c.file, c.fileAt = s, seg{before, after}
	case "subpath":
		c.subpath = s
	case "label":
		c.label = strings.ToValidUTF8(s, string(utf8.RuneError))
	case "text":
		c.text, c.textAt = strings.ToValidUTF8(s, string(utf8.RuneError)), seg{before, after}
	}
	return nil
}

func (r *cardReader) expect(want json.Delim) error {
	tok, err := r.dec.Token()
	if err != nil {
		return err
	}
	if tok != want {
		return errCanvas
	}
	return nil
}

// skip passes one value of any shape.
func (r *cardReader) skip() error {
	tok, err := r.dec.Token()
	if err != nil {
		return errors.Join(err, io.ErrUnexpectedEOF)
	}
	return r.rest(tok)
}

// rest passes what is left of a value, whose first token was taken.
func (r *cardReader) rest(tok json.Token) error {
	for depth := 0; ; {
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth <= 0 {
			return nil
		}
		var err error
		if tok, err = r.dec.Token(); err != nil {
			return errors.Join(err, io.ErrUnexpectedEOF)
		}
	}
}
