// The sources under an answer, numbered as in the text.
import { lastHeading, noteName } from "../chat/citations";
import type { Citation } from "../chat/model";
import type { Host } from "./host";

/** More sources than this wait behind a button. */
const SHOWN_AT_FIRST = 4;

export class SourcesView {
  readonly el: HTMLElement;
  private drawn: readonly Citation[] = [];
  private all = false;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
  ) {
    this.el = parent.createEl("section", { cls: "ibid-sources ibid-hidden" });
  }

  update(sources: readonly Citation[]): void {
    if (sources.length === this.drawn.length && sources.every((source, i) => source === this.drawn[i])) return;
    this.drawn = sources;
    this.draw();
  }

  private draw(): void {
    const text = this.host.text.sources;
    this.el.empty();
    this.el.toggleClass("ibid-hidden", this.drawn.length === 0);
    this.el.setAttribute("aria-label", text.heading(this.drawn.length));
    this.el.createDiv({ cls: "ibid-sources-heading", text: text.heading(this.drawn.length) });
    const list = this.el.createEl("ol");
    const hidden = this.all ? 0 : Math.max(0, this.drawn.length - SHOWN_AT_FIRST);
    // One more line would take the room of the button.
    const shown = hidden <= 1 ? this.drawn : this.drawn.slice(0, SHOWN_AT_FIRST);
    shown.forEach((source, index) => this.drawSource(list, source, index + 1));
    if (shown.length < this.drawn.length) this.drawMore(this.drawn.length - shown.length);
  }

  private drawSource(list: HTMLElement, source: Citation, number: number): void {
    const text = this.host.text.sources;
    const note = noteName(source.path);
    const heading = lastHeading(source.heading);
    const button = list.createEl("li").createEl("button", { cls: "ibid-source", attr: { type: "button" } });
    button.dataset["path"] = source.path;
    button.dataset["line"] = String(source.lineStart);
    button.createSpan({ cls: "ibid-source-number", text: String(number), attr: { "aria-hidden": "true" } });
    const body = button.createSpan({ cls: "ibid-source-body" });
    const title = body.createSpan({ cls: "ibid-source-title" });
    title.createSpan({ cls: "ibid-source-note", text: note });
    if (heading !== "" && heading !== note) title.createSpan({ cls: "ibid-source-heading", text: heading });
    if (source.lineStart > 0) title.createSpan({ cls: "ibid-source-line", text: text.line(source.lineStart) });
    if (source.quote !== "") body.createSpan({ cls: "ibid-source-quote", text: oneLine(source.quote) });
    button.addEventListener("click", (event) => this.host.open(source, event));
    button.addEventListener("mouseover", (event) => this.host.previewLink(linkTo(source), button, event));
  }

  private drawMore(count: number): void {
    const button = this.el.createEl("button", {
      cls: "ibid-sources-more",
      text: this.host.text.sources.more(count),
      attr: { type: "button" },
    });
    button.addEventListener("click", () => {
      this.all = true;
      this.draw();
    });
  }
}

function linkTo(source: Citation): string {
  return source.heading === "" ? source.path : `${source.path}#${source.heading}`;
}

/** A quotation as running text: Markdown's marks say nothing here. */
function oneLine(quote: string): string {
  return quote
    .replace(/^\s*(>|[-*+]\s|#+\s)+/gm, "")
    .replace(/ \^[\w-]+$/gm, "")
    .replace(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1")
    .replace(/(\*\*|__|==|~~|`)(.+?)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}
