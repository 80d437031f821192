// What a conversation is: plain immutable data, no Obsidian and no DOM.

import type { Citation } from "../../../protocol/ts/protocol.gen";

/** A place in the vault that an answer stands on. Lines start at 1; 0 means unknown. */
export type { Citation };

/** A note that goes along with a question. */
export interface NoteRef {
  path: string;
  name: string;
}

export type ToolStatus = "running" | "ok" | "failed";

/** One thing the daemon did while answering. */
export interface ToolCall {
  id: string;
  /** What kind of work it is, in ACP's words: read, search, edit, fetch, … */
  kind: string;
  /** The daemon's own words for it, used when there is nothing better. */
  title: string;
  /** What it was done to: a path or a query. Empty when the call names nothing. */
  object: string;
  /** True when the object is something looked for, and not a note. */
  isQuery: boolean;
  status: ToolStatus;
  /** Arguments and result as text, for those who want to look. */
  input: string;
  output: string;
}

/** A stretch of an answer. `message` is the daemon's id of the text, by which it can take it back. Tool calls that follow each other without text between them are one stretch. */
export type Part =
  | { kind: "text"; text: string; message: string }
  | { kind: "thought"; text: string }
  | { kind: "activity"; calls: readonly ToolCall[] };

/** How an answer ended; `running` while it has not. */
export type AnswerState = "running" | "done" | "stopped" | "failed";

export interface Question {
  role: "question";
  id: number;
  text: string;
  notes: readonly NoteRef[];
}

export interface Answer {
  role: "answer";
  id: number;
  parts: readonly Part[];
  citations: readonly Citation[];
  state: AnswerState;
  /** The daemon's outcome, such as `final`, `unverified` or `stop.budget`; empty while running and in replays. */
  outcome: string;
  /** Why it failed, in words. Empty otherwise. */
  error: string;
  startedAt: number;
  finishedAt: number;
}

export type Message = Question | Answer;

/** A conversation. `running` is true from the question until its answer has ended. */
export interface Chat {
  messages: readonly Message[];
  running: boolean;
  stopping: boolean;
  title: string;
  nextId: number;
}

export const EMPTY_CHAT: Chat = { messages: [], running: false, stopping: false, title: "", nextId: 1 };

/** The text of an answer without its activity: what people copy. */
export function answerText(answer: Answer): string {
  return answer.parts
    .flatMap((part) => (part.kind === "text" ? [part.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}
