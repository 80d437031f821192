// The daemon's state in the status bar, in as few words as possible.
import { setIcon, setTooltip } from "obsidian";
import type { DaemonState, IndexState } from "../daemon/state";
import type { Messages } from "../i18n";
import type { Store } from "../store";

/** Fills a status bar item and keeps it up to date until the returned function is called. */
export function fillStatusBar(el: HTMLElement, state: Store<DaemonState>, text: Messages, onClick: () => void): () => void {
  el.addClass("ibid-status", "mod-clickable");
  el.setAttribute("role", "button");
  el.setAttribute("tabindex", "0");
  setTooltip(el, text.status.tooltip, { placement: "top" });
  setIcon(el.createSpan({ cls: "ibid-icon" }), "quote");
  const label = el.createSpan({ cls: "ibid-status-text" });
  const draw = (now: DaemonState): void => {
    label.setText(words(now, text));
    el.toggleClass("is-failed", now.kind === "failed");
  };
  el.addEventListener("click", onClick);
  el.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") onClick();
  });
  draw(state.get());
  return state.subscribe(draw);
}

function words(state: DaemonState, { status }: Messages): string {
  if (state.kind === "ready") return indexWords(state.index, status);
  return status[state.kind];
}

function indexWords(index: IndexState, status: Messages["status"]): string {
  if (index.phase === "ready") return status.ready(index.notes);
  return status.indexing(index.total === 0 ? 0 : Math.floor((100 * index.done) / index.total));
}
