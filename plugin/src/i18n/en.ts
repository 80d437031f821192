// Every word the plugin shows, in English. The other languages have the same shape.
import type { Verb } from "../chat/activity";

const verbs: Record<Verb, string> = {
  searched: "Searched",
  read: "Read",
  changed: "Changed",
  fetched: "Fetched",
  thought: "Considered",
  used: "Used",
};

const running: Record<Verb, string> = {
  searched: "Searching",
  read: "Reading",
  changed: "Changing",
  fetched: "Fetching",
  thought: "Considering",
  used: "Using",
};

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export const en = {
  command: {
    openChat: "Open chat",
    askAboutNote: "Ask about the current note",
    newChat: "New chat",
    restart: "Restart the daemon",
    pauseIndexing: "Pause indexing",
    resumeIndexing: "Resume indexing",
  },
  chat: {
    title: "Ibid",
    newChat: "New chat",
    placeholder: "Ask your notes…",
    placeholderNote: (note: string) => `Ask about ${note}…`,
    send: "Send",
    stop: "Stop",
    question: "You",
    answer: "Ibid",
    addNote: (note: string) => `Add ${note}`,
    removeNote: (note: string) => `Remove ${note}`,
    toLatest: "Jump to latest",
    copy: "Copy answer",
    copied: "Copied",
    thought: "Thoughts",
    working: "Working…",
    answering: "Ibid is answering.",
    answered: (sources: number) =>
      sources === 0 ? "The answer is complete." : `The answer is complete, with ${count(sources, "source", "sources")}.`,
    stopped: "Stopped",
    stopping: "Stopping…",
    failed: "The answer broke off",
    seconds: (s: string) => `${s} s`,
  },
  sources: {
    heading: (n: number): string => (n === 1 ? "Source" : "Sources"),
    line: (line: number) => `line ${line}`,
    open: (n: number, note: string, heading: string) =>
      `Source ${n}: ${note}${heading === "" ? "" : ` › ${heading}`}`,
    more: (n: number) => `Show ${n} more`,
    missing: (path: string) => `${path} is not in the vault any more.`,
  },
  activity: {
    verbs,
    running,
    sum: (verb: Verb, n: number) => {
      if (verb === "searched") return n === 1 ? "Searched once" : `Searched ${n}×`;
      if (verb === "read") return `Read ${count(n, "note", "notes")}`;
      if (verb === "changed") return `Changed ${count(n, "note", "notes")}`;
      return n === 1 ? verbs[verb] : `${verbs[verb]} ${n}×`;
    },
    separator: ", ",
    failed: "Did not work",
    details: "Show what was done",
    input: "Asked for",
    output: "Got",
  },
  empty: {
    ready: (notes: number) => `${count(notes, "note", "notes")} ready.`,
    promise: "Every answer shows where it stands.",
    summarize: (note: string) => `Summarize ${note}`,
    related: (note: string) => `Find notes related to ${note}`,
    backlinks: (note: string) => `Show what links to ${note}`,
    search: "Search all notes",
    tags: "Show the tags in use",
    ask: "Ask a question",
  },
  state: {
    starting: "Starting…",
    startingDesc: "Ibid is opening your vault.",
    scanning: "Looking through your vault…",
    indexing: (done: number, total: number) =>
      `Indexing ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    indexingDesc: "You can ask already; answers may miss notes that are not indexed yet.",
    reconnecting: "Reconnecting…",
    reconnectingDesc: (attempt: number, attempts: number) =>
      `Ibid stopped unexpectedly. Attempt ${attempt} of ${attempts} to bring it back.`,
    stopped: "Ibid is stopped",
    stoppedDesc: "Start it to ask your notes.",
    missing: "Ibid is not installed yet",
    missingDesc: "This plugin talks to a small program that runs on this computer. Obsidian plugins may not install programs, so this step is yours:",
    missingSteps: [
      "Download Ibid for this computer and unpack it.",
      "Put it in a folder of your PATH, or choose its place in the settings.",
      "Check again.",
    ],
    notFound: "Ibid was not found",
    missingAt: (path: string) => `Nothing that can be run was found at ${path}. Correct the path in the settings, or clear it to search the usual places.`,
    outdated: "Ibid needs an update",
    outdatedDesc: (found: string, needed: string, path: string) =>
      `Version ${found} is installed at ${path}; this plugin needs ${needed} or later. Download the new version, replace the old one, then check again.`,
    foreign: "This program is not Ibid",
    foreignDesc: (path: string, said: string) =>
      `${path} did not answer as Ibid would${said === "" ? "" : `. It said: “${said}”`}. Correct the path in the settings.`,
    blocked: "Your system blocked Ibid",
    blockedMac: "Files from the internet are held in quarantine by macOS. If you trust this one, release it in the terminal, then check again:",
    blockedWindows: "Windows keeps programs from the internet from running. If you trust this one, unblock it in PowerShell, then check again:",
    blockedUnix: "The file may not be run. Allow it in a terminal, then check again:",
    crashed: "Ibid stopped unexpectedly",
    crashedDesc: (exit: string) => `It ended with ${exit}. Your notes are not affected. The log may say why.`,
    restart: "Restart",
    start: "Start",
    check: "Check again",
    download: "Download",
    settings: "Open settings",
    showLog: "Show log",
    hideLog: "Hide log",
    copyLog: "Copy log",
    copyCommand: "Copy",
    emptyLog: "The log is empty.",
  },
  index: {
    pause: "Pause indexing",
    resume: "Resume",
    resumed: "Indexing goes on.",
    paused: "Indexing is paused",
    pausedAt: (done: number, total: number) =>
      `Indexing is paused at ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    pausedDesc: "Answers miss what changed since.",
    pausedHalfway: "Answers may miss notes that are not indexed yet.",
    vaultMissing: "Your vault’s folder cannot be reached",
    // The daemon's sentence says what is wrong and what to do.
    vaultMissingDesc: (problem: string): string[] => [
      problem === "" ? "Connect its disk, or put the folder back where it was. Until then Ibid answers from what it read before." : problem,
    ],
    problem: "Ibid needs your attention",
  },
  status: {
    open: "Ibid: open chat",
    tooltip: (words: string, problem: string) => `Ibid: ${words}. ${problem === "" ? "" : `${problem} `}Open chat`,
    paused: "Paused",
    vaultMissing: "Vault missing",
    ready: (notes: number) => count(notes, "note", "notes"),
    starting: "Starting",
    indexing: (percent: number) => `Indexing ${percent}%`,
    reconnecting: "Reconnecting",
    failed: "Needs attention",
    stopped: "Stopped",
  },
  settings: {
    daemon: "Daemon",
    path: "Path of the daemon",
    pathDesc: "Leave empty to search your PATH and the usual places.",
    pathPlaceholder: "Found automatically",
    check: "Check the daemon",
    checkDesc: "Finds the program and asks for its version.",
    checkButton: "Check",
    checking: "Checking…",
    found: (version: string, path: string) => `Ibid ${version} at ${path}`,
    model: "Model",
    provider: "Provider",
    providerDesc: "Without a model Ibid still searches, quotes and links. With one, the question and the passages found are sent to the provider you choose.",
    providerNone: "None: quote my notes only",
    providerOpenAI: "OpenAI or compatible",
    providerAnthropic: "Anthropic",
    modelName: "Model name",
    modelNameDesc: "As the provider writes it.",
    baseUrl: "Address",
    baseUrlDesc: "Leave empty for the provider's own. A local server such as Ollama has its own address.",
    key: "API key",
    keyDesc: "Kept in Obsidian's secret storage on this device, never in the vault or in synced settings.",
    privacy: "Ibid reads your vault and keeps its index outside of it, in your user folder. It sends no telemetry.",
  },
};

/** The shape every language has. */
export type Messages = typeof en;
