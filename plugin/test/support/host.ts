// A host for view tests: no Obsidian, everything it was asked to do is written down.
import { vi } from "vitest";
import type { NoteRef } from "../../src/chat/model";
import { messagesFor } from "../../src/i18n";
import type { Host, Rendering } from "../../src/ui/host";

export class TestHost implements Host {
  readonly text = messagesFor("en");
  note: NoteRef | null = null;
  released = 0;
  renderings: string[] = [];
  readonly open = vi.fn<Host["open"]>();
  readonly openLink = vi.fn<Host["openLink"]>();
  readonly previewLink = vi.fn<Host["previewLink"]>();
  readonly copy = vi.fn<Host["copy"]>();
  readonly openSettings = vi.fn<Host["openSettings"]>();
  readonly openDownloads = vi.fn<Host["openDownloads"]>();

  icon(el: HTMLElement, name: string): void {
    el.setAttribute("data-icon", name);
  }

  tooltip(): void {
    // Tooltips repeat the label, which the tests look at.
  }

  activeNote(): NoteRef | null {
    return this.note;
  }

  /** Paragraphs and wikilinks, which is all the tests write. */
  markdown(source: string, into: HTMLElement): Rendering {
    this.renderings.push(source);
    for (const paragraph of source.split("\n\n").filter((text) => text.trim() !== "")) {
      const p = into.createEl("p");
      for (const piece of paragraph.split(/(\[\[.*?\]\])/)) {
        const target = /^\[\[(.*?)\]\]$/.exec(piece)?.[1];
        if (target === undefined) p.appendText(piece);
        else p.createEl("a", { cls: "internal-link", text: target, attr: { "data-href": target } });
      }
    }
    return { done: Promise.resolve(), release: () => this.released++ };
  }
}

/** Lets promises and animation frames that are due run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => window.requestAnimationFrame(resolve));
    for (let j = 0; j < 10; j++) await Promise.resolve();
  }
}
