// A thin line above the composer while the index is being built.
import type { IndexPhase } from "../../../protocol/ts/protocol.gen";
import type { IndexState } from "../daemon/state";
import { button, show } from "./element";
import type { Host } from "./host";

/** The phases in which the index is on its way by itself. */
const BUSY: ReadonlySet<IndexPhase> = new Set<IndexPhase>(["scanning", "reading", "indexing"]);

export class IndexLine {
  readonly el: HTMLElement;
  private readonly label: HTMLElement;
  private readonly bar: HTMLProgressElement;
  private readonly pause: HTMLButtonElement;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    onPause: () => void,
  ) {
    this.el = parent.createDiv({ cls: "ibid-index-line ibid-hidden" });
    this.label = this.el.createDiv({ cls: "ibid-index-label" });
    this.bar = this.el.createEl("progress", { cls: "ibid-index-bar" });
    const label = host.text.index.pause;
    this.pause = button(this.el, host, { cls: "clickable-icon ibid-pause", icon: "pause", label, onClick: onPause });
    host.tooltip(this.label, host.text.state.indexingDesc);
  }

  /** Null while there is no daemon to index anything. */
  update(index: IndexState | null, canPause: boolean): void {
    const busy = index !== null && BUSY.has(index.phase);
    show(this.el, busy);
    if (!busy) return;
    show(this.pause, canPause);
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
