package fetch

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// longest is how many bytes of an attribute are of use; the attributes that are
// not named are of none.
var longest = map[string]int{
	"class": 200, "id": 100, "lang": 35, "href": 2048, "src": 2048, "alt": 500, "title": 300, "datetime": 60,
	"name": 100, "property": 100, "content": 2000, "itemprop": 100, "rel": 60, "role": 60, "type": 60, "aria-hidden": 10,
	"start": 6, "colspan": 2, "rowspan": 2, "dir": 5,
}

// maxAttrs is how many of its attributes an element keeps.
const maxAttrs = 16

// attributes reads the attributes of a tag into n. It tells whether the element
// is shown.
func (t *tree) attributes(n *html.Node, z *html.Tokenizer, more bool) (visible bool) {
	visible = true
	for more {
		var key, val []byte
		key, val, more = z.TagAttr()
		name := string(key)
		if n.DataAtom != atom.Html && n.DataAtom != atom.Body && hides(name, val) {
			visible = false
		}
		most, wanted := longest[name]
		if !wanted || len(val) > most || len(n.Attr) >= maxAttrs {
			continue
		}
		if value, ok := t.attribute(n.DataAtom, name, string(val)); ok {
			n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
		}
	}
	return visible
}

// hides tells whether an attribute keeps its element from being shown. What a
// reader of the page would not see is not read to anybody else.
func hides(name string, val []byte) bool {
	switch name {
	case "hidden":
		return string(val) != "until-found"
	case "style":
		style := strings.ToLower(strings.Join(strings.Fields(string(val[:min(len(val), 1000)])), ""))
		return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
	}
	return false
}

// attribute returns the value to keep.
func (t *tree) attribute(of atom.Atom, name, val string) (string, bool) {
	switch name {
	case "href", "src":
		if of == atom.Base {
			return val, true
		}
		return t.absolute(val, name == "href")
	case "colspan", "rowspan", "start":
		n, err := strconv.Atoi(val)
		if name != "start" {
			n = min(n, 20) // a table is as wide as it says it is
		}
		return strconv.Itoa(n), err == nil && n >= 0
	}
	return strings.ToValidUTF8(val, ""), true
}

// absolute makes a link absolute. Links within the page, and ones that lead to
// no page, are left out.
func (t *tree) absolute(link string, isLink bool) (string, bool) {
	link = strings.TrimSpace(link)
	if link == "" || link[0] == '#' {
		return "", false
	}
	u, err := url.Parse(link)
	if err != nil {
		return "", false
	}
	u = t.base.ResolveReference(u)
	switch {
	case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		u.User = nil
		return u.String(), true
	case isLink && u.Scheme == "mailto":
		return u.String(), true
	}
	return "", false
}
