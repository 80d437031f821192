import { describe, expect, it } from "vitest";
import type { Citation } from "../../src/chat/model";
import { isReference, numberSources, plainName, provisionalCitations } from "../../src/chat/sources";

function cite(path: string, heading = "", lineStart = 1): Citation {
  return { path, heading, lineStart, lineEnd: lineStart, quote: "" };
}

describe("numbering sources", () => {
  it("numbers in the order of first use and lists unlinked sources last", () => {
    const citations = [cite("C.md"), cite("A.md", "One"), cite("B.md")];
    const { sources, numbers } = numberSources(["B", "A#One", "B"], citations);
    expect(numbers).toEqual([1, 2, 1]);
    expect(sources.map((source) => source.path)).toEqual(["B.md", "A.md", "C.md"]);
  });

  it("gives two quotations from one section their own lines", () => {
    const citations = [cite("A.md", "One", 3), cite("A.md", "One", 9)];
    const { sources, numbers } = numberSources(["A#One", "A#One", "A#One"], citations);
    expect(numbers).toEqual([1, 2, 2]);
    expect(sources.map((source) => source.lineStart)).toEqual([3, 9]);
  });

  it("knows a note without folder, extension, case or Unicode form, and a heading by its last level", () => {
    const citations = [cite("Areas/Café.md", "Top#Sub")];
    expect(numberSources(["café#Sub", "Areas/Cafe\u0301.md#Top#Sub", "afé"], citations).numbers).toEqual([1, 1, 0]);
  });

  it("gives no number to a link into another section of a note cited twice", () => {
    const citations = [cite("A.md", "One"), cite("A.md", "Two")];
    expect(numberSources(["A#Three"], citations).numbers).toEqual([0]);
  });

  it("lets links speak for themselves while the answer grows", () => {
    expect(provisionalCitations(["A#One", "B", "A#One"]).map((source) => source.path)).toEqual(["A", "B"]);
  });
});

describe("telling a reference from a word of the sentence", () => {
  const link = { target: "Notes/A.md#One", shown: "Notes/A.md > One", before: "", after: "" };

  it.each([
    ["Write in your own words. ", "", true],
    ["“quoted” ", " and so on", true],
    ["用自己的话写。", "", true],
    ["as claimed ", ".", true],
    ["According to ", " nothing is lost", false],
    ["", " tells more", false],
  ])("%j ⟨link⟩ %j → %s", (before, after, reference) => {
    expect(isReference({ ...link, before, after })).toBe(reference);
  });

  it("never takes away a text that somebody gave the link", () => {
    expect(isReference({ ...link, shown: "this note", before: "See. " })).toBe(false);
  });

  it("needs a heading when only the end of the sentence speaks for a reference", () => {
    expect(isReference({ target: "A", shown: "A", before: "as said in ", after: "." })).toBe(false);
  });

  it.each([
    ["Areas/Notes/A.md#Top#Sub", "A › Sub"],
    ["中文/卡片.md", "卡片"],
  ])("names %s %s", (target, name) => {
    expect(plainName(target)).toBe(name);
  });
});
