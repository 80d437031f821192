// From ACP's tool calls to ours.
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { ToolCall, ToolStatus } from "./model";

/** Arguments that name what a call looks for, and those that name what it is done to. */
const QUERIES = ["query", "pattern"];
const PLACES = ["path", "slug", "note", "url", "name"];
/** Nobody reads more than this of a raw result in a sidebar. */
const MAX_RAW = 4000;

/** Folds an update into the call known so far; without one it begins a new call. */
export function mergeCall(known: ToolCall | undefined, update: ToolCallUpdate): ToolCall {
  const before = known ?? blank(update.toolCallId);
  return {
    id: before.id,
    kind: update.kind ?? before.kind,
    title: update.title ?? before.title,
    ...(objectOf(update) ?? { object: before.object, isQuery: before.isQuery }),
    status: update.status == null ? before.status : statusOf(update.status),
    input: update.rawInput === undefined ? before.input : print(update.rawInput),
    output: outputOf(update) || before.output,
  };
}

function blank(id: string): ToolCall {
  return { id, kind: "other", title: "", object: "", isQuery: false, status: "running", input: "", output: "" };
}

function statusOf(status: string): ToolStatus {
  if (status === "completed") return "ok";
  return status === "failed" ? "failed" : "running";
}

function objectOf(update: ToolCallUpdate): Pick<ToolCall, "object" | "isQuery"> | undefined {
  const input = update.rawInput;
  if (typeof input !== "object" || input === null) return undefined;
  const values = input as Record<string, unknown>;
  const key = [...QUERIES, ...PLACES].find((name) => typeof values[name] === "string" && values[name] !== "");
  return key === undefined ? undefined : { object: String(values[key]), isQuery: QUERIES.includes(key) };
}

function outputOf(update: ToolCallUpdate): string {
  const texts = (update.content ?? []).flatMap((item) =>
    item.type === "content" && item.content.type === "text" ? [item.content.text] : [],
  );
  if (texts.length > 0) return texts.join("\n").slice(0, MAX_RAW);
  return update.rawOutput === undefined ? "" : print(update.rawOutput);
}

function print(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (text ?? "").slice(0, MAX_RAW);
}
