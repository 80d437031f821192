// Keeps one daemon running for the vault: finds it, checks its version, starts it,
// starts it again when it falls, and says in one state what is going on.
import type { SessionNotification } from "@agentclientprotocol/sdk";
import { METHODS, type ConfigSetParams, type IndexPhase, type IndexProgressEvent, type IndexStatusResult } from "../../../protocol/ts/protocol.gen";
import { Signal, Store } from "../store";
import { Child, describeExit, type Exit } from "./child";
import { Connection } from "./connection";
import { hasFeature } from "./features";
import { locate, type Machine } from "./locate";
import { probe, type Probe } from "./probe";
import { RingBuffer } from "./ring-buffer";
import { UNKNOWN_INDEX, type DaemonState, type Failure, type IndexState } from "./state";
import { isRecentEnough, NEEDED_VERSION } from "./version";

/** What the supervisor is told by those who create it. */
export interface Setup {
  machine: Machine;
  vault: string;
  pluginVersion: string;
  /** The configured path of the daemon; empty means: look for it. */
  path(): string;
  /** The configured model; null leaves the daemon's own configuration alone. */
  config(): ConfigSetParams | null;
  /** Waits before each attempt to bring a fallen daemon back, in milliseconds. */
  backOff?: readonly number[];
  /** How often the index is asked how it is, in milliseconds. */
  askEvery?: number;
}

/** Short enough for a hiccup to go unnoticed, long enough not to start a broken daemon over and over. */
const BACK_OFF_MS = [500, 2_000, 5_000];
/** A daemon that lived this long was healthy: its next fall starts the back-off anew. */
const HEALTHY_AFTER_MS = 60_000;
/** Problems come and go without a word on the wire: nobody waits for one, so that this may be rare. */
const ASK_EVERY_MS = 15_000;
/** Opening a vault is quick, the index comes later; a daemon that is silent for longer hangs. */
const INITIALIZE_TIMEOUT_MS = 30_000;

/** Owns the child process and the connection to it. */
export class Supervisor {
  readonly state = new Store<DaemonState>({ kind: "stopped" });
  readonly connection = new Store<Connection | null>(null);
  readonly updates = new Signal<SessionNotification>();
  private log = new RingBuffer();
  private child: Child | null = null;
  private attempt = 0;
  private readyAt = 0;
  private retryTimer = 0;
  private askTimer = 0;
  private readonly backOff: readonly number[];
  /** Goes up with every start and stop, so that a late answer of an earlier start is recognised. */
  private generation = 0;

  constructor(private readonly setup: Setup) {
    this.backOff = setup.backOff ?? BACK_OFF_MS;
  }

  /** The last lines the daemon wrote to stderr. */
  get logText(): string {
    return this.log.toString();
  }

  /** Starts the daemon, or starts over. Resolves when it is ready or has failed. */
  async start(): Promise<void> {
    await this.halt();
    this.attempt = 0;
    this.log = new RingBuffer();
    await this.launch({ kind: "starting" });
  }

  /** Ends the daemon and stays stopped. */
  async stop(): Promise<void> {
    const ended = this.halt();
    this.state.set({ kind: "stopped" });
    await ended;
  }

  /** Finds the daemon and asks its version, without starting or stopping anything. */
  async check(): Promise<Probe> {
    const configured = this.setup.path();
    const path = await locate(configured, this.setup.machine);
    if (path === null) return { ok: false, failure: { reason: "missing", configured } };
    return probe(path, this.setup.machine.platform);
  }

  /** Hands the configured model to the running daemon. */
  async applyConfig(): Promise<void> {
    const config = this.setup.config();
    if (config !== null) await this.connection.get()?.configure(config);
  }

  /** Stops indexing until it is resumed, for everybody who uses the vault. */
  pauseIndexing(): Promise<void> {
    return this.tellIndex((connection) => connection.pauseIndexing());
  }

  resumeIndexing(): Promise<void> {
    return this.tellIndex((connection) => connection.resumeIndexing());
  }

  private async tellIndex(tell: (connection: Connection) => Promise<IndexStatusResult>): Promise<void> {
    const connection = this.connection.get();
    if (connection === null) return;
    const status = await tell(connection);
    this.updateIndex(() => pick(status));
  }

  private async halt(): Promise<void> {
    this.generation++;
    window.clearTimeout(this.retryTimer);
    window.clearInterval(this.askTimer);
    this.connection.get()?.close();
    this.connection.set(null);
    const child = this.child;
    this.child = null;
    await child?.stop();
  }

