// The supervisor with real child processes: a small fake daemon plays every way a daemon can behave.
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { thisMachine } from "../../src/daemon/machine";
import { canPause, canResume, type DaemonState } from "../../src/daemon/state";
import { Supervisor } from "../../src/daemon/supervisor";

let folder = "";
let supervisor: Supervisor;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ibid-plugin-"));
  await copyFile(join(import.meta.dirname, "../support/fake-ibid.mjs"), join(folder, "ibid.mjs"));
  await chmod(join(folder, "ibid.mjs"), 0o755);
  supervisor = create();
});

afterEach(async () => {
  await supervisor.stop();
  await rm(folder, { recursive: true });
});

function create(path = join(folder, "ibid.mjs"), askEvery?: number): Supervisor {
  return new Supervisor({
    machine: thisMachine(),
    vault: folder,
    pluginVersion: "0.1.0",
    path: () => path,
    config: () => null,
    backOff: [1, 1, 1],
    ...(askEvery === undefined ? {} : { askEvery }),
  });
}

function mode(name: string): Promise<void> {
  return writeFile(join(folder, "mode"), name);
}

/** Resolves with the first state that fits, the present one included. */
function until(fits: (state: DaemonState) => boolean): Promise<DaemonState> {
  return new Promise((resolve) => {
    const look = (state: DaemonState): void => {
      if (!fits(state)) return;
      stop();
      resolve(state);
    };
    const stop = supervisor.state.subscribe(look);
    look(supervisor.state.get());
  });
}

async function starts(): Promise<number> {
  return (await readFile(join(folder, "starts"), "utf8")).length;
}

describe("a healthy daemon", () => {
  it("is found, asked for its version, started and connected", async () => {
    await supervisor.start();
    expect(supervisor.state.get()).toMatchObject({ kind: "ready", version: "0.1.0" });
    const connection = supervisor.connection.get();
    const session = await connection?.newSession(folder);
    const heard: string[] = [];
    supervisor.updates.subscribe(({ update }) => heard.push(update.sessionUpdate));
    const response = await connection?.prompt(session ?? "", [{ type: "text", text: "Hello" }]);
    expect(response?.stopReason).toBe("end_turn");
    expect(heard).toEqual(["agent_message_chunk"]);
  });

  it("is followed while it indexes, and is ready once it knows how many notes there are", async () => {
    const seen: string[] = [];
    supervisor.state.subscribe((state) => {
      if (state.kind === "ready") seen.push(`${state.index.phase} ${state.index.done}/${state.index.total}, ${state.index.notes} notes`);
    });
    await supervisor.start();
    await until((state) => state.kind === "ready" && state.index.phase === "ready");
    expect(seen).toEqual(["indexing 3/12, 3 notes", "reading 7/12, 3 notes", "ready 12/12, 12 notes"]);
  });

  it("leaves when it is stopped", async () => {
    await supervisor.start();
    const closed = supervisor.connection.get()?.closed;
    await supervisor.stop();
    await closed;
    expect(supervisor.state.get()).toEqual({ kind: "stopped" });
    expect(supervisor.connection.get()).toBeNull();
  });

  it("is ended by force when it does not listen (users.md 61: no child outlives the app)", async () => {
    await mode("ignore-eof");
    await supervisor.start();
    await supervisor.stop();
    await supervisor.start();
    expect(supervisor.state.get().kind).toBe("ready");
    expect(await starts()).toBe(2);
  });
});

function phaseIs(phase: string): (state: DaemonState) => boolean {
  return (state) => state.kind === "ready" && state.index.phase === phase;
}

