#!/usr/bin/env node
// A stand-in for the daemon in unit tests: speaks just enough ACP on stdio. What it does wrong is
// written in a file named `mode` in the vault folder. The real daemon is used in test/acp and test/browser.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2);
const versionFile = join(dirname(fileURLToPath(import.meta.url)), "version");
const version = existsSync(versionFile) ? readFileSync(versionFile, "utf8").trim() : "0.1.0";
if (args[0] === "--version") {
  console.log(version === "foreign" ? "GNU something 3.2" : `ibid ${version}`);
  process.exit(0);
}

const vault = args[args.indexOf("--vault") + 1] ?? "";
const read = (name) => (existsSync(join(vault, name)) ? readFileSync(join(vault, name), "utf8") : "");
const starts = read("starts").length;
appendFileSync(join(vault, "starts"), ".");
const mode = read("mode").trim();

if (mode === "refuse") {
  console.error("The vault cannot be read.");
  process.exit(1);
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const update = (sessionId, content) => send({ method: "session/update", params: { sessionId, update: content } });

function dieIfAsked(when) {
  const once = mode === `die-once-${when}` && starts === 0;
  if (once || mode === `die-${when}`) process.kill(process.pid, "SIGKILL");
}

let statusAsked = 0;
let paused = false;
const progress = (event) => send({ method: "_ibid/index/progress", params: { done: 0, total: 0, path: "", ...event } });
function index() {
  if (mode === "vault-missing") return { phase: "vault_missing", done: 0, total: 0, notes: 12, seq: 2, problem: "The folder is gone." };
  return { phase: paused ? "paused" : "ready", done: 12, total: 12, notes: 12, seq: 2, problem: read("problem") };
}
const answers = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: "ibid", version },
    agentCapabilities: {
      loadSession: true,
      _meta: { ibid: { version: 1, features: mode === "old" ? [] : ["index/status", "index/pause", "index/resume"] } },
    },
  }),
  "_ibid/config/set": () => ({ controller: "offline" }),
  // The first time it is asked it is still at work, then it is done.
  "_ibid/index/status": () =>
    ++statusAsked === 1
      ? { phase: "indexing", done: 3, total: 12, notes: 3, seq: 1 }
      : index(),
  "_ibid/index/pause": () => {
    if (mode === "no-pause") throw { code: -31000, message: "It cannot be paused now." };
    paused = true;
    return index();
  },
  "_ibid/index/resume": () => {
    paused = false;
    progress({ phase: "scanning" });
    return index();
  },
  "session/new": () => ({ sessionId: "s1" }),
  "session/load": ({ sessionId }) => {
    update(sessionId, { sessionUpdate: "user_message_chunk", content: { type: "text", text: "Again?" } });
    update(sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Again." } });
    return {};
  },
  "session/prompt": ({ sessionId, prompt }) => {
    dieIfAsked("in-prompt");
    update(sessionId, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: `You asked: ${prompt[0].text}` },
    });
    return { stopReason: "end_turn", _meta: { ibid: { outcome: "final", citations: [] } } };
  },
};

function reply(id, answer) {
  try {
    send({ id, result: answer() });
  } catch (error) {
    send({ id, error });
  }
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = answers[method];
    if (answer === undefined) send({ id, error: { code: -32601, message: `no method ${method}` } });
    else reply(id, () => answer(params));
    if (method === "initialize") {
      dieIfAsked("after-initialize");
    }
    if (method === "_ibid/index/resume") progress({ phase: "ready" });
    if (method === "_ibid/index/status" && statusAsked === 1) {
      send({ method: "_ibid/index/progress", params: { phase: "reading", done: 7, total: 12, path: "a.md" } });
      send({ method: "_ibid/index/progress", params: { phase: "ready", done: 12, total: 12, path: "" } });
    }
  })
  .on("close", () => {
    if (mode !== "ignore-eof") process.exit(0);
  });
if (mode === "ignore-eof") setInterval(() => undefined, 1000);
