// The note in the middle: a CodeMirror editor, as in Obsidian, with headings and links made out.
import { EditorState, RangeSetBuilder, type Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";

/** The part of Obsidian's Editor that the plugin uses. */
export interface StandInEditor {
  cm: EditorView;
  lineCount(): number;
  setCursor(at: { line: number; ch: number }): void;
  scrollIntoView(range: { from: { line: number } }): void;
}

export function openEditor(parent: HTMLElement, content: string, extensions: Extension[]): StandInEditor {
  parent.empty();
  const cm = new EditorView({
    parent,
    state: EditorState.create({ doc: content, extensions: [EditorView.lineWrapping, syntax, ...extensions] }),
  });
  const start = (line: number): number => cm.state.doc.line(line + 1).from;
  return {
    cm,
    lineCount: () => cm.state.doc.lines,
    setCursor: ({ line }) => cm.dispatch({ selection: { anchor: start(line) } }),
    scrollIntoView: ({ from }) => cm.dispatch({ effects: EditorView.scrollIntoView(start(from.line), { y: "center" }) }),
  };
}

const syntax = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = mark(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = mark(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function mark(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const frontmatter = frontmatterEnd(view.state.doc.toString());
  for (let n = 1; n <= view.state.doc.lines; n++) {
    const line = view.state.doc.line(n);
    const level = line.from < frontmatter ? 0 : (/^(#{1,6}) /.exec(line.text)?.[1]?.length ?? 0);
    if (line.from < frontmatter) builder.add(line.from, line.from, Decoration.line({ class: "cm-frontmatter" }));
    if (level > 0) builder.add(line.from, line.from, Decoration.line({ class: `cm-header cm-header-${level}` }));
    if (/^\s*>/.test(line.text)) builder.add(line.from, line.from, Decoration.line({ class: "cm-quote" }));
    markInline(builder, line.from, line.text);
  }
  return builder.finish();
}

function markInline(builder: RangeSetBuilder<Decoration>, offset: number, text: string): void {
  for (const match of text.matchAll(/\[\[[^\]]+\]\]|#[\p{L}\d/_-]*\p{L}[\p{L}\d/_-]*|\*\*[^*]+\*\*|^#{1,6} /gu)) {
    const at = offset + match.index;
    const cls = match[0].startsWith("[[") ? "cm-link" : match[0].startsWith("**") ? "cm-strong" : match[0].endsWith(" ") ? "cm-formatting" : "cm-hashtag";
    builder.add(at, at + match[0].length, Decoration.mark({ class: cls }));
  }
}

function frontmatterEnd(text: string): number {
  return /^---\n[\s\S]*?\n---(\n|$)/.exec(text)?.[0].length ?? 0;
}
