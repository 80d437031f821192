// Package protocol is the wire of Ibid: the Agent Client Protocol v1 and the
// _ibid extension, as newline-delimited JSON-RPC 2.0 on sourcegraph/jsonrpc2.
//
// It owns the message structs, the line stream that survives junk, the ordered
// dispatcher and the bounded outgoing queue. It knows nothing of vaults, runs or
// models: server converts between these structs and ours.
//
// Both ends of a connection use the same [Conn]; only the [Mux] differs.
//
// Invariants of a Conn:
//   - A frame is one JSON object on one line of at most [MaxFrame] bytes.
//   - Bad input never ends a connection; a bad frame is answered with a null id.
//   - Frames leave in the order they were handed over. Only text deltas may be
//     merged and only progress may be replaced; nothing else is ever left out.
//   - A peer that does not read delays nobody: Notify never blocks, and a write
//     that makes no progress for the write timeout ends the connection.
//   - A slice or map that the schema requires is written as [] or {}, never null.
package protocol
