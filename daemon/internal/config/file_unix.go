//go:build !windows

package config

import "syscall"

// noWait keeps opening from waiting for the other end of a pipe, and from
// following a link.
const noWait = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
