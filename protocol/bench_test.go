package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// bigResult is about 1 MB of search hits, as _ibid/search/query gives them.
func bigResult() SearchQueryResult {
	const text = "A zettel holds one idea — 一张卡片只记一个想法 — and links to others: <b>[[Luhmann]]</b> & [[Ahrens]]. "
	var r SearchQueryResult
	for i := range 2400 {
		r.Hits = append(r.Hits, SearchHit{
			Path: fmt.Sprintf("notes/%04d.md", i), Title: "Zettelkasten 卡片笔记法", Score: float64(i) / 7,
			Excerpt: text + text, Heading: "Method", Line: i, Why: []string{"title", "body"}, Tags: []string{"#method"},
		})
	}
	return r
}

// BenchmarkResult1MB compares a 1 MB result with the least it could cost. The issue
// allows three times the plain way; jsonrpc2 alone stands beside it. The last
// sub-benchmark reports the ratio.
func BenchmarkResult1MB(b *testing.B) {
	result := bigResult()
	size := int64(len(must(json.Marshal(result))))
	var plain, conn time.Duration
	b.Run("plain", func(b *testing.B) { b.SetBytes(size); plain = plainResult(b, result) })
	b.Run("jsonrpc2", func(b *testing.B) { b.SetBytes(size); rpcResult(b, result) })
	b.Run("conn", func(b *testing.B) {
		b.SetBytes(size)
		conn = connResult(b, result)
		if plain > 0 {
			b.ReportMetric(float64(conn)/float64(plain), "x-plain")
		}
	})
}

// sink reads everything from a pipe of the system and says when n bytes came.
func sink(b *testing.B, r *os.File, want int) func() {
	buf := make([]byte, 1<<20)
	return func() {
		for left := want; left > 0; {
			n, err := r.Read(buf)
			if err != nil {
				b.Fatal(err)
			}
			left -= n
		}
	}
}

// plainResult is json.Marshal and a pipe.
func plainResult(b *testing.B, result any) time.Duration {
	r, w := must2(os.Pipe())
	defer r.Close()
	defer w.Close()
	drain := sink(b, r, len(must(json.Marshal(result)))*b.N)
	done := make(chan struct{})
	go func() { defer close(done); drain() }()
	b.ResetTimer()
	for range b.N {
		if _, err := w.Write(must(json.Marshal(result))); err != nil {
			b.Fatal(err)
		}
	}
	<-done
	return b.Elapsed() / time.Duration(b.N)
}

// connResult is a request over a pipe of the system, answered by a Conn.
func connResult(b *testing.B, result any) time.Duration {
	mux := NewMux()
	Handle(mux, "big", LaneConcurrent, func(context.Context, *Conn, Empty) (any, error) { return result, nil })
	in, requests := io.Pipe()
	replies, out := must2(os.Pipe())
	c := NewConn(context.Background(), splitPipe{in, out}, mux, Options{})
	defer c.Close()
	frame := len(must(resultLine(json.RawMessage("1"), result)))
	drain := sink(b, replies, frame)
	b.ResetTimer()
	for range b.N {
		io.WriteString(requests, `{"jsonrpc":"2.0","id":1,"method":"big"}`+"\n")
		drain()
	}
	return b.Elapsed() / time.Duration(b.N)
}

// rpcResult is the same on jsonrpc2's own stream.
func rpcResult(b *testing.B, result any) {
	in, requests := io.Pipe()
	replies, out := must2(os.Pipe())
	h := jsonrpc2.HandlerWithError(func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) (any, error) { return result, nil })
	c := jsonrpc2.NewConn(context.Background(), jsonrpc2.NewPlainObjectStream(splitPipe{in, out}), h)
	defer c.Close()
	frame := len(must(json.Marshal(result))) + len(`{"id":1,"result":,"jsonrpc":"2.0"}`+"\n")
	drain := sink(b, replies, frame)
	b.ResetTimer()
	for range b.N {
		io.WriteString(requests, `{"jsonrpc":"2.0","id":1,"method":"big"}`+"\n")
		drain()
	}
}

// splitPipe reads from memory and writes to the system.
type splitPipe struct {
	*io.PipeReader
	w *os.File
}

func (s splitPipe) Write(p []byte) (int, error) { return s.w.Write(p) }
func (s splitPipe) Close() error                { s.PipeReader.Close(); return s.w.Close() }

func must2[A, B any](a A, b B, err error) (A, B) {
	if err != nil {
		panic(err)
	}
	return a, b
}

// BenchmarkCall1MB is the whole way: a client's Call decodes the result.
func BenchmarkCall1MB(b *testing.B) {
	result := bigResult()
	mux := NewMux()
	Handle(mux, "big", LaneConcurrent, func(context.Context, *Conn, Empty) (SearchQueryResult, error) { return result, nil })
	near, far := Pipe()
	server := NewConn(context.Background(), far, mux, Options{})
	client := NewConn(context.Background(), near, nil, Options{})
	defer server.Close()
	defer client.Close()
	b.SetBytes(int64(len(must(json.Marshal(result)))))
	for b.Loop() {
		var got SearchQueryResult
		if err := client.Call(context.Background(), "big", nil, &got); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRoundTrip is a small call there and back.
func BenchmarkRoundTrip(b *testing.B) {
	near, far := Pipe()
	server := NewConn(context.Background(), far, echoMux(), Options{})
	client := NewConn(context.Background(), near, nil, Options{})
	defer server.Close()
	defer client.Close()
	for b.Loop() {
		var got echoResult
		if err := client.Call(context.Background(), "echo", echoParams{Text: "x"}, &got); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNotify is a text delta from Notify to the pipe, with a reader that keeps up.
func BenchmarkNotify(b *testing.B) {
	near, far := Pipe()
	c := NewConn(context.Background(), far, nil, Options{})
	go io.Copy(io.Discard, near)
	defer near.Close()
	defer c.Close()
	for b.Loop() {
		if err := c.Notify(NotifySessionUpdate, chunkOf("s", "m", "word ")); err != nil {
			b.Fatal(err)
		}
	}
}
