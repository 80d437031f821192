package protocol

// CodeApplication is the one JSON-RPC code of Ibid's own errors, outside the band
// that JSON-RPC reserves. They differ by the code in their data.
const CodeApplication = -31000

// The codes, in an error's data, that the connection itself gives.
const (
	// ErrorBusy is of a request refused because too many are open.
	ErrorBusy = "BUSY"
	// ErrorClosing is of a request that the end of the daemon cut off.
	ErrorClosing = "CLOSING"
	// ErrorTooLong is of a result that would be longer than MaxFrame.
	ErrorTooLong = "RESULT_TOO_LARGE"
	// ErrorInvalidArgument is of a parameter that is missing or wrong; input
	// names it.
	ErrorInvalidArgument = "INVALID_ARGUMENT"
)

// dataCodes gives the errors of JSON-RPC and ACP a code in their data too, so that
// a client looks in one place.
var dataCodes = map[int]string{
	CodeParseError: "PARSE_ERROR", CodeInvalidRequest: "INVALID_REQUEST", CodeMethodNotFound: "METHOD_NOT_FOUND",
	CodeInvalidParams: ErrorInvalidArgument, CodeInternalError: "INTERNAL", CodeAuthRequired: "AUTH_REQUIRED",
	CodeResourceNotFound: "NOT_FOUND", CodeRequestCancelled: "CANCELLED",
}

// ErrorData tells a program, and the person before it, what to do.
type ErrorData struct {
	Code      string `json:"code"`            // stable, upper case: BUSY, FILE_NOT_FOUND
	Message   string `json:"message"`         // what happened
	Hint      string `json:"hint,omitempty"`  // what to do about it
	Input     string `json:"input,omitempty"` // the parameter that is wrong
	Retryable bool   `json:"retryable"`       // the same request may succeed later
}
