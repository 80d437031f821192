// The conversation. A new answer is followed until its question would leave the screen, so that
// reading can begin at its beginning; whoever scrolls is left alone until they return to the end.
import type { Message, Question } from "../chat/model";
import { noteName } from "../chat/citations";
import { AnswerView } from "./answer-view";
import { button, show } from "./element";
import type { Host } from "./host";

/** This close to the end, in pixels, still counts as being there. */
const NEAR_END = 48;
/** Room above a question that is held at the top, in pixels. */
const ABOVE_QUESTION = 12;

/** What to follow while answers grow: the last question and what fits below it, the end, or nothing. */
type Follow = "turn" | "end" | "nothing";

export class MessageList {
  readonly el: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly jump: HTMLButtonElement;
  private readonly answers = new Map<number, AnswerView>();
  private readonly questions = new Map<number, HTMLElement>();
  private following: Follow = "end";
  /** Where we scrolled to ourselves: a scroll event elsewhere is the reader's. */
  private scrolledTo = -1;

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
      label: host.text.chat.toLatest,
      onClick: () => this.toEnd(),
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

  /** Follows the turn that begins now. */
  followTurn(): void {
    this.following = "turn";
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

  private toEnd(): void {
    this.following = "end";
    this.follow();
  }

  private scrolled(): void {
    const { scrollTop } = this.scroller;
    if (Math.abs(scrollTop - this.scrolledTo) > 1) this.following = this.isNearEnd() ? "end" : "nothing";
    show(this.jump, !this.isNearEnd());
  }

  private follow(): void {
    if (this.following !== "nothing") {
      const { scrollHeight, clientHeight } = this.scroller;
      const end = scrollHeight - clientHeight;
      this.scroller.scrollTop = this.following === "end" ? end : Math.min(end, this.topOfTurn());
      this.scrolledTo = this.scroller.scrollTop;
    }
    show(this.jump, !this.isNearEnd());
  }

  private topOfTurn(): number {
    const question = [...this.questions.values()].at(-1);
    return question === undefined ? 0 : question.offsetTop - ABOVE_QUESTION;
  }

  private isNearEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }
}
