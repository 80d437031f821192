import { describe, expect, it } from "vitest";
import { settledLength } from "../../src/chat/markdown-blocks";

describe("what growing text cannot change any more", () => {
  it.each([
    ["one line", ""],
    ["one\n\n", ""],
    ["one\n\ntwo", "one\n\n"],
    ["one\n\ntwo\n\nthree", "one\n\ntwo\n\n"],
    ["- a\n\n- b\n\n- c", ""],
    ["- a\n\n  still a\n\nnext", "- a\n\n  still a\n\n"],
    ["```\ncode\n\nmore code\n", ""],
    ["```\ncode\n\nmore\n```\n\nnext", "```\ncode\n\nmore\n```\n\n"],
    ["~~~\n```\n\nstill code", ""],
    ["````\n```\n\nstill code", ""],
    ["> quote\n\n[[A#b]]", "> quote\n\n"],
  ])("of %j is %j", (text, settled) => {
    expect(text.slice(0, settledLength(text))).toBe(settled);
  });

  it("only ever grows while text is appended", () => {
    const text = "# T\n\npara\n\n- a\n- b\n\n```js\nx\n\ny\n```\n\nend\n\n1. one\n\nlast";
    let before = 0;
    for (let length = 0; length <= text.length; length++) {
      const now = settledLength(text.slice(0, length));
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
  });
});
