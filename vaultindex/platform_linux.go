package vaultindex

import "syscall"

// changeTime is st_ctime in nanoseconds.
func changeTime(st *syscall.Stat_t) int64 { return st.Ctim.Nano() }
