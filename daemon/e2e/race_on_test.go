//go:build race

package e2e

// buildFlags build the program under test with the race detector, as the tests
// themselves are: a race in the daemon then fails it.
var buildFlags = []string{"-race"}
