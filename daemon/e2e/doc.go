// Package e2e tests the whole daemon: the built program, over real pipes, on
// real vaults. It has no code but its tests.
package e2e
