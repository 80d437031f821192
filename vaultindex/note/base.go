package note

// ParseBase reads a .base file (F2). Obsidian counts no links from one, so the
// result holds its problems and its number of lines. Like Parse it never fails;
// an empty base is valid.
func ParseBase(raw []byte) *Note {
	n := &Note{Lines: countLines(raw)}
	if len(raw) > maxFrontmatter {
		n.problem(ProblemBase, 1, "The base is larger than 256 KiB and was not checked.")
		return n
	}
	if _, fault := loadYAML(raw); fault != nil {
		n.problem(ProblemBase, fault.line, fault.message)
	}
	return n
}
