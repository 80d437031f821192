import { defineConfig } from "vitest/config";

// unit: pure code and views, in a simulated page. acp: the official client against the real
// daemon. browser: the built plugin in a real browser against the real daemon.
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: { obsidian: "obsidian-test-mocks/obsidian" } },
        test: {
          name: "unit",
          include: ["plugin/test/unit/**/*.test.ts"],
          environment: "happy-dom",
          setupFiles: ["obsidian-test-mocks/vitest-setup"],
          server: { deps: { inline: [/obsidian/] } },
        },
      },
      {
        test: {
          name: "acp",
          include: ["plugin/test/acp/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["plugin/test/browser/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
