// Small helpers for building elements the same way everywhere.
import type { Host } from "./host";

export interface ButtonOptions {
  cls: string;
  icon?: string;
  text?: string;
  /** Spoken and shown as a tooltip; needed when there is no text. */
  label?: string;
  onClick(event: MouseEvent): void;
}

/** A real button: reachable by keyboard, named for screen readers. */
export function button(parent: HTMLElement, host: Host, options: ButtonOptions): HTMLButtonElement {
  const el = parent.createEl("button", { cls: options.cls, attr: { type: "button" } });
  if (options.icon !== undefined) host.icon(el.createSpan({ cls: "ibid-icon" }), options.icon);
  if (options.text !== undefined) el.createSpan({ text: options.text, cls: "ibid-button-text" });
  if (options.label !== undefined) {
    el.setAttribute("aria-label", options.label);
    host.tooltip(el, options.label);
  }
  el.addEventListener("click", (event) => options.onClick(event));
  return el;
}

/** Shows or hides an element without a trace in the layout. */
export function show(el: HTMLElement, visible: boolean): void {
  el.toggleClass("ibid-hidden", !visible);
}
