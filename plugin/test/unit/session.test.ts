import type { ContentBlock, PromptResponse } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import type { Chat } from "../../src/chat/model";
import { ChatSession, fileUri, type Wire } from "../../src/chat/session";

/** A wire whose answers the test gives by hand. */
class HandWire implements Wire {
  prompts: { sessionId: string; prompt: ContentBlock[]; answer: (response: PromptResponse) => void; fail: (error: Error) => void }[] = [];
  loads: { sessionId: string; done: () => void; fail: (error: Error) => void }[] = [];
  cancelled: string[] = [];
  private sessions = 0;

  newSession(): Promise<string> {
    return Promise.resolve(`s${++this.sessions}`);
  }

  loadSession(sessionId: string): Promise<void> {
    return new Promise((done, fail) => this.loads.push({ sessionId, done, fail }));
  }

  prompt(sessionId: string, prompt: ContentBlock[]): Promise<PromptResponse> {
    return new Promise((answer, fail) => this.prompts.push({ sessionId, prompt, answer, fail }));
  }

  cancel(sessionId: string): Promise<void> {
    this.cancelled.push(sessionId);
    return Promise.resolve();
  }
}

function texts(chat: Chat): string[] {
  return chat.messages.map((message) =>
    message.role === "question" ? message.text : message.parts.map((part) => (part.kind === "text" ? part.text : "·")).join(""),
  );
}

function chunk(sessionId: string, text: string) {
  return { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } } as const;
}

async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

async function asking(wire = new HandWire()): Promise<{ wire: HandWire; session: ChatSession; done: Promise<void> }> {
  const session = new ChatSession("/vault");
  await session.attach(wire);
  const done = session.ask("Why?", [{ path: "Areas/A b.md", name: "A b" }]);
  await settled();
  return { wire, session, done };
}

describe("a conversation", () => {
  it("sends the question with its notes as links, and takes only its own updates", async () => {
    const { wire, session, done } = await asking();
    expect(wire.prompts[0]?.prompt).toEqual([
      { type: "text", text: "Why?" },
      { type: "resource_link", name: "A b", uri: "file:///vault/Areas/A%20b.md", mimeType: "text/markdown" },
    ]);
    session.receive(chunk("s1", "Because."));
    session.receive(chunk("another", "Not for you."));
    wire.prompts[0]?.answer({ stopReason: "end_turn" });
    await done;
    expect(texts(session.chat.get())).toEqual(["Why?", "Because."]);
    expect(session.chat.get().running).toBe(false);
  });

  it("keeps one session for all its questions and refuses a second at the same time", async () => {
    const { wire, session, done } = await asking();
    await session.ask("Impatient?");
    wire.prompts[0]?.answer({ stopReason: "end_turn" });
    await done;
    void session.ask("And?");
    await settled();
    expect(wire.prompts.map(({ sessionId }) => sessionId)).toEqual(["s1", "s1"]);
    expect(texts(session.chat.get())).toEqual(["Why?", "", "And?", ""]);
  });

  it("stops when the daemon says so, not before", async () => {
    const { wire, session, done } = await asking();
    await session.stop();
    expect(wire.cancelled).toEqual(["s1"]);
    expect(session.chat.get()).toMatchObject({ running: true, stopping: true });
    wire.prompts[0]?.answer({ stopReason: "cancelled" });
    await done;
    expect(session.chat.get()).toMatchObject({ running: false, stopping: false });
  });

  it("does nothing without a daemon", async () => {
    const session = new ChatSession("/vault");
    await session.ask("Anybody?");
    expect(session.chat.get().messages).toEqual([]);
  });

  it("drops the late answer of a conversation that was left", async () => {
    const { wire, session, done } = await asking();
    await session.clear();
    wire.prompts[0]?.answer({ stopReason: "end_turn" });
    await done;
    session.receive(chunk("s1", "too late"));
    expect(session.chat.get().messages).toEqual([]);
    expect(session.sessionId).toBe("");
  });
});

describe("after the daemon came back (users.md 67: turn state lives in the daemon)", () => {
  it("shows what the daemon has stored, and goes on in the same session", async () => {
    const { wire, session, done } = await asking();
    wire.prompts[0]?.fail(new Error("connection closed"));
    await done;
    await session.attach(null);
    const next = new HandWire();
    const attached = session.attach(next);
    session.receive({
      sessionId: "s1",
      update: { sessionUpdate: "user_message_chunk", content: { type: "text", text: "Why?" } },
    });
    session.receive(chunk("s1", "Because, from the log."));
    expect(texts(session.chat.get())).toEqual(["Why?", ""]);
    next.loads[0]?.done();
    await attached;
    expect(texts(session.chat.get())).toEqual(["Why?", "Because, from the log."]);
    void session.ask("And?");
    await settled();
    expect(next.prompts[0]?.sessionId).toBe("s1");
  });

  it("keeps what is on screen when the daemon does not know the session any more", async () => {
    const { wire, session, done } = await asking();
    session.receive(chunk("s1", "Because."));
    wire.prompts[0]?.answer({ stopReason: "end_turn" });
    await done;
    const next = new HandWire();
    const attached = session.attach(next);
    next.loads[0]?.fail(new Error("not found"));
    await attached;
    expect(texts(session.chat.get())).toEqual(["Why?", "Because."]);
    void session.ask("And?");
    await settled();
    expect(next.prompts[0]?.sessionId).toBe("s1");
  });

  it("waits for the replay before it asks", async () => {
    const session = new ChatSession("/vault", "old");
    const wire = new HandWire();
    const attached = session.attach(wire);
    const asked = session.ask("And?");
    await settled();
    expect(wire.prompts).toEqual([]);
    wire.loads[0]?.done();
    await attached;
    await settled();
    expect(wire.prompts[0]?.sessionId).toBe("old");
    wire.prompts[0]?.answer({ stopReason: "end_turn" });
    await asked;
  });
});

describe("file URIs", () => {
  it.each([
    ["/home/ada/My Vault", "卡片/什么是 #1.md", "file:///home/ada/My%20Vault/%E5%8D%A1%E7%89%87/%E4%BB%80%E4%B9%88%E6%98%AF%20%231.md"],
    ["C:\\Users\\ada\\Vault\\", "a/b.md", "file:///C:/Users/ada/Vault/a/b.md"],
  ])("of %s + %s", (vault, path, uri) => {
    expect(fileUri(vault, path)).toBe(uri);
  });
});
