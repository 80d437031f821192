import type { ContentBlock, PromptResponse, SessionUpdate } from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatSession } from "../../src/chat/session";
import type { DaemonState, Failure, IndexState } from "../../src/daemon/state";
import { Store } from "../../src/store";
import { Panel } from "../../src/ui/panel";
import { settle, TestHost } from "../support/host";

let el: HTMLElement;
let host: TestHost;
let session: ChatSession;
let daemon: Store<DaemonState>;
let panel: Panel;
let prompts: ContentBlock[][];
let answer: (response: PromptResponse) => void;
const control = { start: vi.fn(), log: () => "line one\nline two", pauseIndexing: vi.fn(), resumeIndexing: vi.fn() };
const onDraft = vi.fn();
const cancel = vi.fn(() => Promise.resolve());

const READY: DaemonState = { kind: "ready", version: "0.1.0", index: { phase: "ready", done: 40, total: 40, notes: 40, problem: "" }, canPause: true };

beforeEach(async () => {
  vi.clearAllMocks();
  el = document.body.createDiv();
  host = new TestHost();
  prompts = [];
  session = new ChatSession("/vault");
  daemon = new Store<DaemonState>(READY);
  await session.attach({
    newSession: () => Promise.resolve("s1"),
    loadSession: () => Promise.resolve(),
    prompt: (_id, prompt) => {
      prompts.push(prompt);
      return new Promise((resolve) => (answer = resolve));
    },
    cancel,
  });
  build();
});

afterEach(() => {
  panel.destroy();
  el.remove();
});

function build(draft = ""): void {
  panel = new Panel(el, { host, session, daemon, control, draft, onDraft });
}

function find<T extends HTMLElement = HTMLElement>(selector: string): T {
  const found = el.querySelector<T>(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
}

function visible(selector: string): boolean {
  const found = el.querySelector<HTMLElement>(selector);
  return found !== null && found.closest(".ibid-hidden") === null;
}

function input(): HTMLTextAreaElement {
  return find<HTMLTextAreaElement>("textarea");
}

function type(text: string): void {
  input().value = text;
  input().dispatchEvent(new Event("input"));
}

function press(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true, ...init });
  input().dispatchEvent(event);
  return event;
}

function hears(update: SessionUpdate): void {
  session.receive({ sessionId: "s1", update });
}

function says(text: string): void {
  hears({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, messageId: "m" });
}

async function ask(text = "Why?"): Promise<void> {
  type(text);
  press("Enter");
  await settle();
}

async function finish(citations: object[] = []): Promise<void> {
  answer({ stopReason: "end_turn", _meta: { ibid: { outcome: "final", citations } } });
  await settle();
}

