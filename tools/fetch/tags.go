package fetch

import "golang.org/x/net/html/atom"

type tags map[atom.Atom]bool

func tagSet(atoms ...atom.Atom) tags {
	set := make(tags, len(atoms))
	for _, a := range atoms {
		set[a] = true
	}
	return set
}

var (
	void = tagSet(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Param, atom.Source, atom.Track, atom.Wbr)

	// block are the elements that begin on a line of their own.
	block = tagSet(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2,
		atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P,
		atom.Plaintext, atom.Pre, atom.Search, atom.Section, atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th,
		atom.Thead, atom.Tr, atom.Ul)

	// spaced are the blocks with an empty line around them.
	spaced = tagSet(atom.Article, atom.Blockquote, atom.Dl, atom.Figure, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr,
		atom.Main, atom.Ol, atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Table, atom.Ul)

	list = tagSet(atom.Ul, atom.Ol, atom.Menu)

	// dropped are elements that hold nothing to read.
	dropped = tagSet(atom.Audio, atom.Button, atom.Canvas, atom.Datalist, atom.Embed, atom.Input, atom.Map, atom.Math, atom.Meter,
		atom.Object, atom.Progress, atom.Select, atom.Svg, atom.Template, atom.Video)

	tabular     = tagSet(atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption)
	cell        = tagSet(atom.Td, atom.Th, atom.Caption)
	holdsNoText = tagSet(atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Ul, atom.Ol, atom.Dl, atom.Head, atom.Html)
)

// renamed are tags that are read as others: unknown ones, and outdated ones
// that say how something looks.
var renamed = map[atom.Atom]atom.Atom{
	0: atom.Span, atom.Font: atom.Span, atom.Big: atom.Span, atom.Nobr: atom.Span, atom.Tt: atom.Code, atom.Strike: atom.S,
	atom.Dir: atom.Ul, atom.Listing: atom.Pre, atom.Image: atom.Img,
}

// closing is one element that a tag closes: the nearest one of the name that
// lies in none of these.
type closing struct {
	ends   atom.Atom
	within tags
}

// implied lists what tags close beside a paragraph.
var implied = map[atom.Atom][]closing{
	atom.A:     {{atom.A, tagSet(atom.Td, atom.Th, atom.Caption)}},
	atom.Li:    {{atom.Li, tagSet(atom.Ul, atom.Ol, atom.Menu, atom.Table)}},
	atom.Dt:    {{atom.Dd, definitions}, {atom.Dt, definitions}},
	atom.Dd:    {{atom.Dd, definitions}, {atom.Dt, definitions}},
	atom.Td:    {{atom.Td, rows}, {atom.Th, rows}},
	atom.Th:    {{atom.Td, rows}, {atom.Th, rows}},
	atom.Tr:    {{atom.Tr, sections}},
	atom.Tbody: groups, atom.Thead: groups, atom.Tfoot: groups,
}

var (
	definitions = tagSet(atom.Dl, atom.Table, atom.Ul, atom.Ol)
	rows        = tagSet(atom.Tr, atom.Table)
	sections    = tagSet(atom.Table, atom.Tbody, atom.Thead, atom.Tfoot)
	tables      = tagSet(atom.Table)
	groups      = []closing{{atom.Thead, tables}, {atom.Tbody, tables}, {atom.Tfoot, tables}}
)
