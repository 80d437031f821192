// The leaf that holds a conversation. One view is one conversation.
import { ItemView, type HoverPopover, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { ChatSession } from "../chat/session";
import type { NoteRef } from "../chat/model";
import type { Supervisor } from "../daemon/supervisor";
import type { Messages } from "../i18n";
import { Panel } from "../ui/panel";
import { ObsidianHost } from "./host";

export const CHAT_VIEW = "ibid-chat";

/** What a chat view is given. */
export interface ChatViewSetup {
  supervisor: Supervisor;
  vault: string;
  text: Messages;
  openSettings(): void;
  pauseIndexing(): void;
  resumeIndexing(): void;
}

export class ChatView extends ItemView {
  override icon = "quote";
  override navigation = false;
  /** Obsidian keeps the page preview of a link here. */
  hoverPopover: HoverPopover | null = null;
  private panel: Panel | null = null;
  private session: ChatSession;
  private draft = "";

  constructor(
    leaf: WorkspaceLeaf,
    private readonly setup: ChatViewSetup,
  ) {
    super(leaf);
    this.session = new ChatSession(setup.vault);
  }

  getViewType(): string {
    return CHAT_VIEW;
  }

  getDisplayText(): string {
    return this.setup.text.chat.title;
  }

  override async onOpen(): Promise<void> {
    const { supervisor } = this.setup;
    this.register(supervisor.updates.subscribe((update) => this.session.receive(update)));
    this.register(supervisor.connection.subscribe((connection) => void this.session.attach(connection)));
    this.registerEvent(this.app.workspace.on("file-open", () => this.panel?.activeNoteChanged()));
    await this.begin();
  }

  override async onClose(): Promise<void> {
    this.panel?.destroy();
    this.panel = null;
  }

  /** The session and the draft survive a reload with the workspace. */
  override getState(): Record<string, unknown> {
    return { ...super.getState(), session: this.session.sessionId, draft: this.draft };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const { session, draft } = (state ?? {}) as { session?: unknown; draft?: unknown };
    if (typeof draft === "string") this.draft = draft;
    if (typeof session === "string" && session !== "" && session !== this.session.sessionId) {
      this.session = new ChatSession(this.setup.vault, session);
    }
    if (this.panel !== null) await this.begin();
    await super.setState(state, result);
  }

  /** Puts the note beside the next question. */
  askAbout(note: NoteRef): void {
    this.panel?.askAbout(note);
  }

  newChat(): void {
    this.panel?.newChat();
  }

  focusComposer(): void {
    this.panel?.focus();
  }

  private async begin(): Promise<void> {
    const { supervisor, text } = this.setup;
    this.panel?.destroy();
    const host = new ObsidianHost(this.app, this, CHAT_VIEW, text, () => this.setup.openSettings());
    this.panel = new Panel(this.contentEl, {
      host,
      session: this.session,
      daemon: supervisor.state,
      control: {
        start: () => void supervisor.start(),
        log: () => supervisor.logText,
        pauseIndexing: () => this.setup.pauseIndexing(),
        resumeIndexing: () => this.setup.resumeIndexing(),
      },
      draft: this.draft,
      onDraft: (draft) => this.keepDraft(draft),
    });
    await this.session.attach(supervisor.connection.get());
  }

  private keepDraft(draft: string): void {
    if (draft === this.draft) return;
    this.draft = draft;
    this.app.workspace.requestSaveLayout();
  }
}
