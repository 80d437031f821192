// What a new conversation shows: what is ready, and three ways to begin.
import type { NoteRef } from "../chat/model";
import type { IndexState } from "../daemon/state";
import { button } from "./element";
import type { Host } from "./host";

export interface StarterEvents {
  /** Asks at once. */
  onAsk(text: string, notes: NoteRef[]): void;
  /** Puts a beginning into the composer. */
  onPrepare(text: string): void;
}

export class EmptyState {
  readonly el: HTMLElement;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    private readonly events: StarterEvents,
  ) {
    this.el = parent.createDiv({ cls: "ibid-empty" });
  }

  update(index: IndexState): void {
    const text = this.host.text.empty;
    this.el.empty();
    this.el.createDiv({ cls: "ibid-wordmark", text: "Ibid." });
    const line = this.el.createDiv({ cls: "ibid-empty-line" });
    if (index.phase === "ready") line.createSpan({ cls: "ibid-empty-count", text: `${text.ready(index.notes)} ` });
    line.createSpan({ text: text.promise });
    const starters = this.el.createDiv({ cls: "ibid-starters" });
    const note = this.host.activeNote();
    if (note === null) this.drawVaultStarters(starters);
    else this.drawNoteStarters(starters, note);
  }

  private drawNoteStarters(parent: HTMLElement, note: NoteRef): void {
    const text = this.host.text.empty;
    this.starter(parent, "list", text.summarize(note.name), () => this.events.onAsk("/summarize", [note]));
    this.starter(parent, "waypoints", text.related(note.name), () => this.events.onAsk("/related", [note]));
    this.starter(parent, "links-coming-in", text.backlinks(note.name), () => this.events.onAsk("/backlinks", [note]));
  }

  private drawVaultStarters(parent: HTMLElement): void {
    const text = this.host.text.empty;
    this.starter(parent, "message-circle", text.ask, () => this.events.onPrepare(""));
    this.starter(parent, "search", text.search, () => this.events.onPrepare("/search "));
    this.starter(parent, "tags", text.tags, () => this.events.onAsk("/tags", []));
  }

  private starter(parent: HTMLElement, icon: string, text: string, onClick: () => void): void {
    button(parent, this.host, { cls: "ibid-starter", icon, text, onClick });
  }
}
