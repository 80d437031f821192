package protocol

import (
	"encoding/json"
	"fmt"
)

// Meta is the _meta field: a value a vendor, by the vendor's name. A _meta that
// is no object is read as none, as the schema asks.
type Meta map[string]json.RawMessage

// metaKey is the name under which Ibid keeps its own values.
const metaKey = "ibid"

// IbidMeta returns a Meta with v under "ibid". A value that JSON cannot hold
// gives an empty Meta: what is put here is always a struct of this project.
func IbidMeta(v any) Meta {
	raw, err := Marshal(v)
	if err != nil {
		return nil
	}
	return Meta{metaKey: raw}
}

// Ibid decodes the value under "ibid" into out. It reports false when there is
// none or it does not fit.
func (m Meta) Ibid(out any) bool {
	raw, ok := m[metaKey]
	return ok && json.Unmarshal(raw, out) == nil
}

// ReadIbid is Ibid where a value that does not fit must not be taken for none. It
// leaves out as it is when there is none; its error is an *Error.
func (m Meta) ReadIbid(out any) error {
	raw, ok := m[metaKey]
	if !ok {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return paramsError(err)
	}
	return nil
}

// UnmarshalJSON reads an object and takes anything else as none.
func (m *Meta) UnmarshalJSON(raw []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		fields = nil
	}
	*m = fields
	return nil
}

// ContentType tells what a content block holds.
type ContentType string

// The kinds of content block.
const (
	ContentText         ContentType = "text"
	ContentImage        ContentType = "image"
	ContentAudio        ContentType = "audio"
	ContentResourceLink ContentType = "resource_link"
	ContentResource     ContentType = "resource"
)

// ContentBlock is a piece of a message. Which fields count depends on Type:
// text has Text; image and audio have Data (base64) and MIMEType; resource_link
// has Name and URI; resource has Resource.
type ContentBlock struct {
	Type        ContentType       `json:"type"`
	Text        string            `json:"text,omitempty"`
	Data        string            `json:"data,omitempty"`
	MIMEType    string            `json:"mimeType,omitempty"`
	URI         string            `json:"uri,omitempty"`
	Name        string            `json:"name,omitempty"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Size        *int              `json:"size,omitempty"` // bytes
	Resource    *ResourceContents `json:"resource,omitempty"`
	Annotations *Annotations      `json:"annotations,omitempty"`
	Meta        Meta              `json:"_meta,omitempty"`
}

// Annotations say whom a block is for. Priority runs from 0 to 1.
type Annotations struct {
	Audience     []string `json:"audience,omitempty"` // "user", "assistant"
	LastModified string   `json:"lastModified,omitempty"`
	Priority     *float64 `json:"priority,omitempty"`
}

// ResourceContents is a file sent along: Text, or Blob in base64 when set.
type ResourceContents struct {
	URI      string
	MIMEType string
	Text     string
	Blob     string
}

// TextBlock returns a block of text.
func TextBlock(text string) ContentBlock {
	return ContentBlock{Type: ContentText, Text: text}
}

// ResourceLinkBlock returns a link to a file.
func ResourceLinkBlock(name, uri string) ContentBlock {
	return ContentBlock{Type: ContentResourceLink, Name: name, URI: uri}
}

// The forms of a block on the wire: required fields are written even when empty.
type (
	blockTail struct {
		Annotations *Annotations `json:"annotations,omitempty"`
		Meta        Meta         `json:"_meta,omitempty"`
	}
	textBlock struct {
		Type ContentType `json:"type"`
		Text string      `json:"text"`
		blockTail
	}
	mediaBlock struct {
		Type     ContentType `json:"type"`
		Data     string      `json:"data"`
		MIMEType string      `json:"mimeType"`
		URI      string      `json:"uri,omitempty"`
		blockTail
	}
	linkBlock struct {
		Type        ContentType `json:"type"`
		Name        string      `json:"name"`
		URI         string      `json:"uri"`
		MIMEType    string      `json:"mimeType,omitempty"`
		Title       string      `json:"title,omitempty"`
		Description string      `json:"description,omitempty"`
		Size        *int        `json:"size,omitempty"`
		blockTail
	}
	resourceBlock struct {
		Type     ContentType      `json:"type"`
		Resource ResourceContents `json:"resource"`
		blockTail
	}
)

// MarshalJSON writes exactly the fields of the block's type.
func (b ContentBlock) MarshalJSON() ([]byte, error) {
	tail := blockTail{b.Annotations, b.Meta}
	switch b.Type {
	case ContentText:
		return Marshal(textBlock{b.Type, b.Text, tail})
	case ContentImage:
		return Marshal(mediaBlock{b.Type, b.Data, b.MIMEType, b.URI, tail})
	case ContentAudio:
		return Marshal(mediaBlock{b.Type, b.Data, b.MIMEType, "", tail})
	case ContentResourceLink:
		return Marshal(linkBlock{b.Type, b.Name, b.URI, b.MIMEType, b.Title, b.Description, b.Size, tail})
	case ContentResource:
		block := resourceBlock{Type: b.Type, blockTail: tail}
		if b.Resource != nil {
			block.Resource = *b.Resource
		}
		return Marshal(block)
	}
	return nil, fmt.Errorf("content block of unknown type %q", b.Type)
}

// MarshalJSON writes a blob when there is one, else text.
func (r ResourceContents) MarshalJSON() ([]byte, error) {
	wire := resourceWire{URI: r.URI, MIMEType: r.MIMEType, Text: &r.Text}
	if r.Blob != "" {
		wire.Text, wire.Blob = nil, &r.Blob
	}
	return Marshal(wire)
}

// UnmarshalJSON reads either form.
func (r *ResourceContents) UnmarshalJSON(raw []byte) error {
	var wire resourceWire
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	*r = ResourceContents{URI: wire.URI, MIMEType: wire.MIMEType}
	if wire.Text != nil {
		r.Text = *wire.Text
	}
	if wire.Blob != nil {
		r.Blob = *wire.Blob
	}
	return nil
}

type resourceWire struct {
	URI      string  `json:"uri"`
	MIMEType string  `json:"mimeType,omitempty"`
	Text     *string `json:"text,omitempty"`
	Blob     *string `json:"blob,omitempty"`
}
