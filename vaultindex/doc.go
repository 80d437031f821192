// Package vaultindex is the knowledge layer: a vault on disk as numbered,
// immutable snapshots of a note graph and a full-text index.
//
// One owner goroutine takes every change (watcher, rescan, explicit touch)
// through one funnel; readers hold a Snapshot and never see half an update.
// The package knows nothing of agents, RPC or plugins.
package vaultindex
