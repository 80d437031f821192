// The other side of the stand-in page: serves it, and gives it the processes and files that
// Node.js gives a plugin in Obsidian. Listens on this computer only.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WebSocketServer, type WebSocket } from "ws";

export interface BridgeSetup {
  /** The page's files by their path, with their content type. */
  files: Map<string, { type: string; body: string | Buffer }>;
  vault: string;
  /** The environment that the plugin sees and that its children get. */
  env: Record<string, string>;
}

/** A page server that starts and ends with a test file. */
export class Bridge {
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({ noServer: true });
  /** Process ids of the children that are running now. */
  readonly children = new Map<number, (signal: NodeJS.Signals) => void>();

  constructor(private readonly setup: BridgeSetup) {
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.on("upgrade", (request, socket, head) => {
      this.sockets.handleUpgrade(request, socket, head, (ws) => this.runChild(ws, urlOf(request)));
    });
  }

  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`));
    });
  }

  async close(): Promise<void> {
    for (const kill of this.children.values()) kill("SIGKILL");
    for (const ws of this.sockets.clients) ws.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    const file = this.setup.files.get(url.pathname);
    if (file !== undefined) {
      response.writeHead(200, { "content-type": file.type });
      response.end(file.body);
      return;
    }
    const body = await this.data(url);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? null));
  }

  private async data(url: URL): Promise<unknown> {
    switch (url.pathname) {
      case "/machine":
        return { platform: process.platform, env: this.setup.env, vault: this.setup.vault, files: readNotes(this.setup.vault) };
      case "/stat":
        return stat(url.searchParams.get("path") ?? "").then(
          (found) => ({ exists: true, isFile: found.isFile() }),
          () => ({ exists: false, isFile: false }),
        );
      default:
        return undefined;
    }
  }

  /** One socket is one child: binary frames are its pipes (first byte: which), text frames are events. */
  private runChild(ws: WebSocket, url: URL): void {
    const args = JSON.parse(url.searchParams.get("args") ?? "[]") as string[];
    const child = spawn(url.searchParams.get("path") ?? "", args, { env: this.setup.env });
    const tell = (event: object): void => ws.send(JSON.stringify(event));
    const pass = (pipe: number) => (chunk: Buffer) => ws.send(Buffer.concat([Buffer.of(pipe), chunk]));
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", pass(1));
    child.stderr.on("data", pass(2));
    child.on("error", (error: NodeJS.ErrnoException) => tell({ type: "error", code: error.code }));
    child.on("close", (code, signal) => {
      if (child.pid !== undefined) this.children.delete(child.pid);
      tell({ type: "close", code, signal });
      ws.close();
    });
    if (child.pid !== undefined) {
      this.children.set(child.pid, (signal) => child.kill(signal));
      tell({ type: "spawned", pid: child.pid });
    }
    ws.on("message", (data: Buffer, binary) => {
      if (binary) child.stdin.write(data);
      else obey(child, JSON.parse(data.toString()) as { type: string; signal?: NodeJS.Signals });
    });
    // The page is gone: what it started ends as it would with Obsidian, by the end of its input.
    ws.on("close", () => child.stdin.end());
  }
}

function obey(child: ReturnType<typeof spawn>, command: { type: string; signal?: NodeJS.Signals }): void {
  if (command.type === "end") child.stdin?.end();
  else child.kill(command.signal);
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? "/", "http://localhost");
}

/** The notes of a small vault by their path. */
function readNotes(vault: string): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const entry of readdirSync(vault, { recursive: true, encoding: "utf8" })) {
    const path = entry.replace(/\\/g, "/");
    if (!path.endsWith(".md") || path.split("/").some((part) => part.startsWith("."))) continue;
    if (statSync(join(vault, entry)).isFile()) notes[path] = readFileSync(join(vault, entry), "utf8");
  }
  return notes;
}