describe("the composer", () => {
  it("sends with Enter and is empty afterwards", async () => {
    await ask("Why?");
    expect(prompts).toEqual([[{ type: "text", text: "Why?" }]]);
    expect(input().value).toBe("");
    expect(find(".ibid-question").textContent).toBe("Why?");
  });

  it("leaves Shift+Enter to the text", () => {
    type("Why");
    expect(press("Enter", { shiftKey: true }).defaultPrevented).toBe(false);
    expect(prompts).toEqual([]);
  });

  it("leaves Enter and Escape to the input method while it composes (users.md 77)", async () => {
    type("weishenme");
    expect(press("Enter", { isComposing: true }).defaultPrevented).toBe(false);
    expect(prompts).toEqual([]);
    await ask("为什么？");
    press("Escape", { isComposing: true });
    expect(cancel).not.toHaveBeenCalled();
    press("Escape");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("does not send blanks, nor anything while an answer runs or the daemon is away", async () => {
    await ask("  \n ");
    expect(prompts).toEqual([]);
    daemon.set({ kind: "starting" });
    await settle();
    await ask("Too early?");
    expect(prompts).toEqual([]);
    expect(input().value).toBe("Too early?");
    daemon.set(READY);
    await settle();
    press("Enter");
    await settle();
    await ask("Too soon?");
    expect(prompts).toHaveLength(1);
  });

  it("offers the open note, attaches it, and lets go of it", async () => {
    host.note = { path: "Areas/Sleep.md", name: "Sleep" };
    panel.activeNoteChanged();
    find(".ibid-chip.is-suggested").click();
    expect(find(".ibid-chip-name").textContent).toBe("Sleep");
    find(".ibid-chip-remove").click();
    expect(visible(".ibid-chip.is-suggested")).toBe(true);
    panel.askAbout(host.note);
    await ask("What is it about?");
    expect(prompts[0]?.[1]).toMatchObject({ type: "resource_link", uri: "file:///vault/Areas/Sleep.md" });
    expect(find(".ibid-question .ibid-chip").textContent).toBe("Sleep");
  });

  it("keeps a draft", () => {
    type("half a thou");
    expect(onDraft).toHaveBeenLastCalledWith("half a thou");
    panel.destroy();
    build("half a thou");
    expect(input().value).toBe("half a thou");
  });
});

describe("an answer", () => {
  const source = { path: "Areas/Sleep.md", heading: "Naps", lineStart: 7, lineEnd: 8, quote: "> Naps *help*." };

  it("shows the stop button while it runs, and what was done", async () => {
    await ask();
    expect(visible(".ibid-stop")).toBe(true);
    expect(visible(".ibid-send")).toBe(false);
    hears({ sessionUpdate: "tool_call", toolCallId: "1", title: "Search", kind: "search", rawInput: { query: "naps" } });
    await settle();
    expect(find(".ibid-activity-summary").textContent).toBe("Searching “naps”…");
    hears({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" });
    await settle();
    expect(find(".ibid-activity-summary").textContent).toBe("Searched once");
    const toggle = find(".ibid-activity-toggle");
    toggle.click();
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    expect(visible(".ibid-activity-list")).toBe(true);
    find(".ibid-stop").click();
    expect(cancel).toHaveBeenCalledWith("s1");
  });

  it("renders complete blocks once, and at the end the whole", async () => {
    await ask();
    says("One.\n\n");
    await settle();
    says("Two");
    await settle();
    says(".");
    await settle();
    await finish();
    expect(host.renderings.filter((text) => text === "One.\n\n")).toHaveLength(2);
    expect(host.renderings.at(-1)).toBe("One.\n\nTwo.");
    expect(find(".ibid-text").textContent).toBe("One.Two.");
    const count = host.renderings.length;
    await ask("And?");
    says("More.");
    await settle();
    expect(host.renderings.slice(count)).toEqual(["More."]);
  });

  it("numbers references as the list below does, and opens the very lines", async () => {
    await ask();
    says("Naps help. [[Areas/Sleep.md#Naps]] See [[Areas/Sleep.md#Naps]] for more.");
    await finish([source]);
    const reference = find("a.ibid-reference");
    expect(reference.textContent).toBe("1");
    expect(reference.getAttribute("aria-label")).toBe("Source 1: Sleep › Naps");
    expect([...el.querySelectorAll("a.internal-link")].map((link) => link.textContent)).toEqual(["1", "Sleep › Naps"]);
    const button = find(".ibid-source");
    expect(button.textContent).toBe("1SleepNapsline 7Naps *help*.");
    button.click();
    reference.click();
    expect(host.open.mock.calls.map(([place]) => place)).toEqual([source, source].map((s) => ({ ...s })));
  });

  it("follows an ordinary link as Obsidian would", async () => {
    await ask();
    says("See [[Sleep]] first");
    await finish();
    find("a.internal-link").click();
    expect(host.openLink).toHaveBeenCalledWith("Sleep", expect.anything());
  });

  it("hides many sources behind a button", async () => {
    await ask();
    says("Much.");
    await finish([1, 2, 3, 4, 5, 6, 7].map((line) => ({ ...source, lineStart: line })));
    expect(el.querySelectorAll(".ibid-source")).toHaveLength(4);
    find(".ibid-sources-more").click();
    expect(el.querySelectorAll(".ibid-source")).toHaveLength(7);
  });

  it("is copied without its activity", async () => {
    await ask();
    says("Naps help.");
    await finish();
    find(".ibid-copy").click();
    expect(host.copy).toHaveBeenCalledWith("Naps help.");
  });

  it("says that it was stopped, and that it broke off", async () => {
    await ask();
    says("Na");
    await session.stop();
    answer({ stopReason: "cancelled" });
    await settle();
    expect(find(".ibid-answer-note").textContent).toBe("Stopped");
  });

  it("is announced at its start and its end, not word by word", async () => {
    await ask();
    expect(find(".ibid-announcer").textContent).toBe("Ibid is answering.");
    says("Naps help.");
    await settle();
    expect(find(".ibid-answer").getAttribute("aria-busy")).toBe("true");
    await finish([source]);
    expect(find(".ibid-announcer").textContent).toBe("The answer is complete, with 1 source.");
  });

  it("shows what comes after text that was taken back", async () => {
    await ask();
    says("Wrong from the start.\n\nVery wrong");
    await settle();
    hears({
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: "" },
      messageId: "m",
      _meta: { ibid: { discard: true } },
    });
    says("Right.");
    await finish();
    expect(find(".ibid-text").textContent).toBe("Right.");
  });

  it("lets go of everything Obsidian started for it", async () => {
    await ask();
    says("One.\n\nTwo.\n\nThree");
    await settle();
    await finish();
    panel.destroy();
    expect(host.released).toBe(host.renderings.length);
  });
});

describe("the empty state", () => {
  it("says how many notes are ready and offers three things with the open note", async () => {
    host.note = { path: "Sleep.md", name: "Sleep" };
    panel.activeNoteChanged();
    await settle();
    expect(find(".ibid-empty-line").textContent).toBe("40 notes ready. Every answer shows where it stands.");
    const starters = [...el.querySelectorAll<HTMLElement>(".ibid-starter")];
    expect(starters).toHaveLength(3);
    starters[0]?.click();
    await settle();
    expect(prompts[0]).toMatchObject([{ text: "/summarize" }, { type: "resource_link", name: "Sleep" }]);
    expect(visible(".ibid-empty")).toBe(false);
  });

  it("has three without a note too", () => {
    expect(el.querySelectorAll(".ibid-starter")).toHaveLength(3);
  });

  it("comes back with a new chat", async () => {
    await ask();
    await finish();
    find(".ibid-new-chat").click();
    await settle();
    expect(visible(".ibid-empty")).toBe(true);
    expect(el.querySelectorAll(".ibid-question, .ibid-answer")).toHaveLength(0);
  });
});

describe("the daemon's states, each with what to do", () => {
  const failed = (failure: Failure): DaemonState => ({ kind: "failed", failure, log: "" });

  it.each<[string, DaemonState, string[]]>([
    ["stopped", { kind: "stopped" }, ["Start"]],
    ["starting", { kind: "starting" }, []],
    ["reconnecting", { kind: "reconnecting", attempt: 1, attempts: 3 }, []],
    ["missing", failed({ reason: "missing", configured: "" }), ["Check again", "Download", "Open settings"]],
    ["missing", failed({ reason: "missing", configured: "/x" }), ["Check again", "Download", "Open settings"]],
    ["outdated", failed({ reason: "outdated", path: "/i", found: "0.0.1", needed: "0.1.0" }), ["Check again", "Download"]],
    ["foreign", failed({ reason: "foreign", path: "/i", said: "hello" }), ["Check again", "Open settings"]],
    ["blocked", failed({ reason: "blocked", path: "/i", platform: "darwin" }), ["Check again"]],
    ["crashed", failed({ reason: "crashed", exit: "exit code 2" }), ["Restart", "Show log"]],
  ])("%s", async (name, state, actions) => {
    daemon.set(state);
    await settle();
    expect(find(".ibid-state").dataset["state"]).toBe(name);
    expect(visible(".ibid-state")).toBe(true);
    expect(visible(".ibid-empty")).toBe(false);
    const buttons = [...el.querySelectorAll<HTMLElement>(".ibid-state-actions button")];
    expect(buttons.map((button) => button.textContent)).toEqual(actions);
    buttons[0]?.click();
    expect(control.start).toHaveBeenCalledTimes(actions.length === 0 ? 0 : 1);
  });

  it("gives the command that lifts the quarantine", async () => {
    daemon.set(failed({ reason: "blocked", path: "/opt/ibid", platform: "darwin" }));
    await settle();
    find(".ibid-command button").click();
    expect(host.copy).toHaveBeenCalledWith("xattr -d com.apple.quarantine /opt/ibid");
  });

  it("shows the log of a crash and hides it again", async () => {
    daemon.set(failed({ reason: "crashed", exit: "exit code 2" }));
    await settle();
    find(".ibid-toggle-log").click();
    expect(find(".ibid-log").textContent).toBe("line one\nline two");
    find(".ibid-toggle-log").click();
    expect(el.querySelector(".ibid-log")).toBeNull();
  });

  it("keeps the conversation on screen when the daemon falls", async () => {
    await ask();
    says("Naps help.");
    await finish();
    daemon.set(failed({ reason: "crashed", exit: "exit code 2" }));
    await settle();
    expect(find(".ibid-text").textContent).toBe("Naps help.");
    expect(visible(".ibid-state")).toBe(true);
  });

  it("shows how far the index is, and lets people ask meanwhile", async () => {
    daemon.set({ kind: "ready", version: "0.1.0", index: { phase: "indexing", done: 1200, total: 4000, notes: 1200, problem: "" }, canPause: false });
    await settle();
    expect(find(".ibid-index-label").textContent).toBe("Indexing 1,200 of 4,000");
    expect(find<HTMLProgressElement>("progress").value).toBe(1200);
    await ask();
    expect(prompts).toHaveLength(1);
    daemon.set(READY);
    await settle();
    expect(visible(".ibid-index-line")).toBe(false);
  });
});

describe("the index, when it is not as it should be", () => {
  const index = (change: Partial<IndexState>, can = true): DaemonState => ({
    kind: "ready",
    version: "0.1.0",
    index: { phase: "ready", done: 0, total: 0, notes: 40, problem: "", ...change },
    canPause: can,
  });

  async function set(state: DaemonState): Promise<void> {
    daemon.set(state);
    await settle();
  }

  function notice(): string[] {
    return [...el.querySelectorAll(".ibid-notice-title, .ibid-notice-text")].map(({ textContent }) => textContent);
  }

  it("says nothing while all is well", async () => {
    await set(index({}));
    expect(visible(".ibid-notice")).toBe(false);
  });

  it("is paused from the line that shows its progress", async () => {
    await set(index({ phase: "indexing", done: 12, total: 4000 }));
    expect(find(".ibid-pause").getAttribute("aria-label")).toBe("Pause indexing");
    find(".ibid-pause").click();
    expect(control.pauseIndexing).toHaveBeenCalledOnce();
    await set(index({ phase: "indexing", done: 12, total: 4000 }, false));
    expect(visible(".ibid-pause")).toBe(false);
  });

  it("says how far it was when it was paused, and is resumed by a button", async () => {
    await set(index({ phase: "paused", done: 1200, total: 4000 }));
    expect(visible(".ibid-index-line")).toBe(false);
    expect(find(".ibid-notice").dataset["kind"]).toBe("paused");
    expect(notice()).toEqual(["Indexing is paused at 1,200 of 4,000", "Answers may miss notes that are not indexed yet."]);
    find(".ibid-resume").click();
    expect(control.resumeIndexing).toHaveBeenCalledOnce();
    await ask();
    expect(prompts).toHaveLength(1);
  });

  it("says what a pause means when everything was indexed before", async () => {
    await set(index({ phase: "paused", done: 40, total: 40, problem: "The disk is full." }));
    expect(notice()).toEqual(["Indexing is paused", "Answers miss what changed since.", "The disk is full."]);
  });

  it("names what is wrong, and lets people ask", async () => {
    await set(index({ problem: "The system has no file watches left." }));
    expect(find(".ibid-notice").dataset["kind"]).toBe("problem");
    expect(notice()).toEqual(["Ibid needs your attention", "The system has no file watches left."]);
    await ask();
    expect(prompts).toHaveLength(1);
    await set(index({}));
    expect(visible(".ibid-notice")).toBe(false);
  });

  it("says that the vault is gone and what to do, with the daemon's words where there are some", async () => {
    await set(index({ phase: "vault_missing" }));
    expect(notice()).toEqual([host.text.index.vaultMissing, ...host.text.index.vaultMissingDesc("")]);
    expect(visible(".ibid-index-line")).toBe(false);
    await set(index({ phase: "vault_missing", problem: "The folder is gone." }));
    expect(notice()).toEqual([host.text.index.vaultMissing, "The folder is gone."]);
    expect(el.querySelector(".ibid-notice button")).toBeNull();
  });

  it("is gone with the daemon, which has a state of its own", async () => {
    await set(index({ phase: "paused" }));
    await set({ kind: "stopped" });
    expect(visible(".ibid-notice")).toBe(false);
  });

  it("is spoken once, not at every step", async () => {
    await set(index({ problem: "The disk is full.", phase: "indexing", done: 1, total: 9 }));
    const live = find(".ibid-notice");
    expect([live.getAttribute("role"), live.getAttribute("aria-live")]).toEqual(["status", "polite"]);
    const drawn = live.firstElementChild;
    await set(index({ problem: "The disk is full.", phase: "indexing", done: 2, total: 9 }));
    expect(live.firstElementChild).toBe(drawn);
  });

  it("gives the keyboard back when its button goes, and says that indexing goes on", async () => {
    await set(index({ phase: "paused", done: 1, total: 9 }));
    find(".ibid-resume").focus();
    await set(index({ phase: "paused", done: 2, total: 9 }));
    expect(document.activeElement?.className).toBe("ibid-resume");
    await set(index({ phase: "scanning" }));
    expect(document.activeElement?.className).toBe("ibid-input");
    expect(find(".ibid-announcer").textContent).toBe("Indexing goes on.");
  });
});
