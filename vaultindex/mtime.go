package vaultindex

import (
	"math"
	"time"
)

// unixNano is a time in nanoseconds since 1970. One that these cannot tell,
// before 1678 or after 2262, is the earliest or the latest they can.
func unixNano(t time.Time) int64 {
	switch {
	case t.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case t.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return t.UnixNano()
}
