// One answer: its activity, its text, its sources, and what can be done with it.
import { answerText, type Answer, type Citation, type Part } from "../chat/model";
import { button, show } from "./element";
import { ActivityView } from "./activity-view";
import type { Host } from "./host";
import { decorateLinks, targetOf } from "./links";
import { MarkdownPart } from "./markdown-part";
import { SourcesView } from "./sources-view";

type PartView =
  | { kind: "text"; view: MarkdownPart }
  | { kind: "thought"; view: ThoughtView }
  | { kind: "activity"; view: ActivityView };

export class AnswerView {
  readonly el: HTMLElement;
  private readonly body: HTMLElement;
  private readonly waiting: HTMLElement;
  private readonly note: HTMLElement;
  private readonly sourcesView: SourcesView;
  private readonly footer: HTMLElement;
  private readonly parts: PartView[] = [];
  private sources: Citation[] = [];
  private answer: Answer | null = null;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    private readonly onResize: () => void,
  ) {
    this.el = parent.createEl("article", { cls: "ibid-answer", attr: { "aria-label": host.text.chat.answer } });
    this.body = this.el.createDiv({ cls: "ibid-answer-body" });
    this.waiting = this.el.createDiv({ cls: "ibid-waiting" });
    for (let i = 0; i < 3; i++) this.waiting.createSpan({ cls: "ibid-waiting-dot" });
    this.note = this.el.createDiv({ cls: "ibid-answer-note ibid-hidden" });
    this.sourcesView = new SourcesView(this.el, host);
    this.footer = this.el.createDiv({ cls: "ibid-answer-footer ibid-hidden" });
    this.body.addEventListener("click", (event) => this.follow(event));
    this.body.addEventListener("mouseover", (event) => this.preview(event));
  }

  update(answer: Answer): void {
    if (answer === this.answer) return;
    this.answer = answer;
    const running = answer.state === "running";
    this.el.setAttribute("aria-busy", String(running));
    this.el.toggleClass("is-running", running);
    this.dropParts(answer.parts);
    answer.parts.forEach((part, index) => this.updatePart(part, index, running && index === answer.parts.length - 1));
    show(this.waiting, running && answer.parts.at(-1)?.kind !== "activity");
    this.decorate();
    this.drawNote(answer);
    this.drawFooter(answer);
  }

  destroy(): void {
    this.dropFrom(0);
    this.el.remove();
  }

  /** The daemon may take back text: what does not fit the parts any more goes, and is built anew. */
  private dropParts(parts: readonly Part[]): void {
    const misfit = this.parts.findIndex((known, index) => known.kind !== parts[index]?.kind);
    if (misfit >= 0) this.dropFrom(misfit);
  }

  private dropFrom(index: number): void {
    for (const part of this.parts.splice(index)) part.view.destroy();
  }

  private updatePart(part: Part, index: number, growing: boolean): void {
    const known = this.parts[index] ?? this.createPart(part);
    this.parts[index] = known;
    if (known.kind === "text" && part.kind === "text") known.view.update(part.text, !growing);
    else if (known.kind === "thought" && part.kind === "thought") known.view.update(part.text);
    else if (known.kind === "activity" && part.kind === "activity") known.view.update(part.calls);
  }

  private createPart(part: Part): PartView {
    if (part.kind === "activity") return { kind: "activity", view: new ActivityView(this.body, this.host) };
    if (part.kind === "thought") return { kind: "thought", view: new ThoughtView(this.body, this.host) };
    const rendered = (): void => {
      this.decorate();
      this.onResize();
    };
    return { kind: "text", view: new MarkdownPart(this.body, this.host, rendered) };
  }

  /** Numbers the references. Sources are listed once the daemon has named them. */
  private decorate(): void {
    const running = this.answer?.state === "running";
    this.sources = decorateLinks(this.body, running ? null : (this.answer?.citations ?? []), this.host);
    this.sourcesView.update(running ? [] : this.sources);
  }

  private drawNote(answer: Answer): void {
    const text = noteOf(answer, this.host);
    this.note.empty();
    show(this.note, text !== "");
    if (text === "") return;
    this.note.toggleClass("is-error", answer.state === "failed");
    this.host.icon(this.note.createSpan({ cls: "ibid-icon" }), answer.state === "stopped" ? "circle-stop" : "triangle-alert");
    this.note.createSpan({ text });
  }

  private drawFooter(answer: Answer): void {
    const text = this.host.text.chat;
    const content = answerText(answer);
    this.footer.empty();
    show(this.footer, answer.state !== "running" && content !== "");
    const copy = button(this.footer, this.host, {
      cls: "clickable-icon ibid-copy",
      icon: "copy",
      label: text.copy,
      onClick: () => this.host.copy(content),
    });
    copy.addEventListener("click", () => copy.addClass("is-done"));
    const ms = answer.finishedAt - answer.startedAt;
    if (answer.finishedAt > 0 && ms > 0) this.footer.createSpan({ cls: "ibid-elapsed", text: text.seconds((ms / 1000).toFixed(1)) });
  }

  private follow(event: MouseEvent): void {
    const link = linkAt(event);
    if (link === null) return;
    event.preventDefault();
    const source = this.sources[Number(link.dataset["source"]) - 1];
    if (source !== undefined) this.host.open(source, event);
    else this.host.openLink(targetOf(link), event);
  }

  private preview(event: MouseEvent): void {
    const link = linkAt(event);
    if (link !== null) this.host.previewLink(targetOf(link), link, event);
  }
}

/** The model's reasoning, folded away. */
class ThoughtView {
  private readonly el: HTMLElement;
  private readonly content: HTMLElement;

  constructor(parent: HTMLElement, host: Host) {
    this.el = parent.createEl("details", { cls: "ibid-thought" });
    const summary = this.el.createEl("summary");
    host.icon(summary.createSpan({ cls: "ibid-icon" }), "brain");
    summary.createSpan({ text: host.text.chat.thought });
    this.content = this.el.createDiv({ cls: "ibid-thought-text" });
  }

  destroy(): void {
    this.el.remove();
  }

  update(text: string): void {
    this.content.setText(text);
  }
}

function linkAt(event: MouseEvent): HTMLElement | null {
  const target = event.target as HTMLElement | null;
  return target?.closest<HTMLElement>("a.internal-link") ?? null;
}

/** What has to be said about how the answer ended; nothing when it ended well or says so itself. */
function noteOf(answer: Answer, host: Host): string {
  const text = host.text.chat;
  if (answer.state === "stopped") return text.stopped;
  return answer.error === "" ? "" : `${text.failed}: ${answer.error}`;
}
