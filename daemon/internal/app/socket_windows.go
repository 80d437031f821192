package app

import (
	"net"

	"github.com/Microsoft/go-winio"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// socketAddress names the vault's pipe.
func socketAddress(v config.Vault) (string, error) { return `\\.\pipe\ibid-` + v.ID[:32], nil }

// listen opens the pipe for its owner alone.
func listen(address string) (net.Listener, error) {
	return winio.ListenPipe(address, &winio.PipeConfig{SecurityDescriptor: "D:P(A;;GA;;;OW)"})
}

func dial(address string) (net.Conn, error) { return winio.DialPipe(address, nil) }
