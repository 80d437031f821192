package modeltest

import (
	"fmt"
	"slices"
	"time"
)

// Fault is one thing that goes wrong with a turn (contracts 4.3).
type Fault struct {
	// Kind is one of the Fault… constants.
	Kind string `json:"kind"`
	// Status, RetryAfter (the header's text), and Body belong to FaultStatus;
	// Body is a sensible error of that status when empty.
	Status     int    `json:"status,omitempty"`
	RetryAfter string `json:"retry_after,omitempty"`
	Body       string `json:"body,omitempty"`
	// After is the number of events (of bytes for FaultCutBytes) that go well
	// before.
	After int `json:"after,omitempty"`
	// For is how long a FaultStall lasts, as a Go duration; empty means until
	// the client gives up.
	For string `json:"for,omitempty"`
}

// Faults of the transport and the status.
const (
	// FaultReset closes the connection after After events; 0 means before
	// the status line.
	FaultReset = "reset"
	// FaultCut ends the stream cleanly, but too early, after After events.
	FaultCut = "cut"
	// FaultCutBytes ends it after After bytes.
	FaultCutBytes = "cut_bytes"
	// FaultStall stays silent after After events.
	FaultStall = "stall"
	// FaultStatus answers with Status.
	FaultStatus = "status"
	// FaultHTML answers 200 with a web page.
	FaultHTML = "html"
	// FaultLateError sends an error event after After events; Body is the
	// error's type, overloaded_error when empty.
	FaultLateError = "late_error"
)

// Faults of the framing.
const (
	FaultNoDone       = "no_done"
	FaultComments     = "comments"
	FaultCRLF         = "crlf"
	FaultBOM          = "bom"
	FaultUnknownEvent = "unknown_event"
	FaultBadChunk     = "bad_chunk"
	// FaultNoLastLine leaves out the blank line that ends the last event.
	FaultNoLastLine = "no_last_line"
	FaultNoUsage    = "no_usage"
	// FaultRunningUsage sends running totals with every event.
	FaultRunningUsage = "running_usage"
)

// Faults of call assembly, on the OpenAI face.
const (
	FaultNoIndex    = "no_index"
	FaultIndexZero  = "index_zero"
	FaultNoID       = "no_id"
	FaultIDRepeated = "id_repeated"
	FaultSameID     = "same_id"
	FaultNamePieces = "name_pieces"
	FaultSeed       = "seed"
	FaultObjectArgs = "object_args"
	FaultInterleave = "interleave"
)

var faultKinds = []string{
	FaultReset, FaultCut, FaultCutBytes, FaultStall, FaultStatus, FaultHTML, FaultLateError,
	FaultNoDone, FaultComments, FaultCRLF, FaultBOM, FaultUnknownEvent, FaultBadChunk, FaultNoLastLine,
	FaultNoUsage, FaultRunningUsage,
	FaultNoIndex, FaultIndexZero, FaultNoID, FaultIDRepeated, FaultSameID, FaultNamePieces, FaultSeed,
	FaultObjectArgs, FaultInterleave,
}

var chunkings = []string{"", "whole", "token", "byte", "random"}

func (w Wire) check() error {
	if !slices.Contains(chunkings, w.Chunking) {
		return fmt.Errorf("chunking %q is none of %v", w.Chunking, chunkings[1:])
	}
	for _, d := range w.Delays {
		if _, err := time.ParseDuration(d); err != nil {
			return fmt.Errorf("delay: %w", err)
		}
	}
	for _, f := range w.Faults {
		if !slices.Contains(faultKinds, f.Kind) {
			return fmt.Errorf("fault %q is none of %v", f.Kind, faultKinds)
		}
		if f.For == "" {
			continue
		}
		if _, err := time.ParseDuration(f.For); err != nil {
			return fmt.Errorf("fault %s: %w", f.Kind, err)
		}
	}
	return nil
}

// fault finds a fault of the turn by its kind.
func (w Wire) fault(kind string) (Fault, bool) {
	for _, f := range w.Faults {
		if f.Kind == kind {
			return f, true
		}
	}
	return Fault{}, false
}

func (w Wire) has(kind string) bool {
	_, ok := w.fault(kind)
	return ok
}
