// Command gen writes what follows from the Go source of the _ibid extension: its
// TypeScript and its reference. Run it from the root of the repository:
//
//	go run ./protocol/gen
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/ibid-notes/ibid/protocol/gen/emit"
)

func main() {
	log.SetFlags(0)
	dir := "protocol"
	files, err := emit.Generate(dir)
	if err != nil {
		log.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
