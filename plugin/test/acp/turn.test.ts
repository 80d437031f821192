// A whole turn with the official client (ACP v1): initialize, new, prompt with tool calls, cancel, list, load.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { methods, type PromptResponse, type SessionUpdate } from "@agentclientprotocol/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAnswerMeta } from "../../src/chat/citations";
import { EMPTY_CHAT, answerText, type Answer, type Chat } from "../../src/chat/model";
import { reduce } from "../../src/chat/reduce";
import { temporaryFolder } from "../support/daemon";
import { startAgent, type Agent } from "./agent";

const NOTES: Record<string, string> = {
  "Areas/Sleep.md": "# Sleep\n\n## Naps\n\nA nap of twenty minutes restores attention without grogginess.\n\nSee [[Coffee]].\n",
  "Coffee.md": "# Coffee\n\nCaffeine blocks adenosine, which is why a nap after coffee works.\n",
  "方法/卡片笔记法.md": "# 卡片笔记法\n\n## 原则\n\n每张卡片只写一个想法，用自己的话写。\n",
};
const QUESTION = "How long should a nap be to restore attention?";

let vault = "";
let home = "";
let agent: Agent;
let sessionId = "";
let response: PromptResponse;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const folders = [await temporaryFolder("vault"), await temporaryFolder("home")] as const;
  [vault, home] = folders.map(({ path }) => path) as [string, string];
  cleanups.push(...folders.map(({ remove }) => remove));
  for (const [path, content] of Object.entries(NOTES)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), content);
  }
  agent = startAgent(vault, home);
});

afterAll(async () => {
  await agent.end();
  for (const cleanup of cleanups) await cleanup();
});

function ask(text: string): Promise<PromptResponse> {
  return agent.connection.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
}

/** What the plugin would show after these updates. */
function shown(updates: readonly SessionUpdate[]): Chat {
  const events = updates.map((update) => ({ type: "update", update, at: 0 }) as const);
  return reduce(events.reduce(reduce, EMPTY_CHAT), { type: "replayed" });
}

function answerOf(chat: Chat): Answer {
  const answer = chat.messages.findLast((message): message is Answer => message.role === "answer");
  if (answer === undefined) throw new Error("there is no answer");
  return answer;
}

describe("ibid serve, driven by the official client", () => {
  it("introduces itself: version 1, its version, load and list, and the _ibid extension", async () => {
    const hello = await agent.connection.agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientInfo: { name: "conformance", version: "1" },
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
    expect(hello.protocolVersion).toBe(1);
    expect(hello.agentInfo?.name).toBe("ibid");
    expect(hello.agentInfo?.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(hello.agentCapabilities?.loadSession).toBe(true);
    expect(hello.agentCapabilities?.sessionCapabilities?.list).toBeTruthy();
    expect(hello.agentCapabilities?._meta?.["ibid"]).toMatchObject({ version: 1, features: expect.arrayContaining(["search/query"]) as string[] });
  });

  it("opens a session in the vault, and nowhere else", async () => {
    const created = await agent.connection.agent.request(methods.agent.session.new, { cwd: vault, mcpServers: [] });
    sessionId = created.sessionId;
    expect(sessionId).not.toBe("");
    const outside = agent.connection.agent.request(methods.agent.session.new, { cwd: home, mcpServers: [] });
    await expect(outside).rejects.toThrow();
  });

  it("answers from the notes: tool calls first, then text, then its sources", async () => {
    response = await ask(QUESTION);
    expect(response.stopReason).toBe("end_turn");
    const meta = readAnswerMeta(response._meta);
    expect(meta.outcome).toBe("final");
    expect(meta.citations).toContainEqual(
      expect.objectContaining({ path: "Areas/Sleep.md", heading: expect.stringContaining("Naps") as string, lineStart: 5 }),
    );
    const answer = answerOf(shown(agent.updates));
    expect(answerText(answer)).toContain("twenty minutes");
    const calls = answer.parts.flatMap((part) => (part.kind === "activity" ? part.calls : []));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.map((call) => call.status)).toEqual(calls.map(() => "ok"));
    expect(answer.parts.at(-1)?.kind).toBe("text");
  });

  it("answers Chinese in Chinese", async () => {
    agent.updates.length = 0;
    const chinese = await ask("卡片笔记法的原则是什么？");
    expect(readAnswerMeta(chinese._meta).citations.map(({ path }) => path)).toContain("方法/卡片笔记法.md");
    expect(answerText(answerOf(shown(agent.updates)))).toContain("每张卡片只写一个想法");
  });

  it("ends a turn that is cancelled right after it was asked", async () => {
    const turn = ask(QUESTION);
    await agent.connection.agent.notify(methods.agent.session.cancel, { sessionId });
    const ended = await turn;
    expect(ended.stopReason).toBe("cancelled");
    expect(readAnswerMeta(ended._meta).outcome).toBe("stop.cancelled");
    expect((await ask(QUESTION)).stopReason).toBe("end_turn");
  });

  it("lists the session with its folder and a title of its question", async () => {
    const { sessions } = await agent.connection.agent.request(methods.agent.session.list, {});
    const ours = sessions.find((session) => session.sessionId === sessionId);
    expect(ours?.cwd).toBe(vault);
    expect(ours?.title).toContain("nap");
  });

  it("replays the conversation after a restart as it was live", async () => {
    const live = startAgent(vault, home);
    await live.connection.agent.request(methods.agent.initialize, { protocolVersion: 1 });
    const { sessionId: fresh } = await live.connection.agent.request(methods.agent.session.new, { cwd: vault, mcpServers: [] });
    const answered = await live.connection.agent.request(methods.agent.session.prompt, {
      sessionId: fresh,
      prompt: [{ type: "text", text: QUESTION }],
    });
    const before = answerOf(shown(live.updates));
    expect(await live.end()).toBe(0);

    const again = startAgent(vault, home);
    await again.connection.agent.request(methods.agent.initialize, { protocolVersion: 1 });
    await again.connection.agent.request(methods.agent.session.load, { sessionId: fresh, cwd: vault, mcpServers: [] });
    const chat = shown(again.updates);
    const after = answerOf(chat);
    expect(chat.messages.map((message) => message.role)).toEqual(["question", "answer"]);
    expect(chat.messages[0]).toMatchObject({ text: QUESTION });
    expect(after.parts).toEqual(before.parts);
    expect(after.citations).toEqual(readAnswerMeta(answered._meta).citations);
    expect(after.outcome).toBe("final");
    expect(await again.end()).toBe(0);
    expect([...live.conformance.violations, ...again.conformance.violations]).toEqual([]);
  });

  it("refuses what it does not know without falling, and says so in ACP's terms", async () => {
    const { agent: wire } = agent.connection;
    await expect(wire.request("session/nonsense", {})).rejects.toMatchObject({ code: -32601 });
    await expect(wire.request("_ibid/nonsense", {})).rejects.toMatchObject({ code: -32601 });
    await expect(
      wire.request(methods.agent.session.load, { sessionId: "none", cwd: vault, mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32002 });
    await expect(wire.request(methods.agent.session.prompt, { sessionId, prompt: [] })).rejects.toMatchObject({ code: -32602 });
    expect((await ask(QUESTION)).stopReason).toBe("end_turn");
  });

  it("sent nothing on the way that the schema does not allow", () => {
    expect(agent.conformance.violations).toEqual([]);
    expect(agent.conformance.checked).toBeGreaterThan(20);
  });

  it("leaves with code 0 when its input ends", async () => {
    expect(await agent.end()).toBe(0);
  });
});
