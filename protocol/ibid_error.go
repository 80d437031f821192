package protocol

// CodeApplication is the one JSON-RPC code of Ibid's own errors, outside the band
// that JSON-RPC reserves. They differ by the code in their data.
const CodeApplication = -31000

// ErrorBusy is the code, in an error's data, of a request refused because too many
// are open.
const ErrorBusy = "BUSY"

// ErrorData tells a program, and the person before it, what to do.
type ErrorData struct {
	Code      string `json:"code"`           // stable, upper case: BUSY, FILE_NOT_FOUND
	Message   string `json:"message"`        // what happened
	Hint      string `json:"hint,omitempty"` // what to do about it
	Retryable bool   `json:"retryable"`      // the same request may succeed later
}
