// The whole chat: puts the pieces together and redraws them when the stores change.
import type { ChatSession } from "../chat/session";
import type { Answer, Chat, NoteRef } from "../chat/model";
import { canPause, canResume, type DaemonState } from "../daemon/state";
import type { Store } from "../store";
import { Composer } from "./composer";
import { button, show } from "./element";
import { EmptyState } from "./empty-state";
import type { Host } from "./host";
import { IndexLine } from "./index-line";
import { IndexNotice } from "./index-notice";
import { MessageList } from "./message-list";
import { StateCard, type DaemonControl } from "./state-card";

export interface PanelSetup {
  host: Host;
  session: ChatSession;
  daemon: Store<DaemonState>;
  control: DaemonControl;
  draft: string;
  onDraft: (text: string) => void;
}

export class Panel {
  private readonly title: HTMLElement;
  private readonly body: HTMLElement;
  private readonly empty: EmptyState;
  private readonly list: MessageList;
  private readonly card: StateCard;
  private readonly indexLine: IndexLine;
  private readonly notice: IndexNotice;
  private readonly composer: Composer;
  private readonly announcer: HTMLElement;
  private readonly unsubscribe: (() => void)[];
  private frame = 0;
  private drawnDaemon: DaemonState | null = null;
  private wasRunning = false;

  constructor(
    private readonly el: HTMLElement,
    private readonly setup: PanelSetup,
  ) {
    const { host, session, daemon } = setup;
    el.addClass("ibid-panel");
    this.title = this.drawHeader();
    this.body = el.createDiv({ cls: "ibid-body" });
    this.empty = new EmptyState(this.body, host, {
      onAsk: (text, notes) => this.send(text, notes),
      onPrepare: (text) => this.prepare(text),
    });
    this.list = new MessageList(this.body, host);
    this.card = new StateCard(this.body, host, setup.control);
    const foot = el.createDiv({ cls: "ibid-foot" });
    this.notice = new IndexNotice(foot, host, {
      onResume: () => setup.control.resumeIndexing(),
      onFocusLost: () => this.composer.focus(),
    });
    this.indexLine = new IndexLine(foot, host, () => setup.control.pauseIndexing());
    this.composer = new Composer(foot, host, {
      onSend: (text, notes) => this.send(text, notes),
      onStop: () => void session.stop(),
      onDraft: setup.onDraft,
    });
    this.announcer = el.createDiv({ cls: "ibid-announcer", attr: { role: "status", "aria-live": "polite" } });
    if (setup.draft !== "") this.composer.setText(setup.draft);
    this.unsubscribe = [session.chat.subscribe(() => this.schedule()), daemon.subscribe(() => this.schedule())];
    this.draw();
  }

  /** Puts a note beside the next question and the cursor into the composer. */
  askAbout(note: NoteRef): void {
    this.composer.attach(note);
    this.composer.focus();
  }

  focus(): void {
    this.composer.focus();
  }

  activeNoteChanged(): void {
    this.composer.activeNoteChanged();
    this.drawnDaemon = null;
    this.schedule();
  }

  newChat(): void {
    void this.setup.session.clear();
    this.composer.focus();
  }

  destroy(): void {
    for (const stop of this.unsubscribe) stop();
    this.el.win.cancelAnimationFrame(this.frame);
    this.list.destroy();
    this.el.empty();
  }

  private drawHeader(): HTMLElement {
    const header = this.el.createDiv({ cls: "ibid-header" });
    const title = header.createDiv({ cls: "ibid-title" });
    const { newChat } = this.setup.host.text.chat;
    button(header, this.setup.host, { cls: "clickable-icon ibid-new-chat", icon: "square-pen", label: newChat, onClick: () => this.newChat() });
    return title;
  }

  private send(text: string, notes: readonly NoteRef[]): void {
    this.list.followTurn();
    void this.setup.session.ask(text, notes);
  }

  private prepare(text: string): void {
    this.composer.setText(text);
    this.composer.focus();
  }

  /** However many updates arrive, the screen is drawn once a frame. */
  private schedule(): void {
    if (this.frame !== 0) return;
    this.frame = this.el.win.requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const chat = this.setup.session.chat.get();
    const daemon = this.setup.daemon.get();
    const begun = chat.messages.length > 0;
    this.title.setText(chat.title || (begun ? firstQuestion(chat) : this.setup.host.text.chat.newChat));
    if (daemon !== this.drawnDaemon) this.drawDaemon(daemon);
    show(this.empty.el, !begun && daemon.kind === "ready");
    show(this.list.el, begun);
    this.body.toggleClass("has-messages", begun);
    this.list.update(chat.messages);
    this.composer.update({ running: chat.running, stopping: chat.stopping, canSend: daemon.kind === "ready" });
    this.announce(chat);
  }

  private drawDaemon(daemon: DaemonState): void {
    const resumed = this.drawnDaemon !== null && canResume(this.drawnDaemon) && canPause(daemon);
    if (resumed) this.announcer.setText(this.setup.host.text.index.resumed);
    this.drawnDaemon = daemon;
    this.card.update(daemon);
    if (daemon.kind === "ready") this.empty.update(daemon.index);
    const index = daemon.kind === "ready" ? daemon.index : null;
    this.indexLine.update(index, canPause(daemon));
    this.notice.update(index, canResume(daemon));
  }

  /** Screen readers hear that an answer begins and that it is there, not every word on the way. */
  private announce(chat: Chat): void {
    if (chat.running === this.wasRunning) return;
    this.wasRunning = chat.running;
    const text = this.setup.host.text.chat;
    this.announcer.setText(chat.running ? text.answering : ending(chat, text));
  }
}

function ending(chat: Chat, text: Host["text"]["chat"]): string {
  const answer = chat.messages.findLast((message): message is Answer => message.role === "answer");
  if (answer?.state === "stopped") return text.stopped;
  return answer?.state === "failed" ? text.failed : text.answered(answer?.citations.length ?? 0);
}

function firstQuestion(chat: Chat): string {
  const question = chat.messages.find((message) => message.role === "question");
  return question?.role === "question" ? question.text : "";
}
