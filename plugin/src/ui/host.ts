// What the views need of the application around them. src/obsidian implements it.
import type { NoteRef } from "../chat/model";
import type { Messages } from "../i18n";

/** Markdown on its way to the screen. `release` ends what Obsidian started for it. */
export interface Rendering {
  done: Promise<void>;
  release(): void;
}

/** A place to open: the first and last line start at 1; 0 leaves the line to the heading. */
export interface Place {
  path: string;
  heading: string;
  lineStart: number;
  lineEnd: number;
}

export interface Host {
  readonly text: Messages;
  icon(el: HTMLElement, name: string): void;
  tooltip(el: HTMLElement, text: string): void;
  markdown(source: string, into: HTMLElement): Rendering;
  /** Opens a note where the event says (a modifier opens a new tab) and flashes the lines. */
  open(place: Place, event: UIEvent): void;
  /** Follows a link as Obsidian would. */
  openLink(linktext: string, event: UIEvent): void;
  /** Shows Obsidian's page preview for a link. */
  previewLink(linktext: string, el: HTMLElement, event: MouseEvent): void;
  activeNote(): NoteRef | null;
  copy(text: string): void;
  openSettings(): void;
  openDownloads(): void;
}
