package vaultindex

import (
	"context"

	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// SetPrivate changes which notes are private, from the snapshot on whose number
// it returns: no view of it, or of a later one, shows what the new rules hide.
// What must be read again to be judged stays hidden until that is done, which
// is before SetPrivate returns unless the vault's folder cannot be listed.
func (ix *Index) SetPrivate(ctx context.Context, rules PrivateRules) (uint64, error) {
	return ix.ask(ctx, ask{kind: askPrivate, rules: rules})
}

// reclassify applies other privacy rules to all that is known.
func (o *owner) reclassify(ctx context.Context, rules privacy) {
	if rules.fingerprint() == o.privacy.fingerprint() {
		return
	}
	o.privacy = rules
	var upserts []*graph.File
	unsure := false
	for p, e := range o.entries {
		again, sure := o.judged(e)
		unsure = unsure || !sure
		if again == e {
			continue
		}
		o.entries[p] = again
		o.stale++
		if again.file != e.file {
			o.untold[p] = struct{}{}
			upserts = append(upserts, again.file)
		}
	}
	o.stale++ // the manifest names the rules
	o.advance(upserts, nil)
	o.publish()
	if unsure {
		o.rescan(ctx)
	}
	if o.unseen {
		o.publish() // what was read again need not wait for the full text
	}
}

// judged is the entry under the rules of now; e itself when they make no
// difference. It is not sure of a file whose content it would have to read.
func (o *owner) judged(e *entry) (again *entry, sure bool) {
	private, sure := o.privacy.covers(e.file.Path), true
	if !private && e.file.Kind != graph.KindAttachment {
		if n := e.file.Note(); n == nil || e.raw {
			private, sure = o.privacy.needsContent(), !o.privacy.needsContent()
		} else {
			private = o.privacy.matches(e.file.Path, nil, n)
		}
	}
	if private == e.file.Private && sure {
		return e, true
	}
	next := *e
	next.racy = next.racy || !sure
	if private != e.file.Private {
		file := *e.file
		file.Private = private
		next.file = &file
	}
	return &next, sure
}
