// The trail of what was done for an answer: one line, open it for the details.
import { currentCall, tally, verbOf } from "../chat/activity";
import { noteName } from "../chat/citations";
import type { ToolCall } from "../chat/model";
import type { Host } from "./host";
import { show } from "./element";

const ICONS: Record<string, string> = {
  search: "search",
  read: "file-text",
  edit: "pencil",
  move: "folder-input",
  delete: "trash",
  fetch: "globe",
  think: "brain",
};

/** Shows a stretch of tool calls. */
export class ActivityView {
  readonly el: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly summary: HTMLElement;
  private readonly list: HTMLElement;
  private readonly rows = new Map<string, HTMLElement>();
  private readonly drawn = new Map<string, ToolCall>();
  private open = false;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
  ) {
    this.el = parent.createDiv({ cls: "ibid-activity" });
    this.toggle = this.el.createEl("button", { cls: "ibid-activity-toggle", attr: { type: "button" } });
    this.toggle.setAttribute("aria-expanded", "false");
    host.icon(this.toggle.createSpan({ cls: "ibid-icon ibid-chevron" }), "chevron-right");
    this.summary = this.toggle.createSpan({ cls: "ibid-activity-summary" });
    this.list = this.el.createEl("ul", { cls: "ibid-activity-list ibid-hidden" });
    this.toggle.addEventListener("click", () => this.setOpen(!this.open));
  }

  update(calls: readonly ToolCall[]): void {
    const current = currentCall(calls);
    this.el.toggleClass("is-running", current !== undefined);
    this.summary.setText(current === undefined ? this.sum(calls) : this.doing(current));
    for (const call of calls) this.drawRow(call);
  }

  destroy(): void {
    this.el.remove();
  }

  private setOpen(open: boolean): void {
    this.open = open;
    this.toggle.setAttribute("aria-expanded", String(open));
    this.el.toggleClass("is-open", open);
    show(this.list, open);
  }

  private sum(calls: readonly ToolCall[]): string {
    const { sum, separator, details } = this.host.text.activity;
    const parts = tally(calls).map(({ verb, count }, index) => {
      const words = sum(verb, count);
      return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
    });
    return parts.length === 0 ? details : parts.join(separator);
  }

  private doing(call: ToolCall): string {
    return `${this.host.text.activity.running[verbOf(call)]} ${objectName(call)}…`;
  }

  private drawRow(call: ToolCall): void {
    if (this.drawn.get(call.id) === call) return;
    this.drawn.set(call.id, call);
    const row = this.rows.get(call.id) ?? this.list.createEl("li");
    this.rows.set(call.id, row);
    row.empty();
    row.className = `ibid-call is-${call.status}`;
    this.fillRow(row, call);
  }

  private fillRow(row: HTMLElement, call: ToolCall): void {
    const text = this.host.text.activity;
    const details = row.createEl("details");
    const summary = details.createEl("summary");
    this.host.icon(summary.createSpan({ cls: "ibid-icon" }), iconOf(call));
    summary.createSpan({ cls: "ibid-call-verb", text: text.verbs[verbOf(call)] });
    summary.createSpan({ cls: "ibid-call-object", text: objectName(call) });
    if (call.status === "failed") summary.createSpan({ cls: "ibid-call-failed", text: text.failed });
    this.raw(details, text.input, call.input);
    this.raw(details, text.output, call.output);
  }

  private raw(parent: HTMLElement, label: string, content: string): void {
    if (content === "") return;
    parent.createDiv({ cls: "ibid-call-label", text: label });
    parent.createEl("pre", { cls: "ibid-call-raw", text: content, attr: { tabindex: "0" } });
  }
}

function iconOf(call: ToolCall): string {
  if (call.status === "running") return "loader-circle";
  if (call.status === "failed") return "triangle-alert";
  return ICONS[call.kind] ?? "wrench";
}

/** A note by its name, a query in quotation marks, anything else by the daemon's own words. */
function objectName(call: ToolCall): string {
  if (call.object === "") return call.title;
  return call.isQuery ? `“${call.object}”` : noteName(call.object);
}
