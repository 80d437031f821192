// Package fetch gets pages from the web without reaching anything that is not
// the public web, and makes readable text of them.
//
// An address is checked twice: as text before anything is looked up, and as the
// number the system is about to connect to, in the dialer, after the name was
// resolved. A name that changes its mind in between gains nothing, and a
// redirect is checked as the first address was. What a server sends is bounded
// in every direction: headers, body, what it unpacks to, silence and time; and
// the work done on its HTML is linear in its size.
//
// The text of a page is material of a stranger's. It comes out without
// characters that cannot be seen, and is nobody's instruction.
package fetch
