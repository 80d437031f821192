package anthropic

import (
	"fmt"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// begun feeds an answer n blocks of a kind and returns it with what stopped that.
func begun(t *testing.T, n int, block string) (*answer, error) {
	t.Helper()
	a := newAnswer(&Client{}, nil, func(model.Event) {})
	for i := range n {
		data := fmt.Appendf(nil, `{"type":"content_block_start","index":%d,"content_block":%s}`, i, block)
		if err := a.event(ssestream.Event{Type: "content_block_start", Data: data}); err != nil {
			return a, err
		}
	}
	return a, nil
}

// A server may make a block of every word: text is bounded by its bytes. Calls and
// thoughts are counted.
func TestManyBlocks(t *testing.T) {
	a, err := begun(t, 5*wire.MaxBlocks, `{"type":"text","text":"word "}`)
	if text := a.response().Message.Text(); err != nil || len(text) != 5*5*wire.MaxBlocks {
		t.Errorf("%d bytes of text, %v", len(text), err)
	}
	for _, block := range []string{`{"type":"tool_use","id":"","name":"read_note","input":{}}`, `{"type":"thinking","thinking":"hm","signature":""}`} {
		if a, err := begun(t, 2*wire.MaxBlocks, block); err == nil || len(a.slots) != wire.MaxBlocks+1 {
			t.Errorf("%s: %d blocks were taken, %v", block, len(a.slots), err)
		}
	}
}
