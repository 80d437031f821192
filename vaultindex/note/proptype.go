package note

import (
	"strings"
	"time"
)

// The types of properties, as types.json names them (6.8).
const (
	TypeText     = "text"
	TypeList     = "multitext"
	TypeNumber   = "number"
	TypeCheckbox = "checkbox"
	TypeDate     = "date"
	TypeDateTime = "datetime"
	TypeTags     = "tags"
	TypeAliases  = "aliases"
)

// InferType returns the type Obsidian takes a property for when the vault
// assigns none to its name: by name for tags and aliases, else by its value
// (6.8). It is "" for null, which has no type, and for objects, which Obsidian
// does not edit.
func InferType(key string, value any) string {
	switch strings.ToLower(key) {
	case "tags":
		return TypeTags
	case "aliases":
		return TypeAliases
	case "cssclasses":
		return TypeList
	}
	switch v := value.(type) {
	case bool:
		return TypeCheckbox
	case int64, float64:
		return TypeNumber
	case []any:
		return TypeList
	case string:
		return textType(v)
	}
	return ""
}

// textType tells dates from other text.
func textType(s string) string {
	if _, err := time.Parse("2006-01-02", s); err == nil {
		return TypeDate
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if _, err := time.Parse(layout, s); err == nil {
			return TypeDateTime
		}
	}
	return TypeText
}

// FitsType reports whether a value is one of a property of that type. Null
// fits every type, and any value fits a type of another plugin's.
func FitsType(typ string, value any) bool {
	if value == nil {
		return true
	}
	is := InferType("", value)
	switch typ {
	case TypeText:
		return is == TypeText || is == TypeDate || is == TypeDateTime
	case TypeList, TypeTags, TypeAliases:
		return is == TypeList || FitsType(TypeText, value)
	case TypeNumber, TypeCheckbox, TypeDate:
		return is == typ
	case TypeDateTime:
		return is == TypeDateTime || is == TypeDate
	}
	return true
}
