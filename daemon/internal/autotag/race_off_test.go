//go:build !race

package autotag

const underRace = false
