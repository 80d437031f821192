// `node:child_process`, `node:fs` and `node:process` for a page: the real ones are behind the bridge.

type Handler = (...args: never[]) => void;

class Emitter {
  private readonly handlers = new Map<string, Handler[]>();

  on(event: string, handler: Handler): this {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
    return this;
  }

  emit(event: string, ...args: unknown[]): void {
    for (const handler of this.handlers.get(event) ?? []) (handler as (...args: unknown[]) => void)(...args);
  }
}

/** A pipe to read from; what arrives while it is paused waits. */
class ReadPipe extends Emitter {
  private waiting: Uint8Array[] = [];
  private paused = false;
  private ended = false;

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    for (const chunk of this.waiting.splice(0)) this.emit("data", chunk);
    if (this.ended) this.emit("end");
  }

  push(chunk: Uint8Array): void {
    if (this.paused) this.waiting.push(chunk);
    else this.emit("data", chunk);
  }

  end(): void {
    this.ended = true;
    if (!this.paused) this.emit("end");
  }
}

class WritePipe extends Emitter {
  private early: (Uint8Array | string)[] | null = [];

  constructor(private readonly socket: WebSocket) {
    super();
    socket.addEventListener("open", () => {
      for (const data of this.early ?? []) socket.send(data as BufferSource);
      this.early = null;
    });
  }

  write(chunk: Uint8Array, done: (error?: Error) => void): void {
    if (this.socket.readyState > WebSocket.OPEN) done(new Error("EPIPE"));
    else this.send(chunk, done);
  }

  end(): void {
    this.send(JSON.stringify({ type: "end" }), () => undefined);
  }

  send(data: Uint8Array | string, done: (error?: Error) => void): void {
    if (this.early === null) this.socket.send(data as BufferSource);
    else this.early.push(data);
    done();
  }
}

class Child extends Emitter {
  pid: number | undefined;
  readonly stdin: WritePipe;
  readonly stdout = new ReadPipe();
  readonly stderr = new ReadPipe();

  constructor(path: string, args: string[]) {
    super();
    const query = new URLSearchParams({ path, args: JSON.stringify(args) });
    const socket = new WebSocket(`ws://${location.host}/child?${query.toString()}`);
    socket.binaryType = "arraybuffer";
    this.stdin = new WritePipe(socket);
    socket.addEventListener("message", ({ data }) => this.receive(data as string | ArrayBuffer));
  }

  kill(signal: string): void {
    this.stdin.send(JSON.stringify({ type: "kill", signal }), () => undefined);
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      const bytes = new Uint8Array(data);
      (bytes[0] === 1 ? this.stdout : this.stderr).push(bytes.slice(1));
      return;
    }
    const event = JSON.parse(data) as { type: string; pid?: number; code?: unknown; signal?: unknown };
    if (event.type === "spawned") this.pid = event.pid;
    if (event.type === "error") this.emit("error", Object.assign(new Error("spawn"), { code: event.code }));
    if (event.type !== "close") return;
    this.stdout.end();
    this.stderr.end();
    this.emit("close", event.code, event.signal);
  }
}

export const childProcess = { spawn: (path: string, args: string[]) => new Child(path, args) };

async function stat(path: string): Promise<{ isFile(): boolean }> {
  const response = await fetch(`/stat?path=${encodeURIComponent(path)}`);
  const found = (await response.json()) as { exists: boolean; isFile: boolean };
  if (!found.exists) throw new Error("ENOENT");
  return { isFile: () => found.isFile };
}

export const fs = { constants: { F_OK: 0 } };
export const fsPromises = { stat, access: stat };
