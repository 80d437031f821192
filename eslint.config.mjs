// The rules of Obsidian's plugin review, and the layers of the plugin.
// Run from plugin/, where the rules look for manifest.json.
import { defineConfig, globalIgnores } from "eslint/config";
import obsidianmd from "eslint-plugin-obsidianmd";

const pureLayers = ["plugin/src/chat/**", "plugin/src/daemon/**", "plugin/src/i18n/**", "plugin/src/ui/**"];

export default defineConfig([
  globalIgnores(["**/node_modules", "plugin/main.js", "plugin/test-results", "protocol", "vitest.config.ts"]),
  ...obsidianmd.configs.recommendedWithLocalesEn,
  {
    files: ["plugin/**/*.ts", "plugin/**/*.mts"],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ["plugin/src/i18n/en.ts"],
    rules: {
      "obsidianmd/ui/sentence-case-locale-module": ["warn", { ignoreWords: ["Ibid", "Ollama", "PATH"] }],
    },
  },
  {
    files: pureLayers,
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportDeclaration[source.value='obsidian']",
          message: "Only src/main.ts and src/obsidian may import obsidian.",
        },
        {
          selector: "ImportDeclaration[source.value=/\\u002Fobsidian\\u002F/]",
          message: "src/obsidian depends on the other folders, never the other way round.",
        },
      ],
    },
  },
  {
    // Tests and build scripts run in Node.js, not in Obsidian.
    files: ["plugin/test/**", "plugin/*.mjs"],
    languageOptions: { globals: { process: "readonly", console: "readonly", Buffer: "readonly" } },
    rules: Object.fromEntries(
      Object.keys(obsidianmd.rules)
        .map((name) => [`obsidianmd/${name}`, "off"])
        .concat([
          ["no-restricted-globals", "off"],
          ["@typescript-eslint/no-restricted-imports", "off"],
        ]),
    ),
  },
  {
    // The stand-in does what Obsidian does: it runs the plugin's code and draws HTML.
    files: ["plugin/test/browser/stand-in/**"],
    rules: {
      "@typescript-eslint/no-implied-eval": "off",
      "@microsoft/sdl/no-inner-html": "off",
      "no-unsanitized/property": "off",
    },
  },
]);
