// Marks lines of an open editor for a moment, so that the eye finds what was cited.
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { Editor } from "obsidian";

/** Milliseconds the mark stays; the fading itself is in styles.css. */
const FLASH_MS = 2000;

/** From the start of the first to the start of the last line, as offsets; null takes the mark away. */
const setFlash = StateEffect.define<{ from: number; to: number } | null>();
const lineMark = Decoration.line({ class: "ibid-flash" });

const flashField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFlash)) continue;
      next = effect.value === null ? Decoration.none : markLines(transaction.state.doc, effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** To be registered once with `Plugin.registerEditorExtension`. */
export const flashExtension: Extension = flashField;

/** Flashes the lines (counted from 1) and scrolls to them. Out-of-range lines are clamped. */
export function flashLines(editor: Editor, lineStart: number, lineEnd: number): void {
  const last = editor.lineCount() - 1;
  const from = Math.min(Math.max(lineStart - 1, 0), last);
  const to = Math.min(Math.max(lineEnd - 1, from), last);
  editor.setCursor({ line: from, ch: 0 });
  editor.scrollIntoView({ from: { line: from, ch: 0 }, to: { line: to, ch: 0 } }, true);
  const view = viewOf(editor);
  if (view === null) return;
  const doc = view.state.doc;
  view.dispatch({ effects: setFlash.of({ from: doc.line(from + 1).from, to: doc.line(to + 1).from }) });
  view.dom.win.setTimeout(() => view.dispatch({ effects: setFlash.of(null) }), FLASH_MS);
}

function markLines(doc: EditorView["state"]["doc"], range: { from: number; to: number }): DecorationSet {
  const marks = [];
  for (let n = doc.lineAt(range.from).number; n <= doc.lineAt(range.to).number; n++) marks.push(lineMark.range(doc.line(n).from));
  return Decoration.set(marks);
}

/** Obsidian documents `editor.cm` as the way to its CodeMirror view, but does not type it. */
function viewOf(editor: Editor): EditorView | null {
  const { cm } = editor as Editor & { cm?: EditorView };
  return cm ?? null;
}
