// Where questions are written.
import type { NoteRef } from "../chat/model";
import { button, show } from "./element";
import type { Host } from "./host";

export interface ComposerEvents {
  onSend(text: string, notes: NoteRef[]): void;
  onStop(): void;
  onDraft(text: string): void;
}

/** What the composer has to know of the world. */
export interface ComposerState {
  running: boolean;
  stopping: boolean;
  /** False while no daemon listens: a question can be written, but not sent. */
  canSend: boolean;
}

export class Composer {
  readonly el: HTMLElement;
  private readonly grow: HTMLElement;
  private readonly input: HTMLTextAreaElement;
  private readonly chips: HTMLElement;
  private readonly send: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private notes: NoteRef[] = [];
  private state: ComposerState = { running: false, stopping: false, canSend: false };

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    private readonly events: ComposerEvents,
  ) {
    this.el = parent.createDiv({ cls: "ibid-composer" });
    this.grow = this.el.createDiv({ cls: "ibid-grow" });
    this.input = this.grow.createEl("textarea", { cls: "ibid-input", attr: { rows: "1" } });
    const bar = this.el.createDiv({ cls: "ibid-composer-bar" });
    this.chips = bar.createDiv({ cls: "ibid-chips" });
    const text = host.text.chat;
    this.send = button(bar, host, { cls: "ibid-send mod-cta", icon: "arrow-up", label: text.send, onClick: () => this.submit() });
    this.stop = button(bar, host, { cls: "ibid-stop ibid-hidden", icon: "square", label: text.stop, onClick: () => events.onStop() });
    this.input.addEventListener("keydown", (event) => this.keyDown(event));
    this.input.addEventListener("input", () => this.changed());
    this.el.addEventListener("click", (event) => {
      if (event.target === this.el || event.target === bar) this.focus();
    });
    this.drawChips();
    this.changed();
  }

  update(state: ComposerState): void {
    this.state = state;
    show(this.send, !state.running);
    show(this.stop, state.running);
    this.stop.disabled = state.stopping;
    this.enableSend();
  }

  /** Redraws the suggestion to add the note that is open now. */
  activeNoteChanged(): void {
    this.drawChips();
  }

  attach(note: NoteRef): void {
    this.notes = [note];
    this.drawChips();
  }

  setText(text: string): void {
    this.input.value = text;
    this.changed();
  }

  focus(): void {
    this.input.focus();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }

  /** Enter and Escape belong to the input method while it composes: they choose or drop a candidate. */
  private keyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && this.state.running) {
      event.preventDefault();
      event.stopPropagation();
      this.events.onStop();
    }
  }

  private submit(): void {
    const text = this.input.value.trim();
    if (text === "" || this.state.running || !this.state.canSend) return;
    const notes = this.notes;
    this.notes = [];
    this.drawChips();
    this.setText("");
    this.events.onSend(text, notes);
  }

  private changed(): void {
    // The hidden copy behind the input is what makes it grow with its text.
    this.grow.dataset["value"] = this.input.value;
    this.enableSend();
    this.events.onDraft(this.input.value);
  }

  private enableSend(): void {
    this.send.disabled = !this.state.canSend || this.input.value.trim() === "";
  }

  private drawChips(): void {
    const text = this.host.text.chat;
    this.chips.empty();
    for (const note of this.notes) this.drawAttached(note);
    const active = this.host.activeNote();
    if (active !== null && !this.notes.some((note) => note.path === active.path)) this.drawSuggested(active);
    const placeholder = this.notes[0] === undefined ? text.placeholder : text.placeholderNote(this.notes[0].name);
    this.input.setAttribute("placeholder", placeholder);
    this.input.setAttribute("aria-label", placeholder);
  }

  private drawAttached(note: NoteRef): void {
    const chip = this.chips.createDiv({ cls: "ibid-chip" });
    this.host.icon(chip.createSpan({ cls: "ibid-icon" }), "file-text");
    chip.createSpan({ cls: "ibid-chip-name", text: note.name });
    button(chip, this.host, {
      cls: "ibid-chip-remove",
      icon: "x",
      label: this.host.text.chat.removeNote(note.name),
      onClick: () => {
        this.notes = this.notes.filter((other) => other.path !== note.path);
        this.drawChips();
        this.focus();
      },
    });
  }

  private drawSuggested(note: NoteRef): void {
    const chip = button(this.chips, this.host, {
      cls: "ibid-chip is-suggested",
      icon: "plus",
      text: note.name,
      label: this.host.text.chat.addNote(note.name),
      onClick: () => {
        this.attach(note);
        this.focus();
      },
    });
    chip.querySelector(".ibid-button-text")?.addClass("ibid-chip-name");
  }
}
