// Asks the program found for its version before anything else is asked of it.
import { Child, type Exit } from "./child";
import { RingBuffer } from "./ring-buffer";
import type { Failure } from "./state";
import { isRecentEnough, NEEDED_VERSION, parseVersion } from "./version";

/** What the probe found: a usable program, or why it is not. */
export type Probe = { ok: true; path: string; version: string } | { ok: false; failure: Failure };

/** A first start may have to pass a virus scanner, which takes its time. */
const TIMEOUT_MS = 20_000;

/** Runs `path --version` and judges the answer. */
export async function probe(path: string, platform: NodeJS.Platform): Promise<Probe> {
  const log = new RingBuffer(20);
  const child = new Child(path, ["--version"], log);
  const timer = window.setTimeout(() => void child.stop(), TIMEOUT_MS);
  const [printed, exit] = await Promise.all([readAll(child.output), child.exited]);
  window.clearTimeout(timer);
  if (isBlocked(exit, platform)) return { ok: false, failure: { reason: "blocked", path, platform } };
  if (exit.errorCode === "ENOENT") return { ok: false, failure: { reason: "missing", configured: path } };
  const version = parseVersion(printed);
  if (version === null) return { ok: false, failure: { reason: "foreign", path, said: firstLine(printed, log) } };
  return judge(path, version);
}

function judge(path: string, version: string): Probe {
  if (isRecentEnough(version, NEEDED_VERSION)) return { ok: true, path, version };
  return { ok: false, failure: { reason: "outdated", path, found: version, needed: NEEDED_VERSION } };
}

/**
 * True when the system itself refused to run the program. macOS kills a quarantined
 * program at once; Windows SmartScreen and missing execute rights are errors of spawn.
 */
export function isBlocked(exit: Exit, platform: NodeJS.Platform): boolean {
  if (exit.errorCode !== null) return ["EPERM", "EACCES", "UNKNOWN"].includes(exit.errorCode);
  return platform === "darwin" && exit.signal === "SIGKILL";
}

function firstLine(printed: string, log: RingBuffer): string {
  return ((printed.trim() || log.toString().trim()).split("\n")[0] ?? "").slice(0, 200);
}

/** Reads at most 64 KiB: a program that prints more is not ibid. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    if (text.length < 65_536) text += decoder.decode(value, { stream: true });
  }
}
