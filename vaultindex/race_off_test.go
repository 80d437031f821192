//go:build !race

package vaultindex

// underRace makes slow tests smaller where the race detector makes them slower.
const underRace = false
