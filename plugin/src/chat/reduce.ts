// The one place where a conversation changes: (chat, event) → chat.
import type { ContentBlock, ContentChunk, PromptResponse, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { noteName, readAnswerMeta } from "./citations";
import { EMPTY_CHAT, type Answer, type AnswerState, type Chat, type NoteRef, type Part } from "./model";
import { mergeCall } from "./tool-calls";

/** Everything that can happen to a conversation. Times are in milliseconds. */
export type ChatEvent =
  | { type: "asked"; text: string; notes: readonly NoteRef[]; at: number }
  | { type: "update"; update: SessionUpdate; at: number }
  | { type: "answered"; response: PromptResponse; at: number }
  | { type: "failed"; error: string; at: number }
  | { type: "stopping" }
  | { type: "replayed" }
  | { type: "cleared" };

export function reduce(chat: Chat, event: ChatEvent): Chat {
  switch (event.type) {
    case "asked":
      return ask(chat, event.text, event.notes, event.at);
    case "update":
      return update(chat, event.update, event.at);
    case "answered":
      return finish(chat, event.response, event.at);
    case "failed":
      return end(chat, { state: "failed", error: event.error, finishedAt: event.at });
    case "stopping":
      return chat.running ? { ...chat, stopping: true } : chat;
    case "replayed":
      return closeReplay(chat);
    case "cleared":
      return EMPTY_CHAT;
  }
}

function ask(chat: Chat, text: string, notes: readonly NoteRef[], at: number): Chat {
  return { ...beginAnswer(addQuestion(chat, text, notes), at), running: true, stopping: false };
}

function addQuestion(chat: Chat, text: string, notes: readonly NoteRef[]): Chat {
  const question = { role: "question", id: chat.nextId, text, notes } as const;
  return { ...chat, messages: [...chat.messages, question], nextId: chat.nextId + 1 };
}

function beginAnswer(chat: Chat, at: number): Chat {
  const answer: Answer = {
    role: "answer",
    id: chat.nextId,
    parts: [],
    citations: [],
    state: "running",
    outcome: "",
    error: "",
    startedAt: at,
    finishedAt: 0,
  };
  return { ...chat, messages: [...chat.messages, answer], nextId: chat.nextId + 1 };
}

function update(chat: Chat, change: SessionUpdate, at: number): Chat {
  switch (change.sessionUpdate) {
    case "user_message_chunk":
      return replayQuestion(chat, change.content);
    case "agent_message_chunk":
      return speak(chat, change, at);
    case "agent_thought_chunk":
      return inAnswer(chat, at, (answer) => ({ ...answer, parts: withThought(answer.parts, textOf(change.content)) }));
    case "tool_call":
    case "tool_call_update":
      return inAnswer(chat, at, (answer) => ({ ...answer, parts: withCall(answer.parts, change) }));
    case "session_info_update":
      return { ...chat, title: change.title ?? chat.title };
    default:
      return chat;
  }
}

/** Questions are echoed only when a stored conversation is replayed; a live one was added when it was asked. */
function replayQuestion(chat: Chat, content: ContentBlock): Chat {
  if (chat.running) return chat;
  const last = chat.messages.at(-1);
  if (last?.role !== "question") return replayQuestion(addQuestion(chat, "", []), content);
  const notes =
    content.type === "resource_link" ? [...last.notes, { path: content.name, name: noteName(content.name) }] : last.notes;
  return { ...chat, messages: [...chat.messages.slice(0, -1), { ...last, text: last.text + textOf(content), notes }] };
}

/** Text of the answer. A replay's last piece carries what the prompt response said when it was live. */
function speak(chat: Chat, chunk: ContentChunk, at: number): Chat {
  const message = chunk.messageId ?? "";
  const meta = readAnswerMeta(chunk._meta);
  return inAnswer(chat, at, (answer) => ({
    ...answer,
    parts: meta.discard ? withoutMessage(answer.parts, message) : withText(answer.parts, message, textOf(chunk.content)),
    outcome: meta.outcome || answer.outcome,
    citations: meta.citations.length > 0 ? meta.citations : answer.citations,
  }));
}

function withText(parts: readonly Part[], message: string, text: string): readonly Part[] {
  if (text === "") return parts;
  const last = parts.at(-1);
  return last?.kind === "text" && last.message === message
    ? [...parts.slice(0, -1), { ...last, text: last.text + text }]
    : [...parts, { kind: "text", message, text }];
}

function withThought(parts: readonly Part[], text: string): readonly Part[] {
  if (text === "") return parts;
  const last = parts.at(-1);
  return last?.kind === "thought"
    ? [...parts.slice(0, -1), { ...last, text: last.text + text }]
    : [...parts, { kind: "thought", text }];
}

function withoutMessage(parts: readonly Part[], message: string): readonly Part[] {
  return parts.filter((part) => part.kind !== "text" || part.message !== message);
}

function textOf(content: ContentBlock): string {
  return content.type === "text" ? content.text : "";
}

/** Updates the call where it stands; a new one joins the last stretch of activity. */
function withCall(parts: readonly Part[], update: ToolCallUpdate): Part[] {
  let known = false;
  const changed = parts.map((part): Part => {
    if (part.kind !== "activity" || !part.calls.some((call) => call.id === update.toolCallId)) return part;
    known = true;
    return { kind: "activity", calls: part.calls.map((call) => (call.id === update.toolCallId ? mergeCall(call, update) : call)) };
  });
  if (known) return changed;
  const last = changed.at(-1);
  const call = mergeCall(undefined, update);
  return last?.kind === "activity"
    ? [...changed.slice(0, -1), { kind: "activity", calls: [...last.calls, call] }]
    : [...changed, { kind: "activity", calls: [call] }];
}

/** Changes the answer that is being written; a replay begins one where none is open. */
function inAnswer(chat: Chat, at: number, change: (answer: Answer) => Answer): Chat {
  const last = chat.messages.at(-1);
  if (last?.role !== "answer") return inAnswer(beginAnswer(chat, at), at, change);
  return { ...chat, messages: [...chat.messages.slice(0, -1), change(last)] };
}

function finish(chat: Chat, response: PromptResponse, at: number): Chat {
  const { outcome, citations } = readAnswerMeta(response._meta);
  return end(chat, { state: endState(response.stopReason, outcome), outcome, citations, finishedAt: at });
}

function endState(stopReason: string, outcome: string): AnswerState {
  if (stopReason === "cancelled" || outcome === "stop.cancelled") return "stopped";
  return outcome === "stop.provider" || outcome === "stop.internal" ? "failed" : "done";
}

function end(chat: Chat, result: Partial<Answer> & { state: AnswerState }): Chat {
  const idle = { ...chat, running: false, stopping: false };
  const last = idle.messages.at(-1);
  if (last?.role !== "answer") return idle;
  const answer = { ...last, ...result, parts: last.parts.map(settle) };
  return { ...idle, messages: [...idle.messages.slice(0, -1), answer] };
}

/** A call whose end was never told did not succeed. */
function settle(part: Part): Part {
  if (part.kind !== "activity" || part.calls.every((call) => call.status !== "running")) return part;
  const calls = part.calls.map((call) => (call.status === "running" ? { ...call, status: "failed" as const } : call));
  return { kind: "activity", calls };
}

function closeReplay(chat: Chat): Chat {
  const messages = chat.messages.map((message) =>
    message.role === "answer" && message.state === "running"
      ? { ...message, state: endState("", message.outcome), parts: message.parts.map(settle) }
      : message,
  );
  return { ...chat, messages, running: false, stopping: false };
}
