// Markdown as Obsidian draws it, as far as chats use it: CommonMark with wikilinks.
import MarkdownIt from "markdown-it";

const md = new MarkdownIt({ linkify: true, breaks: true });

md.inline.ruler.before("link", "wikilink", (state, silent) => {
  const match = /^\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]/.exec(state.src.slice(state.pos));
  if (match === null) return false;
  if (!silent) {
    const target = match[1] ?? "";
    const open = state.push("link_open", "a", 1);
    open.attrs = [["class", "internal-link"], ["data-href", target], ["href", target], ["target", "_blank"]];
    state.push("text", "", 0).content = match[2] ?? target.replaceAll("#", " > ");
    state.push("link_close", "a", -1);
  }
  state.pos += match[0].length;
  return true;
});

/** Links to files of the vault are internal; block ids are not shown. */
md.core.ruler.push("obsidian", (state) => {
  for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === "link_open" ? String(token.attrGet("href") ?? "") : "";
    if (href !== "" && !/^[a-z]+:/i.test(href) && token.attrGet("class") === null) {
      token.attrSet("class", "internal-link");
      token.attrSet("data-href", decodeURI(href));
    }
    if (token.type === "text") token.content = token.content.replace(/ \^[\w-]+$/, "");
  }
});

/** Renders into the element, asynchronously as Obsidian does. */
export async function renderMarkdown(_app: unknown, source: string, into: HTMLElement): Promise<void> {
  await Promise.resolve();
  const template = document.createElement("template");
  template.innerHTML = md.render(source);
  into.append(template.content);
}
