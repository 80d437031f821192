import type { IndexPhase } from "../../../protocol/ts/protocol.gen";

/** What the daemon is doing, as far as the plugin can see: one union, so that every state has a screen. */
export type DaemonState =
  | { kind: "stopped" }
  | { kind: "starting" }
  | { kind: "ready"; version: string; index: IndexState; canPause: boolean }
  | { kind: "reconnecting"; attempt: number; attempts: number }
  | { kind: "failed"; failure: Failure; log: string };

/** How far the index is. `done` of `total` counts files of the current phase. */
export interface IndexState {
  phase: IndexPhase;
  done: number;
  total: number;
  notes: number;
  /** The daemon's sentence when something is degraded, else empty. */
  problem: string;
}

/** Whether indexing can be paused now. */
export function canPause(state: DaemonState): boolean {
  return state.kind === "ready" && state.canPause && state.index.phase !== "paused" && state.index.phase !== "vault_missing";
}

/** Whether there is something to resume. */
export function canResume(state: DaemonState): boolean {
  return state.kind === "ready" && state.canPause && state.index.phase === "paused";
}

/** Why the daemon cannot be used. Each reason has its own advice in the chat view. */
export type Failure =
  | { reason: "missing"; configured: string }
  | { reason: "outdated"; path: string; found: string; needed: string }
  | { reason: "blocked"; path: string; platform: NodeJS.Platform }
  | { reason: "foreign"; path: string; said: string }
  | { reason: "crashed"; exit: string };

/** The index before anything was heard of it. */
export const UNKNOWN_INDEX: IndexState = { phase: "scanning", done: 0, total: 0, notes: 0, problem: "" };
