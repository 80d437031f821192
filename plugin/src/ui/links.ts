// Makes the links of a rendered answer into numbered references and readable names.
import type { Citation } from "../chat/model";
import { isReference, isPlain, numberSources, plainName, provisionalCitations, type AnswerLink } from "../chat/sources";
import type { Host } from "./host";

/** Keeps what a link was before it was decorated, so that decorating again starts from there. */
interface Original {
  shown: string;
  reference: boolean;
}

const originals = new WeakMap<HTMLElement, Original>();

/**
 * Numbers all links inside `el` and returns the sources in the order of their numbers.
 * While the answer grows nobody has named its citations yet (null): the links speak for themselves.
 */
export function decorateLinks(el: HTMLElement, citations: readonly Citation[] | null, host: Host): Citation[] {
  // A link inside a quotation is a word of the note quoted, not a word about it.
  const links = [...el.querySelectorAll<HTMLElement>("a.internal-link")].filter((link) => link.closest("blockquote") === null);
  const targets = links.map(targetOf);
  const { sources, numbers } = numberSources(targets, citations ?? provisionalCitations(targets));
  // All are read before the first is changed: a number is not part of its neighbour's sentence.
  const read = links.map(originalOf);
  links.forEach((link, index) => decorate(link, read[index], numbers[index] ?? 0, sources, host));
  return sources;
}

export function targetOf(link: HTMLElement): string {
  return link.getAttribute("data-href") ?? link.getAttribute("href") ?? "";
}

function decorate(link: HTMLElement, original: Original | undefined, number: number, sources: Citation[], host: Host): void {
  const target = targetOf(link);
  const source = sources[number - 1];
  const reference = original?.reference === true && source !== undefined;
  link.toggleClass("ibid-reference", reference);
  link.toggleClass("ibid-named-source", !reference && source !== undefined);
  link.parentElement?.toggleClass("ibid-attribution", /^[—–]\s*$/.test(textBeside(link, "previousSibling")));
  if (source === undefined) delete link.dataset["source"];
  else link.dataset["source"] = String(number);
  if (reference) {
    holdToClaim(link);
    link.setText(String(number));
    const [note, heading] = plainName(target).split(" › ");
    link.setAttribute("aria-label", host.text.sources.open(number, note ?? target, heading ?? ""));
  } else if (original !== undefined && isPlain({ target, shown: original.shown })) {
    link.setText(plainName(target));
  }
}

/** A reference stays on the line of the claim it stands for: no space, no line break before it. */
function holdToClaim(link: HTMLElement): void {
  const before = link.previousSibling;
  if (before?.nodeType === Node.TEXT_NODE) before.textContent = (before.textContent ?? "").trimEnd();
}

function originalOf(link: HTMLElement): Original {
  const known = originals.get(link);
  if (known !== undefined) return known;
  const original = { shown: link.textContent ?? "", reference: isReference(answerLink(link)) };
  originals.set(link, original);
  return original;
}

function answerLink(link: HTMLElement): AnswerLink {
  return {
    target: targetOf(link),
    shown: link.textContent ?? "",
    before: textBeside(link, "previousSibling"),
    after: textBeside(link, "nextSibling"),
  };
}

/** The text on one side of the link, up to the end of its parent or the next line break. */
function textBeside(link: HTMLElement, side: "previousSibling" | "nextSibling"): string {
  let text = "";
  for (let node = link[side]; node !== null && node.nodeName !== "BR"; node = node[side]) {
    const piece = node.textContent ?? "";
    text = side === "previousSibling" ? piece + text : text + piece;
  }
  return text;
}
