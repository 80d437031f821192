// Command ibid is Ibid's daemon and command line.
package main

import (
	"os"

	"github.com/ibid-notes/ibid/daemon/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
