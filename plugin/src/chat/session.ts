// One conversation: asks, stops, and comes back after the daemon was restarted.
import type { ContentBlock, PromptResponse, SessionNotification, SessionUpdate } from "@agentclientprotocol/sdk";
import { Store } from "../store";
import { EMPTY_CHAT, type Chat, type NoteRef } from "./model";
import { reduce, type ChatEvent } from "./reduce";

/** What a conversation needs of the connection. */
export interface Wire {
  newSession(vault: string): Promise<string>;
  loadSession(sessionId: string, vault: string): Promise<void>;
  prompt(sessionId: string, prompt: ContentBlock[]): Promise<PromptResponse>;
  cancel(sessionId: string): Promise<void>;
}

/** A conversation with the daemon behind the wire that is attached at the moment. */
export class ChatSession {
  readonly chat = new Store<Chat>(EMPTY_CHAT);
  private wire: Wire | null = null;
  private id: string;
  /** The wire that knows the session `id`; a new wire has to load it first. */
  private knownBy: Wire | null = null;
  /** Goes up with every question and every new conversation: a late answer of an earlier one is dropped. */
  private turn = 0;
  private restoring: Promise<void> = Promise.resolve();
  /** Collects a replay, which replaces the conversation only once it is complete. */
  private replay: Chat | null = null;

  constructor(
    private readonly vault: string,
    sessionId = "",
    private readonly now: () => number = Date.now,
  ) {
    this.id = sessionId;
  }

  /** The session's id, to find it again after a reload. Empty before the first question. */
  get sessionId(): string {
    return this.id;
  }

  /** Takes a new connection, or the loss of one. */
  async attach(wire: Wire | null): Promise<void> {
    this.wire = wire;
    if (wire === null || this.id === "" || this.knownBy === wire) return;
    this.restoring = this.restore(wire);
    await this.restoring;
  }

  /** Sends a question with the notes that go along. Resolves when the answer has ended. */
  async ask(text: string, notes: readonly NoteRef[] = []): Promise<void> {
    await this.restoring;
    const wire = this.wire;
    if (wire === null || this.chat.get().running) return;
    const turn = ++this.turn;
    this.dispatch({ type: "asked", text, notes, at: this.now() });
    const end = await this.run(wire, this.blocks(text, notes));
    if (turn === this.turn) this.dispatch(end);
  }

  /** Asks the daemon to end the answer; it ends when the daemon says so. */
  async stop(): Promise<void> {
    if (this.wire === null || !this.chat.get().running) return;
    this.dispatch({ type: "stopping" });
    await this.wire.cancel(this.id).catch(() => undefined);
  }

  /** Begins a new conversation. The old one stays with the daemon. */
  async clear(): Promise<void> {
    await this.stop();
    this.turn++;
    this.id = "";
    this.knownBy = null;
    this.dispatch({ type: "cleared" });
  }

  /** Takes an update from the wire; those of other sessions are not ours. */
  receive(notification: SessionNotification): void {
    if (notification.sessionId !== this.id) return;
    this.apply(notification.update);
  }

  private apply(update: SessionUpdate): void {
    const event: ChatEvent = { type: "update", update, at: this.now() };
    if (this.replay === null) this.dispatch(event);
    else this.replay = reduce(this.replay, event);
  }

  private async run(wire: Wire, prompt: ContentBlock[]): Promise<ChatEvent> {
    try {
      const response = await wire.prompt(await this.open(wire), prompt);
      return { type: "answered", response, at: this.now() };
    } catch (error) {
      return { type: "failed", error: error instanceof Error ? error.message : String(error), at: this.now() };
    }
  }

  private async open(wire: Wire): Promise<string> {
    if (this.knownBy !== wire) {
      this.id = await wire.newSession(this.vault);
      this.knownBy = wire;
    }
    return this.id;
  }

  /** Loads the session again. When the daemon does not know it any more, what is on screen stays. */
  private async restore(wire: Wire): Promise<void> {
    this.replay = EMPTY_CHAT;
    try {
      await wire.loadSession(this.id, this.vault);
      this.knownBy = wire;
      if (this.replay.messages.length > 0) this.chat.set(reduce(this.replay, { type: "replayed" }));
    } catch {
      this.knownBy = null;
    } finally {
      this.replay = null;
    }
  }

  private blocks(text: string, notes: readonly NoteRef[]): ContentBlock[] {
    const links = notes.map(
      (note): ContentBlock => ({
        type: "resource_link",
        name: note.name,
        uri: fileUri(this.vault, note.path),
        mimeType: "text/markdown",
      }),
    );
    return [{ type: "text", text }, ...links];
  }

  private dispatch(event: ChatEvent): void {
    this.chat.update((chat) => reduce(chat, event));
  }
}

/** The file URI of a note in a vault folder, on Windows too. */
export function fileUri(vault: string, path: string): string {
  const absolute = `${vault.replace(/\\/g, "/").replace(/\/$/, "")}/${path}`;
  const encoded = absolute.split("/").map(encodeURIComponent).join("/");
  return `file://${encoded.startsWith("/") ? "" : "/"}${encoded.replace(/^([A-Za-z])%3A/, "$1:")}`;
}
