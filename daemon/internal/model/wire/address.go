package wire

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// ParseBase reads the address of a provider as people write it: with or
// without a trailing slash, with or without a scheme (http for this machine,
// https elsewhere). Anything but http and https, and an address that carries
// a password or a query, is refused, since addresses are shown and logged.
func ParseBase(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = guessScheme(text) + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, badBase("not an http or https address, such as http://localhost:11434/v1")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, badBase("an address holds no user, password, query or fragment; a key goes into the environment or the settings")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = ""
	return u, nil
}

func badBase(why string) error {
	return &model.Error{Kind: model.ErrInvalid, Message: fmt.Sprintf("The base URL cannot be used: %s.", why)}
}

func guessScheme(text string) string {
	host, _, _ := strings.Cut(text, "/")
	if IsLoopback(&url.URL{Host: host}) {
		return "http://"
	}
	return "https://"
}

// IsLoopback reports whether u names this machine.
func IsLoopback(u *url.URL) bool {
	host := u.Hostname()
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