describe("the index", () => {
  it("is paused and resumed where the daemon announces that it can be", async () => {
    await supervisor.start();
    const ready = await until(phaseIs("ready"));
    expect([canPause(ready), canResume(ready)]).toEqual([true, false]);
    await supervisor.pauseIndexing();
    const paused = supervisor.state.get();
    expect(paused).toMatchObject({ kind: "ready", index: { phase: "paused", done: 12, total: 12, notes: 12 } });
    expect([canPause(paused), canResume(paused)]).toEqual([false, true]);
    await supervisor.resumeIndexing();
    expect(canResume(await until(phaseIs("ready")))).toBe(false);
  });

  it("cannot be paused by a daemon that does not announce it", async () => {
    await mode("old");
    await supervisor.start();
    const ready = await until(phaseIs("ready"));
    expect([canPause(ready), canResume(ready)]).toEqual([false, false]);
  });

  it("stays as it is when pausing fails, and the reason is passed on", async () => {
    await mode("no-pause");
    await supervisor.start();
    await until(phaseIs("ready"));
    await expect(supervisor.pauseIndexing()).rejects.toThrow("It cannot be paused now.");
    expect(phaseIs("ready")(supervisor.state.get())).toBe(true);
  });

  it("is not paused while there is no daemon", async () => {
    await supervisor.pauseIndexing();
    expect([canPause(supervisor.state.get()), canResume(supervisor.state.get())]).toEqual([false, false]);
  });

  it("is asked now and then what is wrong with it, which nothing on the wire tells", async () => {
    supervisor = create(undefined, 5);
    await supervisor.start();
    await until(phaseIs("ready"));
    await writeFile(join(folder, "problem"), "The disk is full.");
    await until((state) => state.kind === "ready" && state.index.problem === "The disk is full.");
    await rm(join(folder, "problem"));
    await until((state) => state.kind === "ready" && state.index.problem === "");
  });

  it("says that the vault is gone, with the daemon's words", async () => {
    await mode("vault-missing");
    await supervisor.start();
    const state = await until(phaseIs("vault_missing"));
    expect(state).toMatchObject({ index: { problem: "The folder is gone.", notes: 12 } });
    expect([canPause(state), canResume(state)]).toEqual([false, false]);
  });
});

describe("what can be wrong before it runs", () => {
  it("says which path was configured when nothing is there", async () => {
    supervisor = create(join(folder, "nothing"));
    await supervisor.start();
    expect(supervisor.state.get()).toMatchObject({
      kind: "failed",
      failure: { reason: "missing", configured: join(folder, "nothing") },
    });
  });

  it("names both versions when it is too old, and never starts it", async () => {
    await writeFile(join(folder, "version"), "0.0.9");
    await supervisor.start();
    expect(supervisor.state.get()).toMatchObject({
      kind: "failed",
      failure: { reason: "outdated", found: "0.0.9", needed: "0.1.0" },
    });
    await expect(starts()).rejects.toThrow();
  });

  it("repeats what a program said that is not ibid", async () => {
    await writeFile(join(folder, "version"), "foreign");
    await supervisor.start();
    expect(supervisor.state.get()).toMatchObject({ failure: { reason: "foreign", said: "GNU something 3.2" } });
  });

  it("tells a program that may not run from one that is missing", async () => {
    await chmod(join(folder, "ibid.mjs"), 0o644);
    await supervisor.start();
    expect(supervisor.state.get()).toMatchObject({ failure: { reason: "blocked", path: join(folder, "ibid.mjs") } });
  });

  it("shows at once why a daemon refused the vault, without trying again", async () => {
    await mode("refuse");
    await supervisor.start();
    const state = await until(({ kind }) => kind === "failed");
    expect(state).toMatchObject({ failure: { reason: "crashed", exit: "exit code 1" } });
    expect(state.kind === "failed" && state.log).toContain("The vault cannot be read.");
    expect(await starts()).toBe(1);
  });
});

describe("a daemon that falls", () => {
  it("is brought back, and the turn it died in is an error, not a silence", async () => {
    await mode("die-once-in-prompt");
    await supervisor.start();
    const before = supervisor.connection.get();
    const turn = before?.prompt("s1", [{ type: "text", text: "Hello" }]);
    await expect(turn).rejects.toThrow();
    await until(({ kind }) => kind === "reconnecting");
    await until(({ kind }) => kind === "ready");
    expect(supervisor.connection.get()).not.toBe(before);
  });

  it("is given up after as many attempts as there are waits, with its log", async () => {
    await mode("die-after-initialize");
    await supervisor.start();
    const state = await until(({ kind }) => kind === "failed");
    expect(state).toMatchObject({ failure: { reason: "crashed", exit: "signal SIGKILL" } });
    expect(await starts()).toBe(4);
  });

  it("starts anew when it is asked to", async () => {
    await mode("die-after-initialize");
    await supervisor.start();
    await until(({ kind }) => kind === "failed");
    await mode("");
    await supervisor.start();
    expect(supervisor.state.get().kind).toBe("ready");
  });
});
