// Obsidian's window around the plugin: ribbon, file list, a note, the right sidebar, status bar.
import { setIcon } from "./icons";

export interface Layout {
  note: HTMLElement;
  noteTitle: HTMLElement;
  right: HTMLElement;
  rightTab: HTMLElement;
  status: HTMLElement;
  ribbon: HTMLElement;
  notices: HTMLElement;
  markOpen(path: string): void;
}

export function buildLayout(vaultName: string, paths: string[], onOpen: (path: string) => void): Layout {
  const app = document.body.createDiv({ cls: "app-container" });
  const workspace = app.createDiv({ cls: "workspace" });
  const ribbon = workspace.createDiv({ cls: "workspace-ribbon" });
  for (const icon of ["files", "search", "git-fork", "calendar"]) setIcon(ribbon.createDiv({ cls: "clickable-icon" }), icon);
  const files = buildFiles(workspace.createDiv({ cls: "workspace-split mod-left-split" }), vaultName, paths, onOpen);
  const root = workspace.createDiv({ cls: "workspace-split mod-root" });
  const noteTitle = tab(root, "file-text", "").title;
  const note = root.createDiv({ cls: "workspace-leaf-content stand-in-note" });
  const right = workspace.createDiv({ cls: "workspace-split mod-right-split" });
  const rightTab = tab(right, "quote", "").title;
  const leaf = right.createDiv({ cls: "workspace-leaf" });
  const status = app.createDiv({ cls: "status-bar" });
  const notices = app.createDiv({ cls: "notice-container" });
  return { note, noteTitle, right: leaf, rightTab, status, ribbon, notices, markOpen: files };
}

function tab(parent: HTMLElement, icon: string, text: string): { title: HTMLElement } {
  const header = parent.createDiv({ cls: "workspace-tab-header-container" });
  const inner = header.createDiv({ cls: "workspace-tab-header is-active" });
  setIcon(inner.createSpan({ cls: "tab-icon" }), icon);
  return { title: inner.createSpan({ cls: "tab-title", text }) };
}

function buildFiles(parent: HTMLElement, vault: string, paths: string[], onOpen: (path: string) => void): (path: string) => void {
  parent.createDiv({ cls: "stand-in-vault", text: vault });
  const items = new Map<string, HTMLElement>();
  let folder = "";
  for (const path of [...paths].sort((a, b) => order(a).localeCompare(order(b)))) {
    const at = path.lastIndexOf("/");
    const into = at < 0 ? "" : path.slice(0, at);
    if (into !== folder && into !== "") parent.createDiv({ cls: "tree-folder", text: into });
    folder = into;
    const item = parent.createDiv({ cls: into === "" ? "tree-item" : "tree-item is-nested", text: path.slice(at + 1).replace(/\.md$/, "") });
    item.addEventListener("click", () => onOpen(path));
    items.set(path, item);
  }
  return (open) => items.forEach((item, path) => item.toggleClass("is-active", path === open));
}

/** Folders before files, as the file list has them. */
function order(path: string): string {
  return path.includes("/") ? `0${path}` : `1${path}`;
}
