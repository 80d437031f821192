// Package gate is the only road into a vault: policy, approval, journal, write,
// check, undo.
//
// # The road
//
// A tool plans a change as an edit.Set and writes nothing. Whoever runs the tool
// hands the set to Gate.Submit, which
//
//  1. completes it with the folders it needs and holds it to the floor of paths and
//     to the hashes it was decided on (package commit);
//  2. asks the Policy: deny is final, allow spares the question, anything else asks;
//  3. asks the person by way of an Asker, with the whole diff. The Approval is bound
//     to the hash of the effect, is on disk before it is shown, and is answered once;
//  4. looks at every hash again, logs the intent, and commits: by way of the plugin
//     (Applier) where one is attached, else in the folder. All of the set stands or
//     none of it, also across a kill;
//  5. reads back, has the caller's Checker look for what broke, and returns the
//     hashes before and after and the id to undo it with.
//
// # Who provides what
//
//	Asker    the server: session/request_permission; nil where nobody can be asked
//	Applier  the server: _ibid/vault/*; nil while no plugin is attached
//	Log      the session's log (runtime.Session), where there is a session
//	Facts    the agent: tags and privacy of a path, from its snapshot
//	Checker  the agent: links and block ids, from the index
//
// An app opens one Gate a vault, after it has become the vault's owner, and closes
// it before it stops being one:
//
//	g, err := gate.Open(gate.Options{Root: vault.Root, Journal: vault.Journal(),
//		Policy: gate.PolicyFrom(vault.PolicyFiles()), Now: time.Now, Logger: log})
//
// Gate.Pending lists the approvals that wait, also those of a process before this
// one; Gate.Answer answers one. Gate.Entries lists what was done, Gate.Undo takes
// it back. Gate.EndRun ends the grants of a run.
//
// Reading needs no gate.
package gate
