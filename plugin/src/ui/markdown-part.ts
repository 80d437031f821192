// A stretch of answer text: rendered block by block while it grows, and as a whole at the end.
import { settledLength } from "../chat/markdown-blocks";
import type { Host, Rendering } from "./host";

/**
 * Growing text is split in two: blocks that are complete are rendered once and stay, the rest
 * is rendered again with every change. One rendering runs at a time; the newest text wins.
 */
export class MarkdownPart {
  readonly el: HTMLElement;
  private readonly settled: Rendering[] = [];
  private tail: Rendering | null = null;
  private tailEl: HTMLElement | null = null;
  private settledText = "";
  private wanted: { text: string; final: boolean } | null = null;
  private shown = "";
  private shownFinal = false;
  private busy = false;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    private readonly onRendered: () => void,
  ) {
    this.el = parent.createDiv({ cls: "ibid-text markdown-rendered" });
  }

  /** Shows the text; `final` means that it will not grow any more. */
  update(text: string, final: boolean): void {
    if (text === this.shown && final === this.shownFinal) return;
    this.shown = text;
    this.shownFinal = final;
    this.wanted = { text, final };
    void this.pump();
  }

  destroy(): void {
    this.wanted = null;
    this.clear();
    this.el.remove();
  }

  private async pump(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted !== null) {
        const { text, final } = this.wanted;
        this.wanted = null;
        await (final ? this.renderWhole(text) : this.renderGrowth(text));
        this.onRendered();
      }
    } finally {
      this.busy = false;
    }
  }

  private async renderGrowth(text: string): Promise<void> {
    // Text that was taken back and begun anew has nothing in common with what is on screen.
    if (!text.startsWith(this.settledText)) this.clear();
    const settled = text.slice(0, settledLength(text));
    if (settled.length > this.settledText.length) {
      const block = await this.render(settled.slice(this.settledText.length));
      this.settled.push(block.rendering);
      this.el.insertBefore(block.el, this.tailEl);
      this.settledText = settled;
    }
    await this.renderTail(text.slice(this.settledText.length));
  }

  private async renderTail(text: string): Promise<void> {
    const { el, rendering } = await this.render(text);
    this.tail?.release();
    if (this.tailEl === null) this.el.append(el);
    else this.tailEl.replaceWith(el);
    this.tail = rendering;
    this.tailEl = el;
  }

  /** Blocks rendered apart can differ from the whole (footnotes, loose lists): the end result is the whole. */
  private async renderWhole(text: string): Promise<void> {
    const { el, rendering } = await this.render(text);
    this.clear();
    this.el.append(el);
    this.tail = rendering;
    this.tailEl = el;
  }

  private clear(): void {
    for (const old of [...this.settled, this.tail]) old?.release();
    this.settled.length = 0;
    this.settledText = "";
    this.tail = null;
    this.tailEl = null;
    this.el.replaceChildren();
  }

  /** Renders apart from the page, so that nobody sees a half-built block. */
  private async render(text: string): Promise<{ el: HTMLElement; rendering: Rendering }> {
    const el = createDiv({ cls: "ibid-block" });
    const rendering = this.host.markdown(text, el);
    await rendering.done;
    return { el, rendering };
  }
}
