package main

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
)

// The program prints its address, serves, and reports the scenario at the end.
func TestRun(t *testing.T) {
	stdin, feed := io.Pipe()
	out, stdout := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run([]string{"../testdata/parallel.yaml"}, stdin, stdout) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(strings.TrimSpace(line) + "/_scenario")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.Body.Close() != nil || !strings.Contains(string(body), `"ok":false`) {
		t.Errorf("got %s, %v", body, err)
	}
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "2 of 2 turns were not used") {
		t.Errorf("got %v", err)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"a", "b"}, {"missing.yaml"}} {
		if err := run(args, strings.NewReader(""), io.Discard); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}
