package builtin

import (
	"maps"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools"
)

// fileTypes maps the shorthand of the type argument to extensions (R108).
var fileTypes = map[string][]string{
	"md":     {"md", "markdown", "mdx"},
	"canvas": {"canvas"},
	"base":   {"base"},
	"txt":    {"txt", "text"},
	"org":    {"org"},
	"rst":    {"rst"},
	"tex":    {"tex", "bib"},
	"pdf":    {"pdf"},
	"epub":   {"epub"},
	"office": {"doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp"},
	"image":  {"png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "avif", "heic", "tiff"},
	"audio":  {"mp3", "wav", "m4a", "ogg", "flac", "3gp"},
	"video":  {"mp4", "webm", "mov", "mkv", "ogv"},

	"json": {"json", "jsonl", "json5"},
	"yaml": {"yaml", "yml"},
	"toml": {"toml"},
	"csv":  {"csv", "tsv"},
	"xml":  {"xml"},
	"html": {"html", "htm"},
	"css":  {"css", "scss", "less"},

	"py":    {"py", "pyi"},
	"ipynb": {"ipynb"},
	"ts":    {"ts", "tsx", "mts", "cts"},
	"js":    {"js", "jsx", "mjs", "cjs"},
	"go":    {"go"},
	"rs":    {"rs"},
	"java":  {"java"},
	"kt":    {"kt", "kts"},
	"c":     {"c", "h"},
	"cpp":   {"cpp", "cc", "cxx", "hpp", "hh"},
	"cs":    {"cs"},
	"rb":    {"rb"},
	"php":   {"php"},
	"swift": {"swift"},
	"sh":    {"sh", "bash", "zsh"},
	"sql":   {"sql"},
	"lua":   {"lua"},
	"r":     {"r", "rmd"},
}

// typeNames are other words for a shorthand.
var typeNames = map[string]string{
	"markdown": "md", "note": "md", "text": "txt", "python": "py", "typescript": "ts", "javascript": "js",
	"golang": "go", "rust": "rs", "kotlin": "kt", "ruby": "rb", "shell": "sh", "yml": "yaml", "images": "image",
	"latex": "tex", "bash": "sh", "c++": "cpp", "htm": "html",
}

// extensions returns what the type argument of a tool stands for; nil for none.
func extensions(tool, name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	key := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(name), "."))
	if short, ok := typeNames[key]; ok {
		key = short
	}
	if exts, ok := fileTypes[key]; ok {
		return exts, nil
	}
	return nil, unknownType(tool, name, key)
}

func unknownType(tool, name, key string) error {
	known := slices.Sorted(maps.Keys(fileTypes))
	near := tools.Nearest(key, known)
	hint := ""
	if near != "" {
		hint = "; did you mean " + quote(near) + "?"
	}
	e := tools.Errorf(tools.InvalidArgument, "The type %q is not known%s Known are %s; for any other extension use the argument \"glob\"",
		name, orStop(hint), strings.Join(known, ", "))
	e.Data = tools.Failure{Argument: "type", Got: name, Allowed: strings.Join(known, ", ")}
	if near != "" {
		e.Data.Suggestions = []string{near}
	}
	return e.WithCall(typeCall(tool, near, key))
}

// typeCall is a call that works: with the type meant, or with a glob.
func typeCall(tool, near, key string) string {
	var pairs []any
	if tool == "grep" {
		pairs = append(pairs, "pattern", "TODO")
	}
	if near != "" {
		return callOf(tool, append(pairs, "type", near)...)
	}
	return callOf(tool, append(pairs, "glob", "*."+key)...)
}

// orStop is the hint, or a full stop where there is none.
func orStop(hint string) string {
	if hint == "" {
		return "."
	}
	return hint
}
