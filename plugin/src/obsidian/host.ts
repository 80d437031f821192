// Gives the views what they need of Obsidian.
import { Component, MarkdownRenderer, Notice, setIcon, setTooltip, type App, type HoverParent } from "obsidian";
import { noteName } from "../chat/citations";
import type { NoteRef } from "../chat/model";
import type { Messages } from "../i18n";
import type { Host, Place, Rendering } from "../ui/host";
import { openLink, openPlace } from "./open-note";

/** Where a person gets the daemon. The plugin only ever opens this page. */
const DOWNLOADS = "https://github.com/ibid-notes/ibid/releases";

export class ObsidianHost implements Host {
  constructor(
    private readonly app: App,
    private readonly parent: HoverParent,
    private readonly viewType: string,
    readonly text: Messages,
    private readonly showSettings: () => void,
  ) {}

  icon(el: HTMLElement, name: string): void {
    setIcon(el, name);
  }

  tooltip(el: HTMLElement, text: string): void {
    setTooltip(el, text);
  }

  /** Each rendering has a component of its own, which lives no longer than what it drew. */
  markdown(source: string, into: HTMLElement): Rendering {
    const component = new Component();
    component.load();
    const done = MarkdownRenderer.render(this.app, source, into, "", component);
    return { done, release: () => component.unload() };
  }

  open(place: Place, event: MouseEvent): void {
    void openPlace(this.app, place, event, this.text);
  }

  openLink(linktext: string, event: MouseEvent): void {
    void openLink(this.app, linktext, event);
  }

  previewLink(linktext: string, targetEl: HTMLElement, event: MouseEvent): void {
    this.app.workspace.trigger("hover-link", {
      event,
      source: this.viewType,
      hoverParent: this.parent,
      targetEl,
      linktext,
      sourcePath: "",
    });
  }

  activeNote(): NoteRef | null {
    const file = this.app.workspace.getActiveFile();
    return file?.extension === "md" ? { path: file.path, name: noteName(file.path) } : null;
  }

  copy(text: string): void {
    void navigator.clipboard.writeText(text).then(() => new Notice(this.text.chat.copied));
  }

  openSettings(): void {
    this.showSettings();
  }

  openDownloads(): void {
    window.open(DOWNLOADS);
  }
}
