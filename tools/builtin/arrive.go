package builtin

import (
	"fmt"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// followed is the part of a result that says which links were rewritten.
type followed struct {
	Links int          `json:"links,omitempty"`
	Notes int          `json:"notes,omitempty"` // in which they stand
	Lines []linkChange `json:"link_changes,omitempty"`
}

func (r *relinked) followed() followed { return followed{r.links, r.notes, r.changes} }

// keepLinks takes the links into the draft that would mean a new file in place of
// the one they mean now, because that has the same name: they get its path, as
// in Obsidian (section 4, "Writing links").
func (d *draft) keepLinks(created map[vaultpath.Path][]byte) (*relinked, error) {
	if !d.pl.shareName(created) {
		return &relinked{}, nil
	}
	r := d.pl.relink(nil)
	r.created = created
	done, err := r.plan()
	if err != nil {
		return nil, err
	}
	d.take(done)
	return done, nil
}

// shareName tells whether any of the files has a name that another has already.
func (pl placer) shareName(created map[vaultpath.Path][]byte) bool {
	for p := range created {
		if _, others, one := pl.env.All().Graph().ResolveSlug(p.Base()); one || len(others) > 0 {
			return true
		}
	}
	return false
}

// said adds to a sentence which links of others were rewritten for a new file.
func (r *relinked) said(did string) string {
	if r.links == 0 {
		return did
	}
	return fmt.Sprintf("%s, and rewrote %s, which would have meant the new file", did, r.counted())
}
