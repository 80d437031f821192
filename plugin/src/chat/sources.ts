// Which links of an answer are citations, and which number each one gets.
import { lastHeading, noteName, splitLink } from "./citations";
import type { Citation } from "./model";

/** A link as it stands in the answer. */
export interface AnswerLink {
  target: string;
  /** The text it is shown with. */
  shown: string;
  /** The text around it, within its block. */
  before: string;
  after: string;
}

/** The sources in the order of their first use, and for each link its number; 0 for a link that is no source. */
export interface Numbering {
  sources: Citation[];
  numbers: number[];
}

/**
 * Numbers the links of an answer. The n-th link to a place is its n-th citation, so that two
 * quotations from one section keep their own lines. Citations without a link come last.
 */
export function numberSources(targets: readonly string[], citations: readonly Citation[]): Numbering {
  const sources: Citation[] = [];
  const uses = new Map<string, number>();
  const numbers = targets.map((target) => {
    const use = uses.get(target) ?? 0;
    uses.set(target, use + 1);
    const matches = matching(target, citations);
    const citation = matches[Math.min(use, matches.length - 1)];
    return citation === undefined ? 0 : position(citation, sources);
  });
  for (const citation of citations) position(citation, sources);
  return { sources, numbers };
}

/** What the links themselves say, until the daemon has named the sources. */
export function provisionalCitations(targets: readonly string[]): Citation[] {
  return [...new Set(targets)].map((target) => {
    const [path, heading] = splitLink(target);
    return { path, heading, lineStart: 0, lineEnd: 0, quote: "" };
  });
}

/** True when a link stands after a claim, as a reference does, and not as a word of the sentence. */
export function isReference(link: AnswerLink): boolean {
  if (!isPlain(link)) return false;
  const before = link.before.trimEnd();
  if (before === "") return false;
  if (/[.!?…。！？”"」』)）\]】]$/.test(before)) return true;
  return link.target.includes("#") && /^\s*($|[.,!?;。，、！？；)）])/.test(link.after);
}

/** A name for a link that has none of its own: the note and the last heading, without folders. */
export function plainName(target: string): string {
  const [path, nested] = splitLink(target);
  const [note, heading] = [noteName(path), lastHeading(nested)];
  return heading === "" || fold(heading) === fold(note) ? note : `${note} › ${heading}`;
}

/** True when nobody gave the link a text of its own. */
export function isPlain(link: Pick<AnswerLink, "target" | "shown">): boolean {
  const squash = (text: string): string => text.replace(/[#>\s]+/g, " ").trim().toLowerCase();
  return squash(link.shown) === squash(link.target) || squash(link.shown) === squash(link.target.replace(/\.md(?=#|$)/i, ""));
}

/** All citations of the place, those of the very heading before those of the note. */
function matching(target: string, citations: readonly Citation[]): Citation[] {
  const [path, heading] = splitLink(target);
  const ofNote = citations.filter((citation) => sameNote(path, citation.path));
  const exact = ofNote.filter((citation) => fold(lastHeading(citation.heading)) === fold(lastHeading(heading)));
  return exact.length > 0 ? exact : heading === "" || ofNote.length === 1 ? ofNote : [];
}

function position(citation: Citation, sources: Citation[]): number {
  const index = sources.indexOf(citation);
  return index >= 0 ? index + 1 : sources.push(citation);
}

/** A link may leave out the folder and the extension, as Obsidian allows. */
function sameNote(link: string, path: string): boolean {
  const wanted = fold(link.replace(/\.md$/i, ""));
  const full = fold(path.replace(/\.md$/i, ""));
  return wanted !== "" && (full === wanted || full.endsWith(`/${wanted}`));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
