// A thin line above the composer while the index is being built.
import type { IndexState } from "../daemon/state";
import { show } from "./element";
import type { Host } from "./host";

export class IndexLine {
  readonly el: HTMLElement;
  private readonly label: HTMLElement;
  private readonly bar: HTMLProgressElement;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
  ) {
    this.el = parent.createDiv({ cls: "ibid-index-line ibid-hidden" });
    this.label = this.el.createDiv({ cls: "ibid-index-label" });
    this.bar = this.el.createEl("progress", { cls: "ibid-index-bar" });
    host.tooltip(this.el, host.text.state.indexingDesc);
  }

  /** Null while there is no daemon to index anything. */
  update(index: IndexState | null): void {
    const busy = index !== null && index.phase !== "ready";
    show(this.el, busy);
    if (!busy) return;
    const { indexing, scanning } = this.host.text.state;
    const known = index.total > 0 && index.phase !== "scanning";
    this.label.setText(known ? indexing(index.done, index.total) : scanning);
    this.bar.setAttribute("aria-label", this.label.textContent ?? "");
    if (known) {
      this.bar.max = index.total;
      this.bar.value = index.done;
    } else {
      this.bar.removeAttribute("value");
    }
  }
}
