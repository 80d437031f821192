package tools

import "strings"

// Nearest returns the name in names that the wrong one most likely stands for,
// or "" when none is near.
func Nearest(wrong string, names []string) string {
	const longest = 64 // names are short; a long input is no typing error
	if len(wrong) > longest {
		return ""
	}
	best, bestDistance := "", len(wrong)/2+1
	for _, name := range names {
		if d := nameDistance(wrong, name); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// nameDistance is the edit distance of two names, case and underscores aside. A
// name that contains the other is near whatever is around it.
func nameDistance(a, b string) int {
	a, b = plainName(a), plainName(b)
	if a == b {
		return 0
	}
	if len(a) > 2 && len(b) > 2 && (strings.Contains(a, b) || strings.Contains(b, a)) {
		return 1
	}
	return editDistance(a, b)
}

func plainName(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(s))
}

// editDistance counts the letters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
