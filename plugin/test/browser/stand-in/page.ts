// Stands in for Obsidian: mocks of its API on a real page, completed with what they leave empty,
// and the built plugin loaded into it the way Obsidian loads it.
import * as state from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import * as view from "@codemirror/view";
import * as mocks from "obsidian-test-mocks/obsidian";
import { setup } from "obsidian-test-mocks/setup";
import { childProcess, fs, fsPromises } from "./child-process";
import { setIcon } from "./icons";
import { buildLayout, type Layout } from "./layout";
import { renderMarkdown } from "./markdown";
import { openEditor } from "./note";

interface Machine {
  platform: string;
  env: Record<string, string>;
  vault: string;
  files: Record<string, string>;
}

/** What the tests reach into the page for. */
interface StandIn {
  run(command: string): void;
  commands(): string[];
  open(path: string): Promise<void>;
  unload(): void;
  opened: { path: string; line: number }[];
}

const options = new URLSearchParams(location.search);
const opened: StandIn["opened"] = [];

async function start(): Promise<void> {
  setup();
  document.body.className = options.get("theme") === "dark" ? "theme-dark" : "theme-light";
  const machine = (await (await fetch("/machine")).json()) as Machine;
  const adapter = mocks.FileSystemAdapter.create__(machine.vault).asOriginalType__();
  // Without their content: the mocks read properties more strictly than Obsidian, and nobody asks them.
  const files = Object.fromEntries(Object.keys(machine.files).map((path) => [path, ""]));
  const app = mocks.App.createConfigured__({ adapter, files });
  const layout = buildLayout(machine.vault.split(/[\\/]/).pop() ?? "", Object.keys(machine.files), (path) => void openNote(path));
  const module = { exports: {} as { default?: new (...args: unknown[]) => mocks.Plugin } };
  const load = new Function("module", "exports", "require", await (await fetch("/main.js")).text()) as (...args: unknown[]) => void;
  load(module, module.exports, requireFor(machine, layout));
  const Plugin = module.exports.default;
  if (Plugin === undefined) throw new Error("main.js has no default export");
  const plugin = new Plugin(app, await (await fetch("/manifest.json")).json());
  plugin.data__ = JSON.parse(options.get("settings") ?? "{}") as object;
  for (const [id, value] of Object.entries(JSON.parse(options.get("secrets") ?? "{}") as Record<string, string>)) {
    app.secretStorage.setSecret(id, value);
  }
  const leaf = mocks.WorkspaceLeaf.create2__(app);
  app.workspace.getActiveFile = () => leaf.file__;
  app.workspace.getLeaf = () => leaf;
  leaf.openFile = async (file: { path: string }, openState?: { eState?: { line?: number } }) => {
    (leaf as unknown as { file: unknown }).file = file;
    showNote(file.path, openState?.eState?.line);
    app.workspace.trigger("file-open", file);
  };
  app.workspace.getRightLeaf = () => sideLeaf(app, plugin, layout);
  Object.assign(app, { setting: { open: () => undefined, openTabById: () => undefined } });

  function showNote(path: string, line?: number): void {
    const markdown = mocks.MarkdownView.create2__(leaf);
    Object.assign(markdown, { editor: openEditor(layout.note, machine.files[path] ?? "", plugin.editorExtensions__ as Extension[]) });
    leaf.view = markdown.asOriginalType7__();
    layout.noteTitle.setText(path.split("/").pop()?.replace(/\.md$/, "") ?? "");
    layout.markOpen(path);
    opened.push({ path, line: line === undefined ? 0 : line + 1 });
  }

  async function openNote(path: string): Promise<void> {
    const file = app.vault.getFileByPath(path);
    if (file !== null) await leaf.openFile(file);
  }

  plugin.addRibbonIcon = ((icon: string, title: string, onClick: () => void) => {
    const el = layout.ribbon.createDiv({ cls: "clickable-icon", attr: { "aria-label": title } });
    setIcon(el, icon);
    el.addEventListener("click", onClick);
    return el;
  }) as never;
  plugin.addStatusBarItem = () => layout.status.createDiv({ cls: "status-bar-item" });
  const note = options.get("note");
  await (plugin.onload() as unknown as Promise<void>);
  if (note !== null) await openNote(note);
  app.workspace.setLayoutReady__();
  const standIn: StandIn = {
    run: (command) => run(plugin, command),
    commands: () => [...plugin.commands__.keys()],
    open: openNote,
    unload: () => plugin.onunload(),
    opened,
  };
  Object.assign(window, { standIn });
}

function run(plugin: mocks.Plugin, id: string): void {
  const command = plugin.commands__.get(id);
  if (command?.checkCallback !== undefined) command.checkCallback(false);
  else command?.callback?.();
}

/** The leaf of the right sidebar, which builds the plugin's view as Obsidian would. */
function sideLeaf(app: mocks.App, plugin: mocks.Plugin, layout: Layout) {
  const leaf = mocks.WorkspaceLeaf.create2__(app);
  leaf.setViewState = async (viewState: { type: string; state?: unknown }) => {
    (leaf as unknown as { viewState: unknown }).viewState = viewState;
    const create = plugin.views__.get(viewState.type);
    if (create === undefined) throw new Error(`no view ${viewState.type}`);
    const made = create(leaf.asOriginalType3__()) as unknown as mocks.ItemView & { onOpen(): Promise<void> };
    leaf.view = made as never;
    made.containerEl.addClass("workspace-leaf-content");
    made.containerEl.dataset["type"] = viewState.type;
    made.contentEl.addClass("view-content");
    layout.right.replaceChildren(made.containerEl);
    layout.rightTab.setText(made.getDisplayText());
    made.load();
    await made.onOpen();
  };
  app.workspace.getLeavesOfType = (type) => (leaf.view?.getViewType() === type ? [leaf] : []);
  return leaf;
}

function requireFor(machine: Machine, layout: Layout): (name: string) => unknown {
  const notice = class {
    constructor(message: string) {
      layout.notices.createDiv({ cls: "notice", text: message });
    }
  };
  const obsidian = {
    ...mocks,
    MarkdownRenderer: { render: renderMarkdown },
    Notice: notice,
    getLanguage: () => options.get("lang") ?? "en",
    setIcon,
    setTooltip: (el: HTMLElement, text: string) => el.setAttribute("aria-label", text),
  };
  const modules: Record<string, unknown> = {
    obsidian,
    "@codemirror/state": state,
    "@codemirror/view": view,
    "node:child_process": childProcess,
    "node:fs": fs,
    "node:fs/promises": fsPromises,
    "node:process": { platform: machine.platform, env: machine.env },
  };
  return (name) => {
    if (!(name in modules)) throw new Error(`the plugin requires ${name}, which the stand-in does not have`);
    return modules[name];
  };
}

void start();
