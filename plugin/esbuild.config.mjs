// Builds plugin/main.js, the one file Obsidian loads. `production` minifies;
// without it the script stays and rebuilds on every save.
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const production = process.argv[2] === "production";

const context = await esbuild.context({
  entryPoints: [join(here, "src/main.ts")],
  outfile: join(here, "main.js"),
  bundle: true,
  format: "cjs",
  platform: "browser",
  target: "es2022",
  minify: production,
  sourcemap: production ? false : "inline",
  legalComments: "none",
  banner: { js: "/* Ibid for Obsidian. Source: https://github.com/ibid-notes/ibid */" },
  // Obsidian supplies these at run time.
  external: ["obsidian", "electron", "@codemirror/state", "@codemirror/view", ...builtinModules, "node:*"],
  logLevel: "info",
});

if (production) {
  await context.rebuild();
  await context.dispose();
} else {
  await context.watch();
}
