// Package vaultgen writes vaults of any size for tests and benchmarks. The
// same seed and size give the same bytes on every machine.
package vaultgen
