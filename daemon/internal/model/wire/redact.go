package wire

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// minSecret is the length in bytes from which a key is one. Shorter ones are what
// local servers take for none ("ollama", "EMPTY"): words that an answer may hold.
const minSecret = 8

// secret is a key in all forms in which it may come back: as it is, as a part of
// a URL, and as a part of a JSON string.
type secret []string

func newSecret(key string) secret {
	if len(key) < minSecret {
		return nil
	}
	quoted, _ := json.Marshal(key) // a string marshals
	forms := secret{key, url.QueryEscape(key), url.PathEscape(key), string(quoted[1 : len(quoted)-1])}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// redact takes the key out of a text.
func (s secret) redact(text string) string {
	for _, form := range s {
		text = strings.ReplaceAll(text, form, "[key]")
	}
	return text
}

// response takes the key out of a whole answer, in place.
func (s secret) response(r *model.Response) {
	if len(s) == 0 {
		return
	}
	r.Model = s.redact(r.Model)
	for i := range r.Message.Blocks {
		b := &r.Message.Blocks[i]
		b.Text = s.redact(b.Text)
		if b.Raw != nil {
			b.Raw.Data = json.RawMessage(s.redact(string(b.Raw.Data)))
		}
		if c := b.Call; c != nil {
			c.ID, c.Name, c.Bad, c.Sent = s.redact(c.ID), s.redact(c.Name), s.redact(c.Bad), s.redact(c.Sent)
			c.Args = json.RawMessage(s.redact(string(c.Args)))
		}
	}
}

// veil takes the key out of a text that comes in pieces. It holds back an end that
// may be the key's beginning.
type veil struct {
	secret secret
	held   string
}

// write returns what can be told by now.
func (v *veil) write(piece string) string {
	text := v.secret.redact(v.held + piece)
	keep := 0
	for _, form := range v.secret {
		keep = max(keep, overlap(text, form))
	}
	v.held = text[len(text)-keep:]
	return text[:len(text)-keep]
}

// overlap is how many bytes at the end of text begin form.
func overlap(text, form string) int {
	n := min(len(text), len(form)-1)
	for n > 0 && text[len(text)-n:] != form[:n] {
		n--
	}
	return n
}

// flush returns what was held back when no more comes.
func (v *veil) flush() string {
	rest := v.held
	v.held = ""
	return rest
}
