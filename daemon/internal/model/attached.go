package model

import "strings"

// attachedHead opens the list of notes a person attached to a prompt. It is
// plain text, so that every provider's model reads it, and one form, so that
// the offline controller does.
const attachedHead = "\n\nAttached notes:"

// WithAttached appends the vault paths of attached notes to a prompt's text.
func WithAttached(text string, paths []string) string {
	if len(paths) == 0 {
		return text
	}
	return text + attachedHead + "\n- [[" + strings.Join(paths, "]]\n- [[") + "]]"
}

// SplitAttached is the inverse of WithAttached.
func SplitAttached(prompt string) (text string, paths []string) {
	at := strings.LastIndex(prompt, attachedHead)
	if at < 0 {
		return prompt, nil
	}
	list, ok := strings.CutPrefix(prompt[at+len(attachedHead):], "\n")
	if !ok {
		return prompt, nil
	}
	for line := range strings.Lines(list) {
		path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "- [[")
		if path, closed := strings.CutSuffix(path, "]]"); ok && closed {
			paths = append(paths, path)
			continue
		}
		return prompt, nil // the person's own words, not our list
	}
	return prompt[:at], paths
}

// ObservedHead opens what the runtime itself says in the conversation, so that
// nobody takes it for the person's words.
const ObservedHead = "[Ibid] "
