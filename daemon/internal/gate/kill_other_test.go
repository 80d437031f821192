//go:build !unix

package gate_test

const canKill = false

func killSelf() {}
