// Opens notes where the reader wants them, at the place that was meant.
import { Keymap, MarkdownView, Notice, type App, type UserEvent } from "obsidian";
import type { Messages } from "../i18n";
import type { Place } from "../ui/host";
import { flashLines } from "./flash";

/** Opens a cited place: at its line when it has one, else at its heading. */
export async function openPlace(app: App, place: Place, event: UserEvent, text: Messages): Promise<void> {
  const file = app.vault.getFileByPath(place.path);
  if (file === null) {
    new Notice(text.sources.missing(place.path));
    return;
  }
  if (place.lineStart === 0) {
    await openLink(app, place.heading === "" ? place.path : `${place.path}#${place.heading}`, event);
    return;
  }
  const leaf = app.workspace.getLeaf(Keymap.isModEvent(event));
  await leaf.openFile(file, { active: true, eState: { line: place.lineStart - 1 } });
  if (leaf.view instanceof MarkdownView && leaf.view.getMode() === "source") {
    flashLines(leaf.view.editor, place.lineStart, place.lineEnd);
  }
}

/** Follows a link as a click in a note would. */
export async function openLink(app: App, linktext: string, event: UserEvent): Promise<void> {
  await app.workspace.openLinkText(linktext, "", Keymap.isModEvent(event));
}
