// Sums up what the daemon did, so that ten calls are one line.
import type { ToolCall } from "./model";

/** What people would call the work: the verb of the trail. */
export type Verb = "searched" | "read" | "changed" | "fetched" | "thought" | "used";

export interface Tally {
  verb: Verb;
  /** How many calls, or for reading: how many different notes. */
  count: number;
}

const VERBS: Record<string, Verb> = {
  search: "searched",
  read: "read",
  edit: "changed",
  delete: "changed",
  move: "changed",
  fetch: "fetched",
  think: "thought",
};

/** Reading whatever answers a query is searching, to a person. */
export function verbOf(call: ToolCall): Verb {
  if (call.kind === "read" && call.isQuery) return "searched";
  return VERBS[call.kind] ?? "used";
}

/** Counts the finished calls by verb, in the order in which each verb first came up. Failed ones do not count. */
export function tally(calls: readonly ToolCall[]): Tally[] {
  const counts = new Map<Verb, Set<string>>();
  for (const call of calls) {
    if (call.status === "failed") continue;
    const seen = counts.get(verbOf(call)) ?? new Set<string>();
    seen.add(verbOf(call) === "read" && call.object !== "" ? call.object : call.id);
    counts.set(verbOf(call), seen);
  }
  return [...counts].map(([verb, seen]) => ({ verb, count: seen.size }));
}

/** The call to name while work goes on: the last one still running. */
export function currentCall(calls: readonly ToolCall[]): ToolCall | undefined {
  return calls.findLast((call) => call.status === "running");
}
