// The conversation. Follows the end while the reader is there, and leaves them alone elsewhere.
import type { Message, Question } from "../chat/model";
import { noteName } from "../chat/citations";
import { AnswerView } from "./answer-view";
import { button, show } from "./element";
import type { Host } from "./host";

/** This close to the end, in pixels, still counts as being there. */
const NEAR_END = 48;

export class MessageList {
  readonly el: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly jump: HTMLButtonElement;
  private readonly answers = new Map<number, AnswerView>();
  private readonly questions = new Map<number, HTMLElement>();
  private following = true;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
  ) {
    this.el = parent.createDiv({ cls: "ibid-messages" });
    this.scroller = this.el.createDiv({
      cls: "ibid-scroller",
      attr: { role: "log", tabindex: "0", "aria-label": host.text.chat.title },
    });
    this.jump = button(this.el, host, {
      cls: "ibid-jump ibid-hidden",
      icon: "arrow-down",
      text: host.text.chat.toLatest,
      onClick: () => this.toLatest(),
    });
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
  }

  update(messages: readonly Message[]): void {
    this.removeGone(new Set(messages.map((message) => message.id)));
    for (const message of messages) {
      if (message.role === "question") this.drawQuestion(message);
      else this.answerView(message.id).update(message);
    }
    this.follow();
  }

  /** Goes to the end and stays there while answers grow. */
  toLatest(): void {
    this.following = true;
    this.follow();
  }

  destroy(): void {
    for (const answer of this.answers.values()) answer.destroy();
  }

  private drawQuestion(question: Question): void {
    const known = this.questions.get(question.id);
    const el = known ?? this.scroller.createDiv({ cls: "ibid-question", attr: { "aria-label": this.host.text.chat.question } });
    this.questions.set(question.id, el);
    if (known !== undefined && known.dataset["text"] === question.text) return;
    el.dataset["text"] = question.text;
    el.empty();
    for (const note of question.notes) {
      const chip = el.createDiv({ cls: "ibid-chip is-sent" });
      this.host.icon(chip.createSpan({ cls: "ibid-icon" }), "file-text");
      chip.createSpan({ text: noteName(note.path) });
    }
    el.createDiv({ cls: "ibid-question-text", text: question.text });
  }

  private answerView(id: number): AnswerView {
    const known = this.answers.get(id) ?? new AnswerView(this.scroller, this.host, () => this.follow());
    this.answers.set(id, known);
    return known;
  }

  private removeGone(ids: Set<number>): void {
    for (const [id, view] of this.answers) {
      if (ids.has(id)) continue;
      view.destroy();
      this.answers.delete(id);
    }
    for (const [id, el] of this.questions) {
      if (ids.has(id)) continue;
      el.remove();
      this.questions.delete(id);
    }
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.following = scrollHeight - scrollTop - clientHeight < NEAR_END;
    show(this.jump, !this.following);
  }

  private follow(): void {
    if (this.following) this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}
