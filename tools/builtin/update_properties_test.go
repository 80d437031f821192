package builtin

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func TestUpdateProperties(t *testing.T) { // X25, 6.8, 6.9, users E47–E50
	const head = "---\r\n# mine\r\nstatus: 'open' # yet\r\ntags: [a, \"b\"]\r\nyear:   2024\r\ndue: 2024-01-02\r\nlinks:\r\n  - \"[[x]]\"\r\n---\r\ntext"
	for args, want := range map[string][2]string{
		`"set":{"status":"done"}`:       {"'open'", "'done'"},
		`"set":{"STATUS":"done"}`:       {"'open'", "'done'"},
		`"set":{"year":2025}`:           {"2024\r\ndue", "2025\r\ndue"},
		`"add":{"tags":["c","a"]}`:      {"[a, \"b\"]", "[a, \"b\", c]"},
		`"drop":{"tags":["b"]}`:         {"[a, \"b\"]", "[a]"},
		`"remove":["year"]`:             {"year:   2024\r\n", ""},
		`"set":{"due":"2026-05-04"}`:    {"2024-01-02", "2026-05-04"},
		`"set":{"neu":true}`:            {"\r\n---\r\ntext", "\r\nneu: true\r\n---\r\ntext"},
		`"set":{"neu":["x: y","#z"]}`:   {"\r\n---\r\ntext", "\r\nneu: [\"x: y\", \"#z\"]\r\n---\r\ntext"},
		`"set":{"neu":null}`:            {"\r\n---\r\ntext", "\r\nneu:\r\n---\r\ntext"},
		`"set":{"neu":1.5}`:             {"\r\n---\r\ntext", "\r\nneu: 1.5\r\n---\r\ntext"},
		`"set":{"neu":"yes"}`:           {"\r\n---\r\ntext", "\r\nneu: \"yes\"\r\n---\r\ntext"},
		`"add":{"links":["[[y|why]]"]}`: {"\"[[x]]\"\r\n", "\"[[x]]\"\r\n  - \"[[y|why]]\"\r\n"},
	} {
		v := newWritable(t, map[string]string{".obsidian/types.json": `{"types":{"due":"date","year":"number"}}`, "a.md": head})
		v.looks("a.md")
		res := v.do("update_properties", `{"slug":"a",`+args+`}`)
		v.has(map[string]string{"a.md": strings.Replace(head, want[0], want[1], 1)})
		if len(res.Sensitive) != 0 || !strings.Contains(res.Summary, "Changed the properties") {
			t.Errorf("%s: %+v", args, res)
		}
	}
}

func TestUpdatePropertiesRefuses(t *testing.T) {
	v := newWritable(t, map[string]string{".obsidian/types.json": `{"types":{"due":"date","year":"number"}}`, "a.md": "---\nk: v\nnest:\n  x: 1\n---\ntext\n", "plain.md": "text\n"})
	v.bad("update_properties", `{"slug":"a","set":{"k":1}}`, tools.ReadRequired)
	v.looks("a.md")
	v.bad("update_properties", `{"slug":"a"}`, tools.InvalidArgument, `"set"`)
	v.bad("update_properties", `{"slug":"a","set":{"k":1},"remove":["K"]}`, tools.InvalidArgument, "twice")
	v.bad("update_properties", `{"slug":"a","set":{"due":"soon"}}`, tools.InvalidArgument, "date")
	v.bad("update_properties", `{"slug":"a","set":{"year":"old"}}`, tools.InvalidArgument, "number")
	v.bad("update_properties", `{"slug":"a","set":{"k":{"x":1}}}`, tools.InvalidArgument, `"k"`)
	v.bad("update_properties", `{"slug":"a","set":{"k":12345678901234567890}}`, tools.InvalidArgument, "as text")
	v.bad("update_properties", `{"slug":"a","set":{" k":1}}`, tools.InvalidArgument)
	v.bad("update_properties", `{"slug":"a","set":{"k":"v"}}`, tools.NoChange)
	v.bad("update_properties", `{"slug":"a","remove":["none"]}`, tools.NoMatch)
	v.bad("update_properties", `{"slug":"none","set":{"k":1}}`, tools.NoteNotFound)
	v.looks("plain.md")
	v.do("update_properties", `{"slug":"plain","set":{"k":1}}`)
	v.has(map[string]string{"plain.md": "---\nk: 1\n---\ntext\n", "a.md": "---\nk: v\nnest:\n  x: 1\n---\ntext\n"})
}
