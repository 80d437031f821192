// Lucide's icons, which are Obsidian's too.
import nodes from "lucide-static/icon-nodes.json";

const all = nodes as unknown as Record<string, [string, Record<string, string>][]>;
/** Icons of Obsidian's own that Lucide does not have, with the nearest one it has. */
const OWN: Record<string, string> = { "links-coming-in": "link" };
const SVG = "http://www.w3.org/2000/svg";

export function setIcon(parent: HTMLElement, name: string): void {
  const shapes = all[OWN[name] ?? name];
  if (shapes === undefined) throw new Error(`There is no icon "${name}".`);
  const svg = document.createElementNS(SVG, "svg");
  const attributes = { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  svg.classList.add("svg-icon", `lucide-${name}`);
  for (const [tag, attrs] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attrs)) shape.setAttribute(key, value);
    svg.append(shape);
  }
  parent.replaceChildren(svg);
}
