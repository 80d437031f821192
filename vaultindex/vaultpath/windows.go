package vaultpath

import "strings"

// WindowsSafe reports, as an *Error, why a path could not be created on
// Windows: a character it refuses, a trailing dot or space, a device name
// (F11). A vault is often synced, so writers ask this on every platform.
func (p Path) WindowsSafe() error {
	for seg := range strings.SplitSeq(string(p), "/") {
		if hint := windowsFault(seg); hint != "" {
			return &Error{Input: string(p), Rule: RuleWindows, Hint: hint}
		}
	}
	return nil
}

func windowsFault(seg string) string {
	for _, r := range seg {
		if r < ' ' || strings.ContainsRune(`*"\<>:|?`, r) {
			return `leave out control characters and * " \ < > : | ?`
		}
	}
	if strings.HasSuffix(seg, ".") || strings.HasSuffix(seg, " ") {
		return "let no name end in a dot or a space."
	}
	stem, _, _ := strings.Cut(seg, ".")
	if isDevice(strings.ToUpper(strings.TrimRight(stem, " "))) {
		return "choose another name: Windows keeps this one for a device."
	}
	return ""
}

func isDevice(stem string) bool {
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	if !strings.HasPrefix(stem, "COM") && !strings.HasPrefix(stem, "LPT") {
		return false
	}
	switch stem[3:] {
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return true
	}
	return false
}
