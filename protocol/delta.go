package protocol

import "bytes"

// mergeBytes is how long a merged delta may get before the next begins.
const mergeBytes = 64 << 10

// textDelta is a piece of a streamed message that waits to be written.
type textDelta struct {
	session   string
	messageID string
	kind      UpdateKind
	text      []byte
}

// deltaOf returns the delta that a notification is, if it is nothing but one: a
// chunk of plain text with no _meta and no annotations, which merging would lose.
func deltaOf(params any) (textDelta, bool) {
	n, ok := params.(SessionNotification)
	if p, isPointer := params.(*SessionNotification); isPointer && p != nil {
		n, ok = *p, true
	}
	if !ok || n.Meta != nil {
		return textDelta{}, false
	}
	var chunk ContentChunk
	switch u := n.Update.(type) {
	case AgentMessageChunk:
		chunk = ContentChunk(u)
	case AgentThoughtChunk:
		chunk = ContentChunk(u)
	default:
		return textDelta{}, false
	}
	content := chunk.Content
	if content.Type != ContentText || content.Meta != nil || content.Annotations != nil || chunk.Meta != nil {
		return textDelta{}, false
	}
	return textDelta{n.SessionID, chunk.MessageID, n.Update.Kind(), []byte(content.Text)}, true
}

// merge appends next if it goes on with the same message.
func (d *textDelta) merge(next textDelta) bool {
	same := d.session == next.session && d.messageID == next.messageID && d.kind == next.kind
	if !same || len(d.text)+len(next.text) > mergeBytes {
		return false
	}
	d.text = append(d.text, next.text...)
	return true
}

// size is about the length of the line.
func (d *textDelta) size() int {
	const frame = 160 // the line without session, message and text
	return frame + len(d.session) + len(d.messageID) + len(d.text)
}

// encode returns the line. Strings are all it holds, so it cannot fail.
func (d *textDelta) encode() []byte {
	chunk := ContentChunk{Content: TextBlock(string(d.text)), MessageID: d.messageID}
	n := SessionNotification{SessionID: d.session, Update: AgentMessageChunk(chunk)}
	if d.kind == UpdateAgentThoughtChunk {
		n.Update = AgentThoughtChunk(chunk)
	}
	line, err := notificationLine(NotifySessionUpdate, n)
	if err != nil {
		return bytes.Clone([]byte("\n")) // an empty line is no frame
	}
	return line
}
