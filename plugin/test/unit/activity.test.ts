import { describe, expect, it } from "vitest";
import { currentCall, tally } from "../../src/chat/activity";
import type { ToolCall, ToolStatus } from "../../src/chat/model";

function call(id: string, kind: string, object: string, status: ToolStatus = "ok"): ToolCall {
  return { id, kind, object, status, isQuery: kind === "search", title: "", input: "", output: "" };
}

describe("the activity trail in one line", () => {
  it("counts searches by call and reading by note, and leaves failures out", () => {
    const calls = [
      call("1", "search", "a"),
      call("2", "search", "a"),
      call("3", "read", "A.md"),
      call("4", "read", "A.md"),
      call("5", "read", "B.md"),
      call("6", "read", "C.md", "failed"),
    ];
    expect(tally(calls)).toEqual([
      { verb: "searched", count: 2 },
      { verb: "read", count: 2 },
    ]);
  });

  it("calls reading what answers a query searching", () => {
    expect(tally([{ ...call("1", "read", "why naps?"), isQuery: true }])).toEqual([{ verb: "searched", count: 1 }]);
  });

  it("names the last call that still runs", () => {
    const calls = [call("1", "search", "a", "running"), call("2", "read", "b", "running"), call("3", "read", "c")];
    expect(currentCall(calls)?.id).toBe("2");
    expect(currentCall([call("1", "search", "a")])).toBeUndefined();
  });
});
