package vaultpath

import (
	"errors"
	"strings"
	"testing"
)

func TestParseCleans(t *testing.T) {
	for in, want := range map[string]Path{
		"":                    "",
		".":                   "",
		"./":                  "",
		"a.md":                "a.md",
		"./a.md":              "a.md",
		"././a//b/":           "a/b",
		".obsidian/app.json":  ".obsidian/app.json",
		"a/..b/c":             "a/..b/c",
		"Q: what.md":          "Q: what.md",
		"cafe\u0301.md":       "café.md",   // rule 4.13: NFD becomes NFC
		"a\u00a0b\u202fc.md":  "a b c.md",  // rule 4.13: no-break spaces
		"笔记/今天.md":            "笔记/今天.md",  // any script
		"\u2100.md":           "\u2100.md", // not NFKC
		" leading and inner ": " leading and inner ",
	} {
		got, err := Parse(in)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for in, rule := range map[string]string{
		"/etc/passwd":     RuleAbsolute,
		"/":               RuleAbsolute,
		`\\server\share`:  RuleBackslash,
		`a\b.md`:          RuleBackslash,
		`C:\x`:            RuleDrive,
		"C:/x":            RuleDrive,
		"c:":              RuleDrive,
		"c:x":             RuleDrive,
		"./C:/x":          RuleDrive,
		"\u212a:/kelvin":  RuleDrive, // composes to a plain K
		"..":              RuleParent,
		"../x":            RuleParent,
		"a/../../x":       RuleParent,
		"a/..":            RuleParent,
		"a/./b":           RuleDot,
		"a/.":             RuleDot,
		"a\x00.md":        RuleNUL,
		"bad\xff.md":      RuleUTF8,
		"./../../outside": RuleParent,
	} {
		got, err := Parse(in)
		var e *Error
		if !errors.As(err, &e) || e.Rule != rule || e.Input != in || e.Hint == "" {
			t.Errorf("Parse(%q) = %q, %v; want rule %s", in, got, err, rule)
		}
		if got != Root {
			t.Errorf("Parse(%q) returned %q beside its error", in, got)
		}
	}
}

func TestErrorNamesInputRuleAndHint(t *testing.T) {
	_, err := Parse("/a.md")
	for _, part := range []string{`"/a.md"`, RuleAbsolute, "without the leading slash"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestFromDisk(t *testing.T) {
	p, err := FromDisk("Ordner/Ma\u0308rz.md")
	if err != nil || p != "Ordner/März.md" {
		t.Errorf("FromDisk gave %q, %v", p, err)
	}
	if _, err := FromDisk("bad\xff.md"); err == nil {
		t.Error("FromDisk took a name that is not UTF-8")
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		path                  Path
		base, ext, name, slug string
		dir                   Path
		hidden, note          bool
	}{
		{"", "", "", "", "", "", false, false},
		{"a.md", "a.md", "md", "a", "a", "", false, true},
		{"x/Y.MD", "Y.MD", "md", "Y", "x/Y", "x", false, true},
		{"x/y/v1.2 notes.md", "v1.2 notes.md", "md", "v1.2 notes", "x/y/v1.2 notes", "x/y", false, true},
		{"i.PNG", "i.PNG", "png", "i.PNG", "i.PNG", "", false, false},
		{".obsidian/app.json", "app.json", "json", "app.json", ".obsidian/app.json", ".obsidian", true, false},
		{"a/.md", ".md", "", ".md", "a/.md", "a", true, false},
		{"a/b.c/d", "d", "", "d", "a/b.c/d", "a/b.c", false, false},
		{"trailing.", "trailing.", "", "trailing.", "trailing.", "", false, false},
	} {
		p := c.path
		if p.Base() != c.base || p.Ext() != c.ext || p.Name() != c.name || p.Slug() != c.slug ||
			p.Dir() != c.dir || p.Hidden() != c.hidden || p.IsNote() != c.note {
			t.Errorf("%q: base %q ext %q name %q slug %q dir %q hidden %v note %v", p,
				p.Base(), p.Ext(), p.Name(), p.Slug(), p.Dir(), p.Hidden(), p.IsNote())
		}
	}
}

func TestHasPrefixIsSegmentWise(t *testing.T) {
	for _, c := range []struct {
		path, dir Path
		want      bool
	}{
		{"a/b.md", "", true},
		{"a/b.md", "a", true},
		{"a", "a", true},
		{"ab/c.md", "a", false},
		{"a", "a/b", false},
	} {
		if got := c.path.HasPrefix(c.dir); got != c.want {
			t.Errorf("%q.HasPrefix(%q) = %v", c.path, c.dir, got)
		}
	}
}

func TestJoinStaysInside(t *testing.T) {
	p, err := Path("a").Join("b/c.md")
	if err != nil || p != "a/b/c.md" {
		t.Errorf("Join gave %q, %v", p, err)
	}
	if p, _ := Path("a").Join(""); p != "a" {
		t.Errorf("joining nothing gave %q", p)
	}
	if p, _ := Root.Join("b"); p != "b" {
		t.Errorf("joining to the root gave %q", p)
	}
	if _, err := Path("a").Join("../b"); err == nil {
		t.Error("Join left its folder")
	}
}

// Rule 4.3: ./ and ../ count from the source's folder and may not leave the vault.
func TestRelative(t *testing.T) {
	for _, c := range []struct {
		dir  Path
		link string
		want Path
		ok   bool
	}{
		{"a", "../y", "y", true},
		{"a/b", "./c/d", "a/b/c/d", true},
		{"a/b", "../../z", "z", true},
		{"a/b", "..", "a", true},
		{"a", "../../y", "", false},
		{"a", "./b/../c", "", false},
		{"", "./x", "x", true},
	} {
		got, ok := c.dir.Relative(c.link)
		if got != c.want || ok != c.ok {
			t.Errorf("%q.Relative(%q) = %q, %v", c.dir, c.link, got, ok)
		}
	}
}

// Rules 4.12 and 4.13.
func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Log.md", "LOG.MD", "log.md"},
		{"ΟΔΟΣ", "οδος", "οδοσ", "ΟΔΟς"}, // all sigmas
		{"Café", "CAFE\u0301", "cafe\u0301"},
		{"a\u00a0b", "A b"},
		{"İstanbul", "i\u0307stanbul"},
	} {
		for _, s := range same {
			if Fold(s) != Fold(same[0]) {
				t.Errorf("Fold(%q) = %q, Fold(%q) = %q", s, Fold(s), same[0], Fold(same[0]))
			}
		}
	}
	for _, pair := range [][2]string{{"İ", "i"}, {"ı", "i"}, {"ß", "ss"}, {"①", "1"}, {"a", "á"}} {
		if Fold(pair[0]) == Fold(pair[1]) {
			t.Errorf("%q and %q fold the same", pair[0], pair[1])
		}
	}
}

// F11 and contracts 2.1.2.
func TestWindowsSafe(t *testing.T) {
	for _, p := range []Path{"a:b.md", "x/y?.md", "con.md", "NUL", "COM1 .md", "lpt9.txt.md", "a./b", "a ", "t\tb", `q"`} {
		var e *Error
		if !errors.As(p.WindowsSafe(), &e) || e.Rule != RuleWindows {
			t.Errorf("%q passes", p)
		}
	}
	for _, p := range []Path{"", "a.md", "console.md", "COMA", "COM", "com10.md", "#^[].md", "笔记/x.md"} {
		if err := p.WindowsSafe(); err != nil {
			t.Errorf("%q: %v", p, err)
		}
	}
}
