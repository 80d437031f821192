// The plugin's life against the mocks of Obsidian's API, with the fake daemon.
import { chmod, copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { App, FileSystemAdapter, type Plugin } from "obsidian-test-mocks/obsidian";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import IbidPlugin from "../../src/main";
import { temporaryFolder } from "../support/daemon";
import manifest from "../../manifest.json";
import versions from "../../versions.json";

let folder: { path: string; remove: () => Promise<void> };
let app: App;
let plugin: IbidPlugin & Plugin;

beforeEach(async () => {
  folder = await temporaryFolder("plugin");
  const daemon = join(folder.path, "ibid.mjs");
  await copyFile(join(import.meta.dirname, "../support/fake-ibid.mjs"), daemon);
  await chmod(daemon, 0o755);
  app = App.createConfigured__({ adapter: FileSystemAdapter.create__(folder.path).asOriginalType__() });
  const create = IbidPlugin as unknown as new (app: App, about: typeof manifest) => IbidPlugin & Plugin;
  plugin = new create(app, manifest);
  plugin.data__ = { daemonPath: daemon };
  plugin.load();
  await vi.waitFor(() => expect(plugin.settingTabs__).toHaveLength(1));
});

afterEach(async () => {
  plugin.unload();
  await folder.remove();
});

function statusBar(): string {
  return plugin.statusBarItems__[0]?.textContent ?? "";
}

/** Waits until the status bar says it; a machine that is busy may take its time to start a process. */
function shows(text: string): Promise<void> {
  return vi.waitFor(() => expect(statusBar()).toBe(text), { timeout: 20_000 });
}

function starts(): Promise<number> {
  return readFile(join(folder.path, "starts"), "utf8").then(({ length }) => length, () => 0);
}

describe("the plugin", () => {
  it("starts the daemon once the layout is ready, not before", async () => {
    expect(statusBar()).toBe("Stopped");
    expect(await starts()).toBe(0);
    app.workspace.setLayoutReady__();
    await shows("12 notes");
    expect(await starts()).toBe(1);
  });

  it("has commands without hotkeys, and none that repeats its name", () => {
    const commands = [...plugin.commands__.values()];
    expect(commands.map(({ id }) => id)).toEqual([
      "open-chat",
      "new-chat",
      "restart",
      "ask-about-note",
      "pause-indexing",
      "resume-indexing",
    ]);
    for (const { id, name, hotkeys } of commands) {
      expect(hotkeys).toBeUndefined();
      expect(`${id} ${name}`).not.toMatch(/ibid|command/i);
    }
  });

  it("offers to ask about the current note only when there is one", () => {
    const ask = plugin.commands__.get("ask-about-note");
    expect(ask?.checkCallback?.(true)).toBe(false);
  });

  it("offers to pause and to resume indexing only when there is something to pause or to resume", async () => {
    const command = (id: string, checking: boolean): unknown => plugin.commands__.get(id)?.checkCallback?.(checking);
    const offered = (): unknown[] => ["pause-indexing", "resume-indexing"].map((id) => command(id, true));
    expect(offered()).toEqual([false, false]);
    app.workspace.setLayoutReady__();
    await shows("12 notes");
    expect(offered()).toEqual([true, false]);
    command("pause-indexing", false);
    await shows("Paused");
    expect(offered()).toEqual([false, true]);
    command("resume-indexing", false);
    await shows("12 notes");
    expect(offered()).toEqual([true, false]);
  });

  it.each([
    ["mode", "vault-missing", "Vault missing", "The folder is gone."],
    ["problem", "The disk is full.", "Needs attention", "The disk is full."],
  ])("says in the status bar that something is wrong, and to a screen reader what (%s)", async (file, content, said, label) => {
    await writeFile(join(folder.path, file), content);
    app.workspace.setLayoutReady__();
    await shows(said);
    const item = plugin.statusBarItems__[0];
    expect(item?.classList.contains("is-failed")).toBe(true);
    expect(item?.getAttribute("aria-label")).toContain(label);
  });

  it("stores changed settings and starts anew with another daemon", async () => {
    app.workspace.setLayoutReady__();
    await shows("12 notes");
    const tab = plugin.settingTabs__[0] as unknown as { setControlValue(key: string, value: unknown): Promise<void> };
    await tab.setControlValue("daemonPath", "/nowhere/ibid");
    expect(plugin.data__).toMatchObject({ daemonPath: "/nowhere/ibid" });
    await shows("Needs attention");
  });

  it("never stores a key", async () => {
    const tab = plugin.settingTabs__[0] as unknown as { setControlValue(key: string, value: unknown): Promise<void> };
    await tab.setControlValue("keySecret", "my-key");
    app.secretStorage.setSecret("my-key", "sk-very-secret");
    expect(JSON.stringify(plugin.data__)).not.toContain("sk-very-secret");
  });

  it("shows the settings of a model only when one is chosen", async () => {
    const tab = plugin.settingTabs__[0] as unknown as {
      getSettingDefinitions(): { items?: { name: string; visible?: () => boolean }[] }[];
      setControlValue(key: string, value: unknown): Promise<void>;
    };
    const visible = (): string[] =>
      tab.getSettingDefinitions().flatMap(({ items }) => (items ?? []).filter((item) => item.visible?.() ?? true).map(({ name }) => name));
    expect(visible()).toEqual(["Path of the daemon", "Check the daemon", "Provider"]);
    await tab.setControlValue("provider", "openai");
    expect(visible()).toEqual(["Path of the daemon", "Check the daemon", "Provider", "Model name", "Address", "API key"]);
  });
});

describe("the manifest", () => {
  it("keeps Obsidian's rules and agrees with versions.json", () => {
    expect(manifest.id).toMatch(/^[a-z-]+$/);
    expect(manifest.isDesktopOnly).toBe(true);
    expect(manifest.description.length).toBeLessThanOrEqual(250);
    expect(manifest.description).toMatch(/\.$/);
    expect((versions as Record<string, string>)[manifest.version]).toBe(manifest.minAppVersion);
  });
});
