// Reads what the daemon says about an answer under `_meta.ibid`.
import type { Citation } from "./model";

export interface AnswerMeta {
  outcome: string;
  citations: Citation[];
  /** The daemon takes back what it said in this message. */
  discard: boolean;
}

/** Reads the `_meta` of a prompt response or of a chunk. Whatever is missing or malformed is left out. */
export function readAnswerMeta(meta: Record<string, unknown> | null | undefined): AnswerMeta {
  const ours = asRecord(meta?.["ibid"]);
  const list: unknown[] = Array.isArray(ours["citations"]) ? ours["citations"] : [];
  return {
    outcome: asString(ours["outcome"]),
    citations: distinct(list.flatMap(readCitation)),
    discard: ours["discard"] === true,
  };
}

function readCitation(value: unknown): Citation[] {
  const fields = asRecord(value);
  const path = asString(fields["path"]);
  if (path === "") return [];
  const lineStart = asLine(fields["lineStart"]);
  return [
    {
      path,
      heading: asString(fields["heading"]),
      lineStart,
      lineEnd: Math.max(lineStart, asLine(fields["lineEnd"])),
      quote: asString(fields["quote"]).trim(),
    },
  ];
}

/** The same place cited twice is one source. */
function distinct(citations: Citation[]): Citation[] {
  const seen = new Map<string, Citation>();
  for (const citation of citations) {
    const key = [citation.path, citation.heading, citation.lineStart].join("\n");
    if (!seen.has(key)) seen.set(key, citation);
  }
  return [...seen.values()];
}

/** The name a note is shown by: no folder, no extension. */
export function noteName(path: string): string {
  return (path.split("/").pop() ?? path).replace(/\.md$/i, "");
}

/** The last of nested headings: `Notes#A#B` is shown as B. */
export function lastHeading(heading: string): string {
  return heading.split("#").pop()?.trim() ?? "";
}

/** Splits `path#heading` at the first `#`. */
export function splitLink(linktext: string): [path: string, heading: string] {
  const hash = linktext.indexOf("#");
  return hash < 0 ? [linktext.trim(), ""] : [linktext.slice(0, hash).trim(), linktext.slice(hash + 1).trim()];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function asString(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function asLine(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;
}
