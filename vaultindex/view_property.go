package vaultindex

import (
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// PropertyType returns the type of a property: what the vault assigns to its
// name, in any case, else what its value is (6.8); "" where that says nothing.
func (v *View) PropertyType(key string, value any) string {
	types := v.snap.settings.PropertyTypes
	if typ, ok := types[key]; ok {
		return typ
	}
	for name, typ := range types {
		if strings.EqualFold(name, key) {
			return typ
		}
	}
	return note.InferType(key, value)
}
