import { describe, expect, it } from "vitest";
import { isBlocked } from "../../src/daemon/probe";
import { RingBuffer } from "../../src/daemon/ring-buffer";
import { unblockCommand } from "../../src/daemon/unblock";
import { isRecentEnough, parseVersion } from "../../src/daemon/version";

describe("versions", () => {
  it.each([
    ["ibid 0.1.0\n", "0.1.0"],
    ["ibid v1.2.3-rc.1 \n", "1.2.3-rc.1"],
    ["warning: something\nibid 0.2.0", "0.2.0"],
    ["GNU ibid, maybe", null],
    ["", null],
  ])("reads %j as %j", (printed, version) => {
    expect(parseVersion(printed)).toBe(version);
  });

  it.each([
    ["0.1.0", "0.1.0", true],
    ["0.10.0", "0.9.9", true],
    ["0.1.9", "0.2.0", false],
    ["1.0.0-rc.1", "1.0.0", true],
    ["0.0.0-dev", "0.5.0", true],
    ["", "0.1.0", false],
  ])("%s is enough for %s: %s", (found, needed, enough) => {
    expect(isRecentEnough(found, needed)).toBe(enough);
  });
});

describe("a program the system holds back", () => {
  const none = { code: null, signal: null, errorCode: null };

  it.each(["EACCES", "EPERM", "UNKNOWN"])("is recognised by %s of spawn", (errorCode) => {
    expect(isBlocked({ ...none, errorCode }, "win32")).toBe(true);
  });

  it("is recognised on macOS by being killed at once, and only there", () => {
    expect(isBlocked({ ...none, signal: "SIGKILL" }, "darwin")).toBe(true);
    expect(isBlocked({ ...none, signal: "SIGKILL" }, "linux")).toBe(false);
  });

  it("is not what an ordinary failure is", () => {
    expect(isBlocked({ ...none, code: 1 }, "darwin")).toBe(false);
    expect(isBlocked({ ...none, errorCode: "ENOENT" }, "darwin")).toBe(false);
  });

  it.each([
    ["darwin", "/Users/a b/ibid", "xattr -d com.apple.quarantine '/Users/a b/ibid'"],
    ["darwin", "/it's/ibid", "xattr -d com.apple.quarantine '/it'\\''s/ibid'"],
    ["win32", "C:\\it's\\ibid.exe", "Unblock-File -LiteralPath 'C:\\it''s\\ibid.exe'"],
    ["linux", "/opt/ibid", "chmod +x /opt/ibid"],
  ] as const)("is let go on %s by a command that can be pasted", (platform, path, command) => {
    expect(unblockCommand(path, platform)).toBe(command);
  });
});

describe("the log", () => {
  it("keeps the last lines, and lines that arrive in pieces", () => {
    const log = new RingBuffer(2);
    log.push("one\ntwo\nthr");
    log.push("ee\nfour");
    expect(log.toString()).toBe("two\nthree\nfour");
  });

  it("cuts endless lines", () => {
    const log = new RingBuffer(10, 5);
    log.push("abcdefgh\n1234567");
    expect(log.toString()).toBe("abcde\n12345");
  });
});
