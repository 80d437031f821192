// The real daemon for tests: built from this repository, with a home of its own.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** The path of `bin/ibid`, which `make` builds before the tests; built here when it is missing. IBID_BIN names another one. */
export function daemonBinary(): string {
  const given = process.env["IBID_BIN"] ?? "";
  if (given !== "") return given;
  const path = join(ROOT, "bin", process.platform === "win32" ? "ibid.exe" : "ibid");
  if (!existsSync(path)) execFileSync("make", ["daemon"], { cwd: ROOT, stdio: "inherit" });
  return path;
}

/** A temporary folder and what removes it. */
export async function temporaryFolder(name: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `ibid-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** An environment in which the daemon touches nothing of the person's. */
export function daemonEnv(home: string, path = ""): Record<string, string> {
  return { PATH: path, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, IBID_HOME: join(home, "state") };
}
