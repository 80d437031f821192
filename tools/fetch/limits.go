package fetch

import "time"

// What a server may send and how long it may take. The numbers are for pages
// that a person would read.
const (
	maxBody      = 5 << 20   // bytes, as sent and again as unpacked (contracts 2.1.4)
	maxHeader    = 256 << 10 // bytes; long policies for scripts are common
	maxRedirects = 5         // contracts 2.1.4
	maxAddresses = 6         // of a name's addresses tried

	connectTime = 5 * time.Second  // for each address
	headerTime  = 15 * time.Second // from the request to the end of the headers
	silence     = 10 * time.Second // between two pieces of the body
)

// Bounds of a request.
const (
	DefaultTimeout = 15 * time.Second // R140
	MaxTimeout     = 60 * time.Second // R140, R240
)