  private async launch(during: DaemonState): Promise<void> {
    const generation = ++this.generation;
    this.state.set(during);
    const found = await this.check();
    if (generation !== this.generation) return;
    if (!found.ok) {
      this.fail(found.failure);
      return;
    }
    const child = new Child(found.path, ["serve", "--vault", this.setup.vault], this.log);
    this.child = child;
    void child.exited.then((exit) => this.fallen(generation, exit));
    await this.greet(generation, child, found.path);
  }

  /** The first words on the wire. A daemon that falls meanwhile is `fallen`'s business. */
  private async greet(generation: number, child: Child, path: string): Promise<void> {
    const connection = new Connection(child.input, child.output, {
      onUpdate: (notification) => this.updates.emit(notification),
      onIndexProgress: (event) => this.progressed(event, connection),
      onIndexChanged: () => void this.refreshIndex(connection),
    });
    const hung = window.setTimeout(() => void child.stop(), INITIALIZE_TIMEOUT_MS);
    try {
      const hello = await connection.initialize(this.setup.pluginVersion);
      const version = hello.agentInfo?.version ?? "";
      if (generation !== this.generation) return;
      if (!isRecentEnough(version, NEEDED_VERSION)) {
        await this.halt();
        this.fail({ reason: "outdated", path, found: version, needed: NEEDED_VERSION });
        return;
      }
      await this.becomeReady(generation, connection, { version, canPause: hasFeature(hello, METHODS.indexPause) });
    } catch (error) {
      this.log.push(`plugin: ${error instanceof Error ? error.message : String(error)}\n`);
      await child.stop();
    } finally {
      window.clearTimeout(hung);
    }
  }

  private async becomeReady(generation: number, connection: Connection, daemon: { version: string; canPause: boolean }): Promise<void> {
    const config = this.setup.config();
    if (config !== null) await connection.configure(config);
    const index = await connection.indexStatus();
    if (generation !== this.generation) return;
    this.readyAt = Date.now();
    this.state.set({ kind: "ready", ...daemon, index: pick(index) });
    this.connection.set(connection);
    this.askTimer = window.setInterval(() => void this.refreshIndex(connection), this.setup.askEvery ?? ASK_EVERY_MS);
  }

  private fallen(generation: number, exit: Exit): void {
    if (generation !== this.generation) return;
    this.child = null;
    window.clearInterval(this.askTimer);
    this.connection.get()?.close();
    this.connection.set(null);
    this.log.push(`plugin: the daemon ended with ${describeExit(exit)}\n`);
    const wait = this.nextWait(exit);
    if (wait === undefined) {
      this.fail({ reason: "crashed", exit: describeExit(exit) });
      return;
    }
    this.attempt++;
    const reconnecting: DaemonState = { kind: "reconnecting", attempt: this.attempt, attempts: this.backOff.length };
    this.state.set(reconnecting);
    this.retryTimer = window.setTimeout(() => void this.launch(reconnecting), wait);
  }

  /** How long to wait before the next attempt; undefined when it is not worth one. */
  private nextWait(exit: Exit): number | undefined {
    const lived = this.readyAt === 0 ? 0 : Date.now() - this.readyAt;
    if (lived > HEALTHY_AFTER_MS) this.attempt = 0;
    // Leaving by itself before it was ever ready is a decision (a bad vault, a bad setting) and will repeat.
    const decided = this.readyAt === 0 && this.attempt === 0 && exit.signal === null;
    this.readyAt = 0;
    return decided ? undefined : this.backOff[this.attempt];
  }

  private fail(failure: Failure): void {
    this.state.set({ kind: "failed", failure, log: this.logText });
  }

  /**
   * Progress tells no counts: that the index is ready is believed once its status says how many notes there are.
   * Nor does it tell what is wrong, which the status may do a moment later only.
   */
  private progressed(event: IndexProgressEvent, connection: Connection): void {
    if (event.phase !== "ready") this.updateIndex((index) => ({ ...index, phase: event.phase, done: event.done, total: event.total }));
    if (event.phase === "ready" || event.phase === "vault_missing") void this.refreshIndex(connection, event.phase);
  }

  /** Asks how the index is; an answer that does not know of what was just heard is of no use. */
  private async refreshIndex(connection: Connection, heard?: IndexPhase): Promise<void> {
    try {
      const status = await connection.indexStatus();
      if (heard === "vault_missing" && status.phase !== heard) return;
      this.updateIndex(() => pick(status));
    } catch {
      // The daemon left in between; its exit is reported where it belongs.
    }
  }

  private updateIndex(change: (index: IndexState) => IndexState): void {
    this.state.update((state) => (state.kind === "ready" ? { ...state, index: change(state.index) } : state));
  }
}

function pick(index: IndexStatusResult): IndexState {
  const { phase, done, total, notes, problem } = { ...UNKNOWN_INDEX, ...index };
  return { phase, done, total, notes, problem };
}
