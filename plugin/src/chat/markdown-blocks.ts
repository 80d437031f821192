// Splits Markdown that is still growing, so that what is complete is rendered once.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that may belong to what stands before the blank line above it: a list item or indented text. */
const CONTINUES = /^(\s{2,}|\t|\s*([-*+]|\d+[.)])\s)/;

/** The beginning of a line that may still become a list item: the text may end anywhere. */
const UNDECIDED = /^\s*([-*+]|\d+[.)]?)$/;

/**
 * The length of the part of the text that later text cannot change any more: up to the last
 * blank line that is outside a code block and not inside a list.
 */
export function settledLength(text: string): number {
  let fence = "";
  let offset = 0;
  let settled = 0;
  let blank = false;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const undecided = index === lines.length - 1 && UNDECIDED.test(line);
    if (fence === "" && blank && line.trim() !== "" && !CONTINUES.test(line) && !undecided) settled = offset;
    fence = fenceAfter(line, fence);
    blank = line.trim() === "";
    offset += line.length + 1;
  }
  return settled;
}

/** The marker of the code block that is open after the line; empty when none is. */
function fenceAfter(line: string, fence: string): string {
  const marker = FENCE.exec(line)?.[1];
  if (marker === undefined) return fence;
  if (fence === "") return marker;
  return marker[0] === fence[0] && marker.length >= fence.length && line.trim() === marker ? "" : fence;
}
