// Says above the composer what keeps the index from being whole, and what to do about it.
import type { IndexState } from "../daemon/state";
import { button, show } from "./element";
import type { Host } from "./host";

/** What the index needs a person to know; one at a time, the gravest first. */
type Kind = "vault-missing" | "paused" | "problem";

interface Content {
  kind: Kind;
  icon: string;
  title: string;
  text: string[];
}

export interface NoticeEvents {
  onResume(): void;
  /** The notice went while the keyboard was in it. */
  onFocusLost(): void;
}

export class IndexNotice {
  readonly el: HTMLElement;
  private drawn = "";

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    private readonly events: NoticeEvents,
  ) {
    this.el = parent.createDiv({ cls: "ibid-notice ibid-hidden", attr: { role: "status", "aria-live": "polite" } });
  }

  /** Null while there is no daemon to index anything. Draws, and so speaks, only what is new. */
  update(index: IndexState | null, canResume: boolean): void {
    const content = index === null ? null : contentOf(index, this.host);
    const key = JSON.stringify([content, canResume]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = this.el.contains(this.el.doc.activeElement);
    this.el.empty();
    show(this.el, content !== null);
    if (content !== null) this.draw(content, canResume);
    if (focused) this.keepFocus();
  }

  private draw(content: Content, canResume: boolean): void {
    this.el.dataset["kind"] = content.kind;
    this.host.icon(this.el.createDiv({ cls: "ibid-notice-icon" }), content.icon);
    const words = this.el.createDiv({ cls: "ibid-notice-words" });
    words.createDiv({ cls: "ibid-notice-title", text: content.title });
    for (const text of content.text) words.createDiv({ cls: "ibid-notice-text", text });
    if (!canResume) return;
    const { resume } = this.host.text.index;
    button(this.el, this.host, { cls: "ibid-resume", text: resume, onClick: () => this.events.onResume() });
  }

  private keepFocus(): void {
    const next = this.el.querySelector("button");
    if (next === null) this.events.onFocusLost();
    else next.focus();
  }
}

function contentOf(index: IndexState, host: Host): Content | null {
  const text = host.text.index;
  const { problem } = index;
  switch (index.phase) {
    case "vault_missing":
      return { kind: "vault-missing", icon: "folder-x", title: text.vaultMissing, text: text.vaultMissingDesc(problem) };
    case "paused": {
      const halfway = index.total > 0 && index.done < index.total;
      const title = halfway ? text.pausedAt(index.done, index.total) : text.paused;
      return { kind: "paused", icon: "circle-pause", title, text: [halfway ? text.pausedHalfway : text.pausedDesc, problem].filter((line) => line !== "") };
    }
    default:
      return problem === "" ? null : { kind: "problem", icon: "triangle-alert", title: text.problem, text: [problem] };
  }
}
