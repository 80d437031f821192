package wire

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// unreachable says in a sentence why no answer came from u. Only the host is
// named; a path or query may hold what is not to be shown.
func unreachable(u *url.URL, err error, key string) *model.Error {
	why, final := "the connection failed", false
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		why = "the name is not known"
		final = dns.IsNotFound
	case errors.Is(err, syscall.ECONNREFUSED):
		why = "nothing listens there"
		if final = IsLoopback(u); final {
			why += ". Start the program that serves the model, such as Ollama with `ollama serve`, or correct the address"
		}
	case isTLS(err):
		why, final = "its certificate cannot be trusted", true
	case errors.Is(err, syscall.ECONNRESET):
		why = "the connection was reset"
	}
	return &model.Error{Kind: model.ErrNetwork, Final: final,
		Message: fmt.Sprintf("Cannot reach %s: %s.", Scrub(u.Host, key, maxDetail), why)}
}

func isTLS(err error) bool {
	var cert *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	return errors.As(err, &cert) || errors.As(err, &authority) || errors.As(err, &record)
}
