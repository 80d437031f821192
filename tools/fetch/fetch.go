package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Mode says what becomes of a page's HTML (R138, X23).
type Mode string

// The modes.
const (
	Text     Mode = "text"     // words and line breaks
	Markdown Mode = "markdown" // with headings, lists, links and tables
)

// Request names a page.
type Request struct {
	URL      string
	Mode     Mode          // "" = Text
	MaxChars int           // of the text returned; 0 = all there is
	Timeout  time.Duration // for everything; 0 = DefaultTimeout, more than MaxTimeout = that

	// Permit is asked before anything is sent to an address, and before each
	// redirect is followed; an error of its ends the fetch and is returned as it
	// is. nil permits every public address. It must not keep or change u. The
	// time it takes is not counted.
	Permit func(ctx context.Context, u *url.URL) error
}

// Page is what was fetched. All its text is a stranger's, made harmless to
// show; none of it is an instruction.
type Page struct {
	URL       string   // as asked for, in its one form
	FinalURL  string   // where it was found
	Redirects []string // the addresses in between, in order
	Type      string   // media type, as "text/html"
	SHA256    string   // of the body, unpacked, in hex
	Bytes     int      // of the body, unpacked
	FetchedAt time.Time

	Document
}

// Client fetches pages. It keeps nothing between two of them: no cookie, no
// connection, no cache. It is safe for use by several goroutines.
type Client struct {
	net  network
	now  func() time.Time
	http *http.Transport
}

// New returns a client of the public web. now is the clock of FetchedAt; nil
// means the system's.
func New(now func() time.Time) *Client { return newClient(system(), now) }

func newClient(n network, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	c := &Client{net: n, now: now}
	c.http = c.transport()
	return c
}

// Fetch gets one page and makes text of it. It returns an *Error for what is
// wrong with the address, the server or the page, what Permit returned, or the
// context's error when that ended.
func (c *Client) Fetch(ctx context.Context, r Request) (*Page, error) {
	page := &Page{}
	got, err := c.follow(ctx, r, page)
	if err != nil {
		return nil, err
	}
	page.FetchedAt = c.now()
	if page.Document, err = read(got, r.Mode, r.MaxChars); err != nil {
		return nil, err
	}
	page.Type, page.SHA256, page.Bytes = got.mediaType, got.sha256(), len(got.bytes)
	return page, ctx.Err()
}

// follow requests the address and what it redirects to, each checked anew, and
// returns the body at the end. Only the network's time counts: a person whom
// Permit asks may think for longer.
func (c *Client) follow(ctx context.Context, r Request, page *Page) (*body, error) {
	left := timeoutOf(r.Timeout)
	at, bad := parseTarget(r.URL, nil)
	for hop := 0; ; hop++ {
		if bad != nil {
			return nil, bad
		}
		page.FinalURL = at.url.String()
		if hop == 0 {
			page.URL = page.FinalURL
		}
		if r.Permit != nil {
			if err := r.Permit(ctx, at.url); err != nil {
				return nil, err
			}
		}
		started := time.Now()
		got, next, err := c.within(ctx, left, at)
		if err != nil || next == "" {
			return got, err
		}
		if hop == maxRedirects {
			return nil, failf(BadRedirect, page.FinalURL, "%q redirects more than %d times", shown(page.URL), maxRedirects)
		}
		left -= time.Since(started)
		page.Redirects = append(page.Redirects, page.FinalURL)
		at, bad = redirected(at, next)
	}
}

// within is get with the time that is left.
func (c *Client) within(ctx context.Context, left time.Duration, at *target) (*body, string, error) {
	limited, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	got, next, err := c.get(limited, at)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // the caller's end is no fault of the server's
	}
	return got, next, err
}

// redirected checks where a redirect leads.
func redirected(from *target, to string) (*target, *Error) {
	next, bad := parseTarget(to, from.url)
	if bad == nil {
		return next, nil
	}
	if bad.Kind == BadURL {
		bad.Kind = BadRedirect
	}
	bad.Message = strings.Replace("The page at %q redirects to an address that is not fetched: ", "%q", `"`+shown(from.url.String())+`"`, 1) + bad.Message
	return nil, bad
}

// get sends one request. It returns the body, or where the server says to look.
func (c *Client) get(ctx context.Context, at *target) (*body, string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.url.String(), nil)
	if err != nil {
		return nil, "", failf(BadURL, at.url.String(), "%q cannot be sent as an address", shown(at.url.String())).because(err)
	}
	req.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Ibid)")
	req.Header.Set("Accept", "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,*/*;q=0.5")
	req.Header.Set("Accept-Encoding", "gzip, deflate, br")
	res, err := c.http.RoundTrip(req)
	if err != nil {
		return nil, "", at.failed(ctx, err)
	}
	defer res.Body.Close() //nolint:errcheck // it was only read
	if next, ok, err := redirection(at, res); ok || err != nil {
		return nil, next, err
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		bad := failf(BadStatus, at.url.String(), "The server of %q answered %d %s", shown(at.url.String()), res.StatusCode, http.StatusText(res.StatusCode))
		bad.Status, bad.Message = res.StatusCode, strings.TrimSpace(bad.Message)
		return nil, "", bad
	}
	got, err := readBody(ctx, cancel, at, res)
	if err != nil {
		return nil, "", at.failed(ctx, err)
	}
	return got, "", nil
}

// redirection returns where a response redirects to, if it does.
func redirection(at *target, res *http.Response) (to string, ok bool, err error) {
	switch res.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return "", false, nil
	}
	if to = res.Header.Get("Location"); to == "" {
		return "", false, failf(BadRedirect, at.url.String(), "The server of %q redirects without saying where", shown(at.url.String()))
	}
	return to, true, nil
}

// failed says in words what went wrong on the way to or from the server.
func (at *target) failed(ctx context.Context, err error) error {
	where := shown(at.url.String())
	if silent := context.Cause(ctx); errors.Is(silent, errSilent) {
		err = silent
	}
	var known *Error
	switch {
	case errors.As(err, &known):
		known.URL = at.url.String()
		return known
	case isTimeout(err) || ctx.Err() != nil:
		return failf(TimedOut, at.url.String(), "The server of %q did not answer in time", where).because(err)
	case strings.Contains(err.Error(), "server response headers exceeded"): // net/http has no sentinel
		return failf(TooLarge, at.url.String(), "The headers of %q are over %d KiB", where, maxHeader>>10).because(err)
	}
	return failf(NoAnswer, at.url.String(), "The connection to %q failed before the page was there", where).because(err)
}
