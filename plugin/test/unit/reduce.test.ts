import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { answerText, EMPTY_CHAT, type Answer, type Chat } from "../../src/chat/model";
import { reduce, type ChatEvent } from "../../src/chat/reduce";

const asked: ChatEvent = { type: "asked", text: "Why?", notes: [], at: 1000 };

function update(update: SessionUpdate): ChatEvent {
  return { type: "update", update, at: 1500 };
}

function says(text: string, messageId = "m1", meta?: object): ChatEvent {
  return update({
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text },
    messageId,
    ...(meta === undefined ? {} : { _meta: { ibid: meta } }),
  });
}

function calls(toolCallId: string, more: object = {}): ChatEvent {
  return update({ sessionUpdate: "tool_call", toolCallId, title: "Search", kind: "search", status: "in_progress", ...more });
}

function ends(toolCallId: string, status: "completed" | "failed"): ChatEvent {
  return update({ sessionUpdate: "tool_call_update", toolCallId, status });
}

function play(...events: ChatEvent[]): Chat {
  return events.reduce(reduce, EMPTY_CHAT);
}

function answerOf(chat: Chat): Answer {
  const last = chat.messages.at(-1);
  if (last?.role !== "answer") throw new Error("the last message is no answer");
  return last;
}

const finished: ChatEvent = {
  type: "answered",
  at: 3000,
  response: {
    stopReason: "end_turn",
    _meta: {
      ibid: {
        outcome: "final",
        citations: [
          { path: "A.md", heading: "Why", lineStart: 3, lineEnd: 4, quote: " because " },
          { path: "A.md", heading: "Why", lineStart: 3, lineEnd: 4, quote: " because " },
          { path: "", heading: "no path" },
          "nonsense",
        ],
      },
    },
  },
};

describe("a live answer", () => {
  it("joins streamed text and ends with its sources, each once and only well-formed ones", () => {
    const chat = play(asked, says("Beca"), says("use."), finished);
    expect(answerText(answerOf(chat))).toBe("Because.");
    expect(answerOf(chat)).toMatchObject({ state: "done", outcome: "final", startedAt: 1000, finishedAt: 3000 });
    expect(answerOf(chat).citations).toEqual([
      { path: "A.md", heading: "Why", lineStart: 3, lineEnd: 4, quote: "because" },
    ]);
    expect(chat.running).toBe(false);
  });

  it("keeps calls that follow each other in one stretch and text between them apart", () => {
    const chat = play(asked, calls("1"), calls("2"), says("So far."), calls("3"), ends("1", "completed"));
    expect(answerOf(chat).parts.map((part) => part.kind)).toEqual(["activity", "text", "activity"]);
    const [first] = answerOf(chat).parts;
    expect(first).toMatchObject({ calls: [{ id: "1", status: "ok" }, { id: "2", status: "running" }] });
  });

  it("names a call by what it was asked for, and keeps the result's summary", () => {
    const chat = play(
      asked,
      calls("1", { rawInput: { query: "卡片", limit: 5 } }),
      update({
        sessionUpdate: "tool_call_update",
        toolCallId: "1",
        status: "completed",
        content: [{ type: "content", content: { type: "text", text: "5 notes" } }],
      }),
    );
    expect(answerOf(chat).parts[0]).toMatchObject({ calls: [{ object: "卡片", output: "5 notes", status: "ok" }] });
  });

  it("takes back a message that the daemon discards, and nothing else", () => {
    const chat = play(asked, says("Wrong", "m1"), calls("1"), says("Right", "m2"), says("", "m1", { discard: true }));
    expect(answerText(answerOf(chat))).toBe("Right");
    expect(answerOf(chat).parts.map((part) => part.kind)).toEqual(["activity", "text"]);
  });

  it("shows calls whose end was never told as failed", () => {
    const chat = play(asked, calls("1"), finished);
    expect(answerOf(chat).parts[0]).toMatchObject({ calls: [{ status: "failed" }] });
  });

  it("is stopped, not done, after a cancel", () => {
    const chat = play(asked, says("Bec"), { type: "stopping" }, { type: "answered", at: 2000, response: { stopReason: "cancelled" } });
    expect(answerOf(chat).state).toBe("stopped");
    expect(chat).toMatchObject({ running: false, stopping: false });
  });

  it("is failed when the provider or the connection fails", () => {
    const provider = { stopReason: "end_turn", _meta: { ibid: { outcome: "stop.provider" } } } as const;
    expect(answerOf(play(asked, { type: "answered", at: 2, response: provider })).state).toBe("failed");
    const broken = answerOf(play(asked, says("Bec"), { type: "failed", error: "connection closed", at: 2000 }));
    expect(broken).toMatchObject({ state: "failed", error: "connection closed" });
    expect(answerText(broken)).toBe("Bec");
  });

  it("ignores the echo of its own question", () => {
    const echo = update({ sessionUpdate: "user_message_chunk", content: { type: "text", text: "Why?" } });
    expect(play(asked, echo).messages).toHaveLength(2);
  });

  it("leaves earlier messages untouched, so that views need not draw them again", () => {
    const before = play(asked, says("One."), finished);
    const after = [asked, says("Two.")].reduce(reduce, before);
    expect(after.messages[0]).toBe(before.messages[0]);
    expect(after.messages[1]).toBe(before.messages[1]);
  });
});

describe("a replay", () => {
  const question = (text: string): ChatEvent =>
    update({ sessionUpdate: "user_message_chunk", content: { type: "text", text }, messageId: "r1" });

  it("rebuilds questions, attached notes, answers, sources and the title", () => {
    const chat = play(
      question("Why?"),
      update({
        sessionUpdate: "user_message_chunk",
        content: { type: "resource_link", name: "Areas/Why.md", uri: "file:///v/Areas/Why.md" },
      }),
      calls("1"),
      ends("1", "completed"),
      says("Because.", "r1/0", { outcome: "final", citations: [{ path: "A.md", heading: "", lineStart: 1, lineEnd: 1 }] }),
      question("And?"),
      says("So.", "r2/0", { outcome: "stop.cancelled" }),
      update({ sessionUpdate: "session_info_update", title: "Reasons" }),
      { type: "replayed" },
    );
    expect(chat.messages.map((message) => message.role)).toEqual(["question", "answer", "question", "answer"]);
    expect(chat.messages[0]).toMatchObject({ text: "Why?", notes: [{ path: "Areas/Why.md", name: "Why" }] });
    expect(chat.messages[1]).toMatchObject({ state: "done", citations: [{ path: "A.md" }] });
    expect(chat.messages[3]).toMatchObject({ state: "stopped" });
    expect(chat.title).toBe("Reasons");
  });
});
