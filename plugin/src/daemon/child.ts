// One child process: started, watched, stopped.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { RingBuffer } from "./ring-buffer";
import { readBytes, writeBytes } from "./streams";

/** How a child ended: an exit code, a signal, or the system's refusal to start it. */
export interface Exit {
  code: number | null;
  signal: string | null;
  /** The system's error code (ENOENT, EACCES, …) when the program could not be started. */
  errorCode: string | null;
}

/** Milliseconds a daemon gets to end by itself after its input was closed, then after SIGTERM. */
const GRACE_MS = 1500;

/** A running child with its pipes. */
export class Child {
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
  readonly exited: Promise<Exit>;
  private readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  private running = true;

  constructor(path: string, args: string[], log: RingBuffer) {
    this.process = spawn(path, args, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    this.exited = this.watch();
    this.input = writeBytes(this.process.stdin);
    this.output = readBytes(this.process.stdout);
    this.process.stderr.on("data", (chunk: Uint8Array) => log.push(new TextDecoder().decode(chunk)));
  }

  /** Ends the child: closed input first (the daemon leaves on end of file), then a request, then force. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.process.stdin.end();
    if (await this.endsWithin(GRACE_MS)) return;
    this.process.kill("SIGTERM");
    if (await this.endsWithin(GRACE_MS)) return;
    this.process.kill("SIGKILL");
  }

  private watch(): Promise<Exit> {
    return new Promise((resolve) => {
      const end = (exit: Exit): void => {
        this.running = false;
        resolve(exit);
      };
      this.process.on("error", (error: NodeJS.ErrnoException) => {
        if (this.process.pid === undefined) end({ code: null, signal: null, errorCode: error.code ?? error.message });
      });
      this.process.on("close", (code, signal) => end({ code, signal, errorCode: null }));
    });
  }

  private async endsWithin(ms: number): Promise<boolean> {
    let timer = 0;
    const late = new Promise<boolean>((resolve) => {
      timer = window.setTimeout(() => resolve(false), ms);
    });
    const ended = await Promise.race([this.exited.then(() => true), late]);
    window.clearTimeout(timer);
    return ended;
  }
}

/** An exit in words for the log and the crash screen: "exit code 2", "signal SIGKILL", "EACCES". */
export function describeExit(exit: Exit): string {
  if (exit.errorCode !== null) return exit.errorCode;
  return exit.signal === null ? `exit code ${exit.code ?? "?"}` : `signal ${exit.signal}`;
}
