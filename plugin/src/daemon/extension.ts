// The `_ibid` extension as far as the plugin uses it: names, and the shapes on the wire.
// Field names are camelCase, lines start at 1, paths are vault paths.

export const EXTENSION = {
  indexStatus: "_ibid/index/status",
  configSet: "_ibid/config/set",
  indexChanged: "_ibid/index/changed",
  indexProgress: "_ibid/index/progress",
} as const;

export type IndexPhase = "scanning" | "reading" | "indexing" | "ready";

export interface IndexStatusResult {
  phase: IndexPhase;
  done: number;
  total: number;
  seq: number;
  notes: number;
}

export interface IndexProgressEvent {
  phase: IndexPhase;
  done: number;
  total: number;
  path: string;
}

/** The model the daemon should use. The key is kept in its memory only. */
export interface ConfigSetParams {
  provider: string;
  model: string;
  baseUrl: string;
  key: string;
}
