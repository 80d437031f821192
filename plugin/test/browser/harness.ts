// Starts everything a browser test needs: the built plugin, the bridge, the browser, a page.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import esbuild from "esbuild";
import { chromium, type Browser, type Page } from "playwright-core";
import { Bridge } from "./bridge";

const HERE = import.meta.dirname;
export const PLUGIN = join(HERE, "../..");
export const ROOT = join(PLUGIN, "..");
export const RESULTS = join(PLUGIN, "test-results");
const INTER = join(ROOT, "node_modules/@fontsource-variable/inter/files");

/** Where browsers live when CHROMIUM does not say. */
const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

export function findBrowser(): string | undefined {
  return [process.env["CHROMIUM"] ?? "", ...BROWSERS].find((path) => path !== "" && existsSync(path));
}

export interface PageOptions {
  theme?: "light" | "dark";
  lang?: "en" | "zh";
  note?: string;
  /** The plugin's stored settings, and Obsidian's secrets, as JSON. */
  settings?: string;
  secrets?: string;
}

export class Harness {
  private constructor(
    private readonly browser: Browser,
    readonly bridge: Bridge,
    private readonly url: string,
  ) {}

  static async start(vault: string, env: Record<string, string>): Promise<Harness> {
    const executablePath = findBrowser() ?? "";
    const bridge = new Bridge({ vault, env, files: await pageFiles() });
    const url = await bridge.listen();
    const browser = await chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    return new Harness(browser, bridge, url);
  }

  /** Errors nobody caught in the pages opened so far. */
  readonly errors: string[] = [];

  /** A fresh Obsidian with the chat open. */
  async open(options: PageOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 880 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => this.errors.push(error.stack ?? error.message));
    await page.goto(`${this.url}/?${new URLSearchParams({ ...options }).toString()}`);
    await page.waitForFunction("window.standIn !== undefined");
    await page.evaluate("standIn.run('open-chat')");
    await page.waitForSelector(".ibid-panel");
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.bridge.close();
  }
}

type PageFile = { type: string; body: string | Buffer };

async function pageFiles(): Promise<Map<string, PageFile>> {
  const built = await esbuild.build({
    entryPoints: [join(HERE, "stand-in/page.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"test"' },
  });
  const text = (type: string, path: string) => ({ type: `${type}; charset=utf-8`, body: readFileSync(path, "utf8") });
  return new Map<string, PageFile>([
    ["/", text("text/html", join(HERE, "stand-in/index.html"))],
    ["/page.js", { type: "text/javascript; charset=utf-8", body: built.outputFiles[0]?.text ?? "" }],
    ["/obsidian.css", text("text/css", join(HERE, "stand-in/obsidian.css"))],
    ["/styles.css", text("text/css", join(PLUGIN, "styles.css"))],
    ["/main.js", text("text/javascript", join(PLUGIN, "main.js"))],
    ["/manifest.json", text("application/json", join(PLUGIN, "manifest.json"))],
    ["/inter.woff2", { type: "font/woff2", body: readFileSync(join(INTER, "inter-latin-wght-normal.woff2")) }],
    ["/inter-italic.woff2", { type: "font/woff2", body: readFileSync(join(INTER, "inter-latin-wght-italic.woff2")) }],
  ]);
}
