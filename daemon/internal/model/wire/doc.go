// Package wire is what the adapters of remote models share and no SDK does the
// way Ibid promises it: retries that can be seen, silence that ends, answers
// of bounded size, errors without secrets, and tool calls put together from
// pieces in whatever order a server sends them.
package wire
