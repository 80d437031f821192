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
  setIcon(el.createSpan({ cls: "ibid-icon" }), "quote");
  const label = el.createSpan({ cls: "ibid-status-text" });
  const draw = (now: DaemonState): void => {
    const said = words(now, text);
    label.setText(said);
    // The label stands in for the text: a screen reader hears both.
    const spoken = text.status.tooltip(said, now.kind === "ready" ? now.index.problem : "");
    el.setAttribute("aria-label", spoken);
    setTooltip(el, spoken, { placement: "top" });
    el.toggleClass("is-failed", now.kind === "failed" || (now.kind === "ready" && isDegraded(now.index)));
  };
  el.addEventListener("click", onClick);
  el.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") onClick();
  });
  draw(state.get());
  return state.subscribe(draw);
}

function isDegraded(index: IndexState): boolean {
  return index.phase === "vault_missing" || index.problem !== "";
}

function words(state: DaemonState, { status }: Messages): string {
  if (state.kind === "ready") return indexWords(state.index, status);
  return status[state.kind];
}

function indexWords(index: IndexState, status: Messages["status"]): string {
  if (index.phase === "vault_missing") return status.vaultMissing;
  if (index.phase === "paused") return status.paused;
  if (index.problem !== "") return status.failed;
  if (index.phase === "ready") return status.ready(index.notes);
  return status.indexing(index.total === 0 ? 0 : Math.floor((100 * index.done) / index.total));
}
