// Package watch tells which paths below a folder may have changed.
//
// It is the only importer of fsnotify. What it says are hints: a path that is
// named may be unchanged, gone, or a folder whose whole content is to be
// looked at; the caller compares with what it knows. What it must never do is
// stay silent: whatever it cannot be sure of becomes a Rescan.
//
// Two goroutines, both ended by Close. One only drains fsnotify, because a
// reader that does any work loses events under a storm (100 µs an event is
// enough). The other does the slow work: adds and removes watches, waits for
// quiet, hands out batches.
package watch
