package watch

import "time"

// Clock is the time as the watcher sees it, so that tests can hold it.
type Clock interface {
	Now() time.Time
	// After sends once when d has passed. Whatever it holds is given back
	// when stop is called.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
