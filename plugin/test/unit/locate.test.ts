import { describe, expect, it } from "vitest";
import { locate, searchPaths, type Machine } from "../../src/daemon/locate";

function machine(platform: NodeJS.Platform, env: Record<string, string>, programs: string[] = []): Machine {
  return { platform, env, isProgram: (path) => Promise.resolve(programs.includes(path)) };
}

describe("finding the daemon (users.md 58: a dock's PATH lacks Homebrew)", () => {
  const mac = { HOME: "/Users/ada", PATH: "/usr/bin:/bin" };

  it("takes PATH before the usual places", async () => {
    const programs = ["/opt/homebrew/bin/ibid", "/bin/ibid"];
    expect(await locate("", machine("darwin", mac, programs))).toBe("/bin/ibid");
  });

  it.each(["/opt/homebrew/bin/ibid", "/usr/local/bin/ibid", "/Users/ada/go/bin/ibid", "/Users/ada/.local/bin/ibid"])(
    "finds %s though it is not in PATH",
    async (path) => {
      expect(await locate("", machine("darwin", mac, [path]))).toBe(path);
    },
  );

  it("follows GOBIN and every part of GOPATH", async () => {
    const env = { HOME: "/home/ada", GOBIN: "/g/bin", GOPATH: "/a:/b" };
    expect(searchPaths(machine("linux", env))).toEqual(
      expect.arrayContaining(["/g/bin/ibid", "/a/bin/ibid", "/b/bin/ibid"]),
    );
  });

  it("reads Windows' Path whatever its case, with quotes and .exe", async () => {
    const env = { Path: '"C:\\Program Files\\Tools";C:\\bin\\', USERPROFILE: "C:\\Users\\ada" };
    expect(searchPaths(machine("win32", env)).slice(0, 2)).toEqual([
      "C:\\Program Files\\Tools\\ibid.exe",
      "C:\\bin\\ibid.exe",
    ]);
  });

  it("never looks in relative folders, which depend on where Obsidian was started", () => {
    const paths = searchPaths(machine("linux", { HOME: "/home/ada", PATH: ".:bin::/usr/bin" }));
    expect(paths.filter((path) => !path.startsWith("/"))).toEqual([]);
  });

  it("looks only at the configured path when there is one", async () => {
    const programs = ["/bin/ibid"];
    expect(await locate("/nowhere/ibid", machine("darwin", mac, programs))).toBeNull();
  });

  it.each([
    ["~/tools/ibid", "/Users/ada/tools/ibid"],
    ['"/Users/ada/tools/ibid"', "/Users/ada/tools/ibid"],
    ["/Users/ada/tools", "/Users/ada/tools/ibid"],
    ["/Users/ada/tools/", "/Users/ada/tools/ibid"],
  ])("understands the configured path %s", async (configured, path) => {
    expect(await locate(configured, machine("darwin", mac, [path]))).toBe(path);
  });
});
