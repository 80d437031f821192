package app

import (
	"io/fs"
	"net"

	"github.com/Microsoft/go-winio"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// addresses names the vault's pipe.
func addresses(v config.Vault) []string { return []string{`\\.\pipe\ibid-` + socketName(v)} }

// listen opens the pipe for its owner alone.
func listen(address string) (net.Listener, error) {
	return winio.ListenPipe(address, &winio.PipeConfig{SecurityDescriptor: "D:P(A;;GA;;;OW)"})
}

// A pipe has no file that could go away.

func mark(string) (fs.FileInfo, error) { return nil, nil }

func stands(string, fs.FileInfo) bool { return true }

func unlink(string, fs.FileInfo) error { return nil }

func dial(address string) (net.Conn, error) { return winio.DialPipe(address, nil) }
