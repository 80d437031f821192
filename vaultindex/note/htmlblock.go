package note

import "bytes"

// htmlKind is one of CommonMark's seven kinds of HTML block, 0 for none.
type htmlKind uint8

const (
	htmlRaw     htmlKind = iota + 1 // <script>, <pre>, … to their closing tag
	htmlComment                     // <!-- to -->
	htmlInstr                       // <? to ?>
	htmlDecl                        // <!X to >
	htmlCData                       // <![CDATA[ to ]]>
	htmlBlock                       // a block element, to a blank line
	htmlOther                       // any tag alone on its line, to a blank line
)

var htmlRawNames = map[string]bool{"script": true, "pre": true, "style": true, "textarea": true}

var htmlBlockNames = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range bytes.Fields([]byte(`address article aside base basefont blockquote body
		caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer
		form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu
		menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot
		th thead title tr track ul`)) {
		set[string(name)] = true
	}
	return set
}()

// htmlOpens tells which HTML block a line starts; line begins at its '<'.
func htmlOpens(line []byte, inParagraph bool) htmlKind {
	rest := line[1:]
	switch {
	case bytes.HasPrefix(rest, []byte("!--")):
		return htmlComment
	case bytes.HasPrefix(rest, []byte("?")):
		return htmlInstr
	case bytes.HasPrefix(rest, []byte("![CDATA[")):
		return htmlCData
	case len(rest) > 1 && rest[0] == '!' && isLetter(rest[1]):
		return htmlDecl
	}
	return htmlElement(line, inParagraph)
}

func htmlElement(line []byte, inParagraph bool) htmlKind {
	start := 1
	closing := len(line) > 1 && line[1] == '/'
	if closing {
		start = 2
	}
	end := tagNameEnd(line, start)
	if end == start {
		return 0
	}
	name := bytes.ToLower(line[start:end])
	rest := line[end:]
	bounded := len(rest) == 0 || rest[0] <= ' ' || rest[0] == '>'
	switch {
	case htmlRawNames[string(name)]:
		if bounded && !closing {
			return htmlRaw
		}
		return 0
	case htmlBlockNames[string(name)] && (bounded || bytes.HasPrefix(rest, []byte("/>"))):
		return htmlBlock
	case inParagraph:
		return 0
	}
	if p, ok := tagMarkup(line, 1); ok && len(bytes.TrimSpace(line[p:])) == 0 {
		return htmlOther
	}
	return 0
}

// htmlCloses reports whether the block of that kind ends with this line. A
// blank line that ends a block is not part of it; any other last line is.
func htmlCloses(kind htmlKind, line []byte) bool {
	switch kind {
	case htmlRaw:
		lower := bytes.ToLower(line)
		for name := range htmlRawNames {
			if bytes.Contains(lower, []byte("</"+name+">")) {
				return true
			}
		}
		return false
	case htmlComment:
		return bytes.Contains(line, []byte("-->"))
	case htmlInstr:
		return bytes.Contains(line, []byte("?>"))
	case htmlDecl:
		return bytes.IndexByte(line, '>') >= 0
	case htmlCData:
		return bytes.Contains(line, []byte("]]>"))
	}
	return len(bytes.TrimSpace(line)) == 0
}
